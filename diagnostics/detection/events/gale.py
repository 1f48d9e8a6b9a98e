"""Gales: mean wind and gusts."""

from __future__ import annotations

from dataclasses import dataclass
from datetime import datetime
from math import ceil

import numpy as np

from diagnostics.contracts.detection import CriterionMetrics, TypeAssessment
from diagnostics.contracts.enums import EventType, Firing
from diagnostics.detection.events.case import Case, Series, series_of
from diagnostics.detection.events.confidence import confidence
from diagnostics.detection.events.gale_kinds import (
    estimated_gusts,
    is_foehn,
    is_tropical_cyclone,
)
from diagnostics.detection.events.instability import unstable_cells
from diagnostics.detection.events.presets import GaleCriteria, Grade
from diagnostics.detection.events.rules import (
    Reach,
    area,
    clauses,
    equivalent,
    in_english,
    mode_of,
    not_assessable,
    object_text,
    peak_of,
    quantity_reached,
    reach,
    threshold_text,
)
from diagnostics.detection.events.severity import grade_of, wind_severity
from diagnostics.grid.reduction import Located
from diagnostics.messages import Listing, Measure, Message, Term

CONVECTIVE_HOURS = 2.0
SYNOPTIC_HOURS = 6.0
ESTIMATED = "10-m gust estimated from the wind aloft"


@dataclass(frozen=True, eq=False)
class Wind:
    """One kind of wind with its grades and what it reaches at each time."""

    name: str
    quantity: str
    series: Series
    grades: tuple[Grade, Grade, Grade]
    factor: float
    reaches: list[Reach]
    peaks: list[Located | None]

    @property
    def thresholds(self) -> tuple[float, float, float]:
        """Effective thresholds."""
        first, second, third = (grade.value * self.factor for grade in self.grades)
        return first, second, third

    @property
    def strongest(self) -> int:
        """Index of the time of the largest value."""
        values = [peak.value if peak else -np.inf for peak in self.peaks]
        return int(np.argmax(values))

    @property
    def distance(self) -> float:
        """Of the peak from the threshold, relative to it."""
        peak = self.peaks[self.strongest]
        assert peak is not None
        return (peak.value - self.thresholds[0]) / self.thresholds[0]


def assess_gale(case: Case) -> TypeAssessment:
    """Test for a gale, over land and sea."""
    criteria = case.preset.gale
    assert criteria is not None
    winds = [wind for wind in (_sustained(case, criteria), _gusts(case, criteria)) if wind]
    if not any(_firing_times(wind, criteria) for wind in winds) and not case.has("fg10"):
        estimated = _estimated(case, criteria)
        if estimated is not None and _firing_times(estimated, criteria):
            winds = [estimated]
    if not winds:
        return not_assessable(
            EventType.GALE,
            Message(id="event-gale_needs_wind"),
        )
    fired = [(wind, times) for wind in winds if (times := _firing_times(wind, criteria))]
    if fired:
        wind, times = max(fired, key=lambda item: _severity(case, item[0]))
        return _record(case, criteria, wind, times)
    return _record(case, criteria, max(winds, key=lambda item: item.distance), [])


def _sustained(case: Case, criteria: GaleCriteria) -> Wind | None:
    if not case.has("u10", "v10"):
        return None
    data = case.load("u10", "v10")
    if data is None:
        return None
    speed = np.hypot(data["u10"].values, data["v10"].values)
    series = series_of(data.assign(speed=(data["u10"].dims, speed)), "speed")
    return _wind(case, "wind", "10-m wind", series, criteria.sustained)


def _gusts(case: Case, criteria: GaleCriteria) -> Wind | None:
    return _wind(case, "gust", "10-m gust", case.series("fg10"), criteria.gust)


def _estimated(case: Case, criteria: GaleCriteria) -> Wind | None:
    """Gusts from the wind aloft, where the data have none and no 10-m wind is a gale."""
    series = estimated_gusts(case)
    return _wind(case, "gust", ESTIMATED, series, criteria.gust)


def _wind(
    case: Case, name: str, quantity: str, series: Series | None, grades: tuple[Grade, Grade, Grade]
) -> Wind | None:
    if series is None:
        return None
    factor = case.preset.factor(name, case.spacing)
    least = grades[0].value * factor - case.preset.tolerance.value
    reaches, peaks = [], []
    for values in series.values:
        field = np.asarray(values, dtype=np.float64)
        counted = case.inside & np.isfinite(field)
        reaches.append(
            reach(
                field >= least,
                counted,
                case.grid,
                min_object_km2=case.preset.min_object_km2(case.spacing),
                min_fraction=None,
            )
        )
        peaks.append(peak_of(field, case.grid, counted))
    if all(peak is None for peak in peaks):
        return None
    return Wind(name, quantity, series, grades, factor, reaches, peaks)


def _firing_times(wind: Wind, criteria: GaleCriteria) -> list[int]:
    """Times that fire; hourly data must fire for the least duration."""
    times = [index for index, item in enumerate(wind.reaches) if item.fires]
    step = wind.series.step_hours
    if step is None or step > 1.0:
        return times
    needed = ceil(criteria.min_hours.value / step - 1e-9)
    kept = []
    for run in _runs(times):
        if len(run) >= needed:
            kept += run
    return kept


def _runs(indices: list[int]) -> list[list[int]]:
    runs: list[list[int]] = []
    for index in indices:
        if runs and index == runs[-1][-1] + 1:
            runs[-1].append(index)
        else:
            runs.append([index])
    return runs


def _severity(case: Case, wind: Wind) -> float:
    """Severity of the largest value, as the wind at a station that it stands for."""
    peak = wind.peaks[wind.strongest]
    assert peak is not None
    points = [grade.value for grade in wind.grades]
    tolerance = case.preset.tolerance.value / wind.factor
    return wind_severity(peak.value / wind.factor, points, tolerance)


def _record(case: Case, criteria: GaleCriteria, wind: Wind, firing: list[int]) -> TypeAssessment:
    scaled = case.preset.scaled(case.spacing)
    index = max(
        firing or [wind.strongest],
        key=lambda item: peak.value if (peak := wind.peaks[item]) else -np.inf,
    )
    peak, reached = wind.peaks[index], wind.reaches[index]
    assert peak is not None
    effective = wind.thresholds[0]
    distance = (peak.value - effective) / effective
    severity = _severity(case, wind) if firing else 0.0
    grade = grade_of(severity)
    span = _span(wind, firing)
    step = wind.series.step_hours
    if wind.name == "wind" and (step is None or step > 1.0):
        case.warn("peak_underestimated")
    product, parts = confidence(
        case,
        distance=distance if firing or distance < 0 else 0.0,
        fired=bool(firing),
        step_hours=step,
        peak_time=wind.series.times[index],
        proxy=wind.quantity == ESTIMATED,
    )
    if wind.quantity == ESTIMATED:
        case.warn("gust_from_potential")
    labels = _places(case, wind, firing) + _strong_wind(case, criteria, wind, bool(firing))
    name = wind.grades[grade - 1].name if grade else ""
    places = tuple(Term(term=item) for item in labels if item.startswith("over_"))
    wording = clauses(
        *_reason(case, criteria, wind, peak, reached, index),
        Message(id="event-place", params={"places": Listing(items=places, style="and")})
        if places
        else None,
    )
    return TypeAssessment(
        event=EventType.GALE,
        firing=Firing.FIRED if firing else Firing.NOT_FIRED,
        reason=in_english(wording),
        wording=wording,
        metrics=CriterionMetrics(
            quantity=wind.quantity,
            unit="m s-1",
            peak=peak.value,
            peak_latitude=peak.latitude,
            peak_longitude=peak.longitude,
            peak_time=wind.series.times[index],
            onset=span[0] if span else None,
            end=span[1] if span else None,
            duration_hours=len(firing) * step if firing and step else None,
            area_fraction=max((wind.reaches[i].area_fraction for i in firing), default=0.0),
            max_object_area_km2=max((wind.reaches[i].largest_km2 for i in firing), default=0.0),
            threshold_point=wind.grades[0].value,
            threshold_effective=effective,
            threshold_mode=mode_of(case),
            threshold_label=wind.grades[0].label,
            window="instantaneous"
            if wind.series.interval_hours is None
            else f"maximum of {wind.series.interval_hours:g} h",
            distance=distance,
        ),
        grade=grade,
        grade_name=equivalent(name, scaled=scaled) if name else "",
        severity=round(severity, 4),
        confidence=product,
        confidence_parts=parts,
        subtype=_subtype(case, wind, firing),
        labels=labels,
    )


def _reason(
    case: Case, criteria: GaleCriteria, wind: Wind, peak: Located, reached: Reach, index: int
) -> tuple[Message, ...]:
    grade = wind.grades[0]
    limit = threshold_text(
        grade.value, wind.thresholds[0], "m s-1", grade.label,
        scaled=case.preset.scaled(case.spacing),
    )  # fmt: skip
    beyond = (
        Message(id="event-area_reached", params={"area": area(reached.largest_km2)})
        if reached.cells.any()
        else Message(id="event-no_cell")
    )
    needed = object_text(case, case.preset.min_object_km2(case.spacing))
    step = wind.series.step_hours
    lasting = step is not None and step <= 1.0 and criteria.min_hours.value > step
    hours = Measure(measure=criteria.min_hours.value, unit="h", digits=0)
    return (
        quantity_reached(
            wind.quantity,
            Measure(measure=peak.value, unit="m s-1", digits=1),
            wind.series.times[index],
        ),
        Message(id="event-threshold_is", params={"limit": limit}),
        beyond,
        Message(
            id="event-needed_lasting",
            params={"needed": needed, "hours": hours, "label": criteria.min_hours.label},
        )
        if lasting
        else Message(id="event-needed", params={"needed": needed}),
    )


def _span(wind: Wind, firing: list[int]) -> tuple[datetime, datetime] | None:
    if not firing:
        return None
    return wind.series.times[firing[0]], wind.series.times[firing[-1]]


def _places(case: Case, wind: Wind, firing: list[int]) -> tuple[str, ...]:
    """Whether the firing cells are land or sea; nothing without a land mask."""
    if not firing or not case.has("lsm"):
        return ()
    cells = np.any([wind.reaches[index].cells for index in firing], axis=0)
    found = []
    if (cells & case.land).any():
        found.append("over_land")
    if (cells & ~case.land).any():
        found.append("over_sea")
    return tuple(found)


def _strong_wind(case: Case, criteria: GaleCriteria, wind: Wind, fired: bool) -> tuple[str, ...]:
    """Label for a wind below a gale over a large part of the region."""
    if fired or wind.name != "wind":
        return ()
    least = criteria.strong_wind.value * wind.factor - case.preset.tolerance.value
    for values in wind.series.values:
        counted = case.inside & np.isfinite(values)
        found = reach(
            np.asarray(values >= least), counted, case.grid,
            min_object_km2=None, min_fraction=criteria.strong_wind_fraction.value,
        )  # fmt: skip
        if found.fires:
            return ("strong_wind",)
    return ()


def _subtype(case: Case, wind: Wind, firing: list[int]) -> str | None:
    """Tell the kind of a gale; None where nothing tells it.

    ``tropical_cyclone`` and ``foehn`` by their structure, ``convective`` where it is short and the
    air unstable, ``synoptic`` where it lasts.
    """
    if not firing:
        return None
    peak = max(firing, key=lambda item: wind.reaches[item].largest_km2)
    if is_tropical_cyclone(case, wind.series.times[peak]):
        return "tropical_cyclone"
    if is_foehn(case, wind.series.times[peak], wind.reaches[peak].cells):
        return "foehn"
    step = wind.series.step_hours
    if step is None:
        return None
    hours = max(len(run) for run in _runs(firing)) * step
    if hours >= SYNOPTIC_HOURS and len(firing) > 1:
        return "synoptic"
    if hours <= CONVECTIVE_HOURS:
        unstable = unstable_cells(case, wind.series.times[peak])
        if unstable is not None and (unstable & wind.reaches[peak].cells).any():
            return "convective"
    return None
