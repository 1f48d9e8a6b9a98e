"""Where the air changes, and which type each segment of a front has.

The type follows from the wind across the line or from the line's displacement, never from the mean
over a whole line: a front of a cyclone is cold on one side of it and warm on the other.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from datetime import timedelta
from typing import NamedTuple

import numpy as np

from diagnostics.detection.features.axes import shifted
from diagnostics.detection.features.extremes import closed_extrema
from diagnostics.detection.features.front_zones import (
    FrontSurface,
    ThermalField,
    distances_along,
    running_mean,
    thermal_field,
    zone_steps,
)
from diagnostics.detection.features.lines import Line
from diagnostics.errors import InputDataError
from diagnostics.grid.distance import great_circle_km, initial_bearing
from diagnostics.quantities.registry import components, values
from diagnostics.quantities.scene import ENOUGH, Array, Scene

FRONT_TYPES = ("cold", "warm", "stationary", "occluded", "untyped")
FAST_MS = 1.5
SHORTEST_KM = 300.0
"""Shorter segments belong to a neighbour; the wind is averaged over as much of the line."""
DISPLACEMENT_HOURS = 6.0
FASTEST_MS = 25.0
"""A front that would have moved faster is another one."""
MEETING_KM = 300.0
"""A front that comes this close to a low belongs to it."""
LOW_INTERVAL_HPA = 2.0
RIDGE_KM = 200.0
"""Length along the line over which its warm air is averaged."""
SECTOR_KM = 2000.0
"""How far along the front from a low its warm sector is sought."""
OCCLUDED_K = 2.0
"""What the air beside an occlusion is colder than the warm sector by [D]."""
TONGUE_KM = 500.0
"""Within this the tongue cools by as much: beside a trailing front the air cools by less [D]."""
WRAPPED_DEG = 90.0
"""How far an occlusion is wrapped round its low, seen from there [D]."""
MATURE_CONTOURS = 3
"""Closed contours of a low that may be occluded [D]."""
TRIPLE_KM = 1500.0
"""The triple point lies no farther from the low [D]."""
BENT_BACK_KM = 750.0
"""How far from the low an occlusion is bent back round it [D]."""
WAVE_KM = 1000.0
"""A cold and a warm segment meet within this of a low, else they are one [D]."""


class Low(NamedTuple):
    """A closed low: its centre, and whether it has as many contours as a mature cyclone."""

    place: tuple[float, float]
    mature: bool


@dataclass(frozen=True, eq=False)
class Segment:
    """A piece of a front with one type.

    Attributes
    ----------
    line : int
        Which of the lines it is a piece of.
    path : Line
    type : str
        One of `FRONT_TYPES`.
    normal_wind : float or None
        Mean V_n, m s-1, positive from the cold to the warm air; None where the wind is missing.
    moved : float or None
        Speed by its displacement, m s-1, of the same sign; None where it is unknown.
    """

    line: int
    path: Line
    type: str
    normal_wind: float | None
    moved: float | None


def front_segments(
    scene: Scene, surface: FrontSurface, thermal: ThermalField, lines: Sequence[Line]
) -> list[Segment]:
    """Cut lines into segments of one type.

    Parameters
    ----------
    scene : Scene
    surface : FrontSurface
    thermal : ThermalField
        Of the scene's time.
    lines : sequence of Line
        Front lines found in `thermal`.

    Returns
    -------
    list of Segment
        In the order of the lines, and along each of them; neighbours share a point.
    """
    wind = _normal_wind(scene, surface, thermal)
    moved = _displacement(scene, surface, thermal)
    lows = _lows(scene)
    segments = []
    for number, line in enumerate(lines):
        along = distances_along(line)
        across = running_mean(wind[line.rows, line.columns], along, SHORTEST_KM)
        speed = np.full(along.size, np.nan)
        if moved is not None:
            speed = running_mean(moved[line.rows, line.columns], along, SHORTEST_KM)
        deciding = np.where(np.isfinite(speed), speed, across)
        for start, stop, kind in _runs(deciding, along, line, thermal.crest, lows):
            known = np.isfinite(across[start:stop]).any()
            segments.append(
                Segment(
                    line=number,
                    path=line.part(start, min(stop, along.size - 1)),
                    type=kind,
                    normal_wind=float(np.nanmean(across[start:stop])) if known else None,
                    moved=_mean_of_most(speed[start:stop]),
                )
            )
    return segments


def _runs(
    speed: Array, along: Array, line: Line, crest: Array | None, lows: Sequence[Low] | None
) -> list[tuple[int, int, str]]:
    """Runs of one type along a line: the occluded one, and those of the rest by their speed."""
    occluded = None
    if crest is not None and lows:
        occluded = occluded_part(line, along, crest[line.rows, line.columns], lows)
    runs: list[tuple[int, int, str]] = []
    first, last = occluded or (along.size, along.size)
    for start, stop in ((0, first), (last, along.size)):
        if start == last < stop:
            runs.append((first, last, "occluded"))
        if start == stop:
            continue
        rest = typed_runs(speed[start:stop], along[start:stop])
        if lows is not None:
            rest = _joined(rest, speed[start:stop], line.part(start, stop - 1), lows)
        runs += [(start + one, start + end, kind) for one, end, kind in rest]
    if last == along.size > first:
        runs.append((first, last, "occluded"))
    return runs


def _joined(
    runs: list[tuple[int, int, str]], speed: Array, line: Line, lows: Sequence[Low]
) -> list[tuple[int, int, str]]:
    """Join a cold and a warm run that meet far from every low, typed by their mean speed."""
    for place in range(len(runs) - 1):
        (start, joint, one), (_, stop, other) = runs[place : place + 2]
        if {one, other} == {"cold", "warm"} and not any(
            float(great_circle_km(line.latitude[joint], line.longitude[joint], *low.place))
            <= WAVE_KM
            for low in lows
        ):
            mean = _mean_of_most(speed[start:stop])
            both = (start, stop, _kind(np.nan if mean is None else mean))
            changed: list[tuple[int, int, str]] = []
            for run in (*runs[:place], both, *runs[place + 2 :]):
                _append(changed, run)
            return _joined(changed, speed, line, lows)
    return runs


def typed_runs(speed: Array, along: Array) -> list[tuple[int, int, str]]:
    """Cut a line where its type changes; runs shorter than 300 km join their longer neighbour.

    Parameters
    ----------
    speed : array, shape (n,)
        Speed toward the warm air at each point, m s-1; NaN where it is unknown.
    along : array, shape (n,)
        Distance from the line's beginning, km.

    Returns
    -------
    list of tuple
        First point, the one after the last, and the type by the mean speed of each run.
    """
    runs: list[tuple[int, int, str]] = []
    for place, pace in enumerate(speed):
        _append(runs, (place, place + 1, _kind(pace)))

    def length(place: int) -> float:
        start, stop, _ = runs[place]
        return float(along[min(stop, along.size - 1)] - along[start])

    while len(runs) > 1:
        shortest = min(range(len(runs)), key=length)
        if length(shortest) >= SHORTEST_KM:
            break
        beside = [place for place in (shortest - 1, shortest + 1) if 0 <= place < len(runs)]
        neighbour = max(beside, key=length)
        first, second = sorted((shortest, neighbour))
        start, stop = runs[first][0], runs[second][1]
        mean = _mean_of_most(speed[start:stop])
        merged = (start, stop, _kind(np.nan if mean is None else mean))
        changed = [*runs[:first], merged, *runs[second + 1 :]]
        runs = []
        for run in changed:
            _append(runs, run)
    return runs


def _append(runs: list[tuple[int, int, str]], run: tuple[int, int, str]) -> None:
    """Append a run, or prolong the last one of the same kind."""
    if runs and runs[-1][2] == run[2]:
        runs[-1] = (runs[-1][0], run[1], run[2])
    else:
        runs.append(run)


def _kind(speed: float) -> str:
    """Type by the speed toward the warm air."""
    if not np.isfinite(speed):
        return "untyped"
    return "cold" if speed >= FAST_MS else "warm" if speed <= -FAST_MS else "stationary"


def _mean_of_most(data: Array) -> float | None:
    known = np.isfinite(data)
    return float(data[known].mean()) if known.mean() >= ENOUGH else None


def occluded_part(
    line: Line, along: Array, crest: Array, lows: Sequence[Low]
) -> tuple[int, int] | None:
    """Where a front is occluded: from the triple point to its low, and back round it.

    A cyclone is occluded where the air of its warm sector no longer reaches its centre (Schultz and
    Vaughan 2011, doi:10.1175/2010BAMS3057.1). The air on the warm side of the line then grows
    colder from the warm sector to the low, somewhere by 2 K of wet-bulb potential temperature in
    500 km; the triple point is where it is colder than the warm sector by 2 K. Behind the centre
    the occlusion is bent back as far as 750 km from it. Seen from the centre it turns by a right
    angle or more: it wraps round the low or runs past it.

    Parameters
    ----------
    line : Line
    along : array, shape (n,)
        Distance from its beginning, km.
    crest : array, shape (n,)
        The warmest air within 300 km on its warm side, K.
    lows : sequence of Low

    Returns
    -------
    tuple of int or None
        The first point and the one after the last; None where no low within 300 km of the line is
        occluded, or no triple point lies within 1500 km of it.
    """
    air = running_mean(crest, along, RIDGE_KM)
    for low in (item for item in lows if item.mature):
        away = great_circle_km(line.latitude, line.longitude, *low.place)
        middle = int(np.argmin(away))
        inside = (away <= TRIPLE_KM) & np.isfinite(air)
        if away[middle] > MEETING_KM or not inside[middle]:
            continue
        beside = np.where(np.abs(along - along[middle]) <= SECTOR_KM, air, np.nan)
        cut_off = np.nanmax(beside) - air > OCCLUDED_K
        near = np.abs(along[:, None] - along[None, :]) <= TONGUE_KM
        drop = np.where(near, beside[None, :] - beside[:, None], np.nan)
        if not cut_off[middle] or not np.nanmax(drop) > OCCLUDED_K:
            continue
        ends = []
        for way in (-1, 1):
            end = middle
            while 0 <= end + way < along.size and cut_off[end + way] and inside[end + way]:
                end += way
            beyond = end + way
            triple = 0 <= beyond < along.size and inside[beyond] and not cut_off[beyond]
            if not triple:
                while abs(end - middle) and away[end] > BENT_BACK_KM:
                    end -= way
            ends.append((end, triple))
        (first, _), (last, _) = ends
        part = slice(first, last + 1)
        around = np.unwrap(
            initial_bearing(*low.place, line.latitude[part], line.longitude[part]), period=360.0
        )
        wrapped = np.ptp(around) >= WRAPPED_DEG and along[last] - along[first] >= SHORTEST_KM
        if wrapped and any(triple for _, triple in ends):
            if along[first] < SHORTEST_KM and not ends[0][1]:
                first = 0
            if along[-1] - along[last] < SHORTEST_KM and not ends[1][1]:
                last = along.size - 1
            return first, last + 1
    return None


def _lows(scene: Scene) -> list[Low] | None:
    """Closed lows of sea-level pressure, the deepest first; None where the data lack it."""
    try:
        pressure = values(scene, "mean_sea_level_pressure")
    except InputDataError:
        return None
    grid = scene.grid
    return [
        Low(
            (
                float(grid.latitude[item.row, item.column]),
                float(grid.longitude[item.row, item.column]),
            ),
            item.closed >= MATURE_CONTOURS,
        )
        for item in closed_extrema(pressure, grid, low=True, interval=LOW_INTERVAL_HPA)
    ]


def _normal_wind(scene: Scene, surface: FrontSurface, thermal: ThermalField) -> Array:
    """V_n averaged over the zone, m s-1, by the gradient where it is at least half the largest."""
    u, v = components(scene, surface.wind)
    flow = u * thermal.east + v * thermal.north
    total = np.zeros(scene.grid.shape)
    weight = np.zeros(scene.grid.shape)
    for distance in zone_steps(scene.grid):
        east, north = -distance * thermal.east, -distance * thermal.north
        slope = shifted(thermal.slope, scene.grid, east, north)
        counts = np.where(slope >= 0.5 * thermal.cold_side, slope, 0.0)
        total += counts * shifted(flow, scene.grid, east, north)
        weight += counts
    with np.errstate(invalid="ignore", divide="ignore"):
        mean: Array = total / weight
    return mean


def _displacement(scene: Scene, surface: FrontSurface, thermal: ThermalField) -> Array | None:
    """Speed of the line since a time at most 6 h before, m s-1, toward the warm air.

    The line of either time is found on a transect along the normal, where the thermal front
    parameter has its maximum. None where the data hold no such time, or where a quarter of a cell
    in that time is more than what tells a moving front from a stationary one.
    """
    limit = timedelta(hours=DISPLACEMENT_HOURS)
    earlier = [time for time in scene.times if timedelta(0) < scene.time - time <= limit]
    if not earlier:
        return None
    seconds = (scene.time - min(earlier)).total_seconds()
    if 250.0 * max(scene.grid.spacing_km) / seconds > FAST_MS:
        return None
    try:
        before = thermal_field(scene.at(min(earlier)), surface)
    except InputDataError:
        return None
    reach = FASTEST_MS * seconds
    step = min(25e3, 500.0 * max(scene.grid.spacing_km))
    places = np.arange(-np.ceil(reach / step), np.ceil(reach / step) + 1.0) * step
    now = _place_on_transect(scene, thermal, thermal, surface, places)
    then = _place_on_transect(scene, thermal, before, surface, places)
    speed: Array = (now - then) / seconds
    return speed


def _place_on_transect(
    scene: Scene,
    thermal: ThermalField,
    other: ThermalField,
    surface: FrontSurface,
    places: Array,
) -> Array:
    """Distance along the normal to the nearest maximum of a front parameter, m; NaN without one."""
    profile = np.stack(
        [
            shifted(other.parameter, scene.grid, at * thermal.east, at * thermal.north)
            for at in places
        ]
    )
    left, middle, right = profile[:-2], profile[1:-1], profile[2:]
    peak = (middle >= left) & (middle > right) & (middle >= surface.tfp_min)
    distance = np.where(peak, np.abs(places[1:-1])[:, None, None], np.inf)
    nearest = np.argmin(distance, axis=0)[None]
    found = np.isfinite(np.take_along_axis(distance, nearest, axis=0)[0])
    one, two, three = (
        np.take_along_axis(part, nearest, axis=0)[0] for part in (left, middle, right)
    )
    # the parabola through three samples: its top lies between them
    bend = np.where(found, one - 2.0 * two + three, -1.0)
    shift = np.where(found, 0.5 * (one - three) / bend, 0.0)
    at = places[1:-1][nearest[0]] + shift * (places[1] - places[0])
    return np.where(found, at, np.nan)
