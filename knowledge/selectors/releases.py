"""Reading releases, which belong to no tenant, and which of them a tenant works with."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any
from uuid import UUID

from django.db.models import Count, QuerySet, Subquery
from django.db.models.functions import Coalesce
from hvrmet.accounts.principals import Principal
from hvrmet.accounts.roles import Verb
from hvrmet.core.db.models import OwnedQuerySet
from hvrmet.core.errors import ApplicationError, NotFoundError

from diagnostics.contracts.enums import Category, EventType, Modality
from diagnostics.contracts.guidelines import GuidelineEntry, GuidelineRelease, ReleaseApproval
from diagnostics.contracts.overlay import Adjustment
from knowledge.models import Adoption, Approval, Entry, Overlay, Release


@dataclass(frozen=True)
class EntryFilter:
    """Which entries of a release are wanted; every part that is given narrows it."""

    event: EventType | None = None
    category: Category | None = None
    modality: Modality | None = None
    entry_id: str | None = None

    def columns(self) -> dict[str, str]:
        """Return what rows of entries must hold, but for the type of event."""
        named = {"category": self.category, "modality": self.modality, "entry_id": self.entry_id}
        return {name: str(value) for name, value in named.items() if value is not None}

    def passes(self, entry: GuidelineEntry) -> bool:
        """Whether an entry is wanted."""
        named = ((self.category, entry.category), (self.modality, entry.modality))
        return (
            all(wanted in (None, held) for wanted, held in named)
            and self.entry_id in (None, entry.id)
            and (self.event is None or self.event in entry.event_types)
        )


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


def adopted_get(digest: str) -> Release | Overlay:
    """Return the release, or the state of the open scope's overlay, that has this digest.

    Raises
    ------
    NotFoundError
        When there is none.
    """
    found: Release | Overlay | None = release_list().filter(digest=digest).first()
    found = found or overlays().filter(digest=digest).first()
    if found is None:
        raise NotFoundError("release")
    return found


def entry_documents(digest: str, wanted: EntryFilter | None = None) -> list[dict[str, Any]]:
    """Return entries of a release, or of one with the open scope's overlay in it, by their names.

    Raises
    ------
    NotFoundError
        When there is no such release.
    """
    asked = wanted or EntryFilter()
    rows = Entry.objects.filter(release__digest=digest, **asked.columns()).order_by("entry_id")
    if asked.event is not None:
        rows = rows.filter(event_types__contains=[asked.event.value])
    found = list(rows.values_list("document", flat=True))
    if found or Release.objects.filter(digest=digest).exists():
        return found
    entries = sorted(release_document(digest).entries, key=lambda entry: entry.id)
    return [entry.model_dump(mode="json") for entry in entries if asked.passes(entry)]


def entry_get(digest: str, entry_id: str) -> dict[str, Any]:
    """Return an entry of a release, or of one with the open scope's overlay in it.

    Raises
    ------
    NotFoundError
        When there is no such release, or it has no such entry.
    """
    found = entry_documents(digest, EntryFilter(entry_id=entry_id))
    if not found:
        raise NotFoundError("entry of this release")
    return found[0]


def adoption_list() -> OwnedQuerySet:
    """Return the proposals and decisions of the open scope's tenant with their releases."""
    found: OwnedQuerySet = Adoption.objects.select_related("release", "overlay__base").defer(
        "release__document", "overlay__document", "overlay__base__document"
    )
    return found


def adoption_get(adoption_id: UUID) -> Adoption:
    """Return a proposal or decision of the open scope's tenant.

    Raises
    ------
    NotFoundError
        When it has no such one.
    """
    found: Adoption | None = adoption_list().filter(pk=adoption_id).first()
    if found is None:
        raise NotFoundError("proposal")
    return found


def adoptions_open() -> OwnedQuerySet:
    """Return the proposals of the open scope's tenant that nobody has decided, newest first."""
    found: OwnedQuerySet = adoption_list().filter(
        adopted_at__isnull=True, withdrawn_at__isnull=True
    )
    return found.order_by("-created_at")


def adoptions_waiting(principal: Principal) -> list[Adoption]:
    """Return what another person of the tenant proposed to work with and one may adopt."""
    if not principal.is_person or Verb.LIBRARY_ADOPT not in principal.verbs:
        return []
    return list(adoptions_open().exclude(proposed_by_id=principal.id).order_by("created_at", "pk"))


def adoption_in_force() -> Adoption | None:
    """Return the tenant's last decision, or None where it never made one."""
    found: Adoption | None = (
        adoption_list().filter(adopted_at__isnull=False).order_by("-adopted_at").first()
    )
    return found


def adopted_now() -> Release | Overlay:
    """Return what new jobs of the open scope's tenant are pinned to.

    It is what the tenant has adopted; where it never adopted a release, the one of the package that
    was loaded last. What curators release reaches those who adopt it.

    Raises
    ------
    ApplicationError
        With code ``no_guideline_release`` (503) when none was loaded.
    """
    decided = adoption_in_force()
    if decided is not None:
        return decided.adopted
    found = release_list().filter(candidate__isnull=True).order_by("-created_at").first()
    if found is None:
        raise _nothing_loaded()
    return found


def current_release_digest() -> str:
    """Return the digest of what `adopted_now` returns, in one query.

    Raises
    ------
    ApplicationError
        With code ``no_guideline_release`` (503) when none was loaded.
    """
    decided = Adoption.objects.filter(adopted_at__isnull=False).order_by("-adopted_at")
    pinned = decided.annotate(pinned=Coalesce("overlay__digest", "release__digest"))
    adopted = Subquery(pinned.values("pinned")[:1])
    packaged = Release.objects.filter(candidate__isnull=True).order_by("-created_at")
    found = next(iter(packaged.values_list(adopted, "digest")[:1]), None)
    if found is None:
        raise _nothing_loaded()
    return found[0] or found[1]


def digests_in_use() -> frozenset[str]:
    """Return the digest that new jobs are pinned to, and that of the release an overlay is in.

    Raises
    ------
    ApplicationError
        ``no_guideline_release`` (503).
    """
    adopted = adopted_now()
    base = adopted.base if isinstance(adopted, Overlay) else adopted
    return frozenset((adopted.digest, base.digest))


def release_document(digest: str) -> GuidelineRelease:
    """Return a release as the loop reads it, or one with the open scope's overlay in it.

    Raises
    ------
    NotFoundError
        When it was never loaded, and the tenant has no such overlay.
    """
    found = Release.objects.filter(digest=digest).values_list("document", "candidate").first()
    if found is None:
        of_centre = Overlay.objects.filter(digest=digest)
        found = of_centre.values_list("document", "base__candidate").first()
    if found is None:
        raise NotFoundError(f"guideline release {digest[:12]}")
    document, candidate = found
    release = GuidelineRelease.model_validate(document)
    return release.model_copy(update={"approval": _approval(candidate)}) if candidate else release


def _approval(candidate: UUID) -> ReleaseApproval:
    rows = list(Approval.objects.filter(candidate=candidate).order_by("created_at"))
    return ReleaseApproval(
        by=tuple(row.person for row in rows), at=rows[-1].created_at.replace(microsecond=0)
    )


def adjustments_of(overlay: Overlay) -> Sequence[Adjustment]:
    """Return what an overlay says otherwise than its release."""
    return [Adjustment.model_validate(item, extra="ignore") for item in overlay.adjustments]


def overlays() -> OwnedQuerySet:
    """Return every state that the open scope's overlay had, without the releases it made."""
    found: OwnedQuerySet = Overlay.objects.select_related("base").defer(
        "document", "base__document"
    )
    return found


def _nothing_loaded() -> ApplicationError:
    return ApplicationError(
        "no release of the Guideline Library is loaded: run `manage.py load_library`",
        code="no_guideline_release",
        http_status=503,
    )
