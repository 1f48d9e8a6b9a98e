"""Reading who somebody is.

These two look-ups come before any tenant is known. They go through SQL functions that run with
the owner's rights and give nothing but (tenant, principal, roles): together with the queue and
the outbox they are the only surfaces that cross tenants.
"""

from __future__ import annotations

import json
from dataclasses import dataclass
from uuid import UUID

from django.db import connection

from hvrmet.accounts.keys import hash_key, looks_like_key
from hvrmet.accounts.principals import Principal, PrincipalKind
from hvrmet.accounts.roles import TenantRole, read_roles


@dataclass(frozen=True)
class MembershipInfo:
    """One tenant that a person works in."""

    tenant_id: UUID
    slug: str
    name: str
    roles: tuple[TenantRole, ...]


def principal_by_key(text: str) -> Principal | None:
    """Return the service that holds this key, unless it is unknown, expired or revoked."""
    if not looks_like_key(text):
        return None
    with connection.cursor() as cursor:
        cursor.execute(
            "SELECT key_id, tenant_id, name, roles FROM accounts_resolve_key(%s)", [hash_key(text)]
        )
        row = cursor.fetchone()
    if row is None:
        return None
    key_id, tenant_id, name, roles = row
    return Principal(PrincipalKind.SERVICE, key_id, name, tenant_id, _roles(roles))


def memberships_of(user_id: UUID) -> tuple[MembershipInfo, ...]:
    """Return the tenants that a person works in, by slug."""
    with connection.cursor() as cursor:
        cursor.execute(
            "SELECT tenant_id, slug, name, roles FROM accounts_memberships(%s)", [user_id]
        )
        rows = cursor.fetchall()
    return tuple(MembershipInfo(row[0], row[1], row[2], _roles(row[3])) for row in rows)


def _roles(stored: str | list[str]) -> tuple[TenantRole, ...]:
    return read_roles(json.loads(stored) if isinstance(stored, str) else stored)
