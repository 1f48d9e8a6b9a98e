"""Humidity, condensation in ascent, and what reaches the ground as rain or snow."""

from __future__ import annotations

import numpy as np

from diagnostics.constants import (
    EPSILON,
    GAS_CONSTANT_DRY,
    GAS_CONSTANT_VAPOUR,
    GRAVITY,
    HEAT_CAPACITY_DRY,
    LATENT_HEAT_VAPORIZATION,
)
from diagnostics.physics.saturation import saturation_vapor_pressure
from diagnostics.samples.background import on_levels
from diagnostics.samples.sample_grid import LEVELS_HPA, FloatArray

_PRESSURE = LEVELS_HPA * 100.0
_LEAST_HUMIDITY = 2.0e-6
_CEILING = 0.99
_CLOUD = (0.78, 0.93)


def saturation_humidity(pressure: FloatArray, temperature: FloatArray) -> FloatArray:
    """Specific humidity at saturation over liquid water, kg kg-1."""
    vapour = np.minimum(saturation_vapor_pressure(temperature), 0.5 * pressure)
    return np.asarray(EPSILON * vapour / (pressure - (1.0 - EPSILON) * vapour))


def moist_state(
    virtual_temperature: FloatArray, relative_humidity: FloatArray
) -> tuple[FloatArray, FloatArray]:
    """Split virtual temperature into temperature and specific humidity.

    Parameters
    ----------
    virtual_temperature, relative_humidity : array (..., level, y, x)
        K; fraction.

    Returns
    -------
    tuple of arrays
        Temperature (K) and specific humidity (kg kg-1) such that Tv = T (1 + (Rv/Rd - 1) q) and
        q = RH q_sat(T) to 1e-4 of q after four rounds.
    """
    pressure = on_levels(_PRESSURE)
    temperature = virtual_temperature
    humidity = np.zeros_like(virtual_temperature)
    for _ in range(4):
        humidity = relative_humidity * saturation_humidity(pressure, temperature)
        humidity = np.maximum(humidity, _LEAST_HUMIDITY)
        temperature = virtual_temperature / (1.0 + (1.0 / EPSILON - 1.0) * humidity)
    return temperature, humidity


def humidity_with_ascent(
    relative_humidity: FloatArray, omega: FloatArray, scale: float = 0.35
) -> FloatArray:
    """Moisten the air that rises and dry the air that sinks.

    Parameters
    ----------
    relative_humidity : array (time, level, y, x)
        What advection alone gives, fraction.
    omega : array (time, level, y, x)
        Pa s-1.
    scale : float
        Ascent (Pa s-1) that closes 1 - 1/e of the gap to saturation.
    """
    rising = 1.0 - np.exp(-np.maximum(-omega, 0.0) / scale)
    sinking = 1.0 - np.exp(-np.maximum(omega, 0.0) / (1.5 * scale))
    wetted = relative_humidity + (_CEILING - relative_humidity) * rising
    return np.asarray(np.clip(wetted * (1.0 - 0.55 * sinking), 0.005, _CEILING))


def condensation_rate(
    temperature: FloatArray, specific_humidity: FloatArray, omega: FloatArray
) -> FloatArray:
    """Water that condenses in a column of saturated ascent.

    The rate of each level is -omega F with F = dq_s/dp along the moist adiabat,
    F = (q_s T / p) (L R - cp Rv T) / (cp Rv T2 + q_s L2) (Haltiner and Williams 1980, p. 309),
    weighted by how near the air is to saturation, then integrated in pressure.

    Returns
    -------
    array (..., y, x)
        kg m-2 s-1.
    """
    pressure = on_levels(_PRESSURE)
    saturated = saturation_humidity(pressure, temperature)
    latent = LATENT_HEAT_VAPORIZATION
    slope = (
        saturated
        * temperature
        / pressure
        * (latent * GAS_CONSTANT_DRY - HEAT_CAPACITY_DRY * GAS_CONSTANT_VAPOUR * temperature)
        / (HEAT_CAPACITY_DRY * GAS_CONSTANT_VAPOUR * temperature**2 + saturated * latent**2)
    )
    nearness = (specific_humidity / saturated - _CLOUD[0]) / (_CLOUD[1] - _CLOUD[0])
    cloudy = np.clip(nearness, 0.0, 1.0)
    rate = np.maximum(-omega, 0.0) * np.maximum(slope, 0.0) * cloudy
    layers = 0.5 * (rate[..., 1:, :, :] + rate[..., :-1, :, :])
    return np.asarray(np.einsum("...lyx,l->...yx", layers, np.diff(_PRESSURE)) / GRAVITY)
