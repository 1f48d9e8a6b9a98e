"""How much of the precipitation falls as snow."""

from __future__ import annotations

from bisect import bisect_left, bisect_right
from collections.abc import Callable, Sequence
from datetime import datetime, timedelta
from itertools import pairwise

import numpy as np
import numpy.typing as npt

from diagnostics.constants import ZERO_CELSIUS

Array = npt.NDArray[np.float64]

ALL_RAIN_WET_BULB = 2.0
"""At this wet-bulb temperature, degC, nothing falls as snow; at 0 degC everything does."""
MOST_APART = timedelta(hours=6)
"""Between two times this far apart the wet-bulb temperature is taken to change linearly."""


def snow_fraction(wet_bulb: Array) -> Array:
    """Return the fraction that falls as snow: 1 at a wet-bulb temperature of 0 degC, 0 at 2 degC.

    Parameters
    ----------
    wet_bulb : array
        At 2 m, K.

    Returns
    -------
    array
        0 to 1, linear between the two temperatures; NaN where `wet_bulb` is.

    Notes
    -----
    An engineering default consistent with the median threshold near 1 degC of Jennings et al.
    (2018, doi:10.1038/s41467-018-03629-7) and Ding et al. (2014,
    doi:10.1016/j.jhydrol.2014.03.038).

    Examples
    --------
    >>> snow_fraction(np.array([272.15, 274.15, 276.15])).tolist()
    [1.0, 0.5, 0.0]
    """
    celsius = wet_bulb - ZERO_CELSIUS
    fraction: Array = np.clip((ALL_RAIN_WET_BULB - celsius) / ALL_RAIN_WET_BULB, 0.0, 1.0)
    return fraction


def snow_fraction_of_interval(
    wet_bulb: Array, times: Sequence[datetime], begin: datetime, end: datetime
) -> Array | None:
    """Return the fraction of the precipitation of an interval that falls as snow.

    Parameters
    ----------
    wet_bulb : array, shape (time, y, x)
        At 2 m, K.
    times : sequence of datetime
        Of `wet_bulb`, ascending.
    begin, end : datetime
        The interval; equal for a moment.

    Returns
    -------
    array, shape (y, x), or None
        The mean of `snow_fraction` over the interval: the precipitation is taken to fall evenly,
        and the wet-bulb temperature to change linearly from time to time. Before the first and
        after the last time inside the interval it is that of the nearest time beyond, if the two
        are at most ``MOST_APART`` from each other, on the line between them; else it is constant.
        None without any time.

    Examples
    --------
    A warm front passes in the middle of six hours; the end alone would say that all is rain:

    >>> from datetime import datetime
    >>> times = [datetime(2024, 1, 1, hour) for hour in (0, 3, 6)]
    >>> wet_bulb = np.array([268.15, 274.15, 280.15]).reshape(3, 1, 1)
    >>> share = snow_fraction_of_interval(wet_bulb, times, times[0], times[-1])
    >>> round(share.item(), 3)
    0.5
    """
    return _mean_of(_knots(wet_bulb, times, begin, end), snow_fraction, _mean_fraction)


def mean_of_interval(
    values: Array, times: Sequence[datetime], begin: datetime, end: datetime
) -> Array | None:
    """Return the mean of a field over an interval, between times as `snow_fraction_of_interval`.

    Parameters
    ----------
    values : array, shape (time, y, x)
    times : sequence of datetime
        Ascending.
    begin, end : datetime

    Returns
    -------
    array, shape (y, x), or None
        None without any time.

    Examples
    --------
    >>> from datetime import datetime
    >>> import numpy as np
    >>> times = [datetime(2026, 1, 1, hour) for hour in (0, 6, 12)]
    >>> values = np.array([0.0, 2.0, 2.0])[:, None, None]
    >>> mean_of_interval(values, times, times[0], times[2]).tolist()
    [[1.5]]
    """
    knots = _knots(values, times, begin, end)
    return _mean_of(knots, lambda field: field, lambda first, last: (first + last) / 2.0)


def _mean_of(
    knots: list[tuple[datetime, Array]],
    at: Callable[[Array], Array],
    between: Callable[[Array, Array], Array],
) -> Array | None:
    """Mean over time of a function of a field: `at` one time, and its mean `between` two."""
    if not knots:
        return None
    if len(knots) == 1:
        return at(knots[0][1])
    total = knots[-1][0] - knots[0][0]
    mean = np.zeros(knots[0][1].shape)
    for (begin, first), (end, last) in pairwise(knots):
        mean += between(first, last) * ((end - begin) / total)
    return mean


def _knots(
    wet_bulb: Array, times: Sequence[datetime], begin: datetime, end: datetime
) -> list[tuple[datetime, Array]]:
    """The wet-bulb temperature at the ends of an interval and at the times inside it."""
    rows = range(bisect_left(times, begin), bisect_right(times, end))
    known = {times[row]: wet_bulb[row] for row in rows}
    for moment, nearest in ((begin, rows[:1]), (end, rows[-1:])):
        after = bisect_left(times, moment)
        if moment in known:
            continue
        if 0 < after < len(times) and times[after] - times[after - 1] <= MOST_APART:
            part = (moment - times[after - 1]) / (times[after] - times[after - 1])
            known[moment] = (1.0 - part) * wet_bulb[after - 1] + part * wet_bulb[after]
        elif nearest:
            known[moment] = wet_bulb[nearest[0]]
    return sorted(known.items())


def _mean_fraction(first: Array, last: Array) -> Array:
    """Mean of `snow_fraction` while the wet-bulb temperature changes linearly."""
    change = last - first
    still = np.abs(change) < 1e-6
    with np.errstate(divide="ignore", invalid="ignore"):
        mean = (_integral(last) - _integral(first)) / change
    return np.where(still, snow_fraction(first), mean)


def _integral(wet_bulb: Array) -> Array:
    """Integral of `snow_fraction` over the wet-bulb temperature, from 0 degC on."""
    celsius = wet_bulb - ZERO_CELSIUS
    inside = np.clip(celsius, 0.0, ALL_RAIN_WET_BULB)
    return np.minimum(celsius, 0.0) + inside - inside**2 / (2.0 * ALL_RAIN_WET_BULB)
