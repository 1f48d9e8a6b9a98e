"""Projected grids: CF mapping, latitude and longitude of the cells, and the turn of the winds."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

import numpy as np
from numpy.typing import ArrayLike, NDArray

from diagnostics.errors import InputDataError
from diagnostics.fields.horizontal import HorizontalGrid
from diagnostics.grid.projection import ROTATED, earth_of
from diagnostics.messages import Message

Floats = NDArray[np.float64]
_STEP_METRES = 500.0


def mapping_from_crs(definition: object) -> dict[str, Any]:
    """Return CF grid-mapping attributes of anything pyproj understands.

    Raises
    ------
    InputDataError
        ``unknown_projection``.
    """
    import pyproj

    try:
        crs = (
            pyproj.CRS.from_cf(dict(definition))
            if isinstance(definition, Mapping)
            else pyproj.CRS.from_user_input(definition)
        )
        mapping = {str(key): value for key, value in crs.to_cf().items()}
    except (pyproj.exceptions.CRSError, KeyError, ValueError, TypeError) as error:
        raise unknown_projection(str(definition)) from error
    if "grid_mapping_name" not in mapping:
        raise unknown_projection(str(definition))
    return mapping


def unknown_projection(what: str) -> InputDataError:
    """Return the error for a grid whose mapping is not known."""
    return InputDataError(
        Message(id="dataerror-unknown_projection", params={"what": f"{what[:120]}"}),
        code="unknown_projection",
    )


def projected_grid(mapping: Mapping[str, Any], y: Floats, x: Floats) -> HorizontalGrid:
    """Build a grid from its mapping and ascending projection coordinates (metres or degrees)."""
    longitude, latitude = _to_degrees(mapping, *np.meshgrid(x, y))
    if not (np.isfinite(latitude).all() and np.isfinite(longitude).all()):
        raise unknown_projection("some cells lie outside the projection")
    return HorizontalGrid(
        str(mapping["grid_mapping_name"]), y, x, latitude, longitude, dict(mapping)
    )


def to_axes(grid: HorizontalGrid, latitude: Floats, longitude: Floats) -> tuple[Floats, Floats]:
    """Return x and y of positions (degrees) on the axes of a projected grid."""
    if grid.mapping is None:
        raise unknown_projection("positions on a grid without a mapping")
    return from_degrees(grid.mapping, latitude, longitude)


def turn_to_earth(
    grid: HorizontalGrid, rows: slice, columns: slice, along_x: Floats, along_y: Floats
) -> tuple[Floats, Floats]:
    """Turn wind components along the grid's axes to eastward and northward ones.

    The angle of the grid's x axis is taken from the mapping itself by a small step along x, so
    that it holds for every projection (and on a sphere or an ellipsoid alike).

    Parameters
    ----------
    grid : HorizontalGrid
        With a mapping.
    rows, columns : slice
        The cells of the window.
    along_x, along_y : ndarray (..., y, x)
        Components along the grid's axes.

    Returns
    -------
    eastward, northward : ndarray (..., y, x)
    """
    if grid.mapping is None:
        raise unknown_projection("grid-relative winds without a mapping")
    x, y = np.meshgrid(grid.x[columns], grid.y[rows])
    is_rotated = grid.kind == ROTATED
    step = 0.005 if is_rotated else _STEP_METRES
    lon_0, lat_0 = _to_degrees(grid.mapping, x - step, y)
    lon_1, lat_1 = _to_degrees(grid.mapping, x + step, y)
    east = np.mod(lon_1 - lon_0 + 180.0, 360.0) - 180.0
    east = east * np.cos(np.deg2rad((lat_0 + lat_1) / 2))
    angle = np.arctan2(lat_1 - lat_0, east)
    cos, sin = np.cos(angle), np.sin(angle)
    return along_x * cos - along_y * sin, along_x * sin + along_y * cos


def _to_degrees(mapping: Mapping[str, Any], x: Floats, y: Floats) -> tuple[Floats, Floats]:
    """Return longitude and latitude of positions on the axes of a mapping."""
    import pyproj

    crs = pyproj.CRS.from_cf(dict(mapping))
    transformer = pyproj.Transformer.from_crs(crs, earth_of(crs), always_xy=True)
    longitude, latitude = transformer.transform(x, y)
    return np.asarray(longitude, dtype=np.float64), np.asarray(latitude, dtype=np.float64)


def from_degrees(
    mapping: Mapping[str, Any], latitude: ArrayLike, longitude: ArrayLike
) -> tuple[Floats, Floats]:
    """Return x and y of positions (degrees) on the axes of a mapping."""
    import pyproj

    crs = pyproj.CRS.from_cf(dict(mapping))
    transformer = pyproj.Transformer.from_crs(earth_of(crs), crs, always_xy=True)
    x, y = transformer.transform(longitude, latitude)
    return np.asarray(x, dtype=np.float64), np.asarray(y, dtype=np.float64)
