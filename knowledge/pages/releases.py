"""Pages of proposals, releases, the overlay, coverage, use, import and export."""

from __future__ import annotations

from typing import Any
from uuid import UUID

from django.contrib import messages
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect
from django.urls import reverse
from django.views.decorators.http import require_POST, require_safe
from hvrmet.accounts.principals import Principal
from hvrmet.core.errors import ApplicationError
from hvrmet.core.http.language import in_reader_language
from pydantic import ValidationError

from diagnostics.contracts.enums import Category, EventType, Modality
from diagnostics.contracts.validation import joined, list_problems
from diagnostics.messages import message
from knowledge.differences import release_differences
from knowledge.interchange import MOST_BYTES, read_release_yaml
from knowledge.models import CentreRelease
from knowledge.overlaying import ADJUSTABLE, TRANSLATABLE, value_at
from knowledge.pages.frame import page, shown
from knowledge.selectors.attention import THIN, coverage
from knowledge.selectors.effects import effect_newest, wrong_cases
from knowledge.selectors.learning import tallies
from knowledge.selectors.overlays import overlay_list, overlay_preview
from knowledge.selectors.proposals import (
    REVIEWS_REQUIRED,
    approvals_of,
    authors_of,
    open_drafts,
    proposal_difference,
    proposal_get,
    proposal_items,
    proposal_list,
    reviews_of,
)
from knowledge.selectors.releases import (
    adoption_list,
    centre_release_list,
    current_release_digest,
    release_document,
    release_get,
    release_list,
)
from knowledge.selectors.workspaces import workspace_find, workspace_get
from knowledge.services.drafts import Author
from knowledge.services.effects import effect_ask
from knowledge.services.imports import library_import, upstream_take
from knowledge.services.overlays import (
    NewOverlayChange,
    overlay_combine,
    overlay_end,
    overlay_set,
)
from knowledge.services.proposals import (
    proposal_create,
    proposal_explain,
    proposal_release,
    proposal_review,
    proposal_submit,
    proposal_withdraw,
)
from knowledge.services.releases import adoption_confirm, adoption_propose, release_viewed
from knowledge.signatures import release_is_genuine
from knowledge.states import ProposalStatus, ReviewWord


@page()
def proposals(request: HttpRequest, principal: Principal) -> HttpResponse:
    """List proposals, or put all open drafts into a new one."""
    if request.method == "POST":
        made = proposal_create(
            principal=principal,
            title=request.POST.get("title", "").strip()[:300] or "-",
            reason=request.POST.get("reason", "").strip()[:4000] or "-",
            entries=request.POST.getlist("entry"),
        )
        return redirect("curation-proposal", made.number)
    context = {
        "proposals": list(proposal_list().order_by("-number")[:100]),
        "drafts": list(open_drafts()) if workspace_find() is not None else [],
    }
    return shown(request, "proposals", context, place="proposals")


@require_safe
@page()
def proposal(request: HttpRequest, principal: Principal, number: int) -> HttpResponse:
    """Show what a proposal changes, its effect, and who said what of it."""
    row = proposal_get(number)
    open_now = row.status in (ProposalStatus.DRAFT, ProposalStatus.SUBMITTED)
    approvals = approvals_of(row)
    context = {
        "row": row,
        "items": proposal_items(row),
        "difference": proposal_difference(row, workspace_get()) if open_now else None,
        "reviews": reviews_of(row),
        "approvals": approvals,
        "required": REVIEWS_REQUIRED,
        "enough": len(approvals) >= REVIEWS_REQUIRED,
        "is_author": principal.id in authors_of(row),
        "effect": effect_newest(row),
        "wrong": wrong_cases(row),
        "open": open_now,
    }
    return shown(request, "proposal", context, place="proposals")


@require_POST
@page()
def proposal_act(request: HttpRequest, principal: Principal, number: int) -> HttpResponse:
    """Submit, review, explain, withdraw or release a proposal, or ask for its effect."""
    action = request.POST.get("action", "")
    text = request.POST.get("text", "").strip()
    if action == "submit":
        proposal_submit(principal=principal, number=number)
    elif action == "withdraw":
        proposal_withdraw(principal=principal, number=number, reason=text)
    elif action == "explain":
        proposal_explain(principal=principal, number=number, reason=text or "-")
    elif action == "effect":
        effect_ask(principal=principal, number=number)
    elif action == "release":
        row = proposal_get(number)
        made = proposal_release(principal=principal, number=number, wrong_cases=wrong_cases(row))
        messages.success(
            request, in_reader_language(message("curation-ui_released_as", version=made.version))
        )
        return redirect("curation-release", made.digest)
    elif action in set(ReviewWord):
        proposal_review(
            principal=principal, number=number, verdict=ReviewWord(action), text=text[:4000]
        )
    return redirect("curation-proposal", number)


@require_safe
@page()
def releases(request: HttpRequest, principal: Principal) -> HttpResponse:
    """List the shared releases, the centre's own, and who decided on them."""
    context = {
        "shared": list(release_list().order_by("-created_at")[:50]),
        "own": list(centre_release_list().order_by("-created_at")[:50]),
        "adoptions": list(adoption_list().order_by("-created_at")[:20]),
        "current": current_release_digest(),
        "me": principal.id,
    }
    return shown(request, "releases", context, place="releases")


@require_safe
@page()
def release(request: HttpRequest, principal: Principal, digest: str) -> HttpResponse:
    """Show a release: its entries, and what differs from another one. It counts as opened."""
    row = release_get(digest)
    release_viewed(principal, row)
    document = release_document(digest)
    against = request.GET.get("against") or getattr(row, "base_digest", "")
    difference = None
    if against and against != digest:
        difference = release_differences(release_document(against), document)
    others = [one for one in (*release_list(), *centre_release_list()) if one.digest != digest]
    context = {
        "row": row,
        "document": document,
        "difference": difference,
        "against": against,
        "others": others,
        "genuine": release_is_genuine(row) if isinstance(row, CentreRelease) else None,
        "current": current_release_digest(),
    }
    return shown(request, "release", context, place="releases")


@require_POST
@page()
def adopt(request: HttpRequest, principal: Principal) -> HttpResponse:
    """Propose that the centre works with a release, or confirm what another person proposed."""
    if request.POST.get("adoption"):
        adoption_confirm(principal=principal, adoption_id=UUID(request.POST["adoption"]))
    else:
        adoption_propose(
            principal=principal,
            digest=request.POST.get("digest", ""),
            reason=request.POST.get("reason", "").strip()[:1000],
        )
    return redirect("curation-releases")


@require_safe
@page()
def coverage_page(request: HttpRequest, principal: Principal) -> HttpResponse:
    """Show how many entries each event type, category and modality has."""
    cells = coverage()
    columns = [(c.value, m.value) for c in Category for m in Modality]
    rows = [
        (
            event.value,
            [{"count": cells[event.value, c, m], "category": c, "modality": m} for c, m in columns],
        )
        for event in EventType
    ]
    context = {"rows": rows, "columns": columns, "thin": THIN}
    return shown(request, "coverage", context, place="coverage")


@require_safe
@page()
def use(request: HttpRequest, principal: Principal) -> HttpResponse:
    """Show what use says of entries."""
    by = request.GET.get("by", "entry")
    by = by if by in ("entry", "event_type", "season", "region", "resolution") else "entry"
    found = tallies(by)  # type: ignore[arg-type]  # checked above
    found.sort(key=lambda one: (one.hit_rate.rate is None, one.hit_rate.rate or 0.0, -one.cases))
    return shown(request, "use", {"by": by, "rows": found}, place="use")


@page()
def overlay(request: HttpRequest, principal: Principal) -> HttpResponse:
    """Show the overlay with its conflicts, or change it."""
    if request.method == "POST":
        return _overlay_act(request, principal)
    digest = request.GET.get("digest") or None
    base, combined, conflicts = overlay_preview(digest)
    name = request.GET.get("entry", "")
    chosen = next((one for one in base.entries if one.id == name), None)
    document = {} if chosen is None else chosen.model_dump(mode="json")
    context = {
        "base": base,
        "combined": combined,
        "conflicts": conflicts,
        "changes": list(overlay_list()),
        "names": [entry.id for entry in base.entries],
        "chosen": chosen,
        "adjustable": [(path, value_at(document, path)) for path in ADJUSTABLE],
        "translatable": [(path, value_at(document, path)) for path in TRANSLATABLE],
        "releases": list(release_list().order_by("-created_at")[:20]),
        "name": name,
    }
    return shown(request, "overlay", context, place="overlay")


def _overlay_act(request: HttpRequest, principal: Principal) -> HttpResponse:
    import yaml

    post, action = request.POST, request.POST.get("action", "")
    if action == "combine":
        made = overlay_combine(principal=principal, digest=post.get("digest") or None)
        return redirect("curation-release", made.digest)
    entry = post.get("entry", "")
    if action == "end":
        overlay_end(principal=principal, entry=entry)
        return redirect("curation-overlay")
    fields: dict[str, Any] = {}
    for path in (*ADJUSTABLE, *TRANSLATABLE):
        text, before = post.get(f"field.{path}"), post.get(f"before.{path}")
        if text is None or text == before:
            continue
        if path in TRANSLATABLE:
            fields[path] = text
            continue
        try:
            fields[path] = yaml.safe_load(text)
        except yaml.YAMLError as error:
            raise ApplicationError(
                message("curation-overlay_no_yaml", field=path), code="invalid_request"
            ) from error
    unit = post.get("unit", "").strip()
    fields = {
        path: {"value": value, "unit": unit}
        if unit and path.endswith(".value") and isinstance(value, (int, float))
        else value
        for path, value in fields.items()
    }
    try:
        wanted = NewOverlayChange.model_validate(
            {
                "entry": entry,
                "action": action,
                "fields": fields,
                "reason": post.get("reason", ""),
                "source": post.get("source", ""),
                "effective_from": post.get("effective_from") or None,
            }
        )
    except ValidationError as error:
        raise ApplicationError(joined(list_problems(error)), code="invalid_request") from error
    overlay_set(principal=principal, wanted=wanted)
    return redirect("curation-overlay")


@page()
def imports(request: HttpRequest, principal: Principal) -> HttpResponse:
    """Take a YAML file or a later shared release into the workspace."""
    report = None
    if request.method == "POST":
        author = Author.of(principal)
        if digest := request.POST.get("digest"):
            theirs = frozenset(request.POST.getlist("theirs"))
            report = upstream_take(author=author, digest=digest, theirs=theirs)
        else:
            report = library_import(
                author=author,
                release=read_release_yaml(_uploaded(request)),
                reason=request.POST.get("reason", "").strip() or "-",
            )
    workspace = workspace_find()
    context = {
        "report": report,
        "workspace": workspace,
        "releases": list(release_list().order_by("-created_at")[:20]),
        "digest": request.POST.get("digest", ""),
        "export": None if workspace is None else _export_address(workspace.base_digest),
    }
    return shown(request, "imports", context, place="imports")


def _export_address(digest: str) -> str:
    return reverse("release-export", args=[digest])


def _uploaded(request: HttpRequest) -> str:
    sent = request.FILES.get("file")
    if sent is None or sent.size is None:
        raise ApplicationError(message("curation-import_no_file"), code="invalid_request")
    if sent.size > MOST_BYTES:
        raise ApplicationError(
            message("curation-import_size", most=str(MOST_BYTES // 1_000_000)),
            code="invalid_library",
        )
    try:
        return sent.read().decode("utf-8")
    except UnicodeDecodeError as error:
        raise ApplicationError(
            message("curation-import_unreadable", error="UTF-8"), code="invalid_library"
        ) from error
