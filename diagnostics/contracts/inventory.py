"""What a source holds, as the inspector and the Data Specialist see it."""

from __future__ import annotations

from datetime import datetime

from pydantic import Field

from diagnostics.contracts.base import Contract, Instant, is_empty, is_none
from diagnostics.contracts.checking import DataCheck
from diagnostics.contracts.choice import DataChoice
from diagnostics.contracts.enums import EventType, Feasibility, Severity
from diagnostics.contracts.space_time import Region
from diagnostics.contracts.tools import ToolFeasibility
from diagnostics.messages import Message


class GridInfo(Contract):
    """The horizontal grid of a source."""

    kind: str = Field(description="latitude_longitude | the CF name of the projection")
    shape: tuple[int, int]
    spacing_deg: float
    region: Region
    cyclic: bool = False
    digest: str = ""


class VariableInfo(Contract):
    """One canonical field of a source."""

    name: str
    long_name: str
    unit: str
    source_name: str = Field(description="the name in the file")
    source_unit: str | None = Field(
        default=None, description="the unit in the file, empty where it names none"
    )
    levels_hpa: tuple[float, ...] = ()
    times: int = 0
    derived_from: tuple[str, ...] = ()
    interval_hours: float | None = Field(default=None, description="accumulations and extremes")
    missing_fraction: float | None = None
    grid: GridInfo | None = Field(
        default=None, description="the grid it was interpolated from, where not the source's own"
    )


class EventSupport(Contract):
    """What data can support of one type of event, before anything is computed."""

    event: EventType
    feasibility: Feasibility = Field(
        description="feasible: the criterion can be tested as it is defined; partial: by a proxy, "
        "or only in part; blocked: it cannot be tested"
    )
    fields: tuple[str, ...] = Field(default=(), description="that the test reads")
    missing: tuple[str, ...] = Field(
        default=(), description="fields without which it is not feasible"
    )
    message: Message | None = Field(
        default=None, description="what is lacking and what that means; null where nothing is"
    )


class Finding(Contract):
    """One thing the reader noticed: a guard that acted, a gap, a convention."""

    code: str
    severity: Severity
    message: str
    wording: Message | None = Field(
        default=None, description="the message for every language", exclude_if=is_none
    )


class LeftOut(Contract):
    """One field of the files that is not used, and why."""

    name: str = Field(description="in the file")
    wording: Message
    nearest: tuple[str, ...] = Field(default=(), description="known names that are spelt alike")


class Inventory(Contract):
    """Everything the loop may know of a source without reading its arrays."""

    title: str = ""
    attribution: str = ""
    format: str = ""
    origin: str = Field(default="unknown", description="analysis | reanalysis | forecast | ...")
    variables: tuple[VariableInfo, ...] = ()
    levels_hpa: tuple[float, ...] = ()
    times: tuple[Instant, ...] = ()
    step_hours: float | None = None
    init_time: Instant | None = None
    grid: GridInfo | None = None
    grids: tuple[GridInfo | None, ...] = Field(
        default=(),
        description="of each of the times, where the grid moves from time to time",
        exclude_if=is_empty,
    )
    findings: tuple[Finding, ...] = ()
    left_out: tuple[LeftOut, ...] = Field(default=(), description="fields of the files not used")
    tools: tuple[ToolFeasibility, ...] = ()
    events: tuple[EventSupport, ...] = Field(
        default=(), description="each type of event, where it was asked", exclude_if=is_empty
    )
    choice: DataChoice | None = Field(
        default=None,
        description="the forecast run and ensemble member that the request named",
        exclude_if=is_none,
    )
    checked: DataCheck | None = Field(default=None, description="where the values were examined")

    def variable(self, name: str) -> VariableInfo | None:
        """Return the canonical field `name`, or None."""
        return next((item for item in self.variables if item.name == name), None)

    def grid_at(self, time: datetime | None) -> GridInfo | None:
        """Return the grid of a time of the source; that of the source where it does not move."""
        if time in self.times and self.grids:
            return self.grids[self.times.index(time)]
        return self.grid
