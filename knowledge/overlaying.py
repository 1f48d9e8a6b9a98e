"""A release and a centre's overlay in one: pure functions, and the conflicts between both."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from typing import Any, Literal, Protocol

from pydantic import BaseModel, ConfigDict, ValidationError

from diagnostics.contracts.base import digest_of
from diagnostics.contracts.guidelines import GuidelineEntry, GuidelineRelease
from diagnostics.contracts.validation import list_problems
from diagnostics.guidelines import release_digest
from diagnostics.messages import Listing, Message, message
from knowledge.executable import problems_of
from knowledge.states import OverlayAction

ADJUSTABLE = (
    *("expected.clim.threshold", "expected.absolute.value", "expected.floor.value"),
    *("expected.bands", "expected.also", "expected.reduction", "expected.level"),
    *("expected.params", "expected.detectors", "weight", "confidence", "where"),
    *("conditions", "conditions_machine", "alternatives"),
)
TRANSLATABLE = ("rationale", "rationale_zh", "timing", "timing_zh", "note")
FIELDS_OF: Mapping[OverlayAction, tuple[str, ...]] = {
    OverlayAction.ADD: (),
    OverlayAction.ADJUST: ADJUSTABLE,
    OverlayAction.SWITCH_OFF: (),
    OverlayAction.TRANSLATE: TRANSLATABLE,
}
"""Which fields each action may set; a path below one of them may be set too."""


class Change(Protocol):
    """What is read of an overlay's change."""

    entry_name: str
    action: str
    fields: dict[str, Any]
    before: dict[str, Any]
    document: dict[str, Any] | None


class Conflict(BaseModel):
    """One entry in which a release and the overlay do not agree.

    ``removed``: the release no longer has the entry. ``changed``: it has another value than the
    overlay was made on. ``exists``: it has an entry of an added one's name. ``invalid``: the
    combination cannot be executed.
    """

    model_config = ConfigDict(arbitrary_types_allowed=True)

    entry: str
    kind: Literal["removed", "changed", "exists", "invalid"]
    field: str = ""
    before: Any = None
    upstream: Any = None
    own: Any = None
    wording: Message


def value_at(document: Mapping[str, Any], path: str) -> Any:
    """Return what a document holds at a path; None where it holds nothing."""
    found: Any = document
    for part in path.split("."):
        if isinstance(found, Mapping):
            found = found.get(part)
        elif isinstance(found, list) and part.isdigit() and int(part) < len(found):
            found = found[int(part)]
        else:
            return None
    return found


def with_value(document: Mapping[str, Any], path: str, value: Any) -> dict[str, Any]:
    """Return a copy of a document that holds a value at a path."""
    head, _, rest = path.partition(".")
    copy = dict(document)
    inner = copy.get(head)
    if not rest:
        copy[head] = value
    elif isinstance(inner, list):
        first, _, deeper = rest.partition(".")
        items = list(inner)
        place = int(first)
        items[place] = with_value(items[place], deeper, value) if deeper else value
        copy[head] = items
    else:
        copy[head] = with_value(inner or {}, rest, value)
    return copy


def overlay_digest(changes: Iterable[Change]) -> str:
    """Return the digest of an overlay: of what it does, whoever wrote it."""
    plain = sorted(
        (
            {
                "entry": one.entry_name,
                "action": str(one.action),
                "fields": one.fields,
                "document": one.document,
            }
            for one in changes
        ),
        key=lambda one: str(one["entry"]),
    )
    return digest_of(plain)


def combine(
    release: GuidelineRelease, changes: Sequence[Change]
) -> tuple[GuidelineRelease, list[Conflict]]:
    """Return a release with an overlay on it, and every conflict; a conflicting change is left out.

    Parameters
    ----------
    release : GuidelineRelease
        The shared one.
    changes : sequence of Change
        One for each entry at most.

    Returns
    -------
    GuidelineRelease
        With a digest of its own, also where the overlay is empty.
    list of Conflict
    """
    entries = {entry.id: entry for entry in release.entries}
    conflicts: list[Conflict] = []
    for change in changes:
        found = _conflicts_of(entries.get(change.entry_name), change)
        if found:
            conflicts += found
            continue
        if change.action == OverlayAction.SWITCH_OFF:
            del entries[change.entry_name]
            continue
        document = change.document
        if change.action != OverlayAction.ADD:
            document = entries[change.entry_name].model_dump(mode="json")
            for path, value in change.fields.items():
                document = with_value(document, path, value)
        entry, problem = _executable(document, release)
        if entry is None:
            conflicts.append(Conflict(entry=change.entry_name, kind="invalid", wording=problem))
        else:
            entries[change.entry_name] = entry
    digest = overlay_digest(changes)
    combined = release.model_copy(
        update={
            "version": f"{release.version}/{digest[:12]}",
            "entries": tuple(entries.values()),
            "digest": "",
        }
    )
    return combined.model_copy(update={"digest": release_digest(combined)}), conflicts


def _conflicts_of(entry: GuidelineEntry | None, change: Change) -> list[Conflict]:
    name = change.entry_name
    if change.action == OverlayAction.ADD:
        if entry is None:
            return []
        wording = message("curation-conflict_exists", name=name)
        return [Conflict(entry=name, kind="exists", wording=wording)]
    if entry is None:
        wording = message("curation-conflict_removed", name=name)
        return [Conflict(entry=name, kind="removed", wording=wording)]
    document = entry.model_dump(mode="json")
    found = []
    for path, own in change.fields.items():
        before, upstream = change.before.get(path), value_at(document, path)
        if upstream not in (before, own):
            found.append(
                Conflict(
                    entry=name,
                    kind="changed",
                    field=path,
                    before=before,
                    upstream=upstream,
                    own=own,
                    wording=message(
                        "curation-conflict_changed",
                        name=name,
                        field=path,
                        before=str(before),
                        upstream=str(upstream),
                        own=str(own),
                    ),
                )
            )
    return found


def _executable(document: Any, release: GuidelineRelease) -> tuple[GuidelineEntry | None, Message]:
    try:
        entry = GuidelineEntry.model_validate(document)
    except ValidationError as error:
        return None, list_problems(error)[0]
    problems = problems_of(entry, release.causes)
    if problems:
        lines = tuple(message("problem-line", path=p.at, problem=p.wording) for p in problems)
        return None, message("problem-all", problems=Listing(items=lines, style="clauses"))
    return entry, message("curation-none")
