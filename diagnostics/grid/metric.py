"""Metric terms of a horizontal grid: how far apart its points are, and which way they face.

Every grid here has orthogonal coordinates ``(x, y)`` with scale factors ``hx`` and ``hy`` (metres
per unit of coordinate). Latitude-longitude grids have ``hx = a cos(lat)``, ``hy = a``, in radians.
Conformal projections have ``hx = hy = 1 / m``, with `m` the map factor, in projected metres.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, replace
from functools import lru_cache
from typing import Any

import numpy as np

from diagnostics.constants import EARTH_RADIUS
from diagnostics.errors import InputDataError
from diagnostics.grid.derivatives import Array, first_derivative
from diagnostics.grid.projection import ROTATED, mapping_name, project, scale_and_direction
from diagnostics.messages import Message

POLAR_LIMIT = 87.0
"""Derivatives are not given poleward of this latitude on latitude-longitude grids, degrees."""

_SEPARABLE_TOLERANCE = 0.05
_STEP_DEG = 1e-3
"""Of longitude, by which the direction of east is found on a rotated grid."""


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

    def differenced(self) -> Metric:
        """Return the metric with its derivatives by three-point differences of the map factors.

        On a true edge, as of the map factors ``1/hx`` and ``1/hy``; the circle is not closed.
        """
        shape = (self.y.size, self.x.size)
        dhx_dy, dhy_dx = np.zeros(shape), np.zeros(shape)
        if self.y.size > 1:
            factor = np.broadcast_to(1.0 / self.hx, shape)
            dhx_dy = -(self.hx**2) * first_derivative(factor, self.y, axis=0)
        if self.x.size > 1:
            factor = np.broadcast_to(1.0 / self.hy, shape)
            dhy_dx = -(self.hy**2) * first_derivative(factor, self.x, axis=1)
        return replace(self, dhx_dy=dhx_dy, dhy_dx=dhy_dx, period=None)

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
    """Metric of a conformal projection or a rotated pole from two-dimensional coordinates.

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
    key = _mapping_key(mapping)
    shape = (latitude.shape[0], latitude.shape[1])
    return _projected_metric(key, shape, latitude.tobytes(), longitude.tobytes())


@lru_cache(maxsize=4)
def _projected_metric(
    mapping: tuple[tuple[str, Any], ...], shape: tuple[int, int], rows: bytes, columns: bytes
) -> Metric:
    """Work once for all fields on the same grid: PROJ takes microseconds per point."""
    attributes = dict(mapping)
    latitude = np.frombuffer(rows, dtype=np.float64).reshape(shape)
    longitude = np.frombuffer(columns, dtype=np.float64).reshape(shape)
    map_x, map_y = project(attributes, latitude, longitude)
    x, y = _separate(map_x, map_y, mapping_name(attributes))
    if mapping_name(attributes) == ROTATED:
        return _rotated_metric(attributes, latitude, longitude, x, y)
    h, angle = scale_and_direction(attributes, latitude, longitude)
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
        cos_angle=np.cos(angle),
        sin_angle=np.sin(angle),
    )


def _rotated_metric(
    mapping: Mapping[str, Any], latitude: Array, longitude: Array, x: Array, y: Array
) -> Metric:
    """Metric about a rotated pole: a latitude-longitude grid in metres along its own equator.

    Parameters
    ----------
    mapping : mapping
    latitude, longitude : array, shape (ny, nx)
        Degrees.
    x, y : array, shape (nx,) and (ny,)
        Degrees about the rotated pole.
    """
    east_x, east_y = project(mapping, latitude, longitude + _STEP_DEG)
    turned = (east_x - x + 180.0) % 360.0 - 180.0
    angle = np.arctan2(east_y - y[:, np.newaxis], turned * np.cos(np.radians(y))[:, np.newaxis])
    phi = np.radians(y)[:, np.newaxis] * np.ones((1, x.size))
    return Metric(
        x=EARTH_RADIUS * np.radians(x),
        y=EARTH_RADIUS * np.radians(y),
        hx=np.cos(phi),
        hy=np.ones_like(phi),
        dhx_dy=-np.sin(phi) / EARTH_RADIUS,
        dhy_dx=np.zeros_like(phi),
        shape_term=-np.sin(phi) / EARTH_RADIUS,
        cos_angle=np.cos(angle),
        sin_angle=np.sin(angle),
    )


def _mapping_key(mapping: Mapping[str, Any]) -> tuple[tuple[str, Any], ...]:
    """Attributes as plain values in a fixed order, so that equal mappings are equal keys."""
    items = []
    for name, value in sorted(mapping.items()):
        plain = value.tolist() if isinstance(value, (np.ndarray, np.generic)) else value
        items.append((name, tuple(plain) if isinstance(plain, list) else plain))
    return tuple(items)


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
            Message(
                id="griderror-mapping_mismatch", params={"name": name, "error": f"{error:.2f}"}
            ),
            code="grid_mapping_mismatch",
            data={"grid_mapping_name": name, "error_in_cells": error},
        )
    return x, y
