"""What a source holds, as the inspector and the Data Specialist see it."""

from __future__ import annotations

from datetime import datetime
from math import cos, radians

from pydantic import Field

from diagnostics.contracts.base import Contract, Instant, is_empty, is_none
from diagnostics.contracts.checking import DataCheck
from diagnostics.contracts.choice import DataChoice, statistics_in
from diagnostics.contracts.enums import EventType, Feasibility, Severity
from diagnostics.contracts.field_record import FieldRecord
from diagnostics.contracts.space_time import EDGE_TOLERANCE, Region, TimeWindow
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

    def may_cover(self, asked: Region) -> bool:
        """Tell whether the reader may find cells for a box, as far as the extent says.

        A reader takes the cells inside a box or, of a box between or beside cells, the nearest one:
        up to half a step away on axes of latitude and longitude, up to one step from the centre of
        the box on a projected grid, whose extent is only the box around it.

        Returns
        -------
        bool
            False only where a reader certainly refuses the box.
        """
        slack = 2 * EDGE_TOLERANCE
        held, (latitude, longitude) = self.region, asked.center
        rows, columns = self.shape
        north_south = max(self.spacing_deg, 0.5 if rows == 1 else 0.0) + slack
        step = 0.5 if columns == 1 else held.width / (columns - 1)
        east_west = max(self.spacing_deg, step) + slack
        is_projected = self.kind != "latitude_longitude"
        if is_projected:
            east_west /= max(cos(radians(latitude)), 1e-6)
        by_row = held.south - slack <= asked.north and asked.south <= held.north + slack
        near_row = held.south - north_south <= latitude <= held.north + north_south
        if self.cyclic:
            return by_row or near_row
        apart = (held.west - asked.west) % 360.0
        by_column = (
            held.width >= 360.0
            or apart <= asked.width + slack
            or 360.0 - apart <= held.width + slack
            or apart >= 360.0 - slack
        )
        beyond = (longitude - held.west + 180.0) % 360.0 - 180.0
        past = (longitude - held.west - held.width + 180.0) % 360.0 - 180.0
        inside = (longitude - held.west) % 360.0 <= held.width
        near_column = inside or min(abs(beyond), abs(past)) <= east_west
        if is_projected:
            return (by_row and by_column) or (near_row and near_column)
        return (by_row or near_row) and (by_column or near_column)


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
    intervals_hours: tuple[float, ...] = Field(
        default=(),
        description="of each of the times, where they differ: totals since the start of a run on a "
        "grid that moves",
        exclude_if=is_empty,
    )
    missing_fraction: float | None = None
    grid: GridInfo | None = Field(
        default=None, description="the grid it was interpolated from, where not the source's own"
    )
    records: tuple[FieldRecord, ...] = Field(
        default=(),
        description="what the files say of the fields that it is made from",
        exclude_if=is_empty,
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
    fields: tuple[str, ...] = Field(
        default=(),
        description="canonical names of the fields that it concerns; none: the source",
        exclude_if=is_empty,
    )


class LeftOut(Contract):
    """One field of the files that is not used, and why."""

    name: str = Field(description="in the file")
    wording: Message
    nearest: tuple[str, ...] = Field(default=(), description="known names that are spelt alike")
    record: FieldRecord | None = Field(
        default=None,
        description="what the file says of it, where it is a known quantity",
        exclude_if=is_none,
    )


class Coverage(Contract):
    """What data hold of the region and the period that were asked for, where that is not all."""

    area_fraction: float | None = Field(
        default=None, ge=0, le=1, description="of the region; null where all of it is held"
    )
    region: Region | None = Field(
        default=None,
        description="the box that is held; null where all is, or what is held is no box",
    )
    period: TimeWindow | None = Field(
        default=None, description="first and last time; null where the data fill the period"
    )
    apart: int | None = Field(
        default=None,
        description="further stretches of the data, more than five days apart, that are not a part",
        exclude_if=is_none,
    )


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
        description="the run, and the member or statistic of the ensemble, that the request named",
        exclude_if=is_none,
    )
    coverage: Coverage | None = Field(
        default=None,
        description="where the data hold only a part of the region or the period asked for",
        exclude_if=is_none,
    )
    checked: DataCheck | None = Field(default=None, description="where the values were examined")

    def variable(self, name: str) -> VariableInfo | None:
        """Return the canonical field `name`, or None."""
        return next((item for item in self.variables if item.name == name), None)

    def statistics(self) -> tuple[str, ...]:
        """Return the statistics of an ensemble that may be asked for, as ``mean`` and ``p90``."""
        records = [record for item in self.variables for record in item.records]
        return statistics_in([*records, *(item.record for item in self.left_out)])

    def why_unused(self, *names: str) -> Message | None:
        """Return why the files hold one of these fields and it is not used; None where none is."""
        for item in self.findings:
            if item.severity is Severity.WARNING and set(names) & set(item.fields):
                return item.wording
        for left in self.left_out:
            if left.record is not None and left.record.quantity.value in names:
                return left.wording
        return None

    def extent(self) -> Region | None:
        """Return the box around the grid; around those of all times where it moves."""
        found: Region | None = None
        for grid in self.grids or (self.grid,):
            if grid is not None:
                found = grid.region if found is None else found.joined(grid.region)
        return found

    def times_in(self, window: TimeWindow | None) -> tuple[datetime, ...]:
        """Return the times in a closed period; all without one."""
        if window is None:
            return self.times
        return tuple(time for time in self.times if window.start <= time <= window.end)

    def may_cover(self, region: Region, window: TimeWindow | None) -> bool:
        """Tell whether a reader may find cells for a box at a time of the period.

        As `GridInfo.may_cover`; of a grid that moves, at one time at least.
        """
        grids = {self.grid}
        if self.grids:
            grids = {self.grid_at(time) for time in self.times_in(window)}
        return any(grid is None or grid.may_cover(region) for grid in grids)

    def grid_at(self, time: datetime | None) -> GridInfo | None:
        """Return the grid of a time of the source; that of the source where it does not move."""
        if time in self.times and self.grids:
            return self.grids[self.times.index(time)]
        return self.grid
