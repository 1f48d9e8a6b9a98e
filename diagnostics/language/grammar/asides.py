"""Clauses that frame a sentence and bind nothing: who asks, for whom, for what reason.

"We settle gas contracts on that", "contrary to the district's report", 家里花盆都吹跑了. Such a
clause begins with a word of a closed list, and each of its words is one that cannot narrow the
answer: no place, time, number, unit, quantity, event, negation, comparison or question word stands
in it, no name, and no unknown word behind a preposition of place. Everything else stays in the
sentence, where a word that is not read refuses it. What was set aside is listed in the reading.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from functools import lru_cache
from importlib.resources import files
from typing import Any

from diagnostics.documents import read_yaml
from diagnostics.language.grammar.datetimes import kind_at
from diagnostics.language.grammar.items import Item, Sentence

_ENDS = frozenset(",，;；.。?？!！:：()（）、")
_HARMLESS = frozenset(
    {"EMPTY", "PREP", "BE", "WILL", "UNKNOWN", "REQUEST", "AUDIENCE", "SOURCE", "AND", "SUFFIX",
     "UNIT_ASK", "LIFE", "LOCALE"}
)  # fmt: skip
"""Kinds of words that narrow nothing."""
_OF_OPENING = ("UNKNOWN", "TO", "STORM", "NOT", "DAY_NOUN", "ASKS", "NOQUANT")
"""Kinds that the opening itself may have."""
_TOLD = (
    "EMPTY", "UNKNOWN", "REQUEST", "SUFFIX", "VAGUE", "AUDIENCE", "PER", "THIS", "LIFE", "LOCALE",
)  # fmt: skip
_SLOTS = ("QUANT", "DAILY", "LEVEL", "SUPER", "STAT", "RAINED", "DTR", "UNIT", "CENTRAL")
"""Kinds before which a common noun is no aside: "for greenhouse temperature"."""
_OF_LIFE = ("LIFE", "AUDIENCE")
_LONGEST = 6
"""Words between "for" and who or what an answer is for."""


@lru_cache(maxsize=1)
def _words() -> dict[str, Any]:
    text = files("diagnostics.language").joinpath("data", "asides.yaml").read_text("utf-8")
    document: dict[str, Any] = read_yaml(text)
    found: dict[str, Any] = {name: frozenset(map(str, words)) for name, words in document.items()}
    person, joins = _any_of(document["person"]), _any_of(document["joins"])
    opens = _any_of(document["opens"])
    found["opening"] = re.compile(rf"(?:(?:{joins}\s+)*{person}|{opens})(?![\w'])")
    said = _any_of(document["says"])
    someone = (
        r"(?:(?:my|our|the|an?|some|one of my|one of our)\s+(?:[a-z-]+\s+){1,3}|" + person + r"\s+)"
    )
    found["saying"] = re.compile(rf"{someone}{said}(?:\s+that)?(?![\w'])")
    chinese = f"(?:{_any_of(document['joins_zh'])}?{_any_of(document['person_zh'])}"
    found["opening_zh"] = re.compile(f"{chinese}|{_any_of(document['opens_zh'])})")
    speakers, sayings = _any_of(document["speakers_zh"]), _any_of(document["says_zh"])
    found["saying_zh"] = re.compile(f"{speakers}{sayings}")
    return found


def words_of_asides(name: str) -> frozenset[str]:
    """Return one of the closed lists of ``asides.yaml``."""
    found: frozenset[str] = _words()[name]
    return found


def _any_of(words: Sequence[str]) -> str:
    longest_first = sorted(map(str, words), key=len, reverse=True)
    return "(?:" + "|".join(map(re.escape, longest_first)) + ")"


def set_aside(sentence: Sentence, assumed: list[tuple[str, str]]) -> None:
    """Silence the clauses that bind nothing; when places, times and quantities are read.

    Parameters
    ----------
    sentence : Sentence
        Changed in place: a clause becomes one ``EMPTY`` item.
    assumed : list of (str, str)
        Gets ``aside`` with the words of each.
    """
    for first, last in reversed(list(clauses_of(sentence.items))):
        items = sentence.items[first:last]
        text = _text(sentence, items).lower()
        said = _match(text, "saying")
        if said is not None:
            # only who says it: what is said stays
            end = items[0].start + said.end()
            inside = [item for item in items if item.end <= end]
            if inside and inside[-1].end == end:
                _silence(sentence, first, first + len(inside), items[0].start + said.end(), assumed)
                continue
        opened = _match(text, "opening")
        if opened is not None:
            _silence(sentence, first, last, items[0].start + opened.end(), assumed)
        elif _of_life(items):
            _silence(sentence, first, last, items[0].start, assumed)


def _of_life(items: Sequence[Item]) -> bool:
    """Whether a clause holds words of daily life, all of them known."""
    kinds = {item.kind for item in items}
    return bool(kinds & {"LIFE", "LOCALE", "AUDIENCE"}) and "UNKNOWN" not in kinds


def _match(text: str, name: str) -> re.Match[str] | None:
    words = _words()
    found: re.Match[str] | None = words[name].match(text) or words[f"{name}_zh"].match(text)
    return found


def purposes(sentence: Sentence, assumed: list[tuple[str, str]]) -> None:
    """Silence "for the morning briefing" and 给领导汇报用, before times are read.

    Part of a day, or a day with "'s", belongs to it only directly before what the answer is for.
    """
    items, at = sentence.items, 0
    while at < len(items):
        because = at and items[at - 1].text == "因"
        if items[at].text.lower() in _words()["purpose"] and not because:
            end = _purpose_end(items, at)
            if end is not None:
                taken = sentence.take(at, end, "EMPTY", "")
                assumed.append(("aside", taken.text))
        at += 1


def _purpose_end(items: Sequence[Item], at: int) -> int | None:
    end = last = at + 1
    while end < len(items) and end - at <= _LONGEST and _tells(items, end):
        end += 1
        if any(items[end - 1].read_as(kind) is not None for kind in _OF_LIFE):
            last = end
    if last == at + 1:
        return None
    inside = items[at + 1 : last]
    if any(kind_at(items, last, kind) is not None for kind in _SLOTS):
        return None
    unknown = any(item.kind == "UNKNOWN" for item in inside)
    return None if unknown and inside[0].text.lower() not in _words()["determiners"] else last


def _tells(items: Sequence[Item], at: int) -> bool:
    item = items[at]
    if item.kind == "UNKNOWN":
        return item.text.isascii() and item.text.islower()
    after = items[at + 1] if at + 1 < len(items) else None
    if item.read_as("PART") is not None or item.read_as("RELPART") is not None:
        return after is not None and after.read_as("AUDIENCE") is not None
    if item.read_as("RELDAY") is not None:
        return after is not None and after.text == "'s"
    return any(item.read_as(kind) is not None for kind in _TOLD)


def find_sites(sentence: Sentence) -> None:
    """Silence a site in the open beside a place that is named: "our vineyard near Pisa"."""
    if any(item.kind == "PLACE" for item in sentence.items):
        for at, item in enumerate(sentence.items):
            if item.kind == "LOCALE":
                sentence.take(at, at + 1, "EMPTY", "")


def clauses_of(items: Sequence[Item]) -> Iterator[tuple[int, int]]:
    """Yield where the clauses between signs begin and end."""
    start = 0
    for at in range(len(items) + 1):
        if at == len(items) or items[at].text in _ENDS or _dash(items, at):
            if at > start:
                yield start, at
            start = at + 1


def _dash(items: Sequence[Item], at: int) -> bool:
    """Whether a dash stands apart between two clauses."""
    if items[at].text not in ("-", "--") or not 0 < at < len(items) - 1:
        return False
    return items[at - 1].end < items[at].start and items[at].end < items[at + 1].start


def _text(sentence: Sentence, items: Sequence[Item]) -> str:
    return sentence.text[items[0].start : items[-1].end].replace("’", "'")


def _silence(
    sentence: Sentence, first: int, last: int, head: int, assumed: list[tuple[str, str]]
) -> None:
    """Silence a clause whose head ends at a position of the text, if none of its words binds."""
    items = sentence.items[first:last]
    if all(item.kind in ("EMPTY", "PREP", "BE", "WILL") for item in items):
        # it is silent as it is
        return
    for at, item in enumerate(items):
        opens = item.start < head and item.kind in _OF_OPENING
        if not opens and not harmless(items, at):
            return
    taken = sentence.take(first, last, "EMPTY", "")
    inside = [one for one in assumed if one[0] == "aside" and one[1] in taken.text]
    for one in inside:
        assumed.remove(one)
    assumed.append(("aside", taken.text))


def harmless(items: Sequence[Item], at: int) -> bool:
    """Whether a word of a clause that opens as an aside narrows nothing."""
    words, item = _words(), items[at]
    if item.text.lower() == "to" and item.kind == "TO":
        return at + 1 < len(items) and items[at + 1].kind != "UNKNOWN"
    if item.text == "-":
        # "a public-health historian"
        return 0 < at < len(items) - 1 and items[at - 1].end == item.start
    if item.text == "都":
        # 花盆都吹跑了: all of what the aside is about
        return bool(at) and items[at - 1].kind in ("UNKNOWN", "LIFE", "LOCALE")
    if item.kind == "NOQUANT" and item.value == "casualties":
        # what the answer is for: "I'm calibrating a damage threshold"
        return bool(at)
    if item.kind not in _HARMLESS or any(kind not in _HARMLESS for kind, _ in item.others):
        return False
    if item.kind != "UNKNOWN":
        return item.text.lower() not in words["binding"]
    if not item.text.isascii():
        binding = (words["binding_zh"] | words["named_after"]) & set(item.text)
        return not binding and not (at and items[at - 1].text in words["where"])
    if not item.text.islower() or item.text in words["binding"]:
        return False
    before = at - 1
    while before >= 0 and items[before].text.lower() in words["determiners"]:
        before -= 1
    if before < 0 or items[before].kind not in ("PREP", "TO", "FROM", "NEAR", "BETWEEN"):
        return True
    return before < at - 1 and items[before].text.lower() not in words["where"]
