"""Immutable releases of the Guideline Library, shared by all tenants."""

from __future__ import annotations

from typing import ClassVar

from django.db import models
from hvrmet.core.models import BaseModel


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
