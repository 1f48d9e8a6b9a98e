"""Where a quantity of a form comes from, and in which unit it is shown."""

from __future__ import annotations

from diagnostics.contracts.form_terms import QuantityTerm
from diagnostics.questions.evaluate.kinds import kind_of


def test_sea_surface_temperature_is_told_in_degrees_celsius() -> None:
    assert kind_of(QuantityTerm(id="field:sst")).unit == "degC"
    assert kind_of(QuantityTerm(id="field:sst", params={"unit": "K"})).unit == "K"
