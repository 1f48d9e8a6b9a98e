"""REST: a diagnosis as it grows."""

from __future__ import annotations

from uuid import UUID

from drf_spectacular.utils import extend_schema
from rest_framework.request import Request
from rest_framework.response import Response

from hvrmet.accounts.roles import Verb
from hvrmet.accounts.views import TenantView, in_tenant_scope
from hvrmet.core.http.openapi import TENANT_PARAMETER, answers, query_parameters
from hvrmet.core.http.schemas import parse_query
from hvrmet.dashboard.runs.schemas import RunQuery, RunView
from hvrmet.dashboard.runs.selectors import run_view
from hvrmet.jobs.selectors import job_get
from hvrmet.jobs.services.access_log import job_viewed
from hvrmet.jobs.states import JobKind


class DiagnosisRunView(TenantView):
    """What a diagnosis has found so far, for those who watch it."""

    verbs = {"GET": Verb.DIAGNOSIS_VIEW}

    @extend_schema(
        operation_id="diagnoses_run",
        parameters=[*query_parameters(RunQuery), TENANT_PARAMETER],
        responses=answers({200: RunView}, 400, 404),
    )
    @in_tenant_scope
    def get(self, request: Request, job_id: UUID) -> Response:
        """Return criteria, rounds, factors, causes and charts as they stand, in a language."""
        query = parse_query(RunQuery, request)
        job = job_get(job_id, kind=JobKind.DIAGNOSIS)
        view = run_view(job, language=query.language)
        job_viewed(self.principal(request), job, last_seq=job.last_seq)
        return Response(view)
