"""What of a library's change can have an effect: entries and criteria that decide otherwise."""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping, Sequence
from typing import Any

from diagnostics.contracts.base import digest_of
from diagnostics.contracts.effect import CriteriaChange, EntryChange
from diagnostics.contracts.enums import EventType
from diagnostics.contracts.guidelines import GuidelineEntry, GuidelineRelease, ReleasedPreset
from diagnostics.contracts.library import Touch
from diagnostics.guidelines.difference import release_difference, touch_of
from diagnostics.guidelines.exchange import fields_of
from diagnostics.guidelines.preset_numbers import preset_documents, preset_fields


def deciding_changes(before: GuidelineRelease, after: GuidelineRelease) -> tuple[EntryChange, ...]:
    """Return the entries of which another field than a text or a source differs.

    Parameters
    ----------
    before, after : GuidelineRelease

    Returns
    -------
    tuple of EntryChange
        In the order of `after`, then what it no longer has.
    """
    old, new = _by_id(before), _by_id(after)
    return tuple(
        EntryChange(before=old.get(item.key), after=new.get(item.key))
        for item in release_difference(before, after).items
        if item.kind == "entry" and any(field.touches is not Touch.TEXT for field in item.fields)
    )


def deciding_criteria(
    before: GuidelineRelease, after: GuidelineRelease
) -> tuple[CriteriaChange, ...]:
    """Return the criteria of events of which a number differs.

    Parameters
    ----------
    before, after : GuidelineRelease
        What a release does not say of criteria, the package does.

    Returns
    -------
    tuple of CriteriaChange
    """
    old, new = preset_documents(before), preset_documents(after)
    changes = (CriteriaChange(preset=name, before=old[name], after=new[name]) for name in old)
    return tuple(item for item in changes if changed_numbers(item))


def changed_numbers(change: CriteriaChange) -> dict[str, tuple[Any, Any]]:
    """Return the numbers that criteria do not say alike, both values by path."""
    old, new = deciding_numbers(change.before), deciding_numbers(change.after)
    return {
        path: (old.get(path), new.get(path))
        for path in {**old, **new}
        if old.get(path) != new.get(path)
    }


def deciding_numbers(document: Mapping[str, Any]) -> dict[str, Any]:
    """Return by path what of criteria decides a classification: no texts and no sources."""
    fields = preset_fields(document)
    return {path: value for path, value in fields.items() if touch_of(path) is not Touch.TEXT}


def event_of_number(path: str) -> EventType | None:
    """Return the type of event that a number of criteria is about; None where it is about all."""
    found = re.match(r"(?:criteria|percentiles)\.(\w+)\.", path)
    return EventType(found[1]) if found else None


def changes_digest(changes: Sequence[EntryChange], criteria: Sequence[CriteriaChange] = ()) -> str:
    """Return the sha256 of what changes decide; texts and sources make no difference."""
    said: list[object] = [[_deciding(item.before), _deciding(item.after)] for item in changes]
    said += [
        [item.preset, deciding_numbers(item.before), deciding_numbers(item.after)]
        for item in criteria
    ]
    return digest_of(said)


def changed_release(
    release: GuidelineRelease,
    changes: Iterable[EntryChange],
    criteria: Iterable[CriteriaChange] = (),
) -> GuidelineRelease:
    """Return a release with the entries and criteria of changes for its own, without a digest."""
    wanted = {item.entry_id: item.after for item in changes}
    kept = [wanted.pop(entry.id, entry) for entry in release.entries]
    entries = tuple(entry for entry in (*kept, *wanted.values()) if entry is not None)
    presets = {item.name: item for item in release.presets} | {
        item.preset: ReleasedPreset(name=item.preset, document=item.after) for item in criteria
    }
    return release.model_copy(
        update={"entries": entries, "presets": tuple(presets.values()), "digest": ""}
    )


def _by_id(release: GuidelineRelease) -> dict[str, GuidelineEntry]:
    return {entry.id: entry for entry in release.entries}


def _deciding(entry: GuidelineEntry | None) -> dict[str, object] | None:
    if entry is None:
        return None
    document = entry.model_dump(mode="json", exclude_defaults=True, exclude={"curation"})
    fields = dict(fields_of(document))
    return {"id": entry.id} | {
        path: value for path, value in fields.items() if touch_of(path) is not Touch.TEXT
    }
