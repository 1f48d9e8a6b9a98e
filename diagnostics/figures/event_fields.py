"""The field of an event itself: what fell, blew or was felt, over its spell."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from datetime import datetime, timedelta

import numpy as np
from numpy.typing import NDArray

from diagnostics.constants import ZERO_CELSIUS
from diagnostics.contracts.enums import EventType
from diagnostics.detection.events.case import Case, Series, series_of
from diagnostics.detection.events.phase import divide

Array = NDArray[np.float64]
DAY = timedelta(hours=24)


@dataclass(frozen=True, eq=False)
class EventField:
    """One field over the interval that it stands for.

    Attributes
    ----------
    quantity : str
        A term of the catalogue of messages.
    unit : str
    values : array, shape (y, x)
    start, end : datetime
        The interval; equal for an instant.
    lines : Array or None
        A second field, drawn as lines in the same unit: the change beside the temperature.
    lines_hours : float
        The interval of the change.
    """

    quantity: str
    unit: str
    values: Array
    start: datetime
    end: datetime
    lines: Array | None = None
    lines_hours: float = 0.0


def event_field(case: Case, event: EventType, start: datetime, end: datetime) -> EventField | None:
    """Return the field that shows an event over its spell; None where nothing of it was measured.

    Amounts are summed over the increments that lie wholly inside the spell, extremes are taken
    over its times, from the begin of the first where each is of an interval. Where the data have
    one time, the last increment, or the state, is shown.

    Parameters
    ----------
    case : Case
        The source over the box that is drawn, over the period of the request.
    event : EventType
    start, end : datetime
        The spell, or the period.
    """
    return _FIELDS[event](case, start, end)


def _rain(case: Case, start: datetime, end: datetime) -> EventField | None:
    total = _increments(case, start, end)
    if total is None:
        return None
    rain = divide(case, total).rain
    if rain is None:
        return _amount("precipitation_total", total, start, end)
    return _amount("rain_total", rain, start, end)


def _snow(case: Case, start: datetime, end: datetime) -> EventField | None:
    total = _increments(case, start, end)
    if total is None:
        return None
    snow = divide(case, total).snow
    return None if snow is None else _amount("snow_total", snow, start, end)


def _increments(case: Case, start: datetime, end: datetime) -> Series | None:
    found = case.series("tp", start=start, end=max(end, start))
    if found is None:
        return None
    return Series(found.values, found.times, found.interval_hours or found.step_hours)


def _amount(
    quantity: str, series: Series | None, start: datetime, end: datetime
) -> EventField | None:
    """Sum the increments inside a spell; of a single one, that one."""
    if series is None or series.interval_hours is None:
        return None
    step = timedelta(hours=series.interval_hours)
    inside = [at for at, time in enumerate(series.times) if start <= time - step and time <= end]
    if not inside:
        inside = [at for at, time in enumerate(series.times) if start <= time <= end][:1]
    if not inside:
        return None
    chosen = series.values[inside]
    values = np.where(np.isfinite(chosen).any(axis=0), np.nansum(chosen, axis=0), np.nan)
    first, last = series.times[inside[0]] - step, series.times[inside[-1]]
    return EventField(quantity, "mm", np.asarray(values, dtype=np.float64), first, last)


def _wind(case: Case, start: datetime, end: datetime) -> EventField | None:
    gust = case.series("fg10", start=start, end=end)
    if gust is not None:
        return _extreme("gust_maximum", "m s-1", gust, largest=True)
    level, names = None, ("u10", "v10")
    if not case.has(*names):
        level, names = _lowest(case, "u", "v"), ("u", "v")
        if level is None:
            return None
    data = case.load(*names, start=start, end=end, levels_hpa=() if level is None else (level,))
    if data is None:
        return None
    if level is not None:
        data = data.isel(level=0)
    east, north = series_of(data, names[0]), series_of(data, names[1])
    if east is None or north is None or east.times != north.times:
        return None
    speed = Series(np.hypot(east.values, north.values), east.times)
    quantity = "wind_maximum" if level is None else f"wind_maximum_{level:g}"
    return _extreme(quantity, "m s-1", speed, largest=True)


def _heat(case: Case, start: datetime, end: datetime) -> EventField | None:
    return _temperature(case, start, end, largest=True)


def _cold(case: Case, start: datetime, end: datetime) -> EventField | None:
    found = _temperature(case, start, end, largest=False)
    if found is None:
        return None
    change, hours = _change(case, start, end)
    return EventField(
        found.quantity, found.unit, found.values, found.start, found.end, change, hours
    )


def _temperature(case: Case, start: datetime, end: datetime, *, largest: bool) -> EventField | None:
    """The highest or lowest temperature: the data's own extremes first, then samples."""
    own = "mx2t" if largest else "mn2t"
    quantity = "temperature_maximum" if largest else "temperature_minimum"
    series = case.series(own, start=start, end=end) or case.series("t2m", start=start, end=end)
    if series is None:
        level = _lowest(case, "t")
        if level is None:
            return None
        data = case.load("t", start=start, end=end, levels_hpa=(level,))
        series = None if data is None else series_of(data.isel(level=0), "t")
        quantity = f"{quantity}_{level:g}"
    if series is None:
        return None
    found = _extreme(quantity, "degC", series, largest=largest)
    return EventField(quantity, "degC", found.values - ZERO_CELSIUS, found.start, found.end)


def _change(case: Case, start: datetime, end: datetime) -> tuple[Array | None, float]:
    """The largest fall within 24 hours, or over shorter data their whole change; with its hours."""
    series = case.series("t2m", start=start - DAY, end=end)
    if series is None or len(series.times) < 2:
        return None, 0.0
    index = {time: at for at, time in enumerate(series.times)}
    pairs = [(index[time - DAY], at) for time, at in index.items() if time - DAY in index]
    if pairs:
        falls = np.stack([series.values[late] - series.values[early] for early, late in pairs])
        return np.asarray(np.min(falls, axis=0), dtype=np.float64), 24.0
    hours = (series.times[-1] - series.times[0]).total_seconds() / 3600.0
    change = series.values[-1].astype(np.float64) - series.values[0]
    return np.asarray(change), hours


def _lowest(case: Case, *names: str) -> float | None:
    """The lowest pressure level, at least 850 hPa, that holds all these fields."""
    common: set[float] | None = None
    for name in names:
        known = case.inventory.variable(name)
        levels = set(known.levels_hpa) if known is not None else set()
        common = levels if common is None else common & levels
    usable = [level for level in common or () if level >= 850.0]
    return max(usable) if usable else None


def _extreme(quantity: str, unit: str, series: Series, *, largest: bool) -> EventField:
    reduce = np.fmax.reduce if largest else np.fmin.reduce
    values = reduce(np.asarray(series.values, dtype=np.float64), axis=0)
    start = series.times[0] - timedelta(hours=series.interval_hours or 0.0)
    return EventField(quantity, unit, values, start, series.times[-1])


_FIELDS: dict[EventType, Callable[[Case, datetime, datetime], EventField | None]] = {
    EventType.RAINSTORM: _rain,
    EventType.SNOWSTORM: _snow,
    EventType.GALE: _wind,
    EventType.HEAT_WAVE: _heat,
    EventType.COLD_WAVE: _cold,
}
