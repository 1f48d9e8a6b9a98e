"""Immutable releases of the Guideline Library, shared by all tenants."""

from __future__ import annotations

from typing import Any, ClassVar
from uuid import UUID

from django.db import models
from hvrmet.core.db.models import BaseModel


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


class Candidate(BaseModel):
    """A release that was made from the library and waits for two people; its content is fixed."""

    version = models.CharField(max_length=50)
    title = models.CharField(max_length=300)
    note = models.CharField(max_length=1000, help_text="what it changes, in the words of its maker")
    digest = models.CharField(max_length=64)
    document = models.JSONField()
    since = models.ForeignKey(
        Release, on_delete=models.PROTECT, related_name="+", help_text="what it is compared with"
    )
    since_id: UUID
    prepared_by = models.CharField(max_length=200)
    prepared_by_id = models.UUIDField()
    release = models.OneToOneField(
        Release, on_delete=models.PROTECT, null=True, related_name="candidate"
    )
    release_id: UUID | None
    approvals: Any
    withdrawn_by = models.CharField(max_length=200, blank=True)
    withdrawn_at = models.DateTimeField(null=True)

    class Meta:
        constraints: ClassVar = [
            models.UniqueConstraint(fields=("id", "digest"), name="candidate_digest")
        ]
        indexes: ClassVar = [models.Index(fields=("-created_at",), name="candidate_newest")]

    def __str__(self) -> str:
        return f"{self.version} ({self.digest[:12]})"


class Approval(BaseModel):
    """One person's word for a prepared release, with the digest of what they approved."""

    candidate = models.ForeignKey(Candidate, on_delete=models.PROTECT, related_name="approvals")
    digest = models.CharField(max_length=64)
    person = models.CharField(max_length=200)
    person_id = models.UUIDField()

    class Meta:
        constraints: ClassVar = [
            models.UniqueConstraint(fields=("candidate", "person_id"), name="approval_once")
        ]

    def __str__(self) -> str:
        return f"{self.digest[:12]} by {self.person}"
