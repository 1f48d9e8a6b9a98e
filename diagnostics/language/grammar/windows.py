"""Periods of a request as windows of time."""

from __future__ import annotations

import re
from calendar import monthrange
from datetime import UTC, date, datetime, time, timedelta
from itertools import pairwise

from pydantic import ValidationError

from diagnostics.contracts.form_terms import (
    Anchor,
    Days,
    Instants,
    Intervals,
    Months,
    RelativeTimes,
    Step,
    TimeSet,
)
from diagnostics.contracts.forms import RequestForm
from diagnostics.contracts.space_time import TimeWindow
from diagnostics.contracts.zones import zone_of
from diagnostics.language.grammar.items import NotReadError
from diagnostics.messages import Message

_APART = "分别"
"""Asks for every period by itself."""
_RANGE = re.compile(r"[-–—~至到]")
_YEAR = re.compile(r"(?<!\d)\d{4}(?!\d)")
_FORECAST = timedelta(days=16)
"""No forecast of weather reaches further ahead."""


def windows_of(form: RequestForm) -> tuple[TimeWindow, ...]:
    """Return the periods of a request, UTC, in their order.

    Those of one event that meet are one, unless each is asked for by itself; those of several
    events may be one of each.

    Raises
    ------
    NotReadError
        Where a time is no period of the calendar, or it is not said whether hours that are named
        are those of each day that is named.
    """
    zone, found = form.zone or "UTC", []
    apart = _APART in form.text
    _same_grain(form.periods)
    _in_order(form.periods, form.zone or "UTC", form.now)
    for times in _narrowed_months(form.periods):
        base = times.base
        split = _period(times, zone, None) is None or (
            apart and (len(form.periods) == 1 or not _RANGE.search(getattr(base, "words", "")))
        )
        if isinstance(base, Days) and len(base.dates) > 1 and split:
            each = [times.model_copy(update={"base": Days(dates=(one,))}) for one in base.dates]
            found += [window_of(one, zone, form.now) for one in each]
        else:
            found.append(window_of(times, zone, form.now))
    relative = not _YEAR.search(form.text)
    ahead = form.now is not None and any(one.end - form.now > _FORECAST for one in found)
    if relative and ahead:
        raise NotReadError("outside_the_data", Message(id="grammar-too_far_ahead"))
    joined: list[TimeWindow] = []
    for one in sorted(found, key=lambda window: (window.start, window.end)):
        last = joined[-1] if joined else None
        one_run = len(form.events) < 2 and not apart
        if last is not None and one.start <= last.end and (one_run or one == last):
            joined[-1] = TimeWindow(start=last.start, end=max(last.end, one.end))
        else:
            joined.append(one)
    return tuple(joined)


def _narrowed_months(periods: tuple[TimeSet, ...]) -> tuple[TimeSet, ...]:
    """Drop a month of which days are named as well: January 2016, the 22nd to 25th."""
    days = [one.base.dates for one in periods if isinstance(one.base, Days)]

    def holds_days(base: object) -> bool:
        return isinstance(base, Months) and any(
            all(day.year == base.year and day.month in base.months for day in dates)
            for dates in days
        )

    return tuple(one for one in periods if not holds_days(one.base))


def _same_grain(periods: tuple[TimeSet, ...]) -> None:
    """Refuse whole days beside hours: "on the 3rd and the 4th between 12 and 18 UTC"."""
    whole = [isinstance(one.base, Days | Months) for one in periods]
    if any(whole) and not all(whole):
        words = ", ".join(str(getattr(one.base, "words", "")) for one in periods)
        raise NotReadError("ambiguous", Message(id="grammar-days_and_hours"), words)


def _in_order(periods: tuple[TimeSet, ...], zone: str, now: datetime | None) -> None:
    """Refuse dates that go back where one names no year: "30 December and 2 January 2022"."""
    words = [str(getattr(one.base, "words", "")) for one in periods]
    undated = [text for text in words if any(map(str.isdigit, text)) and not _YEAR.search(text)]
    starts = [found[0] for one in periods if (found := _period(one, zone, now)) is not None]
    if undated and any(later < earlier for earlier, later in pairwise(starts)):
        raise NotReadError(
            "ambiguous",
            Message(id="grammar-time_unplaced", params={"words": undated[0]}),
            undated[0],
        )


def window_of(times: TimeSet, zone: str, now: datetime | None) -> TimeWindow:
    """Return the period of a time set, from its first to its last moment, UTC.

    Raises
    ------
    NotReadError
        Where it is not one unbroken period.
    """
    words = str(getattr(times.base, "words", ""))
    found = None if times.clock is not None else _period(times, zone, now)
    if found is None:
        raise NotReadError(
            "incomplete", Message(id="grammar-time_unplaced", params={"words": words}), words
        )
    return TimeWindow(start=found[0], end=found[1])


def _period(times: TimeSet, zone: str, now: datetime | None) -> tuple[datetime, datetime] | None:
    """Return the ends of a time set, None where it has none, or none that documents can hold."""
    try:
        found = _ends(times, zone, now)
        if found is not None:
            TimeWindow(start=found[0], end=found[1])
    except (OverflowError, ValidationError):
        return None
    return found


def _ends(times: TimeSet, zone: str, now: datetime | None) -> tuple[datetime, datetime] | None:
    base = times.base
    named = times.zone or zone
    if isinstance(base, Instants) and len(base.times) == 1:
        return base.times[0], base.times[0]
    if isinstance(base, Intervals) and len(base.windows) == 1:
        return base.windows[0].start, base.windows[0].end
    if isinstance(base, Days):
        first, last = min(base.dates), max(base.dates)
        whole = len(set(base.dates)) == (last - first).days + 1
        return _days(first, last, named) if whole else None
    if isinstance(base, Months) and base.year is not None and len(base.months) == 1:
        month = base.months[0]
        last = date(base.year, month, monthrange(base.year, month)[1])
        return _days(date(base.year, month, 1), last, named)
    if isinstance(base, Months) and base.year is not None:
        opening, closing = base.months[0], base.months[-1]
        if base.months != tuple(range(opening, closing + 1)):
            return None
        last = date(base.year, closing, monthrange(base.year, closing)[1])
        return _days(date(base.year, opening, 1), last, named)
    if isinstance(base, RelativeTimes) and base.anchor is Anchor.NOW and now is not None:
        return _relative(base, named, now)
    return None


def _days(first: date, last: date, zone: str) -> tuple[datetime, datetime]:
    tz = zone_of(zone)
    start = datetime.combine(first, time(), tz).astimezone(UTC)
    end = datetime.combine(last + timedelta(days=1), time(), tz).astimezone(UTC)
    return start, end


def _relative(base: RelativeTimes, zone: str, now: datetime) -> tuple[datetime, datetime] | None:
    hours = {Step.HOUR: 1.0}.get(base.step)
    if hours is not None:
        start, end = (now + timedelta(hours=count) for count in (base.first, base.last))
        return min(start, end), max(start, end)
    if base.step is Step.DAY:
        today = now.astimezone(zone_of(zone)).date()
        first, last = (today + timedelta(days=round(n)) for n in (base.first, base.last))
        return _days(first, last, zone)
    return None
