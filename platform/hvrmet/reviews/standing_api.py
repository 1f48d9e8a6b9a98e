"""REST: where versions stand for the caller, and what of one the caller has opened."""

from __future__ import annotations

from uuid import UUID

from drf_spectacular.utils import extend_schema
from rest_framework.request import Request
from rest_framework.response import Response

from hvrmet.accounts.roles import Verb
from hvrmet.accounts.views import TenantView, in_tenant_scope
from hvrmet.core.http.openapi import TENANT_PARAMETER, answers
from hvrmet.core.http.schemas import parse_body
from hvrmet.reports.access import version_shown
from hvrmet.reviews.openings import opened_keep
from hvrmet.reviews.schemas import Opened, Unopened, VersionStanding, Waiting
from hvrmet.reviews.standing import standing_of
from hvrmet.reviews.waiting import reports_waiting


class StandingView(TenantView):
    """Where a version stands."""

    verbs = {"GET": Verb.REPORT_VIEW}

    @extend_schema(
        operation_id="diagnoses_report_standing",
        parameters=[TENANT_PARAMETER],
        responses=answers({200: VersionStanding}, 404, 410),
    )
    @in_tenant_scope
    def get(self, request: Request, job_id: UUID, number: int) -> Response:
        """Return where a version stands, what was done with it, and what the caller may do."""
        principal = self.principal(request)
        row = version_shown(principal, job_id, number, how=None)
        return Response(standing_of(principal, row))


class WaitingView(TenantView):
    """What waits for review or publication."""

    verbs = {"GET": Verb.REPORT_VIEW}

    @extend_schema(
        operation_id="reports_waiting",
        parameters=[TENANT_PARAMETER],
        responses=answers({200: Waiting}),
    )
    @in_tenant_scope
    def get(self, request: Request) -> Response:
        """Return the reports that wait for somebody.

        Each says who can take it on and what the caller can do.
        """
        return Response(Waiting(results=tuple(reports_waiting(self.principal(request)))))


class OpenedView(TenantView):
    """What a person has opened of a version."""

    verbs = {"POST": Verb.REPORT_VIEW}

    @extend_schema(
        operation_id="diagnoses_report_opened",
        parameters=[TENANT_PARAMETER],
        request=Opened,
        responses=answers({200: Unopened}, 400, 404, 409, 410, 415),
    )
    @in_tenant_scope
    def post(self, request: Request, job_id: UUID, number: int) -> Response:
        """Keep that the caller has opened parts of a version, and return what is left."""
        principal = self.principal(request)
        row = version_shown(principal, job_id, number, how=None)
        wanted = parse_body(Opened, request)
        left = opened_keep(principal, job_id, row.version, wanted.parts)
        return Response(Unopened(unopened=left))
