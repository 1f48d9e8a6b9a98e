"""States to measure on: columns of a sample, and smooth states on the usual grids."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np
import numpy.typing as npt

from diagnostics.constants import EPSILON, GAS_CONSTANT_DRY, GRAVITY
from diagnostics.grid.geometry import Grid, latitude_longitude_grid
from diagnostics.physics.saturation import saturation_vapor_pressure

FloatArray = npt.NDArray[np.float64]

GLOBAL_LEVELS = (50, 100, 150, 200, 250, 300, 400, 500, 600, 700, 850, 925, 1000)
REGIONAL_LEVELS = (
    *(
        1,
        2,
        3,
        5,
        7,
        10,
        20,
        30,
        50,
        70,
        100,
        125,
        150,
        175,
        200,
        225,
        250,
        300,
        350,
        400,
        450,
        500,
    ),
    *(550, 600, 650, 700, 750, 775, 800, 825, 850, 875, 900, 925, 950, 975, 1000),
)


@dataclass(frozen=True)
class State:
    """One time: arrays (level, y, x) in SI units, levels ascending in Pa; height above the sea."""

    pressure: FloatArray
    temperature: FloatArray
    specific_humidity: FloatArray
    u: FloatArray
    v: FloatArray
    height: FloatArray
    grid: Grid

    @property
    def columns(self) -> int:
        """How many columns the grid has."""
        return int(self.temperature[0].size)

    @property
    def shape_text(self) -> str:
        """``ny x nx x levels``."""
        levels, ny, nx = self.temperature.shape
        return f"{ny} x {nx} x {levels}"


def global_state() -> State:
    """Return a smooth global state, 121 x 240 x 13, 1.5 degrees."""
    return smooth_state(
        np.linspace(-90.0, 90.0, 121), np.arange(0.0, 360.0, 1.5), np.array(GLOBAL_LEVELS, float)
    )


def regional_state() -> State:
    """Return a smooth regional state, 161 x 241 x 37, 0.25 degrees."""
    return smooth_state(
        np.linspace(10.0, 50.0, 161),
        np.linspace(90.0, 150.0, 241),
        np.array(REGIONAL_LEVELS, float),
    )


def smooth_state(latitude: FloatArray, longitude: FloatArray, levels: FloatArray) -> State:
    """Make a state with waves, warm and moist near the equator, unstable in about half of it.

    Parameters
    ----------
    latitude, longitude : ndarray
        Degrees.
    levels : ndarray
        hPa, ascending.
    """
    lat, lon = np.meshgrid(latitude, longitude, indexing="ij")
    pressure = levels * 100.0
    ratio = (levels / 1000.0)[:, None, None]
    phase = np.radians(lon)
    wave = np.sin(5 * phase + np.radians(3 * lat)) * np.cos(np.radians(lat))
    other = np.cos(9 * phase - np.radians(5 * lat)) * np.cos(np.radians(lat))
    ground = 301.0 - 34.0 * np.sin(np.radians(lat)) ** 2 + 3.0 * wave + 2.0 * other
    temperature = np.maximum(ground * ratio**0.185 + 1.5 * other * ratio, 205.0 + 4.0 * wave)
    moist = 0.80 - 0.22 * wave + 0.1 * other
    humidity = np.clip(moist * ratio**1.3, 0.03, 0.97)
    vapour = np.minimum(
        humidity * saturation_vapor_pressure(temperature), 0.02 * pressure[:, None, None]
    )
    dry = pressure[:, None, None] - (1.0 - EPSILON) * vapour
    jet = 28.0 * np.exp(-(((np.abs(lat) - 38.0) / 14.0) ** 2)) * (1.05 - ratio)
    u = 4.0 * wave + jet * (1.0 + 0.3 * other)
    v = 9.0 * other * (1.1 - ratio) + 3.0 * wave * ratio
    thickness = GAS_CONSTANT_DRY / GRAVITY * 0.5 * (temperature[1:] + temperature[:-1])
    depth = thickness * np.diff(np.log(pressure))[:, None, None]
    height = np.zeros_like(temperature)
    height[:-1] = np.cumsum(depth[::-1], axis=0)[::-1]
    return State(
        pressure=pressure,
        temperature=temperature,
        specific_humidity=EPSILON * vapour / dry,
        u=u,
        v=v,
        height=height + 100.0,
        grid=latitude_longitude_grid(latitude, longitude),
    )
