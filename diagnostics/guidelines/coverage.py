"""How well a release covers event type x category x modality."""

from __future__ import annotations

from collections import Counter

from diagnostics.contracts.enums import Category, EventType, Modality
from diagnostics.contracts.guidelines import GuidelineRelease

Cell = tuple[EventType, Category, Modality]


def coverage_of(release: GuidelineRelease) -> dict[Cell, int]:
    """Count the entries of each cell, empty cells included."""
    counts = Counter(
        (event, entry.category, entry.modality)
        for entry in release.entries
        for event in entry.event_types
    )
    return {
        (event, category, modality): counts[event, category, modality]
        for event in EventType
        for category in Category
        for modality in Modality
    }
