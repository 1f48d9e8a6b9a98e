"""Telling webhooks what became of a report."""

from __future__ import annotations

from hvrmet.reports.models import Publication
from hvrmet.reports.schemas import report_summary
from hvrmet.webhooks.event_types import EventKind
from hvrmet.webhooks.services import announce

_SHOWN = {
    *("diagnosis", "number", "status", "title", "event", "region", "digest", "published_at"),
    *("superseded_by", "withdrawal_reason"),
}


def report_announce(kind: EventKind, row: Publication) -> None:
    """Announce a change of a version that was published; of others nobody is told."""
    if row.published_at is None:
        return
    summary = report_summary(row)
    data = {
        "report": str(row.version_id),
        "url": summary.links.report,
        "page": summary.links.page,
        **summary.model_dump(mode="json", include=_SHOWN),
    }
    announce(kind, subject_id=row.report.job_id, data=data)
