"""The bibliography of a centre's workspace, and what of it each revision cites."""

from __future__ import annotations

from typing import Any, ClassVar
from uuid import UUID

from django.contrib.postgres.fields import ArrayField
from django.db import models
from hvrmet.core.db.models import OwnedModel

from knowledge.models.entries import Part, Revision


class Work(OwnedModel):
    """A publication; the database refuses to change or delete it.

    A reference that is corrected or verified is another work: what a revision cited stays as it
    was. `digest` is taken over the reference without its passages.
    """

    digest = models.CharField(max_length=64)
    text = models.CharField(max_length=2000)
    status = models.CharField(max_length=20)
    doi = models.CharField(max_length=300, null=True)
    title = models.CharField(max_length=1000, blank=True)
    authors = ArrayField(models.CharField(max_length=300), default=list)
    year = models.PositiveSmallIntegerField(null=True)
    journal = models.CharField(max_length=500, blank=True)
    volume = models.CharField(max_length=50, blank=True)
    issue = models.CharField(max_length=50, blank=True)
    pages = models.CharField(max_length=50, blank=True)
    verified_by = models.CharField(max_length=200, blank=True)
    verified_at = models.DateTimeField(null=True)
    verified_with = models.CharField(max_length=500, blank=True)
    outcome = models.CharField(max_length=20, blank=True)

    class Meta(OwnedModel.Meta):
        constraints: ClassVar = [
            models.UniqueConstraint(fields=("tenant", "digest"), name="work_digest"),
            models.UniqueConstraint(fields=("tenant", "id"), name="work_tenant_id"),
        ]
        indexes: ClassVar = [models.Index(fields=("tenant", "doi"), name="work_doi")]

    def __str__(self) -> str:
        return self.text[:80]


class Citation(Part):
    """A work that a revision cites, in the order of the references."""

    revision = models.ForeignKey(Revision, on_delete=models.PROTECT, related_name="citations")
    revision_id: UUID
    work = models.ForeignKey(Work, on_delete=models.PROTECT, related_name="citations")
    work_id: UUID
    passages: Any

    class Meta(Part.Meta):
        constraints: ClassVar = [
            models.UniqueConstraint(
                fields=("tenant", "revision", "position"), name="citation_position"
            ),
            models.UniqueConstraint(fields=("tenant", "id"), name="citation_tenant_id"),
        ]

    def __str__(self) -> str:
        return str(self.work_id)


class PassageRow(OwnedModel):
    """A place in a cited work that carries what the entry states."""

    citation = models.ForeignKey(Citation, on_delete=models.PROTECT, related_name="passages")
    position = models.PositiveSmallIntegerField()
    page = models.CharField(max_length=50, blank=True)
    offset = models.PositiveIntegerField(null=True)
    text = models.TextField(blank=True)
    number = models.CharField(max_length=200, blank=True)
    figure = models.CharField(max_length=200, blank=True)
    licence = models.CharField(max_length=100, blank=True)

    class Meta(OwnedModel.Meta):
        constraints: ClassVar = [
            models.UniqueConstraint(
                fields=("tenant", "citation", "position"), name="passage_position"
            )
        ]

    def __str__(self) -> str:
        return self.page
