"""What curators say to each other about proposals and about items of the library."""

from __future__ import annotations

from typing import ClassVar
from uuid import UUID

from django.db import models
from hvrmet.core.db.models import BaseModel

from knowledge.models.proposals import Proposal, ProposedField, ProposedKind


class Remark(BaseModel):
    """What somebody wrote about a proposal, one of its fields, or an item; nobody changes it."""

    proposal = models.ForeignKey(
        Proposal, on_delete=models.PROTECT, null=True, related_name="remarks"
    )
    proposal_id: UUID | None
    field = models.ForeignKey(ProposedField, on_delete=models.PROTECT, null=True, related_name="+")
    field_id: UUID | None
    kind = models.CharField(max_length=10, choices=ProposedKind, blank=True)
    item = models.CharField(max_length=300, blank=True, help_text="its name in the library")
    text = models.CharField(max_length=2000)
    author = models.CharField(max_length=200)
    author_id = models.UUIDField()

    class Meta:
        constraints: ClassVar = [
            models.UniqueConstraint(fields=("id", "author_id"), name="remark_author"),
            models.CheckConstraint(
                condition=models.Q(proposal__isnull=False, kind="", item="")
                | (
                    models.Q(proposal__isnull=True, field__isnull=True)
                    & ~models.Q(kind="")
                    & ~models.Q(item="")
                ),
                name="remark_of_one",
            ),
        ]
        indexes: ClassVar = [
            models.Index(fields=("kind", "item", "created_at"), name="remark_item"),
            models.Index(fields=("author_id", "-created_at"), name="remark_newest"),
        ]

    def __str__(self) -> str:
        return f"{self.author}: {self.text[:60]}"


class RemarkWithdrawal(BaseModel):
    """That somebody took back what they wrote; the database holds that it was theirs."""

    remark = models.OneToOneField(Remark, on_delete=models.PROTECT, related_name="withdrawal")
    author = models.CharField(max_length=200)
    author_id = models.UUIDField()

    def __str__(self) -> str:
        return f"taken back by {self.author}"
