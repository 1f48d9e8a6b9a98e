"""The height of the ground in a run's data."""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

from diagnostics.contracts.space_time import TimeWindow
from diagnostics.errors import InputDataError
from diagnostics.grid.geometry import Grid, grid_of
from diagnostics.ports import FieldRequest, FieldSource


class Ground:
    """The height of the ground, read when it is first asked for.

    Parameters
    ----------
    source : FieldSource
    """

    def __init__(self, source: FieldSource) -> None:
        self._source = source
        self._read = False
        self._heights: NDArray[np.float64] | None = None
        self._grid: Grid | None = None

    def height(self, latitude: float, longitude: float) -> float | None:
        """Return the height of the nearest cell, m; None where the data do not hold it."""
        if not self._read:
            self._read = True
            self._load()
        if self._grid is None or self._heights is None:
            return None
        try:
            value = float(self._heights[self._grid.nearest(latitude, longitude)])
        except InputDataError:
            return None
        return value if np.isfinite(value) else None

    def _load(self) -> None:
        inventory = self._source.inventory()
        if inventory.variable("orog") is None or not inventory.times:
            return
        first = TimeWindow(start=inventory.times[0], end=inventory.times[0])
        data = self._source.load(FieldRequest(variables=("orog",), window=first))
        self._grid = grid_of(data)
        self._heights = np.asarray(data["orog"].values, float).reshape(-1, *self._grid.shape)[0]
