"""Turns of bulletins, brought to what the frames of statements read, before clauses are cut.

"Cardiff, on the coast of Wales, had 16 °C" has an apposition that only says where Cardiff lies;
"while Edinburgh only managed 14" leaves out the unit; "dropped from 2 °C at 08 UTC to -5 °C by 23
UTC" states two values.
"""

from __future__ import annotations

from dataclasses import replace
from itertools import pairwise

from diagnostics.contracts.form_terms import Approximation
from diagnostics.language.grammar.amounts import Stated
from diagnostics.language.grammar.datetimes import kind_at
from diagnostics.language.grammar.items import Item, Sentence
from diagnostics.language.grammar.phrase_pool import SILENT

_COMMAS = frozenset(",，、")
_STOPS = frozenset(",，、;；.。!！:：")
_QUIET = ("EMPTY", "PREP", "BE", "NEAR", "DIR", "SIDE", "LIFE", "LOCALE", "SUFFIX", "AREA", "VAGUE")


def settle_statement(sentence: Sentence) -> None:
    """Settle the turns of a statement; changes the sentence in place."""
    _appositions(sentence)
    _bare_numbers(sentence)
    _from_to(sentence)
    _one_low(sentence)
    _vague_comparisons(sentence)


def _silenced(item: Item) -> Item:
    return Item("EMPTY", "", item.start, item.end, item.text)


def _appositions(sentence: Sentence) -> None:
    """Silence "on the south coast of Wales" between commas behind a place."""
    items = sentence.items
    commas = [at for at, item in enumerate(items) if item.text in _COMMAS]
    for first, last in pairwise(commas):
        inside = items[first + 1 : last]
        places = [item for item in inside if item.kind == "PLACE"]
        if kind_at(items, first - 1, "PLACE") is None or len(places) != 1 or len(inside) < 2:
            continue
        if all(item.kind == "PLACE" or item.kind in _QUIET for item in inside):
            items[first : last + 1] = [_silenced(item) for item in items[first : last + 1]]


def _bare_numbers(sentence: Sentence) -> None:
    """Give a bare number of a later clause the unit of the one number before it."""
    items = sentence.items
    stated = [at for at, item in enumerate(items) if item.kind == "AMOUNT"]
    if not stated:
        return
    first = items[stated[0]].value
    if not isinstance(first, Stated) or not first.unit or first.unit in ("%", "km2"):
        return
    for at in range(stated[0] + 1, len(items)):
        number = kind_at(items, at, "NUM")
        last = at + 1 == len(items) or items[at + 1].text in _STOPS
        joined = kind_at(items, at + 1, "PREP") or kind_at(items, at + 1, "PLACE")
        apart = any(
            item.kind == "WHILE" or item.kind == "AND" or item.text in _STOPS
            for item in items[stated[0] + 1 : at]
        )
        if number is None or not (last or joined) or not apart:
            continue
        amount = first.amount.model_copy(
            update={
                "value": float(number.value),
                "words": number.text,
                "resolution": 1.0,
                "approximation": Approximation.AS_WRITTEN,
            }
        )
        items[at] = Item("AMOUNT", Stated(amount), number.start, number.end, number.text)


def _from_to(sentence: Sentence) -> None:
    """Read "dropped from 2 °C at 08 UTC to -5 °C by 23 UTC" as what was so at either time."""
    items = sentence.items
    for at, item in enumerate(items):
        if not (item.read_as("FALL") or item.read_as("RISE") or item.text in ("从", "由")):
            continue
        amounts = [n for n in range(at + 1, len(items)) if items[n].kind == "AMOUNT"]
        times = [n for n in range(len(items)) if items[n].kind == "TIME"]
        if len(amounts) != 2 or len(times) not in (2, 3):
            continue
        first, last = amounts
        one, two = times[-2:]
        english = first < one < last < two
        chinese = one < first < two < last
        ends = [items[n].value for n in amounts]
        bounded = any(not isinstance(end, Stated) or end.upper is not None for end in ends)
        if not (english or chinese) or bounded:
            continue
        middle = two if chinese else last
        if not any(
            items[n].kind in ("TO", "CMP", "FALL", "RISE") for n in range(first, last + 1)
        ) and (ends[1].relation is None):
            continue
        for n in amounts:
            items[n] = replace(
                items[n], value=replace(items[n].value, relation=None, reached=False)
            )
        for n in range(at, last):
            if n in amounts or n in times:
                continue
            if items[n].kind in ("FALL", "RISE", "FROM", "TO", "CMP") or items[n].text in (
                "从",
                "由",
            ):
                items[n] = _silenced(items[n])
        cut = Item("WHILE", "while", items[middle].start, items[middle].start, "")
        items.insert(middle, cut)
        return


def _one_low(sentence: Sentence) -> None:
    """Silence the number of "a low" and 有一低压."""
    items = sentence.items
    for at, item in enumerate(items):
        number = kind_at(items, at, "NUM")
        named = kind_at(items, at + 1, "TERM") or kind_at(items, at + 1, "FEATURE")
        if number is not None and number.value == 1 and named is not None:
            items[at] = _silenced(item)


def _vague_comparisons(sentence: Sentence) -> None:
    """Read "lighter" and 较小 without what they are compared with as vague."""
    items = sentence.items
    several = sum(item.kind == "PLACE" for item in items) > 1
    several = several or sum(item.kind == "TIME" for item in items) > 1
    if several or any(item.read_as("THAN") or item.read_as("DIFFERENCE") for item in items):
        return
    for at, item in enumerate(items):
        if item.kind == "COMPARE" and item.text.startswith(("较", "偏")):
            items[at] = Item("VAGUE", "vague", item.start, item.end, item.text)


def found_where(part: Sentence) -> list[Sentence]:
    """Cut "it peaked at 18 °C, on the 26th" in two: how much the extreme was, and when or where.

    Parameters
    ----------
    part : Sentence
        A clause.

    Returns
    -------
    list of Sentence
        The clause, or two: with the number and without it.
    """
    items = part.items
    commas = [at for at, item in enumerate(items) if item.text in _COMMAS]
    for comma in commas:
        left, right = items[:comma], items[comma + 1 :]
        rest = [one for one in right if one.kind not in SILENT and one.text not in _STOPS]
        said = [one for one in rest if not (one.read_as("EXISTS") or one.kind == "VAGUE")]
        if len(said) != 1 or said[0].kind not in ("TIME", "PLACE"):
            continue
        amounts = [one for one in left if one.kind == "AMOUNT"]
        extreme = any(one.read_as("STAT") or one.read_as("SUPER") for one in left)
        if len(amounts) != 1 or not extreme:
            continue
        without = [_silenced(one) if one.kind == "AMOUNT" else one for one in left]
        return [Sentence(part.text, left), Sentence(part.text, [*without, said[0]])]
    return [part]
