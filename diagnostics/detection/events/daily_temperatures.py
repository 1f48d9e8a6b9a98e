"""Zones, days and the daily extremes of temperature."""

from __future__ import annotations

from dataclasses import dataclass
from datetime import date, datetime, timedelta
from typing import Any, Literal

import numpy as np
from numpy.typing import NDArray

from diagnostics.contracts.space_time import Region, TimeWindow
from diagnostics.contracts.zones import Zone, fixed_zone, read_zone
from diagnostics.detection.events.criterion_numbers import DayBoundary
from diagnostics.errors import ArgumentError
from diagnostics.messages import Message

Array = NDArray[np.float64]
Extreme = Literal["maximum", "minimum"]

_CRITICAL_HOURS: dict[Extreme, tuple[float, float]] = {"maximum": (11, 17), "minimum": (2, 9)}
"""Local solar hours in which the extreme of a day usually falls."""
COMPLETE = 0.75
"""Least share of a day or window that must be sampled."""


def resolve_timezone(text: str | None, region: Region) -> Zone:
    """Read a time zone; without one, take the solar offset of the region's centre.

    Parameters
    ----------
    text : str or None
        An IANA name (``Asia/Shanghai``) or an offset (``+08:00``, ``UTC+8``).
    region : Region
        Its central longitude over 15, rounded, is the offset in hours where `text` is None; along
        the 180th meridian +12, the date of the islands there.

    Raises
    ------
    ArgumentError
        ``unknown_timezone``.
    """
    if text is None:
        hours = round(region.center[1] / 15.0)
        return fixed_zone(timedelta(hours=12 if hours == -12 else hours))
    zone = read_zone(text)
    if zone is not None:
        return zone
    raise ArgumentError(
        Message(id="error-unknown_timezone", params={"name": text}),
        code="unknown_timezone",
        data={"timezone": text},
    )


@dataclass(frozen=True)
class Day:
    """One day: the half-open period ``[start, end)`` in UTC, and its date."""

    start: datetime
    end: datetime
    date: str

    @property
    def middle(self) -> datetime:
        """The moment that stands for the day."""
        return self.start + (self.end - self.start) / 2


def days_between(first: datetime, last: datetime, days: DayBoundary, zone: Zone) -> list[Day]:
    """Return every day that overlaps the closed period, in order."""
    clock = zone.local(first)
    begin = clock.replace(hour=days.boundary_hour, minute=0, second=0, microsecond=0)
    if begin >= clock:
        begin -= timedelta(days=1)
    found: list[Day] = []
    while True:
        start, end = zone.utc(begin), zone.utc(begin + timedelta(days=1))
        if start > last:
            return found
        named = begin + timedelta(days=1) if days.named_by_end else begin
        found.append(Day(start, end, named.strftime("%Y-%m-%d")))
        begin += timedelta(days=1)


def date_of(moment: datetime, days: DayBoundary, zone: Zone) -> date:
    """Return the date of the day that a moment lies in; a day holds its start, not its end."""
    around = days_between(moment, moment, days, zone)
    return date.fromisoformat(next(day.date for day in around if day.start <= moment < day.end))


def asked_days(days: list[Day], window: TimeWindow) -> NDArray[np.bool_]:
    """Say of each day whether it belongs to a period.

    Parameters
    ----------
    days : list of Day
    window : TimeWindow
        A day that the end of the period cuts belongs to it; one that the start cuts belongs to it
        where its middle does.
    """
    return np.array(
        [day.middle > window.start and day.start <= window.end for day in days],
        dtype=bool,
    )


def describe_days(days: DayBoundary, zone: Zone) -> str:
    """Say in words where days begin."""
    hour = f"{days.boundary_hour:02d}:00"
    named = ", named by their end" if days.named_by_end else ""
    return f"{hour} to {hour} {zone.name}{named}"


def _hours_sampled(
    times: list[datetime], interval_hours: float | None, complete: Array
) -> str | None:
    """Name the hours that daily extremes are of; None where most days are whole."""
    if not times or not complete.size or float(np.median(complete)) >= COMPLETE:
        return None
    ends = sorted({time.hour for time in times})
    if interval_hours is None:
        return f"{', '.join(f'{hour:02d}' for hour in ends)} UTC"
    spans: list[tuple[float, float]] = []
    for end in ends:
        begin = end - interval_hours
        if spans and begin <= spans[-1][1]:
            spans[-1] = (spans[-1][0], end)
        else:
            spans.append((begin, end))
    told = (f"{int(begin % 24):02d}–{int(end):02d}" for begin, end in spans)
    return f"{', '.join(told)} UTC"


@dataclass(frozen=True, eq=False)
class DailyExtremes:
    """Daily maxima or minima.

    Attributes
    ----------
    days : list of Day
    values : array, shape (day, y, x)
        NaN where a day has no sample.
    represented : array of bool, shape (day,)
        Whether the samples of the day can show its extreme: three quarters of them are there, or
        they fall into the hours of the day when the extreme is due. Otherwise a maximum is only
        a lower bound, and a minimum an upper one.
    complete : array, shape (day,)
        Sampled share of each day.
    undersampled : bool
        Whether instantaneous samples more than an hour apart stand for the extreme.
    hours_sampled : str or None
        Such as ``00–06 UTC``: hours that the extremes are of, where they are a part of the day.
    """

    days: list[Day]
    values: Array
    represented: NDArray[np.bool_]
    complete: Array
    undersampled: bool
    hours_sampled: str | None = None


def daily_extremes(
    values: Array,
    times: list[datetime],
    *,
    kind: Extreme,
    interval_hours: float | None,
    days: list[Day],
    longitude: float,
) -> DailyExtremes:
    """Reduce samples to daily extremes.

    Parameters
    ----------
    values : array, shape (time, y, x)
        Instantaneous samples, or extremes over the interval that ends at each time.
    times : list of datetime
    kind : {"maximum", "minimum"}
    interval_hours : float or None
        Of the extremes; None for instantaneous samples.
    days : list of Day
    longitude : float
        Of the region's centre, for solar hours.
    """
    gaps = np.diff([moment.timestamp() for moment in times]) / 3600.0
    step = float(np.median(gaps)) if gaps.size else 24.0
    cover = min(interval_hours or step, 24.0)
    reduce_ = np.fmax.reduce if kind == "maximum" else np.fmin.reduce
    rows, represented, complete = [], [], []
    for day in days:
        inside = positions_in_day(times, day, interval_hours)
        share = min(1.0, len(inside) * cover / 24.0)
        due = any(_is_due(times[index], kind, interval_hours, longitude) for index in inside)
        if inside:
            rows.append(np.asarray(reduce_(values[inside], axis=0), dtype=np.float64))
        else:
            rows.append(np.full(values.shape[1:], np.nan))
        represented.append(bool(inside) and (share >= COMPLETE or (due and share >= 0.5)))
        complete.append(share)
    return DailyExtremes(
        days=days,
        values=np.array(rows) if rows else np.empty((0, *values.shape[1:])),
        represented=np.array(represented, dtype=bool),
        complete=np.array(complete),
        undersampled=interval_hours is None and step > 1.0,
        hours_sampled=_hours_sampled(times, interval_hours, np.array(complete)),
    )


def positions_in_day(times: list[datetime], day: Day, interval_hours: float | None) -> list[int]:
    """Positions of the samples of a day; an interval counts when most of it lies in the day."""
    return [k for k, moment in enumerate(times) if _belongs(moment, day, interval_hours)]


def _belongs(moment: datetime, day: Day, interval_hours: float | None) -> bool:
    """Whether a sample lies in a day; an interval counts when most of it does."""
    if interval_hours is None:
        return day.start <= moment < day.end
    middle = moment - timedelta(hours=interval_hours / 2)
    return day.start <= middle < day.end


def _is_due(
    moment: datetime, kind: Extreme, interval_hours: float | None, longitude: float
) -> bool:
    """Whether a sample falls into the local hours in which the extreme is due."""
    solar = moment + timedelta(hours=longitude / 15.0)
    hour = solar.hour + solar.minute / 60.0
    first, last = _CRITICAL_HOURS[kind]
    if interval_hours is None:
        return first <= hour <= last
    # An interval that holds most of the hours in question.
    overlap: Any = max(
        min(hour + turn, last) - max(hour + turn - interval_hours, first) for turn in (0, 24)
    )
    return bool(overlap >= (last - first) / 2)
