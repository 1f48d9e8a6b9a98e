"""Turns of requests: what is corrected while it is said, and days that only belong to a month."""

from __future__ import annotations

import re
from dataclasses import replace
from datetime import date, datetime, timedelta
from functools import lru_cache

from diagnostics.language.grammar.asides import words_of_asides
from diagnostics.language.grammar.datetimes import Moment, kind_at, whole
from diagnostics.language.grammar.items import Item, Sentence
from diagnostics.language.grammar.time_phrases import TimePhrase

_GAP = r"[\s,，:：;；.。…(（—–-]*"
_JOINS = frozenset("-–—~至到")
_BEFORE = frozenset("(（,，:：;；")
_BEHIND = frozenset(")）,，.。;；:：?？!！")
_SUNDAY = 6
_YEAR_DIGITS = 4
_QUOTES = frozenset("\"“”‘’'「」《》")
_CORRECTED = ("TIME", "PLACE", "EVENT")


@lru_cache(maxsize=1)
def _correction() -> re.Pattern[str]:
    """Return what may stand between what is taken back and what is meant."""
    sure, paused, more = (
        "|".join(re.escape(word) for word in sorted(words_of_asides(name), key=len, reverse=True))
        for name in ("corrects", "corrects_with_pause", "corrects_after")
    )
    little = rf"(?:(?:{more}){_GAP})*"
    first = rf"(?:{sure})(?![a-z])|(?:{paused})(?:\s*[,，.。…:：—–-]|(?=是))"
    words = rf"{_GAP}{little}(?:{first}){_GAP}{little}"
    return re.compile(rf"{words}(?:(?:on|in|at|over|for|the|from|by|with)\s+)*$", re.IGNORECASE)


def settle_corrections(sentence: Sentence, assumed: list[tuple[str, str]]) -> None:
    """Drop what is taken back: of "the 3rd, sorry, the 4th of July" the 4th is meant.

    Parameters
    ----------
    sentence : Sentence
        With its times and places; what is taken back becomes silent.
    assumed : list of (str, str)
        Gets ``aside`` with the words of each.
    """
    _event_denied(sentence, assumed)
    items, at = sentence.items, 0
    while at < len(items):
        behind = _corrected_by(sentence, at)
        if behind is None:
            at += 1
            continue
        old, new = items[at], items[behind]
        if old.kind == "TIME":
            items[behind] = replace(new, value=_lent(new.value, old.value))
        taken = sentence.take(at, behind, "EMPTY", "")
        assumed[:] = [one for one in assumed if one[0] != "aside" or one[1] not in taken.text]
        assumed.append(("aside", taken.text.strip(" ,，")))
        at += 1


def _event_denied(sentence: Sentence, assumed: list[tuple[str, str]]) -> None:
    """Drop the event that is denied behind its time: "snow in mid-May? No: rain, 12 to 16 May"."""
    items = sentence.items
    events = [at for at, item in enumerate(items) if item.kind == "EVENT"]
    if len(events) != 2:
        return
    old, new = events
    between = [at for at in range(old + 1, new) if items[at].kind in ("TIME", "PLACE")]
    if not between or items[old].value == items[new].value:
        return
    last = between[-1]
    between_them = sentence.text[items[last].end : items[new].start].lstrip(" ?？!！")
    if not _correction().match(between_them):
        return
    taken = sentence.take(last + 1, new, "EMPTY", "")
    assumed.append(("aside", f"{items[old].text} … {taken.text.strip(' ,，?？')}"))
    sentence.take(old, old + 1, "EMPTY", "")


def _corrected_by(sentence: Sentence, at: int) -> int | None:
    """Return where what replaces an item stands, if words of correction alone are between."""
    items, old = sentence.items, sentence.items[at]
    if old.kind not in _CORRECTED:
        return None
    for behind in range(at + 1, min(len(items), at + 12)):
        new = items[behind]
        if new.kind in _CORRECTED:
            between = sentence.text[old.end : new.start]
            return behind if new.kind == old.kind and _correction().match(between) else None
    return None


def _lent(new: TimePhrase, old: TimePhrase) -> TimePhrase:
    """Let a corrected time keep the month and the year that are not said again."""
    source = old.first
    if source is None:
        return new

    def lend(moment: Moment | None) -> Moment | None:
        if moment is None or moment.days is not None or moment.calendar is not None:
            return moment
        month = moment.month or (source.month if moment.day else None)
        year = moment.year or (source.year if month else None)
        return replace(moment, month=month, year=year)

    return replace(new, first=lend(new.first), last=lend(new.last))


def find_days_of_month(sentence: Sentence) -> None:
    """Read the days beside a month: "end of January 2019 (29-31)", "May 2024, 26 to 30".

    Parameters
    ----------
    sentence : Sentence
        After its times were read; a month or a part of one stands in it, and no day.
    """
    items = sentence.items
    if not any(_month_alone(item) for item in items):
        return
    at = 0
    while at + 2 < len(items):
        end = _days_end(items, at)
        if end is not None:
            first, last = (int(items[n].value) for n in (at, _last(items, at)))
            days = TimePhrase("range", first=Moment(day=first), last=Moment(day=last))
            sentence.take(at, end, "TIME", days)
        at += 1
    _edges_of_months(sentence)


def _edges_of_months(sentence: Sentence) -> None:
    """Silence "the end" of "the end of May 2024, 26 to 30"; without the days it stays."""
    items = sentence.items
    if not any(_holds_days(item) for item in items):
        return
    for at, item in enumerate(items):
        spoken = item.value if item.kind == "TIME" else None
        edge = spoken.first if isinstance(spoken, TimePhrase) and spoken.sort == "moment" else None
        if edge is None or not edge.edge or edge != Moment(edge=edge.edge, zone=edge.zone):
            continue
        behind = at + 1
        while behind < len(items) and items[behind].kind in ("EMPTY", "PREP"):
            behind += 1
        if behind < len(items) and _month_alone(items[behind]):
            sentence.take(at, at + 1, "EMPTY", "")


def last_weekday(sentence: Sentence, now: datetime | None) -> None:
    """Read "last Friday" as the Friday before the day of asking, or that of a week before it."""
    items = sentence.items
    for at, item in enumerate(items[:-1]):
        spoken = items[at + 1].value if items[at + 1].kind == "TIME" else None
        if now is None or item.text.lower() not in ("last", "this past", "past"):
            continue
        day = spoken.first if isinstance(spoken, TimePhrase) and spoken.sort == "moment" else None
        if day is None or day.weekday is None or day != Moment(weekday=day.weekday, zone=day.zone):
            continue
        back = (now.weekday() - day.weekday) % 7 or 7
        moment = Moment(days=-back, zone=day.zone)
        sentence.take(at, at + 2, "TIME", TimePhrase("moment", first=moment))
        return


def quoted_storm(sentence: Sentence) -> None:
    """Read the quoted word before "storm" as its name, whatever place has it: “马丁”风暴."""
    items = sentence.items
    for at, item in enumerate(items[:-3]):
        closing, storm = items[at + 2], items[at + 3]
        if item.text in _QUOTES and closing.text in _QUOTES and storm.read_as("STORM") is not None:
            sentence.take(at, at + 4, "STORM_NAME", None)
            return


def lone_year(sentence: Sentence) -> None:
    """Read a year that stands apart as that of the dates, where none of them has one."""
    items = sentence.items
    times = [item.value for item in items if item.kind == "TIME"]
    moments = [m for one in times for m in (one.first, one.last) if m is not None]
    if any(m.year is not None or m.days is not None or m.calendar is not None for m in moments):
        return
    years = [
        at
        for at, item in enumerate(items)
        if whole(kind_at(items, at, "NUM"), 1900, 2150) is not None
        and len(item.text) == _YEAR_DIGITS
        and not any(kind_at(items, at + 1, kind) for kind in ("UNIT", "TIMEUNIT", "DEGREE"))
    ]
    if len(years) == 1 and any(m.month is not None for m in moments):
        year = Moment(year=int(items[years[0]].value))
        sentence.take(years[0], years[0] + 1, "TIME", TimePhrase("moment", first=year))


def weekend_of_day(sentence: Sentence) -> None:
    """Read "the weekend of 5 July 2019" as the Saturday and Sunday at or behind that day."""
    items = sentence.items
    for at, item in enumerate(items):
        if not item.text.lower().endswith("weekend of"):
            continue
        behind = _step(items, at, 1)
        spoken = items[behind].value if behind < len(items) else None
        day = spoken.first if isinstance(spoken, TimePhrase) and spoken.sort == "moment" else None
        if day is None or day.year is None or day.month is None or day.day is None or day.timed:
            continue
        named = date(day.year, day.month, day.day)
        saturday = named + timedelta(days=-1 if named.weekday() == _SUNDAY else 5 - named.weekday())
        if saturday - named > timedelta(days=1):
            continue
        sunday = saturday + timedelta(days=1)
        first, last = (
            replace(day, year=one.year, month=one.month, day=one.day, weekday=None)
            for one in (saturday, sunday)
        )
        sentence.take(at, behind + 1, "TIME", TimePhrase("range", first=first, last=last))
        return


def count_days_on(sentence: Sentence) -> None:
    """Read "for three days from 5 May 2020" and "from 5 May 2020 for three days" as those days.

    Parameters
    ----------
    sentence : Sentence
        After its times were read.
    """
    items = sentence.items
    for at, item in enumerate(items):
        spoken = item.value if item.kind == "TIME" else None
        if not isinstance(spoken, TimePhrase) or spoken.sort != "since" or spoken.first is None:
            continue
        for first, last, span in ((_step(items, at, -1), at, -1), (at, _step(items, at, 1), 1)):
            length = (
                items[first if span < 0 else last] if first >= 0 and last < len(items) else None
            )
            days = _last_day(spoken.first, length)
            if days is not None:
                sentence.take(first, last + 1, "TIME", days)
                return


def _step(items: list[Item], at: int, step: int) -> int:
    at += step
    while 0 <= at < len(items) and items[at].kind in ("EMPTY", "PREP"):
        at += step
    return at


def _last_day(first: Moment, length: Item | None) -> TimePhrase | None:
    """Return the days that a length of days or weeks begins with, None for anything else."""
    span = length.value if length is not None and length.kind == "SPAN" else None
    if span is None or span.step not in ("day", "week") or span.count % 1 or first.timed:
        return None
    if first.day is None or first.month is None or first.year is None or first.part:
        return None
    count = int(span.count) * (7 if span.step == "week" else 1)
    end = date(first.year, first.month, first.day) + timedelta(days=count - 1)
    last = replace(first, year=end.year, month=end.month, day=end.day, weekday=None)
    return TimePhrase("range", first=first, last=last)


def _holds_days(item: Item) -> bool:
    spoken = item.value if item.kind == "TIME" else None
    return isinstance(spoken, TimePhrase) and any(
        moment is not None and moment.day is not None for moment in (spoken.first, spoken.last)
    )


def _month_alone(item: Item) -> bool:
    spoken = item.value if item.kind == "TIME" else None
    first = spoken.first if isinstance(spoken, TimePhrase) and spoken.sort == "moment" else None
    return first is not None and first.month is not None and first.day is None


def _last(items: list[Item], at: int) -> int:
    joint = at + 2 if kind_at(items, at + 1, "ORDINAL") else at + 1
    return joint + 1


def _days_end(items: list[Item], at: int) -> int | None:
    """Return where two joined days end that stand between signs, None for anything else."""
    last = _last(items, at)
    if last >= len(items):
        return None
    joint = items[last - 1]
    first, final = (whole(kind_at(items, n, "NUM"), 1, 31) for n in (at, last))
    if first is None or final is None or first >= final:
        return None
    if not (joint.read_as("TO") or joint.text in _JOINS):
        return None
    end = last + 1
    if kind_at(items, end, "ORDINAL") or kind_at(items, end, "ZH_DAY"):
        end += 1
    before = at - 1
    while before >= 0 and items[before].kind in ("EMPTY", "PREP"):
        before -= 1
    opens = before >= 0 and (items[before].text in _BEFORE or items[before].kind == "TIME")
    closes = end == len(items) or items[end].text in _BEHIND
    return end if opens and closes else None
