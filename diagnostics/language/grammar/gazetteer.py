"""Names of places for the grammar: the gazetteer, further areas, rivers and towns."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from functools import lru_cache
from importlib.resources import files
from typing import Any

from diagnostics.contracts.space_time import Region
from diagnostics.documents import read_yaml
from diagnostics.grid.distance import great_circle_km
from diagnostics.grid.gazetteer import (
    DOMINANCE,
    NATIONAL,
    Place,
    known_places,
    places,
    prevailing_place,
)
from diagnostics.grid.regions import format_region
from diagnostics.language.area_names import is_water
from diagnostics.language.grammar.items import NotReadError
from diagnostics.language.grammar.lattice import Trie
from diagnostics.language.text_normalisation import flatten
from diagnostics.messages import Listing, Measure, Message

_WORDS = frozenset(
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


MOST_LISTED = 8
"""Namesakes that a refusal lists."""
CITY = 1_000_000
"""A town of so many people is meant before the state of its name."""
FAR_LARGER = 4
"""A town of a million and so many times larger than its namesakes is meant."""


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
        if name in _WORDS or len(name) < 2:
            continue
        if not name.isascii() and len(name) == 1:
            continue
        trie.add(name, "NAME", name)
    return trie


@dataclass(frozen=True, slots=True)
class City:
    """A town of the further table."""

    name: str
    country: str
    latitude: float
    longitude: float
    population: int

    @property
    def label(self) -> str:
        """Name with what tells it from its namesakes."""
        return f"{self.name} ({_position(self.country, self.latitude, self.longitude)})"


@dataclass(frozen=True, slots=True)
class Labelled:
    """A place that a label means alone.

    Parameters
    ----------
    label : str
        The name with the kind and the country of the place, ``London (town, CA)``; of namesakes of
        one kind and country all but the first, and towns of the further table, have their
        coordinates in it, ``Springfield (US, 39.8, -89.6)``.
    name : str
    of : Spot or Place or City
        The row of the table.
    kind : str
        country | territory | state | province | region | water | town
    aliases : tuple of str
        Its other names, in any language.
    population : int
        Of a town; 0 for others.
    """

    label: str
    name: str
    of: Spot | Place | City
    kind: str
    aliases: tuple[str, ...]
    population: int = 0

    @property
    def spot(self) -> Spot:
        """What the label stands for; made when it is asked for, of which few ever are."""
        if isinstance(self.of, City):
            return _city_spot(self.of)
        return _spot(self.of) if isinstance(self.of, Place) else self.of


@lru_cache(maxsize=1)
def labelled() -> dict[str, Labelled]:
    """Return every place by its label: the areas, the gazetteer, the towns of the further table."""
    found: dict[str, Labelled] = {}
    largest: dict[str, Labelled] = {}
    for table in (_labelled_areas(), _labelled_places(), _labelled_cities()):
        for one in table:
            found.setdefault(one.label, one)
            known = largest.setdefault(one.name, one)
            if known.kind == "town" and one.population > known.population:
                largest[one.name] = one
    also = _document()["names"].items()
    for name, others in (*also, *((place, (short,)) for short, place in _SHORT.items())):
        meant = found.get(name) or largest.get(name)
        if meant is not None:
            aliases = (*found[meant.label].aliases, *map(str, others))
            found[meant.label] = replace(meant, aliases=aliases)
    return found


def label_of(spot: Spot) -> str:
    """Return the label that means a place alone.

    Of a town that two tables hold it is that of the gazetteer.
    """
    named = [row for row in labelled().values() if row.name == spot.name]
    same = [row for row in named if row.spot == spot] or [
        row
        for row in named
        if spot.point is not None and row.kind == "town" and row.spot.region.holds(*spot.point)
    ]
    return same[0].label if same else spot.name


def _labelled_areas() -> Iterator[Labelled]:
    for sort in ("areas", "towns"):
        for row in _document().get(sort, ()):
            spot = _areas()[flatten(str(row["name"]))]
            kind = "town" if spot.point else "water" if row.get("water") else "region"
            inside = ", ".join(part for part in (kind, spot.country) if part)
            aliases = (*map(str, row.get("en", ())), *map(str, row.get("zh", ())))
            yield Labelled(f"{spot.name} ({inside})", spot.name, spot, kind, aliases)


def _labelled_places() -> Iterator[Labelled]:
    known: set[str] = set()
    for place in places():
        if place.kind == "region" and flatten(place.name) in _areas():
            # the area of that name is what the name means
            continue
        label = place.label
        if label in known:
            label = f"{place.name} ({_position(place.country, place.latitude, place.longitude)})"
        known.add(label)
        kind = "water" if place.kind == "region" and is_water(place.name) else place.kind
        yield Labelled(label, place.name, place, kind, place.aliases, place.population)


def _labelled_cities() -> Iterator[Labelled]:
    names: dict[City, list[str]] = {}
    for name, rows in cities().items():
        for city in rows:
            names.setdefault(city, []).append(name)
    for city, aliases in names.items():
        same = (
            place
            for place in known_places(city.name)
            if place.kind == "town" and place.region.holds(city.latitude, city.longitude)
        )
        if next(same, None) is None:
            yield Labelled(city.label, city.name, city, "town", tuple(aliases), city.population)


def _position(country: str, latitude: float, longitude: float) -> str:
    return f"{country}, {latitude:.1f}, {longitude:.1f}"


@lru_cache(maxsize=1)
def _labels() -> dict[str, str]:
    return {label.casefold(): label for label in labelled()}


_LABEL_END = re.compile(
    r" \((?:country|territory|state|province|region|water|town)(?:, ?[A-Za-z]{2})?\)"
    r"| \([A-Za-z]{2}, -?\d{1,2}\.\d, -?\d{1,3}\.\d\)"
)
_LONGEST_LABEL = 80


def labels_in(text: str, starts: Sequence[int]) -> Iterator[tuple[int, int]]:
    """Yield where labels of places stand, the longest that ends at each closing bracket.

    Parameters
    ----------
    text : str
    starts : sequence of int
        Where words begin, ascending.
    """
    for match in _LABEL_END.finditer(text):
        for start in starts:
            if match.end() - start > _LONGEST_LABEL:
                continue
            if start < match.start() and text[start : match.end()].casefold() in _labels():
                yield start, match.end()
                break


@lru_cache(maxsize=1)
def cities() -> dict[str, tuple[City, ...]]:
    """Return the towns that the gazetteer does not hold, by every name in lower case."""
    text = files("diagnostics.language").joinpath("data", "cities.tsv").read_text("utf-8")
    found: dict[str, list[City]] = {}
    for line in text.splitlines()[1:]:
        name, country, latitude, longitude, population, *rest = line.split("\t")
        city = City(name, country, float(latitude), float(longitude), int(population))
        for one in dict.fromkeys((name.lower(), *"".join(rest).lower().split("|"))):
            if one not in _WORDS and len(one) > 1:
                found.setdefault(one, []).append(city)
    return {name: tuple(rows) for name, rows in found.items()}


def _city(name: str, within: tuple[Place, ...]) -> Spot | None:
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
    chosen = _largest(rows)
    if chosen is None:
        raise _ambiguous(name, [_city_spot(row) for row in rows])
    return _city_spot(chosen)


def _ambiguous(name: str, spots: Sequence[Spot]) -> NotReadError:
    shown = tuple(spots[:MOST_LISTED])
    labels = tuple(label_of(spot) for spot in shown)
    places = Listing(items=labels, style="clauses")
    said = Message(id="error-ambiguous_place", params={"name": name, "places": places})
    return NotReadError("ambiguous", said, name, labels, namesakes=shown)


def _city_spot(city: City) -> Spot:
    box = Region(
        west=city.longitude, south=city.latitude, east=city.longitude, north=city.latitude
    ).padded(0.5)
    return Spot(city.name, box, (city.latitude, city.longitude), "", city.country)


def _largest(rows: tuple[City, ...]) -> City | None:
    if len(rows) < 2:
        return rows[0] if rows else None
    first, second = sorted(rows, key=lambda row: -row.population)[:2]
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
    if name.endswith(")") and name.casefold() in _labels():
        return labelled()[_labels()[name.casefold()]].spot
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
    if not (qualifier or within) and extent is not None:
        candidates, found = _in_data(name, base, candidates, extent)
        if found is not None:
            return found
    if not candidates:
        outer = _named(qualifier) if qualifier else ()
        city = _city(base, outer)
        if city is not None:
            return city
    if not candidates:
        raise NotReadError(
            "unknown_words", Message(id="grammar-unknown_place", params={"name": name}), name
        )
    place = candidates[0] if len(candidates) == 1 else _chosen(candidates)
    if place is None:
        raise _ambiguous(name, [_spot(one) for one in candidates])
    _alone(place, name, extent, qualifier)
    return _spot(place)


def _in_data(
    name: str, base: str, candidates: tuple[Place, ...], extent: Region
) -> tuple[tuple[Place, ...], Spot | None]:
    """Let the data decide between namesakes: those outside them are not meant.

    Returns
    -------
    tuple of Place, Spot or None
        The candidates of the gazetteer that are left, and the place that is meant where it is the
        only one of that name in the data. With none of them there all are left.

    Raises
    ------
    NotReadError
        ``ambiguous`` where several lie in the data and none is far larger; ``outside_the_data``
        where several lie outside and none is far larger.
    """
    towns = [
        city
        for city in cities().get(flatten(base), ())
        if not any(
            place.kind == "town" and place.region.holds(city.latitude, city.longitude)
            for place in candidates
        )
    ]
    if len(candidates) + len(towns) < 2:
        return candidates, None
    kept = tuple(place for place in candidates if lies_in(_spot(place), extent))
    near = tuple(city for city in towns if extent.holds(city.latitude, city.longitude))
    spots = [*map(_spot, kept), *map(_city_spot, near)]
    if len(spots) == 1:
        return kept, spots[0]
    if spots:
        chosen = _chosen(kept) if kept and not near else _largest(near) if not kept else None
        if chosen is None and len(spots) < len(candidates) + len(towns):
            raise _ambiguous(name, spots)
        return candidates, None
    if (_chosen(candidates) if candidates else _largest(tuple(towns))) is None:
        raise outside_data(name, [*map(_spot, candidates), *map(_city_spot, towns)], extent)
    return candidates, None


def lies_in(spot: Spot, extent: Region) -> bool:
    """Whether a town, or a part of an area, lies in the data."""
    if spot.point is not None:
        return extent.holds(*spot.point)
    return extent.overlap(spot.region) is not None


def outside_data(name: str, spots: Sequence[Spot], extent: Region) -> NotReadError:
    """Return the refusal of a name whose places all lie outside the data, the nearest first."""
    apart = sorted((_km_from(spot, extent), label_of(spot)) for spot in spots)
    items = tuple(
        Message(
            id="grammar-place_apart",
            params={"place": label, "distance": Measure(measure=km, unit="km", digits=0)},
        )
        for km, label in apart[:MOST_LISTED]
    )
    params = {
        "name": name,
        "places": Listing(items=items, style="clauses"),
        "extent": format_region(extent),
    }
    said = Message(id="grammar-place_outside_data", params=params)
    return NotReadError("outside_the_data", said, name)


def _km_from(spot: Spot, extent: Region) -> float:
    """Distance of a place from the nearest point of the data, km."""
    latitude, longitude = spot.point or spot.region.center
    east = (longitude - extent.west) % 360.0
    beyond = east - extent.width
    if beyond > 0.0:
        longitude = extent.west if 360.0 - east < beyond else extent.west + extent.width
    north = min(max(latitude, extent.south), extent.north)
    at = spot.point or spot.region.center
    return float(great_circle_km(*at, north, longitude))


def _alone(place: Place, name: str, extent: Region | None, qualifier: str) -> None:
    """Refuse a town that has a namesake nearly as large in the further table.

    Raises
    ------
    NotReadError
        ``ambiguous``.
    """
    if place.kind != "town" or qualifier:
        return
    rivals = [
        city
        for city in cities().get(flatten(name), ())
        if not place.region.holds(city.latitude, city.longitude)
        and city.population * DOMINANCE > place.population
        and (extent is None or extent.holds(city.latitude, city.longitude))
    ]
    if not rivals:
        return
    raise _ambiguous(name, [_spot(place), *map(_city_spot, rivals)])


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


def _chosen(candidates: tuple[Place, ...]) -> Place | None:
    first = prevailing_place(candidates)
    if first is not None:
        return first
    towns = [p for p in candidates if p.kind == "town" and p.population >= CITY]
    if len(towns) == 1 and all(p.kind == "state" for p in candidates if p is not towns[0]):
        return towns[0]
    return None


def _spot(place: Place) -> Spot:
    if place.kind == "town":
        return Spot(place.name, place.region, (place.latitude, place.longitude), "", place.country)
    outline = place.label if place.outline is not None else ""
    return Spot(place.name, place.region, None, outline, place.country)
