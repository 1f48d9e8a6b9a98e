"""REST: what differs between two versions of a report."""

from __future__ import annotations

from uuid import UUID

from django.http import HttpResponse
from drf_spectacular.utils import extend_schema
from pydantic import BaseModel, Field
from rest_framework.request import Request
from rest_framework.response import Response

from diagnostics.contracts.report import Report
from diagnostics.contracts.report_diff import ReportDiff
from diagnostics.report_diff.compare import diff_reports
from diagnostics.report_diff.text import diff_html, diff_markdown
from hvrmet.accounts.principals import Principal
from hvrmet.accounts.roles import Verb
from hvrmet.accounts.views import TenantView, in_tenant_scope
from hvrmet.core.errors import ApplicationError
from hvrmet.core.http.openapi import TENANT_PARAMETER, answers, query_parameters
from hvrmet.core.http.schemas import Query, parse_query
from hvrmet.jobs.selectors import job_get
from hvrmet.reports.access import version_shown
from hvrmet.reports.access_log import is_reading
from hvrmet.reports.api import KIND_PARAMETER, TEXT_ANSWERS, ExportView
from hvrmet.reports.export import ExportKind, export_kind, text_file
from hvrmet.reports.models import ReportVersion


class DiffQuery(Query):
    """The version to compare with."""

    against: int | None = Field(
        default=None,
        ge=1,
        le=2**31 - 1,
        description="Number of the version to compare with; the one before, by default",
    )


class VersionDiff(BaseModel):
    """What changed from version `against` to version `number`."""

    against: int
    number: int
    diff: ReportDiff


class ReportDiffView(TenantView):
    """The difference of two versions as a document."""

    verbs = {"GET": Verb.REPORT_VIEW}

    @extend_schema(
        operation_id="diagnoses_report_diff",
        parameters=[*query_parameters(DiffQuery), TENANT_PARAMETER],
        responses=answers({200: VersionDiff}, 400, 404, 410),
    )
    @in_tenant_scope
    def get(self, request: Request, job_id: UUID, number: int) -> Response:
        """Return what changed from one version to another."""
        found, _ = _diff(request, self.principal(request), job_id, number)
        return Response(found)


class ReportDiffExportView(ExportView):
    """The difference of two versions as a file."""

    @extend_schema(
        operation_id="diagnoses_report_diff_export",
        parameters=[*query_parameters(DiffQuery), KIND_PARAMETER, TENANT_PARAMETER],
        responses=answers(
            {
                **TEXT_ANSWERS,
                (200, "application/json"): ReportDiff,
            },
            400,
            404,
            410,
        ),
    )
    @in_tenant_scope
    def get(self, request: Request, job_id: UUID, number: int, kind: str) -> HttpResponse:
        """Return what changed between two versions as Markdown, page or JSON."""
        form = export_kind(kind)
        found, version = _diff(request, self.principal(request), job_id, number)
        names = {"before": f"version {found.against}", "after": f"version {found.number}"}
        texts = {
            ExportKind.MARKDOWN: lambda: diff_markdown(found.diff, **names),
            ExportKind.HTML: lambda: diff_html(found.diff, **names),
            ExportKind.JSON: lambda: found.diff.model_dump_json(),
        }
        return text_file(
            texts[form](),
            form,
            name=f"report-{version.report_id}-v{found.against}-v{found.number}",
            digest=f"{found.diff.digest_before}-{found.diff.digest_after}",
        )


def _diff(
    request: Request, principal: Principal, job_id: UUID, number: int
) -> tuple[VersionDiff, ReportVersion]:
    query = parse_query(DiffQuery, request)
    job_get(job_id)
    against = query.against or number - 1
    if against < 1:
        raise ApplicationError(
            "there is no version before the first one: name another with ?against=",
            code="invalid_request",
        )
    other = version_shown(principal, job_id, against, how=None).version
    version = version_shown(
        principal,
        job_id,
        number,
        how=f"diff against {against}",
        is_reading=is_reading(request),
    ).version
    before, after = (
        Report.model_validate(item.document, extra="ignore") for item in (other, version)
    )
    return VersionDiff(against=against, number=number, diff=diff_reports(before, after)), version
