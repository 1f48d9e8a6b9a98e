"""Places of a request: one of several that are named, or the box around neighbours."""

from __future__ import annotations

from itertools import pairwise

from diagnostics.contracts.form_terms import (
    BoxPlace,
    NamedPlace,
    Place,
    PlacesTogether,
    PointPlace,
)
from diagnostics.contracts.space_time import Region
from diagnostics.language.grammar.items import Item
from diagnostics.language.grammar.phrase_pool import SILENT, PhrasePool
from diagnostics.language.grammar.sentence_context import Scene

_AREAS = NamedPlace | BoxPlace
_FAR_WIDER = 2.0
_EDGE = 0.5
"""Degrees by which a place may reach beyond the area that it lies in."""
_TOWN = 0.5
"""Degrees around a town that is named beside another."""
_NEIGHBOURS = 3.0
"""Degrees that two places may lie apart which are diagnosed as one."""


def stated_box(bag: PhrasePool, scene: Scene) -> None:
    """Let a box that is stated in numbers win over the names of what it lies in."""
    boxes = [
        (place, start)
        for place, start in zip(scene.places, scene.place_starts, strict=True)
        if isinstance(place, BoxPlace) and any(map(str.isdigit, place.words))
    ]
    if len(boxes) != 1:
        return
    (box, start), others = boxes[0], [one for one in scene.places if one is not boxes[0][0]]
    assert isinstance(box, BoxPlace)
    around = box.region.padded(_NEIGHBOURS)
    for other in others:
        region = _region_of(other)
        if region is None or not (around.holds(*region.center) or region.holds(*box.region.center)):
            return
    names = ", ".join(str(getattr(other, "words", "")) for other in others)
    scene.assumed.append(("place", f"{names} = {box.words}"))
    scene.places[:], scene.place_starts[:] = [box], [start]
    if len(scene.times) < 2:
        bag.take_all("AND")


def _region_of(place: Place) -> Region | None:
    if isinstance(place, PlacesTogether) and place.shared:
        place = narrowest(place)
    if isinstance(place, PointPlace):
        return Region(
            west=place.longitude, south=place.latitude, east=place.longitude, north=place.latitude
        )
    return place.region if isinstance(place, _AREAS) else None


def drop_what_holds_the_others(bag: PhrasePool, scene: Scene) -> None:
    """Drop an area in which the other places lie: the south, and there Hunan and Guizhou."""
    for at, whole in enumerate(scene.places):
        if not isinstance(whole, NamedPlace):
            continue
        around = whole.region.padded(_EDGE)
        others = [place for place in scene.places if place is not whole]
        regions = [_region_of(place) for place in others]
        begin, end = scene.place_starts[at], scene.place_starts[(at + 1) % len(scene.places)]
        named = [
            item
            for item in bag.items
            if begin < item.start < end and item.kind not in SILENT and not _adds(item)
        ]
        if named and all(
            region is not None
            and around.holds(*region.center)
            and region.width * _FAR_WIDER < around.width
            for region in regions
        ):
            names = ", ".join(str(getattr(other, "words", "")) for other in others)
            scene.assumed.append(("place", f"{whole.words} = {names}"))
            del scene.places[at], scene.place_starts[at]
            return


def join_neighbours(bag: PhrasePool, scene: Scene) -> None:
    """Take neighbours that are named together as one box: "Pakistan and northwest India"."""
    whole = scene.places[0]
    for place, (begin, end) in zip(scene.places[1:], pairwise(scene.place_starts), strict=True):
        between = [item for item in bag.items if begin < item.start < end and item.kind != "EMPTY"]
        if between and (len(between) != 1 or not _adds(between[0])):
            return
        if not between and bag.sentence.text.isascii():
            return
        both = _one_box(whole, place, between[0].text if between else "")
        if both is None:
            return
        whole = both
    scene.places[:] = [whole]
    first, last = scene.place_starts[0], scene.place_starts[-1]
    bag.used.update(n for n, item in enumerate(bag.items) if first < item.start < last)
    scene.place_starts[:] = [first]


def _adds(item: Item) -> bool:
    return item.kind == "AND" or item.text in (",", "，", "、", "/", "&")


def _one_box(one: Place, other: Place, joint: str) -> NamedPlace | None:
    """Return the box around two areas that touch or nearly do, None for others."""
    first, second = (_as_area(place) for place in (one, other))
    if first is None or second is None:
        return None
    return _around_both(first, second, f"{first.words} {joint} {second.words}")


def _as_area(place: Place) -> NamedPlace | BoxPlace | None:
    """Return a place as an area; a town stands for the land around it."""
    if isinstance(place, PlacesTogether) and place.shared:
        place = narrowest(place)
    if isinstance(place, PointPlace) and place.name:
        region = Region(
            west=place.longitude, south=place.latitude, east=place.longitude, north=place.latitude
        )
        return NamedPlace(
            name=place.name, region=region.padded(_TOWN), words=place.words, country=place.country
        )
    return place if isinstance(place, _AREAS) else None


def _around_both(
    first: NamedPlace | BoxPlace, second: NamedPlace | BoxPlace, words: str
) -> NamedPlace | None:
    one, other = first.region, second.region
    if one.west > one.east or other.west > other.east:
        return None
    apart = one.padded(_NEIGHBOURS)
    if (
        apart.west > other.east
        or apart.east < other.west
        or apart.south > other.north
        or apart.north < other.south
    ):
        return None
    region = Region(
        west=min(one.west, other.west),
        south=min(one.south, other.south),
        east=max(one.east, other.east),
        north=max(one.north, other.north),
    )
    return NamedPlace(name=words, region=region, words=words)


def narrowest(together: PlacesTogether) -> Place:
    """Return the box that a side of a named place is drawn as: southern Arizona."""
    boxes = [one for one in together.places if isinstance(one, BoxPlace)]
    if len(boxes) != 1:
        return together
    return boxes[0]
