"""The chart of the event itself, drawn before any factor is tested."""

from __future__ import annotations

from datetime import datetime
from typing import TYPE_CHECKING, cast

from diagnostics.contracts import events as ev
from diagnostics.contracts.detection import Classification
from diagnostics.contracts.enums import EventType, Firing, Modality, Role
from diagnostics.contracts.evidence import ArtifactRef, EvidenceItem
from diagnostics.contracts.space_time import TimeWindow
from diagnostics.detection.events.definition import Kind
from diagnostics.detection.events.registry import REGISTRY
from diagnostics.errors import DiagnosticsError
from diagnostics.figures.chart_style import ChartStyle
from diagnostics.figures.compose import RenderedFigure
from diagnostics.figures.event_map import EVENT_MAP, EventMapCall, render_event_map
from diagnostics.loop.conclusion import distance_of, occurrence_of
from diagnostics.loop.state import Chart
from diagnostics.reporting.report_inputs import EVENT_CHART, is_event_chart

if TYPE_CHECKING:
    from diagnostics.loop.run import Run

PNG = "image/png"


def show_event(run: Run, classification: Classification) -> None:
    """Draw what happened, whether or not a criterion is met, and record it.

    Where the statement is about one type, that type is shown, or the nearest to its limit of which
    the data hold something. Where it is about all, each kind of weather is: amounts, wind and
    temperature. Data that hold nothing of any type have no such chart.
    """
    first = occurrence_of(classification, run.state).event
    drawn = {_kind_of(chart) for chart in run.state.charts if is_event_chart(chart.evidence_id)}
    for event in _order(classification, first):
        if drawn and first is not None:
            return
        kind = REGISTRY[event].kind
        if kind not in drawn and _draw(run, classification, event, len(drawn) + 1):
            drawn.add(kind)


def _kind_of(chart: Chart) -> Kind:
    """The kind of weather that a chart of this module shows."""
    (event,) = cast(list[str], chart.answer.specification["events"])
    return REGISTRY[EventType(event)].kind


def _draw(run: Run, classification: Classification, event: EventType, number: int) -> bool:
    """Draw one type and record it; False where the data hold nothing of it."""
    look = ChartStyle(run.request.language, boundaries=run.ports.boundaries)
    suffix = f"_{number}" if number > 1 else ""
    spell, peak = _when(classification, event, run)
    call = EventMapCall(event, run.request.region, spell, peak, run.request.timezone)
    try:
        drawn = render_event_map(run.source, call, look=look)
    except DiagnosticsError as error:
        if error.ends_run:
            raise
        return False
    if drawn is None:
        return False
    key = call.key(run.state.data_digest, look)
    record_chart(run, f"{EVENT_CHART}{suffix}", f"figures/{EVENT_MAP}{suffix}.png", key, drawn)
    return True


def record_chart(
    run: Run, evidence_id: str, name: str, call_key: str, drawn: RenderedFigure
) -> None:
    """Keep a chart that belongs to no factor, and record it as evidence without a verdict."""
    picture = run.keep(name, drawn.png, PNG)
    run.say(
        ev.FigureRendered(
            turn=0,
            evidence_id=evidence_id,
            entry_id=None,
            call_key=call_key,
            artifact=picture.name,
            sha256=picture.sha256,
            size=picture.size,
            answer=drawn.answer.model_copy(update={"path": picture.name}),
        )
    )
    chart = run.state.chart_of(evidence_id)
    assert chart is not None
    run.keep_evidence(evidence_of(chart))


def evidence_of(chart: Chart) -> EvidenceItem:
    """Return the evidence that the event's chart is: what was measured, without a verdict."""
    picture = ArtifactRef(name=chart.artifact, sha256=chart.sha256, media_type=PNG, size=chart.size)
    return EvidenceItem(
        id=chart.evidence_id,
        call_key=chart.call_key,
        modality=Modality.FIGURE,
        figure=chart.answer,
        role=Role.PLOTTER,
        artifacts=(picture,),
    )


def _order(classification: Classification, first: EventType | None) -> list[EventType]:
    """The types, the one that the statement is about first."""
    cold = EventType.COLD_WAVE if _is_cold(classification) else None
    ranked = sorted(
        classification.assessments,
        key=lambda item: (distance_of(item), item.event is cold),
        reverse=True,
    )
    rest = [item.event for item in ranked if item.event is not first]
    return rest if first is None else [first, *rest]


WARM_DEG = 25.0
"""A highest temperature below this says less than the lowest one."""


def _is_cold(classification: Classification) -> bool:
    """Whether the lowest temperature is worth showing rather than the highest."""
    measured = classification.assessment(EventType.HEAT_WAVE).measured
    return measured is not None and measured.unit == "degC" and measured.value < WARM_DEG


def _when(
    classification: Classification, event: EventType, run: Run
) -> tuple[TimeWindow, datetime | None]:
    """The spell of an event and the time of its peak; the period where no event was found."""
    assessment = classification.assessment(event)
    for item in assessment.objects:
        if item.id == classification.chosen:
            return TimeWindow(start=item.onset, end=item.end), item.peak_time
    metrics = assessment.metrics
    met = assessment.firing is Firing.FIRED and metrics is not None
    if met and metrics is not None and metrics.onset is not None and metrics.end is not None:
        return TimeWindow(start=metrics.onset, end=metrics.end), metrics.peak_time
    return run.window, metrics.peak_time if metrics is not None else None
