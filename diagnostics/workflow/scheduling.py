"""Run a whole plan: what is ready at the same time, what is skipped, what is known already."""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterable
from dataclasses import dataclass, replace
from typing import Any

from diagnostics.catalog import get_catalog
from diagnostics.contracts.base import digest_of
from diagnostics.data_checks import GuardedSource
from diagnostics.errors import ArgumentError, DiagnosticsError
from diagnostics.fields.repair import RepairedSource
from diagnostics.messages import Listing, Message
from diagnostics.ports import Cache, Executor
from diagnostics.workflow.bindings import (
    condition_is_met,
    describe_condition,
    expand,
    read_output,
    resolve,
)
from diagnostics.workflow.engine import ToolContext, call_key, run_step
from diagnostics.workflow.outcome import StepOutcome, StepState
from diagnostics.workflow.schema import (
    MAP_LIMIT,
    AnyStep,
    IndexMapStep,
    MapStep,
    Plan,
    ToolStep,
    named_steps,
)
from diagnostics.workflow.storage import read_outcome, write_outcome

Progress = Callable[[StepOutcome, int, int], Any]


@dataclass(frozen=True)
class _Call:
    """One call for another process: everything in it can be pickled."""

    reopen: Callable[[], ToolContext]
    step: ToolStep
    shown: StepOutcome | None


def _run_call(call: _Call) -> StepOutcome:
    earlier = {call.shown.step.id: call.shown} if call.shown else {}
    return run_step(call.step, call.reopen(), earlier)


def run_plan(
    plan: Plan,
    context: ToolContext,
    *,
    executor: Executor | None = None,
    cache: Cache | None = None,
    only: Collection[str] = (),
    again: Collection[str] = (),
    progress: Progress | None = None,
) -> tuple[StepOutcome, ...]:
    """Run every step; a failed step's dependents are skipped visibly.

    Steps that do not depend on each other run together where an `executor` is given and the
    context says how to reopen the data; the outcomes are the same either way. Equal calls run
    once: outcomes are kept by content key.

    Parameters
    ----------
    plan : Plan
        Already checked with :func:`validate_plan`.
    context : ToolContext
    executor : Executor, optional
        Runs calls in other processes.
    cache : Cache, optional
        Keeps answers by content key from one run to the next; failures are not kept.
    only : collection of str, optional
        Run these steps and what they need; all by default.
    again : collection of str, optional
        Compute these steps again, and all that depends on them, without the cache.
    progress : callable, optional
        Called with each outcome, how many are done, and how many there are.

    Returns
    -------
    tuple of StepOutcome
        In the order of the plan.

    Raises
    ------
    ArgumentError
        With code ``invalid_plan`` when `only` or `again` name a step that the plan does not have.
    """
    if plan.source.refused:
        guarded = GuardedSource(context.source, plan.source.refused)
        context, executor = replace(context, source=guarded), None
    if plan.source.repairs:
        # other processes would reopen the data without the levels that were made
        repaired = RepairedSource(context.source, plan.source.repairs)
        context, executor = replace(context, source=repaired), None
    run = _Run(plan, context, executor, cache, only, again, progress)
    return run.all()


class _Run:
    """The state of one pass over a plan."""

    def __init__(
        self,
        plan: Plan,
        context: ToolContext,
        executor: Executor | None,
        cache: Cache | None,
        only: Collection[str],
        again: Collection[str],
        progress: Progress | None,
    ) -> None:
        ids = {step.id for step in plan.steps}
        for name in (*only, *again):
            if name not in ids:
                raise ArgumentError(
                    Message(
                        id="workflowerror-no_step",
                        params={"name": f"{name!r}", "ids": ", ".join(sorted(ids))},
                    ),
                    code="invalid_plan",
                )
        self.plan = plan
        self.context = context
        self.executor = executor
        self.cache = cache
        self.wanted = _with_needs(plan, only) if only else ids
        self.again = _with_dependents(plan, again)
        self.progress = progress
        self.outcomes: dict[str, StepOutcome] = {}
        self.known: dict[str, StepOutcome] = {}

    def all(self) -> tuple[StepOutcome, ...]:
        waiting = list(self.plan.steps)
        while waiting:
            ready = [step for step in waiting if self._decided(step)]
            waiting = [step for step in waiting if step not in ready]
            self._run_together(ready)
        return tuple(self.outcomes[step.id] for step in self.plan.steps)

    def _decided(self, step: AnyStep) -> bool:
        return all(name in self.outcomes for name in _looks_at(step))

    def _run_together(self, steps: Iterable[AnyStep]) -> None:
        """Run steps that do not depend on each other."""
        work: list[tuple[AnyStep, tuple[ToolStep, ...]]] = []
        for step in steps:
            outcome = self._settled(step)
            if outcome is None:
                try:
                    calls = self._calls(step)
                except DiagnosticsError as error:
                    outcome = StepOutcome(step, "", error=error)
                else:
                    work.append((step, calls))
                    continue
            self._finish(step, outcome)
        self._compute([(step.id, call) for step, calls in work for call in calls])
        for step, calls in work:
            found = tuple(self._outcome_of(call) for call in calls)
            if isinstance(step, MapStep):
                key = digest_of([item.call_key for item in found])
                self._finish(step, StepOutcome(step, key, items=found))
            else:
                self._finish(step, found[0])

    def _settled(self, step: AnyStep) -> StepOutcome | None:
        """Return the outcome of a step that does not run."""
        if step.id not in self.wanted:
            return StepOutcome(step, "", not_wanted=Message(id="workflow-not_asked_for"))
        broken = [name for name in named_steps(step) if not self._answered(name)]
        if broken:
            listed = Message(
                id="workflow-skipped_without", params={"steps": Listing(items=tuple(broken))}
            )
            return StepOutcome(step, "", skipped=listed)
        if step.when is None:
            return None
        try:
            if condition_is_met(step.when, self.outcomes[step.when.of]):
                return None
        except DiagnosticsError as error:
            said = Message(id="workflow-skipped_because", params={"reason": error.text})
            return StepOutcome(step, "", skipped=said)
        unmet = Message(
            id="workflow-condition_fails", params={"condition": describe_condition(step.when)}
        )
        return StepOutcome(step, "", not_wanted=unmet)

    def _answered(self, name: str) -> bool:
        return self.outcomes[name].state is StepState.ANSWERED

    def _calls(self, step: AnyStep) -> tuple[ToolStep, ...]:
        """Return the calls of a step, with wires resolved."""
        spec = get_catalog().tool(step.tool).spec
        if not isinstance(step, MapStep):
            return (resolve(step, self.outcomes, spec),)
        values: tuple[Any, ...] = step.values
        if step.of is not None:
            found, _ = read_output(self.outcomes[step.of], step.output or "")
            values = tuple(found)
        if not values:
            raise ArgumentError(
                Message(id="workflowerror-no_items", params={"id": f"{step.id!r}"}), code="no_items"
            )
        if len(values) > MAP_LIMIT:
            raise ArgumentError(
                Message(
                    id="workflowerror-too_many_items",
                    params={
                        "id": f"{step.id!r}",
                        "count": f"{len(values)}",
                        "limit": f"{MAP_LIMIT}",
                    },
                ),
                code="too_many_items",
            )
        return expand(step, values, self.outcomes, spec)

    def _key(self, call: ToolStep) -> str:
        return call_key(call, self.context, self.outcomes)

    def _compute(self, calls: list[tuple[str, ToolStep]]) -> None:
        """Compute what is not known yet, each call once."""
        missing: dict[str, ToolStep] = {}
        for owner, call in calls:
            key = self._key(call)
            if key in self.known or key in missing:
                continue
            kept = None if self.cache is None or owner in self.again else self.cache.get(key)
            held = None if kept is None else read_outcome(kept, call, key)
            if held is None:
                missing[key] = call
            else:
                self.known[key] = held
        for key, outcome in zip(missing, self._run(list(missing.values())), strict=True):
            self.known[key] = outcome
            if self.cache is not None and outcome.state is StepState.ANSWERED:
                self.cache.put(key, write_outcome(outcome))

    def _run(self, calls: list[ToolStep]) -> Iterable[StepOutcome]:
        reopen = self.context.reopen
        if self.executor is None or reopen is None or len(calls) < 2:
            return [run_step(call, self.context, self.outcomes) for call in calls]
        packed = [_Call(reopen, call, self._shown(call)) for call in calls]
        return self.executor.map(_run_call, packed)

    def _shown(self, call: ToolStep) -> StepOutcome | None:
        return self.outcomes.get(call.of) if isinstance(call, IndexMapStep) else None

    def _outcome_of(self, call: ToolStep) -> StepOutcome:
        return replace(self.known[self._key(call)], step=call)

    def _finish(self, step: AnyStep, outcome: StepOutcome) -> None:
        self.outcomes[step.id] = outcome
        if self.progress is not None:
            self.progress(outcome, len(self.outcomes), len(self.plan.steps))


def _looks_at(step: AnyStep) -> tuple[str, ...]:
    """Return the earlier steps that must be decided before a step."""
    asked = () if step.when is None else (step.when.of,)
    return (*named_steps(step), *asked)


def _with_needs(plan: Plan, names: Collection[str]) -> set[str]:
    wanted = set(names)
    for step in reversed(plan.steps):
        if step.id in wanted:
            wanted.update(_looks_at(step))
    return wanted


def _with_dependents(plan: Plan, names: Collection[str]) -> set[str]:
    found = set(names)
    for step in plan.steps:
        if found.intersection(_looks_at(step)):
            found.add(step.id)
    return found
