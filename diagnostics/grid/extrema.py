"""Local extrema of a field, and the closed contours around them."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING, Literal

import numpy as np
from numpy.typing import ArrayLike, NDArray

from diagnostics.grid.distance import great_circle_km
from diagnostics.grid.objects import label_cells

if TYPE_CHECKING:
    from diagnostics.grid.geometry import Grid

Kind = Literal["maximum", "minimum"]

_MAX_CONTOURS = 200
NEAR = 1.5
"""How far from a smoothed centre its extreme cell may lie: in sigmas or cells, the larger."""


@dataclass(frozen=True)
class Extremum:
    """A cell that no other within a radius exceeds."""

    row: int
    column: int
    latitude: float
    longitude: float
    value: float
    kind: Kind


@dataclass(frozen=True, eq=False)
class ClosedContours:
    """The closed contours around an extremum.

    Attributes
    ----------
    count : int
        Number of contours, one `interval` apart, that close around it; 0 for an open feature.
    outermost_value : float or None
        Value of the outermost closed contour.
    depth : float
        ``count * interval``.
    area_km2 : float
        Area inside the outermost closed contour.
    radius_km : float
        Radius of the circle of that area.
    cells : array of bool, shape (ny, nx)
        Cells inside the outermost closed contour.
    """

    count: int
    outermost_value: float | None
    depth: float
    area_km2: float
    radius_km: float
    cells: NDArray[np.bool_]


def local_extrema(
    field: ArrayLike, grid: Grid, radius_km: float, kind: Kind = "maximum"
) -> list[Extremum]:
    """Find the cells that no other cell within `radius_km` exceeds, the most extreme first.

    Parameters
    ----------
    field : array_like, shape (ny, nx)
        Smooth it first where noise matters. NaN cells are passed over.
    grid : Grid
    radius_km : float
        Great-circle radius of the neighbourhood.
    kind : {"maximum", "minimum"}

    Returns
    -------
    list of Extremum
        Cells on a true edge of the grid are left out: beyond it the field may go on rising. Of
        equal cells the first in row and column order stands for all.
    """
    values = np.asarray(field, dtype=np.float64)
    search = values if kind == "maximum" else -values
    found = []
    for row, column in zip(*np.nonzero(_peaks(search, grid)), strict=True):
        if _dominates(search, grid, int(row), int(column), radius_km):
            found.append(
                Extremum(
                    row=int(row),
                    column=int(column),
                    latitude=float(grid.latitude[row, column]),
                    longitude=float((grid.longitude[row, column] + 180.0) % 360.0 - 180.0),
                    value=float(values[row, column]),
                    kind=kind,
                )
            )
    sign = -1.0 if kind == "maximum" else 1.0
    return sorted(found, key=lambda item: (sign * item.value, item.row, item.column))


def closed_contours(
    field: ArrayLike,
    grid: Grid,
    extremum: Extremum,
    interval: float,
    *,
    rivals: Sequence[Extremum] = (),
    masked: NDArray[np.bool_] | None = None,
    max_masked_fraction: float = 0.2,
    limit: int = _MAX_CONTOURS,
) -> ClosedContours:
    """Count the contours that close around an extremum.

    Parameters
    ----------
    field : array_like, shape (ny, nx)
        The field in which `extremum` was found.
    grid : Grid
    extremum : Extremum
    interval : float
        Distance between contours, in the unit of `field`; counted from the extremum's value.
    rivals : sequence of Extremum
        The other extrema; a contour that holds a more extreme cell is not this one's.
    masked : array of bool, shape (ny, nx), optional
        Cells below ground; a contour with more than `max_masked_fraction` of them does not count.
    max_masked_fraction : float
    limit : int
        How many contours to follow outward.

    Notes
    -----
    For n = 1, 2, ... the region is the 8-connected set of cells beyond the extremum's value minus
    (maximum) or plus (minimum) ``n * interval`` that holds the extremum. It is closed while it
    touches neither a true edge of the grid nor missing cells and holds no more extreme cell
    (Wernli and Schwierz, 2006, doi:10.1175/JAS3766.1).
    """
    values = np.asarray(field, dtype=np.float64)
    sign = 1.0 if extremum.kind == "maximum" else -1.0
    search = sign * np.where(np.isfinite(values), values, np.nan)
    centre = sign * extremum.value
    barrier = data_edge(values, grid)
    higher = [item for item in rivals if sign * item.value > centre]
    count, cells = 0, np.zeros(grid.shape, dtype=bool)
    while count < limit:
        level = centre - (count + 1) * interval
        labels, _ = label_cells(np.nan_to_num(search, nan=-np.inf) > level, cyclic=grid.cyclic)
        region = labels == labels[extremum.row, extremum.column]
        if labels[extremum.row, extremum.column] == 0 or (region & barrier).any():
            break
        if (search[region] > centre).any() or any(region[i.row, i.column] for i in higher):
            break
        if masked is not None and masked[region].mean() > max_masked_fraction:
            break
        count, cells = count + 1, region
    area = float(grid.cell_area[cells].sum() / 1e6)
    return ClosedContours(
        count=count,
        outermost_value=extremum.value - sign * count * interval if count else None,
        depth=count * interval,
        area_km2=area,
        radius_km=float(np.sqrt(area / np.pi)),
        cells=cells,
    )


def extreme_cell(
    field: NDArray[np.float64],
    grid: Grid,
    centre: Extremum,
    sigma_km: float,
    inside: NDArray[np.bool_],
) -> tuple[int, int]:
    """Return the cell of a field that is the most extreme near a centre of the smoothed field.

    Parameters
    ----------
    field : array, shape (ny, nx)
        Not smoothed.
    grid : Grid
    centre : Extremum
        Of the field smoothed with a Gaussian of `sigma_km`.
    sigma_km : float
        The cell lies within `NEAR` of it, and within `NEAR` cells at least.
    inside : array of bool, shape (ny, nx)
        Where the cell may lie: inside the closed contours of the centre.
    """
    reach = NEAR * max(sigma_km, *grid.spacing_km)
    distance = great_circle_km(centre.latitude, centre.longitude, grid.latitude, grid.longitude)
    sign = 1.0 if centre.kind == "minimum" else -1.0
    near = np.where((distance <= reach) & inside, sign * field, np.inf)
    row, column = np.unravel_index(int(np.nanargmin(near)), near.shape)
    return int(row), int(column)


def _neighbourhood(values: NDArray[np.float64], grid: Grid) -> NDArray[np.float64]:
    """Pad by one cell: around the seam of a cyclic grid, with NaN at true edges."""
    padded = np.pad(values, 1, constant_values=np.nan)
    if grid.cyclic:
        padded[1:-1, 0], padded[1:-1, -1] = values[:, -1], values[:, 0]
    return padded


def _peaks(search: NDArray[np.float64], grid: Grid) -> NDArray[np.bool_]:
    """Cells with eight given neighbours of which none is larger and one at least is smaller."""
    padded = _neighbourhood(search, grid)
    rows, columns = search.shape
    peak, above_one = np.isfinite(search), np.zeros(search.shape, dtype=bool)
    for shift_y in range(3):
        for shift_x in range(3):
            if shift_y == shift_x == 1:
                continue
            neighbour = padded[shift_y : shift_y + rows, shift_x : shift_x + columns]
            peak &= search >= neighbour
            above_one |= search > neighbour
    return peak & above_one


def _dominates(
    search: NDArray[np.float64], grid: Grid, row: int, column: int, radius_km: float
) -> bool:
    """Whether no cell within the radius is larger, and no equal one comes first."""
    step_y, step_x = grid.spacing_km
    reach_y = int(np.ceil(radius_km / step_y)) + 1
    rows = np.arange(max(0, row - reach_y), min(grid.shape[0], row + reach_y + 1))
    if grid.mapping is None:
        # Columns narrow towards the pole: the highest latitude of the window decides.
        step_x *= max(float(np.cos(np.radians(np.abs(grid.latitude[rows, 0]).max()))), 1e-3)
    reach_x = int(np.ceil(radius_km / step_x)) + 1
    columns = np.arange(column - reach_x, column + reach_x + 1)
    if grid.cyclic:
        columns = np.unique(columns % grid.shape[1])
    else:
        columns = columns[(columns >= 0) & (columns < grid.shape[1])]
    window = np.ix_(rows, columns)
    near = (
        great_circle_km(
            float(grid.latitude[row, column]),
            float(grid.longitude[row, column]),
            grid.latitude[window],
            grid.longitude[window],
        )
        <= radius_km
    )
    values = np.where(near, search[window], np.nan)
    centre = search[row, column]
    if (values > centre).any():
        return False
    equal_rows, equal_columns = np.nonzero(values == centre)
    first = min(zip(rows[equal_rows], columns[equal_columns], strict=True))
    return (int(first[0]), int(first[1])) == (row, column)


def data_edge(values: NDArray[np.float64], grid: Grid) -> NDArray[np.bool_]:
    """Cells at a true edge of the grid, or missing, or next to a missing cell."""
    missing = np.pad(~np.isfinite(values), 1, constant_values=True)
    if grid.cyclic:
        missing[1:-1, 0], missing[1:-1, -1] = missing[1:-1, -2], missing[1:-1, 1]
    result = ~np.isfinite(values)
    rows, columns = values.shape
    for shift_y, shift_x in ((0, 1), (2, 1), (1, 0), (1, 2)):
        result = result | missing[shift_y : shift_y + rows, shift_x : shift_x + columns]
    return np.asarray(result, dtype=bool)
