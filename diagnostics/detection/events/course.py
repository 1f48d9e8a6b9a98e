"""Which times of an event tell its course."""

from __future__ import annotations

import numpy as np

from diagnostics.contracts.detection import EventObject

MOST_TIMES = 8


def course_rows(item: EventObject) -> tuple[int, ...]:
    """Return the places in an event's track that tell its course.

    All of them where they are few; else the first, the last, that of the peak and others evenly
    between.

    Parameters
    ----------
    item : EventObject

    Returns
    -------
    tuple of int
        Ascending, at most ``MOST_TIMES``.
    """
    count = len(item.track)
    if count <= MOST_TIMES:
        return tuple(range(count))
    peak = item.peak_until or item.peak_time
    strongest = next((row for row, point in enumerate(item.track) if point.time >= peak), count - 1)
    even = np.linspace(0, count - 1, MOST_TIMES).round().astype(int).tolist()
    between = even[1:-1]
    if 0 < strongest < count - 1:
        nearest = min(between, key=lambda row: abs(row - strongest))
        between[between.index(nearest)] = strongest
    return tuple(sorted({0, *between, count - 1}))
