"""The documents of curation: what REST takes and gives."""

from __future__ import annotations

from datetime import date, datetime
from enum import StrEnum
from typing import Any
from uuid import UUID

from hvrmet.core.http.pagination import Page
from hvrmet.core.http.schemas import Query
from pydantic import Base64Bytes, BaseModel, ConfigDict, Field, JsonValue

from diagnostics.contracts.enums import Category, EventType, Modality
from diagnostics.contracts.guidelines import GuidelineEntry, PaperLicence, Reference
from knowledge.differences import FieldDifference
from knowledge.effects import EffectResult
from knowledge.papers import LARGEST, PaperResult
from knowledge.selectors.attention import Need
from knowledge.states import (
    ChangeKind,
    DraftStatus,
    Origin,
    OverlayAction,
    ProposalStatus,
    ReleaseKind,
    ReviewWord,
)
from knowledge.statistics import Tally

Text = Field(default="", max_length=2000)


class Body(BaseModel):
    """A body; unknown fields are refused."""

    model_config = ConfigDict(extra="forbid")


class NewWorkspace(Body):
    """The release that curators begin with; by default the one that the centre works with."""

    digest: str | None = Field(default=None, pattern="^[0-9a-f]{64}$")


class WorkspaceInfo(BaseModel):
    """Where the centre's curators work."""

    library: str
    version: str
    title: str
    base_digest: str
    upstream_digest: str
    changed_at: datetime


class EntryFilter(Query):
    """Which entries of the workspace, in which order."""

    q: str = Field(default="", max_length=200)
    event: EventType | None = None
    category: Category | None = None
    modality: Modality | None = None
    need: Need | None = None
    status: DraftStatus | None = None
    origin: Origin | None = None
    tag: str = Field(default="", max_length=50)
    order: str = Field(default="need", pattern="^(need|name|newest)$")


class QueueItem(BaseModel):
    """One entry in the queue of curators, and why it needs them."""

    entry: str
    factor: str
    event_types: tuple[str, ...]
    category: str
    modality: str
    weight: int
    revision: int
    draft: DraftStatus | None
    change: ChangeKind | None
    origin: Origin | None
    needs: tuple[Need, ...]
    score: int
    references: int
    verified: int
    comments: int
    use: Tally | None


class EntryQueue(BaseModel):
    """Entries of the workspace, those that need attention first."""

    results: tuple[QueueItem, ...]


class NewEntry(Body):
    """A new entry, and why."""

    entry: GuidelineEntry
    reason: str = Text


class ChangedEntry(Body):
    """Another state of an entry; `based_on` is the number of the revision that was read."""

    entry: GuidelineEntry
    based_on: int = Field(ge=1)
    reason: str = Text


class Reason(Body):
    """Why."""

    reason: str = Field(min_length=1, max_length=2000)


class RevisionInfo(BaseModel):
    """One state of an entry: who made it, when and why."""

    number: int
    digest: str
    author: str
    origin: Origin
    reason: str
    evidence: dict[str, JsonValue]
    created_at: datetime


class RevisionPage(Page[RevisionInfo]):
    """Revisions, the newest first."""


class RevisionDetail(RevisionInfo):
    """One state of an entry as a whole."""

    entry: GuidelineEntry


class EntryDetail(BaseModel):
    """An entry of the workspace in its newest state."""

    entry: GuidelineEntry
    revision: RevisionInfo
    released: int | None
    draft: DraftStatus | None
    change: ChangeKind | None


class DiffQuery(Query):
    """Against which revision; the released one by default."""

    against: int | None = Field(default=None, ge=1)


class EntryDiff(BaseModel):
    """What differs between two states, field by field."""

    before: int | None
    after: int
    fields: tuple[FieldDifference, ...]


class NewComment(Body):
    """A remark on an entry, or on one of its fields."""

    text: str = Field(min_length=1, max_length=4000)
    field: str = Field(default="", max_length=100)


class CommentInfo(BaseModel):
    """A remark, and whether it is resolved."""

    id: UUID
    field: str
    text: str
    author: str
    revision: int
    created_at: datetime
    resolved_by: str
    resolved_at: datetime | None


class CommentPage(Page[CommentInfo]):
    """Remarks, the newest first."""


class EntryPreview(BaseModel):
    """The sentences that a report will print of an entry, and what is wrong with it."""

    confirmed: dict[str, str]
    refuted: dict[str, str]
    expected: dict[str, str]
    rationale: dict[str, str]
    problems: tuple[dict[str, Any], ...]


class UseInfo(BaseModel):
    """Who uses an entry."""

    jobs: int
    last_jobs: tuple[UUID, ...]
    shared_releases: int
    overlays: int
    proposals: tuple[int, ...]
    alternative_of: tuple[str, ...]


class UseStatistics(BaseModel):
    """What use shows, by group, with intervals that hold 90 %."""

    by: str
    results: tuple[Tally, ...]


class StatisticsQuery(Query):
    """By what to count, of one entry or of all."""

    by: str = Field(default="entry", pattern="^(entry|event_type|season|region|resolution)$")
    entry: str | None = Field(default=None, max_length=200)


class CoverageCell(BaseModel):
    """How many entries a cell has."""

    event: EventType
    category: Category
    modality: Modality
    entries: int


class CoverageMatrix(BaseModel):
    """Entries of the workspace by event type, category and modality, empty cells included."""

    results: tuple[CoverageCell, ...]


class WorkInfo(BaseModel):
    """A publication of the bibliography."""

    id: UUID
    reference: Reference
    cited_by: int


class WorkPage(Page[WorkInfo]):
    """Publications, those taken in last first."""


class NewProposal(Body):
    """Drafts that are to become the next release; all open ones where none is named."""

    title: str = Field(min_length=1, max_length=300)
    reason: str = Field(min_length=1, max_length=4000)
    entries: tuple[str, ...] = Field(default=(), max_length=5_000)


class ProposalEntries(Body):
    """Which drafts are in a proposal."""

    entries: tuple[str, ...] = Field(min_length=1, max_length=5_000)


class ProposalInfo(BaseModel):
    """A proposal, and how far it is."""

    number: int
    title: str
    reason: str
    author: str
    status: ProposalStatus
    base_digest: str
    digest: str
    wrong_cases_reason: str
    created_at: datetime
    submitted_at: datetime | None
    decided_at: datetime | None
    release_digest: str


class ProposalPage(Page[ProposalInfo]):
    """Proposals, the newest first."""


class ProposalItemInfo(BaseModel):
    """One entry of a proposal."""

    entry: str
    change: ChangeKind
    revision: int


class ProposalDetail(ProposalInfo):
    """A proposal with its entries and the approvals that count."""

    entries: tuple[ProposalItemInfo, ...]
    approved_by: tuple[str, ...]
    reviews_required: int


class NewProposalReview(Body):
    """A curator's word on a submitted proposal."""

    verdict: ReviewWord
    text: str = Field(default="", max_length=4000)


class ProposalReviewInfo(BaseModel):
    """What a curator said, and of which state."""

    reviewer: str
    verdict: ReviewWord
    text: str
    digest: str
    created_at: datetime


class ProposalReviewPage(Page[ProposalReviewInfo]):
    """Reviews, the newest first."""


class CentreReleaseInfo(BaseModel):
    """A release of the centre."""

    id: str
    version: str
    title: str
    kind: ReleaseKind
    digest: str
    base_digest: str
    overlay_digest: str
    entries: int
    approvals: tuple[dict[str, str], ...]
    released_by: str
    created_at: datetime
    signature: str


class CentreReleasePage(Page[CentreReleaseInfo]):
    """Releases of the centre, the newest first."""


class AgainstQuery(Query):
    """Digest of the release to compare with."""

    against: str = Field(pattern="^[0-9a-f]{64}$")


class NewImport(Body):
    """A library as YAML, as the export writes it."""

    yaml: str = Field(min_length=1, max_length=40_000_000)
    reason: str = Field(min_length=1, max_length=2000)


class NewUpstream(Body):
    """A later shared release, and the conflicting entries that are taken as they are there."""

    digest: str = Field(pattern="^[0-9a-f]{64}$")
    theirs: tuple[str, ...] = Field(default=(), max_length=5_000)


class ImportInfo(BaseModel):
    """What was taken in; `conflicts` names the fields that both sides changed."""

    added: tuple[str, ...]
    changed: tuple[str, ...]
    unchanged: int
    conflicts: dict[str, tuple[str, ...]]


class OverlayChangeInfo(BaseModel):
    """What the overlay does with one entry."""

    entry: str
    action: OverlayAction
    fields: dict[str, JsonValue]
    before: dict[str, JsonValue]
    document: GuidelineEntry | None
    reason: str
    source: str
    effective_from: date | None
    author: str
    created_at: datetime


class OverlayInfo(BaseModel):
    """The overlay of the centre: its digest, that of the combination, and the conflicts."""

    base_digest: str
    overlay_digest: str
    combined_digest: str
    changes: tuple[OverlayChangeInfo, ...]
    conflicts: tuple[dict[str, Any], ...]


class OverlayQuery(Query):
    """On which release; on that of the centre by default."""

    digest: str | None = Field(default=None, pattern="^[0-9a-f]{64}$")


class NewOverlay(Body):
    """What the centre does otherwise with one entry; a value may come with a unit of its own."""

    action: OverlayAction
    fields: dict[str, JsonValue] = Field(default={}, max_length=50)
    document: GuidelineEntry | None = None
    reason: str = Field(min_length=1, max_length=2000)
    source: str = Field(default="", max_length=500)
    effective_from: date | None = None


class NewCombination(Body):
    """On which release the overlay is laid; on that of the centre by default."""

    digest: str | None = Field(default=None, pattern="^[0-9a-f]{64}$")


class EffectStatus(StrEnum):
    """Where an effect run stands."""

    WAITING = "waiting"
    RUNNING = "running"
    DONE = "done"
    FAILED = "failed"


class EffectInfo(BaseModel):
    """A proposal tried on cases: how far, and what changes."""

    id: UUID
    digest: str
    base_digest: str
    status: EffectStatus
    cases: int
    done: int
    problem: dict[str, JsonValue] | None
    result: EffectResult | None
    asked_by: str
    created_at: datetime
    ended_at: datetime | None


class EffectPage(Page[EffectInfo]):
    """Effect runs, the newest first."""


class NewPaper(Body):
    """A paper as PDF, to draw drafts of library entries from it."""

    name: str = Field(min_length=1, max_length=200, description="Of the file")
    content: Base64Bytes = Field(
        max_length=LARGEST, description="The PDF in base64, of at most 16 MiB before"
    )
    reference: str = Field(default="", max_length=1000, description="As reports print the paper")
    licence: PaperLicence | None = Field(
        default=None, description="For a paper that does not say itself; words are quoted by it"
    )
    events: tuple[EventType, ...] = Field(
        default=(), max_length=5, description="For sentences that name no type of event"
    )


class PaperStatus(StrEnum):
    """Where the reading of a paper stands."""

    WAITING = "waiting"
    RUNNING = "running"
    DONE = "done"
    FAILED = "failed"


class PaperInfo(BaseModel):
    """A paper that was given: how far, and what was drawn from it."""

    id: UUID
    name: str
    sha256: str
    size: int = Field(description="Bytes")
    reference: str
    licence: str = Field(description="As the curator said; empty where nothing was said")
    events: tuple[EventType, ...]
    status: PaperStatus
    problem: str | None = Field(description="Why it was not read, in the reader's language")
    result: PaperResult | None
    asked_by: str
    created_at: datetime
    ended_at: datetime | None


class PaperPage(Page[PaperInfo]):
    """Papers, the newest first."""
