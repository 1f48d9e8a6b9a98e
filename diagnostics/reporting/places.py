"""Names for boxes and points, from the gazetteer, beside their coordinates."""

from __future__ import annotations

from functools import lru_cache
from math import cos, radians

from diagnostics.contracts.enums import Language
from diagnostics.contracts.space_time import Region
from diagnostics.grid.distance import great_circle_km
from diagnostics.grid.gazetteer import Place, places, places_at

_ALIKE = 0.4
"""Least share of the union of two boxes that both cover, for one to bear the other's name."""
_WITHIN = 0.85
"""Least share of a box that lies in a place, for it to be called part of that place."""
_NEAR_KM = 60.0
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
    if language is Language.ZH:
        for alias in place.aliases:
            if any("\u4e00" <= character <= "\u9fff" for character in alias):
                return alias
    return place.name


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
        alike = common / (whole + own - common)
        if alike >= _ALIKE and (best is None or alike > best[0]):
            best = alike, place
        if common >= _WITHIN * own and (around is None or whole < around[0]):
            around = whole, place
    if best is not None:
        return best[1], False
    return (around[1], True) if around is not None else None


@lru_cache(maxsize=1024)
def name_of_point(latitude: float, longitude: float) -> Place | None:
    """Find the place at a point: a large town nearby, else the state or country, else the sea.

    Parameters
    ----------
    latitude, longitude : float
        Degrees.

    Returns
    -------
    Place or None
    """
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
    if near:
        return max(near, key=lambda place: place.population)
    within = places_at(latitude, longitude)
    if within:
        return within[0]
    seas = [
        place
        for place in places()
        if place.kind == "region"
        and place.name not in _TOO_WIDE
        and place.region.holds(latitude, longitude)
        and (_is_sea(place))
    ]
    return min(seas, key=lambda place: _area(place.region), default=None)


def _is_sea(place: Place) -> bool:
    words = ("Sea", "Gulf", "Bay", "Atlantic", "Pacific", "Caribbean", "Mediterranean")
    return any(word in place.name for word in words)


def _area(box: Region) -> float:
    """Area in square degrees of the equator."""
    return box.width * (box.north - box.south) * cos(radians(box.center[0]))


def _common_area(one: Region, other: Region) -> float:
    south, north = max(one.south, other.south), min(one.north, other.north)
    if south >= north:
        return 0.0
    turn = 360.0 * round((one.center[1] - other.center[1]) / 360.0)
    west = max(one.west, other.west + turn)
    east = min(one.west + one.width, other.west + turn + other.width)
    if west >= east:
        return 0.0
    return (east - west) * (north - south) * cos(radians((south + north) / 2))
