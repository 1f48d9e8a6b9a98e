"""Numbers in the unit that was asked for."""

from __future__ import annotations

import pytest

from diagnostics.contracts.forms import AnswerKind
from diagnostics.errors import ArgumentError
from diagnostics.questions.evaluate.workspace import Finding
from diagnostics.questions.units_shown import display_of


@pytest.mark.parametrize(
    ("unit", "asked", "shown", "value"),
    [
        ("K/day", "degC", "degC/day", 2.0),
        ("K/day", "degF", "degF/day", 3.6),
        ("m/s/h", "km/h", "km/h/h", 7.2),
        ("m/s", "km/h", "km/h", 7.2),
    ],
)
def test_the_unit_of_a_trend_may_be_asked_for_without_its_time(
    unit: str, asked: str, shown: str, value: float
) -> None:
    display = display_of(Finding(AnswerKind.NUMBER, 2.0, unit=unit), asked)

    assert display is not None
    assert display.unit == shown
    assert display.value == pytest.approx(value)


def test_a_unit_of_another_quantity_is_refused() -> None:
    with pytest.raises(ArgumentError) as caught:
        display_of(Finding(AnswerKind.NUMBER, 2.0, unit="K/day"), "m/s")

    assert caught.value.code == "unit_mismatch"
