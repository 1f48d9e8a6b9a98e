"""Storing report versions, and moving them through their life."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any
from uuid import UUID

from django.utils import timezone

from diagnostics.contracts import report as contracts
from diagnostics.contracts.reading import Reading
from hvrmet.audit.services import Action, audit_record
from hvrmet.core.errors import NotFoundError
from hvrmet.jobs.models import Job
from hvrmet.reports.models import Publication, Report, ReportVersion
from hvrmet.reports.page_images import page_stored
from hvrmet.reports.readings import readings_keep
from hvrmet.reports.selectors import publication_get
from hvrmet.reports.states import VersionStatus, require_legal

_TITLE_LENGTH = 500


def report_version_create(
    *,
    job: Job,
    report: contracts.Report,
    markdown: str,
    html: str,
    author: str,
    author_id: UUID | None = None,
    corrects: int | None = None,
    note: str = "",
    readings: Iterable[Reading] = (),
) -> ReportVersion:
    """Store the next version of a locked job's report, unless the latest one is the same.

    Parameters
    ----------
    job : Job
        Locked in the open transaction, so that versions are numbered one after the other.
    report : contracts.Report
        The claim-checked document.
    markdown, html : str
        Its renderings; pictures that the job keeps are stored as their addresses.
    author : str
        Label of the worker or person.
    author_id : UUID, optional
        A person's key.
    corrects : int, optional
        Number of the version that a correction began with.
    note : str, optional
        What the correction is for.
    readings : iterable of Reading, optional
        The version as it is read, in the languages in which it could be written.
    """
    head, _ = Report.objects.get_or_create(job=job)
    latest: ReportVersion | None = (
        ReportVersion.objects.filter(report=head).order_by("-number").first()
    )
    if latest is not None and latest.digest == report.report_digest:
        return latest
    version: ReportVersion = ReportVersion.objects.create(
        report=head,
        number=head.latest_number + 1,
        digest=report.report_digest,
        author=author,
        author_id=author_id,
        corrects=corrects,
        note=note,
        document=report.model_dump(mode="json"),
        markdown=markdown,
        html=page_stored(job, html),
    )
    readings_keep(version, readings)
    head.latest_number = version.number
    head.save(update_fields=("latest_number",))
    region = report.classification.region
    occurrence = report.conclusion.occurrence
    Publication.objects.create(
        report=head,
        version=version,
        status=VersionStatus.DRAFT,
        title=markdown.partition("\n")[0].lstrip("# ")[:_TITLE_LENGTH],
        event=report.conclusion.event or "",
        occurrence=occurrence.status,
        occurred=occurrence.event or "",
        west=region.west,
        south=region.south,
        east=region.east,
        north=region.north,
        author_id=author_id,
    )
    audit_record(
        action=Action.REPORT_VERSION_CREATED,
        actor=author,
        actor_id=author_id,
        subject_id=job.pk,
        data={"number": version.number, "digest": version.digest, "corrects": corrects},
    )
    return version


def publication_lock(job_id: UUID, number: int) -> Publication:
    """Lock a job's report for the rest of the transaction and return where a version stands.

    All changes of status of one report's versions come one after the other.

    Raises
    ------
    NotFoundError
        When there is no such version.
    """
    if Report.objects.select_for_update().filter(job_id=job_id).first() is None:
        raise NotFoundError("report version")
    return publication_get(job_id, number)


def publication_move(
    row: Publication, status: VersionStatus, *, by: str, **changes: Any
) -> dict[str, str]:
    """Take a locked version to another status, and return the former one for the audit record.

    Parameters
    ----------
    row : Publication
    status : VersionStatus
    by : str
        Label of who does it.
    **changes
        Other fields that change with it.

    Raises
    ------
    ApplicationError
        With code ``illegal_transition`` (409).
    """
    before = {"status": row.status}
    require_legal(VersionStatus(row.status), status)
    row.status, row.changed_at, row.changed_by = status, timezone.now(), by
    for name, value in changes.items():
        setattr(row, name, value)
    row.save(update_fields=("status", "changed_at", "changed_by", *changes))
    return before
