"""Dates, clock times and parts of days in a text, before they are placed on a calendar."""

from __future__ import annotations

import re
from dataclasses import dataclass, replace

from diagnostics.language.words import CROSSED, Words, chinese_number

_MONTHS = (
    "january",
    "february",
    "march",
    "april",
    "may",
    "june",
    "july",
    "august",
    "september",
    "october",
    "november",
    "december",
)
_MONTH = r"(?P<month>" + "|".join(f"{m}|{m[:3]}\\.?" for m in _MONTHS) + r"|sept\.?)(?![a-z])"
_DAY = r"(?P<day>\d{1,2})(?:st|nd|rd|th)?"
_YEAR = r"(?P<year>\d{4})"
ZONES: dict[str, str] = {
    "utc": "UTC",
    "gmt": "UTC",
    "z": "UTC",
    "世界时": "UTC",
    "协调世界时": "UTC",
    "国际时": "UTC",
    "北京时间": "+08:00",
    "北京时": "+08:00",
    "bjt": "+08:00",
    "beijing time": "+08:00",
    "jst": "+09:00",
    "kst": "+09:00",
    "ist": "+05:30",
    "cet": "+01:00",
    "cest": "+02:00",
    "bst": "+01:00",
    "est": "-05:00",
    "edt": "-04:00",
    "cdt": "-05:00",
    "mst": "-07:00",
    "mdt": "-06:00",
    "pst": "-08:00",
    "pdt": "-07:00",
    "aest": "+10:00",
    "local time": "local",
    "local solar time": "local",
    "local": "local",
    "当地时间": "local",
    "当地时": "local",
    "地方时": "local",
}
_ZONE = (
    r"(?P<zone>"
    + "|".join(sorted(map(re.escape, ZONES), key=len, reverse=True))
    + r"|[+-]\d{2}:\d{2})(?![a-z])"
)
_GAP_ZONE = rf"\s*\(?\s*{_ZONE}\s*\)?"

PARTS: dict[str, tuple[int, int]] = {
    "early morning": (3, 9),
    "morning": (6, 12),
    "midday": (10, 14),
    "afternoon": (12, 18),
    "late afternoon": (15, 19),
    "evening": (18, 24),
    "overnight": (18, 30),
    "night": (18, 30),
    "凌晨": (0, 6),
    "清晨": (5, 9),
    "早晨": (5, 9),
    "早上": (5, 9),
    "上午": (6, 12),
    "中午": (11, 14),
    "下午": (12, 18),
    "傍晚": (16, 20),
    "晚上": (18, 24),
    "晚间": (18, 24),
    "夜间": (18, 30),
    "夜里": (18, 30),
}
"""Hours of the day, local time; beyond 24 the next day is meant."""

_RELATIVE_DAYS = {
    "the day before yesterday": -2,
    "yesterday": -1,
    "today": 0,
    "tonight": 0,
    "tomorrow": 1,
    "last night": -1,
    "this morning": 0,
    "this afternoon": 0,
    "this evening": 0,
    "前天": -2,
    "前日": -2,
    "昨天": -1,
    "昨日": -1,
    "昨晚": -1,
    "昨夜": -1,
    "今天": 0,
    "今日": 0,
    "今晚": 0,
    "今晨": 0,
    "明天": 1,
    "明日": 1,
}
_PART_OF_RELATIVE = {
    "tonight": "night",
    "last night": "night",
    "this morning": "morning",
    "this afternoon": "afternoon",
    "this evening": "evening",
    "昨晚": "夜间",
    "昨夜": "夜间",
    "今晚": "夜间",
    "今晨": "凌晨",
}

_PATTERNS: tuple[tuple[str, re.Pattern[str]], ...] = tuple(
    (kind, re.compile(pattern))
    for kind, pattern in (
        (
            "full",
            r"(?<!\d)(?P<year>\d{4})-(?P<month>\d{1,2})-(?P<day>\d{1,2})"
            r"(?:[t\s]+(?P<hour>\d{1,2})(?::(?P<minute>\d{2})(?::\d{2})?)?)"
            rf"(?:{_GAP_ZONE})?",
        ),
        ("date", r"(?<!\d)(?P<year>\d{4})-(?P<month>\d{1,2})-(?P<day>\d{1,2})(?!\d)"),
        ("date", r"(?:(?P<year>\d{4})年)?(?P<month>\d{1,2})月(?P<day>\d{1,2})[日号]"),
        ("date", r"(?P<year>\d{4})年(?P<month>\d{1,2})月(?:份)?"),
        ("date", r"(?<!\d)(?P<month>\d{1,2})月份?(?!\d)"),
        ("date", r"(?P<year>\d{4})年"),
        ("date", r"(?<![\d.])(?P<day>\d{1,2})[日号](?!\w*均)"),
        (
            "clock",
            r"(?<![\d.])(?P<hour>\d{1,2})(?:时|点)(?!段)(?:(?P<minute>\d{1,2})分)?"
            rf"(?:{_GAP_ZONE})?",
        ),
        (
            "clock",
            rf"(?<![\d.])(?P<hour>\d{{1,2}}):(?P<minute>\d{{2}})\s*(?P<half>am|pm)?"
            rf"(?:{_GAP_ZONE})?",
        ),
        ("clock", rf"(?<![\d.])(?P<hour>\d{{1,2}})\s*(?P<half>am|pm)(?![a-z])(?:{_GAP_ZONE})?"),
        ("clock", rf"(?<![\d.])(?P<hour>\d{{2}})(?P<minute>\d{{2}}){_GAP_ZONE}"),
        ("clock", rf"(?<![\d.])(?P<hour>\d{{1,2}}){_GAP_ZONE}"),
        ("date", rf"(?<![\d.]){_DAY}\s+(?:of\s+)?{_MONTH}(?:,?\s+{_YEAR}(?!\d))?"),
        ("date", rf"(?<![a-z]){_MONTH}\s+(?:the\s+)?{_DAY}(?!\d)(?:,?\s+{_YEAR}(?!\d))?"),
        ("date", rf"(?<![a-z]){_MONTH},?\s+{_YEAR}(?!\d)"),
        ("date", rf"(?<=in\s){_MONTH}|(?<=during\s){_MONTH.replace('<month>', '<month2>')}"),
        ("date", r"(?<=\bin\s)(?P<year>(?:18|19|20|21)\d{2})(?!\s*(?:hpa|mb|m\b|gpm))"),
        ("date", r"(?<=the\s)(?P<day>\d{1,2})(?:st|nd|rd|th)(?!\s*percentile)"),
        ("noon", r"\b(?P<noon>noon|midnight|正午|午夜)" + rf"(?:{_GAP_ZONE})?"),
        (
            "relative",
            r"(?<![a-z])(?P<word>"
            + "|".join(sorted(_RELATIVE_DAYS, key=len, reverse=True))
            + r")(?![a-z])",
        ),
        (
            "part",
            r"(?<![a-z])(?P<word>" + "|".join(sorted(PARTS, key=len, reverse=True)) + r")(?![a-z])",
        ),
    )
)
_RANGE_DAYS = re.compile(
    r"(?<![\d.])(?P<first>\d{1,2})(?:st|nd|rd|th)?\s*(?:to|and|-|through|until)\s*"
    rf"(?P<rest>(?:the\s+)?\d{{1,2}}(?:st|nd|rd|th)?\s+(?:of\s+)?{_MONTH})"
)
_GLUE = re.compile(
    rf"^(?:[\s,，()的{CROSSED}]|at|on|of|the|in|around|early|late|during|当天|前后)*$"
)
_NUMBER = r"(?P<number>\d+(?:\.\d+)?|[一二两三四五六七八九十]+|a|one|two|three|four|five|six|seven)"
_UNIT = r"(?P<unit>hours?|hrs?|h|days?|d|weeks?|个?小时|天|日|周)(?![a-z])"
_WORD_NUMBERS = {"a": 1, "one": 1, "two": 2, "three": 3, "four": 4, "five": 5, "six": 6, "seven": 7}
_LAST = re.compile(
    rf"(?:last|past|previous|latest|过去|最近|近|前)\s*(?:the\s+)?{_NUMBER}[\s-]*{_UNIT}"
    r"(?!\s*(?:total\s+)?(?:变|precip|rain))"
)
_NEXT = re.compile(rf"(?:next|coming|following|未来|今后)\s*{_NUMBER}[\s-]*{_UNIT}")
_TO = re.compile(rf"{_NUMBER}[\s-]*{_UNIT}\s+(?:to|ending|ending\s+at|up\s+to|until|before)(?=\s)")
_BEFORE = re.compile(rf"(?:之前|以前|前)(?:的)?{_NUMBER}{_UNIT}")
_AFTER = re.compile(
    rf"{_NUMBER}[\s-]*{_UNIT}\s+(?:after|later\s+than|from)(?=\s)|"
    rf"起报后{_NUMBER.replace('number', 'number2')}{_UNIT.replace('unit', 'unit2')}"
)


@dataclass(frozen=True)
class Moment:
    """A time as far as its words tell it."""

    start: int
    end: int
    year: int | None = None
    month: int | None = None
    day: int | None = None
    hour: int | None = None
    minute: int = 0
    zone: str | None = None
    part: str | None = None
    days_from_now: int | None = None
    joined: bool = False

    @property
    def dated(self) -> bool:
        """Whether anything of a date is said."""
        return self.days_from_now is not None or any((self.year, self.month, self.day))


@dataclass(frozen=True)
class Spoken:
    """Every statement about time of a text."""

    moments: tuple[Moment, ...] = ()
    last_hours: float | None = None
    next_hours: float | None = None
    hours_before: float | None = None
    hours_after: float | None = None
    words: str = ""


def _hours(match: re.Match[str], suffix: str = "") -> float:
    number, unit = match[f"number{suffix}"], match[f"unit{suffix}"]
    if number in _WORD_NUMBERS:
        amount = float(_WORD_NUMBERS[number])
    elif number[0].isdigit():
        amount = float(number)
    else:
        amount = chinese_number(number) or 0.0
    if unit.startswith(("d", "天", "日")):
        return 24.0 * amount
    return 168.0 * amount if unit.startswith(("w", "周")) else amount


def find_times(words: Words) -> Spoken:
    """Find every statement about time, and cross it out."""
    taken: list[str] = []
    lengths: dict[str, float] = {}
    for name, pattern in (("last_hours", _LAST), ("next_hours", _NEXT)):
        match = pattern.search(words.left)
        if match is not None and not (name == "last_hours" and match[0].startswith("前")):
            lengths[name] = _hours(match)
            taken.append(words.original(*match.span()))
            words.cross(*match.span())
    for name, pattern in (("hours_before", _TO), ("hours_after", _AFTER)):
        match = pattern.search(words.left)
        if match is not None:
            suffix = "" if match["number"] else "2"
            lengths[name] = _hours(match, suffix)
            taken.append(words.original(*match.span()))
            words.cross(*match.span())
    moments = _moments(words)
    if moments and "hours_before" not in lengths:
        match = _BEFORE.search(words.left)
        if match is not None:
            lengths["hours_before"] = _hours(match)
            words.cross(*match.span())
    taken += [words.original(moment.start, moment.end) for moment in moments]
    return Spoken(
        moments=moments,
        last_hours=lengths.get("last_hours"),
        next_hours=lengths.get("next_hours"),
        hours_before=lengths.get("hours_before"),
        hours_after=lengths.get("hours_after"),
        words="; ".join(taken),
    )


def _atoms(words: Words) -> list[Moment]:
    found: list[Moment] = []
    shared = _RANGE_DAYS.search(words.left)
    if shared is not None:
        start = shared.start("first")
        end = start + len(shared["first"])
        found.append(Moment(start, end, day=int(shared["first"])))
        words.cross(start, end)
    for kind, pattern in _PATTERNS:
        while (match := pattern.search(words.left)) is not None:
            atom = _atom(kind, match)
            words.cross(*match.span())
            if atom is not None:
                found.append(atom)
    # a zone that stands before the time it belongs to
    for match in re.finditer(rf"(?<![a-z])(?:{_ZONE})", words.left):
        if match[0] not in ("z", "local") and not match[0].startswith(("+", "-")):
            found.append(Moment(*match.span(), zone=ZONES[match["zone"]]))
            words.cross(*match.span())
    return sorted(found, key=lambda atom: atom.start)


def _atom(kind: str, match: re.Match[str]) -> Moment | None:
    start, end = match.span()
    groups = match.groupdict()
    if kind == "relative":
        word = groups["word"]
        return Moment(
            start, end, days_from_now=_RELATIVE_DAYS[word], part=_PART_OF_RELATIVE.get(word)
        )
    if kind == "part":
        return Moment(start, end, part=groups["word"])
    zone = groups.get("zone")
    zone = ZONES.get(zone, zone) if zone else None
    if kind == "noon":
        return Moment(start, end, hour=12 if groups["noon"] in ("noon", "正午") else 0, zone=zone)
    month = groups.get("month") or groups.get("month2")
    hour = int(groups["hour"]) if groups.get("hour") else None
    if groups.get("half") and hour is not None:
        hour = hour % 12 + (12 if groups["half"] == "pm" else 0)
    if hour is not None and hour > 24:
        return None
    return Moment(
        start,
        end,
        year=int(groups["year"]) if groups.get("year") else None,
        month=None if month is None else _month(month),
        day=int(groups["day"]) if groups.get("day") else None,
        hour=hour,
        minute=int(groups.get("minute") or 0),
        zone=zone,
    )


def _month(text: str) -> int:
    if text.isdigit():
        return int(text)
    return next(n for n, name in enumerate(_MONTHS, 1) if name.startswith(text.strip(".")[:3]))


def _moments(words: Words) -> tuple[Moment, ...]:
    """Merge neighbouring atoms into moments, and mark those joined to the one before."""
    original = words.left
    merged: list[Moment] = []
    for atom in _atoms(words):
        last = merged[-1] if merged else None
        between = "" if last is None else original[last.end : atom.start]
        if last is not None and _GLUE.match(between) and _fits(last, atom):
            merged[-1] = _union(last, atom)
            continue
        joined = last is not None and bool(
            re.match(
                r"^[\s,(]*(?:to|until|till|through|and|-|~|至|到|与|和)[\s)]*(?:the|at|on)?\s*$",
                between,
            )
        )
        merged.append(replace(atom, joined=joined))
    for moment in merged:
        words.cross(moment.start, moment.end)
    return tuple(merged)


def _fits(first: Moment, second: Moment) -> bool:
    """Whether two neighbouring atoms say different things of one moment."""
    both_dated = first.dated and second.dated
    both_clocked = first.hour is not None and second.hour is not None
    both_parts = first.part is not None and second.part is not None
    return not (both_dated or both_clocked or both_parts)


def _union(first: Moment, second: Moment) -> Moment:
    changes = {
        name: value
        for name in ("year", "month", "day", "hour", "zone", "part", "days_from_now")
        if (value := getattr(second, name)) is not None
    }
    if second.hour is not None:
        changes["minute"] = second.minute
    if first.zone and second.zone is None:
        changes.pop("zone", None)
    return replace(first, end=second.end, **changes)
