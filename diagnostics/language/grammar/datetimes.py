"""Dates, clock times and lengths of time in words, before a zone and a year are known."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass, replace
from typing import Any

from diagnostics.language.grammar.items import Item

_FILL = ("EMPTY", "PREP")
_OF_MONTHS = frozenset(["early", "mid", "late", "初", "底", "末"])
"""Parts of a month that are none without its name."""


@dataclass(frozen=True)
class Moment:
    """What is said of one date or clock time.

    Parameters
    ----------
    days : int, optional
        From today.
    part : tuple of int, optional
        Hours of the day, local; beyond 24 the next day.
    months : tuple of int
        Of a season.
    third : tuple of int, optional
        First and last day of a third of a month.
    edge : str
        start | end: of the data.
    calendar : tuple of (int, str), optional
        Weeks, weekends, months or years from this one; "past_weekend" is the last that began.
    """

    year: int | None = None
    month: int | None = None
    day: int | None = None
    hour: int | None = None
    minute: int = 0
    part: tuple[int, int] | None = None
    days: int | None = None
    weekday: int | None = None
    months: tuple[int, ...] = ()
    third: tuple[int, int] | None = None
    zone: str | None = None
    edge: str = ""
    calendar: tuple[int, str] | None = None
    clock_24: bool = True

    @property
    def dated(self) -> bool:
        """Whether anything of a date is said."""
        return any(
            part is not None
            for part in (self.year, self.month, self.day, self.days, self.weekday, self.calendar)
        ) or bool(self.months or self.edge or self.third)

    @property
    def timed(self) -> bool:
        """Whether a clock time is said."""
        return self.hour is not None


Found = tuple[Moment, int]
Reader = Callable[[Sequence[Item], int], Found | None]


def kind_at(items: Sequence[Item], at: int, kind: str) -> Item | None:
    """Return the item at a position in the reading of a kind, or None."""
    return items[at].read_as(kind) if 0 <= at < len(items) else None


def whole(item: Item | None, low: int, high: int) -> int | None:
    """Return the whole number of an item where it lies between two bounds."""
    if item is None or item.kind != "NUM" or item.value != int(item.value):
        return None
    return int(item.value) if low <= item.value <= high else None


def _year(items: Sequence[Item], at: int) -> tuple[int, int] | None:
    """Read a year at a position; commas and "of" before it are passed."""
    for skip in (0, 1):
        item = kind_at(items, at + skip, "NUM")
        year = whole(item, 1900, 2150)
        if year is not None and item is not None and _written_as_year(item):
            if skip and not _passed(items[at]):
                return None
            end = at + skip + 1
            return year, end + 1 if kind_at(items, end, "ZH_YEAR") else end
    return None


def _written_as_year(item: Item) -> bool:
    return len(item.text) == 4 or item.text[:1] in "'’"


def _passed(item: Item) -> bool:
    return item.kind in _FILL or (item.read_as("SIGN") is not None and item.text in ",，")


def _iso(items: Sequence[Item], at: int) -> Found | None:
    item = kind_at(items, at, "DATE")
    if item is None:
        return None
    year, month, day, hour, minute, zone = item.value
    return Moment(year=year, month=month, day=day, hour=hour, minute=minute, zone=zone), at + 1


def _day_number(items: Sequence[Item], at: int) -> tuple[int, int] | None:
    day = whole(kind_at(items, at, "NUM"), 1, 31)
    if day is None:
        return None
    return day, at + 2 if kind_at(items, at + 1, "ORDINAL") else at + 1


def _english_date(items: Sequence[Item], at: int) -> Found | None:
    third = kind_at(items, at, "HALFMONTH")
    if third is not None and kind_at(items, at + 1, "MONTH"):
        first, last = map(int, third.value.split("-"))
        found = _english_date(items, at + 1)
        if found is not None:
            return replace(found[0], third=(first, last)), found[1]
    day = _day_number(items, at)
    if day is not None:
        after = day[1]
        while (
            after < len(items) and items[after].kind in _FILL and items[after].text.lower() == "of"
        ):
            after += 1
        month = kind_at(items, after, "MONTH")
        if month is None:
            return None
        year = _year(items, after + 1)
        return (
            Moment(year=year and year[0], month=int(month.value), day=day[0]),
            year[1] if year else after + 1,
        )
    named = kind_at(items, at, "HOLIDAY")
    if named is not None:
        return _holiday(items, at, named)
    month = kind_at(items, at, "MONTH")
    if month is None:
        return None
    third = kind_at(items, at + 1, "HALFMONTH")
    if third is not None:
        first, last = map(int, third.value.split("-"))
        return Moment(month=int(month.value), third=(first, last)), at + 2
    day = _day_number(items, at + 1)
    if day is not None:
        end = day[1]
        if kind_at(items, end, "ZH_DAY"):
            return Moment(month=int(month.value), day=day[0]), end + 1
        year = _year(items, end)
        if not _measured(items, end) or year:
            return (
                Moment(year=year and year[0], month=int(month.value), day=day[0]),
                year[1] if year else end,
            )
    year = _year(items, at + 1)
    return Moment(year=year and year[0], month=int(month.value)), year[1] if year else at + 1


def _holiday(items: Sequence[Item], at: int, named: Item) -> Found:
    """Read a day or a week with a name that has the same dates in every year."""
    month, first, last = map(int, named.value.split())
    moment, end = Moment(month=month), at + 1
    if first == last:
        moment = replace(moment, day=first)
    else:
        moment = replace(moment, third=(first, last))
    year = _year(items, end)
    return (replace(moment, year=year[0]), year[1]) if year else (moment, end)


def begins_with_date(items: Sequence[Item], at: int) -> bool:
    """Whether a date stands here, and not a time of day before its date."""
    return _english_date(items, at) is not None or _chinese_date(items, at) is not None


def _measured(items: Sequence[Item], at: int) -> bool:
    """Whether what stands here makes the number before it a measure or a clock time."""
    return any(
        kind_at(items, at, kind) is not None
        for kind in ("UNIT", "TIMEUNIT", "ZONE", "DEGREE", "AMPM")
    )


def _chinese_date(items: Sequence[Item], at: int) -> Found | None:
    moment, end = Moment(), at
    year = whole(kind_at(items, end, "NUM"), 1900, 2150)
    if year is not None and kind_at(items, end + 1, "ZH_YEAR"):
        moment, end = replace(moment, year=year), end + 2
        season = kind_at(items, end, "SEASON")
        if season is not None:
            return replace(moment, months=tuple(map(int, season.value.split()))), end + 1
        named = kind_at(items, end, "MONTH") or kind_at(items, end, "HOLIDAY")
        if named is not None:
            found = _english_date(items, end)
            if found is not None:
                return replace(found[0], year=year), found[1]
    relative = kind_at(items, end, "RELWEEK")
    if relative is not None and relative.value.endswith("year") and end == at:
        later = _chinese_date(items, end + 1)
        if later is not None:
            number = int(relative.value.split()[0])
            return replace(later[0], calendar=(number, "year")), later[1]
    month = whole(kind_at(items, end, "NUM"), 1, 12)
    if month is not None and kind_at(items, end + 1, "ZH_MONTH"):
        moment, end = replace(moment, month=month), end + 2
        third = kind_at(items, end, "HALFMONTH")
        if third is not None:
            first, last = map(int, third.value.split("-"))
            return replace(moment, third=(first, last)), end + 1
    day = whole(kind_at(items, end, "NUM"), 1, 31)
    dated = day is not None and kind_at(items, end + 1, "ZH_DAY") is not None
    if dated and _next(items, end + 2)[:1] != "均" and (moment.month is not None or end == at):
        moment, end = replace(moment, day=day), end + 2
    return (moment, end) if end > at else None


def _next(items: Sequence[Item], at: int) -> str:
    return items[at].text if at < len(items) else ""


def _season(items: Sequence[Item], at: int) -> Found | None:
    item = kind_at(items, at, "SEASON")
    if item is None:
        return None
    months = tuple(map(int, item.value.split()))
    year = _year(items, at + 1)
    if year is None:
        return Moment(months=months), at + 1
    slash = kind_at(items, year[1], "SIGN")
    short = whole(kind_at(items, year[1] + 1, "NUM"), 0, 2150)
    if slash is not None and slash.text in "/-" and short is not None:
        return Moment(months=months, year=year[0]), year[1] + 2
    return Moment(months=months, year=year[0]), year[1]


def _relative(items: Sequence[Item], at: int) -> Found | None:
    day = kind_at(items, at, "RELDAY")
    if day is not None:
        return Moment(days=int(day.value)), at + 1
    part = kind_at(items, at, "RELPART")
    if part is not None:
        days, hours = part.value.split()
        return Moment(days=int(days), part=_hours(hours)), at + 1
    placed = kind_at(items, at, "WEEKDAY_OF")
    if placed is not None:
        weeks, weekday = map(int, placed.value.split())
        return Moment(calendar=(weeks, "week"), weekday=weekday), at + 1
    if kind_at(items, at, "PAST_WEEKEND") is not None:
        return Moment(calendar=(0, "past_weekend")), at + 1
    step = kind_at(items, at, "RELWEEK")
    if step is not None:
        number, unit = step.value.split()
        return Moment(calendar=(int(number), unit)), at + 1
    edge = kind_at(items, at, "START")
    if edge is not None:
        return Moment(edge=edge.value), at + 1
    return None


def _hours(text: str) -> tuple[int, int]:
    first, last = text.split("-")
    return int(first), int(last)


def _lone(items: Sequence[Item], at: int) -> Found | None:
    """Read what is a date only in its place: a weekday, "the 4th", "in 2023"."""
    day = whole(kind_at(items, at, "NUM"), 1, 31)
    if (
        day is not None
        and kind_at(items, at + 1, "ORDINAL")
        and not kind_at(items, at + 2, "PCTL_WORD")
    ):
        return Moment(day=day), at + 2
    third = kind_at(items, at, "HALFMONTH")
    if third is not None and third.text.lower() not in _OF_MONTHS:
        first, last = map(int, third.value.split("-"))
        return Moment(third=(first, last)), at + 1
    weekday = kind_at(items, at, "WEEKDAY")
    if weekday is not None:
        after = at + 1
        if after < len(items) and items[after].text in ",，":
            after += 1
        date = _english_date(items, after)
        if date is not None and date[0].day is not None:
            return replace(date[0], weekday=int(weekday.value)), date[1]
        return Moment(weekday=int(weekday.value)), at + 1
    year = _year(items, at)
    before = items[at - 1] if at else None
    led = before is not None and (
        before.read_as("PREP") or before.kind in ("TO", "FROM", "AND", "BETWEEN", "SIGN", "THAN")
    )
    led = led or kind_at(items, at + 1, "EVENT") is not None
    if year is not None and items[at].kind == "NUM" and led and not _measured(items, year[1]):
        return Moment(year=year[0]), year[1]
    return None


def _day_hour(items: Sequence[Item], at: int) -> Found | None:
    """Read "19/00Z", with the month and the year behind it or not."""
    item = kind_at(items, at, "DAY_HOUR")
    if item is None:
        return None
    day, hour = item.value
    moment, end = Moment(day=day, hour=hour, zone="UTC"), at + 1
    month = kind_at(items, end, "MONTH")
    if month is not None:
        year = _year(items, end + 1)
        moment = replace(moment, month=int(month.value), year=year and year[0])
        end = year[1] if year else end + 1
    return moment, end


_DATES: tuple[Reader, ...] = (
    _iso,
    _day_hour,
    _chinese_date,
    _english_date,
    _season,
    _relative,
    _lone,
)


def _clock(items: Sequence[Item], at: int) -> Found | None:
    written = kind_at(items, at, "CLOCK")
    if written is not None:
        hour, minute = written.value
        return _half_day(items, at + 1, hour, minute)
    noon = kind_at(items, at, "NOON")
    if noon is not None:
        return Moment(hour=int(noon.value)), at + 1
    number = kind_at(items, at, "NUM")
    hour = whole(number, 0, 24)
    if hour is not None:
        if kind_at(items, at + 1, "AMPM"):
            return _half_day(items, at + 1, hour, 0)
        if kind_at(items, at + 1, "ZH_HOUR"):
            end = at + 2
            if kind_at(items, end, "HALF"):
                return Moment(hour=hour, minute=30), end + 1
            minute = whole(kind_at(items, end, "NUM"), 0, 59)
            if minute is not None and kind_at(items, end + 1, "ZH_MINUTE"):
                return Moment(hour=hour, minute=minute), end + 2
            return Moment(hour=hour), end
        if _zone_at(items, at + 1) is not None:
            return Moment(hour=hour), at + 1
        unit = kind_at(items, at + 1, "TIMEUNIT")
        if unit is not None and unit.text.lower() == "h" and _zone_at(items, at + 2):
            return Moment(hour=hour), at + 2
    long = whole(number, 0, 2459)
    four = number is not None and len(number.text) == 4
    if long is not None and four and long % 100 < 60 and _zone_at(items, at + 1) is not None:
        return Moment(hour=long // 100, minute=long % 100), at + 1
    return None


def _half_day(items: Sequence[Item], at: int, hour: int, minute: int) -> Found | None:
    half = kind_at(items, at, "AMPM")
    if half is None:
        return Moment(hour=hour, minute=minute), at
    if not 1 <= hour <= 12:
        return None
    end = at + 1
    if end < len(items) and items[end].text == ".":
        end += 1
    return Moment(hour=hour % 12 + (12 if half.value == "pm" else 0), minute=minute), end


def _zone_at(items: Sequence[Item], at: int) -> tuple[str, int] | None:
    """Read a zone: a word, in brackets or not."""
    start = at
    opened = kind_at(items, start, "SIGN")
    if opened is not None and opened.text in "(（":
        start += 1
    while start < len(items) and start > at and items[start].kind in _FILL:
        start += 1
    if kind_at(items, start, "LOCAL") and kind_at(items, start + 1, "ZONE"):
        # "local Turkish time"
        start += 1
    found = kind_at(items, start, "ZONE")
    local = kind_at(items, start, "LOCAL")
    if found is None and (
        local is None
        or (
            local.text.lower() in ("local", "lt")
            and start == at
            and not kind_at(items, at - 1, "NUM")
            and not kind_at(items, at - 1, "CLOCK")
        )
    ):
        return None
    end = start + 1
    second = (
        kind_at(items, end + 1, "ZONE") if end < len(items) and items[end].text in ",，" else None
    )
    if second is not None and found is not None:
        # named twice: "Turkish time, UTC+3"
        found, end = second, end + 2
    if opened is not None and opened.text in "(（":
        closed = kind_at(items, end, "SIGN")
        if closed is None or closed.text not in ")）":
            return None
        end += 1
    return (str(found.value) if found is not None else "local"), end


def read_moment(items: Sequence[Item], at: int) -> Found | None:
    """Read a date, a clock time, a part of a day and a zone that stand together, in any order.

    Returns
    -------
    (Moment, int) or None
        The moment and the position after it.
    """
    moment, end = Moment(), at
    while True:
        grown = _grow(items, end, moment)
        if grown is None and end > at:
            passed = end
            while passed < len(items) and _passed(items[passed]) and passed < end + 3:
                passed += 1
                grown = _grow(items, passed, moment, joined=True)
                if grown is not None:
                    break
        if grown is None:
            break
        moment, end = grown
    return None if end == at else (moment, end)


def _grow(items: Sequence[Item], at: int, moment: Moment, *, joined: bool = False) -> Found | None:
    """Add the next piece to a moment, where one stands here and is not yet said."""
    if at >= len(items):
        return None
    zone = _zone_at(items, at)
    if zone is not None and moment.zone is None:
        return replace(moment, zone=zone[0]), zone[1]
    if not moment.timed:
        clock = _clock(items, at)
        if clock is not None:
            hour = clock[0].hour
            if (
                moment.part is not None
                and hour is not None
                and hour <= 12
                and moment.part[0] >= 12
                and hour < 12
            ):
                hour += 12
            return replace(moment, hour=hour, minute=clock[0].minute, part=None), clock[1]
    if moment.part is None and not moment.timed:
        part = kind_at(items, at, "PART")
        if part is not None:
            return replace(moment, part=_hours(part.value)), at + 1
    elif moment.timed and moment.hour is not None and moment.hour < 12:
        part = kind_at(items, at, "PART")
        if part is not None and items[at].text.isascii():
            late = _hours(part.value)[0] >= 12
            return replace(moment, hour=moment.hour + (12 if late else 0)), at + 1
    if not moment.dated:
        for reader in _DATES:
            date = reader(items, at)
            if date is not None and not (
                joined
                and reader is _lone
                and items[at].kind == "NUM"
                and not kind_at(items, at + 1, "ORDINAL")
            ):
                merged: dict[str, Any] = {
                    name: getattr(date[0], name)
                    for name in (
                        "year",
                        "month",
                        "day",
                        "days",
                        "weekday",
                        "months",
                        "third",
                        "edge",
                        "calendar",
                    )
                }
                if date[0].hour is not None:
                    merged |= {"hour": date[0].hour, "minute": date[0].minute}
                if date[0].zone is not None:
                    merged["zone"] = date[0].zone
                if date[0].part is not None:
                    merged["part"] = date[0].part
                return replace(moment, **merged), date[1]
    return None
