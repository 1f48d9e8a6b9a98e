"""Which cells of a climatology are those of a case."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np
import numpy.typing as npt

from diagnostics.errors import InputDataError
from diagnostics.grid.geometry import Grid
from diagnostics.messages import Message

FloatArray = npt.NDArray[np.float64]
Indices = npt.NDArray[np.int64]

SHARE_OF_SPACING = 0.01
LEAST_TOLERANCE_DEG = 1e-3
"""Float32 coordinates of two products differ by less than this."""


@dataclass(frozen=True)
class Placement:
    """Where the cells of a case lie in the arrays of a climatology.

    Parameters
    ----------
    rows, columns : slice
        What is read of the climatology.
    row_of, column_of : ndarray of int
        For each row and column of the case its place in what was read; -1 where the climatology
        ends.
    """

    rows: slice
    columns: slice
    row_of: Indices
    column_of: Indices

    def spread(self, values: FloatArray) -> FloatArray:
        """Bring what was read (..., rows, columns) onto the grid of the case."""
        found = values[
            ..., np.maximum(self.row_of, 0)[:, np.newaxis], np.maximum(self.column_of, 0)
        ]
        known = (self.row_of >= 0)[:, np.newaxis] & (self.column_of >= 0)
        return np.where(known, found, np.nan)


def place_on(grid: Grid, latitude: FloatArray, longitude: FloatArray, name: str) -> Placement:
    """Find the cells of `grid` among those of a climatology.

    Parameters
    ----------
    grid : Grid
        Of the case.
    latitude, longitude : ndarray
        Of the climatology, one- or two-dimensional, degrees.
    name : str
        Of the climatology, for the message.

    Raises
    ------
    InputDataError
        ``climatology_grid_differs``: a point of the case lies between points of the climatology.
        Rule C1 compares like with like; values of another grid have another variance.
    """
    if (grid.mapping is not None) != (latitude.ndim == 2):
        raise _differs(name, "projection")
    if grid.mapping is not None:
        return _projected(grid, latitude, longitude, name)
    rows = _matches(grid.latitude[:, 0], latitude, 0.0)
    columns = _matches(grid.longitude[0], longitude, 360.0)
    for found, axis in ((rows, "latitudes"), (columns, "longitudes")):
        if found is None or not (found >= 0).any():
            raise _differs(name, axis)
    assert rows is not None
    assert columns is not None
    row_slice, row_of = _span(rows)
    column_slice, column_of = _span(columns)
    return Placement(row_slice, column_slice, row_of, column_of)


def _matches(wanted: FloatArray, held: FloatArray, period: float) -> Indices | None:
    """Return the place of each value, -1 outside the span; None when one lies between two."""
    gaps = wanted[:, np.newaxis] - held[np.newaxis, :]
    if period:
        gaps = (gaps + period / 2) % period - period / 2
    nearest = np.abs(gaps).argmin(axis=1)
    distance = np.abs(gaps)[np.arange(wanted.size), nearest]
    step = float(np.median(np.abs(np.diff(held)))) if held.size > 1 else 0.0
    tolerance = max(SHARE_OF_SPACING * step, LEAST_TOLERANCE_DEG)
    exact = distance <= tolerance
    # beyond the ends by nearly a step or more: not covered; nearer than that: another grid
    if step and ((~exact) & (distance < (1.0 - 5.0 * SHARE_OF_SPACING) * step)).any():
        return None
    own = float(np.median(np.abs(np.diff(wanted)))) if wanted.size > 1 else step
    if step and abs(own - step) > 0.05 * step:
        return None
    return np.where(exact, nearest, -1)


def _span(found: Indices) -> tuple[slice, Indices]:
    inside = found[found >= 0]
    first, last = int(inside.min()), int(inside.max())
    return slice(first, last + 1), np.where(found >= 0, found - first, -1)


def _projected(grid: Grid, latitude: FloatArray, longitude: FloatArray, name: str) -> Placement:
    """Find the window of a projected grid by one of its corners, and compare every cell."""
    step = grid.spacing_deg
    rows, columns = grid.shape
    offset_y = (grid.latitude[0, 0] - latitude) ** 2
    turned = (grid.longitude[0, 0] - longitude + 180.0) % 360.0 - 180.0
    offset_x = (turned * np.cos(np.radians(latitude))) ** 2
    j, i = np.unravel_index(int((offset_y + offset_x).argmin()), latitude.shape)
    window = slice(int(j), int(j) + rows), slice(int(i), int(i) + columns)
    held = latitude[window], longitude[window]
    if held[0].shape != grid.shape:
        raise _differs(name, "extent")
    turn = (held[1] - grid.longitude + 180.0) % 360.0 - 180.0
    apart = np.hypot(held[0] - grid.latitude, turn * np.cos(np.radians(grid.latitude)))
    if float(apart.max()) > max(SHARE_OF_SPACING * step, LEAST_TOLERANCE_DEG):
        raise _differs(name, "points")
    return Placement(*window, np.arange(rows), np.arange(columns))


def _differs(name: str, why: str) -> InputDataError:
    return InputDataError(
        Message(
            id="climatologyerror-grid_differs",
            params={"name": f"{name!r}", "why": Message(id=f"climatologyerror-differ_{why}")},
        ),
        code="climatology_grid_differs",
        data={"climatology": name},
    )
