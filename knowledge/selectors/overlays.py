"""Reading a centre's overlay, and what would come of it."""

from __future__ import annotations

from hvrmet.core.db.models import OwnedQuerySet

from diagnostics.contracts.guidelines import GuidelineRelease
from knowledge.models import CentreRelease, OverlayChange
from knowledge.overlaying import Conflict, combine
from knowledge.selectors.releases import current_release_digest, release_document
from knowledge.states import ReleaseKind


def overlay_list(*, ended: bool = False) -> OwnedQuerySet:
    """Return the changes of the overlay, those in force by default, the newest first."""
    found: OwnedQuerySet = OverlayChange.objects.order_by("-created_at")
    return found if ended else found.filter(ended_at__isnull=True)


def overlay_in_force() -> list[OverlayChange]:
    """Return the changes of the overlay in the order of their making."""
    return list(overlay_list().order_by("created_at"))


def overlay_base_digest() -> str:
    """Return the digest of the release that the overlay lies on: what the centre works with.

    Where that is a combination already, it is the release under it.
    """
    digest = current_release_digest()
    combined = CentreRelease.objects.filter(digest=digest, kind=ReleaseKind.COMBINED)
    under: str | None = combined.values_list("base_digest", flat=True).first()
    return under or digest


def overlay_preview(
    digest: str | None = None,
) -> tuple[GuidelineRelease, GuidelineRelease, list[Conflict]]:
    """Return a release, its combination with the overlay, and the conflicts, entry by entry.

    Parameters
    ----------
    digest : str, optional
        Of the release; the one that the overlay lies on by default.
    """
    base = release_document(digest or overlay_base_digest())
    combined, conflicts = combine(base, overlay_in_force())
    return base, combined, conflicts
