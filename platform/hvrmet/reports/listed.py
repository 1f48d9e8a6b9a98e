"""Report versions as lists show them to one who reads, in the open tenant scope."""

from __future__ import annotations

from collections.abc import Sequence

from hvrmet.accounts.principals import Principal
from hvrmet.reports.access_log import versions_shown
from hvrmet.reports.models import Publication
from hvrmet.reports.schemas import ListedReport, report_summary
from hvrmet.reports.selectors import titles_said


def reports_listed(principal: Principal, rows: Sequence[Publication]) -> list[ListedReport]:
    """Return versions with who asked, who changed them last, and whether one has read them."""
    titles = titles_said([row.version_id for row in rows])
    shown = versions_shown(principal, rows) if principal.is_person else None
    return [
        ListedReport(
            **dict(report_summary(row, titles)),
            requested_by=row.report.job.requested_by,
            requested_at=row.report.job.created_at,
            changed_by=_changed_by(row),
            opened=None if shown is None else row.version_id in shown,
        )
        for row in rows
    ]


def _changed_by(row: Publication) -> str:
    return (
        row.changed_by
        or row.withdrawn_by
        or row.published_by
        or row.approved_by
        or row.version.author
    )
