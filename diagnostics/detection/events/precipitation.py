"""What rainstorms and snowstorms share: amounts over windows, as objects in space and time."""

from __future__ import annotations

from dataclasses import dataclass
from datetime import datetime, timedelta

import numpy as np
from numpy.typing import NDArray

from diagnostics.contracts.detection import (
    CriterionMetrics,
    EventObject,
    MeasuredValue,
    TypeAssessment,
)
from diagnostics.contracts.enums import EventType, Firing
from diagnostics.detection.events.amounts import Amount, amounts, counted
from diagnostics.detection.events.case import Case, Mask, Series
from diagnostics.detection.events.confidence import confidence, phase_factor
from diagnostics.detection.events.criterion_numbers import AccumulationWindow, Grade, Number
from diagnostics.detection.events.event_objects import Part, Peak, Spell, Tracker, described
from diagnostics.detection.events.moisture_budget import budget_precipitation
from diagnostics.detection.events.phase import Phases, divide
from diagnostics.detection.events.reasons import (
    among_text,
    area,
    chosen_of,
    clauses,
    in_english,
    measured_at,
    not_assessable,
    object_text,
    peak_of,
    share_of_region,
    threshold_text,
)
from diagnostics.detection.events.severity import amount_severity, grade_of
from diagnostics.detection.events.stations import likely_text, station_estimate
from diagnostics.grid.reduction import Located
from diagnostics.messages import Measure, Message, Moment, Term

Array = NDArray[np.float64]

TRACE = 0.1
"""Less than this, mm in a step, is no precipitation."""
LONGEST = timedelta(hours=24)


@dataclass(frozen=True, eq=False)
class Trial:
    """What the test of one type rests on.

    Attributes
    ----------
    series : Series
        Amounts that count for the type, kg m-2 per interval.
    windows : tuple of AccumulationWindow
        The longest first.
    counted : array of bool, shape (y, x)
    ratio : str
        Name of the quantity in the table of ratios to finer data.
    """

    case: Case
    event: EventType
    series: Series
    phases: Phases
    windows: tuple[AccumulationWindow, ...]
    counted: Mask
    quantity: str
    proxy: bool
    ratio: str

    @property
    def min_object(self) -> Number:
        """Least area of an object."""
        area_ = self.case.preset.area
        return area_.min_object_of_proxy if self.proxy else area_.min_object

    def limits(self, window: AccumulationWindow) -> tuple[float, float, float]:
        """Thresholds of the three grades."""
        first, second, third = (grade.value for grade in window.grades)
        return first, second, third


@dataclass(frozen=True, eq=False)
class Best:
    """The largest amount of one window length, met or not."""

    window: AccumulationWindow
    amount: Amount
    peak: Located

    @property
    def distance(self) -> float:
        """From the first threshold, relative to it."""
        limit = self.window.grades[0].value
        return (self.peak.value - limit) / limit


def precipitation_of(case: Case) -> tuple[Phases | None, bool]:
    """Return the precipitation divided by phase, and whether it is a proxy."""
    return case.once("precipitation", lambda: _divided(case))


def _divided(case: Case) -> tuple[Phases | None, bool]:
    start = case.window.start - LONGEST if case.snapshot else case.window.start
    found = case.series("tp", start=start)
    if found is not None:
        interval = found.interval_hours or found.step_hours
        if found.interval_hours is None and interval is not None:
            case.warn("precipitation_interval_assumed")
        return divide(case, Series(found.values, found.times, interval)), False
    estimate = budget_precipitation(case)
    if estimate is None:
        return None, False
    case.warn("proxy_precip")
    return divide(case, estimate), True


def missing_precipitation(event: EventType) -> TypeAssessment:
    """Make the record of a type for which there is no precipitation."""
    return not_assessable(event, Message(id="event-needs_precipitation"))


def assess_amount(trial: Trial) -> TypeAssessment:
    """Test every window of every length that lies in the period."""
    case = trial.case
    first = trial.windows[0]
    quantity = Term(term=trial.quantity)
    if trial.series.interval_hours is None:
        return not_assessable(
            trial.event,
            Message(id="event-needs_interval", params={"quantity": quantity, "hours": first.hours}),
        )
    positions = counted(case, trial.series)
    tracker, best = _track(trial, positions)
    spells = tracker.spells()
    if spells:
        return _fired(trial, positions, spells)
    whole = [item for item in best if item.amount.whole]
    if whole:
        return _not_fired(trial, max(whole, key=lambda item: item.distance))
    return _untested(trial, best)


def _track(trial: Trial, positions: list[int]) -> tuple[Tracker, list[Best]]:
    """Collect what exceeds a threshold, and the largest amount of each window length."""
    case = trial.case
    step = timedelta(hours=trial.series.interval_hours or 0.0)
    tracker = Tracker(case.grid, trial.min_object.value, gap=step)
    tolerance = case.preset.tolerance.value
    by_hours = {window.hours: window for window in trial.windows}
    best: dict[tuple[int, bool], Best] = {}
    for found in amounts(trial.series, positions, list(by_hours)):
        fields: dict[str, Array] = {}
        met = np.zeros(case.grid.shape, dtype=bool)
        for amount in found:
            window = by_hours[amount.hours]
            severity = amount_severity(amount.total, trial.limits(window), tolerance)
            severity = np.where(trial.counted, severity, 0.0)
            met |= severity >= 1.0
            fields[f"severity {amount.hours}"] = severity
            fields[f"total {amount.hours}"] = amount.total
            fields[f"given {amount.hours}"] = np.full(case.grid.shape, amount.given_hours)
            usable = trial.counted & np.isfinite(amount.total)
            peak = peak_of(amount.total, case.grid, usable)
            key = (amount.hours, amount.whole)
            if peak is not None and (key not in best or peak.value > best[key].peak.value):
                best[key] = Best(window, amount, peak)
        tracker.add(min(amount.start for amount in found), found[0].end, met, **fields)
    return tracker, list(best.values())


def _deciding(trial: Trial, spell: Spell) -> tuple[AccumulationWindow, Part, int]:
    """Return the window that grades an event, with its strongest part and cell.

    The longest one whose limit is met: the classes for fewer hours are for what falls in fewer.
    """
    for window in trial.windows:
        name = f"severity {window.hours}"
        if name not in spell.parts[0].values:
            continue
        part, position = spell.strongest(name, f"total {window.hours}")
        if part.values[name][position] >= 1.0:
            return window, part, position
    raise AssertionError("no window of the event meets its limit")


def _fired(trial: Trial, positions: list[int], spells: list[Spell]) -> TypeAssessment:
    case = trial.case
    wet = _Wet(trial, positions)

    def peak_of_spell(spell: Spell) -> Peak:
        window, part, position = _deciding(trial, spell)
        severity = float(part.values[f"severity {window.hours}"][position])
        grade = grade_of(severity)
        given = float(part.values[f"given {window.hours}"][position])
        cut = given < 0.999 * window.hours and grade < 3
        name = window.grades[grade - 1].name + (" (lower bound)" if cut else "")
        time = wet.peak_time(spell, part, position, window.hours)
        return Peak(
            trial.quantity, "mm", float(part.values[f"total {window.hours}"][position]), part,
            position, severity, grade, name, time, given,
        )  # fmt: skip

    def shown(part: Part) -> float:
        longest = max(name for name in part.values if name.startswith("total "))
        return float(np.nanmax(part.values[longest]))

    objects, kept = described(
        case, trial.event, spells, peak_of_spell,
        shown=shown,
        span_of=wet.span, volume_of=wet.volume,
    )  # fmt: skip
    chosen = chosen_of(case, objects)
    item, spell = objects[chosen], kept[chosen]
    window, part, position = _deciding(trial, spell)
    given = float(part.values[f"given {window.hours}"][position])
    if given < 0.999 * window.hours:
        case.warn("lower_bound")
    limit = window.grades[0]
    amount = (
        Message(
            id="event-amount",
            params={"hours": window.hours, "quantity": Term(term=trial.quantity)},
        )
        if given >= 0.999 * window.hours
        else Message(
            id="event-amount_lower_bound",
            params={
                "quantity": Term(term=trial.quantity),
                "given": f"{given:g}",
                "hours": window.hours,
            },
        )
    )
    wording = clauses(
        _reached(amount, item.peak, part.end),
        Message(id="event-threshold_is", params={"limit": _limit(limit)}),
        Message(id="event-area_reached", params={"area": area(item.area_km2)}),
        _needed(trial),
        among_text(len(objects)),
    )
    return _record(
        trial, window, item, objects, wording, fired=True,
        distance=(item.peak - limit.value) / limit.value,
        completeness=min(1.0, given / window.hours),
        share_=share_of_region(case, spell.footprint, trial.counted),
        snow=_snow_share(trial, spell),
        kind=f"rolling {window.hours} h"
        if given >= 0.999 * window.hours
        else f"rolling {given:g} of {window.hours} h",
    )  # fmt: skip


def _not_fired(trial: Trial, best: Best) -> TypeAssessment:
    case = trial.case
    if best.amount.coverage < 1.0:
        case.warn("incomplete_window")
    limit = best.window.grades[0]
    estimate, likely = station_estimate(
        trial.ratio, best.peak.value, threshold=limit.value, unit="mm", spacing_deg=case.spacing
    )
    beyond = best.peak.value >= limit.value - case.preset.tolerance.value
    likely = likely and not trial.proxy and not beyond
    amount = Message(
        id="event-amount",
        params={"hours": best.window.hours, "quantity": Term(term=trial.quantity)},
    )
    wording = clauses(
        _reached(amount, best.peak.value, best.amount.end),
        Message(id="event-threshold_is", params={"limit": _limit(limit)}),
        Message(id="event-too_small" if beyond else "event-no_cell"),
        _needed(trial),
        likely_text(estimate) if likely and estimate is not None else None,
        _fell_as_snow(trial, limit),
    )
    found = _record(
        trial, best.window, best.peak, [], wording, fired=False, distance=best.distance,
        completeness=min(1.0, best.amount.coverage), share_=0.0, snow=None,
        kind=f"rolling {best.window.hours} h", at=best.amount.end,
    )  # fmt: skip
    return found.model_copy(
        update={
            "firing": Firing.LIKELY_AT_STATIONS if likely else Firing.NOT_FIRED,
            "stations": estimate if likely else None,
        }
    )


def _untested(trial: Trial, best: list[Best]) -> TypeAssessment:
    """Record that no window fits: an amount can only be larger in the whole window."""
    needed = trial.windows[-1]
    quantity = Term(term=trial.quantity)
    longest = max(best, key=lambda item: item.amount.given_hours, default=None)
    if longest is None:
        return not_assessable(
            trial.event,
            Message(
                id="event-needs_hours",
                params={"quantity": quantity, "needed": needed.hours, "given": "0"},
            ),
        )
    fitting = [item for item in best if item.amount.given_hours == longest.amount.given_hours]
    near = max(fitting, key=lambda item: item.distance)
    wording = Message(
        id="event-fewer_hours",
        params={
            "quantity": quantity,
            "needed": near.window.hours,
            "given": f"{near.amount.given_hours:g}",
            "amount": Measure(measure=near.peak.value, unit="mm", digits=1),
            "limit": _limit(near.window.grades[0]),
        },
    )
    return not_assessable(trial.event, wording, _measured(trial, near.peak, near.amount))


def _measured(trial: Trial, peak: Located, amount: Amount) -> MeasuredValue:
    given = amount.given_hours
    return measured_at(trial.quantity, "mm", peak, amount.end, f"{given:g} h", given)


def _reached(amount: Message, value: float, by: datetime) -> Message:
    return Message(
        id="event-amount_reached",
        params={
            "amount": amount,
            "value": Measure(measure=value, unit="mm", digits=1),
            "time": Moment(moment=by),
        },
    )


def _needed(trial: Trial) -> Message:
    needed = object_text(trial.min_object)
    name = "event-needed_of_proxy" if trial.proxy else "event-needed"
    return Message(id=name, params={"needed": needed})


def _limit(grade: Grade) -> Message:
    return threshold_text(grade.value, "mm", grade.label)


def _record(
    trial: Trial,
    window: AccumulationWindow,
    peak: EventObject | Located,
    objects: list[EventObject],
    wording: Message,
    *,
    fired: bool,
    distance: float,
    completeness: float,
    share_: float,
    snow: float | None,
    kind: str,
    at: datetime | None = None,
) -> TypeAssessment:
    item = peak if isinstance(peak, EventObject) else None
    place = (
        (peak.peak, peak.peak_latitude, peak.peak_longitude)
        if isinstance(peak, EventObject)
        else (peak.value, peak.latitude, peak.longitude)
    )
    time = item.peak_time if item else at
    phases = trial.phases
    mixed = phases.mixed_mass / phases.all_mass if phases.all_mass > 0 else 0.0
    product, parts = confidence(
        trial.case,
        distance=distance if fired or distance < 0 else 0.0,
        fired=fired,
        completeness=completeness,
        step_hours=trial.series.interval_hours,
        phase=phase_factor(snow, phases.source, mixed),
        proxy=trial.proxy,
        peak_time=time,
    )
    return TypeAssessment(
        event=trial.event,
        firing=Firing.FIRED if fired else Firing.NOT_FIRED,
        reason=in_english(wording),
        wording=wording,
        metrics=CriterionMetrics(
            quantity=trial.quantity,
            unit="mm",
            peak=place[0],
            peak_latitude=place[1],
            peak_longitude=place[2],
            peak_time=time,
            onset=item.onset if item else None,
            end=item.end if item else None,
            duration_hours=item.duration_hours if item else None,
            area_fraction=share_,
            max_object_area_km2=item.area_km2 if item else 0.0,
            threshold_point=window.grades[0].value,
            threshold_effective=window.grades[0].value,
            threshold_mode="point",
            threshold_label=window.grades[0].label,
            window=kind,
            distance=distance,
        ),
        grade=item.grade if item else 0,
        grade_name=item.grade_name if item else "",
        severity=item.severity if item else 0.0,
        confidence=product,
        confidence_parts=parts,
        objects=tuple(objects),
        measured=MeasuredValue(
            quantity=trial.quantity,
            unit="mm",
            value=place[0],
            latitude=place[1],
            longitude=place[2],
            time=time,
            window=kind.removeprefix("rolling "),
            hours=None if item else float(window.hours),
        ),
    )


def _snow_share(trial: Trial, spell: Spell) -> float | None:
    """Part of what fell on the event's cells that is snow."""
    snow = trial.phases.snow
    if snow is None:
        return None
    rows = [k for k, time in enumerate(trial.series.times) if spell.onset < time <= spell.end]
    cells = np.unravel_index(spell.footprint, trial.case.grid.shape)
    total = float(np.nansum(np.asarray(trial.phases.total.values)[rows][:, cells[0], cells[1]]))
    white = float(np.nansum(np.asarray(snow.values)[rows][:, cells[0], cells[1]]))
    return white / total if total > 0 else None


def _fell_as_snow(trial: Trial, limit: Grade) -> Message | None:
    """Say so where enough precipitation fell for a rainstorm, but as snow."""
    if trial.event is not EventType.RAINSTORM or trial.phases.snow is None:
        return None
    case = trial.case
    positions = counted(case, trial.phases.total)
    hours = [window.hours for window in trial.windows if window.grades[0] is limit]
    largest = max(
        (
            float(np.nanmax(np.where(trial.counted, item.total, np.nan), initial=0.0))
            for found in amounts(trial.phases.total, positions, hours)
            for item in found
        ),
        default=0.0,
    )
    if largest < limit.value:
        return None
    fallen = Measure(measure=largest, unit="mm", digits=1)
    return Message(id="event-fell_as_snow", params={"amount": fallen})


class _Wet:
    """When and how much fell on the cells of an event."""

    def __init__(self, trial: Trial, positions: list[int]) -> None:
        self._series = trial.series
        self._shape = trial.case.grid.shape
        self._area = np.asarray(trial.case.grid.cell_area).ravel() / 1e6
        self._positions = positions
        self._step = timedelta(hours=trial.series.interval_hours or 0.0)

    def _steps(self, spell: Spell) -> list[int]:
        """Increments inside its windows."""
        return [
            k
            for k in self._positions
            if self._series.times[k] - self._step >= spell.onset
            and self._series.times[k] <= spell.end
        ]

    def _at(self, step: int, cells: NDArray[np.intp]) -> Array:
        return np.nan_to_num(np.asarray(self._series.values[step], dtype=np.float64).ravel()[cells])

    def span(self, spell: Spell) -> tuple[datetime, datetime]:
        """From the first to the last increment with precipitation."""
        cells = spell.footprint
        steps = self._steps(spell)
        wet = [k for k in steps if float(self._at(k, cells).mean()) >= TRACE] or steps
        return self._series.times[wet[0]] - self._step, self._series.times[wet[-1]]

    def volume(self, spell: Spell) -> float:
        """Water that fell, km3."""
        cells = spell.footprint
        weights = self._area[cells]
        return 1e-6 * sum(float((self._at(k, cells) * weights).sum()) for k in self._steps(spell))

    def peak_time(self, spell: Spell, part: Part, position: int, hours: int) -> datetime:
        """End of the increment in which most fell at the peak."""
        cell = part.cells[position : position + 1]
        first = part.end - timedelta(hours=hours)
        steps = [k for k in self._steps(spell) if first < self._series.times[k] <= part.end]
        return self._series.times[max(steps, key=lambda k: (float(self._at(k, cell)[0]), -k))]
