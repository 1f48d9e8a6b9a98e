"""Remarks on entries."""

from __future__ import annotations

from uuid import UUID

from django.utils import timezone
from hvrmet.accounts.principals import Principal
from hvrmet.audit.services import Action, audit_record
from hvrmet.core.errors import ApplicationError, NotFoundError

from diagnostics.messages import message
from knowledge.models import Comment
from knowledge.selectors.workspaces import library_entry_get, revision_get


def comment_add(*, principal: Principal, entry_id: str, text: str, field: str = "") -> Comment:
    """Remark on an entry, or on one of its fields.

    Raises
    ------
    NotFoundError
        Where there is no such entry.
    """
    row = library_entry_get(entry_id)
    comment: Comment = Comment.objects.create(
        entry=row,
        field=field,
        revision_number=revision_get(row).number,
        text=text,
        author=principal.label,
        author_id=principal.id,
    )
    _audit(principal, comment, entry_id, {"field": field, "text": text})
    return comment


def comment_resolve(*, principal: Principal, comment_id: UUID) -> Comment:
    """Say that what a remark asks for is done.

    Raises
    ------
    NotFoundError
        Where there is none.
    ApplicationError
        With code ``comment_resolved`` (409).
    """
    found = Comment.objects.select_for_update(of=("self",)).select_related("entry")
    comment: Comment | None = found.filter(pk=comment_id).first()
    if comment is None:
        raise NotFoundError(message("refusal-a_comment"))
    if comment.resolved_at is not None:
        raise ApplicationError(
            message("refusal-comment_resolved"), code="comment_resolved", http_status=409
        )
    comment.resolved_by, comment.resolved_at = principal.label, timezone.now()
    comment.save(update_fields=("resolved_by", "resolved_at"))
    _audit(principal, comment, comment.entry.entry_id, {"resolved": True})
    return comment


def _audit(principal: Principal, row: Comment, entry: str, data: dict[str, object]) -> None:
    audit_record(
        action=Action.LIBRARY_COMMENTED,
        actor=principal.label,
        actor_id=principal.id,
        subject_id=row.pk,
        data={"entry": entry, **data},
    )
