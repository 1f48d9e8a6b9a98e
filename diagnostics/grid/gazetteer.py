"""Places by name, from countries to towns, in English and Chinese.

The table is carried with the package (see ``data/PROVENANCE.md``); no network is used. Contains
data from GeoNames (CC BY 4.0) and Natural Earth (public domain).
"""

from __future__ import annotations

import csv
import re
import unicodedata
from collections import defaultdict
from collections.abc import Sequence
from dataclasses import dataclass
from difflib import get_close_matches
from functools import lru_cache
from importlib.resources import files
from io import BytesIO, StringIO
from typing import TYPE_CHECKING

import numpy as np
from numpy.typing import ArrayLike, NDArray
from pydantic import ValidationError

from diagnostics.contracts.space_time import Region, wrap_longitude
from diagnostics.errors import ArgumentError
from diagnostics.grid.regions import ResolvedRegion, format_region
from diagnostics.messages import Listing, Message

if TYPE_CHECKING:
    import shapely
    from shapely.geometry.base import BaseGeometry


TOWN_HALF_WIDTH = 0.5
"""A town stands for a box that reaches this far to the north and south, degrees."""
DOMINANCE = 10
"""A town is meant by its bare name when it has this many times the people of any namesake."""
NATIONAL = ("country", "territory")
"""Kinds of place that have a country code of their own."""

_BOX_LIKE = re.compile(r"^[\s\d.,+\-eE]+$")
_MAX_CANDIDATES = 8
_QUALIFIED = re.compile(r"^(?P<name>.+?)\s*[,，(（]\s*(?P<qualifier>[^()（）]+?)\s*[)）]?$")


@dataclass(frozen=True)
class Place:
    """One entry of the gazetteer."""

    kind: str
    name: str
    country: str
    aliases: tuple[str, ...]
    latitude: float
    longitude: float
    population: int
    region: Region
    outline: int | None

    @property
    def label(self) -> str:
        """Name with what tells it from its namesakes, e.g. ``London (town, CA)``."""
        inside = ", ".join(part for part in (self.kind, self.country) if part)
        return f"{self.name} ({inside})"


def resolve_region(text: str | Region) -> ResolvedRegion:
    """Read a region: ``W,S,E,N`` in degrees, or the name of a country, region or town.

    Parameters
    ----------
    text : str or Region
        Names are known in English and Chinese, without regard to case and accents.

    Returns
    -------
    ResolvedRegion
        A town gives a box of one degree around it; a country its outline and bounding box.

    Raises
    ------
    ArgumentError
        ``invalid_region`` for a malformed box, ``unknown_place`` with the nearest spellings,
        ``ambiguous_place`` with the candidates.

    Examples
    --------
    >>> resolve_region("110,27,126,35").region.bounds()
    [110.0, 27.0, 126.0, 35.0]
    """
    if isinstance(text, Region):
        return ResolvedRegion(region=text, name=format_region(text))
    stripped = text.strip()
    if not stripped or _BOX_LIKE.match(stripped):
        try:
            region = Region.model_validate(stripped)
        except ValidationError as error:
            reason = error.errors()[0]["msg"].removeprefix("Value error, ")
            raise ArgumentError(
                Message(
                    id="griderror-invalid_region", params={"text": f"{text}", "reason": f"{reason}"}
                ),
                code="invalid_region",
                data={"region": text},
            ) from error
        return ResolvedRegion(region=region, name=format_region(region))
    return find_place(stripped)


def find_place(name: str) -> ResolvedRegion:
    """Find a place by its name, without regard to case, accents and punctuation.

    Parameters
    ----------
    name : str
        English or Chinese; ``name, qualifier`` or ``name (qualifier)`` chooses among namesakes by
        country (code or name) or kind (country, territory, state, province, region, town).

    Returns
    -------
    ResolvedRegion

    Raises
    ------
    ArgumentError
        ``unknown_place`` with the nearest spellings, ``ambiguous_place`` with the candidates.
    """
    candidates = _candidates(name)
    if not candidates:
        raise _unknown(name)
    chosen = _prevailing(candidates)
    if chosen is None:
        shown = candidates[:_MAX_CANDIDATES]
        labels = [place.label for place in shown]
        if len(set(labels)) < len(labels):
            labels = [_with_box(place) for place in shown]
        raise ArgumentError(
            Message(
                id="error-ambiguous_place",
                params={"name": name, "places": Listing(items=tuple(labels), style="clauses")},
            ),
            code="ambiguous_place",
            data={"name": name, "candidates": labels},
        )
    polygon = None if chosen.outline is None else outline(chosen.outline)
    return ResolvedRegion(region=chosen.region, polygon=polygon, name=chosen.label)


def known_places(name: str) -> tuple[Place, ...]:
    """Return every place of exactly that name or alias; empty where there is none.

    Parameters
    ----------
    name : str
        English or Chinese, without regard to case, accents and punctuation.
    """
    return _index().get(_key(name), ())


def prevailing_place(candidates: Sequence[Place]) -> Place | None:
    """Return the one of several namesakes that a bare name means, or None.

    Parameters
    ----------
    candidates : sequence of Place
    """
    return _prevailing(candidates) if candidates else None


def _with_box(place: Place) -> str:
    box = ",".join(f"{edge:.1f}" for edge in place.region.bounds())
    return f"{place.label} at {box}"


def places_at(latitude: float, longitude: float) -> tuple[Place, ...]:
    """Countries and states whose outline holds a point, the smallest first.

    Parameters
    ----------
    latitude, longitude : float
        Degrees.

    Examples
    --------
    >>> [place.name for place in places_at(66.0, 185.0)]
    ['Russia']
    """
    import shapely

    hits = _outline_tree().query(
        shapely.Point(wrap_longitude(longitude), latitude), predicate="intersects"
    )
    found = [place for place in places() if place.outline is not None and place.outline in hits]
    return tuple(sorted(found, key=lambda place: outline(place.outline or 0).area))


def land_at(latitude: ArrayLike, longitude: ArrayLike) -> NDArray[np.bool_]:
    """Whether points lie on land, by the outlines of countries (Natural Earth, 1:50m).

    Parameters
    ----------
    latitude, longitude : array_like, shape (n,)
        Degrees.

    Returns
    -------
    array of bool, shape (n,)
        Small islands count as sea.

    Examples
    --------
    >>> land_at([40.0, 40.0], [116.0, -40.0]).tolist()
    [True, False]
    """
    import shapely

    east = np.mod(np.asarray(longitude, dtype=np.float64) + 180.0, 360.0) - 180.0
    points = shapely.points(east, np.asarray(latitude, dtype=np.float64))
    found = np.zeros(east.shape, dtype=bool)
    found[_outline_tree().query(points, predicate="intersects")[0]] = True
    return found


@lru_cache(maxsize=1)
def places() -> tuple[Place, ...]:
    """Every entry of the gazetteer."""
    text = files("diagnostics.grid").joinpath("data", "places.tsv").read_text(encoding="utf-8")
    return tuple(_read(row) for row in csv.DictReader(StringIO(text), delimiter="\t"))


def outline(index: int) -> BaseGeometry:
    """Return one outline, a multipolygon with longitudes in -180..180."""
    return outlines()[index]


def _read(row: dict[str, str]) -> Place:
    latitude, longitude = float(row["latitude"]), float(row["longitude"])
    if row["box"]:
        region = Region.model_validate(row["box"])
    else:
        side = TOWN_HALF_WIDTH / max(float(np.cos(np.radians(latitude))), 0.05)
        region = Region(west=longitude, south=latitude, east=longitude, north=latitude).padded(
            TOWN_HALF_WIDTH, east_west=side
        )
    return Place(
        kind=row["kind"],
        name=row["name"],
        country=row["country"],
        aliases=tuple(alias for alias in row["aliases"].split("|") if alias),
        latitude=latitude,
        longitude=longitude,
        population=int(row["population"]),
        region=region,
        outline=int(row["outline"]) if row["outline"] else None,
    )


@lru_cache(maxsize=1)
def outlines() -> Sequence[BaseGeometry]:
    """Return the outlines of countries, territories and provinces, W,S,E,N in degrees."""
    import shapely

    packed = files("diagnostics.grid").joinpath("data", "outlines.npz").read_bytes()
    with np.load(BytesIO(packed)) as stored:
        geometries = shapely.from_ragged_array(
            shapely.GeometryType.MULTIPOLYGON,
            stored["points"].astype(np.float64),
            (stored["rings"], stored["polygons"], stored["shapes"]),
        )
    return tuple(geometries)


@lru_cache(maxsize=1)
def _outline_tree() -> shapely.STRtree:
    import shapely

    return shapely.STRtree(outlines())


def _key(text: str) -> str:
    """Lower case without accents, spaces and punctuation; letters of any script stay."""
    folded = unicodedata.normalize("NFKD", text.casefold())
    return "".join(character for character in folded if character.isalnum())


@lru_cache(maxsize=1)
def _index() -> dict[str, tuple[Place, ...]]:
    index: dict[str, dict[int, Place]] = defaultdict(dict)
    for number, place in enumerate(places()):
        for name in (place.name, *place.aliases, place.label):
            index[_key(name)][number] = place
    return {key: tuple(found.values()) for key, found in index.items()}


def _candidates(name: str) -> tuple[Place, ...]:
    """Places of that name, or of the name before a qualifier that fits."""
    found = _index().get(_key(name), ())
    match = _QUALIFIED.match(name)
    if found or match is None:
        return found
    wanted = {_key(part) for part in re.split(r"[,，]", match["qualifier"])}
    return tuple(
        place
        for place in _index().get(_key(match["name"]), ())
        if wanted <= {_key(word) for word in _qualifiers(place)}
    )


def _qualifiers(place: Place) -> tuple[str, ...]:
    countries = [
        other
        for other in places()
        if other.kind in NATIONAL and other.country and other.country == place.country
    ]
    names = [name for country in countries for name in (country.name, *country.aliases)]
    return (place.kind, place.country, *names)


def _prevailing(candidates: Sequence[Place]) -> Place | None:
    """The one place that is meant, or None: a country before its own town, a town by far larger."""
    if len(candidates) == 1:
        return candidates[0]
    countries = [place for place in candidates if place.kind in NATIONAL]
    others = [place for place in candidates if place.kind not in NATIONAL]
    if len(countries) == 1 and all(
        other.kind == "town" and other.country == countries[0].country for other in others
    ):
        return countries[0]
    if any(place.kind != "town" for place in candidates):
        return None
    first, second = sorted(candidates, key=lambda place: -place.population)[:2]
    if any(not place.population and place.country == first.country for place in candidates):
        return None  # its population is not known: it may be the larger one
    return first if first.population >= DOMINANCE * max(second.population, 1) else None


def _unknown(name: str) -> ArgumentError:
    keys = get_close_matches(_key(name), list(_index()), n=5, cutoff=0.7)
    near = list(dict.fromkeys(place.label for key in keys for place in _index()[key]))[:5]
    wording = (
        Message(
            id="error-unknown_place_near",
            params={"name": name, "near": Listing(items=tuple(near), style="clauses")},
        )
        if near
        else Message(id="error-unknown_place", params={"name": name})
    )
    return ArgumentError(
        wording,
        code="unknown_place",
        data={"name": name, "nearest": near},
    )
