"""Reading report versions, in the open tenant scope."""

from __future__ import annotations

from uuid import UUID

from hvrmet.core.errors import NotFoundError
from hvrmet.core.models import OwnedQuerySet
from hvrmet.reports.models import ReportVersion


def version_list(job_id: UUID) -> OwnedQuerySet:
    """Return the versions of a job's report, newest first, without their texts."""
    versions: OwnedQuerySet = (
        ReportVersion.objects.filter(report__job_id=job_id)
        .defer("document", "markdown", "html")
        .order_by("-number")
    )
    return versions


def version_get(job_id: UUID, number: int | None = None) -> ReportVersion:
    """Return one version of a job's report, the latest by default.

    Raises
    ------
    NotFoundError
        When there is no such version, or not yet.
    """
    versions = ReportVersion.objects.filter(report__job_id=job_id).order_by("-number")
    found: ReportVersion | None = (
        versions.first() if number is None else versions.filter(number=number).first()
    )
    if found is None:
        raise NotFoundError("report version")
    return found
