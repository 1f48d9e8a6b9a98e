"""Timing that a noisy machine does not spoil: medians of repeats, both sides by turns."""

from __future__ import annotations

import time
from collections.abc import Callable
from statistics import median

Work = Callable[[], object]
Clock = Callable[[], float]

_CALLS = 7
_LONG, _VERY_LONG = 0.1, 0.5
"""Seconds above which a turn is two calls, and one."""


def best_seconds(work: Work, *, repeats: int = 5, warm: bool = True) -> float:
    """Return the shortest wall-clock time of `repeats` calls, after one that is not counted.

    Parameters
    ----------
    work : callable
    repeats : int
    warm : bool
        Call once before measuring.

    Returns
    -------
    float
        Seconds.
    """
    if warm:
        work()
    return min(_seconds(work) for _ in range(repeats))


def compared_seconds(ours: Work, theirs: Work, *, turns: int = 5) -> tuple[float, float]:
    """Return the median times of two pieces of work that are measured by turns.

    Both run in one thread, and their time of the processor counts: what else the machine does at
    the moment takes neither's time, and slows the memory of both alike. A turn is a run of calls of
    the same work, the first two of which do not count where it is short: neither starts with the
    other's memory in the cache.

    Parameters
    ----------
    ours, theirs : callable
    turns : int

    Returns
    -------
    tuple of float
        Seconds.
    """
    clock = time.thread_time
    pairs = [(turn_seconds(ours, clock), turn_seconds(theirs, clock)) for _ in range(turns)]
    return median(pair[0] for pair in pairs), median(pair[1] for pair in pairs)


def turn_seconds(work: Work, clock: Clock = time.perf_counter) -> float:
    """Return the median time of some warm calls, of one where it is long."""
    first = _seconds(work, clock)
    if first > _LONG:
        return first if first > _VERY_LONG else _seconds(work, clock)
    work()
    return median(_seconds(work, clock) for _ in range(_CALLS))


def _seconds(work: Work, clock: Clock = time.perf_counter) -> float:
    start = clock()
    work()
    return clock() - start
