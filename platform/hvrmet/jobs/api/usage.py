"""REST: quotas, and what work has cost."""

from __future__ import annotations

from uuid import UUID

from drf_spectacular.utils import extend_schema
from pydantic import Field
from rest_framework.request import Request
from rest_framework.response import Response

from hvrmet.accounts.roles import Verb
from hvrmet.accounts.views import TenantView, in_tenant_scope
from hvrmet.core.http.openapi import TENANT_PARAMETER, answers, query_parameters
from hvrmet.core.http.schemas import Query, parse_query
from hvrmet.jobs.selectors import job_get
from hvrmet.jobs.services.quotas import UsageDocument, usage_now
from hvrmet.jobs.services.usage import MONTH, JobUse, MonthUse, use_of_job, use_of_month
from hvrmet.tenants.quotas import quotas_of


class MonthQuery(Query):
    """Which month."""

    month: str | None = Field(
        default=None, pattern=MONTH, description="`YYYY-MM`, of UTC; the present one by default"
    )


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
        """Return the quotas of the centre and what is used of them."""
        limits = quotas_of(self.principal(request).tenant_id)
        return Response(UsageDocument(limits=limits, used=usage_now()))


class MonthUsageView(TenantView):
    """What a centre's work cost."""

    verbs = {"GET": Verb.USAGE_VIEW}

    @extend_schema(
        operation_id="usage_month",
        parameters=[*query_parameters(MonthQuery), TENANT_PARAMETER],
        responses=answers({200: MonthUse}),
    )
    @in_tenant_scope
    def get(self, request: Request) -> Response:
        """Return what the centre's jobs cost in a month, by stage and by role.

        Time is that of workers at work, tokens and money are those of language models.
        """
        return Response(use_of_month(parse_query(MonthQuery, request).month))


class JobUsageView(TenantView):
    """What one job cost."""

    verbs = {"GET": Verb.USAGE_VIEW}

    @extend_schema(
        operation_id="usage_job",
        parameters=[TENANT_PARAMETER],
        responses=answers({200: JobUse}, 404),
    )
    @in_tenant_scope
    def get(self, request: Request, job_id: UUID) -> Response:
        """Return what a job of any kind has cost so far, by stage and by role."""
        return Response(use_of_job(job_get(job_id).pk))
