"""The words of what the library says now, to be searched."""

from __future__ import annotations

from typing import ClassVar

from django.contrib.postgres.indexes import GinIndex
from django.contrib.postgres.search import SearchVectorField
from django.db import models
from hvrmet.core.db.models import BaseModel

from knowledge.models.proposals import ProposedKind


class SearchedItem(BaseModel):
    """The words of one item of the library; those of a removed one are empty."""

    kind = models.CharField(max_length=10, choices=ProposedKind)
    key = models.CharField(max_length=300, help_text="its name in the library")
    vector = SearchVectorField()

    class Meta:
        constraints: ClassVar = [
            models.UniqueConstraint(fields=("kind", "key"), name="searched_once")
        ]
        indexes: ClassVar = [GinIndex(fields=("vector",), name="searched_words")]

    def __str__(self) -> str:
        return f"{self.kind} {self.key}"
