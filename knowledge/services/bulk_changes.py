"""One change in many entries: shown first, then proposed as fields of a draft, exactly as shown."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from enum import StrEnum
from typing import Any
from uuid import UUID

from django.db import transaction
from hvrmet.accounts.principals import Principal
from hvrmet.core.errors import ApplicationError, NotFoundError
from pydantic import JsonValue

from diagnostics.contracts.base import digest_of
from diagnostics.guidelines.exchange import Problem
from knowledge.models import Proposal, ProposedField, ProposedKind
from knowledge.selectors.library import LibraryFilter, entries_in_force, references_in_force
from knowledge.selectors.outcomes import proposal_outcome
from knowledge.selectors.proposals import Present, items_now, proposals_stand
from knowledge.selectors.queue import Cell, Need, QueueKind, queue_of
from knowledge.services.field_edits import FieldEdit, require_proposed
from knowledge.services.proposals import fields_save, proposal_create


class BulkPath(StrEnum):
    """What can be changed in many entries at once."""

    ENTRY = ""
    WEIGHT = "weight"
    DIFFICULTY = "difficulty"
    CONFIDENCE = "confidence"
    TAGS = "tags"
    CITATIONS = "citations"
    MONTHS = "conditions_machine.months_nh"
    LATITUDES = "conditions_machine.abs_lat_range"
    LIMIT = "expected.absolute.value"
    FLOOR = "expected.floor.value"


class BulkAct(StrEnum):
    """How it is changed."""

    SET = "set"
    SCALE = "scale"
    SHIFT = "shift"
    ADD = "add"
    TAKE_OUT = "take_out"
    REPLACE = "replace"
    REMOVE = "remove"


_LISTS = (BulkPath.TAGS, BulkPath.CITATIONS)
_LIMITS = (BulkPath.LIMIT, BulkPath.FLOOR)
ACTS: dict[BulkPath, tuple[BulkAct, ...]] = {
    path: (BulkAct.REMOVE,)
    if path is BulkPath.ENTRY
    else (BulkAct.ADD, BulkAct.TAKE_OUT, BulkAct.REPLACE)
    if path in _LISTS
    else (BulkAct.SET, BulkAct.SCALE, BulkAct.SHIFT)
    if path in _LIMITS
    else (BulkAct.SET,)
    for path in BulkPath
}


@dataclass(frozen=True)
class BulkChange:
    """One change; `former` is what is replaced, `unit` that of a limit that is set."""

    path: BulkPath
    act: BulkAct
    value: JsonValue = None
    former: str = ""
    unit: str | None = None


@dataclass(frozen=True)
class Changed:
    """What becomes of one entry; `value` is in the unit in which the entry is judged."""

    item: str
    factor: str
    revision: int
    was: JsonValue
    value: JsonValue
    unit: str


@dataclass(frozen=True)
class LeftOut:
    """An entry that cannot be changed so, and what would be wrong; none where it has no limit."""

    item: str
    factor: str
    problems: tuple[Problem, ...]


@dataclass(frozen=True)
class BulkOutcome:
    """What a change does to the entries that a filter meets.

    Attributes
    ----------
    same : tuple of str
        Entries that say so already.
    digest : str
        Of all of it: what is kept is what was shown.
    proposal : UUID or None
        The draft that holds it; None where it was only shown.
    """

    changed: tuple[Changed, ...]
    same: tuple[str, ...]
    left_out: tuple[LeftOut, ...]
    digest: str
    proposal: UUID | None


def bulk_preview(
    *,
    principal: Principal,
    wanted: LibraryFilter,
    need: Need | None,
    change: BulkChange,
    proposal_id: UUID | None = None,
) -> BulkOutcome:
    """Show what a change would do, and keep nothing of it.

    Raises
    ------
    ApplicationError
        As `bulk_propose`.
    """
    with transaction.atomic():
        outcome = _made(principal, wanted, need, change, proposal_id, reason="")
        transaction.set_rollback(True)
    return outcome


@transaction.atomic
def bulk_propose(
    *,
    principal: Principal,
    wanted: LibraryFilter,
    need: Need | None,
    change: BulkChange,
    digest: str,
    proposal_id: UUID | None = None,
    reason: str = "",
) -> BulkOutcome:
    """Put a change that was shown into a draft: a new one, or one of the caller's own.

    Parameters
    ----------
    principal, wanted, need, change, proposal_id, reason
    digest : str
        Of what `bulk_preview` showed.

    Raises
    ------
    ApplicationError
        ``changed_since`` (409) where it would do something else by now, ``nothing_proposed`` (400)
        where no entry would change, ``mixed_units`` (400) for limits of several units,
        ``not_changed_so`` (400) for an act that the field does not have, or as `field_save`.
    """
    outcome = _made(principal, wanted, need, change, proposal_id, reason=reason)
    if outcome.digest != digest:
        raise ApplicationError(
            "the library or the draft says something else since this change was shown: look at it "
            "again",
            code="changed_since",
            http_status=409,
        )
    if not outcome.changed:
        raise ApplicationError("no entry would change", code="nothing_proposed")
    return outcome


def _made(
    principal: Principal,
    wanted: LibraryFilter,
    need: Need | None,
    change: BulkChange,
    proposal_id: UUID | None,
    *,
    reason: str,
) -> BulkOutcome:
    _require_act(change)
    keys = _met(principal, wanted, need)
    present = items_now((ProposedKind.ENTRY.value, key) for key in keys)
    held = {
        row.item: row
        for row in ProposedField.objects.filter(
            proposal=proposal_id, kind=ProposedKind.ENTRY, path=change.path, dropped=False
        )
    }
    entries = [_Entry(key, present[ProposedKind.ENTRY, key], held.get(key)) for key in keys]
    _require_one_unit(entries, change)
    edits = {entry.key: entry.edit(change) for entry in entries}
    named = {entry.key: entry for entry in entries}
    wrong: dict[str, list[Problem]] = {key: [] for key, edit in edits.items() if edit is None}
    same = tuple(
        key
        for key, edit in edits.items()
        if edit and edit.unit is None and change.path and edit.value == named[key].says(change.path)
    )
    left = {key: edit for key, edit in edits.items() if edit and key not in same}
    while True:
        with transaction.atomic():
            row, found = _tried(principal, proposal_id, [*left.values()], reason)
            if found:
                transaction.set_rollback(True)
        if not found:
            break
        for problem in found:
            wrong.setdefault(problem.key, []).append(problem)
            left.pop(problem.key, None)
    kept = {
        field.item: field
        for field in ProposedField.objects.filter(proposal=row, kind=ProposedKind.ENTRY)
        if field.path == change.path
    }
    same += tuple(key for key in left if kept[key].dropped)
    changed = tuple(
        Changed(
            item=key,
            factor=named[key].factor,
            revision=edit.revision,
            was=named[key].says(change.path),
            value=kept[key].value,
            unit=kept[key].unit,
        )
        for key, edit in left.items()
        if key not in same
    )
    left_out = tuple(
        LeftOut(key, named[key].factor, tuple(problems)) for key, problems in wrong.items()
    )
    said = {
        "changed": [vars(item) for item in changed],
        "same": same,
        "left_out": [item.item for item in left_out],
    }
    return BulkOutcome(changed, same, left_out, digest_of(said), row.pk)


def _tried(
    principal: Principal, proposal_id: UUID | None, edits: Sequence[FieldEdit], reason: str
) -> tuple[Proposal, list[Problem]]:
    """Keep fields in a draft, and find what is wrong with these entries then."""
    if proposal_id is None:
        row = proposal_create(principal=principal, reason=reason, edits=edits)
    else:
        row = fields_save(principal=principal, proposal_id=proposal_id, edits=edits)
    (standing,) = proposals_stand([row])
    keys = {edit.item for edit in edits}
    problems = proposal_outcome(standing).problems if edits else ()
    return row, [problem for problem in problems if problem.key in keys]


def _met(principal: Principal, wanted: LibraryFilter, need: Need | None) -> list[str]:
    keys = list(entries_in_force(wanted).values_list("item__key", flat=True))
    if need is None:
        return keys
    cell = Cell(wanted.event, wanted.category, wanted.modality)
    waiting = queue_of(principal=principal, need=need, within=cell).results
    named = {item.id for item in waiting if item.kind is QueueKind.ENTRY}
    return [key for key in keys if key in named]


def _require_act(change: BulkChange) -> None:
    if change.act not in ACTS[change.path]:
        raise ApplicationError(
            f"{change.path or 'an entry'} is changed by {', '.join(ACTS[change.path])}",
            code="not_changed_so",
        )
    is_text = change.act in (BulkAct.ADD, BulkAct.TAKE_OUT, BulkAct.REPLACE)
    if is_text and not (isinstance(change.value, str) and change.value.strip()):
        raise ApplicationError("name what is added or taken out", code="not_changed_so")
    if change.act is BulkAct.REPLACE and not change.former:
        raise ApplicationError("name what is replaced (`former`)", code="not_changed_so")
    is_number = isinstance(change.value, int | float) and not isinstance(change.value, bool)
    if change.act in (BulkAct.SCALE, BulkAct.SHIFT) and not is_number:
        raise ApplicationError("a limit is scaled or shifted by a number", code="not_a_number")
    cites = change.path is BulkPath.CITATIONS and change.act is not BulkAct.TAKE_OUT
    if cites and not references_in_force().filter(item__key=change.value).exists():
        raise NotFoundError(f"reference {change.value}")


def _require_one_unit(entries: Sequence[_Entry], change: BulkChange) -> None:
    """Refuse one number for limits of several units; a factor has none, but its zeros differ."""
    if change.path not in _LIMITS:
        return
    units = sorted({entry.unit for entry in entries if entry.says(change.path) is not None})
    if len(units) > 1:
        raise ApplicationError(
            f"these limits are kept in several units ({', '.join(units)}): narrow the filter to "
            "one, by a factor or a type of event",
            code="mixed_units",
            data={"units": units},
        )


@dataclass(frozen=True)
class _Entry:
    """An entry as it is now, with the field as a draft has it already."""

    key: str
    present: Present
    held: ProposedField | None

    @property
    def factor(self) -> str:
        return f"{self.present.value('factor')}"

    @property
    def unit(self) -> str:
        return f"{self.present.value('expected.unit') or ''}"

    def says(self, path: str) -> JsonValue:
        return self.held.value if self.held else self.present.value(path)

    def edit(self, change: BulkChange) -> FieldEdit | None:
        """Return what is to be kept; None for a limit that the entry does not have."""
        value = change.value
        if change.path in _LISTS:
            value = [*_listed(self.says(change.path) or [], change)]
        elif change.path in _LIMITS:
            now = self.says(change.path)
            if now is None:
                return None
            value = _limit(now, change)
        elif change.path is BulkPath.ENTRY:
            value = None
        if value == []:  # an empty field holds nothing
            value = None
        revision = self.held.revision if self.held else self.present.revision
        unit = change.unit if change.act is BulkAct.SET else None
        edit = FieldEdit("entry", self.key, change.path, revision, value, unit)
        require_proposed(edit)
        return edit


def _limit(now: Any, change: BulkChange) -> JsonValue:
    if change.act is BulkAct.SET:
        return change.value
    by = float(f"{change.value}")
    numbers = now if isinstance(now, list) else [now]
    moved = [number * by if change.act is BulkAct.SCALE else number + by for number in numbers]
    found = [float(f"{number:.6g}") for number in moved]
    return [*found] if isinstance(now, list) else found[0]


def _listed(now: Any, change: BulkChange) -> Iterator[JsonValue]:
    """Give a list without what is taken out, and with what is added in its place or at the end."""
    wanted = change.value
    out = change.former if change.act is BulkAct.REPLACE else wanted
    names = [item["reference"] if isinstance(item, dict) else item for item in now]
    stands = wanted in names
    for name, item in zip(names, now, strict=True):
        if change.act is BulkAct.ADD or name != out:
            yield item
        elif change.act is BulkAct.REPLACE and not stands:
            yield wanted
    if change.act is BulkAct.ADD and not stands:
        yield wanted
