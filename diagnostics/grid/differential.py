"""Derivatives on a grid: gradient, divergence, vorticity, advection and Laplacian."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from functools import cached_property
from typing import Any

import numpy as np
from numpy.typing import ArrayLike, NDArray

from diagnostics.constants import GAS_CONSTANT_DRY
from diagnostics.grid.derivatives import Array, first_derivative, second_derivative
from diagnostics.grid.metric import POLAR_LIMIT, Metric
from diagnostics.grid.stencils import COMPILED_FROM, Stencils, as_stored, compiled, stencils_of


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
        return self.without_poles(east), self.without_poles(north)

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
        grid_u, grid_v = self.to_grid_axes(np.asarray(u, np.float64), np.asarray(v, np.float64))
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
            self.without_poles(ux),
            self.without_poles(uy),
            self.without_poles(vx),
            self.without_poles(vy),
        )

    def divergence(self, u: ArrayLike, v: ArrayLike) -> Array:
        """Horizontal divergence of the wind (m s-1) in s-1; see `vector_gradient`."""
        fused = self._fused("wind", u, v, sign=1.0)
        if fused is not None:
            return fused
        ux, _, _, vy = self.vector_gradient(u, v)
        return ux + vy

    def vorticity(self, u: ArrayLike, v: ArrayLike) -> Array:
        """Relative vorticity of the wind (m s-1) in s-1; see `vector_gradient`."""
        fused = self._fused("wind", u, v, sign=-1.0)
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
        fused = self._fused("advection", field, u, v)
        if fused is not None:
            return fused
        east, north = self.gradient(field)
        return -(np.asarray(u, np.float64) * east + np.asarray(v, np.float64) * north)

    def frontogenesis(self, theta: ArrayLike, u: ArrayLike, v: ArrayLike) -> Array:
        """Petterssen's frontogenesis ``d|grad(theta)|/dt`` by the horizontal wind.

        Parameters
        ----------
        theta : array_like, shape (..., ny, nx)
            Any scalar; potential temperature, K, by definition.
        u, v : array_like, shape (..., ny, nx)
            Eastward and northward wind, m s-1.

        Returns
        -------
        array
            Unit of `theta` per metre and second, zero where it is uniform.

        Notes
        -----
        ``-(tx**2 ux + ty**2 vy + tx ty (vx + uy)) / |grad(theta)|`` (Petterssen 1936; Miller 1948,
        doi:10.1175/1520-0469(1948)005<0169:OTCOFP>2.0.CO;2), without the tilting term.
        """
        fused = self._fused("frontogenesis", theta, u, v)
        if fused is not None:
            return fused
        theta_x, theta_y = self.gradient(theta)
        u_x, u_y, v_x, v_y = self.vector_gradient(u, v)
        product = theta_x**2 * u_x + theta_y**2 * v_y + theta_x * theta_y * (v_x + u_y)
        length = np.hypot(theta_x, theta_y)
        with np.errstate(invalid="ignore", divide="ignore"):
            return np.where(length == 0.0, 0.0, -product / length)

    def q_vector(
        self, u: ArrayLike, v: ArrayLike, temperature: ArrayLike, pressure: ArrayLike
    ) -> tuple[Array, Array]:
        """Q vector of a (geostrophic) wind, with a static stability factor of 1.

        Parameters
        ----------
        u, v : array_like, shape (..., ny, nx)
            Eastward and northward wind, m s-1.
        temperature : array_like, shape (..., ny, nx)
            K.
        pressure : float or array_like
            Pa, broadcast to the others.

        Returns
        -------
        tuple of array
            m2 kg-1 s-1, eastward and northward: ``-(R / p) (dV/dx . grad(T), dV/dy . grad(T))``
            (Hoskins, Draghici and Davies 1978, doi:10.1002/qj.49710443903).
        """
        factor = -GAS_CONSTANT_DRY / np.asarray(pressure, np.float64)
        fused = self._fused_q_vector(u, v, temperature, factor)
        if fused is not None:
            return fused
        t_x, t_y = self.gradient(temperature)
        u_x, u_y, v_x, v_y = self.vector_gradient(u, v)
        return factor * (u_x * t_x + v_x * t_y), factor * (u_y * t_x + v_y * t_y)

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
        if metric.shape_term.any():
            slope = first_derivative(array, metric.y, axis=-2)
            result += slope * metric.shape_term / (metric.hx * metric.hy)
        return self.without_poles(result)

    @cached_property
    def stencils(self) -> Stencils | None:
        """What the compiled kernels need; None with fewer than three rows or columns."""
        return stencils_of(self.metric)

    def _grid_gradient(self, field: ArrayLike) -> tuple[Array, Array]:
        (values,) = as_stored(field)
        kernels = compiled() if values.size >= COMPILED_FROM else None
        stencils = self.stencils if kernels is not None else None
        metric = self.metric
        if kernels is None or stencils is None:
            along_x = first_derivative(values, metric.x, axis=-1, period=metric.period)
            along_y = first_derivative(values, metric.y, axis=-2)
            along_x /= metric.hx
            along_y /= metric.hy
            return along_x, along_y
        planes = self._planes(values)
        along_x, along_y = np.empty(planes.shape), np.empty(planes.shape)
        kernels.gradient(planes, stencils.arguments, along_x, along_y)
        return along_x.reshape(values.shape), along_y.reshape(values.shape)

    def _fused(self, name: str, *fields: ArrayLike, **options: Any) -> Array | None:
        """Run a compiled kernel on fields whose last two are the wind; None where there is none.

        What these kernels give is the same in every frame, so the wind may be turned to the grid's
        axes before and nothing need be turned back.
        """
        arrays = np.broadcast_arrays(*as_stored(*fields))
        kernels = compiled() if arrays[0].size >= COMPILED_FROM else None
        stencils = self.stencils if kernels is not None else None
        if kernels is None or stencils is None:
            return None
        u, v = self.to_grid_axes(arrays[-2], arrays[-1])
        planes = [self._planes(field) for field in as_stored(*arrays[:-2], u, v)]
        result = np.empty(planes[0].shape)
        if name == "wind":
            sign = options["sign"]
            first, second = planes if sign > 0 else planes[::-1]
            kernels.wind(first, second, stencils.arguments, sign, result)
        else:
            getattr(kernels, name)(*planes, stencils.arguments, result)
        return self.without_poles(result.reshape(arrays[0].shape))

    def _fused_q_vector(
        self, u: ArrayLike, v: ArrayLike, temperature: ArrayLike, factor: Array
    ) -> tuple[Array, Array] | None:
        east, north, warmth = np.broadcast_arrays(*as_stored(u, v, temperature))
        kernels = compiled() if warmth.size >= COMPILED_FROM else None
        stencils = self.stencils if kernels is not None else None
        leading = warmth.shape[:-2]
        if factor.ndim and factor.shape[-2:] == (1, 1):
            factor = factor[..., 0, 0]
        varies = factor.ndim > len(leading)
        if kernels is None or stencils is None or varies:
            return None
        turned = as_stored(*self.to_grid_axes(east, north), warmth)
        planes = [self._planes(field) for field in turned]
        per_plane = np.ascontiguousarray(np.broadcast_to(factor, leading)).reshape(-1)
        q_x, q_y = np.empty(planes[0].shape), np.empty(planes[0].shape)
        kernels.q_vector(*planes, per_plane, stencils.arguments, q_x, q_y)
        q_x, q_y = self._to_earth(q_x.reshape(warmth.shape), q_y.reshape(warmth.shape))
        return self.without_poles(q_x), self.without_poles(q_y)

    def _planes(self, values: Array) -> Array:
        return np.ascontiguousarray(values).reshape(-1, *self.shape)

    def to_grid_axes(self, east: Array, north: Array) -> tuple[Array, Array]:
        """Turn an earth-relative vector to the grid's axes; the same arrays where they agree."""
        if not self.metric.rotated:
            return east, north
        cosine, sine = self.metric.cos_angle, self.metric.sin_angle
        return east * cosine - north * sine, east * sine + north * cosine

    def _to_earth(self, along_x: Array, along_y: Array) -> tuple[Array, Array]:
        if not self.metric.rotated:
            return along_x, along_y
        cosine, sine = self.metric.cos_angle, self.metric.sin_angle
        return along_x * cosine + along_y * sine, along_y * cosine - along_x * sine

    def without_poles(self, values: Array) -> Array:
        """Blank the rows next to the poles of a latitude-longitude grid, in place."""
        if self._polar_rows.size:
            values[..., self._polar_rows, :] = np.nan
        return values

    @cached_property
    def _polar_rows(self) -> NDArray[np.intp]:
        if self.mapping is not None:
            return np.empty(0, np.intp)
        return np.flatnonzero(np.abs(self.latitude[:, 0]) > POLAR_LIMIT)


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
