"""Whole plans: wires, conditions, maps, branches that fail, what is kept and what runs together."""

from __future__ import annotations

import pickle
from collections.abc import Callable, Iterable, Sequence
from functools import partial
from pathlib import Path
from typing import Any

import pytest

from diagnostics.catalog import FieldCache
from diagnostics.cli.files import FolderCache
from diagnostics.errors import ArgumentError, ExecutionError
from diagnostics.workflow import (
    Plan,
    StepOutcome,
    StepState,
    ToolContext,
    check_plan,
    read_plan,
    run_plan,
    with_records,
    write_plan,
)
from diagnostics.workflow import engine as engine_module

REGION = [110, 27, 126, 35]
WINDOW = {"start": "2026-07-05T00:00:00Z", "end": "2026-07-05T12:00:00Z"}
TIME = "2026-07-05T06:00:00Z"


@pytest.fixture
def context(finished_run: Any) -> ToolContext:
    return ToolContext(
        source=finished_run.source, data_digest=finished_run.source.digest(), cache=FieldCache()
    )


@pytest.fixture
def calls(monkeypatch: pytest.MonkeyPatch) -> list[str]:
    """Names of the indices that were really computed; the K index fails."""
    made: list[str] = []
    compute = engine_module.compute_index

    def counted(name: str, *args: Any, **options: Any) -> Any:
        made.append(name)
        if name == "k_index":
            raise ExecutionError("the field is gone", code="field_gone")
        return compute(name, *args, **options)

    monkeypatch.setattr(engine_module, "compute_index", counted)
    return made


def plan(context: ToolContext, *steps: dict[str, Any]) -> Plan:
    made = Plan.model_validate({"steps": steps})
    assert check_plan(made, context.source.inventory()) == ()
    return made


def index(name: str = "a", tool: str = "pwat", **changes: Any) -> dict[str, Any]:
    return {
        "id": name, "kind": "index", "tool": tool, "region": REGION, "window": WINDOW,
        "reduction": "max", **changes,
    }  # fmt: skip


def by_id(outcomes: Sequence[StepOutcome]) -> dict[str, StepOutcome]:
    return {outcome.step.id: outcome for outcome in outcomes}


@pytest.mark.slow
def test_outputs_are_wired_into_arguments(context: ToolContext) -> None:
    jet = index("jet", "low_level_jet")
    around = {
        "id": "water", "kind": "index", "tool": "pwat", "reduction": "mean",
        "wires": [
            {"to": "region", "of": "jet", "output": "position", "margin": 2},
            {"to": "window", "of": "jet", "output": "time", "margin": 6},
        ],
    }  # fmt: skip
    chart = {
        "id": "chart", "kind": "index_map", "tool": "pwat", "of": "water",
        "wires": [{"to": "time", "of": "jet", "output": "time"}],
    }  # fmt: skip
    found = by_id(run_plan(plan(context, jet, around, chart), context))
    jet_answer = found["jet"].index
    assert jet_answer is not None
    assert jet_answer.latitude is not None
    resolved = found["water"].step
    assert resolved.region.center == (jet_answer.latitude, jet_answer.longitude)
    assert (resolved.region.width, resolved.region.north - resolved.region.south) == (4.0, 4.0)
    hours = (resolved.window.end - resolved.window.start).total_seconds() / 3600
    assert hours == 12
    by_hand = plan(
        context,
        {
            "id": "b", "kind": "index", "tool": "pwat", "reduction": "mean",
            "region": resolved.region.bounds(), "window": resolved.window.model_dump(mode="json"),
        },
    )  # fmt: skip
    (direct,) = run_plan(by_hand, context)
    assert direct.record == found["water"].record
    assert found["chart"].png is not None


def test_a_number_is_converted_between_units(context: ToolContext) -> None:
    level = {"id": "p", "kind": "index", "tool": "surface_low_pressure", "region": REGION,
             "window": WINDOW}  # fmt: skip
    after = {
        "id": "t", "kind": "index", "tool": "temperature_level", "window": WINDOW,
        "wires": [{"to": "level", "of": "p"}],
    }  # fmt: skip
    found = by_id(run_plan(plan(context, level, after), context))
    assert found["p"].index is not None
    assert found["p"].index.unit == "hPa"
    assert found["t"].step.level == pytest.approx(found["p"].index.value)
    assert found["t"].state is StepState.FAILED  # no level of the data lies there


def test_a_condition_decides_whether_a_step_runs(context: ToolContext) -> None:
    wet = {"of": "a", "test": "above", "threshold": 2.0, "unit": "cm"}
    dry = {"of": "a", "test": "below", "threshold": 20.0, "unit": "mm"}
    found = by_id(
        run_plan(
            plan(
                context,
                index("a"),
                index("b", "low_level_jet", when=wet),
                index("c", "low_level_jet", when=dry),
                index("d", "low_level_jet", needs=["c"]),
            ),
            context,
        )
    )
    assert found["b"].state is StepState.ANSWERED
    assert found["c"].state is StepState.NOT_WANTED
    assert found["c"].record.error == "not run: a.value below 20 mm does not hold"
    assert found["d"].reason == "skipped: c gave nothing"


def test_a_step_may_run_because_another_failed(context: ToolContext, calls: list[str]) -> None:
    found = by_id(
        run_plan(
            plan(
                context,
                index("a", "k_index"),
                index("b", when={"of": "a", "test": "failed"}),
                index("c", when={"of": "a", "test": "answered"}),
                index("d", when={"of": "a", "test": "above", "threshold": 30}),
            ),
            context,
        )
    )
    assert found["a"].state is StepState.FAILED
    assert found["b"].state is StepState.ANSWERED
    assert found["c"].state is StepState.NOT_WANTED
    assert found["d"].state is StepState.SKIPPED
    assert calls == ["k_index", "pwat"]


def test_a_failing_branch_leaves_the_other_alone(context: ToolContext, calls: list[str]) -> None:
    found = by_id(
        run_plan(
            plan(
                context,
                index("a", "k_index"),
                index("b", needs=["a"]),
                index("c", needs=["b"]),
                index("d", "low_level_jet"),
            ),
            context,
        )
    )
    states = [found[name].state.value for name in "abcd"]
    assert states == ["failed", "skipped", "skipped", "answered"]


def test_a_map_runs_a_step_for_each_value(context: ToolContext) -> None:
    levels = {
        "id": "t", "kind": "map", "over": "level", "values": [850, 700, 500],
        "do": {"kind": "index", "tool": "temperature_level", "window": WINDOW, "region": REGION},
    }  # fmt: skip
    (outcome,) = run_plan(plan(context, levels), context)
    assert [item.step.id for item in outcome.items] == ["t_1", "t_2", "t_3"]
    values = [item.index.value for item in outcome.items if item.index]
    assert values == sorted(values, reverse=True)
    (alone,) = run_plan(
        plan(context, index("x", "temperature_level", level=700, reduction=None)), context
    )
    assert alone.record.value == values[1]


def test_a_map_over_tools(context: ToolContext) -> None:
    tools = {
        "id": "m", "kind": "map", "over": "tool", "values": ["pwat", "low_level_jet"],
        "do": {"kind": "index", "tool": "pwat", "window": WINDOW, "region": REGION},
    }  # fmt: skip
    (outcome,) = run_plan(plan(context, tools), context)
    assert [item.index.name for item in outcome.items if item.index] == ["pwat", "low_level_jet"]


def test_a_map_over_what_a_step_found(context: ToolContext) -> None:
    lows = {"id": "lows", "kind": "features", "tool": "vortex", "time": TIME}
    each = {
        "id": "near", "kind": "map", "over": "region", "of": "lows", "output": "positions",
        "margin": 3,
        "do": {"kind": "index", "tool": "pwat", "window": WINDOW, "reduction": "max"},
    }  # fmt: skip
    many = index("many", when={"of": "near", "output": "count", "test": "at_least", "threshold": 1})
    found = by_id(run_plan(plan(context, lows, each, many), context))
    features = found["lows"].features
    assert features is not None
    assert len(found["near"].items) == len(features.features) >= 1
    for item, feature in zip(found["near"].items, features.features, strict=True):
        assert item.step.region.center == pytest.approx((feature.latitude, feature.longitude))
    assert found["many"].state is StepState.ANSWERED


def test_a_failing_item_fails_alone(context: ToolContext, calls: list[str]) -> None:
    tools = {
        "id": "m", "kind": "map", "over": "tool", "values": ["k_index", "pwat"],
        "do": {"kind": "index", "tool": "pwat", "window": WINDOW, "region": REGION},
    }  # fmt: skip
    outcomes = run_plan(plan(context, tools, index("after", needs=["m"])), context)
    assert [item.state.value for item in outcomes[0].items] == ["failed", "answered"]
    assert outcomes[1].state is StepState.ANSWERED
    done = with_records(Plan.model_validate({"steps": [tools, index("after")]}), outcomes)
    assert [bool(record.error) for record in done.steps[0].records] == [True, False]
    assert read_plan(write_plan(done)) == done


class Together:
    """An executor that pickles what it is given, as other processes would, and counts."""

    def __init__(self) -> None:
        self.sizes: list[int] = []

    def map(self, function: Callable[[Any], Any], items: Sequence[Any]) -> Iterable[Any]:
        self.sizes.append(len(items))
        return [pickle.loads(pickle.dumps(function(item))) for item in items]


def test_independent_steps_run_together_with_the_same_outcome(context: ToolContext) -> None:
    steps = [
        index("a"),
        index("b", "low_level_jet"),
        index("c", "low_level_jet", reduction="mean"),
        {"id": "m", "kind": "index_map", "tool": "pwat", "of": "a", "time": TIME},
        index("d", "lapse_rate_850_500", reduction=None, needs=["a"]),
    ]
    serial = run_plan(plan(context, *steps), context)
    together = Together()
    parallel_context = ToolContext(
        source=context.source,
        data_digest=context.data_digest,
        cache=FieldCache(),
        reopen=partial(_same, context),
    )
    parallel = run_plan(plan(context, *steps), parallel_context, executor=together)
    assert together.sizes == [3, 2]
    assert [item.record for item in parallel] == [item.record for item in serial]
    assert [item.png for item in parallel] == [item.png for item in serial]


def _same(context: ToolContext) -> ToolContext:
    return context


def test_answers_are_kept_by_content(
    context: ToolContext, calls: list[str], tmp_path: Path
) -> None:
    cache = FolderCache(tmp_path)
    steps = (
        index("a"),
        {"id": "m", "kind": "index_map", "tool": "pwat", "of": "a", "time": TIME},
        index("bad", "k_index"),
    )
    first = run_plan(plan(context, *steps), context, cache=cache)
    second = run_plan(plan(context, *steps), context, cache=cache)
    assert calls == ["pwat", "k_index", "k_index"]  # failures are not kept
    assert [item.record for item in second] == [item.record for item in first]
    assert second[1].png == first[1].png
    run_plan(plan(context, *steps), context, cache=cache, again=["a"])
    assert calls[3:] == ["pwat", "k_index"]


def test_a_damaged_answer_is_made_again(
    context: ToolContext, calls: list[str], tmp_path: Path
) -> None:
    cache = FolderCache(tmp_path)
    run_plan(plan(context, index("a")), context, cache=cache)
    (kept,) = [path for path in tmp_path.rglob("*") if path.is_file()]
    kept.write_bytes(kept.read_bytes()[:-20])
    (outcome,) = run_plan(plan(context, index("a")), context, cache=cache)
    assert outcome.state is StepState.ANSWERED
    assert calls == ["pwat", "pwat"]


def test_only_what_is_asked_for_and_what_it_needs(context: ToolContext, calls: list[str]) -> None:
    steps = (
        index("a"),
        index("b", "low_level_jet"),
        {"id": "m", "kind": "index_map", "tool": "pwat", "of": "a", "time": TIME},
    )
    outcomes = run_plan(plan(context, *steps), context, only=["m"])
    assert [item.state.value for item in outcomes] == ["answered", "not_wanted", "answered"]
    assert calls == ["pwat"]
    with pytest.raises(ArgumentError) as caught:
        run_plan(plan(context, *steps), context, only=["z"])
    assert "a, b, m" in caught.value.message
