"""Reviewing a version. Each function runs in the caller's tenant scope."""

from __future__ import annotations

from uuid import UUID

from diagnostics.contracts.report import Report
from hvrmet.accounts.principals import Principal
from hvrmet.audit.services import Action, audit_record
from hvrmet.reports.models import Publication
from hvrmet.reports.schemas import Dissent
from hvrmet.reports.services import publication_lock, publication_move
from hvrmet.reports.states import VersionStatus
from hvrmet.reviews.acts import Act, require_act
from hvrmet.reviews.models import Review
from hvrmet.reviews.openings import unopened_by
from hvrmet.reviews.report_parts import require_parts
from hvrmet.reviews.schemas import NewReview
from hvrmet.reviews.selectors import objections, words_in_force
from hvrmet.reviews.verdicts import LEADS_TO, ReviewVerdict


def review_record(*, principal: Principal, job_id: UUID, review: NewReview) -> Review:
    """Record a reviewer's word on a version and take the version where it leads.

    Raises
    ------
    NotFoundError
        When there is no such version.
    ApplicationError
        ``person_required`` (403); ``second_person_required`` (403) for approving what one wrote;
        ``version_closed`` (409) when the version is superseded or withdrawn;
        ``version_not_opened`` (409) when the reviewer was never shown it; ``unknown_part``
        (400) for a comment on something that the version does not have.
    """
    row = publication_lock(job_id, review.version)
    require_act(Act(review.verdict.value), principal, row)
    report = Report.model_validate(row.version.document, extra="ignore")
    require_parts(report, ((comment.on, comment.id) for comment in review.comments))
    approves = review.verdict is ReviewVerdict.APPROVE
    unopened = unopened_by(principal, row.version) if approves else ()
    status = VersionStatus(row.status)
    published = status is VersionStatus.PUBLISHED
    leads_to = LEADS_TO.get(review.verdict, status)
    saved: Review = Review.objects.create(
        report=row.report,
        version=row.version,
        reviewer=principal.label,
        reviewer_id=principal.id,
        verdict=review.verdict,
        text=review.text,
        comments=[comment.model_dump(mode="json") for comment in review.comments],
        dissent=published and review.verdict not in (ReviewVerdict.APPROVE, ReviewVerdict.COMMENT),
        unopened=[part.model_dump(mode="json") for part in unopened],
    )
    before = {"status": row.status}
    if published:
        row.dissent = dissent_of(row)
        row.save(update_fields=("dissent",))
    elif leads_to is not status:
        _move(row, leads_to, saved)
    audit_record(
        action=Action.REPORT_REVIEWED,
        actor=principal.label,
        actor_id=principal.id,
        subject_id=job_id,
        data={
            "number": review.version,
            "digest": row.version.digest,
            "review": str(saved.pk),
            "verdict": review.verdict,
            "dissent": saved.dissent,
            "unopened": len(unopened),
        },
        before=before,
        after={"status": row.status},
    )
    return saved


def _move(row: Publication, status: VersionStatus, review: Review) -> None:
    """Take a version that is not published where its last review leads."""
    approved = status is VersionStatus.APPROVED
    changes = {
        "approved_by": review.reviewer if approved else "",
        "approved_by_id": review.reviewer_id if approved else None,
    }
    if status is VersionStatus.WITHDRAWN:
        changes |= {"withdrawn_by": review.reviewer, "withdrawal_reason": review.text[:2000]}
    publication_move(row, status, by=review.reviewer, **changes)


def dissent_of(row: Publication) -> list[dict[str, object]]:
    """Return the standing objections to a version, as its row repeats them."""
    return [
        Dissent(
            review=review.pk,
            reviewer=review.reviewer,
            verdict=review.verdict,
            text=review.text,
            at=review.created_at,
        ).model_dump(mode="json")
        for review in objections(words_in_force(row.version_id))
    ]
