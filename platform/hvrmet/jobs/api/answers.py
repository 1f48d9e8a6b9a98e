"""REST: computations and questions, as jobs."""

from __future__ import annotations

from datetime import datetime
from typing import Any, ClassVar
from uuid import UUID

from django.urls import reverse
from drf_spectacular.utils import OpenApiResponse, extend_schema, extend_schema_view
from pydantic import BaseModel, Field, JsonValue, RootModel
from rest_framework.request import Request
from rest_framework.response import Response

from diagnostics.contracts.base import Contract, Instant, digest_of
from diagnostics.contracts.computations import ComputationRequest, Operation, QuestionRequest
from diagnostics.contracts.extracts import DetectionsRequest
from diagnostics.contracts.workflow_requests import CheckedWorkflow, WorkflowRequest
from diagnostics.messages import message
from hvrmet.accounts.roles import Verb
from hvrmet.accounts.views import TenantView, in_tenant_scope
from hvrmet.audit.services import Action
from hvrmet.core.errors import ApplicationError
from hvrmet.core.http.openapi import PAGE_PARAMETERS, TENANT_PARAMETER, answers
from hvrmet.core.http.pagination import NewestFirst, Page
from hvrmet.core.http.schemas import parse_body
from hvrmet.jobs.api.diagnoses import DiagnosisEventsView
from hvrmet.jobs.api.idempotency import KEY_PARAMETER, idempotency_key, queued
from hvrmet.jobs.api.inquiries import (
    ACCEPTED,
    CLIMATOLOGY_ERRORS,
    INQUIRY_ERRORS,
    InquiryDocument,
    ask_worker,
)
from hvrmet.jobs.api.words import require_source
from hvrmet.jobs.models import Job
from hvrmet.jobs.queue.inquiries import InquiryKind
from hvrmet.jobs.schemas import Cancellation, in_own_language
from hvrmet.jobs.selectors import job_get, job_list
from hvrmet.jobs.services.access_log import job_viewed
from hvrmet.jobs.services.answers import answer_create, answer_of
from hvrmet.jobs.services.jobs import Terms, job_cancel
from hvrmet.jobs.services.usage import COST, Use, cost_shown_to
from hvrmet.jobs.states import Failure, JobKind, JobStatus, Priority


class AnswerLinks(BaseModel):
    """Where the parts of an answer are."""

    events: str
    artifacts: str
    socket: str


class NewComputation(ComputationRequest):
    """One index, chart, feature or extract, with how it shall be worked on."""

    priority: Priority = Priority.NORMAL
    deadline: Instant | None = Field(default=None, description="what has not begun by then fails")


class NewQuestion(QuestionRequest):
    """A question or a claim, with how it shall be worked on."""

    priority: Priority = Priority.NORMAL
    deadline: Instant | None = Field(default=None, description="what has not begun by then fails")


class AnswerJob(BaseModel):
    """What computations and questions show of their jobs."""

    id: UUID
    url: str
    status: JobStatus
    source: str
    requested_by: str
    requested_by_id: UUID | None
    priority: Priority
    deadline: datetime | None
    created_at: datetime
    updated_at: datetime
    last_seq: int
    cancel_requested: bool
    failure: Failure | None
    links: AnswerLinks


class Computation(AnswerJob):
    """A computation and how it stands."""

    request: ComputationRequest


class AnsweredComputation(Computation):
    """A computation with its answer, as the command line prints it with ``--json``."""

    result: dict[str, JsonValue] | None
    cost: Use | None = Field(description=COST)


class ComputationPage(Page[Computation]):
    """Computations, newest first."""


class Question(AnswerJob):
    """A question and how it stands."""

    request: QuestionRequest


class AnsweredQuestion(Question):
    """A question with its answer: a reply, or the report on a claim."""

    result: dict[str, JsonValue] | None
    cost: Use | None = Field(description=COST)


class QuestionPage(Page[Question]):
    """Questions, newest first."""


class NewWorkflow(WorkflowRequest):
    """A workflow, with how it shall be worked on."""

    priority: Priority = Priority.NORMAL
    deadline: Instant | None = Field(default=None, description="what has not begun by then fails")


class WorkflowLinks(AnswerLinks):
    """Where the parts of a workflow are."""

    diagram: str


class Workflow(AnswerJob):
    """A workflow and how it stands."""

    request: WorkflowRequest
    links: WorkflowLinks


class RunWorkflow(Workflow):
    """A workflow with what its steps gave, as the command line prints it with ``--json``."""

    result: dict[str, JsonValue] | None
    cost: Use | None = Field(description=COST)


class WorkflowPage(Page[Workflow]):
    """Workflows, newest first."""


class QueuedWorkflow(RootModel[Workflow | InquiryDocument]):
    """A workflow that was queued, or the inquiry that checks it."""


class AnswerView(TenantView):
    """What the views of computations and of questions share."""

    kind: ClassVar[JobKind]
    asks: ClassVar[type[Contract]]
    shows: ClassVar[type[AnswerJob]]
    answers: ClassVar[type[AnswerJob]]

    def document(self, job: Job) -> AnswerJob:
        """Return a job without its answer."""
        return self.shows.model_validate(self._parts(job), extra="ignore")

    def answered(self, job: Job, *, result: dict[str, Any] | None, cost: Use | None) -> AnswerJob:
        """Return a job with its answer and what it has cost."""
        parts = {**self._parts(job), "result": result, "cost": cost}
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
            "failure": in_own_language(job.state).failure,
            "request": job.request,
            "parent": job.parent_id,
            "progress": job.state.progress,
            "links": {
                "events": f"{url}events/",
                "artifacts": f"{url}artifacts/",
                "socket": f"/ws/v1/{self.kind.collection}/{job.pk}/",
                "diagram": f"{url}diagram/",
            },
        }


class AnswerListView(AnswerView):
    """Listing and asking."""

    verbs = {"GET": Verb.DIAGNOSIS_VIEW, "POST": Verb.DIAGNOSIS_CREATE}

    @in_tenant_scope
    def get(self, request: Request) -> Response:
        """List the {kind}s, newest first, without their answers."""
        return NewestFirst().page(job_list(kind=self.kind), request, self.document)

    @in_tenant_scope
    def post(self, request: Request) -> Response:
        """Queue a {kind}."""
        wanted = parse_body(self.asks, request)
        assert isinstance(wanted, NewComputation | NewQuestion)
        alone = wanted.model_dump(exclude={"priority", "deadline"})
        base = ComputationRequest if isinstance(wanted, NewComputation) else QuestionRequest
        job, created = answer_create(
            principal=self.principal(request),
            request=base.model_validate(alone),
            terms=Terms(priority=wanted.priority, deadline=wanted.deadline),
            idempotency_key=idempotency_key(request),
        )
        return queued(self.document(job), created=created)


class AnswerDetailView(AnswerView):
    """One of them."""

    verbs = {"GET": Verb.DIAGNOSIS_VIEW}

    @in_tenant_scope
    def get(self, request: Request, job_id: UUID) -> Response:
        """Return a {kind} with its answer, once there is one."""
        principal = self.principal(request)
        job = job_get(job_id, kind=self.kind)
        result = answer_of(job.pk)
        shown = self.answered(job, result=result, cost=cost_shown_to(principal, job.pk))
        if result is None and job.status == JobStatus.FINISHED:
            raise ApplicationError(
                message("refusal-answer_destroyed"),
                code="answer_destroyed",
                http_status=410,
            )
        digest = None if result is None else digest_of(result)
        job_viewed(principal, job, last_seq=job.last_seq, answer_digest=digest)
        return Response(shown)


class AnswerCancelView(AnswerView):
    """Stopping one."""

    verbs = {"POST": Verb.DIAGNOSIS_CANCEL}

    @in_tenant_scope
    def post(self, request: Request, job_id: UUID) -> Response:
        """Cancel a {kind}: at once while it waits; one that runs is dropped at its end."""
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
    return extend_schema_view(
        get=extend_schema(
            operation_id=f"{name}_list",
            parameters=[*PAGE_PARAMETERS, TENANT_PARAMETER],
            responses=answers({200: page}),
        ),
        post=extend_schema(
            operation_id=f"{name}_create",
            parameters=[KEY_PARAMETER, TENANT_PARAMETER],
            request=asks,
            responses=answers({202: described}, 400, 415, 422, 503, *CLIMATOLOGY_ERRORS),
        ),
    )


def _details(name: str, shows: Any) -> Any:
    return extend_schema_view(
        get=extend_schema(
            operation_id=f"{name}_retrieve",
            parameters=[TENANT_PARAMETER],
            responses=answers({200: shows}, 404, 410),
        )
    )


def _cancels(name: str, shows: Any) -> Any:
    return extend_schema_view(
        post=extend_schema(
            operation_id=f"{name}_cancel",
            parameters=[TENANT_PARAMETER],
            request=Cancellation,
            responses=answers({202: shows}, 400, 404, 409, 415),
        )
    )


class _Computations(AnswerView):
    kind = JobKind.COMPUTATION
    asks, shows, answers = NewComputation, Computation, AnsweredComputation


class NewDetection(DetectionsRequest):
    """Where events are, with how it shall be worked on."""

    source: str = Field(min_length=1, max_length=200)
    run: Instant | None = Field(default=None, description="start of the forecast")
    member: int | None = Field(default=None, ge=0)
    priority: Priority = Priority.NORMAL
    deadline: Instant | None = Field(default=None, description="what has not begun by then fails")

    def computation(self) -> ComputationRequest:
        """Return the computation that it is."""
        params = self.model_dump(
            mode="json", include={"preset", "timezone", "lattice"}, exclude_none=True
        )
        return ComputationRequest(
            source=self.source,
            op=Operation.DETECTIONS,
            time=self.window,
            region=self.region,
            params=params,
            run=self.run,
            member=self.member,
        )


class DetectionsView(_Computations):
    """Classification alone."""

    verbs = {"POST": Verb.DIAGNOSIS_CREATE}

    @extend_schema(
        operation_id="detections_create",
        parameters=[KEY_PARAMETER, TENANT_PARAMETER],
        request=NewDetection,
        responses=answers(
            {
                202: OpenApiResponse(
                    Computation, description="Queued as a computation; `Location` is its address"
                )
            },
            400,
            415,
            422,
            503,
        ),
    )
    @in_tenant_scope
    def post(self, request: Request) -> Response:
        """Test all five types of event, over a region or on each cell of a coarse lattice.

        The result has quantity, peak, threshold, share, place and time of each type; the file
        among the artifacts is the same as GeoJSON.
        """
        wanted = parse_body(NewDetection, request)
        job, created = answer_create(
            principal=self.principal(request),
            request=wanted.computation(),
            terms=Terms(priority=wanted.priority, deadline=wanted.deadline),
            idempotency_key=idempotency_key(request),
        )
        return queued(self.document(job), created=created)


class _Questions(AnswerView):
    kind = JobKind.QUESTION
    asks, shows, answers = NewQuestion, Question, AnsweredQuestion


@_lists("computations", NewComputation, Computation, ComputationPage)
class ComputationListView(_Computations, AnswerListView):
    """Indices, charts, features, detections, rasters, lines, series and profiles."""


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


class _Workflows(AnswerView):
    kind = JobKind.WORKFLOW
    asks, shows, answers = NewWorkflow, Workflow, RunWorkflow


class WorkflowListView(_Workflows):
    """Workflows."""

    verbs = {"GET": Verb.DIAGNOSIS_VIEW, "POST": Verb.DIAGNOSIS_CREATE}

    @extend_schema(
        operation_id="workflows_list",
        parameters=[*PAGE_PARAMETERS, TENANT_PARAMETER],
        responses=answers({200: WorkflowPage}),
    )
    @in_tenant_scope
    def get(self, request: Request) -> Response:
        """List the workflows, newest first, without what they gave."""
        return NewestFirst().page(job_list(kind=self.kind), request, self.document)

    @extend_schema(
        operation_id="workflows_create",
        parameters=[KEY_PARAMETER, TENANT_PARAMETER],
        request=NewWorkflow,
        responses=answers(
            {202: OpenApiResponse(QueuedWorkflow, description="`Location` is where to follow it")},
            *INQUIRY_ERRORS,
            *CLIMATOLOGY_ERRORS,
        ),
    )
    def post(self, request: Request) -> Response:
        """Queue a workflow, once it was checked whole against the data.

        A part is run again with `only` or `again`: what is not made again is taken from what the
        centre's workflows computed before on the same data.
        """
        wanted = parse_body(NewWorkflow, request)
        require_source(self.principal(request), wanted.source)
        asked = {
            "body": wanted.model_dump(mode="json"),
            "idempotency_key": idempotency_key(request),
        }
        return ask_worker(self, request, InquiryKind.WORKFLOW_RUN, asked)


class WorkflowCheckView(TenantView):
    """Checking a workflow."""

    verbs = {"POST": Verb.DIAGNOSIS_VIEW}

    @extend_schema(
        operation_id="workflows_check",
        parameters=[TENANT_PARAMETER],
        request=WorkflowRequest,
        responses=answers({200: CheckedWorkflow, 202: ACCEPTED}, *INQUIRY_ERRORS),
    )
    def post(self, request: Request) -> Response:
        """Check a workflow whole against a source, and draw it; nothing is queued."""
        wanted = parse_body(WorkflowRequest, request)
        require_source(self.principal(request), wanted.source)
        return ask_worker(self, request, InquiryKind.WORKFLOW_CHECK, wanted.model_dump(mode="json"))


@_details("workflows", RunWorkflow)
class WorkflowView(_Workflows, AnswerDetailView):
    """One workflow."""


@_cancels("workflows", Workflow)
class WorkflowCancelView(_Workflows, AnswerCancelView):
    """Stopping a workflow."""


@extend_schema_view(get=extend_schema(operation_id="workflows_events"))
class WorkflowEventsView(DiagnosisEventsView):
    """The log of a workflow: each step as it ends."""

    kind = JobKind.WORKFLOW
