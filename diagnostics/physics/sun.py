"""Where the sun stands."""

from __future__ import annotations

import numpy as np
from numpy.typing import ArrayLike, NDArray

Array = NDArray[np.float64]


def cosine_of_zenith_angle(
    times: NDArray[np.datetime64], latitude: ArrayLike, longitude: ArrayLike
) -> Array:
    """Return the cosine of the sun's zenith angle: below zero it stands below the horizon.

    Parameters
    ----------
    times : ndarray of datetime64, shape (n,)
        UTC.
    latitude, longitude : array_like, shape (...)
        Degrees north and east.

    Returns
    -------
    ndarray, shape (n, ...)
        Without refraction. Declination is right to 0.05 degrees, the hour to half a minute.

    Notes
    -----
    Declination and equation of time by the Fourier series of Spencer, J. W. (1971): Fourier series
    representation of the position of the sun, Search 2, 172. The tests compare it with equinoxes,
    solstices and the hours of noon of the Astronomical Almanac.
    """
    north = np.radians(np.asarray(latitude, dtype=np.float64))
    east = np.asarray(longitude, dtype=np.float64)
    days = times.astype("datetime64[s]")
    of_year = (days - days.astype("datetime64[Y]")) / np.timedelta64(1, "D")
    hours = (days - days.astype("datetime64[D]")) / np.timedelta64(1, "h")
    angle = 2.0 * np.pi * of_year / 365.0
    declination = (
        0.006918
        - 0.399912 * np.cos(angle)
        + 0.070257 * np.sin(angle)
        - 0.006758 * np.cos(2 * angle)
        + 0.000907 * np.sin(2 * angle)
        - 0.002697 * np.cos(3 * angle)
        + 0.00148 * np.sin(3 * angle)
    )
    minutes = 229.18 * (
        0.000075
        + 0.001868 * np.cos(angle)
        - 0.032077 * np.sin(angle)
        - 0.014615 * np.cos(2 * angle)
        - 0.040849 * np.sin(2 * angle)
    )
    shape = (-1, *(1,) * north.ndim)
    hour_angle = np.radians(15.0 * (hours + minutes / 60.0 - 12.0)).reshape(shape)
    hour_angle = hour_angle + np.radians(east)
    south = declination.reshape(shape)
    return np.asarray(
        np.sin(north) * np.sin(south) + np.cos(north) * np.cos(south) * np.cos(hour_angle)
    )
