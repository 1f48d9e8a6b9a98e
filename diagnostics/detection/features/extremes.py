"""Closed highs and lows, and what is made of them."""

from __future__ import annotations

import numpy as np

from diagnostics.contracts.enums import PlaceDoubt
from diagnostics.contracts.quantities import QuantityRef
from diagnostics.detection.centres import (
    COLD_CORE_KM,
    HIGH_GROUND_M,
    SEA_LEVEL,
    WESTERLY_DEG,
    centres_of,
    equatorward_of_westerlies,
    has_cold_core,
    unit_of,
)
from diagnostics.detection.features.answers import Detection, detection, feature, graded
from diagnostics.grid.centres import Centre
from diagnostics.grid.distance import great_circle_km
from diagnostics.grid.extrema import Kind, local_extrema
from diagnostics.messages import Listing, Message
from diagnostics.quantities.registry import resolve, values
from diagnostics.quantities.scene import Scene

STANDARD_INTERVALS = {
    "mean_sea_level_pressure": 2.5,
    "temperature": 4.0,
    "height": 40.0,
}


def closed_extremum(
    scene: Scene,
    *,
    field: QuantityRef = SEA_LEVEL,
    sign: str = "low",
    interval: float | None = None,
    sigma_km: float = 100.0,
    radius_km: float = 300.0,
    min_closed: int = 2,
    min_value: float | None = None,
    max_value: float | None = None,
    margin_deg: float = 10.0,
) -> Detection:
    """Closed low or high of pressure, height or temperature near the region.

    The centres are those of the synoptic situation. Passes when one within `margin_deg` of the
    region is at least `min_closed` times `interval` deep (with one contour and no interval any
    centre serves), and its value lies within `min_value` and `max_value` where they are given.
    Depth is that of the outermost closed contour within 1500 km, in steps of 1 hPa (8, 10 or 20
    gpm, 2 K). One at the edge of the data has no depth and cannot decide.
    """
    reference = resolve(field)
    standard = STANDARD_INTERVALS.get(reference.quantity.name)
    if interval is None and field == QuantityRef("height", 850.0):
        standard = 20.0
    centres = centres_of(
        scene, field, sigma_km=sigma_km, rival_km=radius_km, interval=interval or standard
    )
    asked = min_closed * (interval or standard or 1.0)
    if min_closed <= 1 and interval is None:
        asked = centres.rule.gentle
    kind: Kind = "minimum" if sign == "low" else "maximum"
    within = scene.inside(margin_deg)
    closed = centres.closed(kind, within)
    found = []
    for item in (*closed, *centres.at_edge(kind, within)):
        good = item.at_data_edge or item.depth >= asked
        good &= min_value is None or item.value >= min_value
        good &= max_value is None or item.value <= max_value
        score = 0.5 if item.at_data_edge else graded(item.depth, asked)
        found.append(
            feature(
                f"closed_{sign}",
                scene.grid.latitude[item.row, item.column],
                scene.grid.longitude[item.row, item.column],
                value=item.value,
                unit=unit_of(field),
                strength=item.depth,
                area_km2=item.area_km2,
                score=max(score, 0.5) if good else min(score, 0.49),
                extra={"closed_contours": item.closed, "radius_km": round(item.radius_km)},
            ).model_copy(update={"doubt": _doubt(scene, field, item)})
        )
    count = {"count": str(len(closed)), "margin": f"{margin_deg:g}"}
    message = Message(id=f"detect-closed_{sign}", params=count)
    deepest = max((item.depth for item in closed), default=asked)
    if deepest < asked:
        depths = {"depth": f"{deepest:g}", "asked": f"{asked:g}", "unit": unit_of(field)}
        message = Message(id=f"detect-shallow_{sign}", params=count | depths)
    return detection(any(item.score >= 0.5 for item in found), found, message)


def _doubt(scene: Scene, field: QuantityRef, item: Centre) -> PlaceDoubt | None:
    if item.at_data_edge:
        return PlaceDoubt.DATA_EDGE
    if field != SEA_LEVEL or not scene.has("orog"):
        return None
    high = scene.field("orog")[item.row, item.column] > HIGH_GROUND_M
    return PlaceDoubt.REDUCED_PRESSURE if high else None


def cutoff_low(
    scene: Scene,
    *,
    level: float = 500.0,
    interval_gpm: float | None = None,
    min_closed: int = 1,
    margin_deg: float = 10.0,
    westerly_distance_deg: float = WESTERLY_DEG,
    cold_distance_km: float = COLD_CORE_KM,
) -> Detection:
    """Cut-off low: a closed height minimum equatorward of the main westerlies, with a cold core.

    The low is one of the synoptic situation, `min_closed` times `interval_gpm` deep (by default
    what makes it a low). The westerly axis is the latitude of the strongest westerly flow on the
    centre's meridian, within 25 degrees; the temperature minimum is asked for only where the data
    hold temperature at `level`.
    """
    grid = scene.grid
    height = QuantityRef("height", level)
    centres = centres_of(scene, height, interval=interval_gpm)
    found = []
    for item in centres.closed("minimum", scene.inside(margin_deg)):
        latitude = float(grid.latitude[item.row, item.column])
        longitude = float(grid.longitude[item.row, item.column])
        asked = min_closed * (interval_gpm or centres.rule.depth_at(latitude, grid))
        separated = equatorward_of_westerlies(
            scene, latitude, longitude, level=level, least_deg=westerly_distance_deg
        )
        near_cold = has_cold_core(
            scene, latitude, longitude, level=level, within_km=cold_distance_km
        )
        good = item.depth >= asked and separated and near_cold
        score = graded(item.depth, asked)
        found.append(
            feature(
                "cutoff_low",
                latitude,
                longitude,
                value=item.value,
                unit="gpm",
                strength=item.depth,
                area_km2=item.area_km2,
                score=score if good else min(score, 0.4),
                extra={
                    "closed_contours": item.closed,
                    "equatorward_of_westerlies": separated,
                    "cold_core": near_cold,
                },
            ),
        )
    return detection(
        any(item.score >= 0.5 for item in found),
        found,
        Message(
            id="detect-closed_lows_at", params={"count": str(len(found)), "level": f"{level:g}"}
        ),
    )


def polar_low_center(
    scene: Scene,
    *,
    level: float = 500.0,
    displaced_lat: float = 65.0,
    split_gpm: float = 60.0,
    split_km: float = 2000.0,
    lobe_gpm: float = 5080.0,
    lobe_deg: float = 15.0,
) -> Detection:
    """Polar vortex displaced, split, or with a lobe poleward of the region.

    Centres are minima of height smoothed by 200 km poleward of 50 degrees in the region's
    hemisphere.
    """
    grid = scene.grid
    smooth = grid.smooth(values(scene, QuantityRef("height", level)), 200.0)
    polar = np.where(scene.hemisphere * grid.latitude >= 50.0, smooth, np.nan)
    centres = [(item.row, item.column) for item in local_extrema(polar, grid, 800.0, "minimum")]
    if not centres:
        return Detection(False, 0.0, (), Message(id="detect-no_polar_minimum"))
    main = centres[0]
    place = (float(grid.latitude[main]), float(grid.longitude[main]))
    displaced = abs(place[0]) <= displaced_lat
    second = [
        other
        for other in centres[1:]
        if smooth[other] - smooth[main] <= split_gpm
        and great_circle_km(*place, grid.latitude[other], grid.longitude[other]) >= split_km
    ]
    near = scene.inside(lobe_deg) & (polar <= lobe_gpm)
    lobe = bool(near.any())
    found = [
        feature(
            "polar_vortex_centre",
            grid.latitude[cell],
            grid.longitude[cell],
            value=smooth[cell],
            unit="gpm",
            score=0.7 if cell == main else 0.6,
        )
        for cell in (main, *second)
    ]
    passed = displaced or bool(second) or lobe
    words = [
        word
        for word, holds in (
            (Message(id="detect-displaced"), displaced),
            (Message(id="detect-split"), bool(second)),
            (Message(id="detect-lobe"), lobe),
        )
        if holds
    ]
    best = 0.5 + 0.15 * len(words) if passed else 0.2
    message = Message(id="detect-vortex_whole")
    if words:
        message = Message(id="detect-vortex", params={"signs": Listing(items=tuple(words))})
    return detection(passed, found, message, best=best)
