"""What must hold for every index operator, taken from the catalogue itself."""

from __future__ import annotations

from collections.abc import Callable
from functools import partial
from typing import Any

import numpy as np
import pytest
import xarray

from diagnostics.catalog import FieldCache, compute_field, compute_index, get_catalog
from diagnostics.contracts.enums import IndexStatus, Mode, ToolKind
from diagnostics.contracts.evidence import IndexAnswer
from diagnostics.contracts.space_time import Region
from diagnostics.contracts.tools import ToolSpec
from diagnostics.errors import ArgumentError, InputDataError
from diagnostics.fields.memory import MemorySource
from diagnostics.quantities.domains import is_fixed
from diagnostics.quantities.operators import index_tool

INDICES = [tool.name for tool in get_catalog().indices()]
REGION = Region.model_validate((106, 25, 118, 35))
Variant = Callable[[str], dict[str, Any]]
WITH_VALUE = (IndexStatus.OK, IndexStatus.OUT_OF_RANGE)


def _spec(name: str) -> ToolSpec:
    return get_catalog().tool(name, ToolKind.INDEX).spec


def _answer(name: str, source: MemorySource, **arguments: object) -> IndexAnswer:
    return compute_index(name, source, region=REGION, **arguments)  # type: ignore[arg-type]


@pytest.fixture(scope="module")
def cache() -> FieldCache:
    return FieldCache()


@pytest.fixture(scope="module")
def variant(dataset: xarray.Dataset, maker: Callable[..., xarray.Dataset]) -> Variant:
    """Return a function from a way to hold the data to a source, read once for all operators."""
    small = dataset.isel(time=slice(0, 5))
    making: dict[str, Callable[[], xarray.Dataset]] = {
        "double precision": lambda: dataset.astype(np.float64, keep_attrs=True),
        # eight cells beyond the region are more than any operator's halo
        "smaller": lambda: dataset.isel(longitude=slice(0, 27)),
        "turned": lambda: dataset.assign_coords(longitude=dataset.longitude - 360.0),
        "northern": lambda: maker(times=5),
        "southern": lambda: maker(times=5, mirrored=True),
        "date line": lambda: maker(west=168.0),
        **{f"without {name}": partial(small.drop_vars, name) for name in dataset.data_vars},
    }
    made: dict[str, dict[str, Any]] = {}

    def held(name: str) -> dict[str, Any]:
        if name not in made:
            made[name] = {"source": MemorySource(making[name]()), "cache": FieldCache()}
        return made[name]

    return held


@pytest.mark.parametrize("name", INDICES)
def test_the_literal_question_has_an_answer(
    name: str, source: MemorySource, cache: FieldCache
) -> None:
    answer = _answer(name, source, cache=cache)
    if answer.status in WITH_VALUE:
        assert answer.value is not None
        assert np.isfinite(answer.value)
    else:
        assert answer.value is None
        assert answer.message
    spec = _spec(name)
    assert answer.unit == next(r.unit for r in spec.reductions if r.name == spec.default_reduction)
    assert answer.provenance.tool == name
    assert answer.provenance.inputs
    assert len(answer.provenance.input_digest) == 64
    answer.model_dump_json()


@pytest.mark.parametrize("name", INDICES)
def test_a_single_time_is_answered_like_the_same_time_of_a_period(
    name: str, source: MemorySource, cache: FieldCache
) -> None:
    whole = _answer(name, source, cache=cache)
    time = source.inventory().times[-1]
    single = _answer(name, source, time=time, cache=cache)
    assert len(single.series) <= 1
    if single.series:
        point = next(item for item in whole.series if item.time == single.series[0].time)
        if point.value is None:
            assert single.value is None
        else:
            assert single.value == pytest.approx(point.value, rel=1e-12, abs=1e-12)


@pytest.mark.parametrize("name", INDICES)
def test_float32_storage_is_the_float64_run_on_the_same_values(
    name: str, source: MemorySource, variant: Variant, cache: FieldCache
) -> None:
    exact = _answer(name, source, cache=cache)
    doubled = _answer(name, **variant("double precision"))
    assert doubled.status == exact.status
    if exact.value is not None:
        assert doubled.value == pytest.approx(exact.value, rel=_spec(name).tolerance, abs=1e-12)


@pytest.mark.parametrize("name", INDICES)
def test_a_larger_array_cropped_later_is_the_same(
    name: str, source: MemorySource, variant: Variant, cache: FieldCache
) -> None:
    one = _answer(name, source, cache=cache)
    other = _answer(name, **variant("smaller"))
    assert other.status == one.status
    reach = index_tool(name).record.smoothing.inputs_km
    if one.value is not None and reach <= 100.0:
        assert other.value == pytest.approx(one.value, rel=1e-9, abs=1e-9)


@pytest.mark.parametrize("name", INDICES)
def test_another_turn_of_the_longitudes_changes_nothing(
    name: str, source: MemorySource, variant: Variant, cache: FieldCache
) -> None:
    one, other = _answer(name, source, cache=cache), _answer(name, **variant("turned"))
    assert other.status == one.status
    if one.value is not None:
        assert other.value == pytest.approx(one.value, rel=1e-9, abs=1e-9)
    if one.longitude is not None:
        assert other.longitude == pytest.approx(one.longitude)


def _is_fixed(name: str) -> bool:
    return is_fixed(_spec(name).domain) or name in NORTHERN


NORTHERN = frozenset({"wpsh_west_point", "wpsh_ridge_latitude", "meridional_ridge_amplitude"})
MOVABLE = [name for name in INDICES if not _is_fixed(name)]
"""The others are defined over a box of the Northern Hemisphere."""
# a point may not fulfil the index's condition, a steady fall may not be there
SELECTIVE = frozenset({"point", "max_48h", "max_72h"})


@pytest.mark.parametrize("name", MOVABLE)
def test_the_mirrored_hemisphere_has_the_same_weather(name: str, variant: Variant) -> None:
    mirrored = Region(west=REGION.west, south=-35, east=REGION.east, north=-25)
    one = compute_index(name, **variant("northern"), region=REGION)
    other = compute_index(name, **variant("southern"), region=mirrored)
    assert other.status == one.status
    if one.value is not None:
        assert other.value == pytest.approx(one.value, rel=1e-5, abs=1e-6)


@pytest.mark.parametrize("name", MOVABLE)
def test_across_the_date_line_as_elsewhere(
    name: str, variant: Variant, source: MemorySource, cache: FieldCache
) -> None:
    region = Region.model_validate((174, 25, -174, 35))
    one = _answer(name, source, cache=cache)
    other = compute_index(name, **variant("date line"), region=region)
    assert other.status == one.status
    if one.value is not None:
        assert other.value == pytest.approx(one.value, rel=1e-6, abs=1e-9)
    if one.longitude is not None:
        assert other.longitude == pytest.approx((one.longitude + 68.0 + 180) % 360 - 180)


@pytest.mark.parametrize("name", INDICES)
def test_each_missing_input_is_said_and_never_a_number(name: str, variant: Variant) -> None:
    spec = _spec(name)
    required = {item.name for item in spec.inputs if not item.optional}
    assert spec.inputs
    for variable in sorted({item.name for item in spec.inputs}):
        answer = _answer(name, **variant(f"without {variable}"))
        if variable in required:
            assert answer.status is IndexStatus.MISSING_INPUT
            assert answer.value is None
            assert variable in answer.message
        else:
            assert (answer.value is None) == (answer.status not in WITH_VALUE)


def _single_levels(name: str) -> set[float]:
    """Levels of the inputs that an operator needs at that level and at no other."""
    return {
        level
        for item in _spec(name).inputs
        if item.dims == ("y", "x") and not item.optional
        for level in item.levels_hpa
    }


@pytest.mark.parametrize("name", [name for name in INDICES if _single_levels(name)])
def test_each_missing_level_is_said_and_never_a_number(name: str, dataset: xarray.Dataset) -> None:
    small = dataset.isel(time=slice(0, 5))
    assert _single_levels(name)
    for level in sorted(_single_levels(name)):
        kept = small.sel(level=[p for p in small.level.values if p != level])
        answer = _answer(name, MemorySource(kept))
        assert answer.status is IndexStatus.MISSING_INPUT
        assert f"{level:g}" in answer.message


@pytest.mark.parametrize("name", INDICES)
def test_an_empty_region_has_no_number(name: str, dataset: xarray.Dataset) -> None:
    holes = dataset.isel(time=slice(0, 5)).copy()
    for variable in {item.name for item in _spec(name).inputs}:
        holes[variable] = holes[variable] * np.nan
        holes[variable].attrs = dataset[variable].attrs
    answer = _answer(name, MemorySource(holes))
    assert answer.value is None
    assert answer.status not in WITH_VALUE
    assert answer.message


@pytest.mark.parametrize("name", INDICES)
def test_a_single_row_or_column_is_answered_or_refused_in_words(
    name: str, dataset: xarray.Dataset
) -> None:
    small = dataset.isel(time=slice(0, 5))
    for cut in (small.isel(latitude=slice(8, 9)), small.isel(longitude=slice(8, 9))):
        answer = compute_index(name, MemorySource(cut))
        assert (answer.value is None) == (answer.status not in WITH_VALUE)


@pytest.mark.parametrize("name", INDICES)
def test_the_map_and_the_reductions_agree(
    name: str, source: MemorySource, cache: FieldCache
) -> None:
    spec = _spec(name)
    time = source.inventory().times[-1]
    try:
        field = compute_field(name, source, time=time, region=REGION, cache=cache)
    except (ArgumentError, InputDataError) as error:
        assert error.code in ("no_map", "missing_input")  # noqa: PT017 (both are answers)
        return
    assert field.attrs["units"] == spec.unit
    answer = _answer(name, source, time=time, reduction="max", cache=cache)
    if answer.value is not None and "max" in (r.name for r in spec.reductions):
        largest = float(field.max())
        if _generic_maximum(name):
            assert answer.value == pytest.approx(largest, rel=1e-5, abs=1e-5)


def _generic_maximum(name: str) -> bool:
    return "max" not in index_tool(name).named_reductions


@pytest.mark.parametrize("name", INDICES)
def test_every_declared_reduction_works(name: str, source: MemorySource, cache: FieldCache) -> None:
    default = _answer(name, source, cache=cache)
    assert _spec(name).reductions
    for reduction in _spec(name).reductions:
        answer = _answer(name, source, reduction=reduction.name, cache=cache)
        assert answer.unit == reduction.unit
        assert answer.reduction == reduction.name
        if default.status in WITH_VALUE and reduction.name not in SELECTIVE:
            assert answer.status in WITH_VALUE, reduction.name


@pytest.mark.parametrize("name", INDICES)
def test_a_diagnosis_answers_too(name: str, source: MemorySource, cache: FieldCache) -> None:
    answer = _answer(name, source, mode=Mode.DIAGNOSE, cache=cache)
    assert (answer.value is None) == (answer.status not in WITH_VALUE)
    assert answer.provenance.mode == "diagnose"
