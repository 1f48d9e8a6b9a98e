"""The synoptic situation, looked for and drawn once after the classification."""

from __future__ import annotations

from datetime import datetime, timedelta
from typing import TYPE_CHECKING

from diagnostics.contracts import events as ev
from diagnostics.contracts.detection import Classification
from diagnostics.contracts.enums import EventType
from diagnostics.contracts.space_time import Region
from diagnostics.contracts.systems import SynopticSystems
from diagnostics.detection.systems import find_systems
from diagnostics.errors import DiagnosticsError
from diagnostics.figures.chart_style import ChartStyle
from diagnostics.figures.situation_map import SITUATION_MAP, render_situation_map, situation_key
from diagnostics.guidelines.examined import distance_of
from diagnostics.loop.conclusion import occurrence_of
from diagnostics.loop.event_chart import record_chart
from diagnostics.reporting.report_inputs import SITUATION_CHART

if TYPE_CHECKING:
    from diagnostics.loop.run import Run

TRACK_DAYS = 2.0
OF_AN_AIR_MASS = (EventType.HEAT_WAVE, EventType.COLD_WAVE, EventType.SNOWSTORM)
"""Types for which it matters where the air came from."""
EVERYTHING = ("pressure", "tracks", "axes", "jet", "fronts", "upper", "plumes")


def find_situation(run: Run, classification: Classification) -> None:
    """Look for the systems in and around the region at the event's peak, and record them."""
    if run.state.systems is not None:
        return
    run.checkpoint()
    place, peak = _event_peak(run, classification)
    found = _systems_at(
        run,
        _analysed_time(run, peak or _time_of_deepest_low(run)),
        event=place,
        source_of_air=occurrence_of(classification, run.state).event in OF_AN_AIR_MASS,
    )
    run.say(ev.SystemsFound(systems=found))


def _systems_at(
    run: Run,
    time: datetime,
    *,
    days: float = TRACK_DAYS,
    event: tuple[float, float] | None = None,
    source_of_air: bool = False,
) -> SynopticSystems:
    """What can be found in and around the region at a time; without data, that nothing can."""
    try:
        return find_systems(
            run.source,
            region=run.request.region,
            time=time,
            days=days,
            event=event,
            source_of_air=source_of_air,
        )
    except DiagnosticsError as error:
        if error.ends_run:
            raise
        return SynopticSystems(time=time, cannot_tell=EVERYTHING)


def _time_of_deepest_low(run: Run) -> datetime | None:
    """When the deepest low of the period lies over the region, if possible far from the edge."""
    times = run.state.analysed_times()
    period = times[-1] - times[0]
    found = _systems_at(run, _analysed_time(run, None), days=max(1.0, period / timedelta(days=2)))
    over_region = [
        centre
        for low in found.pressure
        if low.kind == "low"
        for centre in low.centres
        if not centre.at_data_edge
        and times[0] <= centre.time <= times[-1]
        and run.request.region.holds(centre.latitude, centre.longitude)
    ]
    deepest = min(over_region, key=lambda at: (at.near_edge, at.value, at.time), default=None)
    return deepest.time if deepest is not None else None


def show_situation(run: Run) -> None:
    """Draw the synoptic chart once, where the data hold something of it, and record it."""
    found = run.state.systems
    if found is None or run.state.chart_of(SITUATION_CHART) is not None:
        return
    look = ChartStyle(run.request.language, boundaries=run.ports.boundaries)
    region, event = run.request.region, _event_box(run)
    try:
        drawn = render_situation_map(run.source, found, region, event=event, look=look)
    except DiagnosticsError as error:
        if error.ends_run:
            raise
        return
    if drawn is not None:
        key = situation_key(found, region, event, run.state.data_digest, look)
        record_chart(run, SITUATION_CHART, f"figures/{SITUATION_MAP}.png", key, drawn)


def _event_box(run: Run) -> Region | None:
    """The box of the event that the report is about."""
    classification = run.state.classification
    if classification is None:
        return None
    event = occurrence_of(classification, run.state).event
    known = classification.object_of(event) if event is not None else None
    return known.box if known is not None else None


def _event_peak(
    run: Run, classification: Classification
) -> tuple[tuple[float, float] | None, datetime | None]:
    """Place and time of the strongest value of what the statement is about."""
    first = occurrence_of(classification, run.state).event
    if first is None:
        known = max(classification.assessments, key=distance_of)
    else:
        known = classification.assessment(first)
    for item in known.objects:
        if item.id == classification.chosen:
            return (item.peak_latitude, item.peak_longitude), item.peak_time
    metrics = known.metrics
    if metrics is None:
        return None, None
    if metrics.peak_latitude is None or metrics.peak_longitude is None:
        return None, metrics.peak_time
    return (metrics.peak_latitude, metrics.peak_longitude), metrics.peak_time


def _analysed_time(run: Run, wanted: datetime | None) -> datetime:
    """The time of the data nearest to the one wanted, else the one in the middle of the period."""
    times = list(run.state.analysed_times())
    if wanted is None:
        return times[len(times) // 2]
    return min(times, key=lambda time: (abs(time - wanted), time))
