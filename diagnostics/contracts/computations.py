"""What is asked of the platform beside a diagnosis: one index, chart or feature, or a question."""

from __future__ import annotations

from enum import StrEnum
from itertools import pairwise
from typing import Self

from pydantic import Field, JsonValue, ValidationError, model_validator

from diagnostics.contracts.base import Contract, Instant, is_none
from diagnostics.contracts.checking import CheckFinding, no_doubts
from diagnostics.contracts.choice import OF_ENSEMBLE, EnsembleStatistic
from diagnostics.contracts.enums import Language, Mode
from diagnostics.contracts.forms import ClaimForm, Form
from diagnostics.contracts.space_time import Position, Region, TimeWindow
from diagnostics.contracts.validation import ContractError

LONGEST_QUESTION = 2000
"""Characters of a question or claim."""


MOST_VERTICES = 500
"""Positions of an outline."""


class Operation(StrEnum):
    """What a computation gives."""

    INDEX = "index"
    FEATURES = "features"
    FIGURE = "figure"
    FIELD = "field"
    CONTOURS = "contours"
    SOUNDING = "sounding"
    SERIES = "series"


class ContourParameters(Contract):
    """What may be said of contours beside what they are of."""

    levels: tuple[float, ...] = Field(
        default=(),
        max_length=100,
        description="values of the contours, in the unit of charts, rising; chosen without them",
    )
    interval: float | None = Field(
        default=None,
        gt=0,
        description="in the unit of charts: every multiple of it, halved where few lines would be "
        "drawn",
    )
    smooth_km: float = Field(
        default=0.0, ge=0, le=500, description="sigma of the Gaussian that smooths the field, km"
    )

    @model_validator(mode="after")
    def _rise(self) -> Self:
        if any(later <= level for level, later in pairwise(self.levels)):
            raise ContractError("contour_levels")
        return self


class ComputationRequest(Contract):
    """One index, chart, feature, field, set of contours, sounding or series of a source.

    What is left out is as on the command line: the only time, the whole grid, the tool's own level.
    """

    source: str = Field(min_length=1, max_length=200)
    op: Operation
    name: str | None = Field(
        default=None,
        max_length=100,
        description="of the catalogue; of a field the name of an index, or of a quantity of charts",
    )
    time: Instant | TimeWindow | None = None
    region: Region | None = None
    place: str | None = Field(
        default=None, max_length=200, description="a place by name, instead of the region"
    )
    outline: tuple[Position, ...] | None = Field(
        default=None,
        min_length=4,
        max_length=MOST_VERTICES,
        description="of a series: a closed line of longitude and latitude around the area, the "
        "ring of a GeoJSON polygon; longitudes go on beyond 180",
        exclude_if=is_none,
    )
    level: float | str | None = Field(
        default=None, description="hPa, or 2m; K where the quantity lies on isentropes"
    )
    mode: Mode = Mode.QA
    params: dict[str, JsonValue] = {}
    spec: dict[str, JsonValue] | None = Field(
        default=None, description="a composed chart, in the place of its name"
    )
    second_opinion: bool = Field(
        default=False, description="an index by MetPy as well, at the decisive point"
    )
    origin: Instant | None = Field(
        default=None, description="of data without a date; others refuse it"
    )
    run: Instant | None = Field(default=None, description="start of the forecast")
    member: int | None = Field(default=None, ge=0)
    statistic: EnsembleStatistic | None = Field(
        default=None,
        description=OF_ENSEMBLE,
        exclude_if=is_none,
    )

    @model_validator(mode="after")
    def _says_what(self) -> Self:
        if self.region is not None and self.place is not None:
            raise ContractError("region_or_place")
        if self.outline is not None:
            if self.op is not Operation.SERIES or self.region is not None or self.place is not None:
                raise ContractError("outline_of_series")
            if self.outline[0] != self.outline[-1]:
                raise ContractError("ring_open")
        if self.spec is not None and (self.op is not Operation.FIGURE or self.name is not None):
            raise ContractError("spec_of_figure")
        nameless = (Operation.FEATURES, Operation.SOUNDING)
        if self.name is None and self.spec is None and self.op not in nameless:
            raise ContractError("op_needs_name", op=self.op.value)
        if self.second_opinion and self.op is not Operation.INDEX:
            raise ContractError("opinion_of_index")
        if "boundaries" in self.params:
            raise ContractError("no_boundaries")
        if self.op is Operation.CONTOURS:
            _check_contours(self.params)
        if self.op is Operation.SOUNDING and not self._names_point():
            raise ContractError("sounding_point")
        return self

    def _names_point(self) -> bool:
        if self.region is None:
            return self.place is not None
        return self.region.width == 0 and self.region.south == self.region.north


def _check_contours(params: dict[str, JsonValue]) -> None:
    try:
        ContourParameters.model_validate(params)
    except ValidationError as error:
        names = sorted({str(item["loc"][0]) for item in error.errors() if item["loc"]})
        raise ContractError("contour_parameters", names=", ".join(names) or "levels") from error


class FieldAnswer(Contract):
    """What a field holds that was computed and kept: its values are in the file."""

    name: str = Field(description="of the index or quantity")
    title: str = Field(description="in English")
    unit: str = Field(description="of the values")
    level: float | str | None = Field(default=None, description="hPa or K, or 2m")
    times: tuple[Instant, ...] = Field(description="valid times of the values")
    shape: tuple[int, int, int] = Field(description="times, rows and columns")
    region: Region = Field(description="outermost centres of cells")
    path: str = Field(description="the file among the artifacts, NetCDF-3")
    warnings: tuple[str, ...] = Field(
        default=(), description="what is to be known of how the values were computed"
    )
    doubts: tuple[CheckFinding, ...] = Field(
        default=(),
        description="what the checks of data doubt in the fields that were read",
        exclude_if=no_doubts,
    )


class ContourLine(Contract):
    """One line of equal values."""

    value: float = Field(description="in the unit of the contours")
    closed: bool = Field(description="the last position is the first")
    line: tuple[Position, ...] = Field(
        description="longitude and latitude, degrees; longitudes go on beyond 180 and may begin "
        "below -180, so that no line is cut there"
    )


class ContoursAnswer(Contract):
    """Contours of an index or a quantity at one time, as charts draw them."""

    name: str = Field(description="of the index or quantity")
    title: str = Field(description="in English")
    unit: str = Field(description="of the values")
    level: float | str | None = Field(default=None, description="hPa or K, or 2m")
    time: Instant
    region: Region = Field(description="asked for; lines end up to two cells beyond it")
    interval: float | None = Field(description="between the values; None where they were chosen")
    levels: tuple[float, ...] = Field(description="values that contours were drawn of")
    lines: tuple[ContourLine, ...]
    doubts: tuple[CheckFinding, ...] = Field(
        default=(),
        description="what the checks of data doubt in the fields that were read",
        exclude_if=no_doubts,
    )


class SoundingLevel(Contract):
    """One point of a sounding."""

    pressure: float = Field(description="hPa")
    temperature: float = Field(description="°C")
    dewpoint: float | None = Field(description="°C")
    specific_humidity: float | None = Field(description="kg kg⁻¹")
    eastward_wind: float | None = Field(description="m s⁻¹; None where it is not known")
    northward_wind: float | None = Field(description="m s⁻¹; None where it is not known")
    height: float | None = Field(description="gpm; None where it is not known")


class SoundingAnswer(Contract):
    """The column above a point, as a skew-T diagram draws it, and its most unstable parcel."""

    latitude: float = Field(description="of the point, degrees north; the column is interpolated")
    longitude: float = Field(description="of the point, degrees east")
    time: Instant
    surface_first: bool = Field(description="the first level is the air at 2 m, with wind at 10 m")
    levels: tuple[SoundingLevel, ...] = Field(description="from the ground upward")
    cape: float | None = Field(description="of the most unstable parcel, J kg⁻¹")
    cin: float | None = Field(description="of the same parcel, J kg⁻¹")
    lifted_index: float | None = Field(description="of the same parcel at 500 hPa, K")
    lcl: float | None = Field(description="lifting condensation level, hPa")
    lfc: float | None = Field(description="level of free convection, hPa; None without one")
    el: float | None = Field(description="equilibrium level, hPa; None without one")
    doubts: tuple[CheckFinding, ...] = Field(
        default=(),
        description="what the checks of data doubt in the fields that were read",
        exclude_if=no_doubts,
    )


class SeriesValue(Contract):
    """The value of an index over an area at one time, and what its climatology expects."""

    time: Instant
    value: float | None = Field(description="in the unit of the series; None where there is none")
    latitude: float | None = Field(default=None, description="of an extreme, degrees north")
    longitude: float | None = Field(default=None, description="of an extreme, degrees east")
    valid_fraction: float | None = Field(
        default=None, description="share of the area that has values, 0 to 1"
    )
    mean: float | None = Field(
        default=None, description="of the climatology at this time of the year, in the same unit"
    )
    std: float | None = Field(
        default=None,
        description="standard deviation of the climatology, in the same unit: the band is the mean "
        "with it to either side",
    )
    z: float | None = Field(default=None, description="standard deviations from the mean")
    percentile: float | None = Field(default=None, description="among the climatology, 0 to 100")
    sample_count: int | None = Field(default=None, description="values of the climatology")


class SeriesAnswer(Contract):
    """An index over an area through time, with the climatological band where there is one."""

    name: str = Field(description="of the index")
    unit: str = Field(description="of all values")
    level: float | str | None = Field(default=None, description="hPa, or 2m")
    reduction: str = Field(description="how the area becomes a value: mean, max ...")
    region: Region = Field(description="the area, or the box around its outline")
    baseline: str | None = Field(description="the climatology of the band; None without one")
    values: tuple[SeriesValue, ...] = Field(description="in order of time")
    warnings: tuple[str, ...] = Field(
        default=(), description="what is to be known of how the values were computed"
    )
    doubts: tuple[CheckFinding, ...] = Field(
        default=(),
        description="what the checks of data doubt in the fields that were read",
        exclude_if=no_doubts,
    )


class QuestionRequest(Contract):
    """A question or a sentence to check, in words or as a form."""

    source: str = Field(min_length=1, max_length=200)
    text: str | None = Field(default=None, min_length=1, max_length=LONGEST_QUESTION)
    claim: str | None = Field(default=None, min_length=1, max_length=LONGEST_QUESTION)
    region: Region | None = None
    window: TimeWindow | None = None
    now: Instant | None = Field(default=None, description="what 'yesterday' counts from")
    language: Language | None = Field(default=None, description="the question's own by default")
    timezone: str | None = Field(default=None, max_length=100)
    timezone_assumed: bool = Field(
        default=False,
        description="whether the zone is the centre's own, as the platform notes where none is "
        "named",
    )
    run: Instant | None = Field(default=None, description="start of the forecast")
    member: int | None = Field(default=None, ge=0)
    statistic: EnsembleStatistic | None = Field(
        default=None,
        description=OF_ENSEMBLE,
        exclude_if=is_none,
    )
    form: Form | None = Field(default=None, description="a question as a form, in place of words")
    claim_form: ClaimForm | None = Field(
        default=None, description="a sentence to check as forms, in place of words"
    )

    @model_validator(mode="after")
    def _asks_one_thing(self) -> Self:
        asked = (self.text, self.claim, self.form, self.claim_form)
        given = [item for item in asked if item is not None]
        if len(given) != 1 or (isinstance(given[0], str) and not given[0].strip()):
            raise ContractError("one_question")
        return self
