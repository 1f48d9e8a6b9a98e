"""Reading a centre's workspace: entries with their revisions, in the open tenant scope."""

from __future__ import annotations

from collections.abc import Iterable
from uuid import UUID

from django.db.models import Max, Prefetch, QuerySet
from hvrmet.core.db.models import OwnedQuerySet
from hvrmet.core.errors import ApplicationError, NotFoundError

from diagnostics.contracts.guidelines import Cause, GuidelineEntry, GuidelineRelease
from diagnostics.guidelines import release_digest
from diagnostics.messages import message
from knowledge.entry_tables import cause_of, entry_of
from knowledge.models import (
    CauseRow,
    Citation,
    Comment,
    Draft,
    LibraryEntry,
    Revision,
    Work,
    Workspace,
)

PARTS = ("thresholds", "detectors", "discriminations")


def workspace_find() -> Workspace | None:
    """Return the centre's workspace, None where its curators have not opened one."""
    found: Workspace | None = Workspace.objects.first()
    return found


def workspace_get(*, lock: bool = False) -> Workspace:
    """Return the centre's workspace.

    Raises
    ------
    ApplicationError
        With code ``no_workspace`` (409) where none was opened.
    """
    found = Workspace.objects.select_for_update() if lock else Workspace.objects
    workspace: Workspace | None = found.first()
    if workspace is None:
        raise ApplicationError(
            message("refusal-no_workspace"), code="no_workspace", http_status=409
        )
    return workspace


def with_parts(revisions: QuerySet[Revision]) -> QuerySet[Revision]:
    """Return revisions with everything that `entry_of` reads, in a fixed number of statements."""
    citations = Citation.objects.select_related("work").prefetch_related("passages")
    return revisions.select_related("entry").prefetch_related(
        *PARTS, Prefetch("citations", queryset=citations)
    )


def library_entries(*, removed: bool = False) -> OwnedQuerySet:
    """Return the entries of the workspace in their order, without removed ones by default."""
    found: OwnedQuerySet = LibraryEntry.objects.order_by("position", "entry_id")
    return found if removed else found.filter(removed=False)


def library_entry_get(entry_id: str, *, lock: bool = False) -> LibraryEntry:
    """Return an entry of the workspace by its name.

    Raises
    ------
    NotFoundError
        When there is none.
    """
    found = LibraryEntry.objects.filter(entry_id=entry_id)
    row: LibraryEntry | None = (found.select_for_update() if lock else found).first()
    if row is None:
        raise NotFoundError(message("refusal-an_entry"))
    return row


def revision_get(entry: LibraryEntry, number: int | None = None) -> Revision:
    """Return a revision of an entry with its parts, the newest by default.

    Raises
    ------
    NotFoundError
        When there is none.
    """
    found = Revision.objects.filter(entry=entry)
    found = found.filter(pk=entry.head_id) if number is None else found.filter(number=number)
    row: Revision | None = with_parts(found).first()
    if row is None:
        raise NotFoundError(message("refusal-a_revision"))
    return row


def head_entries(ids: Iterable[str] | None = None) -> dict[str, GuidelineEntry]:
    """Return the newest state of entries by name, of all that are not removed by default."""
    return _entries_at("head", ids)


def released_entries(ids: Iterable[str] | None = None) -> dict[str, GuidelineEntry]:
    """Return the released state of entries by name, of the workspace's last release."""
    return _entries_at("released", ids)


def _entries_at(pointer: str, ids: Iterable[str] | None) -> dict[str, GuidelineEntry]:
    rows = library_entries().filter(**{f"{pointer}__isnull": False})
    if ids is not None:
        rows = rows.filter(entry_id__in=list(ids))
    wanted = list(rows.values_list("entry_id", f"{pointer}_id"))
    found = with_parts(Revision.objects.filter(pk__in=[pk for _, pk in wanted]))
    by_key = {row.pk: row for row in found}
    return {name: entry_of(by_key[pk]) for name, pk in wanted}


def causes() -> tuple[Cause, ...]:
    """Return the explanations of the workspace."""
    return tuple(cause_of(row) for row in CauseRow.objects.order_by("position"))


def workspace_release(
    entries: Iterable[GuidelineEntry], workspace: Workspace, *, version: str | None = None
) -> GuidelineRelease:
    """Return a release of some entries with the workspace's explanations, with its digest."""
    release = GuidelineRelease(
        id=workspace.library_id,
        version=version or workspace.version,
        title=workspace.title,
        entries=tuple(entries),
        causes=causes(),
        dependence=workspace.dependence,
    )
    return release.model_copy(update={"digest": release_digest(release)})


def draft_open(entry_pk: UUID) -> Draft | None:
    """Return the open draft of an entry, or None."""
    found: Draft | None = Draft.objects.filter(entry_id=entry_pk, closed_at__isnull=True).first()
    return found


def next_number(entry: LibraryEntry) -> int:
    """Return the number of an entry's next revision."""
    last = Revision.objects.filter(entry=entry).aggregate(last=Max("number"))["last"]
    return (last or 0) + 1


def revision_list(entry: LibraryEntry) -> OwnedQuerySet:
    """Return the revisions of an entry, the newest first."""
    found: OwnedQuerySet = Revision.objects.filter(entry=entry).order_by("-number")
    return found


def work_list() -> OwnedQuerySet:
    """Return the bibliography of the workspace."""
    found: OwnedQuerySet = Work.objects.all()
    return found


def works_in_use() -> OwnedQuerySet:
    """Return the works that the newest state of some entry cites."""
    heads = library_entries().values("head_id")
    found: OwnedQuerySet = Work.objects.filter(
        pk__in=Citation.objects.filter(revision_id__in=heads).values("work_id")
    )
    return found


def comment_list(entry: LibraryEntry) -> OwnedQuerySet:
    """Return the remarks on an entry, the oldest first."""
    found: OwnedQuerySet = Comment.objects.filter(entry=entry).order_by("created_at")
    return found
