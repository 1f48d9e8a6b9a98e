"""Metric terms of a horizontal grid: how far apart its points are, and which way they face.

Every grid here has orthogonal coordinates ``(x, y)`` with scale factors ``hx`` and ``hy`` (metres
per unit of coordinate). Latitude-longitude grids have ``hx = a cos(lat)``, ``hy = a``, in radians.
Conformal projections have ``hx = hy = 1 / m``, with `m` the map factor, in projected metres.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

import numpy as np
from numpy.typing import ArrayLike

from diagnostics.constants import EARTH_RADIUS
from diagnostics.errors import InputDataError
from diagnostics.grid.derivatives import Array, first_derivative

POLAR_LIMIT = 87.0
"""Derivatives are not given poleward of this latitude on latitude-longitude grids, degrees."""

_CONFORMAL_TOLERANCE = 2e-3
_SEPARABLE_TOLERANCE = 0.05


@dataclass(frozen=True)
class Metric:
    """Coordinates and metric terms, broadcastable over ``(y, x)``.

    Parameters
    ----------
    x, y : array, shape (nx,) and (ny,)
        Grid coordinates: radians, or metres of the projection.
    hx, hy : array
        Scale factors, metres per unit of coordinate.
    dhx_dy, dhy_dx : array
        Their cross derivatives.
    shape_term : array
        ``d(hx/hy)/dy``, which the Laplacian needs (0 on conformal grids).
    cos_angle, sin_angle : array
        Direction of true east in the grid's own axes.
    period : float or None
        Full circle of `x` where the grid closes on itself.
    """

    x: Array
    y: Array
    hx: Array
    hy: Array
    dhx_dy: Array
    dhy_dx: Array
    shape_term: Array
    cos_angle: Array
    sin_angle: Array
    period: float | None = None

    @property
    def rotated(self) -> bool:
        """Whether the grid's axes differ from east and north."""
        return bool(np.any(np.abs(self.sin_angle) > 1e-12))

    def crop(self, slice_y: slice, slice_x: slice, *, period: float | None) -> Metric:
        """Return the metric of a window of the grid."""

        def cut(values: Array) -> Array:
            rows = values if values.shape[0] == 1 else values[slice_y]
            return rows if values.shape[1] == 1 else rows[:, slice_x]

        return Metric(
            x=self.x[slice_x],
            y=self.y[slice_y],
            hx=cut(self.hx),
            hy=cut(self.hy),
            dhx_dy=cut(self.dhx_dy),
            dhy_dx=cut(self.dhy_dx),
            shape_term=cut(self.shape_term),
            cos_angle=cut(self.cos_angle),
            sin_angle=cut(self.sin_angle),
            period=period,
        )


def latitude_longitude_metric(latitude: Array, longitude: Array, *, cyclic: bool) -> Metric:
    """Metric of a latitude-longitude grid, with ``tan(lat) / a`` kept analytic.

    Parameters
    ----------
    latitude, longitude : array, shape (ny,) and (nx,)
        Degrees, strictly monotonic.
    cyclic : bool
        Whether the columns close the circle.
    """
    phi = np.radians(latitude)[:, np.newaxis]
    cosine, sine = np.cos(phi), np.sin(phi)
    constant = np.ones((1, 1))
    return Metric(
        x=np.radians(longitude),
        y=np.radians(latitude),
        hx=EARTH_RADIUS * np.maximum(cosine, 1e-12),
        hy=EARTH_RADIUS * constant,
        dhx_dy=-EARTH_RADIUS * sine,
        dhy_dx=0.0 * constant,
        shape_term=-sine,
        cos_angle=constant,
        sin_angle=0.0 * constant,
        period=2 * np.pi if cyclic else None,
    )


def projected_metric(latitude: Array, longitude: Array, mapping: Mapping[str, Any]) -> Metric:
    """Metric of a conformal projected grid from its two-dimensional coordinates.

    The coordinates are projected again, so that the units and the origin of stored ``x`` and ``y``
    do not matter. Map factors come from PROJ; on a spherical earth they are restated for
    `EARTH_RADIUS`, the radius of every other grid.

    Parameters
    ----------
    latitude, longitude : array, shape (ny, nx)
        Degrees.
    mapping : mapping
        CF grid-mapping attributes.

    Raises
    ------
    InputDataError
        ``unknown_grid_mapping``, ``grid_mapping_mismatch`` or ``grid_not_conformal``.
    """
    from pyproj import Proj

    name = str(mapping.get("grid_mapping_name", "unnamed"))
    crs = _projection(mapping, name)
    map_x, map_y = project(mapping, latitude, longitude)
    x, y = _separate(map_x, map_y, name)
    factors = Proj(crs).get_factors(longitude, latitude)
    major, minor = np.asarray(factors.tissot_semimajor), np.asarray(factors.tissot_semiminor)
    if np.nanmax(np.abs(major / minor - 1.0)) > _CONFORMAL_TOLERANCE:
        raise InputDataError(
            f"the projection '{name}' is not conformal: derivatives on it are not offered; "
            "regrid the data to latitude-longitude or to a conformal projection",
            code="grid_not_conformal",
            data={"grid_mapping_name": name},
        )
    scale = np.sqrt(major * minor)
    ellipsoid = crs.ellipsoid
    sphere = np.isclose(ellipsoid.semi_major_metre, ellipsoid.semi_minor_metre, rtol=1e-9)
    radius_ratio = EARTH_RADIUS / ellipsoid.semi_major_metre if sphere else 1.0
    h = radius_ratio / scale
    east_x, east_y = np.asarray(factors.dx_dlam), np.asarray(factors.dy_dlam)
    length = np.hypot(east_x, east_y)
    dh_dy = first_derivative(h, y, axis=0) if y.size > 1 else np.zeros_like(h)
    dh_dx = first_derivative(h, x, axis=1) if x.size > 1 else np.zeros_like(h)
    return Metric(
        x=x,
        y=y,
        hx=h,
        hy=h,
        dhx_dy=dh_dy,
        dhy_dx=dh_dx,
        shape_term=np.zeros((1, 1)),
        cos_angle=east_x / length,
        sin_angle=east_y / length,
    )


def project(
    mapping: Mapping[str, Any], latitude: ArrayLike, longitude: ArrayLike
) -> tuple[Array, Array]:
    """Coordinates of points in a projection, metres.

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

    crs = _projection(mapping, str(mapping.get("grid_mapping_name", "unnamed")))
    to_map = Transformer.from_crs(crs.geodetic_crs, crs, always_xy=True)
    x, y = to_map.transform(longitude, latitude)
    return np.asarray(x), np.asarray(y)


def _projection(mapping: Mapping[str, Any], name: str) -> Any:
    """Coordinate reference system of a grid mapping."""
    from pyproj import CRS
    from pyproj.exceptions import CRSError

    try:
        crs = CRS.from_cf(dict(mapping))
    except (CRSError, KeyError, ValueError) as error:
        raise InputDataError(
            f"the grid mapping '{name}' cannot be read ({error}); correct its CF attributes",
            code="unknown_grid_mapping",
            data={"grid_mapping_name": name},
        ) from error
    if crs.ellipsoid is None or crs.geodetic_crs is None or not crs.is_projected:
        raise InputDataError(
            f"the grid mapping '{name}' is not a map projection with an earth model; "
            "Lambert conformal, Mercator, polar stereographic and transverse Mercator are known",
            code="unknown_grid_mapping",
            data={"grid_mapping_name": name},
        )
    return crs


def _separate(map_x: Array, map_y: Array, name: str) -> tuple[Array, Array]:
    """Reduce projected coordinates to one x per column and one y per row, or refuse."""
    x, y = np.median(map_x, axis=0), np.median(map_y, axis=1)
    step_x = np.median(np.abs(np.diff(x))) if x.size > 1 else 1.0
    step_y = np.median(np.abs(np.diff(y))) if y.size > 1 else step_x
    if x.size == 1:
        step_x = step_y
    error = max(
        float(np.max(np.abs(map_x - x)) / step_x),
        float(np.max(np.abs(map_y - y[:, None])) / step_y),
    )
    if not error <= _SEPARABLE_TOLERANCE:
        raise InputDataError(
            f"latitude and longitude do not lie on a regular grid of the projection '{name}' "
            f"(off by {error:.2f} cells): the grid mapping does not belong to these coordinates",
            code="grid_mapping_mismatch",
            data={"grid_mapping_name": name, "error_in_cells": error},
        )
    return x, y
