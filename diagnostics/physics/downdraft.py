"""Energy of downdraughts."""

from __future__ import annotations

import numpy as np
from numpy.typing import ArrayLike, NDArray

from diagnostics.constants import GAS_CONSTANT_DRY
from diagnostics.errors import InputDataError
from diagnostics.physics.levels import ascending, check_pressure_levels, level_first
from diagnostics.physics.lifting import pseudoadiabatic_temperature
from diagnostics.physics.parcel_numpy import virtual
from diagnostics.physics.saturation import FloatArray, as_float, saturation_mixing_ratio
from diagnostics.physics.thermodynamics import (
    dewpoint,
    equivalent_potential_temperature_from_dewpoint,
    wet_bulb_temperature_from_dewpoint,
)

_LAYER = (70000.0, 50000.0)


def downdraft_cape(
    pressure_levels_pa: ArrayLike,
    temperature: ArrayLike,
    specific_humidity: ArrayLike,
    *,
    surface_pressure: ArrayLike | None = None,
) -> FloatArray:
    """Return the downdraught convective available potential energy.

    Parameters
    ----------
    pressure_levels_pa : array_like, (level,)
        Pa, from 500 hPa or above to 700 hPa or below.
    temperature, specific_humidity : array_like, (..., level, y, x)
        K and kg kg-1.
    surface_pressure : array_like, (..., y, x), optional
        Pa; levels below ground are left out.

    Returns
    -------
    ndarray, (..., y, x)
        J kg-1, positive for a descending parcel colder than its surroundings; NaN where input is
        missing or 700 hPa is below ground.

    Raises
    ------
    InputDataError
        When the levels do not reach over 700 to 500 hPa (``layer_outside_levels``).

    Notes
    -----
    The air with the lowest equivalent potential temperature between 700 and 500 hPa (levels, and
    the limits by interpolation linear in ln p) is cooled to its wet-bulb temperature and brought
    down along the pseudo-adiabat to the lowest level above ground; virtual temperatures, as MetPy
    1.7.1 has it.

    References
    ----------
    Emanuel, K. A., 1994: Atmospheric Convection. Oxford University Press, chapter 6.
    """
    given = check_pressure_levels(pressure_levels_pa)
    levels = ascending(given)[::-1]
    if levels[0] < _LAYER[0] or levels[-1] > _LAYER[1]:
        raise InputDataError(
            "a downdraught needs levels from 700 hPa or below to 500 hPa or above; there are "
            f"{levels[0] / 100:g} to {levels[-1] / 100:g} hPa",
            code="layer_outside_levels",
            data={"available_hpa": (levels / 100.0).tolist()},
        )
    t = level_first(temperature, given)[::-1]
    q = level_first(specific_humidity, given)[::-1]
    td = dewpoint(levels.reshape(-1, *(1,) * (t.ndim - 1)), q)
    surface = np.inf if surface_pressure is None else as_float(surface_pressure)
    start_p, start_t, missing = _coldest_source(levels, t, td)
    total = np.zeros(t.shape[1:])
    above, above_log = np.full(total.shape, np.nan), np.full(total.shape, np.nan)
    for k in range(levels.size - 1, -1, -1):
        pressure = float(levels[k])
        active = (pressure >= start_p) & (pressure <= surface)
        if not active.any():
            continue
        parcel = pseudoadiabatic_temperature(start_p, start_t, np.where(active, pressure, start_p))
        cold = virtual(parcel, saturation_mixing_ratio(pressure, parcel))
        excess = virtual(t[k], saturation_mixing_ratio(pressure, td[k])) - cold
        step = 0.5 * (above + excess) * (np.log(pressure) - above_log)
        total += np.where(active & ~np.isnan(above_log), step, 0.0)
        above = np.where(active, excess, above)
        above_log = np.where(active, np.log(pressure), above_log)
    known = ~missing & (surface >= _LAYER[0])
    return np.where(known, GAS_CONSTANT_DRY * total, np.nan)


def _coldest_source(
    levels: FloatArray, t: FloatArray, td: FloatArray
) -> tuple[FloatArray, FloatArray, NDArray[np.bool_]]:
    """Return pressure, wet-bulb temperature and missingness of the lowest theta-e in the layer."""
    best = np.full(t.shape[1:], np.inf)
    found: list[FloatArray] = [np.full(t.shape[1:], np.nan) for _ in range(3)]
    missing: NDArray[np.bool_] = np.zeros(t.shape[1:], dtype=np.bool_)
    inside = levels[(levels < _LAYER[0]) & (levels > _LAYER[1])]
    for source in (_LAYER[0], *inside.tolist(), _LAYER[1]):
        upper = int(np.searchsorted(-levels, -source))
        lower = max(upper - 1, 0)
        weight = (
            1.0
            if levels[upper] == source
            else np.log(source / levels[lower]) / np.log(levels[upper] / levels[lower])
        )
        t_here, td_here = (
            each[upper] if weight == 1.0 else each[lower] + weight * (each[upper] - each[lower])
            for each in (t, td)
        )
        theta_e = equivalent_potential_temperature_from_dewpoint(source, t_here, td_here)
        missing |= np.isnan(theta_e)
        lowest = theta_e < best
        best = np.where(lowest, theta_e, best)
        for result, value in zip(found, (source, t_here, td_here), strict=True):
            result[...] = np.where(lowest, value, result)
    pressure, warmth, moisture = found
    return pressure, wet_bulb_temperature_from_dewpoint(pressure, warmth, moisture), missing
