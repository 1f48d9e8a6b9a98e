"""A dry run against the run itself."""

from __future__ import annotations

from typing import Any

import pytest

from diagnostics.contracts.enums import EventType, Language
from diagnostics.contracts.feasibility import FeasibilityRequest, Possibility
from diagnostics.contracts.request import DiagnosisRequest
from diagnostics.guidelines import load_release
from diagnostics.service.data import DataSelection
from diagnostics.service.feasibility import Reader, what_is_possible
from diagnostics.service.planning import plan_diagnosis
from diagnostics.service.worded_requests import spans_of


@pytest.fixture(scope="module")
def rain(tmp_path_factory: pytest.TempPathFactory, written_sample: Any) -> Any:
    return written_sample("rainstorm", tmp_path_factory.mktemp("rain") / "rain.nc")


def test_the_plan_is_the_first_turn_of_the_run(rain: Any) -> None:
    source = DataSelection((str(rain.path),)).open()
    request = DiagnosisRequest(source="rain", region=rain.region)
    plan = plan_diagnosis(request, source, load_release(), language=Language.ZH)
    assert plan.event is EventType.RAINSTORM
    assert len({factor.entry_id for factor in plan.factors}) == request.options.target_factors
    assert {factor.modality.value for factor in plan.factors} == {"index", "figure"}
    assert all(any("一" <= sign <= "鿿" for sign in factor.title) for factor in plan.factors)
    read = {field.name: field for field in plan.fields}
    assert read["t"].levels_hpa
    assert read["tp"].levels_hpa == ()
    assert plan.region.width > rain.region.width
    assert plan.bytes == sum(field.bytes for field in plan.fields)
    again = plan_diagnosis(request, source, load_release(), language=Language.ZH)
    assert again == plan


def test_what_is_possible_is_what_the_catalogue_says(rain: Any) -> None:
    from diagnostics.catalog import feasibility

    inventory = DataSelection((str(rain.path),)).open().inventory()
    fewer = inventory.model_copy(
        update={"variables": tuple(item for item in inventory.variables if item.name != "w")}
    )
    reader = Reader(Language.EN)
    found = what_is_possible(
        FeasibilityRequest(source="rain"), fewer, load_release(), reader=reader
    )
    said = {tool.name: tool for tool in (*found.indices, *found.detectors, *found.charts)}
    words = {
        Possibility.FULLY: "feasible",
        Possibility.PARTLY: "partial",
        Possibility.NOT: "blocked",
    }
    for tool in feasibility(fewer):
        if "climatology" in tool.note:
            continue  # the source has none: then it is not possible at all
        assert words[said[tool.name].testable] == tool.feasibility.value, tool.name
    omega = [item for tool in said.values() for item in tool.missing if item.fields == ("w",)]
    assert omega
    assert all("vertical velocity" in item.message and item.cure for item in omega)


@pytest.mark.parametrize(
    ("words", "spans"),
    [("Jiangsu", ((10, 17),)), ("", ()), ("Wuhan", ()), ("JIANGSU", ((10, 17),))],
)
def test_words_are_found_where_they_stand(words: str, spans: Any) -> None:
    assert spans_of("Rain over Jiangsu, 2 July", words) == spans
