"""Amounts of water and winds in the spellings that people write."""

from __future__ import annotations

import numpy as np
import pytest

from diagnostics.errors import UnitsError
from diagnostics.fields.conversion import tidy_unit, to_ingredient_unit
from diagnostics.fields.rates import per_second

AMOUNTS = {
    **dict.fromkeys(["mm", "millimeters", "Millimetres", "l m-2", "L/m2", "liters/m^2", "Mm"], 1.0),
    **dict.fromkeys(["kg m⁻²", "kg/m²", "kg.m-2", "KG/M**2", "kgm-2", "mm of water"], 1.0),
    **dict.fromkeys(["m", "metres", "m of water", "m w.e."], 1000.0),
    **dict.fromkeys(["in", "inch", "Inches"], 25.4),
    "cm": 10.0,
    "0.1 mm": 0.1,
}


@pytest.mark.parametrize("unit", AMOUNTS)
def test_an_amount_of_water_is_read_in_every_spelling(unit: str) -> None:
    found = to_ingredient_unit(np.array([2.0]), unit, "tp", "rain")
    np.testing.assert_allclose(found, 2.0 * AMOUNTS[unit], rtol=1e-12)


@pytest.mark.parametrize("unit", ["points", "K", "m s-1", "counts"])
def test_what_is_no_amount_of_water_is_refused(unit: str) -> None:
    with pytest.raises(UnitsError, match="rain"):
        to_ingredient_unit(np.array([2.0]), unit, "tp", "rain")


@pytest.mark.parametrize(
    ("unit", "amount"),
    [("inch/hour", 25.4), ("l m⁻² h⁻¹", 1.0), ("mm/6h", 1 / 6), ("cm/day", 10 / 24)],
)
def test_a_rate_is_one_in_every_spelling(unit: str, amount: float) -> None:
    rate = per_second(unit)
    assert rate is not None
    assert rate * 3600.0 == pytest.approx(amount)


@pytest.mark.parametrize("unit", ["mm", "inches", "mm/month"])
def test_an_amount_and_a_month_of_no_known_length_are_no_rate(unit: str) -> None:
    assert per_second(unit) is None


@pytest.mark.parametrize("unit", ["kt", "Knots", "kn"])
def test_knots_are_knots(unit: str) -> None:
    found = to_ingredient_unit(np.array([100.0]), unit, "u10", "wind")
    np.testing.assert_allclose(found, 51.4444444, rtol=1e-8)


def test_what_cannot_be_read_stays_as_it_is_written() -> None:
    assert tidy_unit("?? per day") == "?? per day"
