"""The rule of Tibaldi and Molteni, which the index and the detector share."""

from __future__ import annotations

import numpy as np
import pytest

from diagnostics.grid.geometry import Grid, latitude_longitude_grid
from diagnostics.physics.blocking import blocked_longitudes


def heights(profile: list[float], south: float = 30.0) -> tuple[np.ndarray, Grid, float]:
    """Heights linear between 40, 60 and 80 degrees, reversed at one longitude of five."""
    latitude = np.arange(south, 89.0)
    grid = latitude_longitude_grid(latitude, np.arange(0.0, 5.0))
    usual = np.interp(latitude, [40.0, 60.0, 80.0], [5800.0, 5500.0, 5200.0])
    height = np.repeat(usual[:, np.newaxis], 5, axis=1)
    height[:, 2] = np.interp(latitude, [40.0, 60.0, 80.0], profile)
    return height, grid, 1.0


def test_a_reversed_gradient_with_westerlies_poleward_blocks() -> None:
    found = blocked_longitudes(*heights([5500.0, 5600.0, 5200.0]))
    assert found.blocked.tolist() == [False, False, True, False, False]
    # the middle one of the offsets sees the full rise
    assert found.strength[2] == pytest.approx(5.0)
    assert np.isnan(np.delete(found.strength, 2)).all()
    assert np.nanmax(np.delete(found.gradient, 2)) < 0.0


def test_without_a_fall_poleward_nothing_blocks() -> None:
    assert not blocked_longitudes(*heights([5500.0, 5600.0, 5500.0])).blocked.any()
    assert blocked_longitudes(*heights([5500.0, 5600.0, 5500.0]), steepest=-4.0).blocked[2]


def test_the_southern_hemisphere_is_a_mirror() -> None:
    height, grid, _ = heights([5500.0, 5600.0, 5200.0])
    mirrored = latitude_longitude_grid(-grid.latitude[::-1, 0], np.arange(0.0, 5.0))
    north = blocked_longitudes(height, grid, 1.0)
    south = blocked_longitudes(height[::-1], mirrored, -1.0)
    for one, other in zip(north, south, strict=True):
        np.testing.assert_allclose(one, other)


def test_latitudes_that_the_data_lack_say_nothing() -> None:
    found = blocked_longitudes(*heights([5500.0, 5600.0, 5200.0], south=45.0))
    assert np.isnan(found.gradient).all()
    assert not found.blocked.any()
