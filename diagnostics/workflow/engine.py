"""Run single steps on a source."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from datetime import datetime
from typing import TYPE_CHECKING

from diagnostics.catalog import compute_field, compute_index, get_catalog
from diagnostics.contracts.base import digest_of
from diagnostics.contracts.enums import Category
from diagnostics.contracts.evidence import FeaturesAnswer, IndexAnswer
from diagnostics.contracts.guidelines import DetectorExpectation
from diagnostics.contracts.space_time import Region, SearchPlace
from diagnostics.detection.relative_position import at_place
from diagnostics.errors import ArgumentError, DiagnosticsError
from diagnostics.figures import (
    detect_features,
    detect_figure,
    index_map_region,
    render_figure,
    render_index_map,
)
from diagnostics.figures.boundaries import NATURAL_EARTH, Boundaries
from diagnostics.figures.chart_style import ChartStyle
from diagnostics.figures.maps import reading_of, view_around, with_room
from diagnostics.figures.texts import source_line
from diagnostics.messages import Message
from diagnostics.ports import FieldSource
from diagnostics.quantities.index_tool import index_title
from diagnostics.quantities.scene_context import ALONE, SceneContext, chart_scene_context
from diagnostics.workflow.outcome import StepOutcome
from diagnostics.workflow.schema import (
    FeaturesStep,
    FigureStep,
    IndexMapStep,
    IndexStep,
    ToolStep,
)

if TYPE_CHECKING:
    from xarray import DataArray

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
    climatology = context.baseline.digest if context.baseline else ""
    shown = (earlier or {}).get(step.of) if isinstance(step, IndexMapStep) else None
    parts = _called(step, data=context.data_digest, climatology=climatology)
    parts["of"] = shown.call_key if shown else ""
    if context.boundaries.digest and isinstance(step, FigureStep | IndexMapStep):
        parts["boundaries"] = context.boundaries.digest
    return digest_of(parts)


def index_call_key(step: IndexStep, *, data: str, climatology: str) -> str:
    """Content key of a call of an index, from the digests of data and climatology alone.

    Parameters
    ----------
    step : IndexStep
    data : str
    climatology : str
        Empty without one.
    """
    return digest_of(_called(step, data=data, climatology=climatology) | {"of": ""})


def _called(step: ToolStep, *, data: str, climatology: str) -> dict[str, object]:
    arguments = step.model_dump(
        mode="json",
        exclude={"id", "needs", "when", "wires", "entry_id", "turn", "record", "of"},
    )
    return {
        "arguments": arguments,
        "version": get_catalog().tool(step.tool).spec.version,
        "data": data,
        "climatology": climatology,
    }


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
            Message(
                id="workflowerror-time_needed_among",
                params={"id": f"{step.id!r}", "times": f"{len(times)}"},
            ),
            code="time_needed",
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
        raise ArgumentError(Message(id="workflowerror-no_grid"), code="no_grid")
    return grid.region


def _run_figure(step: FigureStep, key: str, context: ToolContext) -> StepOutcome:
    region = _region_of(step, context)
    if not step.times:
        raise ArgumentError(
            Message(id="workflowerror-time_needed", params={"id": f"{step.id!r}"}),
            code="time_needed",
        )
    answers: list[FeaturesAnswer] = []
    chosen = step.times[0]
    around = chart_scene_context(context.baseline, context.cache)
    for time in step.times:
        found = _detect(step, context, region, time, around)
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
        look=ChartStyle(step.language, boundaries=context.boundaries),
        detectors=step.detectors or None,
        scene_context=around,
    )
    shown = [answer for answer in answers if answer.time == chosen]
    others = [answer for answer in answers if answer.time != chosen]
    figure = rendered.answer.model_copy(update={"features": (*shown, *others)})
    return StepOutcome(step, key, figure=figure, png=rendered.png)


def _detect(
    step: FigureStep,
    context: ToolContext,
    region: Region,
    time: datetime,
    around: SceneContext,
) -> tuple[FeaturesAnswer, ...]:
    """Run the detectors of a step at one time, each at the place that it has."""
    return detect_at(
        step.tool,
        context.source,
        time=time,
        region=region,
        level=step.level,
        detectors=step.detectors,
        places=step.places,
        scene_context=around,
    )


def detect_at(
    tool: str,
    source: FieldSource,
    *,
    time: datetime,
    region: Region,
    level: float | None = None,
    detectors: Sequence[DetectorExpectation] = (),
    places: Sequence[SearchPlace | None] = (),
    scene_context: SceneContext = ALONE,
) -> tuple[FeaturesAnswer, ...]:
    """Run the detectors that judge a chart at one time, each at its place of the event.

    Parameters
    ----------
    tool : str
        A chart's id.
    source, time, region, level
        As for :func:`detect_figure`; the region is where detectors without a place look.
    detectors : sequence of DetectorExpectation
        The chart's own where there are none.
    places : sequence of SearchPlace or None
        For each detector; none for all of them to look at the region.
    scene_context : SceneContext

    Returns
    -------
    tuple of FeaturesAnswer
        In the order of the detectors, with what stands at the place.
    """
    if not places:
        return detect_figure(
            tool,
            source,
            time=time,
            region=region,
            level=level,
            detectors=detectors or None,
            scene_context=scene_context,
        )
    grid = source.inventory().grid_at(time)
    found: list[FeaturesAnswer] = []
    for detector, place in zip(detectors, places, strict=True):
        answers = detect_figure(
            tool,
            source,
            time=time,
            region=place.region if place is not None else region,
            level=level,
            detectors=(detector,),
            scene_context=scene_context,
        )
        found += [
            at_place(item, place, grid.region if grid else None, grid.spacing_deg if grid else 1.0)
            for item in answers
        ]
    return tuple(found)


def _shown_field(
    step: IndexMapStep, target: IndexStep, shown: Region | None, context: ToolContext
) -> DataArray:
    """Compute the field behind an index over all that its map shows, or else over its region."""
    assert step.time is not None
    regions = [target.region]
    if shown is not None and shown.width < _WHOLE_TURN:
        grid = context.source.inventory().grid_at(step.time)
        spacing = grid.spacing_deg if grid is not None else 0.0
        regions.insert(0, reading_of(view_around(with_room(shown)), spacing))
    for region in regions:
        try:
            return compute_field(
                step.tool,
                context.source,
                time=step.time,
                region=region,
                level=target.level,
                mode=target.mode,
                params=target.params,
                cache=context.cache,
            )
        except DiagnosticsError as error:
            if error.ends_run or region is regions[-1]:
                raise
    raise AssertionError("the last region answers or raises")


_WHOLE_TURN = 270.0
"""Regions wider than this have no room around them."""


def _run_index_map(
    step: IndexMapStep, key: str, context: ToolContext, earlier: Mapping[str, StepOutcome]
) -> StepOutcome:
    target = earlier.get(step.of)
    if target is None or target.index is None or not isinstance(target.step, IndexStep):
        raise ArgumentError(
            Message(id="workflowerror-no_index", params={"step": f"{step.of!r}"}),
            code="invalid_plan",
        )
    if step.time is None:
        raise ArgumentError(
            Message(id="workflowerror-chart_time_needed", params={"id": f"{step.id!r}"}),
            code="time_needed",
        )
    region = step.region or target.step.region
    shown = None if region is None else index_map_region(target.index, region, step.time)
    values = _shown_field(step, target.step, shown, context)
    spec = get_catalog().tool(step.tool).spec
    inventory = context.source.inventory()
    grid = inventory.grid_at(step.time)
    rendered = render_index_map(
        target.index,
        values,
        title=index_title(step.tool, target.index.provenance.parameters),
        time=step.time,
        region=region,
        reach=grid.region if grid is not None else None,
        look=ChartStyle(step.language, boundaries=context.boundaries),
        category=spec.category or Category.DYNAMICS,
        source_title=source_line(inventory, step.time, step.language),
        attribution=inventory.attribution,
        initial_time=inventory.init_time,
    )
    return StepOutcome(step, key, figure=rendered.answer, png=rendered.png)
