"""REST: computations and questions, as jobs."""

from __future__ import annotations

from datetime import datetime
from typing import Any, ClassVar
from uuid import UUID

from django.urls import reverse
from drf_spectacular.utils import OpenApiResponse, extend_schema, extend_schema_view
from pydantic import BaseModel, Field, JsonValue
from rest_framework.request import Request
from rest_framework.response import Response

from diagnostics.contracts.base import Instant, digest_of
from diagnostics.contracts.computations import ComputationRequest, Operation, QuestionRequest
from hvrmet.accounts.roles import Verb
from hvrmet.accounts.views import TenantView, in_tenant_scope
from hvrmet.audit.services import Action
from hvrmet.core.http.openapi import PAGE_PARAMETERS, TENANT_PARAMETER, answers
from hvrmet.core.http.pagination import NewestFirst, Page
from hvrmet.core.http.schemas import parse_body
from hvrmet.jobs.api.diagnoses import DiagnosisEventsView
from hvrmet.jobs.api.idempotency import KEY_PARAMETER, idempotency_key, queued
from hvrmet.jobs.models import Job
from hvrmet.jobs.schemas import Cancellation
from hvrmet.jobs.selectors import job_get, job_list
from hvrmet.jobs.services.access_log import job_viewed
from hvrmet.jobs.services.answers import answer_create, answer_destroyed, answer_of
from hvrmet.jobs.services.jobs import Terms, job_cancel
from hvrmet.jobs.states import Failure, JobKind, JobStatus, Priority

MAPPED = frozenset({Operation.FEATURES, Operation.CONTOURS})
"""What is shown as GeoJSON too."""


class AnswerLinks(BaseModel):
    """Where the parts of an answer are."""

    events: str = Field(description="Address of its events")
    artifacts: str = Field(description="Address of its files")
    socket: str = Field(description="Address of its socket")
    fields: str | None = Field(default=None, description="of a field: its values")
    features: str | None = Field(
        default=None, description="of contours and features: the same as GeoJSON"
    )


class NewComputation(ComputationRequest):
    """One computation, with how it shall be worked on."""

    priority: Priority = Priority.NORMAL
    deadline: Instant | None = Field(default=None, description="what has not begun by then fails")


class NewQuestion(QuestionRequest):
    """A question or a claim, with how it shall be worked on."""

    priority: Priority = Priority.NORMAL
    deadline: Instant | None = Field(default=None, description="what has not begun by then fails")


class AnswerJob(BaseModel):
    """What computations and questions show of their jobs."""

    id: UUID = Field(description="Of the job")
    url: str = Field(description="Address of the job")
    status: JobStatus
    source: str = Field(description="Name of the source")
    requested_by: str = Field(description="Label of who asked, as it was then")
    requested_by_id: UUID | None = Field(description="The person's or the key's id")
    priority: Priority
    deadline: datetime | None = Field(description="What has not begun by then fails, UTC")
    created_at: datetime = Field(description="When it was asked for, UTC")
    updated_at: datetime = Field(description="When it last changed, UTC")
    last_seq: int = Field(description="Number of its newest event")
    cancel_requested: bool = Field(description="Whether somebody has cancelled it")
    failure: Failure | None = Field(description="Why it failed, where it did")
    links: AnswerLinks


class Computation(AnswerJob):
    """A computation and how it stands."""

    request: ComputationRequest


class AnsweredComputation(Computation):
    """A computation with its answer, as the command line prints it with ``--json``."""

    result: dict[str, JsonValue] | None


class ComputationPage(Page[Computation]):
    """Computations, newest first."""


class Question(AnswerJob):
    """A question and how it stands."""

    request: QuestionRequest


class AnsweredQuestion(Question):
    """A question with its answer: a reply, or the report on a claim."""

    result: dict[str, JsonValue] | None


class QuestionPage(Page[Question]):
    """Questions, newest first."""


class AnswerView(TenantView):
    """What the views of computations and of questions share."""

    kind: ClassVar[JobKind]
    asks: ClassVar[type[NewComputation] | type[NewQuestion]]
    shows: ClassVar[type[Computation] | type[Question]]
    answers: ClassVar[type[AnsweredComputation] | type[AnsweredQuestion]]

    def document(self, job: Job) -> Computation | Question:
        """Return a job without its answer."""
        return self.shows.model_validate(self._parts(job), extra="ignore")

    def answered(self, job: Job) -> AnsweredComputation | AnsweredQuestion:
        """Return a job with its answer."""
        parts = {**self._parts(job), "result": answer_of(job.pk)}
        return self.answers.model_validate(parts, extra="ignore")

    def _parts(self, job: Job) -> dict[str, Any]:
        url = reverse(f"{self.kind}-detail", args=[job.pk])
        return {
            "id": job.pk,
            "url": url,
            "status": job.status,
            "source": job.source,
            "requested_by": job.requested_by,
            "requested_by_id": job.requested_by_id,
            "priority": job.priority,
            "deadline": job.deadline,
            "created_at": job.created_at,
            "updated_at": job.updated_at,
            "last_seq": job.last_seq,
            "cancel_requested": bool(job.cancel_requested_by),
            "failure": job.state.failure,
            "request": job.request,
            "links": AnswerLinks(
                events=f"{url}events/",
                artifacts=f"{url}artifacts/",
                socket=f"/ws/v1/{self.kind}s/{job.pk}/",
                fields=f"{url}fields/" if job.request.get("op") == Operation.FIELD else None,
                features=f"{url}features/" if job.request.get("op") in MAPPED else None,
            ),
        }


class AnswerListView(AnswerView):
    """Listing and asking."""

    verbs = {"GET": Verb.DIAGNOSIS_VIEW, "POST": Verb.DIAGNOSIS_CREATE}

    @in_tenant_scope
    def get(self, request: Request) -> Response:
        """List what was asked, newest first; the address of each gives its answer."""
        return NewestFirst().page(job_list(kind=self.kind), request, self.document)

    @in_tenant_scope
    def post(self, request: Request) -> Response:
        """Let a worker answer what is asked; `Location` is where the answer will be."""
        wanted = parse_body(self.asks, request)
        alone = wanted.model_dump(exclude={"priority", "deadline"})
        base = ComputationRequest if isinstance(wanted, NewComputation) else QuestionRequest
        job, created = answer_create(
            principal=self.principal(request),
            request=base.model_validate(alone),
            terms=Terms(priority=wanted.priority, deadline=wanted.deadline),
            idempotency_key=idempotency_key(request),
        )
        there = not created and job.status == JobStatus.FINISHED and bool(job.asked_digest)
        return queued(self.document(job), created=created, status=200 if there else 202)


class AnswerDetailView(AnswerView):
    """One of them."""

    verbs = {"GET": Verb.DIAGNOSIS_VIEW}

    @in_tenant_scope
    def get(self, request: Request, job_id: UUID) -> Response:
        """Return what was asked and the state of it; an answer that was deleted is gone (410)."""
        job = job_get(job_id, kind=self.kind)
        shown = self.answered(job)
        if shown.result is None and job.status == JobStatus.FINISHED:
            raise answer_destroyed()
        digest = None if shown.result is None else digest_of(shown.result)
        job_viewed(self.principal(request), job, last_seq=job.last_seq, answer_digest=digest)
        return Response(shown)


class AnswerCancelView(AnswerView):
    """Stopping one."""

    verbs = {"POST": Verb.DIAGNOSIS_CANCEL}

    @in_tenant_scope
    def post(self, request: Request, job_id: UUID) -> Response:
        """Cancel at once what waits; what runs is dropped at its end."""
        wanted = parse_body(Cancellation, request)
        job = job_cancel(
            principal=self.principal(request),
            job_id=job_id,
            reason=wanted.reason,
            kind=self.kind,
            action=Action.ANSWER_CANCELLED,
        )
        return Response(self.document(job), status=202)


def _lists(name: str, asks: Any, shows: Any, page: Any) -> Any:
    described = OpenApiResponse(shows, description="Queued; `Location` is its address")
    queues = {202: described}
    if name == "computations":
        said = "There already, of the same data; `Location` is the job that made it"
        queues[200] = OpenApiResponse(shows, description=said)
    return extend_schema_view(
        get=extend_schema(
            operation_id=f"{name}_list",
            summary=f"List {name}, newest first, without their answers",
            parameters=[*PAGE_PARAMETERS, TENANT_PARAMETER],
            responses=answers({200: page}),
        ),
        post=extend_schema(
            operation_id=f"{name}_create",
            summary=f"Queue a {name.removesuffix('s')}",
            parameters=[KEY_PARAMETER, TENANT_PARAMETER],
            request=asks,
            responses=answers(queues, 400, 415, 422, 503),
        ),
    )


def _details(name: str, shows: Any) -> Any:
    return extend_schema_view(
        get=extend_schema(
            operation_id=f"{name}_retrieve",
            summary=f"Return a {name.removesuffix('s')} with its answer, once there is one",
            parameters=[TENANT_PARAMETER],
            responses=answers({200: shows}, 404, 410),
        )
    )


def _cancels(name: str, shows: Any) -> Any:
    return extend_schema_view(
        post=extend_schema(
            operation_id=f"{name}_cancel",
            summary=f"Cancel a {name.removesuffix('s')}",
            parameters=[TENANT_PARAMETER],
            request=Cancellation,
            responses=answers({202: shows}, 400, 404, 409, 415),
        )
    )


class _Computations(AnswerView):
    kind = JobKind.COMPUTATION
    asks, shows, answers = NewComputation, Computation, AnsweredComputation


class _Questions(AnswerView):
    kind = JobKind.QUESTION
    asks, shows, answers = NewQuestion, Question, AnsweredQuestion


@_lists("computations", NewComputation, Computation, ComputationPage)
class ComputationListView(_Computations, AnswerListView):
    """Indices, charts, features, fields, contours, soundings and series."""


@_details("computations", AnsweredComputation)
class ComputationView(_Computations, AnswerDetailView):
    """One computation."""


@_cancels("computations", Computation)
class ComputationCancelView(_Computations, AnswerCancelView):
    """Stopping a computation."""


@extend_schema_view(get=extend_schema(operation_id="computations_events"))
class ComputationEventsView(DiagnosisEventsView):
    """The log of a computation."""

    kind = JobKind.COMPUTATION


@_lists("questions", NewQuestion, Question, QuestionPage)
class QuestionListView(_Questions, AnswerListView):
    """Questions and claims."""


@_details("questions", AnsweredQuestion)
class QuestionView(_Questions, AnswerDetailView):
    """One question."""


@_cancels("questions", Question)
class QuestionCancelView(_Questions, AnswerCancelView):
    """Stopping a question."""


@extend_schema_view(get=extend_schema(operation_id="questions_events"))
class QuestionEventsView(DiagnosisEventsView):
    """The log of a question."""

    kind = JobKind.QUESTION
