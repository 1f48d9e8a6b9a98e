"""Closed centres of a field, one per time."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np
import numpy.typing as npt

from diagnostics.grid.centres import Centre, Centres, ContourRule
from diagnostics.grid.distance import great_circle_km
from diagnostics.grid.extrema import Kind
from diagnostics.grid.geometry import Grid
from diagnostics.quantities.results import Array, Scene


@dataclass(frozen=True)
class CentreSeries:
    """The strongest centre of each time.

    Parameters
    ----------
    value : ndarray (time, y, x)
        The field where a centre may be read: its own cell only, or every cell of a time without
        a closed centre.
    cells : list of (int, int) or None
        Row and column of each centre.
    closed : list of int
        1 where a contour closes around it.
    depth_hpa, outermost_hpa : list of float or None
        Distance to, and value of, the outermost closed contour.
    """

    value: Array
    cells: list[tuple[int, int] | None]
    closed: list[int | None]
    depth_hpa: list[float | None]
    outermost_hpa: list[float | None]

    def mean_within(
        self, field: Array, grid: Grid, radius_km: float, *, offset: float = 0.0
    ) -> list[float | None]:
        """Return the area mean of `field` within a distance of each centre, plus `offset`.

        None where there is no centre, or no value of `field` near it.
        """
        means: list[float | None] = []
        for index, cell in enumerate(self.cells):
            if cell is None:
                means.append(None)
                continue
            near = (
                great_circle_km(
                    float(grid.latitude[cell]),
                    float(grid.longitude[cell]),
                    grid.latitude,
                    grid.longitude,
                )
                <= radius_km
            )
            usable = near & np.isfinite(field[index])
            weights = np.where(usable, grid.weights, 0.0)
            total = float(weights.sum())
            if total == 0.0:
                means.append(None)
                continue
            mean = float((np.where(usable, field[index], 0.0) * weights).sum()) / total
            means.append(mean + offset)
        return means


def closed_centres(
    field: Array,
    scene: Scene,
    kind: Kind,
    *,
    radius_km: float,
    interval: float,
    sigma_km: float,
    excluded: npt.NDArray[np.bool_] | None = None,
) -> CentreSeries:
    """Find the strongest closed centre of each time in the scene's region.

    In ``qa`` mode the plain extremum is the centre. In ``diagnose`` mode centres are extrema of
    the smoothed field within the radius, with at least one closed contour (Wernli and Schwierz
    2006, doi:10.1175/JAS3766.1), as `diagnostics.grid.centres` finds them; place and value are
    those of one cell of the field itself.

    Parameters
    ----------
    field : ndarray (time, y, x)
        Pa.
    scene : Scene
    kind : {"maximum", "minimum"}
    radius_km : float
    interval : float
        Distance of contours, Pa.
    sigma_km : float
        Smoothing of the search.
    excluded : ndarray of bool (y, x), optional
        Cells where no centre is accepted.
    """
    value = np.full(field.shape, np.nan)
    allowed = scene.mask if excluded is None else scene.mask & ~excluded
    cells: list[tuple[int, int] | None] = []
    closed: list[int | None] = []
    depth: list[float | None] = []
    outermost: list[float | None] = []
    for index, values in enumerate(field):
        found = None
        if scene.diagnosing:
            found = _strongest(values, scene, kind, radius_km, interval, sigma_km, allowed)
        if found is None:
            value[index] = values
            usable = allowed & np.isfinite(values)
            cells.append(_extreme_cell(values, usable, kind) if usable.any() else None)
            closed.append(0 if scene.diagnosing else None)
            depth.append(None)
            outermost.append(None)
            continue
        cell = found.row, found.column
        value[index][cell] = values[cell]
        cells.append(cell)
        closed.append(1)
        depth.append(found.depth / 100.0)
        outermost.append(found.outermost / 100.0)
    return CentreSeries(value, cells, closed, depth, outermost)


def _strongest(
    values: Array,
    scene: Scene,
    kind: Kind,
    radius_km: float,
    interval: float,
    sigma_km: float,
    allowed: npt.NDArray[np.bool_],
) -> Centre | None:
    """Return the strongest centre."""
    rule = ContourRule(interval, interval)
    centres = Centres(values, scene.grid, rule, sigma_km=sigma_km, rival_km=radius_km)
    found = centres.closed(kind, allowed)
    return found[0] if found else None


def _extreme_cell(values: Array, usable: npt.NDArray[np.bool_], kind: Kind) -> tuple[int, int]:
    if kind == "maximum":
        flat = np.where(usable, values, -np.inf).argmax()
    else:
        flat = np.where(usable, values, np.inf).argmin()
    row, column = np.unravel_index(flat, values.shape)
    return int(row), int(column)
