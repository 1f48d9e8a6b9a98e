"""Immutable releases of the Guideline Library, shared by all tenants, and each one's choice."""

from __future__ import annotations

from typing import ClassVar
from uuid import UUID

from django.db import models
from hvrmet.core.db.models import BaseModel, OwnedModel


class Release(BaseModel):
    """One release; the database refuses to change or delete it."""

    release_id = models.CharField(max_length=100)
    version = models.CharField(max_length=50)
    title = models.CharField(max_length=300)
    digest = models.CharField(max_length=64, unique=True)
    document = models.JSONField()

    class Meta:
        indexes: ClassVar = [models.Index(fields=("-created_at",), name="release_newest")]

    def __str__(self) -> str:
        return f"{self.release_id} {self.version}"


class Entry(BaseModel):
    """One entry of a release, for lists and filters; its text is in `document`."""

    release = models.ForeignKey(Release, on_delete=models.PROTECT, related_name="entries")
    entry_id = models.CharField(max_length=200)
    factor = models.CharField(max_length=100)
    modality = models.CharField(max_length=20)
    category = models.CharField(max_length=30)
    event_types = models.JSONField()
    weight = models.PositiveSmallIntegerField()
    document = models.JSONField()

    class Meta:
        verbose_name_plural = "entries"
        constraints: ClassVar = [
            models.UniqueConstraint(fields=("release", "entry_id"), name="entry_release_id")
        ]

    def __str__(self) -> str:
        return self.entry_id


class Adoption(OwnedModel):
    """A tenant's decision to work with a release: proposed by one person, adopted by another."""

    release = models.ForeignKey(Release, on_delete=models.PROTECT, related_name="+")
    release_id: UUID
    reason = models.CharField(max_length=1000, blank=True)
    proposed_by = models.CharField(max_length=200)
    proposed_by_id = models.UUIDField()
    adopted_by = models.CharField(max_length=200, blank=True)
    adopted_by_id = models.UUIDField(null=True)
    adopted_at = models.DateTimeField(null=True)

    class Meta(OwnedModel.Meta):
        constraints: ClassVar = [
            models.CheckConstraint(
                condition=models.Q(adopted_by_id__isnull=True)
                | ~models.Q(adopted_by_id=models.F("proposed_by_id")),
                name="adoption_two_people",
            )
        ]
        indexes: ClassVar = [
            models.Index(fields=("tenant", "-adopted_at"), name="adoption_tenant_newest")
        ]

    def __str__(self) -> str:
        return f"{self.release_id} for {self.tenant_id}"
