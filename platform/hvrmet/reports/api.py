"""REST: the report of a diagnosis and its versions."""

from __future__ import annotations

from uuid import UUID

from django.http import HttpResponse
from drf_spectacular.types import OpenApiTypes
from drf_spectacular.utils import OpenApiParameter, extend_schema
from rest_framework.renderers import BaseRenderer
from rest_framework.request import Request
from rest_framework.response import Response

from diagnostics.contracts.enums import Language
from diagnostics.contracts.report import Report as ReportDocument
from hvrmet.accounts.roles import Verb
from hvrmet.accounts.views import TenantView, in_tenant_scope
from hvrmet.core.http.openapi import TENANT_PARAMETER, answers, query_parameters
from hvrmet.core.http.schemas import parse_query
from hvrmet.reports.access import version_shown
from hvrmet.reports.access_log import DISPLAY_HEADER, REPORTED, is_reading
from hvrmet.reports.export import ExportKind, export, export_kind
from hvrmet.reports.readings import reading_document, reading_languages
from hvrmet.reports.schemas import (
    ReadingQuery,
    ReportInfo,
    ReportReadingOut,
    ReportVersionOut,
    version_info,
)
from hvrmet.reports.selectors import version_list

KIND_PARAMETER = OpenApiParameter(
    "kind", str, OpenApiParameter.PATH, enum=[kind.value for kind in ExportKind]
)
DISPLAY_PARAMETER = OpenApiParameter(
    DISPLAY_HEADER,
    str,
    OpenApiParameter.HEADER,
    enum=[REPORTED],
    description="The client reports afterwards what it displays (`opened/`): until then the "
    "version was sent and not read",
)
TEXT_ANSWERS: dict[tuple[int, str], OpenApiTypes] = {
    (200, "text/markdown"): OpenApiTypes.STR,
    (200, "text/html"): OpenApiTypes.STR,
}


class ReportView(TenantView):
    """The report of a diagnosis."""

    verbs = {"GET": Verb.REPORT_VIEW}

    @extend_schema(
        operation_id="diagnoses_report",
        parameters=[TENANT_PARAMETER, DISPLAY_PARAMETER],
        responses=answers({200: ReportInfo}, 404, 410),
    )
    @in_tenant_scope
    def get(self, request: Request, job_id: UUID) -> Response:
        """Return the newest version and the list of all."""
        principal = self.principal(request)
        latest = version_shown(principal, job_id, is_reading=is_reading(request)).version
        rows = version_list(job_id, drafts=principal.sees_drafts)
        versions = [version_info(row) for row in rows]
        return Response({"versions": versions, "latest": latest.document})


class ReportVersionView(TenantView):
    """One version of a report."""

    verbs = {"GET": Verb.REPORT_VIEW}

    @extend_schema(
        operation_id="diagnoses_report_version",
        parameters=[TENANT_PARAMETER, DISPLAY_PARAMETER],
        responses=answers({200: ReportVersionOut}, 404, 410),
    )
    @in_tenant_scope
    def get(self, request: Request, job_id: UUID, number: int) -> Response:
        """Return one version."""
        row = version_shown(self.principal(request), job_id, number, is_reading=is_reading(request))
        info = version_info(row).model_dump(mode="json")
        return Response({**info, "document": row.version.document})


class ReportReadingView(TenantView):
    """One version as it is read."""

    verbs = {"GET": Verb.REPORT_VIEW}

    @extend_schema(
        operation_id="diagnoses_report_reading",
        parameters=[*query_parameters(ReadingQuery), TENANT_PARAMETER, DISPLAY_PARAMETER],
        responses=answers({200: ReportReadingOut}, 400, 404, 410),
    )
    @in_tenant_scope
    def get(self, request: Request, job_id: UUID, number: int) -> Response:
        """Return a version sentence by sentence, in one language.

        Each value comes with its claim.
        """
        query = parse_query(ReadingQuery, request)
        row = version_shown(
            self.principal(request),
            job_id,
            number,
            how="reading",
            is_reading=is_reading(request),
        )
        language = query.language or Language(row.version.document["language"])
        reading = reading_document(row.version, language)
        info = version_info(row).model_dump(mode="json")
        languages = reading_languages(row.version_id)
        return Response({**info, "language": language, "languages": languages, "reading": reading})


class ExportView(TenantView):
    """A text as a file; the path names the form, whatever the client says it accepts."""

    verbs = {"GET": Verb.REPORT_VIEW}

    def perform_content_negotiation(
        self, request: Request, force: bool = True
    ) -> tuple[BaseRenderer, str]:
        """Answer a client that accepts pages only."""
        return super().perform_content_negotiation(request, force=True)


class ReportExportView(ExportView):
    """One version as a file."""

    @extend_schema(
        operation_id="diagnoses_report_export",
        parameters=[
            TENANT_PARAMETER,
            KIND_PARAMETER,
        ],
        responses=answers(
            {
                **TEXT_ANSWERS,
                (200, "application/json"): ReportDocument,
            },
            404,
            410,
        ),
    )
    @in_tenant_scope
    def get(self, request: Request, job_id: UUID, number: int, kind: str) -> HttpResponse:
        """Return a version as Markdown, as a page, or as JSON."""
        form = export_kind(kind)
        principal = self.principal(request)
        shown = version_shown(principal, job_id, number, how=kind, is_reading=is_reading(request))
        return export(shown, form)
