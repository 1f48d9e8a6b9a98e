"""A second opinion by MetPy: both numbers at the decisive point, or why there is none."""

from __future__ import annotations

import json
import subprocess
import sys
from datetime import datetime
from pathlib import Path
from typing import Any

import pytest
from pydantic import ValidationError

from diagnostics.catalog import FieldCache, compute_index, get_catalog
from diagnostics.cli import main
from diagnostics.contracts.computations import ComputationRequest, Operation
from diagnostics.contracts.enums import EventType, ToolKind
from diagnostics.contracts.space_time import Region
from diagnostics.errors import DiagnosticsError
from diagnostics.fields.memory import MemorySource
from diagnostics.fields.write import write_dataset
from diagnostics.quantities.metpy_opinions import OPINIONS
from diagnostics.quantities.second_opinion import asked_by_default, second_opinion
from diagnostics.samples import generate, sample_info

PEAK = datetime.fromisoformat("2026-07-05T06:00:00Z")
REGION = Region.model_validate((110, 27, 126, 35))


@pytest.fixture(scope="module")
def dataset() -> Any:
    return generate("rainstorm", times=[PEAK])


@pytest.fixture(scope="module")
def source(dataset: Any) -> MemorySource:
    return MemorySource(dataset)


@pytest.fixture(scope="module")
def cache() -> FieldCache:
    return FieldCache()


# MetPy takes seconds for each of their maps; the gate asks for a second opinion on all the others.
OF_WHOLE_MAPS = {
    *("frontogenesis_center", "horizontal_temperature_gradient", "low_level_divergence_extrema"),
    *("moisture_flux_divergence", "mslp_gradient", "positive_vorticity"),
    *("upper_level_convergence_extrema", "upper_level_divergence_max"),
    "warm_advection_center_intensity",
}
NAMES = [
    pytest.param(name, marks=[pytest.mark.slow] * (name in OF_WHOLE_MAPS))
    for name in sorted(set(OPINIONS) - {"wind_chill"})
]


@pytest.mark.parametrize("name", NAMES)
def test_metpy_agrees_within_the_declared_tolerance(
    name: str, source: MemorySource, cache: FieldCache
) -> None:
    answer = compute_index(name, source, time=PEAK, region=REGION, cache=cache)
    opinion = second_opinion(answer, source, cache=cache)
    assert opinion.library.startswith("MetPy 1.")
    assert opinion.reason == ""
    assert opinion.agrees is True, opinion
    assert opinion.ours is not None
    assert opinion.value is not None
    assert opinion.difference == pytest.approx(
        opinion.value - opinion.ours, abs=max(1e-4, 2e-5 * abs(opinion.ours))
    )
    assert opinion.time == PEAK
    if answer.latitude is not None:
        assert (opinion.latitude, opinion.longitude) == (answer.latitude, answer.longitude)


@pytest.mark.slow
def test_the_first_opinion_of_a_process_may_be_of_any_index() -> None:
    """What registers the accessor of data sets is imported by whoever uses it."""
    code = """
import sys
from datetime import datetime
from diagnostics.catalog import compute_index
from diagnostics.fields.memory import MemorySource
from diagnostics.quantities.second_opinion import second_opinion
from diagnostics.samples import generate

time = datetime.fromisoformat("2026-07-05T06:00:00Z")
source = MemorySource(generate("rainstorm", times=[time]))
answer = compute_index("horizontal_temperature_gradient", source, time=time)
assert "metpy.xarray" not in sys.modules
opinion = second_opinion(answer, source)
print(opinion.value is not None, opinion.reason)
"""
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=False)
    assert done.returncode == 0, done.stderr
    assert done.stdout.split() == ["True"]


def test_wind_chill_is_compared_in_a_cold_wave() -> None:
    info = sample_info("cold_wave")
    winter = MemorySource(generate("cold_wave", times=[info.peak_time]))
    answer = compute_index("wind_chill", winter, time=info.peak_time, region=info.region)
    assert answer.value is not None
    assert second_opinion(answer, winter).agrees is True


def test_no_value_has_no_opinion(source: MemorySource, cache: FieldCache) -> None:
    answer = compute_index("wind_chill", source, time=PEAK, region=REGION, cache=cache)
    assert answer.value is None
    assert second_opinion(answer, source, cache=cache).reason == "the index has no value"


@pytest.mark.parametrize("name", NAMES)
def test_a_field_that_the_index_can_do_without_is_no_fault_of_the_opinion(
    name: str, dataset: Any
) -> None:
    """Each field of the data in turn is left out: there is an opinion, or a reason why not."""
    coarse = dataset.isel(latitude=slice(None, None, 3), longitude=slice(None, None, 3))
    heard = 0
    for left_out in ("orog", "sp", "t2m", "d2m", "u10", "msl"):
        poorer = MemorySource(coarse.drop_vars([left_out], errors="ignore"))
        try:
            answer = compute_index(name, poorer, time=PEAK, region=REGION)
        except DiagnosticsError:
            continue
        opinion = second_opinion(answer, poorer)
        assert opinion.reason or opinion.value is not None
        heard += 1
    assert heard


def test_an_extremum_is_examined_where_it_is(source: MemorySource, cache: FieldCache) -> None:
    answer = compute_index("cape", source, time=PEAK, region=REGION, cache=cache)
    opinion = second_opinion(answer, source, cache=cache)
    assert opinion.ours == pytest.approx(answer.value, rel=1e-5)


def test_each_opinion_is_of_an_index_that_names_metpy() -> None:
    for name in OPINIONS:
        assert get_catalog().tool(name, ToolKind.INDEX).spec.metpy, name


def test_what_metpy_lacks_is_said(source: MemorySource, cache: FieldCache) -> None:
    answer = compute_index("surface_low_pressure", source, time=PEAK, region=REGION, cache=cache)
    opinion = second_opinion(answer, source, cache=cache)
    assert (opinion.value, opinion.agrees) == (None, None)
    assert opinion.reason == "MetPy has no function for this quantity at a point"


def test_other_parameters_than_metpys_are_refused(source: MemorySource, cache: FieldCache) -> None:
    params = {"virtual_temperature": False}
    answer = compute_index("cape", source, time=PEAK, region=REGION, params=params, cache=cache)
    opinion = second_opinion(answer, source, params=params, cache=cache)
    assert opinion.reason == "MetPy always uses the virtual temperature"


def test_every_type_of_event_has_a_default() -> None:
    for event in EventType:
        assert any(asked_by_default(name, event) for name in OPINIONS), event
    assert not asked_by_default("surface_low_pressure", EventType.GALE)


def test_an_answer_without_an_opinion_has_no_trace_of_one(
    source: MemorySource, cache: FieldCache
) -> None:
    answer = compute_index("pwat", source, time=PEAK, region=REGION, cache=cache)
    assert "second_opinion" not in answer.model_dump(mode="json")


def test_the_command_prints_both_numbers(
    dataset: Any, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    case = str(write_dataset(dataset, tmp_path / "case.nc"))
    words = ["index", "k_index", "--data", case, "--region", "110,27,126,35", "--second-opinion"]
    assert main(words) == 0
    assert "second opinion by MetPy" in capsys.readouterr().out
    assert main([*words, "--json"]) == 0
    opinion = json.loads(capsys.readouterr().out)["second_opinion"]
    assert opinion["agrees"] is True
    assert opinion["functions"] == ["k_index"]


def test_a_computation_asks_for_it_of_an_index_only() -> None:
    assert ComputationRequest(
        source="s", op=Operation.INDEX, name="cape", second_opinion=True
    ).second_opinion
    with pytest.raises(ValidationError, match="a second opinion is for op index"):
        ComputationRequest(source="s", op=Operation.FEATURES, second_opinion=True)
