"""Distances and directions on the sphere of mean radius."""

from __future__ import annotations

from typing import Any

import numpy as np
from numpy.typing import ArrayLike, NDArray

from diagnostics.constants import EARTH_RADIUS


def great_circle_km(
    latitude_1: ArrayLike, longitude_1: ArrayLike, latitude_2: ArrayLike, longitude_2: ArrayLike
) -> NDArray[Any]:
    """Great-circle distance, km, by the haversine formula (exact for short distances).

    Parameters
    ----------
    latitude_1, longitude_1, latitude_2, longitude_2 : array_like
        Degrees; broadcast against each other.

    Examples
    --------
    >>> round(float(great_circle_km(39.9, 116.4, 31.2, 121.5)))
    1071
    """
    phi_1, phi_2 = np.radians(latitude_1), np.radians(latitude_2)
    half_phi = (phi_2 - phi_1) / 2
    half_lambda = (np.radians(longitude_2) - np.radians(longitude_1)) / 2
    chord = np.sin(half_phi) ** 2 + np.cos(phi_1) * np.cos(phi_2) * np.sin(half_lambda) ** 2
    return np.asarray(2 * EARTH_RADIUS / 1000 * np.arcsin(np.sqrt(np.clip(chord, 0, 1))))


def nearest_cell(
    latitude: float,
    longitude: float,
    grid_latitude: NDArray[np.float64],
    grid_longitude: NDArray[np.float64],
) -> tuple[int, int, float]:
    """Row, column and distance of the cell of a grid that is nearest to a point.

    Parameters
    ----------
    latitude, longitude : float
        Degrees.
    grid_latitude, grid_longitude : ndarray
        Degrees: the axes of a latitude-longitude grid, shapes (ny,) and (nx,), or the centres of
        all cells, both of shape (ny, nx).

    Returns
    -------
    tuple of int, int and float
        Row, column and distance in km; of cells at the same distance the first one.

    Examples
    --------
    >>> nearest_cell(30.4, -179.8, np.array([30.0, 31.0]), np.array([178.0, 179.0, 180.0]))[:2]
    (0, 2)
    """
    if grid_latitude.ndim == 1:
        # In every row the nearest cell is the one that is nearest in longitude.
        offset = np.abs((grid_longitude - longitude + 180.0) % 360.0 - 180.0)
        column = int(np.argmin(offset))
        distance = great_circle_km(latitude, longitude, grid_latitude, grid_longitude[column])
        row = int(np.argmin(distance))
        return row, column, float(distance[row])
    distance = great_circle_km(latitude, longitude, grid_latitude, grid_longitude)
    row, column = (int(at) for at in np.unravel_index(np.argmin(distance), distance.shape))
    return row, column, float(distance[row, column])


def directions(latitude: ArrayLike, longitude: ArrayLike) -> NDArray[np.float64]:
    """Unit vectors from the Earth's centre, for many comparisons of distance on one grid.

    Parameters
    ----------
    latitude, longitude : array_like, shape (...)
        Degrees.

    Returns
    -------
    ndarray, shape (..., 3)
        The scalar product of two of them is the cosine of the angle between the places; compare it
        with `cosine_of`.

    Examples
    --------
    >>> directions([0.0, 90.0], [90.0, 0.0]).round(6).tolist()
    [[0.0, 1.0, 0.0], [0.0, 0.0, 1.0]]
    """
    phi, turn = np.broadcast_arrays(np.radians(latitude), np.radians(longitude))
    flat = np.cos(phi)
    return np.stack([flat * np.cos(turn), flat * np.sin(turn), np.sin(phi)], axis=-1)


def cosine_of(distance_km: float) -> float:
    """Cosine of the angle that a great-circle distance takes at the Earth's centre.

    Examples
    --------
    >>> round(cosine_of(1000.0), 4)
    0.9877
    """
    return float(np.cos(distance_km * 1000.0 / EARTH_RADIUS))


def initial_bearing(
    latitude_1: ArrayLike, longitude_1: ArrayLike, latitude_2: ArrayLike, longitude_2: ArrayLike
) -> NDArray[Any]:
    """Direction of the great circle at its first point, degrees clockwise from north, 0..360.

    Parameters
    ----------
    latitude_1, longitude_1, latitude_2, longitude_2 : array_like
        Degrees; broadcast against each other.

    Examples
    --------
    >>> round(float(initial_bearing(0.0, 0.0, 0.0, 90.0)), 6)
    90.0
    """
    phi_1, phi_2 = np.radians(latitude_1), np.radians(latitude_2)
    turn = np.radians(longitude_2) - np.radians(longitude_1)
    east = np.sin(turn) * np.cos(phi_2)
    north = np.cos(phi_1) * np.sin(phi_2) - np.sin(phi_1) * np.cos(phi_2) * np.cos(turn)
    return np.asarray(np.degrees(np.arctan2(east, north)) % 360.0)


def destination(
    latitude: float, longitude: float, bearing: float, distance_km: float
) -> tuple[float, float]:
    """Return the place at a distance along a great circle.

    Parameters
    ----------
    latitude, longitude : float
        First point, degrees.
    bearing : float
        Direction at the first point, degrees clockwise from north.
    distance_km : float

    Returns
    -------
    tuple of float
        Latitude and longitude, degrees, -180..180.

    Examples
    --------
    >>> [round(value, 2) for value in destination(0.0, 179.0, 90.0, 222.39)]
    [0.0, -179.0]
    """
    angle = 1e3 * distance_km / EARTH_RADIUS
    phi, course = np.radians(latitude), np.radians(bearing)
    sine = np.sin(phi) * np.cos(angle) + np.cos(phi) * np.sin(angle) * np.cos(course)
    east = np.arctan2(
        np.sin(course) * np.sin(angle) * np.cos(phi), np.cos(angle) - np.sin(phi) * sine
    )
    turned = (longitude + float(np.degrees(east)) + 180.0) % 360.0 - 180.0
    return float(np.degrees(np.arcsin(np.clip(sine, -1.0, 1.0)))), turned


def unit_vectors(latitude: ArrayLike, longitude: ArrayLike) -> NDArray[np.float64]:
    """Cartesian unit vectors of points in degrees, shape (..., 3).

    Parameters
    ----------
    latitude, longitude : array_like
        Degrees.

    Examples
    --------
    >>> import numpy as np
    >>> np.round(unit_vectors(0.0, 90.0), 6) + 0.0
    array([0., 1., 0.])
    """
    phi, lam = np.radians(latitude), np.radians(longitude)
    return np.stack([np.cos(phi) * np.cos(lam), np.cos(phi) * np.sin(lam), np.sin(phi)], axis=-1)


def vector_centroid(
    latitude: ArrayLike, longitude: ArrayLike, weights: ArrayLike | None = None
) -> tuple[float, float]:
    """Centre of points on the sphere by the mean of their vectors: right across 180 and the pole.

    Parameters
    ----------
    latitude, longitude : array_like, shape (n,)
        Degrees.
    weights : array_like, shape (n,), optional
        Areas, or equal weights.

    Returns
    -------
    tuple of float
        Latitude and longitude (-180..180), degrees.

    Examples
    --------
    >>> latitude, longitude = vector_centroid([0.0, 0.0], [170.0, -170.0])
    >>> round(float(latitude), 6), round(abs(float(longitude)), 6)
    (0.0, 180.0)
    """
    phi, lam = np.radians(np.ravel(latitude)), np.radians(np.ravel(longitude))
    scale = np.ones_like(phi) if weights is None else np.ravel(np.asarray(weights, np.float64))
    x = float(np.sum(scale * np.cos(phi) * np.cos(lam)))
    y = float(np.sum(scale * np.cos(phi) * np.sin(lam)))
    z = float(np.sum(scale * np.sin(phi)))
    centre_longitude = (float(np.degrees(np.arctan2(y, x))) + 180.0) % 360.0 - 180.0
    return float(np.degrees(np.arctan2(z, np.hypot(x, y)))), centre_longitude
