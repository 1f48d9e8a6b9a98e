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


def test_an_answer_names_the_data_that_it_was_found_in(dataset: xarray.Dataset) -> None:
    digest = MemorySource(dataset).digest()
    assert _answer("jet_core", dataset).provenance.input_digest == digest
    assert _answer("jet_core", dataset.isel(time=slice(0, 6))).provenance.input_digest != digest
