"""From phrases of time to time sets: years that no word says come from the data."""

from __future__ import annotations

from calendar import monthrange
from dataclasses import dataclass, field, replace
from datetime import UTC, date, datetime, timedelta, tzinfo

from diagnostics.contracts.form_terms import (
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
from diagnostics.language.grammar.datetimes import Moment
from diagnostics.language.grammar.items import NotReadError
from diagnostics.language.grammar.time_phrases import Known, TimePhrase
from diagnostics.messages import Message

_SATURDAY = 5
_LONGEST = 800
"""Days that a named range may have."""


@dataclass
class Calendar:
    """Places phrases of time.

    Parameters
    ----------
    known : Known
    assumed : list of (str, str)
        What no word says: part and value.
    """

    known: Known
    assumed: list[tuple[str, str]] = field(default_factory=list)

    def place(self, spoken: TimePhrase, words: str, zone: str) -> TimeSet:
        """Return the time set of a phrase.

        Raises
        ------
        NotReadError
            ``ambiguous`` or ``incomplete`` where the day or the year cannot be known.
        """
        placed = self._place(spoken, words, zone)
        if isinstance(placed.base, Days | Months) or placed.clock is not None:
            return placed.model_copy(update={"zone": zone})
        return placed

    def _place(self, spoken: TimePhrase, words: str, zone: str) -> TimeSet:
        first, last = spoken.first, spoken.last
        tz = zone_of(zone)
        match spoken.sort:
            case "moment":
                assert first is not None
                return self._moment(first, words, tz)
            case "range":
                assert first is not None and last is not None
                return self._range(first, last, words, tz)
            case "last":
                return self._counted(spoken, words, backward=True)
            case "next":
                return self._counted(spoken, words, backward=False)
            case "ending":
                assert last is not None
                end = self._edge(last, words, tz, late=False)
                hours = self._hours(spoken, words)
                return _window(end - timedelta(hours=hours), end, words)
            case "later":
                hours = self._hours(spoken, words)
                if first is None:
                    return TimeSet(
                        base=RelativeTimes(
                            anchor=Anchor.NOW if self.known.now else Anchor.START,
                            step=Step.HOUR,
                            first=hours,
                            last=hours,
                            instant=True,
                            words=words,
                        )
                    )
                if first.edge:
                    anchor = Anchor.START if first.edge == "start" else Anchor.END
                    return TimeSet(
                        base=RelativeTimes(
                            anchor=anchor,
                            step=Step.HOUR,
                            first=hours,
                            last=hours,
                            instant=True,
                            words=words,
                        )
                    )
                start = self._edge(first, words, tz, late=False)
                return TimeSet(base=Instants(times=(start + timedelta(hours=hours),), words=words))
            case "before" | "until":
                assert first is not None
                end = self._edge(first, words, tz, late=spoken.sort == "until")
                return _window(min(self._bounds(words)[0], end), end, words)
            case "after" | "since":
                assert first is not None
                start = self._edge(first, words, tz, late=spoken.sort == "after")
                return _window(start, max(self._latest(words), start), words)
        raise NotReadError(
            "unused_words", Message(id="grammar-time_unplaced", params={"words": words}), words
        )

    def _hours(self, spoken: TimePhrase, words: str) -> float:
        if spoken.hours is None:
            raise _unplaced(words)
        return spoken.hours

    def _bounds(self, words: str) -> tuple[datetime, datetime]:
        if not self.known.times:
            raise _unplaced(words)
        return self.known.times[0], self.known.times[-1]

    def _latest(self, words: str) -> datetime:
        """Return where "since Monday" ends: with the data, or now where there are none."""
        if not self.known.times and self.known.now is not None:
            return self.known.now
        return self._bounds(words)[1]

    def _counted(self, spoken: TimePhrase, words: str, *, backward: bool) -> TimeSet:
        count = spoken.count or 1.0
        step = Step(spoken.step) if spoken.step != "minute" else Step.HOUR
        if spoken.step in ("day", "week") and spoken.hours is not None:
            count, step = spoken.hours, Step.HOUR
        if self.known.now is None:
            anchor = Anchor.END if backward else Anchor.START
        else:
            anchor = Anchor.NOW
        span = (-count, 0.0) if backward else (0.0, count)
        return TimeSet(
            base=RelativeTimes(anchor=anchor, step=step, first=span[0], last=span[1], words=words)
        )

    def today(self, tz: tzinfo, words: str) -> date:
        """Return the day that relative times count from."""
        reference = self.known.now
        if reference is None:
            reference = self._bounds(words)[1]
            self.assumed.append(("time", "now_is_end_of_data"))
        return reference.astimezone(tz).date()

    # -- single moments ----------------------------------------------------------------------

    def _moment(self, moment: Moment, words: str, tz: tzinfo) -> TimeSet:
        if moment.edge:
            anchor = Anchor.START if moment.edge == "start" else Anchor.END
            return TimeSet(
                base=RelativeTimes(
                    anchor=anchor, step=Step.HOUR, first=0, last=0, instant=True, words=words
                )
            )
        if moment.months:
            return self._season(moment, words)
        if moment.days is not None and moment.hour is None and moment.part is None:
            if self.known.now is not None:
                day = self.today(tz, words) + timedelta(days=moment.days)
                return TimeSet(base=Days(dates=(day,), words=words))
            return TimeSet(
                base=RelativeTimes(
                    anchor=Anchor.NOW,
                    step=Step.DAY,
                    first=moment.days,
                    last=moment.days,
                    words=words,
                )
            )
        if not moment.dated:
            return self._hours_of_day(moment, words, tz)
        days = self._days(moment, words, tz)
        if moment.hour is not None:
            if len(days) > 1:
                hour = moment.hour + moment.minute / 60
                return TimeSet(
                    base=Days(dates=tuple(days), words=words),
                    clock=ClockWindow(first=hour % 24, last=hour % 24),
                )
            return TimeSet(base=Instants(times=(_at(days[0], moment, tz),), words=words))
        if moment.part is not None:
            windows = tuple(
                TimeWindow(
                    start=_local(day, moment.part[0], 0, tz), end=_local(day, moment.part[1], 0, tz)
                )
                for day in days
            )
            return TimeSet(base=Intervals(windows=windows, words=words))
        if moment.month and moment.day is None and moment.third is None and not moment.calendar:
            moment = self._dated(moment, words, tz)
            assert moment.month is not None
            return TimeSet(base=Months(months=(moment.month,), year=moment.year, words=words))
        if moment.year and not moment.month:
            return TimeSet(base=Months(months=tuple(range(1, 13)), year=moment.year, words=words))
        return TimeSet(base=Days(dates=tuple(days), words=words))

    def _hours_of_day(self, moment: Moment, words: str, tz: tzinfo) -> TimeSet:
        """A clock time without a date: the one such time of the data, or each of them."""
        if moment.part is not None:
            first, last = moment.part
            return TimeSet(clock=ClockWindow(first=first, last=last if last <= 24 else last - 24))
        if moment.hour is None:
            raise _unplaced(words)
        days = sorted({item.astimezone(tz).date() for item in self.known.times})
        hits = [
            item
            for item in self.known.times
            if (local := item.astimezone(tz)).hour == moment.hour % 24
            and local.minute == moment.minute
        ]
        if len(hits) == 1:
            self.assumed.append(("time", "only_day"))
            return TimeSet(base=Instants(times=(hits[0],), words=words))
        if len(hits) > 1 or len(days) != 1:
            choices = tuple(f"{item:%Y-%m-%d %H:%M} UTC" for item in hits[:6])
            raise NotReadError(
                "ambiguous",
                Message(id="grammar-which_day", params={"words": words}),
                words,
                choices,
            )
        return TimeSet(base=Instants(times=(_at(days[0], moment, tz),), words=words))

    def _season(self, moment: Moment, words: str) -> TimeSet:
        year = moment.year
        if moment.calendar is not None and year is None:
            year = self.today(UTC, words).year + moment.calendar[0]
        return TimeSet(base=Months(months=moment.months, year=year, words=words))

    def _days(self, moment: Moment, words: str, tz: tzinfo) -> list[date]:
        """The days that a dated moment covers."""
        if moment.calendar is not None:
            return self._calendar_days(moment, words, tz)
        if moment.days is not None:
            return [self.today(tz, words) + timedelta(days=moment.days)]
        if moment.weekday is not None and moment.day is None:
            return [self._weekday(moment.weekday, words, tz)]
        moment = self._dated(moment, words, tz)
        year, month = moment.year, moment.month
        assert year is not None
        if month is None:
            return [
                date(year, 1, 1) + timedelta(days=n)
                for n in range(365 + (monthrange(year, 2)[1] == 29))
            ]
        if moment.day is None:
            first, last = moment.third or (1, 31)
            length = monthrange(year, month)[1]
            return [date(year, month, day) for day in range(first, min(last, length) + 1)]
        day = _date(year, month, moment.day, words)
        if moment.weekday is not None and day.weekday() != moment.weekday:
            raise NotReadError(
                "contradiction",
                Message(id="grammar-weekday_differs", params={"words": words}),
                words,
            )
        return [day]

    def _calendar_days(self, moment: Moment, words: str, tz: tzinfo) -> list[date]:
        assert moment.calendar is not None
        number, unit = moment.calendar
        today = self.today(tz, words)
        if unit == "past_weekend":
            number, unit = (0 if today.weekday() >= _SATURDAY else -1), "weekend"
        if unit == "week":
            monday = today - timedelta(days=today.weekday()) + timedelta(weeks=number)
            if moment.weekday is not None:
                return [monday + timedelta(days=moment.weekday)]
            return [monday + timedelta(days=n) for n in range(7)]
        if unit == "weekend":
            monday = today - timedelta(days=today.weekday()) + timedelta(weeks=number)
            return [monday + timedelta(days=n) for n in (5, 6)]
        if unit == "month":
            index = today.year * 12 + today.month - 1 + number
            return self._days(Moment(year=index // 12, month=index % 12 + 1), words, tz)
        moved = replace(moment, calendar=None, year=today.year + number)
        return self._days(moved, words, tz)

    def _weekday(self, weekday: int, words: str, tz: tzinfo) -> date:
        days = sorted({item.astimezone(tz).date() for item in self.known.times})
        if not days and self.known.now is not None:
            today = self.known.now.astimezone(tz).date()
            last = today - timedelta(days=(today.weekday() - weekday) % 7)
            self.assumed.append(("time", last.isoformat()))
            return last
        hits = [day for day in days if day.weekday() == weekday]
        if len(hits) != 1:
            raise NotReadError(
                "ambiguous",
                Message(id="grammar-which_day", params={"words": words}),
                words,
                tuple(day.isoformat() for day in hits[:6]),
            )
        self.assumed.append(("time", hits[0].isoformat()))
        return hits[0]

    def _dated(self, moment: Moment, words: str, tz: tzinfo) -> Moment:
        """Add the year, or the month, that the data leave no choice of."""
        if moment.year is not None:
            return moment
        days = sorted({item.astimezone(tz).date() for item in self.known.times})
        if moment.month is not None:
            fits = sorted(
                {d.year for d in days if d.month == moment.month and moment.day in (None, d.day)}
            ) or sorted({d.year for d in days})
            if len(fits) == 1:
                self.assumed.append(("year", str(fits[0])))
                return replace(moment, year=fits[0])
            if self.known.now is not None and not days:
                today = self.known.now.astimezone(tz).date()
                later = (moment.month, moment.day or 1) > (today.month, today.day)
                year = today.year - 1 if later else today.year
                self.assumed.append(("year", str(year)))
                return replace(moment, year=year)
            raise NotReadError(
                "ambiguous",
                Message(id="grammar-which_year", params={"words": words}),
                words,
                tuple(map(str, fits)),
            )
        months = sorted({(d.year, d.month) for d in days if d.day == moment.day})
        if len(months) == 1:
            year, month = months[0]
            self.assumed.append(("time", f"{year}-{month:02d}"))
            return replace(moment, year=year, month=month)
        raise NotReadError(
            "ambiguous",
            Message(id="grammar-which_day", params={"words": words}),
            words,
            tuple(f"{y}-{m:02d}-{moment.day:02d}" for y, m in months),
        )

    # -- ranges ------------------------------------------------------------------------------

    def _range(self, first: Moment, last: Moment, words: str, tz: tzinfo) -> TimeSet:
        if not first.dated and not last.dated and first.timed and last.timed:
            return self._clock_range(first, last, words, tz)
        if not first.dated and not last.dated:
            parts = (first.part or (0, 24), last.part or (0, 24))
            end = parts[1][1]
            return TimeSet(
                clock=ClockWindow(first=parts[0][0], last=end if end <= 24 else end - 24)
            )
        if first.months and last.months:
            raise _unplaced(words)
        if (
            first.year is None
            and last.year is None
            and first.month
            and last.month
            and not first.calendar
        ):
            first = self._dated(first, words, tz)
            assert first.month is not None
            later = first.year if first.month <= last.month else (first.year or 0) + 1
            last = replace(last, year=later)
        timed = first.timed or last.timed or first.part or last.part or first.edge or last.edge
        if timed:
            same = first.timed and last.timed and _same_date(first, last)
            begin = self._edge(first, words, tz, late=False)
            finish = self._edge(last, words, tz, late=True)
            if finish < begin and same:
                finish += timedelta(days=1)
            return _window(begin, finish, words)
        if (
            first.day is None
            and last.day is None
            and first.month
            and last.month
            and first.year
            and last.year
        ):
            start_index = first.year * 12 + first.month - 1
            count = last.year * 12 + last.month - 1 - start_index
            if 0 <= count < 12:
                months = tuple((start_index + n) % 12 + 1 for n in range(count + 1))
                return TimeSet(base=Months(months=months, year=first.year, words=words))
        start_day, end_day = self._days(first, words, tz)[0], self._days(last, words, tz)[-1]
        length = (end_day - start_day).days
        if length < 0:
            raise NotReadError(
                "contradiction",
                Message(id="grammar-range_reversed", params={"words": words}),
                words,
            )
        if length > _LONGEST:
            return _window(_local(start_day, 0, 0, tz), _local(end_day, 24, 0, tz), words)
        return TimeSet(
            base=Days(
                dates=tuple(start_day + timedelta(days=n) for n in range(length + 1)), words=words
            )
        )

    def _clock_range(self, first: Moment, last: Moment, words: str, tz: tzinfo) -> TimeSet:
        assert first.hour is not None and last.hour is not None
        window = ClockWindow(
            first=(first.hour + first.minute / 60) % 24, last=last.hour + last.minute / 60
        )
        return TimeSet(clock=window)

    def _edge(self, moment: Moment, words: str, tz: tzinfo, *, late: bool) -> datetime:
        """The first or last moment of what is said."""
        if moment.edge:
            start, end = self._bounds(words)
            return start if moment.edge == "start" else end
        if moment.months:
            raise _unplaced(words)
        if not moment.dated:
            placed = self._hours_of_day(moment, words, tz)
            if not isinstance(placed.base, Instants):
                # a part of every day: "from the morning"
                raise _unplaced(words)
            return placed.base.times[0]
        days = self._days(moment, words, tz)
        if moment.hour is not None:
            return _at(days[0], moment, tz)
        if moment.part is not None:
            return _local(days[0], moment.part[1 if late else 0], 0, tz)
        return _local(days[-1], 24, 0, tz) if late else _local(days[0], 0, 0, tz)


def _unplaced(words: str) -> NotReadError:
    message = Message(id="grammar-time_unplaced", params={"words": words})
    return NotReadError("incomplete", message, words)


def _same_date(first: Moment, last: Moment) -> bool:
    return (first.year, first.month, first.day, first.days) == (
        last.year,
        last.month,
        last.day,
        last.days,
    )


def _window(start: datetime, end: datetime, words: str) -> TimeSet:
    if end < start:
        raise NotReadError(
            "contradiction", Message(id="grammar-range_reversed", params={"words": words}), words
        )
    return TimeSet(base=Intervals(windows=(TimeWindow(start=start, end=end),), words=words))


def _date(year: int, month: int, day: int, words: str) -> date:
    try:
        return date(year, month, day)
    except ValueError as error:
        raise NotReadError(
            "contradiction", Message(id="grammar-no_such_date", params={"words": words}), words
        ) from error


def _at(day: date, moment: Moment, tz: tzinfo) -> datetime:
    assert moment.hour is not None
    return _local(day, moment.hour, moment.minute, tz)


def _local(day: date, hour: int, minute: int, tz: tzinfo) -> datetime:
    whole = day + timedelta(days=hour // 24)
    return datetime(whole.year, whole.month, whole.day, hour % 24, minute, tzinfo=tz).astimezone(
        UTC
    )
