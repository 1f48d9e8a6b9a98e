"""Entries that are changed for a test, and requests that ask for the effect."""

from __future__ import annotations

from typing import Any

from diagnostics.contracts.effect import EffectPart, EffectRequest, EntryChange
from diagnostics.contracts.guidelines import GuidelineEntry, IndexExpectation
from diagnostics.guidelines import changes_digest


def expecting(entry: GuidelineEntry, **changes: Any) -> GuidelineEntry:
    """Return an entry that expects something else of its index or chart."""
    return entry.model_copy(update={"expected": entry.expected.model_copy(update=changes)})


def limited(entry: GuidelineEntry, value: float) -> GuidelineEntry:
    """Return an index entry with another absolute limit."""
    expected = entry.expected
    assert isinstance(expected, IndexExpectation)
    assert expected.absolute is not None
    return expecting(entry, absolute=expected.absolute.model_copy(update={"value": value}))


def asked(
    part: EffectPart, *pairs: tuple[GuidelineEntry | None, GuidelineEntry | None]
) -> EffectRequest:
    """Return the request for the effect of entries before and after."""
    changes = tuple(EntryChange(before=before, after=after) for before, after in pairs)
    return EffectRequest(part=part, digest=changes_digest(changes), changes=changes)
