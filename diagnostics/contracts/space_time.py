"""Regions and periods as a request names them."""

from __future__ import annotations

import re
from typing import Annotated, Self

from pydantic import AfterValidator, Field, GetJsonSchemaHandler, model_serializer, model_validator
from pydantic.json_schema import JsonSchemaValue
from pydantic_core import CoreSchema

from diagnostics.contracts.base import Contract, Instant, is_none
from diagnostics.contracts.validation import ContractError

EDGE_TOLERANCE = 1e-4
"""Degrees by which a coordinate may miss an edge, as single precision does."""


def within_right_angle(direction: float, other: float) -> bool:
    """Whether two directions, degrees from north, differ by no more than a right angle.

    Examples
    --------
    >>> within_right_angle(350.0, 80.0), within_right_angle(350.0, 81.0)
    (True, False)
    """
    return abs(wrap_longitude(direction - other)) <= 90.0


def wrap_longitude(longitude: float) -> float:
    """Bring a longitude in degrees into [-180, 180)."""
    if -180.0 <= longitude < 180.0:
        return longitude  # exactly as given: the arithmetic below would add rounding noise
    return (longitude + 180.0) % 360.0 - 180.0


def _degrees(value: object) -> float:
    if isinstance(value, bool) or not isinstance(value, (int, float, str)):
        raise ContractError("no_degrees", value=repr(value))
    return float(value)


class Region(Contract):
    """A box ``W,S,E,N`` in degrees; ``160,..,185`` and ``160,..,-175`` are the same.

    The box runs eastward from `west` to `east`; after validation ``-180 <= west < 180`` and
    ``west <= east <= west + 360``, so the east edge may exceed 180. In JSON a region is the list
    ``[W, S, E, N]`` with the east edge brought back into -180..180 (a full circle stays whole).
    """

    west: float
    south: float = Field(ge=-90, le=90)
    east: float
    north: float = Field(ge=-90, le=90)

    @model_validator(mode="before")
    @classmethod
    def _from_sequence(cls, value: object) -> object:
        if isinstance(value, str):
            value = [part for part in re.split(r"[,\s]+", value.strip()) if part]
        if isinstance(value, (list, tuple)):
            if len(value) != 4:
                raise ContractError("region_form", count=len(value))
            west, south, east, north = (_degrees(part) for part in value)
            value = {"west": west, "south": south, "east": east, "north": north}
        if isinstance(value, dict) and {"west", "east"} <= value.keys():
            west, east = _degrees(value["west"]), _degrees(value["east"])
            if not (-360 <= west <= 360 and -360 <= east <= 540):
                raise ContractError("no_longitudes", west=f"{west:g}", east=f"{east:g}")
            span = east - west
            if span < 0:
                span += 360.0
            if span < 0 or span > 360:
                raise ContractError("west_of_east", west=f"{west:g}", east=f"{east:g}")
            west = wrap_longitude(west)
            value = {**value, "west": west, "east": west + span}
        return value

    @classmethod
    def __get_pydantic_json_schema__(
        cls, core_schema: CoreSchema, handler: GetJsonSchemaHandler
    ) -> JsonSchemaValue:
        """Describe the list that a request sends; an object and a text are taken as well."""
        described = handler(core_schema)
        if handler.mode == "validation":
            described = {
                "type": "array",
                "items": {"type": "number", "minimum": -360, "maximum": 540},
                "minItems": 4,
                "maxItems": 4,
                "description": "`[W, S, E, N]` in degrees, eastward from W to E",
            }
        return described

    @model_validator(mode="after")
    def _south_below_north(self) -> Self:
        if self.south > self.north:
            raise ContractError("south_of_north", south=f"{self.south:g}", north=f"{self.north:g}")
        return self

    @model_serializer
    def _as_list(self) -> list[float]:
        return self.bounds()

    def bounds(self) -> list[float]:
        """``[W, S, E, N]`` with longitudes in -180..180 (a full circle keeps its east edge)."""
        east = self.east
        if east > 180.0 and self.east - self.west < 360.0:
            east -= 360.0
        return [self.west, self.south, east, self.north]

    @property
    def center(self) -> tuple[float, float]:
        """Latitude and longitude of the centre, in degrees."""
        return (self.south + self.north) / 2, wrap_longitude((self.west + self.east) / 2)

    @property
    def width(self) -> float:
        """Extent in longitude, degrees."""
        return self.east - self.west

    def holds(self, latitude: float | None, longitude: float | None) -> bool:
        """Whether a position lies inside or on the edge; True where there is no position."""
        if latitude is None or longitude is None:
            return True
        east_of_west = (longitude - self.west + EDGE_TOLERANCE) % 360.0
        inside = east_of_west <= self.width + 2 * EDGE_TOLERANCE
        return inside and self.south - EDGE_TOLERANCE <= latitude <= self.north + EDGE_TOLERANCE

    def joined(self, other: Region) -> Region:
        """Return the smallest box that holds both."""
        nearest = min(
            (max(self.east, other.east + turn) - min(self.west, other.west + turn), turn)
            for turn in (-360.0, 0.0, 360.0)
        )
        width, turn = nearest
        west = min(self.west, other.west + turn)
        west = wrap_longitude(west)
        return Region(
            west=west,
            south=min(self.south, other.south),
            east=west + min(width, 360.0),
            north=max(self.north, other.north),
        )

    def overlap(self, other: Region) -> Region | None:
        """Return the box that both hold, the widest where there are two; None without one."""
        south, north = max(self.south, other.south), min(self.north, other.north)
        if south > north:
            return None
        whole = next((box for box in (other, self) if box.width >= 360.0), None)
        if whole is not None:
            box = self if whole is other else other
            return Region(west=box.west, south=south, east=box.east, north=north)
        # bring the other box to the turn of the globe that overlaps most
        pieces = [
            (max(self.west, other.west + turn), min(self.east, other.east + turn))
            for turn in (-360.0, 0.0, 360.0)
        ]
        west, east = max(pieces, key=lambda piece: piece[1] - piece[0])
        if west > east:
            return None
        return Region(west=west, south=south, east=east, north=north)

    def padded(self, degrees: float, *, east_west: float | None = None) -> Region:
        """Grow the box on every side, stopping at the poles and at the full circle."""
        side = degrees if east_west is None else east_west
        width = min(360.0, self.width + 2 * side)
        west = self.west - (width - self.width) / 2
        return Region(
            west=west,
            south=max(-90.0, self.south - degrees),
            east=west + width,
            north=min(90.0, self.north + degrees),
        )


def _closed(ring: tuple[tuple[float, float], ...]) -> tuple[tuple[float, float], ...]:
    if ring[0] != ring[-1]:
        raise ContractError("ring_open")
    return ring


Position = tuple[
    Annotated[float, Field(ge=-180, le=540, allow_inf_nan=False)],
    Annotated[float, Field(ge=-90, le=90, allow_inf_nan=False)],
]
"""Longitude and latitude, degrees; longitudes go on beyond 180, as the east edge of a region."""
Ring = Annotated[tuple[Position, ...], Field(min_length=4), AfterValidator(_closed)]
"""A closed line: the last position is the first."""
Outline = tuple[Annotated[tuple[Ring, ...], Field(min_length=1)], ...]
"""Coordinates of a GeoJSON MultiPolygon (RFC 7946): of each polygon its outer ring, then its holes.

Outer rings run counterclockwise, holes clockwise. The longitudes of an object are continuous, from
a west edge in -180..180, so that what crosses the date line is one polygon.
"""


class TimeWindow(Contract):
    """A closed period in UTC."""

    start: Instant
    end: Instant

    @model_validator(mode="after")
    def _ordered(self) -> Self:
        if self.end < self.start:
            raise ContractError("period_reversed", start=str(self.start), end=str(self.end))
        return self


class SearchPlace(Contract):
    """Where and when an anomaly is looked for: a part of the surroundings of an event's peak."""

    region: Region = Field(description="what is searched")
    latitude: float = Field(description="of the event's peak")
    longitude: float
    time: Instant = Field(description="of the event's peak")
    reach_km: float = Field(description="greatest distance from the peak")
    window: TimeWindow
    whole: bool = Field(
        default=True,
        description="the region is the place itself; False for a system with a domain of its own, "
        "which is looked for where it is defined",
    )
    side_deg: float | None = Field(
        default=None,
        description="direction of a side of temperature, seen from the peak, degrees clockwise "
        "from true north; what lies on the other side of the peak is in the other air",
        exclude_if=is_none,
    )
    blows_from_deg: float | None = Field(
        default=None,
        description="direction of the side from which a wind must blow; None where any direction "
        "is evidence, or the side is not known",
        exclude_if=is_none,
    )


class FromPeak(Contract):
    """How far from an event's peak something was found, in which direction, and when."""

    distance_km: float | None = Field(
        default=None, description="None for what has no place of its own, such as a mean"
    )
    bearing_deg: float | None = Field(
        default=None, description="seen from the peak, clockwise from north"
    )
    direction: str = Field(
        default="", description="one of eight: north, northeast, ...; empty near the peak"
    )
    lag_hours: float = Field(description="after the peak; negative before it")
    apart_hours: float = Field(ge=0, description="from the peak, before it or after")
