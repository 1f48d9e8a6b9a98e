"""In whose name a worker acts."""

from __future__ import annotations

from uuid import UUID

from hvrmet.accounts.principals import Principal, PrincipalKind
from hvrmet.accounts.roles import read_roles, read_scopes
from hvrmet.jobs.queue.inquiries import Taken


def principal_of(taken: Taken) -> Principal:
    """Return who asked, with the rights that they had then."""
    actor = taken.actor
    return Principal(
        PrincipalKind(actor["kind"]),
        UUID(actor["id"]),
        actor["name"],
        taken.inquiry.tenant_id,
        read_roles(actor["roles"]),
        None if actor["scopes"] is None else read_scopes(actor["scopes"]),
    )
