"""What climatologies hold, and what they say of a place and a day."""

from __future__ import annotations

from pydantic import Field

from diagnostics.contracts.base import Contract, Instant
from diagnostics.contracts.space_time import Region


class IndexSummary(Contract):
    """One reduced index of a baseline, over all its hours and days.

    `mean` and `std` (ddof=1) are in `unit`, None without or with too few values; a verdict uses
    those of its own hour and season.
    """

    key: str
    region: Region
    level: float | None
    reduction: str
    params_digest: str
    mode: str = ""
    unit: str
    hours: tuple[float, ...]
    first: str
    last: str
    years: int
    sample_count: int
    mean: float | None
    std: float | None


class BaselineSummary(Contract):
    """A baseline's name, digest, attributes and indices."""

    name: str
    digest: str
    attributes: dict[str, str]
    indices: tuple[IndexSummary, ...]


class GriddedSummary(Contract):
    """One quantity of a grid climatology: what is known of it, without reading its arrays."""

    key: str
    level: float | None
    params_digest: str
    mode: str
    resolved_by: str
    unit: str
    hours: tuple[float, ...]
    statistics: tuple[str, ...]
    quantiles: tuple[float, ...]
    years: int | None
    attributes: dict[str, str]


class GridClimatologySummary(Contract):
    """A grid climatology's name, digest, attributes, grid and quantities."""

    name: str
    digest: str
    attributes: dict[str, str]
    rows: int
    columns: int
    region: Region | None
    quantities: tuple[GriddedSummary, ...]


class HeldClimatologies(Contract):
    """The climatologies of a source: of reduced indices (mode A), and of grid points (mode B)."""

    baselines: tuple[BaselineSummary, ...] = ()
    grids: tuple[GridClimatologySummary, ...] = ()


class ClimatologyPoint(Contract):
    """A place and a moment; only month, day and hour of the moment count."""

    latitude: float = Field(ge=-90, le=90, description="degrees north")
    longitude: float = Field(ge=-180, le=360, description="degrees east")
    time: Instant = Field(description="its month, day and hour count, not its year")
    name: str | None = Field(
        default=None, max_length=100, description="one field or index; all without it"
    )
    level: float | None = Field(default=None, gt=0, description="hPa, with `name`")


class Quantile(Contract):
    """The value below which `percent` of the sample lie."""

    percent: float
    value: float | None


class PointStatistics(Contract):
    """The statistics of one quantity for a place, hour and season.

    Of a reduced index (mode A) they are of the values within 15 days in all years, over `region`,
    which holds the place. Of a grid point (mode B) they are of the cell at `latitude` and
    `longitude`, the nearest one. All but counts are in `unit`.
    """

    climatology: str
    mode: str = Field(description="A: of a reduced index; B: of a grid point")
    name: str
    level: float | None = Field(description="hPa")
    unit: str
    resolved_by: str = Field(description="hourly | daily | all_days")
    reduction: str = Field(default="", description="mode A: over the region")
    region: Region | None = None
    latitude: float | None = None
    longitude: float | None = None
    years: int | None = Field(description="None where the file does not say")
    statistics: dict[str, float | None] = Field(description="mean, std, count and others")
    quantiles: tuple[Quantile, ...] = ()


class ClimatologyAtPoint(Contract):
    """What the climatologies of a source say of a place and a moment; nothing where they end."""

    point: ClimatologyPoint
    results: tuple[PointStatistics, ...]
