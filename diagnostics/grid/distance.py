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
