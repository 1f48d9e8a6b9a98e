"""REST: diagnoses and their events."""

from __future__ import annotations

from typing import ClassVar
from uuid import UUID

from drf_spectacular.utils import OpenApiResponse, extend_schema
from pydantic import Field, RootModel
from rest_framework.request import Request
from rest_framework.response import Response

from diagnostics.contracts.feasibility import DiagnosisPlan
from hvrmet.accounts.roles import Verb
from hvrmet.accounts.views import TenantView, in_tenant_scope
from hvrmet.core.http.openapi import TENANT_PARAMETER, answers, query_parameters
from hvrmet.core.http.pagination import NewestFirst
from hvrmet.core.http.schemas import Query, parse_body, parse_query
from hvrmet.jobs.api.filters import jobs_chosen
from hvrmet.jobs.api.idempotency import KEY_PARAMETER, idempotency_key, queued
from hvrmet.jobs.api.inquiries import (
    CLIMATOLOGY_ERRORS,
    INQUIRY_ERRORS,
    InquiryDocument,
    ask_worker,
)
from hvrmet.jobs.api.words import require_source
from hvrmet.jobs.queue.inquiries import InquiryKind
from hvrmet.jobs.schemas import (
    Cancellation,
    Diagnosis,
    DiagnosisBody,
    DiagnosisPage,
    DiagnosisQuery,
    EventPage,
    EventQuery,
    NewDiagnosisInWords,
    NewDiagnosisRequest,
    diagnosis_document,
)
from hvrmet.jobs.selectors import event_list, job_get, job_list
from hvrmet.jobs.services.access_log import job_viewed
from hvrmet.jobs.services.jobs import Terms, diagnosis_create, job_cancel
from hvrmet.jobs.services.usage import COST, Use, cost_shown_to
from hvrmet.jobs.states import JobKind, JobStatus


class DryRunQuery(Query):
    """Whether to plan and queue nothing."""

    dry_run: bool = Field(default=False, description="Answer with the plan, and queue nothing")


class QueuedDiagnosis(RootModel[Diagnosis | InquiryDocument]):
    """A diagnosis that was queued, or the inquiry that reads a request in words."""


class DiagnosisWithCost(Diagnosis):
    """A diagnosis with what it has cost so far."""

    cost: Use | None = Field(description=COST)


class DiagnosisListView(TenantView):
    """The diagnoses of a tenant."""

    verbs = {"GET": Verb.DIAGNOSIS_VIEW, "POST": Verb.DIAGNOSIS_CREATE}

    @extend_schema(
        operation_id="diagnoses_list",
        parameters=[
            *query_parameters(DiagnosisQuery),
            TENANT_PARAMETER,
        ],
        responses=answers({200: DiagnosisPage}),
    )
    @in_tenant_scope
    def get(self, request: Request) -> Response:
        """List the diagnoses, newest first."""
        query = parse_query(DiagnosisQuery, request)
        jobs = jobs_chosen(job_list(kind=JobKind.DIAGNOSIS), query)
        return NewestFirst().page(jobs, request, diagnosis_document)

    @extend_schema(
        operation_id="diagnoses_create",
        parameters=[*query_parameters(DryRunQuery), KEY_PARAMETER, TENANT_PARAMETER],
        request=DiagnosisBody,
        responses=answers(
            {
                200: OpenApiResponse(DiagnosisPlan, description="Of a dry run"),
                202: OpenApiResponse(
                    QueuedDiagnosis, description="Queued; `Location` is its address"
                ),
            },
            *INQUIRY_ERRORS,
            *CLIMATOLOGY_ERRORS,
        ),
    )
    def post(self, request: Request) -> Response:
        """Queue a diagnosis, by its fields or in words.

        In words (`text`) it is queued once every word was read. That is asked of a worker: where it
        takes longer than two seconds, the answer is an inquiry to follow, whose result is the
        diagnosis.

        With `dry_run=true` nothing is queued: the answer is the plan, with the event, the factors
        that would be tested first, and what they would read.
        """
        in_words = isinstance(request.data, dict) and "text" in request.data
        if parse_query(DryRunQuery, request).dry_run:
            return self._plan(request, NewDiagnosisInWords if in_words else NewDiagnosisRequest)
        return self._in_words(request) if in_words else self._by_fields(request)

    def _plan(
        self, request: Request, model: type[NewDiagnosisRequest | NewDiagnosisInWords]
    ) -> Response:
        wanted = parse_body(model, request)
        require_source(self.principal(request), wanted.source)
        body = wanted.model_dump(mode="json", exclude_none=True)
        return ask_worker(self, request, InquiryKind.PLAN, {"body": body})

    def _in_words(self, request: Request) -> Response:
        wanted = parse_body(NewDiagnosisInWords, request)
        require_source(self.principal(request), wanted.source)
        asked = {
            "body": wanted.model_dump(mode="json"),
            "idempotency_key": idempotency_key(request),
        }
        return ask_worker(self, request, InquiryKind.WORDED_DIAGNOSIS, asked)

    @in_tenant_scope
    def _by_fields(self, request: Request) -> Response:
        wanted = parse_body(NewDiagnosisRequest, request)
        job, created = diagnosis_create(
            principal=self.principal(request),
            request=wanted.asked(),
            terms=Terms(priority=wanted.priority, deadline=wanted.deadline),
            idempotency_key=idempotency_key(request),
        )
        return queued(diagnosis_document(job), created=created)


class DiagnosisView(TenantView):
    """One diagnosis."""

    verbs = {"GET": Verb.DIAGNOSIS_VIEW}

    @extend_schema(
        operation_id="diagnoses_retrieve",
        parameters=[TENANT_PARAMETER],
        responses=answers({200: DiagnosisWithCost}, 404),
    )
    @in_tenant_scope
    def get(self, request: Request, job_id: UUID) -> Response:
        """Return a diagnosis with its state and what it has cost so far."""
        principal = self.principal(request)
        job = job_get(job_id, kind=JobKind.DIAGNOSIS)
        job_viewed(principal, job, last_seq=job.last_seq)
        shown = diagnosis_document(job)
        cost = cost_shown_to(principal, job.pk)
        return Response(DiagnosisWithCost.model_construct(**dict(shown), cost=cost))


class DiagnosisCancelView(TenantView):
    """Stopping a diagnosis."""

    verbs = {"POST": Verb.DIAGNOSIS_CANCEL}

    @extend_schema(
        operation_id="diagnoses_cancel",
        parameters=[TENANT_PARAMETER],
        request=Cancellation,
        responses=answers({202: Diagnosis}, 400, 404, 409, 415),
    )
    @in_tenant_scope
    def post(self, request: Request, job_id: UUID) -> Response:
        """Cancel a diagnosis: at once while it waits, within about a second while it runs."""
        wanted = parse_body(Cancellation, request)
        job = job_cancel(
            principal=self.principal(request),
            job_id=job_id,
            reason=wanted.reason,
            kind=JobKind.DIAGNOSIS,
        )
        return Response(diagnosis_document(job), status=202)


class DiagnosisEventsView(TenantView):
    """The log of a diagnosis."""

    kind: ClassVar[JobKind] = JobKind.DIAGNOSIS

    verbs = {"GET": Verb.DIAGNOSIS_VIEW}

    @extend_schema(
        operation_id="diagnoses_events",
        parameters=[
            *query_parameters(EventQuery),
            TENANT_PARAMETER,
        ],
        responses=answers({200: EventPage}, 404),
    )
    @in_tenant_scope
    def get(self, request: Request, job_id: UUID) -> Response:
        """Return the events of a {kind} after a number, in order."""
        query = parse_query(EventQuery, request)
        job = job_get(job_id, kind=self.kind)
        page = EventPage(
            status=JobStatus(job.status),
            last_seq=job.last_seq,
            results=event_list(job_id, after=query.after, limit=query.limit, types=query.type),
        )
        if page.results:
            job_viewed(self.principal(request), job, last_seq=page.results[-1].seq)
        return Response(page)
