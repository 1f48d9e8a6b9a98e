"""REST: the report of a diagnosis and its versions."""

from __future__ import annotations

from datetime import datetime
from uuid import UUID

from django.http import HttpResponse
from drf_spectacular.types import OpenApiTypes
from drf_spectacular.utils import OpenApiParameter, extend_schema
from pydantic import BaseModel
from rest_framework.renderers import BaseRenderer
from rest_framework.request import Request
from rest_framework.response import Response

from diagnostics.contracts.report import Report as ReportDocument
from hvrmet.accounts.roles import Verb
from hvrmet.accounts.views import TenantView, in_tenant_scope
from hvrmet.core.openapi import TENANT_PARAMETER, answers
from hvrmet.jobs.selectors import job_get
from hvrmet.reports.export import ExportKind, export, export_kind
from hvrmet.reports.models import ReportVersion
from hvrmet.reports.selectors import version_get, version_list
from hvrmet.reports.viewing import report_viewed

KIND_PARAMETER = OpenApiParameter(
    "kind", str, OpenApiParameter.PATH, enum=[kind.value for kind in ExportKind]
)


class ReportVersionInfo(BaseModel):
    """One version, without its text."""

    number: int
    digest: str
    author: str
    created_at: datetime


class ReportInfo(BaseModel):
    """The versions of a diagnosis' report, newest first, and the newest document."""

    versions: tuple[ReportVersionInfo, ...]
    latest: ReportDocument


class ReportVersionOut(BaseModel):
    """One version with its document."""

    number: int
    digest: str
    author: str
    created_at: datetime
    document: ReportDocument


class ReportView(TenantView):
    """The report of a diagnosis."""

    verbs = {"GET": Verb.REPORT_VIEW}

    @extend_schema(
        operation_id="diagnoses_report",
        parameters=[TENANT_PARAMETER],
        responses=answers({200: ReportInfo}, 404),
    )
    @in_tenant_scope
    def get(self, request: Request, job_id: UUID) -> Response:
        """Return the newest version and the list of all."""
        job_get(job_id)
        latest = version_get(job_id)
        versions = [_info(version).model_dump(mode="json") for version in version_list(job_id)]
        report_viewed(self.principal(request), job_id, latest)
        return Response({"versions": versions, "latest": latest.document})


class ReportVersionView(TenantView):
    """One version of a report."""

    verbs = {"GET": Verb.REPORT_VIEW}

    @extend_schema(
        operation_id="diagnoses_report_version",
        parameters=[TENANT_PARAMETER],
        responses=answers({200: ReportVersionOut}, 404),
    )
    @in_tenant_scope
    def get(self, request: Request, job_id: UUID, number: int) -> Response:
        """Return one version."""
        job_get(job_id)
        version = version_get(job_id, number)
        info = _info(version).model_dump(mode="json")
        report_viewed(self.principal(request), job_id, version)
        return Response({**info, "document": version.document})


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
                (200, "text/markdown"): OpenApiTypes.STR,
                (200, "text/html"): OpenApiTypes.STR,
                (200, "application/json"): ReportDocument,
            },
            404,
        ),
    )
    @in_tenant_scope
    def get(self, request: Request, job_id: UUID, number: int, kind: str) -> HttpResponse:
        """Return a version as Markdown, as a page, or as JSON."""
        form = export_kind(kind)
        job_get(job_id)
        version = version_get(job_id, number)
        report_viewed(self.principal(request), job_id, version, how=kind)
        return export(version, form)


def _info(version: ReportVersion) -> ReportVersionInfo:
    return ReportVersionInfo(
        number=version.number,
        digest=version.digest,
        author=version.author,
        created_at=version.created_at,
    )
