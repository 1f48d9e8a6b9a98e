"""Reading releases, which belong to no tenant, and which of them a tenant works with."""

from __future__ import annotations

from django.db.models import Count, QuerySet, Subquery
from hvrmet.core.db.models import OwnedQuerySet
from hvrmet.core.errors import ApplicationError, NotFoundError

from diagnostics.contracts.guidelines import GuidelineRelease
from knowledge.models import Adoption, Entry, Release


def release_list() -> QuerySet[Release]:
    """Return all releases with their number of entries and approvals, without their documents."""
    found = Release.objects.defer("document", "candidate__document").select_related("candidate")
    counted = found.annotate(entry_count=Count("entries"))
    return counted.prefetch_related("candidate__approvals")


def release_get(digest: str) -> Release:
    """Return the release with this digest.

    Raises
    ------
    NotFoundError
        When it was never loaded.
    """
    release = release_list().filter(digest=digest).first()
    if release is None:
        raise NotFoundError("release")
    return release


def entry_list(digest: str) -> QuerySet[Entry]:
    """Return the entries of a release."""
    return Entry.objects.filter(release__digest=digest)


def entry_get(digest: str, entry_id: str) -> Entry:
    """Return an entry of a release.

    Raises
    ------
    NotFoundError
        When the release was never loaded, or has no such entry.
    """
    found = entry_list(digest).filter(entry_id=entry_id).first()
    if found is None:
        raise NotFoundError("entry of this release")
    return found


def adoption_list() -> OwnedQuerySet:
    """Return the proposals and decisions of the open scope's tenant with their releases."""
    found: OwnedQuerySet = Adoption.objects.select_related("release").defer("release__document")
    return found


def adoption_in_force() -> Adoption | None:
    """Return the tenant's last decision, or None where it never made one."""
    found: Adoption | None = (
        adoption_list().filter(adopted_at__isnull=False).order_by("-adopted_at").first()
    )
    return found


def current_release_digest() -> str:
    """Return the digest of the release that new jobs of the open scope's tenant are pinned to.

    It is the one that the tenant has adopted; where it never adopted one, the one of the package
    that was loaded last. What curators release reaches those who adopt it.

    Raises
    ------
    ApplicationError
        With code ``no_guideline_release`` (503) when none was loaded.
    """
    decided = Adoption.objects.filter(adopted_at__isnull=False).order_by("-adopted_at")
    adopted = Subquery(decided.values("release__digest")[:1])
    packaged = Release.objects.filter(candidate__isnull=True).order_by("-created_at")
    found = next(iter(packaged.values_list(adopted, "digest")[:1]), None)
    if found is None:
        raise ApplicationError(
            "no release of the Guideline Library is loaded: run `manage.py load_library`",
            code="no_guideline_release",
            http_status=503,
        )
    return found[0] or found[1]


def release_document(digest: str) -> GuidelineRelease:
    """Return a release as the loop reads it.

    Raises
    ------
    NotFoundError
        When it was never loaded.
    """
    document = Release.objects.filter(digest=digest).values_list("document", flat=True).first()
    if document is None:
        raise NotFoundError(f"guideline release {digest[:12]}")
    return GuidelineRelease.model_validate(document)
