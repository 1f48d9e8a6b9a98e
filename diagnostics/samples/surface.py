"""Land, hills and the fields near the ground."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np
import scipy.ndimage

from diagnostics.constants import EPSILON, GAS_CONSTANT_DRY, GRAVITY
from diagnostics.samples.sample_grid import LEVELS_HPA, FloatArray, Lattice

_LAPSE = 0.0065


@dataclass(frozen=True)
class Ellipse:
    """An island or a continent: centre, half axes (degrees) and tilt (degrees)."""

    longitude: float
    latitude: float
    half_x: float
    half_y: float
    tilt: float = 0.0

    def inside(self, lattice: Lattice) -> FloatArray:
        """1 at the centre, 0 on the rim, negative outside, axes (y, x)."""
        x = lattice.longitude[None, :] - self.longitude
        y = lattice.latitude[:, None] - self.latitude
        turn = np.deg2rad(self.tilt)
        along = (x * np.cos(turn) + y * np.sin(turn)) / self.half_x
        across = (y * np.cos(turn) - x * np.sin(turn)) / self.half_y
        return np.asarray(1.0 - np.hypot(along, across))


@dataclass(frozen=True)
class Hill:
    """A smooth rise of `height` metres."""

    longitude: float
    latitude: float
    height: float
    radius: float
    stretch: float = 1.0

    def elevation(self, lattice: Lattice) -> FloatArray:
        """Metres, axes (y, x)."""
        x = (lattice.longitude[None, :] - self.longitude) / (self.radius * self.stretch)
        y = (lattice.latitude[:, None] - self.latitude) / self.radius
        return np.asarray(self.height * np.exp(-(x**2) - y**2))


@dataclass(frozen=True)
class Terrain:
    """Land (the union of ellipses; none means land everywhere) and hills on it."""

    land: tuple[Ellipse, ...] = ()
    hills: tuple[Hill, ...] = ()

    def land_fraction(self, lattice: Lattice) -> FloatArray:
        """Share of land in each cell, 0 to 1, axes (y, x)."""
        if not self.land:
            return np.ones(lattice.shape)
        wiggle = 0.02 * np.sin(1.7 * lattice.longitude[None, :] + 0.6 * lattice.latitude[:, None])
        wiggle = wiggle + 0.02 * np.cos(
            1.1 * lattice.latitude[:, None] - 0.4 * lattice.longitude[None, :]
        )
        nearest = np.max([part.inside(lattice) for part in self.land], axis=0)
        return np.asarray(np.clip(0.5 + (nearest + wiggle) / 0.04, 0.0, 1.0))

    def elevation(self, lattice: Lattice) -> FloatArray:
        """Orography, m, axes (y, x); the sea is at 0."""
        land = self.land_fraction(lattice)
        base = 60.0 * land
        for hill in self.hills:
            base = base + hill.elevation(lattice) * land
        return np.asarray(base)

    def roughness(self, lattice: Lattice) -> FloatArray:
        """Land share smoothed over about 80 km, so that friction does not step at a coast."""
        return np.asarray(scipy.ndimage.gaussian_filter(self.land_fraction(lattice), 1.5))


def surface_pressure(
    geopotential: FloatArray, virtual_temperature: FloatArray, elevation: FloatArray
) -> FloatArray:
    """Pressure at the ground, Pa: ln p linear in geopotential between levels."""
    ground = GRAVITY * elevation
    lowest = virtual_temperature[..., -1, :, :]
    pressure = 100000.0 * np.exp(
        (geopotential[..., -1, :, :] - ground)
        / (GAS_CONSTANT_DRY * np.broadcast_to(lowest, lowest.shape))
    )
    for k in range(LEVELS_HPA.size - 2, -1, -1):
        above, below = geopotential[..., k, :, :], geopotential[..., k + 1, :, :]
        share = (ground - below) / (above - below)
        value = np.exp(
            np.log(LEVELS_HPA[k + 1]) + share * np.log(LEVELS_HPA[k] / LEVELS_HPA[k + 1])
        )
        pressure = np.where((share > 0) & (share <= 1), 100.0 * value, pressure)
    return np.asarray(pressure)


def at_surface(field: FloatArray, pressure: FloatArray, lapse: float = 0.0) -> FloatArray:
    """Value of a level field at the ground, linear in ln p.

    Parameters
    ----------
    field : array (..., level, y, x)
    pressure : array (..., y, x)
        At the ground, Pa.
    lapse : float
        Below 1000 hPa: exponent of (p / 1000 hPa); 0 keeps the lowest value.
    """
    ratio = pressure / 100.0
    value = field[..., -1, :, :] * np.maximum(ratio / 1000.0, 1.0) ** lapse
    for k in range(LEVELS_HPA.size - 2, -1, -1):
        upper, lower = LEVELS_HPA[k], LEVELS_HPA[k + 1]
        share = np.log(lower / ratio) / np.log(lower / upper)
        mixed = field[..., k + 1, :, :] * (1 - share) + field[..., k, :, :] * share
        value = np.where((share > 0) & (share <= 1), mixed, value)
    return np.asarray(value)


STANDARD_EXPONENT = GAS_CONSTANT_DRY * _LAPSE / GRAVITY
"""Exponent of pressure for a lapse of 6.5 K per km."""


def solar_shape(hour: FloatArray, longitude: FloatArray) -> FloatArray:
    """Daily course of temperature, -1 to 1: warmest at 15, coldest near 5 local solar time.

    Parameters
    ----------
    hour : array (time,)
        Hour of the day, UTC.
    longitude : array (x,)
        Degrees.

    Returns
    -------
    array (time, 1, x)
    """
    local = (hour[:, None, None] + longitude[None, None, :] / 15.0) % 24.0
    phase = 2.0 * np.pi * (local - 15.0) / 24.0
    return np.asarray(np.cos(phase) + 0.18 * np.cos(2.0 * phase) - 0.18)


def dewpoint_of(vapour: FloatArray) -> FloatArray:
    """Dewpoint, K, from vapour pressure in Pa (Bolton 1980, equation 11)."""
    ratio = np.log(np.maximum(vapour, 1.0e-2) / 611.2)
    return np.asarray(273.15 + 243.5 * ratio / (17.67 - ratio))


def vapour_pressure(pressure: FloatArray, specific_humidity: FloatArray) -> FloatArray:
    """Vapour pressure, Pa."""
    return np.asarray(
        pressure * specific_humidity / (EPSILON + (1.0 - EPSILON) * specific_humidity)
    )


def wet_bulb(temperature: FloatArray, dewpoint: FloatArray) -> FloatArray:
    """Wet-bulb temperature near sea level, K (Stull 2011, doi:10.1175/JAMC-D-11-0143.1)."""
    celsius = temperature - 273.15
    dew = dewpoint - 273.15
    humidity = 100.0 * np.exp(17.67 * dew / (dew + 243.5) - 17.67 * celsius / (celsius + 243.5))
    humidity = np.clip(humidity, 5.0, 99.0)
    result = (
        celsius * np.arctan(0.151977 * np.sqrt(humidity + 8.313659))
        + np.arctan(celsius + humidity)
        - np.arctan(humidity - 1.676331)
        + 0.00391838 * humidity**1.5 * np.arctan(0.023101 * humidity)
        - 4.686035
    )
    return np.asarray(np.minimum(result + 273.15, temperature))
