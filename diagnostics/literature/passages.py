"""Passages of a paper that state a criterion, a value or a mechanism, found by rules alone.

The rules look at one sentence at a time: a quantity that the catalogue knows by name, how it
stands to a number, the number's unit, the level, the event, the region and the season. A number
whose unit does not measure the quantity is not one of it. No model is asked, so the same file
gives the same passages.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator
from dataclasses import dataclass, replace
from functools import lru_cache
from importlib.resources import files
from typing import Any, Literal

from diagnostics.contracts.enums import EventType
from diagnostics.documents import read_yaml
from diagnostics.errors import UnitsError
from diagnostics.grid.gazetteer import places
from diagnostics.language import area_names, lexicon
from diagnostics.language.text_normalisation import flatten
from diagnostics.literature.flowing import Sentence, sentences_of
from diagnostics.literature.paper import Page
from diagnostics.units import same_quantity

Kind = Literal["criterion", "value", "mechanism"]
Relation = Literal[">=", "<="]

_RELATIONS: tuple[Relation, ...] = (">=", "<=")
_NUMBER = r"(?P<number>[+-]?\d{1,6}(?:\.\d+)?)(?:\s?[×x]\s?10\s?\^?(?P<ten>-?\d{1,2})(?!\d))?"
_POWER = re.compile(r"(?P<symbol>[A-Za-z])\s?(?P<power>-[1-3])(?!\d)")
_SIGNS = str.maketrans("⁰¹²³⁴⁵⁶⁷⁸⁹⁻−–", "0123456789---")
_UNIT = re.compile(
    r"(?P<first>[A-Za-z°%][A-Za-z]*(?:\s?-[1-3](?!\d)|[23](?!\d))?)"
    r"(?:\s?[·*]?\s?[A-Za-z]{1,3}\s?-[1-3](?!\d)"
    r"|\s?/\s?\d{0,3}\s?[A-Za-z]{1,3}[23]?(?![A-Za-z])|\s?per\s[a-z]+)*"
)
_BETWEEN = 60
"""Characters at most between a quantity and how it stands to a number."""
_LEVEL_REACH = 40
_SHORT_NAME = 3
"""Names of so few letters are read only where they are capitals: LI and SI are words too."""


@dataclass(frozen=True)
class Statement:
    """What a passage states, with its place.

    `offset` is that of the sentence from the start of the page's text, in characters. `quantity` is
    of the lexicon, `operator` the index of the catalogue that measures it, or a field. `number` is
    as it was written, with its unit; `levels` are in hPa: one, or both of a layer.
    """

    kind: Kind
    page: int
    offset: int
    length: int
    text: str
    quantity: str
    operator: str
    relation: Relation | None = None
    value: float | None = None
    unit: str = ""
    number: str = ""
    levels: tuple[float, ...] = ()
    events: tuple[EventType, ...] = ()
    regions: tuple[str, ...] = ()
    seasons: tuple[str, ...] = ()
    denied: bool = False


@dataclass(frozen=True)
class _Read:
    """A sentence with its plain form, the quantities in it, and its event or that before it."""

    sentence: Sentence
    plain: str
    named: tuple[_Named, ...]
    earlier: tuple[_Named, ...]
    events: tuple[EventType, ...]


def _read(sentence: Sentence, before: _Read | None) -> _Read:
    plain = flatten(sentence.text.translate(_SIGNS))
    refers = before is not None and _words("refers").search(plain) is not None
    return _Read(
        sentence=sentence,
        plain=plain,
        named=tuple(_quantities(sentence.text, plain)),
        earlier=tuple(_beside_events(before.named, before.plain)) if before and refers else (),
        events=_events(plain) or (before.events if before is not None else ()),
    )


@dataclass(frozen=True)
class _Named:
    start: int
    end: int
    entry: lexicon.Entry


def find_statements(pages: Iterable[Page]) -> list[Statement]:
    """Return what the passages of a paper state, in the order of the paper."""
    found: list[Statement] = []
    for page in pages:
        before: _Read | None = None
        for sentence in sentences_of(page.text):
            read = _read(sentence, before)
            found += _statements(page.number, read)
            before = read
    return found


def _statements(page: int, read: _Read) -> Iterator[Statement]:
    sentence, plain, named = read.sentence, read.plain, read.named
    shared: dict[str, Any] = {
        "page": page,
        "offset": sentence.offset,
        "length": len(sentence.text),
        "text": sentence.text,
        "events": read.events,
        "regions": _regions(sentence.text),
        "seasons": tuple(dict.fromkeys(m[0] for m in _words("seasons").finditer(plain))),
    }
    decides = _words("criterion").search(plain) is not None
    stated = False
    for relation, start, end, value, number, unit in _comparisons(sentence.text, plain):
        one = _measured(read, start, unit)
        if one is None or _words("elsewhere").match(plain, _skip(plain, end)):
            continue
        stated = True
        yield Statement(
            kind="criterion" if decides else "value",
            quantity=one.entry.id,
            operator=one.entry.operator,
            relation=relation,
            value=value,
            unit=unit,
            number=number,
            levels=_levels(read, one, start),
            denied=_words("denied").search(plain[max(0, start - 15) : start]) is not None,
            **shared,
        )
    if not stated and shared["events"] and _words("mechanism").search(plain):
        for one in _beside_events(named, plain):
            yield Statement(
                kind="mechanism",
                quantity=one.entry.id,
                operator=one.entry.operator,
                levels=_levels(read, one, len(plain)),
                denied=_words("denied").search(plain) is not None,
                **shared,
            )


def _beside_events(named: tuple[_Named, ...], plain: str) -> Iterator[_Named]:
    """Yield the quantities that are not part of an event's name: the rain of heavy rain."""
    spans = [
        match.span()
        for pattern in _named_patterns("events").values()
        for match in pattern.finditer(plain)
    ]
    for one in named:
        if not any(start < one.end and one.start < end for start, end in spans):
            yield one


def _measured(read: _Read, start: int, unit: str) -> _Named | None:
    """Return the nearest quantity before a comparison that its unit measures.

    Words between them that make it a change are of another quantity: there is none then. A
    sentence that refers to the one before it may state the number alone.
    """
    for one in sorted(read.named, key=lambda item: start - item.end):
        if 0 <= start - one.end <= _BETWEEN and _measures(unit, one.entry.unit):
            changed = _words("changes").search(read.plain, one.end, start)
            return None if changed else one
    if any(_measures(unit, one.entry.unit) for one in read.named):
        return None
    fitting = [one for one in read.earlier if _measures(unit, one.entry.unit)]
    return replace(fitting[-1], start=-1, end=-1) if fitting else None


def _measures(unit: str, own: str) -> bool:
    try:
        return same_quantity(unit, own)
    except UnitsError:
        return False


def _comparisons(text: str, plain: str) -> Iterator[tuple[Relation, int, int, float, str, str]]:
    """Yield relation, start and end of its words, value, number as written and unit."""
    led: list[tuple[Relation, re.Match[str], int]] = []
    for relation in _RELATIONS:
        led += [
            (relation, match, match.end())
            for match in _named_patterns("relations")[relation].finditer(plain)
        ]
    taken: set[int] = set()
    for relation, match, position in sorted(led, key=lambda one: (one[1].start(), -one[2])):
        number = _led_number().match(plain, position)
        found = None if number is None else _amount(text, plain, number)
        if number is None or found is None or number.start("number") in taken:
            continue
        taken.add(number.start("number"))
        yield relation, match.start(), *found
    for number in re.finditer(rf"(?<![a-z0-9.]){_NUMBER}", plain):
        found = None if number.start("number") in taken else _amount(text, plain, number)
        if found is None:
            continue
        behind = {
            after.end(): relation
            for relation in _RELATIONS
            if (after := _named_patterns("after")[relation].match(plain, _skip(plain, found[0])))
        }
        if behind:
            yield behind[max(behind)], number.start("number"), *found


def _amount(text: str, plain: str, number: re.Match[str]) -> tuple[int, float, str, str] | None:
    """Return where an amount ends, its value, how it is written, and its unit."""
    found = _unit(text, plain, number.end())
    if found is None:
        return None
    unit, end = found
    written = text[number.start("number") : end].strip()
    return end, float(f"{number['number']}e{number['ten'] or 0}"), written, unit


@lru_cache(maxsize=1)
def _led_number() -> re.Pattern[str]:
    return re.compile(rf"\s*(?:{_words('about').pattern})?\s*{_NUMBER}")


@lru_cache(maxsize=1)
def _written_level() -> re.Pattern[str]:
    units = _words("level_units").pattern
    return re.compile(rf"(?<![\d.])(?:(\d{{2,4}})\s?[-~]\s?)?(\d{{2,4}})\s*-?\s*(?:{units})")


def unit_of(text: str) -> str:
    """Return a unit as `diagnostics.units` reads it, from how papers write it."""
    plain = text.translate(_SIGNS)
    return str(_document()["units"].get(plain, _POWER.sub(r"\g<symbol>\g<power>", plain)))


def quantities_named(text: str) -> list[lexicon.Entry]:
    """Return the quantities of the lexicon that a text names."""
    return [one.entry for one in _quantities(text, flatten(text.translate(_SIGNS)))]


def _skip(plain: str, position: int) -> int:
    while position < len(plain) and plain[position] == " ":
        position += 1
    return position


def _unit(text: str, plain: str, position: int) -> tuple[str, int] | None:
    """Return the unit that begins here and where it ends: the longest that is one."""
    position = _skip(plain, position)
    for chinese, unit in sorted(_document()["units"].items(), key=lambda item: -len(item[0])):
        if plain.startswith(chinese, position):
            return unit, position + len(chinese)
    rest = text[position : position + 40].translate(_SIGNS)
    match = _UNIT.match(rest)
    for written in () if match is None else (match[0], match["first"]):
        unit = _POWER.sub(r"\g<symbol>\g<power>", written)
        if _is_unit(unit):
            return unit, position + len(written)
    return None


@lru_cache(maxsize=4096)
def _is_unit(text: str) -> bool:
    """Whether a text measures what some quantity of the lexicon is measured in."""
    return any(_measures(text, unit) for unit in _own_units())


@lru_cache(maxsize=1)
def _own_units() -> tuple[str, ...]:
    return tuple(dict.fromkeys(entry.unit for entry in lexicon.entries().values()))


def _quantities(text: str, plain: str) -> Iterator[_Named]:
    """Yield the quantities that a sentence names; of names within names the longest."""
    end = 0
    for match in _names()[0].finditer(plain):
        name = match[0]
        if match.start() < end:
            continue
        if (
            name.isascii()
            and len(name) <= _SHORT_NAME
            and not text[match.start() : match.end()].isupper()
        ):
            continue
        end = match.end()
        yield _Named(match.start(), match.end(), _names()[1][name])


@lru_cache(maxsize=1)
def _names() -> tuple[re.Pattern[str], dict[str, lexicon.Entry]]:
    by_name: dict[str, lexicon.Entry] = {}
    for entry in lexicon.entries().values():
        for name in entry.names:
            if len(name) > 1:
                by_name.setdefault(flatten(name), entry)
    return _pattern(by_name), by_name


def _pattern(words: Iterable[str]) -> re.Pattern[str]:
    """Match any of the words, the longest first; English ones whole."""
    parts = []
    for word in sorted(words, key=lambda one: (-len(one), one)):
        left = r"(?<![a-z0-9])" if word[0].isascii() and word[0].isalnum() else ""
        right = r"(?![a-z0-9])" if word[-1].isascii() and word[-1].isalnum() else ""
        parts.append(f"{left}{re.escape(word)}{right}")
    return re.compile("|".join(parts))


@lru_cache(maxsize=1)
def _document() -> dict[str, Any]:
    text = files("diagnostics.literature").joinpath("words.yaml").read_text(encoding="utf-8")
    document: dict[str, Any] = read_yaml(text)
    return document


@lru_cache(maxsize=16)
def _words(name: str) -> re.Pattern[str]:
    return _pattern(flatten(str(word)) for word in _document()[name])


@lru_cache(maxsize=4)
def _named_patterns(section: str) -> dict[str, re.Pattern[str]]:
    """Return a pattern for each name of a section."""
    return {
        name: _pattern(flatten(word) for word in words)
        for name, words in _document()[section].items()
    }


def _events(plain: str) -> tuple[EventType, ...]:
    patterns = _named_patterns("events")
    return tuple(EventType(name) for name, one in patterns.items() if one.search(plain))


def _regions(text: str) -> tuple[str, ...]:
    """Return the areas that a sentence names, of those that the platform knows."""
    return tuple(dict.fromkeys(match[0] for match in _areas().finditer(text)))


@lru_cache(maxsize=1)
def _areas() -> re.Pattern[str]:
    known = {name for pair in area_names.chinese_names().items() for name in pair}
    known |= {place.name for place in places() if place.kind != "town"}
    names = {name.partition(" (")[0] for name in known if len(name) > 1}
    parts = (
        rf"(?<![A-Za-z]){re.escape(name)}(?![A-Za-z])" if name.isascii() else re.escape(name)
        for name in sorted(names, key=lambda one: (-len(one), one))
    )
    return re.compile("|".join(parts))


def _levels(read: _Read, one: _Named, stop: int) -> tuple[float, ...]:
    """Return the level in hPa that stands beside a quantity, or both of a layer.

    It stands before the number, and no other quantity between; of a quantity of the sentence
    before it stands anywhere.
    """
    nearest: tuple[int, tuple[float, ...]] | None = None
    earlier = one.end < 0
    for match in _written_level().finditer(read.plain, 0, len(read.plain) if earlier else stop):
        first, last = sorted(((match.start(), match.end()), (one.start, one.end)))
        away = 0 if earlier else last[0] - first[1]
        between = any(first[1] <= other.start < last[0] for other in read.named)
        if not 0 <= away <= _LEVEL_REACH or (between and not earlier):
            continue
        if nearest is None or away < nearest[0]:
            nearest = away, tuple(float(level) for level in match.groups() if level)
    return () if nearest is None else nearest[1]
