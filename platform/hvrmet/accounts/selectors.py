"""Reading who somebody is.

Three look-ups come before any tenant is known: where a key belongs, where a person belongs, and
who invites a person. They go through two SQL functions that run with the owner's rights and give
nothing else: together with the queue and the outbox they are the only surface that crosses tenants.
"""

from __future__ import annotations

import json
from collections.abc import Iterable
from dataclasses import dataclass
from datetime import datetime
from uuid import UUID

from django.db import connection
from django.db.models import Q
from django.db.models.functions import Now

from hvrmet.accounts.granting import key_rights
from hvrmet.accounts.keys import hash_key, looks_like_key
from hvrmet.accounts.models import ApiKey, User
from hvrmet.accounts.principals import Principal, PrincipalKind
from hvrmet.accounts.roles import TenantRole, Verb, read_roles, read_scopes
from hvrmet.core.db.models import OwnedQuerySet
from hvrmet.core.errors import NotFoundError
from hvrmet.tenants.models import Membership


@dataclass(frozen=True)
class MembershipInfo:
    """One tenant that a person works in; sessions older than `sessions_from` do not count there."""

    tenant_id: UUID
    slug: str
    name: str
    roles: tuple[TenantRole, ...]
    home: bool
    sessions_from: datetime | None


@dataclass(frozen=True)
class ReceivedInvitation:
    """An open invitation as the invited person sees it."""

    id: UUID
    tenant_id: UUID
    slug: str
    name: str
    roles: tuple[TenantRole, ...]
    invited_by: str
    created_at: datetime
    expires_at: datetime


@dataclass(frozen=True)
class KeyHolder:
    """The service that holds a key, and whether its use was noted in the last minute."""

    principal: Principal
    used_lately: bool


def key_holder(text: str) -> KeyHolder | None:
    """Return the service that holds this key, unless it is unknown, expired or revoked."""
    return key_holder_by_hash(hash_key(text)) if looks_like_key(text) else None


def key_holder_by_hash(credential: str) -> KeyHolder | None:
    """Return the service whose key, or former secret in its grace, has this hash."""
    rows = _identify(credential=credential)
    if not rows:
        return None
    key_id, tenant_id, _, _, name, roles, scopes, used_lately, *_ = rows[0]
    principal = Principal(
        PrincipalKind.SERVICE,
        key_id,
        name,
        tenant_id,
        read_roles(_names(roles)),
        read_scopes(_names(scopes)),
    )
    return KeyHolder(principal, used_lately)


def principal_by_key(text: str) -> Principal | None:
    """Return the service that holds this key, unless it is unknown, expired or revoked."""
    holder = key_holder(text)
    return holder.principal if holder else None


def memberships_of(user_id: UUID) -> tuple[MembershipInfo, ...]:
    """Return the tenants that an active person works in, by slug; one of them is the home.

    It is the one that the person chose or, after leaving that, the one that they joined first.
    """
    return tuple(
        MembershipInfo(row[1], row[2], row[3], read_roles(_names(row[5])), row[8], row[9])
        for row in _identify(person=user_id)
    )


def invitations_of(user_id: UUID) -> tuple[ReceivedInvitation, ...]:
    """Return the open invitations of an active person, in whichever tenant, the oldest first."""
    with connection.cursor() as cursor:
        cursor.execute("SELECT * FROM accounts_invitations(%s)", [user_id])
        return tuple(
            ReceivedInvitation(
                id=row[0],
                tenant_id=row[1],
                slug=row[2],
                name=row[3],
                roles=read_roles(_names(row[4])),
                invited_by=row[5],
                created_at=row[6],
                expires_at=row[7],
            )
            for row in cursor.fetchall()
        )


def principal_now(kind: PrincipalKind, principal_id: UUID) -> Principal | None:
    """Return an actor as it stands in the open scope's tenant now, or None if it may not act.

    Whoever holds a connection open asks again from time to time: keys are revoked, roles change.
    """
    if kind is PrincipalKind.SERVICE:
        key: ApiKey | None = _valid_keys().filter(pk=principal_id).first()
        if key is None:
            return None
        return Principal(
            kind,
            key.pk,
            key.name,
            key.tenant_id,
            read_roles(key.roles),
            read_scopes(key.scopes),
        )
    member: Membership | None = _active_members().filter(user_id=principal_id).first()
    return _person(member) if member else None


def people_now() -> tuple[Principal, ...]:
    """Return everybody who may work in the open scope's tenant now, by name."""
    return tuple(_person(member) for member in _active_members().order_by("user__username"))


def _active_members() -> OwnedQuerySet:
    found: OwnedQuerySet = Membership.objects.filter(user__is_active=True).select_related("user")
    return found


def _person(member: Membership) -> Principal:
    name = User.get_username(member.user)
    kind = PrincipalKind.PERSON
    return Principal(
        kind,
        member.user_id,
        name,
        member.tenant_id,
        read_roles(member.roles),
        curates=member.user.curates,
    )


def key_list() -> OwnedQuerySet:
    """Return the tenant's keys by name, the revoked ones too."""
    found: OwnedQuerySet = ApiKey.objects.order_by("name")
    return found


def key_get(key_id: UUID, *, lock: bool = False) -> ApiKey:
    """Return a key of this tenant, locked until the end of the transaction if asked.

    Raises
    ------
    NotFoundError
        When there is none.
    """
    keys = ApiKey.objects.select_for_update() if lock else ApiKey.objects
    key: ApiKey | None = keys.filter(pk=key_id).first()
    if key is None:
        raise NotFoundError("API key")
    return key


def sees_rights(reader: Principal, key: ApiKey) -> bool:
    """Say whether an actor is shown the roles and scopes of a key.

    People who may read the audit log oversee every key. Anybody else sees the rights of the keys
    that may do no more than they may themselves.
    """
    if reader.is_person and Verb.AUDIT_VIEW in reader.verbs:
        return True
    return key_rights(read_roles(key.roles), read_scopes(key.scopes)) <= reader.rights


def member_list() -> OwnedQuerySet:
    """Return the tenant's members with their users, by name."""
    found: OwnedQuerySet = Membership.objects.select_related("user").order_by("user__username")
    return found


def member_find(username: str, *, lock: bool = False) -> Membership | None:
    """Return a member of this tenant by name, locked if asked, or None."""
    members = member_list().select_for_update(of=("self",)) if lock else member_list()
    found: Membership | None = members.filter(user__username=username).first()
    return found


def member_get(username: str) -> Membership:
    """Return a member of this tenant by name.

    Raises
    ------
    NotFoundError
        When there is none.
    """
    member = member_find(username)
    if member is None:
        raise NotFoundError("member")
    return member


def _valid_keys() -> OwnedQuerySet:
    unexpired = Q(expires_at__isnull=True) | Q(expires_at__gt=Now())
    found: OwnedQuerySet = ApiKey.objects.filter(unexpired, revoked_at__isnull=True)
    return found


def _identify(*, credential: str | None = None, person: UUID | None = None) -> list[tuple]:
    with connection.cursor() as cursor:
        cursor.execute("SELECT * FROM accounts_identify(%s, %s)", [credential, person])
        return list(cursor.fetchall())


def _names(stored: str | list[str]) -> Iterable[str]:
    names: Iterable[str] = json.loads(stored) if isinstance(stored, str) else stored
    return names
