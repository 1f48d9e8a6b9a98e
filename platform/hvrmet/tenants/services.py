"""Writing tenants and memberships."""

from __future__ import annotations

from collections.abc import Iterable
from uuid import UUID

from hvrmet.core.scope import scope
from hvrmet.tenants.models import Membership, Tenant


def tenant_ensure(*, slug: str, name: str, timezone: str = "UTC") -> Tenant:
    """Return the tenant of this slug, made if it does not exist."""
    tenant, _ = Tenant.objects.get_or_create(
        slug=slug, defaults={"name": name, "timezone": timezone}
    )
    return tenant


def membership_set(*, tenant_id: UUID, user_id: int | UUID, roles: Iterable[str]) -> None:
    """Give a person exactly these roles in a tenant."""
    with scope(tenant_id):
        Membership.objects.update_or_create(
            user_id=user_id, tenant_id=tenant_id, defaults={"roles": sorted(roles)}
        )
