"""Pressure centres at one time: with a closed contour, or cut by the data's edge."""

from __future__ import annotations

import numpy as np

from diagnostics.contracts.space_time import wrap_longitude
from diagnostics.contracts.systems import CentreKind, PressureCentre
from diagnostics.grid.distance import cosine_of, directions, great_circle_km
from diagnostics.grid.extrema import Extremum, closed_contours, data_edge, local_extrema
from diagnostics.quantities.refs import Asked, QuantityRef
from diagnostics.quantities.registry import resolve, values
from diagnostics.quantities.scene import Array, Mask, Scene

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
SIGMA_KM = 100.0
RIVAL_KM = 300.0
"""A centre is the most extreme cell within this distance."""
HIGH_GROUND_M = 500.0
EDGE_REACH_KM = 1000.0


def pressure_centres(scene: Scene, quantity: Asked, within: Mask) -> list[PressureCentre]:
    """Return the lows and highs of a scene, each with place and value of one grid point.

    A centre needs a closed contour of 2 hPa, of 1 hPa equatorward of 30 degrees and on grids of 1
    degree and coarser (16 and 8 gpm of the 1000-hPa height) inside the data. A minimum or maximum
    at the data's edge is named as such. Sea-level pressure over ground above 500 m is marked with
    the height that it was reduced over.

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
    field = _pressure(scene, quantity)
    smooth = grid.smooth(field, SIGMA_KM)
    edge = data_edge(smooth, grid)
    ground = scene.field("orog") if scene.has("orog") and quantity == SEA_LEVEL else None
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
                cell = _extreme_cell(scene, field, contours.cells, item)
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
                at_data_edge=True,
            )
            for cell in _cells_at_edge(scene, smooth, edge & within, kind, CONTOUR[quantity][0])
        ]
    return found


def unit_of(quantity: Asked) -> str:
    """Unit in which centres of a quantity are given."""
    return "hPa" if quantity == SURFACE else resolve(quantity).quantity.unit


def _pressure(scene: Scene, quantity: Asked) -> Array:
    """The field in which centres are sought; the surface pressure at sea level alone."""
    if quantity != SURFACE:
        return values(scene, quantity)
    pressure = scene.field("sp") * HPA_PER_PA
    return np.asarray(np.where(scene.field("orog") <= SEA_M, pressure, np.nan))


def _extreme_cell(scene: Scene, field: Array, inside: Mask, item: Extremum) -> tuple[int, int]:
    """The cell of the field itself that is the most extreme near the smoothed centre."""
    grid = scene.grid
    reach = max(1.5 * SIGMA_KM, 1.5 * max(grid.spacing_km))
    distance = great_circle_km(item.latitude, item.longitude, grid.latitude, grid.longitude)
    sign = 1.0 if item.kind == "minimum" else -1.0
    near = np.where((distance <= reach) & inside, sign * field, np.inf)
    row, column = np.unravel_index(int(np.nanargmin(near)), near.shape)
    return int(row), int(column)


def _cells_at_edge(
    scene: Scene, smooth: Array, edge: Mask, kind: CentreKind, least: float
) -> list[tuple[int, int]]:
    """Cells of the data's edge that nothing within 300 km exceeds, well beyond what lies around."""
    grid = scene.grid
    sign = 1.0 if kind == "low" else -1.0
    signed = sign * smooth
    found: list[tuple[int, int]] = []
    known = np.isfinite(signed)
    towards = directions(grid.latitude, grid.longitude)
    rows, columns = np.nonzero(edge & known)
    for place in np.argsort(signed[rows, columns], kind="stable"):
        row, column = int(rows[place]), int(columns[place])
        alike = towards @ towards[row, column]
        near = alike >= cosine_of(EDGE_REACH_KM)
        around = signed[near & known].mean()
        if signed[row, column] > around - 2.0 * least:
            break
        taken = any(near[cell] for cell in found)
        lowest = signed[(alike >= cosine_of(RIVAL_KM)) & known].min()
        if not taken and signed[row, column] <= lowest:
            found.append((row, column))
    return found


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
    at_data_edge: bool = False,
) -> PressureCentre:
    height = None if ground is None else float(ground[cell])
    return PressureCentre(
        kind=kind,
        time=scene.time,
        latitude=round(float(scene.grid.latitude[cell]), 4),
        longitude=round(wrap_longitude(float(scene.grid.longitude[cell])), 4),
        value=round(float(field[cell]), 2),
        closed_contours=closed_contours,
        contour_interval=contour_interval,
        radius_km=radius_km,
        at_data_edge=at_data_edge,
        reduced_over_m=round(height) if height is not None and height > HIGH_GROUND_M else None,
    )
