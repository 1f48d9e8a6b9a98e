"""The typed reference to a quantity and its written form."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from diagnostics.errors import ArgumentError
from diagnostics.messages import render
from diagnostics.quantities.refs import QuantityRef, read_reference
from diagnostics.quantities.registry import resolve

NAMES = st.from_regex(r"[a-z][a-z0-9_]{0,20}", fullmatch=True)
LEVELS = st.none() | st.integers(1, 1100).map(float)
VALUES = st.integers(-1000, 1000) | st.booleans() | st.sampled_from(["metpy", "2m", "MU"])


@given(
    NAMES,
    LEVELS,
    st.dictionaries(NAMES, VALUES, max_size=3).map(lambda given: tuple(sorted(given.items()))),
    st.booleans(),
)
def test_what_is_written_is_read_again(name, level, params, index):
    reference = QuantityRef(name, level, params if index else (), index)
    assert read_reference(reference.text) == reference


@pytest.mark.parametrize(
    ("text", "code"),
    [
        ("", "unknown_quantity"),
        ("index:", "unknown_quantity"),
        ("index:spi?days", "unknown_quantity"),
        ("height?days=3", "unknown_quantity"),
        ("height@low", "invalid_level"),
        ("height@-5", "invalid_level"),
        ("height@nan", "invalid_level"),
        ("index:no_such_index", "unknown_tool"),
        ("index:spi?dayz=3", "unknown_parameter"),
        ("index:k_index@500", "invalid_level"),
    ],
)
def test_what_is_no_reference_is_refused(text, code):
    with pytest.raises(ArgumentError) as caught:
        resolve(text)
    assert caught.value.code == code


def test_an_index_brings_its_own_unit_and_names():
    reference = resolve("index:temp_change_24h@850")
    assert reference.level == 850.0
    assert reference.text == "index:temp_change_24h@850"
    assert reference.quantity.unit == "K"
    assert render(reference.quantity.label, "zh") == "24小时变温"
    assert set(reference.quantity.fields) == {"t"}
    assert reference.quantity.lookback_hours == 24.0
