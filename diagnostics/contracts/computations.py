"""What is asked of the platform beside a diagnosis: a computation or a question."""

from __future__ import annotations

from collections.abc import Mapping
from datetime import datetime
from enum import StrEnum
from typing import Any, Self

from pydantic import Field, JsonValue, ValidationError, model_validator

from diagnostics.contracts.base import Contract, Instant, is_empty, is_none
from diagnostics.contracts.enums import Language, Mode
from diagnostics.contracts.extracts import (
    ContoursRequest,
    DetectionsRequest,
    ExtractRequest,
    Point,
    RasterRequest,
    SectionRequest,
    SeriesRequest,
    SoundingRequest,
    VectorsRequest,
)
from diagnostics.contracts.forms import ClaimForm, Form
from diagnostics.contracts.quantities import written_at
from diagnostics.contracts.space_time import Region, TimeWindow
from diagnostics.contracts.validation import ContractError, joined, list_problems

LONGEST_QUESTION = 2000
"""Characters of a question or claim."""


class Operation(StrEnum):
    """What a computation gives."""

    INDEX = "index"
    FEATURES = "features"
    FIGURE = "figure"
    DETECTIONS = "detections"
    RASTER = "raster"
    CONTOURS = "contours"
    VECTORS = "vectors"
    SERIES = "series"
    SOUNDING = "sounding"
    SECTION = "section"


TOOLS = frozenset({Operation.INDEX, Operation.FEATURES, Operation.FIGURE})
"""Operations that name a tool of the catalogue; the others take something out of data."""
_NAMELESS = frozenset({Operation.DETECTIONS, Operation.SOUNDING})
_WITHOUT_LEVEL = _NAMELESS | {Operation.SECTION}
_SOMEWHERE = Region(west=0.0, south=0.0, east=1.0, north=1.0)
"""In the place of a place by name, which is looked up later."""


class ComputationRequest(Contract):
    """One index, chart, feature or extract: what a command asks, with a source for its data.

    What is left out is as on the command line: the only time, the whole grid, the tool's own level.
    Of a raster, contours, vectors, a series and a section `name` is a quantity, such as
    ``temperature`` or ``index:pwat``, with its `level` beside it or after an ``@``. Their `params`:
    `projection` and `format` of a raster; `levels` or `interval` of contours; `count` of vectors;
    `reduction` of a series; `preset`, `timezone` and `lattice` of detections.
    """

    source: str = Field(min_length=1, max_length=200)
    op: Operation
    name: str | None = Field(
        default=None, max_length=100, description="of the catalogue, or of a quantity"
    )
    time: Instant | TimeWindow | None = None
    region: Region | None = None
    place: str | None = Field(
        default=None, max_length=200, description="a place by name, instead of the region"
    )
    level: float | str | None = Field(default=None, description="hPa, or 2m")
    mode: Mode = Mode.QA
    params: dict[str, JsonValue] = {}
    spec: dict[str, JsonValue] | None = Field(
        default=None, description="a composed chart, in the place of its name"
    )
    second_opinion: bool = Field(
        default=False, description="an index by MetPy as well, at the decisive point"
    )
    origin: Instant | None = Field(default=None, description="of data without a date")
    run: Instant | None = Field(default=None, description="start of the forecast")
    member: int | None = Field(default=None, ge=0)
    climatology: str | None = Field(
        default=None,
        max_length=64,
        description="id of a climatology that the centre has built; what is chosen for the source "
        "without; the platform writes the digest of its file",
        exclude_if=is_none,
    )
    points: tuple[Point, ...] = Field(
        default=(),
        description="of a series, up to 20; of a sounding, one; of a section, its two ends",
        exclude_if=is_empty,
    )

    @model_validator(mode="after")
    def _says_what(self) -> Self:
        if self.region is not None and self.place is not None:
            raise ContractError("region_or_place")
        if self.spec is not None and (self.op is not Operation.FIGURE or self.name is not None):
            raise ContractError("spec_of_figure")
        nameless = _NAMELESS | {Operation.FEATURES}
        if self.name is None and self.spec is None and self.op not in nameless:
            raise ContractError("op_needs_name", op=self.op.value)
        if self.second_opinion and self.op is not Operation.INDEX:
            raise ContractError("opinion_of_index")
        if "boundaries" in self.params:
            raise ContractError("no_boundaries")
        if self.op in TOOLS:
            if self.points:
                raise ContractError("op_without", op=self.op.value, field="points")
        else:
            self.extract(self.region or (_SOMEWHERE if self.place else None))
        return self

    def extract(self, region: Region | None) -> ExtractRequest:
        """Return what is taken out of the data, over a region that may have been a place by name.

        Raises
        ------
        ContractError
            For what the operation does not take, or lacks.
        """
        for names, given, field in (
            (_NAMELESS, self.name, "name"),
            (_WITHOUT_LEVEL, self.level, "level"),
            ({Operation.SOUNDING, Operation.SECTION}, region, "region"),
        ):
            if self.op in names and given is not None:
                raise ContractError("op_without", op=self.op.value, field=field)
        try:
            return self._extract(region)
        except ValidationError as error:
            problems = joined(list_problems(error))
            raise ContractError("in_op", op=self.op.value, problems=problems) from error

    def _extract(self, region: Region | None) -> ExtractRequest:
        name = written_at(self.name or "", self.level)
        shared: dict[str, Any]
        match self.op:
            case Operation.DETECTIONS:
                self._takes_points(0)
                return DetectionsRequest.model_validate(
                    {**self.params, "region": region, "window": self._window()}
                )
            case Operation.SERIES:
                shared = {"quantity": name, "window": self._window(), "points": self.points}
                return SeriesRequest.model_validate({**self.params, **shared, "region": region})
            case Operation.SOUNDING:
                self._takes_points(1)
                shared = {"point": self.points[0], "time": self._instant()}
                return SoundingRequest.model_validate({**self.params, **shared})
            case Operation.SECTION:
                self._takes_points(2)
                start, end = self.points
                shared = {"quantity": name, "start": start, "end": end, "time": self._instant()}
                return SectionRequest.model_validate({**self.params, **shared})
        self._takes_points(0)
        shared = {"quantity": name, "time": self._instant(), "region": region}
        return _MAPS[self.op].model_validate({**self.params, **shared})

    def _takes_points(self, count: int) -> None:
        if len(self.points) != count:
            raise ContractError("points_of_op", op=self.op.value, count=count)

    def _window(self) -> TimeWindow | None:
        """Return the period; an instant is one of no length."""
        if self.time is None or isinstance(self.time, TimeWindow):
            return self.time
        return TimeWindow(start=self.time, end=self.time)

    def _instant(self) -> datetime | None:
        if isinstance(self.time, TimeWindow):
            raise ContractError("one_time_of_op", op=self.op.value)
        return self.time


_MAPS: Mapping[Operation, type[RasterRequest | ContoursRequest | VectorsRequest]] = {
    Operation.RASTER: RasterRequest,
    Operation.CONTOURS: ContoursRequest,
    Operation.VECTORS: VectorsRequest,
}


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
    climatology: str | None = Field(
        default=None,
        max_length=64,
        description="id of a climatology that the centre has built; what is chosen for the source "
        "without; the platform writes the digest of its file",
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
