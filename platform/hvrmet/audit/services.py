"""The only way to write an audit record."""

from __future__ import annotations

from typing import Any
from uuid import UUID

from hvrmet.audit.actions import Action, redact
from hvrmet.audit.models import AuditRecord
from hvrmet.core.request_context import current_address, current_request_id

__all__ = ["Action", "audit_record"]


def audit_record(
    *,
    action: Action,
    actor: str,
    actor_id: UUID | None = None,
    subject_id: UUID | None = None,
    data: dict[str, Any] | None = None,
    before: dict[str, Any] | None = None,
    after: dict[str, Any] | None = None,
) -> None:
    """Write one record in the open tenant scope, in the same transaction as the change.

    Write it last: from here to the end of the transaction no other record of this tenant can be
    written, because the chain has one order.

    Parameters
    ----------
    action : Action
        What was done.
    actor : str
        Label of the person, service or process.
    actor_id : UUID, optional
        Its key: a person's or an API key's.
    subject_id : UUID, optional
        The object concerned.
    data, before, after : dict, optional
        JSON-compatible details, and what was changed from and to. Values under secret-bearing
        names are redacted.
    """
    AuditRecord.objects.create(
        action=action,
        actor=actor,
        actor_id=actor_id,
        subject_id=subject_id,
        request_id=current_request_id(),
        address=current_address(),
        data=redact(data or {}),
        before=redact(before),
        after=redact(after),
    )
