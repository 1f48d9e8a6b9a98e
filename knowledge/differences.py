"""What differs between two states of an entry or two releases, and what two people changed."""

from __future__ import annotations

from collections.abc import Container, Iterator, Mapping, Sequence
from typing import Any, Literal

from pydantic import BaseModel, ConfigDict

from diagnostics.contracts.guidelines import GuidelineEntry, GuidelineRelease

_BY_NAME = {"detectors": "detector", "references": "text", "also": "output"}
"""Lists whose items are compared by one of their fields, whatever their order."""
SILENT = frozenset({"curation"})
"""Fields that say who reviewed an entry, not what it says."""


class FieldDifference(BaseModel):
    """One field in which two states differ; None stands for a field that is not there."""

    model_config = ConfigDict(frozen=True)

    field: str
    before: Any = None
    after: Any = None


class EntryDifference(BaseModel):
    """What happened to an entry from one release to another."""

    entry: str
    change: Literal["added", "removed", "changed"]
    fields: tuple[FieldDifference, ...] = ()


class ReleaseDifference(BaseModel):
    """What happened from one release to another; unchanged entries are counted."""

    before: str
    after: str
    entries: tuple[EntryDifference, ...]
    causes: tuple[FieldDifference, ...] = ()
    unchanged: int


class MergedField(BaseModel):
    """One field that two people changed from a common state; None: it is not there."""

    model_config = ConfigDict(frozen=True)

    field: str
    before: Any = None
    theirs: Any = None
    mine: Any = None

    @property
    def theirs_changed(self) -> bool:
        """Whether the state that is stored differs from the common one."""
        return bool(self.theirs != self.before)

    @property
    def mine_changed(self) -> bool:
        """Whether the state that is to be stored differs from the common one."""
        return bool(self.mine != self.before)

    @property
    def both(self) -> bool:
        """Whether both changed it, and not to the same."""
        return self.theirs_changed and self.mine_changed and self.theirs != self.mine


def merge_entries(
    before: Mapping[str, Any],
    theirs: Mapping[str, Any],
    mine: Mapping[str, Any],
    *,
    take_theirs: Container[str] = (),
) -> tuple[dict[str, Any], list[MergedField]]:
    """Return an entry with the changes of two people, and the fields that either changed.

    Parameters
    ----------
    before : mapping
        Document of the common state.
    theirs, mine : mapping
        Documents of the stored state, and of the one that is to be stored.
    take_theirs : container of str, optional
        Fields that both changed, of which the stored value counts; of others it is mine.

    Returns
    -------
    tuple of dict and list of MergedField
        The fields come in the order of the contract.
    """
    found: list[MergedField] = []
    merged = {}
    for name in GuidelineEntry.model_fields:
        left, stored, wanted = (one.get(name, _ABSENT) for one in (before, theirs, mine))
        if name in SILENT:
            left = wanted = stored
        value = _merge(name, left, stored, wanted, take_theirs, found)
        if value is not _ABSENT:
            merged[name] = value
    return merged, found


_ABSENT: Any = object()


def _merge(
    path: str,
    before: Any,
    theirs: Any,
    mine: Any,
    take_theirs: Container[str],
    found: list[MergedField],
) -> Any:
    if before == theirs == mine:
        return before
    key = _BY_NAME.get(path.rsplit(".", 1)[-1])
    sides = (before, theirs, mine)
    if key is not None and all(isinstance(one, list) for one in sides):
        named = [_named(one, key) for one in sides]
        inner = _merge_fields(path, named, take_theirs, found)
        return list(inner.values())
    if all(isinstance(one, Mapping) for one in sides):
        return _merge_fields(path, sides, take_theirs, found)
    values = {
        name: None if one is _ABSENT else one
        for name, one in zip(("before", "theirs", "mine"), sides, strict=True)
    }
    one = MergedField(field=path, **values)
    if one.theirs_changed or one.mine_changed:
        found.append(one)
    if not one.mine_changed or (one.both and path in take_theirs):
        return theirs
    return mine


def _merge_fields(
    path: str,
    sides: Sequence[Mapping[str, Any]],
    take_theirs: Container[str],
    found: list[MergedField],
) -> dict[str, Any]:
    before, theirs, mine = sides
    merged: dict[str, Any] = {}
    for name in dict.fromkeys((*theirs, *mine, *before)):
        left, stored, wanted = (one.get(name, _ABSENT) for one in sides)
        value = _merge(f"{path}.{name}", left, stored, wanted, take_theirs, found)
        if value is not _ABSENT:
            merged[name] = value
    return merged


def entry_differences(
    before: GuidelineEntry, after: GuidelineEntry, *, curation: bool = False
) -> list[FieldDifference]:
    """Return the fields in which two states of an entry differ, in the contract's order."""
    left, right = (one.model_dump(mode="json") for one in (before, after))
    names = [name for name in GuidelineEntry.model_fields if curation or name not in SILENT]
    return [item for name in names for item in _compare(name, left.get(name), right.get(name))]


def _compare(path: str, before: Any, after: Any) -> Iterator[FieldDifference]:
    if before == after:
        return
    key = _BY_NAME.get(path.rsplit(".", 1)[-1])
    if isinstance(before, list) and isinstance(after, list) and key is not None:
        before, after = _named(before, key), _named(after, key)
    if isinstance(before, Mapping) and isinstance(after, Mapping):
        for name in (*before, *(one for one in after if one not in before)):
            yield from _compare(f"{path}.{name}", before.get(name), after.get(name))
        return
    yield FieldDifference(field=path, before=before, after=after)


def _named(items: list[Any], key: str) -> dict[str, Any]:
    """Return a list of mappings by one of their fields; a name that comes again is numbered."""
    found: dict[str, Any] = {}
    for item in items:
        name = str(item.get(key, ""))[:80]
        found[name if name not in found else f"{name} #{len(found)}"] = item
    return found


def release_differences(before: GuidelineRelease, after: GuidelineRelease) -> ReleaseDifference:
    """Return what happened from one release to another, by entry and field."""
    left = {entry.id: entry for entry in before.entries}
    right = {entry.id: entry for entry in after.entries}
    found: list[EntryDifference] = []
    for name in (*right, *(one for one in left if one not in right)):
        if name not in left:
            found.append(EntryDifference(entry=name, change="added"))
        elif name not in right:
            found.append(EntryDifference(entry=name, change="removed"))
        else:
            fields = tuple(entry_differences(left[name], right[name]))
            if fields:
                found.append(EntryDifference(entry=name, change="changed", fields=fields))
    causes = tuple(
        _compare(
            "causes",
            {
                f"{one.event_types[0]}.{one.id}": one.model_dump(mode="json")
                for one in before.causes
            },
            {f"{one.event_types[0]}.{one.id}": one.model_dump(mode="json") for one in after.causes},
        )
    )
    changed = sum(item.change != "added" for item in found)
    return ReleaseDifference(
        before=before.digest,
        after=after.digest,
        entries=tuple(found),
        causes=causes,
        unchanged=len(left) - changed,
    )
