"""Run single steps on a source."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from typing import TYPE_CHECKING

from diagnostics.catalog import compute_field, compute_index, get_catalog
from diagnostics.contracts.base import digest_of
from diagnostics.contracts.evidence import FeaturesAnswer, IndexAnswer
from diagnostics.contracts.space_time import Region
from diagnostics.errors import ArgumentError, DiagnosticsError
from diagnostics.figures import (
    detect_features,
    detect_figure,
    render_figure,
    render_index_map,
)
from diagnostics.figures.boundaries import NATURAL_EARTH, Boundaries
from diagnostics.figures.look import Look
from diagnostics.ports import FieldSource
from diagnostics.quantities.scene_context import chart_surroundings
from diagnostics.workflow.outcome import StepOutcome
from diagnostics.workflow.schema import (
    FeaturesStep,
    FigureStep,
    IndexMapStep,
    IndexStep,
    ToolStep,
)

if TYPE_CHECKING:
    from diagnostics.catalog import FieldCache
    from diagnostics.climatology import Climatologies


@dataclass(frozen=True)
class ToolContext:
    """What steps run on.

    `cache` shares loaded windows and derived fields between the steps of one run. `reopen`, where
    given, opens the same data in another process: an importable function with picklable
    arguments, which should keep what it opened.
    """

    source: FieldSource
    data_digest: str
    baseline: Climatologies | None = None
    boundaries: Boundaries = NATURAL_EARTH
    cache: FieldCache | None = None
    reopen: Callable[[], ToolContext] | None = None


def call_key(
    step: ToolStep, context: ToolContext, earlier: Mapping[str, StepOutcome] | None = None
) -> str:
    """Content key of a call: tool, version, arguments, data, climatology, and a chart's borders."""
    shown = (earlier or {}).get(step.of) if isinstance(step, IndexMapStep) else None
    arguments = step.model_dump(
        mode="json",
        exclude={"id", "needs", "when", "wires", "entry_id", "turn", "record", "of"},
    )
    parts = {
        "arguments": arguments,
        "version": get_catalog().tool(step.tool).spec.version,
        "data": context.data_digest,
        "climatology": context.baseline.digest if context.baseline else "",
        "of": shown.call_key if shown else "",
    }
    if context.boundaries.digest and isinstance(step, FigureStep | IndexMapStep):
        parts["boundaries"] = context.boundaries.digest
    return digest_of(parts)


def run_step(
    step: ToolStep, context: ToolContext, earlier: Mapping[str, StepOutcome] | None = None
) -> StepOutcome:
    """Run one step whose wires are resolved.

    Parameters
    ----------
    step : IndexStep, FeaturesStep, FigureStep or IndexMapStep
    context : ToolContext
    earlier : mapping
        Outcomes by step id; an index map looks up the index that it shows.

    Returns
    -------
    StepOutcome
        What the data or the arguments do not give, or a tool that failed, is part of the outcome:
        it ends the step, not the run.

    Raises
    ------
    DiagnosticsError
        When the source or the machine failed: it ends the run.
    """
    key = call_key(step, context, earlier)
    try:
        if isinstance(step, IndexStep):
            return StepOutcome(step, key, index=_run_index(step, context))
        if isinstance(step, FeaturesStep):
            return StepOutcome(step, key, features=_run_features(step, context))
        if isinstance(step, FigureStep):
            return _run_figure(step, key, context)
        return _run_index_map(step, key, context, earlier or {})
    except DiagnosticsError as error:
        if error.ends_run:
            raise
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


def _run_features(step: FeaturesStep, context: ToolContext) -> FeaturesAnswer:
    times = context.source.inventory().times
    time = step.time or (times[0] if len(times) == 1 else None)
    if time is None:
        raise ArgumentError(
            f"step {step.id!r} needs a time: the data hold {len(times)}", code="time_needed"
        )
    return detect_features(
        step.tool,
        context.source,
        time=time,
        region=step.region,
        level=step.level,
        params=step.params,
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
    if not step.times:
        raise ArgumentError(f"step {step.id!r} needs a time", code="time_needed")
    answers: list[FeaturesAnswer] = []
    chosen = step.times[0]
    around = chart_surroundings(context.baseline, context.cache)
    for time in step.times:
        found = detect_figure(
            step.tool,
            context.source,
            time=time,
            region=region,
            level=step.level,
            detectors=step.detectors or None,
            surroundings=around,
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
        look=Look(step.language, boundaries=context.boundaries),
        detectors=step.detectors or None,
        surroundings=around,
    )
    shown = [answer for answer in answers if answer.time == chosen]
    others = [answer for answer in answers if answer.time != chosen]
    figure = rendered.answer.model_copy(update={"features": (*shown, *others)})
    return StepOutcome(step, key, figure=figure, png=rendered.png)


def _run_index_map(
    step: IndexMapStep, key: str, context: ToolContext, earlier: Mapping[str, StepOutcome]
) -> StepOutcome:
    target = earlier.get(step.of)
    if target is None or target.index is None or not isinstance(target.step, IndexStep):
        raise ArgumentError(f"step {step.of!r} has no index to show", code="invalid_plan")
    if step.time is None:
        raise ArgumentError(f"step {step.id!r} needs a time", code="time_needed")
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
        look=Look(step.language, boundaries=context.boundaries),
        source_title=inventory.title or inventory.origin,
        attribution=inventory.attribution,
        initial_time=inventory.init_time,
    )
    return StepOutcome(step, key, figure=rendered.answer, png=rendered.png)
