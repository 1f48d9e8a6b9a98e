"""Cold waves: falls of the daily minimum temperature."""

from __future__ import annotations

from dataclasses import dataclass
from datetime import datetime, timedelta

import numpy as np
from numpy.typing import NDArray

from diagnostics.constants import ZERO_CELSIUS
from diagnostics.contracts.base import Contract
from diagnostics.contracts.detection import (
    EventObject,
    MeasuredValue,
    TypeAssessment,
)
from diagnostics.contracts.enums import EventType
from diagnostics.detection.events.assessments import Reached, Threshold, assessed
from diagnostics.detection.events.case import Case, Mask, Series
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
    share_of_region,
    without_land,
)
from diagnostics.detection.events.severity import grade_of
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


def largest_falls(case: Case) -> Array | None:
    """Return the fall of the daily minimum that counts at each cell, K, for a map.

    The one nearest to, or farthest beyond, its limit of 24, 48 or 72 h among those that end on a
    day of the period, on land and sea.

    Parameters
    ----------
    case : Case

    Returns
    -------
    array, shape (y, x), or None
        NaN where no two whole days are known; None where the preset has no limits of falls or no
        day of the period can be compared with the one before.
    """
    criteria = case.preset.criteria_of(EventType.COLD_WAVE, ColdCriteria)
    name = next((item for item in ("mn2t", "t2m") if case.has(item)), None)
    if criteria is None or name is None:
        return None
    series = case.series(name, start=case.window.start - ANTECEDENT)
    cold = _cold_days(case, series) if series is not None else None
    if cold is None or isinstance(cold, Message):
        return None
    tolerance = case.preset.tolerance.value
    found = falls(cold.celsius, cold.asked, criteria.grades[0], tolerance=tolerance)
    day = np.argmax(np.where(np.isfinite(found.largest), found.ratio, -np.inf), axis=0)
    largest: NDArray[np.float64] = np.take_along_axis(found.largest, day[np.newaxis], axis=0)[0]
    return largest


def _coldest(case: Case, series: Series) -> MeasuredValue | None:
    """Return the lowest temperature on land in the period."""
    best: MeasuredValue | None = None
    for values, time in zip(series.values, series.times, strict=True):
        if not case.window.start <= time <= case.window.end:
            continue
        celsius = np.asarray(values, dtype=np.float64) - ZERO_CELSIUS
        lowest = peak_of(-celsius, case.grid, case.land & np.isfinite(celsius))
        if lowest is not None and (best is None or -lowest.value < best.value):
            found = measured_at("2-m temperature", "degC", lowest, time)
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
    # A region that is smaller than the limit can only be filled.
    land_km2 = float(case.grid.cell_area[case.land].sum()) / 1e6
    least = min(criteria.min_object.value, land_km2)
    tracker = Tracker(case.grid, least, gap=timedelta(0))
    for row, day in enumerate(cold.daily.days):
        tracker.add(
            day.start, day.end, found[0].by_day[row] & case.land,
            ratio=found[0].ratio[row], fall=found[0].largest[row], hours=found[0].hours[row],
            celsius=cold.celsius[row],
        )  # fmt: skip
    spells = tracker.spells()
    if spells:
        return _fired(case, criteria, cold, found, spells, least)
    return _not_fired(case, criteria, cold, found, least)


def _severity(case: Case, spell: Spell, found: list[Falls], least: float) -> float:
    """Grade that a large enough part of the event meets, and how far it has come to the next."""
    areas = np.asarray(case.grid.cell_area).ravel() / 1e6
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
    least: float,
) -> TypeAssessment:
    def peak_of_spell(spell: Spell) -> Peak:
        part, position = spell.strongest("ratio")
        severity = _severity(case, spell, found, least)
        grade = grade_of(severity)
        return Peak(
            QUANTITY, "K", float(part.values["fall"][position]), part, position, severity,
            grade, criteria.grades[grade - 1].name,
            _coldest_time(case, cold, part.frame, int(part.cells[position])),
        )  # fmt: skip

    first, last = cold.samples.times[0], cold.samples.times[-1]

    def span_of(spell: Spell) -> tuple[datetime, datetime]:
        """From the day before the first fall to the end of the last."""
        return max(spell.onset - timedelta(days=1), first), min(spell.end, last)

    objects, kept = described(
        case, EventType.COLD_WAVE, spells, peak_of_spell,
        shown=lambda part: float(np.nanmax(part.values["fall"])), span_of=span_of,
    )  # fmt: skip
    chosen = chosen_of(case, objects)
    item, spell = objects[chosen], kept[chosen]
    part, position = spell.strongest("ratio")
    hours = int(part.values["hours"][position])
    before = max(cold.daily.days[part.frame - hours // 24].start, first)
    if before < case.window.start:
        case.warn("antecedent_days_used")
    lowest = min(float(part_.values["celsius"].min()) for part_ in spell.parts)
    return _record(
        case, criteria, cold, fall=item.peak, hours=hours,
        measured_from=before if before < case.window.start else None, lowest=lowest,
        peak=(item.peak, item.peak_latitude, item.peak_longitude),
        time=item.peak_time, distance=float(part.values["ratio"][position]) - 1.0, item=item,
        objects=objects, share_=share_of_region(case, spell.footprint, case.land),
    )  # fmt: skip


def _not_fired(
    case: Case, criteria: ColdCriteria, cold: ColdDays, found: list[Falls], least: float
) -> TypeAssessment:
    base = criteria.grades[0]
    dropped = found[0].drop_only.any(axis=0) & case.land
    tolerance = case.preset.tolerance.value
    with np.errstate(invalid="ignore"):
        chilled = (cold.celsius[cold.asked] <= base.minimum + tolerance).any(axis=0) & case.land
    labels: tuple[str, ...] = ()
    if label_objects(dropped, case.grid, min_area_km2=least):
        labels = ("cooling",)
    elif label_objects(chilled, case.grid, min_area_km2=least):
        labels = ("cold_spell",)
    ratio = np.where(case.land & np.isfinite(found[0].largest), found[0].ratio, -np.inf)
    day, row, column = np.unravel_index(int(np.argmax(ratio)), ratio.shape)
    fall = float(np.nan_to_num(found[0].largest[day, row, column]))
    hours = int(np.nan_to_num(found[0].hours[day, row, column], nan=24.0))
    cell = int(row) * case.grid.shape[1] + int(column)
    lowest = np.where(cold.asked[:, None, None] & case.land, cold.celsius, np.nan)
    return _record(
        case, criteria, cold, fall=fall, hours=hours, lowest=float(np.nanmin(lowest)),
        peak=(
            fall,
            float(case.grid.latitude[row, column]),
            (float(case.grid.longitude[row, column]) + 180.0) % 360.0 - 180.0,
        ),
        time=_coldest_time(case, cold, int(day), cell),
        distance=_distance(criteria, cold, found[0], case.land), item=None, objects=[],
        share_=0.0, labels=labels,
        beyond=bool((found[0].by_day & case.land).any()),
    )  # fmt: skip


def _record(
    case: Case,
    criteria: ColdCriteria,
    cold: ColdDays,
    *,
    fall: float,
    hours: int,
    lowest: float,
    peak: tuple[float, float, float],
    time: datetime,
    distance: float,
    item: EventObject | None,
    objects: list[EventObject],
    share_: float,
    labels: tuple[str, ...] = (),
    beyond: bool = False,
    measured_from: datetime | None = None,
) -> TypeAssessment:
    base = criteria.grades[0]
    limits = tuple(_fall_in(drop, span_hours) for span_hours, drop in base.drops.items())
    only = {"cooling": "event-only_cooling", "cold_spell": "event-only_cold_spell"}.get(
        labels[0] if labels else ""
    )
    wording = clauses(
        Message(
            id="event-fell",
            params={
                "fall": Measure(measure=fall, unit="K", digits=1),
                "hours": hours,
                "lowest": Measure(measure=lowest, unit="degC", digits=1),
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
        Message(id="event-area_meets_both", params={"area": area(item.area_km2)}) if item else None,
        Message(id="event-too_small") if beyond else None,
        Message(id="event-needed", params={"needed": object_text(criteria.min_object)}),
        among_text(len(objects)),
        Message(id=only) if only else None,
    )
    return assessed(
        case,
        EventType.COLD_WAVE,
        wording,
        Reached(QUANTITY, "K", *peak, time, f"{hours} h", measured_from),
        Threshold(base.drops[hours], base.label),
        distance=distance,
        data={
            "completeness": float(np.mean(np.minimum(1.0, cold.daily.complete[cold.asked]))),
            "step_hours": cold.samples.step_hours,
        },
        objects=objects,
        item=item,
        share=share_,
        labels=labels,
    )


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


DEFINITION = EventDefinition(
    event=EventType.COLD_WAVE,
    criteria=ColdCriteria,
    needs=(("mn2t",), ("t2m",)),
    assess=assess,
    shown="temperature_fall",
    whole_days=True,
    on_land=True,
    linked=frozenset({EventType.GALE, EventType.SNOWSTORM}),
    precedence=3,
)
