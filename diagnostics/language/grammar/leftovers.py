"""Words that say no more than the query does, once it is built.

"The highest temperature anywhere in the domain, and where was it reached": a maximum over an area
is one of anywhere in it, and "reached" bounds no number. Such words are taken here; each rule names
the queries of which it is true. What turns or narrows a query stays, and is refused.
"""

from __future__ import annotations

from typing import Any

from diagnostics.contracts.form_terms import Reduce
from diagnostics.language.grammar.items import Item
from diagnostics.language.grammar.phrase_pool import SILENT, PhrasePool

_VERBS = (
    "reach", "hit", "attain", "touch", "get to", "got to", "climb to", "rise to", "rose to",
    "drop to", "fall to", "fell to", "dip to", "sink to", "sank to", "go down to", "went down to",
    "get down to", "got down to", "come down to", "climbed to", "dropped to", "dipped to", "到达",
    "达到", "达", "到过", "升到", "升至", "降到", "降至", "冲到", "热到", "冷到", "跌到", "掉到",
    "飙到", "低到", "up to", "down to", "as high as", "as low as", "as much as", "pass", "max",
    "下降到", "冻到", "涨到", "上到", "暖到", "最高到",
)  # fmt: skip
"""Comparisons that without a number only say that a value came about."""
_WHOLE = (
    "the whole", "the entire", "all of", "whole", "entire", "整个", "throughout", "the full",
    "across", "all over", "from beginning to end", "from start to end", "从头到尾", "自始至终",
    "everywhere in", "全", "全部", "所有",
)  # fmt: skip
_JOINED = ("PLACE", "TIME", "WHAT", "WHEN", "WHERE", "HOW", "HOW_MANY", "UNIT", "TERM")


def spend_leftovers(bag: PhrasePool, query: Any, *, statement: bool = False) -> None:
    """Take the words that add nothing to a query.

    Parameters
    ----------
    bag : PhrasePool
        Its words are marked as used.
    query : Query
        As it was built.
    statement : bool
        Whether it was stated: then words for all and any are part of what is checked.
    """
    rules = [_verb_without_number, _measured_in]
    if statement:
        pass
    elif _extreme(query):
        rules += [_anywhere, _all_of_it, _also_said]
    elif _plain(query):
        rules += [_all_of_it]
    for number, item in enumerate(bag.items):
        if number not in bag.used and any(rule(bag, number, item) for rule in rules):
            bag.used.add(number)
    for number, item in enumerate(bag.items):
        if not statement and number not in bag.used and _joins_nothing(bag, number, item):
            bag.used.add(number)


def _statistics(query: Any) -> list[Any]:
    """Return the statistics by which a number, or each of several, is reduced."""
    kind = getattr(query, "kind", "")
    if kind == "measure":
        return [one.reduce for one in (query.space, query.over) if one is not None]
    if kind == "arithmetic":
        return [one for number in query.numbers for one in _statistics(number)]
    if kind == "ranking":
        return [one for candidate in query.candidates for one in _statistics(candidate.number)]
    return []


def _extreme(query: Any) -> bool:
    """Whether a query asks for an extreme: of all values, or where or when it was."""
    kind = getattr(query, "kind", "")
    if kind == "position":
        return bool(query.position.kind == "extreme")
    if kind == "when":
        return bool(query.measure is not None)
    found = _statistics(query)
    return bool(found) and set(found) <= {Reduce.MAX, Reduce.MIN}


def _plain(query: Any) -> bool:
    """Whether a query is a number of all values of its place and time."""
    return bool(_statistics(query))


def _verb_without_number(bag: PhrasePool, number: int, item: Item) -> bool:
    found = item.read_as("CMP")
    if found is None or item.kind != "CMP":
        return False
    return found.value in ("at_least", "at_most", "above") and item.text.lower().startswith(_VERBS)


def _measured_in(bag: PhrasePool, number: int, item: Item) -> bool:
    """Whether "measured in" leads to a place and not to a unit."""
    named = any(one.read_as("UNIT") is not None for one in bag.items[number + 1 : number + 3])
    return item.kind == "UNIT_ASK" and item.text.isascii() and not named


def _anywhere(bag: PhrasePool, number: int, item: Item) -> bool:
    return item.read_as("ANY") is not None and item.read_as("NOWHERE") is None


def _all_of_it(bag: PhrasePool, number: int, item: Item) -> bool:
    found = item.read_as("ALL")
    return found is not None and item.text.lower().startswith(_WHOLE)


def _also_said(bag: PhrasePool, number: int, item: Item) -> bool:
    """Whether a word asks for what the answer gives beside the extreme."""
    if item.kind in ("WHAT", "EXISTS"):
        return True
    how = item.read_as("HOW") is not None or item.kind == "ADJ"
    return how and any(one.read_as("HOW") is not None for one in bag.items)


def _joins_nothing(bag: PhrasePool, number: int, item: Item) -> bool:
    """Whether "and" stands beside words that were taken and that bind nothing together."""
    if item.kind != "AND":
        return False
    beside = []
    for step in (-1, 1):
        at = number + step
        while 0 <= at < len(bag.items) and bag.items[at].kind in (*SILENT, "SIGN", "BE"):
            at += step
        beside.append(bag.items[at] if 0 <= at < len(bag.items) else None)
    return any(one is None or one.kind in ("WHEN", "WHERE", "WHAT", "HOW") for one in beside)
