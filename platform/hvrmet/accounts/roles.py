"""Roles as data: what each may do, in one table."""

from __future__ import annotations

from collections.abc import Iterable
from enum import StrEnum


class Verb(StrEnum):
    """Everything that a request can need permission for."""

    DIAGNOSIS_VIEW = "diagnosis.view"
    DIAGNOSIS_CREATE = "diagnosis.create"
    DIAGNOSIS_CANCEL = "diagnosis.cancel"
    DIAGNOSIS_STEER = "diagnosis.steer"
    REGION_MANAGE = "region.manage"
    CLIMATOLOGY_CHOOSE = "climatology.choose"
    REPORT_VIEW = "report.view"
    REPORT_DRAFT = "report.draft"
    REPORT_REVIEW = "report.review"
    REPORT_PUBLISH = "report.publish"
    LIBRARY_VIEW = "library.view"
    LIBRARY_PROPOSE = "library.propose"
    LIBRARY_ADOPT = "library.adopt"
    LIBRARY_CURATE = "library.curate"
    LIBRARY_REVIEW = "library.review"
    LIBRARY_RELEASE = "library.release"
    LIBRARY_OVERLAY = "library.overlay"
    KEY_VIEW = "key.view"
    KEY_MANAGE = "key.manage"
    MEMBER_VIEW = "member.view"
    MEMBER_MANAGE = "member.manage"
    WEBHOOK_VIEW = "webhook.view"
    WEBHOOK_MANAGE = "webhook.manage"
    AUDIT_VIEW = "audit.view"
    USAGE_VIEW = "usage.view"


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


_READ = frozenset(
    {
        *(Verb.DIAGNOSIS_VIEW, Verb.REPORT_VIEW, Verb.REPORT_DRAFT),
        *(Verb.LIBRARY_VIEW, Verb.USAGE_VIEW),
    }
)
_RUN = _READ | {
    *(Verb.DIAGNOSIS_CREATE, Verb.DIAGNOSIS_CANCEL, Verb.DIAGNOSIS_STEER),
    *(Verb.REGION_MANAGE, Verb.CLIMATOLOGY_CHOOSE),
}
_OVERSEE = frozenset({Verb.AUDIT_VIEW, Verb.KEY_VIEW, Verb.MEMBER_VIEW, Verb.WEBHOOK_VIEW})
_ADMINISTER = frozenset({Verb.KEY_MANAGE, Verb.MEMBER_MANAGE, Verb.WEBHOOK_MANAGE})

_CURATE = frozenset(
    {
        *(Verb.LIBRARY_PROPOSE, Verb.LIBRARY_ADOPT, Verb.LIBRARY_CURATE),
        *(Verb.LIBRARY_REVIEW, Verb.LIBRARY_RELEASE, Verb.LIBRARY_OVERLAY),
    }
)

PERSONAL_VERBS = frozenset(
    {
        *(Verb.REPORT_REVIEW, Verb.REPORT_PUBLISH, Verb.LIBRARY_PROPOSE, Verb.LIBRARY_ADOPT),
        *(Verb.LIBRARY_REVIEW, Verb.LIBRARY_RELEASE),
    }
)
"""Verbs whose acts take a person; a key that has one may read what belongs to it."""

ROLE_VERBS: dict[TenantRole, frozenset[Verb]] = {
    TenantRole.VIEWER: _READ,
    TenantRole.FORECASTER: _RUN,
    TenantRole.REVIEWER: _READ | {Verb.REPORT_REVIEW},
    TenantRole.DUTY_LEAD: _RUN | {Verb.REPORT_REVIEW, Verb.REPORT_PUBLISH, Verb.LIBRARY_ADOPT},
    TenantRole.CURATOR: _READ | _CURATE,
    TenantRole.TENANT_ADMIN: _RUN | _OVERSEE | _ADMINISTER,
    TenantRole.AUDITOR: _READ | _OVERSEE,
    TenantRole.SERVICE: _RUN,
}

FULL_RIGHTS = (TenantRole.TENANT_ADMIN, TenantRole.DUTY_LEAD, TenantRole.CURATOR)
"""Roles that together hold every verb: who has them can hand on every role."""


def verbs_of(roles: Iterable[TenantRole]) -> frozenset[Verb]:
    """Return everything that the roles together allow."""
    return frozenset().union(*(ROLE_VERBS[role] for role in roles))


def read_roles(names: Iterable[str]) -> tuple[TenantRole, ...]:
    """Turn stored names into roles; a name that no longer exists grants nothing."""
    known = {role.value for role in TenantRole}
    return tuple(TenantRole(name) for name in names if name in known)


def read_scopes(names: Iterable[str]) -> frozenset[Verb] | None:
    """Turn a key's stored scopes into verbs; None means that its roles alone decide."""
    stored = tuple(names)
    known = {verb.value for verb in Verb}
    return frozenset(Verb(name) for name in stored if name in known) if stored else None
