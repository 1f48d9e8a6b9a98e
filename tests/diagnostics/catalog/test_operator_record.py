"""A wrong declaration fails at import, with the parameter's name in the message."""

from __future__ import annotations

from typing import Annotated, Any, Literal

import numpy as np
import pytest

from diagnostics.errors import UnitsError
from diagnostics.messages import MessageError, catalogue, languages
from diagnostics.quantities.index_tool import make_index_tool
from diagnostics.quantities.inputs import Field, LevelHpa, Limits
from diagnostics.quantities.operator_record import Operator, Reading
from diagnostics.quantities.operators import index_tool, operators
from diagnostics.quantities.results import Array, Series

COMMON: dict[str, Any] = {
    "category": "dynamics",
    "difficulty": "easy",
    "events": ("gale", "cold_wave"),
    "unit": "degC",
    "valid_range": (-90.0, 60.0),
    "reductions": ("mean", "max"),
    "formula": "t",
    "references": ("bolton1980",),
}


def test_the_signature_becomes_the_specification() -> None:
    def gh500(
        temperature: Annotated[Array, Field("t", "K", at="level")],
        surface_pressure: Annotated[Array | None, Field("sp", "Pa")],
        *,
        level: LevelHpa = 850.0,
        method: Annotated[Literal["a", "b"], Limits("which")] = "a",
    ) -> Array:
        """Say what it is."""
        return temperature

    spec = _declared(gh500).spec
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
    return make_index_tool(Operator(function, **{**COMMON, **changes}))


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
        _declared(example, events=("flood",))
    with pytest.raises(TypeError, match="hours"):
        _declared(example, reading=Reading(look_back="hours"))
    with pytest.raises(ValueError, match="'area' is not one of its reductions"):
        _declared(example, extra_reductions=("area",))


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


def test_a_condition_on_no_parameter() -> None:
    def example(
        t: Annotated[Array, Field("t", "K", at="level")],
        *,
        level: Annotated[float, Limits("level", "hPa", when=("variant", "aloft"))] = 500.0,
    ) -> Array:
        """Say what it is."""
        return t

    with pytest.raises(TypeError, match="'level': `when` names 'variant'"):
        _declared(example)


def test_a_parameter_that_looks_back_is_a_length_of_time() -> None:
    def example(
        t: Annotated[Array, Field("t2m", "K")],
        *,
        reach: Annotated[float, Limits("distance", "km")] = 100.0,
    ) -> Array:
        """Say what it is."""
        return t

    with pytest.raises(TypeError, match="'reach' in hours or days"):
        _declared(example, reading=Reading(look_back="reach"))


def test_hours_and_days_look_back_as_far_as_they_say() -> None:
    assert index_tool("precip_24h").look_back_hours({"hours": 6.0}) == 6.0
    assert index_tool("precip_24h").window_hours({"hours": 6.0}) == 6.0
    assert index_tool("spi").look_back_hours({"days": 90}) == 2160.0
    assert index_tool("spi").window_hours({"days": 90}) == 0.0
    assert index_tool("tmin_drop").look_back_hours({}) == 96.0


def test_a_level_counts_for_the_variant_that_reads_it() -> None:
    cold_pool = index_tool("cold_pool_central_temperature")
    assert cold_pool.level_counts({"variant": "synoptic"})
    assert not cold_pool.level_counts({"variant": "convective"})
    assert index_tool("gh500").level_counts({})


def test_a_name_for_readers_is_needed_in_the_catalogue_of_messages() -> None:
    with pytest.raises(MessageError, match="index-example"):
        _declared(example)


@pytest.mark.parametrize("language", languages())
def test_the_catalogue_of_messages_names_the_operators_and_nothing_else(language: str) -> None:
    named = {name for name in catalogue(language).variables() if name.startswith("index-")}
    assert named == {f"index-{name}" for name in operators()}


def test_an_operator_is_a_function_that_can_be_called_with_arrays() -> None:
    heights = np.array([[[5400.0, 5880.0]]])
    np.testing.assert_allclose(index_tool("gh500").run(heights * 9.80665, level=500.0), heights)


def test_only_a_function_of_maps_has_the_general_reductions() -> None:
    def wpsh_west_point(t: Annotated[Array, Field("t2m", "K")]) -> Series:
        """Say what it is."""
        return Series(t[:, 0, 0])

    def gh500(t: Annotated[Array, Field("t2m", "K")]) -> Array:
        """Say what it is."""
        return t

    series, maps = (_declared(function).spec.reductions for function in (wpsh_west_point, gh500))
    assert [item.name for item in series] == ["mean", "max"]
    assert [item.name for item in maps][:2] == ["mean", "max"]
    assert {item.name for item in maps} > {"median", "range", "point"}
