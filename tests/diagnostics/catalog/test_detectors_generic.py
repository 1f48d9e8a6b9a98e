"""What must hold for every detector, taken from the catalogue itself: lazy arrays, and holes."""

from __future__ import annotations

from typing import Any

import numpy as np
import pytest
import xarray

from diagnostics.catalog import get_catalog
from diagnostics.contracts.evidence import FeaturesAnswer
from diagnostics.contracts.space_time import Region
from diagnostics.detection.features import detect_features
from diagnostics.fields.memory import MemorySource
from diagnostics.quantities.registry import resolve
from diagnostics.quantities.written_references import read_reference

DETECTORS = [tool.name for tool in get_catalog().detectors()]
PARAMS = {"threshold_object": {"field": "temperature_2m", "op": ">=", "threshold": 10.0}}
REGION = Region.model_validate((108, 26, 122, 36))


def _answer(name: str, data: xarray.Dataset) -> FeaturesAnswer:
    source = MemorySource(data)
    time = source.inventory().times[4]
    return detect_features(name, source, region=REGION, time=time, params=PARAMS.get(name))


def _words(answer: FeaturesAnswer) -> dict[str, Any]:
    return answer.model_dump(mode="json", exclude={"provenance"})


@pytest.mark.parametrize("name", DETECTORS)
@pytest.mark.sweep(10)
def test_lazy_arrays_are_searched_like_others(name: str, dataset: xarray.Dataset) -> None:
    lazy = dataset.chunk({"time": 2, "latitude": 7, "longitude": 9})
    assert _words(_answer(name, lazy)) == _words(_answer(name, dataset))


@pytest.mark.parametrize("name", DETECTORS)
def test_a_hole_breaks_no_search_and_makes_no_number(name: str, dataset: xarray.Dataset) -> None:
    holes = dataset.copy()
    for field in holes.data_vars:
        if "time" in holes[field].dims:
            hole = (abs(holes.latitude - 31.0) < 2.5) & (abs(holes.longitude - 116.0) < 3.5)
            holes[field] = holes[field].where(~hole).assign_attrs(dataset[field].attrs)
    answer = _answer(name, holes)
    text = answer.model_dump_json()
    assert "NaN" not in text
    assert "Infinity" not in text
    for item in answer.features:
        assert np.isfinite([item.latitude, item.longitude]).all()


@pytest.mark.parametrize("name", DETECTORS)
def test_nothing_is_found_where_nothing_is_known(name: str, dataset: xarray.Dataset) -> None:
    empty = dataset.copy()
    for field in empty.data_vars:
        if "time" in empty[field].dims:
            empty[field] = (empty[field] * np.nan).assign_attrs(dataset[field].attrs)
    answer = _answer(name, empty)
    assert not answer.passed
    assert not answer.features


def _plateau(dataset: xarray.Dataset, pressure: float, height: float) -> xarray.Dataset:
    high = dataset.longitude < 114.0
    plateau = dataset.copy()
    for field, value in (("sp", pressure), ("orog", height)):
        raised = dataset[field].where(~high, value).transpose(*dataset[field].dims)
        plateau[field] = raised.astype(dataset[field].dtype).assign_attrs(dataset[field].attrs)
    return plateau


def _spoilt(dataset: xarray.Dataset) -> xarray.Dataset:
    """Put nonsense on the levels below the ground of the western part."""
    below = (dataset.longitude < 114.0) & (dataset.level > 650.0)
    spoilt = dataset.copy()
    for field, wrong in (("t", 330.0), ("u", -60.0), ("v", 60.0), ("w", 9.0), ("q", 0.03)):
        values = dataset[field].where(~below, wrong).transpose(*dataset[field].dims)
        spoilt[field] = values.astype(np.float32).assign_attrs(dataset[field].attrs)
    return spoilt


@pytest.mark.parametrize("name", DETECTORS)
def test_what_is_below_ground_decides_nothing(name: str, dataset: xarray.Dataset) -> None:
    plateau = _plateau(dataset, 60000.0, 4200.0)
    assert _words(_answer(name, _spoilt(plateau))) == _words(_answer(name, plateau))


@pytest.mark.parametrize("name", DETECTORS)
def test_what_stands_on_the_edge_or_in_reduced_pressure_decides_nothing(
    name: str, dataset: xarray.Dataset
) -> None:
    answer = _answer(name, _plateau(dataset, 87000.0, 1250.0))
    reads_pressure = "msl" in {
        field
        for quantity in (resolve(read_reference(i)).quantity for i in answer.provenance.inputs)
        for field in quantity.fields
        if field not in quantity.optional
    }
    edges = [dataset[axis].values[place] for axis in ("latitude", "longitude") for place in (0, -1)]
    points = [item for item in answer.features if not item.line]
    in_doubt = [
        item
        for item in points
        if item.latitude in edges[:2]
        or item.longitude in edges[2:]
        or (reads_pressure and item.longitude < 113.4)
    ]
    assert [item for item in points if item.doubt is not None] == in_doubt
    good = [item for item in answer.features if item.score >= 0.5]
    expected = True if any(item.doubt is None for item in good) else None
    assert not good or answer.passed is expected


def test_an_answer_names_the_data_that_it_was_found_in(dataset: xarray.Dataset) -> None:
    digest = MemorySource(dataset).digest()
    assert _answer("jet_core", dataset).provenance.input_digest == digest
    assert _answer("jet_core", dataset.isel(time=slice(0, 6))).provenance.input_digest != digest
