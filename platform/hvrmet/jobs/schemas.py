"""Jobs as the API shows them."""

from __future__ import annotations

from datetime import datetime
from functools import lru_cache
from typing import Annotated, Self, get_args
from uuid import UUID

from django.urls import reverse
from pydantic import (
    AfterValidator,
    BaseModel,
    ConfigDict,
    Field,
    WithJsonSchema,
    field_validator,
    model_validator,
)

from diagnostics.contracts.base import Instant
from diagnostics.contracts.enums import EventType
from diagnostics.contracts.events import EventBody, RecordedEvent
from diagnostics.contracts.request import DiagnosisRequest
from diagnostics.contracts.steering import SteeringAction
from hvrmet.core.http.pagination import Page, PageQuery
from hvrmet.core.http.schemas import Query, RegionText
from hvrmet.jobs.models import Job
from hvrmet.jobs.states import JobState, JobStatus, Priority

MAX_FIRST_ORDERS = 20
EVENT_TYPES = sorted(body.model_fields["type"].default for body in get_args(get_args(EventBody)[0]))


def _is_event_type(name: str) -> str:
    if name not in EVENT_TYPES:
        raise ValueError(f"there is no event type {name!r}: there are {', '.join(EVENT_TYPES)}")
    return name


EventTypeName = Annotated[
    str,
    AfterValidator(_is_event_type),
    WithJsonSchema({"type": "string", "enum": EVENT_TYPES}),
]


class NewOrder(BaseModel):
    """What to do, to which factor, and why."""

    model_config = ConfigDict(extra="forbid", str_strip_whitespace=True)

    action: SteeringAction
    factor: str = Field(
        default="",
        max_length=200,
        description="a catalogue name or the id of a library entry; none to conclude",
    )
    reason: str = Field(min_length=1, max_length=500)

    @model_validator(mode="after")
    def _names_a_factor(self) -> Self:
        concluding = self.action is SteeringAction.CONCLUDE
        if concluding and self.factor:
            raise ValueError("conclude names no factor")
        if not concluding and not self.factor:
            raise ValueError(f"{self.action} needs a factor: a catalogue name or an entry's id")
        return self


class FirstOrder(NewOrder):
    """An order that a diagnosis begins with: a factor to test first, or not at all."""

    @field_validator("action")
    @classmethod
    def _is_of_a_factor(cls, action: SteeringAction) -> SteeringAction:
        if action is SteeringAction.CONCLUDE:
            raise ValueError("a diagnosis does not begin with its conclusion: pin, veto or add")
        return action


class WorkedOn(BaseModel):
    """How a request shall be worked on."""

    priority: Priority = Field(
        default=Priority.NORMAL, description="among the centre's own jobs; centres take turns"
    )
    deadline: Instant | None = Field(
        default=None,
        description="what has not begun by then fails; what runs concludes from what it has",
    )
    orders: tuple[FirstOrder, ...] = Field(
        default=(),
        max_length=MAX_FIRST_ORDERS,
        description="taken before the first factor is chosen; they need the right to steer",
    )


class NewDiagnosis(DiagnosisRequest, WorkedOn):
    """A request for a diagnosis, with how it shall be worked on."""

    def asked(self) -> DiagnosisRequest:
        """Return the request alone."""
        alone = self.model_dump(exclude=set(WorkedOn.model_fields))
        return DiagnosisRequest.model_validate(alone)


class DiagnosisLinks(BaseModel):
    """Where the parts of a diagnosis are."""

    events: str = Field(description="Address of its events")
    evidence: str = Field(description="Address of its evidence")
    artifacts: str = Field(description="Address of its files")
    report: str = Field(description="Address of its report")
    steering: str = Field(description="Address of the orders to it")
    reruns: str = Field(description="Address of the list of its runs again")
    parent: str | None = Field(description="Address of the diagnosis that it runs again")
    socket: str = Field(description="Address of its socket")


class Diagnosis(BaseModel):
    """A queued, running or ended diagnosis; `state` is the fold of its events."""

    id: UUID = Field(description="Of the job")
    url: str = Field(description="Address of the diagnosis")
    status: JobStatus
    source: str = Field(description="Name of the source")
    request: DiagnosisRequest
    release_digest: str = Field(description="Digest of the guidelines that it is judged by")
    requested_by: str = Field(description="label of who asked, as it was then")
    requested_by_id: UUID | None = Field(description="the person's or the key's id")
    priority: Priority
    deadline: datetime | None = Field(description="What has not begun by then fails, UTC")
    parent: UUID | None = Field(description="Id of the diagnosis that it runs again")
    created_at: datetime = Field(description="When it was asked for, UTC")
    updated_at: datetime = Field(description="When it last changed, UTC")
    last_seq: int = Field(description="Number of its newest event")
    cancel_requested: bool = Field(description="Whether somebody has cancelled it")
    state: JobState
    links: DiagnosisLinks


class DiagnosisPage(Page[Diagnosis]):
    """Diagnoses, newest first."""


class DiagnosisQuery(PageQuery):
    """Filters of the list."""

    status: tuple[JobStatus, ...] = Field(default=(), description="One or several, repeated")
    event: EventType | None = Field(default=None, description="Asked for, or found by the run")
    source: str | None = Field(default=None, max_length=200)
    requested_by: str | None = Field(
        default=None, max_length=200, description="Label of who asked, as in `person:fan`"
    )
    requested_by_id: UUID | None = Field(
        default=None, description="Id of the person or the key who asked, which no renaming changes"
    )
    parent: UUID | None = Field(default=None, description="Runs of this diagnosis again")
    since: Instant | None = Field(default=None, description="Queued at this time or later")
    until: Instant | None = Field(default=None, description="Queued before this time")
    region: RegionText | None = Field(
        default=None, description="`W,S,E,N` in degrees; diagnoses whose region meets it"
    )


class Cancellation(BaseModel):
    """Why a diagnosis is cancelled."""

    model_config = ConfigDict(extra="forbid")

    reason: str = Field(default="", max_length=500)


class EventQuery(Query):
    """Which events: after a number, at most `limit`; of some types, or of one piece of evidence."""

    after: int = Field(
        default=0, ge=0, le=2**31 - 1, description="Number of the last event you have"
    )
    limit: int = Field(default=500, ge=1, le=500)
    type: tuple[EventTypeName, ...] = Field(default=(), description="One or several, repeated")
    evidence: str | None = Field(
        default=None, max_length=200, description="Id of the evidence that they are about"
    )


class EventPage(BaseModel):
    """Events in order. When `last_seq` is greater than the last one shown, ask again after it."""

    status: JobStatus
    last_seq: int
    results: tuple[RecordedEvent, ...]


def diagnosis_document(job: Job) -> Diagnosis:
    """Return a job as the API shows it."""
    # A page has fifty: to resolve six addresses for each costs more than all the rest.
    url = f"{_diagnoses()}{job.pk}/"
    return Diagnosis(
        id=job.pk,
        url=url,
        status=JobStatus(job.status),
        source=job.source,
        request=DiagnosisRequest.model_validate(job.request, extra="ignore"),
        release_digest=job.release_digest,
        requested_by=job.requested_by,
        requested_by_id=job.requested_by_id,
        priority=Priority(job.priority),
        deadline=job.deadline,
        parent=job.parent_id,
        created_at=job.created_at,
        updated_at=job.updated_at,
        last_seq=job.last_seq,
        cancel_requested=bool(job.cancel_requested_by),
        state=job.state,
        links=DiagnosisLinks(
            events=f"{url}events/",
            evidence=f"{url}evidence/",
            artifacts=f"{url}artifacts/",
            report=f"{url}report/",
            steering=f"{url}steering/",
            reruns=f"{_diagnoses()}?parent={job.pk}",
            parent=f"{_diagnoses()}{job.parent_id}/" if job.parent_id else None,
            socket=f"/ws/v1/diagnoses/{job.pk}/",
        ),
    )


@lru_cache(maxsize=1)
def _diagnoses() -> str:
    return reverse("diagnosis-list")
