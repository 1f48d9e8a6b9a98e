"""The whole of the data in words: "the domain", 全图, "that month", "at any of the four times".

Such a word means the data as they are, so it adds nothing to a form; but it may be wrong of these
data. It is taken only where it is true: "the globe" of a globe, "that month" of data within one
month or beside a month that is named, "the five steps" of five times. Where it is not, it is left
unread, and the sentence is refused. "At all four times" beside a limit is no such word: it says
that the limit is met at every one of them, as 都 does of what stands before it.
"""

from __future__ import annotations

from collections.abc import Sequence
from datetime import datetime, timedelta
from itertools import pairwise

from diagnostics.contracts.form_terms import Everywhere
from diagnostics.contracts.space_time import Region
from diagnostics.language.grammar.datetimes import kind_at
from diagnostics.language.grammar.items import Item, Sentence

_GLOBE = ("glob", "earth", "world", "全球", "世界", "地球")
_MONTH = ("month", "月")
_ONE_DAY = frozenset(
    [
        "that day",
        "the day",
        "the whole day",
        "当天",
        "那天",
        "那一天",
        "这一天",
        "这天",
        "那一日",
        "当日",
        "该日",
        "整天",
        "全天",
        "all day",
    ]
)
_ONE_TIME = ("hour", "valid", "forecast time", "analysis time", "the time", "时刻", "有效时间")
_LED = frozenset(
    [
        "the",
        "these",
        "those",
        "all",
        "of",
        "over",
        "in",
        "at",
        "any",
        "这",
        "全部",
        "所有",
        "共",
        "任",
    ]
)
_EVERY = frozenset(
    ["all", "each", "each of", "every", "every one of", "each one of", "全部", "所有", "每个", "均"]
)
_LED = _LED | _EVERY
_SPAN_LED = frozenset(
    [
        "these",
        "those",
        "all",
        "这",
        "the",
        "over",
        "entire",
        "whole",
        "full",
        "the entire",
        "the whole",
        "整",
        "整个",
        "全部",
    ]
)
_COMPARING = ("CMP", "CMP_AFTER", "GT", "LT", "STAY", "COMPARE", "BETWEEN", "FREEZING")
_BETWEEN = ("EMPTY", "FORECAST", "LEAD", "WILL")


def find_wholes(sentence: Sentence, times: Sequence[datetime], extent: Region | None) -> None:
    """Turn words for the whole of the data into words without meaning, where they are true."""
    _stepped_series(sentence, times)
    _counted_times(sentence, times)
    items = sentence.items
    compared = any(item.kind in _COMPARING for item in items)
    dated = any(item.kind == "TIME" for item in items)
    named = any(item.kind in ("PLACE", "NAME") for item in items)
    for at in range(len(items) - 1, -1, -1):
        place = kind_at(items, at, "WHOLE_PLACE")
        if place is not None and _is_place(items, at) and _true_place(place.text, extent, named):
            if _all_behind(items, at):
                sentence.take(at, at + 1, "ALL", "space")
            else:
                sentence.take(at, at + 1, "EMPTY", "whole_place")
            continue
        if place is not None and named and _true_place(place.text, extent, False):
            sentence.take(at, at + 1, "PLACE", Everywhere())
            continue
        time = kind_at(items, at, "WHOLE_TIME")
        if items[at].kind == "ALL" and compared:
            continue
        if (
            time is not None
            and _all_behind(items, at)
            and _true_time(time.text.lower(), times, dated=dated)
        ):
            sentence.take(at, at + 1, "ALL", "time")
            continue
        if time is not None and _true_time(time.text.lower(), times, dated=dated):
            _silence(sentence, at)


_SERIES = frozenset(
    ["series", "time series", "values", "data", "analyses", "fields", "record", "records",
     "samples", "readings", "序列", "资料", "数据"]
)  # fmt: skip


def _stepped_series(sentence: Sentence, times: Sequence[datetime]) -> None:
    """Silence "the six-hourly series" of data with that step; "the series" is the data."""
    items, at = sentence.items, 0
    step = step_hours(times)
    while at < len(items):
        counted = kind_at(items, at, "COUNT_NOUN")
        if counted is not None and counted.text.lower() == "hourly values" and at > 1:
            number = kind_at(items, at - 2, "NUM") if items[at - 1].text == "-" else None
            if number is not None and number.value == step:
                sentence.take(at - 2, at + 1, "COUNT_NOUN", "times")
                at -= 2
        noun = items[at].text.lower() in _SERIES
        per = items[at - 1].read_as("PER") if at else None
        if noun and per is not None and per.value == "hour":
            start, hours = at - 1, 1.0
            if start and items[start - 1].text == "-":
                start -= 1
            number = kind_at(items, start - 1, "NUM")
            if number is not None:
                start, hours = start - 1, float(number.value)
            if hours == step:
                _silence(sentence, start, at + 1)
                at = start
        elif items[at].text.lower() in ("series", "time series", "序列") and at:
            led = items[at - 1].text.lower() in ("the", "this", "that", "这个", "该")
            if led:
                _silence(sentence, at)
        at += 1


_WHOLES = ("WHOLE_PLACE", "WHOLE_TIME", "COUNT_NOUN", "TIME_NOUN")


def _all_behind(items: Sequence[Item], at: int) -> bool:
    """Whether 都 behind a word says that it means every one, and nothing nearer does."""
    for item in items[at + 1 :]:
        left = item.read_as("ALL")
        if left is not None:
            return bool(left.value == "left")
        if any(item.read_as(kind) for kind in _WHOLES) or item.kind in ("TIME", "NAME", "PER"):
            return False
    return False


def _silence(sentence: Sentence, at: int, to: int | None = None) -> None:
    sentence.take(at, at + 1 if to is None else to, "EMPTY", "")


def _is_place(items: Sequence[Item], at: int) -> bool:
    """Whether "the area" is the whole area here, and not the area that is asked for."""
    if items[at].kind == "WHOLE_PLACE":
        return True
    before = items[at - 1] if at else None
    return before is not None and (
        before.read_as("PREP") is not None or before.read_as("ANY") is not None
    )


def _true_place(text: str, extent: Region | None, named: bool) -> bool:
    word = text.lower()
    if any(part in word for part in _GLOBE):
        return not named and (extent is None or extent.width >= 350)
    return True


def _true_time(word: str, times: Sequence[datetime], *, dated: bool) -> bool:
    if dated or not times:
        return True
    if any(part in word for part in _MONTH):
        return len({(one.year, one.month) for one in times}) == 1
    if word.endswith(("week", "周")):
        return times[-1] - times[0] <= timedelta(days=8)
    if any(part in word for part in _ONE_TIME):
        return len(times) == 1
    if word in _ONE_DAY:
        return len({one.date() for one in times}) == 1 or times[-1] - times[0] <= timedelta(days=1)
    return True


def _counted_times(sentence: Sentence, times: Sequence[datetime]) -> None:
    """Read "the four output times", 五个时段, "these three hours": all, where so many are."""
    items, at = sentence.items, 0
    dates = len({one.date() for one in times})
    while at < len(items):
        end = _count_end(items, at, len(times), dates)
        if end is None:
            at += 1
            continue
        start = at
        while start and items[start - 1].text.lower() in _LED:
            start -= 1
        which = kind_at(items, start - 1, "WHICH")
        if which is not None:
            item = sentence.take(start - 1, end, "WHEN", "time")
            items[start - 1] = Item("WHEN", "time", item.start, item.end, item.text)
            at = start
            continue
        words = {one.text.lower() for one in items[start:at]}
        if words & {"any", "任"}:
            sentence.take(start, end, "ANY", "time")
        elif _all_behind(items, end - 1) or (words & _EVERY and _limited(items)):
            sentence.take(start, end, "ALL", "time")
        else:
            _silence(sentence, start, end)
        at = start + 1


def _limited(items: Sequence[Item]) -> bool:
    """Whether something is said to hold or not: "above 5 m/s at all four times"."""
    holding = ("EXISTS", "RAINED", "ASKS")
    return any(
        item.kind in _COMPARING or any(item.read_as(kind) for kind in holding) for item in items
    )


def _count_end(items: Sequence[Item], at: int, many: int, dates: int) -> int | None:
    span = items[at] if items[at].kind == "SPAN" else None
    if span is not None:
        led = at and items[at - 1].text.lower() in _SPAN_LED
        right = span.value.step == "hour" and span.value.count == many
        days = span.value.step == "day" and span.value.count == dates
        return at + 1 if led and (right or days) else None
    number = kind_at(items, at, "NUM")
    if number is None or not many or number.value != many:
        return None
    end = at + 1
    while end < len(items) and (items[end].kind in _BETWEEN or items[end].text == "个"):
        end += 1
    noun = items[end] if end < len(items) else None
    if noun is None:
        return None
    if noun.kind == "SPAN" and noun.value.step == "hour" and not noun.text[-1:].isdigit():
        # "the five 6-hour windows"
        return end + 1
    counted = noun.read_as("COUNT_NOUN")
    inside = noun.text.startswith(("时段", "时次")) and noun.kind == "PREP"
    timed = noun.read_as("TIME_NOUN") is not None or inside
    if timed or (counted is not None and counted.value == "times"):
        return end + 1
    forecast = noun.read_as("WHOLE_TIME")
    if forecast is not None and "time" in noun.text.lower():
        return end + 1
    return None


def step_hours(times: Sequence[datetime]) -> float | None:
    """Return the step of evenly spaced times in hours, or None."""
    steps = {later - earlier for earlier, later in pairwise(times)}
    if len(steps) != 1:
        return None
    step: timedelta = steps.pop()
    return step.total_seconds() / 3600
