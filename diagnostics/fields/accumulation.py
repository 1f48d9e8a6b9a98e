"""Accumulations to increments: what fell in the interval that ends at each time.

A value is the amount over an interval (start, end]. For each end the increment since the end
before it is one value that covers just this, or the difference of two with the same start:
running totals, buckets that reset, and both side by side come out alike.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from diagnostics.errors import InputDataError

Interval = tuple[int, int]
"""Start and end in seconds since 1970."""

NOISE = 0.2
"""Negative increments to this size (kg m-2) are packing noise and become zero."""


@dataclass(frozen=True, slots=True)
class Increment:
    """One increment: value at `plus` minus value at `minus` (positions in the list given)."""

    end: int
    start: int
    plus: int
    minus: int | None = None


@dataclass(frozen=True)
class IncrementPlan:
    """Increments of one length, and the ends that had to be left out."""

    increments: tuple[Increment, ...]
    interval: int | None
    dropped: tuple[int, ...] = ()
    overlapping: bool = False


def plan_increments(intervals: Sequence[Interval]) -> IncrementPlan:
    """Plan how to get increments of one length from accumulations.

    Parameters
    ----------
    intervals : sequence of (start, end)
        Seconds; in any order. A zero-length interval is a running total at its start.

    Returns
    -------
    IncrementPlan
        The commonest length; ends with another one are in ``dropped``. Windows that overlap
        without a way to take them apart are ``overlapping`` and give no increments.
    """
    position: dict[Interval, int] = {}
    for index, interval in enumerate(intervals):
        position.setdefault(interval, index)
    ends = sorted({end for start, end in position if end > start})
    known = sorted({end for _, end in position})
    found: list[Increment] = []
    overlapping = False
    for end in ends:
        before = [item for item in known if item < end]
        last = before[-1] if before else None
        increment = _increment(end, last, position)
        if last is not None and increment.start < last and last in ends:
            overlapping = True
            continue
        found.append(increment)
    if not found:
        return IncrementPlan((), None, (), overlapping)
    lengths = Counter(item.end - item.start for item in found)
    # Where two lengths are equally common the longer is kept: it holds more of the rain.
    length = max(lengths, key=lambda item: (lengths[item], item))
    kept = tuple(item for item in found if item.end - item.start == length)
    dropped = tuple(item.end for item in found if item.end - item.start != length)
    if overlapping and len(kept) < len(ends) / 2:
        return IncrementPlan((), None, (), True)
    return IncrementPlan(kept, length, dropped, overlapping)


def _increment(end: int, last: int | None, position: dict[Interval, int]) -> Increment:
    starts = sorted((start for start, item in position if item == end), reverse=True)
    if last is not None:
        if (last, end) in position:
            return Increment(end, last, position[(last, end)])
        for start in starts:
            if start < last and (start, last) in position:
                return Increment(end, last, position[(start, end)], position[(start, last)])
            if start == last:
                return Increment(end, last, position[(start, end)])
    start = next(item for item in starts if item < end)
    return Increment(end, start, position[(start, end)])


def difference(
    plus: NDArray[np.float64], minus: NDArray[np.float64] | None, name: str, when: str
) -> NDArray[np.float64]:
    """Take the increment and clip its noise.

    Parameters
    ----------
    plus, minus : ndarray
        Amounts in kg m-2; `minus` is None for a direct increment.
    name, when : str
        For the message.

    Raises
    ------
    InputDataError
        ``accumulation_reset`` when the amount falls by more than the noise.
    """
    amount = plus if minus is None else plus - minus
    if minus is not None:
        worst = float(np.nanmin(amount)) if np.isfinite(amount).any() else 0.0
        if worst < -NOISE:
            raise InputDataError(
                f"The accumulated {name} falls by {-worst:.2f} kg m-2 at {when}: its "
                "accumulation restarts somewhere inside, contrary to what the file says. "
                "State the interval of each value, or give increments.",
                code="accumulation_reset",
                data={"variable": name, "time": when, "difference": worst},
            )
    return np.where((amount < 0) & (amount >= -NOISE), 0.0, amount)
