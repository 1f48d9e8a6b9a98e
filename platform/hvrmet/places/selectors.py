"""Reading the regions of a centre, in the open tenant scope."""

from __future__ import annotations

from uuid import UUID

from hvrmet.core.errors import NotFoundError
from hvrmet.places.models import SavedRegion


def region_list() -> list[SavedRegion]:
    """Return the regions of the centre, by name."""
    return list(SavedRegion.objects.order_by("key"))


def region_get(region_id: UUID, *, lock: bool = False) -> SavedRegion:
    """Return a region of the centre.

    Raises
    ------
    NotFoundError
        When there is none, or it is another tenant's.
    """
    rows = SavedRegion.objects.select_for_update() if lock else SavedRegion.objects
    row: SavedRegion | None = rows.filter(pk=region_id).first()
    if row is None:
        raise NotFoundError("region")
    return row
