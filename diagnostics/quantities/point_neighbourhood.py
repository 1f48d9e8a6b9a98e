"""What MetPy is given for a second opinion: the fields around one point at one time."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from importlib import import_module
from typing import Any

import numpy as np

from diagnostics.constants import EARTH_RADIUS
from diagnostics.messages import Message, render
from diagnostics.messages.catalogue import SOURCE
from diagnostics.quantities.arguments import Call
from diagnostics.quantities.results import Array


class NoOpinionError(Exception):
    """Why MetPy gives no number here.

    Parameters
    ----------
    wording : Message
    """

    def __init__(self, wording: Message) -> None:
        super().__init__(render(wording, SOURCE))
        self.wording = wording


@dataclass(frozen=True)
class PointNeighbourhood:
    """What MetPy is given: the inputs of the operator around one point at one time.

    Parameters
    ----------
    arrays : mapping of ndarray
        By parameter name of the operator, SI units, dims ([level,] y, x).
    levels : ndarray
        Pressure of columns in hPa, ascending.
    latitude, longitude : ndarray
        Of rows and columns in degrees; empty for a projected grid.
    row, column : int
        The point within the arrays.
    call : Call
        Level and parameters of the operator.
    extra : mapping
        What the answer reported at the point.
    """

    arrays: Mapping[str, Array]
    levels: Array
    latitude: Array
    longitude: Array
    row: int
    column: int
    call: Call
    extra: Mapping[str, Any]

    def point(self, name: str) -> Any:
        """Return an input at the point: one number, or one per level."""
        value = self._given(name)[..., self.row, self.column]
        if not np.all(np.isfinite(value)):
            raise NoOpinionError(Message(id="opinion-no_field_value", params={"name": name}))
        return np.float64(value) if value.ndim == 0 else value.astype(np.float64)

    def _given(self, name: str) -> Array:
        if name not in self.arrays:
            raise NoOpinionError(Message(id="opinion-no_field_value", params={"name": name}))
        return self.arrays[name]

    def plane(self, name: str) -> Any:
        """Return an input around the point as a field that MetPy can differentiate.

        Raises
        ------
        NoOpinionError
            For a projected grid, at the edge of the data, and where these lack the input.
        """
        import xarray

        import_module("metpy.xarray")  # registers the accessor of data sets

        if not self.latitude.size:
            raise NoOpinionError(Message(id="opinion-projected"))
        rows, columns = self._given(name).shape[-2:]
        if not (0 < self.row < rows - 1 and 0 < self.column < columns - 1):
            raise NoOpinionError(Message(id="opinion-edge"))
        field = xarray.DataArray(
            self.arrays[name].astype(np.float64),
            dims=("latitude", "longitude"),
            coords={
                "latitude": ("latitude", self.latitude, {"units": "degrees_north"}),
                "longitude": ("longitude", self.longitude, {"units": "degrees_east"}),
            },
            name=name,
        )
        return field.to_dataset().metpy.assign_crs(
            grid_mapping_name="latitude_longitude", earth_radius=EARTH_RADIUS
        )[name]

    def at(self, field: Any) -> Any:
        """Return a field of MetPy's at the point, with its unit."""
        return field.metpy.unit_array[self.row, self.column]

    @property
    def pressure(self) -> float:
        """The level of the call in hPa."""
        return float(self.call.values["level"])
