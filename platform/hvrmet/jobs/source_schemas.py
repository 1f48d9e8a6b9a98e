"""Sources as the API shows and takes them."""

from __future__ import annotations

from datetime import datetime
from enum import StrEnum
from typing import Annotated

from pydantic import AfterValidator, BaseModel, ConfigDict, Field, field_validator

from diagnostics.contracts.inventory import Inventory
from diagnostics.contracts.space_time import Region
from diagnostics.messages import Message
from hvrmet.core.names import Name, clean_name
from hvrmet.jobs.registries.roots import is_below

SOURCE_NAME = r"^[a-z0-9](?:[a-z0-9-]{0,61}[a-z0-9])?$"
MOST_CHARACTERS = 300


def _name_or_nothing(text: str) -> str:
    return clean_name(text) if text.strip() else ""


NameOrNothing = Annotated[str, AfterValidator(_name_or_nothing)]


class SourceState(StrEnum):
    """Whether it is known what a source holds."""

    READY = "ready"
    WAITING = "waiting"
    FAILED = "failed"


class OwnSource(BaseModel):
    """Where a source lies that the centre has registered itself, and who did so."""

    root: str = Field(description="name of one of the folders in `source-roots/`")
    below: tuple[str, ...] = Field(description="paths below it")
    late_after_hours: float | None = Field(
        default=None, description="older newest files than this, in hours, are late"
    )
    created_by: str = Field(description="label of who registered it, as it was then")
    created_at: datetime


class SourceInfo(BaseModel):
    """A source that a diagnosis may name, and what it holds as a worker last read it.

    `state` is `waiting` until a worker has read the source, `failed` where it could not; then
    extent and times are null. `stale` says that files have changed since. What was known stays
    `ready` and `stale` while the new files fail for a first and a second time.
    """

    name: str = Field(description="As requests name it")
    title: str = Field(description="What it is, in English")
    title_zh: str = Field(description="What it is, in Chinese")
    attribution: str = Field(description="Whom to name as the origin of the data")
    has_climatology: bool = Field(description="Whether values are placed in a climatology")
    state: SourceState
    read_at: datetime | None = Field(description="when a worker read what it holds")
    newest_at: datetime | None = Field(description="when its newest file was written")
    stale: bool
    late: bool = Field(description="its newest file is older than the operator expects")
    region: Region | None = Field(description="Box of its grid, degrees")
    first: datetime | None = Field(description="first valid time")
    last: datetime | None = Field(description="last valid time")
    times: int = Field(description="how many valid times")
    step_hours: float | None = Field(description="time between valid times, hours")
    members: tuple[int, ...] = Field(
        default=(), description="of an ensemble; a request names one of them"
    )
    own: OwnSource | None = Field(
        default=None, description="where it lies, of one that the centre has registered itself"
    )


class SourceList(BaseModel):
    """The registered sources of the tenant."""

    results: tuple[SourceInfo, ...]


class SourceDetail(SourceInfo):
    """A source with everything that is known of it without reading its arrays.

    `inventory.events` says what the data can support of each type of event, `inventory.tools` which
    operator can run.
    """

    inventory: Inventory | None
    statistics: tuple[str, ...] = Field(
        description="of an ensemble, that a request may name: mean, p90; where `inventory.choice` "
        "names one, the source holds nothing else"
    )
    failure: Message | None = Field(description="why it could not be read")
    failure_text: str = Field(description="the same in English")


class SourceRootInfo(BaseModel):
    """A folder, or the beginning of addresses, below which the centre may register data."""

    name: str
    title: str
    title_zh: str
    remote: bool = Field(description="an address of a Zarr store lies below it, and no file")


class SourceRootList(BaseModel):
    """Where the centre may register data of its own, by name."""

    results: tuple[SourceRootInfo, ...]


class SourceChange(BaseModel):
    """What may be said otherwise of a source that the centre has registered; the data stay."""

    model_config = ConfigDict(extra="forbid")

    title: Name = Field(min_length=1, max_length=100)
    title_zh: NameOrNothing = Field(default="", max_length=100)
    attribution: NameOrNothing = Field(default="", max_length=200)
    late_after_hours: float | None = Field(
        default=None, gt=0, le=8760, description="older newest files than this, in hours, are late"
    )


class NewSource(SourceChange):
    """Data of the centre's own, below one of its roots, under the name that requests shall use."""

    name: str = Field(
        pattern=SOURCE_NAME, description="small letters, digits and hyphens, at most 63"
    )
    root: str = Field(max_length=63, description="name of one of the folders in `source-roots/`")
    below: tuple[str, ...] = Field(
        min_length=1,
        max_length=20,
        description="files, folders or Zarr stores below the root, which are read as one; `.` is "
        "the root itself",
    )

    @field_validator("below")
    @classmethod
    def _below(cls, below: tuple[str, ...]) -> tuple[str, ...]:
        for text in below:
            if len(text) > MOST_CHARACTERS or not is_below(text):
                raise ValueError(
                    f"{text[:100]!r} names nothing below a root: give a relative path such as "
                    "'2026/july.nc', without '..', and with letters, digits, spaces and _ - . + = "
                    ", ( ) alone"
                )
        return below
