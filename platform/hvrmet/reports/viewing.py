"""Noting which version of a report a person was shown."""

from __future__ import annotations

from uuid import UUID

from hvrmet.accounts.principals import Principal, PrincipalKind
from hvrmet.audit.services import Action, audit_record
from hvrmet.reports.models import ReportVersion


def report_viewed(
    principal: Principal, job_id: UUID, version: ReportVersion, *, how: str = "page"
) -> None:
    """Record that a person was shown a version; services keep their own records."""
    if principal.kind is PrincipalKind.PERSON:
        audit_record(
            action=Action.REPORT_VIEWED,
            actor=principal.label,
            actor_id=principal.id,
            subject_id=job_id,
            data={"number": version.number, "digest": version.digest, "as": how},
        )
