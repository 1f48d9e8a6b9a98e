"""What of the library needs a curator's attention, most urgent first."""

from __future__ import annotations

from collections import Counter, defaultdict
from collections.abc import Container, Iterable, Iterator, Sequence
from dataclasses import dataclass
from datetime import datetime, timedelta
from enum import StrEnum
from itertools import product
from typing import Any
from uuid import UUID

from django.db.models import Q
from django.utils import timezone
from hvrmet.accounts.principals import Principal
from hvrmet.accounts.roles import Verb

from diagnostics.contracts.enums import Category, EventType, Modality
from diagnostics.contracts.library import FOUND
from knowledge.models import (
    Adoption,
    Candidate,
    Citation,
    DecisionVerdict,
    Proposal,
    ProposalState,
    ProposedKind,
)
from knowledge.selectors.library import entries_in_force, references_in_force
from knowledge.selectors.proposals import OPEN, ProposalStanding, proposal_list, proposals_stand
from knowledge.selectors.remarks import remarks_unseen

FEWEST_TESTED = 3
"""Cases in which an entry was tested, before its share of hits says something."""
LOW_SHARE = 0.5
STALE_AFTER = timedelta(days=365)
FEWEST_ENTRIES = 4
"""A cell with fewer of them is thin."""
MOST_ITEMS = 500
_COUNTS = ("confirmed", "tested", "confirmed_without", "tested_without")
_COLUMNS = (
    "pk", "item__key", "event_types", "category", "modality", "factor", "weight", "created_at",
    *_COUNTS,
)  # fmt: skip


class Need(StrEnum):
    """Why something waits for a curator, in order of urgency."""

    CONFLICT = "conflict"
    RETURNED = "returned"
    REVIEW = "review"
    RELEASE = "release"
    ADOPTION = "adoption"
    REMARK = "remark"
    DRAFT = "draft"
    UNVERIFIED = "unverified"
    LOW_HITS = "low_hits"
    STALE = "stale"
    THIN = "thin"


class QueueKind(StrEnum):
    """What it is that waits."""

    PROPOSAL = "proposal"
    CANDIDATE = "candidate"
    ADOPTION = "adoption"
    OVERLAY = "overlay"
    ENTRY = "entry"
    CELL = "cell"


@dataclass(frozen=True)
class Cell:
    """A type of event, a physical family and a way of checking; in a filter, None is any."""

    event: EventType | None = None
    category: Category | None = None
    modality: Modality | None = None

    @property
    def whole(self) -> bool:
        """Whether it lets everything pass."""
        return self == Cell()

    @property
    def name(self) -> str:
        """Its three names, with slashes between them."""
        return f"{self.event}/{self.category}/{self.modality}"

    def holds(self, other: Cell) -> bool:
        """Whether another cell passes it as a filter."""
        return (
            self.event in (None, other.event)
            and self.category in (None, other.category)
            and self.modality in (None, other.modality)
        )


CELLS = tuple(Cell(*names) for names in product(EventType, Category, Modality))


@dataclass(frozen=True)
class Hits:
    """How often an entry's anomaly was found, with its event and without."""

    confirmed: int
    tested: int
    confirmed_without: int
    tested_without: int


@dataclass(frozen=True)
class EntryStanding:
    """An entry in force, with what may be amiss with it."""

    id: str
    cells: tuple[Cell, ...]
    factor: str
    weight: int
    at: datetime
    hits: Hits | None
    references: tuple[str, ...]
    """Keys of the publications that it cites and nobody found as they are given."""
    verified: bool
    """Whether it cites one that somebody found."""

    @property
    def share(self) -> float:
        """The share of hits among the cases with its event."""
        return self.hits.confirmed / self.hits.tested if self.hits and self.hits.tested else 1.0

    def needs(self, now: datetime) -> tuple[Need, ...]:
        """Return what it needs."""
        tested = self.hits.tested if self.hits else 0
        found = {
            Need.UNVERIFIED: bool(self.references) or not self.verified,
            Need.LOW_HITS: tested >= FEWEST_TESTED and self.share < LOW_SHARE,
            Need.STALE: now - self.at > STALE_AFTER,
        }
        return tuple(need for need, holds in found.items() if holds)

    def rank(self, need: Need) -> tuple[Any, ...]:
        """Return its place among entries of the same need."""
        return {
            Need.UNVERIFIED: (self.verified, -self.weight, self.id),
            Need.LOW_HITS: (self.share, self.id),
            Need.STALE: (self.at, self.id),
        }[need]


@dataclass(frozen=True)
class QueueItem:
    """One thing that needs attention, and why."""

    need: Need
    kind: QueueKind
    id: str
    title: str = ""
    items: tuple[str, ...] = ()
    event: EventType | None = None
    category: Category | None = None
    modality: Modality | None = None
    factor: str = ""
    at: datetime | None = None
    by: str = ""
    references: tuple[str, ...] = ()
    hits: Hits | None = None
    entries: int | None = None


@dataclass(frozen=True)
class NeedCount:
    """How much there is of one need."""

    need: Need
    count: int


@dataclass(frozen=True)
class CellStanding:
    """How many entries a cell has, and how many of them need something."""

    event: EventType
    category: Category
    modality: Modality
    entries: int
    attention: int


@dataclass(frozen=True)
class Queue:
    """What needs attention: counts of every need, the first items, and the cells."""

    counts: tuple[NeedCount, ...]
    total: int
    results: tuple[QueueItem, ...]
    cells: tuple[CellStanding, ...]


def queue_of(
    *,
    principal: Principal,
    need: Need | None = None,
    within: Cell,
    adoptions: Iterable[Adoption] = (),
) -> Queue:
    """Return what needs a person's attention, in a number of queries that does not grow with it.

    Parameters
    ----------
    principal : Principal
    need : Need, optional
        The only one that is listed; all of them are counted.
    within : Cell
        What is listed and counted. A release is of no cell, and a proposal of those of the entries
        in force that it changes.
    adoptions : iterable of Adoption
        What waits for the person in their centre, which is read in its scope.
    """
    entries = _entries()
    now = timezone.now()
    order = list(Need)
    work = [
        *_proposal_items(principal, entries, within),
        *(_candidate_items(principal) if within.whole else ()),
        *(_adoption_items(adoptions) if within.whole else ()),
    ]
    items = [
        *sorted(work, key=lambda item: order.index(item.need)),
        *_entry_items(entries, within, now),
        *_thin_items(entries, within),
    ]
    counts = Counter(item.need for item in items)
    listed = [item for item in items if need in (None, item.need)]
    return Queue(
        counts=tuple(NeedCount(one, counts[one]) for one in Need),
        total=len(listed),
        results=tuple(listed[:MOST_ITEMS]),
        cells=tuple(_cell_standings(entries, now)),
    )


def _proposal_items(
    principal: Principal, entries: Sequence[EntryStanding], within: Cell
) -> list[QueueItem]:
    """Return a person's proposals and those to decide on, each under its most urgent need."""
    waiting = proposal_list(principal=principal, waiting=True).values("pk")
    mine = Q(owner_id=principal.id, state__in=OPEN)
    unseen = remarks_unseen(principal)
    cells = {f"{ProposedKind.ENTRY} {entry.id}": entry.cells for entry in entries}
    rows = list(Proposal.objects.filter(mine | Q(pk__in=waiting) | Q(pk__in=unseen)))
    found = []
    for standing in proposals_stand(rows):
        need = _need_of(standing, principal, unseen)
        names = standing.items
        passes = within.whole or any(
            within.holds(cell) for name in names for cell in cells.get(name, ())
        )
        if need is None or not passes:
            continue
        at, by = _since(standing, need, principal), standing.row.owner
        if need is Need.REMARK:
            at, by = unseen[standing.row.pk]
        found.append(
            QueueItem(
                need=need,
                kind=QueueKind.PROPOSAL,
                id=str(standing.row.pk),
                title=standing.row.reason,
                items=names,
                at=at,
                by=by,
            )
        )
    return sorted(found, key=lambda item: (item.at, item.id))


def _need_of(
    standing: ProposalStanding, principal: Principal, unseen: Container[UUID]
) -> Need | None:
    state, mine = standing.row.state, standing.row.owner_id == principal.id
    if mine and standing.conflicts:
        return Need.CONFLICT
    if mine and state == ProposalState.RETURNED:
        return Need.RETURNED
    if state == ProposalState.IN_REVIEW and standing.waits_for(principal):
        return Need.REVIEW
    if standing.row.pk in unseen:
        return Need.REMARK
    return Need.DRAFT if mine and state == ProposalState.DRAFT else None


def _since(standing: ProposalStanding, need: Need, principal: Principal) -> datetime:
    """Return since when a proposal waits for a person."""
    row, fields = standing.row, standing.fields
    if need is Need.CONFLICT:
        changed = (item.present.since for item in standing.conflicts)
        return min((at for at in changed if at is not None), default=row.saved_at)
    if need is Need.RETURNED:
        said = (one for item in fields for one in item.decisions)
        returns = (one.created_at for one in said if one.verdict == DecisionVerdict.RETURN)
        return max(returns, default=row.saved_at)
    if need is Need.REVIEW:
        written = (
            item.last.created_at for item in fields if item.last and item.waits_for(principal)
        )
        return max(min(written, default=row.saved_at), row.submitted_at or row.saved_at)
    return row.saved_at


def _candidate_items(principal: Principal) -> list[QueueItem]:
    """Return the prepared releases that a person may approve and did not yet."""
    if Verb.LIBRARY_REVIEW not in principal.verbs:
        return []
    rows = Candidate.objects.filter(release__isnull=True, withdrawn_at__isnull=True)
    rows = rows.exclude(approvals__person_id=principal.id).order_by("created_at", "pk")
    return [
        QueueItem(
            need=Need.RELEASE,
            kind=QueueKind.CANDIDATE,
            id=str(row.pk),
            title=row.version,
            at=row.created_at,
            by=row.prepared_by,
        )
        for row in rows.only("version", "created_at", "prepared_by")
    ]


def _adoption_items(adoptions: Iterable[Adoption]) -> list[QueueItem]:
    return [
        QueueItem(
            need=Need.ADOPTION,
            kind=QueueKind.OVERLAY if row.overlay else QueueKind.ADOPTION,
            id=str(row.pk),
            title=row.adopted.version,
            at=row.created_at,
            by=row.proposed_by,
        )
        for row in adoptions
    ]


def _entry_items(
    entries: Iterable[EntryStanding], within: Cell, now: datetime
) -> Iterator[QueueItem]:
    found = defaultdict(list)
    for entry in entries:
        for need in entry.needs(now):
            found[need].append(entry)
    for need in (Need.UNVERIFIED, Need.LOW_HITS, Need.STALE):
        for entry in sorted(found[need], key=lambda one: one.rank(need)):
            cell = next((one for one in entry.cells if within.holds(one)), None)
            if cell is not None:
                yield QueueItem(
                    need=need,
                    kind=QueueKind.ENTRY,
                    id=entry.id,
                    title=entry.id,
                    **vars(cell),
                    factor=entry.factor,
                    at=entry.at,
                    references=entry.references,
                    hits=entry.hits,
                )


def _thin_items(entries: Iterable[EntryStanding], within: Cell) -> list[QueueItem]:
    counts = Counter(cell for entry in entries for cell in entry.cells)
    thin = (cell for cell in CELLS if counts[cell] < FEWEST_ENTRIES and within.holds(cell))
    return [
        QueueItem(
            need=Need.THIN,
            kind=QueueKind.CELL,
            id=cell.name,
            **vars(cell),
            entries=counts[cell],
        )
        for cell in sorted(thin, key=lambda one: (counts[one], one.name))
    ]


def _cell_standings(entries: Iterable[EntryStanding], now: datetime) -> Iterator[CellStanding]:
    counts: Counter[Cell] = Counter()
    attention: Counter[Cell] = Counter()
    for entry in entries:
        counts.update(entry.cells)
        attention.update(entry.cells if entry.needs(now) else ())
    for cell in CELLS:
        yield CellStanding(**vars(cell), entries=counts[cell], attention=attention[cell])


def _entries() -> list[EntryStanding]:
    """Return the entries in force, in three queries."""
    rows = list(entries_in_force().values(*_COLUMNS))
    outcomes = dict(references_in_force().values_list("item__key", "outcome"))
    cited: dict[UUID, list[str]] = defaultdict(list)
    citations = Citation.objects.filter(revision__in=[row["pk"] for row in rows])
    for revision, key in citations.order_by("position").values_list("revision", "reference__key"):
        cited[revision].append(key)
    return [_entry(row, cited[row["pk"]], outcomes) for row in rows]


def _entry(row: dict[str, Any], cited: Sequence[str], outcomes: dict[str, str]) -> EntryStanding:
    unverified = tuple(key for key in cited if outcomes.get(key) not in FOUND)
    counts = {name: row[name] for name in _COUNTS}
    events = (EventType(name) for name in row["event_types"])
    return EntryStanding(
        id=row["item__key"],
        cells=tuple(
            Cell(event, Category(row["category"]), Modality(row["modality"])) for event in events
        ),
        factor=row["factor"],
        weight=row["weight"],
        at=row["created_at"],
        hits=None if row["tested"] is None else Hits(**counts),
        references=tuple(dict.fromkeys(unverified)),
        verified=len(unverified) < len(cited),
    )
