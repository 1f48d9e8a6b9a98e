"""The vertical cross section through the event point, and what can be read from it."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from diagnostics.detection.features.answers import Detection, detection, feature, graded
from diagnostics.detection.features.columns import Columns
from diagnostics.detection.features.ground import every_level_above_ground
from diagnostics.errors import InputDataError
from diagnostics.grid.distance import great_circle_km
from diagnostics.grid.sections import Section, great_circle_section, sample_bilinear
from diagnostics.messages import Message
from diagnostics.quantities.refs import QuantityRef
from diagnostics.quantities.registry import values
from diagnostics.quantities.scene import Array, Scene, require

HALF_LENGTH_KM = 1000.0
TOP_HPA = 200.0
EARTH_RADIUS_KM = 6371.0087714
NOTHING_KNOWN = Message(id="detect-no_section")


@dataclass(frozen=True, eq=False, kw_only=True)
class CrossSection(Columns):
    """Fields on a vertical plane.

    Attributes
    ----------
    points : Section
        Places along the plane, western or northern end first.
    centre : int
        Index of the event point.
    """

    points: Section
    centre: int

    chart = "cross section"

    @property
    def distance(self) -> Array:
        """Distance from the event point along the plane, km."""
        return np.asarray(self.points.distance_km - self.points.distance_km[self.centre])

    def place(self, index: int) -> tuple[float, float]:
        """Latitude and longitude of one point."""
        return float(self.points.latitude[index]), float(self.points.longitude[index])


def cross_section(scene: Scene) -> CrossSection:
    """Return the plane through the region's centre, along the horizontal temperature gradient.

    It reaches 1000 km to either side, or as far as the data, and runs from the western (or, for a
    nearly meridional plane, the northern) end to the other. Where the temperature at 850 hPa has no
    clear gradient, or is missing, the plane is meridional.
    """
    made: CrossSection = scene.keep(
        "cross_section", lambda: _cross_section(every_level_above_ground(scene))
    )
    return made


def _cross_section(scene: Scene) -> CrossSection:
    require(scene, ("t",))
    latitude, longitude = scene.region.center
    bearing = _bearing(scene)
    ends = [_walk(scene, latitude, longitude, bearing + turn) for turn in (180.0, 0.0)]
    spacing = max(15.0, min(0.7 * max(scene.grid.spacing_km), 60.0))
    points = great_circle_section(ends[0], ends[1], spacing_km=spacing)
    centre = int(np.argmin(great_circle_km(latitude, longitude, points.latitude, points.longitude)))
    chosen = scene.levels_hpa >= TOP_HPA - 1e-6
    pressure = scene.levels_hpa[chosen]
    if pressure.size < 4:
        raise InputDataError(
            Message(
                id="detectionerror-section_levels",
                params={"top": f"{TOP_HPA:g}", "count": f"{pressure.size}"},
            ),
            code="missing_level",
        )

    def sampled(field: Array) -> Array:
        return sample_bilinear(field, scene.grid, points.latitude, points.longitude)

    ground = np.full(points.latitude.size, pressure[-1])
    if scene.has("sp"):
        ground = sampled(scene.field("sp")) / 100.0
    hidden = pressure[:, None] > ground[None, :] + 1e-6
    fields = {
        name: np.where(hidden, np.nan, sampled(scene.column(name)[chosen]))
        for name in ("t", "q", "u", "v", "w")
        if scene.has(name)
    }
    return CrossSection(
        points=points, centre=centre, pressure=pressure, ground=ground, fields=fields
    )


def _bearing(scene: Scene) -> float:
    """Direction of the plane: from the western or northern end toward the other."""
    level = min(scene.levels_hpa, key=lambda value: abs(value - 850.0))
    smooth = scene.grid.smooth(values(scene, QuantityRef("temperature", level)), 150.0)
    east, north = scene.grid.gradient(smooth)
    near = scene.inside(2.0) & np.isfinite(east) & np.isfinite(north)
    if not near.any():
        return 180.0
    gx, gy = float(np.mean(east[near])), float(np.mean(north[near]))
    if np.hypot(gx, gy) * 1e5 < 0.2:
        return 180.0
    bearing = float(np.degrees(np.arctan2(gx, gy))) % 180.0
    return bearing + 180.0 if bearing < 20.0 else bearing


def _walk(scene: Scene, latitude: float, longitude: float, bearing: float) -> tuple[float, float]:
    """Go along a great circle until 1000 km away or to the last point inside the data."""
    phi, lam, turn = np.radians([latitude, longitude, bearing])
    place = (latitude, longitude)
    for distance in np.arange(50.0, HALF_LENGTH_KM + 1.0, 50.0):
        angle = distance / EARTH_RADIUS_KM
        sine = np.sin(phi) * np.cos(angle) + np.cos(phi) * np.sin(angle) * np.cos(turn)
        there = lam + np.arctan2(
            np.sin(turn) * np.sin(angle) * np.cos(phi), np.cos(angle) - np.sin(phi) * sine
        )
        lat, lon = float(np.degrees(np.arcsin(sine))), float(np.degrees(there))
        lon = (lon + 180.0) % 360.0 - 180.0
        inside = sample_bilinear(scene.grid.latitude, scene.grid, np.array([lat]), np.array([lon]))
        if not np.isfinite(inside[0]):
            break
        place = (lat, lon)
    if place == (latitude, longitude):
        raise InputDataError(
            Message(id="detectionerror-section_edge"),
            code="grid_too_small",
        )
    return place


def longest_run(flags: NDArray[np.bool_]) -> tuple[int, int]:
    """Start and end (exclusive) of the longest run of True; (0, 0) when there is none."""
    edges = np.flatnonzero(np.diff(np.r_[0, flags.astype(int), 0]))
    if edges.size == 0:
        return 0, 0
    runs = list(zip(edges[::2].tolist(), edges[1::2].tolist(), strict=True))
    return max(runs, key=lambda run: run[1] - run[0])


def cold_dome(
    scene: Scene,
    *,
    min_depth_hpa: float = 100.0,
    min_width_km: float = 300.0,
    flank_km: float = 500.0,
    reach_km: float = 300.0,
) -> Detection:
    """Cold dome: an isentrope that stands higher over the event point than at the plane's ends.

    The isentrope is the median potential temperature at 850 hPa on the plane. Passes when it stands
    at least `min_depth_hpa` above its lower end over a width of `min_width_km`, within `reach_km`
    of the point, and climbs by that much within `flank_km`: the gentle slope of ordinary westerlies
    is no dome.
    """
    plane = cross_section(scene)
    theta = plane.potential_temperature()
    near_850 = int(np.argmin(np.abs(plane.pressure - 850.0)))
    if not np.isfinite(theta[near_850]).any():
        return detection(None, (), NOTHING_KNOWN)
    value = float(np.nanmedian(theta[near_850]))
    surface = np.array([_pressure_of(theta[:, k], plane.pressure, value, plane.ground[k])
                        for k in range(theta.shape[1])])  # fmt: skip
    if not np.isfinite(surface[[0, -1]]).any():
        return detection(None, (), NOTHING_KNOWN)
    lower_end = float(np.nanmax([surface[0], surface[-1]]))
    start, stop = longest_run(surface <= lower_end - min_depth_hpa)
    depth = float(lower_end - np.nanmin(surface))
    width = (
        float(plane.points.distance_km[stop - 1] - plane.points.distance_km[start]) if stop else 0.0
    )
    away = 0.0
    if stop and not start <= plane.centre < stop:
        away = float(np.abs(plane.distance[[start, stop - 1]]).min())
    step = max(1, round(flank_km / float(np.diff(plane.points.distance_km).mean())))
    steepest = float(np.nanmax(np.abs(surface[step:] - surface[:-step]), initial=0.0))
    passed = depth >= min_depth_hpa and width >= min_width_km and away <= reach_km
    passed &= steepest >= min_depth_hpa
    place = plane.place((start + stop) // 2 if stop else plane.centre)
    found = feature(
        "cold_dome",
        *place,
        value=depth,
        unit="hPa",
        strength=depth,
        length_km=width,
        score=max(0.5, graded(depth, min_depth_hpa)) if passed else 0.3,
        extra={
            "isentrope_k": round(value, 1),
            "distance_km": round(away),
            "steepest_hpa": round(steepest),
        },
    )
    message = Message(
        id="detect-cold_dome",
        params={
            "theta": f"{value:.0f}",
            "rise": f"{depth:.0f}",
            "steepest": f"{steepest:.0f}",
            "flank": f"{flank_km:.0f}",
        },
    )
    return detection(passed, (found,) if stop else (), message)


def _pressure_of(theta: Array, pressure: Array, value: float, ground: float) -> float:
    """Pressure where a column first reaches `value` from the ground upward."""
    valid = np.isfinite(theta)
    if not valid.any():
        return float("nan")
    column, levels = theta[valid][::-1], pressure[valid][::-1]
    if column[0] >= value:
        return float(min(ground, levels[0]))
    above = int(np.argmax(column >= value)) if (column >= value).any() else column.size - 1
    low, high = column[above - 1], column[above]
    share = 1.0 if high == low else min(1.0, float((value - low) / (high - low)))
    return float(levels[above - 1] + share * (levels[above] - levels[above - 1]))


def ascent_column(
    scene: Scene,
    *,
    w_max: float = -0.5,
    coarse: float = -0.25,
    top_hpa: float = 400.0,
    min_levels: int = 4,
    reach_km: float = 300.0,
) -> Detection:
    """Deep ascent near the event point, over `min_levels` levels from 850 hPa to the top."""
    plane = cross_section(scene)
    if "w" not in plane.fields:
        raise InputDataError(Message(id="detectionerror-vertical_velocity"), code="missing_input")
    limit = scene.coarse(w_max, coarse)
    layer = (plane.pressure <= 850.0 + 1e-6) & (plane.pressure >= top_hpa - 1e-6)
    if not layer.any():
        raise InputDataError(
            Message(
                id="detect-needs_levels",
                params={
                    "needed": f"{min_levels}",
                    "bottom": "850",
                    "top": f"{top_hpa:g}",
                    "there": "0",
                },
            ),
            code="missing_level",
        )
    needed = min(min_levels, int(layer.sum()))
    rising = np.nan_to_num(plane.fields["w"][layer], nan=1.0) <= limit
    depth = np.array(
        [np.subtract(*longest_run(rising[:, k])[::-1]) for k in range(rising.shape[1])]
    )
    near = (np.abs(plane.distance) <= reach_km) & np.isfinite(plane.fields["w"][layer]).any(axis=0)
    if not near.any():
        return detection(None, (), NOTHING_KNOWN)
    best = int(np.argmax(np.where(near, depth, -1)))
    passed = bool(depth[best] >= needed)
    strongest = float(np.nanmin(plane.fields["w"][layer][:, best]))
    found = feature(
        "ascent_column",
        *plane.place(best),
        value=strongest,
        unit="Pa s⁻¹",
        strength=abs(strongest),
        score=max(0.5, graded(strongest, limit)) if passed else 0.3,
        extra={"levels": int(depth[best]), "distance_km": round(float(plane.distance[best]))},
    )
    message = Message(
        id="detect-ascent_levels",
        params={"count": str(int(depth[best])), "needed": str(needed), "limit": f"{abs(limit):g}"},
    )
    return detection(passed, (found,) if depth[best] else (), message)


def upright_theta_e(
    scene: Scene,
    *,
    bottom_hpa: float = 850.0,
    top_hpa: float = 500.0,
    steep_hpa_per_km: float = 1.0,
    min_width_km: float = 200.0,
    reach_km: float = 300.0,
) -> Detection:
    """Potentially unstable or upright moist air near the event point.

    Unstable where the equivalent potential temperature falls upward through the layer on average,
    upright where its surfaces slope by at least `steep_hpa_per_km`.
    """
    plane = cross_section(scene)
    if "q" not in plane.fields:
        raise InputDataError(Message(id="detectionerror-specific_humidity"), code="missing_input")
    theta_e = plane.equivalent_potential_temperature()
    layer = (plane.pressure <= bottom_hpa + 1e-6) & (plane.pressure >= top_hpa - 1e-6)
    column, levels = theta_e[layer], plane.pressure[layer]
    vertical = (column[-1] - column[0]) / (levels[-1] - levels[0])
    near = np.abs(plane.distance) <= reach_km
    if not np.isfinite(vertical[near]).any():
        return detection(None, (), NOTHING_KNOWN)
    known = np.isfinite(column)
    with np.errstate(invalid="ignore"):
        mean = np.where(known, column, 0.0).sum(axis=0) / known.sum(axis=0)
    sideways = np.gradient(mean, plane.points.distance_km)
    with np.errstate(invalid="ignore", divide="ignore"):
        slope = np.abs(sideways / vertical)
    holds = (vertical > 0) | (slope >= steep_hpa_per_km)
    holds &= near
    start, stop = longest_run(holds)
    width = (
        float(plane.points.distance_km[stop - 1] - plane.points.distance_km[start]) if stop else 0.0
    )
    middle = (start + stop) // 2 if stop else plane.centre
    found = feature(
        "upright_theta_e",
        *plane.place(middle),
        value=float(100.0 * vertical[middle]),
        unit="K (100 hPa)⁻¹",
        strength=width,
        length_km=width,
        score=graded(width, min_width_km),
    )
    message = Message(id="detect-upright", params={"width": f"{width:.0f}"})
    return detection(width >= min_width_km, (found,) if stop else (), message)
