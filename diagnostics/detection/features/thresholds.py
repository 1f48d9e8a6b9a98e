"""Objects above or below a threshold, and detectors that are special cases of it."""

from __future__ import annotations

from dataclasses import replace

import numpy as np

from diagnostics.contracts.evidence import Feature
from diagnostics.detection.features.answers import (
    Detection,
    blob_feature,
    blowing,
    detection,
    graded,
)
from diagnostics.detection.features.objects import Blob, find_objects
from diagnostics.errors import ArgumentError
from diagnostics.messages import Measure, Message, Term
from diagnostics.quantities.packing import packing_step
from diagnostics.quantities.refs import QuantityRef
from diagnostics.quantities.registry import SPEEDS, components, resolve, values
from diagnostics.quantities.scene import Array, Mask, Scene


def objects_beyond(
    scene: Scene, field: Array, op: str, threshold: float, min_area_km2: float
) -> list[Blob]:
    """Return the connected objects with ``field op threshold``, largest first.

    Raises
    ------
    ArgumentError
        With code ``invalid_operator`` when `op` is neither ``>=`` nor ``<=``.
    """
    if op not in (">=", "<="):
        raise ArgumentError(
            Message(id="detectionerror-operator_form", params={"given": f"{op!r}"}),
            code="invalid_operator",
        )
    with np.errstate(invalid="ignore"):
        mask = field >= threshold if op == ">=" else field <= threshold
    return find_objects(mask, scene.grid, min_area_km2=min_area_km2)


def least_area(scene: Scene, min_area_km2: float) -> float:
    """Bound an area from below by four cells, so that one cell of a coarse grid is no object."""
    return max(min_area_km2, 3.5 * float(np.median(scene.grid.cell_area)) / 1e6)


def region_share(scene: Scene, field: Array, op: str, threshold: float) -> float:
    """Return the area fraction of the region with ``field op threshold``."""
    inside = scene.inside()
    with np.errstate(invalid="ignore"):
        mask = field >= threshold if op == ">=" else field <= threshold
    weights = scene.grid.cell_area[inside]
    return float(np.sum(weights * mask[inside]) / np.sum(weights))


def _features(
    scene: Scene, kind: str, field: Array, blobs: list[Blob], op: str, threshold: float, unit: str
) -> list[Feature]:
    found = []
    for blob in blobs:
        value, latitude, longitude = blob.peak(field, largest=op == ">=")
        length, width, bearing = blob.shape_km
        score = graded(value, threshold) if value * threshold > 0 else 0.5
        found.append(
            blob_feature(
                kind,
                blob,
                latitude=latitude,
                longitude=longitude,
                value=value,
                unit=unit,
                strength=abs(value - threshold),
                length_km=length,
                score=max(0.5, score if threshold >= 0 or op == "<=" else 0.5),
                extra={
                    "centroid": [round(part, 2) for part in blob.centroid],
                    "width_km": round(width),
                    "bearing": round(bearing),
                    "comparison": op,
                    "limit": threshold,
                },
            )
        )
    return found


def threshold_object(
    scene: Scene,
    *,
    field: str,
    op: str = ">=",
    threshold: float,
    threshold_coarse: float | None = None,
    min_area_km2: float = 50000.0,
    margin_deg: float = 0.0,
    min_fraction: float = 0.1,
    variant: str = "",
) -> Detection:
    """Connected object of a quantity beyond a threshold.

    Passes when an object of at least `min_area_km2` meets the region (grown by `margin_deg`), or
    when `min_fraction` of the region lies beyond the threshold. `variant` only names the meaning.
    """
    data = values(scene, field)
    limit = scene.coarse(threshold, threshold_coarse)
    found = beyond(
        scene,
        data,
        "threshold_object",
        op=op,
        limit=limit,
        unit=resolve(field).quantity.unit,
        min_area_km2=min_area_km2,
        margin_deg=margin_deg,
        min_fraction=min_fraction,
        note=variant,
    )
    asked = resolve(field)
    if asked.quantity.name not in SPEEDS:
        return found
    flow = components(scene, QuantityRef(SPEEDS[asked.quantity.name], asked.level))
    return replace(found, features=tuple(_blowing(scene, item, flow) for item in found.features))


def _blowing(scene: Scene, item: Feature, flow: tuple[Array, Array]) -> Feature:
    """Add to the strongest value of an object of wind where this blows from."""
    cell = scene.grid.nearest(item.latitude, item.longitude)
    known = blowing((float(flow[0][cell]), float(flow[1][cell])))
    return item.model_copy(update={"extra": {**item.extra, **known}})


def beyond(
    scene: Scene,
    data: Array,
    kind: str,
    *,
    op: str,
    limit: float,
    unit: str,
    min_area_km2: float,
    margin_deg: float,
    min_fraction: float | None = None,
    note: str = "",
    near: Mask | None = None,
) -> Detection:
    """Judge the objects of `data` beyond `limit` against the region, or against `near`."""
    near = scene.inside(margin_deg) if near is None else near
    blobs = objects_beyond(scene, data, op, limit, least_area(scene, min_area_km2))
    touching = [blob for blob in blobs if blob.touches(near)]
    share = region_share(scene, data, op, limit)
    passed = bool(touching) or (min_fraction is not None and share >= min_fraction)
    message = Message(
        id="detect-objects",
        params={
            "count": str(len(touching)),
            "limit": f"{op} {limit:g} {unit}",
            "share": f"{100 * share:.0f}",
        },
    )
    step = packing_step(data[near])
    if step is not None and step >= abs(limit) > 0:
        return detection(
            None,
            (),
            Message(
                id="verdict-coarse_packing",
                params={
                    "step": Measure(measure=step, unit=unit),
                    "limit": Measure(measure=limit, unit=unit),
                },
            ),
        )
    # the strongest value at the region, not that of a far part of the same object
    found = _features(scene, kind, np.where(near, data, np.nan), touching, op, limit, unit)
    return detection(
        passed,
        found,
        Message(id="detect-marked", params={"message": message, "note": Term(term=note)})
        if note
        else message,
    )


def anomaly_object(
    scene: Scene,
    *,
    field: str = "temperature_2m_change_24h",
    op: str = ">=",
    threshold: float = 2.0,
    min_area_km2: float = 200000.0,
    margin_deg: float = 5.0,
) -> Detection:
    """Object of an anomaly, here of a change over 24 h, near the region.

    Standardised anomalies need a gridded climatology and are judged where one is given.
    """
    data = values(scene, field)
    unit = resolve(field).quantity.unit
    return beyond(
        scene,
        data,
        "anomaly_object",
        op=op,
        limit=threshold,
        unit=unit,
        min_area_km2=min_area_km2,
        margin_deg=margin_deg,
    )


def advection_center(
    scene: Scene,
    *,
    level: float = 850.0,
    op: str = ">=",
    threshold: float = 15.0,
    threshold_coarse: float | None = None,
    sigma_km: float = 75.0,
    margin_deg: float = 3.0,
    min_area_km2: float = 20000.0,
) -> Detection:
    """Warm (``>=``) or cold (``<=``, negative threshold) advection centre near the region.

    Passes when the peak of an object lies within `margin_deg` of the region.
    """
    coarse = threshold * 7.0 / 15.0 if threshold_coarse is None else threshold_coarse
    limit = scene.coarse(threshold, coarse)
    name = QuantityRef("temperature_advection", level)
    smooth = scene.grid.smooth(values(scene, name), sigma_km)
    near = scene.inside(margin_deg)
    kind = "warm_advection" if op == ">=" else "cold_advection"
    found = []
    for blob in objects_beyond(scene, smooth, op, limit, least_area(scene, min_area_km2)):
        if not blob.touches(near):
            continue
        clipped = np.where(near, smooth, np.nan)
        value, latitude, longitude = blob.peak(clipped, largest=op == ">=")
        found.append(
            blob_feature(
                kind,
                blob,
                latitude=latitude,
                longitude=longitude,
                value=value,
                unit="10⁻⁵ K s⁻¹",
                strength=abs(value),
                score=graded(value, limit),
                extra={
                    "threshold": limit,
                    **({"smoothed_km": sigma_km} if scene.grid.smooths(sigma_km) else {}),
                },
            )
        )
    return detection(
        bool(found),
        found,
        Message(id="detect-centres", params={"count": str(len(found)), "limit": f"{op} {limit:g}"}),
    )


def qvec_forcing(
    scene: Scene,
    *,
    level: float = 700.0,
    c_min_1e_18: float = 8.0,
    coarse: float = 3.0,
    sigma_km: float = 100.0,
    min_area_km2: float = 20000.0,
    margin_deg: float = 3.0,
) -> Detection:
    """Q-vector convergence that forces ascent over the region."""
    smooth = scene.grid.smooth(values(scene, QuantityRef("q_vector_convergence", level)), sigma_km)
    return beyond(
        scene,
        smooth,
        "q_vector_forcing",
        op=">=",
        limit=scene.coarse(c_min_1e_18, coarse),
        unit="10⁻¹⁸ m kg⁻¹ s⁻¹",
        min_area_km2=min_area_km2,
        margin_deg=margin_deg,
    )


def ascent_object(
    scene: Scene,
    *,
    level: float = 700.0,
    w_max: float = -0.8,
    coarse: float = -0.35,
    min_area_km2: float = 20000.0,
    margin_deg: float = 1.0,
) -> Detection:
    """Strong mid-level ascent over the region."""
    return beyond(
        scene,
        values(scene, QuantityRef("omega", level)),
        "ascent",
        op="<=",
        limit=scene.coarse(w_max, coarse),
        unit="Pa s⁻¹",
        min_area_km2=min_area_km2,
        margin_deg=margin_deg,
    )


def descent_object(
    scene: Scene,
    *,
    level: float = 500.0,
    w_min: float = 0.3,
    coarse: float = 0.12,
    mean_min: float = 0.04,
    min_area_km2: float = 20000.0,
) -> Detection:
    """Organised subsidence: an object of strong descent, or mean descent over the region."""
    data = values(scene, QuantityRef("omega", level))
    mean = scene.mean(data, scene.inside())
    limit = scene.coarse(w_min, coarse)
    strong = beyond(
        scene,
        data,
        "descent",
        op=">=",
        limit=limit,
        unit="Pa s⁻¹",
        min_area_km2=min_area_km2,
        margin_deg=0.0,
    )
    passed = bool(strong.passed) or mean >= mean_min
    best = max(strong.score, graded(mean, mean_min))
    message = Message(
        id="detect-mean_descent", params={"mean": f"{mean:+.3f}", "objects": strong.message}
    )
    return detection(passed, strong.features, message, best=best)


def warm_dome(
    scene: Scene,
    *,
    t_min: float = 20.0,
    t_min_high_latitude: float = 18.0,
    min_fraction: float = 0.5,
    min_area_km2: float = 50000.0,
) -> Detection:
    """Warm air at 850 hPa over at least half of the region.

    The threshold is `t_min`, and `t_min_high_latitude` poleward of 50 degrees.
    """
    limit = t_min_high_latitude if abs(scene.region.center[0]) > 50.0 else t_min
    data = values(scene, QuantityRef("temperature", 850.0))
    result = beyond(
        scene,
        data,
        "warm_dome",
        op=">=",
        limit=limit,
        unit="°C",
        min_area_km2=min_area_km2,
        margin_deg=0.0,
    )
    share = region_share(scene, data, ">=", limit)
    return detection(
        share >= min_fraction,
        result.features,
        Message(
            id="detect-warm_dome", params={"share": f"{100 * share:.0f}", "limit": f"{limit:g}"}
        ),
        best=graded(share, min_fraction),
    )
