"""REST: diagnoses, their events, and the registered sources."""

from __future__ import annotations

from typing import ClassVar
from uuid import UUID

from drf_spectacular.utils import OpenApiResponse, extend_schema
from rest_framework.request import Request
from rest_framework.response import Response

from hvrmet.accounts.roles import Verb
from hvrmet.accounts.views import TenantView, in_tenant_scope
from hvrmet.core.http.openapi import TENANT_PARAMETER, answers, query_parameters
from hvrmet.core.http.pagination import NewestFirst
from hvrmet.core.http.rendering import page_of
from hvrmet.core.http.schemas import parse_body, parse_query
from hvrmet.jobs.api.filters import jobs_chosen
from hvrmet.jobs.api.idempotency import KEY_PARAMETER, idempotency_key, queued
from hvrmet.jobs.events.documents import event_documents
from hvrmet.jobs.schemas import (
    Cancellation,
    Diagnosis,
    DiagnosisPage,
    DiagnosisQuery,
    EventPage,
    EventQuery,
    NewDiagnosis,
    WorkedOn,
    diagnosis_document,
)
from hvrmet.jobs.selectors import job_get, job_list
from hvrmet.jobs.services.access_log import job_viewed
from hvrmet.jobs.services.jobs import Terms, diagnosis_create, job_cancel
from hvrmet.jobs.services.quotas import UsageDocument, usage_now
from hvrmet.jobs.states import JobKind, JobStatus
from hvrmet.tenants.quotas import quotas_of


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
        """List the tenant's diagnoses, newest first."""
        query = parse_query(DiagnosisQuery, request)
        jobs = jobs_chosen(job_list(kind=JobKind.DIAGNOSIS), query)
        return NewestFirst().page(jobs, request, diagnosis_document)

    @extend_schema(
        operation_id="diagnoses_create",
        parameters=[
            KEY_PARAMETER,
            TENANT_PARAMETER,
        ],
        request=NewDiagnosis,
        responses=answers(
            {202: OpenApiResponse(Diagnosis, description="Queued; `Location` is its address")},
            400,
            415,
            422,
            503,
        ),
    )
    @in_tenant_scope
    def post(self, request: Request) -> Response:
        """Queue a diagnosis."""
        wanted = parse_body(NewDiagnosis, request)
        job, created = diagnosis_create(
            principal=self.principal(request),
            request=wanted.asked(),
            terms=terms_of(wanted),
            idempotency_key=idempotency_key(request),
        )
        return queued(diagnosis_document(job), created=created)


def terms_of(wanted: WorkedOn) -> Terms:
    """Return how a request shall be worked on, for the service."""
    return Terms(priority=wanted.priority, deadline=wanted.deadline, orders=wanted.orders)


class DiagnosisView(TenantView):
    """One diagnosis."""

    verbs = {"GET": Verb.DIAGNOSIS_VIEW}

    @extend_schema(
        operation_id="diagnoses_retrieve",
        parameters=[TENANT_PARAMETER],
        responses=answers({200: Diagnosis}, 404),
    )
    @in_tenant_scope
    def get(self, request: Request, job_id: UUID) -> Response:
        """Return a diagnosis with its state."""
        job = job_get(job_id, kind=JobKind.DIAGNOSIS)
        job_viewed(self.principal(request), job, last_seq=job.last_seq)
        return Response(diagnosis_document(job))


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
        """Cancel: at once while it waits, within about a second while it runs."""
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
        """Return the events after a number, in order."""
        query = parse_query(EventQuery, request)
        job = job_get(job_id, kind=self.kind)
        documents = event_documents(
            job_id,
            after=query.after,
            limit=query.limit,
            types=query.type,
            evidence=query.evidence,
        )
        # A part of the log is not the log up to its last event.
        if documents and not (query.type or query.evidence):
            job_viewed(self.principal(request), job, last_seq=max(documents))
        page = EventPage(status=JobStatus(job.status), last_seq=job.last_seq, results=())
        return Response(page_of(page, documents.values()))


class UsageView(TenantView):
    """Quotas and use."""

    verbs = {"GET": Verb.USAGE_VIEW}

    @extend_schema(
        operation_id="usage_retrieve",
        parameters=[TENANT_PARAMETER],
        responses=answers({200: UsageDocument}),
    )
    @in_tenant_scope
    def get(self, request: Request) -> Response:
        """Return what the tenant may use and what it uses."""
        limits = quotas_of(self.principal(request).tenant_id)
        return Response(UsageDocument(limits=limits, used=usage_now()))
