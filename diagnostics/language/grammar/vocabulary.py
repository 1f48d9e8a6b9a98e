"""The words the grammar knows: the closed vocabulary, the quantities, the features, the places."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from datetime import date
from functools import lru_cache
from importlib.resources import files
from math import isfinite
from typing import Any

from diagnostics.documents import read_yaml
from diagnostics.language.grammar.charts import chart_names
from diagnostics.language.grammar.coordinates import coordinate_edges
from diagnostics.language.grammar.figure_dates import written_dates
from diagnostics.language.grammar.gazetteer import cities, labels_in, place_trie
from diagnostics.language.grammar.items import Item
from diagnostics.language.grammar.lattice import Atom, Edge, Trie, best_path, cut, edge_cost
from diagnostics.language.lexicon import entries, tools
from diagnostics.language.text_normalisation import chinese_number, flatten

_NUMERAL = re.compile(r"[零〇一二两三四五六七八九十百千]+(?:点[零〇一二三四五六七八九]+)?")
_SPELT = {
    word: float(number)
    for number, word in enumerate(
        [
            "zero",
            "one",
            "two",
            "three",
            "four",
            "five",
            "six",
            "seven",
            "eight",
            "nine",
            "ten",
            "eleven",
            "twelve",
            "thirteen",
            "fourteen",
            "fifteen",
            "sixteen",
            "seventeen",
            "eighteen",
            "nineteen",
            "twenty",
        ]
    )
}
_ISO = re.compile(
    r"(?<!\d)(?<!\d\.)(\d{4})[-/](\d{1,2})[-/](\d{1,2})"
    r"(?:(?:t|\s+)(\d{1,2})(?:(?::?(\d{2})(?::\d{2})?)?\s*(z|utc|[+-]\d{2}:?\d{2})|:(\d{2})(?::\d{2})?))?(?![\d:])"
)
_STAMP = re.compile(r"(?<![\d.])((?:19|20)\d{2})(\d{2})(\d{2})(\d{2})?(?![\d.])")
_HOUR_MINUTE = re.compile(r"(?<![\d.:])(\d{1,2}):(\d{2})(?::\d{2})?(?![\d:])")
_DAY_FIRST = re.compile(r"(?<![\d./])(\d{1,2})/(\d{1,2})/((?:19|20)\d{2})(?![\d/])")
_DAY_NAME = re.compile(r"(?<!\d)\d{1,2}[·•]\d{1,2}(?!\d)")
"""Of an event, by its day: "7·20"."""
_SHORT_YEAR = re.compile(r"(?<![\w'])'(\d{2})(?![\w'])")
_OFFSET_ZONE = re.compile(
    r"(?:utc|gmt)\s*([+-])\s*(\d{1,2})(?::?(\d{2}))?(?!\d)|(?<=\d)([+-])(\d{2}):(\d{2})(?!\d)"
)


_WORDS, _REQUEST_WORDS = "vocabulary.yaml", "request_words.yaml"
"""The closed vocabulary, and the words around requests; a word is first what the first says."""
_SHARED = ("EMPTY", "STORM", "STORM_WORD", "HOLIDAY", "WEEKDAY_OF", "PAST_WEEKEND")
"""Kinds of the second that questions and claims know too: no other word of it changes these."""


@lru_cache(maxsize=2)
def _trie(request: bool) -> Trie:
    trie = Trie()
    for name in (_WORDS, _REQUEST_WORDS):
        document: dict[str, dict[str, list[str]]] = read_yaml(
            files("diagnostics.language").joinpath("data", name).read_text("utf-8")
        )
        for kind, meanings in document.items():
            if name == _REQUEST_WORDS and not request and kind not in _SHARED:
                continue
            for meaning, words in meanings.items():
                for word in words:
                    trie.add(word, kind, str(meaning).strip())
    skipped = set(_names()["dropped"])
    for entry in entries().values():
        for name in entry.names:
            if name not in skipped and entry.id not in (
                "maximum_temperature",
                "minimum_temperature",
            ):
                trie.add(name, "QUANT", entry.id)
    for identity, words in _names()["added"].items():
        for word in words:
            trie.add(word, "QUANT", identity)
    for name, tool in chart_names():
        trie.add(name, "CHART", tool)
    for row in read_yaml(
        files("diagnostics.language").joinpath("data", "features.yaml").read_text("utf-8")
    ):
        for name in (*row["en"], *row["zh"]):
            if row["detector"] in tools():
                trie.add(str(name), "FEATURE", Feature(row["detector"], row.get("params", {})))
    return trie


class Feature:
    """A detector that a word means, with the parameters that the word adds."""

    def __init__(self, detector: str, params: dict[str, Any]) -> None:
        self.detector, self.params = detector, params

    def __eq__(self, other: object) -> bool:
        return isinstance(other, Feature) and vars(self) == vars(other)

    def __hash__(self) -> int:
        return hash(self.detector)

    def __repr__(self) -> str:
        return f"Feature({self.detector!r}, {self.params!r})"


@lru_cache(maxsize=1)
def _names() -> dict[str, Any]:
    document: dict[str, Any] = read_yaml(
        files("diagnostics.language").joinpath("data", "quantity_names.yaml").read_text("utf-8")
    )
    return document


def words_of(
    text: str,
    *,
    request: bool = False,
    day_first: bool | None = None,
    sources: Sequence[str] = (),
) -> list[Item]:
    """Cut a text into words with their readings.

    Parameters
    ----------
    text : str
        As written.
    request : bool
        With the words that only a request for a diagnosis knows.
    day_first : bool, optional
        How to read 3/4/2021; without it, it is left unread.
    sources : sequence of str, optional
        Names and titles of data.

    Returns
    -------
    list of Item
        Numbers are ``NUM``, dates and clock times in figures ``DATE``, ``CLOCK``, names of places
        ``NAME``; what nothing knows is ``UNKNOWN``.
    """
    flat = flatten(text)
    atoms = cut(flat)
    edges = [
        *_vocabulary_edges(atoms, request),
        *_number_edges(flat, atoms),
        *_patterns(flat, atoms),
    ]
    if request:
        edges += _figure_edges(text, atoms, day_first)
    edges += coordinate_edges(flat, atoms)
    edges += _letter_edges(text, atoms)
    edges += _place_edges(text, atoms, {(edge.start, edge.end) for edge in edges})
    edges += _label_edges(text, atoms)
    edges += _source_edges(atoms, sources)
    return best_path(text, atoms, edges)


def _vocabulary_edges(atoms: Sequence[Atom], request: bool) -> Iterator[Edge]:
    trie = _trie(request)
    for start in range(len(atoms)):
        dated = _dated(atoms, start)
        for end, readings in trie.matches(atoms, start):
            if dated and end > start + 1:
                continue
            yield Edge(start, end, tuple(readings), edge_cost(atoms, start, end))


def _dated(atoms: Sequence[Atom], at: int) -> bool:
    """Whether 日 ends a date: 4日最高气温 has no daily highest, and 26日里 no town of 日里."""
    return (
        atoms[at].text == "日"
        and at > 0
        and (atoms[at - 1].sort == "num" or atoms[at - 1].text in "一二三四五六七八九十")
    )


def _place_edges(text: str, atoms: Sequence[Atom], known: set[tuple[int, int]]) -> Iterator[Edge]:
    trie = place_trie()
    yield from _city_edges(text, atoms, known)
    lower = not any(one.isupper() for one in text[1:])
    for start in range(len(atoms)):
        for end, readings in trie.matches(atoms, start):
            latin = atoms[start].sort != "han"
            written = text[atoms[start].start : atoms[end - 1].end]
            common = any(str(name).islower() for _, name in readings)
            if latin and not (written[:1].isupper() or common or (lower and len(written) > 3)):
                continue
            if latin and len(written) < 3 and not written.isupper():
                continue
            if not latin and end - start == 1:
                continue
            taken = (start, end) in known
            cost = 1.1 if taken else 0.95 if end - start > 1 else 1.0
            yield Edge(start, end, tuple(("NAME", name) for _, name in readings), cost)


def _label_edges(text: str, atoms: Sequence[Atom]) -> Iterator[Edge]:
    """Find labels of places: "London (town, CA)"."""
    for start, end in labels_in(text, [atom.start for atom in atoms]):
        span = _span(atoms, start, end)
        if span is not None:
            yield Edge(*span, (("NAME", text[start:end]),), 0.4)


_SOURCE_WORDS = (
    "source",
    "use",
    "using",
    "来源",
    "资料来源",
    "采用",
    "使用",
    "利用",
    "基于",
    "根据",
)
"""Words that stand beside the name of data."""


def _source_edges(atoms: Sequence[Atom], sources: Sequence[str]) -> Iterator[Edge]:
    """Find the names of data; a word that the vocabulary knows is that word first."""
    if not sources:
        return
    trie = Trie()
    for word in _SOURCE_WORDS:
        trie.add(word, "SOURCE_WORD", word)
    for phrase in sources:
        trie.add(phrase, "SOURCE_NAME", phrase)
    for start in range(len(atoms)):
        for end, readings in trie.matches(atoms, start):
            yield Edge(start, end, tuple(readings), 1.2)


_LETTERS = {
    "T": "temperature",
    "Td": "dewpoint",
    "Z": "geopotential_height",
    "Q": "specific_humidity",
    "RH": "relative_humidity",
}
_LETTER = re.compile(
    r"(?<![A-Za-z0-9.'])(Td|T|Z|Q|RH)(1000|925|850|700|600|500|400|300|250|200|100)(?![A-Za-z0-9])"
)
_ALONE = re.compile(r"(?<![A-Za-z0-9.'°])(Td|T)(?= (?:at|over|in|on|above|near) )")


def _letter_edges(text: str, atoms: Sequence[Atom]) -> Iterator[Edge]:
    """Find quantities by their letters: T850, Z500, "T at 850 hPa"."""
    for match in _LETTER.finditer(text):
        span = _span(atoms, *match.span())
        if span is not None:
            yield Edge(*span, (("LETTER", (_LETTERS[match[1]], float(match[2]))),), 0.5)
    for match in _ALONE.finditer(text):
        span = _span(atoms, *match.span())
        if span is not None:
            yield Edge(*span, (("QUANT", _LETTERS[match[1]]),), 0.9)


_LONGEST_NAME = 6
"""Words, or Chinese characters and a half as many again, in the name of a town."""


def _city_edges(text: str, atoms: Sequence[Atom], known: set[tuple[int, int]]) -> Iterator[Edge]:
    names = cities()
    flat = text.lower()
    for start, atom in enumerate(atoms):
        if atom.sort not in ("word", "han") or _dated(atoms, start):
            continue
        if atom.sort == "word" and not text[atom.start : atom.start + 1].isupper():
            continue
        longest = 10 if atom.sort == "han" else _LONGEST_NAME
        for end in range(start + 1, min(len(atoms), start + longest) + 1):
            name = flat[atom.start : atoms[end - 1].end]
            if atom.sort == "han" and end - start < 2:
                continue
            if name in names and len(name) > (1 if atom.sort == "han" else 3):
                taken = (start, end) in known
                yield Edge(start, end, (("NAME", name),), 1.3 if taken else 1.05)


def _number_edges(flat: str, atoms: Sequence[Atom]) -> Iterator[Edge]:
    for at, atom in enumerate(atoms):
        if atom.sort == "num":
            number = float(atom.text.replace(",", ""))
            if isfinite(number):
                yield Edge(at, at + 1, (("NUM", number),), 1.0)
        elif atom.sort == "word" and atom.text in _SPELT:
            yield Edge(at, at + 1, (("NUM", _SPELT[atom.text]),), 1.0)
    for match in _NUMERAL.finditer(flat):
        for start in range(match.start(), match.end()):
            for end in range(start + 1, match.end() + 1):
                value = chinese_number(flat[start:end])
                if value is not None and not flat[start:end].startswith(("点", "百", "千")):
                    span = _span(atoms, start, end)
                    if span:
                        yield Edge(*span, (("NUM", value),), 1.0)


def _span(atoms: Sequence[Atom], start: int, end: int) -> tuple[int, int] | None:
    first = next((i for i, atom in enumerate(atoms) if atom.start == start), None)
    last = next((i for i, atom in enumerate(atoms) if atom.end == end), None)
    return None if first is None or last is None else (first, last + 1)


def _patterns(flat: str, atoms: Sequence[Atom]) -> Iterator[Edge]:
    for kind, pattern, read in (
        ("DATE", _ISO, _iso),
        ("DATE", _STAMP, _stamp),
        ("DATE", _DAY_FIRST, _day_first),
        ("CLOCK", _HOUR_MINUTE, _hour_minute),
        ("ZONE", _OFFSET_ZONE, _offset),
        ("NUM", _SHORT_YEAR, _short_year),
        ("DAY_NAME", _DAY_NAME, lambda match: match[0]),
    ):
        for match in pattern.finditer(flat):
            value = read(match)
            span = _span(atoms, match.start(), match.end())
            if value is not None and span is not None:
                yield Edge(*span, ((kind, value),), 0.4)


Stamp = tuple[int, int, int, int | None, int, str | None]
"""Year, month, day, hour, minute, zone."""


def _real(year: int, month: int, day: int, hour: int | None) -> bool:
    try:
        date(year, month, day)
    except ValueError:
        return False
    return hour is None or hour <= 24


def _iso(match: re.Match[str]) -> Stamp | None:
    year, month, day = int(match[1]), int(match[2]), int(match[3])
    hour = int(match[4]) if match[4] else None
    zone = match[6]
    if zone in ("z", "utc"):
        zone = "UTC"
    elif zone is not None and ":" not in zone:
        zone = f"{zone[:3]}:{zone[3:]}"
    if not _real(year, month, day, hour):
        return None
    return year, month, day, hour, int(match[5] or match[7] or 0), zone


def _day_first(match: re.Match[str]) -> Stamp | None:
    """Read 30/3/2019; where both numbers may be the month it is left unread."""
    first, second, year = int(match[1]), int(match[2]), int(match[3])
    if first <= 12 and second <= 12 and first != second:
        return None
    day, month = (first, second) if second <= 12 else (second, first)
    return (year, month, day, None, 0, None) if _real(year, month, day, None) else None


def _stamp(match: re.Match[str]) -> Stamp | None:
    year, month, day = int(match[1]), int(match[2]), int(match[3])
    hour = int(match[4]) if match[4] else None
    return (year, month, day, hour, 0, None) if _real(year, month, day, hour) else None


def either_order(text: str) -> bool:
    """Whether a date in figures may be read with the day or with the month first."""
    return any(written.doubtful for written in written_dates(text))


def _figure_edges(text: str, atoms: Sequence[Atom], day_first: bool | None) -> Iterator[Edge]:
    for written in written_dates(text):
        for (start, end), found in zip(written.spans, written.read(day_first), strict=False):
            span = _span(atoms, start, end)
            if span is not None:
                yield Edge(*span, (("DATE", (*found, None, 0, None)),), 0.4)


def _hour_minute(match: re.Match[str]) -> tuple[int, int] | None:
    hour, minute = int(match[1]), int(match[2])
    return (hour, minute) if hour <= 24 and minute < 60 else None


def _short_year(match: re.Match[str]) -> float:
    """Read '96: a year of the hundred that ends with 2049."""
    short = int(match[1])
    return float(1900 + short if short >= 50 else 2000 + short)


def _offset(match: re.Match[str]) -> str:
    sign, hours, minutes = (
        (match[1], match[2], match[3]) if match[1] else (match[4], match[5], match[6])
    )
    return f"{sign}{int(hours):02d}:{minutes or '00'}"
