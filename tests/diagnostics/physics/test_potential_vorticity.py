"""Potential vorticity of analytic atmospheres, isentropic surfaces and the dynamic tropopause."""

from __future__ import annotations

import numpy as np
import pytest

from diagnostics.constants import EARTH_RADIUS, EARTH_ROTATION, GRAVITY, KAPPA
from diagnostics.errors import ArgumentError, InputDataError
from diagnostics.grid.geometry import latitude_longitude_grid
from diagnostics.physics import potential_vorticity as pv

LEVELS = 100.0 * np.array([50, 70, 100, 150, 200, 250, 300, 400, 500, 600, 700, 850, 925, 1000.0])
LATITUDE = np.arange(-70.0, 70.1, 2.0)
GRID = latitude_longitude_grid(LATITUDE, np.arange(0.0, 360.0, 4.0))
SPEED = 30.0


@pytest.fixture(params=["numba", "numpy"], autouse=True)
def kernel(request, monkeypatch):
    """Run every test with the compiled kernels and without them."""
    monkeypatch.setattr(pv, "COMPILED_FROM", 0 if request.param == "numba" else 10**12)
    return request.param


def block(values):
    """Broadcast (level, latitude) values to the grid."""
    shape = (LEVELS.size, *GRID.shape)
    return np.ascontiguousarray(np.broadcast_to(np.asarray(values)[..., np.newaxis], shape))


def rotation(shear=0.0):
    """Solid-body rotation whose speed grows by `shear` m s-1 per Pa upward."""
    speed = SPEED + shear * (LEVELS[-1] - LEVELS)
    return block(speed[:, np.newaxis] * np.cos(np.radians(LATITUDE))), np.zeros(
        (LEVELS.size, *GRID.shape)
    )


def isothermal(temperature=250.0):
    return np.full((LEVELS.size, *GRID.shape), temperature)


def standard():
    """6.5 K per km up to 11 km, isothermal above; the tropopause is at 226.3 hPa."""
    t = np.maximum(288.15 * (LEVELS / 101325.0) ** 0.190263, 216.65)
    return block(t[:, np.newaxis])


def test_an_isentrope_of_an_isothermal_atmosphere_lies_where_the_formula_says():
    u, v = rotation()
    surface = pv.interpolate_to_isentrope(isothermal(), (u, v), LEVELS, 330.0)
    pressure = 1e5 * (250.0 / 330.0) ** (1.0 / KAPPA)
    assert surface.pressure == pytest.approx(pressure, rel=1e-12)
    assert surface.stability == pytest.approx(-KAPPA * 330.0 / pressure, rel=1e-12)
    assert surface.fields[0] == pytest.approx(u[0], abs=1e-12)


def test_fields_are_linear_in_the_logarithm_of_pressure_between_levels():
    height = np.log(LEVELS)[:, np.newaxis, np.newaxis] * np.ones(GRID.shape)
    surface = pv.interpolate_to_isentrope(standard(), (height,), LEVELS, 320.0)
    assert surface.fields[0] == pytest.approx(np.log(surface.pressure), abs=1e-12)


def test_the_order_of_the_levels_does_not_matter():
    u, v = rotation(1e-4)
    one = pv.interpolate_to_isentrope(standard(), (u, v), LEVELS, 320.0)
    two = pv.interpolate_to_isentrope(standard()[::-1], (u[::-1], v[::-1]), LEVELS[::-1], 320.0)
    np.testing.assert_array_equal(one.pressure, two.pressure)
    np.testing.assert_array_equal(one.fields[0], two.fields[0])


def test_the_highest_crossing_counts_and_nothing_is_extrapolated():
    t = isothermal()
    t[LEVELS > 60000.0] = 305.0  # warm below, and unstable at its top: two crossings of 350 K
    surface = pv.interpolate_to_isentrope(t, (), LEVELS, 330.0)
    assert np.all(surface.pressure < 60000.0)
    assert np.isnan(pv.interpolate_to_isentrope(isothermal(), (), LEVELS, 240.0).pressure).all()
    assert np.isnan(pv.interpolate_to_isentrope(isothermal(), (), LEVELS, 900.0).pressure).all()


def test_a_missing_level_hides_the_surface_only_next_to_it():
    t = standard()
    t[LEVELS == 40000.0, 3, 5] = np.nan
    t[LEVELS == 15000.0, 3, 6] = np.nan
    full = pv.interpolate_to_isentrope(standard(), (), LEVELS, 310.0).pressure
    found = pv.interpolate_to_isentrope(t, (), LEVELS, 310.0).pressure
    assert 40000.0 < full[3, 5] < 50000.0
    assert np.isnan(found[3, 5])
    assert found[3, 6] == full[3, 6]


@pytest.mark.parametrize("theta", [0.0, -5.0, np.nan])
def test_an_impossible_isentrope_is_refused(theta):
    with pytest.raises(ArgumentError, match="positive number of kelvin"):
        pv.interpolate_to_isentrope(isothermal(), (), LEVELS, theta)


def test_isentropic_vorticity_of_solid_body_rotation_in_both_hemispheres():
    value, _ = pv.isentropic_potential_vorticity(isothermal(), *rotation(), LEVELS, GRID, 330.0)
    pressure = 1e5 * (250.0 / 330.0) ** (1.0 / KAPPA)
    spin = 2.0 * (EARTH_ROTATION + SPEED / EARTH_RADIUS) * np.sin(np.radians(GRID.latitude))
    expected = GRAVITY * spin * KAPPA * 330.0 / pressure
    inner = slice(1, -1)  # one-sided differences at the two outer rows
    assert value[inner] == pytest.approx(expected[inner], rel=1e-3, abs=1e-10)


@pytest.mark.sweep(1)
def test_both_parts_of_ertels_vorticity_in_thermal_balance_with_shear():
    shear = 2e-4
    u, v = rotation(shear)
    theta = block(300.0 + 2e-4 * (1e5 - LEVELS)[:, np.newaxis] - 0.3 * LATITUDE)
    vertical, horizontal = pv.ertel_potential_vorticity(theta, u, v, LEVELS, GRID)
    sine, cosine = np.sin(np.radians(GRID.latitude)), np.cos(np.radians(GRID.latitude))
    speed = (SPEED + shear * (1e5 - LEVELS))[:, np.newaxis, np.newaxis]
    assert vertical[:, 1:-1] == pytest.approx(
        (GRAVITY * 2e-4 * 2.0 * (EARTH_ROTATION + speed / EARTH_RADIUS) * sine)[:, 1:-1],
        rel=1e-3,
        abs=1e-11,
    )
    slope = -0.3 * 180.0 / np.pi / EARTH_RADIUS
    assert horizontal == pytest.approx(
        np.broadcast_to(GRAVITY * shear * cosine * slope, horizontal.shape), rel=1e-9
    )


def test_the_tropopause_of_the_standard_atmosphere_is_found_from_above():
    surface = pv.dynamic_tropopause(standard(), *rotation(), LEVELS, GRID)
    middle = np.abs(LATITUDE) > 35.0
    pressure = surface.pressure[middle]
    assert np.all((pressure > 15000.0) & (pressure < 30000.0))
    np.testing.assert_allclose(surface.pressure, surface.pressure[::-1], rtol=1e-9)
    # theta between that of the levels around it
    t_low = 216.65 * (1e5 / 30000.0) ** KAPPA
    assert np.all(surface.theta[middle] > t_low)
    assert np.isnan(surface.pressure[LATITUDE == 0.0]).all()


def test_a_crossing_lies_where_the_vorticity_is_the_value_asked_for():
    u, v = rotation()
    theta = standard() * (1e5 / LEVELS[:, np.newaxis, np.newaxis]) ** KAPPA
    total = sum(pv.ertel_potential_vorticity(theta, u, v, LEVELS, GRID))
    found = pv.dynamic_tropopause(standard(), u, v, LEVELS, GRID, pvu=3.0).pressure
    j = int(np.flatnonzero(LATITUDE == 50.0)[0])
    assert np.interp(found[j, 7], LEVELS, total[:, j, 7]) == pytest.approx(3e-6, rel=1e-12)


def test_an_anomaly_of_the_lower_troposphere_is_no_tropopause():
    t = standard()
    t[LEVELS == 85000.0] += 25.0
    low = pv.dynamic_tropopause(t, *rotation(), LEVELS, GRID)
    plain = pv.dynamic_tropopause(standard(), *rotation(), LEVELS, GRID)
    np.testing.assert_array_equal(low.pressure, plain.pressure)


def test_levels_that_cannot_serve_are_refused():
    u, v = rotation()
    with pytest.raises(InputDataError, match="three levels"):
        pv.dynamic_tropopause(standard()[:2], u[:2], v[:2], LEVELS[:2], GRID)
    with pytest.raises(ArgumentError, match="ascending"):
        pv.dynamic_tropopause(standard()[::-1], u, v, LEVELS[::-1], GRID)


def test_the_compiled_kernels_and_numpy_agree(monkeypatch):
    rng = np.random.default_rng(5)
    t = standard() + rng.normal(0.0, 2.0, standard().shape)
    u, v = rng.normal(0.0, 10.0, (2, *t.shape))
    theta = t * (1e5 / LEVELS[:, np.newaxis, np.newaxis]) ** KAPPA
    results = []
    for size in (0, 10**12):
        monkeypatch.setattr(pv, "COMPILED_FROM", size)
        surface = pv.interpolate_to_isentrope(t, (u, v), LEVELS, 315.0)
        parts = pv.ertel_potential_vorticity(theta, u, v, LEVELS, GRID)
        results.append((surface.pressure, surface.stability, *surface.fields, *parts))
    for one, two in zip(*results, strict=True):
        assert np.isfinite(one).any()
        np.testing.assert_allclose(one, two, rtol=1e-12, atol=1e-12 * np.nanmax(np.abs(two)))
