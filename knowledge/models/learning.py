"""What use shows of entries, and the effect of proposals before they are released."""

from __future__ import annotations

from typing import ClassVar
from uuid import UUID

from django.db import models
from hvrmet.core.db.models import OwnedModel

from knowledge.models.curation import Proposal


class Outcome(OwnedModel):
    """What one diagnosis showed of one entry.

    `occurred` says whether the event that was examined met its criterion: by a verification where
    there is one, else by the data. `verdict` is the loop's. `steered` counts orders that named the
    factor, `corrected` corrections of the report that touched it, `accepted` whether the report
    was approved or published.
    """

    job_id = models.UUIDField()
    entry_name = models.CharField(max_length=200)
    entry_digest = models.CharField(max_length=64)
    release_digest = models.CharField(max_length=64)
    event_type = models.CharField(max_length=20)
    season = models.CharField(max_length=5)
    region = models.CharField(max_length=20)
    resolution_deg = models.FloatField(null=True)
    occurred = models.BooleanField(null=True)
    verdict = models.CharField(max_length=15)
    steered = models.PositiveSmallIntegerField(default=0)
    corrected = models.PositiveSmallIntegerField(default=0)
    accepted = models.BooleanField(null=True)
    seconds = models.FloatField(null=True)
    at = models.DateTimeField()

    class Meta(OwnedModel.Meta):
        constraints: ClassVar = [
            models.UniqueConstraint(
                fields=("tenant", "job_id", "entry_name"), name="outcome_job_entry"
            )
        ]
        indexes: ClassVar = [
            models.Index(fields=("tenant", "entry_name", "event_type"), name="outcome_entry")
        ]

    def __str__(self) -> str:
        return f"{self.entry_name} {self.verdict}"


class ExperienceSnapshot(OwnedModel):
    """What use had shown at a moment, as runs are given it; never changed.

    `document` is `contracts.learned_experience.LearnedExperience`.
    """

    digest = models.CharField(max_length=64)
    document = models.JSONField()
    outcomes = models.PositiveIntegerField()

    class Meta(OwnedModel.Meta):
        constraints: ClassVar = [
            models.UniqueConstraint(fields=("tenant", "digest"), name="experience_digest")
        ]

    def __str__(self) -> str:
        return self.digest[:12]


class EffectRun(OwnedModel):
    """A proposal tried on cases: what changes, and how often it is right before and after.

    `digest` is that of the release that was tried. `result` is
    `knowledge.effects.EffectResult`.
    """

    proposal = models.ForeignKey(Proposal, on_delete=models.PROTECT, related_name="effects")
    proposal_id: UUID
    digest = models.CharField(max_length=64)
    base_digest = models.CharField(max_length=64)
    status = models.CharField(max_length=10)
    cases = models.PositiveSmallIntegerField(default=0)
    done = models.PositiveSmallIntegerField(default=0)
    problem = models.JSONField(null=True)
    result = models.JSONField(null=True)
    asked_by = models.CharField(max_length=200)
    asked_by_id = models.UUIDField()
    beat_at = models.DateTimeField(null=True)
    ended_at = models.DateTimeField(null=True)

    class Meta(OwnedModel.Meta):
        constraints: ClassVar = [
            models.UniqueConstraint(fields=("tenant", "id"), name="effectrun_tenant_id")
        ]

    def __str__(self) -> str:
        return f"{self.status} {self.digest[:12]}"
