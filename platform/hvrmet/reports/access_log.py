"""Which version of a report a person was shown: noting it, and asking for it before a decision."""

from __future__ import annotations

from collections.abc import Sequence
from functools import partial
from uuid import UUID

from django.urls import reverse

from hvrmet.accounts.principals import Principal, PrincipalKind
from hvrmet.audit.selectors import shown_of, was_shown
from hvrmet.audit.services import Action, audit_record
from hvrmet.core.db.scope import once_in_scope
from hvrmet.core.errors import ApplicationError
from hvrmet.reports.models import Publication, ReportVersion


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


def versions_shown(principal: Principal, rows: Sequence[Publication]) -> set[UUID]:
    """Return those versions that a person was shown as a whole."""
    seen = shown_of(
        actor_id=principal.id,
        subject_ids={row.report.job_id for row in rows},
        action=Action.REPORT_VIEWED,
    )
    return {row.version_id for row in rows if (row.report.job_id, row.version.digest) in seen}


def require_version_shown(
    principal: Principal, job_id: UUID, version: ReportVersion, *, to: str
) -> None:
    """Refuse a decision on a version that the person has not opened.

    The page, the document and an export of the version count; a list or a comparison with another
    version does not, because it does not show the whole text.

    Parameters
    ----------
    principal : Principal
        The person who decides.
    job_id : UUID
        The diagnosis.
    version : ReportVersion
        What is decided on.
    to : str
        The decision, as in "before you ...".

    Raises
    ------
    ApplicationError
        With code ``version_not_opened`` (409); ``data`` names the version and where to open it.
    """
    look = partial(
        was_shown,
        actor_id=principal.id,
        subject_id=job_id,
        action=Action.REPORT_VIEWED,
        digest=version.digest,
    )
    if once_in_scope(("shown", principal.id, version.pk), look):
        return
    address = reverse("diagnosis-report-version", args=[job_id, version.number])
    raise ApplicationError(
        f"you have not opened version {version.number} of this report: read it at {address} "
        f"before you {to}",
        code="version_not_opened",
        http_status=409,
        data={"version": version.number, "digest": version.digest, "open": address},
    )
