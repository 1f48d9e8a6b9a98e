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
from diagnostics.grid.kernels import along_x, along_y, compile_kernel, end_slope, metric_at

_compile = numba.njit(cache=True, nogil=True, error_model="numpy")


@compile_kernel
def potential_vorticity(
    theta: Any, u: Any, v: Any, coriolis: Any, levels: Any, stencils: Any, gravity: float
) -> Any:
    """Return both parts of the potential vorticity in one pass.

    Fields are (plane, level, y, x), winds along the grid's axes; `levels` is the pair of indices
    and weights of the vertical derivative, `stencils` as in `diagnostics.grid.kernels`.
    """
    rows, row_weights, columns, column_weights, inverse_hx, inverse_hy, turn_x, turn_y = stencils
    indices, weights = levels
    planes, count, height, width = theta.shape
    vertical, horizontal = np.empty_like(theta), np.empty_like(theta)
    slopes = np.empty((4, width))
    absolute, slope, t_x, t_y = slopes[0], slopes[1], slopes[2], slopes[3]
    left, right = column_weights[0], column_weights[2]
    for plane in range(planes):
        for k in range(count):
            above, at, below = indices[k, 0], indices[k, 1], indices[k, 2]
            wa, wb, wc = weights[k, 0], weights[k, 1], weights[k, 2]
            warmth, east, north = theta[plane, k], u[plane, k], v[plane, k]
            for j in range(height):
                hx, hy, turn, other = inverse_hx[j], inverse_hy[j], turn_x[j], turn_y[j]
                one, two, turning = east[j], north[j], coriolis[j]
                along_x(warmth[j], columns, column_weights, hx, t_x)
                along_y(warmth, j, rows, row_weights, hy, t_y)
                row, along = vertical[plane, k, j], horizontal[plane, k, j]
                if rows[j, 1] == j:
                    low, high = row_weights[j, 0], row_weights[j, 2]
                    south, beyond = east[rows[j, 0]], east[rows[j, 2]]
                    for i in range(1, width - 1):
                        absolute[i] = (
                            turning[i]
                            + metric_at(hx, i)
                            * (left[i] * (two[i - 1] - two[i]) + right[i] * (two[i + 1] - two[i]))
                            - metric_at(hy, i)
                            * (low * (south[i] - one[i]) + high * (beyond[i] - one[i]))
                            - metric_at(turn, i) * one[i]
                        )
                    for i in (0, width - 1):
                        absolute[i] = (
                            turning[i]
                            + metric_at(hx, i) * end_slope(two, i, columns, column_weights)
                            - metric_at(hy, i)
                            * (low * (south[i] - one[i]) + high * (beyond[i] - one[i]))
                            - metric_at(turn, i) * one[i]
                        )
                else:
                    along_x(two, columns, column_weights, hx, absolute)
                    along_y(east, j, rows, row_weights, hy, slope)
                    for i in range(width):
                        absolute[i] += turning[i] - slope[i] - metric_at(turn, i) * one[i]
                if turn_y.ndim == 2:
                    for i in range(width):
                        absolute[i] += metric_at(other, i) * two[i]
                if at == k:
                    here, over, under = warmth[j], theta[plane, above, j], theta[plane, below, j]
                    for i in range(width):
                        stability = wa * (over[i] - here[i]) + wc * (under[i] - here[i])
                        row[i] = -gravity * absolute[i] * stability
                    u_over, u_under = u[plane, above, j], u[plane, below, j]
                    v_over, v_under = v[plane, above, j], v[plane, below, j]
                    for i in range(width):
                        shear_v = wa * (v_over[i] - two[i]) + wc * (v_under[i] - two[i])
                        shear_u = wa * (u_over[i] - one[i]) + wc * (u_under[i] - one[i])
                        along[i] = gravity * (shear_v * t_x[i] - shear_u * t_y[i])
                else:
                    vertical_slope(theta[plane], above, at, below, k, j, wa, wb, wc, slope)
                    for i in range(width):
                        row[i] = -gravity * absolute[i] * slope[i]
                    vertical_slope(v[plane], above, at, below, k, j, wa, wb, wc, slope)
                    for i in range(width):
                        along[i] = gravity * slope[i] * t_x[i]
                    vertical_slope(u[plane], above, at, below, k, j, wa, wb, wc, slope)
                    for i in range(width):
                        along[i] -= gravity * slope[i] * t_y[i]
    return vertical, horizontal


@compile_kernel
def vertical_slope(
    field: Any, a: int, b: int, c: int, k: int, j: int, wa: float, wb: float, wc: float, slope: Any
) -> None:
    """Differentiate row `j` of level `k` along the levels `a`, `b` and `c`."""
    here, first, second, third = field[k, j], field[a, j], field[b, j], field[c, j]
    for i in range(slope.size):
        slope[i] = (
            wa * (first[i] - here[i]) + wb * (second[i] - here[i]) + wc * (third[i] - here[i])
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
