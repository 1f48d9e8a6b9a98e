"""REST: the reports of a tenant, for those who rely on them."""

from __future__ import annotations

from uuid import UUID

from django.http import HttpResponse
from drf_spectacular.utils import extend_schema
from rest_framework.request import Request
from rest_framework.response import Response

from diagnostics.contracts.report import Report as ReportDocument
from hvrmet.accounts.principals import Principal, PrincipalKind
from hvrmet.accounts.roles import Verb
from hvrmet.accounts.views import TenantView, in_tenant_scope
from hvrmet.core.documents import parse_query
from hvrmet.core.errors import ApplicationError
from hvrmet.core.openapi import TENANT_PARAMETER, answers, query_parameters
from hvrmet.core.pagination import NewestFirst
from hvrmet.reports.api import KIND_PARAMETER, TEXT_ANSWERS, ExportView
from hvrmet.reports.documents import (
    PublishedReport,
    ReportQuery,
    ReportSummaryPage,
    report_summary,
)
from hvrmet.reports.export import export, export_kind
from hvrmet.reports.models import Publication
from hvrmet.reports.selectors import publication_by_id, publication_list
from hvrmet.reports.states import VersionStatus
from hvrmet.reports.viewing import report_viewed


class ReportListView(TenantView):
    """The report versions of a tenant; services see those that were published."""

    verbs = {"GET": Verb.REPORT_VIEW}

    @extend_schema(
        operation_id="reports_list",
        parameters=[
            *query_parameters(ReportQuery),
            TENANT_PARAMETER,
        ],
        responses=answers({200: ReportSummaryPage}, 400, 404),
    )
    @in_tenant_scope
    def get(self, request: Request) -> Response:
        """List report versions, newest first."""
        query = parse_query(ReportQuery, request)
        reports = publication_list(
            released_only=_released_only(self.principal(request)),
            status=query.status,
            event=query.event,
            region=query.region,
            since=query.since,
        )
        pages = NewestFirst()
        rows = pages.paginate_queryset(reports, request, view=self) or []
        return Response(pages.envelope([report_summary(row) for row in rows]))


class ReportDetailView(TenantView):
    """One report version by its own key."""

    verbs = {"GET": Verb.REPORT_VIEW}

    @extend_schema(
        operation_id="reports_retrieve",
        parameters=[TENANT_PARAMETER],
        responses=answers({200: PublishedReport}, 404, 410),
    )
    @in_tenant_scope
    def get(self, request: Request, version_id: UUID) -> Response:
        """Return a version with its document; to services, a withdrawn one is gone."""
        row = _shown(self.principal(request), version_id)
        summary = report_summary(row).model_dump(mode="json")
        return Response({**summary, "document": row.version.document})


class ReportFileView(ExportView):
    """One report version as a file, by its own key."""

    @extend_schema(
        operation_id="reports_export",
        parameters=[KIND_PARAMETER, TENANT_PARAMETER],
        responses=answers({**TEXT_ANSWERS, (200, "application/json"): ReportDocument}, 404, 410),
    )
    @in_tenant_scope
    def get(self, request: Request, version_id: UUID, kind: str) -> HttpResponse:
        """Return a version as Markdown, as a page, or as JSON."""
        form = export_kind(kind)
        return export(_shown(self.principal(request), version_id, how=kind), form)


def _released_only(principal: Principal) -> bool:
    return principal.kind is PrincipalKind.SERVICE


def _shown(principal: Principal, version_id: UUID, *, how: str = "page") -> Publication:
    """Return a version that the actor may read, and note that a person did.

    Raises
    ------
    ApplicationError
        With code ``report_withdrawn`` (410) for a service.
    """
    row = publication_by_id(version_id, released_only=_released_only(principal))
    if principal.kind is PrincipalKind.SERVICE and row.status == VersionStatus.WITHDRAWN:
        raise ApplicationError(
            f"this report was withdrawn: {row.withdrawal_reason}",
            code="report_withdrawn",
            http_status=410,
            data={"changed_at": row.changed_at.isoformat(), "reason": row.withdrawal_reason},
        )
    report_viewed(principal, row.report.job_id, row.version, how=how)
    return row
