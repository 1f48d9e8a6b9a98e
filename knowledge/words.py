"""Words of a text as the search knows them: in any script, without accents and case.

Chinese is written without spaces, so its words are pairs of neighbouring characters. Everything
else is a run of letters or a number; what stands between them (`_`, `-`, `/`) parts words, so that
``theta_e``, ``0-6 km`` and ``m/s`` are found however they are typed.
"""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import lru_cache
from typing import NamedTuple

MOST_TERMS = 60
_LONGEST = 100
_LAST_POSITION = 16_383
_HAN = "\u3007\u3400-\u4dbf\u4e00-\u9fff\uf900-\ufaff\U00020000-\U0003ffff"
_WORDS = re.compile(rf"(?P<han>[{_HAN}]+)|\d+(?:\.\d+)*|(?:(?![{_HAN}])[^\W\d_])+")
_CHINESE = re.compile(f"[{_HAN}]")
_GREEK = re.compile(r"GREEK (?:SMALL|CAPITAL) LETTER (?:FINAL )?(\w+)$")

Stems = Mapping[str, Sequence[str]]
"""What the database's English stemmer makes of plain words; nothing of words such as ``the``."""


def says_why(text: str) -> bool:
    """Whether a reason says anything: a dot or a number alone is none."""
    return any(letter.isalpha() for letter in text)


class Word(NamedTuple):
    """A word, and from where to where it stands in its text."""

    text: str
    start: int
    end: int


@dataclass(frozen=True)
class Term:
    """What a searched text must hold: a word in one of its forms, or one that begins so."""

    word: str
    stems: tuple[str, ...] = ()
    begins: bool = False

    @property
    def query(self) -> str:
        """The term as PostgreSQL reads it."""
        first = f"'{self.word}':*" if self.begins else f"'{self.word}'"
        forms = [first, *(f"'{stem}'" for stem in self.stems if stem != self.word)]
        return f"({' | '.join(forms)})"

    def meets(self, word: str, stems: Sequence[str]) -> bool:
        """Whether a word of a text is what is searched."""
        if word == self.word or (self.begins and word.startswith(self.word)):
            return True
        return any(stem in self.stems for stem in (word, *stems))


@lru_cache(maxsize=5_000)
def words_of(text: str) -> tuple[Word, ...]:
    """Return the words of a text, pairs of Chinese characters among them, in their order.

    Items of the library name one another, so the same texts come again and again.
    """
    return tuple(_words(text))


def terms_of(text: str, stems: Stems) -> tuple[Term, ...]:
    """Return what a query asks for; the word that it ends with may be half typed.

    Parameters
    ----------
    text : str
    stems : mapping
        Of the words of the query. Words that the stemmer leaves nothing of are left out where there
        are others.
    """
    words = words_of(text)
    terms: dict[str, Term] = {}
    for place, word in enumerate(words):
        is_last = place == len(words) - 1
        if is_chinese(word.text):
            # A run that is longer than one character is found by its pairs alone.
            if len(word.text) == 2 or not (place and words[place - 1].end == word.end):
                terms[word.text] = Term(word.text, begins=len(word.text) == 1)
            continue
        given = stems.get(word.text)
        is_common = given is not None and not given
        if not is_common or is_last:
            # A single letter begins too much to be told from other words.
            begins = is_last and word.end == len(text) and (len(word.text) > 1 or not terms)
            terms[word.text] = Term(word.text, tuple(given or ()), begins)
    if not terms:
        terms = {word.text: Term(word.text) for word in words}
    return tuple(terms.values())[:MOST_TERMS]


def is_chinese(word: str) -> bool:
    """Whether a word is of Chinese characters."""
    return _CHINESE.match(word) is not None


def vector_of(parts: Iterable[tuple[str, str]], stems: Stems) -> str:
    """Return texts as PostgreSQL reads the words of a document.

    Parameters
    ----------
    parts : iterable of tuple
        Text and weight (A to D) of each.
    stems : mapping
    """
    found: dict[str, list[str]] = {}
    position = 0
    for text, weight in parts:
        for word in words_of(text):
            position = min(position + 1, _LAST_POSITION)
            for form in {word.text, *stems.get(word.text, ())}:
                found.setdefault(form, []).append(f"{position}{weight}")
    # PostgreSQL keeps no more places of a word than these.
    return " ".join(f"'{word}':{','.join(found[word][:255])}" for word in sorted(found))


def _words(text: str) -> Iterator[Word]:
    plain, places = _plain(text)
    for found in _WORDS.finditer(plain):
        start, end = found.span()
        if found["han"]:
            # The last character stands alone too, so that each can be found by itself.
            for at in range(start, end):
                last = min(at + 2, end)
                yield Word(plain[at:last], places[at], places[last - 1] + 1)
        else:
            word = found[0][:_LONGEST]
            yield Word(word, places[start], places[end - 1] + 1)


def _plain(text: str) -> tuple[str, Sequence[int]]:
    """Return a text without accents, case and widths, and where each character comes from."""
    if text.isascii():
        return text.casefold(), range(len(text))
    characters: list[str] = []
    places: list[int] = []
    for place, character in enumerate(text):
        plain = _plain_character(character)
        characters += plain
        places += [place] * len(plain)
    return "".join(characters), places


@lru_cache(maxsize=20_000)
def _plain_character(character: str) -> str:
    parts = unicodedata.normalize("NFKD", character).casefold()
    return "".join(
        f" {greek[1].casefold()} " if (greek := _GREEK.match(unicodedata.name(part, ""))) else part
        for part in parts
        if not unicodedata.combining(part)
    )
