"""Reading tenants."""

from __future__ import annotations

from uuid import UUID

from hvrmet.core.db.scope import once_in_scope
from hvrmet.tenants.models import Tenant


def tenant_get(tenant_id: UUID) -> Tenant:
    """Return a tenant, read once in a scope: its name, time zone and limits are asked one by one.

    Raises
    ------
    Tenant.DoesNotExist
        When there is none.
    """
    return once_in_scope(("tenant", tenant_id), lambda: Tenant.objects.get(pk=tenant_id))


def tenant_ids() -> list[UUID]:
    """Return the keys of all tenants."""
    return list(Tenant.objects.order_by("slug").values_list("pk", flat=True))
