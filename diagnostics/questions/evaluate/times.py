"""Times of a form on the times of the data."""

from __future__ import annotations

from dataclasses import dataclass
from datetime import UTC, date, datetime, timedelta, tzinfo
from itertools import pairwise
from typing import Any

import numpy as np
import numpy.typing as npt

from diagnostics.contracts.form_terms import (
    AllTimes,
    Anchor,
    ClockWindow,
    Days,
    Instants,
    Intervals,
    Months,
    RelativeTimes,
    Step,
    TimeSet,
)
from diagnostics.contracts.space_time import TimeWindow
from diagnostics.contracts.zones import zone_of
from diagnostics.messages import Message, Moment
from diagnostics.questions.evaluate.workspace import Workspace, misformed, refusal

Times = npt.NDArray[np.datetime64]
_HOUR = timedelta(hours=1)
MUCH = 0.25
"""Share of a period without data beyond which nothing is said of it."""
MUCH_OF_DAYS = 0.5
"""The same of days that are named, of which the answer says what the data hold."""


@dataclass(frozen=True)
class Span:
    """A stretch of time; an instant where both ends are equal.

    `closed` says whether a sample at the end belongs to it: it does for periods as people write
    them, and not for days, whose end is the next day's start.
    """

    start: datetime
    end: datetime
    closed: bool = True

    @property
    def instant(self) -> bool:
        """Whether it is one moment."""
        return self.start == self.end


@dataclass(frozen=True)
class Chosen:
    """The times that a form means: spans (None: all of the data), and hours of the day."""

    spans: tuple[Span, ...] | None
    zone_name: str
    clock: ClockWindow | None = None
    notes: tuple[Message, ...] = ()

    @property
    def zone(self) -> tzinfo:
        """Zone of days and clock times."""
        return zone_of(self.zone_name)

    @property
    def key(self) -> tuple[Any, ...]:
        """Equal for equal choices."""
        clock = (self.clock.first, self.clock.last) if self.clock else None
        return (self.spans, self.zone_name, clock)

    def outer(self) -> tuple[datetime, datetime] | None:
        """Return the first start and last end; None for all times."""
        if self.spans is None:
            return None
        return min(item.start for item in self.spans), max(item.end for item in self.spans)

    def pick(self, times: Times, length_hours: float) -> npt.NDArray[np.bool_]:
        """Say which values belong to the times that are meant.

        Parameters
        ----------
        times : ndarray of datetime64 (time,)
            Ascending; of values over intervals, their ends.
        length_hours : float
            Of the interval that each value speaks of; 0 for samples. Intervals must lie wholly
            inside, except at an instant, where the one that ends there is meant. Where a day
            begins inside an interval (zones of half hours), intervals count by their middle.
        """
        seconds = times.astype("datetime64[s]").astype(np.int64)
        length = round(length_hours * 3600.0)
        chosen = np.ones(len(seconds), dtype=bool)
        if self.spans is not None:
            chosen = np.zeros(len(seconds), dtype=bool)
            for span in self.spans:
                start, end = int(span.start.timestamp()), int(span.end.timestamp())
                if span.instant:
                    chosen |= seconds == start
                elif length:
                    chosen |= _inside(seconds, length, start, end, split=not span.closed)
                else:
                    last = seconds <= end if span.closed else seconds < end
                    chosen |= (seconds >= start) & last
        if self.clock is not None:
            chosen &= self._in_clock(seconds, length)
        return chosen

    def _in_clock(self, seconds: npt.NDArray[np.int64], length: int) -> npt.NDArray[np.bool_]:
        clock = self.clock
        assert clock is not None
        zone = self.zone
        found = np.zeros(len(seconds), dtype=bool)
        first, last = clock.first, clock.last if clock.last > clock.first else clock.last + 24.0
        if clock.last == clock.first:
            last = clock.first
        for position, second in enumerate(seconds):
            local = datetime.fromtimestamp(int(second) - length, UTC).astimezone(zone)
            hour = local.hour + local.minute / 60.0
            if hour < first - 1e-9:
                hour += 24.0
            found[position] = first - 1e-9 <= hour and hour + length / 3600.0 <= last + 1e-9
        return found


def _inside(
    seconds: npt.NDArray[np.int64], length: int, start: int, end: int, *, split: bool
) -> npt.NDArray[np.bool_]:
    """Say which intervals lie in a stretch of time: wholly, or a day's by their middle."""
    cut = split and length < 86400 and not (seconds == start).any() and not (seconds == end).any()
    if cut:
        middle = seconds - length // 2
        return np.asarray((middle >= start) & (middle < end))
    return np.asarray((seconds - length >= start) & (seconds <= end))


def chosen_times(time: TimeSet, work: Workspace) -> Chosen:
    """Return what a set of times with a fixed position means.

    Raises
    ------
    InputDataError
        ``future_time`` and ``period_without_data`` where the data do not reach it.
    """
    zone_name = time.zone or work.zone or "UTC"
    zone = zone_of(zone_name)
    notes: tuple[Message, ...] = ()
    base = time.base
    match base:
        case AllTimes():
            spans: tuple[Span, ...] | None = None
            if work.window is not None:
                spans = (Span(work.window.start, work.window.end),)
        case Instants():
            spans = tuple(Span(item, item) for item in base.times)
        case Intervals():
            spans = tuple(Span(item.start, item.end) for item in base.windows)
        case Days():
            spans = _joined([_day(item, zone) for item in base.dates])
        case Months():
            spans = _joined(_months(base, zone, work))
        case RelativeTimes():
            spans, notes = _relative(base, zone, work)
        case _:
            raise TypeError(f"{type(base).__name__} has no fixed position")
    if spans is not None:
        days = isinstance(base, Days)
        notes += tuple(note for item in spans if days for note in _in_part(item, work))
        spans = tuple(_checked(item, work, days=days) for item in spans)
    return Chosen(spans, zone_name, time.clock, notes)


def _day(day: date, zone: tzinfo, count: int = 1) -> Span:
    start = datetime(day.year, day.month, day.day, tzinfo=zone)
    after = day + timedelta(days=count)
    end = datetime(after.year, after.month, after.day, tzinfo=zone)
    return Span(start.astimezone(UTC), end.astimezone(UTC), closed=False)


def _joined(spans: list[Span]) -> tuple[Span, ...]:
    """Join days (months) that follow one another to one stretch."""
    found: list[Span] = []
    for span in sorted(spans, key=lambda item: item.start):
        if found and span.start <= found[-1].end:
            found[-1] = Span(found[-1].start, max(span.end, found[-1].end), closed=False)
        else:
            found.append(span)
    return tuple(found)


def _months(base: Months, zone: tzinfo, work: Workspace) -> list[Span]:
    times = work.times
    years = (
        [base.year]
        if base.year is not None
        else range(times[0].astimezone(zone).year - 1, times[-1].astimezone(zone).year + 1)
    )
    spans = []
    for year in years:
        for number, month in enumerate(base.months):
            turned = any(later < earlier for earlier, later in pairwise(base.months[: number + 1]))
            first = date(year + int(turned), month, 1)
            after = date(first.year + (month == 12), month % 12 + 1, 1)
            spans.append(_day(first, zone, (after - first).days))
    if base.year is None:
        spans = [item for item in spans if item.start <= times[-1] and item.end >= times[0]]
    if not spans:
        raise _without(min(times), max(times), work)
    return spans


def _relative(
    base: RelativeTimes, zone: tzinfo, work: Workspace
) -> tuple[tuple[Span, ...], tuple[Message, ...]]:
    times = work.times
    notes: tuple[Message, ...] = ()
    if base.anchor is Anchor.START:
        anchor = work.inventory.init_time or times[0]
    elif base.anchor is Anchor.END:
        anchor = times[-1]
    elif work.now is not None:
        anchor = work.now
    else:
        anchor = times[-1]
        notes = (Message(id="question-note_now", params={"time": Moment(moment=anchor)}),)
    if base.step is Step.HOUR:
        start, end = anchor + base.first * _HOUR, anchor + base.last * _HOUR
        return (Span(start, start if base.instant else end),), notes
    today = anchor.astimezone(zone).date()
    if base.instant:
        moment = anchor + timedelta(days=base.first * (7 if base.step is Step.WEEK else 1))
        return (Span(moment, moment),), notes
    if base.step is Step.DAY:
        first = today + timedelta(days=round(base.first))
        return (_day(first, zone, round(base.last - base.first) + 1),), notes
    if base.step is Step.WEEK:
        monday = today - timedelta(days=today.weekday())
        first = monday + timedelta(weeks=round(base.first))
        return (_day(first, zone, 7 * (round(base.last - base.first) + 1)),), notes
    first = _month_after(today.replace(day=1), round(base.first))
    after = _month_after(today.replace(day=1), round(base.last) + 1)
    return (_day(first, zone, (after - first).days),), notes


def _month_after(first: date, count: int) -> date:
    number = first.year * 12 + first.month - 1 + count
    return date(number // 12, number % 12 + 1, 1)


def _in_part(span: Span, work: Workspace) -> tuple[Message, ...]:
    """Note that the data hold a day in part only."""
    inside = [item for item in work.times if span.start <= item < span.end]
    if not inside:
        return ()
    missing = max(inside[0] - span.start, span.end - inside[-1])
    if missing <= max(work.step, _HOUR):
        return ()
    first, last = Moment(moment=inside[0]), Moment(moment=inside[-1])
    return (Message(id="question-note_part_of_day", params={"first": first, "last": last}),)


def _checked(span: Span, work: Workspace, *, days: bool = False) -> Span:
    """Refuse a span that the data do not reach, or reach in part only.

    Of days that are named the data need hold half; data of one time are all there is of its day.
    """
    times = work.times
    step, begin = work.step, work.times[0] - work.reach
    if span.instant:
        if span.start > times[-1]:
            raise refusal("future", "future_time", end=Moment(moment=times[-1]))
        if span.start not in times:
            raise refusal(
                "such_time",
                "missing_time",
                time=Moment(moment=span.start),
                nearest=Moment(moment=min(times, key=lambda item: abs(item - span.start))),
            )
        return span
    if span.start > times[-1]:
        raise refusal("future", "future_time", end=Moment(moment=times[-1]))
    if span.end < times[0] or (not span.closed and span.end == times[0] == begin):
        raise _without(span.start, span.end, work)
    inside = [item for item in times if span.start <= item <= span.end]
    if not inside:
        raise _without(span.start, span.end, work)
    late = max(inside[0] - work.reach - span.start, timedelta())
    early = span.end - inside[-1]
    uncovered = late + max(early - step, timedelta())
    if days and len(times) == 1:
        return span
    if uncovered > (MUCH_OF_DAYS if days else MUCH) * (span.end - span.start):
        if early > step and early - step >= late:
            raise refusal("rest_of_period", "future_time", end=Moment(moment=times[-1]))
        raise _without(span.start, span.end, work)
    return span


def _without(start: datetime, end: datetime, work: Workspace) -> Exception:
    times = work.times
    return refusal(
        "data_in_period",
        "period_without_data",
        start=Moment(moment=start),
        end=Moment(moment=end),
        first=Moment(moment=times[0]),
        last=Moment(moment=times[-1]),
    )


def period_of(chosen: Chosen, times: Times) -> datetime | TimeWindow:
    """Return the time, or the period from the first to the last, of values that were used."""
    first, last = (_instant(item) for item in (times[0], times[-1]))
    if chosen.spans is not None and len(chosen.spans) == 1 and not chosen.spans[0].instant:
        return TimeWindow(start=chosen.spans[0].start, end=chosen.spans[0].end)
    return first if first == last else TimeWindow(start=first, end=last)


def _instant(moment: np.datetime64) -> datetime:
    return datetime.fromtimestamp(int(moment.astype("datetime64[s]").astype(np.int64)), UTC)


def ends_of(time: TimeSet, work: Workspace) -> datetime:
    """Return the moment that a set of times begins with, as the start of a duration."""
    chosen = chosen_times(time, work)
    if chosen.spans is None:
        return work.times[0]
    if len(chosen.spans) != 1:
        raise misformed("single_time", "invalid_form")
    return chosen.spans[0].start
