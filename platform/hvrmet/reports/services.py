"""Storing report versions."""

from __future__ import annotations

from diagnostics.contracts import report as contracts
from hvrmet.audit.services import Action, audit_record
from hvrmet.jobs.models import Job
from hvrmet.reports.models import Report, ReportVersion


def report_version_create(
    *, job: Job, report: contracts.Report, markdown: str, html: str, author: str
) -> ReportVersion:
    """Store the next version of a locked job's report, unless the latest one is the same.

    Parameters
    ----------
    job : Job
        Locked in the open transaction, so that versions are numbered one after the other.
    report : contracts.Report
        The claim-checked document.
    markdown, html : str
        Its renderings.
    author : str
        Label of the worker or person.
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
        document=report.model_dump(mode="json"),
        markdown=markdown,
        html=html,
    )
    head.latest_number = version.number
    head.save(update_fields=("latest_number",))
    audit_record(
        action=Action.REPORT_VERSION_CREATED,
        actor=author,
        subject_id=job.pk,
        data={"number": version.number, "digest": version.digest},
    )
    return version
