"""Which versions of a report an actor is shown: one rule, for every address of a report.

People are shown drafts, and so are the keys whose scopes name `report.draft`
(`Principal.sees_drafts`). All others are shown what was published; of a version that was withdrawn
since they are told the reason only.
"""

from __future__ import annotations

from uuid import UUID

from hvrmet.accounts.principals import Principal
from hvrmet.core.errors import ApplicationError
from hvrmet.reports.access_log import report_viewed
from hvrmet.reports.models import Publication
from hvrmet.reports.selectors import publication_by_id, publication_get
from hvrmet.reports.states import VersionStatus


def version_shown(
    principal: Principal,
    job_id: UUID,
    number: int | None = None,
    *,
    how: str | None = "page",
    is_reading: bool = True,
) -> Publication:
    """Return a version of a job's report (the latest by default), and note that a person read it.

    Parameters
    ----------
    principal : Principal
    job_id : UUID
    number : int, optional
    how : str or None, optional
        In which form it is read; None where it is part of something else that is noted.
    is_reading : bool, optional
        Whether the answer is a reading by itself: see `access_log.is_reading`.

    Raises
    ------
    NotFoundError
        When there is no such job or version, or it may not be shown.
    ApplicationError
        With code ``report_withdrawn`` (410).
    """
    row = publication_get(job_id, number, drafts=principal.sees_drafts)
    return _shown(principal, row, how, is_reading)


def version_shown_by_id(
    principal: Principal, version_id: UUID, *, how: str = "page", is_reading: bool
) -> Publication:
    """Return a version by its own key, and note that a person read it.

    Raises
    ------
    NotFoundError, ApplicationError
        As `version_shown`.
    """
    row = publication_by_id(version_id, drafts=principal.sees_drafts)
    return _shown(principal, row, how, is_reading)


def _shown(
    principal: Principal, row: Publication, how: str | None, is_reading: bool
) -> Publication:
    if not principal.sees_drafts and row.status == VersionStatus.WITHDRAWN:
        raise ApplicationError(
            f"this report was withdrawn: {row.withdrawal_reason}",
            code="report_withdrawn",
            http_status=410,
            data={"changed_at": row.changed_at.isoformat(), "reason": row.withdrawal_reason},
        )
    if how is not None:
        report_viewed(principal, row.report.job_id, row.version, how=how, is_reading=is_reading)
    return row
