"""The picture of a plan: every step once, lines for what is needed, the end of each as a word."""

from __future__ import annotations

from typing import Any
from xml.etree import ElementTree

import pytest

from diagnostics.contracts.enums import Language
from diagnostics.errors import ExecutionError
from diagnostics.messages import message
from diagnostics.workflow import Plan, StepOutcome, draw_plan

SVG = "{http://www.w3.org/2000/svg}"


@pytest.fixture
def plan() -> Plan:
    return Plan.model_validate(
        {
            "name": "Rain & wind <test>",
            "steps": [
                {"id": "a", "kind": "index", "tool": "pwat"},
                {"id": "b", "kind": "index", "tool": "k_index", "needs": ["a"]},
                {
                    "id": "c", "kind": "index", "tool": "cape",
                    "when": {"of": "a", "test": "above", "threshold": 30, "unit": "mm"},
                },
                {
                    "id": "d", "kind": "map", "over": "level", "values": [850, 700],
                    "do": {"kind": "index", "tool": "temperature_level"},
                },
            ],
        }
    )  # fmt: skip


def drawn(text: str) -> ElementTree.Element:
    return ElementTree.fromstring(text)


def words(root: ElementTree.Element) -> list[str]:
    return [item.text or "" for item in root.iter(f"{SVG}text")]


def frames(root: ElementTree.Element) -> list[tuple[float, float]]:
    big = [item for item in root.iter(f"{SVG}rect") if item.get("rx") == "7"]
    return [(float(item.get("x", 0)), float(item.get("y", 0))) for item in big]


def test_a_step_stands_to_the_right_of_what_it_looks_at(plan: Plan) -> None:
    root = drawn(draw_plan(plan))
    a, b, c, *stack = frames(root)
    d = stack[-1]
    assert b[0] == c[0] > a[0] == d[0]
    assert len({a, b, c, d}) == 4
    width = float(root.get("width", 0))
    assert all(x + 252 < width for x, _ in frames(root))


def test_lines_are_whole_for_needs_and_dashed_for_conditions(plan: Plan) -> None:
    paths = [item for item in drawn(draw_plan(plan)).iter(f"{SVG}path") if item.get("marker-end")]
    assert [item.get("stroke-dasharray") for item in paths] == [None, "6 4"]
    titles = [item.findtext(f"{SVG}title") for item in paths]
    assert titles == ["needs a", "when a.value above 30 mm"]


def test_names_are_text_not_markup(plan: Plan) -> None:
    assert words(drawn(draw_plan(plan)))[0] == "Rain & wind <test>"


def test_the_end_of_each_step_is_told_in_words(plan: Plan) -> None:
    failed = StepOutcome(plan.steps[0], "k", error=ExecutionError("no <humidity> is there"))
    skipped = StepOutcome(plan.steps[1], "", skipped=message("workflow-skipped_without", steps="a"))
    root = drawn(draw_plan(plan, [failed, skipped]))
    said = words(root)
    assert "failed: no <humidity> is there" in said
    assert "skipped: a gave nothing" in said
    assert {"planned", "failed", "skipped"} <= set(said)


def test_titles_in_chinese(plan: Plan) -> None:
    said = words(drawn(draw_plan(plan, language=Language.ZH)))
    assert "待运行" in said
    assert any("可降水" in word for word in said)


def test_a_long_title_stays_in_its_box(plan: Plan) -> None:
    step: dict[str, Any] = {"id": "x" * 64, "kind": "index", "tool": "pwat"}
    said = words(drawn(draw_plan(Plan.model_validate({"steps": [step]}))))
    assert any(word.endswith("…") and word.startswith("index · xxx") for word in said)


def test_an_empty_plan_is_drawn() -> None:
    assert words(drawn(draw_plan(Plan()))) == ["workflow"]


def test_the_same_plan_gives_the_same_picture(plan: Plan) -> None:
    assert draw_plan(plan) == draw_plan(plan)
