"""Upper-level jets and low-level jets."""

from __future__ import annotations

import numpy as np

from diagnostics.contracts.evidence import Feature
from diagnostics.detection.features.answers import (
    Detection,
    blob_feature,
    blowing,
    detection,
    graded,
)
from diagnostics.detection.features.axes import ridge_cells
from diagnostics.detection.features.lines import Line, link_cells
from diagnostics.detection.features.objects import Blob, find_objects
from diagnostics.detection.features.thresholds import least_area
from diagnostics.errors import InputDataError
from diagnostics.grid.distance import great_circle_km, initial_bearing
from diagnostics.grid.regions import region_mask
from diagnostics.grid.streaks import streak_quadrant
from diagnostics.messages import Listing, Message, Term
from diagnostics.quantities.refs import QuantityRef
from diagnostics.quantities.registry import components, values
from diagnostics.quantities.scene import Array, Scene

KM_PER_DEGREE = 111.195


def jet_core(
    scene: Scene,
    *,
    level: float = 200.0,
    v_jet: float = 30.0,
    v_core: float = 50.0,
    core_frac: float = 0.9,
    min_area_km2: float = 200000.0,
    reach_deg: float = 10.0,
    axis_deg: float = 3.0,
) -> Detection:
    """Jet streak near the region, and the quadrant of the region in it.

    A jet is an object of wind >= `v_jet`; a streak core has wind >= max(`v_core`, `core_frac` times
    the jet's maximum). Passes when a core lies within `reach_deg` of the region and the region's
    centre is in the right entrance or left exit (mirrored south of the equator), or within
    `axis_deg` of the axis.
    """
    grid = scene.grid
    east, north = components(scene, QuantityRef("wind", level))
    speed = np.hypot(east, north)
    latitude, longitude = scene.region.center
    found: list[Feature] = []
    for jet in find_objects(speed >= v_jet, grid, min_area_km2=min_area_km2):
        fastest = jet.peak(speed)[0]
        cores = find_objects(jet.mask & (speed >= max(v_core, core_frac * fastest)), grid)
        for core in cores[:3]:
            if core.distance_km(latitude, longitude) > (reach_deg + 5.0) * KM_PER_DEGREE:
                continue
            value, lat, lon = core.peak(speed)
            near = core.touches(scene.inside(reach_deg))
            cell = grid.nearest(lat, lon)
            flow = (float(east[cell]), float(north[cell]))
            quadrant = streak_quadrant((lat, lon), flow, (latitude, longitude))
            axis = _axis_near(scene, speed, east, north, jet)
            distance = _distance_to(axis, latitude, longitude)
            placed = quadrant in ("right_entrance", "left_exit")
            placed |= distance <= axis_deg * KM_PER_DEGREE
            score = graded(value, v_core)
            found.append(
                blob_feature(
                    "jet_core",
                    core,
                    latitude=lat,
                    longitude=lon,
                    value=value,
                    unit="m s⁻¹",
                    strength=value,
                    length_km=core.axis.length_km,
                    line=axis.points() if axis is not None else (),
                    score=max(0.5, score) if near and placed else min(score, 0.45),
                    extra={
                        **blowing(flow),
                        "quadrant": quadrant,
                        "distance_to_axis_km": round(distance, -1)
                        if np.isfinite(distance)
                        else None,
                    },
                )
            )
    passed = any(item.score >= 0.5 for item in found)
    quadrants = sorted({str(item.extra["quadrant"]) for item in found})
    message = Message(id="detect-jets", params={"count": str(len(found))})
    if found:
        listed = Listing(items=tuple(Term(term=f"quadrant_{name}") for name in quadrants))
        message = Message(
            id="detect-jets_around", params={"count": str(len(found)), "quadrants": listed}
        )
    return detection(passed, found, message)


def _axis_near(scene: Scene, speed: Array, east: Array, north: Array, jet: Blob) -> Line | None:
    """Line of strongest wind across the flow inside a jet, longest piece."""
    smooth = scene.grid.smooth(speed, 100.0)
    ridge = ridge_cells(smooth, scene.grid, -north, east, jet.mask)
    lines = link_cells(ridge, scene.grid, gap_cells=2)
    return lines[0] if lines and lines[0].length_km > 0 else None


def _distance_to(line: Line | None, latitude: float, longitude: float) -> float:
    if line is None:
        return float("inf")
    return float(great_circle_km(latitude, longitude, line.latitude, line.longitude).min())


def llj_object(
    scene: Scene,
    *,
    level: float = 850.0,
    v_min: float = 12.0,
    min_length_km: float = 500.0,
    direction: str = "poleward",
    reach_km: float = 300.0,
) -> Detection:
    """Low-level jet that reaches the region.

    An object of wind >= `v_min`, with a poleward component unless `direction` is ``any``, at least
    `min_length_km` long along its axis, that meets the region or whose downstream end lies within
    `reach_km` of it.
    """
    grid = scene.grid
    east, north = components(scene, QuantityRef("wind", level))
    speed = np.hypot(east, north)
    mask = speed >= v_min
    if direction == "poleward":
        mask &= north * np.sign(grid.latitude) > 0
    inside = scene.inside()
    found = []
    for blob in find_objects(mask, grid, min_area_km2=least_area(scene, 20000.0))[:8]:
        axis = blob.axis_along(speed)
        end = _downstream_end(axis, east, north)
        distance = float(great_circle_km(*end, grid.latitude[inside], grid.longitude[inside]).min())
        reaches = blob.touches(inside) or distance <= reach_km
        if not reaches:
            continue
        value, latitude, longitude = blob.peak(speed)
        convergence = _convergence_at(scene, level, end)
        cell = grid.nearest(latitude, longitude)
        good = axis.length_km >= min_length_km
        found.append(
            blob_feature(
                "low_level_jet",
                blob,
                latitude=latitude,
                longitude=longitude,
                value=value,
                unit="m s⁻¹",
                strength=value,
                length_km=axis.length_km,
                line=axis.points(),
                score=max(0.5, graded(value, v_min)) if good else 0.3,
                extra={
                    **blowing((float(east[cell]), float(north[cell]))),
                    "exit": [round(end[0], 2), round(end[1], 2)],
                    "exit_distance_km": round(distance),
                    "exit_convergence": convergence,
                },
            )
        )
    passed = any(item.score >= 0.5 for item in found)
    return detection(
        passed, found, Message(id="detect-low_level_jets", params={"count": str(len(found))})
    )


def _downstream_end(axis: Line, east: Array, north: Array) -> tuple[float, float]:
    """Return the end of an axis toward which the mean flow along it points."""
    start = (float(axis.latitude[0]), float(axis.longitude[0]))
    end = (float(axis.latitude[-1]), float(axis.longitude[-1]))
    flow = np.arctan2(
        float(np.mean(east[axis.rows, axis.columns])),
        float(np.mean(north[axis.rows, axis.columns])),
    )
    heading = np.radians(float(initial_bearing(*start, *end)))
    return end if np.cos(heading - flow) >= 0 else start


def _convergence_at(scene: Scene, level: float, place: tuple[float, float]) -> float | None:
    spread = scene.grid.smooth(values(scene, QuantityRef("divergence", level)), 75.0)
    value = -float(spread[scene.grid.nearest(*place)])
    return round(value, 2) if np.isfinite(value) else None


def flow_northerly(
    scene: Scene, *, v_max: float = -8.0, margin_deg: float = 5.0, upstream_deg: float = 10.0
) -> Detection:
    """Deep equatorward current: a cold flow from the pole through the lower half of the column.

    Passes when the meridional wind at 850 hPa, taken as positive poleward, averages at most `v_max`
    over the region grown poleward by `margin_deg`, and at 500 hPa is negative upstream.
    """
    from diagnostics.contracts.space_time import Region

    sign = scene.hemisphere
    region = scene.region
    grown = Region(
        west=region.west,
        south=region.south if sign > 0 else max(-90.0, region.south - margin_deg),
        east=region.east,
        north=min(90.0, region.north + margin_deg) if sign > 0 else region.north,
    )
    upstream = Region(
        west=region.west - upstream_deg, south=region.south, east=region.west, north=region.north
    )

    def mean(level: float, box: Region) -> float:
        try:
            mask = region_mask(scene.grid, box)
        except InputDataError as error:
            raise InputDataError(
                Message(id="detectionerror-out_of_reach", params={"box": f"{box.bounds()}"}),
                code="missing_input",
            ) from error
        return sign * scene.mean(scene.field("v", level), mask)

    low, high = mean(850.0, grown), mean(500.0, upstream)
    passed = low <= v_max and high < 0
    latitude, longitude = region.center
    from diagnostics.detection.features.answers import feature

    found = feature(
        "equatorward_flow",
        latitude,
        longitude,
        value=low,
        unit="m s⁻¹",
        strength=abs(low),
        score=graded(low, v_max),
        extra={"v500": round(high, 2)},
    )
    message = Message(id="detect-northerly", params={"low": f"{low:.1f}", "high": f"{high:.1f}"})
    return detection(passed, (found,) if low < 0 else (), message)
