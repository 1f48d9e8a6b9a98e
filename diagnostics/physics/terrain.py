"""The ground under the weather: its height, and the flow toward and along its slopes."""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

from diagnostics.constants import GRAVITY

Array = NDArray[np.float64]

FREE_AIR_M = 500.0
"""The flow that meets high ground is that of the lowest level so far above it: nearer to the
ground friction turns and slows the wind [D]."""


def ground_from_pressure(
    surface_pressure: Array, geopotential: Array, pressure_levels: Array
) -> Array:
    """Return the height of the ground at which levels have the pressure of the surface.

    Parameters
    ----------
    surface_pressure : ndarray (time, y, x)
        Pa.
    geopotential : ndarray (time, level, y, x)
        m2 s-2.
    pressure_levels : ndarray (level,)
        Pa ascending.

    Returns
    -------
    ndarray (y, x)
        m, the mean over the times; linear in the logarithm of pressure, beyond the lowest level by
        the thickness of the lowest two. NaN where no level is known.

    Examples
    --------
    >>> levels = np.array([50000.0, 85000.0, 100000.0])
    >>> z = 9.80665 * np.array([5500.0, 1450.0, 100.0]).reshape(1, 3, 1, 1)
    >>> ground_from_pressure(np.full((1, 1, 1), 85000.0), z, levels).round().item()
    1450.0
    """
    height = geopotential / GRAVITY
    logarithm = np.log(pressure_levels)
    wanted = np.log(surface_pressure)
    found = np.full(surface_pressure.shape, np.nan)
    for k in range(len(logarithm) - 1):
        share = (wanted - logarithm[k]) / (logarithm[k + 1] - logarithm[k])
        between = height[:, k] + share * (height[:, k + 1] - height[:, k])
        last = k == len(logarithm) - 2
        inside = (share >= 0.0) & ((share <= 1.0) | last)
        found = np.where(inside, between, found)
    known = np.isfinite(found)
    total = np.where(known, found, 0.0).sum(axis=0)
    count = known.sum(axis=0)
    return np.asarray(np.where(count > 0, total / np.maximum(count, 1), np.nan))


def along_slope(
    eastward: Array, northward: Array, slope_x: Array, slope_y: Array
) -> tuple[Array, Array]:
    """Split a wind into the part up the slope and the part along it, high ground on the right.

    Parameters
    ----------
    eastward, northward : ndarray (..., y, x)
        m s-1.
    slope_x, slope_y : ndarray (y, x)
        Rise of the ground to the east and to the north, m m-1.

    Returns
    -------
    upslope, along : ndarray (..., y, x)
        m s-1; NaN on level ground, which has no slope.

    Examples
    --------
    A wind from the south along ground that rises to the east has it on the right:

    >>> zero, one = np.zeros((1, 1)), np.ones((1, 1))
    >>> up, along = along_slope(zero, 10.0 * one, 0.01 * one, zero)
    >>> up.item(), along.item()
    (0.0, 10.0)
    """
    steepness = np.hypot(slope_x, slope_y)
    with np.errstate(invalid="ignore", divide="ignore"):
        up_x, up_y = slope_x / steepness, slope_y / steepness
    level = steepness <= 0.0
    upslope = np.where(level, np.nan, eastward * up_x + northward * up_y)
    along = np.where(level, np.nan, northward * up_x - eastward * up_y)
    return upslope, along
