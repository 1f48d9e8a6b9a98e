"""Potential vorticity and isentropic surfaces, compiled: the formulas of `potential_vorticity`.

Memory is read in order, row by row. Single-threaded on purpose:
work is spread over processes.
"""

from __future__ import annotations

from math import exp, isnan, log, nan
from typing import Any

import numba
import numpy as np

from diagnostics.constants import KAPPA
from diagnostics.grid.differences import (
    compile_in_place,
    compile_kernel,
    less,
    metric_at,
    slope,
    slopes_at,
    tensor_at,
    two_others,
    weight_at,
)

BAND = 8
"""Rows that are worked through all levels at a time."""
_compile = numba.njit(cache=True, nogil=True, error_model="numpy")


@compile_kernel
def potential_vorticity(
    theta: Any,
    u: Any,
    v: Any,
    coriolis: Any,
    levels: Any,
    stencils: Any,
    gravity: float,
    vertical: Any,
    horizontal: Any,
) -> None:
    """Write both parts of the potential vorticity in one pass, or their sum.

    Fields are (plane, level, y, x), winds along the grid's axes; `levels` is the pair of indices
    and weights of the vertical derivative, `stencils` as in `diagnostics.grid.kernels`. Without
    planes in `horizontal` the sum is written to `vertical`. All levels of a band of rows are
    worked before the next band, so that a level's neighbours are still in the cache.
    """
    rows, row_weights, lows, highs = stencils[:4]
    indices, weights = levels
    planes, count, height, width = theta.shape
    apart = horizontal.shape[0] > 0
    scratch = np.empty(width)
    bands = (height + BAND - 1) // BAND
    for part in range(planes * bands):
        plane, first = part // bands, part % bands * BAND
        warm, zonal, meridional = theta[plane], u[plane], v[plane]
        # without planes of its own the horizontal part is never written to those of the vertical
        level_parts = horizontal[plane] if apart else vertical[plane]
        for k in range(count):
            others = two_others(indices, weights, k)
            for j in range(first, min(first + BAND, height)):
                row, level_row = vertical[plane, k, j], level_parts[k, j]
                if 0 < j < height - 1:
                    low, high = weight_at(lows, j), weight_at(highs, j)
                    vorticity_row(
                        warm,
                        zonal,
                        meridional,
                        coriolis[j],
                        k,
                        others,
                        j,
                        j - 1,
                        j + 1,
                        low,
                        high,
                        stencils,
                        gravity,
                        scratch,
                        apart,
                        row,
                        level_row,
                    )
                else:
                    one, other, low_end, high_end = two_others(rows, row_weights, j)
                    vorticity_row(
                        warm,
                        zonal,
                        meridional,
                        coriolis[j],
                        k,
                        others,
                        j,
                        one,
                        other,
                        low_end,
                        high_end,
                        stencils,
                        gravity,
                        scratch,
                        apart,
                        row,
                        level_row,
                    )
                for i in (0, width - 1):
                    upright, level = parts_at(
                        warm, zonal, meridional, coriolis[j, i], levels, k, j, i, stencils, gravity
                    )
                    if apart:
                        row[i], level_row[i] = upright, level
                    else:
                        row[i] = upright + level


@compile_in_place
def vorticity_row(
    theta: Any,
    u: Any,
    v: Any,
    turning: Any,
    k: int,
    others: Any,
    j: int,
    south: int,
    beyond: int,
    low: Any,
    high: Any,
    stencils: Any,
    gravity: float,
    scratch: Any,
    apart: bool,
    row: Any,
    level_row: Any,
) -> None:
    """Work the inner points of a row; `others` are the two neighbours of its level."""
    _, _, _, _, _, _, left, right, inverse_hx, inverse_hy, turn_x, turn_y = stencils
    over, under, wa, wc = others
    width = row.shape[0]
    hx, hy, tx, ty = inverse_hx[j], inverse_hy[j], turn_x[j], turn_y[j]
    t, t_below, t_above = theta[k, j], theta[k, south], theta[k, beyond]
    t_over, t_under = theta[over, j], theta[under, j]
    one, u_below, u_above = u[k, j], u[k, south], u[k, beyond]
    u_over, u_under = u[over, j], u[under, j]
    two, v_over, v_under = v[k, j], v[over, j], v[under, j]
    # two loops: with more arrays in one the compiler takes one point at a time
    for i in range(1, width - 1):
        back, on = weight_at(left, i), weight_at(right, i)
        t_x = metric_at(hx, i) * slope(t[i - 1], t[i], t[i + 1], back, on)
        t_y = metric_at(hy, i) * slope(t_below[i], t[i], t_above[i], low, high)
        shear_u = slope(u_over[i], one[i], u_under[i], wa, wc)
        shear_v = slope(v_over[i], two[i], v_under[i], wa, wc)
        scratch[i] = gravity * (shear_v * t_x - shear_u * t_y)
    if apart:
        for i in range(1, width - 1):
            level_row[i] = scratch[i]
            scratch[i] = 0.0
    for i in range(1, width - 1):
        back, on = weight_at(left, i), weight_at(right, i)
        v_x = metric_at(hx, i) * slope(two[i - 1], two[i], two[i + 1], back, on)
        u_y = metric_at(hy, i) * slope(u_below[i], one[i], u_above[i], low, high)
        curvature = metric_at(ty, i) * two[i] - metric_at(tx, i) * one[i]
        stability = slope(t_over[i], t[i], t_under[i], wa, wc)
        row[i] = scratch[i] - gravity * (turning[i] + v_x - u_y + curvature) * stability


@compile_kernel
def parts_at(
    theta: Any,
    u: Any,
    v: Any,
    coriolis: float,
    levels: Any,
    k: int,
    j: int,
    i: int,
    stencils: Any,
    gravity: float,
) -> Any:
    """Both parts at any one point of a plane's levels."""
    t_x, t_y = slopes_at(theta[k], j, i, stencils)
    _, u_y, v_x, _ = tensor_at(u[k], v[k], j, i, stencils)
    stability = slope_of_levels(theta, levels, k, j, i)
    shear_u, shear_v = slope_of_levels(u, levels, k, j, i), slope_of_levels(v, levels, k, j, i)
    return (
        -gravity * (coriolis + v_x - u_y) * stability,
        gravity * (shear_v * t_x - shear_u * t_y),
    )


@compile_kernel
def slope_of_levels(field: Any, levels: Any, k: int, j: int, i: int) -> Any:
    """Differentiate (level, y, x) along the levels at one point."""
    indices, weights = levels
    here = field[k, j, i]
    return (
        weights[k, 0] * less(field[indices[k, 0], j, i], here)
        + weights[k, 1] * less(field[indices[k, 1], j, i], here)
        + weights[k, 2] * less(field[indices[k, 2], j, i], here)
    )


@_compile
def isentrope(temperature: Any, fields: Any, levels: Any, theta: float, limits: Any) -> Any:
    """Interpolate (plane, level, cell) to an isentrope; `limits` are its temperatures per level."""
    planes, count, cells = temperature.shape
    pressure = np.full((planes, cells), nan)
    stability = np.full((planes, cells), nan)
    found = np.full((fields.shape[0], planes, cells), nan)
    for plane in range(planes):
        for k in range(count - 1):
            span, goal = log(levels[k + 1] / levels[k]), log(limits[k])
            for i in range(cells):
                upper, lower = temperature[plane, k, i], temperature[plane, k + 1, i]
                if not (upper >= limits[k] and lower < limits[k + 1]):
                    continue
                if not isnan(pressure[plane, i]):
                    continue
                share = 0.5
                for _ in range(8):
                    here = upper + share * (lower - upper)
                    excess = log(here) - KAPPA * share * span - goal
                    slope = (lower - upper) / here - KAPPA * span
                    step = excess / slope
                    share = min(max(share - step, 0.0), 1.0)
                    if abs(step) < 1e-15:
                        break
                here = upper + share * (lower - upper)
                place = levels[k] * exp(share * span)
                pressure[plane, i] = place
                stability[plane, i] = theta / place * ((lower - upper) / span / here - KAPPA)
                for number in range(fields.shape[0]):
                    above = fields[number, plane, k, i]
                    below = fields[number, plane, k + 1, i]
                    found[number, plane, i] = above + share * (below - above)
    return pressure, stability, found
