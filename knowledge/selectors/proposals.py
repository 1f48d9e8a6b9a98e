"""Reading proposals: how each field stands, who decides it, what the library would say with it."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable, Sequence
from dataclasses import dataclass, field
from functools import cached_property
from typing import Any
from uuid import UUID

from django.db.models import Exists, OuterRef, Q, QuerySet
from hvrmet.accounts.models import User
from hvrmet.accounts.principals import Principal
from hvrmet.accounts.roles import Verb, verbs_of
from hvrmet.accounts.selectors import memberships_of
from hvrmet.core.errors import NotFoundError
from pydantic import JsonValue

from diagnostics.contracts.guidelines import Cause
from diagnostics.contracts.library import Library, LibraryEntry, LibraryReference
from diagnostics.errors import ArgumentError
from diagnostics.guidelines.exchange import (
    Problem,
    entry_document,
    field_value,
    library_problems,
    patched,
    plain_document,
    read_items,
    tool_problems,
)
from diagnostics.messages import Message
from knowledge.models import (
    Decision,
    ExplanationRevision,
    Interest,
    Proposal,
    ProposedField,
    Wording,
)
from knowledge.selectors.library import (
    entries_in_force,
    entries_of,
    latest,
    library_in_force,
    references_in_force,
    tools_by_name,
)
from knowledge.selectors.rows import explanation_of, reference_of

State, Kind, Verdict = Proposal.State, ProposedField.Kind, Decision.Verdict
OPEN = (State.DRAFT, State.IN_REVIEW, State.RETURNED)
EDITABLE = (State.DRAFT, State.RETURNED)
Item = tuple[str, str]
"""Kind and name."""


@dataclass(frozen=True)
class Present:
    """What the library says of an item now; nothing where it has no such item, or no longer."""

    revision: int = 0
    document: dict[str, Any] | None = None

    def value(self, path: str) -> JsonValue:
        """Return what a field of it holds."""
        found: JsonValue = field_value(self.document or {}, path) if path else None
        return found


@dataclass(frozen=True)
class FieldStanding:
    """A proposed field with what was handed in of it, what was said, and what the library says."""

    row: ProposedField
    wordings: tuple[Wording, ...]
    decisions: tuple[Decision, ...]
    present: Present

    @property
    def last(self) -> Wording | None:
        """The wording that is reviewed."""
        return self.wordings[-1] if self.wordings else None

    @cached_property
    def said(self) -> tuple[Decision, ...]:
        """What was decided of the wording that is reviewed."""
        return tuple(item for item in self.decisions if self.last and item.wording == self.last)

    @property
    def edited(self) -> bool:
        """Whether the draft says something else than what was handed in last."""
        last = self.last
        return last is None or (last.value, last.was) != (self.row.value, self.row.was)

    @property
    def approved(self) -> bool:
        """Whether another person approved what the field says."""
        return not self.edited and any(item.verdict == Verdict.APPROVE for item in self.said)

    def waits_for(self, principal: Principal) -> bool:
        """Whether it is in review and a person's to decide, as `proposal_list` finds it."""
        last = self.last
        if last is None or self.approved or last.author_id == principal.id:
            return False
        if last.corrects_id is None:
            return Verb.LIBRARY_REVIEW in principal.verbs
        return any(
            (item.pk, item.author_id) == (last.corrects_id, principal.id) for item in self.wordings
        )

    @property
    def in_conflict(self) -> bool:
        """Whether the library says something else since, which is not what is proposed either."""
        then, now = self.row.revision, self.present.revision
        if not self.row.path or not then or not now:
            return then != now
        return self.present.value(self.row.path) not in (self.row.was, self.row.value)


@dataclass(frozen=True)
class ProposalStanding:
    """A proposal with its fields, as they stand."""

    row: Proposal
    fields: tuple[FieldStanding, ...]
    interests: dict[UUID, str] = field(default_factory=dict)

    @property
    def conflicts(self) -> tuple[FieldStanding, ...]:
        """The fields of an open proposal that somebody else has changed since."""
        if self.row.state not in OPEN:
            return ()
        return tuple(item for item in self.fields if item.in_conflict)

    @property
    def approved(self) -> bool:
        """Whether every field of it is approved, and there is one."""
        return bool(self.fields) and all(item.approved for item in self.fields)

    def waits_for(self, principal: Principal) -> bool:
        """Whether a person has to decide on it, or to mend what was returned to them."""
        if self.row.state == State.RETURNED:
            return self.row.owner_id == principal.id
        in_review = self.row.state == State.IN_REVIEW
        return in_review and any(item.waits_for(principal) for item in self.fields)


def proposal_list(
    *,
    principal: Principal,
    state: str | None = None,
    item: str | None = None,
    mine: bool = False,
    waiting: bool = False,
) -> QuerySet[Proposal]:
    """Return proposals that pass every given filter.

    Parameters
    ----------
    principal : Principal
        Who asks, for `mine` and `waiting`: what they may decide or have to mend.
    state, item : str, optional
        A state; the name of an item that is to change.
    """
    found = Proposal.objects.all()
    if state is not None:
        found = found.filter(state=state)
    if item is not None:
        found = found.filter(
            Exists(ProposedField.objects.filter(proposal=OuterRef("pk"), item=item, dropped=False))
        )
    if mine:
        found = found.filter(owner_id=principal.id)
    if waiting:
        wordings = _undecided(principal).filter(field__proposal=OuterRef("pk"))
        found = found.filter(
            Q(state=State.RETURNED, owner_id=principal.id)
            | Q(Exists(wordings), state=State.IN_REVIEW)
        )
    return found


def _undecided(principal: Principal) -> QuerySet[Wording]:
    """Return the wordings that wait for a person's decision."""
    later = Wording.objects.filter(field=OuterRef("field"), number__gt=OuterRef("number"))
    approved = Decision.objects.filter(wording=OuterRef("pk"), verdict=Verdict.APPROVE)
    theirs = Q(corrects__author_id=principal.id)
    if Verb.LIBRARY_REVIEW in principal.verbs:
        theirs |= Q(corrects__isnull=True)
    return Wording.objects.filter(
        theirs, ~Exists(later), ~Exists(approved), field__dropped=False
    ).exclude(author_id=principal.id)


def proposal_get(proposal_id: UUID, *, lock: bool = False) -> Proposal:
    """Return a proposal, locked until the end of the transaction if asked.

    Raises
    ------
    NotFoundError
        When there is none.
    """
    rows = Proposal.objects.select_for_update() if lock else Proposal.objects
    found = rows.filter(pk=proposal_id).first()
    if found is None:
        raise NotFoundError("proposal")
    return found


def proposals_stand(rows: Sequence[Proposal]) -> list[ProposalStanding]:
    """Return how proposals stand, in a number of queries that does not grow with them."""
    fields = list(
        ProposedField.objects.filter(proposal__in=rows, dropped=False).order_by("created_at", "pk")
    )
    present = items_now({(item.kind, item.item) for item in fields})
    wordings: dict[UUID, list[Wording]] = defaultdict(list)
    decisions: dict[UUID, list[Decision]] = defaultdict(list)
    for wording in Wording.objects.filter(field__in=fields).order_by("number"):
        wordings[wording.field_id].append(wording)
    said = Decision.objects.filter(wording__field__in=fields).select_related("wording")
    people = {row.owner_id for row in rows}
    for decision in said.order_by("created_at"):
        decisions[decision.wording.field_id].append(decision)
        people.add(decision.reviewer_id)
    interests = interests_of(people)
    stand: dict[UUID, list[FieldStanding]] = defaultdict(list)
    for item in fields:
        stand[item.proposal_id].append(
            FieldStanding(
                item,
                tuple(wordings[item.pk]),
                tuple(decisions[item.pk]),
                present[item.kind, item.item],
            )
        )
    return [ProposalStanding(row, tuple(stand[row.pk]), interests) for row in rows]


def items_now(wanted: Iterable[Item]) -> dict[Item, Present]:
    """Return what the library says of items now, those that it does not have among them."""
    names: dict[str, set[str]] = defaultdict(set)
    for kind, name in wanted:
        names[kind].add(name)
    found = {(kind, name): Present() for kind in names for name in names[kind]}
    entries = list(entries_in_force().filter(item__key__in=names[Kind.ENTRY]))
    for row, entry in zip(entries, entries_of(entries), strict=True):
        document = entry_document(entry.model_copy(update={"revision": None}))
        found[Kind.ENTRY, row.item.key] = Present(row.number, document)
    for reference in references_in_force().filter(item__key__in=names[Kind.REFERENCE]):
        document = plain_document(reference_of(reference.item.key, reference))
        found[Kind.REFERENCE, reference.item.key] = Present(reference.number, document)
    causes = latest(ExplanationRevision).filter(removed=False, item__key__in=names[Kind.CAUSE])
    for cause in causes:
        document = plain_document(explanation_of(cause))
        found[Kind.CAUSE, cause.item.key] = Present(cause.number, document)
    return found


def interests_of(people: Iterable[UUID]) -> dict[UUID, str]:
    """Return what people declared last, of those who declared anything."""
    rows = Interest.objects.filter(person_id__in=set(people)).order_by("person_id", "-created_at")
    return dict(rows.distinct("person_id").values_list("person_id", "text"))


def still_edits(person_id: UUID) -> bool:
    """Whether a person may still take part in proposals, in any centre or for the installation."""
    person = User.objects.filter(pk=person_id, is_active=True).first()
    if person is None:
        return False
    roles = [role for item in memberships_of(person_id) for role in item.roles]
    return person.curates or Verb.LIBRARY_EDIT in verbs_of(roles)


@dataclass(frozen=True)
class Outcome:
    """What the library would say with a proposal, and what is wrong with it."""

    changed: Library
    removed: frozenset[Item]
    problems: tuple[Problem, ...]


def proposal_outcome(standing: ProposalStanding) -> Outcome:
    """Put a proposal's values into the library, without keeping it, and check the result."""
    removed = frozenset(
        (item.row.kind, item.row.item) for item in standing.fields if not item.row.path
    )
    values: dict[Item, dict[str, Any]] = defaultdict(dict)
    present: dict[Item, Present] = {}
    for item in standing.fields:
        name = (item.row.kind, item.row.item)
        present[name] = item.present
        if name not in removed:
            values[name][item.row.path] = item.row.value
    documents: list[tuple[str, Any]] = []
    problems: list[Problem] = []
    for (kind, key), changes in values.items():
        try:
            base = present[kind, key].document or _named(kind, key)
            documents.append((kind, patched(base, changes)))
        except ArgumentError as error:
            problems.append(Problem(kind, key, "", error.text))
    changed, wrong = read_items(documents)
    problems += wrong
    problems += _renamed(changed, values)
    tools = tools_by_name()
    for entry in changed.entries:
        problems += tool_problems(entry, tools)
    if not problems:
        problems += library_problems(_without(library_in_force(), removed).joined(changed))
    return Outcome(changed, removed, tuple(problems))


def _named(kind: str, key: str) -> dict[str, Any]:
    """Return a new item's document, which holds nothing but its name."""
    if kind == Kind.CAUSE:
        return {"id": key.rpartition("/")[2]}
    return {"id" if kind == Kind.ENTRY else "key": key}


def name_of(item: LibraryEntry | LibraryReference | Cause) -> Item:
    """Return the kind and the name of an item."""
    if isinstance(item, LibraryEntry):
        return Kind.ENTRY, item.id
    kind = Kind.REFERENCE if isinstance(item, LibraryReference) else Kind.CAUSE
    return kind, item.key


def _renamed(changed: Library, wanted: Iterable[Item]) -> list[Problem]:
    """Find explanations whose name would not be that of their first type of event any more."""
    known = set(wanted)
    return [
        Problem("cause", cause.key, "event_types", Message(id="libraryerror-renamed"))
        for cause in changed.causes
        if name_of(cause) not in known
    ]


def _without(library: Library, removed: frozenset[Item]) -> Library:
    if not removed:
        return library
    return library.model_copy(
        update={
            "entries": tuple(item for item in library.entries if name_of(item) not in removed),
            "causes": tuple(item for item in library.causes if name_of(item) not in removed),
            "references": tuple(
                item for item in library.references if name_of(item) not in removed
            ),
        }
    )
