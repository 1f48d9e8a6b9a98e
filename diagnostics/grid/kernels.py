"""Compiled differences: one pass over the fields for everything that an operator needs.

The same three-point formulas as in `derivatives`, which remains the reference and the fallback,
written in differences between points: a constant has no derivative to the last digit. All
derivatives of a point are taken and combined in registers, so that every field is read from memory
once. Single-threaded on purpose: work is spread over processes.

Fields have the axes (plane, y, x), winds are along the grid's axes. They are read as they are
stored, in single or double precision; every number is widened before it is used. `stencils` is
`~diagnostics.grid.stencils.Stencils.arguments`, whose metric terms are (y) where they do not vary
along x. Where points are evenly spaced along an axis its inner weights are None, and the difference
of the two neighbours is all that is worked: half of the arithmetic.

A row is one function, put in place twice by the compiler: for the inner rows, and for the first and
the last, which have weights of their own. Its inner points are one loop without branches, which the
compiler makes over several points at once; its ends are worked by themselves. A point has no
difference from itself, so that two of the three rows of a stencil count.
"""

from __future__ import annotations

from typing import Any

import numpy as np

from diagnostics.grid.differences import (
    compile_in_place,
    compile_kernel,
    end_slope,
    metric_at,
    slope,
    slopes_at,
    tensor_at,
    two_others,
    weight_at,
)


@compile_kernel
def gradient(field: Any, stencils: Any, result_x: Any, result_y: Any) -> None:
    """Differentiate along x and y."""
    rows, row_weights, lows, highs = stencils[:4]
    last = field.shape[1] - 1
    for k in range(field.shape[0]):
        plane, made_x, made_y = field[k], result_x[k], result_y[k]
        for j in (0, last):
            one, other, low, high = two_others(rows, row_weights, j)
            gradient_row(plane, j, one, other, low, high, stencils, made_x[j], made_y[j])
        for j in range(1, last):
            low, high = weight_at(lows, j), weight_at(highs, j)
            gradient_row(plane, j, j - 1, j + 1, low, high, stencils, made_x[j], made_y[j])


@compile_in_place
def gradient_row(
    plane: Any,
    j: int,
    one: int,
    other: int,
    low: Any,
    high: Any,
    stencils: Any,
    row_x: Any,
    row_y: Any,
) -> None:
    """Differentiate one row, whose neighbours are the rows `one` and `other`."""
    _, _, _, _, columns, column_weights, left, right, inverse_hx, inverse_hy, _, _ = stencils
    width = plane.shape[1]
    here, below, above = plane[j], plane[one], plane[other]
    hx, hy = inverse_hx[j], inverse_hy[j]
    for i in range(1, width - 1):
        row_x[i] = metric_at(hx, i) * slope(
            here[i - 1], here[i], here[i + 1], weight_at(left, i), weight_at(right, i)
        )
    for i in (0, width - 1):
        row_x[i] = metric_at(hx, i) * end_slope(here, i, columns, column_weights)
    for i in range(width):
        row_y[i] = metric_at(hy, i) * slope(below[i], here[i], above[i], low, high)


@compile_kernel
def wind(first: Any, second: Any, stencils: Any, sign: float, result: Any) -> None:
    """``d(first)/dx + sign (d(second)/dy + turn_x second) + turn_y first``, metric included.

    Divergence is ``(u, v, +1)``, vorticity ``(v, u, -1)``.
    """
    rows, row_weights, lows, highs = stencils[:4]
    last = first.shape[1] - 1
    for k in range(first.shape[0]):
        lines, plane, made = first[k], second[k], result[k]
        for j in (0, last):
            one, other, low, high = two_others(rows, row_weights, j)
            wind_row(lines, plane, j, one, other, low, high, stencils, sign, made[j])
        for j in range(1, last):
            low, high = weight_at(lows, j), weight_at(highs, j)
            wind_row(lines, plane, j, j - 1, j + 1, low, high, stencils, sign, made[j])


@compile_in_place
def wind_row(
    first: Any,
    second: Any,
    j: int,
    one: int,
    other: int,
    low: Any,
    high: Any,
    stencils: Any,
    sign: float,
    row: Any,
) -> None:
    """Combine one row of `wind`, whose neighbours are the rows `one` and `other`."""
    _, _, _, _, columns, column_weights, left, right = stencils[:8]
    inverse_hx, inverse_hy, turn_x, turn_y = stencils[8:]
    width = first.shape[1]
    line, here, below, above = first[j], second[j], second[one], second[other]
    hx, hy, tx, ty = inverse_hx[j], inverse_hy[j], turn_x[j], turn_y[j]
    for i in range(1, width - 1):
        across = slope(line[i - 1], line[i], line[i + 1], weight_at(left, i), weight_at(right, i))
        row[i] = metric_at(hx, i) * across + sign * (
            metric_at(hy, i) * slope(below[i], here[i], above[i], low, high)
            + metric_at(tx, i) * here[i]
        )
    for i in (0, width - 1):
        row[i] = metric_at(hx, i) * end_slope(line, i, columns, column_weights)
        row[i] += sign * (
            metric_at(hy, i) * slope(below[i], here[i], above[i], low, high)
            + metric_at(tx, i) * here[i]
        )
    if turn_y.ndim == 2:
        for i in range(width):
            row[i] += metric_at(ty, i) * line[i]


@compile_kernel
def advection(field: Any, u: Any, v: Any, stencils: Any, result: Any) -> None:
    """``-(u d(field)/dx + v d(field)/dy)``."""
    rows, row_weights, lows, highs = stencils[:4]
    last = field.shape[1] - 1
    for k in range(field.shape[0]):
        plane, zonal, meridional, made = field[k], u[k], v[k], result[k]
        for j in (0, last):
            one, other, low, high = two_others(rows, row_weights, j)
            advection_row(
                plane, zonal[j], meridional[j], j, one, other, low, high, stencils, made[j]
            )
        for j in range(1, last):
            low, high = weight_at(lows, j), weight_at(highs, j)
            advection_row(
                plane, zonal[j], meridional[j], j, j - 1, j + 1, low, high, stencils, made[j]
            )


@compile_in_place
def advection_row(
    plane: Any,
    east: Any,
    north: Any,
    j: int,
    one: int,
    other: int,
    low: Any,
    high: Any,
    stencils: Any,
    row: Any,
) -> None:
    """Carry one row of a scalar, whose neighbours are the rows `one` and `other`."""
    _, _, _, _, _, _, left, right, inverse_hx, inverse_hy, _, _ = stencils
    width = plane.shape[1]
    line, below, above = plane[j], plane[one], plane[other]
    hx, hy = inverse_hx[j], inverse_hy[j]
    for i in range(1, width - 1):
        across = slope(line[i - 1], line[i], line[i + 1], weight_at(left, i), weight_at(right, i))
        row[i] = -(
            east[i] * metric_at(hx, i) * across
            + north[i] * metric_at(hy, i) * slope(below[i], line[i], above[i], low, high)
        )
    for i in (0, width - 1):
        slope_x, slope_y = slopes_at(plane, j, i, stencils)
        row[i] = -(east[i] * slope_x + north[i] * slope_y)


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
    rows, row_weights, lows, highs = stencils[:4]
    last = field.shape[1] - 1
    for k in range(field.shape[0]):
        plane, zonal, meridional, made = field[k], u[k], v[k], result[k]
        for j in (0, last):
            one, other, low, high = two_others(rows, row_weights, j)
            frontogenesis_row(plane, zonal, meridional, j, one, other, low, high, stencils, made[j])
        for j in range(1, last):
            low, high = weight_at(lows, j), weight_at(highs, j)
            frontogenesis_row(
                plane, zonal, meridional, j, j - 1, j + 1, low, high, stencils, made[j]
            )


@compile_in_place
def frontogenesis_row(
    plane: Any,
    u: Any,
    v: Any,
    j: int,
    one: int,
    other: int,
    low: Any,
    high: Any,
    stencils: Any,
    row: Any,
) -> None:
    """Work one row of `frontogenesis`, whose neighbours are the rows `one` and `other`."""
    _, _, _, _, _, _, left, right, inverse_hx, inverse_hy, turn_x, turn_y = stencils
    width = plane.shape[1]
    line, below, above = plane[j], plane[one], plane[other]
    east, east_below, east_above = u[j], u[one], u[other]
    north, north_below, north_above = v[j], v[one], v[other]
    hx, hy, tx, ty = inverse_hx[j], inverse_hy[j], turn_x[j], turn_y[j]
    for i in range(1, width - 1):
        x, y = metric_at(hx, i), metric_at(hy, i)
        back, on = weight_at(left, i), weight_at(right, i)
        u_x = x * slope(east[i - 1], east[i], east[i + 1], back, on)
        v_x = x * slope(north[i - 1], north[i], north[i + 1], back, on)
        u_y = y * slope(east_below[i], east[i], east_above[i], low, high)
        v_y = y * slope(north_below[i], north[i], north_above[i], low, high)
        row[i] = frontal(
            x * slope(line[i - 1], line[i], line[i + 1], back, on),
            y * slope(below[i], line[i], above[i], low, high),
            u_x + metric_at(tx, i) * north[i],
            u_y - metric_at(ty, i) * north[i],
            v_x - metric_at(tx, i) * east[i],
            v_y + metric_at(ty, i) * east[i],
        )
    for i in (0, width - 1):
        row[i] = frontal_at(plane, u, v, j, i, stencils)


@compile_kernel
def q_vector(
    u: Any, v: Any, warmth: Any, factor: Any, stencils: Any, result_x: Any, result_y: Any
) -> None:
    """``factor (dV/dx . grad T, dV/dy . grad T)``; `factor` (plane)."""
    rows, row_weights, lows, highs = stencils[:4]
    last = warmth.shape[1] - 1
    for k in range(warmth.shape[0]):
        plane, zonal, meridional, scale = warmth[k], u[k], v[k], factor[k]
        made_x, made_y = result_x[k], result_y[k]
        for j in (0, last):
            one, other, low, high = two_others(rows, row_weights, j)
            q_row(
                plane,
                zonal,
                meridional,
                scale,
                j,
                one,
                other,
                low,
                high,
                stencils,
                made_x[j],
                made_y[j],
            )
        for j in range(1, last):
            low, high = weight_at(lows, j), weight_at(highs, j)
            q_row(
                plane,
                zonal,
                meridional,
                scale,
                j,
                j - 1,
                j + 1,
                low,
                high,
                stencils,
                made_x[j],
                made_y[j],
            )


@compile_in_place
def q_row(
    plane: Any,
    u: Any,
    v: Any,
    scale: float,
    j: int,
    one: int,
    other: int,
    low: Any,
    high: Any,
    stencils: Any,
    row_x: Any,
    row_y: Any,
) -> None:
    """Work one row of `q_vector`, whose neighbours are the rows `one` and `other`."""
    _, _, _, _, _, _, left, right, inverse_hx, inverse_hy, turn_x, turn_y = stencils
    width = plane.shape[1]
    line, below, above = plane[j], plane[one], plane[other]
    east, east_below, east_above = u[j], u[one], u[other]
    north, north_below, north_above = v[j], v[one], v[other]
    hx, hy, tx, ty = inverse_hx[j], inverse_hy[j], turn_x[j], turn_y[j]
    for i in range(1, width - 1):
        x, y = metric_at(hx, i), metric_at(hy, i)
        back, on = weight_at(left, i), weight_at(right, i)
        t_x = x * slope(line[i - 1], line[i], line[i + 1], back, on)
        t_y = y * slope(below[i], line[i], above[i], low, high)
        u_x = x * slope(east[i - 1], east[i], east[i + 1], back, on)
        v_x = x * slope(north[i - 1], north[i], north[i + 1], back, on)
        u_y = y * slope(east_below[i], east[i], east_above[i], low, high)
        v_y = y * slope(north_below[i], north[i], north_above[i], low, high)
        u_x += metric_at(tx, i) * north[i]
        v_x -= metric_at(tx, i) * east[i]
        u_y -= metric_at(ty, i) * north[i]
        v_y += metric_at(ty, i) * east[i]
        row_x[i] = scale * (u_x * t_x + v_x * t_y)
        row_y[i] = scale * (u_y * t_x + v_y * t_y)
    for i in (0, width - 1):
        q_x, q_y = q_at(u, v, plane, j, i, stencils)
        row_x[i], row_y[i] = scale * q_x, scale * q_y
