"""Writing users and keys."""

from __future__ import annotations

from collections.abc import Iterable
from datetime import datetime
from uuid import UUID

from hvrmet.accounts.keys import NewKey, make_key
from hvrmet.accounts.models import ApiKey, User
from hvrmet.accounts.roles import TenantRole
from hvrmet.audit.services import Action, audit_record
from hvrmet.core.scope import scope
from hvrmet.tenants.services import membership_set


def user_ensure(*, username: str, password: str, superuser: bool = False) -> User:
    """Return the user of this name with this password, made if there is none."""
    user, _ = User.objects.get_or_create(username=username)
    user.set_password(password)
    user.is_staff = user.is_superuser = superuser
    user.save()
    return user


def member_add(*, tenant_id: UUID, user: User, roles: Iterable[TenantRole]) -> None:
    """Make a person a member of a tenant with exactly these roles."""
    membership_set(tenant_id=tenant_id, user_id=user.pk, roles=[role.value for role in roles])


def api_key_create(
    *,
    tenant_id: UUID,
    name: str,
    roles: Iterable[TenantRole] = (TenantRole.SERVICE,),
    expires_at: datetime | None = None,
    actor: str = "operator",
) -> NewKey:
    """Make a key, replacing the tenant's key of the same name; its text is returned only here."""
    key = make_key()
    with scope(tenant_id):
        row, _ = ApiKey.objects.update_or_create(
            tenant_id=tenant_id,
            name=name,
            defaults={
                "prefix": key.prefix,
                "key_hash": key.key_hash,
                "roles": sorted(role.value for role in roles),
                "expires_at": expires_at,
                "revoked_at": None,
            },
        )
        audit_record(
            action=Action.API_KEY_CREATED,
            actor=actor,
            subject_id=row.pk,
            data={"name": name, "prefix": key.prefix},
        )
    return key
