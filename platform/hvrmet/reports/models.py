"""Reports and their versions. A version never changes: the database refuses it."""

from __future__ import annotations

from uuid import UUID

from django.db import models
from django.db.models.functions import Now
from django.utils import timezone

from diagnostics.contracts.enums import Language, OccurrenceStatus
from hvrmet.core.db.models import OwnedModel
from hvrmet.jobs.models import Job
from hvrmet.reports.states import VersionStatus


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
    """One version: the whole `contracts.Report` and its two renderings.

    `author_id` is a person's key, or null for what the platform wrote; `corrects` is the number of
    the version that a correction began with, and `note` what it is for. `html` names the pictures
    that its job keeps by their sha256: `pictures.page_whole` puts them back.
    """

    report = models.ForeignKey(Report, on_delete=models.PROTECT, related_name="+", db_index=False)
    report_id: UUID
    number = models.PositiveIntegerField()
    digest = models.CharField(max_length=64)
    author = models.CharField(max_length=200)
    author_id = models.UUIDField(null=True)
    corrects = models.PositiveIntegerField(null=True)
    note = models.CharField(max_length=1000, blank=True, default="", db_default="")
    document = models.JSONField()
    markdown = models.TextField()
    html = models.TextField()

    class Meta(OwnedModel.Meta):
        constraints = [
            models.UniqueConstraint(
                fields=("tenant", "report", "number"), name="reportversion_tenant_report_number"
            ),
            models.UniqueConstraint(fields=("tenant", "id"), name="reportversion_tenant_id"),
        ]

    def __str__(self) -> str:
        return f"version {self.number}"


class ReportReading(OwnedModel):
    """A version as it is read in one language: a `contracts.Reading`."""

    version = models.ForeignKey(
        ReportVersion, on_delete=models.PROTECT, related_name="+", db_index=False
    )
    version_id: UUID
    language = models.CharField(
        max_length=10, choices=[(item.value, item.value) for item in Language]
    )
    document = models.JSONField()

    class Meta(OwnedModel.Meta):
        constraints = [
            models.UniqueConstraint(
                fields=("tenant", "version", "language"),
                name="reportreading_tenant_version_language",
            ),
        ]

    def __str__(self) -> str:
        return f"{self.version_id} in {self.language}"


class WaitingReading(models.Model):
    """A version that lacks a reading. Crosses tenants, so it holds ids, a time and a number only.

    The database adds a row with each version. `tries` counts how often a worker was asked since.
    """

    version_id = models.UUIDField(primary_key=True)
    tenant_id = models.UUIDField()
    dispatched_at = models.DateTimeField(db_default=Now())
    tries = models.PositiveSmallIntegerField(db_default=0)

    class Meta:
        indexes = [models.Index(fields=("dispatched_at",), name="waitingreading_dispatched")]

    def __str__(self) -> str:
        return str(self.version_id)


class Publication(OwnedModel):
    """Where a version stands, who brought it there, and what lists and filters need of it.

    `event` is the event that the diagnosis was of. `occurrence` is the status of the conclusion on
    what happened and `occurred` the event that it is about; the database fills them in where a
    writer leaves them out. `east` is not less than `west` and may exceed 180. `dissent` repeats the
    reviews that disagree with a version which was published. `changed_at` is the time of the last
    change of status and `changed_by` the label of who made it: empty where it is the author, and
    for changes that an older release made.
    """

    report = models.ForeignKey(Report, on_delete=models.PROTECT, related_name="+", db_index=False)
    report_id: UUID
    version = models.ForeignKey(
        ReportVersion, on_delete=models.PROTECT, related_name="+", db_index=False
    )
    version_id: UUID
    status = models.CharField(
        max_length=20, choices=[(item.value, item.value) for item in VersionStatus]
    )
    changed_at = models.DateTimeField(default=timezone.now)
    changed_by = models.CharField(max_length=200, blank=True, default="", db_default="")
    title = models.CharField(max_length=500)
    event = models.CharField(max_length=30, blank=True)
    occurrence = models.CharField(
        max_length=20,
        choices=[(item.value, item.value) for item in OccurrenceStatus],
        db_default="",
    )
    occurred = models.CharField(max_length=30, blank=True, db_default="")
    west = models.FloatField()
    south = models.FloatField()
    east = models.FloatField()
    north = models.FloatField()
    author_id = models.UUIDField(null=True)
    approved_by = models.CharField(max_length=200, blank=True)
    approved_by_id = models.UUIDField(null=True)
    published_by = models.CharField(max_length=200, blank=True)
    published_by_id = models.UUIDField(null=True)
    published_at = models.DateTimeField(null=True)
    withdrawn_by = models.CharField(max_length=200, blank=True)
    withdrawal_reason = models.CharField(max_length=2000, blank=True)
    superseded_by = models.PositiveIntegerField(null=True)
    dissent = models.JSONField(default=list)

    class Meta(OwnedModel.Meta):
        constraints = [
            models.UniqueConstraint(
                fields=("tenant", "version"), name="publication_tenant_version"
            ),
            models.UniqueConstraint(
                fields=("tenant", "report"),
                condition=models.Q(status=VersionStatus.PUBLISHED.value),
                name="publication_one_published",
            ),
            models.CheckConstraint(
                condition=models.Q(published_at__isnull=True)
                | models.Q(
                    models.Q(author_id__isnull=True)
                    | (
                        ~models.Q(published_by_id=models.F("author_id"))
                        & ~models.Q(approved_by_id=models.F("author_id"))
                    ),
                    ~models.Q(published_by_id=models.F("approved_by_id")),
                    published_by_id__isnull=False,
                    approved_by_id__isnull=False,
                ),
                name="publication_two_people",
            ),
            models.CheckConstraint(
                condition=~models.Q(status=VersionStatus.PUBLISHED.value)
                | models.Q(published_at__isnull=False),
                name="publication_published_at",
            ),
        ]
        indexes = [
            models.Index(fields=("tenant", "-created_at", "-id"), name="publication_newest"),
            models.Index(fields=("tenant", "status", "changed_at"), name="publication_status"),
            models.Index(fields=("tenant", "report"), name="publication_report"),
        ]

    def __str__(self) -> str:
        return f"{self.status} {self.version_id}"
