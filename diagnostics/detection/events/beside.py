"""What a forecast gives beside the criterion: where winds blow from, and temperatures."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator
from datetime import datetime, timedelta

import numpy as np

from diagnostics.constants import ZERO_CELSIUS
from diagnostics.contracts.detection import EventObject, MeasuredValue, TrackPoint, TypeAssessment
from diagnostics.contracts.enums import EventType, Firing
from diagnostics.detection.events.amounts import counted
from diagnostics.detection.events.case import Case, Mask, Series
from diagnostics.detection.events.course import course_rows
from diagnostics.detection.events.gale import GUST, WIND
from diagnostics.detection.events.moving_grids import moves
from diagnostics.detection.events.reasons import measured_at, peak_of
from diagnostics.grid.geometry import grid_of
from diagnostics.physics.wind import steady_direction

AT_PEAK = "2-m temperature at the place of the peak"
LOWEST, HIGHEST = "lowest 2-m temperature", "highest 2-m temperature"
LOWEST_AT_PEAK = f"{LOWEST} at the place of the peak"
HIGHEST_AT_PEAK = f"{HIGHEST} at the place of the peak"
ALOFT = re.compile(r"^wind at ([\d.]+) hPa$")
_SAME = 0.05
"""K; values that agree to the printed digit are one."""


def with_values_beside(case: Case, found: TypeAssessment) -> TypeAssessment:
    """Return an assessment with the values that a forecaster asks for with it.

    Parameters
    ----------
    case : Case
        Over region and period.
    found : TypeAssessment

    Returns
    -------
    TypeAssessment
        Of gales each wind has the direction that it blows from (`direction_of`). With snow that is
        met stands the 2-m temperature at the place of its peak: at the time of the peak, and the
        lowest and highest during the event. With heat and cold stand the lowest and the highest
        value on the land of the region in the period.
    """
    if found.event is EventType.GALE:
        return _with_directions(case, found)
    if found.firing not in (Firing.FIRED, Firing.REACHED_HERE) or moves(case.inventory):
        return found
    if found.event is EventType.SNOWSTORM:
        return found.model_copy(update={"beside": tuple(_during_snow(case, found))})
    if found.event in (EventType.HEAT_WAVE, EventType.COLD_WAVE):
        return found.model_copy(update={"beside": tuple(_extremes(case, found))})
    return found


def direction_of(
    case: Case,
    quantity: str,
    latitude: float | None,
    longitude: float | None,
    time: datetime | None,
) -> float | None:
    """Return where a wind blows from, degrees clockwise from true north.

    Parameters
    ----------
    case : Case
    quantity : str
        The mean wind at 10 m or on a level has its own direction, a gust that of the mean wind.
    latitude, longitude : float or None
        Of a cell of the grid.
    time : datetime or None
        Of the sample; of a gust over an interval the interval's end.

    Returns
    -------
    float or None
        None without components there, and for a gust in whose interval the wind turns
        (`steady_direction`): at which of its times the gust blew is not known.
    """
    level = ALOFT.match(quantity)
    names = ("u", "v") if level else ("u10", "v10")
    if (level is None and quantity not in (WIND, GUST)) or not case.has(*names):
        return None
    if latitude is None or longitude is None or time is None:
        return None
    gust = case.inventory.variable("fg10") if quantity == GUST else None
    hours = gust.interval_hours or 0.0 if gust is not None else 0.0
    at = case.at(time) if moves(case.inventory) else case
    levels = (float(level[1]),) if level else ()
    data = at.load(*names, start=time - timedelta(hours=hours), end=time, levels_hpa=levels)
    if data is None:
        return None
    cell = grid_of(data).nearest(latitude, longitude)
    shape = (data.sizes["time"], *data[names[0]].shape[-2:])
    east, north = (
        np.asarray(data[name].values, dtype=np.float64).reshape(shape)[(slice(None), *cell)]
        for name in names
    )
    degrees = float(steady_direction(east, north))
    return round(degrees, 1) if degrees > 0.0 else None


def _with_directions(case: Case, found: TypeAssessment) -> TypeAssessment:
    """Add to every wind of a gale where it blows from."""

    def of_value(value: MeasuredValue | None) -> MeasuredValue | None:
        if value is None:
            return None
        known = direction_of(case, value.quantity, value.latitude, value.longitude, value.time)
        return value.model_copy(update={"from_deg": known})

    metrics = found.metrics
    if metrics is not None:
        place = (metrics.peak_latitude, metrics.peak_longitude, metrics.peak_time)
        known = direction_of(case, metrics.quantity, *place)
        metrics = metrics.model_copy(update={"peak_from_deg": known})

    def of_object(item: EventObject) -> EventObject:
        place = (item.peak_latitude, item.peak_longitude, item.peak_time)
        track = list(item.track)
        if item.id == (case.asked or found.objects[0].id):
            for row in course_rows(item):
                track[row] = of_point(item, track[row])
        known = direction_of(case, item.quantity, *place)
        return item.model_copy(update={"peak_from_deg": known, "track": tuple(track)})

    def of_point(item: EventObject, point: TrackPoint) -> TrackPoint:
        place = (point.value_latitude, point.value_longitude, point.time)
        known = direction_of(case, item.quantity, *place)
        return point.model_copy(update={"value_from_deg": known})

    objects = tuple(of_object(item) for item in found.objects)
    return found.model_copy(
        update={
            "metrics": metrics,
            "objects": objects,
            **{name: of_value(getattr(found, name)) for name in ("measured", "outside", "on_land")},
            "beside": tuple(value for item in found.beside if (value := of_value(item))),
        }
    )


def _during_snow(case: Case, found: TypeAssessment) -> Iterator[MeasuredValue]:
    """Temperatures at the place of the peak: at its time, and over the hours of the event."""
    metrics, series = found.metrics, case.series("t2m")
    if metrics is None or metrics.peak_latitude is None or metrics.peak_longitude is None:
        return
    if series is None:
        return
    cell: Mask = np.zeros(case.grid.shape, dtype=bool)
    cell[case.grid.nearest(metrics.peak_latitude, metrics.peak_longitude)] = True
    onset, end = metrics.onset or case.window.start, metrics.end or case.window.end
    during = [row for row, time in enumerate(series.times) if onset <= time <= end]
    then = [row for row in during if series.times[row] == metrics.peak_time]
    for quantity, rows, largest in (
        (AT_PEAK, then, True),
        (LOWEST_AT_PEAK, during, False),
        (HIGHEST_AT_PEAK, during, True),
    ):
        value = _extreme(case, series, quantity, rows, cell, largest=largest)
        if value is not None:
            yield value


def _extremes(case: Case, found: TypeAssessment) -> Iterator[MeasuredValue]:
    """The lowest and the highest temperature on land, in the order that the type asks for.

    Extremes of intervals are taken before samples. What the criterion's own peak says is left out.
    """
    order = [(LOWEST, "mn2t", False), (HIGHEST, "mx2t", True)]
    if found.event is EventType.HEAT_WAVE:
        order.reverse()
    for quantity, name, largest in order:
        series = case.series(name) or case.series("t2m")
        if series is None:
            continue
        value = _extreme(case, series, quantity, counted(case, series), case.land, largest=largest)
        own = found.metrics if largest and found.event is EventType.HEAT_WAVE else None
        if value is not None and (own is None or abs(own.peak - value.value) > _SAME):
            yield value


def _extreme(
    case: Case, series: Series, quantity: str, rows: Iterable[int], cells: Mask, *, largest: bool
) -> MeasuredValue | None:
    """Return the lowest or the highest temperature of some cells at some times, degC."""
    sign = 1.0 if largest else -1.0
    best: MeasuredValue | None = None
    for row in rows:
        field = np.asarray(series.values[row], dtype=np.float64)
        peak = peak_of(sign * field, case.grid, cells & np.isfinite(field))
        if peak is None:
            continue
        value = sign * peak.value - ZERO_CELSIUS
        if best is None or sign * value > sign * best.value:
            kind, hours = "maximum" if largest else "minimum", series.interval_hours
            window = "" if hours is None else f"{kind} of {hours:g} h"
            best = measured_at(quantity, "degC", peak, series.times[row], window)
            best = best.model_copy(update={"value": value})
    return best
