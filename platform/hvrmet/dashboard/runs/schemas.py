"""A growing diagnosis as the API shows it: everything named and reasoned in one language."""

from __future__ import annotations

from datetime import datetime
from enum import StrEnum
from uuid import UUID

from pydantic import BaseModel, Field

from diagnostics.contracts.enums import (
    Category,
    CauseStanding,
    EventType,
    Firing,
    Language,
    Modality,
    OccurrenceStatus,
    Role,
    StopReason,
)
from diagnostics.contracts.request import DiagnosisRequest
from diagnostics.contracts.space_time import Region, TimeWindow
from diagnostics.contracts.steering import SteeringAction
from hvrmet.core.http.schemas import Query
from hvrmet.dashboard.schemas import EventArea
from hvrmet.jobs.states import Failure, JobStatus


class RunQuery(Query):
    """In which language."""

    language: Language = Field(default=Language.EN, description="of names and reasons")


class Stage(StrEnum):
    """What a diagnosis does."""

    WAITING = "waiting"
    READING = "reading"
    CLASSIFYING = "classifying"
    TESTING = "testing"
    WRITING = "writing"
    ENDED = "ended"


class FactorStand(StrEnum):
    """How far a factor has come; after a verdict, what the verdict is."""

    PROPOSED = "proposed"
    WORKING = "working"
    CONFIRMED = "confirmed"
    NOT_COUNTED = "not_counted"
    REFUTED = "refuted"
    UNDETERMINED = "undetermined"
    BLOCKED = "blocked"
    FAILED = "failed"
    SET_ASIDE = "set_aside"


class Uncounted(StrEnum):
    """Why a confirmed factor does not count."""

    WITHOUT_THE_EVENT = "without_the_event"
    RESTATES = "restates"
    REPEATS = "repeats"


class RunCriterion(BaseModel):
    """The test of one type of event.

    `margin` is how far the largest value lies beyond the threshold, in the criterion's own scale:
    negative where it falls short, null where it could not be tested.
    """

    event: EventType
    firing: Firing
    examined: bool = Field(description="the type that is diagnosed")
    grade_name: str
    quantity: str
    unit: str
    value: float | None
    threshold: float | None
    margin: float | None
    reason: str


class FactorPlace(BaseModel):
    """Where and when what decided was found, or the box in which it was looked for in vain.

    `line` has longitude and latitude of an axis or an outline, where the evidence is one.
    """

    latitude: float | None
    longitude: float | None
    time: datetime | None
    box: Region | None
    line: tuple[tuple[float, float], ...]


class RunChart(BaseModel):
    """A chart that was drawn; `url` works for a few minutes."""

    name: str
    title: str
    evidence_id: str
    width: int
    height: int
    url: str


class RunFactor(BaseModel):
    """One factor: why it is tested, how far it is, what became of it.

    A confirmed factor that was found as strongly without the event, that measures the criterion
    again, or whose finding counts already, is `not_counted`. `instead_of` names the refuted factor
    that it was proposed for.
    """

    entry_id: str
    factor: str
    name: str
    category: Category
    modality: Modality
    turn: int
    ordered: bool = Field(description="pinned or added by a person")
    stand: FactorStand
    uncounted: Uncounted | None
    why: str = Field(description="why the library expects something of it")
    reason: str = Field(description="of the verdict, or why there is none")
    strength: str
    evidence_id: str
    place: FactorPlace | None
    speaks_for: tuple[str, ...] = Field(description="ids of causes")
    speaks_against: tuple[str, ...]
    instead_of: str


class RunCause(BaseModel):
    """A competing explanation, with the evidence on each side of it so far.

    `standing` is null until the diagnosis concludes.
    """

    id: str
    name: str
    chain: str = Field(description="how it brings the event about")
    standing: CauseStanding | None
    supported_by: tuple[str, ...] = Field(description="ids of confirmed evidence that counts")
    opposed_by: tuple[str, ...]


class RunRound(BaseModel):
    """One round: what was proposed, and how it was decided to go on."""

    turn: int
    begun_at: datetime
    factors: tuple[str, ...] = Field(description="ids of entries, in the order proposed")
    decision: str = Field(description="continue | stop; empty while the round goes on")
    reason: str
    left: int | None = Field(description="factors of the library left to test")


class RunOrder(BaseModel):
    """An order that the run has taken."""

    action: SteeringAction
    factor: str
    name: str
    author: str
    reason: str
    at: datetime
    turn: int
    applied: bool
    message: str


class OfferedFactor(BaseModel):
    """A factor that can still be asked for."""

    entry_id: str
    factor: str
    name: str
    category: Category


class RunConclusion(BaseModel):
    """What the run has concluded."""

    occurrence: OccurrenceStatus
    event: EventType | None
    grade_name: str
    explanation: str = Field(description="confirmed | favoured | ... as in the report's document")
    confidence: float
    stopped: StopReason | None


class RunLibrary(BaseModel):
    """The release of the Guideline Library that a run is pinned to."""

    version: str
    digest: str


class RunView(BaseModel):
    """A diagnosis as it stands after event `last_seq`.

    Rounds, factors and charts stand in the order in which they came. `role` is who works now.
    `attempt` is greater than 1 where a worker was lost and another one went on.
    """

    id: UUID = Field(description="Of the job")
    status: JobStatus
    stage: Stage
    role: Role | None
    last_seq: int
    now: datetime = Field(description="time of the server, for clocks that go wrong")
    request: DiagnosisRequest
    library: RunLibrary
    requested_by: str = Field(description="label of who asked")
    created_at: datetime = Field(description="when it was asked for, UTC")
    started_at: datetime | None = Field(description="when a worker began, UTC")
    last_event_at: datetime | None = Field(description="time of its newest event, UTC")
    ended_at: datetime | None = Field(description="when it ended, UTC")
    attempt: int
    cancel_requested: bool = Field(description="whether somebody has cancelled it")
    period: TimeWindow | None
    event: EventType | None
    turn: int = Field(description="the round that it is in")
    max_turns: int = Field(description="how many rounds it may have")
    counted: int = Field(description="confirmed factors that count")
    wanted: int = Field(description="so many are sought")
    left: int | None = Field(description="factors of the library left to test")
    criteria: tuple[RunCriterion, ...]
    areas: tuple[EventArea, ...]
    rounds: tuple[RunRound, ...]
    factors: tuple[RunFactor, ...]
    causes: tuple[RunCause, ...]
    charts: tuple[RunChart, ...]
    orders: tuple[RunOrder, ...]
    offered: tuple[OfferedFactor, ...]
    conclusion: RunConclusion | None
    failure: Failure | None
    report_version: int | None = Field(description="number of the newest version of its report")
