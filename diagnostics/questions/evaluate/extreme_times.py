"""When a measure is at its end, or a condition holds."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

import numpy as np

from diagnostics.contracts.form_terms import TimeSet
from diagnostics.contracts.forms import (
    AnswerKind,
    TimeQuery,
)
from diagnostics.quantities.timeline import local_days
from diagnostics.questions.evaluate.conditions import enough
from diagnostics.questions.evaluate.cube import Cube, to_moment
from diagnostics.questions.evaluate.measures import (
    extreme_time,
    held,
    period,
    place_of,
    times_of,
    truth_origin,
)
from diagnostics.questions.evaluate.workspace import Finding, Workspace, misformed, refusal


def when(query: TimeQuery, work: Workspace) -> Finding:
    """Find when a measure is at its end, or when a condition holds.

    Raises
    ------
    InputDataError
        ``never`` where the condition holds at no time.
    """
    if query.measure is not None and query.end is not None:
        found = extreme_time(query.measure, query.end, work)
        return _as_day(found, query, work) if query.days else found
    if query.condition is None:
        raise misformed("such_query", "invalid_form")
    spot = place_of(query.place, work)
    truth = held(query.condition, spot, query.time, work)
    holds, _ = enough(truth, query.space)
    if not holds.any() and query.which != "all":
        raise refusal("such_moment", "never")
    cube = truth.cube
    known = truth_origin(truth)
    if query.which == "all":
        if query.days or cube.daily is not None:
            return Finding(AnswerKind.TIMES, _dates(cube, holds, query.time, work), **known)
        moments = [cube.moment(int(step)).isoformat() for step in np.flatnonzero(holds)]
        return Finding(AnswerKind.TIMES, moments, time=period(cube), **known)
    steps = np.flatnonzero(holds)
    step = int(steps[0] if query.which == "first" else steps[-1])
    moment = cube.moment(step)
    found = Finding(
        AnswerKind.TIME,
        moment,
        time=moment,
        place=spot.name,
        country=spot.country,
        detail={"days": cube.daily is not None},
        **known,
    )
    return _as_day(found, query, work) if query.days else found


def _as_day(found: Finding, query: TimeQuery, work: Workspace) -> Finding:
    time = query.measure.time if query.measure is not None else query.time
    zone = times_of(time, work).zone
    date = found.value.astimezone(zone).date().isoformat()
    return replace(found, detail={**found.detail, "date": date, "days": True})


def _dates(cube: Cube, holds: Any, time: TimeSet, work: Workspace) -> list[str]:
    chosen = times_of(time, work)
    _, starts = local_days(cube.times[holds], chosen.zone, interval_hours=cube.length_hours)
    moments = [_local_date(item, chosen.zone) for item in starts]
    return list(dict.fromkeys(moments))


def _local_date(moment: np.datetime64, zone: Any) -> str:
    """Return the local date of a day's start."""
    return to_moment(moment).astimezone(zone).date().isoformat()
