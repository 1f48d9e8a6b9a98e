"""Compiled differences: one pass over the field for both directions.

The same three-point formulas as in `derivatives`, which remains the reference and the fallback,
written in differences from the point itself: a constant has no derivative to the last digit.
Single-threaded on purpose: work is spread over processes.
"""

from __future__ import annotations

from typing import Any

import numba

_compile = numba.njit(cache=True, nogil=True, error_model="numpy", fastmath={"contract"})


@_compile
def gradient(
    field: Any,
    rows: Any,
    row_weights: Any,
    columns: Any,
    column_weights: Any,
    inverse_hx: Any,
    inverse_hy: Any,
    along_x: Any,
    along_y: Any,
) -> None:
    """Differentiate every plane of `field` (plane, y, x) along x and y into the last two arrays.

    `rows` and `columns` hold the three indices of each point's stencil, ``*_weights`` their
    weights, and `inverse_hx` and `inverse_hy` the metric, shape (y, x).
    """
    planes, height, width = field.shape
    left, middle, right = column_weights[:, 0], column_weights[:, 1], column_weights[:, 2]
    for plane in range(planes):
        for j in range(height):
            line = field[plane, j]
            first, second, third = rows[j, 0], rows[j, 1], rows[j, 2]
            low, centre, high = row_weights[j, 0], row_weights[j, 1], row_weights[j, 2]
            below, at, above = field[plane, first], field[plane, second], field[plane, third]
            for i in range(1, width - 1):
                along_x[plane, j, i] = inverse_hx[j, i] * (
                    left[i] * (line[i - 1] - line[i]) + right[i] * (line[i + 1] - line[i])
                )
            for i in (0, width - 1):
                along_x[plane, j, i] = inverse_hx[j, i] * (
                    left[i] * (line[columns[i, 0]] - line[i])
                    + middle[i] * (line[columns[i, 1]] - line[i])
                    + right[i] * (line[columns[i, 2]] - line[i])
                )
            for i in range(width):
                along_y[plane, j, i] = inverse_hy[j, i] * (
                    low * (below[i] - line[i])
                    + centre * (at[i] - line[i])
                    + high * (above[i] - line[i])
                )


@_compile
def wind(
    first: Any,
    second: Any,
    rows: Any,
    row_weights: Any,
    columns: Any,
    column_weights: Any,
    inverse_hx: Any,
    inverse_hy: Any,
    turn_x: Any,
    turn_y: Any,
    sign: float,
    result: Any,
) -> None:
    """``d(first)/dx + sign d(second)/dy + turn_x second + turn_y first``, metric included.

    Divergence is ``(u, v, +1)`` with ``turn_x = dhx/dy / (hx hy)`` and ``turn_y = dhy/dx /
    (hx hy)``; vorticity is ``(v, u, -1)`` with the signs of `turn_x` reversed.
    """
    planes, height, width = first.shape
    left, middle, right = column_weights[:, 0], column_weights[:, 1], column_weights[:, 2]
    for plane in range(planes):
        for j in range(height):
            line = first[plane, j]
            low, centre, high = row_weights[j, 0], row_weights[j, 1], row_weights[j, 2]
            below = second[plane, rows[j, 0]]
            at = second[plane, rows[j, 1]]
            above = second[plane, rows[j, 2]]
            here = second[plane, j]
            for i in range(1, width - 1):
                result[plane, j, i] = inverse_hx[j, i] * (
                    left[i] * (line[i - 1] - line[i]) + right[i] * (line[i + 1] - line[i])
                )
            for i in (0, width - 1):
                result[plane, j, i] = inverse_hx[j, i] * (
                    left[i] * (line[columns[i, 0]] - line[i])
                    + middle[i] * (line[columns[i, 1]] - line[i])
                    + right[i] * (line[columns[i, 2]] - line[i])
                )
            for i in range(width):
                slope = (
                    low * (below[i] - here[i])
                    + centre * (at[i] - here[i])
                    + high * (above[i] - here[i])
                )
                result[plane, j, i] += (
                    sign * inverse_hy[j, i] * slope
                    + turn_x[j, i] * here[i]
                    + turn_y[j, i] * line[i]
                )
