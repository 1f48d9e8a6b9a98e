"""Rainstorms and snowstorms: amounts over complete windows."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from datetime import datetime, timedelta

import numpy as np
from numpy.typing import NDArray

from diagnostics.contracts.detection import CriterionMetrics, TypeAssessment
from diagnostics.contracts.enums import EventType, Firing
from diagnostics.detection.events.accumulate import Amount, whole_series, windows
from diagnostics.detection.events.case import Case, Mask, Series
from diagnostics.detection.events.confidence import confidence, phase_factor
from diagnostics.detection.events.phase import Phases
from diagnostics.detection.events.presets import (
    AccumulationWindow,
    RainCriteria,
    SnowCriteria,
)
from diagnostics.detection.events.rules import (
    Reach,
    area,
    clauses,
    equivalent,
    in_english,
    least_share,
    mode_of,
    not_assessable,
    object_text,
    peak_of,
    reach,
    share,
    threshold_text,
    without_land,
)
from diagnostics.detection.events.severity import amount_severity, grade_of
from diagnostics.grid.reduction import Located
from diagnostics.messages import Listing, Measure, Message, Moment, Term

Array = NDArray[np.float64]

TRACE = 0.1
"""Less than this, mm in a step, is no precipitation."""


@dataclass(frozen=True, eq=False)
class Tested:
    """One window with what it reaches."""

    amount: Amount
    reach: Reach
    peak: Located
    fixed: bool


@dataclass(frozen=True, eq=False)
class Trial:
    """Everything that the test of one type rests on."""

    case: Case
    event: EventType
    series: Series
    phases: Phases
    criteria: RainCriteria | SnowCriteria
    counted: Mask
    quantity: str
    proxy: bool

    @property
    def factor(self) -> float:
        """Scaling of the thresholds."""
        return self.case.preset.factor(
            "rain" if self.event is EventType.RAINSTORM else "snow", self.case.spacing
        )

    def thresholds(self, window: AccumulationWindow) -> tuple[float, float, float]:
        """Effective thresholds of the three grades."""
        first, second, third = (grade.value * self.factor for grade in window.grades)
        return first, second, third


def assess_rain(case: Case, phases: Phases, *, proxy: bool) -> TypeAssessment:
    """Test for a rainstorm: precipitation of any phase, of which snow must be a small part."""
    criteria = case.preset.rainstorm
    assert criteria is not None
    trial = Trial(
        case, EventType.RAINSTORM, phases.total, phases, criteria, case.inside,
        "precipitation", proxy,
    )  # fmt: skip
    return _assess(trial)


def assess_snow(case: Case, phases: Phases, *, proxy: bool) -> TypeAssessment:
    """Test for a snowstorm on land, in water equivalent."""
    criteria = case.preset.snowstorm
    assert criteria is not None
    if phases.snow is None:
        return not_assessable(
            EventType.SNOWSTORM,
            Message(id="event-needs_phase"),
        )
    if not case.land.any():
        return without_land(EventType.SNOWSTORM)
    if criteria.snow_to_liquid_ratio is not None:
        case.warn("slr_assumed")
    trial = Trial(
        case, EventType.SNOWSTORM, phases.snow, phases, criteria, case.land,
        "snowfall in water equivalent", proxy,
    )  # fmt: skip
    return _assess(trial)


def _assess(trial: Trial) -> TypeAssessment:
    for window in trial.criteria.windows:
        tested = list(_test_windows(trial, window))
        if tested:
            return _judge(trial, window, tested)
    return _lower_bound(trial)


def _test_windows(trial: Trial, window: AccumulationWindow) -> Iterator[Tested]:
    """Test every complete window of one length that lies in the period."""
    case, series = trial.case, trial.series
    interval = timedelta(hours=series.interval_hours or 0)
    length = timedelta(hours=window.hours)
    first = case.window.start - interval + length
    if first > case.window.end:
        # A period shorter than the window is tested with the hours before it.
        first = case.window.start
    days = case.preset.precipitation_days
    for amount in windows(series, window.hours, first=first, last=case.window.end):
        if amount.coverage < 1.0:
            case.warn("incomplete_window")
        if amount.start < case.window.start - interval:
            case.warn("antecedent_hours_used")
        found = _test(trial, window, amount)
        if found is not None:
            local = case.zone.local(amount.end)
            fixed = local.hour == days.boundary_hour and local.minute == 0
            yield Tested(amount, found[0], found[1], fixed)


def _test(trial: Trial, window: AccumulationWindow, amount: Amount) -> tuple[Reach, Located] | None:
    case = trial.case
    total = _of_phase(trial, amount)
    counted = trial.counted & np.isfinite(total)
    peak = peak_of(total, case.grid, counted)
    if peak is None:
        return None
    least = trial.thresholds(window)[0] - case.preset.tolerance.value
    min_object = case.preset.min_object_km2(case.spacing)
    found = reach(
        total >= least,
        counted,
        case.grid,
        # A proxy is too noisy for a single object to count.
        min_object_km2=None if trial.proxy else min_object,
        min_fraction=trial.criteria.min_fraction.value,
    )
    return found, peak


def _of_phase(trial: Trial, amount: Amount) -> Array:
    """Amount that counts for the type: of a cell whose precipitation is mostly snow, its rain."""
    rain = trial.phases.rain
    if not isinstance(trial.criteria, RainCriteria) or rain is None:
        return amount.total
    part = np.nansum(np.asarray(rain.values, dtype=np.float64)[list(amount.steps)], axis=0)
    most = trial.criteria.max_snow_fraction.value
    return np.where(part >= (1.0 - most) * amount.total - 1e-9, amount.total, part)


def _judge(trial: Trial, window: AccumulationWindow, tested: list[Tested]) -> TypeAssessment:
    """Judge a type from all its windows."""
    case = trial.case
    best = max(tested, key=lambda item: (item.reach.fires, item.peak.value))
    fixed = [item for item in tested if item.fixed]
    if not fixed:
        # Steps that never meet the local hour, e.g. six-hourly ones in a zone of +5:30.
        fixed = [item for item in tested if item.amount.end.hour == item.amount.end.minute == 0]
        if fixed:
            case.warn("fixed_window_utc")
    firing = [item for item in tested if item.reach.fires]
    kind = "rolling"
    official = best
    fixed_firing = [item for item in fixed if item in firing]
    if fixed_firing:
        official = max(fixed_firing, key=lambda item: item.peak.value)
        kind = "fixed"
    elif firing:
        best = max(firing, key=lambda item: item.peak.value)
        official = best
    suffix = "" if kind == "fixed" else " (rolling)"
    tail = None if firing else _phase_tail(trial, window, tested)
    amount = Message(
        id="event-amount",
        params={"hours": window.hours, "quantity": Term(term=trial.quantity)},
    )
    return _record(
        trial,
        window,
        best,
        fired=bool(firing),
        severity=amount_severity(
            official.peak.value, trial.thresholds(window), case.preset.tolerance.value
        ),
        span=_span(trial, firing) if firing else None,
        suffix=suffix,
        amount=amount,
        tail=tail,
        kind=f"{kind} {window.hours} h",
        completeness=min(item.amount.coverage for item in tested),
    )


def _lower_bound(trial: Trial) -> TypeAssessment:
    """Judge from fewer hours than any window: an amount can only be larger in the whole window."""
    case = trial.case
    amount = whole_series(trial.series, first=case.window.start, last=case.window.end)
    needed = trial.criteria.windows[0].hours
    quantity = Term(term=trial.quantity)
    if amount is None:
        return not_assessable(
            trial.event,
            Message(id="event-needs_interval", params={"quantity": quantity, "hours": needed}),
        )
    hours = (amount.end - amount.start).total_seconds() / 3600.0
    fitting = [item for item in trial.criteria.windows if hours <= item.hours]
    window = min(fitting, key=lambda item: item.hours) if fitting else trial.criteria.windows[0]
    found = _test(trial, window, amount)
    if found is None or not fitting:
        return not_assessable(
            trial.event,
            Message(
                id="event-needs_hours",
                params={"quantity": quantity, "needed": needed, "given": f"{hours:g}"},
            ),
        )
    tested = Tested(amount, found[0], found[1], fixed=False)
    if not tested.reach.fires:
        return not_assessable(
            trial.event,
            Message(
                id="event-fewer_hours",
                params={
                    "quantity": quantity,
                    "needed": window.hours,
                    "given": f"{hours:g}",
                    "amount": Measure(measure=tested.peak.value, unit="mm", digits=1),
                    "limit": _threshold(trial, window),
                },
            ),
        )
    case.warn("lower_bound")
    return _record(
        trial,
        window,
        tested,
        fired=True,
        severity=amount_severity(
            tested.peak.value, trial.thresholds(window), case.preset.tolerance.value
        ),
        span=_span(trial, [tested]),
        suffix=" (lower bound)",
        amount=Message(
            id="event-amount_lower_bound",
            params={"quantity": quantity, "given": f"{hours:g}", "hours": window.hours},
        ),
        tail=None,
        kind=f"rolling {hours:g} of {window.hours} h",
        completeness=hours / window.hours,
    )


def _record(
    trial: Trial,
    window: AccumulationWindow,
    best: Tested,
    *,
    fired: bool,
    severity: float,
    span: tuple[datetime, datetime] | None,
    suffix: str,
    amount: Message,
    tail: Message | None,
    kind: str,
    completeness: float,
) -> TypeAssessment:
    case = trial.case
    scaled = case.preset.scaled(case.spacing)
    effective = trial.thresholds(window)[0]
    distance = (best.peak.value - effective) / effective
    peak_time = _peak_time(trial, best)
    if not fired:
        severity = 0.0
    grade = grade_of(severity)
    snow_share = _snow_share(trial.phases, best)
    mixed = trial.phases.mixed_mass / trial.phases.all_mass if trial.phases.all_mass > 0 else 0.0
    product, parts = confidence(
        case,
        distance=distance if fired or distance < 0 else 0.0,
        fired=fired,
        completeness=completeness,
        step_hours=trial.series.interval_hours,
        phase=phase_factor(snow_share, trial.phases.source, mixed),
        proxy=trial.proxy,
        peak_time=peak_time,
    )
    rule = (
        Message(
            id="event-area_and_share_reached",
            params={
                "area": area(best.reach.largest_km2),
                "share": share(best.reach.area_fraction),
            },
        )
        if best.reach.cells.any()
        else Message(id="event-no_cell")
    )
    least = least_share(trial.criteria.min_fraction.value, trial.criteria.min_fraction.label)
    either = (object_text(case, case.preset.min_object_km2(case.spacing)), least)
    wording = clauses(
        Message(
            id="event-amount_reached",
            params={
                "amount": amount,
                "value": Measure(measure=best.peak.value, unit="mm", digits=1),
                "time": Moment(moment=best.amount.end),
            },
        ),
        Message(id="event-threshold_is", params={"limit": _threshold(trial, window)}),
        rule,
        Message(id="event-needed_of_proxy", params={"needed": least})
        if trial.proxy
        else Message(
            id="event-needed_either", params={"needed": Listing(items=either, style="or")}
        ),
        tail,
    )
    name = window.grades[grade - 1].name if grade else ""
    return TypeAssessment(
        event=trial.event,
        firing=Firing.FIRED if fired else Firing.NOT_FIRED,
        reason=in_english(wording),
        wording=wording,
        metrics=CriterionMetrics(
            quantity=trial.quantity,
            unit="mm",
            peak=best.peak.value,
            peak_latitude=best.peak.latitude,
            peak_longitude=best.peak.longitude,
            peak_time=peak_time,
            onset=span[0] if span else None,
            end=span[1] if span else None,
            duration_hours=(span[1] - span[0]).total_seconds() / 3600.0 if span else None,
            area_fraction=best.reach.area_fraction,
            max_object_area_km2=best.reach.largest_km2,
            threshold_point=window.grades[0].value,
            threshold_effective=effective,
            threshold_mode=mode_of(case),
            threshold_label=window.grades[0].label,
            window=kind,
            distance=distance,
        ),
        grade=grade,
        grade_name=f"{equivalent(name, scaled=scaled)}{suffix}" if name else "",
        severity=round(severity, 4),
        confidence=product,
        confidence_parts=parts,
    )


def _threshold(trial: Trial, window: AccumulationWindow) -> Message:
    grade = window.grades[0]
    return threshold_text(
        grade.value,
        grade.value * trial.factor,
        "mm",
        grade.label,
        scaled=trial.case.preset.scaled(trial.case.spacing),
    )


def _snow_share(phases: Phases, tested: Tested) -> float | None:
    """Part of a window's precipitation that is snow, over its firing cells or at its peak."""
    if phases.snow is None:
        return None
    cells = tested.reach.cells
    if not cells.any():
        cells = np.zeros(cells.shape, dtype=bool)
        cells[tested.peak.row, tested.peak.column] = True
    steps = list(tested.amount.steps)
    total = float(np.nansum(np.asarray(phases.total.values)[steps][:, cells]))
    snow = float(np.nansum(np.asarray(phases.snow.values)[steps][:, cells]))
    return snow / total if total > 0 else None


def _phase_tail(trial: Trial, window: AccumulationWindow, tested: list[Tested]) -> Message | None:
    """Say so where enough precipitation fell for a rainstorm, but as snow."""
    if not isinstance(trial.criteria, RainCriteria):
        return None
    inside = trial.counted
    largest = max(float(np.nanmax(item.amount.total[inside], initial=0.0)) for item in tested)
    if largest < trial.thresholds(window)[0]:
        return None
    fallen = Measure(measure=largest, unit="mm", digits=1)
    return Message(id="event-fell_as_snow", params={"amount": fallen})


def _span(trial: Trial, firing: list[Tested]) -> tuple[datetime, datetime]:
    """From the first to the last step with precipitation in the firing windows and cells."""
    cells = np.zeros(trial.case.grid.shape, dtype=bool)
    steps: set[int] = set()
    for item in firing:
        cells |= item.reach.cells
        steps |= set(item.amount.steps)
    wet = [
        step
        for step in sorted(steps)
        if float(np.nan_to_num(trial.series.values[step][cells]).mean()) >= TRACE
    ]
    chosen = wet or sorted(steps)
    interval = timedelta(hours=trial.series.interval_hours or 0)
    first = max(trial.series.times[chosen[0]] - interval, min(i.amount.start for i in firing))
    return first, trial.series.times[chosen[-1]]


def _peak_time(trial: Trial, tested: Tested) -> datetime:
    """When most fell at the peak's cell."""
    steps = list(tested.amount.steps)
    amounts = np.asarray(trial.series.values)[steps, tested.peak.row, tested.peak.column]
    return trial.series.times[steps[int(np.argmax(np.nan_to_num(amounts)))]]
