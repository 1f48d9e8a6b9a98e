"""A wrong declaration fails at import, with the parameter's name in the message."""

from __future__ import annotations

from typing import Annotated, Any, Literal

import pytest

from diagnostics.errors import UnitsError
from diagnostics.quantities.declare import index
from diagnostics.quantities.inputs import Field, LevelHpa, Limits
from diagnostics.quantities.results import Array

COMMON: dict[str, Any] = {
    "title_en": "Example",
    "title_zh": "例",
    "category": "dynamics",
    "difficulty": "easy",
    "events": "gale cold_wave",
    "unit": "degC",
    "valid_range": (-90.0, 60.0),
    "reductions": ("mean", "max"),
    "formula": "t",
    "references": ("bolton1980",),
}


def test_the_signature_becomes_the_specification() -> None:
    @index(**COMMON)
    def example(
        temperature: Annotated[Array, Field("t", "K", at="level")],
        surface_pressure: Annotated[Array | None, Field("sp", "Pa")],
        *,
        level: LevelHpa = 850.0,
        method: Annotated[Literal["a", "b"], Limits("which")] = "a",
    ) -> Array:
        """Say what it is."""
        return temperature

    spec = example.spec
    assert [(item.name, item.optional, item.levels_hpa) for item in spec.inputs] == [
        ("t", False, (850.0,)),
        ("sp", True, ()),
    ]
    level, method = spec.parameters
    assert (level.kind, level.unit, level.default) == ("number", "hPa", 850.0)
    assert (method.kind, method.choices) == ("choice", ("a", "b"))
    units = {item.name: item.unit for item in spec.reductions}
    assert units["mean"] == "degC"
    assert units["std"] == units["range"] == "K"
    assert spec.references[0].startswith("Bolton")


def _declared(function: Any, **changes: Any) -> Any:
    return index(**{**COMMON, **changes})(function)


def test_a_field_without_annotation() -> None:
    def example(temperature):  # type: ignore[no-untyped-def]
        """Say what it is."""

    with pytest.raises(TypeError, match="example, parameter 'temperature': has no annotation"):
        _declared(example)


def test_a_field_that_is_not_declared() -> None:
    def example(temperature: Array) -> Array:
        """Say what it is."""
        return temperature

    with pytest.raises(TypeError, match=r"'temperature'.*Field"):
        _declared(example)


def test_an_unknown_canonical_field() -> None:
    def example(temperature: Annotated[Array, Field("temp", "K")]) -> Array:
        """Say what it is."""
        return temperature

    with pytest.raises(TypeError, match="'temp' is no canonical field; there are u, v, t"):
        _declared(example)


def test_another_unit_than_the_canonical_one() -> None:
    def example(temperature: Annotated[Array, Field("t", "degC", at=850.0)]) -> Array:
        """Say what it is."""
        return temperature

    with pytest.raises(TypeError, match="t is in K, not in 'degC'"):
        _declared(example)


def test_a_level_parameter_that_is_not_there() -> None:
    def example(temperature: Annotated[Array, Field("t", "K", at="level")]) -> Array:
        """Say what it is."""
        return temperature

    with pytest.raises(TypeError, match="its level is 'level', which is not a keyword parameter"):
        _declared(example)


def test_two_kinds_of_level() -> None:
    def example(t: Annotated[Array, Field("t", "K", at=850.0, column=(100.0, 1000.0))]) -> Array:
        """Say what it is."""
        return t

    with pytest.raises(TypeError, match="one of at, levels and column"):
        _declared(example)


def test_a_parameter_without_default_or_of_no_kind() -> None:
    def without(t: Annotated[Array, Field("t2m", "K")], *, factor: float) -> Array:
        """Say what it is."""
        return t

    def strange(t: Annotated[Array, Field("t2m", "K")], *, factor: bytes = b"") -> Array:
        """Say what it is."""
        return t

    with pytest.raises(TypeError, match=r"'factor'.*default"):
        _declared(without)
    with pytest.raises(TypeError, match=r"'factor'.*not a kind of parameter"):
        _declared(strange)


def example(temperature: Annotated[Array, Field("t2m", "K")]) -> Array:
    """Say what it is."""
    return temperature


def test_wrong_words_around_the_signature() -> None:
    with pytest.raises(UnitsError, match="furlong"):
        _declared(example, unit="furlong")
    with pytest.raises(ValueError, match="largest"):
        _declared(example, reductions=("largest",))
    with pytest.raises(ValueError, match="nobody1900"):
        _declared(example, references=("nobody1900",))
    with pytest.raises(ValueError, match="flood"):
        _declared(example, events="flood")
    with pytest.raises(TypeError, match="hours"):
        _declared(example, antecedent_hours="hours")
    with pytest.raises(ValueError, match="'area' is not one of its reductions"):
        _declared(example, also=("area",))


def test_a_field_for_one_value_of_a_parameter_is_optional() -> None:
    def needed(t: Annotated[Array, Field("t2m", "K", when=("dry", True))], *, dry: bool = False):
        """Say what it is."""
        return t

    def unknown(t: Annotated[Array | None, Field("t2m", "K", when=("dry", True))]):
        """Say what it is."""
        return t

    for function in (needed, unknown):
        with pytest.raises(TypeError, match="`when` names a keyword parameter"):
            _declared(function)
