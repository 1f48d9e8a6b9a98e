"""Vertical cross sections along great circles, and bilinear sampling."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

import numpy as np
from numpy.typing import ArrayLike, NDArray

from diagnostics.constants import EARTH_RADIUS
from diagnostics.errors import ArgumentError, InputDataError
from diagnostics.grid.distance import great_circle_km, initial_bearing
from diagnostics.messages import Message

if TYPE_CHECKING:
    from diagnostics.grid.geometry import Grid

Array = NDArray[np.float64]


@dataclass(frozen=True, eq=False)
class Section:
    """Points along a great circle.

    Attributes
    ----------
    latitude, longitude : array, shape (n,)
        Degrees, longitude -180..180.
    distance_km : array, shape (n,)
        From the first point.
    bearing : array, shape (n,)
        Direction of the section at each point, degrees clockwise from north.
    """

    latitude: Array
    longitude: Array
    distance_km: Array
    bearing: Array

    def components(self, u: Array, v: Array) -> tuple[Array, Array]:
        """Split a wind on the section into the parts along it and to its left.

        Parameters
        ----------
        u, v : array, shape (..., n)
            Eastward and northward wind.
        """
        angle = np.radians(self.bearing)
        return u * np.sin(angle) + v * np.cos(angle), v * np.sin(angle) - u * np.cos(angle)


def great_circle_section(
    start: tuple[float, float],
    end: tuple[float, float],
    *,
    spacing_km: float | None = None,
    count: int | None = None,
) -> Section:
    """Points at equal distances along the great circle from `start` to `end`.

    Parameters
    ----------
    start, end : tuple of float
        Latitude and longitude, degrees.
    spacing_km : float, optional
        Largest distance between points.
    count : int, optional
        Number of points, at least 2; 101 when neither is given.

    Raises
    ------
    ArgumentError
        ``invalid_section`` when the points coincide or lie opposite each other.

    Examples
    --------
    >>> section = great_circle_section((30.0, 100.0), (30.0, 120.0), count=5)
    >>> len(section.latitude)
    5
    """
    length = float(great_circle_km(*start, *end))
    half_circle = np.pi * EARTH_RADIUS / 1000.0
    if length < 1e-6 or length > half_circle * (1 - 1e-6):
        raise ArgumentError(
            Message(id="griderror-section_points"),
            code="invalid_section",
            data={"start": list(start), "end": list(end)},
        )
    if count is None:
        count = 101 if spacing_km is None else int(np.ceil(length / spacing_km)) + 1
    fraction = np.linspace(0.0, 1.0, max(2, count))
    first, last = _vector(*start), _vector(*end)
    angle = length * 1000.0 / EARTH_RADIUS
    points = (
        np.sin((1 - fraction) * angle)[:, np.newaxis] * first
        + np.sin(fraction * angle)[:, np.newaxis] * last
    ) / np.sin(angle)
    latitude = np.degrees(np.arctan2(points[:, 2], np.hypot(points[:, 0], points[:, 1])))
    longitude = np.degrees(np.arctan2(points[:, 1], points[:, 0]))
    bearing = np.empty_like(latitude)
    bearing[:-1] = initial_bearing(latitude[:-1], longitude[:-1], *end)
    bearing[-1] = (initial_bearing(*end, *start) + 180.0) % 360.0
    return Section(latitude, longitude, fraction * length, bearing)


def sample_bilinear(field: ArrayLike, grid: Grid, latitude: Array, longitude: Array) -> Array:
    """Interpolate bilinearly in grid coordinates.

    Parameters
    ----------
    field : array_like, shape (..., ny, nx)
    grid : Grid
    latitude, longitude : array, shape (n,)
        Degrees.

    Returns
    -------
    array, shape (..., n)
        NaN outside the grid and beside missing cells.

    Raises
    ------
    InputDataError
        ``grid_too_small`` when the grid has a single row or column.

    Examples
    --------
    Half way between two rows and two columns:

    >>> import numpy as np
    >>> from diagnostics.grid.geometry import latitude_longitude_grid
    >>> grid = latitude_longitude_grid(np.array([30.0, 31.0]), np.array([110.0, 111.0]))
    >>> field = np.array([[1.0, 2.0], [3.0, 6.0]])
    >>> round(sample_bilinear(field, grid, np.array([30.5]), np.array([110.5])).item(), 6)
    3.0
    """
    values = np.asarray(field, dtype=np.float64)
    if min(grid.shape) < 2:
        raise InputDataError(
            Message(id="griderror-bilinear_cells"),
            code="grid_too_small",
        )
    x, y = grid.coordinates(latitude, longitude)
    row, part_y = _bracket(grid.metric.y, y)
    ring = grid.metric.x
    if grid.metric.period is not None:
        ring = np.append(ring, ring[0] + np.sign(ring[1] - ring[0]) * grid.metric.period)
    column, part_x = _bracket(ring, x)
    following = (column + 1) % grid.shape[1]
    result = (
        values[..., row, column] * (1 - part_y) * (1 - part_x)
        + values[..., row, following] * (1 - part_y) * part_x
        + values[..., row + 1, column] * part_y * (1 - part_x)
        + values[..., row + 1, following] * part_y * part_x
    )
    return np.asarray(result)


def _vector(latitude: float, longitude: float) -> NDArray[Any]:
    phi, lam = np.radians(latitude), np.radians(longitude)
    return np.array([np.cos(phi) * np.cos(lam), np.cos(phi) * np.sin(lam), np.sin(phi)])


def _bracket(coordinate: Array, points: Array) -> tuple[NDArray[np.int64], Array]:
    """Index of the interval that holds each point and its fraction; NaN fraction outside."""
    sign = 1.0 if coordinate[1] > coordinate[0] else -1.0
    ascending, wanted = sign * coordinate, sign * points
    # Single-precision coordinates: a point on the edge may seem to lie just outside.
    slack = 1e-4 * (ascending[1] - ascending[0])
    wanted = np.where(np.abs(wanted - ascending[0]) < slack, ascending[0], wanted)
    wanted = np.where(np.abs(wanted - ascending[-1]) < slack, ascending[-1], wanted)
    index = np.clip(np.searchsorted(ascending, wanted, side="right") - 1, 0, ascending.size - 2)
    part = (wanted - ascending[index]) / (ascending[index + 1] - ascending[index])
    return index, np.where((part < 0) | (part > 1), np.nan, part)
