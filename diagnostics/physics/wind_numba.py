"""Shear and helicity of wind profiles, compiled: the formulas of `wind`.

Points run outside and cells inside, so that memory is read in order. Single-threaded on purpose:
work is spread over processes.
"""

from __future__ import annotations

from typing import Any

import numba
import numpy as np

_compile = numba.njit(cache=True, nogil=True, error_model="numpy")


@_compile
def fold(
    height: Any, pressure: Any, u: Any, v: Any, ground: Any, missing: Any, result: Any
) -> None:
    """Put the ground below the levels (level, cell), and what lies below ground at the ground.

    `ground` holds height, pressure and wind of the lowest point (4, cell); `result` is
    (4, level + 1, cell).
    """
    count, cells = height.shape
    above = np.zeros(cells, dtype=np.bool_)
    for i in range(cells):
        missing[i] = missing[i] or np.isnan(
            ground[0, i] + ground[1, i] + ground[2, i] + ground[3, i]
        )
    for k in range(count):
        for i in range(cells):
            if height[k, i] >= 0.0:
                above[i] = True
                missing[i] = missing[i] or np.isnan(u[k, i] + v[k, i])
            elif above[i] and np.isnan(height[k, i]):
                missing[i] = True
    for i in range(cells):
        for part in range(4):
            result[part, 0, i] = np.nan if missing[i] else ground[part, i]
    for k in range(count):
        for i in range(cells):
            if missing[i]:
                for part in range(4):
                    result[part, k + 1, i] = np.nan
            elif height[k, i] >= 0.0:
                result[0, k + 1, i] = height[k, i]
                result[1, k + 1, i] = pressure[k]
                result[2, k + 1, i] = u[k, i]
                result[3, k + 1, i] = v[k, i]
            else:
                for part in range(4):
                    result[part, k + 1, i] = ground[part, i]


@_compile
def at_height(height: Any, u: Any, v: Any, target: float, result_u: Any, result_v: Any) -> None:
    """Interpolate the wind (point, cell) to a height; what lies outside is left as it is."""
    points, cells = height.shape
    for k in range(points - 1):
        for i in range(cells):
            low, high = height[k, i], height[k + 1, i]
            if low < high and low <= target <= high:
                weight = (target - low) / (high - low)
                result_u[i] = u[k, i] + weight * (u[k + 1, i] - u[k, i])
                result_v[i] = v[k, i] + weight * (v[k + 1, i] - v[k, i])


@_compile
def helicity(height: Any, u: Any, v: Any, cx: Any, cy: Any, depth: float, total: Any) -> None:
    """Add up the helicity of the layers (point, cell) up to a depth relative to a storm (cell)."""
    points, cells = height.shape
    for k in range(points - 1):
        for i in range(cells):
            low, high = height[k, i], height[k + 1, i]
            bottom, top = max(low, 0.0), min(high, depth)
            if not top > bottom:
                continue
            start, end = (bottom - low) / (high - low), (top - low) / (high - low)
            u0, v0 = u[k, i] - cx[i], v[k, i] - cy[i]
            du, dv = u[k + 1, i] - u[k, i], v[k + 1, i] - v[k, i]
            first_u, first_v = u0 + start * du, v0 + start * dv
            last_u, last_v = u0 + end * du, v0 + end * dv
            total[i] += last_u * first_v - first_u * last_v
