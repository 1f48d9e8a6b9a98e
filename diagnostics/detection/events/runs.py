"""Runs of days: which days of a cell belong to a run that is long enough."""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

Days = NDArray[np.bool_]


def run_lengths(hot: Days) -> NDArray[np.int64]:
    """Length of the run that ends on each day.

    Parameters
    ----------
    hot : array of bool, shape (day, y, x)

    Examples
    --------
    >>> import numpy as np
    >>> run_lengths(np.array([True, True, False, True])[:, None, None]).ravel().tolist()
    [1, 2, 0, 1]
    """
    lengths = np.zeros(hot.shape, dtype=np.int64)
    for day, today in enumerate(hot):
        before = lengths[day - 1] if day else 0
        lengths[day] = np.where(today, before + 1, 0)
    return lengths


def members(hot: Days, days: int, asked: NDArray[np.bool_]) -> Days:
    """Days of runs that reach their length on a day of the period or go on in it.

    Parameters
    ----------
    hot : array of bool, shape (day, y, x)
    days : int
        Least length of a run.
    asked : array of bool, shape (day,)
        Days of the period; the first days of a run may lie before it.
    """
    met = (run_lengths(hot) >= days) & asked[:, None, None]
    result = np.zeros(hot.shape, dtype=bool)
    later = np.zeros(hot.shape[1:], dtype=bool)
    for day in range(hot.shape[0] - 1, -1, -1):
        later = hot[day] & (met[day] | later)
        result[day] = later
    return result


def with_peak(runs: Days, top: Days) -> Days:
    """Keep the runs that have a day of another kind among their days.

    Parameters
    ----------
    runs, top : array of bool, shape (day, y, x)
    """
    result = np.zeros(runs.shape, dtype=bool)
    seen = np.zeros(runs.shape[1:], dtype=bool)
    forward = np.zeros(runs.shape, dtype=bool)
    for day in range(runs.shape[0]):
        seen = runs[day] & (seen | top[day])
        forward[day] = seen
    later = np.zeros(runs.shape[1:], dtype=bool)
    for day in range(runs.shape[0] - 1, -1, -1):
        later = runs[day] & (later | forward[day])
        result[day] = later
    return result
