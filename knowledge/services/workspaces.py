"""Opening a centre's workspace, and storing revisions in it."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import Any
from uuid import UUID

from django.db.models import Max
from hvrmet.accounts.principals import Principal
from hvrmet.audit.services import Action, audit_record
from hvrmet.core.errors import ApplicationError

from diagnostics.contracts.guidelines import GuidelineEntry
from diagnostics.messages import message
from knowledge.entry_tables import EntryRows, cause_row, rows_of
from knowledge.models import (
    CauseRow,
    Citation,
    DetectorRow,
    DiscriminationRow,
    LibraryEntry,
    PassageRow,
    Revision,
    ThresholdRow,
    Work,
    Workspace,
)
from knowledge.selectors.releases import current_release_digest, release_document
from knowledge.selectors.workspaces import next_number, workspace_find
from knowledge.states import Origin


def workspace_open(*, principal: Principal, digest: str | None = None) -> Workspace:
    """Take a release into the centre's workspace, where its curators work on it.

    Parameters
    ----------
    principal : Principal
    digest : str, optional
        Of the release; the one that the centre works with by default.

    Raises
    ------
    ApplicationError
        With code ``workspace_exists`` (409) where there is one: later releases are taken in by a
        proposal.
    NotFoundError
        Where there is no such release.
    """
    if workspace_find() is not None:
        raise ApplicationError(
            message("refusal-workspace_exists"), code="workspace_exists", http_status=409
        )
    release = release_document(digest or current_release_digest())
    workspace: Workspace = Workspace.objects.create(
        base_digest=release.digest,
        upstream_digest=release.digest,
        library_id=release.id,
        version=release.version,
        title=release.title,
        dependence={str(key): value for key, value in release.dependence.items()},
    )
    CauseRow.objects.bulk_create(
        cause_row(position, cause) for position, cause in enumerate(release.causes)
    )
    rows = LibraryEntry.objects.bulk_create(
        LibraryEntry(entry_id=entry.id, position=position)
        for position, entry in enumerate(release.entries)
    )
    revisions = revisions_store(
        zip(rows, release.entries, strict=True),
        author=principal.label,
        author_id=principal.id,
        origin=Origin.IMPORTED,
        reason=f"{release.id} {release.version}",
    )
    for row in rows:
        row.head_id = row.released_id = revisions[row.pk].pk
    LibraryEntry.objects.bulk_update(rows, ["head", "released"])
    audit_record(
        action=Action.LIBRARY_OPENED,
        actor=principal.label,
        actor_id=principal.id,
        subject_id=workspace.pk,
        data={"release": release.digest, "entries": len(rows)},
    )
    return workspace


def entry_row_create(entry_id: str) -> LibraryEntry:
    """Make the row of a new entry, after the others.

    Raises
    ------
    ApplicationError
        With code ``entry_exists`` (409).
    """
    if LibraryEntry.objects.filter(entry_id=entry_id).exists():
        raise ApplicationError(
            message("refusal-entry_exists", name=entry_id), code="entry_exists", http_status=409
        )
    last = LibraryEntry.objects.aggregate(last=Max("position"))["last"]
    row: LibraryEntry = LibraryEntry.objects.create(
        entry_id=entry_id, position=0 if last is None else last + 1
    )
    return row


def revisions_store(
    pairs: Iterable[tuple[LibraryEntry, GuidelineEntry]],
    *,
    author: str,
    author_id: UUID | None,
    origin: Origin,
    reason: str = "",
    evidence: Mapping[str, Any] | None = None,
) -> dict[UUID, Revision]:
    """Store a revision for each entry, with all its parts; return them by the entry's key.

    The pointers of the entries are left to the caller.
    """
    made: list[tuple[Revision, EntryRows]] = []
    for row, entry in pairs:
        rows = rows_of(entry)
        revision = rows.revision
        revision.entry = row
        revision.number = 1 if row.head_id is None else next_number(row)
        revision.author, revision.author_id = author, author_id
        revision.origin, revision.reason = origin, reason
        revision.evidence = dict(evidence or {})
        made.append((revision, rows))
    Revision.objects.bulk_create(revision for revision, _ in made)
    works = _works([work for _, rows in made for work, _, _ in rows.citations])
    thresholds: list[ThresholdRow] = []
    detectors: list[DetectorRow] = []
    discriminations: list[DiscriminationRow] = []
    citations: list[Citation] = []
    passages: list[PassageRow] = []
    for revision, rows in made:
        for part in (*rows.thresholds, *rows.detectors, *rows.discriminations):
            part.revision = revision
        thresholds += rows.thresholds
        detectors += rows.detectors
        discriminations += rows.discriminations
        for work, citation, places in rows.citations:
            citation.revision, citation.work = revision, works[work.digest]
            citations.append(citation)
            for place in places:
                place.citation = citation
            passages += places
    ThresholdRow.objects.bulk_create(thresholds)
    DetectorRow.objects.bulk_create(detectors)
    DiscriminationRow.objects.bulk_create(discriminations)
    Citation.objects.bulk_create(citations)
    PassageRow.objects.bulk_create(passages)
    return {revision.entry_id: revision for revision, _ in made}


def _works(wanted: list[Work]) -> dict[str, Work]:
    """Return the stored works by digest: those that are there, and the others made now."""
    by_digest = {work.digest: work for work in wanted}
    Work.objects.bulk_create(by_digest.values(), ignore_conflicts=True)
    found = Work.objects.filter(digest__in=list(by_digest))
    return {work.digest: work for work in found}
