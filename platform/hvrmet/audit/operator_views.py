"""Noting what operators look at in the admin, in the chain of the tenant that they chose."""

from __future__ import annotations

from typing import Any
from uuid import UUID

from hvrmet.audit.services import Action, audit_record


def note_rows_viewed(sender: Any, user: Any, table: str, row: str | None, **_: Any) -> None:
    """Record that an operator was shown a list of a tenant's rows, or one of them."""
    audit_record(
        action=Action.RECORD_VIEWED,
        actor=f"person:{user.get_username()}",
        actor_id=user.pk,
        subject_id=None if row is None else UUID(row),
        data={"table": table, "as": "list" if row is None else "row"},
    )
