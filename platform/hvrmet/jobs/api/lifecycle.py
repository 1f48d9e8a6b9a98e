"""REST: retrying and running again, and what the queue looks like."""

from __future__ import annotations

from datetime import datetime
from uuid import UUID

from drf_spectacular.utils import OpenApiResponse, extend_schema
from pydantic import BaseModel, ConfigDict, Field, JsonValue
from rest_framework.request import Request
from rest_framework.response import Response

from diagnostics.contracts.base import Instant
from hvrmet.accounts.roles import Verb
from hvrmet.accounts.views import TenantView, in_tenant_scope
from hvrmet.core.http.openapi import TENANT_PARAMETER, answers
from hvrmet.core.http.schemas import parse_body
from hvrmet.jobs.api.idempotency import KEY_PARAMETER, idempotency_key, queued
from hvrmet.jobs.queue.dispatch import QUEUES
from hvrmet.jobs.queue.fair_scheduling import QueuePosition, queue_health
from hvrmet.jobs.schemas import Diagnosis, diagnosis_document
from hvrmet.jobs.services.lifecycle import job_rerun, job_retry
from hvrmet.jobs.states import JobKind, Priority


class Retry(BaseModel):
    """Why a job is tried again, and until when it is of use."""

    model_config = ConfigDict(extra="forbid")

    reason: str = Field(default="", max_length=500)
    deadline: Instant | None = None


class Rerun(BaseModel):
    """What the new run shall do otherwise: fields of the request, with their new values."""

    model_config = ConfigDict(extra="forbid")

    changes: dict[str, JsonValue] = {}
    priority: Priority | None = Field(default=None, description="the first run's by default")
    deadline: Instant | None = None


class QueueDocument(BaseModel):
    """The tenant's jobs in the queue, and whether workers take any.

    `workers_busy` and `last_taken_at` are of all centres. Jobs that wait while nobody has taken one
    for minutes mean that no worker runs.
    """

    waiting: int
    running: int
    oldest_waiting_seconds: float | None
    workers_busy: int
    last_taken_at: datetime | None
    places: tuple[QueuePosition, ...]


class RetryView(TenantView):
    """Going on with a diagnosis that failed."""

    verbs = {"POST": Verb.DIAGNOSIS_CREATE}

    @extend_schema(
        operation_id="diagnoses_retry",
        parameters=[TENANT_PARAMETER],
        request=Retry,
        responses=answers({202: Diagnosis}, 400, 404, 409, 415),
    )
    @in_tenant_scope
    def post(self, request: Request, job_id: UUID) -> Response:
        """Put a failed or parked diagnosis back into the queue; what it found is kept."""
        wanted = parse_body(Retry, request)
        job = job_retry(
            principal=self.principal(request),
            job_id=job_id,
            reason=wanted.reason,
            deadline=wanted.deadline,
        )
        return Response(diagnosis_document(job), status=202)


class RerunView(TenantView):
    """Running a diagnosis again."""

    verbs = {"POST": Verb.DIAGNOSIS_CREATE}

    @extend_schema(
        operation_id="diagnoses_rerun",
        parameters=[KEY_PARAMETER, TENANT_PARAMETER],
        request=Rerun,
        responses=answers(
            {202: OpenApiResponse(Diagnosis, description="Queued; `Location` is its address")},
            400,
            404,
            409,
            415,
            422,
            503,
        ),
    )
    @in_tenant_scope
    def post(self, request: Request, job_id: UUID) -> Response:
        """Queue the same diagnosis, or a changed one, as a child of this one."""
        wanted = parse_body(Rerun, request)
        job, created = job_rerun(
            principal=self.principal(request),
            job_id=job_id,
            changes=wanted.changes,
            priority=wanted.priority,
            deadline=wanted.deadline,
            idempotency_key=idempotency_key(request),
        )
        return queued(diagnosis_document(job), created=created)


class QueueView(TenantView):
    """The queue."""

    verbs = {"GET": Verb.USAGE_VIEW}

    @extend_schema(
        operation_id="queue_retrieve",
        parameters=[TENANT_PARAMETER],
        responses=answers({200: QueueDocument}),
    )
    @in_tenant_scope
    def get(self, request: Request) -> Response:
        """Return where the centre's waiting jobs stand, and whether workers take any."""
        tenant_id = self.principal(request).tenant_id
        health = queue_health(QUEUES[JobKind.DIAGNOSIS], tenant_id)
        waited = [place.waiting_seconds for place in health.places]
        shown = QueueDocument(
            waiting=len(health.places),
            running=health.running,
            oldest_waiting_seconds=max(waited, default=None),
            workers_busy=health.workers_busy,
            last_taken_at=health.last_taken_at,
            places=health.places,
        )
        return Response(shown)
