"""Derivatives on a grid: gradient, divergence, vorticity, advection and Laplacian."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from functools import cached_property
from typing import Any

import numpy as np
from numpy.typing import ArrayLike

from diagnostics.grid.derivatives import Array, first_derivative, second_derivative
from diagnostics.grid.metric import POLAR_LIMIT, Metric
from diagnostics.grid.stencils import COMPILED_FROM, Stencils, compiled, stencils_of


@dataclass(frozen=True, eq=False)
class DifferentialGrid:
    """The coordinates and metric of a grid, and what can be differentiated on it.

    Winds go in, and tensors come out, earth-relative (eastward, northward).

    Attributes
    ----------
    latitude, longitude : array, shape (ny, nx)
        Cell centres, degrees; longitudes as stored.
    dims : tuple of str
        ``("latitude", "longitude")`` or ``("y", "x")``.
    cyclic : bool
        Whether the columns close the circle.
    mapping : mapping or None
        CF grid-mapping attributes of a projected grid.
    """

    latitude: Array
    longitude: Array
    dims: tuple[str, str]
    metric: Metric
    cyclic: bool = False
    mapping: Mapping[str, Any] | None = None

    @property
    def shape(self) -> tuple[int, int]:
        """Numbers of rows and columns."""
        return self.metric.y.size, self.metric.x.size

    def gradient(self, field: ArrayLike) -> tuple[Array, Array]:
        """Eastward and northward derivative of a scalar.

        Parameters
        ----------
        field : array_like, shape (..., ny, nx)

        Returns
        -------
        tuple of array
            Unit of `field` per metre; NaN poleward of 87 degrees on latitude-longitude grids.

        Raises
        ------
        InputDataError
            ``grid_too_small`` when the grid has a single row or column.

        Notes
        -----
        ``df/dx = (1 / (a cos(lat))) df/dlon``, ``df/dy = (1 / a) df/dlat`` on the sphere; the map
        factor times the derivative on a projection, turned to east and north.
        """
        along_x, along_y = self._grid_gradient(field)
        east, north = self._to_earth(along_x, along_y)
        return self._without_poles(east), self._without_poles(north)

    def vector_gradient(self, u: ArrayLike, v: ArrayLike) -> tuple[Array, Array, Array, Array]:
        """Gradient tensor of the wind, ``du/dx, du/dy, dv/dx, dv/dy``, with metric terms.

        Parameters
        ----------
        u, v : array_like, shape (..., ny, nx)
            Eastward and northward wind, m s-1.

        Returns
        -------
        tuple of array
            s-1; divergence is ``ux + vy``, vorticity ``vx - uy``, stretching ``ux - vy``, shearing
            ``vx + uy``.

        Raises
        ------
        InputDataError
            ``grid_too_small`` when the grid has a single row or column.

        Notes
        -----
        On the sphere the terms ``-v tan(lat) / a`` in ``ux`` and ``+u tan(lat) / a`` in ``vx`` are
        analytic (Haltiner and Williams, 1980). On a conformal map the same formula with the map
        factor gives ``div = m**2 [d(u/m)/dx + d(v/m)/dy]``.
        """
        metric = self.metric
        grid_u, grid_v = self._to_grid(np.asarray(u, np.float64), np.asarray(v, np.float64))
        ux, uy = self._grid_gradient(grid_u)
        vx, vy = self._grid_gradient(grid_v)
        turn_x = metric.dhx_dy / (metric.hx * metric.hy)
        ux += grid_v * turn_x
        vx -= grid_u * turn_x
        if self.mapping is not None:
            turn_y = metric.dhy_dx / (metric.hx * metric.hy)
            uy -= grid_v * turn_y
            vy += grid_u * turn_y
        if metric.rotated:
            ux, uy, vx, vy = _tensor_to_earth(ux, uy, vx, vy, metric.cos_angle, metric.sin_angle)
        return (
            self._without_poles(ux),
            self._without_poles(uy),
            self._without_poles(vx),
            self._without_poles(vy),
        )

    def divergence(self, u: ArrayLike, v: ArrayLike) -> Array:
        """Horizontal divergence of the wind (m s-1) in s-1; see `vector_gradient`."""
        fused = self._fused(u, v, vorticity=False)
        if fused is not None:
            return fused
        ux, _, _, vy = self.vector_gradient(u, v)
        return ux + vy

    def vorticity(self, u: ArrayLike, v: ArrayLike) -> Array:
        """Relative vorticity of the wind (m s-1) in s-1; see `vector_gradient`."""
        fused = self._fused(u, v, vorticity=True)
        if fused is not None:
            return fused
        _, uy, vx, _ = self.vector_gradient(u, v)
        return vx - uy

    def advection(self, field: ArrayLike, u: ArrayLike, v: ArrayLike) -> Array:
        """Advection ``-V . grad(field)``, unit of `field` per second: warm advection is positive.

        Parameters
        ----------
        field, u, v : array_like, shape (..., ny, nx)
            The scalar, and the eastward and northward wind in m s-1.
        """
        east, north = self.gradient(field)
        return -(np.asarray(u, np.float64) * east + np.asarray(v, np.float64) * north)

    def laplacian(self, field: ArrayLike) -> Array:
        """Horizontal Laplacian, unit of `field` per m2.

        Parameters
        ----------
        field : array_like, shape (..., ny, nx)

        Raises
        ------
        InputDataError
            ``grid_too_small`` when the grid has fewer than three rows or columns.

        Notes
        -----
        ``(1/(a cos)**2) f_lonlon + (1/a**2) (f_latlat - tan(lat) f_lat)`` with three-point
        stencils; the squared map factor times ``f_xx + f_yy`` on a conformal map.
        """
        metric = self.metric
        array = np.asarray(field, dtype=np.float64)
        along_x = second_derivative(array, metric.x, axis=-1, period=metric.period)
        along_y = second_derivative(array, metric.y, axis=-2)
        result = along_x / metric.hx**2 + along_y / metric.hy**2
        if self.mapping is None:
            slope = first_derivative(array, metric.y, axis=-2)
            result += slope * metric.shape_term / (metric.hx * metric.hy)
        return self._without_poles(result)

    @cached_property
    def _stencils(self) -> Stencils | None:
        return stencils_of(self.metric)

    def _grid_gradient(self, field: ArrayLike) -> tuple[Array, Array]:
        values = np.asarray(field, dtype=np.float64)
        kernels = compiled() if values.size >= COMPILED_FROM else None
        stencils = self._stencils if kernels is not None else None
        metric = self.metric
        if kernels is None or stencils is None:
            along_x = first_derivative(values, metric.x, axis=-1, period=metric.period)
            along_y = first_derivative(values, metric.y, axis=-2)
            along_x /= metric.hx
            along_y /= metric.hy
            return along_x, along_y
        planes = np.ascontiguousarray(values).reshape(-1, *self.shape)
        along_x, along_y = np.empty_like(planes), np.empty_like(planes)
        kernels.gradient(
            planes,
            stencils.rows,
            stencils.row_weights,
            stencils.columns,
            stencils.column_weights,
            stencils.inverse_hx,
            stencils.inverse_hy,
            along_x,
            along_y,
        )
        return along_x.reshape(values.shape), along_y.reshape(values.shape)

    def _fused(self, u: ArrayLike, v: ArrayLike, *, vorticity: bool) -> Array | None:
        """Divergence or vorticity in one compiled pass; both are the same in every frame."""
        east, north = np.broadcast_arrays(np.asarray(u, np.float64), np.asarray(v, np.float64))
        kernels = compiled() if east.size >= COMPILED_FROM else None
        stencils = self._stencils if kernels is not None else None
        if kernels is None or stencils is None:
            return None
        grid_u, grid_v = self._to_grid(east, north)
        first, second = (grid_v, grid_u) if vorticity else (grid_u, grid_v)
        sign = -1.0 if vorticity else 1.0
        first = np.ascontiguousarray(first).reshape(-1, *self.shape)
        second = np.ascontiguousarray(second).reshape(-1, *self.shape)
        result = np.empty_like(first)
        kernels.wind(
            first,
            second,
            stencils.rows,
            stencils.row_weights,
            stencils.columns,
            stencils.column_weights,
            stencils.inverse_hx,
            stencils.inverse_hy,
            sign * stencils.turn_x,
            stencils.turn_y,
            sign,
            result,
        )
        return self._without_poles(result.reshape(east.shape))

    def _to_grid(self, east: Array, north: Array) -> tuple[Array, Array]:
        if not self.metric.rotated:
            return east, north
        cosine, sine = self.metric.cos_angle, self.metric.sin_angle
        return east * cosine - north * sine, east * sine + north * cosine

    def _to_earth(self, along_x: Array, along_y: Array) -> tuple[Array, Array]:
        if not self.metric.rotated:
            return along_x, along_y
        cosine, sine = self.metric.cos_angle, self.metric.sin_angle
        return along_x * cosine + along_y * sine, along_y * cosine - along_x * sine

    def _without_poles(self, values: Array) -> Array:
        if self.mapping is None:
            polar = np.abs(self.latitude[:, 0]) > POLAR_LIMIT
            if polar.any():
                values[..., polar, :] = np.nan
        return values


def _tensor_to_earth(
    ux: Array, uy: Array, vx: Array, vy: Array, cosine: Array, sine: Array
) -> tuple[Array, Array, Array, Array]:
    """Turn a gradient tensor from the grid's axes to east and north."""
    # Columns (derivative direction) first, then rows (component).
    u_east, u_north = ux * cosine + uy * sine, uy * cosine - ux * sine
    v_east, v_north = vx * cosine + vy * sine, vy * cosine - vx * sine
    return (
        u_east * cosine + v_east * sine,
        u_north * cosine + v_north * sine,
        v_east * cosine - u_east * sine,
        v_north * cosine - u_north * sine,
    )
