"""Reading proposals: what they would change, who has approved them, what stands in their way."""

from __future__ import annotations

from uuid import UUID

from hvrmet.core.db.models import OwnedQuerySet
from hvrmet.core.errors import NotFoundError

from diagnostics.contracts.guidelines import GuidelineEntry, GuidelineRelease
from diagnostics.messages import message
from knowledge.differences import ReleaseDifference, release_differences
from knowledge.entry_tables import entry_of
from knowledge.models import Draft, Proposal, ProposalItem, ProposalReview, Revision, Workspace
from knowledge.selectors.workspaces import released_entries, with_parts, workspace_release
from knowledge.states import ChangeKind, DraftStatus, ReviewWord

REVIEWS_REQUIRED = 2
"""So many curators approve a proposal, none of whom wrote any of it."""


def proposal_list() -> OwnedQuerySet:
    """Return the proposals of the centre."""
    found: OwnedQuerySet = Proposal.objects.all()
    return found


def proposal_get(number: int, *, lock: bool = False) -> Proposal:
    """Return a proposal of the centre by its number.

    Raises
    ------
    NotFoundError
        When there is none.
    """
    found = Proposal.objects.filter(number=number)
    row: Proposal | None = (found.select_for_update() if lock else found).first()
    if row is None:
        raise NotFoundError(message("refusal-a_proposal"))
    return row


def proposal_items(proposal: Proposal) -> list[ProposalItem]:
    """Return the items of a proposal with their drafts, entries and revisions."""
    found = ProposalItem.objects.filter(proposal=proposal)
    found = found.select_related("draft__entry", "revision__entry")
    return list(found.order_by("draft__entry__position", "draft__entry__entry_id"))


def open_drafts() -> OwnedQuerySet:
    """Return the drafts that are in no submitted proposal, with their entries."""
    found: OwnedQuerySet = Draft.objects.filter(status=DraftStatus.OPEN, closed_at__isnull=True)
    return found.select_related("entry", "entry__head")


def proposed_entries(proposal: Proposal) -> dict[str, GuidelineEntry]:
    """Return all entries as they would be in the release, in their order."""
    items = proposal_items(proposal)
    revisions = with_parts(Revision.objects.filter(pk__in=[item.revision_id for item in items]))
    states = {row.pk: entry_of(row) for row in revisions}
    entries = released_entries()
    for item in items:
        name = item.draft.entry.entry_id
        if item.draft.kind == ChangeKind.REMOVE:
            entries.pop(name, None)
        else:
            entries[name] = states[item.revision_id]
    return entries


def proposed_release(proposal: Proposal, workspace: Workspace) -> GuidelineRelease:
    """Return the release that a proposal would make, before anybody's approval is in it."""
    version = next_version(workspace)
    return workspace_release(proposed_entries(proposal).values(), workspace, version=version)


def next_version(workspace: Workspace) -> str:
    """Return the version after a workspace's own: ``2`` leads to ``2+1``, that one to ``2+2``."""
    shared, _, own = workspace.version.partition("+")
    return f"{shared}+{int(own or 0) + 1}"


def base_release(workspace: Workspace) -> GuidelineRelease:
    """Return the workspace's last release, from its tables."""
    return workspace_release(released_entries().values(), workspace)


def proposal_difference(proposal: Proposal, workspace: Workspace) -> ReleaseDifference:
    """Return what a proposal changes, entry by entry and field by field."""
    return release_differences(base_release(workspace), proposed_release(proposal, workspace))


def reviews_of(proposal: Proposal) -> list[ProposalReview]:
    """Return all reviews of a proposal, the newest first."""
    return list(ProposalReview.objects.filter(proposal=proposal).order_by("-created_at"))


def approvals_of(proposal: Proposal) -> list[ProposalReview]:
    """Return the approvals that count: each curator's last word, of the proposal as it is."""
    last: dict[UUID, ProposalReview] = {}
    for review in reviews_of(proposal):
        last.setdefault(review.reviewer_id, review)
    return [
        review
        for review in last.values()
        if review.verdict == ReviewWord.APPROVE and review.digest == proposal.digest
    ]


def authors_of(proposal: Proposal) -> set[UUID]:
    """Return everybody who wrote a part of a proposal since the last release."""
    found = {proposal.author_id}
    for item in proposal_items(proposal):
        released = item.draft.entry.released_id
        since = Revision.objects.filter(entry_id=item.draft.entry_id)
        if released is not None:
            number = Revision.objects.values_list("number", flat=True).get(pk=released)
            since = since.filter(number__gt=number)
        found |= set(since.filter(author_id__isnull=False).values_list("author_id", flat=True))
    return found
