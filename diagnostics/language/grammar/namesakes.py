"""Which of several places of one name is meant, by the other places of the sentence."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from diagnostics.contracts.form_terms import BoxPlace, NamedPlace, PointPlace
from diagnostics.contracts.space_time import Region
from diagnostics.language.grammar.gazetteer import Spot, spot_of
from diagnostics.language.grammar.items import Item, NotReadError

_NEIGHBOURS = 6.0
"""Degrees from another place of the sentence within which a namesake is meant."""
_WIDEST = 24.0
"""Degrees of longitude of a place that may tell where its neighbours are."""


def namesake_near(items: Sequence[Item], at: int, name: str, extent: Region | None) -> Spot | None:
    """Return the one namesake that lies near another place: "Brest and Quimper".

    Parameters
    ----------
    items : sequence of Item
        Of the sentence.
    at : int
        Where the name stands.
    name : str
    extent : Region, optional
        Of the data.

    Returns
    -------
    Spot or None
        None where no other place is near a namesake, or two places point to different ones.
    """
    found = set(_near_others(items, at, name, extent))
    return found.pop() if len(found) == 1 else None


def _near_others(
    items: Sequence[Item], at: int, name: str, extent: Region | None
) -> Iterator[Spot]:
    for n, item in enumerate(items):
        region = _region_of(item, extent) if n != at else None
        if region is None or region.width > _WIDEST:
            continue
        latitude, longitude = region.center
        around = Region(west=longitude, south=latitude, east=longitude, north=latitude)
        around = around.padded(_NEIGHBOURS)
        try:
            spot = spot_of(name, around)
        except NotReadError:
            continue
        if around.holds(*(spot.point or spot.region.center)):
            yield spot


def _region_of(item: Item, extent: Region | None) -> Region | None:
    """Return where a place of the sentence is, None for what is no place or an unclear one."""
    if item.kind == "PLACE":
        place = item.value
        if isinstance(place, BoxPlace | NamedPlace):
            return place.region
        if isinstance(place, PointPlace):
            latitude, longitude = place.latitude, place.longitude
            return Region(west=longitude, south=latitude, east=longitude, north=latitude)
        return None
    if item.kind != "NAME" or not (item.text[:1].isupper() or not item.text.isascii()):
        return None
    try:
        return spot_of(item.value, extent).region
    except NotReadError:
        return None
