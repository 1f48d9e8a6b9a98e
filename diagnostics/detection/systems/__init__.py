"""Synoptic systems as objects through time."""

from diagnostics.detection.systems.changes import greatest_fall
from diagnostics.detection.systems.situation import find_systems

__all__ = ["find_systems", "greatest_fall"]
