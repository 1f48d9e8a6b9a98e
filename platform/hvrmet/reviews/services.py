"""Reviewing a version. Each function runs in the caller's tenant scope."""

from __future__ import annotations

from uuid import UUID

from diagnostics.contracts.report import Report
from diagnostics.messages import message
from hvrmet.accounts.dual_control import require_person, require_second_person
from hvrmet.accounts.principals import Principal
from hvrmet.audit.services import Action, audit_record
from hvrmet.core.errors import ApplicationError
from hvrmet.reports.access_log import require_version_shown
from hvrmet.reports.models import Publication
from hvrmet.reports.schemas import Dissent
from hvrmet.reports.services import publication_lock, publication_move
from hvrmet.reports.states import FINAL, VersionStatus
from hvrmet.reviews.models import Review
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
    require_person(principal, to=message("refusal-act_review"))
    row = publication_lock(job_id, review.version)
    status = VersionStatus(row.status)
    require_open(status)
    if review.verdict is ReviewVerdict.APPROVE:
        require_second_person(principal, first=row.author_id, to=message("refusal-act_approve_own"))
    require_version_shown(principal, job_id, row.version, to=message("refusal-act_review_it"))
    report = Report.model_validate(row.version.document, extra="ignore")
    require_parts(report, ((comment.on, comment.id) for comment in review.comments))
    published = status is VersionStatus.PUBLISHED
    saved: Review = Review.objects.create(
        report=row.report,
        version=row.version,
        reviewer=principal.label,
        reviewer_id=principal.id,
        verdict=review.verdict,
        text=review.text,
        comments=[comment.model_dump(mode="json") for comment in review.comments],
        dissent=published and review.verdict is not ReviewVerdict.APPROVE,
    )
    before = {"status": row.status}
    if published:
        row.dissent = dissent_of(row)
        row.save(update_fields=("dissent",))
    elif LEADS_TO[review.verdict] is not status:
        _move(row, saved)
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
        },
        before=before,
        after={"status": row.status},
    )
    return saved


def _move(row: Publication, review: Review) -> None:
    """Take a version that is not published where its last review leads."""
    status = LEADS_TO[ReviewVerdict(review.verdict)]
    approved = status is VersionStatus.APPROVED
    changes = {
        "approved_by": review.reviewer if approved else "",
        "approved_by_id": review.reviewer_id if approved else None,
    }
    if status is VersionStatus.WITHDRAWN:
        changes |= {"withdrawn_by": review.reviewer, "withdrawal_reason": review.text[:2000]}
    publication_move(row, status, **changes)


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


def require_open(status: VersionStatus) -> None:
    """Refuse a version whose life has ended.

    Raises
    ------
    ApplicationError
        With code ``version_closed`` (409).
    """
    if status in FINAL:
        raise ApplicationError(
            message("refusal-version_closed", status=message(f"refusal-status_{status}")),
            code="version_closed",
            http_status=409,
            data={"status": status.value},
        )
