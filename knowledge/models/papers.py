"""Papers that curators give, and what was drawn from them."""

from __future__ import annotations

from typing import ClassVar

from django.db import models
from hvrmet.core.db.models import OwnedModel


class PaperReading(OwnedModel):
    """A paper that a worker reads: its drafts wait for curators as those of people do.

    `content` is the file itself while it waits to be read, and null afterwards: papers are not
    kept. `result` is `knowledge.papers.PaperResult`. `licence` and `reference` are what the
    curator said of the paper; what it says of itself stands in the result.
    """

    name = models.CharField(max_length=200)
    sha256 = models.CharField(max_length=64)
    size = models.PositiveIntegerField()
    content = models.BinaryField(null=True)
    reference = models.CharField(max_length=1000, blank=True)
    licence = models.CharField(max_length=30, blank=True)
    events = models.JSONField(default=list)
    status = models.CharField(max_length=10)
    problem = models.JSONField(null=True)
    result = models.JSONField(null=True)
    asked_by = models.CharField(max_length=200)
    asked_by_id = models.UUIDField()
    beat_at = models.DateTimeField(null=True)
    ended_at = models.DateTimeField(null=True)

    class Meta(OwnedModel.Meta):
        indexes: ClassVar = [models.Index(fields=("tenant", "-created_at"), name="paper_newest")]

    def __str__(self) -> str:
        return f"{self.status} {self.name}"

    @property
    def title(self) -> str:
        """How a reader knows the paper: as the curator said, by its own title, or by the file."""
        found = (self.result or {}).get("title", "")
        return str(self.reference or found or self.name)
