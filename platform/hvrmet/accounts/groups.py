"""Membership by the groups of an organisation's own sign-in, which count as consent.

A membership that groups made follows them at each sign-in with that provider and ends with the
last of them. One that rests on an invitation, or on the operator, is never touched.
"""

from __future__ import annotations

import logging
from collections.abc import Iterable, Mapping
from typing import Any
from uuid import UUID

from hvrmet.accounts.models import User
from hvrmet.accounts.roles import TenantRole
from hvrmet.accounts.selectors import memberships_of
from hvrmet.accounts.services import home_begin, lock_administrators
from hvrmet.audit.services import Action, audit_record
from hvrmet.core.db.scope import scope
from hvrmet.tenants.models import Membership, Tenant

log = logging.getLogger(__name__)

Mapped = Mapping[str, Mapping[str, Iterable[TenantRole]]]


def groups_named(claims: Mapping[str, Any], name: str) -> frozenset[str]:
    """Return the groups of a person, from the user info or else from the ID token.

    Parameters
    ----------
    claims : mapping
        What the provider said, as the sign-in library keeps it.
    name : str
        Of the claim; a list of names, or one name.
    """
    for part in (claims.get("userinfo"), claims.get("id_token"), claims):
        said = part.get(name) if isinstance(part, Mapping) else None
        if isinstance(said, str):
            return frozenset({said})
        if isinstance(said, list | tuple):
            return frozenset(item for item in said if isinstance(item, str))
    return frozenset()


def roles_given(groups: Iterable[str], mapped: Mapped) -> dict[str, frozenset[TenantRole]]:
    """Return the roles that groups give together, by the slug of the tenant."""
    given: dict[str, frozenset[TenantRole]] = {}
    for group in groups:
        for slug, roles in mapped.get(group, {}).items():
            given[slug] = given.get(slug, frozenset()) | frozenset(roles)
    return {slug: roles for slug, roles in given.items() if roles}


def memberships_follow(*, user: User, provider: str, groups: Iterable[str], mapped: Mapped) -> None:
    """Begin, renew and end the memberships that a provider's groups make, on record.

    Parameters
    ----------
    user : User
        Who has just signed in there.
    provider : str
        Its id.
    groups : iterable of str
        Those of the person now.
    mapped : mapping
        Group to tenants by slug, and the roles in each.
    """
    given = roles_given(groups, mapped)
    known = dict(Tenant.objects.filter(slug__in=given).values_list("slug", "pk"))
    for slug in sorted(given.keys() - known.keys()):
        log.warning("groups of %s lead to a centre that is not there: %s", provider, slug)
    wanted = {known[slug]: roles for slug, roles in given.items() if slug in known}
    present = {item.tenant_id for item in memberships_of(user.pk)}
    for tenant_id in sorted(present | wanted.keys()):
        _follow(user, provider, tenant_id, wanted.get(tenant_id, frozenset()))


def _follow(user: User, provider: str, tenant_id: UUID, roles: frozenset[TenantRole]) -> None:
    names = sorted(role.value for role in roles)
    with scope(tenant_id):
        lock_administrators()
        member = Membership.objects.filter(user_id=user.pk).select_for_update().first()
        before = None if member is None else {"roles": member.roles}
        if member is None:
            if not names:
                return
            home_begin(user_id=user.pk, tenant_id=tenant_id)
            Membership.objects.create(user_id=user.pk, roles=names, provider=provider)
        elif member.provider != provider or member.roles == names:
            return
        elif names:
            member.roles = names
            member.save(update_fields=("roles",))
        else:
            member.delete()
        audit_record(
            action=Action.MEMBER_BY_GROUPS,
            actor=f"person:{user.get_username()}",
            actor_id=user.pk,
            subject_id=user.pk,
            data={"name": user.get_username(), "provider": provider},
            before=before,
            after={"roles": names} if names else None,
        )
