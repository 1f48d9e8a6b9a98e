"""Stored fields as the API shows them, and what may be asked of one."""

from __future__ import annotations

from base64 import b64encode
from collections.abc import Callable
from datetime import datetime
from enum import StrEnum
from typing import Annotated, Any, Literal, Self

from pydantic import BaseModel, BeforeValidator, Field, JsonValue, WithJsonSchema, model_validator

from diagnostics.contracts.base import Instant
from hvrmet.core.http.schemas import Query, RegionText
from hvrmet.evidence.stored_fields import MISSING, StoredField, numbers, pack

MOST_CELLS = 1_050_000
"""Values of one answer that are packed or in a file: a global grid of a quarter of a degree."""
MOST_PLACED = 100_000
"""Packed values of one answer on a grid whose cells are each placed by numbers."""
MOST_NUMBERS = 20_000
"""Values of one answer that are written as numbers."""
MOST_POINTS = 200
MOST_VERTICES = 50
MOST_SAMPLES = 500
MOST_STRIDE = 1000
_DEGREES = r"-?[0-9]{1,3}(?:\.[0-9]{1,12})?"


class Encoding(StrEnum):
    """How the values of a field are sent."""

    INT16 = "int16"
    NUMBERS = "numbers"
    NETCDF = "netcdf"


def _point(value: Any) -> Any:
    parts = value.split(",") if isinstance(value, str) else ()
    if len(parts) != 2:
        raise ValueError("a point is written LONGITUDE,LATITUDE in degrees, e.g. 114.3,30.6")
    return {"longitude": parts[0], "latitude": parts[1]}


class Point(BaseModel):
    """A place, in degrees; longitudes go on beyond 180, as the east edge of a region."""

    longitude: float = Field(ge=-180, le=540, allow_inf_nan=False)
    latitude: float = Field(ge=-90, le=90, allow_inf_nan=False)


PointText = Annotated[
    Point,
    BeforeValidator(_point),
    WithJsonSchema({"type": "string", "pattern": f"^{_DEGREES},{_DEGREES}$"}),
]
"""A point as an address writes it, ``LONGITUDE,LATITUDE``."""


class PeriodQuery(Query):
    """Which times of a field."""

    start: Instant | None = Field(
        default=None, description="first time, included; all times without `start` and `end`"
    )
    end: Instant | None = Field(
        default=None, description="last time, included; the same as `start` for one time alone"
    )

    @model_validator(mode="after")
    def _ordered(self) -> Self:
        if self.start is not None and self.end is not None and self.end < self.start:
            raise ValueError("the period ends before it starts: exchange `start` and `end`")
        return self


class FieldQuery(PeriodQuery):
    """Which part of a field, and how its values are sent."""

    region: RegionText | None = Field(
        default=None,
        description="`W,S,E,N` in degrees, eastward from W to E, also across 180 degrees; the "
        "whole field without it",
    )
    stride: int = Field(
        default=1,
        ge=1,
        le=MOST_STRIDE,
        description="every so many rows and columns, from the first",
    )
    encoding: Encoding = Field(
        default=Encoding.INT16,
        description="`int16`: packed in JSON, at most 1,050,000 values; `numbers`: plain numbers "
        "in JSON, at most 20,000; `netcdf`: a NetCDF-3 file, at most 1,050,000",
    )


class PointsQuery(PeriodQuery):
    """At which places."""

    point: tuple[PointText, ...] = Field(
        min_length=1,
        description="`LONGITUDE,LATITUDE` in degrees; may come up to 200 times",
    )


class LineQuery(PeriodQuery):
    """Along which line."""

    vertex: tuple[PointText, ...] = Field(
        min_length=2,
        max_length=MOST_VERTICES,
        description="`LONGITUDE,LATITUDE` in degrees, 2 to 50 times; great circles join them",
    )
    samples: int = Field(
        default=100, ge=2, le=MOST_SAMPLES, description="how many places along the whole line"
    )


class StoredFieldInfo(BaseModel):
    """One field that a job has kept."""

    name: str = Field(description="names the field in the addresses of this job")
    size: int = Field(description="of its NetCDF-3 file, bytes")
    sha256: str = Field(description="of its file: the same digest is the same field")
    url: str = Field(description="its values")


class StoredFieldList(BaseModel):
    """The fields of a job, by name."""

    results: tuple[StoredFieldInfo, ...] = Field(description="by name")


class RegularGrid(BaseModel):
    """Axes of a latitude-longitude grid, in the order of the values."""

    kind: Literal["latitude_longitude"] = "latitude_longitude"
    latitude: list[float] = Field(description="of the rows, degrees north")
    longitude: list[float] = Field(
        description="of the columns, degrees east, continuous: beyond 180 where they cross it"
    )


class ProjectedGrid(BaseModel):
    """A grid on a map projection: its projection and axes."""

    kind: Literal["projected"] = "projected"
    mapping: dict[str, JsonValue] = Field(description="the CF grid mapping of the projection")
    axis_unit: str = Field(
        description="of `y` and `x`: `m`, or `degrees` about the pole of a rotated grid"
    )
    y: list[float] = Field(description="of the rows, in `axis_unit`")
    x: list[float] = Field(description="of the columns, in `axis_unit`")


class PlacedGrid(BaseModel):
    """A grid of which every cell has its place, without axes."""

    kind: Literal["cells"] = "cells"
    mapping: dict[str, JsonValue] | None = Field(
        description="the CF grid mapping, where the field has one"
    )
    latitude: list[list[float]] = Field(description="of each cell by row, degrees north")
    longitude: list[list[float]] = Field(description="of each cell by row, degrees east")


class PackedInt16(BaseModel):
    """Values as integers of 16 bits: `offset + scale * packed`."""

    encoding: Literal["int16"] = "int16"
    scale: float = Field(description="of one step, in `unit`; errors are at most half of it")
    offset: float = Field(description="the least value, in `unit`; it is exact")
    missing: int = Field(default=MISSING, description="the packed value of a cell without one")
    data: str = Field(
        description="base64 of little-endian signed integers of 16 bits, by time, row and column",
        json_schema_extra={"contentEncoding": "base64"},
    )


class PlainNumbers(BaseModel):
    """Values as numbers."""

    encoding: Literal["numbers"] = "numbers"
    data: list[list[list[float | None]]] = Field(
        description="by time, row and column, in the unit of the field; null without a value"
    )


class FieldHead(BaseModel):
    """What a field is."""

    name: str = Field(description="of the index or quantity")
    title: str = Field(description="in English")
    unit: str = Field(description="of all values; empty for numbers without one")
    warnings: tuple[str, ...] = Field(description="what is to be known of how it was computed")
    times: tuple[datetime, ...] = Field(description="valid times, UTC")


class FieldValues(FieldHead):
    """A field, or the part of it that was asked for, on its native grid."""

    shape: tuple[int, int, int] = Field(description="times, rows and columns")
    minimum: float | None = Field(description="of these values, in `unit`")
    maximum: float | None = Field(description="of these values, in `unit`")
    grid: RegularGrid | ProjectedGrid | PlacedGrid = Field(
        discriminator="kind", description="the native grid of these values"
    )
    values: PackedInt16 | PlainNumbers = Field(
        discriminator="encoding", description="by time, row and column, in `unit`"
    )


class PlaceValues(BaseModel):
    """The values of the cell nearest to a place: no value is interpolated."""

    longitude: float = Field(description="asked for, degrees east")
    latitude: float = Field(description="asked for, degrees north")
    cell_longitude: float | None = Field(description="of the cell's centre, degrees east")
    cell_latitude: float | None = Field(description="of the cell's centre, degrees north")
    distance_km: float | None = Field(description="from the place to the cell's centre, km")
    values: list[float | None] = Field(
        description="one for each time, in `unit`; null where the cell has none"
    )


class FieldPoints(FieldHead):
    """A field at points: of several times, a series at each."""

    points: tuple[PlaceValues, ...] = Field(description="in the order of the request")


class LineSample(PlaceValues):
    """A place along a line; beyond the grid it has no cell."""

    along_km: float = Field(description="from the first vertex along the line, km")


class FieldLine(FieldHead):
    """A field along a line."""

    samples: tuple[LineSample, ...] = Field(description="equally far apart, from the first vertex")


def head_of(field: StoredField) -> dict[str, Any]:
    """Return what every document of a field begins with."""
    return {
        "name": field.name,
        "title": field.title,
        "unit": field.unit,
        "warnings": field.warnings,
        "times": field.times,
    }


def field_document(field: StoredField, encoding: Encoding) -> FieldValues:
    """Return a field with its values, packed or as numbers."""
    low, high = _range(field)
    written: Callable[[StoredField], PackedInt16 | PlainNumbers] = (
        _plain if encoding is Encoding.NUMBERS else _packed
    )
    times, rows, columns = field.values.shape
    return FieldValues(
        **head_of(field),
        shape=(times, rows, columns),
        minimum=low,
        maximum=high,
        grid=_grid(field),
        values=written(field),
    )


def _range(field: StoredField) -> tuple[float | None, float | None]:
    from numpy import isfinite

    there = field.values[isfinite(field.values)]
    if not there.size:
        return None, None
    return float(str(there.min())), float(str(there.max()))


def _grid(field: StoredField) -> RegularGrid | ProjectedGrid | PlacedGrid:
    if field.latitude.ndim == 1:
        return RegularGrid(latitude=field.latitude.tolist(), longitude=field.longitude.tolist())
    if field.mapping is not None and field.axes is not None:
        y, x = field.axes
        return ProjectedGrid(
            mapping=field.mapping, axis_unit=field.axis_unit, y=y.tolist(), x=x.tolist()
        )
    return PlacedGrid(
        mapping=field.mapping,
        latitude=field.latitude.round(5).tolist(),
        longitude=field.longitude.round(5).tolist(),
    )


def _packed(field: StoredField) -> PackedInt16:
    made = pack(field.values)
    return PackedInt16(
        scale=made.scale, offset=made.offset, data=b64encode(made.packed).decode("ascii")
    )


def _plain(field: StoredField) -> PlainNumbers:
    return PlainNumbers(data=numbers(field.values))
