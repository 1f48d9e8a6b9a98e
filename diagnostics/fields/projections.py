"""Projected grids: CF mapping, latitude and longitude of the cells, and the turn of the winds."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

import numpy as np
from numpy.typing import NDArray

from diagnostics.errors import InputDataError
from diagnostics.fields.horizontal import HorizontalGrid
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


def fitting_mapping(latitude: Floats, longitude: Floats) -> dict[str, Any] | None:
    """Find the conformal cone, or plane, on which two-dimensional coordinates are a regular grid.

    On a conformal cone the meridians turn against the axes of the grid by n times the difference in
    longitude, so that n and the upright meridian follow from a straight line through the angles of
    the grid's columns (Snyder 1987, Map Projections, chapter 15). Whether the grid is regular on it
    is for the caller to test.

    Parameters
    ----------
    latitude, longitude : ndarray (y, x)
        Degrees.

    Returns
    -------
    dict or None
        CF attributes; None where the angles lie on no line.
    """
    if min(latitude.shape) < 3 or not (np.isfinite(latitude) & np.isfinite(longitude)).all():
        return None
    unwrapped = np.rad2deg(np.unwrap(np.unwrap(np.deg2rad(longitude), axis=1), axis=0))
    north = latitude[2:, :] - latitude[:-2, :]
    east = (unwrapped[2:, :] - unwrapped[:-2, :]) * np.cos(np.deg2rad(latitude[1:-1, :]))
    angle = np.unwrap(np.unwrap(np.arctan2(east, north), axis=1), axis=0)
    turned, middle = np.rad2deg(angle).ravel(), unwrapped[1:-1, :].ravel()
    slope, offset = np.polyfit(middle, turned, 1)
    if np.abs(turned - (slope * middle + offset)).max() > _ANGLE:
        return None
    cone = float(np.clip(slope, -1.0, 1.0))
    if abs(cone) < _LEAST_CONE:
        return None
    upright = float((-offset / slope + 180.0) % 360.0 - 180.0)
    sphere = f"+lon_0={upright!r} +R=6371229 +units=m"
    if abs(cone) > 1.0 - 1e-4:
        return mapping_from_crs(f"+proj=stere +lat_0={np.copysign(90, cone)} {sphere}")
    touching = float(np.rad2deg(np.arcsin(cone)))
    return mapping_from_crs(
        f"+proj=lcc +lat_1={touching!r} +lat_2={touching!r} +lat_0={touching!r} {sphere}"
    )


_ANGLE = 0.5
"""Degrees by which the axes of a grid on an ellipsoid may turn otherwise than on the sphere."""
_LEAST_CONE = 0.02


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
    import pyproj

    if grid.mapping is None:
        raise unknown_projection("positions on a grid without a mapping")
    crs = pyproj.CRS.from_cf(dict(grid.mapping))
    forward = pyproj.Transformer.from_crs(crs.geodetic_crs, crs, always_xy=True)
    x, y = forward.transform(longitude, latitude)
    return np.asarray(x, dtype=np.float64), np.asarray(y, dtype=np.float64)


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
    is_rotated = grid.kind == "rotated_latitude_longitude"
    step = 0.005 if is_rotated else _STEP_METRES
    lon_0, lat_0 = _to_degrees(grid.mapping, x - step, y)
    lon_1, lat_1 = _to_degrees(grid.mapping, x + step, y)
    east = np.mod(lon_1 - lon_0 + 180.0, 360.0) - 180.0
    east = east * np.cos(np.deg2rad((lat_0 + lat_1) / 2))
    angle = np.arctan2(lat_1 - lat_0, east)
    cos, sin = np.cos(angle), np.sin(angle)
    return along_x * cos - along_y * sin, along_x * sin + along_y * cos


def _to_degrees(mapping: Mapping[str, Any], x: Floats, y: Floats) -> tuple[Floats, Floats]:
    import pyproj

    crs = pyproj.CRS.from_cf(dict(mapping))
    transformer = pyproj.Transformer.from_crs(crs, crs.geodetic_crs, always_xy=True)
    longitude, latitude = transformer.transform(x, y)
    return np.asarray(longitude, dtype=np.float64), np.asarray(latitude, dtype=np.float64)
