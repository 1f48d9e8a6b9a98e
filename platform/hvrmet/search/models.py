"""What search finds: a tenant's documents with their words, and documents that all share.

Full-text operators are not leakproof: under row-level security PostgreSQL would test every row of
every tenant before it may ask them. So a tenant's words are rows of their own, found by equality
in a B-tree that begins with the tenant.
"""

from __future__ import annotations

from uuid import UUID

from django.contrib.postgres.fields import ArrayField
from django.contrib.postgres.indexes import GinIndex
from django.db import models

from hvrmet.core.db.models import BaseModel, OwnedModel


class SearchDocument(OwnedModel):
    """A diagnosis or a version of a report, as search shows and filters it.

    `east` is not less than `west` and may exceed 180. `draft` hides it from those who see published
    reports only.
    """

    kind = models.CharField(max_length=20)
    subject_id = models.UUIDField()
    job_id = models.UUIDField()
    title = models.CharField(max_length=500)
    event = models.CharField(max_length=30, blank=True)
    source = models.CharField(max_length=200, blank=True)
    status = models.CharField(max_length=20, blank=True)
    draft = models.BooleanField(default=False)
    west = models.FloatField()
    south = models.FloatField()
    east = models.FloatField()
    north = models.FloatField()
    starts = models.DateTimeField(null=True)
    ends = models.DateTimeField(null=True)
    at = models.DateTimeField()

    class Meta(OwnedModel.Meta):
        constraints = [
            models.UniqueConstraint(
                fields=("tenant", "kind", "subject_id"), name="searchdocument_tenant_subject"
            ),
            models.UniqueConstraint(fields=("tenant", "id"), name="searchdocument_tenant_id"),
        ]

    def __str__(self) -> str:
        return self.title


class SearchToken(OwnedModel):
    """One word of a document: an English stem, a pair of Chinese characters, or a tag.

    Words of the title weigh 3, others 1. Tags (`factor:NAME`, `confirmed:NAME`) weigh nothing: they
    are for filters.
    """

    document = models.ForeignKey(
        SearchDocument, on_delete=models.CASCADE, related_name="+", db_index=False
    )
    document_id: UUID
    token = models.CharField(max_length=100)
    weight = models.PositiveSmallIntegerField()

    class Meta(OwnedModel.Meta):
        constraints = [
            models.UniqueConstraint(
                fields=("tenant", "token", "document"), name="searchtoken_tenant_token"
            )
        ]
        indexes = [models.Index(fields=("tenant", "document"), name="searchtoken_document")]

    def __str__(self) -> str:
        return self.token


class SharedDocument(BaseModel):
    """A place, a tool of the catalogue or an entry of a release. Of no tenant: all may read it.

    `edition` is the digest of what it was made from; `boost` orders those that fit equally well.
    """

    kind = models.CharField(max_length=20)
    edition = models.CharField(max_length=64)
    key = models.CharField(max_length=300)
    title_en = models.CharField(max_length=300)
    title_zh = models.CharField(max_length=300, blank=True)
    data = models.JSONField(default=dict)
    title_tokens = ArrayField(models.CharField(max_length=100))
    tokens = ArrayField(models.CharField(max_length=100))
    boost = models.FloatField(default=0.0)

    class Meta:
        constraints = [
            models.UniqueConstraint(fields=("kind", "edition", "key"), name="shared_kind_key")
        ]
        indexes = [GinIndex(fields=("tokens",), name="shared_tokens")]

    def __str__(self) -> str:
        return f"{self.kind} {self.key}"
