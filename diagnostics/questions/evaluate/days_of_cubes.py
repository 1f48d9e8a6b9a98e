"""Values of days, made of values of hours."""

from __future__ import annotations

from dataclasses import replace
from datetime import timedelta

import numpy as np

from diagnostics.contracts.form_terms import Daily, Reduce
from diagnostics.contracts.zones import zone_of
from diagnostics.messages import Message
from diagnostics.quantities.timeline import local_days
from diagnostics.questions.evaluate.cube import (
    DAY_HOURS,
    Array,
    Cube,
)
from diagnostics.questions.evaluate.times import Chosen, Times
from diagnostics.questions.evaluate.workspace import misformed, refusal

_ENOUGH = 0.75
"""Share of its samples that a whole day has at least."""


def is_gapless(times: Times, length_hours: float, chosen: Chosen) -> bool:
    """Whether intervals that end at some times tile the spans that are meant."""
    if not length_hours or chosen.clock is not None:
        return True
    seconds = times.astype("datetime64[s]").astype(np.int64)
    steps = np.diff(seconds) / 3600.0
    if chosen.spans is None:
        return bool((np.abs(steps - length_hours) < 1e-3).all())
    meant = sum((item.end - item.start) / timedelta(hours=1) for item in chosen.spans)
    meant += sum(length_hours for item in chosen.spans if item.instant)
    # a day of a zone of half hours may begin inside an interval
    return abs(len(times) * length_hours - meant) < 1e-3


def days_of(found: Cube, daily: Daily, chosen: Chosen) -> Cube:
    """Return one value of each local day."""
    zone = zone_of(daily.zone or chosen.zone_name)
    # an amount belongs to the day in which its interval lies; so does an extreme over one
    length = found.length_hours if found.length_hours <= DAY_HOURS else 0.0
    ordinals, starts = local_days(found.times, zone, daily.start_hour, interval_hours=length)
    days, first = np.unique(ordinals, return_index=True)
    each = found.length_hours if found.accumulated else found.step_hours
    values = np.full((len(days), *found.values.shape[1:]), np.nan)
    whole = np.zeros(len(days), dtype=bool)
    for row, day in enumerate(days):
        members = found.values[ordinals == day]
        covered = len(members) * each if each else DAY_HOURS
        whole[row] = covered >= (DAY_HOURS - 1e-6 if found.accumulated else _ENOUGH * DAY_HOURS)
        values[row] = _reduced_days(members, daily.statistic, found)
    if daily.statistic in (Reduce.SUM, Reduce.MEAN, Reduce.RANGE):
        if not whole.any():
            raise refusal("whole_day", "incomplete_window")
        values, starts, first = values[whole], starts, first[whole]
        whole = whole[whole]
    notes = found.notes
    if not whole.all():
        notes = (*notes, Message(id="question-note_cut_days"))
    difference = found.difference or daily.statistic is Reduce.RANGE
    return replace(
        found,
        values=values,
        times=starts[first],
        whole=whole,
        daily=daily.statistic,
        step_hours=DAY_HOURS,
        length_hours=0.0,
        accumulated=found.accumulated and daily.statistic is Reduce.SUM,
        difference=difference,
        unit="K" if difference and found.unit == "degC" else found.unit,
        notes=notes,
    )


def _reduced_days(members: Array, statistic: Reduce, found: Cube) -> Array:
    if statistic is Reduce.SUM:
        if not found.accumulated:
            raise misformed("sum", "invalid_form", quantity=found.operator)
        return np.asarray(members.sum(axis=0))
    if found.angle:
        raise misformed("direction_statistic", "invalid_form")
    with np.errstate(all="ignore"):
        match statistic:
            case Reduce.MAX:
                return np.asarray(np.fmax.reduce(members, axis=0))
            case Reduce.MIN:
                return np.asarray(np.fmin.reduce(members, axis=0))
            case Reduce.MEAN:
                return np.asarray(members.mean(axis=0))
            case Reduce.RANGE:
                return np.asarray(np.fmax.reduce(members) - np.fmin.reduce(members))
            case Reduce.MEDIAN:
                return np.asarray(np.median(members, axis=0))
            case _:
                raise misformed("daily_statistic", "invalid_form", statistic=statistic.value)
