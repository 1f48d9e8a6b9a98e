"""One time of a source, for data whose times do not belong together."""

from __future__ import annotations

from datetime import datetime
from typing import TYPE_CHECKING

from diagnostics.contracts.inventory import Inventory, VariableInfo
from diagnostics.contracts.space_time import TimeWindow
from diagnostics.ports import FieldRequest, FieldSource

if TYPE_CHECKING:
    import xarray as xr


class SnapshotSource:
    """A source that holds a single time of another one.

    Parameters
    ----------
    source : FieldSource
    time : datetime
        One of its times.
    """

    def __init__(self, source: FieldSource, time: datetime) -> None:
        self._source = source
        self._time = time

    def inventory(self) -> Inventory:
        """Return the other source's inventory with its one time, and the grid of that time."""
        known = self._source.inventory()
        variables = tuple(self._at_time(item, known.times) for item in known.variables)
        return known.model_copy(
            update={
                "times": (self._time,),
                "step_hours": None,
                "variables": variables,
                "grid": known.grid_at(self._time),
                "grids": (),
            }
        )

    def _at_time(self, info: VariableInfo, times: tuple[datetime, ...]) -> VariableInfo:
        changes: dict[str, object] = {"times": min(info.times, 1)}
        if info.intervals and self._time in times:
            interval = info.intervals[times.index(self._time)]
            changes |= {"interval_hours": interval, "intervals": ()}
        return info.model_copy(update=changes)

    def load(self, request: FieldRequest) -> xr.Dataset:
        """Read that time; a period without it is refused as by any source of one time."""
        window = request.window
        if window is None or window.start <= self._time <= window.end:
            window = TimeWindow(start=self._time, end=self._time)
        return self._source.load(request.model_copy(update={"window": window}))

    def digest(self) -> str:
        """Return the other source's digest."""
        return self._source.digest()

    def check_unchanged(self) -> None:
        """Make sure that the other source's data are still those that were opened."""
        self._source.check_unchanged()
