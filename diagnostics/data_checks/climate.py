"""A plain climate of the air near the ground: what season and latitude allow, within wide limits.

Zonal means of land and sea for January and July, degrees Celsius, written down for this project
from general knowledge of the atmosphere, rounded to whole degrees; a yearly wave joins them. It
serves to tell winter from summer and north from south, nothing finer.
"""

from __future__ import annotations

from datetime import datetime

import numpy as np
from numpy.typing import NDArray

Array = NDArray[np.float64]

LATITUDES = np.array(
    [-90, -75, -65, -55, -45, -35, -25, -15, -5, 5, 15, 25, 35, 45, 55, 65, 75, 90.0]
)
LAND_JANUARY = np.array(
    [-28, -22, -4, 6, 15, 22, 25, 25, 25, 25, 21, 14, 5, -6, -16, -26, -31, -32.0]
)
LAND_JULY = np.array([-60, -50, -26, -4, 4, 9, 13, 20, 24, 26, 28, 30, 27, 22, 17, 13, 4, -1.0])
SEA_JANUARY = np.array([-28, -10, -1, 4, 11, 19, 24, 27, 27, 27, 25, 21, 14, 7, 2, -5, -24, -32.0])
SEA_JULY = np.array([-60, -32, -17, -1, 7, 14, 19, 24, 26, 27, 27, 27, 24, 16, 11, 7, 1, 0.0])


def near_surface_temperature(latitude: Array, land: NDArray[np.bool_], time: datetime) -> Array:
    """Return what the air near the ground has on the mean of the day of the year.

    Parameters
    ----------
    latitude : ndarray
        Degrees.
    land : ndarray of bool
    time : datetime

    Returns
    -------
    ndarray
        K.
    """
    day = time.timetuple().tm_yday
    found = []
    for january, july, warmest in (
        (LAND_JANUARY, LAND_JULY, 201.0),
        (SEA_JANUARY, SEA_JULY, 220.0),
    ):
        summer = 0.5 * (1.0 + np.cos(2 * np.pi * (day - warmest) / 365.25))
        profile = january + summer * (july - january)
        found.append(np.interp(latitude, LATITUDES, profile))
    return np.asarray(np.where(land, found[0], found[1]) + 273.15)


PRESSURE = 1000.0 + np.array(
    [-10, -10, -14, -10, 7, 16, 17, 13, 11, 11, 12, 14, 16, 15, 12, 11, 13, 14.0]
)
"""Zonal means of the year of sea-level pressure at `LATITUDES`, hPa."""


def sea_level_pressure(latitude: Array) -> Array:
    """Return the sea-level pressure of the year's mean, Pa.

    Parameters
    ----------
    latitude : ndarray
        Degrees.
    """
    return np.asarray(100.0 * np.interp(latitude, LATITUDES, PRESSURE))
