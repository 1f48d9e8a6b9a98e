"""What a centre works with: a shared release, and its overlay of what it says otherwise."""

from __future__ import annotations

from typing import Any, ClassVar
from uuid import UUID

from django.db import models
from hvrmet.core.db.models import OwnedModel

from knowledge.models.releases import Release


class AdjustedKind(models.TextChoices):
    """What a centre says otherwise: an entry, the words of an explanation, criteria of events."""

    ENTRY = "entry"
    CAUSE = "cause"
    PRESET = "preset"


class CentreAdjustment(OwnedModel):
    """A field as the centre's curators have written it last; no job reads it from here."""

    kind = models.CharField(max_length=10, choices=AdjustedKind)
    item = models.CharField(max_length=300, help_text="its name in the library")
    path = models.CharField(max_length=300, blank=True, help_text="empty: the entry is not used")
    own = models.BooleanField(default=False, help_text="of an entry that the centre adds")
    was = models.JSONField(null=True, help_text="what the library said when it was adjusted")
    known = models.JSONField(
        default=list, help_text="what the library said at other times, against which it was kept"
    )
    value = models.JSONField(null=True)
    unit = models.CharField(max_length=50, blank=True, help_text="of a limit's number")
    given = models.CharField(max_length=100, blank=True, help_text="as it was typed, if otherwise")
    author = models.CharField(max_length=200)
    author_id = models.UUIDField()
    saved_at = models.DateTimeField()
    dropped = models.BooleanField(default=False)

    class Meta(OwnedModel.Meta):
        constraints: ClassVar = [
            models.UniqueConstraint(
                fields=("tenant", "kind", "item", "path"), name="adjustment_once"
            )
        ]

    def __str__(self) -> str:
        return f"{self.item}: {self.path}"


class Overlay(OwnedModel):
    """One state of the overlay, in the release that it was made for; it never changes."""

    number = models.PositiveIntegerField()
    base = models.ForeignKey(Release, on_delete=models.PROTECT, related_name="+")
    base_id: UUID
    version = models.CharField(max_length=80, help_text="of the release with the overlay in it")
    entries = models.PositiveIntegerField(help_text="that the release has with the overlay in it")
    digest = models.CharField(max_length=64, help_text="of the release with the overlay in it")
    document = models.JSONField(help_text="the release with the overlay in it")
    adjustments: Any = models.JSONField(help_text="each `Adjustment`")
    made_by = models.CharField(max_length=200)
    made_by_id = models.UUIDField()

    class Meta(OwnedModel.Meta):
        constraints: ClassVar = [
            models.UniqueConstraint(fields=("tenant", "number"), name="overlay_number"),
            models.UniqueConstraint(fields=("tenant", "digest"), name="overlay_digest"),
            models.UniqueConstraint(fields=("tenant", "id"), name="overlay_of_tenant"),
        ]

    def __str__(self) -> str:
        return f"{self.base.release_id} {self.version}"


class Adoption(OwnedModel):
    """A tenant's decision to work with a release: proposed by one person, adopted by another.

    With an overlay, jobs are pinned to the release with that in it.
    """

    release = models.ForeignKey(Release, on_delete=models.PROTECT, related_name="+")
    release_id: UUID
    overlay = models.ForeignKey(Overlay, on_delete=models.PROTECT, null=True, related_name="+")
    overlay_id: UUID | None
    reason = models.CharField(max_length=1000, blank=True)
    proposed_by = models.CharField(max_length=200)
    proposed_by_id = models.UUIDField()
    adopted_by = models.CharField(max_length=200, blank=True)
    adopted_by_id = models.UUIDField(null=True)
    adopted_at = models.DateTimeField(null=True)
    withdrawn_by = models.CharField(max_length=200, blank=True)
    withdrawn_at = models.DateTimeField(null=True)

    class Meta(OwnedModel.Meta):
        constraints: ClassVar = [
            models.CheckConstraint(
                condition=models.Q(adopted_by_id__isnull=True)
                | ~models.Q(adopted_by_id=models.F("proposed_by_id")),
                name="adoption_two_people",
            ),
            models.UniqueConstraint(
                fields=("tenant", "release", "overlay"),
                condition=models.Q(adopted_at__isnull=True, withdrawn_at__isnull=True),
                nulls_distinct=False,
                name="adoption_proposed_once",
            ),
        ]
        indexes: ClassVar = [
            models.Index(fields=("tenant", "-adopted_at"), name="adoption_tenant_newest")
        ]

    @property
    def adopted(self) -> Release | Overlay:
        """What jobs are pinned to."""
        return self.overlay or self.release

    def __str__(self) -> str:
        return f"{self.release_id} for {self.tenant_id}"
