"""Where the air changes, and which type each segment of a front has.

The type follows from the wind across the line or from the line's displacement, never from the mean
over a whole line: a front of a cyclone is cold on one side of it and warm on the other.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace
from datetime import timedelta

import numpy as np
from scipy import ndimage

from diagnostics.detection.features.axes import shifted, sign_change
from diagnostics.detection.features.extremes import closed_extrema
from diagnostics.detection.features.lines import Line
from diagnostics.errors import InputDataError
from diagnostics.grid.distance import great_circle_km
from diagnostics.quantities.below_ground import pressure_at_ground
from diagnostics.quantities.refs import QuantityRef
from diagnostics.quantities.registry import components, values
from diagnostics.quantities.scene import ENOUGH, Array, Mask, Scene

FRONT_TYPES = ("cold", "warm", "stationary", "occluded", "untyped")
FAST_MS = 1.5
ZONE_KM = 150.0
"""Reach of the gradient zone on the cold side of the line."""
SHORTEST_KM = 300.0
"""Shorter segments belong to a neighbour; the wind is averaged over as much of the line."""
DISPLACEMENT_HOURS = 6.0
FASTEST_MS = 25.0
"""A front that would have moved faster is another one."""
MEETING_KM = 300.0
"""Ends of segments that are closer meet; also how close to a low an occlusion begins."""
LOW_INTERVAL_HPA = 2.0
RIDGE_KM = 200.0
RIDGE_SHARE = 0.6


@dataclass(frozen=True)
class FrontSurface:
    """What fronts are sought in.

    Attributes
    ----------
    theta, wind : QuantityRef
        Quantities, with their level.
    level : float or None
        hPa; None where the quantities are not at a pressure level.
    sigma_km : float
        Smoothing.
    grad_min : float
        Least gradient on the cold side, K m-1.
    tfp_min : float
        Least thermal front parameter, K m-2.
    """

    theta: QuantityRef
    wind: QuantityRef
    level: float | None
    sigma_km: float
    grad_min: float
    tfp_min: float


@dataclass(frozen=True, eq=False)
class ThermalField:
    """The smoothed temperature and what follows from it, each of shape (y, x).

    Attributes
    ----------
    tau : array
        Smoothed potential temperature, K; NaN below ground.
    slope : array
        Size of its gradient, K m-1.
    east, north : array
        Unit vector toward the warm air.
    parameter : array
        Thermal front parameter, K m-2.
    cold_side : array
        Largest gradient within the zone on the cold side, K m-1.
    ridge : array of bool
        Cells of front lines.
    """

    tau: Array
    slope: Array
    east: Array
    north: Array
    parameter: Array
    cold_side: Array
    ridge: Mask


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


def thermal_field(scene: Scene, surface: FrontSurface) -> ThermalField:
    """Return the smoothed temperature, its gradient and the cells of front lines."""
    grid = scene.grid
    theta = np.where(_below_ground(scene, surface.level), np.nan, values(scene, surface.theta))
    tau = grid.smooth(theta, surface.sigma_km, about=scene.region.center[0])
    tx, ty = grid.gradient(tau)
    slope = np.hypot(tx, ty)
    with np.errstate(invalid="ignore", divide="ignore"):
        east, north = tx / slope, ty / slope
    gx, gy = grid.gradient(slope)
    parameter = -(gx * east + gy * north)
    px, py = grid.gradient(parameter)
    along = px * east + py * north
    cold_side = np.nan_to_num(slope)
    for distance in _zone(scene):
        cold_side = np.maximum(cold_side, shifted(slope, grid, -distance * east, -distance * north))
    with np.errstate(invalid="ignore"):
        strong = (parameter >= surface.tfp_min) & (cold_side >= surface.grad_min)
    ridge = sign_change(np.nan_to_num(along), cyclic=grid.cyclic) & strong
    return ThermalField(tau, slope, east, north, parameter, cold_side, ridge)


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
    segments = []
    for number, line in enumerate(lines):
        along = _distances(line)
        across = _smoothed(wind[line.rows, line.columns], along)
        speed = np.full(along.size, np.nan)
        if moved is not None:
            speed = _smoothed(moved[line.rows, line.columns], along)
        deciding = np.where(np.isfinite(speed), speed, across)
        for start, stop, kind in typed_runs(deciding, along):
            known = np.isfinite(across[start:stop]).any()
            segments.append(
                Segment(
                    line=number,
                    path=_piece(line, slice(start, min(stop + 1, along.size))),
                    type=kind,
                    normal_wind=float(np.nanmean(across[start:stop])) if known else None,
                    moved=_mean_of_most(speed[start:stop]),
                )
            )
    return with_occlusions(scene, surface, segments)


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


def with_occlusions(
    scene: Scene, surface: FrontSurface, segments: Sequence[Segment]
) -> list[Segment]:
    """Type the segments that run from a low to where a cold and a warm one meet.

    Parameters
    ----------
    scene : Scene
    surface : FrontSurface
    segments : sequence of Segment
        Typed by their speed.

    Returns
    -------
    list of Segment
        Such a segment is occluded where a ridge of equivalent potential temperature lies along it,
        and untyped where there is none or the data lack humidity.
    """
    lows = _lows(scene)
    if not lows:
        return [*segments]
    on_ridge = _ridge_of_theta_e(scene, surface)
    typed = []
    for segment in segments:
        kind = segment.type
        if any(_occludes(segment, end, lows, segments) for end in (0, -1)):
            ridge = on_ridge is not None and on_ridge[segment.path.cells].mean() >= RIDGE_SHARE
            kind = "occluded" if ridge else "untyped"
        typed.append(replace(segment, type=kind))
    return typed


def _occludes(
    segment: Segment, end: int, lows: Sequence[tuple[float, float]], segments: Sequence[Segment]
) -> bool:
    """Whether a segment runs from a low to where a cold and a warm segment meet at its `end`."""
    low_end = (segment.path.latitude[-1 - end], segment.path.longitude[-1 - end])
    if min(float(great_circle_km(*low_end, *low)) for low in lows) > MEETING_KM:
        return False
    place = (segment.path.latitude[end], segment.path.longitude[end])
    if min(float(great_circle_km(*place, *low)) for low in lows) <= MEETING_KM:
        return False
    meeting = {
        other.type
        for other in segments
        if other is not segment
        and float(great_circle_km(*place, other.path.latitude, other.path.longitude).min())
        <= MEETING_KM
    }
    return {"cold", "warm"} <= meeting


def _lows(scene: Scene) -> list[tuple[float, float]]:
    """Centres of closed lows of sea-level pressure; none where the data lack it."""
    try:
        pressure = values(scene, "mean_sea_level_pressure")
    except InputDataError:
        return []
    grid = scene.grid
    centres = closed_extrema(pressure, grid, low=True, interval=LOW_INTERVAL_HPA, limit=1)
    return [
        (float(grid.latitude[item.row, item.column]), float(grid.longitude[item.row, item.column]))
        for item in centres
    ]


def _ridge_of_theta_e(scene: Scene, surface: FrontSurface) -> Mask | None:
    """Cells within 200 km of an axis of high equivalent potential temperature; None without it."""
    if surface.level is None:
        return None
    grid = scene.grid
    try:
        theta_e = values(scene, QuantityRef("equivalent_potential_temperature", surface.level))
    except InputDataError:
        return None
    smooth = grid.smooth(theta_e, surface.sigma_km)
    sides = []
    for bearing in np.radians((0.0, 45.0, 90.0, 135.0)):
        pair = [
            shifted(
                smooth,
                grid,
                np.full(grid.shape, way * 1e3 * RIDGE_KM * np.sin(bearing)),
                np.full(grid.shape, way * 1e3 * RIDGE_KM * np.cos(bearing)),
            )
            for way in (1.0, -1.0)
        ]
        sides.append(smooth > np.maximum(*pair))
    crest: Mask = np.any(sides, axis=0)
    reach = max(1, round(0.5 * RIDGE_KM / max(grid.spacing_km)))
    wide: Mask = ndimage.binary_dilation(crest, iterations=reach)
    return wide


def _below_ground(scene: Scene, level: float | None) -> Mask:
    if level is None or not (scene.has("sp") or scene.has("orog")):
        return np.zeros(scene.grid.shape, dtype=bool)
    name = "sp" if scene.has("sp") else "orog"
    below: Mask = 100.0 * level > pressure_at_ground(name, scene.field(name))
    return below


def _zone(scene: Scene) -> Array:
    """Distances from the line into the cold air, m."""
    steps = max(3, round(ZONE_KM / max(scene.grid.spacing_km)) + 1)
    return 1e3 * np.linspace(0.0, ZONE_KM, steps)


def _normal_wind(scene: Scene, surface: FrontSurface, thermal: ThermalField) -> Array:
    """V_n averaged over the zone, m s-1, by the gradient where it is at least half the largest."""
    u, v = components(scene, surface.wind)
    flow = u * thermal.east + v * thermal.north
    total = np.zeros(scene.grid.shape)
    weight = np.zeros(scene.grid.shape)
    for distance in _zone(scene):
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


def _distances(line: Line) -> Array:
    steps = great_circle_km(
        line.latitude[:-1], line.longitude[:-1], line.latitude[1:], line.longitude[1:]
    )
    return np.concatenate([[0.0], np.cumsum(steps)])


def _smoothed(data: Array, along: Array) -> Array:
    """Mean over 300 km along the line; NaN where less than half of it has values."""
    near = np.abs(along[:, None] - along[None, :]) <= SHORTEST_KM / 2.0
    known = np.isfinite(data)
    count = (near & known).sum(axis=1)
    with np.errstate(invalid="ignore", divide="ignore"):
        mean = (near @ np.where(known, data, 0.0)) / count
    return np.where(2 * count >= near.sum(axis=1), mean, np.nan)


def _piece(line: Line, part: slice) -> Line:
    rows, columns = line.rows[part], line.columns[part]
    latitude, longitude = line.latitude[part], line.longitude[part]
    length = great_circle_km(latitude[:-1], longitude[:-1], latitude[1:], longitude[1:]).sum()
    return Line((rows, columns), latitude, longitude, rows, columns, float(length))
