"""Nobody hands on, renews or is shown more than they hold: the one check before every grant.

A verb is not the whole of a right. Some acts take a person, so a person with the verb may do more
than a key with it; and drafts are shown to a key only where its scopes name them. `rights_of`
counts both, so that rights of a person and of a key can be compared.
"""

from __future__ import annotations

from collections.abc import Iterable

from hvrmet.accounts.principals import Principal, PrincipalKind, rights_of
from hvrmet.accounts.roles import TenantRole, Verb
from hvrmet.core.errors import ApplicationError


def key_rights(roles: Iterable[TenantRole], scopes: Iterable[Verb] | None) -> frozenset[str]:
    """Return what a service key with these roles and scopes may do."""
    return rights_of(PrincipalKind.SERVICE, roles, scopes)


def member_rights(roles: Iterable[TenantRole]) -> frozenset[str]:
    """Return what a person with these roles may do."""
    return rights_of(PrincipalKind.PERSON, roles, None)


def grantable_roles(roles: Iterable[TenantRole]) -> frozenset[TenantRole]:
    """Return the roles that a person with these roles may hand on to others."""
    held = member_rights(roles)
    return frozenset(role for role in TenantRole if member_rights((role,)) <= held)


def require_rights(principal: Principal, wanted: Iterable[str], *, to: str) -> None:
    """Refuse an act that would give, or show, more than the actor may do.

    Parameters
    ----------
    principal : Principal
        Who acts.
    wanted : iterable of str
        The rights that the act gives, or that its answer discloses.
    to : str
        The act, as in "you cannot ...".

    Raises
    ------
    ApplicationError
        With code ``beyond_own_rights`` (403); ``data`` names the missing rights.
    """
    missing = sorted(frozenset(wanted) - principal.rights)
    if missing:
        raise ApplicationError(
            f"you cannot {to}: you do not have {', '.join(missing)} yourself; "
            "ask somebody who has, or the operator",
            code="beyond_own_rights",
            http_status=403,
            data={"missing": missing},
        )
