"""Potential vorticity and isentropic surfaces, compiled: the formulas of `potential_vorticity`.

Levels run outside and cells inside, so that memory is read in order. Single-threaded on purpose:
work is spread over processes.
"""

from __future__ import annotations

from math import exp, isnan, log, nan
from typing import Any

import numba
import numpy as np

from diagnostics.constants import KAPPA

_compile = numba.njit(cache=True, nogil=True, error_model="numpy")


@_compile
def potential_vorticity(
    theta: Any,
    eastward_wind: Any,
    northward_wind: Any,
    absolute: Any,
    theta_x: Any,
    theta_y: Any,
    indices: Any,
    weights: Any,
    gravity: float,
) -> Any:
    """Return both parts of the potential vorticity, fields (plane, level, cell), in one pass."""
    vertical, horizontal = np.empty_like(theta), np.empty_like(theta)
    planes, levels, cells = theta.shape
    for plane in range(planes):
        for k in range(levels):
            a, b, c = indices[k, 0], indices[k, 1], indices[k, 2]
            wa, wb, wc = weights[k, 0], weights[k, 1], weights[k, 2]
            for i in range(cells):
                warm = theta[plane, k, i]
                slope = (
                    wa * (theta[plane, a, i] - warm)
                    + wb * (theta[plane, b, i] - warm)
                    + wc * (theta[plane, c, i] - warm)
                )
                east = eastward_wind[plane, k, i]
                shear_u = (
                    wa * (eastward_wind[plane, a, i] - east)
                    + wb * (eastward_wind[plane, b, i] - east)
                    + wc * (eastward_wind[plane, c, i] - east)
                )
                north = northward_wind[plane, k, i]
                shear_v = (
                    wa * (northward_wind[plane, a, i] - north)
                    + wb * (northward_wind[plane, b, i] - north)
                    + wc * (northward_wind[plane, c, i] - north)
                )
                vertical[plane, k, i] = -gravity * absolute[plane, k, i] * slope
                horizontal[plane, k, i] = gravity * (
                    shear_v * theta_x[plane, k, i] - shear_u * theta_y[plane, k, i]
                )
    return vertical, horizontal


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
