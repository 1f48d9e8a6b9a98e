"""What of a library's change can have an effect: the entries that decide otherwise."""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from diagnostics.contracts.base import digest_of
from diagnostics.contracts.effect import EntryChange
from diagnostics.contracts.guidelines import GuidelineEntry, GuidelineRelease
from diagnostics.contracts.library import Touch
from diagnostics.guidelines.difference import release_difference, touch_of
from diagnostics.guidelines.exchange import fields_of


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


def changes_digest(changes: Sequence[EntryChange]) -> str:
    """Return the sha256 of what changes decide; texts and sources make no difference."""
    return digest_of([[_deciding(item.before), _deciding(item.after)] for item in changes])


def changed_release(release: GuidelineRelease, changes: Iterable[EntryChange]) -> GuidelineRelease:
    """Return a release with the entries of changes in the place of its own, without a digest."""
    wanted = {item.entry_id: item.after for item in changes}
    kept = [wanted.pop(entry.id, entry) for entry in release.entries]
    entries = tuple(entry for entry in (*kept, *wanted.values()) if entry is not None)
    return release.model_copy(update={"entries": entries, "digest": ""})


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
