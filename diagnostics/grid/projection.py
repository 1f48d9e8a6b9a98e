"""Map projections by their CF grid mapping: coordinates, map factors and directions."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

import numpy as np
from numpy.typing import ArrayLike

from diagnostics.constants import EARTH_RADIUS
from diagnostics.errors import InputDataError
from diagnostics.grid.derivatives import Array
from diagnostics.messages import Message

ROTATED = "rotated_latitude_longitude"
"""The mapping whose coordinates are degrees about another pole."""
CONFORMAL_TOLERANCE = 2e-3
"""Map scales along and across may differ by this much, relative."""

# On these the map factor depends on the latitude alone, and the direction of north on the
# longitude alone, so both can be taken from short tables instead of point by point.
_SEPARABLE = ("lambert_conformal_conic", "mercator", "polar_stereographic")
_TABLE_SIZE = 2000


def project(
    mapping: Mapping[str, Any], latitude: ArrayLike, longitude: ArrayLike
) -> tuple[Array, Array]:
    """Coordinates of points in a projection: metres, or degrees about a rotated pole.

    Parameters
    ----------
    mapping : mapping
        CF grid-mapping attributes.
    latitude, longitude : array_like
        Degrees.

    Raises
    ------
    InputDataError
        ``unknown_grid_mapping``.
    """
    from pyproj import Transformer

    crs = read_projection(mapping)
    to_map = Transformer.from_crs(earth_of(crs), crs, always_xy=True)
    x, y = to_map.transform(longitude, latitude)
    return np.asarray(x), np.asarray(y)


def read_projection(mapping: Mapping[str, Any]) -> Any:
    """Return the coordinate reference system (``pyproj.CRS``) of a grid mapping.

    Raises
    ------
    InputDataError
        ``unknown_grid_mapping``.
    """
    from pyproj import CRS
    from pyproj.exceptions import CRSError

    name = mapping_name(mapping)
    try:
        crs = CRS.from_cf(dict(mapping))
    except (CRSError, KeyError, ValueError) as error:
        raise InputDataError(
            Message(
                id="griderror-mapping_unreadable", params={"name": f"{name}", "error": f"{error}"}
            ),
            code="unknown_grid_mapping",
            data={"grid_mapping_name": name},
        ) from error
    is_known = crs.is_projected or name == ROTATED
    if crs.ellipsoid is None or crs.geodetic_crs is None or not is_known:
        raise InputDataError(
            Message(id="griderror-mapping_unknown", params={"name": f"{name}"}),
            code="unknown_grid_mapping",
            data={"grid_mapping_name": name},
        )
    return crs


def earth_of(crs: Any) -> Any:
    """Return the latitudes and longitudes that a ``pyproj.CRS`` rests on.

    Those of a rotated pole are its source: its ``geodetic_crs`` is the rotated system itself.
    """
    return crs.source_crs if crs.is_derived else crs.geodetic_crs


def mapping_name(mapping: Mapping[str, Any]) -> str:
    """Return the CF name of a grid mapping."""
    return str(mapping.get("grid_mapping_name", "unnamed"))


def scale_and_direction(
    mapping: Mapping[str, Any], latitude: Array, longitude: Array
) -> tuple[Array, Array]:
    """Metres on the ground per metre of the map, and the direction of true east on it.

    Parameters
    ----------
    mapping : mapping
        CF grid-mapping attributes.
    latitude, longitude : array, shape (ny, nx)
        Degrees.

    Returns
    -------
    tuple of array, shape (ny, nx)
        ``1 / m``, restated for `EARTH_RADIUS` where the earth is a sphere, the radius of every
        other grid; and the angle of east from the x axis, radians.

    Raises
    ------
    InputDataError
        ``unknown_grid_mapping``, or ``grid_not_conformal``.
    """
    crs = read_projection(mapping)
    if mapping_name(mapping) in _SEPARABLE and latitude.size > _TABLE_SIZE:
        scale, angle = _from_tables(crs, mapping, latitude, longitude)
    else:
        scale, angle = _factors(crs, mapping, latitude, longitude)
    ellipsoid = crs.ellipsoid
    sphere = np.isclose(ellipsoid.semi_major_metre, ellipsoid.semi_minor_metre, rtol=1e-9)
    radius_ratio = EARTH_RADIUS / ellipsoid.semi_major_metre if sphere else 1.0
    return radius_ratio / scale, angle


def _factors(
    crs: Any, mapping: Mapping[str, Any], latitude: Array, longitude: Array
) -> tuple[Array, Array]:
    """Map factor and direction of east at each point."""
    from pyproj import Proj

    factors = Proj(crs).get_factors(longitude, latitude)
    major, minor = np.asarray(factors.tissot_semimajor), np.asarray(factors.tissot_semiminor)
    if np.nanmax(np.abs(major / minor - 1.0)) > CONFORMAL_TOLERANCE:
        name = mapping_name(mapping)
        raise InputDataError(
            Message(id="griderror-not_conformal", params={"name": f"{name}"}),
            code="grid_not_conformal",
            data={"grid_mapping_name": name},
        )
    angle = np.arctan2(np.asarray(factors.dy_dlam), np.asarray(factors.dx_dlam))
    return np.sqrt(major * minor), angle


def _from_tables(
    crs: Any, mapping: Mapping[str, Any], latitude: Array, longitude: Array
) -> tuple[Array, Array]:
    """Map factor by the latitude and direction by the longitude, from tables."""
    from scipy.interpolate import CubicSpline

    centre = float(longitude[longitude.shape[0] // 2, longitude.shape[1] // 2])
    offset = (longitude - centre + 180.0) % 360.0 - 180.0
    reach = min(float(np.abs(offset).max()), 179.999)
    clipped = np.clip(latitude, -89.99, 89.99)
    margin = 0.01
    parallels = np.linspace(clipped.min() - margin, clipped.max() + margin, _TABLE_SIZE)
    parallels = np.clip(parallels, -89.995, 89.995)
    parallels = np.unique(parallels)
    scales, _ = _factors(crs, mapping, parallels, np.full(parallels.size, centre))
    meridians = np.linspace(-reach, reach, 721)
    middle = float(np.median(clipped))
    _, angles = _factors(crs, mapping, np.full(meridians.size, middle), centre + meridians)
    direction = np.interp(offset, meridians, np.unwrap(angles))
    return np.asarray(CubicSpline(parallels, scales)(clipped)), direction
