"""Factors computed and drawn ahead: the log and the files are those of a run that went alone."""

from __future__ import annotations

from collections import Counter, defaultdict
from collections.abc import Callable
from dataclasses import dataclass, field
from typing import Any

import pytest

from diagnostics.contracts.enums import Ablation
from diagnostics.contracts.request import LoopOptions
from diagnostics.contracts.roles import LevelRepair
from diagnostics.fields.memory import MemorySource
from diagnostics.loop import diagnose, fold
from diagnostics.loop.prefetch import FactorWork, PrefetchTask, prefetch_factor
from diagnostics.workflow import ToolContext
from tests.diagnostics.presets import presets_with

pytestmark = pytest.mark.usefixtures("steps_once")  # drafts are drawn each time, runs are not


@dataclass
class Ahead:
    """An executor that does the work at once, as far as `does` allows, and notes what came."""

    does: Callable[[PrefetchTask], bool] = lambda _: True
    handed: list[PrefetchTask] = field(default_factory=list)
    made: list[Any] = field(default_factory=list)
    taken: int = 0
    dropped: int = 0

    def submit(self, function: Any, item: PrefetchTask) -> Any:
        self.handed.append(item)
        self.made.append(function(item) if self.does(item) else None)
        return Done(self, self.made[-1])

    def map(self, function: Any, items: Any) -> Any:
        return map(function, items)


@dataclass
class Done:
    ahead: Ahead
    result: Any

    def take(self) -> Any:
        self.ahead.taken += self.result is not None
        return self.result

    def drop(self) -> None:
        self.ahead.dropped += 1


def reopening(source: Any) -> Callable[[], ToolContext]:
    return lambda: ToolContext(source, source.digest())


@pytest.fixture(scope="module")
def run_with(finished_run, make_log, make_ports):
    """Return a function that repeats the finished run with an executor."""

    def run(ahead: Ahead, source: Any = None, **changes: Any) -> Any:
        source = source or finished_run.source
        log = make_log()
        ports = make_ports(finished_run.source, log, executor=ahead, reopen=reopening(source))
        request = finished_run.request.model_copy(update=changes)
        assert diagnose(request, ports).status == "finished"
        return log

    return run


@pytest.fixture(scope="module")
def drafted(run_with, shared_outcomes):
    """The finished run again, with everything drafted that can be, and its log."""
    ahead = Ahead()
    with pytest.MonkeyPatch.context() as patch:
        shared_outcomes(patch)
        return ahead, run_with(ahead)


def same(log: Any, finished_run: Any) -> bool:
    bodies = [event.body for event in log.events]
    return (
        bodies == [event.body for event in finished_run.log.events]
        and log.files == finished_run.log.files
        and list(log.evidence) == list(finished_run.log.evidence)
    )


@pytest.mark.slow
def test_drafts_leave_the_same_log_and_files(finished_run, drafted):
    ahead, log = drafted
    assert same(log, finished_run)
    tested = Counter(item.turn for item in fold(log.events).evidence)
    handed = defaultdict(list)
    for draft in ahead.handed:
        handed[draft.work.step.turn].append(draft.work.step.id)
    # the first factor of a round is tested at once
    assert {turn: len(steps) for turn, steps in handed.items()} == {
        turn: count - 1 for turn, count in tested.items() if count > 1
    }
    assert ahead.taken == len(ahead.handed)
    # the last factor of a round first: the loop comes from the other end
    assert all(steps == sorted(steps, reverse=True) for steps in handed.values())


def test_a_draft_brings_the_map_of_a_confirmed_index(drafted):
    ahead, _ = drafted
    kinds = {tuple(outcome.step.kind for outcome in outcomes) for outcomes in ahead.made}
    assert ("index", "index_map") in kinds


@pytest.mark.slow
def test_lost_and_foreign_drafts_cost_nothing_but_time(finished_run, sample, run_with):
    half = Ahead(does=lambda draft: draft.work.step.kind == "figure")
    assert same(run_with(half), finished_run)
    assert half.taken < len(half.handed)
    other = MemorySource(sample("heat_wave"), title="other data")
    foreign = Ahead()
    assert same(run_with(foreign, other), finished_run)
    assert {prefetch_factor(draft) for draft in foreign.handed} == {()}


def test_work_travels_as_a_document(drafted):
    ahead, _ = drafted
    for draft in ahead.handed:
        assert FactorWork.model_validate_json(draft.work.model_dump_json()) == draft.work
        assert "presets" not in draft.work.model_dump(mode="json")
        own = draft.work.model_copy(update={"presets": presets_with({"days.boundary_hour": 8})})
        assert FactorWork.model_validate_json(own.model_dump_json()) == own


@pytest.mark.slow
def test_a_draft_sees_the_data_as_the_run_does(finished_run, run_with):
    """Ablated climatology and levels made from their neighbours are part of the key."""
    ahead = Ahead()
    without = LoopOptions(without=(Ablation.CLIMATOLOGY,))
    run_with(ahead, options=without)
    assert all(draft.work.request.options == without for draft in ahead.handed)
    assert ahead.taken == len(ahead.handed)
    work = ahead.handed[0].work
    repair = LevelRepair(level_hpa=600, below_hpa=700, above_hpa=500, fields=("t",))
    repaired = PrefetchTask(ahead.handed[0].reopen, work.model_copy(update={"repairs": (repair,)}))
    assert [item.answer for item in prefetch_factor(repaired)] == [
        item.answer for item in prefetch_factor(ahead.handed[0])
    ]


def test_a_stopped_run_lets_go_of_its_drafts(finished_run, make_log, make_ports):
    source = finished_run.source
    log = make_log(stop_after=16)
    ahead = Ahead(does=lambda _: False)
    ports = make_ports(source, log, executor=ahead, reopen=reopening(source))
    with pytest.raises(log.killed):
        diagnose(finished_run.request, ports)
    assert ahead.dropped == len(ahead.handed) > 0
