"""Stability indices of a parcel that is lifted to 500 hPa."""

from __future__ import annotations

from collections.abc import Callable
from functools import lru_cache
from typing import Final

import numpy as np
from numpy.typing import ArrayLike, NDArray

from diagnostics.constants import KAPPA
from diagnostics.physics.levels import level_index
from diagnostics.physics.lifting import integrate_pseudoadiabat, lifting_condensation_level
from diagnostics.physics.parcel_start import (
    Parcel,
    ParcelName,
    ParcelStart,
    parcel_of,
    parcel_start,
)
from diagnostics.physics.saturation import FloatArray, as_float
from diagnostics.physics.soundings import read_soundings

COMPILED_FROM: Final = 2000
"""Fewer parcels are lifted to a level with NumPy: loading compiled code costs more."""


@lru_cache(maxsize=1)
def _compiled_lift() -> Callable[[ParcelStart, float], FloatArray] | None:
    try:
        from diagnostics.physics.parcel_numba import lifted_temperature
    except (ImportError, RuntimeError):
        return None
    return lifted_temperature


@np.errstate(invalid="ignore", divide="ignore", over="ignore")
def _lifted_temperature(start: ParcelStart, target: float) -> FloatArray:
    """Return the parcels' temperature at `target`, Pa."""
    compiled = _compiled_lift() if start.pressure.size >= COMPILED_FROM else None
    if compiled is not None:
        return compiled(start, target)
    lcl, _ = lifting_condensation_level(start.pressure, start.temperature, start.dewpoint)
    dry = start.temperature * (target / start.pressure) ** KAPPA
    # MetPy starts the pseudo-adiabat from the dry adiabat; supersaturated air from itself.
    base = start.temperature * np.minimum(lcl / start.pressure, 1.0) ** KAPPA
    goal = np.minimum(np.full(lcl.shape, target), lcl)
    return np.where(target < lcl, integrate_pseudoadiabat(lcl, base, goal), dry)


def lifted_index(
    pressure_levels_pa: ArrayLike,
    temperature: ArrayLike,
    specific_humidity: ArrayLike,
    *,
    surface_pressure: ArrayLike | None = None,
    t2m: ArrayLike | None = None,
    d2m: ArrayLike | None = None,
    parcel: ParcelName | Parcel = "SB",
) -> FloatArray:
    """Return the lifted index, environment minus parcel at 500 hPa, K.

    Parameters
    ----------
    pressure_levels_pa, temperature, specific_humidity, surface_pressure, t2m, d2m, parcel
        As in `parcel.cape_cin`; the surface parcel by default.

    Returns
    -------
    ndarray, (..., y, x)
        K, negative where the parcel is warmer; without virtual temperature, the classical form.
        NaN where 500 hPa is not above the parcel's start or input is missing.

    Raises
    ------
    InputDataError
        When 500 hPa is not a level of the data (``level_missing``).

    References
    ----------
    Galway, J. G., 1956: The lifted index as a predictor of latent instability. Bull. Amer.
    Meteor. Soc., 37, 528-529.
    """
    which = parcel_of(parcel)
    soundings = read_soundings(
        pressure_levels_pa, temperature, specific_humidity, surface_pressure, t2m, d2m
    )
    level_index(soundings.levels, 50000.0)
    if which is Parcel.SURFACE:
        # nothing above 500 hPa is looked at
        low = [k for k, p in enumerate(soundings.levels) if p >= 50000.0 * (1.0 - 1e-6)]
        soundings = read_soundings(
            *_at_levels(low, pressure_levels_pa, temperature, specific_humidity),
            surface_pressure,
            t2m,
            d2m,
        )
    result = np.empty(int(np.prod(soundings.shape)))
    for where, columns, base in soundings.chunks():
        start = parcel_start(columns, base, which)
        environment = columns.temperature[level_index(columns.levels, 50000.0)]
        index = environment - _lifted_temperature(start, 50000.0)
        result[where] = np.where(start.pressure > 50000.0, index, np.nan)
    return result.reshape(soundings.shape)


def _at_levels(
    chosen: list[int], levels: ArrayLike, temperature: ArrayLike, humidity: ArrayLike
) -> tuple[FloatArray, NDArray[np.generic], NDArray[np.generic]]:
    """Return some of the levels only."""
    t, q = np.ma.filled(temperature, np.nan), np.ma.filled(humidity, np.nan)
    return as_float(levels)[chosen], t[..., chosen, :, :], q[..., chosen, :, :]


def showalter(
    pressure_levels_pa: ArrayLike,
    temperature: ArrayLike,
    specific_humidity: ArrayLike,
    *,
    surface_pressure: ArrayLike | None = None,
) -> FloatArray:
    """Return the Showalter index, environment minus parcel lifted from 850 to 500 hPa, K.

    Parameters
    ----------
    pressure_levels_pa, temperature, specific_humidity, surface_pressure
        As in `parcel.cape_cin`.

    Returns
    -------
    ndarray, (..., y, x)
        K; NaN where 850 hPa is below ground or input is missing.

    Raises
    ------
    InputDataError
        When 850 or 500 hPa is not a level of the data (``level_missing``).

    References
    ----------
    Showalter, A. K., 1953: A stability index for thunderstorm forecasting. Bull. Amer. Meteor.
    Soc., 34, 250-252.
    """
    both = [level_index(pressure_levels_pa, level) for level in (85000.0, 50000.0)]
    levels, warmth, moisture = _at_levels(both, pressure_levels_pa, temperature, specific_humidity)
    soundings = read_soundings(levels, warmth, moisture, surface_pressure, None, None)
    result = np.empty(int(np.prod(soundings.shape)))
    for where, columns, _ in soundings.chunks():
        low, high = (level_index(columns.levels, level) for level in (85000.0, 50000.0))
        t, td = columns.temperature[low], columns.dewpoint[low]
        start = ParcelStart(
            np.full(t.shape, 85000.0), t, td, np.full(t.shape, low + 1, dtype=np.intp)
        )
        index = columns.temperature[high] - _lifted_temperature(start, 50000.0)
        if soundings.surface:
            index = np.where(soundings.surface[0][where] >= 85000.0, index, np.nan)
        result[where] = index
    return result.reshape(soundings.shape)
