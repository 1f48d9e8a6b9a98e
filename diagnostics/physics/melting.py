"""Warm layers aloft, in which snow melts before it reaches frozen ground."""

from __future__ import annotations

import numpy as np
from numpy.typing import ArrayLike

from diagnostics.constants import GAS_CONSTANT_DRY, ZERO_CELSIUS
from diagnostics.physics.saturation import FloatArray, as_float

MELTING_LAYER_PA = 5000.0
"""A warm layer thicker than this above frozen ground can make freezing rain or sleet."""


def melting_energy(
    temperature: ArrayLike,
    pressure_levels: ArrayLike,
    surface_pressure: ArrayLike,
    temperature_2m: ArrayLike,
) -> FloatArray:
    """Return the positive area of warm layers of more than 50 hPa over frozen ground.

    Parameters
    ----------
    temperature : array_like (..., level, y, x)
        K.
    pressure_levels : array_like (level,)
        Pa ascending.
    surface_pressure, temperature_2m : array_like (..., y, x)
        Pa and K.

    Returns
    -------
    ndarray (..., y, x)
        J kg-1; zero where there is no such layer, or the air at 2 m is above 0 degC. Below
        5.6 J kg-1 snow stays snow, from 13.2 on it melts whole, between the two it is undecided.

    Notes
    -----
    The energy between the profile and 0 degC: ``Rd`` times the integral of ``T - 273.15 K`` over
    the logarithm of pressure, linear between levels.

    References
    ----------
    Bourgouin, P., 2000: A method to determine precipitation types. Wea. Forecasting, 15,
    583-592, doi:10.1175/1520-0434(2000)015<0583:AMTDPT>2.0.CO;2.

    Examples
    --------
    A layer of 200 hPa that is 2 K warm in its middle, between two levels at 0 degC, above frozen
    ground; its mean of 1 K gives about ``287.05 * ln(90 / 70)``, 72 J kg-1:

    >>> levels = np.array([70000.0, 80000.0, 90000.0])
    >>> profile = np.array([273.15, 275.15, 273.15]).reshape(3, 1, 1)
    >>> energy = melting_energy(profile, levels, np.array([[95000.0]]), np.array([[270.0]]))
    >>> round(energy.item(), 1)
    72.1
    """
    warmth, levels = as_float(temperature) - ZERO_CELSIUS, as_float(pressure_levels)
    surface = as_float(surface_pressure)
    frozen = as_float(temperature_2m) <= ZERO_CELSIUS
    depth, energy = np.zeros(frozen.shape), np.zeros(frozen.shape)
    for upper in range(levels.size - 1):
        high, low = warmth[..., upper, :, :], warmth[..., upper + 1, :, :]
        both, one = (high > 0) & (low > 0), (high > 0) | (low > 0)
        with np.errstate(divide="ignore", invalid="ignore"):
            crossing = np.clip(np.maximum(high, low) / np.abs(high - low), 0.0, 1.0)
        share = np.where(both, 1.0, np.where(one, crossing, 0.0))
        above_ground = levels[upper + 1] <= surface
        depth += np.where(above_ground, share * (levels[upper + 1] - levels[upper]), 0.0)
        mean = np.where(both, (high + low) / 2, np.maximum(high, low) / 2)
        layer = GAS_CONSTANT_DRY * np.log(levels[upper + 1] / levels[upper])
        energy += np.where(above_ground & (share > 0), layer * share * mean, 0.0)
    return np.where(frozen & (depth > MELTING_LAYER_PA), energy, 0.0)
