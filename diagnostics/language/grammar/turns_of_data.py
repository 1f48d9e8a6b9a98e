"""Words that speak of the data or of the answer, and not of the weather.

特伦甘纳邦那份ERA5 and "the October file" name a file; "in this WRF run" says where a number comes
from; "two files compared:" says what is at hand. The label of a file is no place: it is listed in
the reading as a named source, and what it may narrow, such as a month, stays in the sentence.
"""

from __future__ import annotations

import re

from diagnostics.language.grammar.datetimes import kind_at
from diagnostics.language.grammar.items import Item, Sentence
from diagnostics.language.grammar.time_phrases import TimePhrase

_DEMONSTRATIVES = ("那", "这", "该", "此")
_MEASURES = ("份", "套", "组", "张", "个")
_LABELS = ("UNKNOWN", "NAME", "STORM_WORD", "SOURCE")
_FILES = frozenset(
    ["file", "snapshot", "dataset", "data", "grib", "netcdf", "crop", "文件", "资料"]
)
_OF_FILES = frozenset(["文件", "资料", "数据", "数据集", "快照"])
_PLURALS = frozenset(
    ["both", "two", "each", "every", "all", "either", "三", "两", "二", "各", "每"]
)
_OPENING = re.compile(
    r"(?:两|2|二)(?:份|个|张|组)?(?:文件|资料|数据|时次)(?:来|互相|之间)?"
    r"(?:比一比|比一下|比比|对比一下|对比|比较一下|比较|对照)[：:，,]"
    r"|(?:comparing|compare) the two (?:files|datasets|snapshots)[:,]"
    r"|(?:the )?two (?:files|datasets|snapshots)(?: compared)?[:,]",
    re.IGNORECASE,
)
_ANSWERED = re.compile(
    r"(?:(?:rounded )?(?:to|with|at) )?(?:one|two|three|1|2|3) decimals?(?: places?)?(?!\w)"
    r"|(?:请)?(?:保留|取|精确到)(?:小数点后)?(?:一|两|二|三|1|2|3)位(?:小数)?",
    re.IGNORECASE,
)
"""How many digits are asked for; the answer is rounded for display alone."""


_DESKS = (
    "hydrology|flood|trading|news|forecast|climate|energy|ops|operations|aviation|marine|insurance|"
    "claims|sports|city|night|duty|research|media|press"
)
_HEADINGS = re.compile(
    rf"(?:the |our )?(?:{_DESKS}) (?:desk|team|office|room|unit)(?: here)?(?:[.:,;]|\s-)"
    r"|(?:quick|sanity|reality|cross|spot|fact|double|sea[- ]effect|lake[- ]effect) check[:,]",
    re.IGNORECASE,
)
"""Openings that say who asks or that something is looked up, and bind nothing."""


def without_frames(text: str) -> tuple[str, list[str]]:
    """Return a text without what says how to write the answer, and what was left out.

    Parameters
    ----------
    text : str

    Returns
    -------
    tuple of (str, list of str)
        The text with blanks in the places of what was left out.
    """
    found: list[str] = []

    def blank(match: re.Match[str]) -> str:
        found.append(match.group().strip(" ：:，,"))
        return " " * len(match.group())

    for pattern in (_OPENING, _HEADINGS):
        opening = pattern.match(text)
        if opening is not None:
            text = blank(opening) + text[opening.end() :]
    return _ANSWERED.sub(blank, text), found


def settle_data(sentence: Sentence) -> None:
    """Settle words that speak of the data, before places are read; changes the sentence."""
    for turn in (
        _labelled_file,
        _this_source,
        _this_tile,
        _file_noun,
        _month_of_averages,
        _comparing,
        _coming_from,
        _remnants,
        _days_explained,
    ):
        at = 0
        while at < len(sentence.items):
            turn(sentence, at)
            at += 1


def _labelled_file(sentence: Sentence, at: int) -> None:
    """Read 特伦甘纳邦那份ERA5 and 卡塔琳娜那份NCEP资料 as the name of a source."""
    items = sentence.items
    if items[at].text not in _DEMONSTRATIVES and items[at].text not in ("这份", "那份", "这套"):
        return
    measure = at + 1 if items[at].text in _DEMONSTRATIVES else at
    if measure >= len(items) or items[measure].text[-1:] not in _MEASURES:
        return
    end = measure + 1
    source = kind_at(items, end, "SOURCE") is not None
    if source:
        end += 1
    if end < len(items) and items[end].text in _OF_FILES:
        source, end = True, end + 1
    start = at
    if start and items[start - 1].text == "的":
        start -= 1
    first = start
    while first and any(kind_at(items, first - 1, kind) for kind in _LABELS):
        first -= 1
    named = first < start and (source or kind_at(items, start - 1, "SOURCE") is not None)
    clear = not first or items[first - 1].kind in ("SIGN", "EMPTY", "PREP")
    if named and clear:
        sentence.take(first, end, "SOURCE", "source")
    elif source and not named:
        sentence.take(at, end, "SOURCE", "source")


def _this_source(sentence: Sentence, at: int) -> None:
    """Silence "this" before a source: "in this WRF run"."""
    items = sentence.items
    if items[at].text.lower() in ("this", "that") and kind_at(items, at + 1, "SOURCE") is not None:
        sentence.take(at, at + 1, "EMPTY", "")


def _this_tile(sentence: Sentence, at: int) -> None:
    """Silence "this" before a word for all of the data: "this tile", "this Lothar tile"."""
    items = sentence.items
    behind = at + 1
    while behind < len(items) and items[behind].kind in ("STORM_WORD", "SOURCE", "EMPTY"):
        behind += 1
    if items[at].text.lower() in ("this", "that") and kind_at(items, behind, "WHOLE_PLACE"):
        sentence.take(at, at + 1, "EMPTY", "")


def _file_noun(sentence: Sentence, at: int) -> None:
    """Silence "file" and 文件 of one file; "both files" and 两份文件 say something of each."""
    items = sentence.items
    if items[at].text.lower() not in _FILES or items[at].kind not in ("UNKNOWN", "LIFE", "REQUEST"):
        return
    before = at - 1
    while before >= 0 and items[before].kind == "EMPTY":
        before -= 1
    counted = before >= 0 and (
        items[before].text.lower() in _PLURALS or items[before].kind in ("NUM", "BOTH")
    )
    if counted:
        return
    if before >= 0 and kind_at(items, before, "ALL") is not None:
        # the whole file is all of the data
        sentence.take(before, at + 1, "EMPTY", "whole_place")
        return
    sentence.take(at, at + 1, "EMPTY", "")


def _month_of_averages(sentence: Sentence, at: int) -> None:
    """Read the 月 of 3月月平均 with the month before it: the mean of that month."""
    items = sentence.items
    if kind_at(items, at, "ZH_MONTH") is None or items[at].text != "月":
        return
    before: Item | None = items[at - 1] if at else None
    month = before is not None and before.kind == "TIME" and before.text.endswith(("月", "月份"))
    if month and kind_at(items, at + 1, "STAT") is not None:
        sentence.take(at, at + 1, "EMPTY", "")


def _days_explained(sentence: Sentence, at: int) -> None:
    """Silence days in brackets that a part of a month has anyway: 3月下旬（21—31日）."""
    items = sentence.items
    if at + 3 >= len(items) or items[at + 1].text not in ("(", "（"):
        return
    if items[at + 3].text not in (")", "）") or items[at].kind != "TIME":
        return
    part, days = _part_of_month(items[at]), _days_named(items[at + 2])
    if part is None or days is None or part[0] != days[0]:
        return
    whole_month = part[1] == _LAST_DAY and days[1] >= _SHORTEST_MONTH
    if part[1] == days[1] or whole_month:
        sentence.take(at + 1, at + 4, "EMPTY", "")


_LAST_DAY, _SHORTEST_MONTH = 31, 28


def _part_of_month(item: Item) -> tuple[int, int] | None:
    spoken = item.value
    first = spoken.first if isinstance(spoken, TimePhrase) and spoken.sort == "moment" else None
    return None if first is None else first.third


def _days_named(item: Item) -> tuple[int, int] | None:
    spoken = item.value if item.kind == "TIME" else None
    if not isinstance(spoken, TimePhrase) or spoken.sort != "range":
        return None
    first, last = spoken.first, spoken.last
    if first is None or last is None or first.day is None or last.day is None:
        return None
    return None if first.timed or last.timed else (first.day, last.day)


_COMPARED = ("COMPARE", "THAN", "DIFFERENCE", "MINUS", "RATIO")


def _comparing(sentence: Sentence, at: int) -> None:
    """Silence "compare" where it is said what is: "Compare Tokyo: how much colder was ..."."""
    items = sentence.items
    if items[at].text.lower() != "compare" or items[at].kind not in ("UNKNOWN", "LIFE", "REQUEST"):
        return
    rest = [item for n, item in enumerate(items) if n != at]
    if any(item.read_as(kind) is not None for item in rest for kind in _COMPARED):
        sentence.take(at, at + 1, "EMPTY", "")


def _coming_from(sentence: Sentence, at: int) -> None:
    """Silence "coming from" and "blowing from" of a question for a direction."""
    items = sentence.items
    if items[at].text.lower() != "from" or not at:
        return
    asked = any(item.read_as("WHICH_DIRECTION") is not None for item in items[:at])
    if asked and items[at - 1].text.lower() in ("coming", "blowing", "come", "blow", "came"):
        sentence.take(at - 1, at + 1, "EMPTY", "")


def _remnants(sentence: Sentence, at: int) -> None:
    """Join "the remnants of" to the storm behind it."""
    items = sentence.items
    storm = kind_at(items, at, "STORM")
    if storm is None or not storm.text.lower().endswith(" of"):
        return
    if kind_at(items, at + 1, "STORM_WORD") is not None:
        sentence.take(at, at + 2, "STORM_WORD", items[at + 1].value)
