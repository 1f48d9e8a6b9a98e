"""Heat waves: runs of hot days."""

from __future__ import annotations

from dataclasses import dataclass
from datetime import datetime

import numpy as np
from numpy.typing import NDArray

from diagnostics.constants import ZERO_CELSIUS
from diagnostics.contracts.detection import CriterionMetrics, TypeAssessment
from diagnostics.contracts.enums import EventType, Firing
from diagnostics.detection.events.case import ANTECEDENT, FOLLOWING, Case, Series, series_of
from diagnostics.detection.events.confidence import confidence
from diagnostics.detection.events.days import DailyExtremes, daily_extremes, days_between
from diagnostics.detection.events.presets import HeatCriteria, HeatRun
from diagnostics.detection.events.rules import (
    area,
    clauses,
    equivalent,
    in_english,
    least_share,
    mode_of,
    not_assessable,
    peak_of,
    reach,
    share,
    threshold_text,
    without_land,
)
from diagnostics.detection.events.severity import grade_of
from diagnostics.grid.reduction import area_mean
from diagnostics.messages import Listing, Measure, Message, Term
from diagnostics.physics.heat_stress import heat_index
from diagnostics.physics.thermodynamics import (
    relative_humidity_from_dewpoint,
    wet_bulb_temperature_from_dewpoint,
)

Array = NDArray[np.float64]

EXTRA_PER_DAY = 0.1
MOST_EXTRA = 0.5


@dataclass(frozen=True, eq=False)
class HotDays:
    """Daily maxima, degC, with the days that lie in the period."""

    daily: DailyExtremes
    celsius: Array
    asked: NDArray[np.bool_]
    samples: Series


def assess_heat(case: Case) -> TypeAssessment:
    """Test for a heat wave on land."""
    criteria = case.preset.heat_wave
    assert criteria is not None
    if not case.land.any():
        return without_land(EventType.HEAT_WAVE)
    hot = _hot_days(case, criteria)
    if isinstance(hot, Message):
        return not_assessable(EventType.HEAT_WAVE, hot)
    return _judge(case, criteria, hot)


def _hot_days(case: Case, criteria: HeatCriteria) -> HotDays | Message:
    """Daily maxima around the period, or why there are none."""
    start, end = case.window.start - ANTECEDENT, case.window.end + FOLLOWING
    needed = criteria.first.run_days
    if criteria.quantity == "heat_index":
        if not case.has("t2m", "d2m"):
            return Message(id="event-heat_needs_dewpoint")
        data = case.load("t2m", "d2m", start=start, end=end)
        if data is None:
            return Message(id="event-no_temperature_in_period")
        humidity = relative_humidity_from_dewpoint(data["t2m"].values, data["d2m"].values)
        index = heat_index(data["t2m"].values, humidity)
        series = series_of(data.assign(index=(data["t2m"].dims, index)), "index")
    elif case.has("mx2t"):
        series = case.series("mx2t", start=start, end=end)
    elif case.has("t2m"):
        series = case.series("t2m", start=start, end=end)
    else:
        return Message(id="event-needs_temperature", params={"days": needed})
    if series is None:
        return Message(id="event-temperature_missing")
    if len(series.times) < 2:
        return Message(id="event-heat_single_time", params={"days": needed})
    days = days_between(series.times[0], series.times[-1], case.preset.days, case.zone)
    daily = daily_extremes(
        series.values,
        series.times,
        kind="maximum",
        interval_hours=series.interval_hours,
        days=days,
        longitude=case.region.center[1],
    )
    if daily.undersampled:
        case.warn("tmax_undersampled")
    asked = np.array([d.end > case.window.start and d.start <= case.window.end for d in days])
    sampled = int((daily.complete > 0).sum())
    if sampled < needed:
        return Message(id="event-heat_few_days", params={"days": needed, "count": sampled})
    return HotDays(daily, daily.values - ZERO_CELSIUS, asked, series)


def longest_run(hot: NDArray[np.bool_], asked: NDArray[np.bool_]) -> NDArray[np.int64]:
    """Longest run of hot days that holds a day of the period.

    Parameters
    ----------
    hot : array of bool, shape (day, y, x)
    asked : array of bool, shape (day,)
    """
    best = np.zeros(hot.shape[1:], dtype=np.int64)
    run, inside = np.zeros_like(best), np.zeros(best.shape, dtype=bool)
    for today, counts in zip(hot, asked, strict=True):
        run = np.where(today, run + 1, 0)
        inside = np.where(today, inside | counts, False)
        best = np.where(inside, np.maximum(best, run), best)
    return best


def _run_map(case: Case, hot: HotDays, run: HeatRun, offset: float) -> NDArray[np.int64]:
    """Length of the longest run at each cell, 0 where its peak is too low."""
    tolerance = case.preset.tolerance.value
    above = hot.celsius >= run.value + offset - tolerance
    length = longest_run(above, hot.asked)
    if run.peak is not None:
        top = np.nanmax(np.where(above, hot.celsius, -np.inf), axis=0)
        length = np.where(top >= run.peak + offset - tolerance, length, 0)
    return length


def _judge(case: Case, criteria: HeatCriteria, hot: HotDays) -> TypeAssessment:
    offset = case.preset.factor("maximum_temperature", case.spacing)
    given = case.land & np.isfinite(hot.celsius).any(axis=0)
    first = criteria.first
    runs = _run_map(case, hot, first, offset)

    def met(cells: NDArray[np.bool_]) -> bool:
        return reach(
            cells, given, case.grid,
            min_object_km2=criteria.min_object.value, min_fraction=criteria.min_fraction.value,
        ).fires  # fmt: skip

    base = reach(
        runs >= first.run_days, given, case.grid,
        min_object_km2=criteria.min_object.value, min_fraction=criteria.min_fraction.value,
    )  # fmt: skip
    if not base.fires and int(hot.daily.represented.sum()) < first.run_days:
        return not_assessable(
            EventType.HEAT_WAVE,
            Message(
                id="event-heat_sampled",
                params={
                    "days": first.run_days,
                    "given": len(hot.daily.days),
                    "sampled": int(hot.daily.represented.sum()),
                },
            ),
        )
    severity = 0.0
    if base.fires:
        for number, grade in enumerate(criteria.grades, start=1):
            for run in grade.any_of:
                lengths = _run_map(case, hot, run, offset)
                if met(lengths >= run.run_days):
                    extra = int(np.max(lengths[base.cells])) - run.run_days
                    severity = max(severity, number + min(MOST_EXTRA, EXTRA_PER_DAY * extra))
    return _record(case, criteria, hot, runs, base.fires, severity, offset)


def _record(
    case: Case,
    criteria: HeatCriteria,
    hot: HotDays,
    runs: NDArray[np.int64],
    fired: bool,
    severity: float,
    offset: float,
) -> TypeAssessment:
    first = criteria.first
    scaled = case.preset.scaled(case.spacing)
    given = case.land & np.isfinite(hot.celsius).any(axis=0)
    base = reach(
        runs >= first.run_days, given, case.grid,
        min_object_km2=criteria.min_object.value, min_fraction=criteria.min_fraction.value,
    )  # fmt: skip
    celsius = np.where(hot.asked[:, None, None], hot.celsius, -np.inf)
    top = np.nanmax(np.where(np.isfinite(celsius), celsius, -np.inf), axis=0)
    peak = peak_of(top, case.grid, base.cells if base.fires else given)
    assert peak is not None
    effective = first.value + offset
    sustained = _sustained(hot, first.run_days)
    best = peak_of(sustained, case.grid, given) if sustained is not None else peak
    distance = ((best.value if best else peak.value) - effective) / criteria.scale.value
    span = _span(case, hot, base.cells, effective) if fired else None
    hottest = _hottest_time(case, hot, base.cells if fired else given)
    grade = grade_of(severity)
    product, parts = confidence(
        case,
        distance=distance if fired or distance < 0 else 0.0,
        fired=fired,
        completeness=float(np.mean(hot.daily.complete[hot.asked])),
        step_hours=hot.samples.step_hours,
        peak_time=hottest,
    )
    name = criteria.grades[grade - 1].name if grade else ""
    limit = threshold_text(first.value, effective, "degC", first.label, scaled=scaled)
    what = "heat index" if criteria.quantity == "heat_index" else "daily maximum temperature"
    subtype, labels = _humidity(case, criteria, fired, base.cells)
    longest = int(runs[given].max()) if given.any() else 0
    smallest = Message(
        id="event-area_labelled",
        params={
            "area": area(criteria.min_object.value),
            "label": criteria.min_object.label,
        },
    )
    either = (least_share(criteria.min_fraction.value, criteria.min_fraction.label), smallest)
    wording = clauses(
        Message(
            id="event-reached",
            params={
                "quantity": Term(term=what),
                "value": Measure(measure=peak.value, unit="degC", digits=1),
            },
        ),
        Message(
            id="event-longest_run",
            params={"limit": limit, "run": longest, "needed": first.run_days},
        ),
        Message(
            id="event-land_with_run",
            params={"share": share(base.area_fraction), "area": area(base.largest_km2)},
        ),
        Message(id="event-needed_either", params={"needed": Listing(items=either, style="or")}),
    )
    return TypeAssessment(
        event=EventType.HEAT_WAVE,
        firing=Firing.FIRED if fired else Firing.NOT_FIRED,
        reason=in_english(wording),
        wording=wording,
        metrics=CriterionMetrics(
            quantity=what,
            unit="degC",
            peak=peak.value,
            peak_latitude=peak.latitude,
            peak_longitude=peak.longitude,
            peak_time=hottest,
            onset=span[0] if span else None,
            end=span[1] if span else None,
            duration_hours=(span[1] - span[0]).total_seconds() / 3600.0 if span else None,
            area_fraction=base.area_fraction,
            max_object_area_km2=base.largest_km2,
            threshold_point=first.value,
            threshold_effective=effective,
            threshold_mode=mode_of(case),
            threshold_label=first.label,
            window=f"{first.run_days} days",
            distance=distance,
        ),
        grade=grade,
        grade_name=equivalent(name, scaled=scaled) if name else "",
        severity=round(severity, 4),
        confidence=product,
        confidence_parts=parts,
        subtype=subtype,
        labels=labels,
    )


def _sustained(hot: HotDays, days: int) -> Array | None:
    """Largest temperature that so many days in a row reach, at each cell."""
    values = np.where(np.isfinite(hot.celsius), hot.celsius, -np.inf)
    if values.shape[0] < days:
        return None
    lowest = [values[k : k + days].min(axis=0) for k in range(values.shape[0] - days + 1)]
    result = np.max(lowest, axis=0)
    return np.where(np.isfinite(result), result, np.nan)


def _span(
    case: Case, hot: HotDays, cells: NDArray[np.bool_], threshold: float
) -> tuple[datetime, datetime]:
    """From the first to the last day on which half of the firing cells are hot."""
    least = threshold - case.preset.tolerance.value
    days = [
        day
        for day, values in zip(hot.daily.days, hot.celsius, strict=True)
        if (values[cells] >= least).mean() >= 0.5
    ]
    if not days:
        days = [day for day, asked in zip(hot.daily.days, hot.asked, strict=True) if asked]
    first, last = hot.samples.times[0], hot.samples.times[-1]
    return max(days[0].start, first), min(days[-1].end, last)


def _hottest_time(case: Case, hot: HotDays, cells: NDArray[np.bool_]) -> datetime:
    """Time of the highest mean in the period."""
    inside = [
        (area_mean(values, case.grid.weights, cells), -time.timestamp(), time)
        for values, time in zip(hot.samples.values, hot.samples.times, strict=True)
        if case.window.start <= time <= case.window.end
    ]
    return max(item for item in inside if np.isfinite(item[0]))[2]


def _humidity(
    case: Case, criteria: HeatCriteria, fired: bool, cells: NDArray[np.bool_]
) -> tuple[str | None, tuple[str, ...]]:
    """``humid_heat`` or ``dry_heat`` over the firing cells; None without the dewpoint."""
    if not fired or not case.has("t2m", "d2m"):
        return None, ()
    data = case.load("t2m", "d2m")
    if data is None:
        return None, ()
    warm = np.asarray(data["t2m"].values, dtype=np.float64)[:, cells]
    dew = np.asarray(data["d2m"].values, dtype=np.float64)[:, cells]
    if not np.isfinite(warm + dew).any():
        return None, ()
    humidity = float(np.nanmean(relative_humidity_from_dewpoint(warm, dew)))
    wet_bulb = wet_bulb_temperature_from_dewpoint(101325.0, warm, dew, method="stull")
    hottest = float(np.nanmax(np.nanmean(wet_bulb, axis=1))) - ZERO_CELSIUS
    humid = (
        humidity >= criteria.humid_relative_humidity.value
        or hottest >= criteria.humid_wet_bulb.value
    )
    return ("humid_heat", ("humid_heat",)) if humid else ("dry_heat", ())
