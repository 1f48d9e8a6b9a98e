"""Jobs as the API shows them."""

from __future__ import annotations

from datetime import datetime
from enum import StrEnum
from functools import lru_cache
from typing import Annotated, get_args
from uuid import UUID

from django.urls import reverse
from pydantic import AfterValidator, BaseModel, ConfigDict, Field, WithJsonSchema

from diagnostics.contracts.base import Instant
from diagnostics.contracts.enums import EventType
from diagnostics.contracts.events import EventBody, RecordedEvent
from diagnostics.contracts.inventory import Inventory
from diagnostics.contracts.request import DiagnosisRequest
from diagnostics.contracts.space_time import Region
from diagnostics.messages import Message
from hvrmet.core.http.pagination import Page, PageQuery
from hvrmet.core.http.schemas import Query, RegionText
from hvrmet.jobs.models import Job
from hvrmet.jobs.states import JobState, JobStatus, Priority

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


class NewDiagnosis(DiagnosisRequest):
    """A request for a diagnosis, with how it shall be worked on."""

    priority: Priority = Field(
        default=Priority.NORMAL, description="among the centre's own jobs; centres take turns"
    )
    deadline: Instant | None = Field(
        default=None,
        description="what has not begun by then fails; what runs concludes from what it has",
    )

    def asked(self) -> DiagnosisRequest:
        """Return the request alone."""
        alone = self.model_dump(exclude={"priority", "deadline"})
        return DiagnosisRequest.model_validate(alone)


class DiagnosisLinks(BaseModel):
    """Where the parts of a diagnosis are."""

    events: str
    evidence: str
    artifacts: str
    report: str
    steering: str
    reruns: str
    parent: str | None
    socket: str


class Diagnosis(BaseModel):
    """A queued, running or ended diagnosis; `state` is the fold of its events."""

    id: UUID
    url: str
    status: JobStatus
    source: str
    request: DiagnosisRequest
    release_digest: str
    requested_by: str = Field(description="label of who asked, as it was then")
    requested_by_id: UUID | None = Field(description="the person's or the key's id")
    priority: Priority
    deadline: datetime | None
    parent: UUID | None
    created_at: datetime
    updated_at: datetime
    last_seq: int
    cancel_requested: bool
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


class SourceState(StrEnum):
    """Whether it is known what a source holds."""

    READY = "ready"
    WAITING = "waiting"
    FAILED = "failed"


class SourceInfo(BaseModel):
    """A source that a diagnosis may name, and what it holds as a worker last read it.

    `state` is `waiting` until a worker has read the source, `failed` where it could not; then
    extent and times are null. `stale` says that files have changed since. What was known stays
    `ready` and `stale` while the new files fail for a first and a second time.
    """

    name: str
    title: str
    title_zh: str
    attribution: str
    has_climatology: bool
    state: SourceState
    read_at: datetime | None = Field(description="when a worker read what it holds")
    newest_at: datetime | None = Field(description="when its newest file was written")
    stale: bool
    late: bool = Field(description="its newest file is older than the operator expects")
    region: Region | None
    first: datetime | None = Field(description="first valid time")
    last: datetime | None
    times: int = Field(description="how many valid times")
    step_hours: float | None
    members: tuple[int, ...] = Field(
        default=(), description="of an ensemble; a request names one of them"
    )


class SourceList(BaseModel):
    """The registered sources of the tenant."""

    results: tuple[SourceInfo, ...]


class SourceDetail(SourceInfo):
    """A source with everything that is known of it without reading its arrays.

    `inventory.events` says what the data can support of each type of event, `inventory.tools` which
    operator can run.
    """

    inventory: Inventory | None
    statistics: tuple[str, ...] = Field(
        description="of an ensemble, that a request may name: mean, p90; where `inventory.choice` "
        "names one, the source holds nothing else"
    )
    failure: Message | None = Field(description="why it could not be read")
    failure_text: str = Field(description="the same in English")


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
