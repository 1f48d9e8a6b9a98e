"""Report versions as files."""

from __future__ import annotations

import json
from enum import StrEnum

from django.http import HttpResponse

from hvrmet.reports.models import ReportVersion


class ExportKind(StrEnum):
    """The forms in which a version can be taken away."""

    MARKDOWN = "md"
    HTML = "html"
    JSON = "json"


_MEDIA_TYPES = {
    ExportKind.MARKDOWN: "text/markdown; charset=utf-8",
    ExportKind.HTML: "text/html; charset=utf-8",
    ExportKind.JSON: "application/json",
}


def export(version: ReportVersion, kind: ExportKind) -> HttpResponse:
    """Return a version as a file.

    The page gets a policy under which it can show its own pictures and styles and do nothing else.
    """
    texts = {
        ExportKind.MARKDOWN: lambda: version.markdown,
        ExportKind.HTML: lambda: version.html,
        ExportKind.JSON: lambda: json.dumps(version.document, ensure_ascii=False),
    }
    response = HttpResponse(texts[kind](), content_type=_MEDIA_TYPES[kind])
    name = f"report-{version.report_id}-v{version.number}.{kind}"
    response["Content-Disposition"] = f'inline; filename="{name}"'
    response["Content-Security-Policy"] = (
        "sandbox; default-src 'none'; img-src data:; style-src 'unsafe-inline'"
    )
    response["ETag"] = f'"{version.digest}-{kind}"'
    return response
