"""Changes of the library that somebody proposes, field by field, and what others say of them.

What is handed in never changes: another value is another wording, which nobody has approved yet.
"""

from __future__ import annotations

from typing import ClassVar
from uuid import UUID

from django.db import models
from hvrmet.core.db.models import BaseModel


class ProposalState(models.TextChoices):
    """How far a proposal is."""

    DRAFT = "draft"
    IN_REVIEW = "in_review"
    RETURNED = "returned"
    ACCEPTED = "accepted"
    WITHDRAWN = "withdrawn"


class ProposedKind(models.TextChoices):
    """What kind of item is to change."""

    ENTRY = "entry"
    REFERENCE = "reference"
    CAUSE = "cause"
    PRESET = "preset"


class DecisionVerdict(models.TextChoices):
    """What is said of a wording."""

    APPROVE = "approve"
    CORRECT = "correct"
    RETURN = "return"


class Proposal(BaseModel):
    """Changes that belong together, with their reason."""

    state = models.CharField(max_length=10, choices=ProposalState, default=ProposalState.DRAFT)
    reason = models.CharField(max_length=1000, blank=True)
    handed_in = models.CharField(max_length=1000, blank=True, help_text="the reason, last time")
    effect_reason = models.CharField(
        max_length=1000, blank=True, help_text="why right cases may turn wrong"
    )
    unmeasured = models.CharField(
        max_length=1000, blank=True, help_text="why it was accepted before its effect was measured"
    )
    owner = models.CharField(max_length=200)
    owner_id = models.UUIDField()
    saved_at = models.DateTimeField()
    submitted_at = models.DateTimeField(null=True)
    closed_at = models.DateTimeField(null=True)

    class Meta:
        indexes: ClassVar = [
            models.Index(fields=("-created_at",), name="proposal_newest"),
            models.Index(fields=("state",), name="proposal_state"),
        ]

    def __str__(self) -> str:
        return f"{self.reason[:60]} ({self.state})"


class ProposedField(BaseModel):
    """Another value for one field of an item; what its author has written last, complete or not."""

    proposal = models.ForeignKey(Proposal, on_delete=models.PROTECT, related_name="fields")
    proposal_id: UUID
    kind = models.CharField(max_length=10, choices=ProposedKind)
    item = models.CharField(max_length=300, help_text="its name in the library")
    path = models.CharField(max_length=300, blank=True, help_text="empty: the item goes")
    revision = models.PositiveIntegerField(help_text="that the value is to replace; 0: a new item")
    was = models.JSONField(null=True, help_text="the value in that revision")
    value = models.JSONField(null=True)
    unit = models.CharField(max_length=50, blank=True, help_text="of a limit's number")
    given = models.CharField(max_length=100, blank=True, help_text="as it was typed, if otherwise")
    author = models.CharField(max_length=200)
    author_id = models.UUIDField()
    dropped = models.BooleanField(default=False)

    class Meta:
        constraints: ClassVar = [
            models.UniqueConstraint(
                fields=("proposal", "kind", "item", "path"), name="proposedfield_once"
            )
        ]

    def __str__(self) -> str:
        return f"{self.item}: {self.path}"


class Wording(BaseModel):
    """A value as it was handed in; the one with the highest number is what is reviewed."""

    field = models.ForeignKey(ProposedField, on_delete=models.PROTECT, related_name="wordings")
    field_id: UUID
    number = models.PositiveIntegerField()
    revision = models.PositiveIntegerField()
    was = models.JSONField(null=True)
    value = models.JSONField(null=True)
    unit = models.CharField(max_length=50, blank=True)
    author = models.CharField(max_length=200)
    author_id = models.UUIDField()
    corrects = models.ForeignKey(
        "self", on_delete=models.PROTECT, null=True, related_name="+", help_text="a reviewer's own"
    )
    corrects_id: UUID | None

    class Meta:
        constraints: ClassVar = [
            models.UniqueConstraint(fields=("field", "number"), name="wording_number"),
            models.UniqueConstraint(fields=("id", "author_id"), name="wording_author"),
        ]

    def __str__(self) -> str:
        return f"wording {self.number}"


class Decision(BaseModel):
    """What somebody says of a wording that another person wrote; the database holds the latter."""

    wording = models.ForeignKey(Wording, on_delete=models.PROTECT, related_name="decisions")
    wording_id: UUID
    author_id = models.UUIDField(help_text="of the wording")
    verdict = models.CharField(max_length=10, choices=DecisionVerdict)
    reviewer = models.CharField(max_length=200)
    reviewer_id = models.UUIDField()
    reason = models.CharField(max_length=1000, blank=True)

    class Meta:
        constraints: ClassVar = [
            models.CheckConstraint(
                condition=~models.Q(reviewer_id=models.F("author_id")), name="decision_two_people"
            ),
        ]

    def __str__(self) -> str:
        return f"{self.verdict} by {self.reviewer}"


class Interest(BaseModel):
    """What a curator declares once for all that they write and decide; the newest one holds."""

    person = models.CharField(max_length=200)
    person_id = models.UUIDField()
    text = models.CharField(max_length=1000, blank=True, help_text="empty: there is none")

    class Meta:
        indexes: ClassVar = [
            models.Index(fields=("person_id", "-created_at"), name="interest_newest")
        ]

    def __str__(self) -> str:
        return f"{self.person}: {self.text or 'none'}"
