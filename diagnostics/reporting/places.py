"""Names for boxes and points, from the gazetteer, beside their coordinates."""

from __future__ import annotations

import re
from functools import cache, lru_cache
from math import cos, radians

import numpy as np

from diagnostics.contracts.enums import Language
from diagnostics.contracts.space_time import Region, wrap_longitude
from diagnostics.grid.distance import great_circle_km
from diagnostics.grid.gazetteer import NATIONAL, Place, outline, places, places_at
from diagnostics.language.area_names import chinese_names, lands, waters

_ALIKE = 0.4
"""Least share of the union of two boxes that both cover, for one to bear the other's name."""
_WITHIN = 0.85
"""Least share of a box that lies in a place, for it to be called part of that place."""
_ON_LAND = 0.6
"""Least share of a box that lies inside a country's or state's outline, likewise."""
_NEAR_KM = 60.0
_MOST_LAND = 0.2
"""Share of land up to which a box is named after a sea."""
_PROBES = 9
"""Points along each side of a box by which its share of land is estimated."""
_THE = re.compile(
    r"^(?:Contiguous|United|Midwestern|Northeastern|Southeastern|Southwestern|Upper|Middle|British"
    r"|Great|Western North|Eastern North|Netherlands|Philippines|Bahamas|Maldives|Congo|Gambia)\b"
    r"|\b(?:Islands|Isles|Sea|Ocean|Strait|Channel|Peninsula|Plains?|Plateau|Basin|Delta|Alps"
    r"|Mountains|Mediterranean|Caribbean|Atlantic|Pacific|Balkans|Coast|Subcontinent|subcontinent"
    r"|Republic|Emirates|States|Valley|Midwest|Sahel|Arctic|Maghreb|Yangtze|Far East|Carolinas"
    r"|Azores|Sahara|Highlands|Northwest|Aleutians)$"
    r"|\b(?:Gulf|Bay|Sea|Horn) of\b"
)
_SEA = re.compile(r"\b(?:Sea|Gulf|Bay|Atlantic|Pacific|Caribbean|Mediterranean)\b")
_TOO_WIDE = frozenset(
    {
        "World",
        "Tropics",
        "Northern Hemisphere",
        "Southern Hemisphere",
        "Arctic",
        "Antarctic",
    }
)


def place_name(place: Place, language: Language) -> str:
    """Return a place's name in a language; the English one where there is no other."""
    if language is Language.EN:
        return place.name
    for alias in place.aliases:
        if any("\u4e00" <= character <= "\u9fff" for character in alias):
            return alias
    names = chinese_names()
    return names.get(place.label) or names.get(place.name, place.name)


def with_article(name: str) -> str:
    """Write the English name of a place as a sentence needs it: ``the British Isles``."""
    return f"the {name}" if _THE.search(name) else name


@lru_cache(maxsize=256)
def name_of_box(west: float, south: float, east: float, north: float) -> tuple[Place, bool] | None:
    """Find the place that a box stands for.

    Parameters
    ----------
    west, south, east, north : float
        Degrees.

    Returns
    -------
    (Place, bool) or None
        The place, and whether the box is only a part of it; None where no place fits.
    """
    box = Region.model_validate((west, south, east, north))
    best: tuple[float, Place] | None = None
    around: tuple[float, Place] | None = None
    for place in places():
        if place.kind == "town" or place.name in _TOO_WIDE:
            continue
        common = _common_area(box, place.region)
        if not common:
            continue
        whole, own = _area(place.region), _area(box)
        alike = _likeness(box, place.region)
        if alike >= _ALIKE and (best is None or alike > best[0]):
            best = alike, place
        inside = common >= _WITHIN * own and (around is None or whole < around[0])
        # a sea names no land: its waters are looked at below
        sea = place.kind == "region" and _SEA.search(place.name)
        if inside and not sea and _outlined(place, box):
            around = whole, place
    for name, chinese, region in lands():
        alike = _likeness(box, region)
        if alike >= _ALIKE and (best is None or alike > best[0]):
            best = alike, _area_place(name, chinese, region)
    if best is not None:
        return best[1], False
    if around is None or around[1].kind == "region":
        water = _sea_around(box)
        if water is not None:
            return water, True
    return (around[1], True) if around is not None else None


def _sea_around(box: Region) -> Place | None:
    """Return the smallest water that holds a box with little land in it."""
    latitudes = np.linspace(box.south, box.north, _PROBES)
    longitudes = np.linspace(box.west, box.west + box.width, _PROBES)
    dry = sum(bool(places_at(y, wrap_longitude(x))) for y in latitudes for x in longitudes)
    if dry > _MOST_LAND * _PROBES**2:
        return None
    around = [
        (_area(water), name, chinese, water)
        for name, chinese, water in _all_waters()
        if _common_area(box, water) >= _WITHIN * _area(box)
    ]
    if not around:
        return None
    _, name, chinese, water = min(around, key=lambda item: item[0])
    return _area_place(name, chinese, water)


def _area_place(name: str, chinese: str, region: Region) -> Place:
    """Return an area of the language's own table as a place."""
    latitude, longitude = region.center
    return Place("region", name, "", (chinese,), latitude, longitude, 0, region, None)


def _likeness(one: Region, other: Region) -> float:
    """Share of the union of two boxes that both cover."""
    common = _common_area(one, other)
    return common / (_area(one) + _area(other) - common) if common else 0.0


def _outlined(place: Place, box: Region) -> bool:
    """Whether enough of a box lies inside a place's outline, where the place has one."""
    if place.outline is None:
        return True
    from shapely.geometry import box as rectangle

    shape = rectangle(box.west, box.south, box.west + box.width, box.north)
    return bool(outline(place.outline).intersection(shape).area >= _ON_LAND * shape.area)


def name_of_point(latitude: float, longitude: float, language: Language) -> str | None:
    """Name the place at a point: `place_of_point`, in a language.

    Parameters
    ----------
    latitude, longitude : float
        Degrees.
    language : Language

    Returns
    -------
    str or None
    """
    place = place_of_point(latitude, longitude)
    return None if place is None else place_name(place, language)


@lru_cache(maxsize=1024)
def place_of_point(latitude: float, longitude: float) -> Place | None:
    """Find the place that names a point, for readers of every language.

    A large town nearby, else the water, else the state or country. What has no name in one of the
    languages is passed over, so that reports in two languages name the same place.

    Parameters
    ----------
    latitude, longitude : float
        Degrees.
    """
    place = _land_at(latitude, longitude)
    if place is not None and place.kind not in NATIONAL:
        return place
    wet = [
        (_area(box), name, chinese, box)
        for name, chinese, box in _all_waters()
        if box.holds(latitude, longitude) and (place is None or name.startswith("Lake "))
    ]
    if wet:
        _, name, chinese, box = min(wet, key=lambda item: item[:2])
        return _area_place(name, chinese, box)
    return place


def _land_at(latitude: float, longitude: float) -> Place | None:
    """Find a large town nearby, else the state or country that holds a point."""
    margin = _NEAR_KM / 111.0
    around = margin / max(cos(radians(latitude)), 0.05)
    near = [
        place
        for place in places()
        if place.kind == "town"
        and abs(place.latitude - latitude) <= margin
        and abs((place.longitude - longitude + 180.0) % 360.0 - 180.0) <= around
        and float(great_circle_km(latitude, longitude, place.latitude, place.longitude)) <= _NEAR_KM
    ]
    named = [place for place in near if _named_in_chinese(place)]
    if named:
        return max(named, key=lambda place: place.population)
    return next(filter(_named_in_chinese, places_at(latitude, longitude)), None)


def _named_in_chinese(place: Place) -> bool:
    name = place_name(place, Language.ZH)
    return any("\u4e00" <= character <= "\u9fff" for character in name)


@cache
def _all_waters() -> tuple[tuple[str, str, Region], ...]:
    """Seas of the gazetteer and of the language's areas: name, Chinese name, box."""
    known = tuple(
        (place.name, place_name(place, Language.ZH), place.region)
        for place in places()
        if place.kind == "region" and _SEA.search(place.name)
    )
    return (*known, *waters())


def _area(box: Region) -> float:
    """Area in square degrees of the equator."""
    return box.width * (box.north - box.south) * cos(radians(box.center[0]))


def _common_area(one: Region, other: Region) -> float:
    south, north = max(one.south, other.south), min(one.north, other.north)
    if south >= north:
        return 0.0
    # middles counted from the western edges, so that a box across the date line is not torn
    apart = (one.west + one.width / 2) - (other.west + other.width / 2)
    turn = 360.0 * round(apart / 360.0)
    west = max(one.west, other.west + turn)
    east = min(one.west + one.width, other.west + turn + other.width)
    if west >= east:
        return 0.0
    return (east - west) * (north - south) * cos(radians((south + north) / 2))
