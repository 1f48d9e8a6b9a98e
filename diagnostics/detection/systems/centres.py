"""Pressure centres at one time: with a closed contour, or cut by the data's edge."""

from __future__ import annotations

import numpy as np
from scipy import ndimage

from diagnostics.contracts.space_time import wrap_longitude
from diagnostics.contracts.systems import CentreKind, PressureCentre
from diagnostics.detection.features.domain import DomainNeed
from diagnostics.errors import InputDataError
from diagnostics.grid.distance import cosine_of, directions, great_circle_km
from diagnostics.grid.extrema import closed_contours, data_edge, extreme_cell, local_extrema
from diagnostics.physics.columns import (
    SEA_LEVEL_PA,
    orography_from_surface_pressure,
    surface_pressure_from_orography,
)
from diagnostics.quantities.below_ground import HIGH_GROUND_M as HIGHEST_REDUCED_M
from diagnostics.quantities.refs import Asked, QuantityRef
from diagnostics.quantities.registry import resolve, values
from diagnostics.quantities.scene import Array, Mask, Scene
from diagnostics.quantities.scene_loading import load_scene

SEA_LEVEL = "mean_sea_level_pressure"
HEIGHT_1000 = QuantityRef("height", 1000.0)
HEIGHT_500 = QuantityRef("height", 500.0)
SURFACE = "surface_pressure"
"""Over the sea alone, where it is the sea-level pressure."""
CONTOUR = {
    SEA_LEVEL: (2.0, 1.0),
    SURFACE: (2.0, 1.0),
    HEIGHT_1000: (16.0, 8.0),
    HEIGHT_500: (40.0, 20.0),
}
"""Least closed contour, hPa and gpm: poleward of 30 degrees on fine grids, and elsewhere."""
HPA_PER_PA = 0.01
SEA_M = 5.0
"""Ground up to this height counts as sea level."""
SUBTROPICS_DEG = 30.0
COARSE_DEG = 1.0
SMOOTHING_KM = 100.0
"""Gaussian sigma of the field in which centres are found, with cells as wide as at the latitude of
the region's centre; values are those of the field itself."""
RIVAL_KM = 300.0
"""A centre is the most extreme cell within this distance."""
NEED = DomainNeed(extent_km=2.0 * RIVAL_KM, border_cells=1)
"""In smaller data no centre can be the most extreme one around."""
HIGH_GROUND_M = 500.0
STANDARD_LEVELS = (925.0, 850.0, 700.0, 500.0)
EDGE_REACH_KM = 1000.0


def pressure_centres(scene: Scene, quantity: Asked, within: Mask) -> list[PressureCentre]:
    """Return the lows and highs of a scene, each with place and value of one grid point.

    A centre needs a closed contour of 2 hPa, of 1 hPa equatorward of 30 degrees and on grids of 1
    degree and coarser (16 and 8 gpm of the 1000-hPa height) inside the data. A minimum or maximum
    at the data's edge is named as such, with the most extreme value there. Over ground above 500 m
    sea-level pressure was reduced: a centre counts only where the first standard level above the
    ground has one too, and is marked with the height of the ground.

    Where the data end within the 300 km in which a centre is the most extreme cell, it is marked.

    Parameters
    ----------
    scene : Scene
    quantity : str
        `SEA_LEVEL`, `SURFACE`, `HEIGHT_1000` or `HEIGHT_500`.
    within : array of bool, shape (y, x)
        Where centres are wanted.

    Returns
    -------
    list of PressureCentre
        Lows, then highs, the most extreme first.

    Raises
    ------
    InputDataError
        Where the scene lacks the quantity.
    """
    grid = scene.grid
    field = pressure_field(scene, quantity)
    smooth = smoothed(scene, field)
    edge = data_edge(smooth, grid)
    ends = edge & ~grid.at_pole
    ground = _ground_height(scene) if quantity == SEA_LEVEL else None
    found = []
    kinds: tuple[CentreKind, CentreKind] = ("low", "high")
    for kind in kinds:
        candidates = local_extrema(
            smooth, grid, RIVAL_KM, "minimum" if kind == "low" else "maximum"
        )
        for rank, item in enumerate(candidates):
            if not within[item.row, item.column] or edge[item.row, item.column]:
                continue
            wide, narrow = CONTOUR[quantity]
            coarse = grid.spacing_deg >= COARSE_DEG - 1e-6
            least = narrow if coarse or abs(item.latitude) < SUBTROPICS_DEG else wide
            contours = closed_contours(smooth, grid, item, least, rivals=candidates[:rank])
            if contours.count:
                cell = extreme_cell(field, grid, item, SMOOTHING_KM, contours.cells)
                counts, aloft = _above_ground_too(scene, kind, cell, ground)
                if not counts:
                    continue
                found.append(
                    _centre(
                        scene,
                        kind,
                        cell,
                        field,
                        ground,
                        closed_contours=contours.count,
                        contour_interval=least,
                        radius_km=round(contours.radius_km),
                        near_edge=_near(scene, ends, cell),
                        aloft_hpa=aloft,
                    )
                )
        found += [
            _centre(
                scene,
                kind,
                cell,
                field,
                ground,
                closed_contours=0,
                contour_interval=CONTOUR[quantity][0],
                radius_km=0.0,
                beyond_surroundings=beyond,
            )
            for cell, beyond in _cells_at_edge(
                scene, field, smooth, edge & within, kind, CONTOUR[quantity][0]
            )
            if ground is None or not ground[cell] > HIGH_GROUND_M
        ]
    return found


def smoothed(scene: Scene, field: Array) -> Array:
    """Return a field smoothed for the search of centres, whatever part of the grid was read."""
    return scene.grid.smooth(field, SMOOTHING_KM, about=scene.region.center[0])


def unit_of(quantity: Asked) -> str:
    """Unit in which centres of a quantity are given."""
    return "hPa" if quantity == SURFACE else resolve(quantity).quantity.unit


def pressure_field(scene: Scene, quantity: Asked) -> Array:
    """Return the field in which centres are sought; the surface pressure at sea level alone."""
    if quantity != SURFACE:
        return values(scene, quantity)
    pressure = scene.field("sp") * HPA_PER_PA
    return np.asarray(np.where(scene.field("orog") <= SEA_M, pressure, np.nan))


def _near(scene: Scene, ends: Mask, cell: tuple[int, int]) -> bool:
    """Whether the data end within the distance in which a centre is the most extreme."""
    grid = scene.grid
    place = float(grid.latitude[cell]), float(grid.longitude[cell])
    away = great_circle_km(*place, grid.latitude[ends], grid.longitude[ends])
    return bool((away < RIVAL_KM).any())


def _cells_at_edge(
    scene: Scene, field: Array, smooth: Array, edge: Mask, kind: CentreKind, least: float
) -> list[tuple[tuple[int, int], float]]:
    """Cells of the data's edge that nothing within 300 km exceeds, well beyond what lies around.

    They are sought in the smoothed field; the cell is the most extreme one of the field itself on
    the edge there. With each comes how far the smoothed value lies beyond the mean around it.
    """
    grid = scene.grid
    sign = 1.0 if kind == "low" else -1.0
    signed = sign * smooth
    found: list[tuple[tuple[int, int], float]] = []
    known = np.isfinite(signed)
    towards = directions(grid.latitude, grid.longitude)
    beside = ndimage.minimum_filter(np.where(known, signed, np.inf), size=3, mode="nearest")
    rows, columns = np.nonzero(edge & known & (signed <= beside))
    for place in np.argsort(signed[rows, columns], kind="stable"):
        row, column = int(rows[place]), int(columns[place])
        alike = towards @ towards[row, column]
        near = alike >= cosine_of(EDGE_REACH_KM)
        beyond = float(signed[near & known].mean() - signed[row, column])
        taken = any(near[cell] for cell, _ in found)
        rivals = alike >= cosine_of(RIVAL_KM)
        if beyond < 2.0 * least or taken or signed[row, column] > signed[rivals & known].min():
            continue
        values = np.where(rivals & edge & np.isfinite(field), sign * field, np.inf)
        cell = np.unravel_index(int(np.argmin(values)), values.shape)
        found.append(((int(cell[0]), int(cell[1])), beyond))
    return found


def _ground_height(scene: Scene) -> Array | None:
    """Height of the ground, m: of the data, or what surface and sea-level pressure tell of it."""
    if scene.has("orog"):
        return scene.field("orog")
    if not (scene.has("sp") and scene.has("msl")):
        return None
    ratio = scene.field("sp") / scene.field("msl")
    return np.asarray(orography_from_surface_pressure(SEA_LEVEL_PA * ratio))


def _above_ground_too(
    scene: Scene, kind: CentreKind, cell: tuple[int, int], ground: Array | None
) -> tuple[bool, float | None]:
    """Whether a centre counts, and over high ground the first level above that has it, too.

    Where no such level is in the data, one counts up to the height from which the pressure at sea
    level depends on how it was reduced.
    """
    if ground is None or not ground[cell] > HIGH_GROUND_M:
        return True, None
    pressure = float(surface_pressure_from_orography(ground[cell])) * HPA_PER_PA
    level = next((item for item in STANDARD_LEVELS if item < pressure), STANDARD_LEVELS[-1])
    centres = scene.keep(("centres above", level, kind), lambda: _centres_on(scene, level, kind))
    if centres is None:
        return bool(ground[cell] <= HIGHEST_REDUCED_M), None
    place = (scene.grid.latitude[cell], scene.grid.longitude[cell])
    found = any(float(great_circle_km(*place, *other)) <= RIVAL_KM for other in centres)
    return found, level if found else None


def _centres_on(scene: Scene, level: float, kind: CentreKind) -> list[tuple[float, float]] | None:
    """Places of closed centres of a level's height; None where the data lack it."""
    around = scene.scene_context
    if around.source is None:
        return None
    quantity = QuantityRef("height", level)
    try:
        aloft = load_scene(
            around.source, (quantity,), region=scene.region, time=scene.time, domain=around.box
        )
        smooth = smoothed(aloft, values(aloft, quantity))
    except InputDataError:
        return None
    found = local_extrema(smooth, aloft.grid, RIVAL_KM, "minimum" if kind == "low" else "maximum")
    least = CONTOUR[HEIGHT_1000][1]
    return [
        (item.latitude, item.longitude)
        for rank, item in enumerate(found)
        if closed_contours(smooth, aloft.grid, item, least, rivals=found[:rank]).count
    ]


def _centre(
    scene: Scene,
    kind: CentreKind,
    cell: tuple[int, int],
    field: Array,
    ground: Array | None,
    *,
    closed_contours: int,
    contour_interval: float,
    radius_km: float,
    near_edge: bool = False,
    beyond_surroundings: float | None = None,
    aloft_hpa: float | None = None,
) -> PressureCentre:
    height = None if ground is None else float(ground[cell])
    return PressureCentre(
        kind=kind,
        time=scene.time,
        latitude=round(float(scene.grid.latitude[cell]), 4),
        longitude=round(wrap_longitude(float(scene.grid.longitude[cell])), 4),
        value=float(field[cell]),
        closed_contours=closed_contours,
        contour_interval=contour_interval,
        radius_km=radius_km,
        at_data_edge=beyond_surroundings is not None,
        near_edge=beyond_surroundings is None and near_edge,
        beyond_surroundings=beyond_surroundings,
        reduced_over_m=round(height) if height is not None and height > HIGH_GROUND_M else None,
        aloft_hpa=aloft_hpa,
    )
