"""Places as values: of names and coordinates, their boxes, and what two of them share."""

from __future__ import annotations

from diagnostics.contracts.form_terms import (
    BoxPlace,
    NamedPlace,
    Place,
    PlacesTogether,
    PointPlace,
)
from diagnostics.contracts.space_time import Region
from diagnostics.language.grammar.gazetteer import Spot
from diagnostics.language.grammar.items import NotReadError
from diagnostics.messages import Message


def crossing(first: Place, second: Place) -> BoxPlace | None:
    """Return the box of a band of latitudes and one of longitudes, None for other places."""
    if not isinstance(first, BoxPlace) or not isinstance(second, BoxPlace):
        return None
    boxes = (first.region, second.region)
    bands = [box for box in boxes if box.width >= 360]
    lunes = [box for box in boxes if box.south <= -90 and box.north >= 90 and box.width < 360]
    if len(bands) != 1 or len(lunes) != 1:
        return None
    region = Region(
        west=lunes[0].west, south=bands[0].south, east=lunes[0].east, north=bands[0].north
    )
    return BoxPlace(region=region, words=f"{first.words}, {second.words}")


def overlap(first: Region, second: Region) -> bool:
    """Whether the middle of one region lies in the other."""
    return first.holds(*second.center) or second.holds(*first.center)


def point_at(latitude: float, longitude: float, words: str) -> PointPlace:
    """Return the place of stated coordinates."""
    return PointPlace(latitude=latitude, longitude=longitude, name=words, words=words)


def place_of(spot: Spot, words: str) -> Place:
    """Return the place that a name means."""
    if spot.point is not None:
        return PointPlace(
            latitude=spot.point[0],
            longitude=spot.point[1],
            name=spot.name,
            country=spot.country,
            words=words,
        )
    return NamedPlace(
        name=spot.name, region=spot.region, outline=spot.outline, country=spot.country, words=words
    )


def region_of(place: Place) -> Region:
    """Return the box of a place, for a point that point.

    Raises
    ------
    NotReadError
        ``unused_words`` for places that have no box.
    """
    if isinstance(place, PointPlace):
        return Region(
            west=place.longitude, south=place.latitude, east=place.longitude, north=place.latitude
        )
    if isinstance(place, BoxPlace | NamedPlace):
        return place.region
    if isinstance(place, PlacesTogether) and place.shared:
        # southern Japan: the box of the part
        return region_of(place.places[-1])
    raise NotReadError("unused_words", Message(id="grammar-part_of_point", params={"words": ""}))


def narrower(first: Place, second: Place, *, comma: bool) -> Place | None:
    """Return the town of a town and what it lies in, or the part that two areas share."""
    for inner, outer in ((first, second), (second, first)):
        if isinstance(inner, PointPlace) and isinstance(outer, NamedPlace):
            if outer.region.holds(inner.latitude, inner.longitude):
                return inner
            return None
    areas = isinstance(first, NamedPlace | BoxPlace) and isinstance(second, NamedPlace | BoxPlace)
    if comma or not areas or first == second or not overlap(region_of(first), region_of(second)):
        return None
    return PlacesTogether(places=(first, second), shared=True)
