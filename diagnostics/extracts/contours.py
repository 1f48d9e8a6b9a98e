"""Contour lines of a field as places on the Earth."""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np
import numpy.typing as npt
from contourpy import contour_generator

from diagnostics.contracts.space_time import Region
from diagnostics.errors import ArgumentError
from diagnostics.extracts.lattice import eastern_start, eastward, too_few_cells
from diagnostics.grid.geometry import Grid
from diagnostics.grid.regions import region_mask
from diagnostics.messages import Message

Array = npt.NDArray[np.float64]
MOST_VERTICES = 200_000
"""Places of all lines together."""


def contour_lines(
    values: Array, grid: Grid, region: Region | None, levels: Sequence[float]
) -> dict[float, list[tuple[Array, Array]]]:
    """Trace where a field has certain values.

    Parameters
    ----------
    values : ndarray, shape (y, x)
        Lines end where a value is missing.
    grid : Grid
    region : Region, optional
        The whole grid by default; lines end at its outermost cells.
    levels : sequence of float
        In the unit of the values.

    Returns
    -------
    dict of list of (longitude, latitude)
        Lines of each level that has some, in degrees; longitudes run on beyond 180.

    Raises
    ------
    InputDataError
        ``region_outside_data``; ``too_few_cells``.
    ArgumentError
        ``too_many_vertices``.
    """
    inside = np.ones(grid.shape, dtype=bool) if region is None else region_mask(grid, region)
    rows, columns = np.flatnonzero(inside.any(axis=1)), np.flatnonzero(inside.any(axis=0))
    if min(rows.size, columns.size) < 2:
        raise too_few_cells(grid, region)
    if grid.mapping is None:
        east = eastward(grid.longitude[0, columns], eastern_start(grid, region))
        columns = columns[np.argsort(east)]
    latitude = grid.latitude[np.ix_(rows, columns)]
    longitude = grid.longitude[np.ix_(rows, columns)]
    field = np.where(inside, values, np.nan)[np.ix_(rows, columns)]
    if grid.cyclic and columns.size == grid.shape[1]:
        latitude, longitude, field = (
            np.concatenate([part, part[:, :1]], axis=1) for part in (latitude, longitude, field)
        )
    tracer = contour_generator(z=np.ma.masked_invalid(field))
    found: dict[float, list[tuple[Array, Array]]] = {}
    count = 0
    for level in levels:
        lines = [np.asarray(item) for item in tracer.lines(level)]
        count += sum(len(item) for item in lines)
        if count > MOST_VERTICES:
            raise ArgumentError(
                Message(id="extracterror-too_many_vertices", params={"most": MOST_VERTICES}),
                code="too_many_vertices",
            )
        if lines:
            found[float(level)] = [_places(item, latitude, longitude, grid) for item in lines]
    return found


def _places(line: Array, latitude: Array, longitude: Array, grid: Grid) -> tuple[Array, Array]:
    """Return longitude and latitude of places given as columns and rows of cells."""
    x, y = line[:, 0], line[:, 1]
    if grid.mapping is None:
        turned = np.unwrap(longitude[0], period=360.0)
        return (
            np.interp(x, np.arange(turned.size), turned),
            np.interp(y, np.arange(latitude.shape[0]), latitude[:, 0]),
        )
    phi, lam = np.radians(latitude), np.radians(longitude)
    parts = (np.cos(phi) * np.cos(lam), np.cos(phi) * np.sin(lam), np.sin(phi))
    i = np.clip(np.floor(x).astype(int), 0, latitude.shape[1] - 2)
    j = np.clip(np.floor(y).astype(int), 0, latitude.shape[0] - 2)
    a, b = x - i, y - j
    e, n, up = (
        part[j, i] * (1 - a) * (1 - b)
        + part[j, i + 1] * a * (1 - b)
        + part[j + 1, i] * (1 - a) * b
        + part[j + 1, i + 1] * a * b
        for part in parts
    )
    return np.degrees(np.arctan2(n, e)), np.degrees(np.arctan2(up, np.hypot(e, n)))
