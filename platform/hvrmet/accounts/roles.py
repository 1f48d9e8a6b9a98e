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
    REPORT_VIEW = "report.view"
    REPORT_DRAFT = "report.draft"
    REPORT_REVIEW = "report.review"
    REPORT_PUBLISH = "report.publish"
    LIBRARY_VIEW = "library.view"
    LIBRARY_PROPOSE = "library.propose"
    LIBRARY_ADOPT = "library.adopt"
    LIBRARY_EDIT = "library.edit"
    LIBRARY_REVIEW = "library.review"
    KEY_VIEW = "key.view"
    KEY_MANAGE = "key.manage"
    MEMBER_VIEW = "member.view"
    MEMBER_MANAGE = "member.manage"
    WEBHOOK_VIEW = "webhook.view"
    WEBHOOK_MANAGE = "webhook.manage"
    SOURCE_MANAGE = "source.manage"
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
_RUN = _READ | {Verb.DIAGNOSIS_CREATE, Verb.DIAGNOSIS_CANCEL, Verb.DIAGNOSIS_STEER}
_OVERSEE = frozenset({Verb.AUDIT_VIEW, Verb.KEY_VIEW, Verb.MEMBER_VIEW, Verb.WEBHOOK_VIEW})
_ADMINISTER = frozenset(
    {Verb.KEY_MANAGE, Verb.MEMBER_MANAGE, Verb.WEBHOOK_MANAGE, Verb.SOURCE_MANAGE}
)

PERSONAL_VERBS = frozenset(
    {
        *(Verb.REPORT_REVIEW, Verb.REPORT_PUBLISH, Verb.LIBRARY_PROPOSE, Verb.LIBRARY_ADOPT),
        *(Verb.LIBRARY_EDIT, Verb.LIBRARY_REVIEW),
    }
)
"""Verbs whose acts take a person; a key that has one may read what belongs to it."""

ROLE_VERBS: dict[TenantRole, frozenset[Verb]] = {
    TenantRole.VIEWER: _READ,
    TenantRole.FORECASTER: _RUN,
    TenantRole.REVIEWER: _READ | {Verb.REPORT_REVIEW},
    TenantRole.DUTY_LEAD: _RUN | {Verb.REPORT_REVIEW, Verb.REPORT_PUBLISH, Verb.LIBRARY_ADOPT},
    TenantRole.CURATOR: _READ | {Verb.LIBRARY_PROPOSE, Verb.LIBRARY_ADOPT, Verb.LIBRARY_EDIT},
    TenantRole.TENANT_ADMIN: _RUN | _OVERSEE | _ADMINISTER,
    TenantRole.AUDITOR: _READ | _OVERSEE,
    TenantRole.SERVICE: _RUN,
}

CURATOR_VERBS = frozenset({Verb.LIBRARY_EDIT, Verb.LIBRARY_REVIEW})
"""What a person has whom an operator lets curate the library of the whole installation."""

INSTALLATION_VERBS = CURATOR_VERBS.difference(*ROLE_VERBS.values())
"""Verbs that no role holds: nobody in a tenant can hand them on."""

FULL_RIGHTS = (TenantRole.TENANT_ADMIN, TenantRole.DUTY_LEAD, TenantRole.CURATOR)
"""Roles that together hold every verb of a tenant: who has them can hand on every role."""


def verbs_of(roles: Iterable[TenantRole]) -> frozenset[Verb]:
    """Return everything that the roles together allow."""
    return frozenset().union(*(ROLE_VERBS[role] for role in roles))


def verbs_held(roles: Iterable[TenantRole], *, curates: bool) -> frozenset[Verb]:
    """Return what the roles allow, and what an operator lets the person do for the installation."""
    return verbs_of(roles) | (CURATOR_VERBS if curates else frozenset())


def read_roles(names: Iterable[str]) -> tuple[TenantRole, ...]:
    """Turn stored names into roles; a name that no longer exists grants nothing."""
    known = {role.value for role in TenantRole}
    return tuple(TenantRole(name) for name in names if name in known)


def read_scopes(names: Iterable[str]) -> frozenset[Verb] | None:
    """Turn a key's stored scopes into verbs; None means that its roles alone decide."""
    stored = tuple(names)
    known = {verb.value for verb in Verb}
    return frozenset(Verb(name) for name in stored if name in known) if stored else None
