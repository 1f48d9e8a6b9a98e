"""The catalogue holds what it promises, and every index reports what its contract says."""

from __future__ import annotations

import itertools
from collections.abc import Callable
from pathlib import Path
from typing import Any

import numpy as np
import pytest
import xarray
import yaml

from diagnostics.catalog import FieldCache, compute_index, get_catalog
from diagnostics.constants import GRAVITY
from diagnostics.contracts.enums import IndexStatus, Mode, ToolKind
from diagnostics.contracts.evidence import IndexAnswer
from diagnostics.contracts.space_time import Region
from diagnostics.fields.memory import MemorySource

HERE = Path(__file__).parent
INDICES: dict[str, Any] = yaml.safe_load((HERE / "promised_indices.yaml").read_text("utf-8"))
CHARTS: dict[str, Any] = yaml.safe_load((HERE / "promised_figures.yaml").read_text("utf-8"))
REGION = Region.model_validate((106, 25, 118, 35))
LARGE_SCALE = Region.model_validate((100, 30, 130, 45))
WITH_VALUE = (IndexStatus.OK, IndexStatus.OUT_OF_RANGE)
ANY_OF = frozenset({"t2m", "tp"})
"""Promised fields for which another may stand: extremes over intervals, or measured snowfall."""


def test_the_lists_are_whole() -> None:
    assert (len(INDICES), len(CHARTS["detectors"]), len(CHARTS["figures"])) == (92, 39, 53)


@pytest.mark.parametrize("name", INDICES)
def test_an_index_keeps_its_promise(name: str) -> None:
    promised, spec = INDICES[name], get_catalog().tool(name, ToolKind.INDEX).spec
    assert spec.unit == promised["unit"]
    assert spec.default_reduction == promised["reductions"][0]
    assert set(promised["reductions"]) <= {item.name for item in spec.reductions}
    assert set(promised.get("extra", ())) <= set(spec.extra_outputs)
    defaults = {item.name: item.default for item in spec.parameters}
    assert promised.get("parameters", {}).items() <= defaults.items()
    assert set(promised["needs"]) <= {
        item.name for item in spec.inputs if not item.optional or item.name in ANY_OF
    }
    levels = {level for item in spec.inputs for level in item.levels_hpa}
    assert set(promised.get("levels", ())) <= levels


@pytest.mark.parametrize("name", CHARTS["figures"])
def test_a_figure_keeps_its_promise(name: str) -> None:
    promised, spec = CHARTS["figures"][name], get_catalog().tool(name, ToolKind.FIGURE).spec
    assert len(spec.layers) >= promised["layers"]
    assert {event.value for event in spec.events} == set(promised["events"])
    assert set(spec.detectors) == set(promised["detectors"])
    assert spec.questions


@pytest.mark.parametrize("name", CHARTS["detectors"])
def test_a_detector_is_there(name: str) -> None:
    spec = get_catalog().tool(name, ToolKind.DETECTOR).spec
    assert spec.title_en
    assert spec.inputs or spec.parameters


@pytest.fixture(scope="module")
def sources(maker: Callable[..., xarray.Dataset]) -> list[tuple[MemorySource, Region]]:
    """The region's own data, a hemisphere with waves up to the pole, a large high, a valley."""
    whole = maker(west=0.0, south=0.0, step=3.0, shape=(31, 120), times=9)
    high = maker(west=0.0, south=0.0, step=3.0, shape=(31, 120), times=5)
    lat, lon = high.latitude, high.longitude
    hill = np.exp(-(((lat - 27.0) / 12.0) ** 2) - ((lon - 150.0) / 25.0) ** 2)
    trough = np.exp(-(((lat - 40.0) / 8.0) ** 2) - ((lon - 133.0) / 4.0) ** 2)
    wind = 10.0 * np.tanh((lat - 27.0) / 8.0)
    for name, added in (("z", GRAVITY * (400.0 * hill - 80.0 * trough)), ("u", wind)):
        kept = high[name] * (0.0 if name == "u" else 1.0) + added
        high[name] = kept.transpose(*high[name].dims).astype(np.float32)
        high[name].attrs = whole[name].attrs
    valley = maker()
    ranges = 3000.0 * (1.0 - np.exp(-(((valley.latitude - 30.0) / 0.8) ** 2)))
    flat = {
        "orog": ranges + 0.0 * valley.orog,
        "u10": 1.0 + 0.0 * valley.u10,
        "v10": 0.0 * valley.v10,
    }
    for name, values in flat.items():
        valley[name] = values.transpose(*valley[name].dims).astype(np.float32)
        valley[name].attrs = whole[name].attrs
    return [
        (MemorySource(valley), REGION),
        (MemorySource(maker()), REGION),
        (MemorySource(whole), LARGE_SCALE),
        (MemorySource(high), LARGE_SCALE),
    ]


# Those with a climatology are in test_anomaly_operators and test_heat_and_drought.
WITHOUT_CLIMATOLOGY = [tool for tool in get_catalog().indices() if not tool.spec.climatology]


@pytest.mark.parametrize("tool", WITHOUT_CLIMATOLOGY, ids=lambda tool: tool.name)
def test_an_index_reports_what_its_contract_says(
    tool: Any, sources: list[tuple[MemorySource, Region]]
) -> None:
    reported: set[str] = set()
    answers: list[IndexAnswer] = []
    for source, region in sources:
        cache, last = FieldCache(), source.inventory().times[-1]
        for mode, time in itertools.product(Mode, (None, last)):
            answer = compute_index(
                tool.name, source, region=region, mode=mode, time=time, cache=cache
            )
            reported |= set(answer.extra)
            answers.append(answer)
    assert any(answer.status in WITH_VALUE for answer in answers)
    assert reported <= set(tool.spec.extra_outputs) | {"time"}
    assert set(tool.spec.extra_outputs) <= reported
    if INDICES.get(tool.name, {}).get("place"):
        assert any(answer.latitude is not None for answer in answers) or (
            tool.spec.default_reduction not in ("max", "min", "max_abs", "single_value")
        )
