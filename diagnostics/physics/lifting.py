"""A parcel's condensation level and its pseudo-adiabat.

Both follow MetPy 1.7.1: the condensation level of Romps (2017) and the pseudo-adiabatic equation
with constant latent heat. The equation is integrated with fourth-order Runge-Kutta in the
logarithm of pressure, whose step of at most 0.05 errs by 2e-6 K.
"""

from __future__ import annotations

from typing import Final

import numpy as np
from numpy.typing import ArrayLike

from diagnostics.constants import (
    EPSILON,
    GAS_CONSTANT_DRY,
    GAS_CONSTANT_VAPOUR,
    HEAT_CAPACITY_DRY,
    HEAT_CAPACITY_LIQUID,
    HEAT_CAPACITY_VAPOUR,
    LATENT_HEAT_VAPORIZATION,
    TRIPLE_POINT,
)
from diagnostics.physics.saturation import (
    FloatArray,
    as_float,
    saturation_mixing_ratio,
    saturation_vapor_pressure,
)

MAX_STEP: Final = 0.05
"""Longest Runge-Kutta step in ln p."""
FINE_STEP: Final = 0.025
"""The same for the energies of parcels, which need 2e-7 K."""
CHUNK: Final = 65536
"""Points integrated at once; keeps the temporaries below 10 MB."""
_HEAT_DIFFERENCE: Final = HEAT_CAPACITY_LIQUID - HEAT_CAPACITY_VAPOUR


def lifting_condensation_level(
    pressure: ArrayLike, temperature: ArrayLike, dewpoint: ArrayLike
) -> tuple[FloatArray, FloatArray]:
    r"""Return pressure and temperature at the lifting condensation level.

    Parameters
    ----------
    pressure, temperature, dewpoint : array_like
        The parcel's state before it is lifted, Pa and K. Shapes broadcast.

    Returns
    -------
    pressure, temperature : ndarray
        Pa and K. Above `pressure` where the parcel is supersaturated, as MetPy has it.

    Notes
    -----
    .. math:: T_{LCL} = c\,[W_{-1}(RH^{1/a} c e^c)]^{-1} T, \quad
              p_{LCL} = p\,(T_{LCL}/T)^{c_{pm}/R_m}

    The Lambert function's lower branch is found by Newton's method on
    ``w + ln(-w) = ln(RH)/a + c + ln(-c)``, which is concave, so that the iteration is monotone
    after its first step; seven steps reach rounding error. Equal to MetPy 1.7.1 to 1e-12.

    References
    ----------
    Romps, D. M., 2017: Exact expression for the lifting condensation level. J. Atmos. Sci., 74,
    3891-3900, doi:10.1175/JAS-D-17-0102.1, eq. 22.

    Examples
    --------
    >>> pressure, temperature = lifting_condensation_level(1000e2, 300.0, 290.0)
    >>> round(float(pressure) / 100), round(float(temperature), 1)
    (863, 287.7)
    """
    p, t, td = as_float(pressure), as_float(temperature), as_float(dewpoint)
    mixing_ratio = saturation_mixing_ratio(p, td)
    q = mixing_ratio / (1.0 + mixing_ratio)
    heat = HEAT_CAPACITY_DRY + q * (HEAT_CAPACITY_VAPOUR - HEAT_CAPACITY_DRY)
    ratio = heat / (GAS_CONSTANT_DRY + q * (GAS_CONSTANT_VAPOUR - GAS_CONSTANT_DRY))
    a = ratio + _HEAT_DIFFERENCE / GAS_CONSTANT_VAPOUR
    c = -(LATENT_HEAT_VAPORIZATION + _HEAT_DIFFERENCE * TRIPLE_POINT) / (
        GAS_CONSTANT_VAPOUR * t * a
    )
    humidity = saturation_vapor_pressure(td) / saturation_vapor_pressure(t)
    target = np.log(humidity) / a + c + np.log(-c)
    w = np.broadcast_to(c, target.shape)
    for _ in range(7):
        w = w - (w + np.log(-w) - target) / (1.0 + 1.0 / w)
    lcl_temperature = c / w * t
    return np.asarray(p * (lcl_temperature / t) ** ratio), np.asarray(lcl_temperature)


def moist_lapse_rate(pressure: FloatArray, temperature: FloatArray) -> FloatArray:
    """Return dT/dln p along the pseudo-adiabat, K.

    Parameters
    ----------
    pressure : ndarray
        Pa.
    temperature : ndarray
        Of the saturated parcel, K.

    Notes
    -----
    ``(Rd T + L r) / (cp + L^2 r eps / (Rd T^2))`` with the saturation mixing ratio r and the
    constant L at the triple point.

    References
    ----------
    Bakhshaii, A. and Stull, R., 2013: doi:10.1175/JAMC-D-12-062.1.
    """
    es = saturation_vapor_pressure(temperature)
    moisture = LATENT_HEAT_VAPORIZATION * EPSILON * es / (pressure - es)
    dry = GAS_CONSTANT_DRY * temperature
    heat = HEAT_CAPACITY_DRY + moisture * (LATENT_HEAT_VAPORIZATION * EPSILON) / (dry * temperature)
    return np.asarray((dry + moisture) / heat)


def integrate_pseudoadiabat(
    pressure: FloatArray, temperature: FloatArray, target: FloatArray, max_step: float = MAX_STEP
) -> FloatArray:
    """Follow the pseudo-adiabat from `pressure` to `target`; same shapes, no checks, not chunked.

    Parameters
    ----------
    pressure, target : ndarray
        Start and end, Pa; the end may lie above or below.
    temperature : ndarray
        At the start, K.
    max_step : float
        Longest step in ln p.

    Returns
    -------
    ndarray
        Temperature at `target`, K. NaN spreads; columns do not influence one another.
    """
    distance = np.log(target / pressure)
    # Each column has its own number of steps: its result must not depend on its neighbours.
    steps = np.ceil(np.where(np.isfinite(distance), np.abs(distance), 0.0) / max_step)
    h = distance / np.maximum(steps, 1.0)
    half = np.exp(0.5 * h)
    p, t = np.array(pressure, dtype=np.float64), np.array(temperature, dtype=np.float64)
    with np.errstate(invalid="ignore", divide="ignore", over="ignore"):
        for step in range(int(np.max(steps, initial=0.0))):
            middle = p * half
            end = middle * half
            k1 = moist_lapse_rate(p, t)
            k2 = moist_lapse_rate(middle, t + 0.5 * h * k1)
            k3 = moist_lapse_rate(middle, t + 0.5 * h * k2)
            k4 = moist_lapse_rate(end, t + h * k3)
            climbing = step < steps
            t = np.where(climbing, t + h / 6.0 * (k1 + 2.0 * (k2 + k3) + k4), t)
            p = np.where(climbing, end, p)
    return np.where(np.isnan(distance), np.nan, t)


def pseudoadiabatic_temperature(
    pressure: ArrayLike, temperature: ArrayLike, target_pressure: ArrayLike
) -> FloatArray:
    """Return the temperature of saturated air moved along its pseudo-adiabat.

    Parameters
    ----------
    pressure, temperature : array_like
        Where the air is saturated, Pa and K. Shapes broadcast with `target_pressure`.
    target_pressure : array_like
        Where to move it, Pa; above or below.

    Returns
    -------
    ndarray
        K; NaN where an input is missing. Within 2e-6 K of the exact solution.

    Examples
    --------
    >>> round(float(pseudoadiabatic_temperature(900e2, 290.0, 500e2)), 1)
    265.8
    """
    start, t, target = np.broadcast_arrays(
        as_float(pressure), as_float(temperature), as_float(target_pressure)
    )
    flat = np.empty(start.size)
    arrays = start.reshape(-1), t.reshape(-1), target.reshape(-1)
    for first in range(0, flat.size, CHUNK):
        part = slice(first, first + CHUNK)
        flat[part] = integrate_pseudoadiabat(arrays[0][part], arrays[1][part], arrays[2][part])
    return flat.reshape(start.shape)
