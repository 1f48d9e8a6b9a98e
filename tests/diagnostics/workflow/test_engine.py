"""Plans run in order: failures stay visible, equal calls run once, answers keep their digests."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import pytest

from diagnostics.catalog import FieldCache
from diagnostics.errors import ExecutionError
from diagnostics.workflow import (
    Plan,
    StepOutcome,
    ToolContext,
    answer_digest,
    read_plan,
    run_plan,
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


def plan(*steps: dict[str, Any]) -> Plan:
    return Plan.model_validate({"steps": steps})


def index(name: str = "a", **changes: Any) -> dict[str, Any]:
    step = {"id": name, "kind": "index", "tool": "pwat", "region": REGION, "window": WINDOW}
    return {**step, "reduction": "max", **changes}


@pytest.fixture
def calls(monkeypatch: pytest.MonkeyPatch) -> list[str]:
    """Names of the indices that were really computed."""
    made: list[str] = []
    compute = engine_module.compute_index

    def counted(name: str, *args: Any, **options: Any) -> Any:
        made.append(name)
        return compute(name, *args, **options)

    monkeypatch.setattr(engine_module, "compute_index", counted)
    return made


@pytest.fixture
def failing(monkeypatch: pytest.MonkeyPatch) -> Callable[[str], None]:
    """Make one index fail."""
    compute = engine_module.compute_index

    def fail(tool: str) -> None:
        def broken(name: str, *args: Any, **options: Any) -> Any:
            if name == tool:
                raise ExecutionError("the field is gone", code="field_gone")
            return compute(name, *args, **options)

        monkeypatch.setattr(engine_module, "compute_index", broken)

    return fail


def test_an_index_and_its_map(context: ToolContext) -> None:
    shown = {"id": "m", "kind": "index_map", "tool": "pwat", "of": "a", "time": TIME}
    first, second = run_plan(plan(index(), shown), context)
    assert first.index is not None
    assert [point.time.hour for point in first.index.series] == [0, 6, 12]
    assert first.record.value == first.index.value
    assert first.record.unit == "mm"
    assert second.png is not None
    assert second.png.startswith(b"\x89PNG")


def test_a_chart_is_drawn_at_the_first_time_that_shows_the_feature(context: ToolContext) -> None:
    step = {
        "id": "f", "kind": "figure", "tool": "thetae850_wind", "region": REGION,
        "times": ["2026-07-05T06:00:00Z", "2026-07-05T12:00:00Z"],
    }  # fmt: skip
    (outcome,) = run_plan(plan(step), context)
    assert outcome.error is None
    assert outcome.figure is not None
    assert outcome.figure.time is not None
    assert outcome.figure.features[0].time == outcome.figure.time


def test_equal_calls_run_once(context: ToolContext, calls: list[str]) -> None:
    outcomes = run_plan(plan(index("a"), index("b"), index("c", reduction="mean")), context)
    assert calls == ["pwat", "pwat"]
    assert outcomes[0].index == outcomes[1].index
    assert outcomes[0].call_key == outcomes[1].call_key != outcomes[2].call_key
    assert [outcome.step.id for outcome in outcomes] == ["a", "b", "c"]


def test_a_key_is_of_content_not_of_names(context: ToolContext) -> None:
    (one,) = run_plan(plan(index("a", turn=1, entry_id="g_x")), context)
    (other,) = run_plan(plan(index("b")), context)
    assert one.call_key == other.call_key
    elsewhere = ToolContext(source=context.source, data_digest="other data")
    (moved,) = run_plan(plan(index("a")), elsewhere)
    assert moved.call_key != one.call_key


def test_a_failed_step_ends_itself_and_what_needs_it(
    context: ToolContext, failing: Callable[[str], None]
) -> None:
    failing("pwat")
    shown = {"id": "m", "kind": "index_map", "tool": "pwat", "of": "a", "time": TIME}
    outcomes = run_plan(
        plan(
            index("a"),
            shown,
            index("b", tool="low_level_jet", needs=["m"]),
            index("c", tool="low_level_jet"),
        ),
        context,
    )
    a, m, b, c = outcomes
    assert a.error is not None
    assert a.record.error == "the field is gone"
    assert m.reason == "skipped: a gave nothing"
    assert b.reason == "skipped: m gave nothing"
    assert c.index is not None
    assert c.record.error is None


def test_progress_tells_every_step(context: ToolContext) -> None:
    reported: list[tuple[str, int, int]] = []

    def tell(outcome: StepOutcome, number: int, total: int) -> None:
        reported.append((outcome.step.id, number, total))

    run_plan(plan(index("a"), index("b")), context, progress=tell)
    assert reported == [("a", 1, 2), ("b", 2, 2)]


def test_records_survive_the_file_and_agree_with_a_second_run(context: ToolContext) -> None:
    outcomes = run_plan(plan(index("a")), context)
    steps = tuple(item.step.model_copy(update={"record": item.record}) for item in outcomes)
    again = read_plan(write_plan(Plan(steps=steps)))
    (outcome,) = run_plan(again, context)
    assert outcome.record == again.steps[0].record


def test_a_digest_leaves_the_machine_out(context: ToolContext) -> None:
    (outcome,) = run_plan(plan(index("a")), context)
    assert outcome.index is not None
    changed = outcome.index.model_copy(
        update={
            "provenance": outcome.index.provenance.model_copy(
                update={"kernel": "other", "warnings": ("slow disk",)}
            )
        }
    )
    assert answer_digest(changed) == answer_digest(outcome.index)
    other = outcome.index.model_copy(update={"value": 0.0})
    assert answer_digest(other) != answer_digest(outcome.index)


def test_an_empty_plan_gives_nothing(context: ToolContext) -> None:
    assert run_plan(Plan(), context) == ()
