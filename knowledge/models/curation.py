"""The way of a change: a draft, a proposal, reviews by two curators, a release."""

from __future__ import annotations

from typing import ClassVar
from uuid import UUID

from django.db import models
from hvrmet.core.db.models import OwnedModel

from knowledge.models.entries import LibraryEntry, Revision


class Draft(OwnedModel):
    """An entry under work. `kind` and `status` are `knowledge.states.ChangeKind`, `DraftStatus`."""

    entry = models.ForeignKey(LibraryEntry, on_delete=models.PROTECT, related_name="drafts")
    entry_id: UUID
    kind = models.CharField(max_length=10)
    status = models.CharField(max_length=15)
    opened_by = models.CharField(max_length=200)
    opened_by_id = models.UUIDField(null=True)
    origin = models.CharField(max_length=20)
    priority = models.PositiveSmallIntegerField(default=0)
    closed_at = models.DateTimeField(null=True)

    class Meta(OwnedModel.Meta):
        constraints: ClassVar = [
            models.UniqueConstraint(
                fields=("tenant", "entry"),
                condition=models.Q(closed_at__isnull=True),
                name="draft_one_open",
            ),
            models.UniqueConstraint(fields=("tenant", "id"), name="draft_tenant_id"),
        ]
        indexes: ClassVar = [
            models.Index(fields=("tenant", "status", "-created_at"), name="draft_status")
        ]

    def __str__(self) -> str:
        return f"{self.kind} {self.entry_id}"


class Proposal(OwnedModel):
    """Changes that are to become the next release together.

    `digest` is that of the release which would result; reviews are of it, and a change of an item
    makes it another one. `status` is `knowledge.states.ProposalStatus`. `wrong_cases_reason` says
    why it may be released although it makes cases of its effect wrong.
    """

    number = models.PositiveIntegerField()
    title = models.CharField(max_length=300)
    reason = models.CharField(max_length=4000)
    author = models.CharField(max_length=200)
    author_id = models.UUIDField()
    status = models.CharField(max_length=15)
    base_digest = models.CharField(max_length=64)
    digest = models.CharField(max_length=64, blank=True)
    wrong_cases_reason = models.CharField(max_length=2000, blank=True)
    submitted_at = models.DateTimeField(null=True)
    decided_at = models.DateTimeField(null=True)
    release_digest = models.CharField(max_length=64, blank=True)

    class Meta(OwnedModel.Meta):
        constraints: ClassVar = [
            models.UniqueConstraint(fields=("tenant", "number"), name="proposal_number"),
            models.UniqueConstraint(fields=("tenant", "id"), name="proposal_tenant_id"),
        ]

    def __str__(self) -> str:
        return f"{self.number} {self.title}"


class ProposalItem(OwnedModel):
    """One draft in a proposal, with the revision that is proposed."""

    proposal = models.ForeignKey(Proposal, on_delete=models.PROTECT, related_name="items")
    proposal_id: UUID
    draft = models.ForeignKey(Draft, on_delete=models.PROTECT, related_name="items")
    draft_id: UUID
    revision = models.ForeignKey(Revision, on_delete=models.PROTECT, related_name="+")
    revision_id: UUID

    class Meta(OwnedModel.Meta):
        constraints: ClassVar = [
            models.UniqueConstraint(fields=("tenant", "proposal", "draft"), name="item_draft")
        ]

    def __str__(self) -> str:
        return str(self.draft_id)


class ProposalReview(OwnedModel):
    """A curator's word on a proposal as it was; the database refuses to change or delete it."""

    proposal = models.ForeignKey(Proposal, on_delete=models.PROTECT, related_name="reviews")
    proposal_id: UUID
    digest = models.CharField(max_length=64)
    reviewer = models.CharField(max_length=200)
    reviewer_id = models.UUIDField()
    verdict = models.CharField(max_length=20)
    text = models.TextField(blank=True)

    class Meta(OwnedModel.Meta):
        indexes: ClassVar = [
            models.Index(fields=("tenant", "proposal", "-created_at"), name="proposalreview_newest")
        ]

    def __str__(self) -> str:
        return f"{self.verdict} by {self.reviewer}"


class Comment(OwnedModel):
    """A remark on an entry, or on one of its fields; open until somebody resolves it."""

    entry = models.ForeignKey(LibraryEntry, on_delete=models.PROTECT, related_name="comments")
    entry_id: UUID
    field = models.CharField(max_length=100, blank=True)
    revision_number = models.PositiveIntegerField()
    text = models.TextField()
    author = models.CharField(max_length=200)
    author_id = models.UUIDField()
    resolved_by = models.CharField(max_length=200, blank=True)
    resolved_at = models.DateTimeField(null=True)

    class Meta(OwnedModel.Meta):
        indexes: ClassVar = [
            models.Index(fields=("tenant", "entry", "-created_at"), name="comment_entry")
        ]

    def __str__(self) -> str:
        return self.text[:80]
