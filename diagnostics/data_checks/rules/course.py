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
from diagnostics.data_checks.rules.sequence import moving, times_given, wide
from diagnostics.data_checks.statistics import correlation, mean, median, rms
from diagnostics.fields.canonical import CANONICAL, FieldKind
from diagnostics.messages import Measure

MOST_CELLS = 4000
BREAK = 0.3
"""Agreement of neighbouring times below which the course of the weather is broken."""
BROKEN_TOO = 0.5
JUMP_TOO = 1.5
MOST_FIELDS = 0.75
"""Where times are missing so many of the fields agree less and change more than so."""
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

    def broken(self, pair: NDArray[np.datetime64]) -> bool | None:
        """Whether the field breaks off between two times.

        None where they do not follow here, and where it agrees as little at other times: by the
        wave of the day.
        """
        place = int(np.searchsorted(self.times, pair[0]))
        if not np.array_equal(self.times[place : place + 2], pair):
            return None
        if np.delete(self.agreement, place).min() < BROKEN_TOO:
            return None
        jump = self.change[place] > JUMP_TOO * float(median(self.change))
        return bool(jump and self.agreement[place] < BROKEN_TOO)


def _courses(material: RuleInputs) -> Iterator[_Course]:
    for item in moving(material):
        if not item.whole or CANONICAL[item.name].kind not in (FieldKind.SURFACE, FieldKind.LEVEL):
            continue
        if item.name in {"sd", "w"} or item.times.size < LEAST_TIMES:
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
    if not wide(material):
        raise NotCheckableError("area")
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
        pair = course.times[place : place + 2]
        beside = [broken for item in courses if (broken := item.broken(pair)) is not None]
        if sum(beside) <= MOST_FIELDS * len(beside):
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
    if usual < 3.0 or 24.0 % usual or step > 24.0:
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
