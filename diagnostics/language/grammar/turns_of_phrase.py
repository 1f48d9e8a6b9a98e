"""Words that say no more than what stands beside them, brought into the order the readers know."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace

from diagnostics.language.grammar.datetimes import Moment, kind_at
from diagnostics.language.grammar.items import Item, Sentence
from diagnostics.language.grammar.time_phrases import TimePhrase

_DAYS_OF_A_WEEK = 7
_HOURS_OF_A_DAY = 24.0
_THESE = frozenset(["这", "那", "的", "这个", "those", "these", "the"])
_WEEK = frozenset(["week", "the week", "that week", "一周", "这一周", "那一周", "周", "该周"])
_AREAS = ("的区域", "的地区", "的格点", "的地方", "地区", "区域", "地方", "面积", "的面积", "范围")
_HEADLINE = ("EMPTY", "PREP", "NAME", "TIME", "NUM", "STORM", "STORM_WORD", "VAGUE")
_EXTREMES = ("STAT", "SUPER")


def settle_phrases(sentence: Sentence, *, request: bool = False) -> None:
    """Settle turns of phrase, after times are read and before places and quantities are.

    "The week 1-7 September" is these days, "the night of 9 to 10 March" the one night between
    them, "stood at more than" is "more than", and "which was the wettest day" asks which day.
    The event of a headline is nothing but the subject of a question, and all of a request.
    """
    turns: tuple[Callable[[Sentence, int], None], ...] = (
        _week_of_days,
        _hours_of_a_day,
        _night_between,
        _equal_to_a_bound,
        _taken_with_extreme,
        _most_of_area,
        _over_a_place,
        _which_was_the_day,
        *(() if request else (_headline,)),
    )
    for turn in turns:
        at = 0
        while at < len(sentence.items):
            turn(sentence, at)
            at += 1


def _silence(sentence: Sentence, at: int) -> None:
    sentence.take(at, at + 1, "EMPTY", "")


def _range_at(items: list[Item], at: int) -> TimePhrase | None:
    found = kind_at(items, at, "TIME")
    spoken = found.value if found is not None else None
    if not isinstance(spoken, TimePhrase) or spoken.sort != "range":
        return None
    return spoken


def _days_of(spoken: TimePhrase) -> int | None:
    """Return how many days a range within one month has."""
    first, last = spoken.first, spoken.last
    if first is None or last is None or first.timed or last.timed or first.month != last.month:
        return None
    return None if first.day is None or last.day is None else last.day - first.day + 1


def _after(items: list[Item], at: int) -> int:
    while at < len(items) and (items[at].kind in ("EMPTY", "PREP") or items[at].text in "(（,，"):
        at += 1
    return at


def _week_of_days(sentence: Sentence, at: int) -> None:
    items = sentence.items
    if items[at].text.lower() not in _WEEK:
        return
    spoken = _range_at(items, _after(items, at + 1))
    if spoken is not None and _days_of(spoken) == _DAYS_OF_A_WEEK:
        _silence(sentence, at)


def _hours_of_a_day(sentence: Sentence, at: int) -> None:
    """Silence 这24小时 behind a date: the hours of that day."""
    items = sentence.items
    span = items[at].value if items[at].kind == "SPAN" else None
    if span is None or span.hours != _HOURS_OF_A_DAY:
        return
    before = at - 1
    while before > 0 and items[before].text in _THESE:
        before -= 1
    found = kind_at(items, before, "TIME") if before < at - 1 else None
    day = found.value.first if found is not None and found.value.sort == "moment" else None
    if day is not None and day.day is not None and not day.timed and day.part is None:
        _silence(sentence, at)


def _night_between(sentence: Sentence, at: int) -> None:
    items = sentence.items
    found = kind_at(items, at, "TIME")
    part = found.value.first if found is not None and found.value.sort == "moment" else None
    if part is None or part.part is None or part.part[1] <= 24:
        return
    if part != Moment(part=part.part, zone=part.zone):
        return
    behind = _after(items, at + 1)
    spoken = _range_at(items, behind)
    if spoken is None or spoken.first is None or _days_of(spoken) != 2:
        return
    night = replace(spoken.first, part=part.part, zone=spoken.first.zone or part.zone)
    sentence.take(at, behind + 1, "TIME", TimePhrase("moment", first=night))


def _equal_to_a_bound(sentence: Sentence, at: int) -> None:
    if sentence.items[at].kind == "EQUAL_WORD" and kind_at(sentence.items, at + 1, "CMP"):
        _silence(sentence, at)


def _taken_with_extreme(sentence: Sentence, at: int) -> None:
    """Silence 以 in 以9月4日最大."""
    items = sentence.items
    if items[at].text != "以" or not kind_at(items, at + 1, "TIME"):
        return
    if any(kind_at(items, at + 2, kind) for kind in _EXTREMES):
        _silence(sentence, at)


def _most_of_area(sentence: Sentence, at: int) -> None:
    """Silence the noun of 半数以上的区域."""
    items = sentence.items
    if items[at].text in _AREAS and any(kind_at(items, at - 1, k) for k in ("MOST", "FRACTION")):
        _silence(sentence, at)


def _over_a_place(sentence: Sentence, at: int) -> None:
    """Silence "get over" in "how cold did it get over Scotland": no number stands behind it."""
    items = sentence.items
    if items[at].kind != "CMP" or not items[at].text.lower().endswith(" over"):
        return
    behind = at + 1
    while behind < len(items) and items[behind].kind in ("EMPTY", "DIR"):
        behind += 1
    if kind_at(items, behind, "NAME"):
        _silence(sentence, at)


def _headline(sentence: Sentence, at: int) -> None:
    """Silence the event of a headline before a colon: "Blizzard of '96: how low did ..."."""
    items = sentence.items
    if items[at].kind != "EVENT" or any(item.kind not in _HEADLINE for item in items[:at]):
        return
    behind = at + 1
    while behind < len(items) and items[behind].kind in _HEADLINE:
        behind += 1
    if behind + 1 < len(items) and items[behind].text in (":", "："):
        _silence(sentence, at)


def _which_was_the_day(sentence: Sentence, at: int) -> None:
    items = sentence.items
    if not (kind_at(items, at, "WHICH") or items[at].text.lower() in ("what", "what's", "whats")):
        return
    extreme = at + 1
    while extreme < len(items) and items[extreme].kind in ("EMPTY", "BE"):
        extreme += 1
    if not kind_at(items, extreme, "SUPER"):
        return
    noun = items[extreme + 1] if extreme + 1 < len(items) else None
    if noun is None or noun.text.lower() not in ("day", "calendar day"):
        return
    _silence(sentence, extreme + 1)
    sentence.take(at, at + 1, "WHEN", "day")
