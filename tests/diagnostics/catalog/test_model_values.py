"""Files of single levels: the model's own value stands where an index cannot be computed."""

from __future__ import annotations

from typing import Any

import numpy as np
import pytest
import xarray

from diagnostics.catalog import compute_index
from diagnostics.catalog.tool_feasibility import feasibility
from diagnostics.contracts.enums import Feasibility, IndexStatus
from diagnostics.fields.canonical import CANONICAL
from diagnostics.fields.memory import MemorySource
from diagnostics.quantities.operators import operators
from diagnostics.quantities.results import GIVEN_BY_MODEL
from diagnostics.quantities.signature import read_signature
from diagnostics.questions import Workspace, answer

TIMES = np.array(["2020-07-01T00", "2020-07-01T12"], dtype="datetime64[ns]")
LATITUDE = np.arange(30.0, 41.0)
LONGITUDE = np.arange(-100.0, -79.0)
SHAPE = (2, LATITUDE.size, LONGITUDE.size)
RAMP = np.broadcast_to(np.arange(LONGITUDE.size, dtype=np.float32), SHAPE)
GIVEN = {
    name: tuple(read_signature(tool.record.from_model).fields.values())
    for name, tool in operators().items()
    if tool.record.from_model is not None
}


def source(**fields: Any) -> MemorySource:
    dims = ("time", "latitude", "longitude")
    data = xarray.Dataset(
        {name: (dims, np.asarray(values, np.float32)) for name, values in fields.items()},
        coords={"time": TIMES, "latitude": LATITUDE, "longitude": LONGITUDE},
    )
    return MemorySource(data, origin="analysis")


def test_no_field_has_the_name_of_an_index() -> None:
    """A climatology, for one, names both by their bare names."""
    assert not set(CANONICAL) & set(operators())


def test_there_are_indices_that_a_model_gives() -> None:
    assert {"cape", "pwat", "ivt"} <= set(GIVEN)


@pytest.mark.parametrize("name", sorted(GIVEN))
def test_a_file_of_single_levels_has_the_models_value_and_says_so(name: str) -> None:
    held = source(**{field.name: RAMP for field in GIVEN[name]})
    found = compute_index(name, held, reduction="max")
    assert found.status is IndexStatus.OK
    assert found.value == pytest.approx(np.sqrt(len(GIVEN[name])) * RAMP.max())
    assert GIVEN_BY_MODEL in found.provenance.warnings
    states = {item.name: item.feasibility for item in feasibility(held.inventory())}
    assert states[name] is Feasibility.PARTIAL


@pytest.mark.parametrize("name", sorted(GIVEN))
def test_without_the_models_field_the_answer_says_what_is_missing(name: str) -> None:
    held = source(t2m=RAMP + 280.0)
    found = compute_index(name, held)
    assert (found.status, found.value) == (IndexStatus.MISSING_INPUT, None)
    states = {item.name: item.feasibility for item in feasibility(held.inventory())}
    assert states[name] is Feasibility.BLOCKED


def test_a_parcel_that_is_asked_for_is_never_the_models() -> None:
    found = compute_index("cape", source(model_cape=RAMP), params={"parcel": "SB"})
    assert found.status is IndexStatus.MISSING_INPUT


def test_what_can_be_computed_is_computed() -> None:
    shape = (2, 2, *SHAPE[1:])
    held = MemorySource(
        xarray.Dataset(
            {
                "q": (("time", "level", "latitude", "longitude"), np.full(shape, 0.01, "float32")),
                "tcwv": (("time", "latitude", "longitude"), RAMP),
            },
            coords={
                "time": TIMES, "level": [300.0, 1000.0],
                "latitude": LATITUDE, "longitude": LONGITUDE,
            },
        ),
        origin="analysis",
    )  # fmt: skip
    found = compute_index("pwat", held, reduction="max")
    assert found.value == pytest.approx(0.01 * 70000.0 / 9.80665, rel=1e-6)
    assert GIVEN_BY_MODEL not in found.provenance.warnings


@pytest.mark.parametrize(
    ("text", "field", "values", "value", "unit"),
    [
        ("What is the highest CAPE?", "model_cape", 100.0 * RAMP, 2000.0, "J/kg"),
        ("最大CAPE是多少？", "model_cape", 100.0 * RAMP, 2000.0, "J/kg"),
        ("Highest total cloud cover at 12 UTC on 1 July 2020?", "tcc", RAMP / 25.0, 80.0, "%"),
        ("7月1日12时低云量最大是多少？", "lcc", RAMP / 25.0, 80.0, "%"),
        ("How high is the boundary layer at most?", "blh", 100.0 * RAMP, 2000.0, "m"),
        ("边界层高度最高多少米？", "blh", 100.0 * RAMP, 2000.0, "m"),
        ("Lowest skin temperature in kelvin?", "skt", RAMP + 280.0, 280.0, "K"),
    ],
)
def test_questions_about_fields_that_a_model_gives(
    text: str, field: str, values: Any, value: float, unit: str
) -> None:
    reply = answer(text, Workspace(source(**{field: values})))
    assert reply.answered, reply.sentence
    shown = reply.display or reply
    assert (shown.value, shown.unit) == (pytest.approx(value, rel=1e-5), unit)
    said = "model's own field" in reply.sentence or "模式自身" in reply.sentence
    assert said is (field == "model_cape")


def test_a_cloud_that_the_data_lack_is_refused_by_name() -> None:
    reply = answer("What is the mean low cloud cover?", Workspace(source(tcc=RAMP / 25.0)))
    assert not reply.answered
    assert "low cloud cover" in reply.sentence
