"""Height of the ground from pressure, and the ascent that its slope forces."""

from __future__ import annotations

import numpy as np
import pytest

from diagnostics.constants import GAS_CONSTANT_DRY, GRAVITY
from diagnostics.grid.geometry import latitude_longitude_grid
from diagnostics.physics.columns import surface_pressure_from_orography
from diagnostics.physics.terrain import forced_vertical_velocity, height_from_pressures

HEIGHTS = np.array([0.0, 200.0, 850.0, 1500.0, 3000.0, 4500.0])


def pressures(sea: float, warmth: float, lapse: float) -> tuple[np.ndarray, np.ndarray]:
    """Pressure and temperature at the heights in air with a uniform lapse rate."""
    temperature = warmth - lapse * HEIGHTS
    power = GRAVITY / (GAS_CONSTANT_DRY * lapse)
    return sea * (temperature / warmth) ** power, temperature


@pytest.mark.parametrize("sea", [97000.0, 101325.0, 105000.0])
@pytest.mark.parametrize("warmth", [250.0, 288.15, 310.0])
def test_height_of_air_with_the_lapse_rate_of_the_reduction_is_exact(
    sea: float, warmth: float
) -> None:
    ground, temperature = pressures(sea, warmth, 0.0065)
    np.testing.assert_allclose(height_from_pressures(ground, sea, temperature), HEIGHTS, atol=0.01)


@pytest.mark.parametrize("lapse", [0.003, 0.0098])
def test_other_air_changes_the_height_by_a_few_percent(lapse: float) -> None:
    ground, temperature = pressures(101325.0, 285.0, lapse)
    found = height_from_pressures(ground, 101325.0, temperature)
    np.testing.assert_allclose(found[1:], HEIGHTS[1:], rtol=0.035)
    assert np.abs(found - HEIGHTS).max() > 1.0


def test_without_temperature_the_standard_atmosphere_tells() -> None:
    ground = surface_pressure_from_orography(HEIGHTS)
    np.testing.assert_allclose(height_from_pressures(ground, 101325.0), HEIGHTS, atol=0.1)
    # a high over the whole region moves no ground
    np.testing.assert_allclose(
        height_from_pressures(1.03 * ground, 1.03 * 101325.0), HEIGHTS, atol=0.1
    )


@pytest.mark.parametrize("south", [30.0, -50.0])
@pytest.mark.parametrize("bearing", range(0, 360, 45))
def test_wind_against_a_plane_slope(south: float, bearing: int) -> None:
    """A plane that rises to the north-east, and a wind of 10 m/s from every direction."""
    grid = latitude_longitude_grid(south + 0.25 * np.arange(21), 5.0 + 0.25 * np.arange(21))
    east, north = grid.gradient(np.broadcast_to(grid.latitude, grid.shape))
    del east
    height = 0.01 * np.broadcast_to(grid.latitude, grid.shape) / north.max()
    wind = 10.0 * np.array([-np.sin(np.radians(bearing)), -np.cos(np.radians(bearing))])
    u, v = (np.full(grid.shape, part) for part in wind)
    rising = forced_vertical_velocity(u, v, height, grid)
    np.testing.assert_allclose(rising, 0.01 * wind[1], atol=1e-6)
    np.testing.assert_allclose(forced_vertical_velocity(-u, -v, height, grid), -rising)
