"""Timing that a noisy machine does not spoil: the best of several runs."""

from __future__ import annotations

import time
from collections.abc import Callable


def best_seconds(work: Callable[[], object], *, repeats: int = 5, warm: bool = True) -> float:
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
    seconds = []
    for _ in range(repeats):
        start = time.perf_counter()
        work()
        seconds.append(time.perf_counter() - start)
    return min(seconds)
