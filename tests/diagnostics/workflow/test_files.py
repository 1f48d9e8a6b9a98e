"""Plans as text: what is written reads back, what does not hold is reported whole."""

from __future__ import annotations

import json
from typing import Any

import pytest
import yaml

from diagnostics.errors import ArgumentError
from diagnostics.workflow import Plan, read_plan, write_plan

PLAN = """
name: rain
steps:
- id: water
  kind: index
  tool: pwat
  region: [110, 27, 126, 35]
  window: {start: 2026-07-05T00:00:00Z, end: 2026-07-05T12:00:00Z}
  reduction: max
  params: {definition: metpy}
- id: water_map
  kind: index_map
  tool: pwat
  of: water
  time: 2026-07-05T06:00:00Z
  language: zh
- id: chart
  kind: figure
  tool: gh500_map
  times: [2026-07-05T06:00:00Z, 2026-07-05T12:00:00Z]
  needs: [water]
  detectors: [{detector: trough_axis, params: {}}]
"""


def test_a_plan_reads_back_as_it_was_written() -> None:
    plan = read_plan(PLAN)
    assert [step.kind for step in plan.steps] == ["index", "index_map", "figure"]
    assert read_plan(write_plan(plan)) == plan
    assert write_plan(read_plan(write_plan(plan))) == write_plan(plan)


def test_unset_fields_are_not_written() -> None:
    document = yaml.safe_load(write_plan(read_plan(PLAN)))
    assert set(document["steps"][0]) == {
        "id", "kind", "tool", "region", "window", "reduction", "params",
    }  # fmt: skip
    assert document["schema_version"] == 1


def test_json_is_read_too() -> None:
    plan = read_plan(PLAN)
    assert read_plan(plan.model_dump_json()) == plan


def test_the_workflow_of_a_run_reads_back(finished_run: Any) -> None:
    text = finished_run.log.files["workflow.yaml"].decode()
    plan = read_plan(text)
    assert write_plan(plan) == text
    assert {step.kind for step in plan.steps} >= {"index", "index_map", "figure"}
    assert all(step.record is not None and step.record.digest for step in plan.steps)


@pytest.mark.parametrize(
    "text",
    [
        "",
        "- a list",
        "just text",
        "steps: [",
        "steps: {a: 1}",
        "a: !!python/object/apply:os.system ['true']",
        "steps: []\nunknown_field: 1",
        "schema_version: 99\nsteps: []",
    ],
)
def test_what_is_not_a_plan_is_a_clean_error(text: str) -> None:
    with pytest.raises(ArgumentError) as caught:
        read_plan(text)
    assert caught.value.code == "invalid_plan"


def test_every_wrong_field_is_named() -> None:
    steps = [
        {"id": "Bad Id", "kind": "index", "tool": "pwat"},
        {"id": "a", "kind": "dance", "tool": "pwat"},
        {"id": "b", "kind": "figure", "tool": "gh500_map", "times": ["noon"]},
        {"id": "c", "kind": "index", "tool": "pwat", "region": [1, 2, 3]},
        {"id": "d", "kind": "index_map", "tool": "pwat", "of": "a", "time": "2026-07-05T06:00:00"},
    ]
    with pytest.raises(ArgumentError) as caught:
        read_plan(json.dumps({"steps": steps}))
    problems = caught.value.data["problems"]
    assert len(problems) == len(steps)
    for place, problem in enumerate(problems):
        assert f"steps.{place}" in problem


def test_a_step_is_found_by_id() -> None:
    plan = read_plan(PLAN)
    assert plan.step("chart").tool == "gh500_map"
    with pytest.raises(KeyError):
        plan.step("nothing")


def test_an_empty_plan_is_a_plan() -> None:
    assert read_plan("steps: []") == Plan()
