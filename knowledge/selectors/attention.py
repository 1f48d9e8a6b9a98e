"""Which entries need a curator most, which cells are thin, and who uses an entry."""

from __future__ import annotations

from collections import Counter
from dataclasses import dataclass, field
from datetime import timedelta
from enum import StrEnum

from django.db.models import Count, Q
from django.utils import timezone
from hvrmet.jobs.models import Job

from diagnostics.contracts.enums import Category, EventType, Modality, ReferenceStatus
from knowledge.models import (
    Citation,
    Comment,
    Draft,
    Entry,
    LibraryEntry,
    Outcome,
    OverlayChange,
    ProposalItem,
)
from knowledge.selectors.learning import tallies
from knowledge.selectors.workspaces import library_entries
from knowledge.states import DraftStatus
from knowledge.statistics import Tally

STALE = timedelta(days=730)
THIN = 3
"""A cell of event type, category and modality with fewer entries has no alternatives."""
LEAST_CASES = 5
"""So many decided cases before a hit rate is called low."""


class Need(StrEnum):
    """Why an entry needs attention, the most urgent first."""

    CONFLICT = "conflict"
    DRAFT = "draft"
    LOW_HIT_RATE = "low_hit_rate"
    COMMENT = "comment"
    UNVERIFIED = "unverified"
    STALE = "stale"
    THIN = "thin"


WEIGHTS = {
    Need.CONFLICT: 40,
    Need.DRAFT: 20,
    Need.LOW_HIT_RATE: 16,
    Need.COMMENT: 8,
    Need.UNVERIFIED: 4,
    Need.STALE: 2,
    Need.THIN: 1,
}


@dataclass
class QueueRow:
    """An entry in the queue, with everything that a list shows of it."""

    entry: LibraryEntry
    draft: Draft | None
    needs: list[Need] = field(default_factory=list)
    cited: int = 0
    verified: int = 0
    comments: int = 0
    tally: Tally | None = None

    @property
    def score(self) -> int:
        """How much it needs a curator; the draft's priority adds to it."""
        own = sum(WEIGHTS[need] for need in self.needs)
        return own + (self.draft.priority if self.draft is not None else 0)


@dataclass(frozen=True)
class QueueFilter:
    """What a list of entries shows; empty values show all."""

    text: str = ""
    event: str = ""
    category: str = ""
    modality: str = ""
    need: str = ""
    status: str = ""
    origin: str = ""
    tag: str = ""
    order: str = "need"


def queue(wanted: QueueFilter | None = None) -> list[QueueRow]:
    """Return the entries of the workspace that a filter shows, by need of attention.

    A fixed number of statements, however many entries there are.
    """
    wanted = wanted or QueueFilter()
    rows = library_entries().select_related("head").filter(head__isnull=False)
    if wanted.text:
        words = wanted.text.split()[:10]
        for word in words:
            rows = rows.filter(
                Q(entry_id__icontains=word)
                | Q(head__factor__icontains=word)
                | Q(head__rationale__icontains=word)
                | Q(head__rationale_zh__icontains=word)
                | Q(head__note__icontains=word)
                | Q(head__citations__work__text__icontains=word)
            )
        rows = rows.distinct()
    if wanted.event:
        rows = rows.filter(head__event_types__contains=[wanted.event])
    if wanted.category:
        rows = rows.filter(head__category=wanted.category)
    if wanted.modality:
        rows = rows.filter(head__modality=wanted.modality)
    if wanted.tag:
        rows = rows.filter(head__tags__contains=[wanted.tag])
    found = _with_needs(list(rows))
    found = [row for row in found if _shown(row, wanted)]
    if wanted.order == "name":
        return sorted(found, key=lambda row: row.entry.entry_id)
    if wanted.order == "newest":
        return sorted(found, key=lambda row: row.entry.head.created_at, reverse=True)
    return sorted(found, key=lambda row: (-row.score, row.entry.position, row.entry.entry_id))


def _shown(row: QueueRow, wanted: QueueFilter) -> bool:
    if wanted.need and wanted.need not in row.needs:
        return False
    status = "released" if row.draft is None else row.draft.status
    if wanted.status and status != wanted.status:
        return False
    return not wanted.origin or (row.draft is not None and row.draft.origin == wanted.origin)


def _with_needs(entries: list[LibraryEntry]) -> list[QueueRow]:
    heads = [entry.head_id for entry in entries]
    cited = {
        item["revision_id"]: item
        for item in Citation.objects.filter(revision_id__in=heads)
        .values("revision_id")
        .annotate(
            cited=Count("id"),
            verified=Count("id", filter=Q(work__status=ReferenceStatus.VERIFIED.value)),
        )
    }
    drafts = {draft.entry_id: draft for draft in Draft.objects.filter(closed_at__isnull=True)}
    comments = Counter(
        Comment.objects.filter(resolved_at__isnull=True).values_list("entry_id", flat=True)
    )
    used = {one.group: one for one in tallies()}
    overlays = set(
        OverlayChange.objects.filter(ended_at__isnull=True).values_list("entry_name", flat=True)
    )
    cells = coverage()
    now = timezone.now()
    found = []
    for entry in entries:
        head = entry.head
        assert head is not None
        row = QueueRow(entry, drafts.get(entry.pk), tally=used.get(entry.entry_id))
        counts = cited.get(entry.head_id, {"cited": 0, "verified": 0})
        row.cited, row.verified = counts["cited"], counts["verified"]
        row.comments = comments[entry.pk]
        if entry.entry_id in overlays and row.draft is not None:
            row.needs.append(Need.CONFLICT)
        if row.draft is not None and row.draft.status == DraftStatus.OPEN:
            row.needs.append(Need.DRAFT)
        if row.tally is not None and _is_low(row.tally):
            row.needs.append(Need.LOW_HIT_RATE)
        if row.comments:
            row.needs.append(Need.COMMENT)
        if row.verified < row.cited or not row.cited:
            row.needs.append(Need.UNVERIFIED)
        if now - head.created_at > STALE:
            row.needs.append(Need.STALE)
        if any(
            cells[event, head.category, head.modality] < THIN
            for event in head.event_types
            if (event, head.category, head.modality) in cells
        ):
            row.needs.append(Need.THIN)
        found.append(row)
    return found


def _is_low(tally: Tally) -> bool:
    """Whether an entry is found hardly more often with its event than without."""
    if tally.hit_rate.tries < LEAST_CASES:
        return False
    if tally.hit_rate.high < 0.5:
        return True
    return tally.base_rate.tries >= LEAST_CASES and tally.hit_rate.low <= (
        tally.base_rate.rate or 0
    )


def coverage() -> dict[tuple[str, str, str], int]:
    """Return how many entries each cell of event type, category and modality has."""
    counts: Counter[tuple[str, str, str]] = Counter()
    rows = library_entries().filter(head__isnull=False)
    for events, category, modality in rows.values_list(
        "head__event_types", "head__category", "head__modality"
    ):
        counts.update((event, category, modality) for event in events)
    return {
        (event.value, category.value, modality.value): counts[
            event.value, category.value, modality.value
        ]
        for event in EventType
        for category in Category
        for modality in Modality
    }


@dataclass
class Uses:
    """Who uses an entry: jobs that judged it, releases and overlays that have it, proposals."""

    jobs: int
    last_jobs: list[Job]
    shared_releases: int
    overlays: list[OverlayChange]
    proposals: list[int]
    names_it: list[str]


def uses_of(entry: LibraryEntry) -> Uses:
    """Return who uses an entry of the workspace."""
    job_ids = Outcome.objects.filter(entry_name=entry.entry_id).order_by("-at")
    keys = list(job_ids.values_list("job_id", flat=True)[:10])
    jobs = {job.pk: job for job in Job.objects.filter(pk__in=keys)}
    factor = entry.head.factor if entry.head is not None else ""
    return Uses(
        jobs=job_ids.count(),
        last_jobs=[jobs[key] for key in keys if key in jobs],
        shared_releases=Entry.objects.filter(entry_id=entry.entry_id).count(),
        overlays=list(OverlayChange.objects.filter(entry_name=entry.entry_id)),
        proposals=sorted(
            set(
                ProposalItem.objects.filter(draft__entry=entry).values_list(
                    "proposal__number", flat=True
                )
            )
        ),
        names_it=list(
            library_entries()
            .filter(head__alternatives__contains=[factor])
            .values_list("entry_id", flat=True)
        ),
    )
