"""Names for boxes and points, from the gazetteer, beside their coordinates."""

from __future__ import annotations

import re
from functools import cache, lru_cache
from math import cos, radians

import numpy as np

from diagnostics.contracts.enums import Language
from diagnostics.contracts.space_time import Region, wrap_longitude
from diagnostics.grid.distance import great_circle_km, initial_bearing
from diagnostics.grid.gazetteer import NATIONAL, Place, outline, places, places_at
from diagnostics.language.area_names import is_chinese, is_water, lands, place_name, waters
from diagnostics.messages import localise, term
from diagnostics.messages.compass import POINTS

COMPASS = POINTS[::2]
_ALIKE = 0.4
"""Least share of the union of two boxes that both cover, for one to bear the other's name."""
_WITHIN = 0.85
"""Least share of a box that lies in a place, for it to be called part of that place."""
_ON_LAND = 0.6
"""Least share of a box that lies inside a country's or state's outline, likewise."""
_NEAR_KM = 60.0
_AT_TOWN_KM = 25.0
"""Farther than this from a town's middle a point is told by its distance from it."""
_FROM_TOWN_KM = 400.0
"""Up to here a point is named by its distance from a town."""
_SMALL_COUNTRY = 8.0
"""A country is the place of a point up to this size, square degrees of the equator (Austria)."""
_MOST_LAND = 0.2
"""Share of land up to which a box is named after a sea."""
_PROBES = 9
"""Points along each side of a box by which its share of land is told."""
_THE = re.compile(
    r"^(?:Contiguous|United|Midwestern|Northeastern|Southeastern|Southwestern|Upper|Middle|British"
    r"|Great(?! Britain)|Western North|Eastern North|Netherlands|Philippines|Bahamas|Maldives|Congo"
    r"|Gambia)\b"
    r"|\b(?:Islands|Isles|Sea|Ocean|Strait|Channel|Peninsula|Plains?|Plateau|Basin|Delta|Alps"
    r"|Mountains|Mediterranean|Caribbean|Atlantic|Pacific|Balkans|Coast|Subcontinent|subcontinent"
    r"|Republic|Emirates|States|Valley|Midwest|Sahel|Arctic|Maghreb|Yangtze|Far East|Carolinas"
    r"|Azores|Sahara|Highlands|Northwest|Aleutians)$"
    r"|\b(?:Gulf|Bay|Sea|Horn) of\b"
)
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
        sea = place.kind == "region" and is_water(place.name)
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


@lru_cache(maxsize=1024)
def name_of_point(
    latitude: float, longitude: float, language: Language, *, on_land: bool = False
) -> str | None:
    """Name the place at a point: a large town nearby, else the water, else the state or country.

    Where the gazetteer has no states of a large country, a point in it is named by its distance
    from the nearest town of that country.

    Parameters
    ----------
    latitude, longitude : float
        Degrees.
    language : Language
    on_land : bool, optional
        The data say that it is land, wherever the outlines end: no water names it.

    Returns
    -------
    str or None
    """
    place = _land_at(latitude, longitude, language)
    if not on_land and (place is None or place.kind in NATIONAL):
        wet = [
            (_area(box), name if language is Language.EN else chinese)
            for name, chinese, box in _all_waters()
            if box.holds(latitude, longitude) and (place is None or name.startswith("Lake "))
        ]
        if wet:
            return min(wet)[1]
    if place is None and on_land:
        place = _country_near(latitude, longitude)
    if place is None:
        return None
    if place.kind == "town":
        apart = float(great_circle_km(latitude, longitude, place.latitude, place.longitude))
        if apart > _AT_TOWN_KM:
            return _offset_from(latitude, longitude, place, language)
    if _says_little(place, language):
        told = _from_town(latitude, longitude, place.country, language)
        if told is not None or not _named(place, language):
            return told
    return place_name(place, language)


def _land_at(latitude: float, longitude: float, language: Language) -> Place | None:
    """Find a large town nearby, else the state or country that holds a point.

    A town without a name in the language is passed over: the wider name tells readers more.
    """
    near = _towns(latitude, longitude, _NEAR_KM, language)
    if near:
        return max((place for _, place in near), key=lambda place: place.population)
    return next(iter(places_at(latitude, longitude)), None)


def _towns(
    latitude: float, longitude: float, reach_km: float, language: Language
) -> list[tuple[float, Place]]:
    """Towns within reach that have a name in the language, each with its distance in km."""
    margin = reach_km / 111.0
    around = margin / max(cos(radians(latitude)), 0.05)
    near = (
        (float(great_circle_km(latitude, longitude, place.latitude, place.longitude)), place)
        for place in places()
        if place.kind == "town"
        and abs(place.latitude - latitude) <= margin
        and abs((place.longitude - longitude + 180.0) % 360.0 - 180.0) <= around
        and _named(place, language)
    )
    return [(distance, place) for distance, place in near if distance <= reach_km]


def _named(place: Place, language: Language) -> bool:
    """Whether a place has a name in a language."""
    return language is Language.EN or is_chinese(place_name(place, language))


def _says_little(place: Place, language: Language) -> bool:
    """Whether a country is too large to be the place of a point, or a state has no name."""
    large = place.kind in NATIONAL and _area(place.region) > _SMALL_COUNTRY
    return large or not _named(place, language)


def _country_near(latitude: float, longitude: float) -> Place | None:
    """Find the country of the nearest town."""
    near = _towns(latitude, longitude, _FROM_TOWN_KM, Language.EN)
    if not near:
        return None
    country = min(near, key=lambda item: item[0])[1].country
    return next((one for one in places() if one.kind in NATIONAL and one.country == country), None)


def _from_town(latitude: float, longitude: float, country: str, language: Language) -> str | None:
    """Tell a point by its distance and direction from the nearest town of a country."""
    near = [
        (distance, place)
        for distance, place in _towns(latitude, longitude, _FROM_TOWN_KM, language)
        if place.country == country
    ]
    if not near:
        return None
    _, town = min(near, key=lambda item: item[0])
    return _offset_from(latitude, longitude, town, language)


def _offset_from(latitude: float, longitude: float, town: Place, language: Language) -> str:
    distance = float(great_circle_km(latitude, longitude, town.latitude, town.longitude))
    bearing = float(initial_bearing(town.latitude, town.longitude, latitude, longitude))
    return localise(
        "report-offset_from",
        language,
        town=place_name(town, language),
        bearing=term(f"compass_{COMPASS[round(bearing / 45.0) % 8]}", language),
        distance=f"{10 * round(distance / 10.0)}",
    )


@cache
def _all_waters() -> tuple[tuple[str, str, Region], ...]:
    """Seas of the gazetteer and of the language's areas: name, Chinese name, box."""
    known = tuple(
        (place.name, place_name(place, Language.ZH), place.region)
        for place in places()
        if place.kind == "region" and is_water(place.name)
    )
    return (*known, *waters())


def _area(box: Region) -> float:
    """Area in square degrees of the equator."""
    return box.width * (box.north - box.south) * cos(radians(box.center[0]))


def _common_area(box: Region, other: Region) -> float:
    common = box.overlap(other)
    return 0.0 if common is None else _area(common)
