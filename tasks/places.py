"""Places for search: the gazetteer kept in the database, and what lies at a point."""

from __future__ import annotations

import math
from typing import Any

from hvrmet.jobs.queue.inquiries import Answer, Taken
from hvrmet.search.indexing import Shared, shared_keep
from hvrmet.search.shared import PLACE

from diagnostics.contracts.base import digest_of
from diagnostics.grid.distance import great_circle_km
from diagnostics.grid.gazetteer import Place, places, places_at
from diagnostics.language.area_names import chinese_names

TOWNS = 8
_MOST_PEOPLE = 9.0
"""Logarithm of more people than any place has: it keeps the boost of a place below 1."""


def keep_places() -> int:
    """Keep the gazetteer for search, unless this edition is there; return how many were kept."""
    known = places()
    edition = digest_of([place.label for place in known])
    return shared_keep(PLACE, edition, [_document(place, at) for at, place in enumerate(known)])


def _document(place: Place, at: int) -> Shared:
    chinese = _chinese(place)
    return Shared(
        key=f"{place.label} {at}",
        title_en=place.name,
        title_zh=chinese,
        titles=f"{place.name} {chinese}",
        body=" ".join((*place.aliases, place.country, place.kind)),
        data=_data(place),
        boost=round(math.log10(max(place.population, 1)) / _MOST_PEOPLE, 4),
    )


def _chinese(place: Place) -> str:
    own = [name for name in place.aliases if any("\u4e00" <= sign <= "\u9fff" for sign in name)]
    return own[0] if own else chinese_names().get(place.name, "")


def _data(place: Place) -> dict[str, Any]:
    return {
        "region": place.region.bounds(),
        "latitude": place.latitude,
        "longitude": place.longitude,
        "country": place.country or None,
        "population": place.population,
        "place_kind": place.kind,
    }


def found_at(taken: Taken) -> Answer:
    """Answer with the countries and states that hold a point, and the towns around it."""
    latitude, longitude = float(taken.asked["latitude"]), float(taken.asked["longitude"])
    towns = [place for place in places() if place.kind == "town"]
    distances = great_circle_km(
        latitude, longitude, [one.latitude for one in towns], [one.longitude for one in towns]
    )
    nearest = sorted(zip(distances.tolist(), range(len(towns)), strict=True))[:TOWNS]
    holding = [(place, 10.0) for place in places_at(latitude, longitude)]
    around = [(towns[at], round(10.0 / (1.0 + far / 100.0), 4)) for far, at in nearest]
    results = [
        {
            "kind": PLACE,
            "id": place.label,
            "title": place.name,
            "title_zh": _chinese(place),
            "score": score,
            "url": None,
            **_data(place),
        }
        for place, score in (*holding, *around)
    ]
    return Answer({"next": None, "results": results})
