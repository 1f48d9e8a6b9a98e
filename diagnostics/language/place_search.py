"""Places by a part of their name, in English, Chinese and the other names that tables know."""

from __future__ import annotations

import re
import unicodedata
from array import array
from bisect import bisect_left
from collections import Counter, defaultdict
from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from difflib import SequenceMatcher
from functools import lru_cache

from pydantic import Field

from diagnostics.contracts.base import Contract
from diagnostics.contracts.enums import Language
from diagnostics.contracts.space_time import Region
from diagnostics.grid.gazetteer import NATIONAL, places
from diagnostics.language.area_names import chinese_names, is_chinese, place_name
from diagnostics.language.defaults import box_around
from diagnostics.language.grammar.gazetteer import CITY, Labelled, labelled

_KINDS = {"country": 0, "territory": 0, "state": 1, "province": 1, "region": 2, "water": 2}
_LARGE_TOWN, _TOWN = 2, 3
_EXACT, _BEGIN, _WORD = 0, 2, 4
"""How well a name fits; the names by which a place is shown are one better than its others."""
_NEAR = 0.72
"""Least likeness of a name that is written nearly so."""
_LONGEST_NEAR = 40
"""Characters of a text for which names that are nearly alike are looked for."""
_COMPARED = 200
"""Names with most pairs of letters of the text that are compared with it."""
_APART = re.compile(r"[^0-9a-z]+")


class FoundPlace(Contract):
    """A place whose name fits: a country, a province, a sea, a town.

    `label` distinguishes it from its namesakes and can stand in a request in words; `region` is
    what a diagnosis of the place covers, for a town or a position the box around it.
    """

    name: str
    name_zh: str = Field(description="empty where none is known")
    label: str
    kind: str = Field(description="country | territory | state | province | region | water | town")
    country: str = Field(description="two letters, empty for seas and regions of several countries")
    country_name: str
    country_name_zh: str
    matched: str = Field(description="the name or alias that fits")
    region: Region
    latitude: float = Field(description="degrees north")
    longitude: float = Field(description="degrees east, -180 to 180")
    population: int = Field(description="of a town, 0 for others")


def search_places(text: str, limit: int = 10) -> tuple[FoundPlace, ...]:
    """Find places by the begin of a name, or of a word in it; the likeliest first.

    Case, accents and punctuation do not count. Names that are exactly so come before those that
    begin so, and these before those of which a word does; then countries, states and provinces,
    regions, waters and towns of a million, other towns; then the larger population. Where nothing
    fits, names that are nearly so are found.

    Parameters
    ----------
    text : str
    limit : int

    Examples
    --------
    >>> [place.label for place in search_places("wisc", 1)]
    ['Wisconsin (state, US)']
    >>> [place.name for place in search_places("河南", 1)]
    ['Henan']
    """
    wanted = fold(text)
    if not wanted:
        return ()
    index = _index()
    best: dict[int, tuple[int, str]] = {}
    for rank, name, number in (*index.begins(wanted), *index.words(wanted)):
        if number not in best or rank < best[number][0]:
            best[number] = rank, name
    if not best:
        return tuple(_found(index.rows[number], name) for number, name in _near(wanted, limit))
    ordered = sorted(best, key=lambda number: (best[number][0], index.weights[number]))
    return tuple(_found(index.rows[number], best[number][1]) for number in ordered[:limit])


def fold(text: str) -> str:
    """Return a name in lower case without accents, its words with one blank between them."""
    if text.isascii():
        return _APART.sub(" ", text.lower()).strip()
    plain = unicodedata.normalize("NFKD", text.casefold())
    kept = (one for one in plain if not unicodedata.combining(one))
    return " ".join("".join(one if one.isalnum() else " " for one in kept).split())


_Name = tuple[str, str, int, bool]


@dataclass(frozen=True)
class _Index:
    """Folded names in order, each with the name as written, its place, and whether it is shown."""

    rows: tuple[Labelled, ...]
    names: list[_Name]
    inner: list[_Name]
    weights: list[tuple[int, int, str]]
    pairs: dict[str, array[int]]
    """Where in `names` the shown ones stand that have two letters beside each other."""

    def begins(self, wanted: str) -> Iterator[tuple[int, str, int]]:
        """Yield the names that are so or begin so, with how well they fit."""
        for key, name, number, shown in _from(self.names, wanted):
            yield (_EXACT if key == wanted else _BEGIN) + (not shown), name, number

    def words(self, wanted: str) -> Iterator[tuple[int, str, int]]:
        """Yield the names of which a later word begins so."""
        for _, name, number, shown in _from(self.inner, wanted):
            yield _WORD + (not shown), name, number


def _from(rows: list[_Name], wanted: str) -> Iterator[_Name]:
    at = bisect_left(rows, (wanted,))
    while at < len(rows) and rows[at][0].startswith(wanted):
        yield rows[at]
        at += 1


@lru_cache(maxsize=1)
def _index() -> _Index:
    rows = tuple(labelled().values())
    names: list[_Name] = []
    inner: list[_Name] = []
    for number, row in enumerate(rows):
        shown = {row.name, _chinese_name(row)}
        for name in dict.fromkeys((row.name, _chinese_name(row), *row.aliases)):
            key = fold(name)
            if not key:
                continue
            names.append((key, name, number, name in shown))
            inner += [(later, name, number, name in shown) for later in _later_words(key)]
    names.sort()
    inner.sort()
    pairs: dict[str, array[int]] = defaultdict(lambda: array("I"))
    for at, (key, _, _, is_shown) in enumerate(names):
        if is_shown:
            for pair in _pairs(key):
                pairs[pair].append(at)
    return _Index(rows, names, inner, [_weight(row) for row in rows], dict(pairs))


def _pairs(key: str) -> set[str]:
    return {key[at : at + 2] for at in range(len(key) - 1)}


def _later_words(key: str) -> Iterable[str]:
    """Return a name from each of its later words on; of a Chinese one, from each character."""
    if is_chinese(key):
        return (key[at:] for at in range(1, len(key) - 1) if not key[at].isspace())
    words = key.split()
    return (" ".join(words[at:]) for at in range(1, len(words)))


def _near(wanted: str, limit: int) -> list[tuple[int, str]]:
    """Return places whose name is nearly so, the likest first."""
    if len(wanted) < 3 or len(wanted) > _LONGEST_NEAR:
        return []
    index = _index()
    matcher = SequenceMatcher(autojunk=False)
    matcher.set_seq2(wanted)
    found: dict[int, tuple[float, str]] = {}
    shared = Counter(at for pair in _pairs(wanted) for at in index.pairs.get(pair, ()))
    for at, _ in shared.most_common(_COMPARED):
        key, name, number, _ = index.names[at]
        matcher.set_seq1(key)
        ratio = matcher.ratio()
        if ratio >= _NEAR and ratio > found.get(number, (0.0, ""))[0]:
            found[number] = ratio, name
    ordered = sorted(found, key=lambda number: (-round(found[number][0], 2), index.weights[number]))
    return [(number, found[number][1]) for number in ordered[:limit]]


def _weight(row: Labelled) -> tuple[int, int, str]:
    large = _LARGE_TOWN if row.population >= CITY else _TOWN
    return _KINDS.get(row.kind, large), -row.population, row.label


def _chinese_name(row: Labelled) -> str:
    """Return the Chinese name of a place; empty where none is known."""
    own = next((alias for alias in row.aliases if is_chinese(alias)), "")
    return own or chinese_names().get(row.label, "")


@lru_cache(maxsize=1)
def _countries() -> dict[str, tuple[str, str]]:
    return {
        place.country: (place.name, place_name(place, Language.ZH))
        for place in places()
        if place.kind in NATIONAL and place.country
    }


def _found(row: Labelled, matched: str) -> FoundPlace:
    spot = row.spot
    if spot.point is not None:
        latitude, longitude = spot.point
        point = Region(west=longitude, south=latitude, east=longitude, north=latitude)
        region = box_around(point)
    else:
        region, (latitude, longitude) = spot.region, spot.region.center
    country, country_zh = _countries().get(spot.country, ("", ""))
    return FoundPlace(
        name=spot.name,
        name_zh=_chinese_name(row),
        label=row.label,
        kind=row.kind,
        country=spot.country,
        country_name=country,
        country_name_zh=country_zh,
        matched=matched,
        region=region,
        latitude=latitude,
        longitude=longitude,
        population=row.population,
    )
