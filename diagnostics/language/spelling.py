"""Names and words that a word nobody knows may be meant as."""

from __future__ import annotations

from difflib import SequenceMatcher, get_close_matches
from functools import lru_cache
from importlib.resources import files

from diagnostics.contracts.enums import Language
from diagnostics.documents import read_yaml
from diagnostics.language.place_search import fold, search_places

_SHORTEST, _LONGEST = 4, 40
"""Letters of words that are looked up."""
_ALIKE, _ALIKE_SMALL = 0.8, 0.87
"""Least likeness; a word in small letters is seldom a name."""
_OFFERED, _MOST_WORDS = 3, 4
_KINDS = ("EVENT", "MONTH", "WEEKDAY", "DIR", "PRESET")
"""Kinds of words that are offered beside places."""


def near_spellings(words: str, language: Language) -> tuple[str, ...]:
    """Return words and places that are written nearly so, the likest words first.

    Only words in Latin letters are looked up; a label distinguishes a place from its namesakes.

    Examples
    --------
    >>> near_spellings("Tennesse", Language.EN)
    ('Tennessee (state, US)',)
    >>> near_spellings("nothern", Language.EN)
    ('northern',)
    """
    several = words.split()
    found = list(_near(words, language))
    if not found and 1 < len(several) <= _MOST_WORDS:
        found = [near for word in several for near in _near(word, language)]
    return tuple(dict.fromkeys(found))[:_OFFERED]


def _near(words: str, language: Language) -> list[str]:
    plain = fold(words)
    letters = plain.replace(" ", "")
    if not (letters.isascii() and letters.isalpha() and _SHORTEST <= len(letters) <= _LONGEST):
        return []
    found = get_close_matches(plain, _known(), 1, _ALIKE)
    if found:
        return [word.title() if words[:1].isupper() else word for word in found]
    least = _ALIKE_SMALL if words.islower() else _ALIKE
    return [
        (place.name_zh if language is Language.ZH else "") or place.label
        for place in search_places(words, _OFFERED)
        if SequenceMatcher(None, plain, fold(place.matched)).ratio() >= least
    ]


@lru_cache(maxsize=1)
def _known() -> tuple[str, ...]:
    """Return the single English words of the kinds that are offered."""
    found = {
        str(word)
        for name in ("vocabulary.yaml", "request_words.yaml")
        for kind, meanings in read_yaml(
            files("diagnostics.language").joinpath("data", name).read_text("utf-8")
        ).items()
        if kind in _KINDS
        for words in meanings.values()
        for word in words
    }
    return tuple(sorted(one for one in found if one.isascii() and one.isalpha()))
