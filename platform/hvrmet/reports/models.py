"""Reports and their versions. A version never changes: the database refuses it."""

from __future__ import annotations

from uuid import UUID

from django.db import models

from hvrmet.core.models import OwnedModel
from hvrmet.jobs.models import Job


class Report(OwnedModel):
    """The report of one job."""

    job = models.ForeignKey(Job, on_delete=models.PROTECT, related_name="+", db_index=False)
    job_id: UUID
    latest_number = models.PositiveIntegerField(default=0)

    class Meta(OwnedModel.Meta):
        constraints = [
            models.UniqueConstraint(fields=("tenant", "job"), name="report_tenant_job"),
            models.UniqueConstraint(fields=("tenant", "id"), name="report_tenant_id"),
        ]

    def __str__(self) -> str:
        return f"report of {self.job_id}"


class ReportVersion(OwnedModel):
    """One version: the whole `contracts.Report` and its two renderings."""

    report = models.ForeignKey(Report, on_delete=models.PROTECT, related_name="+", db_index=False)
    report_id: UUID
    number = models.PositiveIntegerField()
    digest = models.CharField(max_length=64)
    author = models.CharField(max_length=200)
    document = models.JSONField()
    markdown = models.TextField()
    html = models.TextField()

    class Meta(OwnedModel.Meta):
        constraints = [
            models.UniqueConstraint(
                fields=("tenant", "report", "number"), name="reportversion_tenant_report_number"
            )
        ]

    def __str__(self) -> str:
        return f"version {self.number}"
