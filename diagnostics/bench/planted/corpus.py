"""All kinds of errors that are planted."""

from __future__ import annotations

from functools import cache

from diagnostics.bench.planted import (
    plantings_of_events,
    plantings_of_evidence,
    plantings_of_stories,
)
from diagnostics.bench.planted.planting import Planting, plantings_of


@cache
def corpus() -> dict[str, Planting]:
    """Return the plantings by name."""
    modules = (plantings_of_events, plantings_of_evidence, plantings_of_stories)
    return plantings_of(module.PLANTINGS for module in modules)
