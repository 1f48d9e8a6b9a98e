"""A known word that an unknown one may be a slip for: said in the refusal, never read."""

from __future__ import annotations

import re
from functools import lru_cache

from diagnostics.language.grammar.gazetteer import WELL_KNOWN, cities, place_trie
from diagnostics.language.grammar.vocabulary import chinese_words_of_weather, words_known
from diagnostics.language.text_normalisation import flatten

_WORD = re.compile(r"[^\W\d_\u3400-\u9fff]+")
_SHORTEST = 4
"""Letters of a word below which too many others are near; of so many, only swapped ones count."""
_LONG = 8
"""Letters of a word from which two slips are allowed."""


_CONFUSED = (
    "暴爆瀑曝", "锋峰封", "温湿", "汽气", "涡窝锅", "槽糟曹", "潮朝嘲", "浪狼", "雪血", "降将绛",
    "阵振震", "雹包", "压鸭", "雨语羽", "风疯", "寒含", "旋悬", "脊背", "露漏", "霜双", "飓巨",
)  # fmt: skip
"""Characters that are written for one another: of one sound, or nearly of one shape."""


def near_word(text: str, sentence: str = "") -> tuple[str, str] | None:
    """Return the first word of a text to which one known word is near, and that word.

    Parameters
    ----------
    text : str
        What was not understood, as written.
    sentence : str
        In which it stands: a Chinese word is near by one character that is often confused, and
        the rest of it may be known.

    Returns
    -------
    tuple of (str, str) or None
    """
    for match in _WORD.finditer(text):
        capital = match[0][0].isupper()
        found = _nearest(flatten(match[0]), named=capital)
        if found is not None:
            return match[0], found.title() if capital else found
    return _confused(text, sentence or text)


def _confused(text: str, sentence: str) -> tuple[str, str] | None:
    """Return the longest Chinese word of weather that one confused character makes."""
    known = chinese_words_of_weather()
    found = [
        (written, near)
        for at, letter in enumerate(sentence)
        if letter in text
        for group in _CONFUSED
        if letter in group
        for other in group.replace(letter, "")
        for first in range(max(0, at - 3), at + 1)
        for last in range(max(at + 1, first + 2), min(len(sentence), first + 4) + 1)
        if (written := sentence[first:last])
        and (near := written[: at - first] + other + written[at - first + 1 :]) in known
    ]
    return max(found, key=lambda one: len(one[0]), default=None)


@lru_cache(maxsize=256)
def _nearest(word: str, *, named: bool) -> str | None:
    """Take words of weather before names of places, and fewer slips before more.

    Only a word with a capital may be a name: among so many towns, one is near to any word.
    """
    if len(word) < _SHORTEST or word in words_known():
        return None
    slips = 1 if len(word) < _LONG else 2
    pools = [(words_known(of_weather=True), slips)]
    if named:
        pools += [(_places(), slips), (_towns(word[0]), 1)]
    for names, allowed in pools:
        near = [
            (counted, abs(len(name) - len(word)), name)
            for name in names
            if name[0] == word[0]
            and abs(len(name) - len(word)) <= allowed
            and (len(word) > _SHORTEST or sorted(name) == sorted(word))
            and (counted := slips_between(word, name, allowed)) <= allowed
        ]
        if near:
            return min(near)[2]
    return None


@lru_cache(maxsize=1)
def _places() -> frozenset[str]:
    """Names of places of one word in the gazetteer."""
    return frozenset(name for name in place_trie().phrases() if _WORD.fullmatch(name))


@lru_cache(maxsize=64)
def _towns(letter: str) -> frozenset[str]:
    """Names of the further table that begin with a letter, of places that are well known."""
    return frozenset(
        name
        for name, rows in cities().items()
        if name[0] == letter and any(row.population >= WELL_KNOWN for row in rows)
    )


def slips_between(one: str, other: str, most: int) -> int:
    """Count the letters added, left out, changed or swapped with the next from one word to another.

    Parameters
    ----------
    one, other : str
    most : int
        Where there are more, `most` + 1 is returned.

    Returns
    -------
    int
    """
    before: list[int] = []
    row = list(range(len(other) + 1))
    for i, letter in enumerate(one, start=1):
        new = [i]
        for j, against in enumerate(other, start=1):
            cost = min(row[j] + 1, new[-1] + 1, row[j - 1] + (letter != against))
            if i > 1 and j > 1 and letter == other[j - 2] and one[i - 2] == against:
                cost = min(cost, before[j - 2] + 1)
            new.append(cost)
        if min(*new, *row) > most:
            return most + 1
        before, row = row, new
    return min(row[-1], most + 1)
