"""Test a confirmed factor where there is no event: a confirmation must discriminate.

A control is a quiet place or a quiet time of the same data. The factor is looked for there as at
the event: in a box of the same size, over as many hours, at the same hour of the day, by the same
test. Places have the surface of the event's peak, land or sea, high or low ground, as far as it is
known.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from datetime import datetime, timedelta
from math import cos, radians, sqrt
from typing import TYPE_CHECKING

from diagnostics.contracts import events as ev
from diagnostics.contracts.controls import (
    Control,
    ControlFinding,
    ControlStanding,
    FactorControls,
)
from diagnostics.contracts.enums import Basis, EventType, Firing, Verdict
from diagnostics.contracts.evidence import EvidenceItem, Judgement
from diagnostics.contracts.guidelines import GuidelineEntry, Place
from diagnostics.contracts.space_time import Region, SearchPlace, TimeWindow
from diagnostics.detection.events import assess_at
from diagnostics.detection.events.preset_files import preset_key
from diagnostics.detection.relative_position import ENOUGH, covered, from_peak, square
from diagnostics.detection.systems.reach import system_at
from diagnostics.errors import DiagnosticsError
from diagnostics.grid.distance import destination, great_circle_km
from diagnostics.grid.gazetteer import land_at
from diagnostics.quantities.below_ground import HIGH_GROUND_M

if TYPE_CHECKING:
    from diagnostics.agents import CaseView
    from diagnostics.loop.run import Run

WANTED = 2
"""Controls at which a factor must be told before they say whether it discriminates."""
MOST = 4
"""Controls that are tried for one factor."""
AS_STRONG = 0.8
"""A control that reaches this share of the strength at the event has the factor as strongly [D]."""
_APART = sqrt(2.0)
"""Boxes of reach / sqrt(2) to each side whose centres are so many reaches apart do not overlap."""
_LEAST_KM = 500.0
_BEARINGS = (270.0, 90.0, 225.0, 315.0, 135.0, 45.0, 180.0, 0.0)
_MOST_LATITUDE_DEG = 12.0
"""Farther north or south is another climate [D]."""
_DAYS = (-1, 1, -2, 2, -3, 3)
_DAY = timedelta(hours=24)
_QUIET_KM = 300.0
"""Around a control no criterion of the event's type may be met, nor be likely at stations."""
_FROM_ZERO = frozenset({EventType.RAINSTORM, EventType.SNOWSTORM, EventType.GALE})
"""Types of an amount or a speed: a value just below the limit belongs to the same storm."""
_QUIET_SHARE = 0.75
"""Of the event's value, which nothing around a control may exceed [D]."""

Probe = Callable[[SearchPlace], Judgement | None]


def with_controls(
    run: Run,
    event: EventType,
    evidence: EvidenceItem,
    entry: GuidelineEntry,
    place: SearchPlace | None,
    probe: Probe,
) -> EvidenceItem:
    """Return the evidence with its controls, where it is confirmed and would count.

    Parameters
    ----------
    run : Run
    event : EventType
    evidence : EvidenceItem
        With its verdict.
    entry : GuidelineEntry
    place : SearchPlace or None
        Where what decided was looked for; nothing is tested for entries without a place, nor of
        what did not happen, which no place is quiet without.
    probe : callable
        Looks for the factor at a control.

    Returns
    -------
    EvidenceItem
        Its judgement says whether it counts.
    """
    rule = evidence.judgement
    if rule is None or rule.verdict is not Verdict.CONFIRMED or evidence.restates_criterion:
        return evidence
    assert run.state.classification is not None
    if run.state.classification.assessment(event).firing is Firing.NOT_FIRED:
        return evidence
    if place is None or evidence.finding in {item.finding for item in run.state.confirmed} - {None}:
        return evidence
    known = run.state.controls.get(evidence.id)
    if known is None:
        known = controls_of(run, run.view(event), entry, rule, place, probe)
        run.say(
            ev.ControlsTested(
                turn=run.state.turn,
                evidence_id=evidence.id,
                entry_id=entry.id,
                factor=evidence.factor,
                controls=known,
            )
        )
    counts = known.standing is not ControlStanding.TRIVIAL
    return evidence.model_copy(
        update={"controls": known, "judgement": rule.model_copy(update={"counts": counts})}
    )


def controls_of(
    run: Run,
    view: CaseView,
    entry: GuidelineEntry,
    rule: Judgement,
    place: SearchPlace,
    probe: Probe,
) -> FactorControls:
    """Look for a confirmed factor at two quiet places or times, more where one cannot be judged.

    Parameters
    ----------
    run : Run
    view : CaseView
    entry : GuidelineEntry
    rule : Judgement
        At the event.
    place : SearchPlace
        Of the event.
    probe : callable
        Looks for the factor at a control.
    """
    strength = strength_of(rule)
    tests: list[Control] = []
    for tried, where in enumerate(_candidates(run, view, entry, rule, place)):
        known = sum(item.finding is not ControlFinding.UNKNOWN for item in tests)
        if tried == MOST or known == WANTED:
            break
        found = probe(where)
        if found is not None:
            tests.append(_control(place, where, rule, found))
    told = [item for item in tests if item.finding is not ControlFinding.UNKNOWN]
    strong = sum(item.finding is ControlFinding.AS_STRONG for item in told)
    standing = ControlStanding.TRIVIAL if 2 * strong >= WANTED else ControlStanding.COUNTS
    return FactorControls(
        standing=standing if len(told) >= WANTED else ControlStanding.NO_CONTROL,
        strength=strength,
        as_strong_from=AS_STRONG,
        tests=tuple(tests),
        told=len(told),
        found=sum(item.verdict is Verdict.CONFIRMED for item in told),
        as_strong=strong,
    )


def _control(place: SearchPlace, where: SearchPlace, rule: Judgement, found: Judgement) -> Control:
    strength = strength_of(rule)
    there = strength_of(found) if found.verdict is Verdict.CONFIRMED else None
    if found.verdict is Verdict.UNDETERMINED or _of_one_system(place, where, rule, found):
        finding = ControlFinding.UNKNOWN
    elif found.verdict is Verdict.REFUTED:
        finding = ControlFinding.ABSENT
    elif strength is None or there is None or there >= AS_STRONG * strength:
        finding = ControlFinding.AS_STRONG
    else:
        finding = ControlFinding.WEAKER
    return Control(
        place=where,
        from_peak=from_peak(place, where.time, where.latitude, where.longitude),
        finding=finding,
        verdict=found.verdict,
        reason=found.reason,
        strength=there,
    )


def _of_one_system(
    place: SearchPlace, where: SearchPlace, rule: Judgement, found: Judgement
) -> bool:
    """Whether a control found what the event has: at the same time, nearer to it than the reach."""
    here, there = _spot(place, rule), _spot(where, found)
    if found.verdict is not Verdict.CONFIRMED or here is None or there is None:
        return False
    apart = float(great_circle_km(*here, *there))
    return where.time == place.time and apart <= place.reach_km


def _spot(place: SearchPlace, rule: Judgement) -> tuple[float, float] | None:
    """Latitude and longitude of what decided."""
    seen = rule.from_peak
    if seen is None or seen.distance_km is None:
        return None
    return destination(place.latitude, place.longitude, seen.bearing_deg or 0.0, seen.distance_km)


def strength_of(rule: Judgement) -> float | None:
    """Return how far a verdict is beyond its limit, in multiples of it; None where it is unknown.

    A detector's score is r / (1 + r) of its measure over its limit, an index's margin r - 1.
    """
    if rule.basis is Basis.DETECTOR:
        return None if rule.score is None else round(rule.score / max(1e-6, 1.0 - rule.score), 3)
    return None if rule.margin is None else round(1.0 + rule.margin, 3)


def _candidates(
    run: Run, view: CaseView, entry: GuidelineEntry, rule: Judgement, place: SearchPlace
) -> Iterator[SearchPlace]:
    """Yield quiet places at the time of the event, then quiet times at its place."""
    of_the_region = rule.basis is Basis.CLIMATOLOGY_REDUCED
    system = entry.where is not None and entry.where.place is Place.SYSTEM
    if not (of_the_region or system):
        yield from _places(run, view, place)
    yield from _times(run, view, place)


def _places(run: Run, view: CaseView, place: SearchPlace) -> Iterator[SearchPlace]:
    grid = view.inventory.grid_at(place.time)
    held = grid.region if grid else None
    apart = max(_LEAST_KM, _APART * place.reach_km)
    for bearing in _BEARINGS:
        latitude, longitude = destination(place.latitude, place.longitude, bearing, apart)
        if abs(latitude - place.latitude) > _MOST_LATITUDE_DEG:
            continue
        if held is None or not held.holds(latitude, longitude):
            continue
        moved = moved_to(place, latitude, longitude)
        if covered(moved, held) < (ENOUGH if place.whole else 1.0):
            continue
        if _in_event(view, moved, latitude, longitude) or _in_system(run, moved):
            continue
        if _surface(run, latitude, longitude) != _surface(run, place.latitude, place.longitude):
            continue
        if _quiet(run, view, moved):
            yield moved


def _times(run: Run, view: CaseView, place: SearchPlace) -> Iterator[SearchPlace]:
    times = view.inventory.times
    hours = _sampled(times, place.window)
    for days in _DAYS:
        shift = timedelta(days=days)
        window = TimeWindow(start=place.window.start + shift, end=place.window.end + shift)
        moved = place.model_copy(update={"time": place.time + shift, "window": window})
        apart = window.end < place.window.start or window.start > place.window.end
        if not apart or not hours or _sampled(times, window) < hours:
            continue
        if _in_event(view, moved, place.latitude, place.longitude) or _in_system(run, moved):
            continue
        if _quiet(run, view, moved):
            yield moved


def _sampled(times: tuple[datetime, ...], window: TimeWindow) -> int:
    return sum(window.start <= time <= window.end for time in times)


def moved_to(place: SearchPlace, latitude: float, longitude: float) -> SearchPlace:
    """Return a search moved so that the peak lies elsewhere: as many km in every direction."""
    box = place.region
    wider = cos(radians(place.latitude)) / max(cos(radians(latitude)), 0.05)
    offset = (box.center[1] - place.longitude + 180.0) % 360.0 - 180.0
    middle = longitude + wider * offset
    half = min(180.0, wider * box.width / 2.0)
    north = latitude - place.latitude
    region = Region(
        west=middle - half,
        south=max(-90.0, box.south + north),
        east=middle + half,
        north=min(90.0, box.north + north),
    )
    return place.model_copy(update={"region": region, "latitude": latitude, "longitude": longitude})


def _in_event(view: CaseView, moved: SearchPlace, latitude: float, longitude: float) -> bool:
    """Whether a control lies in an object of the event's type while that lasts."""
    return any(
        item.box.holds(latitude, longitude)
        and item.onset <= moved.window.end
        and item.end >= moved.window.start
        and item.onset <= moved.time <= item.end
        for item in view.classification.assessment(view.event).objects
    )


def _in_system(run: Run, where: SearchPlace) -> bool:
    """Whether a control lies within a system that the situation names."""
    known = run.state.systems
    return known is not None and bool(system_at(known, where.time, where.latitude, where.longitude))


def _surface(run: Run, latitude: float, longitude: float) -> tuple[bool, bool | None]:
    """Land or sea, and high or low ground where the data hold its height."""
    land = bool(land_at([latitude], [longitude])[0])
    height = run.ground.height(latitude, longitude)
    return land, None if height is None else height > HIGH_GROUND_M


def _quiet(run: Run, view: CaseView, where: SearchPlace) -> bool:
    """Whether the criterion of the event's type was tested around a control and is far from met.

    Over the hours of the search, and over a day at least, which sums and daily extremes need; at
    a single time where the event was found at one.
    """
    window = TimeWindow(
        start=min(where.window.start, where.time - _DAY), end=max(where.window.end, where.time)
    )
    if len(view.analysed_times) == 1:
        window = TimeWindow(start=where.time, end=where.time)
    place = round(where.latitude, 3), round(where.longitude, 3)
    key = (preset_key(run.preset), view.event, *place, window.start, window.end)
    if key not in run.quiet:
        run.quiet[key] = _tested_quiet(run, view, where, window)
    return run.quiet[key]


def _tested_quiet(run: Run, view: CaseView, where: SearchPlace, window: TimeWindow) -> bool:
    try:
        found = assess_at(
            view.event,
            run.source,
            square(where.latitude, where.longitude, _QUIET_KM),
            window,
            preset=run.preset,
            timezone=run.request.timezone,
            climatology=run.baseline,
        )
    except DiagnosticsError as error:
        if error.ends_run:
            raise
        return False
    if found is None or found.firing is not Firing.NOT_FIRED or found.stations is not None:
        return False
    here, there = view.classification.assessment(view.event).metrics, found.metrics
    if view.event not in _FROM_ZERO or here is None or there is None:
        return True
    return there.peak <= _QUIET_SHARE * here.peak
