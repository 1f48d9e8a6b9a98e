"""The only way to write an audit record."""

from __future__ import annotations

from typing import Any
from uuid import UUID

from hvrmet.audit.actions import Action
from hvrmet.audit.models import AuditRecord
from hvrmet.core.middleware import current_request_id

__all__ = ["Action", "audit_record"]


def audit_record(
    *, action: Action, actor: str, subject_id: UUID | None = None, data: dict[str, Any]
) -> AuditRecord:
    """Write one record in the open tenant scope, in the same transaction as the change.

    Parameters
    ----------
    action : Action
        What was done.
    actor : str
        Label of the person, service or process.
    subject_id : UUID, optional
        The object concerned.
    data : dict
        JSON-compatible details; never secrets.
    """
    record: AuditRecord = AuditRecord.objects.create(
        action=action,
        actor=actor,
        subject_id=subject_id,
        request_id=current_request_id(),
        data=data,
    )
    return record
