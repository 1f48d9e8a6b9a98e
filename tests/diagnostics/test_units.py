"""Units at the edge: spellings, exact factors, refusals."""

from __future__ import annotations

import subprocess
import sys

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from diagnostics.errors import UnitsError
from diagnostics.units import convert, parse_unit, plain_spelling, same_quantity


@pytest.mark.parametrize(
    ("written", "canonical"),
    [
        ("K", "K"),
        ("degC", "degC"),
        ("C", "degC"),
        ("degrees C", "degC"),
        ("Celsius", "degC"),
        ("gpm", "m"),
        ("m**2 s**-2", "m2 s-2"),
        ("m^2/s^2", "m2 s-2"),
        ("kg kg**-1", "kg kg-1"),
        ("g/kg", "g kg-1"),
        ("Pa s**-1", "Pa s-1"),
        ("(0 - 1)", "1"),
        ("", "1"),
        ("%", "%"),
        ("millibars", "hPa"),
        ("mb", "hPa"),
        ("kt", "kt"),
        ("knots", "kt"),
        ("m s**-1", "m s-1"),
        ("meters per second", "m s-1"),
        ("deg_E", "deg"),
        ("degrees_north", "deg"),
        ("m of water equivalent", "m"),
        ("kg m**-2 s**-1", "kg m-2 s-1"),
        ("1e-5 s-1", "1e-5 s-1"),
        ("sigma", "1"),
        ("PVU", "PVU"),
        ("kg m⁻²", "kg m-2"),
        ("kg/m²", "kg m-2"),
        ("KG/M**2", "kg m-2"),
        ("l m-2", "l m-2"),
        ("Litres/m^2", "l m-2"),
        ("Millimeters", "mm"),
        ("inches", "in"),
        ("℃", "degC"),
        ("deg. C", "degC"),
        ("ms-1", "m s-1"),
        ("m s⁻¹", "m s-1"),
        ("geopotential_metres", "m"),
    ],
)
def test_files_spell_units_in_many_ways(written, canonical):
    assert parse_unit(written).text == canonical
    assert parse_unit(canonical).factor == parse_unit(written).factor


@pytest.mark.parametrize(
    ("written", "hours"), [("mm 6h-1", 6), ("mm/6h", 6), ("kg m-2 3h-1", 3), ("mm hr-1", 1)]
)
def test_a_number_glued_to_a_time_belongs_to_it(written, hours):
    assert convert(1.0, written, "mm s-1", water_equivalent=True) * 3600 * hours == pytest.approx(1)


@given(st.sampled_from(["mm", "kg m-2", "l m-2", "in"]), st.sampled_from(["h-1", "s-1", "day-1"]))
def test_the_plain_spelling_measures_what_was_written(amount, time):
    written = f"{amount} {time}"
    spelt = written.replace("-1", "⁻¹").replace("-2", "**-2").replace("h", " hr")
    assert parse_unit(plain_spelling(spelt)) == parse_unit(written)


@pytest.mark.parametrize(
    ("value", "source", "target", "expected"),
    [
        (3.7e-5, "s-1", "1e-5 s-1", 3.7),
        (1.0, "s m-1", "1e-7 g cm-2 hPa-1 s-1", 1e8),
        (1.0, "kg m-1 Pa-1 s-1", "g cm-1 hPa-1 s-1", 1000.0),
        (1.0, "K m-1 s-1", "K/100km/3h", 1.08e9),
        (1.0, "K m-1", "K/100km", 1e5),
        (1.0, "K s-1", "1e-5 K/s", 1e5),
        (1.0, "K s-1", "K/day", 86400.0),
        (1.0, "Pa s-1", "hPa/3h", 108.0),
        (1.0, "Pa m-1", "hPa/100km", 1000.0),
        (1e-6, "K m2 kg-1 s-1", "PVU", 1.0),
        (2e-9, "s-2", "1e-9 s-2", 2.0),
        (5e-18, "m kg-1 s-1", "1e-18 m kg-1 s-1", 5.0),
        (101325.0, "Pa", "hPa", 1013.25),
        (0.015, "kg kg-1", "g/kg", 15.0),
        (0.85, "1", "%", 85.0),
        (5400.0, "m", "gpm", 5400.0),
        (120.0, "deg_E", "degrees_east", 120.0),
        (10.0, "m/s", "kt", 10.0 * 3600.0 / 1852.0),
        (1e6, "m2", "km2", 1.0),
        (1.0, "K2", "K**2", 1.0),
        (1.0, "s-1", "day-1", 86400.0),
    ],
)
def test_display_units_are_exact(value, source, target, expected):
    assert convert(value, source, target) == pytest.approx(expected, rel=1e-15)
    assert convert(expected, target, source) == pytest.approx(value, rel=1e-15)


def test_temperatures_have_a_zero_and_differences_have_none():
    assert convert(300.0, "K", "degC") == pytest.approx(26.85)
    assert convert(-40.0, "degC", "degF") == pytest.approx(-40.0)
    assert convert(50.0, "degF", "degC") == pytest.approx(10.0)
    assert convert(5.0, "K", "degC", delta=True) == 5.0
    assert convert(9.0, "degF", "K", delta=True) == pytest.approx(5.0)
    assert convert(6.5, "degC/km", "K/km") == 6.5


def test_water_becomes_a_depth_but_a_depth_must_say_that_it_is_water():
    assert convert(12.0, "kg m-2", "mm") == 12.0
    assert convert(1.0, "kg m-2 s-1", "mm/h") == 3600.0
    assert convert(0.02, "m of water equivalent", "kg m-2") == pytest.approx(20.0)
    assert convert(0.02, "m", "kg m-2", water_equivalent=True) == pytest.approx(20.0)
    with pytest.raises(UnitsError, match="different things"):
        convert(0.02, "m", "kg m-2")


@pytest.mark.parametrize(
    ("source", "target"), [("K", "m"), ("m2 s-2", "gpm"), ("deg", "1"), ("Pa", "kg m-2")]
)
def test_other_quantities_are_refused(source, target):
    with pytest.raises(UnitsError) as caught:
        convert(1.0, source, target)
    assert caught.value.code == "incompatible_units"
    assert not same_quantity(source, target)


@pytest.mark.parametrize("unit", ["foo", "code table 4.201", "m s-1 ?", "hours since 2000-01-01"])
def test_what_cannot_be_read_is_refused(unit):
    with pytest.raises(UnitsError) as caught:
        parse_unit(unit)
    assert caught.value.code == "invalid_unit"


def test_arrays_keep_shape_and_gaps():
    values = np.array([[1.0, np.nan], [3.0, 4.0]], dtype=np.float32)
    found = convert(values, "hPa", "Pa")
    assert found.dtype == np.float64
    np.testing.assert_array_equal(found, [[100.0, np.nan], [300.0, 400.0]])


PAIRS = [("K", "degF"), ("kt", "m s-1"), ("s-1", "1e-5 s-1"), ("K m-1 s-1", "K/100km/3h")]


@given(st.floats(-1e6, 1e6), st.sampled_from(PAIRS))
def test_conversion_and_back_is_the_identity(value, pair):
    there = convert(value, *pair)
    assert convert(there, *reversed(pair)) == pytest.approx(value, rel=1e-12, abs=1e-9)


def test_the_registry_is_not_loaded_by_an_import():
    code = "import sys, diagnostics.units; sys.exit('pint' in sys.modules)"
    assert subprocess.run([sys.executable, "-c", code], check=False).returncode == 0
