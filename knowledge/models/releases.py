"""Immutable releases: shared ones, a centre's own ones, and which of them a centre works with."""

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


class CentreRelease(OwnedModel):
    """A release of one centre; the database refuses to change or delete it.

    `kind` is `knowledge.states.ReleaseKind`: released by the centre's curators, or combined from a
    release and the centre's overlay. `base_digest` names what it was made from. `approvals` say who
    decided; `signature` is the platform's over digest, base and approvals.
    """

    kind = models.CharField(max_length=10)
    release_id = models.CharField(max_length=100)
    version = models.CharField(max_length=50)
    title = models.CharField(max_length=300)
    digest = models.CharField(max_length=64)
    base_digest = models.CharField(max_length=64)
    overlay_digest = models.CharField(max_length=64, blank=True)
    document = models.JSONField()
    entry_count = models.PositiveIntegerField()
    approvals = models.JSONField(default=list)
    released_by = models.CharField(max_length=200)
    released_by_id = models.UUIDField()
    signature = models.CharField(max_length=200)

    class Meta(OwnedModel.Meta):
        constraints: ClassVar = [
            models.UniqueConstraint(fields=("tenant", "digest"), name="centrerelease_digest"),
            models.UniqueConstraint(fields=("tenant", "id"), name="centrerelease_tenant_id"),
        ]
        indexes: ClassVar = [
            models.Index(fields=("tenant", "-created_at"), name="centrerelease_newest")
        ]

    def __str__(self) -> str:
        return f"{self.release_id} {self.version}"


class Adoption(OwnedModel):
    """A tenant's decision to work with a release: proposed by one person, adopted by another.

    The release is a shared one or the centre's own.
    """

    release = models.ForeignKey(Release, on_delete=models.PROTECT, related_name="+", null=True)
    release_id: UUID | None
    own_release = models.ForeignKey(
        CentreRelease, on_delete=models.PROTECT, related_name="+", null=True, db_index=False
    )
    own_release_id: UUID | None
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
            ),
            models.CheckConstraint(
                condition=models.Q(release__isnull=True) | models.Q(own_release__isnull=True),
                name="adoption_one_release",
            ),
        ]
        indexes: ClassVar = [
            models.Index(fields=("tenant", "-adopted_at"), name="adoption_tenant_newest")
        ]

    @property
    def chosen(self) -> Release | CentreRelease:
        """The release that the decision is about."""
        found = self.release or self.own_release
        assert found is not None
        return found

    def __str__(self) -> str:
        return f"{self.release_id or self.own_release_id} for {self.tenant_id}"
