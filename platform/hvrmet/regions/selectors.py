"""Reading saved regions, in the open tenant scope."""

from __future__ import annotations

from uuid import UUID

from diagnostics.messages import message
from hvrmet.core.db.models import OwnedQuerySet
from hvrmet.core.errors import NotFoundError
from hvrmet.regions.models import SavedRegion


def region_list() -> OwnedQuerySet:
    """Return the centre's regions by name."""
    found: OwnedQuerySet = SavedRegion.objects.order_by("name", "created_at")
    return found


def region_get(region_id: UUID, *, lock: bool = False) -> SavedRegion:
    """Return a region of this centre.

    Raises
    ------
    NotFoundError
        When there is none.
    """
    rows = SavedRegion.objects.select_for_update() if lock else SavedRegion.objects.all()
    found: SavedRegion | None = rows.filter(pk=region_id).first()
    if found is None:
        raise NotFoundError(message("refusal-a_region"))
    return found
