"""Gales: mean wind and gusts."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from datetime import datetime, timedelta
from math import cos, radians

import numpy as np
from numpy.typing import NDArray

from diagnostics.contracts.base import Contract
from diagnostics.contracts.detection import (
    EventObject,
    MeasuredValue,
    StationEstimate,
    TypeAssessment,
)
from diagnostics.contracts.enums import EventType, Firing
from diagnostics.detection.events.amounts import counted
from diagnostics.detection.events.case import Case, Mask, Series, series_of
from diagnostics.detection.events.confidence import confidence
from diagnostics.detection.events.criterion_numbers import Grade, Number
from diagnostics.detection.events.definition import EventDefinition
from diagnostics.detection.events.event_objects import Part, Peak, Spell, Tracker, described
from diagnostics.detection.events.gale_kinds import (
    estimated_gusts,
    is_foehn,
    is_tropical_cyclone,
)
from diagnostics.detection.events.instability import unstable_cells
from diagnostics.detection.events.reasons import (
    among_text,
    area,
    chosen_of,
    clauses,
    measured_at,
    not_assessable,
    object_text,
    peak_of,
    quantity_reached,
    small_text,
    threshold_text,
)
from diagnostics.detection.events.record import (
    Extent,
    Headline,
    Widest,
    assessed,
    place_of,
    verdict_on_small,
)
from diagnostics.detection.events.severity import grade_of, wind_severity
from diagnostics.detection.events.stations import likely_text, station_estimate
from diagnostics.detection.events.support import Held, Support, support_of_wind
from diagnostics.detection.relative_position import KM_PER_DEGREE
from diagnostics.grid.objects import label_objects
from diagnostics.grid.reduction import Located
from diagnostics.grid.regions import region_mask
from diagnostics.messages import Listing, Measure, Message, Term

Array = NDArray[np.float64]

CONVECTIVE_HOURS = 2.0
SYNOPTIC_HOURS = 6.0
GAP = timedelta(hours=6)
"""Gales over the same place that are this close in time are one."""
SPEED_KM_H = 60.0
"""How fast an area of gales moves between samples that are hours apart."""
NEAR_KM = 100.0
"""How far around an event the other kind of wind is near it [D]."""
SHORT_STEP = 3.0
"""Hours; areas of samples this close overlap."""
WIND, GUST = "10-m wind", "10-m gust"
ESTIMATED = "10-m gust estimated from the wind aloft"


class GaleCriteria(Contract):
    """Of gales: mean wind and gusts."""

    sustained: tuple[Grade, Grade, Grade]
    gust: tuple[Grade, Grade, Grade]
    min_hours: Number
    strong_wind: Number


@dataclass(frozen=True, eq=False)
class Wind:
    """One kind of wind with its grades."""

    quantity: str
    ratio: str
    series: Series
    grades: tuple[Grade, Grade, Grade]

    @property
    def limits(self) -> tuple[float, float, float]:
        """Thresholds of the three grades, m s-1."""
        first, second, third = (grade.value for grade in self.grades)
        return first, second, third


@dataclass(frozen=True, eq=False)
class Strongest:
    """The largest value of one kind of wind, with its time."""

    wind: Wind
    peak: Located
    time: datetime

    @property
    def distance(self) -> float:
        """From the first threshold, relative to it."""
        return (self.peak.value - self.wind.limits[0]) / self.wind.limits[0]


def assess(case: Case, criteria: GaleCriteria) -> TypeAssessment:
    """Test for a gale, over land and sea."""
    winds = [wind for wind in (_sustained(case, criteria), _gusts(case, criteria)) if wind]
    strongest = [found for wind in winds if (found := _strongest(case, wind))]
    if not strongest:
        estimated = _estimated(case, criteria)
        if estimated is not None:
            return _not_fired(case, criteria, [estimated.wind], [estimated], estimated, None)
        return _without_wind(case)
    held = _search(case, criteria, winds)
    if held.spells:
        return _fired(case, criteria, winds, held, strongest)
    return _not_fired(case, criteria, winds, strongest, _estimated(case, criteria), held)


def _sustained(case: Case, criteria: GaleCriteria) -> Wind | None:
    if not case.has("u10", "v10"):
        return None
    data = case.load("u10", "v10")
    if data is None:
        return None
    speed = np.hypot(data["u10"].values, data["v10"].values)
    series = series_of(data.assign(speed=(data["u10"].dims, speed)), "speed")
    return Wind(WIND, "wind", series, criteria.sustained) if series is not None else None


def _gusts(case: Case, criteria: GaleCriteria) -> Wind | None:
    """Gusts of intervals that lie in the period."""
    series = case.series("fg10")
    rows = [] if series is None else counted(case, series)
    if series is None or not rows:
        return None
    times = [series.times[row] for row in rows]
    kept = Series(series.values[rows], times, series.interval_hours)
    return Wind(GUST, "gust", kept, criteria.gust)


def _estimated(case: Case, criteria: GaleCriteria) -> Strongest | None:
    """Gusts from the wind aloft, where the data have none; never more than an indication."""
    if case.has("fg10"):
        return None
    series = estimated_gusts(case)
    if series is None:
        return None
    return _strongest(case, Wind(ESTIMATED, "gust", series, criteria.gust))


def _strongest(case: Case, wind: Wind) -> Strongest | None:
    found = _peak_in(case, wind.series)
    return Strongest(wind, *found) if found is not None else None


def _peak_in(
    case: Case, series: Series, cells: Mask | None = None
) -> tuple[Located, datetime] | None:
    """Return the largest value in the region, or in some of its cells, and its time."""
    counting = case.inside if cells is None else cells
    best: tuple[Located, datetime] | None = None
    for values, time in zip(series.values, series.times, strict=True):
        field = np.asarray(values, dtype=np.float64)
        peak = peak_of(field, case.grid, counting & np.isfinite(field))
        if peak is not None and (best is None or peak.value > best[0].value):
            best = peak, time
    return best


@dataclass(frozen=True, eq=False)
class Found:
    """What the samples of a period hold.

    Attributes
    ----------
    spells : list of Spell
        Areas at or above a gale, linked in time; in hourly data they last the least duration.
    widest : dict of str to Widest
        By the kind of wind.
    reached : array of bool, shape (y, x)
        Cells that reach a limit at any time.
    brief : bool
        Whether areas that are large enough last less than the least duration.
    """

    spells: list[Spell]
    widest: dict[str, Widest]
    reached: Mask
    brief: bool


def _search(case: Case, criteria: GaleCriteria, winds: list[Wind]) -> Found:
    """Collect what reaches a gale."""
    step = max((wind.series.step_hours or 0.0) for wind in winds)
    widest = {wind.quantity: Widest(case) for wind in winds}
    reached = np.zeros(case.grid.shape, dtype=bool)
    tracker = Tracker(
        case.grid,
        case.inside,
        case.preset.area.min_object.value,
        gap=max(GAP, timedelta(hours=1.01 * step)),
        speed_km_h=SPEED_KM_H if step > SHORT_STEP else 0.0,
    )
    tolerance = case.preset.tolerance.value
    rows = {
        wind.quantity: {time: row for row, time in enumerate(wind.series.times)} for wind in winds
    }
    for time in sorted({time for wind in winds for time in wind.series.times}):
        fields: dict[str, Array] = {}
        severity = np.zeros(case.grid.shape)
        strength = np.zeros(case.grid.shape)
        start = time
        for wind in winds:
            row = rows[wind.quantity].get(time)
            if row is None:
                continue
            speed = np.asarray(wind.series.values[row], dtype=np.float64)
            mine = wind_severity(np.where(case.reach, speed, 0.0), wind.limits, tolerance)
            widest[wind.quantity].add(time, mine >= 1.0)
            fields[wind.quantity], fields[f"{wind.quantity} severity"] = speed, mine
            strength = np.where(mine > severity, speed / wind.limits[0], strength)
            severity = np.maximum(severity, mine)
            if wind.series.interval_hours is not None:
                start = time - timedelta(hours=wind.series.interval_hours)
        if len(fields) > 2 or WIND in fields:
            start = time
        reached |= severity >= 1.0
        tracker.add(start, time, severity >= 1.0, severity=severity, strength=strength, **fields)
    spells = long = tracker.spells()
    steps = [wind.series.step_hours for wind in winds if wind.series.step_hours is not None]
    if steps and min(steps) <= 1.0:
        least = criteria.min_hours.value - 1e-6
        long = [one for one in spells if one.frames(large=True) * min(steps) >= least]
    return Found(long, widest, reached, brief=len(long) < len(spells))


def _kind_at(part: Part, position: int, winds: list[Wind]) -> Wind:
    """Return the kind of wind that decides at a cell: the mean wind where both do."""
    given = [wind for wind in winds if wind.quantity in part.values]
    return max(given, key=lambda wind: float(part.values[f"{wind.quantity} severity"][position]))


def _fired(
    case: Case,
    criteria: GaleCriteria,
    winds: list[Wind],
    found: Found,
    strongest: list[Strongest],
) -> TypeAssessment:
    def peak_of_spell(spell: Spell) -> Peak:
        part, position = spell.strongest("severity", "strength")
        wind = _kind_at(part, position, winds)
        severity = float(part.values["severity"][position])
        grade = grade_of(severity)
        return Peak(
            wind.quantity, "m s-1", wind.quantity, wind.quantity,
            float(part.values[wind.quantity][position]), part, position,
            severity, grade, wind.grades[grade - 1].name,
        )  # fmt: skip

    sampled = [wind.series for wind in winds if wind.series.interval_hours is None]
    step = sampled[0].step_hours if sampled else 0.0
    objects, kept = described(
        case, EventType.GALE, found.spells, peak_of_spell, step_hours=step or 0.0
    )
    chosen = chosen_of(case, objects)
    item, spell = objects[chosen], kept[chosen]
    part, position = spell.strongest("severity", "strength")
    wind = _kind_at(part, position, winds)
    top = next(one for one in strongest if one.wind is wind)
    headline = _headline(top)
    if case.asked == item.id or top.peak.value <= item.peak:
        cell = int(part.cells[position])
        headline = Headline(
            item.quantity, item.unit, item.peak, *place_of(case.grid, cell), time=item.peak_time
        )
    labels = _places(case, spell)
    record = _record(
        case, criteria, wind, headline, Firing.FIRED, found, objects=objects, chosen=chosen,
        labels=labels, subtype=_subtype(case, wind, spell, part),
        more=(_over(labels),),
    )  # fmt: skip
    other = next((one for one in winds if one is not wind), None)
    near = _near(case, other, item) if other is not None else None
    return record.model_copy(
        update={
            "on_land": _on_land(case, wind, headline, record),
            "beside": (near,) if near is not None else (),
        }
    )


def _near(case: Case, wind: Wind, item: EventObject) -> MeasuredValue | None:
    """Return the strongest wind of the other kind near an event, in its hours."""
    north = NEAR_KM / KM_PER_DEGREE
    east = north / cos(radians(min(89.0, max(abs(item.box.south), abs(item.box.north)))))
    cells = case.inside & region_mask(case.grid, item.box.padded(north, east_west=east))
    interval = timedelta(hours=wind.series.interval_hours or 0.0)
    rows = [
        row
        for row, time in enumerate(wind.series.times)
        if item.onset <= time and time - interval <= item.end
    ]
    if not rows:
        return None
    times = [wind.series.times[row] for row in rows]
    hours = wind.series.interval_hours
    found = _peak_in(case, Series(wind.series.values[rows], times, hours), cells)
    window = "" if hours is None else f"maximum of {hours:g} h"
    return measured_at(wind.quantity, "m s-1", *found, window) if found is not None else None


def _on_land(
    case: Case, wind: Wind, headline: Headline, record: TypeAssessment
) -> MeasuredValue | None:
    """Return the strongest wind of the same kind on land, of a gale that peaks over the sea."""
    land = case.inside & case.ground
    if not land.any() or land[case.grid.nearest(headline.latitude, headline.longitude)]:
        return None
    found = _peak_in(case, wind.series, land)
    limit = wind.limits[0] - case.preset.tolerance.value
    if found is None or found[0].value < limit or record.metrics is None:
        return None
    return measured_at(wind.quantity, "m s-1", *found, record.metrics.window)


def _over(labels: tuple[str, ...]) -> Message | None:
    """Say whether a gale is over land or sea."""
    places = tuple(Term(term=label) for label in labels)
    if not places:
        return None
    return Message(id="event-place", params={"places": Listing(items=places, style="and")})


def _headline(found: Strongest) -> Headline:
    peak = found.peak
    return Headline(
        found.wind.quantity, "m s-1", peak.value, peak.latitude, peak.longitude, found.time
    )


def _not_fired(
    case: Case,
    criteria: GaleCriteria,
    winds: list[Wind],
    strongest: list[Strongest],
    estimated: Strongest | None,
    found: Found | None,
) -> TypeAssessment:
    best = max(strongest, key=lambda item: item.distance)
    small = found is not None and (found.reached & case.inside).any()
    firing = Firing.NOT_FIRED
    likely: StationEstimate | None = None
    from_aloft: Message | None = None
    if found is not None and small:
        least = case.preset.area.min_object.value
        if not found.brief:
            firing = verdict_on_small(case, found.reached, case.reach, least)
    elif best.wind.quantity != ESTIMATED:
        likely = _likely_of(case, strongest)
    if likely is None and not small and estimated is not None and estimated.distance >= 0.0:
        case.warn("gust_from_potential")
        likely = StationEstimate(
            quantity=ESTIMATED, unit="m s-1", spacing_deg=case.spacing,
            threshold=estimated.wind.limits[0], source="mixed layer", calibrated=False,
        )  # fmt: skip
        value = Measure(measure=estimated.peak.value, unit="m s-1", digits=1)
        from_aloft = Message(id="event-gust_aloft", params={"value": value})
    if likely is not None:
        firing = Firing.LIKELY_AT_STATIONS
    calibrated = likely is not None and likely.calibrated
    record = _record(
        case, criteria, best.wind, _headline(best), firing, found,
        labels=_strong_wind(case, criteria, winds),
        more=(likely_text(likely) if likely is not None and calibrated else None, from_aloft),
    )  # fmt: skip
    return record.model_copy(update={"stations": likely})


def _likely_of(case: Case, strongest: list[Strongest]) -> StationEstimate | None:
    """Return the estimate of the first kind of wind that typically reaches its limit."""
    for found in strongest:
        row, column = found.peak.row, found.peak.column
        surface = "any"
        if case.has("lsm"):
            surface = "land" if case.land[row, column] else "sea"
        estimate, likely = station_estimate(
            found.wind.ratio, found.peak.value, threshold=found.wind.limits[0], unit="m s-1",
            spacing_deg=case.spacing, surface=surface,
        )  # fmt: skip
        if likely:
            return estimate
    return None


def _needed(case: Case, criteria: GaleCriteria, wind: Wind) -> Message:
    needed = object_text(case.preset.area.min_object)
    step = wind.series.step_hours
    if step is None or step > 1.0 or criteria.min_hours.value <= step:
        return Message(id="event-needed", params={"needed": needed})
    hours = Measure(measure=criteria.min_hours.value, unit="h", digits=0)
    return Message(
        id="event-needed_lasting",
        params={"needed": needed, "hours": hours, "label": criteria.min_hours.label},
    )


def _without_wind(case: Case) -> TypeAssessment:
    """Record that there is no wind near the ground, with the lowest level's where there is one."""
    wording = Message(id="event-gale_needs_wind")
    variable = case.inventory.variable("u")
    if variable is None or not variable.levels_hpa or not case.has("v"):
        return not_assessable(EventType.GALE, wording)
    level = max(variable.levels_hpa)
    data = case.load("u", "v", levels_hpa=(level,))
    found = None
    if data is not None:
        plane = data.isel(level=0)
        speed = np.hypot(plane["u"].values, plane["v"].values)
        series = series_of(plane.assign(speed=(plane["u"].dims, speed)), "speed")
        found = _peak_in(case, series) if series is not None else None
    if found is None:
        return not_assessable(EventType.GALE, wording)
    measured = measured_at(f"wind at {level:g} hPa", "m s-1", *found)
    return not_assessable(EventType.GALE, wording, measured)


def _record(
    case: Case,
    criteria: GaleCriteria,
    wind: Wind,
    headline: Headline,
    firing: Firing,
    found: Found | None,
    *,
    objects: Sequence[EventObject] = (),
    chosen: int = 0,
    labels: tuple[str, ...],
    subtype: str | None = None,
    more: tuple[Message | None, ...],
) -> TypeAssessment:
    step, limit = wind.series.step_hours, wind.grades[0]
    if wind.quantity == WIND and (step is None or step > 1.0):
        case.warn("peak_underestimated")
    fired = firing is Firing.FIRED
    distance = (headline.value - limit.value) / limit.value
    extent: Message | None = None
    if objects:
        extent = Message(id="event-area_reached", params={"area": area(objects[chosen].area_km2)})
    elif wind.quantity != ESTIMATED:
        extent = small_text(firing) if distance >= 0.0 else Message(id="event-no_cell")
    wording = clauses(
        quantity_reached(
            wind.quantity, Measure(measure=headline.value, unit="m s-1", digits=1), headline.time
        ),
        Message(
            id="event-threshold_is",
            params={"limit": threshold_text(limit.value, "m s-1", limit.label)},
        ),
        extent,
        _needed(case, criteria, wind),
        among_text(len(objects)),
        *more,
    )
    interval = wind.series.interval_hours
    return assessed(
        EventType.GALE, firing, wording, headline,
        limit=limit.value, label=limit.label,
        window="instantaneous" if interval is None else f"maximum of {interval:g} h",
        distance=distance,
        trust=confidence(
            case,
            distance=distance if fired or distance < 0 else 0.0,
            fired=fired,
            step_hours=step,
            peak_time=headline.time,
            proxy=wind.quantity == ESTIMATED,
        ),
        least_km2=case.preset.area.min_object.value,
        extent=found.widest[wind.quantity].extent if found else Extent(),
        objects=objects, chosen=chosen, subtype=subtype, labels=labels,
    )  # fmt: skip


def _places(case: Case, spell: Spell) -> tuple[str, ...]:
    """Whether the event's cells are land or sea; nothing without a land mask."""
    if not case.has("lsm"):
        return ()
    land = case.land.ravel()[spell.footprint]
    return tuple(
        label for label, there in (("over_land", land.any()), ("over_sea", (~land).any())) if there
    )


def _strong_wind(case: Case, criteria: GaleCriteria, winds: list[Wind]) -> tuple[str, ...]:
    """Label for a wind below a gale over an area that is large enough for an object."""
    least = criteria.strong_wind.value - case.preset.tolerance.value
    for wind in winds:
        if wind.quantity != WIND:
            continue
        for values in wind.series.values:
            cells = case.inside & np.isfinite(values) & np.asarray(values >= least)
            size = case.preset.area.min_object.value
            if cells.any() and label_objects(cells, case.grid, min_area_km2=size):
                return ("strong_wind",)
    return ()


def _subtype(case: Case, wind: Wind, spell: Spell, part: Part) -> str | None:
    """Name the kind of a gale; None where nothing shows it.

    ``tropical_cyclone`` and ``foehn`` by their structure, ``convective`` where it is short and the
    air unstable, ``synoptic`` where it lasts.
    """
    cells: Mask = np.zeros(case.grid.shape, dtype=bool)
    cells.ravel()[part.cells] = True
    if is_tropical_cyclone(case, part.end):
        return "tropical_cyclone"
    if is_foehn(case, part.end, cells):
        return "foehn"
    step = wind.series.step_hours
    if step is None:
        return None
    hours = spell.frames() * step
    if hours >= SYNOPTIC_HOURS and spell.frames() > 1:
        return "synoptic"
    if hours <= CONVECTIVE_HOURS:
        unstable = unstable_cells(case, part.end)
        if unstable is not None and (unstable & cells).any():
            return "convective"
    return None


def support(held: Held, _criteria: GaleCriteria) -> Support:
    """Say what the data can support of the criterion."""
    return support_of_wind(held)


DEFINITION = EventDefinition(
    event=EventType.GALE,
    criteria=GaleCriteria,
    needs=(("u10", "v10", "fg10"), ("u10", "v10"), ("fg10",)),
    assess=assess,
    support=support,
    precedence=4,
)
