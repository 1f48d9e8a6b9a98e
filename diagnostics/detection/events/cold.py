"""Cold waves: falls of the daily minimum temperature."""

from __future__ import annotations

from dataclasses import dataclass
from datetime import datetime

import numpy as np
from numpy.typing import NDArray

from diagnostics.constants import ZERO_CELSIUS
from diagnostics.contracts.detection import CriterionMetrics, TypeAssessment
from diagnostics.contracts.enums import EventType, Firing
from diagnostics.detection.events.case import ANTECEDENT, FOLLOWING, Case, Mask, Series
from diagnostics.detection.events.confidence import confidence
from diagnostics.detection.events.days import DailyExtremes, daily_extremes, days_between
from diagnostics.detection.events.presets import ColdCriteria, ColdGrade
from diagnostics.detection.events.rules import (
    Reach,
    clauses,
    equivalent,
    in_english,
    least_share,
    mode_of,
    not_assessable,
    peak_of,
    reach,
    share,
    without_land,
)
from diagnostics.grid.reduction import area_mean
from diagnostics.messages import Listing, Measure, Message
from diagnostics.messages.numbers import threshold_digits

Array = NDArray[np.float64]


@dataclass(frozen=True, eq=False)
class ColdDays:
    """Daily minima, degC; the last day of a fall must lie in the period."""

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
    drop_only : array of bool, shape (y, x)
        The fall suffices on some day, whatever the minimum.
    ratio : array, shape (y, x)
        Largest fall relative to the one needed, over the durations and days.
    """

    by_day: NDArray[np.bool_]
    drop_only: Mask
    ratio: Array

    @property
    def anywhere(self) -> Mask:
        """Cells that meet the grade on some day."""
        return np.asarray(np.any(self.by_day, axis=0), dtype=bool)


def assess_cold(case: Case) -> TypeAssessment:
    """Test for a cold wave on land."""
    criteria = case.preset.cold_wave
    assert criteria is not None
    if not case.land.any():
        return without_land(EventType.COLD_WAVE)
    cold = _cold_days(case)
    if isinstance(cold, Message):
        return not_assessable(EventType.COLD_WAVE, cold)
    return _judge(case, criteria, cold)


def _cold_days(case: Case) -> ColdDays | Message:
    """Daily minima around the period, or why there are not enough."""
    start, end = case.window.start - ANTECEDENT, case.window.end + FOLLOWING
    name = next((item for item in ("mn2t", "t2m") if case.has(item)), None)
    if name is None:
        return Message(id="event-needs_temperature", params={"days": 2})
    series = case.series(name, start=start, end=end)
    if series is None:
        return Message(id="event-temperature_missing")
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
    asked = np.array([d.end > case.window.start and d.start <= case.window.end for d in days])
    if not (pairs & asked[1:]).any():
        return Message(
            id="event-cold_sampled", params={"given": len(days), "sampled": int(usable.sum())}
        )
    values = np.where(usable[:, None, None], daily.values - ZERO_CELSIUS, np.nan)
    return ColdDays(daily, values, asked, series)


def falls(
    celsius: Array,
    asked: NDArray[np.bool_],
    grade: ColdGrade,
    *,
    drop_factor: float,
    minimum_offset: float,
    tolerance: float,
) -> Falls:
    """Test each cell for the falls of one grade.

    Parameters
    ----------
    celsius : array, shape (day, y, x)
        Daily minima, consecutive days; NaN where unknown.
    asked : array of bool, shape (day,)
        Days on which a fall may end.
    grade : ColdGrade
    drop_factor, minimum_offset : float
        Scaling of the falls, and of the final minimum in K.
    tolerance : float
        K.

    Notes
    -----
    The minimum falls by 8 K in 24 h, 10 K in 48 h or 12 K in 72 h and ends at or below 4 degC
    (first grade, GB/T 21987-2017); over 48 and 72 h it must fall every day.
    """
    count = celsius.shape[0]
    by_day = np.zeros(celsius.shape, dtype=bool)
    drop_only = np.zeros(celsius.shape[1:], dtype=bool)
    ratio = np.full(celsius.shape[1:], -np.inf)
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
            enough = fall >= needed * drop_factor - tolerance
            cold = celsius[last] <= grade.minimum + minimum_offset + tolerance
            by_day[last] |= enough & cold
            drop_only |= enough
            ratio = np.fmax(ratio, fall / (needed * drop_factor))
    return Falls(by_day, drop_only, ratio)


def _judge(case: Case, criteria: ColdCriteria, cold: ColdDays) -> TypeAssessment:
    given = case.land & np.isfinite(cold.celsius).any(axis=0)
    found = [_falls(case, cold, grade) for grade in criteria.grades]
    first = _reach(case, given, found[0].anywhere, criteria.min_fraction.value)
    grade = 0
    if first.fires:
        grade = 1
        for number, item in enumerate(found[1:], start=2):
            if _reach(case, given, item.anywhere, criteria.grade_fraction.value).fires:
                grade = number
    labels: tuple[str, ...] = ()
    if not first.fires:
        dropped = _reach(case, given, found[0].drop_only, criteria.min_fraction.value)
        cold_enough = _minimum_met(case, criteria, cold)
        chilled = _reach(case, given, cold_enough, criteria.min_fraction.value)
        if dropped.fires:
            labels = ("cooling",)
        elif chilled.fires:
            labels = ("cold_spell",)
    return _record(case, criteria, cold, found, first, grade, labels)


def _falls(case: Case, cold: ColdDays, grade: ColdGrade) -> Falls:
    return falls(
        cold.celsius,
        cold.asked,
        grade,
        drop_factor=case.preset.factor("temperature_drop", case.spacing),
        minimum_offset=case.preset.factor("minimum_temperature", case.spacing),
        tolerance=case.preset.tolerance.value,
    )


def _reach(case: Case, given: Mask, cells: Mask, fraction: float) -> Reach:
    return reach(cells, given, case.grid, min_object_km2=None, min_fraction=fraction)


def _minimum_met(case: Case, criteria: ColdCriteria, cold: ColdDays) -> Mask:
    offset = case.preset.factor("minimum_temperature", case.spacing)
    least = criteria.grades[0].minimum + offset + case.preset.tolerance.value
    return np.asarray((cold.celsius[cold.asked] <= least).any(axis=0))


def _largest_fall(cold: ColdDays, needed: dict[int, float]) -> tuple[Array, int]:
    """Largest fall at each cell over the duration in which the most is reached, and its hours."""
    best: tuple[float, Array, int] | None = None
    for hours, drop in needed.items():
        span = hours // 24
        parts = [
            cold.celsius[last - span] - cold.celsius[last]
            for last in range(span, cold.celsius.shape[0])
            if cold.asked[last]
        ]
        if not parts:
            continue
        largest = np.fmax.reduce(parts)
        top = float(np.nanmax(largest, initial=-np.inf)) / drop
        if best is None or top > best[0]:
            best = (top, largest, hours)
    assert best is not None
    return best[1], best[2]


def _record(
    case: Case,
    criteria: ColdCriteria,
    cold: ColdDays,
    found: list[Falls],
    first: Reach,
    grade: int,
    labels: tuple[str, ...],
) -> TypeAssessment:
    fired = first.fires
    scaled = case.preset.scaled(case.spacing)
    drop_factor = case.preset.factor("temperature_drop", case.spacing)
    offset = case.preset.factor("minimum_temperature", case.spacing)
    base = criteria.grades[0]
    given = case.land & np.isfinite(cold.celsius).any(axis=0)
    fall, hours = _largest_fall(cold, base.drops)
    peak = peak_of(fall, case.grid, first.cells if fired else given)
    point = base.drops[hours]
    effective = point * drop_factor
    distance = _distance(criteria, cold, found[0], given, base.minimum + offset)
    severity = _severity(found, first, grade) if fired else 0.0
    coldest = _coldest_time(case, cold, found[0], first.cells if fired else given)
    span = _span(cold, found[0], first.cells) if fired else None
    product, parts = confidence(
        case,
        distance=distance if fired or distance < 0 else 0.0,
        fired=fired,
        completeness=float(np.mean(np.minimum(1.0, cold.daily.complete[cold.asked]))),
        step_hours=cold.samples.step_hours,
        peak_time=coldest,
    )
    lowest = float(np.nanmin(np.where(given, cold.celsius[cold.asked], np.nan)))
    amount = peak.value if peak else 0.0
    lowest_allowed = base.minimum + offset
    limits = tuple(
        _fall_in(drop * drop_factor, span_hours) for span_hours, drop in base.drops.items()
    )
    at_station = Listing(items=tuple(f"{drop:g}" for drop in base.drops.values()), style="or")
    name = criteria.grades[grade - 1].name if grade else ""
    only = {"cooling": "event-only_cooling", "cold_spell": "event-only_cold_spell"}.get(
        labels[0] if labels else ""
    )
    wording = clauses(
        Message(
            id="event-fell",
            params={
                "fall": Measure(measure=amount, unit="K", digits=1),
                "hours": hours,
                "lowest": Measure(measure=lowest, unit="degC", digits=1),
            },
        ),
        Message(
            id="event-cold_needed_scaled" if scaled else "event-cold_needed",
            params={
                "limits": Listing(items=limits, style="or"),
                "least": Measure(
                    measure=lowest_allowed, unit="degC", digits=threshold_digits(lowest_allowed)
                ),
                "label": base.label,
                **({"points": at_station} if scaled else {}),
            },
        ),
        Message(
            id="event-land_meets_both",
            params={
                "share": share(first.area_fraction),
                "needed": least_share(criteria.min_fraction.value, criteria.min_fraction.label),
            },
        ),
        Message(id=only) if only else None,
    )
    return TypeAssessment(
        event=EventType.COLD_WAVE,
        firing=Firing.FIRED if fired else Firing.NOT_FIRED,
        reason=in_english(wording),
        wording=wording,
        metrics=CriterionMetrics(
            quantity="fall of the daily minimum temperature",
            unit="K",
            peak=amount,
            peak_latitude=peak.latitude if peak else None,
            peak_longitude=peak.longitude if peak else None,
            peak_time=coldest,
            onset=span[0] if span else None,
            end=span[1] if span else None,
            duration_hours=(span[1] - span[0]).total_seconds() / 3600.0 if span else None,
            area_fraction=first.area_fraction,
            max_object_area_km2=first.largest_km2,
            threshold_point=point,
            threshold_effective=effective,
            threshold_mode=mode_of(case),
            threshold_label=base.label,
            window=f"{hours} h",
            distance=distance,
        ),
        grade=grade,
        grade_name=equivalent(name, scaled=scaled) if name else "",
        severity=round(severity, 4),
        confidence=product,
        confidence_parts=parts,
        labels=labels,
    )


def _fall_in(amount: float, hours: int) -> Message:
    """Describe a fall that a criterion asks for."""
    fall = Measure(measure=amount, unit="K", digits=threshold_digits(amount))
    return Message(id="event-fall_in_hours", params={"fall": fall, "hours": hours})


def _distance(
    criteria: ColdCriteria, cold: ColdDays, found: Falls, given: Mask, minimum: float
) -> float:
    """Distance of the nearest cell: the worse of its fall and its final minimum."""
    lowest = np.fmin.reduce(cold.celsius[cold.asked])
    by_fall = found.ratio - 1.0
    by_minimum = (minimum - lowest) / criteria.scale.value
    both = np.where(given, np.minimum(by_fall, by_minimum), np.nan)
    finite = both[np.isfinite(both)]
    return float(finite.max()) if finite.size else -1.0


def _severity(found: list[Falls], first: Reach, grade: int) -> float:
    """Grade, and how far the firing cells have come towards the next one."""
    here = found[grade - 1].ratio[first.cells]
    typical = float(np.median(here[np.isfinite(here)])) if np.isfinite(here).any() else 1.0
    return grade + min(0.99, max(0.0, typical - 1.0))


def _coldest_time(case: Case, cold: ColdDays, found: Falls, cells: Mask) -> datetime:
    """Time of the lowest mean in the period, on the day when most cells meet the criterion."""
    inside = [
        (area_mean(values, case.grid.weights, cells), time.timestamp(), time)
        for values, time in zip(cold.samples.values, cold.samples.times, strict=True)
        if case.window.start <= time <= case.window.end
    ]
    given = [item for item in inside if np.isfinite(item[0])]
    shares = [float(met[cells].mean()) for met in found.by_day]
    if max(shares) > 0:
        day = cold.daily.days[int(np.argmax(shares))]
        given = [item for item in given if day.start <= item[2] < day.end] or given
    return min(given)[2]


def _span(cold: ColdDays, found: Falls, cells: Mask) -> tuple[datetime, datetime]:
    """From the day before the first fall that suffices to the end of the last such day."""
    shares = [float(met[cells].mean()) for met in found.by_day]
    days = [index for index, share in enumerate(shares) if share > 0.1] or [int(np.argmax(shares))]
    first, last = cold.samples.times[0], cold.samples.times[-1]
    before = cold.daily.days[max(0, days[0] - 1)].start
    return max(before, first), min(cold.daily.days[days[-1]].end, last)
