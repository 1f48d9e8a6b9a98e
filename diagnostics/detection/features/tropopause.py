"""Stratospheric air that comes down or reaches equatorward: streamers, cut-offs, depressions."""

from __future__ import annotations

import numpy as np

from diagnostics.contracts.evidence import Feature
from diagnostics.contracts.quantities import QuantityRef
from diagnostics.contracts.space_time import Region, wrap_longitude
from diagnostics.detection.centres import SEA_LEVEL, centres_of
from diagnostics.detection.features.answers import Detection, blob_feature, detection, graded
from diagnostics.detection.features.objects import Blob, edge_cells, find_objects
from diagnostics.detection.features.thresholds import beyond, least_area
from diagnostics.errors import InputDataError
from diagnostics.grid.distance import great_circle_km
from diagnostics.grid.morphology import open_mask
from diagnostics.grid.regions import region_mask
from diagnostics.messages import Message
from diagnostics.quantities.registry import values
from diagnostics.quantities.scene import ENOUGH, Array, Mask, Scene

KM_PER_DEGREE = 111.195
LOW_SEARCH_DEG = 15.0


def pv_streamer(
    scene: Scene,
    *,
    theta_k: float = 315.0,
    pvu: float = 2.0,
    min_extension_deg: float = 5.0,
    max_width_km: float = 500.0,
    upstream_deg: float = 15.0,
    min_area_km2: float = 20000.0,
) -> Detection:
    """Potential-vorticity streamer or cut-off on an isentropic surface, over or upstream.

    Objects of cyclonic potential vorticity >= `pvu` in the region's hemisphere. One that reaches
    the edge of the data is taken for the polar reservoir or a part of it; what of it a disc of
    `max_width_km` does not fit into, with all that hangs on that neck, is a streamer when it
    extends at least `min_extension_deg` equatorward of where it leaves the reservoir. An object
    inside the data is a cut-off. Passes when one of them meets the region or the `upstream_deg`
    degrees west of it (Hoskins, McIntyre and Robertson 1985, doi:10.1002/qj.49711147002; Wernli and
    Sprenger 2007, doi:10.1175/JAS3912.1).
    """
    data = values(scene, QuantityRef("isentropic_potential_vorticity", theta_k))
    near = _upstream(scene, upstream_deg)
    _require(scene, np.isfinite(data), near, f"the {theta_k:g} K surface")
    poleward = np.abs(scene.grid.latitude)
    with np.errstate(invalid="ignore"):
        mask = (data >= pvu) & (scene.grid.latitude * scene.hemisphere > 0)
    found: list[Feature] = []
    smallest = least_area(scene, min_area_km2)
    edge = edge_cells(scene.grid)
    for blob in find_objects(mask, scene.grid, min_area_km2=smallest):
        if blob.touches(edge):
            pieces = _streamers(scene, blob, edge, max_width_km, smallest)
        elif blob.touches(near):
            pieces = [(blob, None)]
        else:
            continue
        for piece, stem in pieces:
            if not piece.touches(near):
                continue
            tip = int(np.argmin(poleward[piece.cells]))
            lowest = float(poleward[piece.cells][tip])
            reach = None if stem is None else stem - lowest
            if reach is not None and reach < min_extension_deg:
                continue
            found.append(_feature(scene, data, piece, tip, reach, pvu, min_extension_deg))
    kinds = [item.kind for item in found]
    message = Message(
        id="detect-streamers",
        params={
            "streamers": str(kinds.count("pv_streamer")),
            "cutoffs": str(kinds.count("pv_cutoff")),
            "limit": f"{pvu:g}",
            "theta": f"{theta_k:g}",
            "upstream": f"{upstream_deg:g}",
        },
    )
    return detection(bool(found), found, message)


def _streamers(
    scene: Scene, blob: Blob, edge: Mask, width_km: float, smallest: float
) -> list[tuple[Blob, float | None]]:
    """Parts of an object beyond a neck, each with the |latitude| at which it leaves the body."""
    grid = scene.grid
    wide = find_objects(open_mask(blob.mask, grid, width_km), grid)
    reaching = [part for part in wide if part.touches(edge)] or wide[:1]
    body = np.zeros(grid.shape, dtype=bool)
    for part in reaching:
        body |= part.mask
    poleward = np.abs(grid.latitude)
    pieces: list[tuple[Blob, float | None]] = []
    for piece in find_objects(blob.mask & ~body, grid, min_area_km2=smallest):
        joint = piece.mask & _beside(body, grid.cyclic)
        stem = (
            float(np.mean(poleward[joint])) if joint.any() else float(poleward[piece.cells].max())
        )
        pieces.append((piece, stem))
    return pieces


def _beside(mask: Mask, cyclic: bool) -> Mask:
    """Cells that touch the mask, by a side or a corner."""
    wide = np.pad(mask, ((1, 1), (0, 0)))
    wide = np.pad(wide, ((0, 0), (1, 1)), mode="wrap" if cyclic else "constant")
    rows, columns = mask.shape
    found = np.zeros_like(mask)
    for j in range(3):
        for i in range(3):
            found |= wide[j : j + rows, i : i + columns]
    return found


def _feature(
    scene: Scene,
    data: Array,
    piece: Blob,
    tip: int,
    reach: float | None,
    pvu: float,
    min_extension_deg: float,
) -> Feature:
    value, latitude, longitude = piece.peak(data)
    length = max(piece.shape_km[0], piece.axis.length_km)
    score = graded(value, pvu) if reach is None else graded(reach, min_extension_deg)
    extra: dict[str, object] = {
        "tip": [
            round(float(scene.grid.latitude[piece.cells][tip]), 2),
            round((float(scene.grid.longitude[piece.cells][tip]) + 180.0) % 360.0 - 180.0, 2),
        ],
        "tip_latitude": round(abs(float(scene.grid.latitude[piece.cells][tip])), 2),
        "type": "cutoff" if reach is None else "streamer",
        "centroid": [round(part, 2) for part in piece.centroid],
        "width_km": round(piece.area_km2 / max(length, 1.0)),
    }
    if reach is not None:
        extra["extension_deg"] = round(reach, 2)
    return blob_feature(
        "pv_cutoff" if reach is None else "pv_streamer",
        piece,
        latitude=latitude,
        longitude=longitude,
        value=value,
        unit="PVU",
        strength=value - pvu,
        length_km=length,
        line=piece.axis.points() if reach is not None else (),
        score=max(0.5, score),
        extra=extra,
    )


def dt_depression(
    scene: Scene,
    *,
    p_min: float = 400.0,
    upstream_km: float = 1000.0,
    min_area_km2: float = 20000.0,
) -> Detection:
    """Low dynamic tropopause: the 2-PVU surface at `p_min` hPa or lower down, over or upstream.

    Passes when an object of tropopause pressure >= `p_min` meets the region or the `upstream_km`
    west of it. Where the data hold sea-level pressure, each object names the nearest closed surface
    low and its distance (Hoskins, McIntyre and Robertson 1985, doi:10.1002/qj.49711147002; Davis
    and Emanuel 1991, doi:10.1175/1520-0493(1991)119<1929:PVDOC>2.0.CO;2).
    """
    data = values(scene, QuantityRef("dynamic_tropopause_pressure"))
    middle = np.cos(np.radians(scene.region.center[0]))
    near = _upstream(scene, upstream_km / (KM_PER_DEGREE * max(float(middle), 0.1)))
    _require(scene, np.isfinite(data) | _scanned(scene, p_min), near, "the 2-PVU surface")
    result = beyond(
        scene,
        np.where(scene.grid.latitude * scene.hemisphere > 0, data, np.nan),
        "dt_depression",
        op=">=",
        limit=p_min,
        unit="hPa",
        min_area_km2=min_area_km2,
        margin_deg=0.0,
        near=near,
    )
    lows = _surface_lows(scene)
    if lows is None:
        return result
    return Detection(
        result.passed,
        result.score,
        tuple(_with_low(item, lows) for item in result.features),
        result.message,
    )


def _with_low(item: Feature, lows: list[tuple[float, float, float]]) -> Feature:
    """Add the nearest surface low, or that there is none."""
    distances = [float(great_circle_km(item.latitude, item.longitude, *low[:2])) for low in lows]
    if not distances:
        return item.model_copy(update={"extra": {**item.extra, "surface_low": None}})
    nearest = int(np.argmin(distances))
    latitude, longitude, pressure = lows[nearest]
    return item.model_copy(
        update={
            "extra": {
                **item.extra,
                "surface_low": [round(latitude, 2), round(longitude, 2)],
                "surface_low_hpa": round(pressure, 1),
                "surface_low_distance_km": round(distances[nearest], -1),
            }
        }
    )


def _surface_lows(scene: Scene) -> list[tuple[float, float, float]] | None:
    """Latitude, longitude and pressure of the closed lows around; None without the field."""
    if not scene.has("msl"):
        return None
    grid = scene.grid
    centres = centres_of(scene, SEA_LEVEL)
    return [
        (
            float(grid.latitude[item.row, item.column]),
            wrap_longitude(float(grid.longitude[item.row, item.column])),
            item.value,
        )
        for item in centres.closed("minimum", scene.inside(LOW_SEARCH_DEG))
    ]


def _upstream(scene: Scene, degrees: float) -> Mask:
    """Cells of the region and of the degrees west of it."""
    region = scene.region
    west = max(region.west - degrees, region.east - 360.0)
    box = Region(west=west, south=region.south, east=region.east, north=region.north)
    try:
        return np.asarray(region_mask(scene.grid, box), dtype=bool) | scene.inside()
    except InputDataError:
        return scene.inside()


def _scanned(scene: Scene, pressure: float) -> Mask:
    """Columns with wind and temperature from well above `pressure` (hPa) down to it.

    Where no tropopause is found there, it lies higher.
    """
    levels = scene.levels_hpa
    above = levels <= pressure
    if above.sum() < 2 or levels[0] > 0.75 * pressure:
        return np.zeros(scene.grid.shape, dtype=bool)
    held = [np.isfinite(scene.column(name)[above]).all(axis=0) for name in ("t", "u", "v")]
    return np.asarray(np.logical_and.reduce(held))


def _require(scene: Scene, known: Mask, near: Mask, what: str) -> None:
    """Refuse to judge where the surface cannot be found over most of the area."""
    weights = scene.grid.weights[near]
    if float(weights[known[near]].sum()) < ENOUGH * float(weights.sum()):
        raise InputDataError(
            Message(id="detectionerror-outside_levels", params={"what": what}),
            code="missing_input",
        )
