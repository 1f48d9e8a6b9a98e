"""Roles as data: what each may do, in one table."""

from __future__ import annotations

from collections.abc import Iterable
from enum import StrEnum


class Verb(StrEnum):
    """Everything that a request can need permission for."""

    DIAGNOSIS_VIEW = "diagnosis.view"
    DIAGNOSIS_CREATE = "diagnosis.create"
    DIAGNOSIS_CANCEL = "diagnosis.cancel"
    REPORT_VIEW = "report.view"
    LIBRARY_VIEW = "library.view"


class TenantRole(StrEnum):
    """What a member, or a service key, is in a tenant."""

    VIEWER = "viewer"
    FORECASTER = "forecaster"
    REVIEWER = "reviewer"
    DUTY_LEAD = "duty_lead"
    CURATOR = "curator"
    TENANT_ADMIN = "tenant_admin"
    AUDITOR = "auditor"
    SERVICE = "service"


_READ = frozenset({Verb.DIAGNOSIS_VIEW, Verb.REPORT_VIEW, Verb.LIBRARY_VIEW})
_RUN = _READ | {Verb.DIAGNOSIS_CREATE, Verb.DIAGNOSIS_CANCEL}

ROLE_VERBS: dict[TenantRole, frozenset[Verb]] = {
    TenantRole.VIEWER: _READ,
    TenantRole.FORECASTER: _RUN,
    TenantRole.REVIEWER: _READ,
    TenantRole.DUTY_LEAD: _RUN,
    TenantRole.CURATOR: _READ,
    TenantRole.TENANT_ADMIN: _RUN,
    TenantRole.AUDITOR: _READ,
    TenantRole.SERVICE: _RUN,
}


def verbs_of(roles: Iterable[TenantRole]) -> frozenset[Verb]:
    """Return everything that the roles together allow."""
    return frozenset().union(*(ROLE_VERBS[role] for role in roles))


def read_roles(names: Iterable[str]) -> tuple[TenantRole, ...]:
    """Turn stored names into roles; a name that no longer exists grants nothing."""
    known = {role.value for role in TenantRole}
    return tuple(TenantRole(name) for name in names if name in known)
