"""Cold waves: falls of the daily minimum temperature."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from datetime import datetime, timedelta

import numpy as np
from numpy.typing import NDArray
from pydantic import Field

from diagnostics.constants import ZERO_CELSIUS
from diagnostics.contracts.base import Contract, is_empty
from diagnostics.contracts.detection import (
    EventObject,
    MeasuredValue,
    TypeAssessment,
)
from diagnostics.contracts.enums import EventType, Firing
from diagnostics.detection.events.case import Case, Mask, Series
from diagnostics.detection.events.confidence import confidence_of_days
from diagnostics.detection.events.criterion_numbers import Label, Number
from diagnostics.detection.events.daily_temperatures import (
    DailyExtremes,
    asked_days,
    daily_extremes,
    days_between,
    positions_in_day,
)
from diagnostics.detection.events.definition import EventDefinition
from diagnostics.detection.events.event_objects import Peak, Spell, Tracker, described
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
    without_land,
)
from diagnostics.detection.events.record import (
    Extent,
    Headline,
    Widest,
    assessed,
    place_of,
    verdict_on_small,
)
from diagnostics.detection.events.runs import run_lengths
from diagnostics.detection.events.severity import grade_of
from diagnostics.detection.events.support import (
    Held,
    Support,
    blocked,
    joined,
    samples_lack,
    temperature_days,
)
from diagnostics.grid.objects import label_objects
from diagnostics.messages import Listing, Measure, Message
from diagnostics.messages.numbers import threshold_digits

Array = NDArray[np.float64]

ANTECEDENT = timedelta(days=4)
"""Before the period, for the days from which a fall of 72 h starts."""
QUANTITY = "fall of the daily minimum temperature"


class ColdGrade(Contract):
    """Falls of the daily minimum in so many hours, K, and the minimum at the end, degC."""

    name: str
    drops: dict[int, float]
    minimum: float
    label: Label
    source: str = Field(default="", exclude_if=is_empty)


class ColdCriteria(Contract):
    """Of cold waves."""

    grades: tuple[ColdGrade, ColdGrade, ColdGrade]
    min_object: Number
    scale: Number


@dataclass(frozen=True, eq=False)
class ColdDays:
    """Daily minima, degC, NaN on days that are not whole; a fall must end on a day asked for."""

    daily: DailyExtremes
    celsius: Array
    asked: NDArray[np.bool_]
    samples: Series


@dataclass(frozen=True, eq=False)
class Falls:
    """Whether each cell meets a grade, by the days on which the fall ends.

    Attributes
    ----------
    by_day : array of bool, shape (day, y, x)
        Fall and minimum both suffice.
    drop_only : array of bool, shape (day, y, x)
        The fall suffices, whatever the minimum.
    ratio : array, shape (day, y, x)
        Largest fall relative to the one needed, over the durations.
    largest, hours : array, shape (day, y, x)
        That fall, K, and its duration.
    """

    by_day: NDArray[np.bool_]
    drop_only: NDArray[np.bool_]
    ratio: Array
    largest: Array
    hours: Array


def assess(case: Case, criteria: ColdCriteria) -> TypeAssessment:
    """Test for a cold wave on land."""
    if not case.land.any():
        return without_land(EventType.COLD_WAVE)
    name = next((item for item in ("mn2t", "t2m") if case.has(item)), None)
    if name is None:
        return not_assessable(
            EventType.COLD_WAVE, Message(id="event-needs_temperature", params={"days": 2})
        )
    series = case.series(name, start=case.window.start - ANTECEDENT)
    if series is None:
        return not_assessable(EventType.COLD_WAVE, Message(id="event-temperature_missing"))
    cold = _cold_days(case, series)
    if isinstance(cold, Message):
        return not_assessable(EventType.COLD_WAVE, cold, _coldest(case, series))
    return _judge(case, criteria, cold)


def _cold_days(case: Case, series: Series) -> ColdDays | Message:
    """Daily minima around the period, or why there are not enough."""
    if len(series.times) < 2:
        return Message(id="event-cold_single_time")
    days = days_between(series.times[0], series.times[-1], case.preset.days, case.zone)
    daily = daily_extremes(
        series.values,
        series.times,
        kind="minimum",
        interval_hours=series.interval_hours,
        days=days,
        longitude=case.region.center[1],
    )
    if daily.undersampled:
        case.warn("tmin_undersampled")
    usable = daily.represented
    pairs = usable[1:] & usable[:-1]
    asked = asked_days(days, case.window)
    if not (pairs & asked[1:]).any():
        return Message(
            id="event-cold_sampled", params={"given": len(days), "sampled": int(usable.sum())}
        )
    values = np.where(usable[:, None, None], daily.values - ZERO_CELSIUS, np.nan)
    return ColdDays(daily, values, asked, series)


def _coldest(case: Case, series: Series) -> MeasuredValue | None:
    """Return the lowest temperature on land in the period."""
    best: MeasuredValue | None = None
    for values, time in zip(series.values, series.times, strict=True):
        if not case.window.start <= time <= case.window.end:
            continue
        celsius = np.asarray(values, dtype=np.float64) - ZERO_CELSIUS
        lowest = peak_of(-celsius, case.grid, case.land & np.isfinite(celsius))
        if lowest is not None and (best is None or -lowest.value < best.value):
            hours = series.interval_hours
            window = "" if hours is None else f"minimum of {hours:g} h"
            found = measured_at("2-m temperature", "degC", lowest, time, window)
            best = found.model_copy(update={"value": -lowest.value})
    return best


def falls(celsius: Array, asked: NDArray[np.bool_], grade: ColdGrade, *, tolerance: float) -> Falls:
    """Test each cell for the falls of one grade.

    Parameters
    ----------
    celsius : array, shape (day, y, x)
        Daily minima, consecutive days; NaN where unknown.
    asked : array of bool, shape (day,)
        Days on which a fall may end.
    grade : ColdGrade
    tolerance : float
        K.

    Notes
    -----
    The minimum falls by 8 K in 24 h, 10 K in 48 h or 12 K in 72 h and ends at or below 4 degC
    (first grade, GB/T 21987-2017); over 48 and 72 h it must fall every day.
    """
    count = celsius.shape[0]
    by_day = np.zeros(celsius.shape, dtype=bool)
    drop_only = np.zeros(celsius.shape, dtype=bool)
    ratio = np.full(celsius.shape, -np.inf)
    largest, lengths = np.full(celsius.shape, np.nan), np.full(celsius.shape, np.nan)
    daily_fall = celsius[:-1] - celsius[1:]
    for hours, needed in grade.drops.items():
        span = hours // 24
        for last in range(span, count):
            if not asked[last]:
                continue
            fall = celsius[last - span] - celsius[last]
            if span > 1:
                steadily = (daily_fall[last - span : last] > 0).all(axis=0)
                fall = np.where(steadily, fall, np.nan)
            enough = fall >= needed - tolerance
            by_day[last] |= enough & (celsius[last] <= grade.minimum + tolerance)
            drop_only[last] |= enough
            share = fall / needed
            better = np.isfinite(share) & (share > ratio[last])
            ratio[last] = np.where(better, share, ratio[last])
            largest[last] = np.where(better, fall, largest[last])
            lengths[last] = np.where(better, hours, lengths[last])
    return Falls(by_day, drop_only, ratio, largest, lengths)


def _judge(case: Case, criteria: ColdCriteria, cold: ColdDays) -> TypeAssessment:
    found = [
        falls(cold.celsius, cold.asked, grade, tolerance=case.preset.tolerance.value)
        for grade in criteria.grades
    ]
    tracker = Tracker(case.grid, case.inside, criteria.min_object.value, gap=timedelta(0))
    widest = Widest(case, on_land=True)
    for row, day in enumerate(cold.daily.days):
        met = found[0].by_day[row] & case.reach_land
        tracker.add(
            day.start, day.end, met,
            ratio=found[0].ratio[row], fall=found[0].largest[row], hours=found[0].hours[row],
            celsius=cold.celsius[row],
        )  # fmt: skip
        widest.add(day.middle, met)
    spells = tracker.spells()
    if spells:
        return _fired(case, criteria, cold, found, spells, widest.extent)
    return _not_fired(case, criteria, cold, found, widest.extent)


def _severity(case: Case, spell: Spell, found: list[Falls], least: float) -> float:
    """Grade that a large enough part of the event meets, and how far it has come to the next.

    Of an event that goes on beyond the region all that lies in it, where that is less.
    """
    areas = np.asarray(case.grid.cell_area).ravel() / 1e6
    least = min(least, float(areas[spell.footprint].sum()))
    best, typical = 0, 0.0
    for number, falls_ in enumerate(found, start=1):
        cells = np.zeros(areas.size, dtype=bool)
        ratios = []
        for part in spell.parts:
            met = falls_.by_day[part.frame].ravel()[part.cells]
            cells[part.cells[met]] = True
            ratios.append(falls_.ratio[part.frame].ravel()[part.cells[met]])
        if float(areas[cells].sum()) >= least * (1 - 1e-6):
            best, typical = number, float(np.median(np.concatenate(ratios)))
    return best + min(0.99, max(0.0, typical - 1.0))


def _fired(
    case: Case,
    criteria: ColdCriteria,
    cold: ColdDays,
    found: list[Falls],
    spells: list[Spell],
    extent: Extent,
) -> TypeAssessment:
    def peak_of_spell(spell: Spell) -> Peak:
        part, position = spell.strongest("ratio")
        severity = _severity(case, spell, found, criteria.min_object.value)
        grade = grade_of(severity)
        return Peak(
            QUANTITY, "K", "fall", "ratio", float(part.values["fall"][position]), part, position,
            severity, grade, criteria.grades[grade - 1].name,
            _coldest_time(case, cold, part.frame, int(part.cells[position])), in_hours="hours",
        )  # fmt: skip

    first, last = cold.samples.times[0], cold.samples.times[-1]
    usable = cold.daily.represented
    ends = np.flatnonzero(usable & cold.asked & np.concatenate([[False], usable[:-1]]))

    def span_of(spell: Spell) -> tuple[datetime, datetime]:
        """From the first to the last day on which a fall ends."""
        return max(spell.onset, first), min(spell.end, last)

    objects, kept = described(
        case, EventType.COLD_WAVE, spells, peak_of_spell,
        span_of=span_of,
        judged=(cold.daily.days[ends[0]].start, min(cold.daily.days[ends[-1]].end, last)),
        by_days=True,
    )  # fmt: skip
    chosen = chosen_of(case, objects)
    item, spell = objects[chosen], kept[chosen]
    if item.onset - timedelta(days=1) < case.window.start:
        case.warn("antecedent_days_used")
    part, position = spell.strongest("ratio")
    fall = _fall_at(cold, found[0], part.frame, int(part.cells[position]))
    largest = _largest_fall(cold, found[0], found[0].by_day & case.land)
    if case.asked != item.id and largest is not None and largest.ratio > fall.ratio:
        fall = largest
    return _record(
        case, criteria, cold, fall, Firing.FIRED, distance=fall.ratio - 1.0,
        objects=objects, chosen=chosen, extent=extent,
    )  # fmt: skip


@dataclass(frozen=True)
class Fall:
    """A fall of the daily minimum at one cell.

    Attributes
    ----------
    ratio : float
        Relative to the fall that is needed.
    kelvin, hours : float, int
    minimum : float
        That it ends at, degC.
    day, cell : int
        On which it ends, and where.
    """

    ratio: float
    kelvin: float
    hours: int
    minimum: float
    day: int
    cell: int


def _fall_at(cold: ColdDays, found: Falls, day: int, cell: int) -> Fall:
    ratio, kelvin, hours, minimum = (
        float(field[day].ravel()[cell])
        for field in (found.ratio, found.largest, found.hours, cold.celsius)
    )
    return Fall(ratio, kelvin, int(hours), minimum, day, cell)


def _largest_fall(cold: ColdDays, found: Falls, counted: NDArray[np.bool_]) -> Fall | None:
    """Return the largest fall, relative to the one needed, on the days and cells that count."""
    ratio = np.where(counted & np.isfinite(found.largest), found.ratio, -np.inf)
    if not np.isfinite(ratio).any():
        return None
    day, cell = divmod(int(np.argmax(ratio)), ratio[0].size)
    return _fall_at(cold, found, day, cell)


def _not_fired(
    case: Case, criteria: ColdCriteria, cold: ColdDays, found: list[Falls], extent: Extent
) -> TypeAssessment:
    base, least = criteria.grades[0], criteria.min_object.value
    dropped = found[0].drop_only.any(axis=0) & case.land
    tolerance = case.preset.tolerance.value
    with np.errstate(invalid="ignore"):
        chilled = (cold.celsius[cold.asked] <= base.minimum + tolerance).any(axis=0) & case.land
    labels: tuple[str, ...] = ()
    if label_objects(dropped, case.grid, min_area_km2=least):
        labels = ("cooling",)
    elif label_objects(chilled, case.grid, min_area_km2=least):
        labels = ("cold_spell",)
    reached = np.asarray(found[0].by_day.any(axis=0))
    small = bool((reached & case.land).any())
    counted = case.land & (found[0].by_day if small else np.isfinite(cold.celsius))
    fall = _largest_fall(cold, found[0], counted)
    if fall is None:
        return not_assessable(EventType.COLD_WAVE, Message(id="event-temperature_missing"))
    firing = Firing.NOT_FIRED
    if small:
        firing = verdict_on_small(case, reached, case.reach_land, least)
    return _record(
        case, criteria, cold, fall, firing,
        distance=_distance(criteria, cold, found[0], case.land), labels=labels, extent=extent,
    )  # fmt: skip


def _record(
    case: Case,
    criteria: ColdCriteria,
    cold: ColdDays,
    fall: Fall,
    firing: Firing,
    *,
    distance: float,
    extent: Extent,
    objects: Sequence[EventObject] = (),
    chosen: int = 0,
    labels: tuple[str, ...] = (),
) -> TypeAssessment:
    base, fired = criteria.grades[0], firing is Firing.FIRED
    time = _coldest_time(case, cold, fall.day, fall.cell)
    limits = tuple(_fall_in(drop, span_hours) for span_hours, drop in base.drops.items())
    only = {"cooling": "event-only_cooling", "cold_spell": "event-only_cold_spell"}.get(
        labels[0] if labels else ""
    )
    size: Message | None = None
    if objects:
        size = Message(id="event-area_meets_both", params={"area": area(objects[chosen].area_km2)})
    elif distance >= 0.0:
        size = small_text(firing)
    wording = clauses(
        Message(
            id="event-fell" if fall.hours <= 24 else "event-fell_steadily",
            params={
                "fall": Measure(measure=fall.kelvin, unit="K", digits=1),
                "hours": fall.hours,
                "lowest": Measure(measure=fall.minimum, unit="degC", digits=1),
            },
        ),
        Message(
            id="event-cold_needed",
            params={
                "limits": Listing(items=limits, style="or"),
                "least": Measure(
                    measure=base.minimum, unit="degC", digits=threshold_digits(base.minimum)
                ),
                "label": base.label,
            },
        ),
        size,
        Message(id="event-needed", params={"needed": object_text(criteria.min_object)}),
        among_text(len(objects)),
        Message(id=only) if only else None,
    )
    return assessed(
        EventType.COLD_WAVE, firing, wording,
        Headline(
            QUANTITY, "K", fall.kelvin, *place_of(case.grid, fall.cell), time=time,
            hours_sampled=cold.daily.hours_sampled,
        ),
        limit=base.drops[fall.hours], label=base.label, window=f"{fall.hours} h",
        distance=distance,
        trust=confidence_of_days(
            case, cold.daily, cold.asked, cold.samples,
            distance=distance, fired=fired, peak_time=time,
        ),
        least_km2=criteria.min_object.value, extent=extent,
        objects=objects, chosen=chosen, labels=labels,
    )  # fmt: skip


def _fall_in(amount: float, hours: int) -> Message:
    """Describe a fall that a criterion asks for."""
    fall = Measure(measure=amount, unit="K", digits=threshold_digits(amount))
    return Message(id="event-fall_in_hours", params={"fall": fall, "hours": hours})


def _distance(criteria: ColdCriteria, cold: ColdDays, found: Falls, given: Mask) -> float:
    """Distance of the nearest cell: the worse of its fall and its final minimum."""
    by_fall = found.ratio - 1.0
    by_minimum = (criteria.grades[0].minimum - cold.celsius) / criteria.scale.value
    both = np.where(given & cold.asked[:, None, None], np.minimum(by_fall, by_minimum), np.nan)
    finite = both[np.isfinite(both)]
    return float(finite.max()) if finite.size else -1.0


def _coldest_time(case: Case, cold: ColdDays, day: int, cell: int) -> datetime:
    """Time of the lowest sample of a day at a cell."""
    row, column = np.unravel_index(cell, case.grid.shape)
    series = cold.samples
    inside = positions_in_day(series.times, cold.daily.days[day], series.interval_hours)
    values = [float(np.nan_to_num(series.values[k][row, column], nan=np.inf)) for k in inside]
    return series.times[inside[int(np.argmin(values))]] if inside else series.times[-1]


def support(held: Held, criteria: ColdCriteria) -> Support:
    """Say what the data can support of the criterion."""
    found = temperature_days(held, "minimum", "mn2t")
    if found is None:
        return blocked(Message(id="event-needs_temperature", params={"days": 2}), "mn2t")
    name, daily = found
    usable = daily.represented
    longest = int(run_lengths(usable[:, None, None]).max(initial=0))
    if longest < 2:
        seen = {"given": len(daily.days), "sampled": int(usable.sum())}
        single = len(held.inventory.times) < 2
        return blocked(
            Message(id="event-cold_single_time")
            if single
            else Message(id="event-cold_sampled", params={**seen})
        )
    lacks = samples_lack(held, name, daily)
    untested = [hours for hours in criteria.grades[0].drops if hours // 24 >= longest]
    lacks += tuple(
        Message(id="support-fall_untested", params={"hours": hours}) for hours in untested
    )
    feasibility, said = joined(lacks)
    missing = ("mn2t",) if name == "t2m" and lacks else ()
    return Support(feasibility, (name,), missing, said)


DEFINITION = EventDefinition(
    event=EventType.COLD_WAVE,
    criteria=ColdCriteria,
    needs=(("mn2t",), ("t2m",)),
    assess=assess,
    support=support,
    linked=frozenset({EventType.GALE, EventType.SNOWSTORM}),
    precedence=3,
)
