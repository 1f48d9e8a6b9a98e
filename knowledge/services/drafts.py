"""Changing entries: each save is a revision, and nobody's work is lost."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any
from uuid import UUID

from django.utils import timezone
from hvrmet.accounts.principals import Principal
from hvrmet.audit.services import Action, audit_record
from hvrmet.core.errors import ApplicationError

from diagnostics.contracts.base import digest_of
from diagnostics.contracts.guidelines import Curation, GuidelineEntry
from diagnostics.contracts.validation import joined
from diagnostics.messages import message
from knowledge.differences import entry_differences
from knowledge.entry_tables import entry_of
from knowledge.executable import Problem, problems_of
from knowledge.models import Draft, LibraryEntry, Revision
from knowledge.selectors.workspaces import (
    causes,
    draft_open,
    library_entry_get,
    revision_get,
    workspace_get,
)
from knowledge.services.workspaces import entry_row_create, revisions_store
from knowledge.states import ChangeKind, DraftStatus, Origin


@dataclass(frozen=True)
class Author:
    """Who writes a revision: a person, or a program of the platform, which has no key."""

    label: str
    id: UUID | None = None

    @classmethod
    def of(cls, principal: Principal) -> Author:
        """Return the author that an actor is."""
        return cls(principal.label, principal.id)


def entry_create(
    *,
    author: Author,
    entry: GuidelineEntry,
    origin: Origin = Origin.EDITED,
    reason: str = "",
    evidence: Mapping[str, Any] | None = None,
    priority: int = 0,
) -> Draft:
    """Put a new entry into the workspace as a draft.

    Parameters
    ----------
    author : Author
    entry : GuidelineEntry
        Its curation is set to ``draft``.
    origin : Origin, optional
    reason : str, optional
        Why, for readers.
    evidence : mapping, optional
        What it was drawn from, JSON-compatible: of a paper its digest, DOI and spans.
    priority : int, optional
        Of the queue; higher comes first.

    Raises
    ------
    ApplicationError
        ``no_workspace`` or ``entry_exists`` (409); ``invalid_entry`` (400) with every problem.
    """
    workspace_get()
    entry = as_draft(entry)
    require_executable(entry)
    row = entry_row_create(entry.id)
    stored = revisions_store(
        [(row, entry)],
        author=author.label,
        author_id=author.id,
        origin=origin,
        reason=reason,
        evidence=evidence,
    )
    row.head = stored[row.pk]
    row.save(update_fields=("head",))
    return _draft_record(row, ChangeKind.ADD, author, origin, priority)


def entry_change(
    *,
    author: Author,
    entry: GuidelineEntry,
    based_on: int,
    reason: str = "",
    origin: Origin = Origin.EDITED,
    evidence: Mapping[str, Any] | None = None,
) -> Revision:
    """Store another state of an entry.

    Parameters
    ----------
    author : Author
    entry : GuidelineEntry
    based_on : int
        Number of the revision that the author saw.
    reason, origin, evidence
        As of :func:`entry_create`.

    Raises
    ------
    NotFoundError
        Where there is no such entry.
    ApplicationError
        ``entry_changed`` (409) where somebody else saved since `based_on`: ``data`` has the newest
        revision, and the fields in which both differ from the common one. ``invalid_entry`` (400).
        ``entry_proposed`` (409) while the entry is part of a submitted proposal.
    """
    workspace_get()
    row = library_entry_get(entry.id, lock=True)
    head = revision_get(row)
    if head.number != based_on:
        _refuse_outdated(row, head, based_on, entry)
    entry = as_draft(entry)
    if digest_of(entry) == head.digest and not row.removed:
        return head
    draft = draft_open(row.pk)
    if draft is not None and draft.status == DraftStatus.PROPOSED:
        raise ApplicationError(
            message("refusal-entry_proposed"), code="entry_proposed", http_status=409
        )
    require_executable(entry)
    stored = revisions_store(
        [(row, entry)],
        author=author.label,
        author_id=author.id,
        origin=origin,
        reason=reason,
        evidence=evidence,
    )
    row.head = stored[row.pk]
    row.save(update_fields=("head",))
    if draft is None:
        kind = ChangeKind.ADD if row.released_id is None else ChangeKind.CHANGE
        _draft_record(row, kind, author, origin, 0)
    else:
        if draft.kind == ChangeKind.REMOVE:
            draft.kind = ChangeKind.CHANGE
            draft.save(update_fields=("kind",))
        _audit(Action.LIBRARY_CHANGED, author, row, stored[row.pk])
    return stored[row.pk]


def entry_remove(*, author: Author, entry_id: str, reason: str) -> Draft:
    """Draft the removal of an entry from the next release; one that was never released is dropped.

    Raises
    ------
    NotFoundError
        Where there is no such entry.
    ApplicationError
        ``entry_proposed`` (409) while the entry is part of a submitted proposal.
    """
    row = library_entry_get(entry_id, lock=True)
    draft = draft_open(row.pk)
    if draft is not None and draft.status == DraftStatus.PROPOSED:
        raise ApplicationError(
            message("refusal-entry_proposed"), code="entry_proposed", http_status=409
        )
    if draft is None:
        return _draft_record(row, ChangeKind.REMOVE, author, Origin.EDITED, 0)
    draft.kind = ChangeKind.REMOVE
    if row.released_id is None:
        _close(draft, DraftStatus.DROPPED)
        row.removed = True
        row.save(update_fields=("removed",))
    draft.save()
    _audit(Action.LIBRARY_CHANGED, author, row, None, reason=reason, change=ChangeKind.REMOVE)
    return draft


def draft_drop(*, author: Author, entry_id: str, reason: str) -> None:
    """Give up the draft of an entry: its released state counts again, as a new revision.

    Raises
    ------
    NotFoundError
        Where there is no such entry.
    ApplicationError
        ``no_draft`` (409); ``entry_proposed`` (409) while it is part of a submitted proposal.
    """
    row = library_entry_get(entry_id, lock=True)
    draft = draft_open(row.pk)
    if draft is None:
        raise ApplicationError(message("refusal-no_draft"), code="no_draft", http_status=409)
    if draft.status == DraftStatus.PROPOSED:
        raise ApplicationError(
            message("refusal-entry_proposed"), code="entry_proposed", http_status=409
        )
    if row.released_id is None:
        row.removed = True
    elif row.head_id != row.released_id:
        released = revision_get(row, _number_of(row.released_id))
        stored = revisions_store(
            [(row, entry_of(released))],
            author=author.label,
            author_id=author.id,
            origin=Origin.RESTORED,
            reason=reason,
        )
        row.head = stored[row.pk]
    row.save(update_fields=("head", "removed"))
    _close(draft, DraftStatus.DROPPED)
    draft.save()
    _audit(Action.LIBRARY_CHANGED, author, row, row.head, reason=reason)


def _number_of(revision_id: UUID) -> int:
    number: int = Revision.objects.values_list("number", flat=True).get(pk=revision_id)
    return number


def as_draft(entry: GuidelineEntry) -> GuidelineEntry:
    """Return an entry whose curation says that nobody has reviewed it yet."""
    curation = Curation(status="draft", source=entry.curation.source)
    return entry.model_copy(update={"curation": curation})


def require_executable(entry: GuidelineEntry) -> None:
    """Refuse an entry that cannot be executed.

    Raises
    ------
    ApplicationError
        With code ``invalid_entry`` (400); ``data.problems`` has each field and what is wrong.
    """
    refuse(problems_of(entry, causes()), entry.id)


def refuse(problems: list[Problem], name: str) -> None:
    """Raise ``invalid_entry`` (400) with problems, if there are any."""
    if not problems:
        return
    lines = [message("problem-line", path=one.at, problem=one.wording) for one in problems]
    raise ApplicationError(
        message("refusal-invalid_entry", name=name, problems=joined(lines)),
        code="invalid_entry",
        data={"problems": [{"at": one.at, "message": one.wording} for one in problems]},
    )


def _refuse_outdated(
    row: LibraryEntry, head: Revision, based_on: int, wanted: GuidelineEntry
) -> None:
    common = entry_of(revision_get(row, based_on))
    newest = entry_of(head)
    theirs = entry_differences(common, newest)
    yours = entry_differences(common, as_draft(wanted))
    both = sorted({one.field for one in theirs} & {one.field for one in yours})
    raise ApplicationError(
        message("refusal-entry_changed", author=head.author, number=str(head.number)),
        code="entry_changed",
        http_status=409,
        data={
            "revision": head.number,
            "author": head.author,
            "theirs": [one.model_dump(mode="json") for one in theirs],
            "yours": [one.model_dump(mode="json") for one in yours],
            "conflicts": both,
            "newest": newest.model_dump(mode="json"),
        },
    )


def _draft_record(
    row: LibraryEntry, kind: ChangeKind, author: Author, origin: Origin, priority: int
) -> Draft:
    draft: Draft = Draft.objects.create(
        entry=row,
        kind=kind,
        status=DraftStatus.OPEN,
        opened_by=author.label,
        opened_by_id=author.id,
        origin=origin,
        priority=priority,
    )
    _audit(Action.LIBRARY_CHANGED, author, row, row.head, change=kind)
    return draft


def _close(draft: Draft, status: DraftStatus) -> None:
    draft.status, draft.closed_at = status, timezone.now()


def _audit(
    action: Action, author: Author, row: LibraryEntry, revision: Revision | None, **more: str
) -> None:
    audit_record(
        action=action,
        actor=author.label,
        actor_id=author.id,
        subject_id=row.pk,
        data={
            "entry": row.entry_id,
            **({"revision": revision.number, "digest": revision.digest} if revision else {}),
            **more,
        },
    )
