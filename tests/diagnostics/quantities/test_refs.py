"""The typed reference to a quantity and its written form."""

from __future__ import annotations

import ast
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

import diagnostics
from diagnostics.errors import ArgumentError
from diagnostics.messages import render
from diagnostics.quantities.refs import QuantityRef, read_reference, reference, written_parts
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


@pytest.mark.parametrize(
    ("short", "full"),
    [("T850", "temperature@850"), ("msl", "mean_sea_level_pressure"), ("PV315", None)],
)
def test_a_short_form_is_another_way_to_write_a_reference(short, full):
    assert reference(short) == reference(full or "isentropic_potential_vorticity@315")
    assert reference(reference(short)) == reference(short)


@given(st.text(alphabet="abT850@?=&:index_", max_size=30))
def test_the_parts_of_any_text_are_those_that_it_is_made_of(text):
    assert written_parts(written_parts(text).text) == written_parts(text)


def test_a_typed_reference_and_its_written_form_are_the_same_quantity():
    typed = QuantityRef("height", 500.0)
    assert resolve(typed) is resolve(typed.text) is resolve("H500")
    index = QuantityRef("temp_change_24h", 850.0, (("hours", 12),), index=True)
    assert resolve(index) is resolve(index.text)


def test_one_module_reads_and_writes_the_text_of_references() -> None:
    """Elsewhere a reference is typed; keys of climatologies, names of prompts, the words of
    charts and what begins a formula of a spreadsheet are no references.
    """
    others = {
        "agents/llm/prompts.py",
        "catalog/grid_climatology_quantities.py",
        "catalog/index_climatology_build.py",
        "climatology/gridded.py",
        "guidelines/exchange/tables.py",
        "language/grammar/charts.py",
    }
    package = Path(diagnostics.__file__).parent
    found = set()
    for path in package.rglob("*.py"):
        for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
            if isinstance(node, ast.JoinedStr):
                pieces = [part.value for part in node.values if isinstance(part, ast.Constant)]
                if any(str(piece).startswith("@") or str(piece).endswith("@") for piece in pieces):
                    found.add(path.relative_to(package).as_posix())
            separators = ("@", "index:")
            if isinstance(node, ast.Constant) and node.value in separators:
                found.add(path.relative_to(package).as_posix())
    assert found - others == {"quantities/refs.py"}
