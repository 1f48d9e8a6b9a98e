"""Reading releases, shared ones and a centre's own, and which of them the centre works with."""

from __future__ import annotations

from django.db.models import Count, QuerySet, Subquery
from django.db.models.functions import Coalesce
from hvrmet.core.db.models import OwnedQuerySet
from hvrmet.core.errors import ApplicationError, NotFoundError

from diagnostics.contracts.guidelines import GuidelineRelease
from diagnostics.messages import message
from knowledge.models import Adoption, CentreRelease, Entry, Release


def release_list() -> QuerySet[Release]:
    """Return all releases with their number of entries, without their documents."""
    return Release.objects.defer("document").annotate(entry_count=Count("entries"))


def centre_release_list() -> OwnedQuerySet:
    """Return the own releases of the open scope's centre, without their documents."""
    found: OwnedQuerySet = CentreRelease.objects.defer("document")
    return found


def release_get(digest: str) -> Release | CentreRelease:
    """Return the release with this digest: a shared one, or one of the open scope's centre.

    Raises
    ------
    NotFoundError
        When there is none.
    """
    release: Release | CentreRelease | None = release_list().filter(digest=digest).first()
    release = release or centre_release_list().filter(digest=digest).first()
    if release is None:
        raise NotFoundError(message("refusal-a_release"))
    return release


def entry_list(digest: str) -> QuerySet[Entry]:
    """Return the entries of a release."""
    return Entry.objects.filter(release__digest=digest)


def adoption_list() -> OwnedQuerySet:
    """Return the proposals and decisions of the open scope's tenant with their releases."""
    found: OwnedQuerySet = Adoption.objects.select_related("release", "own_release")
    return found.defer("release__document", "own_release__document")


def adoption_in_force() -> Adoption | None:
    """Return the tenant's last decision, or None where it never made one."""
    found: Adoption | None = (
        adoption_list().filter(adopted_at__isnull=False).order_by("-adopted_at").first()
    )
    return found


def current_release_digest() -> str:
    """Return the digest of the release that new jobs of the open scope's tenant are pinned to.

    It is the one that the tenant has adopted; where it never adopted one, the shared one that was
    loaded last.

    Raises
    ------
    ApplicationError
        With code ``no_guideline_release`` (503) when none was loaded.
    """
    decided = Adoption.objects.filter(adopted_at__isnull=False).order_by("-adopted_at")
    digest = Coalesce("own_release__digest", "release__digest")
    adopted = Subquery(decided.annotate(chosen_digest=digest).values("chosen_digest")[:1])
    newest = Release.objects.order_by("-created_at").values_list(adopted, "digest")[:1]
    found = next(iter(newest), None)
    if found is None:
        raise ApplicationError(
            message("refusal-no_guideline_release"),
            code="no_guideline_release",
            http_status=503,
        )
    return found[0] or found[1]


def release_document(digest: str) -> GuidelineRelease:
    """Return a release as the loop reads it: a shared one, or one of the open scope's centre.

    Raises
    ------
    NotFoundError
        When there is none.
    """
    document = Release.objects.filter(digest=digest).values_list("document", flat=True).first()
    if document is None:
        own = CentreRelease.objects.filter(digest=digest)
        document = own.values_list("document", flat=True).first()
    if document is None:
        raise NotFoundError(message("refusal-a_guideline_release", digest=digest[:12]))
    return GuidelineRelease.model_validate(document)
