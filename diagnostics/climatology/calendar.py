"""Which days of other years belong to the season of a given day."""

from __future__ import annotations

from datetime import datetime

import numpy as np
import numpy.typing as npt

HALF_WINDOW_DAYS = 15
HOUR_TOLERANCE = 1.0
_YEAR_DAYS = 366


def day_of_leap_year(dates: npt.NDArray[np.datetime64]) -> npt.NDArray[np.int64]:
    """Return the position of each month-day in a year of 366 days, from 0.

    29 February has its own place (59), so 1 March is 60 in every year.
    """
    days = dates.astype("datetime64[D]")
    years = days.astype("datetime64[Y]")
    position = (days - years).astype(np.int64)
    number = years.astype(np.int64) + 1970
    leap = (number % 4 == 0) & ((number % 100 != 0) | (number % 400 == 0))
    return np.asarray(np.where(~leap & (position >= 59), position + 1, position), dtype=np.int64)


def in_window(
    dates: npt.NDArray[np.datetime64], moment: datetime, half_width: int = HALF_WINDOW_DAYS
) -> npt.NDArray[np.bool_]:
    """Say which dates lie within `half_width` calendar days of the month-day of `moment`.

    The year is a circle of 366 days: the window runs across the turn of the year, and the 29th of
    February takes 14 February to 15 March.

    Parameters
    ----------
    dates : ndarray of datetime64
    moment : datetime
        UTC.
    half_width : int
        15 gives a window of 31 days.
    """
    target = day_of_leap_year(np.array([moment.replace(tzinfo=None)], dtype="datetime64[D]"))[0]
    distance = np.abs(day_of_leap_year(dates) - target)
    return np.asarray(np.minimum(distance, _YEAR_DAYS - distance) <= half_width)


def hour_distance(first: float, second: float) -> float:
    """Return the distance of two hours of the day round the clock, h."""
    distance = abs(first - second) % 24.0
    return min(distance, 24.0 - distance)
