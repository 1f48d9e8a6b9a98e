"""The terms of a form: amounts, statistics, quantities, places and times.

A form (:mod:`diagnostics.contracts.forms`) is built from these. Nothing here is computed: a term
says what is meant, the evaluator finds it in the data.
"""

from __future__ import annotations

from datetime import date
from enum import StrEnum
from typing import Annotated, Literal

from pydantic import Field, JsonValue, model_validator

from diagnostics.contracts.base import Contract, Instant
from diagnostics.contracts.space_time import Region, TimeWindow
from diagnostics.contracts.validation import ContractError


class Approximation(StrEnum):
    """How exactly a stated number is meant."""

    AS_WRITTEN = "as_written"
    """To half a unit of the last digit that is written."""
    EXACT = "exact"
    ABOUT = "about"
    """About, around, roughly: within the tolerance of the quantity's sort."""
    NEARLY = "nearly"
    """Nearly, almost, just under: below the number, by the tolerance at most."""
    JUST_OVER = "just_over"
    """Just over, slightly above: above the number, by the tolerance at most."""
    ROUNDED = "rounded"
    """A number that is said to be reached: met by what rounds to it."""


class Amount(Contract):
    """A number with its unit, as it was given."""

    value: float
    unit: str = Field(default="", description="as pint reads it: degC, degF, K, m/s, mm, hPa, %")
    difference: bool = Field(
        default=False, description="of two temperatures: 5 degC is 5 K and not 278.15 K"
    )
    approximation: Approximation = Approximation.AS_WRITTEN
    resolution: float | None = Field(
        default=None,
        ge=0,
        description="the last digit written, in `unit`: 0.1 for 5.0, 1 for 12, 10 for 'some 120'",
    )
    words: str = ""


class Reduce(StrEnum):
    """How many values become one."""

    MAX = "max"
    MIN = "min"
    MEAN = "mean"
    MEDIAN = "median"
    SUM = "sum"
    RANGE = "range"
    STD = "std"
    PERCENTILE = "percentile"
    FIRST = "first"
    LAST = "last"


class Statistic(Contract):
    """A reduction, with its percentile where it is one."""

    reduce: Reduce
    percentile: float | None = Field(default=None, ge=0, le=100)

    @model_validator(mode="before")
    @classmethod
    def _from_name(cls, value: object) -> object:
        return {"reduce": value} if isinstance(value, str) else value

    @model_validator(mode="after")
    def _percentile_named(self) -> Statistic:
        if (self.reduce is Reduce.PERCENTILE) != (self.percentile is not None):
            raise ContractError("percentile")
        return self


class Daily(Contract):
    """One value of each local day instead of every time."""

    statistic: Reduce
    zone: str | None = Field(default=None, description="of the days; the form's zone without it")
    start_hour: float = Field(default=0.0, ge=0, lt=24, description="local hour a day starts at")


class Component(StrEnum):
    """Which part of a vector is meant."""

    SPEED = "speed"
    DIRECTION = "direction"
    """Where it comes from, degrees from north; averaged as an angle."""
    EASTWARD = "eastward"
    NORTHWARD = "northward"


class Anomaly(StrEnum):
    """How far from the climatological normal."""

    ABSOLUTE = "absolute"
    STANDARDISED = "standardised"


class QuantityTerm(Contract):
    """A quantity: what is measured, before any reduction over place and period.

    The parts apply in this order: the field, `anomaly`, `hours` or `change_hours`, `daily`,
    `gradient`, `absolute`.
    """

    id: str = Field(description="of the lexicon, an index of the catalogue, or field:NAME")
    level: float | Literal["2m", "10m", "surface"] | None = Field(
        default=None, description="hPa, or near the ground; none where the quantity has no level"
    )
    levels: tuple[float, ...] = Field(
        default=(), description="hPa: a layer or several levels, of quantities that take them"
    )
    height_m: float | None = Field(
        default=None, description="metres above ground other than 2 and 10 m"
    )
    component: Component | None = Field(default=None, description="of winds; none is the speed")
    anomaly: Anomaly | None = None
    hours: float | None = Field(
        default=None, gt=0, description="length of a running window of amounts: rain in 6 h"
    )
    change_hours: float | None = Field(
        default=None, gt=0, description="the change over so many hours that end at each time"
    )
    daily: Daily | None = None
    gradient: bool = Field(default=False, description="size of the horizontal gradient, per 100 km")
    absolute: bool = Field(default=False, description="size without sign, of changes")
    params: dict[str, JsonValue] = Field(default={}, description="of the index, by its record")
    words: str = ""


class Surface(StrEnum):
    """Cells of land or of sea only."""

    LAND = "land"
    SEA = "sea"


class Everywhere(Contract):
    """The whole area of the data, or that of the options."""

    kind: Literal["everywhere"] = "everywhere"


class BoxPlace(Contract):
    """A box ``W,S,E,N`` in degrees; bands of latitude go round the globe."""

    kind: Literal["box"] = "box"
    region: Region
    surface: Surface | None = None
    words: str = ""


class PointPlace(Contract):
    """A position: its nearest cell."""

    kind: Literal["point"] = "point"
    latitude: float = Field(ge=-90, le=90)
    longitude: float = Field(ge=-180, le=360)
    name: str = ""
    country: str = Field(default="", description="two letters; decides the habit of units")
    words: str = ""


class NamedPlace(Contract):
    """A named area: its outline where the gazetteer has one, else its box."""

    kind: Literal["named"] = "named"
    name: str
    region: Region
    outline: str = Field(default="", description="name of the gazetteer whose outline is meant")
    country: str = ""
    surface: Surface | None = None
    words: str = ""


class PlacesTogether(Contract):
    """Several areas taken as one, or only what they share."""

    kind: Literal["together"] = "together"
    places: tuple[Place, ...] = Field(min_length=2)
    shared: bool = Field(default=False, description="the part common to all: Iran south of 30N")


class Around(Contract):
    """Everything within a distance of a position."""

    kind: Literal["around"] = "around"
    centre: Position
    km: float = Field(gt=0)


class End(StrEnum):
    """Which end of the values."""

    MAX = "max"
    MIN = "min"


class ExtremePlace(Contract):
    """The cell where a quantity is greatest or smallest."""

    kind: Literal["extreme"] = "extreme"
    quantity: QuantityTerm
    end: End
    place: Place = Field(default_factory=lambda: Everywhere())
    time: TimeSet = Field(default_factory=lambda: TimeSet())
    over: Statistic | None = Field(
        default=None, description="reduces each cell over the times first; none: of all values"
    )


class Centroid(Contract):
    """The weighted centre of the highest (lowest) share of a quantity's values."""

    kind: Literal["centroid"] = "centroid"
    quantity: QuantityTerm
    end: End = End.MAX
    share: float = Field(default=0.1, gt=0, le=1, description="of the area")
    place: Place = Field(default_factory=lambda: Everywhere())
    time: TimeSet = Field(default_factory=lambda: TimeSet())


Position = Annotated[PointPlace | ExtremePlace | Centroid, Field(discriminator="kind")]
"""What has one latitude and longitude."""

Place = Annotated[
    Everywhere
    | BoxPlace
    | PointPlace
    | NamedPlace
    | PlacesTogether
    | Around
    | ExtremePlace
    | Centroid,
    Field(discriminator="kind"),
]
"""Where a quantity is examined."""


class AllTimes(Contract):
    """Every time of the data, or of the options' period."""

    kind: Literal["all"] = "all"


class Instants(Contract):
    """Single times; each must be in the data."""

    kind: Literal["instants"] = "instants"
    times: tuple[Instant, ...] = Field(min_length=1)
    words: str = ""


class Intervals(Contract):
    """Closed periods. Amounts count by increments that lie wholly inside."""

    kind: Literal["intervals"] = "intervals"
    windows: tuple[TimeWindow, ...] = Field(min_length=1)
    words: str = ""


class Days(Contract):
    """Whole days of the calendar of a zone."""

    kind: Literal["days"] = "days"
    dates: tuple[date, ...] = Field(min_length=1)
    words: str = ""


class Months(Contract):
    """Months or a season: December to February of 2020/21 is ``(12, 1, 2)`` with year 2020."""

    kind: Literal["months"] = "months"
    months: tuple[int, ...] = Field(min_length=1, description="1 to 12, in their order")
    year: int | None = Field(default=None, description="of the first month; none: any year")
    words: str = ""


class Anchor(StrEnum):
    """What relative times count from."""

    NOW = "now"
    START = "start"
    """The first time of the data, or the start of the forecast."""
    END = "end"


class Step(StrEnum):
    """The unit of relative times; days and longer are those of the calendar of the zone."""

    HOUR = "hour"
    DAY = "day"
    WEEK = "week"
    MONTH = "month"


class RelativeTimes(Contract):
    """Times counted from an anchor: yesterday is days -1 to -1, the next 24 h are hours 0 to 24."""

    kind: Literal["relative"] = "relative"
    anchor: Anchor = Anchor.NOW
    step: Step
    first: float
    last: float
    instant: bool = Field(default=False, description="the one time `first` steps on: 'in 48 h'")
    words: str = ""

    @model_validator(mode="after")
    def _ordered(self) -> RelativeTimes:
        if self.last < self.first:
            raise ContractError("period_reversed", start=f"{self.first:g}", end=f"{self.last:g}")
        return self


class ExtremeTime(Contract):
    """The time at which a quantity is greatest or smallest; the first where there are several."""

    kind: Literal["extreme_time"] = "extreme_time"
    quantity: QuantityTerm
    end: End
    place: Place = Field(default_factory=lambda: Everywhere())
    time: TimeSet = Field(default_factory=lambda: TimeSet())
    space: Statistic | None = Field(default=None, description="needed where the place is an area")


TimeBase = Annotated[
    AllTimes | Instants | Intervals | Days | Months | RelativeTimes | ExtremeTime,
    Field(discriminator="kind"),
]


class ClockWindow(Contract):
    """Hours of each day, both ends included; ``22`` to ``6`` goes over midnight."""

    first: float = Field(ge=0, lt=24)
    last: float = Field(ge=0, le=24)


class TimeSet(Contract):
    """Which times: a base, and within it only some hours of the day.

    A plain base (``{"kind": "all"}``) is taken as well.
    """

    base: TimeBase = Field(default_factory=lambda: AllTimes())
    clock: ClockWindow | None = None
    zone: str | None = Field(
        default=None, description="of days and clock: IANA name or offset; the form's without it"
    )

    @model_validator(mode="before")
    @classmethod
    def _from_base(cls, value: object) -> object:
        if isinstance(value, dict) and "kind" in value:
            return {"base": value}
        bases = (AllTimes, Instants, Intervals, Days, Months, RelativeTimes, ExtremeTime)
        return {"base": value} if isinstance(value, bases) else value


for _model in (PlacesTogether, Around, ExtremePlace, Centroid, ExtremeTime, TimeSet):
    _model.model_rebuild()
