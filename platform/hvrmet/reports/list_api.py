"""REST: the reports of a tenant, for those who rely on them."""

from __future__ import annotations

from uuid import UUID

from django.http import HttpResponse
from drf_spectacular.utils import extend_schema
from rest_framework.request import Request
from rest_framework.response import Response

from diagnostics.contracts.report import Report as ReportDocument
from hvrmet.accounts.roles import Verb
from hvrmet.accounts.views import TenantView, in_tenant_scope
from hvrmet.core.http.openapi import TENANT_PARAMETER, answers, query_parameters
from hvrmet.core.http.pagination import NewestFirst
from hvrmet.core.http.schemas import parse_query
from hvrmet.reports.access import version_shown_by_id
from hvrmet.reports.access_log import is_reading
from hvrmet.reports.api import DISPLAY_PARAMETER, KIND_PARAMETER, TEXT_ANSWERS, ExportView
from hvrmet.reports.export import export, export_kind
from hvrmet.reports.listed import reports_listed
from hvrmet.reports.schemas import (
    PublishedReport,
    ReportQuery,
    ReportSummaryPage,
    report_summary,
)
from hvrmet.reports.selectors import publication_list, titles_said


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
            drafts=self.principal(request).sees_drafts,
            status=query.status,
            event=query.event,
            occurrence=query.occurrence,
            diagnosis=query.diagnosis,
            newest=query.newest,
            region=query.region,
            since=query.since,
        )
        pages = NewestFirst()
        rows = pages.paginate_queryset(reports, request)
        return Response(pages.envelope(reports_listed(self.principal(request), rows)))


class ReportDetailView(TenantView):
    """One report version by its own key."""

    verbs = {"GET": Verb.REPORT_VIEW}

    @extend_schema(
        operation_id="reports_retrieve",
        parameters=[TENANT_PARAMETER, DISPLAY_PARAMETER],
        responses=answers({200: PublishedReport}, 404, 410),
    )
    @in_tenant_scope
    def get(self, request: Request, version_id: UUID) -> Response:
        """Return a version with its document; to services, a withdrawn one is gone."""
        row = version_shown_by_id(
            self.principal(request), version_id, is_reading=is_reading(request)
        )
        summary = report_summary(row, titles_said([version_id])).model_dump(mode="json")
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
        shown = version_shown_by_id(
            self.principal(request), version_id, how=kind, is_reading=is_reading(request)
        )
        return export(shown, form)
