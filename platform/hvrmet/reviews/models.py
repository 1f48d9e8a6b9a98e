"""Reviews and corrections of report versions."""

from __future__ import annotations

from uuid import UUID

from django.db import models
from django.db.models.functions import Now

from hvrmet.core.db.models import OwnedModel
from hvrmet.reports.models import Report, ReportVersion
from hvrmet.reviews.verdicts import CorrectionStatus, ReviewVerdict


class Review(OwnedModel):
    """One reviewer's word on one version; the database refuses to change or delete it.

    `comments` are `documents.Comment`s, bound to claims, charts and sentences of the version.
    `dissent` says that the version was published when the reviewer disagreed with it.
    """

    report = models.ForeignKey(Report, on_delete=models.PROTECT, related_name="+", db_index=False)
    version = models.ForeignKey(
        ReportVersion, on_delete=models.PROTECT, related_name="+", db_index=False
    )
    reviewer = models.CharField(max_length=200)
    reviewer_id = models.UUIDField()
    verdict = models.CharField(
        max_length=20, choices=[(item.value, item.value) for item in ReviewVerdict]
    )
    text = models.TextField(blank=True)
    comments = models.JSONField(default=list)
    dissent = models.BooleanField(default=False)

    class Meta(OwnedModel.Meta):
        indexes = [
            models.Index(fields=("tenant", "report", "-created_at"), name="review_report"),
            models.Index(fields=("tenant", "version", "-created_at"), name="review_version"),
        ]

    def __str__(self) -> str:
        return f"{self.verdict} by {self.reviewer}"


class Correction(OwnedModel):
    """Other wording for a version, as a reviewer wants it.

    A worker computes its `quantities`, and holds it against the evidence; then it has become
    version `result`, or `problems` say why it has not. `edits` and `quantities` are
    `contracts.corrections.Edit`s and `Quantity`s.
    """

    report = models.ForeignKey(Report, on_delete=models.PROTECT, related_name="+", db_index=False)
    report_id: UUID
    version = models.ForeignKey(
        ReportVersion, on_delete=models.PROTECT, related_name="+", db_index=False
    )
    version_id: UUID
    author = models.CharField(max_length=200)
    author_id = models.UUIDField()
    note = models.CharField(max_length=1000)
    edits = models.JSONField()
    quantities = models.JSONField(default=list)
    status = models.CharField(
        max_length=20, choices=[(item.value, item.value) for item in CorrectionStatus]
    )
    problems = models.JSONField(default=list)
    result = models.PositiveIntegerField(null=True)
    ended_at = models.DateTimeField(null=True)

    class Meta(OwnedModel.Meta):
        indexes = [
            models.Index(fields=("tenant", "report", "-created_at"), name="correction_report")
        ]

    def __str__(self) -> str:
        return f"{self.status} correction by {self.author}"


class WaitingCorrection(models.Model):
    """A correction that is to be checked. Crosses tenants, so it holds ids and a time only."""

    correction_id = models.UUIDField(primary_key=True)
    tenant_id = models.UUIDField()
    dispatched_at = models.DateTimeField(db_default=Now())

    class Meta:
        indexes = [models.Index(fields=("dispatched_at",), name="waitingcorrection_dispatched")]

    def __str__(self) -> str:
        return str(self.correction_id)
