"""Moist tongues, vapour corridors, dry intrusions."""

from __future__ import annotations

import numpy as np

from diagnostics.contracts.evidence import Feature
from diagnostics.detection.features.answers import Detection, blob_feature, detection, graded
from diagnostics.detection.features.lines import Line
from diagnostics.detection.features.objects import Blob, find_objects
from diagnostics.detection.features.thresholds import least_area
from diagnostics.errors import InputDataError
from diagnostics.messages import Message
from diagnostics.quantities.refs import QuantityRef
from diagnostics.quantities.registry import components, resolve, values
from diagnostics.quantities.scene import Array, Scene

WARM_FLOORS = {
    "specific_humidity": 10.0,
    "precipitable_water": 40.0,
    "equivalent_potential_temperature": 335.0,
}
COLD_FLOORS = {
    "specific_humidity": 3.0,
    "precipitable_water": 12.0,
    "equivalent_potential_temperature": 300.0,
}
WARM_MONTHS_NORTH = range(4, 11)


CORRIDOR_IVT = 250.0
"""kg m-1 s-1, least vapour transport of a corridor or an atmospheric river."""


def warm_season(scene: Scene) -> bool:
    """Whether the scene lies in the warm half of the year: April to October in the north."""
    month = scene.time.month
    if scene.hemisphere < 0:
        month = (month + 5) % 12 + 1
    return month in WARM_MONTHS_NORTH


def poleward_tip(axis: Line) -> tuple[float, float]:
    """Return the end of an axis that lies nearer to its pole."""
    ends = [(float(axis.latitude[k]), float(axis.longitude[k])) for k in (0, -1)]
    return max(ends, key=lambda end: abs(end[0]))


def moisture_tongue(
    scene: Scene,
    *,
    field: str = "precipitable_water",
    percentile: float = 80.0,
    sigma_km: float = 75.0,
    min_length_km: float = 500.0,
    margin_deg: float = 2.0,
    floor: float | None = None,
) -> Detection:
    """Moist tongue whose poleward part reaches the region.

    Cells above the larger of the domain's percentile and a floor for the season; the object is at
    least 1.5 times as long as wide, its axis within 45 degrees of the meridian or of the 850-hPa
    wind. Passes when its tip, or the object itself where it crosses the region, lies within
    `margin_deg` and it is `min_length_km` long.
    """
    reference = resolve(field)
    data = scene.grid.smooth(values(scene, field), sigma_km)
    floors = WARM_FLOORS if warm_season(scene) else COLD_FLOORS
    least = floor if floor is not None else floors.get(reference.quantity.name, -np.inf)
    known = data[np.isfinite(data)]
    if not known.size:
        raise InputDataError(
            Message(id="detectionerror-no_value_around", params={"field": field}),
            code="missing_input",
        )
    limit = max(float(np.percentile(known, percentile)), least)
    near = scene.inside(margin_deg)
    found = []
    for blob in find_objects(data >= limit, scene.grid, min_area_km2=least_area(scene, 50000.0)):
        if not blob.touches(near):
            continue
        length, width, bearing = blob.shape_km
        axis = blob.axis_along(data)
        length = max(length, axis.length_km)
        elongated = length / width >= 1.5
        aligned = _aligned(scene, blob, bearing)
        good = elongated and aligned and length >= min_length_km
        value, latitude, longitude = blob.peak(np.where(near, data, np.nan))
        tip = poleward_tip(axis)
        found.append(
            blob_feature(
                "moisture_tongue",
                blob,
                latitude=latitude,
                longitude=longitude,
                value=value,
                unit=reference.quantity.unit,
                strength=value - limit,
                length_km=length,
                line=axis.points(),
                score=max(0.5, graded(length, min_length_km)) if good else 0.3,
                extra={
                    "threshold": round(limit, 3),
                    "bearing": round(bearing),
                    "width_km": round(width),
                    "tip": [round(part, 2) for part in tip],
                },
            )
        )
    passed = any(item.score >= 0.5 for item in found)
    return detection(
        passed,
        found,
        Message(
            id="detect-moist_objects", params={"count": str(len(found)), "limit": f"{limit:g}"}
        ),
    )


def _aligned(scene: Scene, blob: Blob, bearing: float) -> bool:
    """Whether an axis lies within 45 degrees of the meridian or of the 850-hPa wind."""

    def apart(one: float, other: float) -> float:
        return abs((one - other + 90.0) % 180.0 - 90.0)

    if apart(bearing, 0.0) <= 45.0:
        return True
    if not (scene.has("u") and scene.has("v") and 850.0 in scene.levels_hpa):
        return False
    east, north = components(scene, QuantityRef("wind", 850.0))
    flow = np.degrees(np.arctan2(np.nanmean(east[blob.cells]), np.nanmean(north[blob.cells])))
    return apart(bearing, float(flow) % 180.0) <= 45.0


def ivt_object(
    scene: Scene,
    *,
    ivt_min: float = CORRIDOR_IVT,
    min_length_km: float = 2000.0,
    min_aspect: float = 2.0,
    peak_min: float | None = None,
) -> Detection:
    """Corridor of vapour transport, or atmospheric river, that meets the region.

    An atmospheric river is at least `min_length_km` long and `min_aspect` times as long as wide,
    with a mean poleward transport of at least 50 kg m-1 s-1 (Guan and Waliser 2015,
    doi:10.1002/2015JD024257); other objects are corridors. Passes when an object that meets the
    region reaches `peak_min` (500 in the warm season, 250 in the cold).
    """
    east, north = components(scene, "ivt")
    size = np.hypot(east, north)
    needed = peak_min if peak_min is not None else (500.0 if warm_season(scene) else 250.0)
    inside = scene.inside()
    found = []
    for blob in find_objects(size >= ivt_min, scene.grid, min_area_km2=least_area(scene, 50000.0)):
        if not blob.touches(inside):
            continue
        value, latitude, longitude = blob.peak(size)
        axis = blob.axis_along(size)
        length = axis.length_km
        width = blob.area_km2 / max(length, 1.0)
        poleward = float(np.mean(north[blob.cells] * np.sign(scene.grid.latitude[blob.cells])))
        river = length >= min_length_km and length / width >= min_aspect and poleward >= 50.0
        heading = np.degrees(np.arctan2(np.mean(east[blob.cells]), np.mean(north[blob.cells])))
        score = graded(value, needed)
        found.append(
            blob_feature(
                "atmospheric_river" if river else "vapour_corridor",
                blob,
                latitude=latitude,
                longitude=longitude,
                value=value,
                unit="kg m⁻¹ s⁻¹",
                strength=value,
                length_km=length,
                line=axis.points(),
                score=score,
                extra={"width_km": round(width), "direction_to": round(float(heading) % 360.0)},
            )
        )
    passed = any((item.value or 0.0) >= needed for item in found)
    return detection(
        passed, found, Message(id="detect-corridors", params={"count": str(len(found))})
    )


def dry_intrusion(
    scene: Scene,
    *,
    level: float = 500.0,
    rh_max: float = 30.0,
    min_length_km: float = 800.0,
    margin_deg: float = 0.0,
) -> Detection:
    """Elongated dry, descending air in the region (Browning 1997, doi:10.1017/S1350482797000613).

    An object of relative humidity <= `rh_max`, at least 1.5 times as long as wide and
    `min_length_km` long, half of it descending where vertical velocity is given. It must reach
    into the region grown by `margin_deg`: dry air beside it is the subsidence of a high as often
    as a dry slot.
    """
    data = values(scene, QuantityRef("relative_humidity", level))
    near = scene.inside(margin_deg)
    falling: Array | None = None
    if scene.has("w") and level in scene.levels_hpa:
        falling = values(scene, QuantityRef("omega", level))
    found: list[Feature] = []
    for blob in find_objects(data <= rh_max, scene.grid, min_area_km2=least_area(scene, 50000.0)):
        if not blob.touches(near):
            continue
        length = max(blob.shape_km[0], blob.axis.length_km)
        descending = falling is None or float(np.mean(falling[blob.cells] > 0)) >= 0.5
        good = length >= min_length_km and blob.aspect >= 1.5 and descending
        value, latitude, longitude = blob.peak(np.where(near, data, np.nan), largest=False)
        found.append(
            blob_feature(
                "dry_intrusion",
                blob,
                latitude=latitude,
                longitude=longitude,
                value=value,
                unit="%",
                strength=rh_max - value,
                length_km=length,
                score=max(0.5, graded(length, min_length_km)) if good else 0.3,
                extra={"descending": descending, "aspect": round(blob.aspect, 2)},
            )
        )
    passed = any(item.score >= 0.5 for item in found)
    return detection(
        passed, found, Message(id="detect-dry_objects", params={"count": str(len(found))})
    )
