"""Recipes: how each number of a report is made, for a program that computes it again."""

from __future__ import annotations

from enum import StrEnum

from pydantic import Field, JsonValue

from diagnostics.contracts.base import Contract, Instant, is_empty, is_false, is_none
from diagnostics.contracts.space_time import Region, TimeWindow


class RecipeKind(StrEnum):
    """What makes a number."""

    FIELD = "field"
    """An operator on fields of the data, reduced over a place and a time."""
    EXTENT = "extent"
    """Share, area, begin or end of the cells that reach a limit."""
    BETWEEN = "between"
    """Distance, direction or change between two places or values of the same report."""
    CLIMATOLOGY = "climatology"
    """A value compared with a climatology."""
    RATING = "rating"
    """A confidence: a product of its parts."""
    COUNT = "count"
    """How many items a list of the report has."""
    LIMIT = "limit"
    """A number of the preset, of the library or of a table."""
    STATED = "stated"
    """What the request, the data or the software say."""


class RecipeRole(StrEnum):
    """Which of the results of a recipe a value is."""

    VALUE = "value"
    PLACE = "place"
    TIME = "time"
    HOURS = "hours"
    BEGIN = "begin"
    END = "end"
    SHARE = "share"
    AREA = "area"
    LIMIT = "limit"
    DISTANCE = "distance"
    DIRECTION = "direction"
    LEVEL = "level"
    SMOOTHING = "smoothing"
    WIDTH = "width"
    """Over which a mean runs, to either side."""
    COUNT = "count"
    CONFIDENCE = "confidence"
    WORDS = "words"
    """A sentence or a name that holds or stands for the other results."""


class RecipePlace(Contract):
    """The cells whose values enter: their centres lie inside, edges included, to 0.0001 degrees."""

    region: Region | None = Field(default=None, exclude_if=is_none)
    latitude: float | None = Field(
        default=None, description="of one cell, or of the middle of a circle", exclude_if=is_none
    )
    longitude: float | None = Field(default=None, exclude_if=is_none)
    reach_km: float | None = Field(
        default=None,
        description="great-circle distance from the point or the region, on a sphere of "
        "6371.0088 km; without it, a point is the cell whose centre is nearest",
        exclude_if=is_none,
    )
    event: str | None = Field(
        default=None, description="id of the event whose cells alone enter", exclude_if=is_none
    )
    land_only: bool = Field(
        default=False,
        description="land by `lsm` of at least 0.5, else by the bundled coasts",
        exclude_if=is_false,
    )


class RecipeInput(Contract):
    """A canonical field, and what it is made from in the files."""

    field: str = Field(description="name of the catalogue, with its level: `u@850`")
    unit: str = ""
    source_name: str = Field(default="", description="in the files; several where it is derived")
    derived_from: tuple[str, ...] = Field(
        default=(), description="canonical fields that it is derived from", exclude_if=is_empty
    )


class Recipe(Contract):
    """How one or more values of a report are made.

    `gives` names every claim that the recipe gives, with its role. Inputs are in SI (pressure in
    Pa, temperature in K); `formula` says what is done with them, `unit` what the result is in.
    Weights over an area are the cosine of the latitude, on projected grids the area of the cell.
    Derivatives are second-order centred differences, one-sided at edges; a Gaussian is cut at 3
    sigma, each axis by itself, and renormalised where values are missing. Every number is rounded
    once, where it is written.
    """

    id: str = Field(description="unique within a report")
    kind: RecipeKind
    gives: dict[str, RecipeRole] = Field(description="id of a claim -> what it is of the result")
    source: str = Field(description="of the claims: where in the report the record stands")
    path: str = Field(default="", description="of the record inside its source")
    operator: str = Field(default="", description="of the catalogue, or of the criteria")
    version: str = Field(default="", description="of the operator", exclude_if=lambda v: v == "")
    formula: str = ""
    quantity: str = Field(default="", description="what is computed", exclude_if=lambda v: v == "")
    inputs: tuple[RecipeInput, ...] = Field(default=(), exclude_if=is_empty)
    parameters: dict[str, JsonValue] = Field(default={}, exclude_if=lambda v: v == {})
    unit: str = ""
    place: RecipePlace | None = Field(default=None, exclude_if=is_none)
    time: Instant | TimeWindow | None = Field(
        default=None,
        description="one time, or the first and the last of those that enter",
        exclude_if=is_none,
    )
    hours: float | None = Field(
        default=None,
        description="each value is a sum or extreme over so many hours, which end at its time",
        exclude_if=is_none,
    )
    reduction: str = Field(
        default="",
        description="over place and time: max, min, max_abs, mean, median, pNN, point, share, ...",
        exclude_if=lambda v: v == "",
    )
    limit: float | None = Field(default=None, exclude_if=is_none)
    smoothing_km: float | None = Field(
        default=None,
        description="sigma of the Gaussian that smoothed the values; absent where nothing was",
        exclude_if=is_none,
    )
    points: tuple[tuple[float, float], ...] = Field(
        default=(),
        description="latitude and longitude: of a distance or direction, from the first to the "
        "last; of a value along a line, its positions",
        exclude_if=is_empty,
    )
    of: tuple[str, ...] = Field(
        default=(),
        description="paths in the report of the values that it is made of: of a change, a "
        "product, a count",
        exclude_if=is_empty,
    )
