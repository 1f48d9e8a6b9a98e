"""Heat waves: runs of hot days."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from datetime import datetime, timedelta
from typing import Literal

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
from diagnostics.detection.events.case import Case, Series, series_of
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
    threshold_text,
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
from diagnostics.detection.events.runs import members, run_lengths, with_peak
from diagnostics.detection.events.severity import grade_of
from diagnostics.detection.events.stations import likely_text, station_estimate
from diagnostics.detection.events.support import (
    Held,
    Support,
    blocked,
    joined,
    samples_lack,
    temperature_days,
)
from diagnostics.messages import Measure, Message, Term
from diagnostics.physics.heat_stress import heat_index
from diagnostics.physics.thermodynamics import (
    relative_humidity_from_dewpoint,
    wet_bulb_temperature_from_dewpoint,
)

Array = NDArray[np.float64]
Days = NDArray[np.bool_]

EXTRA_PER_DAY = 0.1
MOST_EXTRA = 0.5


class HeatRun(Contract):
    """So many days in a row at or above a value, of which one at or above `peak`."""

    run_days: int
    value: float
    unit: str
    label: Label
    peak: float | None = None
    source: str = Field(default="", exclude_if=is_empty)


class HeatGrade(Contract):
    """A grade of heat waves: one of its runs is enough."""

    name: str
    any_of: tuple[HeatRun, ...]


class HeatCriteria(Contract):
    """Of heat waves."""

    quantity: Literal["maximum_temperature", "heat_index"]
    grades: tuple[HeatGrade, HeatGrade, HeatGrade]
    min_object: Number
    scale: Number
    humid_relative_humidity: Number
    humid_wet_bulb: Number

    @property
    def first(self) -> HeatRun:
        """The run that makes a heat wave."""
        return self.grades[0].any_of[0]

    @property
    def longest(self) -> int:
        """Days of the longest run that a grade asks for."""
        return max(run.run_days for grade in self.grades for run in grade.any_of)

    @property
    def shown(self) -> str:
        """Name of the quantity."""
        return "heat index" if self.quantity == "heat_index" else "daily maximum temperature"


@dataclass(frozen=True, eq=False)
class HotDays:
    """Daily maxima, degC, with the days that lie in the period."""

    daily: DailyExtremes
    celsius: Array
    asked: NDArray[np.bool_]
    samples: Series


def assess(case: Case, criteria: HeatCriteria) -> TypeAssessment:
    """Test for a heat wave on land."""
    if not case.land.any():
        return without_land(EventType.HEAT_WAVE)
    series = _samples(case, criteria)
    if isinstance(series, Message):
        return not_assessable(EventType.HEAT_WAVE, series)
    hot = _hot_days(case, criteria, series)
    if isinstance(hot, Message):
        return not_assessable(EventType.HEAT_WAVE, hot, _warmest(case, criteria, series))
    return _judge(case, criteria, hot)


def _samples(case: Case, criteria: HeatCriteria) -> Series | Message:
    """Read the temperature, from the days before the period on that a run may begin with."""
    start, end = case.window.start - timedelta(days=criteria.longest), case.window.end
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
    return series if series is not None else Message(id="event-temperature_missing")


def _warmest(case: Case, criteria: HeatCriteria, series: Series) -> MeasuredValue | None:
    """Return the highest temperature on land in the period."""
    what = "heat index" if criteria.quantity == "heat_index" else "2-m temperature"
    best: MeasuredValue | None = None
    for values, time in zip(series.values, series.times, strict=True):
        if not case.window.start <= time <= case.window.end:
            continue
        celsius = np.asarray(values, dtype=np.float64) - ZERO_CELSIUS
        peak = peak_of(celsius, case.grid, case.land & np.isfinite(celsius))
        if peak is not None and (best is None or peak.value > best.value):
            hours = series.interval_hours
            window = "" if hours is None else f"maximum of {hours:g} h"
            best = measured_at(what, "degC", peak, time, window)
    return best


def _hot_days(case: Case, criteria: HeatCriteria, series: Series) -> HotDays | Message:
    """Daily maxima, or why there are too few."""
    needed = criteria.first.run_days
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
    asked = asked_days(days, case.window)
    sampled = int((daily.complete > 0).sum())
    if sampled < needed or not asked.any():
        return Message(id="event-heat_few_days", params={"days": needed, "count": sampled})
    return HotDays(daily, daily.values - ZERO_CELSIUS, asked, series)


def _runs(case: Case, hot: HotDays, run: HeatRun) -> Days:
    """Days of runs that meet one rule of a grade; a day cut by the period can meet its limit."""
    tolerance = case.preset.tolerance.value
    with np.errstate(invalid="ignore"):
        found = members(hot.celsius >= run.value - tolerance, run.run_days, hot.asked)
        if run.peak is not None:
            found = with_peak(found, hot.celsius >= run.peak - tolerance)
    return found & case.reach_land


def _judge(case: Case, criteria: HeatCriteria, hot: HotDays) -> TypeAssessment:
    first = criteria.first
    by_run = {
        (number, run): _runs(case, hot, run)
        for number, grade in enumerate(criteria.grades, start=1)
        for run in grade.any_of
    }
    tracker = Tracker(case.grid, case.inside, criteria.min_object.value, gap=timedelta(0))
    base = by_run[(1, first)]
    widest = Widest(case, on_land=True)
    for day, cells, celsius, asked in zip(
        hot.daily.days, base, hot.celsius, hot.asked, strict=True
    ):
        tracker.add(day.start, day.end, cells, celsius=celsius)
        if asked:
            widest.add(day.middle, cells)
    spells = tracker.spells()
    if not spells:
        if int(hot.daily.represented.sum()) < first.run_days:
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
                _warmest(case, criteria, hot.samples),
            )
        return _not_fired(case, criteria, hot, base, widest.extent)
    if any(not asked and base[row].any() for row, asked in enumerate(hot.asked)):
        case.warn("antecedent_days_used")
    return _fired(case, criteria, hot, by_run, spells, widest.extent)


def _severity(
    case: Case,
    by_run: dict[tuple[int, HeatRun], Days],
    spell: Spell,
    least: float,
) -> float:
    """Grade that a large enough part of the event meets, and the days beyond what it needs.

    Of an event that goes on beyond the region all that lies in it, where that is less.
    """
    areas = np.asarray(case.grid.cell_area).ravel() / 1e6
    least = min(least, float(areas[spell.footprint].sum()))
    best = 1.0
    for (number, run), found in by_run.items():
        cells = np.zeros(areas.size, dtype=bool)
        longest = 0
        for part in spell.parts:
            here = part.cells[found[part.frame].ravel()[part.cells]]
            cells[here] = True
        if float(areas[cells].sum()) < least * (1 - 1e-6):
            continue
        longest = int(run_lengths(found)[:, cells.reshape(case.grid.shape)].max())
        extra = min(MOST_EXTRA, EXTRA_PER_DAY * max(0, longest - run.run_days))
        best = max(best, number + extra)
    return best


def _fired(
    case: Case,
    criteria: HeatCriteria,
    hot: HotDays,
    by_run: dict[tuple[int, HeatRun], Days],
    spells: list[Spell],
    extent: Extent,
) -> TypeAssessment:
    what = criteria.shown

    def peak_of_spell(spell: Spell) -> Peak:
        # Days before the period make a run longer; its peak lies in the period.
        within = tuple(part for part in spell.parts if hot.asked[part.frame])
        part, position = Spell(within).strongest("celsius")
        severity = _severity(case, by_run, spell, criteria.min_object.value)
        grade = grade_of(severity)
        time = _time_of(case, hot, part.frame, int(part.cells[position]))
        return Peak(
            what, "degC", "celsius", "celsius", float(part.values["celsius"][position]), part,
            position, severity, grade, criteria.grades[grade - 1].name, time,
        )  # fmt: skip

    first_time, last_time = hot.samples.times[0], hot.samples.times[-1]

    def span_of(spell: Spell) -> tuple[datetime, datetime]:
        return max(spell.onset, first_time), min(spell.end, last_time)

    objects, kept = described(
        case, EventType.HEAT_WAVE, spells, peak_of_spell,
        span_of=span_of,
        judged=_known_span(hot),
        by_days=True,
    )  # fmt: skip
    chosen = chosen_of(case, objects)
    item, spell = objects[chosen], kept[chosen]
    headline = _hottest(case, criteria, hot)
    if headline is None or case.asked == item.id or headline.value <= item.peak:
        headline = Headline(
            what, "degC", item.peak, item.peak_latitude, item.peak_longitude, item.peak_time,
            hours_sampled=hot.daily.hours_sampled,
        )  # fmt: skip
    cells = np.zeros(case.grid.shape, dtype=bool)
    cells.ravel()[spell.footprint] = True
    longest = int(run_lengths(by_run[(1, criteria.first)])[:, cells].max())
    subtype, labels = _humidity(case, criteria, cells, item)
    return _record(
        case, criteria, hot, headline, Firing.FIRED, longest=longest,
        distance=(headline.value - criteria.first.value) / criteria.scale.value,
        objects=objects, chosen=chosen, extent=extent, subtype=subtype, labels=labels,
    )  # fmt: skip


def _known_span(hot: HotDays) -> tuple[datetime, datetime]:
    """From the first to the last day whose samples can show its maximum; else all that is known."""
    first, last = hot.samples.times[0], hot.samples.times[-1]
    known, days = np.flatnonzero(hot.daily.represented), hot.daily.days
    if not known.size:
        return first, last
    return max(days[known[0]].start, first), min(days[known[-1]].end, last)


def _hottest(case: Case, criteria: HeatCriteria, hot: HotDays) -> Headline | None:
    """Return the highest daily value on the region's land in the period."""
    top = np.where(hot.asked[:, None, None] & case.land, hot.celsius, np.nan)
    if not np.isfinite(top).any():
        return None
    day, cell = divmod(int(np.nanargmax(top)), top[0].size)
    return Headline(
        criteria.shown, "degC", float(top[day].ravel()[cell]), *place_of(case.grid, cell),
        time=_time_of(case, hot, day, cell), hours_sampled=hot.daily.hours_sampled,
    )  # fmt: skip


def _not_fired(
    case: Case, criteria: HeatCriteria, hot: HotDays, base: Days, extent: Extent
) -> TypeAssessment:
    first = criteria.first
    headline = _hottest(case, criteria, hot)
    if headline is None:
        return not_assessable(EventType.HEAT_WAVE, Message(id="event-temperature_missing"))
    sustained = _sustained(hot, first.run_days)
    lasting = (
        peak_of(sustained, case.grid, case.land & np.isfinite(sustained))
        if sustained is not None
        else None
    )
    value = lasting.value if lasting is not None else headline.value
    with np.errstate(invalid="ignore"):
        warm = hot.celsius >= first.value - case.preset.tolerance.value
    longest = int(run_lengths(warm & case.land).max())
    reached = np.asarray(base.any(axis=0))
    firing, estimate = Firing.NOT_FIRED, None
    if (reached & case.land).any():
        firing = verdict_on_small(case, reached, case.reach_land, criteria.min_object.value)
    elif (
        criteria.quantity == "maximum_temperature"
        and lasting is not None
        and longest < first.run_days
    ):
        estimate, likely = station_estimate(
            "maximum_temperature", value, threshold=first.value, unit="degC",
            spacing_deg=case.spacing,
        )  # fmt: skip
        firing = Firing.LIKELY_AT_STATIONS if likely else firing
    likely_here = estimate if firing is Firing.LIKELY_AT_STATIONS else None
    found = _record(
        case, criteria, hot, headline, firing, longest=longest,
        distance=(value - first.value) / criteria.scale.value, extent=extent,
        likely=likely_text(likely_here) if likely_here is not None else None,
    )  # fmt: skip
    return found.model_copy(update={"stations": likely_here})


def _record(
    case: Case,
    criteria: HeatCriteria,
    hot: HotDays,
    headline: Headline,
    firing: Firing,
    *,
    longest: int,
    distance: float,
    extent: Extent,
    objects: Sequence[EventObject] = (),
    chosen: int = 0,
    subtype: str | None = None,
    labels: tuple[str, ...] = (),
    likely: Message | None = None,
) -> TypeAssessment:
    first, fired = criteria.first, firing is Firing.FIRED
    size: Message | None = None
    if objects:
        size = Message(id="event-area_has_run", params={"area": area(objects[chosen].area_km2)})
    elif longest >= first.run_days:
        size = small_text(firing)
    wording = clauses(
        Message(
            id="event-reached",
            params={
                "quantity": Term(term=headline.quantity),
                "value": Measure(measure=headline.value, unit="degC", digits=1),
            },
        ),
        Message(
            id="event-longest_run",
            params={
                "limit": threshold_text(first.value, "degC", first.label),
                "run": longest,
                "needed": first.run_days,
            },
        ),
        size,
        Message(id="event-needed", params={"needed": object_text(criteria.min_object)}),
        among_text(len(objects)),
        likely,
    )
    return assessed(
        EventType.HEAT_WAVE, firing, wording, headline,
        limit=first.value, label=first.label, window=f"{first.run_days} days",
        distance=distance,
        trust=confidence_of_days(
            case, hot.daily, hot.asked, hot.samples,
            distance=distance, fired=fired, peak_time=headline.time,
        ),
        least_km2=criteria.min_object.value, extent=extent,
        objects=objects, chosen=chosen, subtype=subtype, labels=labels,
    )  # fmt: skip


def _time_of(case: Case, hot: HotDays, day: int, cell: int) -> datetime:
    """Time of the highest sample of a day at a cell."""
    row, column = np.unravel_index(cell, case.grid.shape)
    series = hot.samples
    inside = positions_in_day(series.times, hot.daily.days[day], series.interval_hours)
    values = [float(np.nan_to_num(series.values[k][row, column], nan=-np.inf)) for k in inside]
    return series.times[inside[int(np.argmax(values))]]


def _sustained(hot: HotDays, days: int) -> Array | None:
    """Largest temperature that so many days in a row reach, at each cell."""
    values = np.where(np.isfinite(hot.celsius), hot.celsius, -np.inf)
    if values.shape[0] < days:
        return None
    lowest = [values[k : k + days].min(axis=0) for k in range(values.shape[0] - days + 1)]
    result = np.max(lowest, axis=0)
    return np.where(np.isfinite(result), result, np.nan)


def _humidity(
    case: Case, criteria: HeatCriteria, cells: NDArray[np.bool_], item: EventObject
) -> tuple[str | None, tuple[str, ...]]:
    """``humid_heat`` or ``dry_heat`` over the event; None without the dewpoint."""
    if not case.has("t2m", "d2m"):
        return None, ()
    data = case.load(
        "t2m", "d2m", start=max(item.onset, case.window.start), end=min(item.end, case.window.end)
    )
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


def support(held: Held, criteria: HeatCriteria) -> Support:
    """Say what the data can support of the criterion."""
    needed, index = criteria.first.run_days, criteria.quantity == "heat_index"
    if index and not held.has("t2m", "d2m"):
        return blocked(Message(id="event-heat_needs_dewpoint"), "t2m", "d2m")
    found = temperature_days(held, "maximum", "t2m" if index else "mx2t")
    if found is None:
        return blocked(Message(id="event-needs_temperature", params={"days": needed}), "mx2t")
    name, daily = found
    sampled = int((daily.complete > 0).sum())
    if sampled < needed or len(held.inventory.times) < 2:
        counts = {"days": needed, "count": sampled}
        return blocked(Message(id="event-heat_few_days", params={**counts}))
    lacks = samples_lack(held, name, daily)
    represented = int(daily.represented.sum())
    if represented < needed:
        seen = {"days": needed, "given": len(daily.days), "sampled": represented}
        lacks = (*lacks, Message(id="event-heat_sampled", params={**seen}))
    feasibility, said = joined(lacks)
    missing = ("mx2t",) if name == "t2m" and lacks and not index else ()
    return Support(feasibility, ("t2m", "d2m") if index else (name,), missing, said)


DEFINITION = EventDefinition(
    event=EventType.HEAT_WAVE,
    criteria=HeatCriteria,
    needs=(("mx2t",), ("t2m",)),
    assess=assess,
    support=support,
    precedence=5,
)
