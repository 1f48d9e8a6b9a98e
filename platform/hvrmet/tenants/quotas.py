"""What a tenant may use: its own limits where the operator has set them, else the defaults."""

from __future__ import annotations

from uuid import UUID

from django.conf import settings
from pydantic import BaseModel

from hvrmet.tenants.selectors import tenant_get

NAMES = ("jobs_per_hour", "running_jobs", "storage_bytes", "tokens_per_month")


class Quotas(BaseModel):
    """The limits of a tenant; running jobs include those that wait."""

    jobs_per_hour: int
    running_jobs: int
    storage_bytes: int
    tokens_per_month: int


def quotas_of(tenant_id: UUID) -> Quotas:
    """Return the limits that hold for a tenant."""
    tenant = tenant_get(tenant_id)
    own = {name: getattr(tenant, name) for name in NAMES}
    environment = settings.ENVIRONMENT
    return Quotas(
        **{
            name: getattr(environment, f"hvrmet_quota_{name}") if own[name] is None else own[name]
            for name in NAMES
        }
    )
