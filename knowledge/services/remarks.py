"""Writing remarks, and taking one's own back; they change nothing else."""

from __future__ import annotations

from collections.abc import Sequence
from datetime import timedelta
from uuid import UUID

from django.utils import timezone
from hvrmet.accounts.dual_control import require_person
from hvrmet.accounts.principals import Principal
from hvrmet.audit.services import Action, audit_record
from hvrmet.core.db.uniqueness import unique
from hvrmet.core.errors import ApplicationError, NotFoundError

from knowledge.models import ProposedField, Remark, RemarkWithdrawal
from knowledge.selectors.history import item_history
from knowledge.selectors.proposals import proposal_get
from knowledge.selectors.remarks import Thread, remarks_seen
from knowledge.services.proposals import require_open

MOST_A_DAY = 200


def remark_write(*, principal: Principal, thread: Thread, text: str) -> Remark:
    """Write a remark; it changes no approval.

    Parameters
    ----------
    principal : Principal
    thread : Thread
        Of a field, the field alone: its proposal follows.
    text : str

    Raises
    ------
    NotFoundError
        When there is no such proposal or field, or the library never had the item.
    ApplicationError
        ``person_required`` (403), ``proposal_closed`` or ``too_many_remarks`` (409).
    """
    require_person(principal, to="write remarks")
    proposal_id = thread.proposal
    if thread.field is not None:
        field = ProposedField.objects.filter(pk=thread.field).first()
        if field is None:
            raise NotFoundError("field of a proposal")
        proposal_id = field.proposal_id
    if proposal_id is None:
        item_history(thread.kind, thread.item)
    else:
        require_open(proposal_get(proposal_id, lock=True))
    since = timezone.now() - timedelta(days=1)
    own = Remark.objects.filter(author_id=principal.id, created_at__gte=since)
    if own.count() >= MOST_A_DAY:
        raise ApplicationError(
            f"you have written {MOST_A_DAY} remarks within 24 hours: write on tomorrow, or say "
            "more in one",
            code="too_many_remarks",
            http_status=409,
        )
    row = Remark.objects.create(
        proposal_id=proposal_id,
        field_id=thread.field,
        kind=thread.kind,
        item=thread.item,
        text=text,
        author=principal.label,
        author_id=principal.id,
    )
    _record(Action.REMARK_WRITTEN, principal, row)
    return row


def remark_take_back(*, principal: Principal, remark_id: UUID) -> Remark:
    """Take one's own remark back: that it was there stays to be seen, what it said does not.

    Raises
    ------
    NotFoundError
        When there is no such remark.
    ApplicationError
        ``person_required`` or ``not_yours`` (403), or ``remark_taken_back`` (409).
    """
    require_person(principal, to="take a remark back")
    row = Remark.objects.filter(pk=remark_id).select_related("field").first()
    if row is None:
        raise NotFoundError("remark")
    if row.author_id != principal.id:
        raise ApplicationError(
            f"this is a remark of {row.author}", code="not_yours", http_status=403
        )
    gone = ApplicationError(
        "this remark was taken back before", code="remark_taken_back", http_status=409
    )
    with unique("knowledge_remarkwithdrawal_remark_id_key", otherwise=gone):
        RemarkWithdrawal.objects.create(remark=row, author=principal.label, author_id=principal.id)
    _record(Action.REMARK_TAKEN_BACK, principal, row)
    return row


def remarks_viewed(principal: Principal, rows: Sequence[Remark]) -> None:
    """Record, once each, which remarks about a proposal a person was shown."""
    proposals = {row.proposal_id for row in rows if row.proposal_id is not None}
    if not principal.is_person or not proposals:
        return
    seen = remarks_seen(principal, proposals)
    new = [row for row in rows if row.author_id != principal.id and str(row.pk) not in seen]
    for proposal_id in proposals if new else ():
        audit_record(
            action=Action.REMARKS_VIEWED,
            actor=principal.label,
            actor_id=principal.id,
            subject_id=proposal_id,
            data={"parts": sorted(str(row.pk) for row in new)},
        )


def _record(action: Action, principal: Principal, row: Remark) -> None:
    on = {"proposal": str(row.proposal_id)} if row.proposal_id else {}
    of = {"item": f"{row.kind} {row.item}"} if row.item else {}
    audit_record(
        action=action,
        actor=principal.label,
        actor_id=principal.id,
        subject_id=row.pk,
        data={**on, **of},
    )
