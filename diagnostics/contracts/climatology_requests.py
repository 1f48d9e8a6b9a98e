"""What is asked of the platform of a climatology: to build it from the data of a source."""

from __future__ import annotations

from typing import Annotated, Self

from pydantic import Field, model_validator

from diagnostics.contracts.base import Contract
from diagnostics.contracts.enums import EventType, Mode
from diagnostics.contracts.space_time import Region
from diagnostics.contracts.validation import ContractError

MOST_QUANTITIES = 50

Name = Annotated[str, Field(min_length=1, max_length=100)]
Percent = Annotated[float, Field(ge=0, le=100)]
Year = Annotated[int, Field(ge=1000, le=9999)]


class ClimatologyRequest(Contract):
    """A climatology of all times of a source, of grid points or of reduced indices.

    With `fields` it is of grid points, over the region or the whole grid. Otherwise it is of
    indices over exactly that region: those that are named, or those that the library judges for
    some or all events.
    """

    source: str = Field(min_length=1, max_length=200)
    name: str = Field(min_length=1, max_length=100, description="as people call it")
    fields: tuple[Name, ...] = Field(
        default=(),
        max_length=MOST_QUANTITIES,
        description="``t@850``, ``msl``, ``pwat``, ``spi:30``; ``standard``: all that indices use",
    )
    indices: tuple[Name, ...] = Field(
        default=(), max_length=MOST_QUANTITIES, description="``NAME[@LEVEL][:REDUCTION]``"
    )
    events: tuple[EventType, ...] = Field(
        default=(), max_length=len(EventType), description="whose indices the library judges"
    )
    region: Region | None = None
    exclude_years: tuple[Year, ...] = Field(default=(), max_length=100)
    years_needed: int | None = Field(
        default=None, ge=1, le=1000, description="fewer years are refused; 20 by default"
    )
    quantiles: tuple[Percent, ...] | None = Field(
        default=None, max_length=99, description="%; the 19 of the package by default"
    )
    mode: Mode = Field(default=Mode.DIAGNOSE, description="of indices among the fields")
    timezone: str = Field(default="UTC", max_length=100, description="of days")

    @property
    def names_all(self) -> bool:
        """Whether the request names what is built, and leaves nothing to the Guideline Library."""
        return bool(self.fields or self.indices)

    @model_validator(mode="after")
    def _of_one_kind(self) -> Self:
        if self.fields and (self.indices or self.events):
            raise ContractError("fields_or_indices")
        if self.indices and self.events:
            raise ContractError("indices_or_events")
        if not self.fields and self.region is None:
            raise ContractError("region_of_indices")
        return self


class BuiltPart(Contract):
    """How far a build is."""

    label: str = Field(description="of the part that is done")
    done: int
    total: int
