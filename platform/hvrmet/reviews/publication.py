"""Handing in, publishing and withdrawing a version, in the caller's tenant scope.

Dual control: the one who publishes has neither written the version nor asked for the diagnosis, and
somebody else has approved it, who has not written it either. Both have opened the version.
"""

from __future__ import annotations

from uuid import UUID

from django.utils import timezone

from hvrmet.accounts.principals import Principal
from hvrmet.audit.services import Action, audit_record
from hvrmet.reports.models import Publication
from hvrmet.reports.services import publication_lock, publication_move
from hvrmet.reports.states import FINAL, VersionStatus
from hvrmet.reviews.acts import Act, require_act
from hvrmet.reviews.selectors import approvals, words_in_force
from hvrmet.reviews.services import dissent_of
from hvrmet.reviews.webhooks import report_announce
from hvrmet.webhooks.event_types import EventKind


def version_submit(*, principal: Principal, job_id: UUID, number: int) -> Publication:
    """Hand a draft in for review.

    Raises
    ------
    ApplicationError
        With code ``illegal_transition`` (409) when it is no draft.
    """
    row = publication_lock(job_id, number)
    require_act(Act.SUBMIT, principal, row)
    before = publication_move(row, VersionStatus.IN_REVIEW, by=principal.label)
    _record(Action.REPORT_SUBMITTED, principal, job_id, row, before)
    return row


def version_publish(*, principal: Principal, job_id: UUID, number: int) -> Publication:
    """Publish an approved version; it takes the place of every earlier one.

    Raises
    ------
    NotFoundError
        When there is no such version.
    ApplicationError
        ``person_required`` or ``second_person_required`` (403); ``illegal_transition`` (409) when
        it is not approved; ``version_not_opened`` (409) when this person was never shown it.
    """
    row = publication_lock(job_id, number)
    require_act(Act.PUBLISH, principal, row)
    given = approvals(words_in_force(row.version_id))
    approval = next(review for review in given if review.reviewer_id != principal.id)
    superseded = _supersede_before(row, by=principal.label)
    before = publication_move(
        row,
        VersionStatus.PUBLISHED,
        by=principal.label,
        approved_by=approval.reviewer,
        approved_by_id=approval.reviewer_id,
        published_by=principal.label,
        published_by_id=principal.id,
        published_at=timezone.now(),
        dissent=dissent_of(row),
    )
    for earlier, _ in superseded:
        if earlier.published_at is not None:
            report_announce(EventKind.REPORT_SUPERSEDED, earlier)
    report_announce(EventKind.REPORT_PUBLISHED, row)
    for earlier, status in superseded:
        _record(Action.REPORT_SUPERSEDED, principal, job_id, earlier, status, by=number)
    _record(Action.REPORT_PUBLISHED, principal, job_id, row, before, approved_by=approval.reviewer)
    return row


def version_withdraw(
    *, principal: Principal, job_id: UUID, number: int, reason: str
) -> Publication:
    """Withdraw a version for good; nothing is deleted, and the reason stays with it.

    Raises
    ------
    NotFoundError
        When there is no such version.
    ApplicationError
        ``person_required`` (403), ``illegal_transition`` (409).
    """
    row = publication_lock(job_id, number)
    require_act(Act.WITHDRAW, principal, row)
    before = publication_move(
        row,
        VersionStatus.WITHDRAWN,
        by=principal.label,
        withdrawn_by=principal.label,
        withdrawal_reason=reason,
    )
    report_announce(EventKind.REPORT_WITHDRAWN, row)
    _record(Action.REPORT_WITHDRAWN, principal, job_id, row, before, reason=reason)
    return row


def _supersede_before(row: Publication, *, by: str) -> list[tuple[Publication, dict[str, str]]]:
    """End the life of every earlier version, and return each with what it was before."""
    earlier = Publication.objects.filter(
        report_id=row.report_id, version__number__lt=row.version.number
    ).exclude(status__in=FINAL)
    return [
        (
            other,
            publication_move(
                other, VersionStatus.SUPERSEDED, by=by, superseded_by=row.version.number
            ),
        )
        for other in earlier.select_related("version", "report").order_by("version__number")
    ]


def _record(
    action: Action,
    principal: Principal,
    job_id: UUID,
    row: Publication,
    before: dict[str, str],
    **data: object,
) -> None:
    audit_record(
        action=action,
        actor=principal.label,
        actor_id=principal.id,
        subject_id=job_id,
        data={"number": row.version.number, "digest": row.version.digest, **data},
        before=before,
        after={"status": row.status},
    )
