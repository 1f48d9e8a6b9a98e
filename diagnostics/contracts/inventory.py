"""What a source holds, as the inspector and the Data Specialist see it."""

from __future__ import annotations

from pydantic import Field

from diagnostics.contracts.base import Contract, Instant
from diagnostics.contracts.enums import Severity
from diagnostics.contracts.space_time import Region
from diagnostics.contracts.tools import ToolFeasibility


class VariableInfo(Contract):
    """One canonical field of a source."""

    name: str
    long_name: str
    unit: str
    source_name: str = Field(description="the name in the file")
    levels_hpa: tuple[float, ...] = ()
    times: int = 0
    derived_from: tuple[str, ...] = ()
    interval_hours: float | None = Field(default=None, description="accumulations and extremes")
    missing_fraction: float | None = None


class GridInfo(Contract):
    """The horizontal grid of a source."""

    kind: str = Field(description="latitude_longitude | the CF name of the projection")
    shape: tuple[int, int]
    spacing_deg: float
    region: Region
    cyclic: bool = False
    digest: str = ""


class Finding(Contract):
    """One thing the reader noticed: a guard that acted, a gap, a convention."""

    code: str
    severity: Severity
    message: str


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
    findings: tuple[Finding, ...] = ()
    tools: tuple[ToolFeasibility, ...] = ()

    def variable(self, name: str) -> VariableInfo | None:
        """Return the canonical field `name`, or None."""
        return next((item for item in self.variables if item.name == name), None)
