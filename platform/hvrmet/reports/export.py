"""Report versions as files."""

from __future__ import annotations

import json
from enum import StrEnum
from html import escape

from django.http import HttpResponse

from diagnostics.contracts.enums import Language
from diagnostics.messages import localise
from diagnostics.report_diff.text import without_markup
from hvrmet.core.errors import NotFoundError
from hvrmet.reports.models import Publication, ReportVersion
from hvrmet.reports.page_images import page_whole
from hvrmet.reports.selectors import correctors_of
from hvrmet.reports.states import VersionStatus

_PERSON = "person:"


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


def export(row: Publication, kind: ExportKind) -> HttpResponse:
    """Return a version as a file.

    The text is as it was stored; one that was withdrawn, superseded or disagreed with says so
    above it, and one that was corrected by whom. The JSON form is the document alone.

    Raises
    ------
    ApplicationError
        With code ``report_picture_missing`` (500) when a picture of the page is not in the store.
    """
    version, notices, byline = row.version, _notices(row), _byline(row.version)
    texts = {
        ExportKind.MARKDOWN: lambda: _above_markdown(notices, byline, version.markdown),
        ExportKind.HTML: lambda: _above_page(notices, byline, page_whole(version)),
        ExportKind.JSON: lambda: json.dumps(version.document, ensure_ascii=False),
    }
    name = f"report-{version.report_id}-v{version.number}"
    state = f"{row.status}-{len(row.dissent)}"
    return text_file(texts[kind](), kind, name=name, digest=f"{version.digest}-{state}")


def _notices(row: Publication) -> list[str]:
    """Return what a reader must know before the report."""
    found = []
    if row.status == VersionStatus.WITHDRAWN:
        found.append(f"Withdrawn by {row.withdrawn_by}: {row.withdrawal_reason}")
    if row.status == VersionStatus.SUPERSEDED:
        found.append(f"Superseded by version {row.superseded_by}.")
    return found + [f"Dissent of {item['reviewer']}: {item['text']}" for item in row.dissent]


def _byline(version: ReportVersion) -> str:
    """Return who corrected a version, in its language; nothing where it is the platform's alone."""
    if version.corrects is None:
        return ""
    people = [label.removeprefix(_PERSON) for label in correctors_of(version)]
    language = Language(version.document["language"])
    joint = "、" if language is Language.ZH else ", "
    return localise("report-corrected", language, people=joint.join(people))


def _above_markdown(notices: list[str], byline: str, text: str) -> str:
    lines = [f"> **{without_markup(notice)}**\n" for notice in notices]
    lines += [f"> {without_markup(byline)}\n"] if byline else []
    return "".join((*lines, "\n", text)) if lines else text


def _above_page(notices: list[str], byline: str, page: str) -> str:
    box = "border:2px solid #a3341f;padding:.6rem 1rem;margin:1rem 0;font-weight:600"
    above = "".join(f'<aside style="{box}">{escape(notice)}</aside>' for notice in notices)
    above += f"<p>{escape(byline)}</p>" if byline else ""
    head, tag, body = page.partition("<main>")
    return f"{head}{tag}{above}{body}" if tag else f"{above}{page}"


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
