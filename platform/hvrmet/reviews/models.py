"""Reviews and corrections of report versions."""

from __future__ import annotations

from uuid import UUID

from django.db import models
from django.db.models.functions import Now

from hvrmet.core.db.models import OwnedModel
from hvrmet.reports.models import Report, ReportVersion
from hvrmet.reviews.verdicts import CorrectionStatus, OpenedKind, ReviewVerdict


class Review(OwnedModel):
    """One reviewer's word on one version; the database refuses to change or delete it.

    `comments` are `schemas.Comment`s, bound to claims, charts and sentences of the version.
    `dissent` says that the version was published when the reviewer disagreed with it. `unopened`
    are the `schemas.OpenedPart`s that somebody who approved had not opened.
    """

    report = models.ForeignKey(Report, on_delete=models.PROTECT, related_name="+", db_index=False)
    version = models.ForeignKey(
        ReportVersion, on_delete=models.PROTECT, related_name="+", db_index=False
    )
    version_id: UUID
    reviewer = models.CharField(max_length=200)
    reviewer_id = models.UUIDField()
    verdict = models.CharField(
        max_length=20, choices=[(item.value, item.value) for item in ReviewVerdict]
    )
    text = models.TextField(blank=True)
    comments = models.JSONField(default=list)
    dissent = models.BooleanField(default=False)
    unopened = models.JSONField(default=list, db_default=[])

    class Meta(OwnedModel.Meta):
        indexes = [
            models.Index(fields=("tenant", "report", "-created_at"), name="review_report"),
            models.Index(fields=("tenant", "version", "-created_at"), name="review_version"),
        ]

    def __str__(self) -> str:
        return f"{self.verdict} by {self.reviewer}"


class Opening(OwnedModel):
    """That a person has opened a part of a version; the database refuses to change it.

    `name` is a section's id, a chart's artifact, or the id of a piece of evidence.
    """

    version = models.ForeignKey(
        ReportVersion, on_delete=models.PROTECT, related_name="+", db_index=False
    )
    person_id = models.UUIDField()
    part = models.CharField(
        max_length=20, choices=[(item.value, item.value) for item in OpenedKind]
    )
    name = models.CharField(max_length=300)

    class Meta(OwnedModel.Meta):
        constraints = [
            models.UniqueConstraint(
                fields=("tenant", "version", "person_id", "part", "name"), name="opening_once"
            )
        ]

    def __str__(self) -> str:
        return f"{self.part} {self.name}"


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
