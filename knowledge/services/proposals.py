"""From drafts to a release: proposal, review by two curators, an immutable signed release."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import Any

from django.db.models import Max
from django.utils import timezone
from hvrmet.accounts.dual_control import require_person
from hvrmet.accounts.principals import Principal
from hvrmet.audit.services import Action, audit_record
from hvrmet.core.errors import ApplicationError

from diagnostics.contracts.guidelines import Curation, GuidelineEntry, GuidelineRelease
from diagnostics.messages import Listing, message
from knowledge.executable import Problem, circles_of, problems_of
from knowledge.models import (
    CentreRelease,
    Draft,
    LibraryEntry,
    Proposal,
    ProposalItem,
    ProposalReview,
    Workspace,
)
from knowledge.selectors.proposals import (
    REVIEWS_REQUIRED,
    approvals_of,
    authors_of,
    next_version,
    open_drafts,
    proposal_get,
    proposal_items,
    proposed_entries,
    proposed_release,
)
from knowledge.selectors.workspaces import (
    causes,
    released_entries,
    workspace_get,
    workspace_release,
)
from knowledge.services.drafts import refuse
from knowledge.services.workspaces import revisions_store
from knowledge.signatures import release_sign
from knowledge.states import (
    OPEN_PROPOSALS,
    ChangeKind,
    DraftStatus,
    Origin,
    ProposalStatus,
    ReleaseKind,
    ReviewWord,
)


def proposal_create(
    *, principal: Principal, title: str, reason: str, entries: Iterable[str] = ()
) -> Proposal:
    """Put drafts together that are to become the next release.

    Parameters
    ----------
    principal : Principal
    title, reason : str
        For those who review it.
    entries : iterable of str, optional
        Names of entries with an open draft; all of them by default.

    Raises
    ------
    ApplicationError
        ``no_workspace`` (409), ``no_draft`` (409) where an entry has none or is proposed already.
    """
    require_person(principal, to=message("refusal-act_propose_change"))
    workspace = workspace_get(lock=True)
    drafts = _drafts(entries)
    last = Proposal.objects.aggregate(last=Max("number"))["last"] or 0
    proposal: Proposal = Proposal.objects.create(
        number=last + 1,
        title=title,
        reason=reason,
        author=principal.label,
        author_id=principal.id,
        status=ProposalStatus.DRAFT,
        base_digest=workspace.base_digest,
    )
    _items_store(proposal, drafts)
    _audit(Action.LIBRARY_CHANGE_PROPOSED, principal, proposal, {"entries": _names(drafts)})
    return proposal


def proposal_set_entries(*, principal: Principal, number: int, entries: Iterable[str]) -> Proposal:
    """Choose other drafts for a proposal that is not submitted.

    Raises
    ------
    ApplicationError
        ``proposal_closed`` or ``no_draft`` (409).
    """
    proposal = _proposal_in(number, ProposalStatus.DRAFT)
    drafts = _drafts(entries)
    ProposalItem.objects.filter(proposal=proposal).delete()
    _items_store(proposal, drafts)
    _audit(Action.LIBRARY_CHANGE_MOVED, principal, proposal, {"entries": _names(drafts)})
    return proposal


def proposal_submit(*, principal: Principal, number: int) -> Proposal:
    """Ask for the reviews of a proposal; its entries are fixed until it is decided or taken back.

    Raises
    ------
    ApplicationError
        ``proposal_closed`` (409); ``proposal_empty`` (409); ``proposal_outdated`` (409) where
        another release was made since; ``invalid_entry`` (400) for what cannot be executed, a
        small circle of alternatives that is new, and a cause that is not there.
    """
    require_person(principal, to=message("refusal-act_propose_change"))
    workspace = workspace_get(lock=True)
    proposal = _proposal_in(number, ProposalStatus.DRAFT)
    _require_current(proposal, workspace)
    items = proposal_items(proposal)
    if not items:
        raise ApplicationError(
            message("refusal-proposal_empty"), code="proposal_empty", http_status=409
        )
    for item in items:
        if item.draft.closed_at is not None or item.draft.status != DraftStatus.OPEN:
            raise ApplicationError(
                message("refusal-no_open_draft", name=item.draft.entry.entry_id),
                code="no_draft",
                http_status=409,
            )
        item.revision_id = item.draft.entry.head_id or item.revision_id
    ProposalItem.objects.bulk_update(items, ["revision"])
    require_sound(
        proposed_entries(proposal).values(), [item.draft.entry.entry_id for item in items]
    )
    Draft.objects.filter(pk__in=[item.draft_id for item in items]).update(
        status=DraftStatus.PROPOSED
    )
    proposal.digest = proposed_release(proposal, workspace).digest
    proposal.status, proposal.submitted_at = ProposalStatus.SUBMITTED, timezone.now()
    proposal.save()
    _audit(Action.LIBRARY_CHANGE_MOVED, principal, proposal, {"digest": proposal.digest})
    return proposal


def proposal_review(
    *, principal: Principal, number: int, verdict: ReviewWord, text: str = ""
) -> ProposalReview:
    """Record a curator's word on a submitted proposal, and take it where that leads.

    Raises
    ------
    ApplicationError
        ``proposal_closed`` (409) unless it is submitted; ``second_person_required`` (403) for an
        approval by somebody who wrote a part of it; ``person_required`` (403);
        ``reason_required`` (400) for a refusal without words.
    """
    require_person(principal, to=message("refusal-act_review_change"))
    proposal = _proposal_in(number, ProposalStatus.SUBMITTED)
    if verdict is ReviewWord.APPROVE and principal.id in authors_of(proposal):
        raise ApplicationError(
            message("refusal-second_person_required", act=message("refusal-act_approve_change")),
            code="second_person_required",
            http_status=403,
        )
    if verdict is not ReviewWord.APPROVE and not text.strip():
        raise ApplicationError(message("refusal-review_reason"), code="reason_required")
    review: ProposalReview = ProposalReview.objects.create(
        proposal=proposal,
        digest=proposal.digest,
        reviewer=principal.label,
        reviewer_id=principal.id,
        verdict=verdict,
        text=text,
    )
    if verdict is ReviewWord.REJECT:
        _reopen(proposal, ProposalStatus.REJECTED)
    elif verdict is ReviewWord.REQUEST_CHANGES:
        _reopen(proposal, ProposalStatus.DRAFT)
    _audit(
        Action.LIBRARY_REVIEWED,
        principal,
        proposal,
        {"verdict": verdict, "digest": review.digest, "text": text},
    )
    return review


def proposal_withdraw(*, principal: Principal, number: int, reason: str = "") -> Proposal:
    """Take a proposal back; its drafts stay.

    Raises
    ------
    ApplicationError
        ``proposal_closed`` (409).
    """
    proposal = _proposal_in(number, *OPEN_PROPOSALS)
    _reopen(proposal, ProposalStatus.WITHDRAWN)
    _audit(Action.LIBRARY_CHANGE_MOVED, principal, proposal, {"reason": reason})
    return proposal


def proposal_explain(*, principal: Principal, number: int, reason: str) -> Proposal:
    """Say why a proposal may be released although it makes cases of its effect wrong.

    Raises
    ------
    ApplicationError
        ``proposal_closed`` (409).
    """
    require_person(principal, to=message("refusal-act_propose_change"))
    proposal = _proposal_in(number, *OPEN_PROPOSALS)
    proposal.wrong_cases_reason = reason
    proposal.save(update_fields=("wrong_cases_reason",))
    _audit(Action.LIBRARY_CHANGE_MOVED, principal, proposal, {"wrong_cases_reason": reason})
    return proposal


def proposal_release(
    *, principal: Principal, number: int, wrong_cases: Iterable[str] = ()
) -> CentreRelease:
    """Make an approved proposal the centre's next release: immutable, hashed and signed.

    Each entry of it says who reviewed it and when. The centre works with the release once two
    people have adopted it.

    Parameters
    ----------
    principal : Principal
    number : int
    wrong_cases : iterable of str, optional
        Cases that the last run of its effect found wrong.

    Raises
    ------
    ApplicationError
        ``proposal_closed``, ``proposal_outdated`` or ``reviews_missing`` (409);
        ``reason_required`` (409) where cases become wrong and nobody has said why;
        ``invalid_entry`` (400) where an operator that an entry names is no longer there.
    """
    require_person(principal, to=message("refusal-act_release_change"))
    workspace = workspace_get(lock=True)
    proposal = _proposal_in(number, ProposalStatus.SUBMITTED)
    _require_current(proposal, workspace)
    approvals = approvals_of(proposal)
    if len(approvals) < REVIEWS_REQUIRED:
        raise ApplicationError(
            message(
                "refusal-reviews_missing",
                wanted=str(REVIEWS_REQUIRED),
                found=str(len(approvals)),
            ),
            code="reviews_missing",
            http_status=409,
        )
    wrong = tuple(wrong_cases)
    if wrong and not proposal.wrong_cases_reason:
        raise ApplicationError(
            message("refusal-wrong_cases", cases=Listing(items=wrong)),
            code="reason_required",
            http_status=409,
            data={"cases": list(wrong)},
        )
    entries = proposed_entries(proposal)
    require_sound(entries.values(), list(entries))
    stamped = _stamp(principal, proposal, entries, approvals)
    version = next_version(workspace)
    release = workspace_release(stamped.values(), workspace, version=version)
    row = centre_release_store(
        principal=principal,
        release=release,
        kind=ReleaseKind.RELEASED,
        base_digest=workspace.base_digest,
        approvals=[
            {
                "by": review.reviewer,
                "by_id": str(review.reviewer_id),
                "at": review.created_at.isoformat(),
                "digest": review.digest,
            }
            for review in approvals
        ],
    )
    workspace.base_digest, workspace.version = release.digest, version
    workspace.save()
    proposal.status, proposal.decided_at = ProposalStatus.RELEASED, timezone.now()
    proposal.release_digest = release.digest
    proposal.save()
    _audit(
        Action.LIBRARY_RELEASED,
        principal,
        proposal,
        {"release": release.digest, "version": version, "approved_by": _labels(approvals)},
    )
    return row


def centre_release_store(
    *,
    principal: Principal,
    release: GuidelineRelease,
    kind: ReleaseKind,
    base_digest: str,
    approvals: list[dict[str, Any]],
    overlay_digest: str = "",
) -> CentreRelease:
    """Store a release of the centre with the platform's signature."""
    row = CentreRelease(
        kind=kind,
        release_id=release.id,
        version=release.version,
        title=release.title,
        digest=release.digest,
        base_digest=base_digest,
        overlay_digest=overlay_digest,
        document=release.model_dump(mode="json"),
        entry_count=len(release.entries),
        approvals=approvals,
        released_by=principal.label,
        released_by_id=principal.id,
    )
    row.signature = release_sign(row)
    row.save()
    return row


def require_sound(entries: Iterable[GuidelineEntry], changed: Iterable[str]) -> None:
    """Refuse entries that cannot be executed, or that close a new small circle of alternatives.

    Raises
    ------
    ApplicationError
        With code ``invalid_entry`` (400).
    """
    known = causes()
    by_name = {entry.id: entry for entry in entries}
    for name in changed:
        if name in by_name:
            refuse(problems_of(by_name[name], known), name)
    before = released_entries()
    for event in {event for entry in by_name.values() for event in entry.event_types}:
        there = set(circles_of(one for one in before.values() if event in one.event_types))
        now = circles_of(one for one in by_name.values() if event in one.event_types)
        for circle in now:
            if circle not in there:
                wording = message("curation-problem_circle", names=Listing(items=circle))
                name = next(one.id for one in by_name.values() if one.factor == circle[0])
                refuse([Problem("alternatives", wording)], name)


def _stamp(
    principal: Principal,
    proposal: Proposal,
    entries: Mapping[str, GuidelineEntry],
    approvals: list[ProposalReview],
) -> dict[str, GuidelineEntry]:
    """Store who reviewed each changed entry, and make that its released state."""
    now = timezone.now()
    reviewed = Curation(
        status="reviewed",
        reviewed_by=", ".join(_labels(approvals)),
        reviewed_at=now.date().isoformat(),
    )
    stamped = dict(entries)
    pairs: list[tuple[LibraryEntry, GuidelineEntry]] = []
    for item in proposal_items(proposal):
        row = item.draft.entry
        if item.draft.kind == ChangeKind.REMOVE:
            row.removed = True
            row.save(update_fields=("removed",))
            continue
        entry = stamped[row.entry_id]
        curation = reviewed.model_copy(update={"source": entry.curation.source})
        stamped[row.entry_id] = entry.model_copy(update={"curation": curation})
        pairs.append((row, stamped[row.entry_id]))
    stored = revisions_store(
        pairs,
        author=principal.label,
        author_id=principal.id,
        origin=Origin.RELEASED,
        reason=f"{proposal.number}: {proposal.title}",
        evidence={"proposal": proposal.number},
    )
    for row, _ in pairs:
        row.head = row.released = stored[row.pk]
        row.save(update_fields=("head", "released"))
    drafts = ProposalItem.objects.filter(proposal=proposal).values("draft_id")
    Draft.objects.filter(pk__in=drafts).update(status=DraftStatus.RELEASED, closed_at=now)
    return stamped


def _drafts(entries: Iterable[str]) -> list[Draft]:
    wanted = list(dict.fromkeys(entries))
    found = open_drafts()
    if wanted:
        found = found.filter(entry__entry_id__in=wanted)
    drafts = list(found)
    missing = sorted(set(wanted) - {draft.entry.entry_id for draft in drafts})
    if missing:
        raise ApplicationError(
            message("refusal-no_open_draft", name=Listing(items=tuple(missing))),
            code="no_draft",
            http_status=409,
        )
    return drafts


def _items_store(proposal: Proposal, drafts: Iterable[Draft]) -> None:
    ProposalItem.objects.bulk_create(
        ProposalItem(proposal=proposal, draft=draft, revision_id=draft.entry.head_id)
        for draft in drafts
    )


def _proposal_in(number: int, *statuses: ProposalStatus) -> Proposal:
    proposal = proposal_get(number, lock=True)
    if proposal.status not in statuses:
        raise ApplicationError(
            message(
                "refusal-proposal_closed", status=message(f"curation-status_{proposal.status}")
            ),
            code="proposal_closed",
            http_status=409,
            data={"status": proposal.status},
        )
    return proposal


def _require_current(proposal: Proposal, workspace: Workspace) -> None:
    if proposal.base_digest == workspace.base_digest:
        return
    if proposal.status == ProposalStatus.DRAFT:
        proposal.base_digest = workspace.base_digest
        proposal.save(update_fields=("base_digest",))
        return
    raise ApplicationError(
        message("refusal-proposal_outdated"), code="proposal_outdated", http_status=409
    )


def _reopen(proposal: Proposal, status: ProposalStatus) -> None:
    drafts = ProposalItem.objects.filter(proposal=proposal).values("draft_id")
    Draft.objects.filter(pk__in=drafts, status=DraftStatus.PROPOSED).update(status=DraftStatus.OPEN)
    proposal.status = status
    if status is not ProposalStatus.DRAFT:
        proposal.decided_at = timezone.now()
    proposal.save()


def _names(drafts: Iterable[Draft]) -> list[str]:
    return [draft.entry.entry_id for draft in drafts]


def _labels(reviews: Iterable[ProposalReview]) -> list[str]:
    return sorted(review.reviewer for review in reviews)


def _audit(action: Action, principal: Principal, row: Proposal, data: dict[str, Any]) -> None:
    audit_record(
        action=action,
        actor=principal.label,
        actor_id=principal.id,
        subject_id=row.pk,
        data={"number": row.number, "status": str(row.status), **data},
    )
