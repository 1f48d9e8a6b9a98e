"""Fields that workers have kept: read, cut to what was asked for, packed, sampled at points.

A worker computed the values and wrote them as NetCDF-3. Nothing is computed here: no value is
interpolated, so what is answered is a number of the file. The science stack is not loaded.
"""

from __future__ import annotations

import math
from collections.abc import Sequence
from dataclasses import dataclass, replace
from datetime import UTC, datetime
from functools import cached_property
from itertools import pairwise
from threading import Lock
from typing import Any

import numpy as np
import numpy.typing as npt
from pydantic import JsonValue

from diagnostics.contracts.base import format_instant
from diagnostics.contracts.space_time import EDGE_TOLERANCE, Region, wrap_longitude
from diagnostics.grid.distance import (
    destination,
    great_circle_km,
    initial_bearing,
    nearest_cell,
)
from hvrmet.core.errors import ApplicationError

Array = npt.NDArray[np.float64]
MEDIA_TYPE = "application/x-netcdf"
LARGEST_PACKED = 32767
MISSING = -32768
"""Stands in packed values for a cell without a value."""
REACH = 1.01
"""A point lies on the grid when its nearest cell is no farther than so many cells."""
LONE_CELL_KM = 111.0
"""How far a point may be from a field of a single cell."""
KM_PER_DEGREE = 111.0
"""Of latitude, rounded down, so that a distance in degrees is never too small."""
_TIME_UNITS = "seconds since 1970-01-01 00:00:00"
_DEGREES = {"latitude": "degrees_north", "longitude": "degrees_east"}
_reading = Lock()
"""The NetCDF library may be used by one thread at a time."""


@dataclass(frozen=True, eq=False)
class StoredField:
    """Values of one quantity on its native grid.

    Attributes
    ----------
    name, title, unit : str
    warnings : tuple of str
        What is to be known of how the values were computed.
    times : tuple of datetime
    values : ndarray of float32, shape (time, ny, nx)
        NaN where there is no value.
    latitude, longitude : ndarray
        Degrees: axes, shapes (ny,) and (nx,), or of every cell, both of shape (ny, nx).
    mapping : dict or None
        CF grid mapping of a projected grid.
    axes : tuple of ndarray or None
        y and x of a projected grid in the unit of its projection, shapes (ny,) and (nx,).
    axis_unit : str
    """

    name: str
    title: str
    unit: str
    warnings: tuple[str, ...]
    times: tuple[datetime, ...]
    values: npt.NDArray[np.float32]
    latitude: Array
    longitude: Array
    mapping: dict[str, JsonValue] | None = None
    axes: tuple[Array, Array] | None = None
    axis_unit: str = ""

    @cached_property
    def widest_step_km(self) -> float:
        """Largest distance between neighbours on a grid with two-dimensional coordinates."""
        steps = [
            great_circle_km(
                *(np.delete(degrees, end, axis) for end in (-1, 0) for degrees in self._places)
            )
            for axis, size in enumerate(self.latitude.shape)
            if size > 1
        ]
        return max((float(step.max()) for step in steps), default=LONE_CELL_KM)

    @property
    def _places(self) -> tuple[Array, Array]:
        return self.latitude, self.longitude

    def at_cells(self, rows: npt.NDArray[np.intp], columns: npt.NDArray[np.intp]) -> StoredField:
        """Return the field at some rows and columns, in their order."""
        regular = self.latitude.ndim == 1
        cells = np.ix_(rows, columns)
        return replace(
            self,
            values=self.values[:, rows[:, np.newaxis], columns],
            latitude=self.latitude[rows] if regular else self.latitude[cells],
            longitude=self.longitude[columns] if regular else self.longitude[cells],
            axes=self.axes and (self.axes[0][rows], self.axes[1][columns]),
        )


def read_field(data: bytes) -> StoredField:
    """Read a field from the bytes of its file."""
    from netCDF4 import Dataset

    with _reading, Dataset("field", memory=data) as file:
        file.set_auto_maskandscale(False)
        (variable,) = (item for item in file.variables.values() if item.ndim == 3)
        there = file.variables
        kept = {name: variable.getncattr(name) for name in variable.ncattrs()}
        plane = variable.dimensions[1:]
        projected = "crs" in there
        has_axes = projected and all(name in there for name in plane)
        return StoredField(
            name=variable.name,
            title=str(kept.get("long_name", "")),
            unit=str(kept.get("units", "")),
            warnings=tuple(text for text in str(kept.get("warnings", "")).split(", ") if text),
            times=tuple(datetime.fromtimestamp(float(at), UTC) for at in there["time"][:]),
            values=np.asarray(variable[:], np.float32),
            latitude=np.asarray(there["latitude"][:], np.float64),
            longitude=np.asarray(there["longitude"][:], np.float64),
            mapping=_attributes(there["crs"]) if projected else None,
            axes=(
                (
                    np.asarray(there[plane[0]][:], np.float64),
                    np.asarray(there[plane[1]][:], np.float64),
                )
                if has_axes
                else None
            ),
            axis_unit=str(there[plane[0]].units) if has_axes else "",
        )


def _attributes(variable: Any) -> dict[str, JsonValue]:
    found = {name: variable.getncattr(name) for name in variable.ncattrs()}
    return {
        name: value.tolist() if isinstance(value, (np.ndarray, np.generic)) else value
        for name, value in found.items()
    }


def write_field(field: StoredField) -> bytes:
    """Write a field as a NetCDF-3 file in memory, with the names that `read_field` reads."""
    from netCDF4 import Dataset

    regular = field.latitude.ndim == 1
    dims = ("latitude", "longitude") if regular else ("y", "x")
    with _reading:
        file = Dataset("field", "w", format="NETCDF3_64BIT_OFFSET", memory=field.values.nbytes)
        for name, size in zip(("time", *dims), field.values.shape, strict=True):
            file.createDimension(name, size)
        time = file.createVariable("time", "f8", ("time",))
        time.units, time.calendar = _TIME_UNITS, "proleptic_gregorian"
        time[:] = [at.timestamp() for at in field.times]
        places = {"latitude": field.latitude, "longitude": field.longitude}
        for name, degrees in places.items():
            place = file.createVariable(name, "f8", (name,) if regular else dims)
            place.standard_name, place.units = name, _DEGREES[name]
            place[:] = degrees
        if field.axes is not None:
            for name, values in zip(dims, field.axes, strict=True):
                axis = file.createVariable(name, "f8", (name,))
                axis.units = field.axis_unit
                axis[:] = values
        variable = file.createVariable(
            field.name, "f4", ("time", *dims), fill_value=np.float32(np.nan)
        )
        variable.units, variable.long_name = field.unit, field.title
        variable.warnings = ", ".join(field.warnings)
        if field.mapping is not None:
            file.createVariable("crs", "i4", ()).setncatts(field.mapping)
            variable.grid_mapping = "crs"
        if not regular:
            variable.coordinates = "latitude longitude"
        variable[:] = field.values
        return bytes(file.close())


def chosen_times(field: StoredField, start: datetime | None, end: datetime | None) -> StoredField:
    """Return the times of a period; both ends belong to it.

    Raises
    ------
    ApplicationError
        ``period_not_held`` (422).
    """
    chosen = [
        number
        for number, at in enumerate(field.times)
        if (start is None or at >= start) and (end is None or at <= end)
    ]
    if not chosen:
        first, last = (format_instant(field.times[edge]) for edge in (0, -1))
        raise ApplicationError(
            f"{field.name} has no time in this period: it has {len(field.times)} from {first} to "
            f"{last}; choose a period that holds one of them, or leave it out",
            code="period_not_held",
            http_status=422,
            data={"first": first, "last": last, "times": len(field.times)},
        )
    return replace(
        field, times=tuple(field.times[number] for number in chosen), values=field.values[chosen]
    )


def cut(field: StoredField, region: Region | None, stride: int) -> StoredField:
    """Return the cells of a box, every so many rows and columns of them.

    Of a grid with two-dimensional coordinates the rows and columns that reach into the box are
    returned whole. The columns of a latitude-longitude grid run eastward from the box's west edge,
    also across 180 degrees and across the seam of the grid.

    Raises
    ------
    ApplicationError
        ``region_not_held`` or ``region_too_small`` (422).
    """
    if region is None:
        rows, columns = np.arange(field.values.shape[1]), np.arange(field.values.shape[2])
        return field.at_cells(rows[::stride], columns[::stride])
    east_of_west = (field.longitude - region.west + EDGE_TOLERANCE) % 360.0 - EDGE_TOLERANCE
    beside = east_of_west <= region.width + EDGE_TOLERANCE
    level = (field.latitude >= region.south - EDGE_TOLERANCE) & (
        field.latitude <= region.north + EDGE_TOLERANCE
    )
    if field.latitude.ndim == 1:
        rows, columns = np.flatnonzero(level), np.flatnonzero(beside)
        columns = columns[np.argsort(east_of_west[columns], kind="stable")]
    else:
        inside = level & beside
        rows, columns = (np.flatnonzero(inside.any(axis=axis)) for axis in (1, 0))
    if not rows.size or not columns.size:
        raise _no_cell(field, region)
    found = field.at_cells(rows[::stride], columns[::stride])
    if field.latitude.ndim == 1:
        found = replace(found, longitude=region.west + east_of_west[columns[::stride]])
    return found


def _no_cell(field: StoredField, region: Region) -> ApplicationError:
    cell = nearest(field, *region.center)
    if cell is None:
        extent = _extent(field)
        return ApplicationError(
            f"{field.name} has no cell in this region: it covers {_edges(extent)} (W,S,E,N); "
            "choose a region that touches it",
            code="region_not_held",
            http_status=422,
            data={"region": extent},
        )
    return ApplicationError(
        f"the region lies between the cells of {field.name}, which are about {cell.spacing_km:.0f} "
        "km apart: choose a larger one, or ask for the value at a point with `points/`",
        code="region_too_small",
        http_status=422,
        data={"spacing_km": round(cell.spacing_km, 1)},
    )


def point_not_held(field: StoredField, latitude: float, longitude: float) -> ApplicationError:
    """Return the refusal of a point beyond the grid: ``point_not_held`` (422)."""
    extent = _extent(field)
    return ApplicationError(
        f"the point {longitude:g},{latitude:g} (longitude, latitude) lies beyond the grid of "
        f"{field.name}, which covers {_edges(extent)} (W,S,E,N): leave it out",
        code="point_not_held",
        http_status=422,
        data={"point": [longitude, latitude], "region": extent},
    )


def _edges(extent: list[float]) -> str:
    return ",".join(f"{edge:g}" for edge in extent)


def _extent(field: StoredField) -> list[float]:
    """Outermost centres of cells W,S,E,N, also of a grid that crosses 180 degrees."""
    middle = float(field.longitude.flat[field.longitude.size // 2])
    offset = (field.longitude - middle + 180.0) % 360.0 - 180.0
    return [
        round(float(edge), 4)
        for edge in (
            wrap_longitude(middle + float(offset.min())),
            field.latitude.min(),
            wrap_longitude(middle + float(offset.max())),
            field.latitude.max(),
        )
    ]


@dataclass(frozen=True)
class Cell:
    """The cell that is nearest to a point."""

    row: int
    column: int
    latitude: float
    longitude: float
    distance_km: float
    spacing_km: float


def nearest(field: StoredField, latitude: float, longitude: float) -> Cell | None:
    """Return the cell whose centre is nearest to a point: the one that an index takes there.

    None for a point beyond the grid.
    """
    if field.latitude.ndim == 1:
        row, column, distance = nearest_cell(latitude, longitude, field.latitude, field.longitude)
    else:
        # Only cells about this far to the north and south can be near enough.
        band = REACH * field.widest_step_km / KM_PER_DEGREE
        rows, columns = np.nonzero(np.abs(field.latitude - latitude) <= band)
        if not rows.size:
            return None
        there = field.latitude[rows, columns], field.longitude[rows, columns]
        distances = great_circle_km(latitude, longitude, *there)
        found = int(np.argmin(distances))
        row, column, distance = int(rows[found]), int(columns[found]), float(distances[found])
    here = _centre(field, row, column)
    around = [
        _centre(field, *cell)
        for cell in ((row - 1, column), (row + 1, column), (row, column - 1), (row, column + 1))
        if 0 <= cell[0] < field.values.shape[1] and 0 <= cell[1] < field.values.shape[2]
    ]
    spacing = max((float(great_circle_km(*here, *other)) for other in around), default=LONE_CELL_KM)
    if distance > REACH * spacing:
        return None
    return Cell(row, column, here[0], wrap_longitude(here[1]), distance, spacing)


def _centre(field: StoredField, row: int, column: int) -> tuple[float, float]:
    if field.latitude.ndim == 1:
        return float(field.latitude[row]), float(field.longitude[column])
    return float(field.latitude[row, column]), float(field.longitude[row, column])


@dataclass(frozen=True)
class PackedValues:
    """Values as integers of 16 bits: ``offset + scale * packed``, and `MISSING` for none."""

    packed: bytes
    scale: float
    offset: float


def pack(values: npt.NDArray[np.float32]) -> PackedValues:
    """Pack values from the least to the largest; the least is exact, others are within scale / 2.

    Examples
    --------
    >>> made = pack(np.array([0.0, 65534.0, np.nan], np.float32))
    >>> made.scale, made.offset, np.frombuffer(made.packed, "<i2").tolist()
    (2.0, 0.0, [0, 32767, -32768])
    """
    known = np.isfinite(values)
    there = values[known].astype(np.float64)
    offset = float(there.min()) if there.size else 0.0
    scale = (float(there.max()) - offset) / LARGEST_PACKED if there.size else 0.0
    scale = scale or 1.0
    packed = np.full(values.shape, MISSING, "<i2")
    packed[known] = np.rint((there - offset) / scale)
    return PackedValues(packed.tobytes(), scale, offset)


def numbers(values: npt.NDArray[np.float32]) -> list[Any]:
    """Return values as nested lists, None where there is none, with the digits that they have."""
    if values.ndim > 1:
        return [numbers(part) for part in values]
    return [float(str(value)) if math.isfinite(value) else None for value in values]


def along(
    vertices: Sequence[tuple[float, float]], samples: int
) -> list[tuple[float, float, float]]:
    """Return places along great circles from vertex to vertex, equally far apart.

    Parameters
    ----------
    vertices : sequence of tuple of float
        Latitude and longitude, degrees; two at least.
    samples : int
        How many places, first and last vertex among them.

    Returns
    -------
    list of tuple of float
        Distance from the first vertex in km, latitude and longitude.
    """
    pairs = list(pairwise(vertices))
    lengths = [float(great_circle_km(*first, *second)) for first, second in pairs]
    starts = np.concatenate([[0.0], np.cumsum(lengths)])
    found = []
    for distance in np.linspace(0.0, starts[-1], samples):
        leg = int(np.clip(np.searchsorted(starts, distance, side="right") - 1, 0, len(pairs) - 1))
        first, second = pairs[leg]
        bearing = float(initial_bearing(*first, *second))
        place = destination(*first, bearing, float(distance - starts[leg]))
        found.append((float(distance), *place))
    return found
