"""What rainstorms and snowstorms share: amounts over windows, as objects in space and time."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from datetime import datetime, timedelta

import numpy as np
from numpy.typing import NDArray

from diagnostics.contracts.detection import (
    EventObject,
    MeasuredValue,
    StationEstimate,
    TypeAssessment,
)
from diagnostics.contracts.enums import EventType, Firing
from diagnostics.detection.events.amounts import FULL, Amount, amounts, counted
from diagnostics.detection.events.case import Case, Mask, Series
from diagnostics.detection.events.confidence import confidence, phase_factor
from diagnostics.detection.events.criterion_numbers import AccumulationWindow, Grade
from diagnostics.detection.events.daily_temperatures import COMPLETE
from diagnostics.detection.events.event_objects import Part, Peak, Spell, Tracker, described
from diagnostics.detection.events.moisture_budget import budget_precipitation
from diagnostics.detection.events.phase import Phases, divide
from diagnostics.detection.events.precipitation_trial import (
    Best,
    Trial,
)
from diagnostics.detection.events.reasons import (
    among_text,
    area,
    chosen_of,
    clauses,
    measured_at,
    not_assessable,
    object_text,
    peak_of,
    small_text,
    threshold_text,
)
from diagnostics.detection.events.record import (
    Headline,
    Widest,
    assessed,
    place_of,
    verdict_on_small,
)
from diagnostics.detection.events.severity import amount_severity, grade_of
from diagnostics.detection.events.stations import likely_text, station_estimate
from diagnostics.detection.events.support import needs_precipitation
from diagnostics.grid.reduction import Located
from diagnostics.messages import Measure, Message, Moment, Param, Term

Array = NDArray[np.float64]

TRACE = 0.1
"""Less than this, mm in a step, is no precipitation."""
LONGEST = timedelta(hours=24)


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


def missing_precipitation(event: EventType, case: Case) -> TypeAssessment:
    """Make the record of a type for which there is no precipitation."""
    return not_assessable(event, needs_precipitation(case.inventory))


def assess_amount(trial: Trial) -> TypeAssessment:
    """Test every window of every length that lies in the period."""
    first = trial.windows[0]
    quantity = Term(term=trial.quantity)
    if trial.series.interval_hours is None:
        return not_assessable(
            trial.event,
            Message(id="event-needs_interval", params={"quantity": quantity, "hours": first.hours}),
        )
    found = _search(trial)
    spells = found.tracker.spells()
    if spells:
        return _fired(trial, found, spells)
    if any(item.amount.whole for item in found.best):
        return _not_fired(trial, found)
    return _untested(trial, found.best)


@dataclass(frozen=True, eq=False)
class Found:
    """What the windows of a period hold.

    Attributes
    ----------
    positions : list of int
        Of the increments that count.
    tracker : Tracker
    best : list of Best
        The largest amount of each length and number of hours that are given.
    widest : dict of int to Widest
        By the length of the windows.
    reached : array of bool, shape (y, x)
        Cells that reach a limit in any window.
    """

    positions: list[int]
    tracker: Tracker
    best: list[Best]
    widest: dict[int, Widest]
    reached: Mask

    def largest(self, hours: int, *, whole: bool) -> Best:
        """Return the largest amount of the windows of a length, whole or cut."""
        return max(
            (
                item
                for item in self.best
                if item.window.hours == hours and item.amount.whole is whole
            ),
            key=lambda item: (item.peak.value, item.amount.given_hours),
        )


def _search(trial: Trial) -> Found:
    """Collect what exceeds a threshold, and the largest amount of each window length."""
    case = trial.case
    positions = counted(case, trial.series)
    step = timedelta(hours=trial.series.interval_hours or 0.0)
    tracker = Tracker(case.grid, case.inside, trial.min_object.value, gap=step)
    tolerance = case.preset.tolerance.value
    by_hours = {window.hours: window for window in trial.windows}
    widest = {hours: Widest(case, on_land=trial.on_land) for hours in by_hours}
    reached = np.zeros(case.grid.shape, dtype=bool)
    best: dict[tuple[int, float], Best] = {}
    for found in amounts(trial.series, positions, list(by_hours)):
        fields: dict[str, Array] = {}
        met = np.zeros(case.grid.shape, dtype=bool)
        for amount in found:
            window = by_hours[amount.hours]
            severity = amount_severity(amount.total, trial.limits(window), tolerance)
            severity = np.where(trial.reach, severity, 0.0)
            met |= severity >= 1.0
            widest[amount.hours].add(amount.end, severity >= 1.0)
            fields[f"severity {amount.hours}"] = severity
            fields[f"total {amount.hours}"] = amount.total
            fields[f"given {amount.hours}"] = np.full(case.grid.shape, amount.given_hours)
            usable = trial.counted & np.isfinite(amount.total)
            peak = peak_of(amount.total, case.grid, usable)
            key = (amount.hours, amount.given_hours)
            if peak is not None and (key not in best or peak.value > best[key].peak.value):
                best[key] = Best(window, amount, peak)
        reached |= met
        tracker.add(min(amount.start for amount in found), found[0].end, met, **fields)
    return Found(positions, tracker, list(best.values()), widest, reached)


def _deciding(trial: Trial, spell: Spell) -> tuple[AccumulationWindow, Part, int]:
    """Return the window that grades an event, with its strongest part and cell.

    The longest whose limit is met in whole windows, for the classes for fewer hours are for what
    falls in fewer; else the shortest whose limit is met in windows that are cut, for what fell in
    few hours fell in all longer ones too. So what fell in 12 hours of which no more are known is
    not judged by the classes for 24.
    """
    for whole in (True, False):
        for window in trial.windows if whole else reversed(trial.windows):
            name, given = f"severity {window.hours}", f"given {window.hours}"
            parts = tuple(
                part
                for part in spell.parts
                if name in part.values
                and bool(part.values[given][0] >= COMPLETE * window.hours) is whole
            )
            if not parts:
                continue
            part, position = Spell(parts).strongest(name, f"total {window.hours}", given)
            if part.values[name][position] >= 1.0:
                return window, part, position
    raise AssertionError("no window of the event meets its limit")


def _fired(trial: Trial, found: Found, spells: list[Spell]) -> TypeAssessment:
    case = trial.case
    wet = _Wet(trial, found.positions)

    def peak_of_spell(spell: Spell) -> Peak:
        window, part, position = _deciding(trial, spell)
        severity = float(part.values[f"severity {window.hours}"][position])
        grade = grade_of(severity)
        given = float(part.values[f"given {window.hours}"][position])
        cut = given < FULL * window.hours and grade < 3
        name = window.grades[grade - 1].name + (" (lower bound)" if cut else "")
        time, _ = wet.heaviest(int(part.cells[position]), part.end, window.hours)
        total = f"total {window.hours}"
        return Peak(
            trial.quantity, "mm", total, total, float(part.values[total][position]), part, position,
            severity, grade, name, time, given, f"given {window.hours}",
        )  # fmt: skip

    objects, kept = described(
        case, trial.event, spells, peak_of_spell,
        span_of=wet.span, volume_of=wet.volume,
        area_of=lambda spell: spell.area_where(
            f"severity {_deciding(trial, spell)[0].hours}", 1.0
        ),
    )  # fmt: skip
    chosen = chosen_of(case, objects)
    item, spell = objects[chosen], kept[chosen]
    window, part, position = _deciding(trial, spell)
    given = float(part.values[f"given {window.hours}"][position])
    top = found.largest(window.hours, whole=given >= COMPLETE * window.hours)
    if case.asked == item.id or top.peak.value <= item.peak:
        headline = _headline(
            trial, wet, int(part.cells[position]), part.end, given, item.peak,
        )  # fmt: skip
    else:
        headline = _top(trial, wet, top)
    record = _record(
        trial, found, window, headline, Firing.FIRED, objects=objects, chosen=chosen,
        snow=_snow_share(trial, spell),
    )  # fmt: skip
    return record.model_copy(update={"on_land": _on_land(trial, found, window, headline)})


def _on_land(
    trial: Trial, found: Found, window: AccumulationWindow, headline: Headline
) -> MeasuredValue | None:
    """Return the largest amount on land in as many hours, of one that peaks over the sea."""
    case = trial.case
    land = case.inside & case.ground
    if not land.any() or land[case.grid.nearest(headline.latitude, headline.longitude)]:
        return None
    best: tuple[Located, Amount] | None = None
    for (amount,) in amounts(trial.series, found.positions, [window.hours]):
        if amount.given_hours != headline.hours:
            continue
        peak = peak_of(amount.total, case.grid, land & np.isfinite(amount.total))
        if peak is not None and (best is None or peak.value > best[0].value):
            best = peak, amount
    limit = window.grades[0].value - case.preset.tolerance.value
    return _measured(trial, *best) if best is not None and best[0].value >= limit else None


def _headline(
    trial: Trial, wet: _Wet, cell: int, until: datetime, hours: float, value: float
) -> Headline:
    time, rate = wet.heaviest(cell, until, hours)
    return Headline(
        trial.quantity,
        "mm",
        value,
        *place_of(trial.case.grid, cell),
        time,
        hours=hours,
        until=until,
        rate=rate,
        rate_hours=trial.series.interval_hours,
    )


def _top(trial: Trial, wet: _Wet, best: Best) -> Headline:
    """Return the largest amount of a length of windows in the region."""
    cell = best.peak.row * trial.case.grid.shape[1] + best.peak.column
    amount = best.amount
    return _headline(trial, wet, cell, amount.end, amount.given_hours, best.peak.value)


def _not_fired(trial: Trial, found: Found) -> TypeAssessment:
    case = trial.case
    small = bool((found.reached & case.inside).any())
    pool = [item for item in found.best if small or item.amount.whole]
    best = max(pool, key=lambda item: item.distance)
    if best.amount.coverage < 1.0:
        case.warn("incomplete_window")
    limit = best.window.grades[0]
    estimate, likely = station_estimate(
        trial.ratio, best.peak.value, threshold=limit.value, unit="mm", spacing_deg=case.spacing
    )
    firing = Firing.NOT_FIRED
    if small:
        firing = verdict_on_small(case, found.reached, trial.reach, trial.min_object.value)
    elif likely and not trial.proxy:
        firing = Firing.LIKELY_AT_STATIONS
    record = _record(
        trial, found, best.window, _top(trial, _Wet(trial, found.positions), best), firing,
        likely=estimate,
    )  # fmt: skip
    if firing is not Firing.LIKELY_AT_STATIONS:
        return record
    return record.model_copy(update={"stations": estimate})


def _untested(trial: Trial, best: list[Best]) -> TypeAssessment:
    """Record that no window fits: an amount can only be larger in the whole window."""
    needed = trial.windows[-1]
    quantity = Term(term=trial.quantity)
    longest = max(best, key=lambda item: item.amount.given_hours, default=None)
    hours = trial.series.interval_hours
    if longest is None and hours is not None and hours > needed.hours:
        return _longer_total(trial, hours)
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


def _longer_total(trial: Trial, hours: float) -> TypeAssessment:
    """Judge totals over more hours than the longest window: no window inside can hold more."""
    needed = min(trial.windows, key=lambda window: window.grades[0].value)
    limit = needed.grades[0]
    quantity = Term(term=trial.quantity)
    values = np.asarray(trial.series.values, dtype=np.float64)
    tops = [peak_of(plane, trial.case.grid, trial.counted & np.isfinite(plane)) for plane in values]
    known = [(top, time) for top, time in zip(tops, trial.series.times, strict=True) if top]
    if not known:
        given = Message(
            id="event-needs_hours",
            params={"quantity": quantity, "needed": needed.hours, "given": "0"},
        )
        return not_assessable(trial.event, given)
    peak, time = max(known, key=lambda item: item[0].value)
    below = peak.value < limit.value
    wording = Message(
        id="event-longer_total_below" if below else "event-longer_total",
        params={
            "quantity": quantity,
            "hours": f"{hours:g}",
            "needed": needed.hours,
            "amount": Measure(measure=peak.value, unit="mm", digits=1),
            "limit": _limit(limit),
        },
    )
    measured = measured_at(trial.quantity, "mm", peak, time, f"{hours:g} h", hours)
    found = not_assessable(trial.event, wording, measured)
    return found.model_copy(update={"firing": Firing.NOT_FIRED}) if below else found


def _measured(trial: Trial, peak: Located, amount: Amount) -> MeasuredValue:
    given = amount.given_hours
    return measured_at(trial.quantity, "mm", peak, amount.end, f"{given:g} h", given)


def _limit(grade: Grade) -> Message:
    return threshold_text(grade.value, "mm", grade.label)


def _record(
    trial: Trial,
    found: Found,
    window: AccumulationWindow,
    headline: Headline,
    firing: Firing,
    *,
    objects: Sequence[EventObject] = (),
    chosen: int = 0,
    snow: float | None = None,
    likely: StationEstimate | None = None,
) -> TypeAssessment:
    case, phases, limit = trial.case, trial.phases, window.grades[0]
    given = headline.hours or 0.0
    whole = given >= FULL * window.hours
    if objects and not whole:
        case.warn("lower_bound")
    distance = (headline.value - limit.value) / limit.value
    mixed = phases.mixed_mass / phases.all_mass if phases.all_mass > 0 else 0.0
    fired = firing is Firing.FIRED
    return assessed(
        trial.event, firing, _wording(trial, window, headline, firing, objects, chosen, likely),
        headline,
        limit=limit.value, label=limit.label,
        window=f"rolling {window.hours} h"
        if whole or not fired
        else f"rolling {given:g} of {window.hours} h",
        distance=distance,
        trust=confidence(
            case,
            distance=distance if fired or distance < 0 else 0.0,
            fired=fired,
            completeness=min(1.0, given / window.hours),
            step_hours=trial.series.interval_hours,
            phase=phase_factor(snow, phases.source, mixed),
            proxy=trial.proxy,
            peak_time=headline.time,
        ),
        least_km2=trial.min_object.value,
        extent=found.widest[window.hours].extent,
        objects=objects, chosen=chosen,
    )  # fmt: skip


def _wording(
    trial: Trial,
    window: AccumulationWindow,
    headline: Headline,
    firing: Firing,
    objects: Sequence[EventObject],
    chosen: int,
    likely: StationEstimate | None,
) -> Message:
    """Give the reason: the amount, its limit, the area, and what an event needs."""
    fired, limit = firing is Firing.FIRED, window.grades[0]
    quantity = Term(term=trial.quantity)
    if not fired or (headline.hours or 0.0) >= FULL * window.hours:
        params: dict[str, Param] = {"hours": window.hours, "quantity": quantity}
        amount = Message(id="event-amount", params=params)
    else:
        given = f"{headline.hours:g}"
        params = {"quantity": quantity, "given": given, "hours": window.hours}
        amount = Message(id="event-amount_lower_bound", params=params)
    reached = Message(
        id="event-amount_reached",
        params={
            "amount": amount,
            "value": Measure(measure=headline.value, unit="mm", digits=1),
            "time": Moment(moment=headline.until or headline.time),
        },
    )
    if objects:
        extent = Message(id="event-area_reached", params={"area": area(objects[chosen].area_km2)})
    elif headline.value < limit.value - trial.case.preset.tolerance.value:
        extent = Message(id="event-no_cell")
    else:
        extent = small_text(firing)
    return clauses(
        reached,
        Message(id="event-threshold_is", params={"limit": _limit(limit)}),
        extent,
        Message(
            id="event-needed_of_proxy" if trial.proxy else "event-needed",
            params={"needed": object_text(trial.min_object)},
        ),
        among_text(len(objects)),
        likely_text(likely) if likely and firing is Firing.LIKELY_AT_STATIONS else None,
        None if fired else _fell_as_snow(trial, limit),
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


def _begin(trial: Trial, part: Part) -> datetime:
    """Begin of the longest window in which a part reaches its limit."""
    met = [
        window.hours
        for window in trial.windows
        if (part.values.get(f"severity {window.hours}", np.zeros(1)) >= 1.0).any()
    ]
    return max(part.start, part.end - timedelta(hours=max(met)))


class _Wet:
    """When and how much fell on the cells of an event."""

    def __init__(self, trial: Trial, positions: list[int]) -> None:
        self._trial, self._series = trial, trial.series
        self._area = np.asarray(trial.case.grid.cell_area).ravel() / 1e6
        self._positions = positions
        self._step = timedelta(hours=trial.series.interval_hours or 0.0)

    def _steps(self, spell: Spell) -> list[int]:
        """Increments inside the windows in which it reaches its limit."""
        first, times = min(_begin(self._trial, part) for part in spell.parts), self._series.times
        return [
            k for k in self._positions if first <= times[k] - self._step and times[k] <= spell.end
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

    def heaviest(self, cell: int, until: datetime, hours: float) -> tuple[datetime, float]:
        """End of the increment in which most fell at a cell within some hours, and its amount."""
        first = until - timedelta(hours=hours)
        here = np.array([cell])
        steps = [k for k in self._positions if first < self._series.times[k] <= until]
        step = max(steps, key=lambda k: (float(self._at(k, here)[0]), -k))
        return self._series.times[step], float(self._at(step, here)[0])
