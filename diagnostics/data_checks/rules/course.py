"""The course through time: breaks, series taken in turns, times beside the usual hours."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import pairwise
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from diagnostics.contracts.checking import Weight
from diagnostics.data_checks.registry import NotCheckableError, RuleFinding, rule
from diagnostics.data_checks.rule_inputs import Array, FieldData, RuleInputs, as_datetime
from diagnostics.data_checks.rules.sequence import moving, times_given
from diagnostics.data_checks.statistics import correlation, mean, median, rms
from diagnostics.fields.canonical import CANONICAL, FieldKind
from diagnostics.messages import Measure, Moment

MOST_CELLS = 4000
BREAK = 0.3
"""Agreement of neighbouring times below which the course of the weather is broken."""
BROKEN_TOO = 0.5
"""Agreement below which another field breaks off at the same time."""
UNBROKEN = 0.6
"""Agreement that the other times must keep, for a break to tell."""
JUMP = 2.0
"""Times the usual change from one time to the next at a break."""
LEAST_TIMES = 8
TURNS = {"t2m": 0.7, "t": 0.6, "d2m": 0.7, "msl": 120.0, "sp": 120.0}
"""Differences between every other time that no tide or daily wave leaves over sea, K and Pa."""
TROPICS = 25.0
TIDE = 1.9
"""Times as large the limit of pressure is in the tropics, where its tide is."""


def _cells(item: FieldData) -> tuple[Array, NDArray[np.bool_]]:
    """Return a field at some of its cells, shape (time, cell), and the times that have values."""
    given = times_given(item)
    values = item.values[given].reshape(int(given.sum()), -1)
    return values[:, :: max(1, values.shape[1] // MOST_CELLS)].astype(np.float64), given


class _Course(NamedTuple):
    """How a field goes on from each time to the next."""

    item: FieldData
    times: NDArray[np.datetime64]
    agreement: Array
    change: Array


def _courses(material: RuleInputs) -> Iterator[_Course]:
    for item in moving(material):
        if not item.whole or CANONICAL[item.name].kind not in (FieldKind.SURFACE, FieldKind.LEVEL):
            continue
        if item.name in {"sd", "sst", "w"} or item.times.size < LEAST_TIMES:
            continue
        cells, given = _cells(item)
        steps = np.diff(item.hours[given])
        if cells.shape[0] < LEAST_TIMES or not np.allclose(steps, steps[0]) or steps[0] > 12.0:
            continue
        # without the mean of each time a warm night is no break
        apart = cells - mean(cells, axis=0)
        apart = apart - mean(apart, axis=1)[:, None]
        agreement = np.array([correlation(a, b) for a, b in pairwise(apart)])
        yield _Course(item, item.times[given], agreement, rms(np.diff(cells, axis=0), axis=1))


@rule("break_in_course", Weight.DOUBT, "times")
def break_in_course(material: RuleInputs) -> Iterator[RuleFinding]:
    """Two neighbouring times that have nothing in common, where all others have much: a gap."""
    courses = list(_courses(material))
    if not courses:
        raise NotCheckableError("times")
    for course in courses:
        both = course.agreement
        place = int(np.argmin(both))
        others = np.delete(both, place)
        if both[place] > BREAK or float(others.min()) < max(UNBROKEN, both[place] + 0.35):
            continue
        # a steady change crosses its own mean without a jump
        if course.change[place] < JUMP * float(median(course.change)):
            continue
        # where times are missing most fields break off, and not one alone
        beside = [
            item.agreement[place] < BROKEN_TOO
            for item in courses
            if np.array_equal(item.times, course.times)
        ]
        if sum(beside) <= 0.5 * (len(beside) - 1):
            continue
        yield RuleFinding(
            (course.item.name,),
            {"agreement": round(float(both[place]), 2), "usual": round(float(median(others)), 2)},
            value=float(both[place]),
            limit=BREAK,
            time=as_datetime(course.times[place + 1]),
        )


@rule("every_other_time", Weight.DOUBT, "series", "t2m", "t", "d2m", "msl", "sp")
def every_other_time(material: RuleInputs) -> Iterator[RuleFinding]:
    """Every other time lies higher by the same amount everywhere: two runs or members in turns."""
    looked = False
    for item in material.of_kind(FieldKind.SURFACE, FieldKind.LEVEL):
        limit = TURNS.get(item.name)
        if limit is None or not item.whole or item.times.size < 6:
            continue
        steps = np.diff(item.hours)
        if not np.allclose(steps, steps[0]) or steps[0] > 6.0:
            continue
        # over land the daily wave has such a part
        part = ~material.on_land if item.name != "t" else np.ones(material.geometry.shape, bool)
        if part.sum() < 12:
            continue
        looked = True
        if item.name in {"msl", "sp"} and float(np.abs(material.latitude).min()) < TROPICS:
            limit *= TIDE
        values = item.values[..., part].astype(np.float64)
        bend = values[1:-1] - 0.5 * (values[2:] + values[:-2])
        sign = ((-1.0) ** np.arange(bend.shape[0])).reshape(-1, *(1,) * (bend.ndim - 1))
        beats = bend * sign
        # a single time that stands apart is in the mean of the beats, and not in their median
        steady = float(np.median(np.abs(median(mean(beats, axis=-1), axis=0))))
        turn = 0.5 * mean(beats, axis=0)
        turn = turn[..., np.isfinite(turn).all(axis=tuple(range(turn.ndim - 1)))]
        if turn.shape[-1] < 12:
            continue
        typical = median(turn, axis=-1)
        spread = median(np.abs(turn - np.asarray(typical)[..., None]), axis=-1)
        # half the difference: a time that stands apart bends once toward either neighbour
        value = min(2.0 * float(np.median(np.abs(typical))), steady)
        if value > limit and float(np.median(spread)) < 0.3 * 0.5 * value:
            unit = CANONICAL[item.name].unit
            yield RuleFinding(
                (item.name,),
                {"value": Measure(measure=value, unit=unit)},
                value=value,
                limit=limit,
                unit=unit,
            )
    if not looked:
        raise NotCheckableError("times")


@rule("beside_the_usual_hours", Weight.TELL, "dates")
def beside_the_usual_hours(material: RuleInputs) -> Iterator[RuleFinding]:
    """Steps of several hours at hours that UTC analyses do not have: local times may be meant."""
    times = material.inventory.times
    if len(times) < 2:
        raise NotCheckableError("times")
    hours = np.array([item.timestamp() / 3600.0 for item in times])
    step = float(np.median(np.diff(hours)))
    usual = 6.0 if step >= 12.0 else step
    if usual < 3.0 or 24.0 % usual:
        raise NotCheckableError("times")
    # a day may be stamped with any hour that an analysis has
    usual = 3.0 if step >= 24.0 else usual
    beside = (hours % usual > 0.01) & (hours % usual < usual - 0.01)
    if not beside.all():
        return
    yield RuleFinding(
        tuple(material.fields),
        {"step": Measure(measure=step, unit="h", digits=0)},
        value=float(hours[0] % 24.0),
        unit="h",
        time=times[0],
    )


EXCHANGED = 0.35
"""Part of the way that the steps to and from two times are shorter once the two are exchanged."""
MOST_EXCHANGED = 80


@rule("two_times_exchanged", Weight.DOUBT, "times", "msl", "sp", "z", "t", "u", "t2m", "d2m")
def two_times_exchanged(material: RuleInputs) -> Iterator[RuleFinding]:
    """Two times whose fields follow the course of the others once they are exchanged."""
    looked = False
    found: dict[tuple[int, int], list[tuple[str, float]]] = {}
    stamps: dict[tuple[int, int], tuple[np.datetime64, np.datetime64]] = {}
    for item in moving(material):
        if not item.whole or item.name not in {"msl", "sp", "z", "t", "u", "t2m", "d2m"}:
            continue
        cells, given = _cells(item)
        cells = cells[:, np.isfinite(cells).all(axis=0)]
        steps = np.diff(item.hours[given])
        if not LEAST_TIMES <= cells.shape[0] <= MOST_EXCHANGED or cells.shape[1] < 12:
            continue
        if not np.allclose(steps, steps[0]) or steps[0] > 6.0:
            continue
        looked = True
        best = _best_exchange(cells)
        if best is None:
            continue
        one, other, gain = best
        found.setdefault((one, other), []).append((item.name, gain))
        times = item.times[given]
        stamps[one, other] = times[one], times[other]
    for pair, items in found.items():
        yield RuleFinding(
            tuple(name for name, _ in items),
            {"other": Moment(moment=as_datetime(stamps[pair][1]))},
            value=max(gain for _, gain in items),
            limit=EXCHANGED,
            time=as_datetime(stamps[pair][0]),
        )
    if not looked:
        raise NotCheckableError("times")


def _best_exchange(cells: Array) -> tuple[int, int, float] | None:
    """Return the two times whose exchange shortens the way through all times the most, and by what.

    None where no exchange does, or the times are hardly related to those beside them.
    """
    count = cells.shape[0]
    square = mean(np.square(cells), axis=1)
    product = cells @ cells.T / cells.shape[1]
    apart = np.sqrt(np.maximum(square[:, None] + square[None, :] - 2.0 * product, 0.0))
    steps = np.diagonal(apart, offset=1)
    if float(median(steps)) > 0.6 * float(median(apart[np.triu_indices(count, 2)])):
        return None
    best = (0, 0, EXCHANGED)
    for one in range(1, count - 2):
        for other in range(one + 2, count - 1):
            order = np.arange(count)
            order[[one, other]] = other, one
            around = sorted({one - 1, one, other - 1, other})
            before = sum(float(apart[at, at + 1]) for at in around)
            after = sum(float(apart[order[at], order[at + 1]]) for at in around)
            gain = 1.0 - after / max(before, 1e-12)
            if gain > best[2]:
                best = (one, other, gain)
    return best if best[1] else None
