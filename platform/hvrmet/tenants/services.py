"""Writing tenants and memberships."""

from __future__ import annotations

from collections.abc import Iterable
from uuid import UUID

from django.db import IntegrityError

from hvrmet.audit.services import Action, audit_record
from hvrmet.core.db.scope import scope
from hvrmet.tenants.models import Membership, Tenant
from hvrmet.tenants.zones import validate_timezone


def tenant_ensure(*, slug: str, name: str, timezone: str = "") -> Tenant:
    """Return the tenant of this slug, made by the operator and on record if it does not exist.

    Raises
    ------
    ValidationError
        With code ``unknown_timezone``.
    """
    if timezone:
        validate_timezone(timezone)
    known = Tenant.objects.filter(slug=slug).first()
    if known is not None:
        return known
    tenant = Tenant(slug=slug, name=name, timezone=timezone)
    try:
        with scope(tenant.pk):
            tenant.save(force_insert=True)
            audit_record(
                action=Action.TENANT_CREATED,
                actor="operator",
                subject_id=tenant.pk,
                after={"slug": slug, "name": name, "timezone": timezone},
            )
    except IntegrityError:  # somebody else made it meanwhile
        return Tenant.objects.get(slug=slug)
    return tenant


def membership_set(*, tenant_id: UUID, user_id: int | UUID, roles: Iterable[str]) -> None:
    """Give a person exactly these roles in a tenant."""
    with scope(tenant_id):
        Membership.objects.update_or_create(
            user_id=user_id, tenant_id=tenant_id, defaults={"roles": sorted(roles)}
        )
