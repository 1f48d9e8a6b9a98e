"""Events beyond a percentile of the local climatology of days (the preset ``etccdi``)."""

from __future__ import annotations

from dataclasses import dataclass
from datetime import datetime, timedelta

import numpy as np
from numpy.typing import NDArray

from diagnostics.climatology import Climatologies, GridClimatology, GridItem, GridKey, GridKind
from diagnostics.contracts.detection import CriterionMetrics, TypeAssessment
from diagnostics.contracts.enums import EventType, Firing
from diagnostics.detection.events.case import FOLLOWING, Case, Series
from diagnostics.detection.events.confidence import confidence
from diagnostics.detection.events.days import Day, daily_extremes, days_between
from diagnostics.detection.events.heat import longest_run
from diagnostics.detection.events.presets import PercentileCriterion
from diagnostics.detection.events.rules import not_assessable, peak_of, reach
from diagnostics.errors import InputDataError

Array = NDArray[np.float64]
Mask = NDArray[np.bool_]

EXTRA_PER_DAY = 0.1
MOST_EXTRA = 0.5
LEAST_SPREAD = 0.1
"""In the unit of the quantity: keeps a margin finite where days hardly differ."""


@dataclass(frozen=True, eq=False)
class DailyCase:
    """Daily values around the period with the threshold of each day.

    Attributes
    ----------
    days : list of Day
    values, threshold : array, shape (day, y, x)
    spread : array, shape (day, y, x)
        Standard deviation of the climatology.
    represented : array of bool, shape (day,)
        Days whose samples can show the value.
    asked : array of bool, shape (day,)
        Days that overlap the period.
    step_hours : float or None
    """

    days: list[Day]
    values: Array
    threshold: Array
    spread: Array
    represented: NDArray[np.bool_]
    asked: NDArray[np.bool_]
    step_hours: float | None


def assess_percentile(
    case: Case, event: EventType, criterion: PercentileCriterion, known: Climatologies | None
) -> TypeAssessment:
    """Test for runs of days beyond the percentile of their own calendar window.

    Parameters
    ----------
    case : Case
    event : EventType
    criterion : PercentileCriterion
    known : Climatologies or None
        With the daily quantiles at each grid point, or the type cannot be assessed.
    """
    found = _quantiles_of(criterion, known)
    what = f"the preset {case.preset.name} tests the {criterion.quantity} [{criterion.label}]: "
    if isinstance(found, str):
        return not_assessable(event, what + found)
    held, item, row = found
    daily = _daily(case, criterion, held, item, row)
    if isinstance(daily, str):
        return not_assessable(event, what + daily)
    if item.is_short:
        case.warn("short_climatology")
    return _judge(case, event, criterion, daily)


def _quantiles_of(
    criterion: PercentileCriterion, known: Climatologies | None
) -> tuple[GridClimatology, GridItem, int] | str:
    cure = (
        f"build one with `hvrmet climatology build --field {criterion.item}` and give --climatology"
    )
    if not known:
        return f"needs a climatology of daily values at each grid point, and none is given; {cure}"
    found = known.grid_item(GridKey(name=criterion.item), GridKind.DAILY)
    if found is None:
        return f"the climatology {known.name} holds no {criterion.item} at grid points; {cure}"
    held, item = found
    rows = np.flatnonzero(np.isclose(item.quantiles, criterion.percentile))
    if not rows.size:
        there = ", ".join(f"{value:g}" for value in item.quantiles) or "no percentile"
        return f"the climatology {held.name} holds {there} of {criterion.item}; {cure}"
    return held, item, int(rows[0])


def _daily(
    case: Case,
    criterion: PercentileCriterion,
    held: GridClimatology,
    item: GridItem,
    row: int,
) -> DailyCase | str:
    """Return the days around the period, or why there are none."""
    start = case.window.start - timedelta(days=criterion.run_days)
    series = _series(case, criterion, start, case.window.end + FOLLOWING)
    if isinstance(series, str):
        return series
    boundary = case.preset.precipitation_days if criterion.kind == "total" else case.preset.days
    days = days_between(series.times[0], series.times[-1], boundary, case.zone)
    if criterion.kind == "total":
        values, represented = _totals(series, days)
    else:
        extremes = daily_extremes(
            series.values,
            series.times,
            kind=criterion.kind,
            interval_hours=series.interval_hours,
            days=days,
            longitude=case.region.center[1],
        )
        values, represented = extremes.values, extremes.represented
        if extremes.undersampled:
            case.warn("tmax_undersampled" if criterion.kind == "maximum" else "tmin_undersampled")
    dates = np.array([day.date for day in days], dtype="datetime64[D]")
    try:
        threshold = held.at_times(item, "quantile", dates, case.grid)[0][:, row]
        spread = held.at_times(item, "std", dates, case.grid)[0]
    except InputDataError as error:
        if error.code != "climatology_grid_differs":
            raise
        return error.message
    if not np.isfinite(threshold[:, case.inside]).any():
        return f"the climatology {held.name} does not cover this place and season"
    offset = case.zone.local(case.window.start) - case.window.start.replace(tzinfo=None)
    if _hours_of(item.attributes.get("timezone", "")) != offset.total_seconds() / 3600.0:
        case.warn("climatology_of_other_days")
    asked = np.array([day.end > case.window.start and day.start <= case.window.end for day in days])
    return DailyCase(days, values, threshold, spread, represented, asked, series.step_hours)


def _hours_of(zone: str) -> float | None:
    """Offset of a zone that is an offset, or UTC; None for others."""
    if zone.upper() in ("UTC", "Z", "GMT"):
        return 0.0
    sign, _, rest = zone.upper().removeprefix("UTC").partition(":")
    try:
        hours = float(sign)
        return hours + (float(rest or 0) / 60.0) * (-1.0 if sign.startswith("-") else 1.0)
    except ValueError:
        return None


def _series(
    case: Case, criterion: PercentileCriterion, start: datetime, end: datetime
) -> Series | str:
    names = {
        "maximum": ("mx2t", "t2m"),
        "minimum": ("mn2t", "t2m"),
        "total": ("tp",),
    }[criterion.kind]
    for name in names:
        found = case.series(name, start=start, end=end)
        if found is not None and len(found.times) > 1:
            return found
    wanted = " or ".join(names)
    return f"needs {wanted} on at least {criterion.run_days} days; the data do not hold them"


def _totals(series: Series, days: list[Day]) -> tuple[Array, NDArray[np.bool_]]:
    """Sum the amounts of each day; a day with a gap has none."""
    interval = series.interval_hours or series.step_hours or 24.0
    half = timedelta(hours=interval / 2)
    values = np.full((len(days), *series.values.shape[1:]), np.nan)
    whole = np.zeros(len(days), dtype=bool)
    for row, day in enumerate(days):
        inside = [k for k, time in enumerate(series.times) if day.start <= time - half < day.end]
        hours = (day.end - day.start).total_seconds() / 3600.0
        if abs(len(inside) * interval - hours) < 0.01:
            values[row] = series.values[inside].sum(axis=0)
            whole[row] = True
    return values, whole


def _judge(
    case: Case, event: EventType, criterion: PercentileCriterion, daily: DailyCase
) -> TypeAssessment:
    sign = -1.0 if criterion.tail == "lower" else 1.0
    with np.errstate(invalid="ignore"):
        beyond = sign * (daily.values - daily.threshold) > 0.0
        if criterion.floor is not None:
            beyond &= daily.values >= criterion.floor.value
    counted = case.inside if criterion.kind == "total" else case.land
    usable = np.isfinite(daily.values) & np.isfinite(daily.threshold)
    given = counted & usable[daily.asked].any(axis=0)
    runs = longest_run(beyond, daily.asked)
    area = reach(
        runs >= criterion.run_days,
        given,
        case.grid,
        min_object_km2=None,
        min_fraction=criterion.min_fraction.value,
    )
    sampled = int(daily.represented.sum())
    if not given.any() or (not area.fires and sampled < criterion.run_days):
        return not_assessable(
            event,
            f"needs daily values of at least {criterion.run_days} days; of {len(daily.days)} days "
            f"{sampled} are sampled well enough, where the climatology speaks",
        )
    return _record(case, event, criterion, daily, runs, area.area_fraction, area.largest_km2,
                   area.cells if area.fires else given, fired=area.fires)  # fmt: skip


def _record(
    case: Case,
    event: EventType,
    criterion: PercentileCriterion,
    daily: DailyCase,
    runs: NDArray[np.int64],
    fraction: float,
    largest: float,
    cells: Mask,
    *,
    fired: bool,
) -> TypeAssessment:
    sign = -1.0 if criterion.tail == "lower" else 1.0
    spread = np.maximum(daily.spread, LEAST_SPREAD)
    with np.errstate(invalid="ignore"):
        margin = sign * (daily.values - daily.threshold) / spread
    margin = np.where(daily.asked[:, None, None] & np.isfinite(margin), margin, -np.inf)
    best = peak_of(np.where(np.isfinite(margin.max(axis=0)), margin.max(axis=0), np.nan),
                   case.grid, cells)  # fmt: skip
    assert best is not None
    place = case.grid.nearest(best.latitude, best.longitude)
    day = int(margin[:, place[0], place[1]].argmax())
    shown = daily.values[day][place] - criterion.offset
    limit = daily.threshold[day][place] - criterion.offset
    hit = [
        item
        for item, values, bound, asked in zip(
            daily.days, daily.values, daily.threshold, daily.asked, strict=True
        )
        if asked and (sign * (values - bound)[cells] > 0.0).mean() >= 0.5
    ]
    onset = max(hit[0].start, case.window.start) if fired and hit else None
    end = min(hit[-1].end, case.window.end) if fired and hit else None
    middle = daily.days[day].start + (daily.days[day].end - daily.days[day].start) / 2
    distance = best.value if fired or best.value < 0 else 0.0
    product, parts = confidence(
        case,
        distance=distance,
        fired=fired,
        completeness=float(daily.represented[daily.asked].mean()),
        step_hours=daily.step_hours,
        peak_time=middle,
    )
    longest = int(runs[cells].max())
    extra = min(MOST_EXTRA, EXTRA_PER_DAY * max(0, longest - criterion.run_days))
    side = "below" if criterion.tail == "lower" else "above"
    floor = (
        f" and at least {criterion.floor.value:g} {criterion.unit} [{criterion.floor.label}]"
        if criterion.floor is not None
        else ""
    )
    return TypeAssessment(
        event=event,
        firing=Firing.FIRED if fired else Firing.NOT_FIRED,
        reason=(
            f"{criterion.name} {shown:.1f} {criterion.unit} where it lies farthest {side} the "
            f"{criterion.percentile:g}th percentile of its days, {limit:.1f} {criterion.unit}"
            f"{floor}; the longest run of such days is {longest} of {criterion.run_days} needed "
            f"[{criterion.label}]; {100 * fraction:.1f} % of the area has one, "
            f"{100 * criterion.min_fraction.value:g} % [{criterion.min_fraction.label}] are needed"
        ),
        metrics=CriterionMetrics(
            quantity=criterion.name,
            unit=criterion.unit,
            peak=float(shown),
            peak_latitude=best.latitude,
            peak_longitude=best.longitude,
            peak_time=min(max(middle, case.window.start), case.window.end),
            onset=onset,
            end=end,
            duration_hours=(end - onset).total_seconds() / 3600.0 if onset and end else None,
            area_fraction=fraction,
            max_object_area_km2=largest,
            threshold_point=float(limit),
            threshold_effective=float(limit),
            threshold_mode="percentile",
            threshold_label=criterion.label,
            window=f"{criterion.run_days} days",
            distance=float(distance),
        ),
        grade=1 if fired else 0,
        severity=round(1.0 + extra, 4) if fired else 0.0,
        confidence=product,
        confidence_parts=parts,
    )
