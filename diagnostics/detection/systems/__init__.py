"""Synoptic systems as objects through time."""

from diagnostics.detection.systems.situation import find_systems

__all__ = ["find_systems"]
