"""Events beyond a percentile of the local climatology of days (the preset ``etccdi``)."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from datetime import datetime, timedelta

import numpy as np
from numpy.typing import NDArray

from diagnostics.climatology import Climatologies, GridClimatology, GridItem, GridKey, GridKind
from diagnostics.contracts.detection import EventObject, TypeAssessment
from diagnostics.contracts.enums import EventType, Firing
from diagnostics.detection.events.case import Case, Series
from diagnostics.detection.events.confidence import confidence
from diagnostics.detection.events.daily_temperatures import (
    Day,
    asked_days,
    daily_extremes,
    days_between,
)
from diagnostics.detection.events.event_objects import Peak, Spell, Tracker, described
from diagnostics.detection.events.presets import PercentileCriterion
from diagnostics.detection.events.reasons import (
    among_text,
    area,
    chosen_of,
    clauses,
    not_assessable,
    object_text,
    small_text,
)
from diagnostics.detection.events.record import (
    Extent,
    Headline,
    Widest,
    assessed,
    place_of,
    verdict_on_small,
)
from diagnostics.detection.events.runs import members, run_lengths
from diagnostics.errors import InputDataError
from diagnostics.messages import Listing, Measure, Message, Param, Term
from diagnostics.messages.numbers import threshold_digits

Array = NDArray[np.float64]

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

    def cannot(why: Message) -> TypeAssessment:
        what: dict[str, Param] = {
            "preset": case.preset.name,
            "quantity": Term(term=criterion.quantity),
            "label": criterion.label,
            "why": why,
        }
        return not_assessable(event, Message(id="event-percentile_untested", params=what))

    if isinstance(found, Message):
        return cannot(found)
    held, item, row = found
    daily = _daily(case, criterion, held, item, row)
    if isinstance(daily, Message):
        return cannot(daily)
    if item.is_short:
        case.warn("short_climatology")
    return _judge(case, event, criterion, daily)


def _quantiles_of(
    criterion: PercentileCriterion, known: Climatologies | None
) -> tuple[GridClimatology, GridItem, int] | Message:
    item_name = criterion.item
    if not known:
        return Message(id="event-climatology_none", params={"item": item_name})
    found = known.grid_item(GridKey(name=criterion.item), GridKind.DAILY)
    if found is None:
        return Message(
            id="event-climatology_without_item",
            params={"climatology": known.name, "item": item_name},
        )
    held, item = found
    rows = np.flatnonzero(np.isclose(item.quantiles, criterion.percentile))
    if not rows.size:
        there = tuple(f"{value:g}" for value in item.quantiles)
        return Message(
            id="event-climatology_other_percentiles",
            params={
                "climatology": held.name,
                "percentiles": Listing(items=there) if there else Term(term="none"),
                "item": item_name,
            },
        )
    return held, item, int(rows[0])


def _daily(
    case: Case,
    criterion: PercentileCriterion,
    held: GridClimatology,
    item: GridItem,
    row: int,
) -> DailyCase | Message:
    """Return the days around the period, or why there are none."""
    start = case.window.start - timedelta(days=criterion.run_days)
    series = _series(case, criterion, start, case.window.end)
    if isinstance(series, Message):
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
        return Message(id="event-climatology_grid_differs", params={"climatology": held.name})
    if not np.isfinite(threshold[:, case.inside]).any():
        return Message(id="event-climatology_elsewhere", params={"climatology": held.name})
    offset = case.zone.local(case.window.start) - case.window.start.replace(tzinfo=None)
    hours = offset.total_seconds() / 3600.0
    if _hours_of(item.attributes.get("timezone", "")) != hours or boundary.boundary_hour:
        case.warn("climatology_of_other_days")
    asked = asked_days(days, case.window)
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
) -> Series | Message:
    names = {
        "maximum": ("mx2t", "t2m"),
        "minimum": ("mn2t", "t2m"),
        "total": ("tp",),
    }[criterion.kind]
    for name in names:
        found = case.series(name, start=start, end=end)
        if found is not None and len(found.times) > 1:
            return found
    wanted = Listing(items=tuple(Term(term=f"field_{name}") for name in names), style="or")
    return Message(id="event-needs_days_of", params={"fields": wanted, "days": criterion.run_days})


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
    counted = case.inside if criterion.kind == "total" else case.land
    with np.errstate(invalid="ignore"):
        margin = sign * (daily.values - daily.threshold) / np.maximum(daily.spread, LEAST_SPREAD)
        beyond = margin > 0.0
        if criterion.floor is not None:
            beyond &= daily.values >= criterion.floor.value
    reach = case.reach if criterion.kind == "total" else case.reach_land
    usable = np.isfinite(daily.values) & np.isfinite(daily.threshold)
    given = counted & usable[daily.asked].any(axis=0)
    runs = members(beyond & reach, criterion.run_days, daily.asked)
    least = criterion.min_object.value
    tracker = Tracker(case.grid, case.inside, least, gap=timedelta(0))
    widest = Widest(case, on_land=criterion.kind != "total")
    shown_values = daily.values - criterion.offset
    for day, cells, margins, values, asked in zip(
        daily.days, runs, margin, shown_values, daily.asked, strict=True
    ):
        tracker.add(day.start, day.end, cells, margin=margins, value=values)
        if asked:
            widest.add(day.middle, cells)
    spells = tracker.spells()
    sampled = int(daily.represented.sum())
    if not given.any() or (not spells and sampled < criterion.run_days):
        return not_assessable(
            event,
            Message(
                id="event-percentile_sampled",
                params={
                    "days": criterion.run_days,
                    "given": len(daily.days),
                    "sampled": sampled,
                },
            ),
        )
    longest = run_lengths(beyond & counted)
    shown = np.where(daily.asked[:, None, None] & given & np.isfinite(margin), margin, -np.inf)
    top = divmod(int(np.argmax(shown)), shown[0].size)
    if not spells:
        reached, firing = np.asarray(runs.any(axis=0)), Firing.NOT_FIRED
        if (reached & counted).any():
            firing = verdict_on_small(case, reached, reach, least)
        return _record(
            case, event, criterion, daily, top, float(shown.max()), firing,
            longest=int(longest.max()), extent=widest.extent,
        )  # fmt: skip

    def peak_of_spell(spell: Spell) -> Peak:
        part, position = spell.strongest("margin")
        longest_here = max(
            int(longest[other.frame].ravel()[other.cells].max()) for other in spell.parts
        )
        extra = min(MOST_EXTRA, EXTRA_PER_DAY * max(0, longest_here - criterion.run_days))
        middle = daily.days[part.frame].middle
        return Peak(
            criterion.name, criterion.unit, "value", "margin",
            float(part.values["value"][position]), part, position,
            1.0 + extra, 1, "", min(max(middle, case.window.start), case.window.end),
        )  # fmt: skip

    def span_of(spell: Spell) -> tuple[datetime, datetime]:
        return max(spell.onset, case.inventory.times[0]), min(spell.end, case.window.end)

    objects, kept = described(
        case, event, spells, peak_of_spell,
        span_of=span_of,
    )  # fmt: skip
    chosen = chosen_of(case, objects)
    part, position = kept[chosen].strongest("margin")
    place, most = (part.frame, int(part.cells[position])), float(part.values["margin"][position])
    if case.asked != objects[chosen].id and shown.max() > most:
        place, most = top, float(shown.max())
    return _record(
        case, event, criterion, daily, place, most, Firing.FIRED,
        objects=objects, chosen=chosen, extent=widest.extent,
        longest=int(longest.reshape(len(longest), -1)[:, kept[chosen].footprint].max()),
    )  # fmt: skip


def _record(
    case: Case,
    event: EventType,
    criterion: PercentileCriterion,
    daily: DailyCase,
    place: tuple[int, int],
    margin: float,
    firing: Firing,
    *,
    longest: int,
    extent: Extent,
    objects: Sequence[EventObject] = (),
    chosen: int = 0,
) -> TypeAssessment:
    day, cell = place
    shown = float(daily.values[day].ravel()[cell]) - criterion.offset
    limit = float(daily.threshold[day].ravel()[cell]) - criterion.offset
    middle = min(max(daily.days[day].middle, case.window.start), case.window.end)
    fired = firing is Firing.FIRED
    distance = margin if fired or margin < 0 else 0.0
    size: Message | None = None
    if objects:
        size = Message(id="event-area_has_run", params={"area": area(objects[chosen].area_km2)})
    elif longest >= criterion.run_days:
        size = small_text(firing)
    unit, floor = criterion.unit, criterion.floor
    wording = clauses(
        Message(
            id=f"event-percentile_{criterion.tail}",
            params={
                "quantity": Term(term=criterion.name),
                "value": Measure(measure=shown, unit=unit, digits=1),
                "percentile": f"{criterion.percentile:g}",
                "limit": Measure(measure=limit, unit=unit, digits=1),
            },
        ),
        Message(
            id="event-percentile_floor",
            params={
                "floor": Measure(
                    measure=floor.value, unit=unit, digits=threshold_digits(floor.value)
                ),
                "label": floor.label,
            },
        )
        if floor is not None
        else None,
        Message(
            id="event-percentile_run",
            params={"run": longest, "needed": criterion.run_days, "label": criterion.label},
        ),
        size,
        Message(id="event-needed", params={"needed": object_text(criterion.min_object)}),
        among_text(len(objects)),
    )
    return assessed(
        event, firing, wording,
        Headline(criterion.name, unit, shown, *place_of(case.grid, cell), time=middle),
        limit=limit, label=criterion.label, mode="percentile", window=f"{criterion.run_days} days",
        distance=distance,
        trust=confidence(
            case,
            distance=distance,
            fired=fired,
            completeness=float(daily.represented[daily.asked].mean()),
            step_hours=daily.step_hours,
            peak_time=middle,
        ),
        least_km2=criterion.min_object.value, extent=extent, objects=objects, chosen=chosen,
    )  # fmt: skip
