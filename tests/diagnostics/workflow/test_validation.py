"""A plan is checked whole before anything runs, and every problem is reported at once."""

from __future__ import annotations

from typing import Any

import pytest

from diagnostics.contracts.inventory import Inventory
from diagnostics.errors import ArgumentError
from diagnostics.workflow import Plan, check_plan, validate_plan

INSIDE = "2026-07-05T06:00:00Z"


@pytest.fixture(scope="module")
def inventory(finished_run: Any) -> Inventory:
    return finished_run.source.inventory()


def plan(*steps: dict[str, Any]) -> Plan:
    return Plan.model_validate({"steps": steps})


def index(**changes: Any) -> dict[str, Any]:
    return {"id": "a", "kind": "index", "tool": "pwat", **changes}


def figure(**changes: Any) -> dict[str, Any]:
    return {"id": "a", "kind": "figure", "tool": "gh500_map", "times": [INSIDE], **changes}


def only(problems: tuple[Any, ...]) -> tuple[str, str]:
    assert len(problems) == 1, problems
    return problems[0].field, problems[0].message


def test_the_plan_of_a_run_holds(finished_run: Any, inventory: Inventory) -> None:
    from diagnostics.workflow import read_plan

    written = read_plan(finished_run.log.files["workflow.yaml"].decode())
    assert check_plan(written, inventory) == ()
    validate_plan(written, inventory)


@pytest.mark.parametrize(
    ("step", "field", "words"),
    [
        (index(tool="pwatt"), "tool", "pwat"),
        (index(tool="gh500_map"), "tool", "gh500_map"),
        (figure(tool="gh500_mapp"), "tool", "gh500_map"),
        (index(reduction="maximum"), "reduction", "max"),
        (index(params={"definitoin": "metpy"}), "params.definitoin", "definition"),
        (index(params={"definition": "wrong"}), "params.definition", "metpy"),
        (index(params={"p_top": 5000}), "params.p_top", "maximum"),
        (index(params={"p_top": "high"}), "params.p_top", "not a number"),
        (index(params={"p_top": True}), "params.p_top", "not a number"),
        (index(needs=["later"]), "needs", "later"),
        (figure(detectors=[{"detector": "trough_axe"}]), "detectors", "trough_axis"),
        (
            index(tool="low_level_jet", params={"any_direction": "yes"}),
            "params.any_direction",
            "true or false",
        ),
        (
            index(tool="surface_low_pressure", params={"search_radius_km": 10}),
            "params.search_radius_km",
            "minimum",
        ),
    ],
)
def test_a_wrong_name_or_value_is_told_with_what_there_is(
    step: dict[str, Any], field: str, words: str
) -> None:
    found, message = only(check_plan(plan(step)))
    assert found == field
    assert words in message


@pytest.mark.parametrize("value", ["default", 200.0, 200])
def test_a_number_or_the_word_that_stands_for_one_is_accepted(value: Any) -> None:
    assert check_plan(plan(index(params={"p_top": value}))) == ()


@pytest.mark.parametrize(
    ("step", "field", "words"),
    [
        (index(tool="temperature_level", level=600), "level", "500"),
        (index(region=[-100, 35, -80, 55]), "region", "outside"),
        (
            index(window={"start": "2020-01-01T00:00:00Z", "end": INSIDE}),
            "time",
            "2020-01-01T00:00:00Z",
        ),
        (figure(times=["2030-01-01T00:00:00Z"]), "time", "2030-01-01T00:00:00Z"),
    ],
)
def test_what_the_data_cannot_serve_is_reported(
    inventory: Inventory, step: dict[str, Any], field: str, words: str
) -> None:
    levels = tuple(level for level in inventory.levels_hpa if level != 600)
    found, message = only(check_plan(plan(step), _with_levels(inventory, levels)))
    assert found == field
    assert words in message
    assert check_plan(plan(step)) == ()


def _with_levels(inventory: Inventory, levels: tuple[float, ...]) -> Inventory:
    return inventory.model_copy(update={"levels_hpa": levels})


def test_a_missing_field_is_reported(inventory: Inventory) -> None:
    without = inventory.model_copy(
        update={"variables": tuple(item for item in inventory.variables if item.name != "q")}
    )
    field, message = only(check_plan(plan(index()), without))
    assert field == "tool"
    assert "needs q" in message


def test_a_region_across_the_seam_of_longitudes_overlaps(inventory: Inventory) -> None:
    assert check_plan(plan(index(region=[110 - 360, 27, 126 - 360, 35])), inventory) == ()


def test_ids_are_used_once_and_steps_run_in_order() -> None:
    problems = check_plan(
        plan(
            {"id": "m", "kind": "index_map", "tool": "pwat", "of": "a", "time": INSIDE},
            index(),
            index(),
        )
    )
    assert [(item.step, item.field) for item in problems] == [("m", "needs"), ("a", "id")]


def test_a_map_shows_the_index_that_it_names() -> None:
    shown = {"id": "m", "kind": "index_map", "tool": "cape", "of": "a", "time": INSIDE}
    field, message = only(check_plan(plan(index(), shown)))
    assert field == "of"
    assert "cape" in message


def test_every_problem_is_told_at_once(inventory: Inventory) -> None:
    wrong = plan(
        index(tool="pwatt"),
        index(id="b", reduction="maximum", level=123, needs=["zz"], params={"nothing": 1}),
        figure(id="b", times=["2030-01-01T00:00:00Z"], region=[-100, 35, -80, 55]),
    )
    with pytest.raises(ArgumentError) as caught:
        validate_plan(wrong, inventory)
    assert caught.value.code == "invalid_plan"
    problems = caught.value.data["problems"]
    assert {(item["step"], item["field"]) for item in problems} == {
        ("a", "tool"),
        ("b", "needs"),
        ("b", "reduction"),
        ("b", "params.nothing"),
        ("b", "level"),
        ("b", "id"),
        ("b", "region"),
        ("b", "time"),
    }
    assert all(item["message"] in caught.value.message for item in problems)


def wired(*wires: dict[str, Any], **changes: Any) -> dict[str, Any]:
    return {"id": "b", "kind": "index", "tool": "temperature_level", "wires": wires, **changes}


@pytest.mark.parametrize(
    ("second", "field", "words"),
    [
        (wired({"to": "level", "of": "zz"}), "needs", "zz"),
        (wired({"to": "level", "of": "a", "output": "valeu"}), "wires.0", "value, position"),
        (wired({"to": "level", "of": "a"}), "wires.0", "measure different things"),
        (wired({"to": "level", "of": "a", "output": "time"}), "wires.0", "takes a number"),
        (wired({"to": "region", "of": "a", "output": "position"}), "wires.0", "margin"),
        (wired({"to": "tool", "of": "a"}), "wires.0", "takes no tool"),
        (wired({"to": "params.nothing", "of": "a"}), "wires.0", "nothing"),
        (index(id="b", when={"of": "zz", "test": "answered"}), "needs", "zz"),
        (
            index(id="b", when={"of": "a", "test": "above", "threshold": 1, "unit": "K"}),
            "when",
            "measure different things",
        ),
        (index(id="b", when={"of": "a", "test": "there"}), "when", "no output 'there'"),
        (
            index(id="b", when={"of": "a", "output": "time", "test": "above", "threshold": 1}),
            "when",
            "looks at a number",
        ),
        (figure(id="b", times=[]), "times", "give a time"),
        ({"id": "b", "kind": "features", "tool": "vortx", "time": INSIDE}, "tool", "vortex"),
        (
            {"id": "b", "kind": "features", "tool": "vortex", "time": INSIDE, "params": {"x": 1}},
            "params.x",
            "unknown",
        ),
    ],
)
def test_a_wire_or_condition_that_does_not_fit_is_reported(
    second: dict[str, Any], field: str, words: str
) -> None:
    found, message = only(check_plan(plan(index(), second)))
    assert found == field
    assert words in message


def searched(field: Any) -> Plan:
    """A plan that searches a quantity for objects."""
    body = {"id": "b", "kind": "features", "tool": "threshold_object", "time": INSIDE}
    return plan({**body, "params": {"field": field, "threshold": 5600.0}})


@pytest.mark.parametrize(
    ("field", "words"),
    [
        ("hieght@500", "there is no quantity"),
        ("height@low", "the level after @"),
        ("temperature_2m@500", "has no levels"),
        ({"name": "temperature_2m", "level": 500}, "has no levels"),
        ({"name": "height", "levl": 500}, "no reference to a quantity"),
        (5, "no reference to a quantity"),
    ],
)
def test_a_quantity_that_is_not_there_is_reported_before_anything_runs(
    field: Any, words: str
) -> None:
    found, message = only(check_plan(searched(field)))
    assert found == "params.field"
    assert words in message


@pytest.mark.parametrize("field", ["H500", "height@500", {"name": "height", "level": 500}])
def test_a_quantity_is_written_or_a_mapping(field: Any) -> None:
    assert check_plan(searched(field)) == ()


def mapped(**changes: Any) -> dict[str, Any]:
    body = {"kind": "index", "tool": "temperature_level"}
    return {"id": "m", "kind": "map", "over": "level", "values": [850], "do": body, **changes}


@pytest.mark.parametrize(
    ("step", "place", "field", "words"),
    [
        (mapped(values=[850, "high"]), "m", "values", "'high' does not fit level"),
        (mapped(values=[850, 601]), "m_2", "level", "601"),
        (mapped(over="tool", values=["pwat", "pwatt"]), "m_2", "tool", "pwat"),
        (mapped(values=[], of="a", output="positions"), "m", "output", "it gives: times"),
        (mapped(values=[], of="a", output="times"), "m", "over", "takes a number, not a time"),
    ],
)
def test_every_item_of_a_map_is_checked(
    inventory: Inventory, step: dict[str, Any], place: str, field: str, words: str
) -> None:
    (problem,) = check_plan(plan(index(), step), inventory)
    assert (problem.step, problem.field) == (place, field)
    assert words in problem.message


def test_an_item_may_not_take_the_name_of_a_step() -> None:
    problems = check_plan(plan(index(id="m_1"), mapped()))
    assert [(item.step, item.field) for item in problems] == [("m", "id")]
