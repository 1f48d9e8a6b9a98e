"""Whose chains there are."""

from __future__ import annotations

from uuid import UUID

from django.apps import apps

from hvrmet.core.db.scope import SYSTEM


def audited_tenants() -> dict[UUID, str]:
    """Return the tenants that have an audit chain with their names, the platform's own first."""
    tenants = apps.get_model("tenants", "Tenant").objects.order_by("slug")
    return {SYSTEM: "system", **dict(tenants.values_list("pk", "slug"))}
