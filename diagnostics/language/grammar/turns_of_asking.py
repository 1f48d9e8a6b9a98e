"""Turns of asking before times are read: which hour, how much it fell, how many readings.

"In which hour" and "the hour in which" ask when; 气压降了多少 asks for a fall where no rain is
named; "separate days" are days; "came out highest" is "was highest"; "four cities" behind four
names adds nothing. Each rule takes what the words beside it make certain, and leaves the rest.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence

from diagnostics.language.grammar.datetimes import kind_at
from diagnostics.language.grammar.items import Item, Sentence

_SILENT = ("EMPTY", "SIGN", "PREP", "BE")
_RAIN = ("precipitation", "snowfall")
_IN_WHICH = frozenset(["in which", "at which", "during which", "on which", "over which"])
_ASKS_WHEN = {
    **dict.fromkeys(("hour", "time", "moment", "step", "slot", "window"), "time"),
    **dict.fromkeys(("day", "date"), "day"),
}
_DISTINCT = frozenset(["separate", "distinct", "different", "individual", "不同的", "不同"])
_CAME = frozenset(
    ["came", "come", "comes", "turned", "turns", "turn", "ended", "ends", "end", "worked", "wound"]
)
_OUT = frozenset(["out", "up"])
_HOW_IT_IS = ("STAT", "SUPER", "CMP", "COMPARE", "ADJ", "GT", "LT")
_READINGS = frozenset(
    ["reading", "readings", "values", "samples", "observations", "analyses", "time steps", "steps"]
)
_MANY_PLACES = frozenset(
    ["cities", "towns", "places", "stations", "locations", "sites", "points", "城市", "城", "地",
     "站", "地方", "地点", "站点", "点", "处"]
)  # fmt: skip
_ASKED = ("WHAT", "WHERE", "WHEN", "HOW", "HOW_MANY", "WHICH", "WHICH_UNIT", "ASKS", "WHY")
_LIMITS = ("CMP", "CMP_AFTER", "GT", "LT", "FREEZING")


def settle_asking(sentence: Sentence) -> None:
    """Settle turns of asking; changes the sentence in place."""
    turns: tuple[Callable[[Sentence, int], None], ...] = (
        _fell_by,
        _in_which,
        _hour_in_which,
        _any_such_day,
        _distinct,
        _roughly_what,
        _peak_gust,
        _came_out,
        _readings,
        _extreme_cell,
        _cell_is_which,
        _heaviest_fall,
        _mean_of_extremes,
        _many_places,
        _degrees_given,
    )
    for turn in turns:
        at = 0
        while at < len(sentence.items):
            turn(sentence, at)
            at += 1


def _silence(sentence: Sentence, start: int, end: int) -> None:
    sentence.take(start, end, "EMPTY", "")


def _has(items: Sequence[Item], *kinds: str) -> bool:
    return any(item.read_as(kind) is not None for item in items for kind in kinds)


def _fell_by(sentence: Sentence, at: int) -> None:
    """Read 降了多少 of what is no rain as a fall by how much."""
    items = sentence.items
    word = kind_at(items, at, "RAINED")
    if word is None or word.text not in ("降了多少", "降了几"):
        return
    named = [found for one in items[:at] if (found := one.read_as("QUANT")) is not None]
    if not named or any(str(one.value) in _RAIN for one in named):
        return
    if kind_at(items, at - 1, "STAT") is not None and items[at - 1].text in ("一共", "总共", "共"):
        _silence(sentence, at - 1, at)
        at -= 1
    middle = word.start + len("降了")
    items[at : at + 1] = [
        Item("FALL", "fall", word.start, middle, "降了"),
        Item("WHAT", "what", middle, word.end, word.text[2:], (("HOW_MANY", "how_many"),)),
    ]


def _step_noun(items: Sequence[Item], at: int) -> tuple[int, str] | None:
    """Return where a noun of time ends ("hour", "six-hour slot"), and what it asks for."""
    if kind_at(items, at, "NUM") is not None:
        at += 1
        if at < len(items) and items[at].text == "-":
            at += 1
        if kind_at(items, at, "TIMEUNIT") is None:
            return None
        at += 1
        if kind_at(items, at, "TIME_NOUN") is not None:
            return at + 1, "time"
        return at, "time"
    noun = items[at].text.lower() if at < len(items) else ""
    if noun in _ASKS_WHEN:
        return at + 1, _ASKS_WHEN[noun]
    return None


def _in_which(sentence: Sentence, at: int) -> None:
    """Read "in which hour" and "in which six-hour slot" as a question of when."""
    items = sentence.items
    if items[at].text.lower() not in _IN_WHICH or items[at].kind != "WHERE_CLAUSE":
        return
    found = _step_noun(items, at + 1)
    if found is not None and not _has(items[:at], *_ASKED):
        sentence.take(at, found[0], "WHEN", found[1])


def _hour_in_which(sentence: Sentence, at: int) -> None:
    """Read "the hour (UTC) in which it rained most" as a question of when; the zone stays."""
    items = sentence.items
    noun = _ASKS_WHEN.get(items[at].text.lower())
    if (
        noun is None
        or _has(items[:at], *_ASKED)
        or not any(one.text.lower() == "the" for one in items[:at])
    ):
        return
    behind = at + 1
    if behind + 2 < len(items) and items[behind].text == "(" and items[behind + 2].text == ")":
        if items[behind + 1].kind != "ZONE":
            return
        behind += 3
    relative = kind_at(items, behind, "WHERE_CLAUSE") or kind_at(items, behind, "WHEN")
    if relative is None or relative.text.lower() not in (*_IN_WHICH, "when"):
        return
    if not _has(items[behind + 1 :], "STAT", "SUPER"):
        return
    _silence(sentence, behind, behind + 1)
    sentence.take(at, at + 1, "WHEN", noun)


def _any_such_day(sentence: Sentence, at: int) -> None:
    """Read 有哪天超过50毫米吗 as a question of any day: the 吗 asks for yes or no."""
    items = sentence.items
    day = kind_at(items, at + 1, "WHEN")
    if items[at].text != "有" or day is None or not day.text.startswith("哪"):
        return
    if not any(one.kind == "ASKS" and one.text == "吗" for one in items):
        return
    adds = any(
        one.read_as("RAINED") is not None
        or str(getattr(one.read_as("QUANT"), "value", "")) in _RAIN
        for one in items
    )
    daily = any(
        one.read_as("DAILY") is not None or str(getattr(one.read_as("PER"), "value", "")) == "day"
        for one in items[at + 2 :]
    )
    sentence.take(at, at + 2, *(("PER", "day") if adds and not daily else ("ANY", "time")))


def _distinct(sentence: Sentence, at: int) -> None:
    """Silence "separate" in "on how many separate days": days that are counted are separate."""
    items = sentence.items
    if items[at].text.lower() not in _DISTINCT or kind_at(items, at + 1, "COUNT_NOUN") is None:
        return
    if kind_at(items, at - 1, "HOW_MANY") is not None:
        _silence(sentence, at, at + 1)


def _roughly_what(sentence: Sentence, at: int) -> None:
    """Silence "roughly" before a question word: an answer is not rounded for it."""
    items = sentence.items
    if kind_at(items, at, "APPROX") is None:
        return
    if _has(items[at + 1 : at + 2], "WHAT", "HOW_MANY", "HOW", "SHARE", "WHEN", "WHERE"):
        _silence(sentence, at, at + 1)


def _peak_gust(sentence: Sentence, at: int) -> None:
    """Silence "peak" before a gust that is compared with a limit: a gust is a peak."""
    items = sentence.items
    gust = kind_at(items, at + 1, "QUANT")
    if items[at].text.lower() not in ("peak", "maximum", "max") or gust is None:
        return
    if gust.value == "wind_gust" and _has(items[at + 2 :], "CMP", "CMP_AFTER", "GT"):
        _silence(sentence, at, at + 1)


def _came_out(sentence: Sentence, at: int) -> None:
    """Silence "came out" before what something is: "whose mean came out highest"."""
    items = sentence.items
    if items[at].text.lower() not in _CAME or at + 2 >= len(items):
        return
    if items[at + 1].text.lower() in _OUT and _has(items[at + 2 : at + 3], *_HOW_IT_IS):
        _silence(sentence, at, at + 2)


def _readings(sentence: Sentence, at: int) -> None:
    """Count times where readings beyond a limit are counted: "how many were below zero"."""
    items = sentence.items
    if items[at].text.lower() not in _READINGS or items[at].kind == "COUNT_NOUN":
        return
    if kind_at(items, at - 1, "HOW_MANY") is not None and _has(items[at + 1 :], *_LIMITS):
        sentence.take(at, at + 1, "COUNT_NOUN", "times")


def _extreme_cell(sentence: Sentence, at: int) -> None:
    """Read "find the coldest 850 mb cell" as a question of where, if nothing else is asked."""
    items = sentence.items
    if kind_at(items, at, "SUPER") is None:
        return
    level = kind_at(items, at + 1, "NUM") is not None and kind_at(items, at + 2, "UNIT") is not None
    cell = at + 3
    noun = kind_at(items, cell, "COUNT_NOUN")
    if not level or noun is None or noun.value != "cells":
        return
    if not _has([one for n, one in enumerate(items) if n != cell], *_ASKED):
        sentence.take(cell, cell + 1, "WHERE", "coordinates")


def _cell_is_which(sentence: Sentence, at: int) -> None:
    """Read 风速最大的格点是哪个 as a question of where."""
    items = sentence.items
    if not items[at].text.endswith(("格点", "网格点", "点位")) or not at:
        return
    if not any(kind_at(items, at - 1, kind) for kind in ("STAT", "SUPER")):
        return
    which = at + 1
    if which < len(items) and items[which].text == "是":
        which += 1
    found = kind_at(items, which, "WHICH")
    if found is not None and found.text.endswith(("哪个", "哪一个")):
        sentence.take(at, which + 1, "WHERE", "coordinates")


def _heaviest_fall(sentence: Sentence, at: int) -> None:
    """Read "the heaviest hourly fall" as rain, where no quantity is named."""
    items = sentence.items
    if items[at].text.lower() not in ("fall", "falls") or kind_at(items, at, "FALL") is None:
        return
    before = at - 1
    while before > 0 and kind_at(items, before, "PER") is not None:
        before -= 1
    heavy = before >= 0 and items[before].text.lower() in ("heaviest", "biggest", "largest")
    if heavy and not _has(items, "QUANT", "RAINED"):
        sentence.take(at, at + 1, "QUANT", "precipitation")


def _mean_of_extremes(sentence: Sentence, at: int) -> None:
    """Read "average maximum" as the mean of the daily maxima of temperature."""
    items = sentence.items
    mean = kind_at(items, at, "STAT")
    if mean is None or mean.value != "mean":
        return
    end = at + 1
    while end < len(items) and (items[end].kind == "EMPTY" or items[end].text.lower() == "daily"):
        end += 1
    extreme = kind_at(items, end, "STAT")
    name = {"max": "maximum_temperature", "min": "minimum_temperature"}.get(
        str(extreme.value) if extreme is not None else ""
    )
    named = {str(found.value) for one in items if (found := one.read_as("QUANT")) is not None}
    behind = kind_at(items, end + 1, "QUANT")
    if name is None or named - {"temperature"} or (named and behind is None):
        return
    sentence.take(at + 1, end + 1 + bool(behind), "QUANT", name)


def _many_places(sentence: Sentence, at: int) -> None:
    """Silence 四个城市 and "the four cities" behind as many names."""
    items = sentence.items
    number = kind_at(items, at, "NUM")
    if number is None or not isinstance(number.value, int | float):
        return
    end = at + 1
    if end < len(items) and items[end].text in ("个", "座"):
        end += 1
    noun = items[end].text.lower() if end < len(items) else ""
    if noun not in _MANY_PLACES:
        return
    if noun == "城" and end + 1 < len(items) and items[end + 1].text == "市":
        end += 1
    names = sum(one.kind == "NAME" for one in items[:at])
    if names == number.value:
        _silence(sentence, at, end + 1)


def _degrees_given(sentence: Sentence, at: int) -> None:
    """Silence 度数 behind 风向: a direction is given in degrees."""
    items = sentence.items
    if items[at].text not in ("度", "角度") or at + 1 >= len(items) or items[at + 1].text != "数":
        return
    named = kind_at(items, at - 1, "QUANT")
    if named is not None and named.value == "wind_direction":
        _silence(sentence, at, at + 2)
