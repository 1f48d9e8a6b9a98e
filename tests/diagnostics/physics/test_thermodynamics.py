"""Moist thermodynamics against MetPy 1.7.1 and by identities."""

from __future__ import annotations

import metpy.calc as mpcalc
import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st
from metpy.units import units

from diagnostics.errors import ArgumentError
from diagnostics.physics import thermodynamics as th
from diagnostics.physics.lifting import integrate_pseudoadiabat

Q = units.Quantity


@pytest.fixture(scope="module")
def air():
    rng = np.random.default_rng(2)
    p = rng.uniform(20000.0, 105000.0, 300)
    t = rng.uniform(210.0, 315.0, 300)
    return p, t, t - rng.uniform(0.0, 40.0, 300)


def test_formulas_equal_metpy(air):
    p, t, td = air
    q = th.specific_humidity_from_dewpoint(p, td)
    pressure, warmth, moisture = Q(p, "Pa"), Q(t, "K"), Q(td, "K")
    ratio = mpcalc.mixing_ratio_from_specific_humidity(Q(q, ""))
    lcl, lcl_temperature = mpcalc.lcl(pressure, warmth, moisture)
    ours = th.lifting_condensation_level(p, t, td)
    pairs = {
        "es": (th.saturation_vapor_pressure(t), mpcalc.saturation_vapor_pressure(warmth)),
        "es_ice": (
            th.saturation_vapor_pressure_ice(t),
            mpcalc.saturation_vapor_pressure(warmth, phase="solid"),
        ),
        "q": (q, mpcalc.specific_humidity_from_dewpoint(pressure, moisture)),
        "td": (th.dewpoint(p, q), mpcalc.dewpoint_from_specific_humidity(pressure, Q(q, ""))),
        "r": (th.mixing_ratio(q), ratio),
        "theta": (
            th.potential_temperature(p, t),
            mpcalc.potential_temperature(pressure, warmth),
        ),
        "tv": (th.virtual_temperature(t, q), mpcalc.virtual_temperature(warmth, ratio)),
        "theta_e": (
            th.equivalent_potential_temperature_from_dewpoint(p, t, td),
            mpcalc.equivalent_potential_temperature(pressure, warmth, moisture),
        ),
        "rh": (
            th.relative_humidity_from_dewpoint(t, td),
            mpcalc.relative_humidity_from_dewpoint(warmth, moisture),
        ),
        "p_lcl": (ours[0], lcl),
        "t_lcl": (ours[1], lcl_temperature),
    }
    for name, (found, expected) in pairs.items():
        np.testing.assert_allclose(found, expected.to_base_units().m, rtol=1e-9, err_msg=name)


def test_normand_wet_bulb_equals_metpy(air):
    p, t, td = (each[:60] for each in air)
    expected = mpcalc.wet_bulb_temperature(Q(p, "Pa"), Q(t, "K"), Q(td, "K")).m_as("K")
    found = th.wet_bulb_temperature_from_dewpoint(p, t, td)
    # MetPy's own solver errs by up to 1e-4 K.
    np.testing.assert_allclose(found, expected, atol=2e-4, rtol=0.0)
    assert (found <= t).all()
    assert (found >= td - 0.05).all()


@pytest.mark.parametrize(
    ("celsius", "percent", "difference"),
    [(20.0, 50.0, 0.07), (35.0, 60.0, 0.50), (40.0, 20.0, 1.22), (0.0, 80.0, -0.52)],
)
def test_stull_departs_from_normand_as_published(celsius, percent, difference):
    t, p = celsius + 273.15, 100000.0
    q = th.specific_humidity_from_relative_humidity(p, t, percent / 100.0)
    stull = th.wet_bulb_temperature(p, t, q, "stull")
    assert stull - th.wet_bulb_temperature(p, t, q) == pytest.approx(difference, abs=0.02)


def test_an_unknown_wet_bulb_method_is_refused():
    with pytest.raises(ArgumentError, match="'normand' or 'stull'"):
        th.wet_bulb_temperature(1e5, 290.0, 0.01, "guess")


def test_relative_humidity_follows_its_definition_not_the_mixing_ratios(air):
    p, t, td = air
    q = th.specific_humidity_from_dewpoint(p, td)
    rh = th.relative_humidity(p, t, q)
    np.testing.assert_allclose(rh, th.relative_humidity_from_dewpoint(t, td), rtol=1e-12)
    assert rh.max() <= 1.0
    expected = mpcalc.relative_humidity_from_specific_humidity(Q(p, "Pa"), Q(t, "K"), Q(q, ""))
    moderate = th.saturation_vapor_pressure(t) < 0.05 * p
    np.testing.assert_allclose(rh[moderate], expected.m_as("")[moderate], rtol=0.06)


@given(st.floats(20000.0, 105000.0), st.floats(220.0, 315.0), st.floats(0.01, 1.0))
def test_humidity_conversions_are_exact_inverses(p, t, rh):
    q = th.specific_humidity_from_relative_humidity(p, t, rh)
    assert th.relative_humidity(p, t, q) == pytest.approx(rh, rel=1e-12)
    e = th.vapor_pressure(p, q)
    assert th.specific_humidity_from_mixing_ratio(th.mixing_ratio(q)) == pytest.approx(q)
    assert e == pytest.approx(rh * th.saturation_vapor_pressure(t), rel=1e-12)


def test_the_round_trip_through_the_dewpoint_is_as_inexact_as_known():
    t = np.array([-60.0, -20.0, 0.0, 20.0, 30.0]) + 273.15
    error = np.abs(th.dewpoint_from_vapor_pressure(th.saturation_vapor_pressure(t)) - t)
    assert 0.15 < error[0] < 0.19
    assert error[1:].max() < 0.05


def test_theta_e_from_humidity_is_close_to_metpys_detour(air):
    p, t, td = air
    q = th.specific_humidity_from_dewpoint(p, td)
    direct = th.equivalent_potential_temperature(p, t, q)
    detour = th.equivalent_potential_temperature_from_dewpoint(p, t, td)
    real = detour < 400.0
    np.testing.assert_allclose(direct[real], detour[real], atol=0.2)
    assert (direct >= th.potential_temperature(p, t) - 1e-9).all()
    saturated = th.saturation_equivalent_potential_temperature(p, t)
    assert (saturated >= detour - 1e-9).all()


def test_negative_humidity_is_raised_and_counted():
    clipped, count = th.clip_humidity([0.01, 0.0, -1e-6, np.nan])
    assert count == 2
    assert clipped[1] == clipped[2] == th.HUMIDITY_FLOOR
    assert np.isnan(clipped[3])
    assert np.isfinite(th.dewpoint(50000.0, [-1e-6, 0.0])).all()


def test_missing_and_masked_values_stay_missing():
    t = np.ma.masked_array([280.0, 9999.0], mask=[False, True])
    assert np.isnan(th.saturation_vapor_pressure(t)).tolist() == [False, True]
    assert np.isnan(th.dewpoint_from_vapor_pressure([0.0, -5.0, np.nan])).all()
    q = np.array([0.005, np.nan])
    for values in (
        th.wet_bulb_temperature(90000.0, 280.0, q),
        th.wet_bulb_temperature(90000.0, 280.0, q, "stull"),
        th.equivalent_potential_temperature(90000.0, 280.0, q),
        th.relative_humidity(90000.0, 280.0, q),
        th.virtual_temperature(280.0, q),
    ):
        assert np.isnan(values).tolist() == [False, True]


def test_float32_is_computed_in_double_precision():
    t = np.array([280.0], dtype=np.float32)
    assert th.saturation_vapor_pressure(t).dtype == np.float64


def test_the_pseudoadiabat_returns_to_its_start_and_ignores_neighbours():
    p, t = np.array([95000.0, 60000.0]), np.array([295.0, 265.0])
    up = integrate_pseudoadiabat(p, t, np.array([30000.0, 55000.0]))
    assert (up < t).all()
    back = integrate_pseudoadiabat(np.array([30000.0, 55000.0]), up, p)
    np.testing.assert_allclose(back, t, atol=1e-5)
    alone = integrate_pseudoadiabat(p[1:], t[1:], np.array([55000.0]))
    assert alone[0] == up[1]
