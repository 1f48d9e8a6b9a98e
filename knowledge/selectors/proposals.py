"""Reading proposals: how each field stands, and who decides it."""

from __future__ import annotations

import difflib
from collections import defaultdict
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from datetime import datetime
from functools import cached_property
from typing import Any
from uuid import UUID

from django.db.models import Exists, OuterRef, Q, QuerySet, Subquery, Value
from django.db.models.functions import Coalesce
from hvrmet.accounts.models import User
from hvrmet.accounts.principals import Principal
from hvrmet.accounts.roles import Verb, verbs_of
from hvrmet.accounts.selectors import memberships_of
from hvrmet.core.errors import NotFoundError
from pydantic import JsonValue

from diagnostics.guidelines.exchange import field_value
from knowledge.models import (
    Decision,
    DecisionVerdict,
    Interest,
    Proposal,
    ProposalState,
    ProposedField,
    Revision,
    Wording,
)
from knowledge.selectors.history import (
    REVISIONS,
    Field,
    documents_of,
    last_changes,
)
from knowledge.selectors.library import entries_in_force, latest

OPEN = (ProposalState.DRAFT, ProposalState.IN_REVIEW, ProposalState.RETURNED)
EDITABLE = (ProposalState.DRAFT, ProposalState.RETURNED)
Item = tuple[str, str]
"""Kind and name."""


@dataclass(frozen=True)
class Present:
    """What the library says of an item now; nothing where it has no such item, or no longer."""

    revision: int = 0
    document: dict[str, Any] | None = None
    since: datetime | None = None

    def value(self, path: str) -> JsonValue:
        """Return what a field of it holds; with an empty path, all that it says."""
        found: JsonValue = field_value(self.document or {}, path) if path else self.document
        return found


@dataclass(frozen=True)
class FieldStanding:
    """A proposed field with what was handed in of it, what was said, and what the library says."""

    row: ProposedField
    wordings: tuple[Wording, ...]
    decisions: tuple[Decision, ...]
    present: Present

    @property
    def name(self) -> Field:
        """Kind and name of the item, and path."""
        return self.row.kind, self.row.item, self.row.path

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
        """Whether the last word on what the field says is another person's approval."""
        last = self.said[-1] if self.said else None
        return not self.edited and last is not None and last.verdict == DecisionVerdict.APPROVE

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
    interests: tuple[Interest, ...] = ()

    def interest(self, person_id: UUID, at: datetime) -> str:
        """Return what a person had declared at a moment; empty for nothing."""
        own = [item for item in self.interests if item.person_id == person_id]
        said = [item.text for item in own if item.created_at <= at]
        return said[-1] if said else ""

    @property
    def items(self) -> tuple[str, ...]:
        """Kind and name of each item that it changes, ``entry NAME``."""
        return tuple(dict.fromkeys(f"{item.row.kind} {item.row.item}" for item in self.fields))

    @property
    def conflicts(self) -> tuple[FieldStanding, ...]:
        """The fields of an open proposal that somebody else has changed since."""
        if self.row.state not in OPEN:
            return ()
        return tuple(item for item in self.fields if item.in_conflict)

    @property
    def theirs(self) -> dict[Field, Revision]:
        """Of each field in conflict, the revision by which somebody else has changed it."""
        return last_changes((item.name, item.row.revision) for item in self.conflicts)

    @property
    def approved(self) -> bool:
        """Whether every field of it is approved, and there is one."""
        return bool(self.fields) and all(item.approved for item in self.fields)

    def is_abandoned(self, principal: Principal) -> bool:
        """Whether it is open and its owner, somebody else, takes part no more."""
        if self.row.state not in OPEN or self.row.owner_id == principal.id:
            return False
        return not still_edits(self.row.owner_id)

    def waits_for(self, principal: Principal) -> bool:
        """Whether a person has to decide on it, or to mend what was returned to them."""
        if self.row.state == ProposalState.RETURNED:
            return self.row.owner_id == principal.id
        in_review = self.row.state == ProposalState.IN_REVIEW
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
            Q(state=ProposalState.RETURNED, owner_id=principal.id)
            | Q(Exists(wordings), state=ProposalState.IN_REVIEW)
        )
    return found


def _undecided(principal: Principal) -> QuerySet[Wording]:
    """Return the wordings that wait for a person's decision."""
    later = Wording.objects.filter(field=OuterRef("field"), number__gt=OuterRef("number"))
    last = Decision.objects.filter(wording=OuterRef("pk")).order_by("-created_at")
    approved = Q(last_word=DecisionVerdict.APPROVE)
    theirs = Q(corrects__author_id=principal.id)
    if Verb.LIBRARY_REVIEW in principal.verbs:
        theirs |= Q(corrects__isnull=True)
    found = Wording.objects.annotate(
        last_word=Coalesce(Subquery(last.values("verdict")[:1]), Value(""))
    )
    return found.filter(theirs, ~approved, ~Exists(later), field__dropped=False).exclude(
        author_id=principal.id
    )


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
    people = {wording.author_id for own in wordings.values() for wording in own}
    for decision in said.order_by("created_at"):
        decisions[decision.wording.field_id].append(decision)
        people.add(decision.reviewer_id)
    interests = tuple(Interest.objects.filter(person_id__in=people).order_by("created_at"))
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
    for kind, name_list in names.items():
        rows = list(latest(REVISIONS[kind]).filter(removed=False, item__key__in=name_list))
        for row, document in zip(rows, documents_of(kind, rows), strict=True):
            found[kind, row.item.key] = Present(row.number, document, row.created_at)
    return found


def interest_of(person_id: UUID) -> str | None:
    """Return what a person declared last; None where they never did."""
    rows = Interest.objects.filter(person_id=person_id).order_by("-created_at")
    return rows.values_list("text", flat=True).first()


def approvers_of(proposals: Iterable[UUID | None]) -> dict[UUID, list[str]]:
    """Return who approved what the fields of proposals say at last, by name."""
    later = Wording.objects.filter(
        field=OuterRef("wording__field"), number__gt=OuterRef("wording__number")
    )
    after = Decision.objects.filter(
        wording=OuterRef("wording"), created_at__gt=OuterRef("created_at")
    )
    approvals = Decision.objects.filter(
        ~Exists(later),
        ~Exists(after.exclude(verdict=DecisionVerdict.APPROVE)),
        wording__field__proposal__in={one for one in proposals if one is not None},
        wording__field__dropped=False,
        verdict=DecisionVerdict.APPROVE,
    )
    found: dict[UUID, list[str]] = defaultdict(list)
    pairs = approvals.values_list("wording__field__proposal", "reviewer").distinct()
    for proposal_id, reviewer in pairs.order_by("reviewer"):
        found[proposal_id].append(reviewer)
    return found


@dataclass(frozen=True)
class Correction:
    """Whose value a field has in the place of its first author's, and why."""

    path: str
    by: str
    reason: str


def corrections_of(
    proposals: Iterable[UUID | None],
) -> dict[tuple[UUID | None, str, str], list[Correction]]:
    """Return what reviewers have corrected at last, by proposal, kind and name of the item."""
    later = Wording.objects.filter(field=OuterRef("field"), number__gt=OuterRef("number"))
    said = Decision.objects.filter(
        wording=OuterRef("corrects"),
        verdict=DecisionVerdict.CORRECT,
        reviewer_id=OuterRef("author_id"),
    ).order_by("-created_at")
    wordings = Wording.objects.filter(
        ~Exists(later),
        corrects__isnull=False,
        field__proposal__in={one for one in proposals if one is not None},
        field__dropped=False,
    )
    found: dict[tuple[UUID | None, str, str], list[Correction]] = defaultdict(list)
    why = Coalesce(Subquery(said.values("reason")[:1]), Value(""))
    names = ("proposal", "kind", "item", "path")
    rows = wordings.order_by("field__created_at", "pk").values_list(
        *(f"field__{name}" for name in names), "author", why
    )
    for proposal, kind, item, path, by, reason in rows:
        found[proposal, kind, item].append(Correction(path, by, reason))
    return found


def nearest_entries(name: str) -> list[str]:
    """Return names of entries in force that are written much like another one."""
    return difflib.get_close_matches(name, entries_in_force().values_list("item__key", flat=True))


def still_edits(person_id: UUID) -> bool:
    """Whether a person may still take part in proposals, in any centre or for the installation."""
    person = User.objects.filter(pk=person_id, is_active=True).first()
    if person is None:
        return False
    roles = [role for item in memberships_of(person_id) for role in item.roles]
    return person.curates or Verb.LIBRARY_EDIT in verbs_of(roles)
