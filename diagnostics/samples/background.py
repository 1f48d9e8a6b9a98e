"""The season's background: a zonal-mean temperature with a tropopause, pressure and humidity."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np

from diagnostics.samples.sample_grid import LEVELS_HPA, FloatArray

SURFACE_HPA = 1000.0
_TROPOPAUSE_SOFTNESS_K = 4.0


def scale_height_km(levels: FloatArray = LEVELS_HPA) -> FloatArray:
    """Height of pressure levels above 1000 hPa in a scale height of 7.5 km, km."""
    return np.asarray(7.5 * np.log(SURFACE_HPA / levels))


def on_levels(values: FloatArray) -> FloatArray:
    """Give a profile the axes (level, y, x)."""
    return np.asarray(values)[:, None, None]


@dataclass(frozen=True)
class Background:
    """The zonal-mean state on which waves and events are laid.

    Parameters
    ----------
    temperature : float
        Virtual temperature at 1000 hPa on `zone_latitude`, K.
    contrast, zone_latitude, zone_width : float
        Fall of temperature across the broad baroclinic zone (K), its latitude and half width
        (degrees).
    front_contrast, front_width, front_depth_km : float
        Further fall across the shallow frontal zone in the middle of the broad one (K), its half
        width (degrees) and the height over which it fades (km).
    lapse, lapse_curvature : float
        T = T_s exp(-lapse x - lapse_curvature x2) with x = ln(1000 hPa / p).
    stratosphere_south, stratosphere_north : float
        Temperatures above the tropopause at 15 and 65 degrees of latitude, K.
    pressure, pressure_fall : float
        Mean sea-level pressure on the zone (hPa) and its fall across it from south to north.
    trough, trough_width : float
        Depth (hPa) and half width (degrees) of a pressure trough along the zone.
    humidity_low, humidity_middle, humidity_high : float
        Relative humidity (fraction) at 1000, 600 and 300 hPa.
    stability : float
        Further low-level stability: kelvin taken from the temperature at 1000 hPa, fading upward.
    front_latitude : float, optional
        Latitude of the shallow frontal zone and of the trough where it is not that of the broad
        zone, degrees.
    front_slope : float
        How far the shallow zone leans poleward with height, degrees per km.
    humidity_fall : float
        By how much relative humidity is lower poleward of the frontal zone, fraction.
    """

    temperature: float
    contrast: float
    zone_latitude: float
    zone_width: float
    front_contrast: float = 0.0
    front_width: float = 2.0
    front_depth_km: float = 2.5
    lapse: float = 0.165
    lapse_curvature: float = 0.018
    stratosphere_south: float = 204.0
    stratosphere_north: float = 222.0
    pressure: float = 1012.0
    pressure_fall: float = 6.0
    trough: float = 0.0
    trough_width: float = 3.0
    humidity_low: float = 0.72
    humidity_middle: float = 0.45
    humidity_high: float = 0.35
    stability: float = 0.0
    front_latitude: float | None = None
    front_slope: float = 0.8
    humidity_fall: float = 0.0

    @property
    def front(self) -> float:
        """Latitude of the shallow frontal zone and of the trough, degrees."""
        return self.zone_latitude if self.front_latitude is None else self.front_latitude

    def virtual_temperature(self, latitude: FloatArray) -> FloatArray:
        """Background virtual temperature at effective latitudes.

        Parameters
        ----------
        latitude : array (..., level, y, x)
            The latitude from which the air came, degrees.

        Returns
        -------
        array (..., level, y, x)
            K. The troposphere and the stratosphere join where they are equally warm, so the
            tropopause is high over warm air and low over cold air.
        """
        height = scale_height_km()
        depth = on_levels(-np.log(LEVELS_HPA / SURFACE_HPA))
        offset = latitude - self.zone_latitude
        surface = self.temperature - 0.5 * self.contrast * np.tanh(offset / self.zone_width)
        fading = on_levels(np.exp(-((height / self.front_depth_km) ** 2)))
        leaning = self.front + self.front_slope * on_levels(height)
        front = (
            0.5 * self.front_contrast * fading * np.tanh((latitude - leaning) / self.front_width)
        )
        inversion = self.stability * on_levels(np.exp(-height / 0.9))
        troposphere = (
            surface * np.exp(-self.lapse * depth - self.lapse_curvature * depth**2)
            - front
            - inversion
        )
        north = np.clip((latitude - 15.0) / 50.0, 0.0, 1.0)
        change = self.stratosphere_north - self.stratosphere_south
        stratosphere = self.stratosphere_south + change * north
        return np.asarray(
            _TROPOPAUSE_SOFTNESS_K
            * np.logaddexp(
                troposphere / _TROPOPAUSE_SOFTNESS_K, stratosphere / _TROPOPAUSE_SOFTNESS_K
            )
        )

    def sea_level_pressure(self, latitude: FloatArray) -> FloatArray:
        """Zonal-mean pressure at mean sea level, hPa, for latitudes in degrees."""
        offset = latitude - self.zone_latitude
        fall = 0.5 * self.pressure_fall * np.tanh(offset / (1.3 * self.zone_width))
        return np.asarray(
            self.pressure
            - fall
            - self.trough * np.exp(-(((latitude - self.front) / self.trough_width) ** 2))
        )

    def relative_humidity(self, latitude: FloatArray) -> FloatArray:
        """Background relative humidity, fraction, for effective latitudes (..., level, y, x)."""
        known = np.array([50.0, 200.0, 300.0, 600.0, 850.0, 1000.0])
        middle = 0.5 * (self.humidity_low + self.humidity_middle) + 0.05
        values = np.array(
            [
                0.01,
                0.2,
                self.humidity_high,
                self.humidity_middle,
                middle,
                self.humidity_low,
            ]
        )
        profile = np.interp(np.log(LEVELS_HPA), np.log(known), values)
        poleward = 0.5 * (1.0 + np.tanh((latitude - self.front - 1.0) / 2.5))
        drier = np.clip((LEVELS_HPA - 150.0) / 300.0, 0.0, 1.0) * self.humidity_fall
        return np.asarray(on_levels(profile) - on_levels(drier) * poleward)
