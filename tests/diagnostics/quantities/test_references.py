"""The typed reference to a quantity and its written form."""

from __future__ import annotations

import ast
import inspect
from collections.abc import Mapping
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

import diagnostics
from diagnostics.contracts.quantities import (
    QuantityRef,
    is_reference,
    reference_of,
    with_references,
)
from diagnostics.detection.features import DETECTORS
from diagnostics.errors import ArgumentError
from diagnostics.figures import chart_ids, get_chart
from diagnostics.guidelines import load_release
from diagnostics.messages import render
from diagnostics.quantities.registry import at_level, resolve
from diagnostics.quantities.written_references import (
    asked_reference,
    read_reference,
    written_parts,
)

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
        ("temperature_2m@500", "invalid_level"),
        ("temperature", "missing_level"),
    ],
)
def test_what_is_no_reference_is_refused(text, code):
    with pytest.raises(ArgumentError) as caught:
        resolve(asked_reference(text))
    assert caught.value.code == code


def test_an_index_brings_its_own_unit_and_names():
    reference = resolve(asked_reference("index:temp_change_24h@850"))
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
    found = asked_reference(short)
    assert found == asked_reference(full or "isentropic_potential_vorticity@315")
    assert asked_reference(found) == asked_reference(found.document()) == found


@given(st.text(alphabet="abT850@?=&:index_", max_size=30))
def test_the_parts_of_any_text_are_those_that_it_is_made_of(text):
    assert written_parts(written_parts(text).text) == written_parts(text)


@pytest.mark.parametrize(
    "document",
    [
        {"name": "height", "levl": 500},
        {"name": "height", "level": -5},
        {"name": "height", "level": "low"},
        {"name": "spi", "params": 3, "index": True},
        {"level": 500},
        3,
    ],
)
def test_a_mapping_that_is_no_reference_is_refused(document):
    with pytest.raises(ArgumentError, match="is no reference to a quantity") as caught:
        asked_reference(document)
    assert caught.value.code == "unknown_quantity"


def test_a_parameter_is_for_an_index():
    with pytest.raises(ArgumentError, match="takes none") as caught:
        resolve(QuantityRef("height", 500.0, (("days", 3),)))
    assert caught.value.code == "unknown_parameter"


def test_the_refusal_of_a_level_says_what_to_leave_out():
    with pytest.raises(ArgumentError, match="has no levels: leave out the level 500"):
        resolve(QuantityRef("temperature_2m", 500.0))


def test_a_level_of_the_call_is_for_what_has_levels_and_names_none():
    assert at_level(QuantityRef("wind"), 700.0) == QuantityRef("wind", 700.0)
    assert at_level(QuantityRef("wind", 850.0), 700.0) == QuantityRef("wind", 850.0)
    assert at_level(QuantityRef("wind_10m"), 700.0) == QuantityRef("wind_10m")
    assert at_level(asked_reference("wind@{level}"), 700.0) == QuantityRef("wind", 700.0)
    with pytest.raises(ArgumentError) as caught:
        at_level(QuantityRef("wind"), "low")
    assert caught.value.code == "invalid_level"


def test_a_list_among_the_parameters_can_be_hashed_and_called_with():
    asked = QuantityRef("average_relative_humidity", params={"levels": [850, 700]}, index=True)
    assert hash(asked) == hash(asked_reference(asked.text))
    assert asked.arguments == {"levels": [850, 700]}
    assert resolve(asked).quantity.operator == "average_relative_humidity"


def _within(document):
    """Every reference in a document, at any depth."""
    if isinstance(document, QuantityRef):
        yield document
    elif isinstance(document, Mapping):
        for value in document.values():
            yield from _within(value)
    elif isinstance(document, (list, tuple)):
        for value in document:
            yield from _within(value)


def _written_anywhere(document):
    """Text that stands where a reference belongs."""
    keys = {"quantity", "of", "other", "upstream", "advected"}
    if isinstance(document, Mapping):
        for key, value in document.items():
            if isinstance(value, str) and key in keys and value != "region":
                yield value
            yield from _written_anywhere(value)
    elif isinstance(document, (list, tuple)):
        for value in document:
            yield from _written_anywhere(value)


def references_of_charts():
    for name in chart_ids():
        spec = get_chart(name)
        tests = [item.test for item in spec.questions]
        params = [with_references(item.params) for item in spec.detectors]
        drawn = spec.quantities if spec.kind in ("map", "hovmoller") else ()
        for found in (*drawn, *spec.reads, *_within(tests), *_within(params)):
            yield f"chart {name}", found


def references_of_detectors():
    for name, detector in DETECTORS.items():
        signature = inspect.signature(detector.function)
        defaults = [item.default for item in signature.parameters.values()]
        for found in _within([*defaults, *detector.needs, *detector.helps]):
            yield f"detector {name}", at_level(found, 850.0)


def references_of_the_library():
    for entry in load_release().entries:
        for part in getattr(entry.expected, "detectors", ()):
            for found in _within(with_references(part.params)):
                yield f"entry {entry.id}", found


EVERY = {
    (where, found)
    for source in (references_of_charts, references_of_detectors, references_of_the_library)
    for where, found in source()
}


@pytest.mark.parametrize("found", sorted({item for _, item in EVERY}, key=lambda item: item.text))
def test_every_reference_is_read_as_it_is_written_and_resolves(found):
    assert reference_of(found.document()) == found
    assert asked_reference(found.text) == found
    assert resolve(found).asked == found


def test_references_come_from_library_charts_and_detectors():
    assert {where.partition(" ")[0] for where, _ in EVERY} == {"chart", "detector", "entry"}
    assert len({found for _, found in EVERY}) > 60


def test_no_reference_of_library_and_charts_is_text():
    for name in chart_ids():
        assert not list(_written_anywhere([item.test for item in get_chart(name).questions])), name
    params = [item.params for name in chart_ids() for item in get_chart(name).detectors]
    for entry in load_release().entries:
        params += [part.params for part in getattr(entry.expected, "detectors", ())]
    fields = [item[name] for item in params for name in ("field", "wind") if name in item]
    assert len(fields) > 50
    assert all(is_reference(field) for field in fields)


def test_the_text_of_references_is_written_and_read_in_one_place_each() -> None:
    """Elsewhere a reference is typed; keys of climatologies, names of prompts and the words of
    charts are no references.
    """
    others = {
        "agents/llm/prompts.py",
        "catalog/grid_climatology_quantities.py",
        "catalog/index_climatology_build.py",
        "climatology/gridded.py",
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
    assert found - others == {"contracts/quantities.py", "quantities/written_references.py"}
