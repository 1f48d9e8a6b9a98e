"""Turns of everyday talk, brought to the words that the readers know, before times are read.

"Much colder" is "colder", 滴雨未下 is "no rain", 有一天 is a day at some time, "the storm Lothar"
a name. 达到大暴雨量级 is a limit of 24-hour rain by the grades of GB/T 28592.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import replace

from diagnostics.contracts.form_terms import Amount
from diagnostics.contracts.forms import Relation
from diagnostics.language.grammar.amounts import Stated
from diagnostics.language.grammar.datetimes import kind_at
from diagnostics.language.grammar.items import Item, Sentence
from diagnostics.language.grammar.terms import Term

_SIGNS = frozenset(",，;；.。?？!！:：")
_GRADED = frozenset(["量级", "的量级", "级别", "的级别", "标准", "的标准", "等级", "的等级"])
_GRADE_HOURS = 24.0


def settle_talk(sentence: Sentence) -> None:
    """Settle turns of talk; changes the sentence in place."""
    turns: tuple[Callable[[Sentence, int], None], ...] = (
        _part_with_dash,
        _intensified,
        _dry,
        _frost_free,
        _some_day,
        _storm_behind,
        _grade_of_rain,
        _most_of_the,
        _every_one,
        _share_of,
        _spot,
        _frozen,
        _fell_as_rain,
        _running_window,
        _out_of_doors,
        _weekday_or_word,
        _warmed,
        _which_step,
        _rank_them,
        _at_all,
        _either_way,
        _extreme_day,
        _overnight_low,
        _nights,
        _cell_noun,
    )
    for turn in turns:
        at = 0
        while at < len(sentence.items):
            turn(sentence, at)
            at += 1


def _part_with_dash(sentence: Sentence, at: int) -> None:
    """Join the dash of "mid-Sept" and "late-July" to the part of the month."""
    items = sentence.items
    part = kind_at(items, at, "HALFMONTH")
    dashed = at + 2 < len(items) and items[at + 1].text == "-"
    if part is not None and dashed and kind_at(items, at + 2, "MONTH") is not None:
        sentence.take(at, at + 2, "HALFMONTH", part.value)


def _intensified(sentence: Sentence, at: int) -> None:
    """Silence "much" before "colder" and 得多 behind 高: by how much is not said."""
    items = sentence.items
    if kind_at(items, at, "MUCH") is None:
        return
    if items[at].text.isascii():
        said = kind_at(items, at + 1, "COMPARE")
    else:
        said = kind_at(items, at - 1, "COMPARE") or kind_at(items, at - 1, "ADJ")
    if said is not None:
        sentence.take(at, at + 1, "EMPTY", "")


def _frost_free(sentence: Sentence, at: int) -> None:
    """Read "stayed frost-free" and 无霜冻 as never below zero."""
    item = sentence.items[at]
    if item.read_as("FROST_FREE") is None:
        return
    before = at - 1
    if kind_at(sentence.items, before, "STAY") is not None:
        sentence.take(before, before + 1, "EMPTY", "")
    sentence.items[at : at + 1] = [
        Item("NEVER", "never", item.start, item.start + 1, item.text),
        Item("FREEZING", "zero", item.start + 1, item.end, "below zero"),
    ]


def _dry(sentence: Sentence, at: int) -> None:
    """Read "not a drop fell" and 滴雨未下 as no rain."""
    item = sentence.items[at]
    if item.read_as("DRY") is None:
        return
    sentence.items[at : at + 1] = [
        Item("NOT", "not", item.start, item.start + 1, item.text),
        Item("RAINED", "precipitation", item.start + 1, item.end, item.text),
    ]


def _some_day(sentence: Sentence, at: int) -> None:
    """Read 有一天 and "on any day": some time, and of what adds up the sum of a day."""
    items = sentence.items
    if kind_at(items, at, "SOME_DAY") is None:
        return
    adds = any(
        item.read_as("RAINED") is not None
        or str(getattr(item.read_as("QUANT"), "value", "")) in ("precipitation", "snowfall")
        for item in items
    )
    if adds:
        sentence.take(at, at + 1, "PER", "day")
    else:
        sentence.take(at, at + 1, "ANY", "time")


def _storm_behind(sentence: Sentence, at: int) -> None:
    """Join "Lothar storm" and 洛塔尔风暴 to the name."""
    items = sentence.items
    if items[at].kind == "STORM_WORD" and kind_at(items, at + 1, "STORM") is not None:
        sentence.take(at, at + 2, "STORM_WORD", items[at].value)


def _most_of_the(sentence: Sentence, at: int) -> None:
    """Silence the noun of "more than half the area": the share is of it."""
    items = sentence.items
    area = at + 1
    while area < len(items) and items[area].text.lower() in ("the", "of"):
        area += 1
    if kind_at(items, at, "MOST") is None or kind_at(items, area, "AREA") is None:
        return
    behind = area + 1
    named = behind < len(items) and items[behind].text.lower() in ("of", "above", "below", "where")
    if not named:
        sentence.take(at + 1, area + 1, "EMPTY", "")
        sentence.take(at, at + 1, "MOST", "area")


def _every_one(sentence: Sentence, at: int) -> None:
    """Join "every grid cell" and "every single time step" to everywhere and always."""
    items = sentence.items
    every, noun = kind_at(items, at, "ALL"), kind_at(items, at + 1, "COUNT_NOUN")
    if every is None or noun is None or every.value != "all":
        return
    of = {"cells": "space", "times": "time"}.get(str(noun.value))
    if of is not None and not any(item.read_as("HOW_MANY") for item in items):
        sentence.take(at, at + 2, "ALL", of)


_SPOTS = (
    "spot", "spots", "place", "point", "location", "cell", "area", "grid point", "grid cell", "点",
    "地点", "地方", "的地方", "的地点", "的点", "格点", "的格点", "中心", "的中心", "处", "的位置",
)  # fmt: skip
_EXTREMES = ("STAT", "SUPER")
_ASKED_SOMETHING = (
    "WHAT", "WHERE", "WHEN", "HOW", "HOW_MANY", "WHICH_UNIT", "WHICH", "UNIT", "ASKS", "CMP", "GT",
    "LT", "CMP_AFTER", "WHY", "HOW_FAR", "LATITUDE", "BEARING", "DIAGNOSE", "QUADRANT", "FIRST",
)  # fmt: skip


def _named(items: Sequence[Item], kind: str, *values: str) -> bool:
    found = (item.read_as(kind) for item in items)
    return any(one is not None and (not values or str(one.value) in values) for one in found)


def _share_of(sentence: Sentence, at: int) -> None:
    """Read "% of area with" where no number stands before it: the share is asked for."""
    items = sentence.items
    unit = kind_at(items, at, "UNIT")
    if unit is None or unit.value != "%" or kind_at(items, at - 1, "NUM") is not None:
        return
    of = at + 1
    if of < len(items) and items[of].text.lower() == "of":
        sentence.take(at, of + 1, "SHARE", "area_percent")


def _spot(sentence: Sentence, at: int) -> None:
    """Read "the hottest spot in Pakistan" and 最大中心 as a question of where, if alone.

    Beside a question of its own the noun says no more than the extreme.
    """
    items = sentence.items
    if not any(kind_at(items, at, kind) for kind in _EXTREMES):
        return
    joined = items[at].text.endswith(("最高点", "最低点"))
    noun = at + 1
    if not joined and not (noun < len(items) and items[noun].text.lower() in _SPOTS):
        return
    clause = kind_at(items, at - 1, "WHERE_CLAUSE") or any(
        one.read_as("WHERE_CLAUSE") and one.text.lower().startswith(("at", "in"))
        for one in items[:at]
    )
    if clause:
        return
    rest = [one for n, one in enumerate(items) if n not in (at, noun)]
    what = [one for one in rest if one.read_as("WHAT")]
    others = [one for one in rest if one not in what and _asks(one)]
    valued = any(one.text in ("多少", "是多少", "how much") for one in what)
    led = not rest or all(one.start > items[at].start or one.kind in _LEADS for one in what)
    stated = not what and any(one.kind == "BE" for one in rest)
    if others or valued or stated or not (led or _named(items, "SUPER")):
        if not joined and items[noun].read_as("COORD_WORD") is None:
            sentence.take(noun, noun + 1, "EMPTY", "")
        return
    for one in what:
        place = items.index(one)
        sentence.take(place, place + 1, "EMPTY", "")
    if joined:
        items.append(Item("WHERE", "coordinates", items[-1].end, items[-1].end, items[at].text))
    else:
        sentence.take(noun, noun + 1, "WHERE", "coordinates")


_LEADS = ("WHAT", "EMPTY", "BE", "PREP")


def _asks(item: Item) -> bool:
    return any(item.read_as(kind) is not None for kind in _ASKED_SOMETHING)


def _frozen(sentence: Sentence, at: int) -> None:
    """Read "did Miami freeze" and "it froze" as a temperature below zero; a freeze is an event."""
    items = sentence.items
    if items[at].text.lower() not in ("freeze", "freezes", "froze", "结冰", "上冻"):
        return
    before = items[at - 1].text.lower() if at else ""
    if before in ("the", "a", "big", "deep", "hard", "this", "that", "of") or _named(items, "WHY"):
        return
    word = items[at]
    items[at] = Item("FREEZING", "zero", word.start, word.end, "below zero")


def _fell_as_rain(sentence: Sentence, at: int) -> None:
    """Let "fell" and "came down" of rain say no more than the rain: "how many mm fell"."""
    items = sentence.items
    word = kind_at(items, at, "FALL")
    if word is None or word.text.lower() not in _FALLING:
        return
    rain = _named(items, "QUANT", "precipitation", "snowfall") or _named(
        items, "SUPER", "precipitation+", "precipitation-", "snowfall+"
    )
    other = any(
        (found := one.read_as("QUANT")) is not None
        and found.value not in ("precipitation", "snowfall")
        for one in items
    )
    if rain and not other:
        sentence.take(at, at + 1, "EMPTY", "")
    elif _named(items, "UNIT", "mm", "cm", "in") and not other:
        sentence.take(at, at + 1, "RAINED", "precipitation")


_FALLING = frozenset(
    ["fell", "fall", "falls", "came down", "come down", "fallen", "falling", "down", "下", "降"]
)


def _running_window(sentence: Sentence, at: int) -> None:
    """Let "any 24 hours in a row" and 连续12小时 of rain be a window, no spell, without a limit."""
    items = sentence.items
    run = kind_at(items, at, "SPELL")
    if run is None or run.value != "run":
        return
    limited = any(_named(items, kind) for kind in ("CMP", "CMP_AFTER", "GT", "LT", "HOW_LONG"))
    summed = _named(items, "QUANT", "precipitation", "snowfall") or _named(items, "RAINED")
    numbered = any(
        kind_at(items, n, "NUM") and kind_at(items, n + step, "TIMEUNIT")
        for n in (at - 3, at - 2, at + 1)
        for step in (1, 2)
    )
    if summed and numbered and not limited:
        sentence.take(at, at + 1, "EMPTY", "")


def _out_of_doors(sentence: Sentence, at: int) -> None:
    """Silence "outside" and 外面 where no place stands behind or before it."""
    items = sentence.items
    if items[at].text.lower() not in ("outside", "外面", "外头", "屋外"):
        return
    after = at + 1
    while after < len(items) and items[after].kind == "EMPTY":
        after += 1
    placed = any(kind_at(items, after, kind) for kind in ("NAME", "AXIS", "BOX", "PAIR", "UNKNOWN"))
    if not placed:
        sentence.take(at, at + 1, "EMPTY", "")


def _weekday_or_word(sentence: Sentence, at: int) -> None:
    """Read "sat" and "sun" in small letters beside no date as words: "a high sat over Iowa"."""
    items = sentence.items
    if items[at].text not in ("sat", "sun") or kind_at(items, at, "WEEKDAY") is None:
        return
    dated = any(
        kind_at(items, n, kind)
        for n in (at - 1, at + 1, at + 2)
        for kind in ("NUM", "MONTH", "ORDINAL", "WEEKDAY", "PART", "LASTN", "NEXTN")
    )
    if not dated:
        sentence.take(at, at + 1, "EMPTY", "")


def _warmed(sentence: Sentence, at: int) -> None:
    """Read the verb of "by how much did it warm" and "how much did it cool" as a rise or a fall."""
    items = sentence.items
    word = items[at].text.lower()
    if word not in ("warm", "cool", "cool down", "warm up") or kind_at(items, at, "ADJ") is None:
        return
    asked = [one.text.lower() for one in items[:at]]
    did = "did" in asked or "will" in asked or "does" in asked
    amount = any(one in ("how much", "how many") for one in asked) or "by" in asked
    if did and amount and not _named(items[at + 1 : at + 2], "ADJ"):
        kind, value = ("RISE", "rise") if word.startswith("warm") else ("FALL", "fall")
        sentence.take(at, at + 1, kind, value)


def _which_step(sentence: Sentence, at: int) -> None:
    """Read "which 6-hour period" and 哪一个6小时时段 as a question of when."""
    items = sentence.items
    which = kind_at(items, at, "WHICH")
    if which is None or kind_at(items, at + 1, "NUM") is None:
        return
    end = at + 2
    if end < len(items) and items[end].text == "-":
        end += 1
    if kind_at(items, end, "TIMEUNIT") is None:
        return
    noun = kind_at(items, end + 1, "TIME_NOUN")
    if noun is not None:
        sentence.take(at, end + 2, "WHEN", "time")


_RANKING = frozenset(
    ["compare", "比较一下", "比较", "对比一下", "对比", "排一下", "排个序", "排一排"]
)


def _rank_them(sentence: Sentence, at: int) -> None:
    """Read "compare the mean of Ireland and Scotland" as a ranking of the two."""
    items = sentence.items
    if items[at].text.lower() not in _RANKING:
        return
    if kind_at(items, at, "THAN") is not None and not _lone_comparing(items, at):
        return
    if sum(item.kind == "NAME" for item in items) >= 2:
        sentence.take(at, at + 1, "RANK", "ranking")


def _either_way(sentence: Sentence, at: int) -> None:
    """Read "warmer or colder than" and 高还是低 as the difference, whose sign answers."""
    items = sentence.items
    first = kind_at(items, at, "COMPARE") or kind_at(items, at, "ADJ")
    joint = kind_at(items, at + 1, "OR")
    second = kind_at(items, at + 2, "COMPARE") or kind_at(items, at + 2, "ADJ")
    if first is None or joint is None or second is None:
        return
    if str(first.value)[-1:] == str(second.value)[-1:] or not _named(items, "THAN"):
        return
    for place in (at + 1, at + 2):
        sentence.take(place, place + 1, "EMPTY", "")
    if kind_at(items, at, "COMPARE") is None:
        items[at] = Item("COMPARE", str(first.value), first.start, first.end, first.text)
    end = items[-1].end
    items.append(Item("WHAT", "what", end, end, items[at].text))


_DAY_NOUNS = {
    **dict.fromkeys(
        ("day", "night", "date", "一天", "的一天", "那天", "那一天", "的那天", "日子"), "day"
    ),
    **dict.fromkeys(
        ("hour", "time", "moment", "时刻", "的时刻", "时次", "的时次", "一小时"), "time"
    ),
}


def _extreme_day(sentence: Sentence, at: int) -> None:
    """Read "Wettest day at Khammam?" as a question of which day, where nothing else is asked."""
    items = sentence.items
    if kind_at(items, at, "SUPER") is None or at + 1 >= len(items):
        return
    noun = _DAY_NOUNS.get(items[at + 1].text.lower())
    if noun is None or any(_asks(one) for n, one in enumerate(items) if n not in (at, at + 1)):
        return
    asked = "?" in sentence.text or "？" in sentence.text
    if asked and not any(one.kind == "BE" for one in items):
        sentence.take(at + 1, at + 2, "WHEN", noun)


def _overnight_low(sentence: Sentence, at: int) -> None:
    """Read "the overnight low" as the lowest of the night."""
    item = sentence.items[at]
    if kind_at(sentence.items, at, "NIGHT_LOW") is None:
        return
    sentence.items[at : at + 1] = [
        Item("STAT", "min", item.start, item.start + 1, item.text),
        *(
            ()
            if _named(sentence.items, "QUANT", "temperature")
            else (Item("QUANT", "temperature", item.start + 1, item.start + 2, item.text),)
        ),
        Item("PART", "18-30", item.start + 2, item.end, item.text),
    ]


_CELLS = frozenset(["cell", "grid cell", "grid point", "gridpoint", "格点"])


def _cell_noun(sentence: Sentence, at: int) -> None:
    """Silence "grid point" behind coordinates: a point is its cell."""
    items = sentence.items
    if items[at].text.lower() in _CELLS and at and items[at - 1].kind in ("AXIS", "PAIR"):
        sentence.take(at, at + 1, "EMPTY", "")


def _nights(sentence: Sentence, at: int) -> None:
    """Count nights that were below a limit as days: "how many nights did it drop below zero"."""
    items = sentence.items
    if kind_at(items, at, "NIGHTS") is None:
        return
    before = at - 1
    while before >= 0 and (items[before].kind == "EMPTY" or kind_at(items, before, "SPELL")):
        before -= 1
    counted = kind_at(items, before, "HOW_MANY") or kind_at(items, before, "NUM")
    low = _named(items, "CMP", "below", "at_most", "strong_below") or _named(items, "FREEZING")
    if counted is None or not low:
        if items[at].kind == "NIGHTS":
            sentence.take(at, at + 1, "PART", "18-30")
        return
    kind, value = ("COUNT_NOUN", "days") if counted.kind != "NUM" else ("TIMEUNIT", "day")
    sentence.take(at, at + 1, kind, value)


def _at_all(sentence: Sentence, at: int) -> None:
    """Silence "at all" where no times or places of it follow: "any frost at all"."""
    items = sentence.items
    if kind_at(items, at, "AT_ALL") is None:
        return
    after = at + 1
    while after < len(items) and items[after].text.lower() in ("the", "of"):
        after += 1
    word = items[at]
    if not any(kind_at(items, after, kind) for kind in ("NUM", "COUNT_NOUN", "TIME_NOUN")):
        sentence.take(at, at + 1, "EMPTY", "")
        return
    noun = kind_at(items, after, "COUNT_NOUN")
    if noun is not None and noun.value in ("hours", "times") and after == at + 1:
        sentence.take(at, at + 2, "ALL", "time")
        return
    items[at : at + 1] = [
        Item("PREP", "in", word.start, word.start + 2, word.text[:2]),
        Item("ALL", "all", word.start + 3, word.end, word.text[3:]),
    ]


def _lone_comparing(items: Sequence[Item], at: int) -> bool:
    """Whether nothing is said to be more or less: 爱尔兰跟苏格兰的平均气温对比."""
    return not any(
        _named(items, kind) for kind in ("COMPARE", "ADJ", "RISE", "FALL", "DIFFERENCE", "WHAT")
    )


def _grade_of_rain(sentence: Sentence, at: int) -> None:
    """Read 达到大暴雨量级, 够暴雨 and 算不算大雨 as the lower limit of the grade in 24 hours."""
    items = sentence.items
    grade = kind_at(items, at, "RAIN_GRADE")
    if grade is None:
        return
    first, last = at, at + 1
    graded = last < len(items) and items[last].text in _GRADED
    last += 1 if graded else 0
    before = at - 1
    while before >= 0 and items[before].text in ("了", "到", "上"):
        before -= 1
    led = kind_at(items, before, "ENOUGH")
    reached = kind_at(items, before, "CMP")
    if reached is not None and reached.value != "at_least":
        return
    if led is not None or reached is not None:
        first = before
    if led is None and not (graded and reached is not None):
        return
    amount = Amount(value=float(grade.value), unit="mm", words=grade.text)
    stated = Stated(amount, relation=Relation.AT_LEAST)
    whole = sentence.take(first, last, "AMOUNT", stated)
    asks = led is not None and led.value == "asks"
    if not _named_before(items, first):
        term = Term("precipitation", whole.text, hours=_GRADE_HOURS)
        items.insert(first, Item("TERM", term, whole.start, whole.start + 1, grade.text))
        items[first + 1] = replace(whole, start=whole.start + 1)
    if asks:
        items.append(Item("ASKS", "asks", whole.end, whole.end, whole.text))


def _named_before(items: Sequence[Item], at: int) -> bool:
    """Whether the clause names precipitation before a position."""
    for item in reversed(items[:at]):
        if item.text in _SIGNS:
            return False
        quantity = item.read_as("QUANT")
        if quantity is not None and quantity.value == "precipitation":
            return True
    return False
