"""A source that remembers what was read of it, so that the answer's data can be checked."""

from __future__ import annotations

from functools import reduce
from typing import TYPE_CHECKING

from diagnostics.contracts.inventory import Inventory
from diagnostics.contracts.space_time import Region, TimeWindow
from diagnostics.grid.regions import united
from diagnostics.ports import FieldRequest, FieldSource

if TYPE_CHECKING:
    import xarray as xr


class RecordingSource:
    """A source that gives all fields of another one and remembers which, where and when.

    Parameters
    ----------
    source : FieldSource
    """

    def __init__(self, source: FieldSource) -> None:
        self.source = source
        self._requests: list[FieldRequest] = []

    @property
    def fields(self) -> frozenset[str]:
        """Canonical names of what was read."""
        return frozenset(name for item in self._requests for name in item.variables)

    @property
    def region(self) -> Region | None:
        """The smallest box around all that was read; None for the whole grid."""
        boxes = [item.region for item in self._requests if item.region is not None]
        if not boxes or len(boxes) < len(self._requests):
            return None
        return reduce(united, boxes)

    @property
    def window(self) -> TimeWindow | None:
        """The period of all that was read; None for every time."""
        windows = [item.window for item in self._requests if item.window is not None]
        if not windows or len(windows) < len(self._requests):
            return None
        return TimeWindow(
            start=min(item.start for item in windows), end=max(item.end for item in windows)
        )

    def inventory(self) -> Inventory:
        """Return the other source's inventory."""
        return self.source.inventory()

    def digest(self) -> str:
        """Return the other source's digest."""
        return self.source.digest()

    def check_unchanged(self) -> None:
        """Make sure that the other source's data are still those that were opened."""
        self.source.check_unchanged()

    def load(self, request: FieldRequest) -> xr.Dataset:
        """Read from the other source, and remember what."""
        found = self.source.load(request)
        self._requests.append(request)
        return found
