"""Compiled differences: one pass over the fields for everything that an operator needs.

The same three-point formulas as in `derivatives`, which remains the reference and the fallback,
written in differences from the point itself: a constant has no derivative to the last digit.
Rows are differentiated into short buffers that stay in the nearest cache, and combined there, so
that every field is read from memory once. Single-threaded on purpose: work is spread over
processes.

Fields have the axes (plane, y, x), winds are along the grid's axes. `stencils` is the tuple
``rows, row_weights, columns, column_weights, inverse_hx, inverse_hy, turn_x, turn_y`` of
`~diagnostics.grid.stencils.Stencils`, whose metric terms are (y) where they do not vary along x.

The compiler makes a loop over several points at once only where it can tell at little cost that
what is written is none of what is read: hence short loops with few arrays.
"""

from __future__ import annotations

from typing import Any

import numba
import numpy as np
from numba import types
from numba.extending import overload

compile_kernel = numba.njit(cache=True, nogil=True, error_model="numpy", fastmath={"contract"})


def metric_at(values: Any, i: int) -> Any:
    """Return the metric term of a cell: one number for the row, or one of a row."""
    return values if np.ndim(values) == 0 else values[i]


@overload(metric_at, inline="always", strict=False)
def _metric_at(values: Any, i: Any) -> Any:
    if isinstance(values, types.Float):
        return lambda values, i: values
    return lambda values, i: values[i]


@compile_kernel
def end_slope(line: Any, i: int, columns: Any, weights: Any) -> Any:
    """Differentiate a row at its first or last point, in units of the coordinate."""
    return (
        weights[0, i] * (line[columns[i, 0]] - line[i])
        + weights[1, i] * (line[columns[i, 1]] - line[i])
        + weights[2, i] * (line[columns[i, 2]] - line[i])
    )


@compile_kernel
def along_x(line: Any, columns: Any, weights: Any, scale: Any, slope: Any) -> None:
    """Differentiate a row along x into `slope`; `weights` (3, x)."""
    left, right = weights[0], weights[2]
    for i in range(1, line.size - 1):
        slope[i] = metric_at(scale, i) * (
            left[i] * (line[i - 1] - line[i]) + right[i] * (line[i + 1] - line[i])
        )
    for i in (0, line.size - 1):
        slope[i] = metric_at(scale, i) * end_slope(line, i, columns, weights)


@compile_kernel
def along_y(plane: Any, j: int, rows: Any, weights: Any, scale: Any, slope: Any) -> None:
    """Differentiate row `j` of a plane along y into `slope`."""
    here = plane[j]
    below, at, above = plane[rows[j, 0]], plane[rows[j, 1]], plane[rows[j, 2]]
    low, centre, high = weights[j, 0], weights[j, 1], weights[j, 2]
    if rows[j, 1] == j:
        for i in range(slope.size):
            slope[i] = metric_at(scale, i) * (
                low * (below[i] - here[i]) + high * (above[i] - here[i])
            )
    else:
        for i in range(slope.size):
            slope[i] = metric_at(scale, i) * (
                low * (below[i] - here[i])
                + centre * (at[i] - here[i])
                + high * (above[i] - here[i])
            )


@compile_kernel
def gradient(field: Any, stencils: Any, result_x: Any, result_y: Any) -> None:
    """Differentiate along x and y."""
    rows, row_weights, columns, column_weights, inverse_hx, inverse_hy, _, _ = stencils
    for k in range(field.shape[0]):
        plane, plane_x, plane_y = field[k], result_x[k], result_y[k]
        for j in range(plane.shape[0]):
            along_x(plane[j], columns, column_weights, inverse_hx[j], plane_x[j])
            along_y(plane, j, rows, row_weights, inverse_hy[j], plane_y[j])


@compile_kernel
def wind(first: Any, second: Any, stencils: Any, sign: float, result: Any) -> None:
    """``d(first)/dx + sign (d(second)/dy + turn_x second) + turn_y first``, metric included.

    Divergence is ``(u, v, +1)``, vorticity ``(v, u, -1)``.
    """
    rows, row_weights, columns, column_weights, inverse_hx, inverse_hy, turn_x, turn_y = stencils
    left, right = column_weights[0], column_weights[2]
    width = first.shape[2]
    slope = np.empty(width)
    for k in range(first.shape[0]):
        one, other, plane = first[k], second[k], result[k]
        for j in range(one.shape[0]):
            line, here, row = one[j], other[j], plane[j]
            hx, hy, tx, ty = inverse_hx[j], inverse_hy[j], turn_x[j], turn_y[j]
            if rows[j, 1] == j:
                below, above = other[rows[j, 0]], other[rows[j, 2]]
                low, high = row_weights[j, 0], row_weights[j, 2]
                for i in range(1, width - 1):
                    row[i] = metric_at(hx, i) * (
                        left[i] * (line[i - 1] - line[i]) + right[i] * (line[i + 1] - line[i])
                    ) + sign * (
                        metric_at(hy, i)
                        * (low * (below[i] - here[i]) + high * (above[i] - here[i]))
                        + metric_at(tx, i) * here[i]
                    )
                for i in (0, width - 1):
                    row[i] = metric_at(hx, i) * end_slope(line, i, columns, column_weights)
                    row[i] += sign * (
                        metric_at(hy, i)
                        * (low * (below[i] - here[i]) + high * (above[i] - here[i]))
                        + metric_at(tx, i) * here[i]
                    )
            else:
                along_x(line, columns, column_weights, hx, row)
                along_y(other, j, rows, row_weights, hy, slope)
                for i in range(width):
                    row[i] += sign * (slope[i] + metric_at(tx, i) * here[i])
            if turn_y.ndim == 2:
                for i in range(width):
                    row[i] += metric_at(ty, i) * line[i]


@compile_kernel
def advection(field: Any, u: Any, v: Any, stencils: Any, result: Any) -> None:
    """``-(u d(field)/dx + v d(field)/dy)``."""
    rows, row_weights, columns, column_weights, inverse_hx, inverse_hy, _, _ = stencils
    left, right = column_weights[0], column_weights[2]
    width = field.shape[2]
    slope = np.empty(width)
    for k in range(field.shape[0]):
        plane, carried = field[k], result[k]
        for j in range(plane.shape[0]):
            line, east, north, row = plane[j], u[k, j], v[k, j], carried[j]
            hx, hy = inverse_hx[j], inverse_hy[j]
            if rows[j, 1] == j:
                below, above = plane[rows[j, 0]], plane[rows[j, 2]]
                low, high = row_weights[j, 0], row_weights[j, 2]
                for i in range(1, width - 1):
                    row[i] = -(
                        east[i]
                        * metric_at(hx, i)
                        * (left[i] * (line[i - 1] - line[i]) + right[i] * (line[i + 1] - line[i]))
                        + north[i]
                        * metric_at(hy, i)
                        * (low * (below[i] - line[i]) + high * (above[i] - line[i]))
                    )
                for i in (0, width - 1):
                    slope_y = low * (below[i] - line[i]) + high * (above[i] - line[i])
                    row[i] = -(
                        east[i] * metric_at(hx, i) * end_slope(line, i, columns, column_weights)
                        + north[i] * metric_at(hy, i) * slope_y
                    )
            else:
                along_x(line, columns, column_weights, hx, row)
                along_y(plane, j, rows, row_weights, hy, slope)
                for i in range(width):
                    row[i] = -(east[i] * row[i] + north[i] * slope[i])


@compile_kernel
def tensor(u: Any, v: Any, j: int, stencils: Any, slopes: Any) -> None:
    """Write du/dx, du/dy, dv/dx and dv/dy of row `j` of a plane to four rows, with curvature."""
    rows, row_weights, columns, column_weights, inverse_hx, inverse_hy, turn_x, turn_y = stencils
    u_x, u_y, v_x, v_y, east, north = slopes[0], slopes[1], slopes[2], slopes[3], u[j], v[j]
    tx, ty = turn_x[j], turn_y[j]
    along_x(east, columns, column_weights, inverse_hx[j], u_x)
    along_y(u, j, rows, row_weights, inverse_hy[j], u_y)
    along_x(north, columns, column_weights, inverse_hx[j], v_x)
    along_y(v, j, rows, row_weights, inverse_hy[j], v_y)
    for i in range(east.size):
        u_x[i] += metric_at(tx, i) * north[i]
    for i in range(east.size):
        v_x[i] -= metric_at(tx, i) * east[i]
    if turn_y.ndim == 2:
        for i in range(east.size):
            u_y[i] -= metric_at(ty, i) * north[i]
        for i in range(east.size):
            v_y[i] += metric_at(ty, i) * east[i]


@compile_kernel
def frontogenesis(field: Any, u: Any, v: Any, stencils: Any, result: Any) -> None:
    """Petterssen's frontogenesis of `field` by the wind, zero where it is uniform."""
    rows, row_weights, columns, column_weights, inverse_hx, inverse_hy = stencils[:6]
    width = field.shape[2]
    slopes = np.empty((6, width))
    u_x, u_y, v_x, v_y = slopes[0], slopes[1], slopes[2], slopes[3]
    f_x, f_y = slopes[4], slopes[5]
    for k in range(field.shape[0]):
        plane, east, north, made = field[k], u[k], v[k], result[k]
        for j in range(plane.shape[0]):
            tensor(east, north, j, stencils, slopes)
            along_x(plane[j], columns, column_weights, inverse_hx[j], f_x)
            along_y(plane, j, rows, row_weights, inverse_hy[j], f_y)
            row = made[j]
            for i in range(width):
                squared = f_x[i] * f_x[i] + f_y[i] * f_y[i]
                work = (
                    f_x[i] * f_x[i] * u_x[i]
                    + f_y[i] * f_y[i] * v_y[i]
                    + f_x[i] * f_y[i] * (v_x[i] + u_y[i])
                )
                # where the denominator vanishes, so does the numerator
                row[i] = -work / np.sqrt(squared + (squared == 0.0))


@compile_kernel
def q_vector(
    u: Any, v: Any, warmth: Any, factor: Any, stencils: Any, result_x: Any, result_y: Any
) -> None:
    """``factor (dV/dx . grad T, dV/dy . grad T)``; `factor` (plane)."""
    rows, row_weights, columns, column_weights, inverse_hx, inverse_hy = stencils[:6]
    width = warmth.shape[2]
    slopes = np.empty((6, width))
    u_x, u_y, v_x, v_y = slopes[0], slopes[1], slopes[2], slopes[3]
    t_x, t_y = slopes[4], slopes[5]
    for k in range(warmth.shape[0]):
        plane, east, north, scale = warmth[k], u[k], v[k], factor[k]
        for j in range(plane.shape[0]):
            tensor(east, north, j, stencils, slopes)
            along_x(plane[j], columns, column_weights, inverse_hx[j], t_x)
            along_y(plane, j, rows, row_weights, inverse_hy[j], t_y)
            row_x, row_y = result_x[k, j], result_y[k, j]
            for i in range(width):
                row_x[i] = scale * (u_x[i] * t_x[i] + v_x[i] * t_y[i])
            for i in range(width):
                row_y[i] = scale * (u_y[i] * t_x[i] + v_y[i] * t_y[i])
