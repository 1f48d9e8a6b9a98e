"""The grid on which a sample is computed, with its metric terms and elliptic solvers."""

from __future__ import annotations

from dataclasses import dataclass
from functools import cached_property

import numpy as np
import scipy.fft
import scipy.linalg
from numpy.typing import NDArray

from diagnostics.constants import EARTH_RADIUS, EARTH_ROTATION

FloatArray = NDArray[np.float64]

SPACING_DEG = 0.5
LEVELS_HPA: FloatArray = np.array(
    [50, 100, 150, 200, 250, 300, 400, 500, 600, 700, 850, 925, 1000], dtype=np.float64
)


@dataclass(frozen=True)
class Lattice:
    """A regular latitude-longitude grid with the differential operators of a sample.

    Fields carry trailing axes (latitude, longitude), both ascending; leading axes are free.

    Parameters
    ----------
    west, south, east, north : float
        Outermost cell centres, degrees; multiples of `spacing`.
    spacing : float
        Cell size, degrees.
    """

    west: float
    south: float
    east: float
    north: float
    spacing: float = SPACING_DEG

    @cached_property
    def longitude(self) -> FloatArray:
        """Longitudes of the columns, degrees east, ascending."""
        count = round((self.east - self.west) / self.spacing) + 1
        return self.west + self.spacing * np.arange(count, dtype=np.float64)

    @cached_property
    def latitude(self) -> FloatArray:
        """Latitudes of the rows, degrees north, ascending."""
        count = round((self.north - self.south) / self.spacing) + 1
        return self.south + self.spacing * np.arange(count, dtype=np.float64)

    @property
    def shape(self) -> tuple[int, int]:
        """Rows and columns."""
        return self.latitude.size, self.longitude.size

    @cached_property
    def coriolis(self) -> FloatArray:
        """Coriolis parameter of each row as a column vector, s-1."""
        parameter = 2.0 * EARTH_ROTATION * np.sin(np.deg2rad(self.latitude))
        return np.asarray(parameter[:, None])

    @cached_property
    def _step_y(self) -> float:
        return float(EARTH_RADIUS * np.deg2rad(self.spacing))

    @cached_property
    def _step_x(self) -> FloatArray:
        return np.asarray(self._step_y * np.cos(np.deg2rad(self.latitude))[:, None])

    @cached_property
    def _tangent_term(self) -> FloatArray:
        return np.asarray(np.tan(np.deg2rad(self.latitude))[:, None] / EARTH_RADIUS)

    def ddx(self, field: FloatArray) -> FloatArray:
        """Eastward derivative, per metre: centred, one-sided of second order at the edges."""
        result = np.empty_like(field)
        result[..., 1:-1] = 0.5 * (field[..., 2:] - field[..., :-2])
        first, last = field[..., :3], field[..., -3:]
        result[..., 0] = -1.5 * first[..., 0] + 2.0 * first[..., 1] - 0.5 * first[..., 2]
        result[..., -1] = 1.5 * last[..., 2] - 2.0 * last[..., 1] + 0.5 * last[..., 0]
        result /= self._step_x
        return result

    def ddy(self, field: FloatArray) -> FloatArray:
        """Northward derivative, per metre: centred, one-sided of second order at the edges."""
        result = np.empty_like(field)
        result[..., 1:-1, :] = field[..., 2:, :] - field[..., :-2, :]
        result[..., 1:-1, :] *= 0.5
        first, last = field[..., :3, :], field[..., -3:, :]
        result[..., 0, :] = (
            -1.5 * first[..., 0, :] + 2.0 * first[..., 1, :] - 0.5 * first[..., 2, :]
        )
        result[..., -1, :] = 1.5 * last[..., 2, :] - 2.0 * last[..., 1, :] + 0.5 * last[..., 0, :]
        result /= self._step_y
        return result

    def divergence(self, u: FloatArray, v: FloatArray) -> FloatArray:
        """Divergence of a horizontal wind on the sphere, s-1."""
        return self.ddx(u) + self.ddy(v) - v * self._tangent_term

    def vorticity(self, u: FloatArray, v: FloatArray) -> FloatArray:
        """Vertical component of relative vorticity on the sphere, s-1."""
        return self.ddx(v) - self.ddy(u) + u * self._tangent_term

    def inverse_laplacian(self, source: FloatArray) -> FloatArray:
        """Solve the Poisson equation on the sphere with zero values just outside the grid.

        Sine transform along each row, a tridiagonal system along each column.

        Parameters
        ----------
        source : array (..., latitude, longitude)

        Returns
        -------
        array of the same shape, in units of `source` times m2.
        """
        rows, columns = self.shape
        radians = np.deg2rad(self.latitude)
        cosine = np.cos(radians)
        half = np.deg2rad(self.spacing) / 2
        below = np.cos(radians - half) / (cosine * self._step_y**2)
        above = np.cos(radians + half) / (cosine * self._step_y**2)
        transformed = scipy.fft.dst(source, type=1, axis=-1)
        flat = np.moveaxis(transformed.reshape(-1, rows, columns), 0, -1)
        solution = np.empty_like(flat)
        wave = 2.0 - 2.0 * np.cos(np.pi * np.arange(1, columns + 1) / (columns + 1))
        bands = np.zeros((3, rows))
        bands[0, 1:] = above[:-1]
        bands[2, :-1] = below[1:]
        for k in range(columns):
            bands[1] = -(above + below) - wave[k] / self._step_x[:, 0] ** 2
            solution[:, k] = scipy.linalg.solve_banded((1, 1), bands, flat[:, k])
        back = np.moveaxis(solution, -1, 0).reshape(source.shape)
        return np.asarray(scipy.fft.idst(back, type=1, axis=-1))

    def rotational_wind(self, streamfunction: FloatArray) -> tuple[FloatArray, FloatArray]:
        """Wind along the lines of a streamfunction (m2 s-1), without divergence."""
        return -self.ddy(streamfunction), self.ddx(streamfunction)

    def irrotational_wind(self, divergence: FloatArray) -> tuple[FloatArray, FloatArray]:
        """Wind without vorticity whose divergence is `divergence` (s-1)."""
        potential = self.inverse_laplacian(divergence)
        return self.ddx(potential), self.ddy(potential)
