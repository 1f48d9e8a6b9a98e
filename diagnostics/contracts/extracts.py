"""What other programs draw: events by place, fields and lines for maps, series and profiles."""

from __future__ import annotations

from enum import StrEnum
from typing import Self

from pydantic import Field, model_validator

from diagnostics.contracts.base import Contract, Instant, is_none
from diagnostics.contracts.checking import CheckFinding, no_doubts
from diagnostics.contracts.choice import DataChoice
from diagnostics.contracts.detection import Classification, CriterionMetrics
from diagnostics.contracts.enums import EventType, Firing
from diagnostics.contracts.evidence import ArtifactRef, Provenance
from diagnostics.contracts.space_time import Region, TimeWindow
from diagnostics.contracts.validation import ContractError

MOST_POINTS = 20
"""Places of one request for series."""
MOST_CELLS = 100
"""Cells of a lattice on which events are looked for."""
MOST_LEVELS = 60
"""Contour values of one request."""
LONGEST_NAME = 200
"""Characters of a quantity's written form."""

Bounds = tuple[float, float, float, float]


class Projection(StrEnum):
    """How the rows and columns of a raster lie on the Earth."""

    PLATE_CARREE = "plate_carree"
    WEB_MERCATOR = "web_mercator"


class RasterFormat(StrEnum):
    """How the numbers of a raster are written."""

    PNG = "png"
    UINT16 = "uint16"


class AreaReduction(StrEnum):
    """How the values of a region become one number; of a point they are the nearest cell's."""

    MEAN = "mean"
    MIN = "min"
    MAX = "max"
    MEDIAN = "median"
    P05 = "p05"
    P95 = "p95"


class Point(Contract):
    """A place on the Earth, in degrees."""

    latitude: float = Field(ge=-90, le=90)
    longitude: float = Field(ge=-360, le=540)


class DetectionsRequest(Contract):
    """The test of every type, over a region or on each cell of a lattice."""

    region: Region | None = Field(default=None, description="the whole grid by default")
    window: TimeWindow | None = Field(default=None, description="all times by default")
    preset: str = Field(default="cma", max_length=100)
    timezone: str | None = Field(default=None, max_length=100)
    lattice: float | None = Field(
        default=None, ge=0.25, le=90, description="width of the lattice's cells, degrees"
    )


class RasterRequest(Contract):
    """One quantity at one time as numbers in rows and columns."""

    quantity: str = Field(min_length=1, max_length=LONGEST_NAME)
    time: Instant | None = None
    region: Region | None = None
    projection: Projection = Projection.PLATE_CARREE
    format: RasterFormat = RasterFormat.PNG


class ContoursRequest(Contract):
    """Contour lines of one quantity at one time, at values or at multiples of an interval."""

    quantity: str = Field(min_length=1, max_length=LONGEST_NAME)
    time: Instant | None = None
    region: Region | None = None
    levels: tuple[float, ...] = ()
    interval: float | None = Field(default=None, gt=0)

    @model_validator(mode="after")
    def _one_way(self) -> Self:
        if self.levels and self.interval is not None:
            raise ContractError("levels_or_interval")
        if len(self.levels) > MOST_LEVELS:
            raise ContractError("many_levels", count=len(self.levels), most=MOST_LEVELS)
        return self


class VectorsRequest(Contract):
    """Arrows of a vector quantity at one time, about so many."""

    quantity: str = Field(min_length=1, max_length=LONGEST_NAME)
    time: Instant | None = None
    region: Region | None = None
    count: int = Field(default=400, ge=4, le=5000)


class SeriesRequest(Contract):
    """One quantity through time, at points or over a region."""

    quantity: str = Field(min_length=1, max_length=LONGEST_NAME)
    window: TimeWindow | None = Field(default=None, description="all times by default")
    points: tuple[Point, ...] = ()
    region: Region | None = None
    reduction: AreaReduction = AreaReduction.MEAN

    @model_validator(mode="after")
    def _one_place(self) -> Self:
        if bool(self.points) == (self.region is not None):
            raise ContractError("points_or_region")
        if len(self.points) > MOST_POINTS:
            raise ContractError("many_points", count=len(self.points), most=MOST_POINTS)
        if self.window is not None and self.window.start == self.window.end:
            raise ContractError("series_of_instant")
        return self


class SoundingRequest(Contract):
    """The column above a point at one time."""

    point: Point
    time: Instant | None = None


class SectionRequest(Contract):
    """A vertical plane of one quantity between two points at one time."""

    quantity: str = Field(min_length=1, max_length=LONGEST_NAME)
    start: Point
    end: Point
    time: Instant | None = None


ExtractRequest = (
    DetectionsRequest
    | RasterRequest
    | ContoursRequest
    | VectorsRequest
    | SeriesRequest
    | SoundingRequest
    | SectionRequest
)


class Extract(Contract):
    """What all extracts say of themselves; `files` are stored by content."""

    quantity: str = Field(description="its written form, such as `temperature@850`")
    title: str = Field(description="its name in English")
    unit: str
    files: tuple[ArtifactRef, ...] = ()
    provenance: Provenance
    doubts: tuple[CheckFinding, ...] = Field(
        default=(),
        description="what the checks of data doubt in the fields that were read",
        exclude_if=no_doubts,
    )


class RasterAnswer(Extract):
    """A raster: ``value = offset + scale * number``, rows from north to south.

    A pixel has the value of the cell whose centre lies nearest to it. In a PNG the number is
    ``256 * R + G``, and B is 255 where there is no value, 0 elsewhere; alpha is 255. As ``uint16``
    the file holds ``width * height`` little-endian numbers by rows, 65535 where there is no value.
    """

    time: Instant
    region: Region | None
    projection: Projection
    format: RasterFormat
    width: int
    height: int
    bounds: Bounds = Field(
        description="outer edges west, south, east, north in degrees; east exceeds 180 where the "
        "raster crosses that meridian"
    )
    scale: float
    offset: float
    minimum: float | None = Field(description="of the raster's values; None where it has none")
    maximum: float | None
    missing: float = Field(ge=0, le=1, description="share of the pixels without a value")
    thinned: int = Field(
        default=1, description="pixels are this many times as wide as the grid asks for, to fit"
    )


class ContoursAnswer(Extract):
    """Contour lines; the file is GeoJSON with one feature for each value."""

    time: Instant
    region: Region | None
    levels: tuple[float, ...] = Field(description="with at least one line")
    lines: int
    vertices: int


class VectorsAnswer(Extract):
    """Arrows; the file is GeoJSON with `u`, `v` (eastward, northward) and `speed` of each point."""

    time: Instant
    region: Region | None
    count: int
    fastest: float | None


class SeriesValue(Contract):
    """A value at one time, with what is normal there and then where a climatology says so."""

    time: Instant
    value: float | None
    normal_mean: float | None = Field(default=None, exclude_if=is_none)
    normal_std: float | None = Field(default=None, exclude_if=is_none)


class PlaceSeries(Contract):
    """The series of one point or region."""

    point: Point | None = Field(default=None, exclude_if=is_none)
    cell: Point | None = Field(
        default=None, description="centre of the cell that stands for the point", exclude_if=is_none
    )
    region: Region | None = Field(default=None, exclude_if=is_none)
    reduction: str = Field(description="`point`, or the statistic over the region's area")
    values: tuple[SeriesValue, ...]


class SeriesAnswer(Extract):
    """A quantity through time; the file is the same as NetCDF."""

    places: tuple[PlaceSeries, ...]
    climatology: str = Field(default="", description="where the band is from; empty without one")


class SoundingLevel(Contract):
    """One level of a sounding; what is unknown is None."""

    pressure_hpa: float
    temperature_c: float
    dewpoint_c: float
    specific_humidity_kg_kg: float
    height_gpm: float | None = None
    wind_east_m_s: float | None = None
    wind_north_m_s: float | None = None


class SoundingAnswer(Extract):
    """A column from the ground upward; the file is the same as NetCDF."""

    time: Instant
    point: Point
    surface_first: bool = Field(
        description="the first level is the air at 2 m and the wind at 10 m"
    )
    levels: tuple[SoundingLevel, ...]
    cape_j_kg: float = Field(description="of the most unstable parcel")
    cin_j_kg: float
    lifted_index_k: float


class SectionAnswer(Extract):
    """A vertical plane along a great circle; the file is the same as NetCDF.

    `values` has a row for each pressure, from the top downward, and a number for each point; None
    below the ground and where there is no value. Of a wind it is the component along the plane,
    from its start to its end, and `across` that to its left.
    """

    time: Instant
    start: Point
    end: Point
    pressure_hpa: tuple[float, ...]
    distance_km: tuple[float, ...]
    latitude: tuple[float, ...]
    longitude: tuple[float, ...]
    ground_hpa: tuple[float | None, ...] = Field(
        default=(), description="surface pressure at each point, where the data have it"
    )
    values: tuple[tuple[float | None, ...], ...]
    across: tuple[tuple[float | None, ...], ...] = ()


class CellEvent(Contract):
    """The test of one type on one cell of a lattice."""

    event: EventType
    firing: Firing
    severity: float = 0.0
    metrics: CriterionMetrics | None = None


class LatticeCell(Contract):
    """What was found on one cell of a lattice, the types in order."""

    region: Region
    primary: EventType | None = None
    events: tuple[CellEvent, ...] = ()
    reason: str = Field(default="", description="why nothing could be tested here")


class DetectionsAnswer(Contract):
    """Where events are: over a region, or on each cell of a lattice.

    The file is GeoJSON: a feature for each event that was found or, with a lattice, for each cell.
    """

    region: Region
    window: TimeWindow
    preset: str
    classification: Classification | None = Field(
        default=None, description="over the whole region, without a lattice", exclude_if=is_none
    )
    lattice: float | None = Field(default=None, exclude_if=is_none)
    cells: tuple[LatticeCell, ...] = ()
    files: tuple[ArtifactRef, ...] = ()
    choice: DataChoice | None = Field(default=None, exclude_if=is_none)
    doubts: tuple[CheckFinding, ...] = Field(default=(), exclude_if=no_doubts)
