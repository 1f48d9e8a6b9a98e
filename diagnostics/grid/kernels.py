"""Compiled differences: one pass over the fields for everything that an operator needs.

The same three-point formulas as in `derivatives`, which remains the reference and the fallback,
written in differences from the point itself: a constant has no derivative to the last digit.
All derivatives of a point are taken and combined in registers, so that every field is read from
memory once. Single-threaded on purpose: work is spread over processes.

Fields have the axes (plane, y, x), winds are along the grid's axes. They are read as they are
stored, in single or double precision; every number is widened before it is used. `stencils` is the
tuple ``rows, row_weights, columns, column_weights, inverse_hx, inverse_hy, turn_x, turn_y`` of
`~diagnostics.grid.stencils.Stencils`, whose metric terms are (y) where they do not vary along x.

The inner points of a row are one loop without branches, which the compiler makes over several
points at once; the ends of a row are worked by themselves. A point has no difference from itself,
so that two of the three rows of a stencil count, on the first and last row too.
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
def less(one: Any, other: Any) -> Any:
    """Subtract in double precision."""
    return np.float64(one) - np.float64(other)


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
def gradient(field: Any, stencils: Any, result_x: Any, result_y: Any) -> None:
    """Differentiate along x and y."""
    rows, row_weights, columns, column_weights, inverse_hx, inverse_hy, _, _ = stencils
    left, right = column_weights[0], column_weights[2]
    width = field.shape[2]
    for k in range(field.shape[0]):
        plane = field[k]
        for j in range(plane.shape[0]):
            one, other, low, high = two_others(rows, row_weights, j)
            here, below, above = plane[j], plane[one], plane[other]
            hx, hy, row_x, row_y = inverse_hx[j], inverse_hy[j], result_x[k, j], result_y[k, j]
            for i in range(1, width - 1):
                row_x[i] = metric_at(hx, i) * (
                    left[i] * less(here[i - 1], here[i]) + right[i] * less(here[i + 1], here[i])
                )
            for i in (0, width - 1):
                row_x[i] = metric_at(hx, i) * end_slope(here, i, columns, column_weights)
            for i in range(width):
                row_y[i] = metric_at(hy, i) * (
                    low * less(below[i], here[i]) + high * less(above[i], here[i])
                )


@compile_kernel
def wind(first: Any, second: Any, stencils: Any, sign: float, result: Any) -> None:
    """``d(first)/dx + sign (d(second)/dy + turn_x second) + turn_y first``, metric included.

    Divergence is ``(u, v, +1)``, vorticity ``(v, u, -1)``.
    """
    rows, row_weights, columns, column_weights, inverse_hx, inverse_hy, turn_x, turn_y = stencils
    left, right = column_weights[0], column_weights[2]
    width = first.shape[2]
    for k in range(first.shape[0]):
        plane, lines, made = second[k], first[k], result[k]
        for j in range(plane.shape[0]):
            one, other, low, high = two_others(rows, row_weights, j)
            line, here, below, above, row = lines[j], plane[j], plane[one], plane[other], made[j]
            hx, hy, tx, ty = inverse_hx[j], inverse_hy[j], turn_x[j], turn_y[j]
            for i in range(1, width - 1):
                row[i] = metric_at(hx, i) * (
                    left[i] * less(line[i - 1], line[i]) + right[i] * less(line[i + 1], line[i])
                ) + sign * (
                    metric_at(hy, i)
                    * (low * less(below[i], here[i]) + high * less(above[i], here[i]))
                    + metric_at(tx, i) * here[i]
                )
            for i in (0, width - 1):
                row[i] = metric_at(hx, i) * end_slope(line, i, columns, column_weights)
                row[i] += sign * (
                    metric_at(hy, i)
                    * (low * less(below[i], here[i]) + high * less(above[i], here[i]))
                    + metric_at(tx, i) * here[i]
                )
            if turn_y.ndim == 2:
                for i in range(width):
                    row[i] += metric_at(ty, i) * line[i]


@compile_kernel
def advection(field: Any, u: Any, v: Any, stencils: Any, result: Any) -> None:
    """``-(u d(field)/dx + v d(field)/dy)``."""
    rows, row_weights, _, column_weights, inverse_hx, inverse_hy, _, _ = stencils
    left, right = column_weights[0], column_weights[2]
    width = field.shape[2]
    for k in range(field.shape[0]):
        plane, carried = field[k], result[k]
        for j in range(plane.shape[0]):
            one, other, low, high = two_others(rows, row_weights, j)
            line, below, above, row = plane[j], plane[one], plane[other], carried[j]
            east, north, hx, hy = u[k, j], v[k, j], inverse_hx[j], inverse_hy[j]
            for i in range(1, width - 1):
                row[i] = -(
                    east[i]
                    * metric_at(hx, i)
                    * (left[i] * less(line[i - 1], line[i]) + right[i] * less(line[i + 1], line[i]))
                    + north[i]
                    * metric_at(hy, i)
                    * (low * less(below[i], line[i]) + high * less(above[i], line[i]))
                )
            for i in (0, width - 1):
                slope_x, slope_y = slopes_at(plane, j, i, stencils)
                row[i] = -(east[i] * slope_x + north[i] * slope_y)


@compile_kernel
def slopes_at(plane: Any, j: int, i: int, stencils: Any) -> Any:
    """Differentiate a plane along x and y at any one point."""
    rows, row_weights, columns, column_weights, inverse_hx, inverse_hy = stencils[:6]
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
    tx, ty = metric_at(stencils[6][j], i), metric_at(stencils[7][j], i)
    u_x, u_y = slopes_at(u, j, i, stencils)
    v_x, v_y = slopes_at(v, j, i, stencils)
    return u_x + tx * v[j, i], u_y - ty * v[j, i], v_x - tx * u[j, i], v_y + ty * u[j, i]


@compile_kernel
def frontal(f_x: Any, f_y: Any, u_x: Any, u_y: Any, v_x: Any, v_y: Any) -> Any:
    """Petterssen's frontogenesis of one point from its gradients."""
    squared = f_x * f_x + f_y * f_y
    work = f_x * f_x * u_x + f_y * f_y * v_y + f_x * f_y * (v_x + u_y)
    # where the denominator vanishes, so does the numerator
    return -work / np.sqrt(squared + (squared == 0.0))


@compile_kernel
def frontal_at(field: Any, u: Any, v: Any, j: int, i: int, stencils: Any) -> Any:
    """Petterssen's frontogenesis at any one point of planes."""
    f_x, f_y = slopes_at(field, j, i, stencils)
    u_x, u_y, v_x, v_y = tensor_at(u, v, j, i, stencils)
    return frontal(f_x, f_y, u_x, u_y, v_x, v_y)


@compile_kernel
def q_at(u: Any, v: Any, warmth: Any, j: int, i: int, stencils: Any) -> Any:
    """``(dV/dx . grad T, dV/dy . grad T)`` at any one point of planes."""
    t_x, t_y = slopes_at(warmth, j, i, stencils)
    u_x, u_y, v_x, v_y = tensor_at(u, v, j, i, stencils)
    return u_x * t_x + v_x * t_y, u_y * t_x + v_y * t_y


@compile_kernel
def frontogenesis(field: Any, u: Any, v: Any, stencils: Any, result: Any) -> None:
    """Petterssen's frontogenesis of `field` by the wind, zero where it is uniform."""
    rows, row_weights, _, column_weights, inverse_hx, inverse_hy, turn_x, turn_y = stencils
    left, right = column_weights[0], column_weights[2]
    width = field.shape[2]
    for k in range(field.shape[0]):
        plane, plane_u, plane_v, made = field[k], u[k], v[k], result[k]
        for j in range(plane.shape[0]):
            row = made[j]
            one, other, low, high = two_others(rows, row_weights, j)
            line, below, above = plane[j], plane[one], plane[other]
            east, east_below, east_above = plane_u[j], plane_u[one], plane_u[other]
            north, north_below, north_above = plane_v[j], plane_v[one], plane_v[other]
            hx, hy, tx, ty = inverse_hx[j], inverse_hy[j], turn_x[j], turn_y[j]
            for i in range(1, width - 1):
                x, y = metric_at(hx, i), metric_at(hy, i)
                back, on = x * left[i], x * right[i]
                f_x = back * less(line[i - 1], line[i]) + on * less(line[i + 1], line[i])
                f_y = y * (low * less(below[i], line[i]) + high * less(above[i], line[i]))
                u_x = back * less(east[i - 1], east[i]) + on * less(east[i + 1], east[i])
                v_x = back * less(north[i - 1], north[i]) + on * less(north[i + 1], north[i])
                u_y = y * (low * less(east_below[i], east[i]) + high * less(east_above[i], east[i]))
                v_y = y * (
                    low * less(north_below[i], north[i]) + high * less(north_above[i], north[i])
                )
                row[i] = frontal(
                    f_x,
                    f_y,
                    u_x + metric_at(tx, i) * north[i],
                    u_y - metric_at(ty, i) * north[i],
                    v_x - metric_at(tx, i) * east[i],
                    v_y + metric_at(ty, i) * east[i],
                )
            for i in (0, width - 1):
                row[i] = frontal_at(plane, plane_u, plane_v, j, i, stencils)


@compile_kernel
def q_vector(
    u: Any, v: Any, warmth: Any, factor: Any, stencils: Any, result_x: Any, result_y: Any
) -> None:
    """``factor (dV/dx . grad T, dV/dy . grad T)``; `factor` (plane)."""
    rows, row_weights, _, column_weights, inverse_hx, inverse_hy, turn_x, turn_y = stencils
    left, right = column_weights[0], column_weights[2]
    width = warmth.shape[2]
    for k in range(warmth.shape[0]):
        plane, plane_u, plane_v, scale = warmth[k], u[k], v[k], factor[k]
        for j in range(plane.shape[0]):
            row_x, row_y = result_x[k, j], result_y[k, j]
            one, other, low, high = two_others(rows, row_weights, j)
            line, below, above = plane[j], plane[one], plane[other]
            east, east_below, east_above = plane_u[j], plane_u[one], plane_u[other]
            north, north_below, north_above = plane_v[j], plane_v[one], plane_v[other]
            hx, hy, tx, ty = inverse_hx[j], inverse_hy[j], turn_x[j], turn_y[j]
            for i in range(1, width - 1):
                x, y = metric_at(hx, i), metric_at(hy, i)
                back, on = x * left[i], x * right[i]
                t_x = back * less(line[i - 1], line[i]) + on * less(line[i + 1], line[i])
                t_y = y * (low * less(below[i], line[i]) + high * less(above[i], line[i]))
                u_x = back * less(east[i - 1], east[i]) + on * less(east[i + 1], east[i])
                v_x = back * less(north[i - 1], north[i]) + on * less(north[i + 1], north[i])
                u_y = y * (low * less(east_below[i], east[i]) + high * less(east_above[i], east[i]))
                v_y = y * (
                    low * less(north_below[i], north[i]) + high * less(north_above[i], north[i])
                )
                u_x += metric_at(tx, i) * north[i]
                v_x -= metric_at(tx, i) * east[i]
                u_y -= metric_at(ty, i) * north[i]
                v_y += metric_at(ty, i) * east[i]
                row_x[i] = scale * (u_x * t_x + v_x * t_y)
                row_y[i] = scale * (u_y * t_x + v_y * t_y)
            for i in (0, width - 1):
                q_x, q_y = q_at(plane_u, plane_v, plane, j, i, stencils)
                row_x[i], row_y[i] = scale * q_x, scale * q_y
