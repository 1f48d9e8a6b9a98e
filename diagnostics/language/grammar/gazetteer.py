"""Names of places for the grammar: the gazetteer, further areas, rivers and towns."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from functools import lru_cache
from importlib.resources import files
from typing import Any

from diagnostics.contracts.space_time import Region
from diagnostics.documents import read_yaml
from diagnostics.grid.gazetteer import (
    DOMINANCE,
    NATIONAL,
    Place,
    known_places,
    places,
    prevailing_place,
)
from diagnostics.language.grammar.items import NotReadError
from diagnostics.language.grammar.lattice import Trie
from diagnostics.language.text_normalisation import flatten
from diagnostics.messages import Listing, Message

COMMON_WORDS = frozenset(
    [
        "of",
        "the",
        "as",
        "an",
        "no",
        "is",
        "or",
        "so",
        "at",
        "by",
        "up",
        "it",
        "be",
        "un",
        "march",
        "may",
        "mobile",
        "most",
        "nice",
        "same",
        "worth",
        "best",
        "many",
        "bath",
        "rain",
        "sun",
        "hit",
        "over",
        "ever",
        "reading",
        "split",
        "wells",
        "hull",
        "cork",
        "ness",
        "lens",
        "sale",
        "male",
        "derby",
        "champion",
        "normal",
        "central",
        "union",
        "hope",
        "peak",
        "independence",
        "superior",
        "cold",
        "bay",
        "orange",
    ]
)
"""Names that are words of other meaning when nothing marks them as a name."""


CITY = 1_000_000
"""A town of so many people is meant before the state of its name."""
LARGER = 4
"""A town so many times larger than its namesakes is meant; the reading names its country."""
_GLOBE = 350.0
"""Degrees of longitude from which data are of the whole earth."""
FAR_LARGER = 3
"""A town of a million and so many times larger than its namesakes is meant."""


WELL_KNOWN = 15_000
"""A place of so many people is meant before smaller namesakes."""
_SPOT = 0.1
"""Degrees within which two towns of one name are one."""


@dataclass(frozen=True)
class Spot:
    """What a name stands for."""

    name: str
    region: Region
    point: tuple[float, float] | None = None
    outline: str = ""
    country: str = ""


@lru_cache(maxsize=1)
def _document() -> dict[str, Any]:
    text = files("diagnostics.language").joinpath("data", "areas.yaml").read_text("utf-8")
    document: dict[str, Any] = read_yaml(text)
    return document


@lru_cache(maxsize=1)
def _areas() -> dict[str, Spot]:
    found = {}
    for row in _document()["areas"]:
        spot = Spot(str(row["name"]), Region.model_validate(row["box"]))
        for name in (row["name"], *row.get("en", ()), *row.get("zh", ())):
            found[flatten(str(name))] = spot
    for row in _document().get("towns", ()):
        latitude, longitude = row["at"]
        box = Region(west=longitude, south=latitude, east=longitude, north=latitude).padded(0.5)
        spot = Spot(str(row["name"]), box, (latitude, longitude), "", row.get("country", ""))
        for name in (row["name"], *row.get("en", ()), *row.get("zh", ())):
            found[flatten(str(name))] = spot
    return found


@lru_cache(maxsize=1)
def _aliases() -> dict[str, str]:
    return {
        flatten(str(other)): str(name)
        for name, others in _document()["names"].items()
        for other in others
    }


def states() -> dict[str, str]:
    """Return the states of the United States by their letters, as they follow a town."""
    return dict(_document()["states"])


@lru_cache(maxsize=1)
def place_trie() -> Trie:
    """Return every name of a place; the value of a name is itself."""
    trie = Trie()
    names = set(_areas()) | set(_aliases())
    for place in places():
        names.add(flatten(place.name))
        names.update(
            flatten(alias) for alias in place.aliases if not (alias.isascii() and len(alias) < 4)
        )
    names |= {"us", "usa", "uk", "uae", "prc"}
    for name in names:
        if name in COMMON_WORDS or len(name) < 2:
            continue
        if not name.isascii() and len(name) == 1:
            continue
        trie.add(name, "NAME", name)
    return trie


@dataclass(frozen=True)
class City:
    """A town of the further table, or a district, which has a box; no people are not known."""

    name: str
    country: str
    latitude: float
    longitude: float
    population: int
    box: Region | None = None

    @property
    def label(self) -> str:
        """Name with what tells it from its namesakes."""
        return f"{self.name} ({self.country}, {self.latitude:.1f}, {self.longitude:.1f})"


@lru_cache(maxsize=1)
def cities() -> dict[str, tuple[City, ...]]:
    """Return the towns and districts that the gazetteer lacks, by every name in lower case."""
    found: dict[str, list[City]] = {}

    def keep(city: City, aliases: str) -> None:
        for one in {city.name.lower(), *aliases.lower().split("|")} - {""}:
            if len(one) > 1:
                found.setdefault(one, []).append(city)

    for line in _rows("cities.tsv"):
        name, country, latitude, longitude, population, *rest = line
        keep(City(name, country, float(latitude), float(longitude), int(population)), "".join(rest))
    for name, country, edges, population, *rest in _rows("districts.tsv"):
        west, south, east, north = (float(edge) for edge in edges.split(","))
        box = Region(west=west, south=south, east=east, north=north)
        keep(City(name, country, *box.center, int(population), box), "".join(rest))
    return {name: tuple(rows) for name, rows in found.items()}


def _rows(table: str) -> Iterator[list[str]]:
    text = files("diagnostics.language").joinpath("data", table).read_text("utf-8")
    return (line.split("\t") for line in text.splitlines()[1:])


def _city(name: str, extent: Region | None, within: tuple[Place, ...]) -> Spot | None:
    rows = cities().get(flatten(name), ())
    if within:
        rows = tuple(
            row
            for row in rows
            if any(
                (p.kind in NATIONAL and p.country == row.country)
                or (p.kind not in NATIONAL and p.region.holds(row.latitude, row.longitude))
                for p in within
            )
        )
    if not rows:
        return None
    rows = _without_seats(rows)
    chosen = _largest(rows if within else _well_known(rows))
    if chosen is None and extent is not None:
        chosen = _largest(tuple(r for r in rows if extent.holds(r.latitude, r.longitude)))
    if chosen is None:
        labels = tuple(row.label for row in rows[:8])
        raise NotReadError(
            "ambiguous",
            Message(
                id="error-ambiguous_place",
                params={"name": name, "places": Listing(items=labels, style="clauses")},
            ),
            name,
            labels,
        )
    if chosen.box is not None:
        return Spot(chosen.name, chosen.box, None, "", chosen.country)
    box = Region(
        west=chosen.longitude, south=chosen.latitude, east=chosen.longitude, north=chosen.latitude
    ).padded(0.5)
    return Spot(chosen.name, box, (chosen.latitude, chosen.longitude), "", chosen.country)


def _everywhere(extent: Region | None) -> bool:
    """Whether data tell no namesakes apart."""
    return extent is None or extent.width >= _GLOBE


def _without_seats(rows: tuple[City, ...]) -> tuple[City, ...]:
    """Leave out a district whose town of the same name is meant, and a town listed twice."""
    towns = [row for row in rows if row.box is None]
    return tuple(
        row
        for at, row in enumerate(rows)
        if not any(
            row is not town
            and (
                row.box.holds(town.latitude, town.longitude)
                if row.box is not None
                else _same_spot(row, town) and rows.index(town) < at
            )
            for town in towns
        )
    )


def _same_spot(one: City, other: City) -> bool:
    return abs(one.latitude - other.latitude) + abs(one.longitude - other.longitude) < _SPOT


def _well_known(rows: tuple[City, ...]) -> tuple[City, ...]:
    """Leave out small namesakes of a larger town or district, which nobody means unqualified."""
    known = tuple(row for row in rows if row.population >= WELL_KNOWN)
    return known or rows


def _largest(rows: tuple[City, ...]) -> City | None:
    if len(rows) < 2:
        return rows[0] if rows else None
    first, second = sorted(rows, key=lambda row: -row.population)[:2]
    if not first.population:
        return None
    times = FAR_LARGER if first.population >= CITY else DOMINANCE
    return first if first.population >= times * second.population else None


_SHORT = {"us": "United States", "usa": "United States", "uk": "United Kingdom", "prc": "China"}


def spot_of(name: str, extent: Region | None, qualifier: str = "") -> Spot:
    """Return what a name means: with a qualifier, the namesake inside it; else the likeliest.

    Raises
    ------
    NotReadError
        ``ambiguous`` where several places of that name are as likely.
    """
    key = flatten(_SHORT.get(flatten(name), name))
    if key in _areas() and not qualifier:
        return _areas()[key]
    asked = _aliases().get(key, key)
    if flatten(asked) in _areas():
        return _areas()[flatten(asked)]
    base, _, within = asked.partition(" (")
    candidates = known_places(base)
    if within:
        parts = within.rstrip(")").split(", ")
        chosen = [p for p in candidates if p.kind == parts[0] and p.country == parts[-1]]
        candidates = tuple(chosen) or candidates
    if qualifier:
        candidates = _qualified(candidates, qualifier)
    if not candidates:
        outer = _named(qualifier) if qualifier else ()
        city = _city(base, extent, outer)
        if city is not None:
            return city
    if not candidates:
        raise NotReadError(
            "unknown_words", Message(id="grammar-unknown_place", params={"name": name}), name
        )
    place = candidates[0] if len(candidates) == 1 else _chosen(candidates, extent)
    if place is None:
        labels = tuple(p.label for p in candidates[:8])
        raise NotReadError(
            "ambiguous",
            Message(
                id="error-ambiguous_place",
                params={"name": name, "places": Listing(items=labels, style="clauses")},
            ),
            name,
            labels,
        )
    _alone(place, name, extent, qualifier)
    return _spot(place)


def _alone(place: Place, name: str, extent: Region | None, qualifier: str) -> None:
    """Refuse a town that has a namesake nearly as large in the further table.

    Raises
    ------
    NotReadError
        ``ambiguous``.
    """
    if place.kind != "town" or qualifier:
        return
    times = FAR_LARGER if place.population >= CITY else LARGER
    rivals = [
        city
        for city in cities().get(flatten(name), ())
        if city.box is None
        and not place.region.holds(city.latitude, city.longitude)
        and city.population * (times if _everywhere(extent) else DOMINANCE) > place.population
        and (extent is None or extent.holds(city.latitude, city.longitude))
    ]
    if not rivals:
        return
    labels = (place.label, *(city.label for city in rivals[:7]))
    raise NotReadError(
        "ambiguous",
        Message(
            id="error-ambiguous_place",
            params={"name": name, "places": Listing(items=labels, style="clauses")},
        ),
        name,
        labels,
    )


def _qualified(candidates: tuple[Place, ...], qualifier: str) -> tuple[Place, ...]:
    outer = _named(qualifier)
    kept = []
    for place in candidates:
        for around in outer:
            same = around.kind in NATIONAL and around.country == place.country
            inside = around.kind not in NATIONAL and around.region.holds(
                place.latitude, place.longitude
            )
            if place != around and (same or inside):
                kept.append(place)
                break
    return tuple(kept)


def _named(name: str) -> tuple[Place, ...]:
    return known_places(_aliases().get(flatten(name), _SHORT.get(flatten(name), name)))


def _chosen(candidates: tuple[Place, ...], extent: Region | None) -> Place | None:
    first = prevailing_place(candidates)
    if first is not None:
        return first
    if _everywhere(extent) and all(place.kind == "town" for place in candidates):
        most, second = sorted(candidates, key=lambda place: -place.population)[:2]
        times = FAR_LARGER if most.population >= CITY else LARGER
        if most.population >= times * second.population:
            return most
    towns = [p for p in candidates if p.kind == "town" and p.population >= CITY]
    if len(towns) == 1 and all(p.kind == "state" for p in candidates if p is not towns[0]):
        return towns[0]
    if extent is None:
        return None
    inside = [p for p in candidates if extent.holds(p.latitude, p.longitude)]
    if not inside:
        return None
    return inside[0] if len(inside) == 1 else prevailing_place(inside)


def _spot(place: Place) -> Spot:
    if place.kind == "town":
        return Spot(place.name, place.region, (place.latitude, place.longitude), "", place.country)
    outline = place.label if place.outline is not None else ""
    return Spot(place.name, place.region, None, outline, place.country)
