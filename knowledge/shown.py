"""Rows of curation as the documents that readers are given."""

from __future__ import annotations

from typing import Any

from diagnostics.contracts.guidelines import GuidelineEntry
from diagnostics.messages import Message
from knowledge.entry_tables import entry_of, reference_of
from knowledge.models import (
    CentreRelease,
    Comment,
    Draft,
    EffectRun,
    LibraryEntry,
    OverlayChange,
    PaperReading,
    Proposal,
    ProposalReview,
    Revision,
    Work,
    Workspace,
)
from knowledge.overlaying import Conflict
from knowledge.schemas import (
    CentreReleaseInfo,
    CommentInfo,
    EffectInfo,
    EntryDetail,
    OverlayChangeInfo,
    PaperInfo,
    ProposalDetail,
    ProposalInfo,
    ProposalItemInfo,
    ProposalReviewInfo,
    QueueItem,
    RevisionInfo,
    WorkInfo,
    WorkspaceInfo,
)
from knowledge.selectors.attention import QueueRow
from knowledge.selectors.proposals import REVIEWS_REQUIRED, approvals_of, proposal_items
from knowledge.selectors.workspaces import draft_open


def workspace_info(row: Workspace) -> dict[str, Any]:
    """Show the workspace."""
    return WorkspaceInfo(
        library=row.library_id,
        version=row.version,
        title=row.title,
        base_digest=row.base_digest,
        upstream_digest=row.upstream_digest,
        changed_at=row.changed_at,
    ).model_dump(mode="json")


def queue_item(row: QueueRow) -> QueueItem:
    """Show an entry in the queue."""
    head = row.entry.head
    assert head is not None
    draft: Any = row.draft
    return QueueItem(
        entry=row.entry.entry_id,
        factor=head.factor,
        event_types=tuple(head.event_types),
        category=head.category,
        modality=head.modality,
        weight=head.weight,
        revision=head.number,
        draft=draft.status if draft else None,
        change=draft.kind if draft else None,
        origin=draft.origin if draft else None,
        needs=tuple(row.needs),
        score=row.score,
        references=row.cited,
        verified=row.verified,
        comments=row.comments,
        use=row.tally,
    )


def revision_info(row: Revision) -> RevisionInfo:
    """Show who made a revision, when and why."""
    return RevisionInfo.model_validate(
        {
            name: getattr(row, name)
            for name in ("number", "digest", "author", "origin", "reason", "evidence", "created_at")
        }
    )


def entry_detail(row: LibraryEntry, revision: Revision, draft: Draft | None = None) -> Any:
    """Show an entry in one state."""
    draft = draft or draft_open(row.pk)
    released = row.released.number if row.released is not None else None
    return EntryDetail.model_validate(
        {
            "entry": entry_of(revision),
            "revision": revision_info(revision),
            "released": released,
            "draft": draft.status if draft else None,
            "change": draft.kind if draft else None,
        }
    ).model_dump(mode="json")


def comment_info(row: Comment) -> dict[str, Any]:
    """Show a remark."""
    return CommentInfo(
        id=row.pk,
        field=row.field,
        text=row.text,
        author=row.author,
        revision=row.revision_number,
        created_at=row.created_at,
        resolved_by=row.resolved_by,
        resolved_at=row.resolved_at,
    ).model_dump(mode="json")


def work_info(row: Work) -> dict[str, Any]:
    """Show a publication."""
    cited: int = row.cited_by  # type: ignore[attr-defined]  # annotated by the selector
    return WorkInfo(id=row.pk, reference=reference_of(row), cited_by=cited).model_dump(mode="json")


_PROPOSAL = tuple(ProposalInfo.model_fields)


def proposal_info(row: Proposal) -> dict[str, Any]:
    """Show a proposal."""
    fields = {name: getattr(row, name) for name in _PROPOSAL}
    return ProposalInfo.model_validate(fields).model_dump(mode="json")


def proposal_detail(row: Proposal) -> dict[str, Any]:
    """Show a proposal with its entries and approvals."""
    items = tuple(
        ProposalItemInfo.model_validate(
            {
                "entry": item.draft.entry.entry_id,
                "change": item.draft.kind,
                "revision": item.revision.number,
            }
        )
        for item in proposal_items(row)
    )
    fields = {name: getattr(row, name) for name in _PROPOSAL}
    return ProposalDetail.model_validate(
        {
            **fields,
            "entries": items,
            "approved_by": sorted(review.reviewer for review in approvals_of(row)),
            "reviews_required": REVIEWS_REQUIRED,
        }
    ).model_dump(mode="json")


def review_info(row: ProposalReview) -> dict[str, Any]:
    """Show a curator's word."""
    fields = {name: getattr(row, name) for name in ProposalReviewInfo.model_fields}
    return ProposalReviewInfo.model_validate(fields).model_dump(mode="json")


def centre_release_info(row: CentreRelease) -> dict[str, Any]:
    """Show a release of the centre."""
    others = {"id": row.release_id, "entries": row.entry_count}
    fields = {
        name: getattr(row, name) for name in CentreReleaseInfo.model_fields if name not in others
    }
    return CentreReleaseInfo.model_validate({**fields, **others}).model_dump(mode="json")


def overlay_change_info(row: OverlayChange) -> OverlayChangeInfo:
    """Show what the overlay does with an entry."""
    document = None if row.document is None else GuidelineEntry.model_validate(row.document)
    others = {"entry": row.entry_name, "document": document}
    fields = {
        name: getattr(row, name) for name in OverlayChangeInfo.model_fields if name not in others
    }
    return OverlayChangeInfo.model_validate({**fields, **others})


def conflict_info(one: Conflict) -> dict[str, Any]:
    """Show a conflict; its message is written in the reader's language."""
    return {**one.model_dump(mode="json", exclude={"wording"}), "message": one.wording}


def effect_info(row: EffectRun) -> dict[str, Any]:
    """Show an effect run."""
    fields = {name: getattr(row, name) for name in EffectInfo.model_fields}
    return EffectInfo.model_validate(fields).model_dump(mode="json")


def paper_info(row: PaperReading) -> dict[str, Any]:
    """Show a paper; why it was not read is written in the reader's language."""
    fields = {name: getattr(row, name) for name in PaperInfo.model_fields if name != "problem"}
    shown = PaperInfo.model_validate({**fields, "problem": None}).model_dump(mode="json")
    said = None if row.problem is None else Message.model_validate(row.problem)
    return {**shown, "problem": said}
