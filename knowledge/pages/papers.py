"""Pages of papers: giving one, how far its reading is, and what was drawn from it."""

from __future__ import annotations

from pathlib import PurePath
from uuid import UUID

from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect
from django.views.decorators.http import require_safe
from hvrmet.accounts.principals import Principal
from hvrmet.core.errors import ApplicationError

from diagnostics.contracts.enums import EventType
from diagnostics.contracts.guidelines import PAPER_LICENCES
from diagnostics.messages import Message, message
from knowledge.models import PaperReading
from knowledge.pages.frame import page, shown
from knowledge.papers import LARGEST, PaperPassage, PaperResult
from knowledge.selectors.papers import paper_get, paper_list
from knowledge.selectors.workspaces import workspace_find
from knowledge.services.papers import RUNNING, NewPaper, paper_give

_LONGEST_NAME, _LONGEST_REFERENCE = 200, 1000


@page()
def papers(request: HttpRequest, principal: Principal) -> HttpResponse:
    """List the papers of the centre, or give one."""
    if request.method == "POST":
        row = paper_give(principal=principal, paper=_given(request))
        return redirect("curation-paper", row.pk)
    context = {
        "papers": list(paper_list().order_by("-created_at")[:100]),
        "workspace": workspace_find(),
        "licences": PAPER_LICENCES,
        "events": [one.value for one in EventType],
        "largest": LARGEST >> 20,
    }
    return shown(request, "papers", context, place="papers")


@require_safe
@page()
def paper(request: HttpRequest, principal: Principal, paper_id: UUID) -> HttpResponse:
    """Show how far the reading of a paper is, its passages and its drafts."""
    row = paper_get(paper_id)
    context = {
        "row": row,
        "running": row.status in RUNNING,
        "problem": None if row.problem is None else Message.model_validate(row.problem),
        "passages": _passages(row),
    }
    return shown(request, "paper", context, place="papers")


def _passages(row: PaperReading) -> list[tuple[PaperPassage, Message, Message | None]]:
    """Return the passages of a paper, with their kind and why there is no draft, as texts."""
    if row.result is None:
        return []
    return [
        (
            one,
            message(f"paper-kind_{one.kind}"),
            message(f"paper-reason_{one.no_draft}") if one.no_draft else None,
        )
        for one in PaperResult.model_validate(row.result).passages
    ]


def _given(request: HttpRequest) -> NewPaper:
    """Return the paper that a form sends.

    Raises
    ------
    ApplicationError
        ``invalid_request`` without a file, or with a licence or an event that is not offered.
    """
    sent, post = request.FILES.get("file"), request.POST
    if sent is None or not sent.name:
        raise ApplicationError(message("curation-paper_no_file"), code="invalid_request")
    licence, events = post.get("licence", ""), post.getlist("event")
    if licence and licence not in PAPER_LICENCES:
        raise ApplicationError(
            message("curation-paper_licence", licence=licence[:50]), code="invalid_request"
        )
    known = {one.value: one for one in EventType}
    if unknown := next((name for name in events if name not in known), None):
        raise ApplicationError(
            message("curation-paper_event", event=unknown[:50]), code="invalid_request"
        )
    return NewPaper(
        name=PurePath(sent.name).name[:_LONGEST_NAME],
        content=sent.read(),
        reference=post.get("reference", "").strip()[:_LONGEST_REFERENCE],
        licence=licence,
        events=[known[name] for name in events],
    )
