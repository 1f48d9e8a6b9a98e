"""Pages of entries: the queue, the form with its preview, the history, who uses it."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any
from uuid import UUID

from django.contrib import messages
from django.contrib.auth.decorators import login_required
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect
from django.urls import reverse
from django.views.decorators.http import require_POST, require_safe
from hvrmet.accounts.models import User
from hvrmet.accounts.principals import Principal
from hvrmet.accounts.services import language_choose
from hvrmet.core.errors import ApplicationError
from hvrmet.core.http.language import in_reader_language

from diagnostics.contracts.enums import Category, EventType, Language, Modality
from diagnostics.contracts.guidelines import GuidelineEntry
from diagnostics.messages import languages, message
from knowledge.differences import entry_differences, merge_entries
from knowledge.entry_tables import entry_of
from knowledge.executable import problems_of, tools
from knowledge.models import LibraryEntry
from knowledge.pages.entry_form import EntryForm, entry_from, read_form
from knowledge.pages.frame import page, shown
from knowledge.previews import entry_preview
from knowledge.selectors.attention import Need, QueueFilter, queue, uses_of
from knowledge.selectors.effects import effect_newest
from knowledge.selectors.learning import tallies
from knowledge.selectors.proposals import proposal_list
from knowledge.selectors.releases import release_list
from knowledge.selectors.workspaces import (
    causes,
    comment_list,
    draft_open,
    library_entry_get,
    revision_get,
    revision_list,
    workspace_find,
)
from knowledge.services.comments import comment_add, comment_resolve
from knowledge.services.drafts import (
    Author,
    draft_drop,
    entry_change,
    entry_create,
    entry_remove,
)
from knowledge.services.proposals import proposal_create
from knowledge.services.workspaces import workspace_open
from knowledge.states import DraftStatus, Origin

PAGE = 60


@require_safe
@page()
def queue_page(request: HttpRequest, principal: Principal) -> HttpResponse:
    """Show the entries that need attention, or where there is no workspace, how to open one."""
    if workspace_find() is None:
        return shown(request, "begin", {"releases": list(release_list()[:20])}, place="queue")
    names = ("text", "event", "category", "modality", "need", "status", "origin", "tag", "order")
    wanted = QueueFilter(**{name: request.GET[name] for name in names if request.GET.get(name)})
    found = queue(wanted)
    first = _number(request.GET.get("from"), 0)
    context = {
        "rows": found[first : first + PAGE],
        "count": len(found),
        "first": first,
        "next": first + PAGE if first + PAGE < len(found) else None,
        "previous": max(0, first - PAGE) if first else None,
        "wanted": wanted,
        "query": _without(request, "from"),
        "events": [one.value for one in EventType],
        "categories": [one.value for one in Category],
        "modalities": [one.value for one in Modality],
        "needs": [one.value for one in Need],
        "statuses": [*(one.value for one in DraftStatus if one in _OPEN), "released"],
        "origins": [one.value for one in Origin],
    }
    return shown(request, "queue", context, place="queue")


_OPEN = (DraftStatus.OPEN, DraftStatus.PROPOSED)


@require_POST
@page()
def begin(request: HttpRequest, principal: Principal) -> HttpResponse:
    """Open the workspace with a release."""
    workspace_open(principal=principal, digest=request.POST.get("digest") or None)
    return redirect("curation-queue")


@require_POST
@page()
def bulk(request: HttpRequest, principal: Principal) -> HttpResponse:
    """Do one thing with all chosen entries: all of them, or none where one refuses."""
    chosen = request.POST.getlist("entry")
    action, author = request.POST.get("action", ""), Author.of(principal)
    reason = request.POST.get("reason", "").strip()
    if not chosen:
        raise ApplicationError(message("curation-bulk_nothing"), code="invalid_request")
    if action == "propose":
        made = proposal_create(
            principal=principal,
            title=reason or ", ".join(chosen)[:300],
            reason=reason or "-",
            entries=chosen,
        )
        return redirect("curation-proposal", made.number)
    for name in chosen:
        if action == "drop":
            draft_drop(author=author, entry_id=name, reason=reason or "-")
        elif action == "remove":
            entry_remove(author=author, entry_id=name, reason=reason or "-")
        elif action == "comment":
            comment_add(principal=principal, entry_id=name, text=reason or "-")
        else:
            row = library_entry_get(name)
            head = revision_get(row)
            changed = _bulk_changed(entry_of(head), action, request.POST)
            entry_change(author=author, entry=changed, based_on=head.number, reason=reason)
    messages.success(request, in_reader_language(message("curation-bulk_done", count=len(chosen))))
    return redirect(f"{reverse('curation-queue')}?{request.POST.get('query', '')}")


def _bulk_changed(entry: GuidelineEntry, action: str, post: Mapping[str, Any]) -> GuidelineEntry:
    value = str(post.get("value", "")).strip()
    if action == "tag" and value:
        return entry.model_copy(update={"tags": tuple(dict.fromkeys((*entry.tags, value)))})
    if action == "untag" and value:
        return entry.model_copy(update={"tags": tuple(one for one in entry.tags if one != value)})
    if action == "weight" and value.isdigit() and 1 <= int(value) <= 5:
        return entry.model_copy(update={"weight": int(value)})
    raise ApplicationError(message("curation-bulk_value"), code="invalid_request")


@page()
def entry_page(request: HttpRequest, principal: Principal, entry_id: str) -> HttpResponse:
    """Show the form of an entry, or save what it sends."""
    row = library_entry_get(entry_id)
    head = revision_get(row)
    entry = entry_of(head)
    if request.method != "POST":
        return _form_page(request, row, head.number, entry.model_dump(mode="json"))
    based_on = _number(request.POST.get("based_on"), head.number)
    seen = entry_of(revision_get(row, based_on)).model_dump(mode="json")
    document, problems = read_form(request.POST, seen)
    if request.POST.get("onto") and not problems:
        if head.number != _number(request.POST["onto"], 0):
            return _conflict_page(request, row, document, based_on)
        document = _merged(request, seen, entry.model_dump(mode="json"), document)
        based_on = head.number
    if request.POST.get("action") == "retool":
        return _form_page(request, row, based_on, document)
    changed, more = (None, []) if problems else entry_from(document)
    problems += more
    if changed is None:
        return _form_page(request, row, based_on, document, problems, status=400)
    return _save(request, principal, row, changed, based_on)


def _save(
    request: HttpRequest,
    principal: Principal,
    row: LibraryEntry,
    changed: GuidelineEntry,
    based_on: int,
) -> HttpResponse:
    """Store what the form sent, or show it again with what is wrong or what collides."""
    entry_id, document = row.entry_id, changed.model_dump(mode="json")
    try:
        entry_change(
            author=Author.of(principal),
            entry=changed,
            based_on=based_on,
            reason=request.POST.get("reason", "").strip()[:2000],
        )
    except ApplicationError as error:
        if error.code == "entry_changed":
            return _conflict_page(request, row, document, based_on)
        if error.code == "invalid_entry":
            found = problems_of(changed, causes())
            return _form_page(request, row, based_on, document, found, status=400)
        raise
    messages.success(request, in_reader_language(message("curation-ui_saved")))
    if request.POST.get("action") == "next":
        return redirect(_next_address(entry_id))
    return redirect("curation-entry", entry_id)


@page()
def entry_new(request: HttpRequest, principal: Principal) -> HttpResponse:
    """Draft a new entry: choose the operator first, then fill in what it offers."""
    chosen = request.POST if request.method == "POST" else request.GET
    factor = str(chosen.get("factor", ""))
    tool = tools().get(factor)
    blank: dict[str, Any] = {
        "modality": tool["kind"] if tool else "index",
        "factor": factor,
        "category": tool["category"] if tool else "dynamics",
        "weight": 3,
        "confidence": 0.5,
        "difficulty": "medium",
        "references": [],
        "alternatives": [],
    }
    if request.method != "POST" or request.POST.get("action") == "retool" or tool is None:
        document = read_form(request.POST, blank)[0] if request.method == "POST" else blank
        return _new_page(request, document)
    document, problems = read_form(request.POST, blank)
    document["id"] = str(request.POST.get("id", "")).strip()
    changed, more = (None, []) if problems else entry_from(document)
    problems += more
    if changed is None:
        return _new_page(request, document, problems, status=400)
    try:
        entry_create(
            author=Author.of(principal), entry=changed, reason=request.POST.get("reason", "")[:2000]
        )
    except ApplicationError as error:
        if error.code != "invalid_entry":
            raise
        return _new_page(request, document, problems_of(changed, causes()), status=400)
    return redirect("curation-entry", changed.id)


def _new_page(
    request: HttpRequest, document: dict[str, Any], problems: Any = (), status: int = 200
) -> HttpResponse:
    form = EntryForm(document, causes(), problems)
    context = {
        "sections": form.sections(),
        "unplaced": form.unplaced(),
        "document": document,
        "new": True,
        "languages": languages(),
    }
    return shown(request, "entry", context, place="queue", status=status)


def _form_page(
    request: HttpRequest,
    row: LibraryEntry,
    based_on: int,
    document: dict[str, Any],
    problems: Any = (),
    status: int = 200,
) -> HttpResponse:
    form = EntryForm(document, causes(), problems)
    entry, _ = entry_from(document)
    draft = draft_open(row.pk)
    used = tallies("event_type", entry=row.entry_id)
    head = revision_get(row)
    context = {
        "row": row,
        "sections": form.sections(),
        "unplaced": form.unplaced(),
        "document": document,
        "based_on": based_on,
        "head": head,
        "draft": draft,
        "preview": None if entry is None else entry_preview(entry),
        "languages": languages(),
        "citations": [] if entry is None else entry.references,
        "comments": list(comment_list(row).order_by("-created_at")),
        "used": used,
        "effects": _effects(row.entry_id),
        "next_entry": _next_address(row.entry_id),
    }
    return shown(request, "entry", context, place="queue", status=status)


def _effects(entry_id: str) -> list[dict[str, Any]]:
    """Return what the newest effect of a proposal found of an entry."""
    newest = proposal_list().order_by("-number").first()
    run = effect_newest(newest) if newest is not None else None
    if run is None or run.result is None:
        return []
    return [one for one in run.result["verdicts"] if one["entry"] == entry_id]


def _next_address(entry_id: str) -> str:
    names = [row.entry.entry_id for row in queue() if row.entry.entry_id != entry_id]
    return reverse("curation-entry", args=[names[0]]) if names else reverse("curation-queue")


def _merged(
    request: HttpRequest,
    seen: Mapping[str, Any],
    newest: Mapping[str, Any],
    mine: Mapping[str, Any],
) -> dict[str, Any]:
    """Return the entry with the changes of both, and what was chosen where they collide."""
    mine = _as_stored(mine)
    _, fields = merge_entries(seen, newest, mine)
    theirs = {
        one.field
        for place, one in enumerate(fields)
        if one.both and request.POST.get(f"choose_{place}") == "theirs"
    }
    return merge_entries(seen, newest, mine, take_theirs=theirs)[0]


def _as_stored(document: Mapping[str, Any]) -> Mapping[str, Any]:
    """Return a document of a form as it would be stored; one that is no entry stays as it is."""
    entry, _ = entry_from(document)
    return document if entry is None else entry.model_dump(mode="json")


def _conflict_page(
    request: HttpRequest, row: LibraryEntry, document: Mapping[str, Any], based_on: int
) -> HttpResponse:
    """Show what another curator saved meanwhile beside what this one wrote; nothing is lost."""
    head = revision_get(row)
    seen, newest = (
        entry_of(one).model_dump(mode="json") for one in (revision_get(row, based_on), head)
    )
    fields = merge_entries(seen, newest, _as_stored(document))[1]
    own = ("based_on", "onto", "action", "csrfmiddlewaretoken")
    context = {
        "row": row,
        "author": head.author,
        "revision": head.number,
        "based_on": based_on,
        "fields": [
            {
                **one.model_dump(),
                "theirs_changed": one.theirs_changed,
                "mine_changed": one.mine_changed,
                "both": one.both,
                "choice": f"choose_{place}",
            }
            for place, one in enumerate(fields)
        ],
        "both": sum(one.both for one in fields),
        "post": [(name, value) for name, values in request.POST.lists() for value in values
                 if name not in own and not name.startswith("choose_")],
    }  # fmt: skip
    return shown(request, "conflict", context, place="queue", status=409)


@require_POST
@page()
def preview(request: HttpRequest, principal: Principal) -> HttpResponse:
    """Return the sentences of a report for what a form holds now, as a part of a page."""
    name = request.POST.get("entry_id", "")
    before: dict[str, Any] = {}
    if name:
        before = entry_of(revision_get(library_entry_get(name))).model_dump(mode="json")
    document, problems = read_form(request.POST, before)
    document.setdefault("id", "g_new")
    entry, more = (None, []) if problems else entry_from(document)
    problems += more
    if entry is not None:
        problems = problems_of(entry, causes())
    context = {
        "preview": None if entry is None else entry_preview(entry),
        "problems": problems,
        "languages": languages(),
    }
    return shown(request, "_preview", context)


@require_safe
@page()
def history(request: HttpRequest, principal: Principal, entry_id: str) -> HttpResponse:
    """Show the revisions of an entry, each with what it changed, by whom and why."""
    row = library_entry_get(entry_id)
    found = list(revision_list(row)[:100])
    states = {one.number: entry_of(revision_get(row, one.number)) for one in found}
    steps = []
    for place, one in enumerate(found):
        older = found[place + 1] if place + 1 < len(found) else None
        fields = (
            entry_differences(states[older.number], states[one.number], curation=True)
            if older is not None
            else []
        )
        steps.append({"revision": one, "fields": fields, "first": older is None})
    return shown(request, "history", {"row": row, "steps": steps}, place="queue")


@require_safe
@page()
def uses(request: HttpRequest, principal: Principal, entry_id: str) -> HttpResponse:
    """Show who uses an entry, and what use shows of it."""
    row = library_entry_get(entry_id)
    groups = [(by, tallies(by, entry=entry_id)) for by in ("event_type", "season", "region")]
    context = {"row": row, "uses": uses_of(row), "groups": groups}
    return shown(request, "uses", context, place="queue")


@require_POST
@page()
def comment(request: HttpRequest, principal: Principal, entry_id: str) -> HttpResponse:
    """Remark on an entry or a field, or resolve a remark."""
    done = request.POST.get("resolve")
    if done:
        comment_resolve(principal=principal, comment_id=UUID(done))
    elif text := request.POST.get("text", "").strip():
        field = request.POST.get("field", "")[:100]
        comment_add(principal=principal, entry_id=entry_id, text=text[:4000], field=field)
    return redirect(f"{reverse('curation-entry', args=[entry_id])}#comments")


@require_POST
@page()
def act(request: HttpRequest, principal: Principal, entry_id: str) -> HttpResponse:
    """Give up a draft, draft a removal, or go back to an older revision."""
    author, action = Author.of(principal), request.POST.get("action", "")
    reason = request.POST.get("reason", "").strip() or "-"
    if action == "drop":
        draft_drop(author=author, entry_id=entry_id, reason=reason)
    elif action == "remove":
        entry_remove(author=author, entry_id=entry_id, reason=reason)
    elif action == "restore":
        row = library_entry_get(entry_id)
        older = entry_of(revision_get(row, _number(request.POST.get("number"), 1)))
        head = revision_get(row)
        entry_change(
            author=author,
            entry=older,
            based_on=head.number,
            reason=reason,
            origin=Origin.RESTORED,
        )
    if workspace_find() is not None and library_entry_get(entry_id).removed:
        return redirect("curation-queue")
    return redirect("curation-entry", entry_id)


@require_POST
@login_required
def choose_language(request: HttpRequest) -> HttpResponse:
    """Keep the language in which a person works."""
    wanted = request.POST.get("language", "")
    assert isinstance(request.user, User)
    if wanted in languages():
        language_choose(user=request.user, language=Language(wanted))
    return redirect(_own_address(request.POST.get("next", "")))


def _own_address(wanted: str) -> str:
    return wanted if wanted.startswith(reverse("curation-queue")) else reverse("curation-queue")


def _number(text: Any, default: int) -> int:
    return int(text) if str(text or "").isdigit() and len(str(text)) < 9 else default


def _without(request: HttpRequest, name: str) -> str:
    query = request.GET.copy()
    query.pop(name, None)
    return query.urlencode()
