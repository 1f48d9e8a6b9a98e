"""GeoJSON (RFC 7946): what maps of any client draw."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import Annotated, Literal

from pydantic import BaseModel, Field, JsonValue

LonLat = tuple[float, float]
"""Longitude and latitude, degrees."""


class PointGeometry(BaseModel):
    """A place."""

    type: Literal["Point"] = "Point"
    coordinates: LonLat = Field(description="longitude and latitude, degrees")


class LineGeometry(BaseModel):
    """A line. What crosses 180 degrees is one line, with longitudes beyond -180 or 180."""

    type: Literal["LineString"] = "LineString"
    coordinates: tuple[LonLat, ...] = Field(
        min_length=2, description="longitude and latitude of each position, degrees"
    )


class AreaGeometry(BaseModel):
    """An area of one or more parts. What crosses 180 degrees is one polygon, as with lines."""

    type: Literal["MultiPolygon"] = "MultiPolygon"
    coordinates: tuple[tuple[tuple[LonLat, ...], ...], ...] = Field(
        description="of each part its outer ring, then its holes: longitude and latitude, degrees"
    )


Geometry = Annotated[PointGeometry | LineGeometry | AreaGeometry, Field(discriminator="type")]


class GeoFeature(BaseModel):
    """One thing on a map."""

    type: Literal["Feature"] = "Feature"
    geometry: Geometry = Field(description="where it is")
    properties: dict[str, JsonValue] = Field(
        description="`layer` says what it is; the rest are the fields of the finding without its "
        "geometry, with their units, as in the document that it is from"
    )


class FeatureCollection(BaseModel):
    """Things on a map, those of a layer one after the other."""

    type: Literal["FeatureCollection"] = "FeatureCollection"
    features: tuple[GeoFeature, ...] = Field(description="each thing once")


def point(latitude: float, longitude: float) -> PointGeometry:
    """Return a place."""
    return PointGeometry(coordinates=(longitude, latitude))


def line_or_point(positions: Sequence[tuple[float, float]]) -> LineGeometry | PointGeometry:
    """Return a line through positions of latitude and longitude; of a single one, a place.

    Examples
    --------
    >>> line_or_point([(10.0, 179.0), (11.0, -179.0)]).coordinates
    ((179.0, 10.0), (181.0, 11.0))
    """
    if len(positions) == 1:
        return point(*positions[0])
    return LineGeometry(coordinates=tuple(_continuous(positions)))


def _continuous(positions: Iterable[tuple[float, float]]) -> Iterable[LonLat]:
    last: float | None = None
    for latitude, longitude in positions:
        if last is not None:
            longitude = last + (longitude - last + 180.0) % 360.0 - 180.0
        last = round(longitude, 6)
        yield last, latitude
