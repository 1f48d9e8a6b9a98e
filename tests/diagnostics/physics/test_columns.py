"""Integrals, interpolation and derivatives along the vertical."""

from __future__ import annotations

import metpy.calc as mpcalc
import numpy as np
import pytest
from metpy.units import units

from diagnostics.constants import GRAVITY
from diagnostics.errors import ArgumentError, DomainError, InputDataError
from diagnostics.physics import columns
from diagnostics.physics import thermodynamics as th
from diagnostics.physics.levels import level_index

LEVELS = np.array([300, 400, 500, 600, 700, 850, 925, 1000]) * 100.0


def column(values):
    return np.asarray(values, dtype=float).reshape(-1, 1, 1)


def test_the_mass_of_the_column_is_that_of_its_pressure_span():
    ones = np.ones((8, 1, 3))
    surface = np.array([[97000.0, 101500.0, 62000.0]])
    found = columns.vertical_integral(ones, LEVELS, 30000.0, None, surface)
    np.testing.assert_allclose(found, (surface - 30000.0) / GRAVITY, rtol=1e-12)
    found = columns.vertical_integral(ones, LEVELS, 45000.0, 80000.0, surface)
    expected = (np.minimum(surface, 80000.0) - 45000.0) / GRAVITY
    np.testing.assert_allclose(found, expected, rtol=1e-12)
    assert columns.vertical_integral(ones, LEVELS)[0, 0] == pytest.approx(70000.0 / GRAVITY)


def test_a_field_linear_in_pressure_is_integrated_exactly_and_in_either_order():
    field = np.broadcast_to(column(LEVELS), (8, 2, 2))
    exact = (1e5**2 - 3e4**2) / 2.0 / GRAVITY
    found = columns.vertical_integral(field, LEVELS)
    np.testing.assert_allclose(found, exact, rtol=1e-12)
    turned = columns.vertical_integral(field[::-1], LEVELS[::-1])
    np.testing.assert_allclose(turned, found, rtol=1e-14)
    timed = columns.vertical_integral(np.stack([field, 2 * field]), LEVELS)
    np.testing.assert_allclose(timed[1], 2 * found)


def test_what_lies_below_ground_never_counts():
    field = column([1.0, 1, 1, 1, 1, 1, np.nan, 1e9])
    surface = np.array([[90000.0]])
    found = columns.vertical_integral(field, LEVELS, 30000.0, None, surface)
    assert found[0, 0] == pytest.approx(60000.0 / GRAVITY)
    ground = columns.vertical_integral(
        field, LEVELS, 30000.0, None, surface, surface_value=np.array([[3.0]])
    )
    assert ground[0, 0] == pytest.approx((55000.0 + 2.0 * 5000.0) / GRAVITY)


def test_missing_input_gives_no_number():
    field = column([1.0, np.nan, 1, 1, 1, 1, 1, 1])
    assert np.isnan(columns.vertical_integral(field, LEVELS))
    assert np.isnan(columns.vertical_integral(field, LEVELS, None, None, [[95000.0]]))
    good = np.ones((8, 1, 2))
    partly = columns.vertical_integral(good, LEVELS, None, None, [[np.nan, 25000.0]])
    assert np.isnan(partly).all()


def test_layers_beyond_the_levels_are_refused():
    field = np.ones((8, 1, 1))
    with pytest.raises(InputDataError, match="300 to 1000 hPa do not reach") as caught:
        columns.vertical_integral(field, LEVELS, 20000.0)
    assert caught.value.code == "layer_outside_levels"
    with pytest.raises(ArgumentError, match="top"):
        columns.vertical_integral(field, LEVELS, 90000.0, 50000.0)
    with pytest.raises(DomainError, match="hPa"):
        columns.vertical_integral(field, LEVELS / 100.0)
    with pytest.raises(ArgumentError, match="8 levels"):
        columns.vertical_integral(field[:5], LEVELS)


def test_precipitable_water_in_both_definitions(soundings):
    p, _, q = soundings(10, spacing="standard")
    water = columns.precipitable_water(q[:, None], p, top=None, definition="metpy")[0]
    pressure = units.Quantity(p, "Pa")
    for j in range(10):
        td = units.Quantity(th.dewpoint(p, q[:, j]), "K")
        expected = mpcalc.precipitable_water(pressure, td).m_as("mm")
        assert water[j] == pytest.approx(expected, rel=1e-9)
    plain = columns.precipitable_water(q[:, None], p)[0]
    np.testing.assert_allclose(plain, np.trapezoid(q[p >= 30000], p[p >= 30000], axis=0) / -GRAVITY)
    assert (plain > 0.0).all()
    moist = plain > 15.0
    assert ((water / plain)[moist] > 1.002).all()
    assert ((water / plain)[moist] < 1.03).all()
    with pytest.raises(ArgumentError, match="definitions"):
        columns.precipitable_water(q[:, None], p, definition="other")


def test_vapor_transport_is_a_vector():
    q = np.full((8, 1, 1), 0.01)
    wind = column([10.0, 10, 10, 10, -10, -10, -10, -10])
    east, north = columns.integrated_vapor_transport(q, wind, 0.0 * wind + 5.0, LEVELS)
    assert north[0, 0] == pytest.approx(0.01 * 5.0 * 70000.0 / GRAVITY)
    speed = columns.vertical_integral(0.01 * np.abs(wind), LEVELS)
    assert abs(east[0, 0]) < 0.5 * speed[0, 0]


def test_the_vertical_derivative_is_exact_for_a_parabola():
    field = np.broadcast_to(column(3.0 + 2e-4 * LEVELS + 5e-9 * LEVELS**2), (8, 2, 2))
    exact = 2e-4 + 1e-8 * LEVELS
    found = columns.vertical_derivative(field, LEVELS)
    np.testing.assert_allclose(found[:, 0, 0], exact, rtol=1e-10)
    turned = columns.vertical_derivative(field[::-1], LEVELS[::-1])
    np.testing.assert_allclose(turned[::-1], found, rtol=1e-12)
    with pytest.raises(InputDataError, match="three levels"):
        columns.vertical_derivative(field[:2], LEVELS[:2])


def test_the_standard_atmosphere_at_the_ground():
    assert columns.surface_pressure_from_orography(0.0) == pytest.approx(101325.0)
    assert columns.surface_pressure_from_orography(5000.0) == pytest.approx(54020.0, rel=1e-3)


def test_a_surface_pressure_in_hpa_is_refused():
    with pytest.raises(DomainError, match="surface pressure"):
        columns.vertical_integral(np.ones((8, 1, 1)), LEVELS, surface_pressure=np.array([[1013.0]]))


def test_a_level_is_found_by_its_exact_pressure():
    assert LEVELS[level_index(LEVELS, 50000.0)] == 50000.0
    with pytest.raises(InputDataError, match="875 hPa is not in the data") as caught:
        level_index(LEVELS, 87500.0)
    assert caught.value.data["available_hpa"] == (LEVELS / 100.0).tolist()


def test_levels_must_be_ordered():
    with pytest.raises(ArgumentError, match="monotonic"):
        columns.vertical_integral(np.ones((3, 1, 1)), [50000.0, 85000.0, 70000.0])
    with pytest.raises(ArgumentError, match="one-dimensional"):
        columns.vertical_integral(np.ones((3, 1, 1)), np.ones((3, 1)))
