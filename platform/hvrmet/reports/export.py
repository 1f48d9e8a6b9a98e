"""Report versions as files."""

from __future__ import annotations

import json
from enum import StrEnum

from django.http import HttpResponse

from hvrmet.core.errors import NotFoundError
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
    """Return a version as a file."""
    texts = {
        ExportKind.MARKDOWN: lambda: version.markdown,
        ExportKind.HTML: lambda: version.html,
        ExportKind.JSON: lambda: json.dumps(version.document, ensure_ascii=False),
    }
    name = f"report-{version.report_id}-v{version.number}"
    return text_file(texts[kind](), kind, name=name, digest=version.digest)


def text_file(text: str, kind: ExportKind, *, name: str, digest: str) -> HttpResponse:
    """Return a text as a file.

    A page gets a policy under which it can show its own pictures and styles and do nothing else.
    """
    response = HttpResponse(text, content_type=_MEDIA_TYPES[kind])
    response["Content-Disposition"] = f'inline; filename="{name}.{kind}"'
    response["Content-Security-Policy"] = (
        "sandbox; default-src 'none'; img-src data:; style-src 'unsafe-inline'"
    )
    response["ETag"] = f'"{digest}-{kind}"'
    return response


def export_kind(name: str) -> ExportKind:
    """Return the form that an address names.

    Raises
    ------
    NotFoundError
        When there is no such form.
    """
    known = {item.value: item for item in ExportKind}
    if name not in known:
        raise NotFoundError(f"export {name!r} (md, html or json)")
    return known[name]
