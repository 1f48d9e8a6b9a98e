"""Amounts over windows that lie wholly inside a period."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from datetime import datetime, timedelta

import numpy as np
from numpy.typing import NDArray

from diagnostics.detection.events.case import Case, Series
from diagnostics.detection.events.daily_temperatures import COMPLETE

Array = NDArray[np.float64]

FULL = 0.999
"""Coverage of a window that is summed whole."""


@dataclass(frozen=True, eq=False)
class Amount:
    """What fell in one window, as far as it lies in the period and in the data.

    Attributes
    ----------
    hours : int
        Length of the window.
    start, end : datetime
        `start` is that of the first interval that counts.
    total : array, shape (y, x)
        A lower bound where the window is cut or has gaps; NaN where nothing is given.
    given_hours : float
        Length of what was summed.
    """

    hours: int
    start: datetime
    end: datetime
    total: Array
    given_hours: float

    @property
    def coverage(self) -> float:
        """Share of the window that was summed."""
        return self.given_hours / self.hours

    @property
    def whole(self) -> bool:
        """Whether enough was summed to rule a limit out."""
        return self.coverage >= COMPLETE - 1e-9


def counted(case: Case, series: Series) -> list[int]:
    """Positions of the increments that count.

    An increment counts by its end and its length: it lies wholly inside the period. At the start
    of the data the first one counts whole. At a single time those before it count.
    """
    step = timedelta(hours=series.interval_hours or 0.0)
    first, last = case.window.start, case.window.end
    found = []
    for position, end in enumerate(series.times):
        if end > last:
            continue
        if case.snapshot or end - step >= first or (case.opens_data and end >= first):
            found.append(position)
    return found


def amounts(
    series: Series, positions: Sequence[int], hours: Sequence[int]
) -> Iterator[list[Amount]]:
    """Slide windows over the increments that count.

    Parameters
    ----------
    series : Series
        Amounts per interval; ``interval_hours`` is known.
    positions : sequence of int
        Those that count, ascending.
    hours : sequence of int
        Lengths of the windows; those that are no multiple of the interval are left out, unless
        there is a single increment, which lies in every longer window.

    Yields
    ------
    list of Amount
        Of each increment's end, one for each window length. Increments are found by their time,
        never by position, and intervals never overlap.
    """
    interval = series.interval_hours
    alone = len(positions) == 1
    lengths = [
        value
        for value in hours
        if interval and value >= interval and (alone or value % interval < 1e-6)
    ]
    if interval is None or not positions or not lengths:
        return
    step = timedelta(hours=interval)
    shape = series.values.shape[1:]
    for begin in _phases(series, positions, step):
        index = {series.times[k]: k for k in begin}
        first, last = series.times[begin[0]], series.times[begin[-1]]
        totals = {length: np.zeros(shape) for length in lengths}
        valid = {length: np.zeros(shape, dtype=np.int64) for length in lengths}
        given = dict.fromkeys(lengths, 0)
        end = first
        while end <= last:
            for length in lengths:
                old = end - timedelta(hours=length)
                for moment, sign in ((end, 1), (old, -1)):
                    position = index.get(moment)
                    if position is None:
                        continue
                    values = np.asarray(series.values[position], dtype=np.float64)
                    finite = np.isfinite(values)
                    totals[length] += sign * np.where(finite, values, 0.0)
                    valid[length] += sign * finite
                    given[length] += sign
            if end in index:
                yield [
                    Amount(
                        hours=length,
                        start=max(end - timedelta(hours=length), first - step),
                        end=end,
                        total=np.where(valid[length] > 0, _cleaned(totals[length]), np.nan),
                        given_hours=given[length] * interval,
                    )
                    for length in lengths
                ]
            end += step


def _cleaned(sums: Array) -> Array:
    """Take away what sliding leaves: equal amounts are equal, and nothing is below zero."""
    return np.maximum(np.round(sums, 6), 0.0)


def _phases(series: Series, positions: Sequence[int], step: timedelta) -> list[list[int]]:
    """Group increments whose ends differ by whole intervals; one group in regular data."""
    groups: dict[float, list[int]] = {}
    for position in positions:
        offset = series.times[position].timestamp() % step.total_seconds()
        groups.setdefault(round(offset), []).append(position)
    return list(groups.values())
