"""Sentences that tell the circumstances of a question: where somebody was, when, what happened.

"We had a wedding in Cork on 16 March 2019. How cold was it at 3 pm?" A clause that asks nothing and
states no number, comparison or statistic is background: its words of daily life and its weather are
set aside, and its place and time are those of the question where the question names none.
"""

from __future__ import annotations

from collections.abc import Sequence

from diagnostics.language.grammar.asides import clauses_of, harmless
from diagnostics.language.grammar.items import Item, Sentence
from diagnostics.language.grammar.time_phrases import TimePhrase

_ASKING = (
    "WHAT", "HOW", "HOW_MANY", "HOW_LONG", "HOW_OFTEN", "HOW_FAR", "WHEN", "WHERE", "WHICH_UNIT",
    "WHICH", "WHICH_LEVEL", "WHICH_DIRECTION", "WHY", "ASKS", "STAT", "SUPER", "AREA_STAT",
    "AMOUNT", "NUM", "PERCENTILE", "COMPARE", "THAN", "DIFFERENCE", "UNIT", "TREND", "COUNT_NOUN",
    "SHARE", "NOT", "NEVER", "NOWHERE", "ALL", "ANY", "MOST", "CMP", "RANK", "EVENT_TYPES", "GRADE",
    "DAILY", "RISE", "FALL", "CHANGE", "FORCE", "FIRST", "ANOMALY", "CLIMATE", "WHAT_IF", "ADVICE",
    "CHART_WORD", "LEVEL", "EXISTS",
)  # fmt: skip
"""Kinds of words that make a clause part of the question."""
_TOLD = frozenset(
    ["EVENT", "RAINED", "STORM", "STORM_NAME", "STORM_WORD", "LIFE", "LOCALE", "ADJ", "DRY"]
)
"""Kinds of what may have happened."""
_PLACED = frozenset(["PLACE", "TIME"])
_WEATHER = frozenset(["precipitation", "snowfall", "wind_speed", "wind_gust"])


def set_background(sentence: Sentence, assumed: list[tuple[str, str]]) -> None:
    """Silence clauses that only tell the circumstances; when places, times and terms are read.

    Parameters
    ----------
    sentence : Sentence
        Changed in place: what is only background becomes ``EMPTY``; a place or time stays where
        the rest of the sentence names none.
    assumed : list of (str, str)
        Gets ``aside`` with the words of each clause.
    """
    parts = list(clauses_of(sentence.items))
    background = [part for part in parts if _tells(sentence.items[part[0] : part[1]])]
    rest = [
        item
        for part in parts
        if part not in background
        for item in sentence.items[part[0] : part[1]]
    ]
    if not background or not any(_asks(item) for item in rest):
        return
    placed = any(item.kind == "PLACE" for item in rest)
    dated = not all(_undated(item) for item in rest if item.kind == "TIME")
    for first, last in reversed(background):
        items = sentence.items[first:last]
        kinds = {item.kind for item in items}
        if ("PLACE" in kinds and placed) or ("TIME" in kinds and dated):
            # which of two places or times is meant is not for this rule to say
            continue
        words = sentence.text[items[0].start : items[-1].end]
        assumed.append(("aside", words))
        sentence.items[first:last] = [
            item if item.kind in _PLACED else Item("EMPTY", "", item.start, item.end, item.text)
            for item in items
        ]


def _asks(item: Item) -> bool:
    return item.kind == "TERM" or any(item.read_as(kind) is not None for kind in _ASKING)


def _undated(item: Item) -> bool:
    """Whether a time is hours of a day whose date is said elsewhere."""
    spoken = item.value
    if not isinstance(spoken, TimePhrase):
        return False
    return all(one is None or not one.dated for one in (spoken.first, spoken.last))


def _determined(items: Sequence[Item], at: int) -> bool:
    """Whether weather is spoken of as known: "the wind", "all that rain"."""
    return bool(at) and items[at - 1].text.lower() in ("the", "that", "this", "all that")


def _tells(items: Sequence[Item]) -> bool:
    """Whether a clause tells what happened and asks nothing."""
    if items[0].kind in ("BE", "WILL"):
        return False
    if not any(item.kind in _TOLD or item.kind == "TERM" for item in items):
        return False
    for at, item in enumerate(items):
        if item.kind in _PLACED or item.kind in _TOLD:
            continue
        if item.kind == "TERM" and item.value.id in _WEATHER and _determined(items, at):
            continue
        if any(item.read_as(kind) is not None for kind in _ASKING):
            return False
        if item.kind == "UNKNOWN" or not harmless(items, at):
            return False
    return True
