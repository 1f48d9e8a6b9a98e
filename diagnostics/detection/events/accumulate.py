"""Amounts over complete windows of a stated length."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from datetime import datetime, timedelta

import numpy as np
from numpy.typing import NDArray

from diagnostics.detection.events.case import Series
from diagnostics.detection.events.days import COMPLETE

Array = NDArray[np.float64]


@dataclass(frozen=True, eq=False)
class Amount:
    """What fell in one window.

    Attributes
    ----------
    start, end : datetime
    total : array, shape (y, x)
        NaN where less than three quarters of the steps are given.
    steps : tuple of int
        Indices of the series that were summed.
    coverage : float
        Share of the window's steps that are in the data.
    """

    start: datetime
    end: datetime
    total: Array
    steps: tuple[int, ...]
    coverage: float


def windows(series: Series, hours: int, *, first: datetime, last: datetime) -> Iterator[Amount]:
    """Slide a window over a series of amounts per interval.

    Parameters
    ----------
    series : Series
        ``interval_hours`` must divide `hours`.
    hours : int
    first, last : datetime
        Windows end inside this closed period.

    Yields
    ------
    Amount
        Windows with at least three quarters of their steps, in order of their end. Steps are
        found by their time, never by position, and intervals never overlap.
    """
    interval = series.interval_hours
    if interval is None or hours % interval > 1e-6:
        return
    count = round(hours / interval)
    index = {time: position for position, time in enumerate(series.times)}
    step = timedelta(hours=interval)
    for end in series.times:
        if not first <= end <= last:
            continue
        wanted = [index.get(end - k * step) for k in range(count)]
        steps = tuple(sorted(position for position in wanted if position is not None))
        if len(steps) < COMPLETE * count:
            continue
        total = np.zeros(series.values.shape[1:])
        given = np.zeros(series.values.shape[1:], dtype=int)
        for position in steps:
            values = series.values[position]
            valid = np.isfinite(values)
            total += np.where(valid, values, 0.0)
            given += valid
        total[given < COMPLETE * count] = np.nan
        yield Amount(end - timedelta(hours=hours), end, total, steps, len(steps) / count)


def whole_series(series: Series, *, first: datetime, last: datetime) -> Amount | None:
    """Sum the longest run of adjoining intervals that ends in a period, whatever its length."""
    interval = series.interval_hours
    if interval is None:
        return None
    step = timedelta(hours=interval)
    index = {time: position for position, time in enumerate(series.times)}
    best: list[int] = []
    for end in series.times:
        if not first <= end <= last:
            continue
        steps, moment = [], end
        while moment in index and moment >= first:
            steps.append(index[moment])
            moment -= step
        if len(steps) > len(best):
            best = steps
    if not best:
        return None
    steps = sorted(best)
    total = np.sum([np.asarray(series.values[k], dtype=np.float64) for k in steps], axis=0)
    end = series.times[steps[-1]]
    return Amount(series.times[steps[0]] - step, end, total, tuple(steps), 1.0)
