"""The chart of the event itself, drawn before any factor is tested."""

from __future__ import annotations

from datetime import timedelta
from functools import partial
from typing import TYPE_CHECKING, cast

from diagnostics.contracts import events as ev
from diagnostics.contracts.detection import Classification
from diagnostics.contracts.enums import EventType, Firing, Modality, Role
from diagnostics.contracts.evidence import ArtifactRef, EvidenceItem
from diagnostics.contracts.space_time import TimeWindow
from diagnostics.detection.events import preset_of
from diagnostics.errors import DiagnosticsError
from diagnostics.figures.amount_classes import NATIONAL, criterion_window
from diagnostics.figures.chart_style import ChartStyle
from diagnostics.figures.compose import RenderedFigure
from diagnostics.figures.event_map import AMOUNTS, EVENT_MAP, EventMapCall, render_event_map
from diagnostics.figures.event_series import (
    EVENT_SERIES,
    EventSeriesCall,
    render_event_series,
)
from diagnostics.guidelines.examined import distance_of
from diagnostics.loop.conclusion import occurrence_of
from diagnostics.loop.state import Chart
from diagnostics.reporting.report_inputs import EVENT_CHART, EVENT_SERIES_CHART, is_event_chart

if TYPE_CHECKING:
    from diagnostics.loop.run import Run

PNG = "image/png"


def show_event(run: Run, classification: Classification) -> None:
    """Draw what happened, whether or not a criterion is met, and record it.

    Where the statement is about one type, that type is shown, or the nearest to its limit of which
    the data hold something. Where it is about all, each kind of weather is: amounts, wind and
    temperature. Data that hold nothing of any type have no such chart. Rain and snow have their
    course at the peak as well.
    """
    first = occurrence_of(classification, run.state).event
    _show_maps(run, classification, first)
    if first in AMOUNTS:
        _show_course(run, classification, first)


def _show_maps(run: Run, classification: Classification, first: EventType | None) -> None:
    drawn = {_kind_of(chart) for chart in run.state.charts if is_event_chart(chart.evidence_id)}
    for event in _order(classification, first):
        if drawn and first is not None:
            return
        if _KINDS[event] not in drawn and _draw(run, classification, event, len(drawn) + 1):
            drawn.add(_KINDS[event])


_KINDS = {
    EventType.RAINSTORM: "amount",
    EventType.SNOWSTORM: "amount",
    EventType.GALE: "wind",
    EventType.HEAT_WAVE: "temperature",
    EventType.COLD_WAVE: "temperature",
}


def _kind_of(chart: Chart) -> str:
    """The kind of weather that a chart of this module shows."""
    (event,) = cast(list[str], chart.answer.specification["events"])
    return _KINDS[EventType(event)]


def _draw(run: Run, classification: Classification, event: EventType, number: int) -> bool:
    """Draw one type and record it; False where the data hold nothing of it."""
    look = ChartStyle(run.request.language, boundaries=run.ports.boundaries)
    suffix = f"_{number}" if number > 1 else ""
    call = _call(classification, event, run)
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


def _show_course(run: Run, classification: Classification, event: EventType) -> None:
    """Draw the course of rain or snow at its peak, and record it, once."""
    known = _peak_of(classification, event)
    if known is None or run.state.chart_of(EVENT_SERIES_CHART) is not None:
        return
    latitude, longitude, peak, spell = known
    metrics = classification.assessment(event).metrics
    window = criterion_window(
        event,
        (peak.end - peak.start) / timedelta(hours=1),
        preset=run.preset,
        limit=metrics.threshold_effective if metrics is not None else None,
        national=preset_of(run.release.presets, NATIONAL),
    )
    look = ChartStyle(run.request.language, boundaries=run.ports.boundaries)
    call = EventSeriesCall(
        event, latitude, longitude, run.window, spell, peak, window.hours, window.grades[0].value,
        run.preset,
    )  # fmt: skip
    try:
        drawn = render_event_series(run.source, call, look=look)
    except DiagnosticsError as error:
        if error.ends_run:
            raise
        return
    if drawn is not None:
        key = call.key(run.state.data_digest, look)
        record_chart(run, EVENT_SERIES_CHART, f"figures/{EVENT_SERIES}.png", key, drawn)


def record_chart(
    run: Run, evidence_id: str, name: str, call_key: str, drawn: RenderedFigure
) -> None:
    """Keep a chart that belongs to no factor, and record it as evidence without a verdict."""
    picture = run.ports.artifacts.put(name, drawn.png, PNG)
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
    run.ports.evidence.put(evidence_of(chart))


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


def _call(classification: Classification, event: EventType, run: Run) -> EventMapCall:
    """What to draw of a type: of rain and snow the amount that the criterion was tested with."""
    assessment = classification.assessment(event)
    metrics = assessment.metrics
    item = classification.object_of(event)
    limit = metrics.threshold_effective if metrics is not None else None
    call = partial(
        EventMapCall,
        event,
        run.request.region,
        preset=run.preset,
        national=preset_of(run.release.presets, NATIONAL),
    )
    if event in AMOUNTS:
        known = _peak_of(classification, event)
        if known is not None:
            peak_hours = known[2]
            moment = metrics.peak_time if metrics is not None else peak_hours.end
            return call(peak_hours, moment, limit)
    elif item is not None:
        spell = TimeWindow(start=item.onset, end=item.end)
        return call(spell, item.peak_time)
    elif assessment.firing is Firing.FIRED and metrics and metrics.onset and metrics.end:
        spell = TimeWindow(start=metrics.onset, end=metrics.end)
        return call(spell, metrics.peak_time)
    peak = metrics.peak_time if metrics is not None else None
    return call(run.window, peak, limit)


def _peak_of(
    classification: Classification, event: EventType
) -> tuple[float, float, TimeWindow, TimeWindow] | None:
    """Place and hours of the largest amount of a type, and from when to when it is met."""
    assessment, item = classification.assessment(event), classification.object_of(event)
    metrics, measured = assessment.metrics, assessment.measured
    if metrics is not None:
        latitude, longitude = metrics.peak_latitude, metrics.peak_longitude
        until, hours = metrics.peak_until, metrics.peak_hours
    elif measured is not None:
        latitude, longitude = measured.latitude, measured.longitude
        until, hours = measured.time, measured.hours
    else:
        return None
    if latitude is None or longitude is None or until is None or hours is None:
        return None
    peak = TimeWindow(start=until - timedelta(hours=hours), end=until)
    spell = TimeWindow(start=item.onset, end=item.end) if item is not None else peak
    return latitude, longitude, peak, spell
