"""Saved regions."""

from __future__ import annotations

from django.db import models

from hvrmet.core.db.models import OwnedModel


class SavedRegion(OwnedModel):
    """A named box, or a polygon with the box around it.

    `east` is not less than `west` and may exceed 180. `polygon` is the outer ring as ``[longitude,
    latitude]`` in degrees, without the first point again at its end; null for a box.
    """

    name = models.CharField(max_length=100)
    west = models.FloatField()
    south = models.FloatField()
    east = models.FloatField()
    north = models.FloatField()
    polygon = models.JSONField(null=True)
    created_by = models.CharField(max_length=200)
    changed_at = models.DateTimeField(auto_now=True)

    class Meta(OwnedModel.Meta):
        verbose_name = "saved region"
        constraints = [
            models.UniqueConstraint(fields=("tenant", "name"), name="savedregion_tenant_name"),
        ]

    def __str__(self) -> str:
        return self.name
