"""Moist thermodynamics: humidity in its forms, temperatures that add up, wet bulb.

Pressure is always Pa, temperature K, humidity kg kg-1, relative humidity a fraction. Any shapes
that broadcast are accepted; float64 arrays come back.
"""

from __future__ import annotations

from typing import Final, Literal

import numpy as np
from numpy.typing import ArrayLike

from diagnostics.constants import (
    EPSILON,
    KAPPA,
    REFERENCE_PRESSURE,
    SATURATION_PRESSURE_TRIPLE,
    ZERO_CELSIUS,
)
from diagnostics.errors import ArgumentError
from diagnostics.messages import Message
from diagnostics.physics.lifting import (
    lifting_condensation_level,
    pseudoadiabatic_temperature,
)
from diagnostics.physics.saturation import (
    FloatArray,
    as_float,
    dewpoint_from_vapor_pressure,
    in_blocks,
    saturation_mixing_ratio,
    saturation_vapor_pressure,
    saturation_vapor_pressure_ice,
)

__all__ = [
    "HUMIDITY_FLOOR",
    "FloatArray",
    "clip_humidity",
    "dewpoint",
    "dewpoint_from_vapor_pressure",
    "equivalent_potential_temperature",
    "equivalent_potential_temperature_from_dewpoint",
    "lifting_condensation_level",
    "mixing_ratio",
    "potential_temperature",
    "relative_humidity",
    "relative_humidity_from_dewpoint",
    "saturation_equivalent_potential_temperature",
    "saturation_mixing_ratio",
    "saturation_vapor_pressure",
    "saturation_vapor_pressure_ice",
    "specific_humidity_from_dewpoint",
    "specific_humidity_from_mixing_ratio",
    "specific_humidity_from_relative_humidity",
    "vapor_pressure",
    "vapor_pressure_deficit",
    "virtual_temperature",
    "wet_bulb_potential_temperature",
    "wet_bulb_temperature",
    "wet_bulb_temperature_from_dewpoint",
]

HUMIDITY_FLOOR: Final = 1e-9
"""Smallest specific humidity computed with, kg kg-1; a thousandth of the driest stratosphere."""

WetBulbMethod = Literal["normand", "stull"]


def clip_humidity(specific_humidity: ArrayLike) -> tuple[FloatArray, int]:
    """Raise zero and negative humidity, noise of interpolation, to a small positive floor.

    Parameters
    ----------
    specific_humidity : array_like
        kg kg-1.

    Returns
    -------
    clipped : ndarray
        Not below `HUMIDITY_FLOOR`; NaN stays NaN.
    count : int
        How many values were raised, for the provenance.

    Examples
    --------
    >>> import numpy as np
    >>> clip_humidity(np.array([-1e-6, 0.01]))
    (array([1.e-09, 1.e-02]), 1)
    """
    q = as_float(specific_humidity)
    low = q < HUMIDITY_FLOOR
    return np.where(low, HUMIDITY_FLOOR, q), int(np.count_nonzero(low))


def mixing_ratio(specific_humidity: ArrayLike) -> FloatArray:
    """Return the mixing ratio ``q / (1 - q)``, kg kg-1, of a specific humidity, kg kg-1.

    Examples
    --------
    >>> round(float(mixing_ratio(0.010)), 5)
    0.0101
    """
    q = as_float(specific_humidity)
    return np.asarray(q / (1.0 - q))


def specific_humidity_from_mixing_ratio(mixing_ratio: ArrayLike) -> FloatArray:
    """Return the specific humidity ``r / (1 + r)``, kg kg-1, of a mixing ratio, kg kg-1.

    Examples
    --------
    >>> round(float(specific_humidity_from_mixing_ratio(0.0101)), 5)
    0.01
    """
    r = as_float(mixing_ratio)
    return np.asarray(r / (1.0 + r))


def vapor_pressure(pressure: ArrayLike, specific_humidity: ArrayLike) -> FloatArray:
    """Return the partial pressure of water vapour.

    Parameters
    ----------
    pressure : array_like
        Pa.
    specific_humidity : array_like
        kg kg-1.

    Returns
    -------
    ndarray
        ``p q / (eps + (1 - eps) q)``, Pa.

    Examples
    --------
    >>> round(float(vapor_pressure(1000e2, 0.010)))
    1598
    """
    q = as_float(specific_humidity)
    return np.asarray(as_float(pressure) * q / (EPSILON + (1.0 - EPSILON) * q))


def dewpoint(pressure: ArrayLike, specific_humidity: ArrayLike) -> FloatArray:
    """Return the dewpoint over liquid water.

    Parameters
    ----------
    pressure : array_like
        Pa.
    specific_humidity : array_like
        kg kg-1; raised to `HUMIDITY_FLOOR` where it is below.

    Returns
    -------
    ndarray
        K. Equal to MetPy 1.7.1 ``dewpoint_from_specific_humidity``.

    Examples
    --------
    >>> round(float(dewpoint(1000e2, 0.010)), 1)
    287.2
    """
    return in_blocks(_dewpoint, as_float(pressure), as_float(specific_humidity))


def _dewpoint(pressure: FloatArray, specific_humidity: FloatArray) -> FloatArray:
    # `dewpoint_from_vapor_pressure` of `vapor_pressure`, with few arrays on the way
    ratio = np.maximum(specific_humidity, HUMIDITY_FLOOR)
    dry = (1.0 - EPSILON) * ratio
    dry += EPSILON
    ratio /= dry
    with np.errstate(invalid="ignore"):
        x = np.log(ratio * (pressure / SATURATION_PRESSURE_TRIPLE))
    result = 243.5 * x
    result /= 17.67 - x
    result += ZERO_CELSIUS
    return np.asarray(result)


def relative_humidity(
    pressure: ArrayLike, temperature: ArrayLike, specific_humidity: ArrayLike
) -> FloatArray:
    """Return relative humidity over liquid water as a fraction, not capped at 1.

    Parameters
    ----------
    pressure, temperature, specific_humidity : array_like
        Pa, K and kg kg-1.

    Returns
    -------
    ndarray
        ``e / es(T)``, the definition of WMO-No. 8 and of MetPy from 1.7 on. Models report humidity
        over ice or a mixture below 0 degC, up to 20 % different at -23 degC.

    Examples
    --------
    >>> round(float(relative_humidity(1000e2, 293.15, 0.010)), 2)
    0.68
    """
    return in_blocks(
        lambda p, t, q: np.asarray(vapor_pressure(p, q) / saturation_vapor_pressure(t)),
        as_float(pressure),
        as_float(temperature),
        as_float(specific_humidity),
    )


def relative_humidity_from_dewpoint(temperature: ArrayLike, dewpoint: ArrayLike) -> FloatArray:
    """Return ``es(Td) / es(T)``, a fraction, from temperature and dewpoint in K.

    Examples
    --------
    >>> round(float(relative_humidity_from_dewpoint(293.15, 283.15)), 2)
    0.53
    """
    return np.asarray(saturation_vapor_pressure(dewpoint) / saturation_vapor_pressure(temperature))


def _specific_humidity(pressure: ArrayLike, vapor_pressure: FloatArray) -> FloatArray:
    dry = as_float(pressure) - (1.0 - EPSILON) * vapor_pressure
    return np.asarray(EPSILON * vapor_pressure / dry)


def specific_humidity_from_dewpoint(pressure: ArrayLike, dewpoint: ArrayLike) -> FloatArray:
    """Return the specific humidity whose saturation temperature is the dewpoint.

    Parameters
    ----------
    pressure, dewpoint : array_like
        Pa and K.

    Returns
    -------
    ndarray
        kg kg-1. Equal to MetPy 1.7.1.

    Examples
    --------
    >>> round(float(specific_humidity_from_dewpoint(1000e2, 287.15)), 4)
    0.01
    """
    return _specific_humidity(pressure, saturation_vapor_pressure(dewpoint))


def specific_humidity_from_relative_humidity(
    pressure: ArrayLike, temperature: ArrayLike, relative_humidity: ArrayLike
) -> FloatArray:
    """Return specific humidity, kg kg-1, the exact inverse of `relative_humidity`.

    Parameters
    ----------
    pressure, temperature : array_like
        Pa and K.
    relative_humidity : array_like
        Over liquid water, a fraction.

    Examples
    --------
    >>> round(float(specific_humidity_from_relative_humidity(850e2, 288.15, 0.8)), 4)
    0.01
    """
    e = as_float(relative_humidity) * saturation_vapor_pressure(temperature)
    return _specific_humidity(pressure, e)


def potential_temperature(pressure: ArrayLike, temperature: ArrayLike) -> FloatArray:
    """Return ``T (1000 hPa / p)^kappa``, K, from pressure, Pa, and temperature, K.

    Examples
    --------
    >>> round(float(potential_temperature(850e2, 288.15)), 1)
    301.8
    """
    return np.asarray(as_float(temperature) * (REFERENCE_PRESSURE / as_float(pressure)) ** KAPPA)


def virtual_temperature(temperature: ArrayLike, specific_humidity: ArrayLike) -> FloatArray:
    """Return ``T (1 + r/eps) / (1 + r)``, K, from temperature, K, and humidity, kg kg-1.

    Examples
    --------
    >>> round(float(virtual_temperature(300.0, 0.015)), 1)
    302.7
    """
    q = as_float(specific_humidity)
    return np.asarray(as_float(temperature) * (1.0 + q * (1.0 / EPSILON - 1.0)))


def _bolton_theta_e(
    pressure: FloatArray,
    temperature: FloatArray,
    dewpoint: FloatArray,
    vapor_pressure: FloatArray,
    mixing_ratio: FloatArray,
) -> FloatArray:
    lcl = 56.0 + 1.0 / (1.0 / (dewpoint - 56.0) + np.log(temperature / dewpoint) / 800.0)
    exponent = mixing_ratio * (1.0 + 0.448 * mixing_ratio) * (3036.0 / lcl - 1.78)
    # both powers join the exponential: two logarithms are cheaper than two powers
    exponent += KAPPA * np.log(REFERENCE_PRESSURE / (pressure - vapor_pressure))
    exponent += 0.28 * mixing_ratio * np.log(temperature / lcl)
    return np.asarray(temperature * np.exp(exponent))


def equivalent_potential_temperature(
    pressure: ArrayLike, temperature: ArrayLike, specific_humidity: ArrayLike
) -> FloatArray:
    r"""Return Bolton's equivalent potential temperature.

    Parameters
    ----------
    pressure, temperature, specific_humidity : array_like
        Pa, K and kg kg-1; humidity below `HUMIDITY_FLOOR` is raised to it.

    Returns
    -------
    ndarray
        K.

    Notes
    -----
    .. math:: \theta_e = T \left(\frac{p_0}{p-e}\right)^\kappa \left(\frac{T}{T_L}\right)^{0.28 r}
              \exp\left[r (1 + 0.448 r)\left(\frac{3036}{T_L} - 1.78\right)\right]

    Vapour pressure and mixing ratio come from the specific humidity itself; only the condensation
    temperature uses the dewpoint. Other definitions (pseudo-adiabatic, reversible) differ by 1 to
    5 K. For MetPy's numbers see `equivalent_potential_temperature_from_dewpoint`: the round trip
    of its humidity through the dewpoint changes the result by up to 0.2 K.

    References
    ----------
    Bolton, D., 1980: Mon. Wea. Rev., 108, 1046-1053, eqs. 15 and 39.

    Examples
    --------
    >>> round(float(equivalent_potential_temperature(850e2, 293.15, 0.014)), 1)
    350.1
    """
    return in_blocks(
        _theta_e, as_float(pressure), as_float(temperature), as_float(specific_humidity)
    )


def _theta_e(p: FloatArray, t: FloatArray, specific_humidity: FloatArray) -> FloatArray:
    q, _ = clip_humidity(specific_humidity)
    e = vapor_pressure(p, q)
    return _bolton_theta_e(p, t, dewpoint_from_vapor_pressure(e), e, mixing_ratio(q))


def equivalent_potential_temperature_from_dewpoint(
    pressure: ArrayLike, temperature: ArrayLike, dewpoint: ArrayLike
) -> FloatArray:
    """Return Bolton's equivalent potential temperature, K, as MetPy 1.7.1 computes it.

    Parameters
    ----------
    pressure, temperature, dewpoint : array_like
        Pa, K and K.

    Examples
    --------
    >>> round(float(equivalent_potential_temperature_from_dewpoint(850e2, 293.15, 291.15)), 1)
    353.9
    """
    p, t, td = as_float(pressure), as_float(temperature), as_float(dewpoint)
    r = saturation_mixing_ratio(p, td)
    return _bolton_theta_e(p, t, td, saturation_vapor_pressure(td), r)


def saturation_equivalent_potential_temperature(
    pressure: ArrayLike, temperature: ArrayLike
) -> FloatArray:
    """Return the equivalent potential temperature of air saturated at `temperature`, K (Bolton).

    Examples
    --------
    >>> round(float(saturation_equivalent_potential_temperature(850e2, 293.15)), 1)
    360.3
    """
    return equivalent_potential_temperature_from_dewpoint(pressure, temperature, temperature)


def wet_bulb_potential_temperature(equivalent: ArrayLike) -> FloatArray:
    """Return the wet-bulb potential temperature of air with an equivalent potential temperature.

    Parameters
    ----------
    equivalent : array_like
        Equivalent potential temperature, K.

    Returns
    -------
    ndarray
        K.

    References
    ----------
    Davies-Jones, R., 2008: Mon. Wea. Rev., 136, 2764-2785, eq. 3.8.

    Examples
    --------
    >>> round(float(wet_bulb_potential_temperature(320.0)), 1)
    288.7
    """
    return np.asarray(
        ZERO_CELSIUS + 45.114 - 51.489 * (ZERO_CELSIUS / as_float(equivalent)) ** 3.504
    )


def vapor_pressure_deficit(temperature: ArrayLike, dewpoint: ArrayLike) -> FloatArray:
    """Return ``es(T) - es(Td)`` over liquid water, Pa, from temperature and dewpoint in K.

    Examples
    --------
    >>> round(float(vapor_pressure_deficit(308.15, 283.15)))
    4383
    """
    return np.asarray(saturation_vapor_pressure(temperature) - saturation_vapor_pressure(dewpoint))


def wet_bulb_temperature_from_dewpoint(
    pressure: ArrayLike,
    temperature: ArrayLike,
    dewpoint: ArrayLike,
    method: WetBulbMethod = "normand",
) -> FloatArray:
    """Return the wet-bulb temperature, K.

    Parameters
    ----------
    pressure, temperature, dewpoint : array_like
        Pa, K and K.
    method : {"normand", "stull"}
        See `wet_bulb_temperature`.

    Raises
    ------
    ArgumentError
        For another method (``unknown_method``).

    Examples
    --------
    >>> round(float(wet_bulb_temperature_from_dewpoint(1000e2, 303.15, 293.15)), 1)
    295.9
    """
    if method == "normand":
        lcl_pressure, lcl_temperature = lifting_condensation_level(pressure, temperature, dewpoint)
        return pseudoadiabatic_temperature(lcl_pressure, lcl_temperature, pressure)
    if method == "stull":
        return _stull(temperature, relative_humidity_from_dewpoint(temperature, dewpoint))
    raise ArgumentError(
        Message(id="physicserror-wet_bulb_method", params={"method": f"{method!r}"}),
        code="unknown_method",
        data={"method": str(method), "available": ["normand", "stull"]},
    )


def wet_bulb_temperature(
    pressure: ArrayLike,
    temperature: ArrayLike,
    specific_humidity: ArrayLike,
    method: WetBulbMethod = "normand",
) -> FloatArray:
    """Return the wet-bulb temperature, K.

    Parameters
    ----------
    pressure, temperature, specific_humidity : array_like
        Pa, K and kg kg-1.
    method : {"normand", "stull"}
        ``normand`` lifts the air to its condensation level and brings it back along the
        pseudo-adiabat, as MetPy 1.7.1 does, within 1e-5 K at every pressure. ``stull`` is the fit
        of Stull (2011) for the pressure at sea level, 5 to 99 % humidity and -20 to 50 degC;
        it departs from ``normand`` by +0.5 K at 35 degC and 60 % and +1.2 K at 40 degC and 20 %.

    Returns
    -------
    ndarray
        K; NaN where an input is missing.

    Raises
    ------
    ArgumentError
        For another method (``unknown_method``).

    References
    ----------
    Stull, R., 2011: Wet-bulb temperature from relative humidity and air temperature.
    J. Appl. Meteorol. Climatol., 50, 2267-2269, doi:10.1175/JAMC-D-11-0143.1.

    Examples
    --------
    >>> round(float(wet_bulb_temperature(1000e2, 303.15, 0.0148)), 1)
    296.0
    """
    if method == "stull":
        return _stull(temperature, relative_humidity(pressure, temperature, specific_humidity))
    saturation_temperature = dewpoint(pressure, specific_humidity)
    return wet_bulb_temperature_from_dewpoint(pressure, temperature, saturation_temperature, method)


def _stull(temperature: ArrayLike, relative_humidity: FloatArray) -> FloatArray:
    t = as_float(temperature) - ZERO_CELSIUS
    rh = 100.0 * relative_humidity
    celsius = (
        t * np.arctan(0.151977 * np.sqrt(rh + 8.313659))
        + np.arctan(t + rh)
        - np.arctan(rh - 1.676331)
        + 0.00391838 * rh**1.5 * np.arctan(0.023101 * rh)
        - 4.686035
    )
    return np.asarray(celsius + ZERO_CELSIUS)
