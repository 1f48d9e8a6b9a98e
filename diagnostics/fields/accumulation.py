"""Accumulations to increments: what fell in the interval that ends at each time.

A value is the amount over an interval (start, end]. For each end the increment since the end
before it is one value that covers just this, or the difference of two with the same start:
running totals, buckets that reset, and both side by side come out alike.
"""

from __future__ import annotations

from bisect import bisect_left
from collections import Counter
from collections.abc import Mapping, Sequence
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from diagnostics.errors import InputDataError
from diagnostics.messages import Message

Interval = tuple[int, int]
"""Start and end in seconds since 1970."""

NOISE = 0.2
"""Negative increments to this size (kg m-2) are packing noise and become zero."""
NOISE_OF = {"ssrd": 1e4}
"""The same of other amounts, in their unit (J m-2: 3 W m-2 in an hour)."""
_NOISE_SHARE = 0.02
"""So are those to this share of the total: what begins again loses nearly all of it."""


_DAY = 86_400
_NEARLY = 0.75
"""Of the time that the best length covers: a finer one is kept for as little as this."""


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
        The shortest length, of a day at most, whose increments cover nearly as much of the time
        as those of any other do; ends of others are in ``dropped``. So a total over a day is used
        where a file also has its last hours, and totals at uneven steps are differenced where the
        steps allow. Windows that overlap without a way to take them apart are ``overlapping`` and
        give no increments.
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
    kept = _commonest(found) if overlapping else _covering(found, position)
    if overlapping and len(kept) < len(ends) / 2:
        return IncrementPlan((), None, (), True)
    dropped = tuple(item.end for item in found if not _is_inside(item, kept))
    return IncrementPlan(kept, kept[0].end - kept[0].start, dropped, overlapping)


def _is_inside(item: Increment, kept: Sequence[Increment]) -> bool:
    """Whether the time of an increment is covered by one that is kept (ascending)."""
    place = bisect_left(kept, item.end, key=lambda other: other.end)
    return place < len(kept) and kept[place].start <= item.start


def _commonest(found: Sequence[Increment]) -> tuple[Increment, ...]:
    """Increments of the commonest length, the longer of two: it holds more of the rain."""
    lengths = Counter(item.end - item.start for item in found)
    length = max(lengths, key=lambda item: (lengths[item], item))
    return tuple(item for item in found if item.end - item.start == length)


def _covering(
    found: Sequence[Increment], position: Mapping[Interval, int]
) -> tuple[Increment, ...]:
    """Increments of the shortest length that covers nearly as much time as the best one."""
    lengths = {item.end - item.start for item in found}
    lengths |= {end - start for start, end in position if 0 < end - start <= _DAY}
    made = [_of_length(length, position) for length in sorted(lengths)]
    short = [item for item in made if item and item[0].end - item[0].start <= _DAY]
    choices = short or [item for item in made if item]
    most = max(_covered(item) for item in choices)
    return next(item for item in choices if _covered(item) >= _NEARLY * most)


def _covered(increments: Sequence[Increment]) -> int:
    return sum(item.end - item.start for item in increments)


def _of_length(length: int, position: Mapping[Interval, int]) -> tuple[Increment, ...]:
    """Increments of one length that do not overlap, direct or as differences."""
    starts: dict[int, list[int]] = {}
    for start, end in position:
        starts.setdefault(end, []).append(start)
    phases: dict[int, list[Increment]] = {}
    for end in sorted(starts):
        begin = end - length
        if (begin, end) in position:
            made = Increment(end, begin, position[(begin, end)])
        else:
            shared = [start for start in starts[end] if (start, begin) in position]
            if not shared:
                continue
            first = max(shared)
            made = Increment(end, begin, position[(first, end)], position[(first, begin)])
        phases.setdefault(end % length, []).append(made)
    best: list[Increment] = []
    for chain in phases.values():
        best = chain if len(chain) > len(best) else best
    return tuple(best)


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
        Amounts in the unit of the ingredient; `minus` is None for a direct increment.
    name : str
        Of the ingredient.
    when : str
        For the message.

    Raises
    ------
    InputDataError
        ``accumulation_reset`` when the amount falls by more than the noise.
    """
    amount = plus if minus is None else plus - minus
    least = NOISE_OF.get(name, NOISE)
    noise = least if minus is None else np.maximum(least, _NOISE_SHARE * np.abs(minus))
    if minus is not None:
        with np.errstate(invalid="ignore"):
            has_fallen = bool((amount < -noise).any())
        if has_fallen:
            worst = float(np.nanmin(amount))
            raise InputDataError(
                Message(
                    id="dataerror-accumulation_reset",
                    params={"name": name, "fall": f"{-worst:.2f}", "when": when},
                ),
                code="accumulation_reset",
                data={"variable": name, "time": when, "difference": worst},
            )
    return np.where((amount < 0) & (amount >= -noise), 0.0, amount)
