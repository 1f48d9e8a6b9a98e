"""Which version of a report a person was shown: noting it, and asking for it before a decision.

An answer with a body is a reading by a program, and by a person who opens a file. Pages load more
than they show: their requests say so, are on record as sent, and what came onto the screen is
reported afterwards, section by section.
"""

from __future__ import annotations

from collections.abc import Collection, Sequence
from functools import partial
from uuid import UUID

from django.urls import reverse
from rest_framework.request import Request

from hvrmet.accounts.principals import Principal, PrincipalKind
from hvrmet.audit.selectors import shown_of, was_shown
from hvrmet.audit.services import Action, audit_record
from hvrmet.core.db.scope import once_in_scope
from hvrmet.core.errors import ApplicationError
from hvrmet.reports.models import Publication, ReportVersion

DISPLAY_HEADER = "X-HVRMET-Display"
REPORTED = "reported"
"""What the header says of a client that reports what it displays."""


def is_reading(request: Request) -> bool:
    """Say whether the answer to a request is a reading by itself, and not for a page or ahead."""
    headers = request.headers
    is_ahead = "prefetch" in (headers.get("Sec-Purpose", "") + headers.get("Purpose", ""))
    return not is_ahead and headers.get(DISPLAY_HEADER) != REPORTED


def report_viewed(
    principal: Principal, job_id: UUID, version: ReportVersion, *, how: str, is_reading: bool
) -> None:
    """Record that a person was shown or sent a version; services keep their own records."""
    action = Action.REPORT_VIEWED if is_reading else Action.REPORT_SENT
    _record(action, principal, job_id, version, how)


def sections_displayed(
    principal: Principal,
    job_id: UUID,
    version: ReportVersion,
    sections: Collection[str],
    *,
    complete: bool,
) -> None:
    """Record that sections were on a person's screen, and whether all have been by now."""
    shown: dict[str, object] = {"sections": sorted(sections), "complete": complete}
    _record(Action.REPORT_VIEWED, principal, job_id, version, "page", **shown)


def _record(
    action: Action,
    principal: Principal,
    job_id: UUID,
    version: ReportVersion,
    how: str,
    **shown: object,
) -> None:
    if principal.kind is PrincipalKind.PERSON:
        audit_record(
            action=action,
            actor=principal.label,
            actor_id=principal.id,
            subject_id=job_id,
            data={"number": version.number, "digest": version.digest, "as": how, **shown},
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
    principal: Principal, job_id: UUID, version: ReportVersion, *, to: str, whole: bool
) -> None:
    """Refuse a decision on a version that the person has not opened.

    The document and an export of the version count, and its page once every section was on the
    screen; a list or a comparison with another version does not, because it does not show the whole
    text.

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
    whole : bool
        Whether it takes every section; else it is enough that the version was sent.

    Raises
    ------
    ApplicationError
        With code ``version_not_opened`` (409); ``data`` names the version, where to open it, and
        whether every section is needed.
    """
    actions = (Action.REPORT_VIEWED,) if whole else (Action.REPORT_VIEWED, Action.REPORT_SENT)
    look = partial(
        was_shown,
        actor_id=principal.id,
        subject_id=job_id,
        actions=actions,
        digest=version.digest,
        whole=whole,
    )
    if once_in_scope(("shown", principal.id, version.pk, whole), look):
        return
    address = reverse("diagnosis-report-version", args=[job_id, version.number])
    unread = "opened every section of" if whole else "opened"
    raise ApplicationError(
        f"you have not {unread} version {version.number} of this report: read it at {address} "
        f"before you {to}",
        code="version_not_opened",
        http_status=409,
        data={
            "version": version.number,
            "digest": version.digest,
            "open": address,
            "whole": whole,
        },
    )
