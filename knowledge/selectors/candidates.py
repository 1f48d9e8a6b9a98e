"""Reading releases that are prepared: what they change, and who approved them."""

from __future__ import annotations

from uuid import UUID

from django.db.models import QuerySet
from hvrmet.core.errors import NotFoundError

from diagnostics.contracts.guidelines import GuidelineRelease
from diagnostics.contracts.library import ReleaseDifference
from diagnostics.guidelines import release_difference
from knowledge.models import Candidate, EntryRevision, ExplanationRevision, LibraryImport
from knowledge.selectors.releases import release_document


def candidate_list() -> QuerySet[Candidate]:
    """Return prepared releases with their approvals, without their documents."""
    found = Candidate.objects.defer("document", "since__document", "release__document")
    return found.select_related("since", "release").prefetch_related("approvals")


def candidate_get(candidate_id: UUID, *, lock: bool = False) -> Candidate:
    """Return a prepared release with its document, locked if asked.

    Raises
    ------
    NotFoundError
        When there is none.
    """
    rows = Candidate.objects.select_for_update(of=("self",)) if lock else Candidate.objects
    found = rows.select_related("since").filter(pk=candidate_id).first()
    if found is None:
        raise NotFoundError("prepared release")
    return found


def candidate_difference(candidate: Candidate) -> ReleaseDifference:
    """Return what a prepared release says otherwise than the one that it is compared with."""
    before = GuidelineRelease.model_validate(candidate.since.document)
    return release_difference(before, GuidelineRelease.model_validate(candidate.document))


def digests_difference(before: str, after: str) -> ReleaseDifference:
    """Return what one release says otherwise than another one.

    Raises
    ------
    NotFoundError
        When one of them was never loaded.
    """
    return release_difference(release_document(before), release_document(after))


def unreviewed(difference: ReleaseDifference) -> tuple[str, ...]:
    """Return what of a difference comes from files, without a proposal that others approved.

    Parameters
    ----------
    difference : ReleaseDifference

    Returns
    -------
    tuple of str
        Kind and name of each, ``entry NAME``: taken in by operators since the last release that
        curators approved.
    """
    released = Candidate.objects.filter(release__isnull=False).order_by("-created_at").first()
    found = []
    for kind, model in (("entry", EntryRevision), ("cause", ExplanationRevision)):
        names = [item.key for item in difference.items if item.kind == kind]
        rows = model.objects.filter(imported__origin=LibraryImport.Origin.FILE, item__key__in=names)
        if released is not None:
            rows = rows.filter(created_at__gt=released.created_at)
        found += [
            f"{kind} {name}" for name in sorted(set(rows.values_list("item__key", flat=True)))
        ]
    return tuple(found)
