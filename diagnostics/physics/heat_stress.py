"""What heat and cold feel like: heat index, humidex, wind chill, apparent temperature, WBGT.

Temperatures are K, relative humidity a fraction, wind m s-1 at 10 m; the published formulas use
other units and are converted inside.
"""

from __future__ import annotations

import numpy as np
from numpy.typing import ArrayLike

from diagnostics.constants import ZERO_CELSIUS
from diagnostics.physics.saturation import FloatArray, as_float


def _fahrenheit(temperature: ArrayLike) -> FloatArray:
    return (as_float(temperature) - ZERO_CELSIUS) * 1.8 + 32.0


def _kelvin_from_fahrenheit(fahrenheit: FloatArray) -> FloatArray:
    return (fahrenheit - 32.0) / 1.8 + ZERO_CELSIUS


def heat_index(temperature: ArrayLike, relative_humidity: ArrayLike) -> FloatArray:
    """Return the heat index of the US National Weather Service.

    Parameters
    ----------
    temperature : array_like
        At 2 m, K.
    relative_humidity : array_like
        Over water, a fraction.

    Returns
    -------
    ndarray
        K, at every temperature; below 80 degF (26.7 degC) it is not meant as a heat index, and
        MetPy masks it there. 45.1 degC at 35 degC and 60 %.

    Notes
    -----
    Steadman's simple form below 79 degF (below 40 degF the temperature itself), else the
    regression of Rothfusz, with the adjustments for dry air (up to 13 %) and moist air (above
    85 %). Equal to MetPy 1.7.1.

    References
    ----------
    Rothfusz, L. P., 1990: The heat index equation. NWS Technical Attachment SR 90-23.
    Steadman, R. G., 1979: The assessment of sultriness. J. Appl. Meteorol., 18, 861-873.

    Examples
    --------
    >>> round(float(heat_index(308.15, 0.6)) - 273.15, 1)
    45.1
    """
    t, rh = np.broadcast_arrays(_fahrenheit(temperature), as_float(relative_humidity))
    simple = 1.1 * t + 4.7 * rh - 10.3
    regression = (
        -42.379
        + 2.04901523 * t
        + 1014.333127 * rh
        - 22.475541 * t * rh
        - 6.83783e-3 * t**2
        - 548.1717 * rh**2
        + 0.122874 * t**2 * rh
        + 8.5282 * t * rh**2
        - 1.99e-2 * t**2 * rh**2
    )
    index = np.where(t <= 40.0, t, np.where(simple < 79.0, simple, regression))
    dry = (rh <= 0.13) & (t >= 80.0) & (t <= 112.0)
    moist = (rh > 0.85) & (t >= 80.0) & (t <= 87.0)
    reach = np.maximum(17.0 - np.abs(t - 95.0), 0.0)
    index = index - np.where(dry, (13.0 - 100.0 * rh) / 4.0 * np.sqrt(reach / 17.0), 0.0)
    index = index + np.where(moist, 0.02 * (100.0 * rh - 85.0) * (87.0 - t), 0.0)
    index = np.where(np.isnan(t) | np.isnan(rh), np.nan, index)
    return _kelvin_from_fahrenheit(index)


def wind_chill(temperature: ArrayLike, wind_speed: ArrayLike) -> FloatArray:
    """Return the wind-chill temperature.

    Parameters
    ----------
    temperature : array_like
        At 2 m, K.
    wind_speed : array_like
        At 10 m, m s-1 (a mean wind, not a gust).

    Returns
    -------
    ndarray
        K; the temperature itself above 10 degC or with wind up to 4.8 km/h, where the index is
        not defined.

    Notes
    -----
    ``13.12 + 0.6215 T + (0.3965 T - 11.37) V^0.16`` with T in degC and V in km/h.

    References
    ----------
    Osczevski, R. and Bluestein, M., 2005: The new wind chill equivalent temperature chart. Bull.
    Amer. Meteor. Soc., 86, 1453-1458, doi:10.1175/BAMS-86-10-1453.

    Examples
    --------
    >>> round(float(wind_chill(263.15, 10.0)) - 273.15, 1)
    -20.3
    """
    t, speed = np.broadcast_arrays(as_float(temperature), as_float(wind_speed))
    celsius, factor = t - ZERO_CELSIUS, (3.6 * speed) ** 0.16
    chill = 13.12 + 0.6215 * celsius + (0.3965 * celsius - 11.37) * factor + ZERO_CELSIUS
    undefined = (celsius > 10.0) | (3.6 * speed <= 4.8)
    return np.where(np.isnan(speed), np.nan, np.where(undefined, t, chill))


def apparent_temperature(
    temperature: ArrayLike, vapor_pressure: ArrayLike, wind_speed: ArrayLike
) -> FloatArray:
    """Return Steadman's apparent temperature in the shade.

    Parameters
    ----------
    temperature : array_like
        At 2 m, K.
    vapor_pressure : array_like
        At 2 m, Pa.
    wind_speed : array_like
        At 10 m, m s-1.

    Returns
    -------
    ndarray
        ``T + 0.33 e - 0.70 V - 4.00`` (T in degC, e in hPa), in K. The NWS index of the same
        name is `apparent_temperature_nws`.

    References
    ----------
    Steadman, R. G., 1994: Norms of apparent temperature in Australia. Aust. Meteorol. Mag., 43,
    1-16.

    Examples
    --------
    >>> round(float(apparent_temperature(303.15, 2000.0, 3.0)) - 273.15, 1)
    30.5
    """
    warmth = as_float(temperature) + 0.33e-2 * as_float(vapor_pressure)
    return np.asarray(warmth - 0.70 * as_float(wind_speed) - 4.00)


def apparent_temperature_nws(
    temperature: ArrayLike, relative_humidity: ArrayLike, wind_speed: ArrayLike
) -> FloatArray:
    """Return heat index, wind chill or temperature, whichever applies, K.

    Parameters
    ----------
    temperature, relative_humidity, wind_speed : array_like
        K, a fraction and m s-1: heat index from 80 degF upwards, wind chill up to 10 degC and
        above 4.8 km/h, the temperature between.

    Notes
    -----
    Equal to MetPy 1.7.1 ``apparent_temperature`` with ``mask_undefined=False``.

    Examples
    --------
    >>> round(float(apparent_temperature_nws(308.15, 0.6, 3.0)) - 273.15, 1)
    45.1
    """
    t = as_float(temperature)
    warm = heat_index(t, relative_humidity)
    felt = np.where(_fahrenheit(t) >= 80.0, warm, wind_chill(t, wind_speed))
    return np.where(np.isnan(warm), np.nan, felt)


def wet_bulb_globe_temperature(temperature: ArrayLike, vapor_pressure: ArrayLike) -> FloatArray:
    """Return the simplified wet-bulb globe temperature.

    Parameters
    ----------
    temperature : array_like
        At 2 m, K.
    vapor_pressure : array_like
        At 2 m, Pa.

    Returns
    -------
    ndarray
        ``0.567 T + 0.393 e + 3.94`` (T in degC, e in hPa), in K. Moderate sun and light wind are
        assumed: too high at night and in wind.

    References
    ----------
    American College of Sports Medicine, 1984: Prevention of thermal injuries during distance
    running. Med. Sci. Sports Exerc., 16, ix-xiv; in use at the Australian Bureau of Meteorology.

    Examples
    --------
    >>> round(float(wet_bulb_globe_temperature(303.15, 2500.0)) - 273.15, 1)
    30.8
    """
    celsius = as_float(temperature) - ZERO_CELSIUS
    return np.asarray(0.567 * celsius + 0.393e-2 * as_float(vapor_pressure) + 3.94 + ZERO_CELSIUS)


def humidex(temperature: ArrayLike, dewpoint: ArrayLike) -> FloatArray:
    """Return the humidex of the Meteorological Service of Canada.

    Parameters
    ----------
    temperature, dewpoint : array_like
        At 2 m, K.

    Returns
    -------
    ndarray
        ``T + 5/9 (e - 10)`` (T in degC, e in hPa) in K, with the vapour pressure of the definition,
        ``e = 6.11 exp(5417.7530 (1/273.16 - 1/Td))``, and not that of the other indices, which is
        up to 1 % lower. 33.9 degC at 30 degC with a dewpoint of 15 degC.

    References
    ----------
    Masterton, J. M., and F. A. Richardson, 1979: Humidex: a method of quantifying human discomfort
    due to excessive heat and humidity. Environment Canada, Downsview, Ontario, CLI 1-79.

    Examples
    --------
    >>> round(float(humidex(303.15, 293.15)), 1)
    310.7
    """
    vapor_pressure = 6.11 * np.exp(5417.7530 * (1.0 / 273.16 - 1.0 / as_float(dewpoint)))
    return np.asarray(as_float(temperature) + 5.0 / 9.0 * (vapor_pressure - 10.0))
