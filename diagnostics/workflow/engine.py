"""Run plans and single steps on a source: serial, cached by content, with provenance."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Any

from diagnostics.catalog import compute_field, compute_index, get_catalog
from diagnostics.contracts.base import Contract, digest_of
from diagnostics.contracts.evidence import FeaturesAnswer, FigureAnswer, IndexAnswer
from diagnostics.contracts.space_time import Region
from diagnostics.errors import ArgumentError, DiagnosticsError
from diagnostics.figures import detect_figure, render_figure, render_index_map
from diagnostics.ports import FieldSource
from diagnostics.workflow.schema import FigureStep, IndexMapStep, IndexStep, Plan, StepRecord

if TYPE_CHECKING:
    from diagnostics.catalog import FieldCache
    from diagnostics.climatology import Baseline

AnyStep = IndexStep | FigureStep | IndexMapStep
_MACHINE = {"kernel", "warnings", "catalogue_digest"}
_NOT_IN_DIGEST: dict[str, Any] = {
    "provenance": _MACHINE,
    "features": {"__all__": {"provenance": _MACHINE}},
    "path": True,
    "check": True,
}


@dataclass(frozen=True)
class ToolContext:
    """What steps run on.

    `cache` shares loaded windows and derived fields between the steps of one run.
    """

    source: FieldSource
    data_digest: str
    baseline: Baseline | None = None
    cache: FieldCache | None = None


@dataclass(frozen=True)
class StepOutcome:
    """What one step gave: an index or a figure, or the error that stopped it."""

    step: AnyStep
    call_key: str
    index: IndexAnswer | None = None
    figure: FigureAnswer | None = None
    png: bytes | None = field(default=None, repr=False)
    error: DiagnosticsError | None = None
    skipped: str | None = None

    @property
    def record(self) -> StepRecord:
        """The provenance that is written back into the plan."""
        answer: Contract | None = self.index or self.figure
        if answer is None:
            reason = self.skipped or (self.error.message if self.error else "no answer")
            return StepRecord(call_key=self.call_key, digest="", error=reason)
        digest = answer_digest(answer)
        if self.index is None:
            return StepRecord(call_key=self.call_key, digest=digest)
        return StepRecord(
            call_key=self.call_key,
            digest=digest,
            status=self.index.status,
            value=self.index.value,
            unit=self.index.unit,
        )


def answer_digest(answer: Contract) -> str:
    """Digest of an answer without what may differ where the result is the same.

    That is the kernel, its warnings, the path, and the digest of the whole catalogue: a tool that
    was added elsewhere changes no answer, and a changed tool has another version.
    """
    return digest_of(answer.model_dump(mode="json", exclude=_NOT_IN_DIGEST))


def call_key(
    step: AnyStep, context: ToolContext, earlier: dict[str, StepOutcome] | None = None
) -> str:
    """Content key of a call: tool and version, arguments, data and climatology."""
    shown = (earlier or {}).get(step.of) if isinstance(step, IndexMapStep) else None
    arguments = step.model_dump(
        mode="json", exclude={"id", "needs", "entry_id", "turn", "record", "of"}
    )
    return digest_of(
        {
            "arguments": arguments,
            "version": get_catalog().tool(step.tool).spec.version,
            "data": context.data_digest,
            "climatology": context.baseline.digest if context.baseline else "",
            "of": shown.call_key if shown else "",
        }
    )


def run_step(
    step: AnyStep, context: ToolContext, earlier: dict[str, StepOutcome] | None = None
) -> StepOutcome:
    """Run one step.

    Parameters
    ----------
    step : IndexStep, FigureStep or IndexMapStep
    context : ToolContext
    earlier : dict
        Outcomes by step id; an index map looks up the index that it shows.

    Returns
    -------
    StepOutcome
        A domain error is part of the outcome: it ends the step, not the run.
    """
    key = call_key(step, context, earlier)
    try:
        if isinstance(step, IndexStep):
            return StepOutcome(step, key, index=_run_index(step, context))
        if isinstance(step, FigureStep):
            return _run_figure(step, key, context)
        return _run_index_map(step, key, context, earlier or {})
    except DiagnosticsError as error:
        return StepOutcome(step, key, error=error)


def _run_index(step: IndexStep, context: ToolContext) -> IndexAnswer:
    return compute_index(
        step.tool,
        context.source,
        time=step.window,
        region=step.region,
        level=step.level,
        mode=step.mode,
        reduction=step.reduction,
        params=step.params,
        baseline=context.baseline,
        cache=context.cache,
    )


def _region_of(step: FigureStep, context: ToolContext) -> Region:
    """Return the step's region, or the whole grid where it names none."""
    if step.region is not None:
        return step.region
    grid = context.source.inventory().grid
    if grid is None:
        raise ArgumentError("the data have no grid: the step needs a region", code="no_grid")
    return grid.region


def _run_figure(step: FigureStep, key: str, context: ToolContext) -> StepOutcome:
    region = _region_of(step, context)
    answers: list[FeaturesAnswer] = []
    chosen = step.times[0]
    for time in step.times:
        found = detect_figure(
            step.tool,
            context.source,
            time=time,
            region=region,
            level=step.level,
            detectors=step.detectors or None,
        )
        answers.extend(found)
        if any(answer.passed for answer in found):
            chosen = time
            break
    rendered = render_figure(
        step.tool,
        context.source,
        time=chosen,
        region=region,
        level=step.level,
        language=step.language,
        detectors=step.detectors or None,
    )
    shown = [answer for answer in answers if answer.time == chosen]
    others = [answer for answer in answers if answer.time != chosen]
    figure = rendered.answer.model_copy(update={"features": (*shown, *others)})
    return StepOutcome(step, key, figure=figure, png=rendered.png)


def _run_index_map(
    step: IndexMapStep, key: str, context: ToolContext, earlier: dict[str, StepOutcome]
) -> StepOutcome:
    target = earlier.get(step.of)
    if target is None or target.index is None or not isinstance(target.step, IndexStep):
        raise ArgumentError(f"step {step.of!r} has no index to show", code="invalid_plan")
    values = compute_field(
        step.tool,
        context.source,
        time=step.time,
        region=target.step.region,
        level=target.step.level,
        mode=target.step.mode,
        params=target.step.params,
        cache=context.cache,
    )
    spec = get_catalog().tool(step.tool).spec
    inventory = context.source.inventory()
    rendered = render_index_map(
        target.index,
        values,
        title_en=spec.title_en,
        title_zh=spec.title_zh,
        time=step.time,
        region=target.step.region,
        language=step.language,
        source_title=inventory.title or inventory.origin,
        attribution=inventory.attribution,
        initial_time=inventory.init_time,
    )
    return StepOutcome(step, key, figure=rendered.answer, png=rendered.png)


def run_plan(
    plan: Plan,
    context: ToolContext,
    *,
    progress: Callable[[StepOutcome, int, int], Any] | None = None,
) -> tuple[StepOutcome, ...]:
    """Run every step in order; a failed step's dependents are skipped visibly.

    Equal calls run once: outcomes are kept by content key.
    """
    outcomes: dict[str, StepOutcome] = {}
    by_key: dict[str, StepOutcome] = {}
    for number, step in enumerate(plan.steps, start=1):
        broken = [name for name in _needs(step) if not _has_answer(outcomes.get(name))]
        key = call_key(step, context, outcomes)
        if broken:
            outcome = StepOutcome(step, key, skipped=f"skipped: {', '.join(broken)} gave nothing")
        elif key in by_key:
            known = by_key[key]
            outcome = StepOutcome(step, key, known.index, known.figure, known.png, known.error)
        else:
            outcome = run_step(step, context, outcomes)
            by_key[key] = outcome
        outcomes[step.id] = outcome
        if progress is not None:
            progress(outcome, number, len(plan.steps))
    return tuple(outcomes.values())


def _needs(step: AnyStep) -> Iterable[str]:
    yield from step.needs
    if isinstance(step, IndexMapStep):
        yield step.of


def _has_answer(outcome: StepOutcome | None) -> bool:
    return outcome is not None and (outcome.index is not None or outcome.figure is not None)
