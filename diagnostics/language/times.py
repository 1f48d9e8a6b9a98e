"""Zones of time: by name, by offset, and by place."""

from __future__ import annotations

from functools import lru_cache
from importlib.resources import files

from diagnostics.documents import read_yaml
from diagnostics.grid.distance import great_circle_km
from diagnostics.grid.gazetteer import places_at


@lru_cache(maxsize=1)
def _zone_cities() -> tuple[tuple[str, float, float, str], ...]:
    text = files("tzdata.zoneinfo").joinpath("zone.tab").read_text(encoding="utf-8")
    rows = [line.split("\t") for line in text.splitlines() if line and not line.startswith("#")]
    return tuple((row[0], *_coordinates(row[1]), row[2]) for row in rows)


@lru_cache(maxsize=1)
def _zones_of_states() -> dict[str, str]:
    text = files("diagnostics.language").joinpath("data", "zones.yaml").read_text(encoding="utf-8")
    return {state: zone for zone, states in read_yaml(text).items() for state in states}


def _coordinates(text: str) -> tuple[float, float]:
    split = max(text.rfind("+"), text.rfind("-"))

    def degrees(part: str, whole: int) -> float:
        sign = -1.0 if part[0] == "-" else 1.0
        digits = part[1:]
        return sign * (float(digits[:whole]) + float(digits[whole : whole + 2]) / 60.0)

    return degrees(text[:split], 2), degrees(text[split:], 3)


def zone_at(latitude: float, longitude: float, country: str = "") -> str:
    """Name the zone at a point: that of its state, or that of the nearest city that names one.

    Where a country is given, only its own cities count.
    """
    if country in ("", "US"):
        for place in places_at(latitude, longitude):
            if place.country == "US" and place.name in _zones_of_states():
                return _zones_of_states()[place.name]
    cities = [row for row in _zone_cities() if row[0] == country] or list(_zone_cities())
    return min(cities, key=lambda row: float(great_circle_km(latitude, longitude, row[1], row[2])))[
        3
    ]
