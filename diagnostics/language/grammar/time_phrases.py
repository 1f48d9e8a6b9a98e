"""Phrases of time: single moments, ranges, and lengths of time counted from somewhere."""

from __future__ import annotations

from dataclasses import dataclass, replace
from datetime import datetime

from diagnostics.language.grammar.datetimes import (
    Moment,
    begins_with_date,
    kind_at,
    read_moment,
    whole,
)
from diagnostics.language.grammar.items import Item, Sentence


@dataclass(frozen=True)
class TimePhrase:
    """A phrase of time.

    Parameters
    ----------
    sort : str
        moment | range | before | after | since | until | last | next | ending | from | later |
        span
    first, last : Moment, optional
    count : float, optional
        Of `step`, for lengths.
    step : str
        hour | day | week | month | minute
    """

    sort: str
    first: Moment | None = None
    last: Moment | None = None
    count: float | None = None
    step: str = ""

    @property
    def hours(self) -> float | None:
        """Length in hours, where it is one."""
        scale = {"hour": 1.0, "day": 24.0, "week": 168.0, "minute": 1 / 60}.get(self.step)
        return None if scale is None or self.count is None else self.count * scale


def find_times(sentence: Sentence) -> None:
    """Replace the phrases of time of a sentence by items ``TIME``; lengths become ``SPAN``."""
    _ordered_runs(sentence.items)
    at = 0
    while at < len(sentence.items):
        found = _phrase(sentence.items, at)
        if found is None:
            at += 1
            continue
        spoken, end = found
        spoken, at, end = _until(sentence.items, spoken, at, end)
        noun = kind_at(sentence.items, end, "TIME_NOUN")
        dash = end < len(sentence.items) and sentence.items[end].text == "-"
        if noun is None and dash:
            noun = kind_at(sentence.items, end + 1, "TIME_NOUN")
            end += 1 if noun is not None else 0
        if noun is not None:
            end += 1
        kind = "SPAN" if spoken.sort == "span" else "TIME"
        sentence.take(at, end, kind, spoken)
        at += 1
    _listed_days(sentence)


_LIST_ENDS = ("PREP", "EMPTY", "SIGN", "TIME")


def _listed_days(sentence: Sentence) -> None:
    """Read "3, 5 and 9 May" and "July 18 and 19": days that share the month of another."""
    items, at = sentence.items, 0
    while at < len(items):
        spoken = items[at].value if items[at].kind == "TIME" else None
        day = spoken.first if isinstance(spoken, TimePhrase) and spoken.sort == "moment" else None
        if day is None or day.day is None or day.month is None or day.timed or day.part:
            at += 1
            continue
        start = at
        if items[at].text[:1].isdigit() and items[at].text.isascii():
            while (found := _listed_before(items, start)) is not None:
                first, value = found
                sentence.take(first, start - 1, "TIME", _same_month(day, value))
                start = first
        elif items[at].text[:1].isalpha() and items[at].text.isascii():
            _listed_behind(sentence, at, day)
        at += 1


def _same_month(moment: Moment, day: int) -> TimePhrase:
    return TimePhrase("moment", first=replace(moment, day=day, weekday=None))


def _adds(items: list[Item], at: int) -> bool:
    return kind_at(items, at, "AND") is not None or (
        0 <= at < len(items) and items[at].text in (",", "&", "/")
    )


def _listed_before(items: list[Item], at: int) -> tuple[int, int] | None:
    """Return where a bare day begins that is listed before the item at a position, and the day."""
    if not _adds(items, at - 1):
        return None
    first = at - 2
    if kind_at(items, first, "ORDINAL") is not None:
        first -= 1
    value = whole(kind_at(items, first, "NUM"), 1, 31)
    before = first - 1
    opens = before < 0 or any(kind_at(items, before, kind) for kind in _LIST_ENDS)
    return None if value is None or not (opens or _adds(items, before)) else (first, value)


def _listed_behind(sentence: Sentence, at: int, day: Moment) -> None:
    """Read the days behind a date, and the year behind them: "July 18 and 19, 2022"."""
    items, end = sentence.items, at + 1
    while _adds(items, end):
        number = kind_at(items, end + 1, "NUM")
        value = whole(number, 1, 31)
        last = end + 3 if kind_at(items, end + 2, "ORDINAL") is not None else end + 2
        if value is None or any(kind_at(items, last, kind) for kind in _MEASURING):
            break
        year = None
        if day.year is None:
            closing, last = read_with_year(items, (Moment(day=value), last))
            year = closing.year
        listed = replace(day, day=value, weekday=None, year=year or day.year)
        sentence.take(end + 1, last, "TIME", TimePhrase("moment", first=listed))
        end += 2


_MEASURING = ("UNIT", "TIMEUNIT", "DEGREE", "COORD_WORD", "ZONE", "AMPM", "MONTH", "AXIS", "TO")


def _ordered_runs(items: list[Item]) -> None:
    """Bring "three straight days" into the order of "straight three days", as Chinese has it."""
    for at in range(len(items) - 2):
        number, run, unit = items[at : at + 3]
        if (
            number.read_as("NUM") is not None
            and run.read_as("SPELL") is not None
            and unit.read_as("TIMEUNIT") is not None
        ):
            items[at], items[at + 1] = run, number


def _phrase(items: list[Item], at: int) -> tuple[TimePhrase, int] | None:
    for reader in (_counted, _range, _sided, _single, _length):
        found = reader(items, at)
        if found is not None:
            return found
    return None


def _until(items: list[Item], spoken: TimePhrase, at: int, end: int) -> tuple[TimePhrase, int, int]:
    """Read the end of a length of time that stands elsewhere: 截至 8 July, "(to 12 UTC)"."""
    moment = spoken.first
    if spoken.sort in ("before", "until") and moment is not None and moment.timed:
        lead = items[at].read_as("UNTIL") is not None
    elif spoken.sort == "moment" and moment is not None and moment.timed and moment.dated:
        lead = bool(at) and items[at - 1].read_as("UNTIL") is not None
        at -= 1 if lead else 0
        if not lead and kind_at(items, end, "UNTIL_AFTER"):
            lead, end = True, end + 1
    else:
        return spoken, at, end
    lengths = (
        kind_at(items, n, "SPAN") or _count(items, n) or _windowed(items[n])
        for n in range(len(items))
    )
    if not lead or not any(lengths):
        return spoken, at, end
    return TimePhrase("moment", first=moment), at, end


def _windowed(item: Item) -> bool:
    """Whether the name of a quantity says a length of time: "24-hour temperature change"."""
    quantity = item.read_as("QUANT")
    return quantity is not None and str(quantity.value).endswith("_24h")


def _skip(items: list[Item], at: int) -> int:
    while at < len(items) and items[at].kind in ("EMPTY", "PREP") and not items[at].read_as("TO"):
        at += 1
    return at


def _count(items: list[Item], at: int) -> tuple[float, str, int] | None:
    """Read a number and a unit of time: 24 hours, two days, 24小时."""
    number = kind_at(items, at, "NUM")
    if number is None:
        return None
    after = at + 1
    dash = kind_at(items, after, "SIGN")
    if dash is not None and dash.text == "-":
        after += 1
    unit = kind_at(items, after, "TIMEUNIT")
    if unit is None or (unit.text == "M"):
        return None
    return number.value, unit.value, after + 1


def _counted(items: list[Item], at: int) -> tuple[TimePhrase, int] | None:
    """Read "the last 24 hours", "24 hours ending 12 UTC", "six hours after noon"."""
    piece = _piece_of_day(items, at)
    if piece is not None:
        return piece
    ahead = kind_at(items, at, "LASTN")
    coming = kind_at(items, at, "NEXTN")
    if ahead is not None or coming is not None:
        start = _skip(items, at + 1)
        found = _count(items, start)
        if found is None:
            unit = kind_at(items, start, "TIMEUNIT")
            day = kind_at(items, start, "WEEKDAY")
            if day is not None and ahead is not None and ahead.text.lower() in ("last", "past"):
                return None
            if unit is None or items[at].text in ("前", "近", "最近"):
                return None
            found = (1.0, unit.value, start + 1)
        count, step, end = found
        if ahead is not None:
            tail = _tail(items, end, ("BEFORE", "TO"))
            if tail is not None:
                return TimePhrase("ending", last=tail[0], count=count, step=step), tail[1]
            return TimePhrase("last", count=count, step=step), end
        return TimePhrase("next", count=count, step=step), end
    found = _count(items, at)
    if found is None:
        return None
    count, step, end = found
    ago = _ago(items, end, count, step)
    if ago is not None:
        return ago
    tail = _tail(items, end, ("BEFORE", "TO"))
    if tail is not None:
        return TimePhrase("ending", last=tail[0], count=count, step=step), tail[1]
    tail = _tail(items, end, ("AFTER",))
    if tail is not None:
        return TimePhrase("later", first=tail[0], count=count, step=step), tail[1]
    tail = _tail(items, end, ("FROM",))
    if tail is not None and tail[0].timed and not _is_to(items, _skip(items, tail[1])):
        # "in 24 hours from 18 January 00Z"
        return TimePhrase("from", first=tail[0], count=count, step=step), tail[1]
    after = kind_at(items, end, "AFTER")
    if after is not None and after.text in ("后", "之后", "以后", "later"):
        return TimePhrase("later", count=count, step=step), end + 1
    return None


def _ago(items: list[Item], at: int, count: float, step: str) -> tuple[TimePhrase, int] | None:
    """Read "three days ago", 三天前 and "a year ago": the day, week, month or year so far back."""
    word = kind_at(items, at, "AGO")
    if word is None or count % 1 or read_moment(items, at + 1) is not None:
        return None
    if step == "day":
        return TimePhrase("moment", first=Moment(days=-int(count))), at + 1
    if step in ("week", "month", "year"):
        return TimePhrase("moment", first=Moment(calendar=(-int(count), step))), at + 1
    return None


def _piece_of_day(items: list[Item], at: int) -> tuple[TimePhrase, int] | None:
    """Read "the first six hours of 16 December" and 12月16日的头六个小时."""
    first = kind_at(items, at, "FIRST")
    late = kind_at(items, at, "LASTN") or (first if first and first.value == "last" else None)
    if late is None and (first is None or first.value != "first"):
        return None
    found = _count(items, at + 1)
    if found is None or found[1] != "hour" or not 0 < found[0] < 24 or found[0] % 1:
        return None
    hours, end = int(found[0]), found[2]
    if end >= len(items) or items[end].text.lower() != "of":
        return None
    day = read_moment(items, _skip(items, end))
    if day is None or day[0].day is None or day[0].timed or day[0].part:
        return None
    begin, finish = (24 - hours, 24) if late is not None else (0, hours)
    return (
        TimePhrase("range", replace(day[0], hour=begin), replace(day[0], hour=finish)),
        day[1],
    )


def _tail(items: list[Item], at: int, kinds: tuple[str, ...]) -> tuple[Moment, int] | None:
    at = _skip(items, at)
    if not any(kind_at(items, at, kind) for kind in kinds):
        return None
    return read_moment(items, _skip(items, at + 1))


def _is_to(items: list[Item], at: int) -> bool:
    if kind_at(items, at, "TO"):
        return True
    sign = kind_at(items, at, "SIGN")
    return sign is not None and sign.text in "-/"


def _range(items: list[Item], at: int) -> tuple[TimePhrase, int] | None:
    start, between = at, False
    if kind_at(items, start, "FROM"):
        start = _skip(items, start + 1)
    elif kind_at(items, start, "BETWEEN"):
        start, between = _skip(items, start + 1), True
    left = read_moment(items, start)
    bare = None
    if left is None or (not left[0].dated and not left[0].timed):
        bare = _bare(items, start)
        if bare is None and left is None:
            return None
    for first in (left, bare, _month_and_day(items, left)):
        if first is None:
            continue
        middle = first[1]
        if between or start > at:
            middle = _skip(items, middle)
        joined = _is_to(items, middle) or (between and kind_at(items, middle, "AND") is not None)
        if not joined:
            continue
        rest = _skip(items, middle + 1)
        if kind_at(items, rest, "FROM"):
            continue
        right = read_moment(items, rest)
        closing = _bare(items, rest) if right is None else None
        if closing is not None and any(
            kind_at(items, closing[1], kind) for kind in ("UNIT", "DEGREE")
        ):
            closing = None
        if (
            right is None
            and closing is not None
            and first is left
            and first[0].day is not None
            and not first[0].timed
        ):
            right = (Moment(day=int(closing[0].hour or 0) or None), closing[1])
            right = read_with_year(items, right)
        if right is None:
            continue
        if first is bare and right[0].timed and begins_with_date(items, rest):
            # "3-5 May at 06 UTC": the first number is a day, and the hour of which days is not said
            continue
        if right[0].year is None:
            right = read_with_year(items, right)
        pair = _lend(first[0], right[0], bare=first is bare)
        if pair is None:
            continue
        return TimePhrase("range", first=pair[0], last=pair[1]), right[1]
    return None


def _month_and_day(items: list[Item], left: tuple[Moment, int] | None) -> tuple[Moment, int] | None:
    """Read the first day of 4月1-26日, which has no 日 of its own."""
    if left is None or left[0].month is None or left[0].day is not None or left[0].third:
        return None
    day = _bare(items, left[1])
    if day is None or not day[0].hour or not _is_to(items, day[1]):
        return None
    return replace(left[0], day=day[0].hour), day[1]


def read_with_year(items: list[Item], found: tuple[Moment, int]) -> tuple[Moment, int]:
    """Read a year after a range whose end is a bare day: "4-7 2023", "September 4-7, 2023"."""
    moment, end = found
    for skip in (0, 1):
        number = kind_at(items, end + skip, "NUM")
        year = whole(number, 1900, 2150)
        if year is not None and number is not None and len(number.text) == 4:
            if skip and items[end].text not in ",，":
                break
            behind = end + skip + 1
            return replace(moment, year=year), behind + bool(kind_at(items, behind, "ZH_YEAR"))
    return found


def _bare(items: list[Item], at: int) -> tuple[Moment, int] | None:
    """Read a number that is a day or an hour only by what it is joined to."""
    number = kind_at(items, at, "NUM")
    value = whole(number, 0, 31)
    if value is None:
        four = whole(number, 0, 2459)
        if four is not None and number is not None and len(number.text) == 4 and four % 100 < 60:
            return Moment(hour=four // 100, minute=four % 100), at + 1
        return None
    end = at + 1
    if kind_at(items, end, "ORDINAL"):
        end += 1
    return Moment(hour=value), end


def _lend(first: Moment, last: Moment, *, bare: bool) -> tuple[Moment, Moment] | None:
    """Let both ends of a range share the date, the year and the zone."""
    if bare:
        number = first.hour
        if last.timed:
            if number is None or number > 24:
                return None
            first = Moment(hour=number, minute=first.minute)
        elif last.day is not None and number is not None and 1 <= number <= 31:
            first = Moment(day=number)
        else:
            return None
    if first.dated and not last.dated and (last.timed or last.part):
        last = replace(
            last,
            year=first.year,
            month=first.month,
            day=first.day,
            days=first.days,
            weekday=first.weekday,
            calendar=first.calendar,
        )
    elif last.dated and not first.dated and (first.timed or first.part):
        first = replace(
            first,
            year=last.year,
            month=last.month,
            day=last.day,
            days=last.days,
            weekday=last.weekday,
            calendar=last.calendar,
        )
    if first.day and last.day is not None:
        if last.month is None and first.month is not None:
            last = replace(last, month=first.month)
        if first.month is None and last.month is not None:
            first = replace(first, month=last.month)
    if first.month is not None and last.month is not None:
        wraps = first.month > last.month
        if first.year is None and last.year is not None:
            first = replace(first, year=last.year - 1 if wraps else last.year)
        if last.year is None and first.year is not None:
            last = replace(last, year=first.year + 1 if wraps else first.year)
        if first.calendar and not last.calendar:
            last = replace(last, calendar=first.calendar)
    if first.calendar and first.weekday is not None and last.weekday is not None:
        last = replace(last, calendar=last.calendar or first.calendar)
    if first.zone is None and last.zone is not None:
        first = replace(first, zone=last.zone)
    if last.zone is None and first.zone is not None:
        last = replace(last, zone=first.zone)
    if first.dated != last.dated and not (first.edge or last.edge):
        return None
    return first, last


def _sided(items: list[Item], at: int) -> tuple[TimePhrase, int] | None:
    for kind, sort in (
        ("BEFORE", "before"),
        ("AFTER", "after"),
        ("FROM", "since"),
        ("TO", "until"),
    ):
        word = kind_at(items, at, kind)
        if word is None:
            continue
        if kind == "TO" and word.text.lower() not in (
            "until",
            "till",
            "up to",
            "through to",
            "直到",
            "直至",
            "截至",
            "截止",
        ):
            continue
        found = read_moment(items, _skip(items, at + 1))
        if found is not None and (found[0].dated or found[0].timed):
            return TimePhrase(sort, first=found[0]), found[1]
    return None


def _single(items: list[Item], at: int) -> tuple[TimePhrase, int] | None:
    found = read_moment(items, at)
    if found is None:
        return None
    moment, end = found
    if moment == Moment(zone=moment.zone):
        noun = kind_at(items, end, "COUNT_NOUN") or kind_at(items, end, "PER")
        counted = kind_at(items, at - 1, "HOW_MANY") is not None
        if noun is not None and noun.value in ("days", "day", "hours") and not counted:
            end += 1
        return TimePhrase("zone", first=moment), end
    for kind, sort in (("BEFORE", "before"), ("AFTER", "after")):
        word = kind_at(items, end, kind)
        if word is not None and not word.text.isascii():
            length = _count(items, _skip(items, end + 1)) if moment.timed else None
            if length is not None:
                count, step, last = length
                if sort == "before":
                    return TimePhrase("ending", last=moment, count=count, step=step), last
                return TimePhrase("later", first=moment, count=count, step=step), last
            return TimePhrase(sort, first=moment), end + 1
    noun = kind_at(items, end, "COUNT_NOUN") or kind_at(items, end, "PER")
    if noun is not None and noun.value in ("days", "day") and kind_at(items, end - 1, "ZONE"):
        # "on 4 September, UTC day"
        end += 1
    following = kind_at(items, end, "FROM")
    if following is not None and following.text in ("以来", "起"):
        return TimePhrase("since", first=moment), end + 1
    return TimePhrase("moment", first=moment), end


def _length(items: list[Item], at: int) -> tuple[TimePhrase, int] | None:
    found = _count(items, at)
    if found is None:
        return None
    count, step, end = found
    led = at and items[at - 1].text.lower() == "in"
    future = any(item.text.lower() in ("will", "going to", "will be") for item in items)
    if led and (future or kind_at(items, end, "FROM_NOW")):
        if kind_at(items, end, "FROM_NOW"):
            end += 1
        return TimePhrase("later", count=count, step=step), end
    return TimePhrase("span", count=count, step=step), end


@dataclass(frozen=True)
class Known:
    """What is known when a phrase of time is placed on the calendar.

    Parameters
    ----------
    times : tuple of datetime
        Of the data, UTC, ascending.
    now : datetime, optional
    zone : str
        Of what names none.
    """

    times: tuple[datetime, ...] = ()
    now: datetime | None = None
    zone: str = "UTC"
