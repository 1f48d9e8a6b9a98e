"""A quantity at every cell of a domain, as an array with its coordinates, to keep or to draw."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import numpy as np
import numpy.typing as npt

from diagnostics.grid.geometry import Grid
from diagnostics.grid.projection import ROTATED, mapping_name

if TYPE_CHECKING:
    import xarray


def field_array(
    values: npt.NDArray[Any],
    times: npt.NDArray[np.datetime64],
    grid: Grid,
    mask: npt.NDArray[np.bool_],
    *,
    name: str,
    unit: str,
    title: str,
    warnings: tuple[str, ...] = (),
) -> xarray.DataArray:
    """Return values with their coordinates, cropped to the rows and columns of a domain.

    Parameters
    ----------
    values : array, shape (time, ny, nx)
        In the unit named.
    times : ndarray of datetime64[ns], shape (time,)
    grid : Grid
    mask : ndarray of bool, shape (ny, nx)
        Cells of the domain.
    name, unit, title : str
    warnings : tuple of str

    Returns
    -------
    xarray.DataArray
        float32, dims (time, latitude, longitude) or (time, y, x); on a projected grid with the CF
        grid mapping, its axes, and the latitude and longitude of every cell.
    """
    import xarray

    rows, columns = (np.flatnonzero(mask.any(axis=axis)) for axis in (1, 0))
    inside = (slice(rows[0], rows[-1] + 1), slice(columns[0], columns[-1] + 1))
    y_dim, x_dim = grid.dims
    coords: dict[str, object] = {"time": times}
    attributes = {"units": unit, "long_name": title, "warnings": ", ".join(warnings)}
    if grid.mapping is None:
        coords["latitude"] = grid.latitude[inside[0], 0]
        coords["longitude"] = grid.longitude[0, inside[1]]
    else:
        coords["latitude"] = ((y_dim, x_dim), grid.latitude[inside])
        coords["longitude"] = ((y_dim, x_dim), grid.longitude[inside])
        coords["crs"] = ((), 0, dict(grid.mapping))
        coords |= _projection_axes(grid, inside)
        attributes["grid_mapping"] = "crs"
    return xarray.DataArray(
        values[(slice(None), *inside)].astype(np.float32),
        dims=("time", y_dim, x_dim),
        coords=coords,
        name=name,
        attrs=attributes,
    )


def _projection_axes(grid: Grid, inside: tuple[slice, slice]) -> dict[str, object]:
    """Return the axes of a projected grid: metres, or degrees about a rotated pole."""
    rotated = mapping_name(grid.mapping or {}) == ROTATED
    unit = "degrees" if rotated else "m"
    names = ("grid_latitude", "grid_longitude")
    if not rotated:
        names = ("projection_y_coordinate", "projection_x_coordinate")
    _, y = grid.coordinates(grid.latitude[inside[0], 0], grid.longitude[inside[0], 0])
    x, _ = grid.coordinates(grid.latitude[0, inside[1]], grid.longitude[0, inside[1]])
    return {
        dim: ((dim,), axis, {"standard_name": name, "units": unit})
        for dim, axis, name in zip(grid.dims, (y, x), names, strict=True)
    }
