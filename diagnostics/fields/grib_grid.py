"""Grids of GRIB messages in canonical orientation."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from typing import Any

import numpy as np
from numpy.typing import NDArray

from diagnostics.errors import InputDataError
from diagnostics.fields.horizontal import HorizontalGrid, tidy_degrees
from diagnostics.fields.projections import (
    from_degrees,
    mapping_from_crs,
    projected_grid,
    unknown_projection,
)
from diagnostics.grid.projection import ROTATED
from diagnostics.messages import Message

Floats = NDArray[np.float64]
Getter = Callable[[str], Any]
_PLAIN = {"regular_ll", "regular_gg"}
_PROJECTED = {"lambert", "polar_stereographic", "mercator", "lambert_azimuthal_equal_area"}
_NAMED = {
    "unstructured_grid": "unstructured",
    "triangular_grid": "unstructured",
    "healpix": "unstructured",
    "irregular_latlon": "unstructured",
    "sh": "spectral",
    "rotated_sh": "spectral",
    "stretched_sh": "spectral",
    "stretched_rotated_sh": "spectral",
    "reduced_gg": "reduced",
    "reduced_ll": "reduced",
    "reduced_rotated_gg": "reduced",
    "space_view": "satellite",
}
"""Kinds of grid that are no rectangles, and how the error calls them."""

REDUCED_NOTE = Message(id="reader-reduced_grid")


@dataclass(frozen=True)
class GribGrid:
    """A grid and how its values lie in a message."""

    grid: HorizontalGrid
    shape: tuple[int, int]
    column_major: bool
    flip_rows: bool
    flip_columns: bool
    alternating: bool
    row_lengths: tuple[int, ...] = ()
    """Points of each row of a reduced grid, which are made as many as in the longest."""

    def arrange(self, values: Floats) -> Floats:
        """Bring the values of a message into canonical (y, x) order."""
        rows, columns = self.shape
        if self.row_lengths:
            field = _lengthened(values, self.row_lengths, columns)
        elif self.column_major:
            field = values.reshape(columns, rows).T
        else:
            field = values.reshape(rows, columns)
        if self.alternating:
            field = field.copy()
            field[1::2] = field[1::2, ::-1]
        if self.flip_columns:
            field = field[:, ::-1]
        if self.flip_rows:
            field = field[::-1]
        return field


def grid_of_message(get: Getter, max_cells: int) -> GribGrid:
    """Build the grid of a message.

    Parameters
    ----------
    get : callable
        From an ecCodes key to its value, None where it is not defined.
    max_cells : int
        Largest grid that is accepted.

    Raises
    ------
    InputDataError
        ``unsupported_grid`` (part of a reduced Gaussian grid, spectral, unstructured),
        ``grid_too_large``, ``unknown_projection``.
    """
    kind = str(get("gridType"))
    if kind == "reduced_gg":
        reduced = _reduced(get, max_cells)
        if reduced is not None:
            return reduced
    if kind not in _PLAIN | _PROJECTED | {"rotated_ll"}:
        raise _unsupported(kind)
    columns, rows = int(get("Ni") or get("Nx")), int(get("Nj") or get("Ny"))
    _check_size(rows, columns, max_cells)
    west_to_east = not int(get("iScansNegatively") or 0)
    northward = bool(int(get("jScansPositively") or 0))
    if kind in _PROJECTED:
        grid = _projected(get, rows, columns, west_to_east, northward)
    elif kind == "rotated_ll":
        grid = _rotated(get, rows, columns)
    else:
        grid = _plain(get, kind, rows, columns, west_to_east)
    return GribGrid(
        grid=grid,
        shape=(rows, columns),
        column_major=bool(int(get("jPointsAreConsecutive") or 0)),
        flip_rows=not northward,
        flip_columns=not west_to_east,
        alternating=bool(int(get("alternativeRowScanning") or 0)),
    )


def _unsupported(kind: str) -> InputDataError:
    """Return the error that says what a grid is, and how to make a regular one of it."""
    named = _NAMED.get(kind)
    wording = Message(id="dataerror-unsupported_grid", params={"kind": kind})
    if named is not None:
        wording = Message(id=f"dataerror-grid_{named}", params={"kind": kind})
    return InputDataError(wording, code="unsupported_grid", data={"grid_type": kind})


def _check_size(rows: int, columns: int, max_cells: int) -> None:
    if rows * columns > max_cells:
        raise InputDataError(
            Message(
                id="dataerror-grid_too_large",
                params={"rows": f"{rows}", "columns": f"{columns}", "limit": f"{max_cells}"},
            ),
            code="grid_too_large",
            data={"rows": rows, "columns": columns},
        )


def _reduced(get: Getter, max_cells: int) -> GribGrid | None:
    """Return the regular grid for a global reduced Gaussian one; None for a part of the globe."""
    lengths = tuple(int(item) for item in np.atleast_1d(get("pl")))
    latitude: Floats = np.sort(np.asarray(get("distinctLatitudes"), dtype=np.float64).ravel())
    first = float(get("longitudeOfFirstGridPointInDegrees") or 0.0)
    is_global = sum(lengths) == int(get("numberOfDataPoints") or 0) and min(lengths) > 1
    if not is_global or len(lengths) != latitude.size or first:
        return None
    columns = max(lengths)
    _check_size(latitude.size, columns, max_cells)
    longitude: Floats = np.arange(columns, dtype=np.float64) * (360.0 / columns)
    grid = HorizontalGrid("latitude_longitude", tidy_degrees(latitude), tidy_degrees(longitude))
    return GribGrid(
        grid=grid,
        shape=grid.shape,
        column_major=False,
        flip_rows=not int(get("jScansPositively") or 0),
        flip_columns=False,
        alternating=False,
        row_lengths=lengths,
    )


def _lengthened(values: Floats, lengths: tuple[int, ...], columns: int) -> Floats:
    """Interpolate each row to as many points as the longest has, linearly, round the globe.

    Raises
    ------
    ValueError
        When there are not as many values as the rows have points.
    """
    if values.size != sum(lengths):
        raise ValueError("the rows of a reduced grid do not fit its values")
    field = np.empty((len(lengths), columns))
    start = 0
    for row, count in enumerate(lengths):
        part = values[start : start + count]
        start += count
        place = np.arange(columns) * (count / columns)
        low = place.astype(np.intp)
        share = place - low
        after = part[(low + 1) % count]
        field[row] = np.where(share > 0, part[low] + share * (after - part[low]), part[low])
    return field


def _plain(get: Getter, kind: str, rows: int, columns: int, west_to_east: bool) -> HorizontalGrid:
    first, last = _edge(get, "latitudeOfFirst"), _edge(get, "latitudeOfLast")
    if kind == "regular_gg":
        latitude = np.sort(np.asarray(get("distinctLatitudes"), dtype=np.float64))
    else:
        latitude = np.linspace(min(first, last), max(first, last), rows)
    begin, end = _edge(get, "longitudeOfFirst"), _edge(get, "longitudeOfLast")
    if not west_to_east:
        begin, end = end, begin
    if begin > 180.0 and end < begin:
        begin -= 360.0
    while end < begin or (columns > 1 and end == begin):
        end += 360.0
    longitude = np.linspace(begin, end, columns)
    return HorizontalGrid("latitude_longitude", tidy_degrees(latitude), tidy_degrees(longitude))


def _edge(get: Getter, stem: str) -> float:
    return float(get(f"{stem}GridPointInDegrees"))


def _projected(
    get: Getter, rows: int, columns: int, west_to_east: bool, northward: bool
) -> HorizontalGrid:
    definition = get("projString")
    if not definition:
        raise unknown_projection(str(get("gridType")))
    mapping = mapping_from_crs(str(definition))
    corner = _edge(get, "latitudeOfFirst"), _edge(get, "longitudeOfFirst")
    x0, y0 = (float(item) for item in from_degrees(mapping, *corner))
    dx = float(get("DxInMetres") or get("DiInMetres"))
    dy = float(get("DyInMetres") or get("DjInMetres"))
    x = x0 + (np.arange(columns) if west_to_east else np.arange(1 - columns, 1)) * dx
    y = y0 + (np.arange(rows) if northward else np.arange(1 - rows, 1)) * dy
    return projected_grid(mapping, np.asarray(y, np.float64), np.asarray(x, np.float64))


def _rotated(get: Getter, rows: int, columns: int) -> HorizontalGrid:
    pole_lat = float(get("latitudeOfSouthernPoleInDegrees"))
    pole_lon = float(get("longitudeOfSouthernPoleInDegrees"))
    mapping = mapping_from_crs(
        {
            "grid_mapping_name": ROTATED,
            "grid_north_pole_latitude": -pole_lat,
            "grid_north_pole_longitude": (pole_lon + 180.0) % 360.0,
            "north_pole_grid_longitude": float(get("angleOfRotationInDegrees") or 0.0),
            "earth_radius": float(get("radius") or 6371229.0),
        }
    )
    first, last = _edge(get, "latitudeOfFirst"), _edge(get, "latitudeOfLast")
    begin, end = _edge(get, "longitudeOfFirst"), _edge(get, "longitudeOfLast")
    if end < begin:
        begin -= 360.0
    y = np.linspace(min(first, last), max(first, last), rows)
    return projected_grid(mapping, y, np.linspace(begin, end, columns))
