"""Entries and their revisions, one column for each field of the contract.

`knowledge.entry_tables` turns a `GuidelineEntry` into these rows and back; its tests compare them
with the contract, so that a new field cannot be forgotten.
"""

from __future__ import annotations

from typing import Any, ClassVar
from uuid import UUID

from django.contrib.postgres.fields import ArrayField
from django.db import models
from hvrmet.core.db.models import OwnedModel


def names(length: int = 200, **options: Any) -> Any:
    """Return a column that holds a list of names."""
    return ArrayField(models.CharField(max_length=length), **{"default": list, **options})


def numbers(**options: Any) -> Any:
    """Return a column that holds a list of numbers, or nothing."""
    return ArrayField(models.FloatField(), null=True, **options)


class LibraryEntry(OwnedModel):
    """One entry of a centre's workspace, over all its revisions.

    `head` is the newest revision, `released` the one in the workspace's last release: None for one
    that was never released. A `removed` entry is in no release from then on.
    """

    entry_id = models.CharField(max_length=200)
    position = models.PositiveIntegerField()
    head = models.ForeignKey(
        "knowledge.Revision", on_delete=models.PROTECT, related_name="+", null=True, db_index=False
    )
    head_id: UUID | None
    released = models.ForeignKey(
        "knowledge.Revision", on_delete=models.PROTECT, related_name="+", null=True, db_index=False
    )
    released_id: UUID | None
    removed = models.BooleanField(default=False)

    class Meta(OwnedModel.Meta):
        verbose_name_plural = "library entries"
        constraints: ClassVar = [
            models.UniqueConstraint(fields=("tenant", "entry_id"), name="libraryentry_id"),
            models.UniqueConstraint(fields=("tenant", "id"), name="libraryentry_tenant_id"),
        ]

    def __str__(self) -> str:
        return self.entry_id


class Revision(OwnedModel):
    """One state of an entry; the database refuses to change or delete it.

    `origin` says how it came about (`knowledge.states.Origin`), `reason` why. `digest` is taken
    over the entry as the contract writes it.
    """

    entry = models.ForeignKey(LibraryEntry, on_delete=models.PROTECT, related_name="revisions")
    entry_id: UUID
    number = models.PositiveIntegerField()
    digest = models.CharField(max_length=64)
    author = models.CharField(max_length=200)
    author_id = models.UUIDField(null=True)
    origin = models.CharField(max_length=20)
    reason = models.CharField(max_length=2000, blank=True)
    evidence = models.JSONField(default=dict)
    thresholds: Any
    detectors: Any
    discriminations: Any
    citations: Any

    event_types = names(20)
    factor = models.CharField(max_length=100)
    modality = models.CharField(max_length=20)
    category = models.CharField(max_length=30)
    direction = models.CharField(max_length=100)
    tail = models.CharField(max_length=10, blank=True)
    reduction = models.CharField(max_length=50, blank=True)
    unit = models.CharField(max_length=50, blank=True)
    level = models.FloatField(null=True)
    params = models.JSONField(default=dict)
    require = models.CharField(max_length=5, blank=True)
    rationale = models.TextField()
    rationale_zh = models.TextField(blank=True)
    rationale_names_side = models.BooleanField(default=False)
    restates_criterion = models.BooleanField(default=False)
    weight = models.PositiveSmallIntegerField()
    timing = models.CharField(max_length=500, blank=True)
    timing_zh = models.CharField(max_length=500, blank=True)
    place = models.CharField(max_length=20, null=True)
    reach_km = models.FloatField(null=True)
    lag_hours = numbers()
    advection_ms = models.FloatField(null=True)
    finding = models.CharField(max_length=100, null=True)
    conditions = models.JSONField(default=dict)
    months_nh = ArrayField(models.PositiveSmallIntegerField(), default=list)
    abs_lat_range = numbers()
    event_centre_in = numbers()
    subtype = names()
    alternatives = names()
    supports = names()
    opposes = names()
    experience = ArrayField(models.PositiveIntegerField(), null=True)
    confidence = models.FloatField()
    difficulty = models.CharField(max_length=20)
    curation_status = models.CharField(max_length=50)
    reviewed_by = models.CharField(max_length=200, null=True)
    reviewed_at = models.CharField(max_length=50, null=True)
    curation_source = models.CharField(max_length=1000, blank=True)
    note = models.TextField(blank=True)
    tags = names(50)

    class Meta(OwnedModel.Meta):
        constraints: ClassVar = [
            models.UniqueConstraint(fields=("tenant", "entry", "number"), name="revision_number"),
            models.UniqueConstraint(fields=("tenant", "id"), name="revision_tenant_id"),
        ]
        indexes: ClassVar = [
            models.Index(fields=("tenant", "-created_at"), name="revision_newest"),
        ]

    def __str__(self) -> str:
        return f"{self.factor} {self.number}"


class Part(OwnedModel):
    """A part of a revision, in its order."""

    revision: Any
    position = models.PositiveSmallIntegerField()

    class Meta(OwnedModel.Meta):
        abstract = True


class ThresholdRow(Part):
    """One threshold of a revision, and where it comes from.

    `role` says which it is (`knowledge.states.ThresholdRole`): of the climatology (`statistic`),
    the absolute test, its floor, one for a band of latitude, or a second test on `output`. `high`
    is the upper end of a range.
    """

    revision = models.ForeignKey(Revision, on_delete=models.PROTECT, related_name="thresholds")
    role = models.CharField(max_length=15)
    statistic = models.CharField(max_length=5, blank=True)
    op = models.CharField(max_length=5, blank=True)
    low = models.FloatField()
    high = models.FloatField(null=True)
    low_coarse = models.FloatField(null=True)
    high_coarse = models.FloatField(null=True)
    output = models.CharField(max_length=100, blank=True)
    abs_lat_range = numbers()
    has_origin = models.BooleanField(default=False)
    source = models.CharField(max_length=500, blank=True)
    effective_from = models.DateField(null=True)
    region = models.CharField(max_length=200, blank=True)
    season = models.CharField(max_length=200, blank=True)
    resolution_deg = models.FloatField(null=True)

    class Meta(Part.Meta):
        constraints: ClassVar = [
            models.UniqueConstraint(
                fields=("tenant", "revision", "role", "position"), name="threshold_position"
            )
        ]

    def __str__(self) -> str:
        return f"{self.role} {self.low:g}"


class DetectorRow(Part):
    """One detector of a chart's entry, with its parameters."""

    revision = models.ForeignKey(Revision, on_delete=models.PROTECT, related_name="detectors")
    detector = models.CharField(max_length=100)
    params = models.JSONField(default=dict)
    place = models.CharField(max_length=20, null=True)
    reach_km = models.FloatField(null=True)
    lag_hours = numbers()
    advection_ms = models.FloatField(null=True)
    finding = models.CharField(max_length=100, null=True)
    supports = names(null=True, default=None)
    opposes = names(null=True, default=None)

    class Meta(Part.Meta):
        constraints: ClassVar = [
            models.UniqueConstraint(
                fields=("tenant", "revision", "position"), name="detector_position"
            )
        ]

    def __str__(self) -> str:
        return self.detector


class DiscriminationRow(Part):
    """A likelihood ratio that was measured for an entry (`contracts.discrimination`)."""

    revision = models.ForeignKey(Revision, on_delete=models.PROTECT, related_name="discriminations")
    half_year = models.CharField(max_length=4, null=True)
    abs_lat_range = numbers()
    found = models.FloatField()
    found_interval = ArrayField(models.FloatField())
    missed = models.FloatField()
    missed_interval = ArrayField(models.FloatField())
    cases_with = models.PositiveIntegerField()
    cases_without = models.PositiveIntegerField()

    class Meta(Part.Meta):
        constraints: ClassVar = [
            models.UniqueConstraint(
                fields=("tenant", "revision", "position"), name="discrimination_position"
            )
        ]

    def __str__(self) -> str:
        return f"{self.found:g}"
