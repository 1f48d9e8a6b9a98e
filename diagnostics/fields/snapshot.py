"""One time of a source, for data whose times do not belong together."""

from __future__ import annotations

from datetime import datetime
from typing import TYPE_CHECKING

from diagnostics.contracts.inventory import Inventory, VariableInfo
from diagnostics.contracts.space_time import TimeWindow
from diagnostics.fields.wrapped_source import WrappedSource
from diagnostics.ports import FieldRequest, FieldSource

if TYPE_CHECKING:
    import xarray as xr


class SnapshotSource(WrappedSource):
    """A source that holds a single time of another one.

    Parameters
    ----------
    source : FieldSource
    time : datetime
        One of its times.
    """

    def __init__(self, source: FieldSource, time: datetime) -> None:
        super().__init__(source)
        self._time = time

    def inventory(self) -> Inventory:
        """Return the other source's inventory with its one time, and the grid of that time."""
        known = self._source.inventory()
        variables = tuple(self._at_one_time(item, known) for item in known.variables)
        return known.model_copy(
            update={
                "times": (self._time,),
                "step_hours": None,
                "variables": variables,
                "grid": known.grid_at(self._time),
                "grids": (),
            }
        )

    def _at_one_time(self, info: VariableInfo, known: Inventory) -> VariableInfo:
        interval = info.interval_hours
        if info.intervals_hours and self._time in known.times:
            interval = info.intervals_hours[known.times.index(self._time)]
        return info.model_copy(
            update={
                "times": min(info.times, 1),
                "interval_hours": interval,
                "intervals_hours": (),
            }
        )

    def load(self, request: FieldRequest) -> xr.Dataset:
        """Read that time; a period without it is refused as by any source of one time."""
        window = request.window
        if window is None or window.start <= self._time <= window.end:
            window = TimeWindow(start=self._time, end=self._time)
        return self._source.load(request.model_copy(update={"window": window}))
