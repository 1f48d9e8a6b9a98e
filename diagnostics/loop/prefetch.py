"""Work ahead: the factors of a turn, computed and drawn elsewhere before their turn comes.

A draft is what the loop itself would get from the same call, found by the call's content key, so
that nothing in the log tells whether there was one. A draft that was not begun, failed or takes
too long costs time only: the loop then does the work itself.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass, replace
from typing import TYPE_CHECKING

from pydantic import Field

from diagnostics.agents.expert.operators import ExpertCodeExecutor, ExpertPlotter
from diagnostics.contracts.base import Contract, is_empty
from diagnostics.contracts.checking import CheckFinding
from diagnostics.contracts.enums import Ablation, EventType, Modality, Verdict
from diagnostics.contracts.guidelines import GuidelineEntry, ReleasedPreset
from diagnostics.contracts.request import DiagnosisRequest
from diagnostics.contracts.roles import LevelRepair
from diagnostics.contracts.space_time import TimeWindow
from diagnostics.data_checks import GuardedSource
from diagnostics.errors import DiagnosticsError
from diagnostics.fields.repair import RepairedSource
from diagnostics.guidelines import judge_index
from diagnostics.loop.open_run import usable_source
from diagnostics.loop.plan_steps import figure_step, index_step, map_step
from diagnostics.loop.run_context import RunContext
from diagnostics.loop.search_area import chart_places, first_region, index_place
from diagnostics.ports import Executor, PendingResult
from diagnostics.workflow import (
    FigureStep,
    IndexMapStep,
    IndexStep,
    StepOutcome,
    StepState,
    ToolContext,
    call_key,
    run_step,
)
from diagnostics.workflow.schema import ToolStep

if TYPE_CHECKING:
    from diagnostics.agents import CaseView


class FactorWork(Contract):
    """One factor: the step that the expert policy would take, and what its judgement needs."""

    request: DiagnosisRequest
    repairs: tuple[LevelRepair, ...]
    refused: tuple[CheckFinding, ...] = ()
    call_key: str
    step: IndexStep | FigureStep = Field(discriminator="kind")
    entry: GuidelineEntry
    period: TimeWindow
    located: bool
    latitude: float
    presets: tuple[ReleasedPreset, ...] = Field(
        default=(), description="those of the release", exclude_if=is_empty
    )


@dataclass(frozen=True)
class PrefetchTask:
    """A factor for another process, with the function that opens the run's data there."""

    reopen: Callable[[], ToolContext]
    work: FactorWork


def prefetch_factor(draft: PrefetchTask) -> tuple[StepOutcome, ...]:
    """Compute an index and the map that would illustrate it, or draw a chart.

    Returns
    -------
    tuple of StepOutcome
        What was answered; empty where the data are not those of the run, or cannot be read: the
        loop then meets the same trouble itself.
    """
    try:
        return _draft(draft)
    except DiagnosticsError:
        return ()


def _draft(draft: PrefetchTask) -> tuple[StepOutcome, ...]:
    work = draft.work
    context = _context(draft.reopen(), work)
    if call_key(work.step, context) != work.call_key:
        return ()
    first = run_step(work.step, context)
    if first.state is not StepState.ANSWERED:
        return ()
    shown = _map_of(work, first)
    if shown is None:
        return (first,)
    second = run_step(shown, context, {work.step.id: first})
    return (first, second) if second.state is StepState.ANSWERED else (first,)


def _context(context: ToolContext, work: FactorWork) -> ToolContext:
    source = usable_source(work.request, context.source, work.presets)
    digest = source.digest()
    if work.refused:
        source = GuardedSource(source, work.refused)
    if work.repairs:
        source = RepairedSource(source, work.repairs)
    ablated = Ablation.CLIMATOLOGY in work.request.options.without
    baseline = None if ablated else context.baseline
    return replace(context, source=source, data_digest=digest, baseline=baseline)


def _map_of(work: FactorWork, outcome: StepOutcome) -> IndexMapStep | None:
    if not isinstance(work.step, IndexStep) or outcome.index is None:
        return None
    rule = judge_index(
        work.entry,
        outcome.index,
        period=work.period,
        latitude=work.latitude,
        located=work.located,
    )
    if rule.verdict is not Verdict.CONFIRMED:
        return None
    return map_step(work.step, rule, work.request)


class Prefetcher:
    """The drafts of one run, until their factors' turns come.

    Parameters
    ----------
    executor : Executor
    reopen : callable, optional
        Opens the run's data in another process; without it nothing is done ahead.
    """

    def __init__(self, executor: Executor, reopen: Callable[[], ToolContext] | None) -> None:
        self._executor = executor
        self._reopen = reopen
        self._underway: dict[str, PendingResult[tuple[StepOutcome, ...]]] = {}
        self._ready: dict[str, StepOutcome] = {}

    def begin(self, run: RunContext, event: EventType, entries: Sequence[str]) -> None:
        """Have all factors (ids of entries) but the first begun elsewhere, the last one first.

        The loop itself starts with the first factor and works towards the others.
        """
        if self._reopen is None or len(entries) < 2:
            return
        view = run.view(event)
        number = int(run.state.next_evidence_id()[1:])
        for place in reversed(range(1, len(entries))):
            entry = run.release.entry(entries[place])
            work = _work(run, view, entry, f"e{number + place:02d}")
            underway = self._executor.submit(prefetch_factor, PrefetchTask(self._reopen, work))
            if underway is None:
                return
            self._underway[work.call_key] = underway

    def take(self, step: ToolStep, key: str) -> StepOutcome | None:
        """Return the outcome of a call that was made ahead; None where there is none."""
        underway = self._underway.pop(key, None)
        for outcome in (underway.take() or ()) if underway is not None else ():
            self._ready[outcome.call_key] = outcome
        found = self._ready.pop(key, None)
        return None if found is None else replace(found, step=step)

    def drop(self) -> None:
        """Let go of everything that nobody will ask for."""
        for underway in self._underway.values():
            underway.drop()
        self._underway.clear()
        self._ready.clear()


def _work(run: RunContext, view: CaseView, entry: GuidelineEntry, evidence_id: str) -> FactorWork:
    request, turn = run.request, run.state.turn
    step: IndexStep | FigureStep
    if entry.modality is Modality.INDEX:
        index_call = ExpertCodeExecutor().call(view, entry).output
        place = index_place(run, view, entry)
        region = first_region(run, view, place)
        step = index_step(evidence_id, turn, index_call, region, run.window)
    else:
        chart_call = ExpertPlotter().chart(view, entry).output
        places = chart_places(run, view, entry, chart_call)
        step = figure_step(
            evidence_id, turn, chart_call, entry, request.region, request.language, places
        )
    return FactorWork(
        request=request,
        repairs=run.repairs,
        refused=run.refused,
        call_key=call_key(step, run.context),
        step=step,
        entry=entry,
        period=view.counts_in(entry.where),
        located=view.located(entry.where),
        latitude=view.profile.latitude,
        presets=run.release.presets,
    )
