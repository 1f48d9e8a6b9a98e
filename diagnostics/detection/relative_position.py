"""Where an anomaly stands, seen from the peak of an event."""

from __future__ import annotations

from collections.abc import Iterable
from datetime import datetime
from math import cos, radians, sqrt

import numpy as np

from diagnostics.contracts.enums import IndexStatus, PlaceDoubt
from diagnostics.contracts.evidence import Feature, FeaturesAnswer
from diagnostics.contracts.guidelines import Place
from diagnostics.contracts.narration import doubt_message
from diagnostics.contracts.space_time import FromPeak, Region, SearchPlace
from diagnostics.errors import InputDataError
from diagnostics.grid.distance import destination, great_circle_km, initial_bearing
from diagnostics.messages import Message, render
from diagnostics.ports import FieldSource
from diagnostics.quantities.refs import QuantityRef
from diagnostics.quantities.scene_loading import load_scene

KM_PER_DEGREE = 111.195
NEAR_KM = 50.0
"""Closer to the peak than this, a direction says nothing."""
ENOUGH = 0.6
"""Share of a place that the data must cover before something is said not to be there [D]."""
_CENTRED = 1.0 / sqrt(2.0)
_SHIFT, _SHIFTED = 0.4, 0.42
"""A square shifted to one side: its centre and half its side, in reaches. It holds the peak, and no
corner lies beyond the reach: 0.4 + 0.42 * sqrt(2) < 1."""
_BEYOND = 0.25
"""How far a box that is shifted to a corner goes beyond the peak, in reaches: 0.42 * sqrt(2) - 0.4,
and a little more where meridians spread."""
_LEVELS = {
    Place.UPSTREAM: (500.0, 700.0),
    Place.EXIT_REGION: (250.0, 300.0, 200.0),
    Place.INFLOW: (850.0, 925.0),
}
_AROUND_PEAK_KM = 300.0
_LEAST_CELLS = 5
"""Cells that a plane needs: a cell and its four neighbours, on grids of 2.5 degrees."""
_WEAK = 1.0
"""A mean wind below this, m/s, has no direction worth the name."""
_AIR_LEVELS = (850.0, 925.0)
_LEAST_GRADIENT = 0.3
"""A fall of temperature below this, K per 100 km, has no side: about half of the mean one from
south to north in middle latitudes in winter [D]."""
_EIGHTHS = (
    "north", "northeast", "east", "southeast", "south", "southwest", "west", "northwest",
)  # fmt: skip


def square(latitude: float, longitude: float, half_km: float) -> Region:
    """Return the box of so many km on each side of a point; near a pole it is the whole circle."""
    half = half_km / KM_PER_DEGREE
    south, north = max(-90.0, latitude - half), min(90.0, latitude + half)
    narrow = cos(radians(max(abs(south), abs(north))))
    wide = 180.0 if narrow * 180.0 <= half else half / cos(radians(latitude))
    return Region(west=longitude - wide, south=south, east=longitude + wide, north=north)


def place_of(
    latitude: float, longitude: float, reach_km: float, bearing: float | None, less_km: float = 0.0
) -> Region:
    """Return the box in which an anomaly is looked for.

    Parameters
    ----------
    latitude, longitude : float
        The peak, degrees.
    reach_km : float
        No corner lies farther from the peak, as far as a box in degrees allows.
    bearing : float or None
        The side to which the box is shifted, degrees from north; None for all sides.
    less_km : float
        How far the search looks beyond the box by itself.
    """
    least = NEAR_KM
    if bearing is None:
        return square(latitude, longitude, max(least, _CENTRED * reach_km - less_km))
    centre = destination(latitude, longitude, bearing, _SHIFT * reach_km)
    return square(*centre, max(least, _SHIFTED * reach_km - less_km))


def side_of(
    place: Place, source: FieldSource, *, latitude: float, longitude: float, time: datetime
) -> float | None:
    """Return the direction of a place from the peak: that from which the wind or the cold comes.

    Parameters
    ----------
    place : Place
    source : FieldSource
    latitude, longitude : float
    time : datetime
        One of the source's.

    Returns
    -------
    float or None
        Degrees from north, of the mean wind around the peak, or along the gradient of temperature
        there; None where the place has no side, or the data do not hold what gives it.
    """
    if place in (Place.COLD_SIDE, Place.WARM_SIDE):
        cold = colder_side(source, latitude=latitude, longitude=longitude, time=time)
        turned = 0.0 if place is Place.COLD_SIDE else 180.0
        return None if cold is None else (cold + turned) % 360.0
    held = source.inventory().levels_hpa
    level = next((item for item in _LEVELS.get(place, ()) if item in held), None)
    if level is None:
        return None
    region = square(latitude, longitude, _AROUND_PEAK_KM)
    try:
        scene = load_scene(
            source, (QuantityRef("wind", level),), region=region, time=time, domain=region
        )
        east = float(np.nanmean(scene.field("u", level)))
        north = float(np.nanmean(scene.field("v", level)))
    except InputDataError:
        return None
    if not np.isfinite(east + north) or np.hypot(east, north) < _WEAK:
        return None
    return float(np.degrees(np.arctan2(-east, -north)) % 360.0)


def colder_side(
    source: FieldSource, *, latitude: float, longitude: float, time: datetime
) -> float | None:
    """Return the direction from a point in which the air near the ground becomes colder.

    Parameters
    ----------
    source : FieldSource
    latitude, longitude : float
        Degrees.
    time : datetime
        One of the source's.

    Returns
    -------
    float or None
        Degrees clockwise from true north, down the plane that fits the temperature at 850 hPa
        within 300 km best (least squares); at 925 hPa, else at 2 m, where the data lack it. None
        where it falls by less than 0.3 K per 100 km, or is not known.
    """
    inventory = source.inventory()
    aloft = inventory.levels_hpa if inventory.variable("t") is not None else ()
    level = next((item for item in _AIR_LEVELS if item in aloft), None)
    region = square(latitude, longitude, _AROUND_PEAK_KM)
    asked = "temperature_2m" if level is None else QuantityRef("temperature", level)
    try:
        scene = load_scene(source, (asked,), region=region, time=time, domain=region)
        values = np.asarray(scene.field("t2m" if level is None else "t", level), dtype=np.float64)
    except InputDataError:
        return None
    grid = scene.grid
    distance = great_circle_km(latitude, longitude, grid.latitude, grid.longitude)
    used = np.isfinite(values) & (distance <= _AROUND_PEAK_KM)
    if used.sum() < _LEAST_CELLS:
        return None
    bearing = np.radians(initial_bearing(latitude, longitude, grid.latitude, grid.longitude))
    east, north = distance * np.sin(bearing), distance * np.cos(bearing)
    plane = np.column_stack([np.ones(int(used.sum())), east[used], north[used]])
    (_, along_east, along_north), _, rank, _ = np.linalg.lstsq(plane, values[used], rcond=None)
    if rank < plane.shape[1] or 100.0 * np.hypot(along_east, along_north) < _LEAST_GRADIENT:
        return None
    return float(np.degrees(np.arctan2(-along_east, -along_north)) % 360.0)


def from_peak(
    place: SearchPlace,
    time: datetime | None,
    latitude: float | None,
    longitude: float | None,
) -> FromPeak:
    """Say how far from the peak something lies, in which direction, and how long after it."""
    lag = ((time or place.time) - place.time).total_seconds() / 3600.0
    if latitude is None or longitude is None:
        return FromPeak(lag_hours=lag, apart_hours=abs(lag))
    peak = place.latitude, place.longitude
    distance = float(great_circle_km(*peak, latitude, longitude))
    bearing = float(initial_bearing(*peak, latitude, longitude))
    direction = _EIGHTHS[round(bearing / 45.0) % 8] if distance >= NEAR_KM else ""
    return FromPeak(
        distance_km=distance,
        bearing_deg=round(bearing, 1),
        direction=direction,
        lag_hours=lag,
        apart_hours=abs(lag),
    )


def within(
    place: SearchPlace,
    latitude: float | None,
    longitude: float | None,
    *,
    beyond_km: float | None = None,
) -> bool:
    """Whether a position lies within the reach and on the side of the place.

    Parameters
    ----------
    place : SearchPlace
    latitude, longitude : float or None
        What has no position is where it was computed.
    beyond_km : float, optional
        How far it may lie on the other side of a peak with a side of temperature; as far as the
        box of such a place goes by default, a quarter of the reach.
    """
    seen = from_peak(place, None, latitude, longitude)
    if seen.distance_km is None:
        return True
    if place.side_deg is not None and seen.bearing_deg is not None:
        beyond = _BEYOND * place.reach_km if beyond_km is None else beyond_km
        angle = radians(seen.bearing_deg - place.side_deg)
        if seen.distance_km * cos(angle) < -beyond:
            return False
    return seen.distance_km <= place.reach_km


def covered(place: SearchPlace, held: Region | None) -> float:
    """Share of the place that the data hold, 0 to 1."""
    return share_held(place.region, held)


def share_held(region: Region, held: Region | None) -> float:
    """Share of a box that the data hold, 0 to 1."""
    if held is None:
        return 0.0
    both = region.overlap(held)
    whole = region.width * (region.north - region.south)
    return 0.0 if both is None else both.width * (both.north - both.south) / whole


def at_edge(
    latitude: float | None, longitude: float | None, held: Region | None, spacing_deg: float
) -> bool:
    """Whether a position lies on the outermost cells of the data."""
    if held is None or latitude is None or longitude is None:
        return False
    step = 0.75 * spacing_deg
    south = held.south > -90.0 + spacing_deg and latitude - held.south < step
    north = held.north < 90.0 - spacing_deg and held.north - latitude < step
    if held.width + 1.5 * spacing_deg >= 360.0:
        return south or north
    east_of_west = (longitude - held.west + step) % 360.0 - step
    return south or north or east_of_west < step or held.width - east_of_west < step


def at_place(
    answer: FeaturesAnswer, place: SearchPlace | None, held: Region | None, spacing_deg: float
) -> FeaturesAnswer:
    """Keep of a detector's answer what stands at the place of the event.

    Parameters
    ----------
    answer : FeaturesAnswer
        The strongest feature first.
    place : SearchPlace or None
        None for entries without one: the answer stays as it is.
    held : Region or None
        What the data cover.
    spacing_deg : float

    Returns
    -------
    FeaturesAnswer
        Passed where a feature that is good enough lies within the reach and off the edge of the
        data. Cannot tell where the data cover too little of the place, where the hour is not one
        that is asked for, or where the only one lies on the edge of the data.
    """
    if place is None or answer.passed is None:
        return answer
    if answer.time is not None and not place.window.start <= answer.time <= place.window.end:
        return _untold(answer, "verdict-place_hour")
    near = tuple(item for item in answer.features if _reached(place, item))
    beyond = [item for item in answer.features if not _reached(place, item)]
    good = _good(answer.features)
    told = answer.model_copy(
        update={"features": near, "elsewhere": next((i for i in beyond if i in good), None)}
    )
    if answer.passed:
        if not answer.features:
            return answer
        decisive = [item for item in near if item in good]
        inside = [
            item
            for item in decisive
            if item.doubt is None and not at_edge(*nearest(place, item), held, spacing_deg)
        ]
        if inside:
            rest = tuple(item for item in near if item not in inside)
            return told.model_copy(
                update={"features": (*inside, *rest), "score": _score(inside, answer)}
            )
        if decisive:
            doubts = [item.doubt for item in decisive if item.doubt is not None]
            return _untold(told, doubt_message(doubts[0] if doubts else PlaceDoubt.DATA_EDGE).id)
    if place.whole and covered(place, held) < ENOUGH:
        return _untold(told, "verdict-place_covered")
    if answer.passed:
        return told.model_copy(update={"passed": False, "score": min(answer.score, 0.49)})
    return told


def _score(found: Iterable[Feature], answer: FeaturesAnswer) -> float:
    return max(0.5, min(answer.score, max(item.score for item in found)))


def _untold(answer: FeaturesAnswer, reason: str) -> FeaturesAnswer:
    wording = Message(id=reason)
    return answer.model_copy(
        update={
            "passed": None,
            "score": min(answer.score, 0.49),
            "status": IndexStatus.UNDETERMINED,
            "message": render(wording, "en"),
            "wording": wording,
        }
    )


def _good(features: tuple[Feature, ...]) -> tuple[Feature, ...]:
    """The features that let a detector pass: by convention those with a score of a half."""
    return tuple(item for item in features if item.score >= 0.5) or features


def nearest(place: SearchPlace, item: Feature) -> tuple[float, float]:
    """Return the point of a feature that is nearest to the peak: of a line, one of its points."""
    points = ((item.latitude, item.longitude), *item.line)
    return min(
        points,
        key=lambda point: float(great_circle_km(place.latitude, place.longitude, *point)),
    )


def _reached(place: SearchPlace, item: Feature) -> bool:
    """Whether a feature or a part of its line lies within the reach, and in the air of the side."""
    return within(place, *nearest(place, item), beyond_km=NEAR_KM)
