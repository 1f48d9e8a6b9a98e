"""Heat index and its relatives against MetPy 1.7.1 and published values."""

from __future__ import annotations

import metpy.calc as mpcalc
import numpy as np
import pytest
from metpy.units import units

from diagnostics.physics import heat_stress as stress
from diagnostics.physics.thermodynamics import saturation_vapor_pressure

Q = units.Quantity


@pytest.fixture(scope="module")
def weather():
    rng = np.random.default_rng(4)
    return rng.uniform(250, 320, 800), rng.uniform(0.02, 1.0, 800), rng.uniform(0, 20, 800)


def test_heat_index_equals_metpy_and_the_published_value(weather):
    t, rh, _ = weather
    expected = mpcalc.heat_index(Q(t, "K"), Q(rh, ""), mask_undefined=False).m_as("K")
    np.testing.assert_allclose(stress.heat_index(t, rh), expected, atol=1e-9)
    assert stress.heat_index(308.15, 0.60) - 273.15 == pytest.approx(45.05, abs=0.01)


def test_wind_chill_equals_metpy_where_it_is_defined(weather):
    t, _, speed = weather
    expected = mpcalc.windchill(Q(t, "K"), Q(speed, "m/s"))
    defined = ~np.ma.getmaskarray(expected.m) & (3.6 * speed > 4.83)
    found = stress.wind_chill(t, speed)
    np.testing.assert_allclose(found[defined], expected.m_as("K")[defined], atol=1e-9)
    outside = (t > 283.15) | (3.6 * speed <= 4.8)
    np.testing.assert_array_equal(found[outside], t[outside])


def test_apparent_temperatures_are_two_different_things(weather):
    t, rh, speed = weather
    keep = (3.6 * speed < 4.79) | (3.6 * speed > 4.84)
    t, rh, speed = t[keep], rh[keep], speed[keep]
    expected = mpcalc.apparent_temperature(
        Q(t, "K"), Q(rh, ""), Q(speed, "m/s"), mask_undefined=False
    )
    found = stress.apparent_temperature_nws(t, rh, speed)
    np.testing.assert_allclose(found, np.ma.filled(expected.m_as("K")), atol=1e-9)
    steadman = stress.apparent_temperature(303.15, 2000.0, 5.0)
    assert steadman - 273.15 == pytest.approx(30.0 + 0.33 * 20.0 - 3.5 - 4.0)


def test_wet_bulb_globe_temperature_by_hand():
    e = 0.5 * saturation_vapor_pressure(303.15)
    found = stress.wet_bulb_globe_temperature(303.15, e) - 273.15
    assert found == pytest.approx(0.567 * 30.0 + 0.393 * e / 100.0 + 3.94)


def test_missing_input_gives_no_number():
    assert np.isnan(stress.heat_index(np.nan, 0.5))
    assert np.isnan(stress.heat_index(310.0, np.nan))
    assert np.isnan(stress.wind_chill(260.0, np.nan))
    assert np.isnan(stress.apparent_temperature_nws(260.0, np.nan, 5.0))


@pytest.mark.parametrize(
    ("temperature", "dewpoint", "published"),
    [(30.0, 15.0, 34.0), (30.0, 25.0, 42.0)],
)
def test_the_humidex_is_that_of_the_published_examples(temperature, dewpoint, published):
    """Whole degrees are published."""
    found = stress.humidex(temperature + 273.15, dewpoint + 273.15) - 273.15
    assert found == pytest.approx(published, abs=0.5)


def test_the_humidex_of_missing_air_is_missing():
    assert np.isnan(stress.humidex(np.nan, 290.0))
    assert np.isnan(stress.humidex(300.0, np.nan))
