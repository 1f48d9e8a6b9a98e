"""Compiled differences at one point of a plane, of which `kernels` makes its loops.

What they share: weights, metric terms and neighbours as in `~diagnostics.grid.stencils.Stencils`,
whose `arguments` is what is called `stencils` here. All arithmetic is in double precision.
"""

from __future__ import annotations

from typing import Any

import numba
import numpy as np
from numba import types
from numba.extending import overload

compile_kernel = numba.njit(cache=True, nogil=True, error_model="numpy", fastmath={"contract"})
compile_in_place = numba.njit(
    inline="always", nogil=True, error_model="numpy", fastmath={"contract"}
)
"""For the rows: a call that hands over a dozen arrays takes as long as a hundred points."""


def metric_at(values: Any, i: int) -> Any:
    """Return the metric term of a cell: one number for the row, or one of a row."""
    return values if np.ndim(values) == 0 else values[i]


@overload(metric_at, inline="always", strict=False)
def _metric_at(values: Any, i: Any) -> Any:
    if isinstance(values, types.Float):
        return lambda values, i: values
    return lambda values, i: values[i]


def weight_at(weights: Any, i: int) -> Any:
    """Return the weight of a neighbour of an inner point; None where points are evenly spaced."""
    return None if weights is None else weights[i]


@overload(weight_at, inline="always", strict=False)
def _weight_at(weights: Any, i: Any) -> Any:
    if isinstance(weights, types.NoneType):
        return lambda weights, i: None
    return lambda weights, i: weights[i]


@compile_kernel
def less(one: Any, other: Any) -> Any:
    """Subtract in double precision."""
    return np.float64(one) - np.float64(other)


def slope(before: Any, here: Any, after: Any, low: Any, high: Any) -> Any:
    """Differentiate at a point from its two neighbours, in units of the coordinate.

    Without weights (None) it is the difference of the neighbours, which the metric divides by
    their distance. A point that is missing has no derivative, though nothing else is asked of it.
    """
    if low is None:
        return less(after, before) + 0.0 * here
    return low * less(before, here) + high * less(after, here)


@overload(slope, inline="always", strict=False)
def _slope(before: Any, here: Any, after: Any, low: Any, high: Any) -> Any:
    if isinstance(low, types.NoneType):
        return lambda before, here, after, low, high: less(after, before) + 0.0 * here
    return lambda before, here, after, low, high: (
        low * less(before, here) + high * less(after, here)
    )


@compile_kernel
def end_slope(line: Any, i: int, columns: Any, weights: Any) -> Any:
    """Differentiate a row at its first or last point, in units of the coordinate."""
    return (
        weights[0, i] * less(line[columns[i, 0]], line[i])
        + weights[1, i] * less(line[columns[i, 1]], line[i])
        + weights[2, i] * less(line[columns[i, 2]], line[i])
    )


@compile_kernel
def two_others(indices: Any, weights: Any, at: int) -> Any:
    """Return the points of a stencil of three that are not `at` itself, and their weights."""
    a, c = (1 if indices[at, 0] == at else 0), (1 if indices[at, 2] == at else 2)
    return indices[at, a], indices[at, c], weights[at, a], weights[at, c]


@compile_kernel
def slopes_at(plane: Any, j: int, i: int, stencils: Any) -> Any:
    """Differentiate a plane along x and y at any one point."""
    rows, row_weights, _, _, columns, column_weights, _, _, inverse_hx, inverse_hy = stencils[:10]
    here = plane[j, i]
    slope_x = metric_at(inverse_hx[j], i) * end_slope(plane[j], i, columns, column_weights)
    slope_y = metric_at(inverse_hy[j], i) * (
        row_weights[j, 0] * less(plane[rows[j, 0], i], here)
        + row_weights[j, 1] * less(plane[rows[j, 1], i], here)
        + row_weights[j, 2] * less(plane[rows[j, 2], i], here)
    )
    return slope_x, slope_y


@compile_kernel
def tensor_at(u: Any, v: Any, j: int, i: int, stencils: Any) -> Any:
    """Return du/dx, du/dy, dv/dx and dv/dy at any one point, with curvature."""
    tx, ty = metric_at(stencils[10][j], i), metric_at(stencils[11][j], i)
    u_x, u_y = slopes_at(u, j, i, stencils)
    v_x, v_y = slopes_at(v, j, i, stencils)
    return u_x + tx * v[j, i], u_y - ty * v[j, i], v_x - tx * u[j, i], v_y + ty * u[j, i]
