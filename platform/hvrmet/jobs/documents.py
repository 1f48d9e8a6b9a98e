"""Jobs as the API shows them."""

from __future__ import annotations

from datetime import datetime
from functools import lru_cache
from uuid import UUID

from django.urls import reverse
from pydantic import BaseModel, ConfigDict, Field

from diagnostics.contracts.events import RecordedEvent
from diagnostics.contracts.request import DiagnosisRequest
from hvrmet.core.pagination import Page
from hvrmet.jobs.models import Job
from hvrmet.jobs.states import JobState, JobStatus


class DiagnosisLinks(BaseModel):
    """Where the parts of a diagnosis are."""

    events: str
    evidence: str
    artifacts: str
    report: str
    socket: str


class Diagnosis(BaseModel):
    """A queued, running or ended diagnosis; `state` is the fold of its events."""

    id: UUID
    url: str
    status: JobStatus
    source: str
    request: DiagnosisRequest
    release_digest: str
    requested_by: str
    created_at: datetime
    updated_at: datetime
    last_seq: int
    cancel_requested: bool
    state: JobState
    links: DiagnosisLinks


class DiagnosisPage(Page[Diagnosis]):
    """Diagnoses, newest first."""


class DiagnosisQuery(BaseModel):
    """Filters of the list."""

    model_config = ConfigDict(extra="ignore")

    status: JobStatus | None = None


class Cancellation(BaseModel):
    """Why a diagnosis is cancelled."""

    model_config = ConfigDict(extra="forbid")

    reason: str = Field(default="", max_length=500)


class EventQuery(BaseModel):
    """Which events: those after number `after`, at most `limit`."""

    model_config = ConfigDict(extra="ignore")

    after: int = Field(default=0, ge=0, le=2**31 - 1)
    limit: int = Field(default=500, ge=1, le=500)


class EventPage(BaseModel):
    """Events in order. When `last_seq` is greater than the last one shown, ask again after it."""

    status: JobStatus
    last_seq: int
    results: tuple[RecordedEvent, ...]


class SourceInfo(BaseModel):
    """A source that a diagnosis may name."""

    name: str
    title: str
    title_zh: str
    attribution: str
    has_climatology: bool


class SourceList(BaseModel):
    """The registered sources of the tenant."""

    results: tuple[SourceInfo, ...]


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
        created_at=job.created_at,
        updated_at=job.updated_at,
        last_seq=job.last_seq,
        cancel_requested=bool(job.cancel_requested_by),
        state=JobState.model_validate(job.state),
        links=DiagnosisLinks(
            events=f"{url}events/",
            evidence=f"{url}evidence/",
            artifacts=f"{url}artifacts/",
            report=f"{url}report/",
            socket=f"/ws/v1/diagnoses/{job.pk}/",
        ),
    )


@lru_cache(maxsize=1)
def _diagnoses() -> str:
    return reverse("diagnosis-list")
