"""The regions that a centre keeps by name."""

from __future__ import annotations

from django.db import models

from hvrmet.core.db.models import OwnedModel


class SavedRegion(OwnedModel):
    """A box of the centre, `[W, S, E, N]` in degrees.

    `key` is the name without regard to case: two regions of a centre do not share it.
    `created_by` is the label of who kept it, as it was then.
    """

    name = models.CharField(max_length=100)
    key = models.CharField(max_length=300)
    bounds = models.JSONField()
    created_by = models.CharField(max_length=200)

    class Meta(OwnedModel.Meta):
        constraints = [
            models.UniqueConstraint(fields=("tenant", "key"), name="savedregion_tenant_name")
        ]

    def __str__(self) -> str:
        return self.name
