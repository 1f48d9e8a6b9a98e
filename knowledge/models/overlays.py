"""What a centre does otherwise than the release that it works with, without forking it."""

from __future__ import annotations

from typing import ClassVar

from django.db import models
from hvrmet.core.db.models import OwnedModel


class OverlayChange(OwnedModel):
    """One entry that a centre adds, adjusts, switches off or translates.

    `action` is `knowledge.states.OverlayAction`. `fields` are paths of the contract with the values
    that the centre sets; of an added entry `document` holds all. `before` are the values that the
    release had then, by which a later release shows a conflict. A change is never edited: it ends,
    and another one takes its place.
    """

    entry_name = models.CharField(max_length=200)
    action = models.CharField(max_length=12)
    fields = models.JSONField(default=dict)
    before = models.JSONField(default=dict)
    document = models.JSONField(null=True)
    base_digest = models.CharField(max_length=64)
    reason = models.CharField(max_length=2000)
    source = models.CharField(max_length=500, blank=True)
    effective_from = models.DateField(null=True)
    author = models.CharField(max_length=200)
    author_id = models.UUIDField()
    ended_at = models.DateTimeField(null=True)
    ended_by = models.CharField(max_length=200, blank=True)

    class Meta(OwnedModel.Meta):
        constraints: ClassVar = [
            models.UniqueConstraint(
                fields=("tenant", "entry_name"),
                condition=models.Q(ended_at__isnull=True),
                name="overlaychange_one_in_force",
            )
        ]

    def __str__(self) -> str:
        return f"{self.action} {self.entry_name}"
