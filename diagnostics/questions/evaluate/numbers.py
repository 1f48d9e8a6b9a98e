"""Numbers of a form: counts, spells, trends, arithmetic, distances, durations."""

from __future__ import annotations

from dataclasses import replace
from datetime import datetime, timedelta
from typing import Any

import numpy as np

from diagnostics.contracts.form_terms import (
    ExtremeTime,
    Reduce,
)
from diagnostics.contracts.forms import (
    AnswerKind,
    Arithmetic,
    ArithmeticOperation,
    Constant,
    Coordinate,
    Count,
    Counted,
    Distance,
    Elapsed,
    Number,
    Quantifier,
    Reduced,
    Spell,
    TimeQuery,
    Trend,
)
from diagnostics.contracts.space_time import TimeWindow
from diagnostics.grid.distance import great_circle_km, initial_bearing
from diagnostics.quantities.timeline import local_days
from diagnostics.questions.evaluate.conditions import (
    Truth,
    enough,
    over_time,
    quantified,
)
from diagnostics.questions.evaluate.cube import Cube, to_moment
from diagnostics.questions.evaluate.extreme_times import when
from diagnostics.questions.evaluate.measures import (
    held,
    made,
    measured,
    period,
    place_of,
    position_of,
    series_of,
    times_of,
    truth_origin,
)
from diagnostics.questions.evaluate.times import Chosen, ends_of
from diagnostics.questions.evaluate.trends import linear_trend
from diagnostics.questions.evaluate.workspace import (
    Finding,
    Workspace,
    misformed,
    origins,
    refusal,
)
from diagnostics.units import convert


def number_of(number: Number, work: Workspace) -> Finding:
    """Evaluate a number.

    Raises
    ------
    InputDataError
        Where the data cannot give it: ``missing_input``, ``period_without_data``,
        ``future_time``, ``incomplete_window``, ``no_value`` and others.
    ArgumentError
        Where the form makes no number: ``invalid_form``, ``unit_mismatch``.
    """
    match number:
        case Reduced():
            return measured(number, work)
        case Count():
            return _count(number, work)
        case Spell():
            return _spell(number, work)
        case Trend():
            return _trend(number, work)
        case Arithmetic():
            return _arithmetic(number, work)
        case Distance():
            return _distance(number, work)
        case Coordinate():
            return _coordinate(number, work)
        case Elapsed():
            return _elapsed(number, work)
        case Constant():
            amount = number.amount
            return Finding(
                AnswerKind.NUMBER, amount.value, amount.unit, difference=amount.difference
            )


def _count(count: Count, work: Workspace) -> Finding:
    spot = place_of(count.place, work)
    truth = held(count.condition, spot, count.time, work)
    if count.of in (Counted.CELLS, Counted.AREA, Counted.AREA_PERCENT):
        number, unit, moment = _count_cells(count, truth)
    else:
        number, unit = _count_times(count, truth, times_of(count.time, work))
        moment = period(truth.cube)
    return Finding(
        AnswerKind.NUMBER,
        number,
        unit,
        sort="count",
        time=moment,
        place=spot.name,
        country=spot.country,
        region=spot.region,
        detail={"times": len(truth.cube.times), "cells": int(truth.cube.mask.sum())},
        **truth_origin(truth),
    )


def _count_cells(count: Count, truth: Truth) -> tuple[float, str, datetime | TimeWindow]:
    cube_ = truth.cube
    size = {
        Counted.CELLS: np.ones_like(cube_.areas),
        Counted.AREA: cube_.areas,
        Counted.AREA_PERCENT: cube_.areas,
    }[count.of]
    unit = {Counted.CELLS: "cells", Counted.AREA: "km2", Counted.AREA_PERCENT: "%"}[count.of]
    holds, known = truth.holds, truth.known
    if count.lasting is not None:
        filled = holds | ~known if count.lasting is Quantifier.ALL else holds
        known = np.asarray(known.any(axis=0))[None]
        holds = quantified(filled, count.lasting)[None] & known
    elif len(holds) > 1 and bool((holds == holds[:1]).all()):
        holds, known = holds[:1], known[:1]
    each = np.where(holds, size, 0.0).sum(axis=(1, 2))
    if count.of is Counted.AREA_PERCENT:
        each = 100.0 * each / np.maximum(np.where(known, size, 0.0).sum(axis=(1, 2)), 1e-12)
    if len(each) == 1:
        return float(each[0]), unit, period(cube_)
    if count.over is None:
        raise misformed("time_statistic_said", "invalid_form", count=len(each))
    if count.over.reduce is Reduce.SUM:
        raise misformed("sum_of_areas", "invalid_form")
    number = float(
        over_time(replace(cube_, sort="count", daily=None, whole=None), each, count.over)
    )
    steps = np.flatnonzero(each == number)
    at_extreme = count.over.reduce in (Reduce.MAX, Reduce.MIN) and steps.size
    return number, unit, cube_.moment(int(steps[0])) if at_extreme else period(cube_)


def _count_times(count: Count, truth: Truth, chosen: Chosen) -> tuple[float, str]:
    holds, known = enough(truth, count.space)
    found = truth.cube
    match count.of:
        case Counted.TIMES:
            return float(holds.sum()), "times"
        case Counted.TIME_PERCENT:
            return 100.0 * float(holds.sum()) / max(int(known.sum()), 1), "%"
        case Counted.DAYS:
            if found.daily is not None:
                return float(holds.sum()), "days"
            days, _ = local_days(found.times, chosen.zone, interval_hours=found.length_hours)
            return float(len(np.unique(days[holds]))), "days"
        case Counted.SPELLS:
            starts = holds & ~np.concatenate([[False], holds[:-1]])
            return float(starts.sum()), "times"
        case _:
            if found.daily is not None:
                raise misformed("hours_of_days", "invalid_form")
            return float(holds.sum()) * hours_each(found), "h"


def hours_each(found: Cube) -> float:
    """Return for how many hours one value stands.

    Raises
    ------
    InputDataError
        ``time_needed`` where the data have one time only.
    """
    hours = found.length_hours if found.accumulated else found.step_hours
    if not hours:
        raise refusal("step", "time_needed")
    return hours


def _spell(spell: Spell, work: Workspace) -> Finding:
    spot = place_of(spell.place, work)
    truth = held(spell.condition, spot, spell.time, work)
    found = truth.cube
    times, holds, each = found.times, truth.holds, hours_each(found)
    if spell.of == "days" and found.daily is None:
        days, starts = local_days(
            times, times_of(spell.time, work).zone, interval_hours=found.length_hours
        )
        ordinals = np.unique(days)
        holds = np.stack([truth.holds[days == day].any(axis=0) for day in ordinals])
        times = np.array([starts[days == day][0] for day in ordinals])
        each = 24.0
    if spell.space is None and not found.single:
        raise misformed("space_quantifier", "invalid_form")
    seconds = times.astype("datetime64[s]").astype(np.int64)
    gap = np.concatenate([[False], np.diff(seconds) > 1.5 * each * 3600.0])
    cell: tuple[int, int] | None = None
    if spell.space in (None, Quantifier.ANY):
        # the longest run at any one place, not of different places in turn
        lengths = _runs(holds, gap)
        at = tuple(int(item) for item in np.unravel_index(int(lengths.argmax()), lengths.shape))
        step, cell, longest = at[0], (at[1], at[2]), int(lengths[at])
    else:
        reduced, _ = enough(replace(truth, holds=holds, known=_known(truth, holds)), spell.space)
        lengths = _runs(reduced[:, None, None], gap)
        step, longest = int(lengths[:, 0, 0].argmax()), int(lengths.max())
    unit = "days" if spell.of == "days" else "h"
    number = float(longest) * (each / 24.0 if spell.of == "days" else each)
    detail: dict[str, Any] = {"times": len(times)}
    moment: Any = period(found)
    if longest:
        first, last = times[step - longest + 1], times[step]
        moment = TimeWindow(start=to_moment(first), end=to_moment(last))
        detail |= {"start": to_moment(first).isoformat(), "end": to_moment(last).isoformat()}
    latitude, longitude = found.at(cell) if cell is not None and longest else (None, None)
    return Finding(
        AnswerKind.NUMBER,
        number,
        unit,
        sort="count",
        time=moment,
        latitude=latitude,
        longitude=longitude,
        place=spot.name,
        country=spot.country,
        detail=detail,
        **truth_origin(truth),
    )


def _known(truth: Truth, holds: Any) -> Any:
    if len(holds) == len(truth.known):
        return truth.known
    return np.broadcast_to(truth.known.any(axis=0), holds.shape)


def _runs(holds: Any, gap: Any) -> Any:
    """Return at each time how many times in a row a condition has held."""
    lengths = np.zeros(holds.shape, dtype=int)
    run = np.zeros(holds.shape[1:], dtype=int)
    for step, layer in enumerate(holds):
        run = np.where(layer, np.where(gap[step], 0, run) + 1, 0)
        lengths[step] = run
    return lengths


def _trend(trend: Trend, work: Workspace) -> Finding:
    found, series = series_of(trend.measure, work)
    fitted = linear_trend(found.times, series)
    if fitted is None:
        raise refusal("trend", "no_value", count=int(np.isfinite(series).sum()))
    scale = {"hour": 1.0, "day": 24.0, "year": 24.0 * 365.2425}[trend.per]
    unit = "K" if found.unit == "degC" else found.unit
    return Finding(
        AnswerKind.NUMBER,
        fitted.slope_per_hour * scale,
        f"{unit}/{ {'hour': 'h', 'day': 'day', 'year': 'year'}[trend.per] }",
        difference=True,
        time=period(found),
        detail={
            "p_value": fitted.p_value,
            "significant": fitted.significant,
            "effective_sample_size": fitted.effective,
            "times": fitted.count,
        },
        **made(found),
    )


# -- numbers of numbers -------------------------------------------------------------------------


def _arithmetic(form: Arithmetic, work: Workspace) -> Finding:
    parts = [number_of(item, work) for item in form.numbers]
    first = parts[0]
    known = origins(parts)
    detail: dict[str, Any] = {
        "parts": [{"value": item.number, "unit": item.unit} for item in parts]
    }
    common: dict[str, Any] = {**known, "detail": detail, "sort": first.sort}
    operation = form.operation
    if operation is ArithmeticOperation.MULTIPLY:
        value = float(np.prod([item.number for item in parts]))
        unit = " ".join(item.unit for item in parts if item.unit not in ("", "1"))
        return Finding(AnswerKind.NUMBER, value, unit, **common)
    if operation is ArithmeticOperation.ABSOLUTE:
        return replace(first, value=abs(first.number), detail=detail)
    if len(parts) < 2:
        raise misformed("two_numbers", "invalid_form")
    values = [first.number, *(same_unit(item, first) for item in parts[1:])]
    difference = first.difference or operation is ArithmeticOperation.SUBTRACT
    unit = "K" if difference and first.unit == "degC" else first.unit
    match operation:
        case ArithmeticOperation.SUBTRACT:
            value = values[0] - sum(values[1:])
            if first.sort == "direction":
                value = (value + 180.0) % 360.0 - 180.0
        case ArithmeticOperation.ADD:
            value = sum(values)
        case ArithmeticOperation.MEAN:
            value = sum(values) / len(values)
        case ArithmeticOperation.LARGEST:
            value = max(values)
        case ArithmeticOperation.SMALLEST:
            value = min(values)
        case _:
            value, unit = _quotient(operation, values, first)
            return Finding(AnswerKind.NUMBER, value, unit, **{**common, "sort": "count"})
    return Finding(AnswerKind.NUMBER, value, unit, difference=difference, **common)


def _quotient(
    operation: ArithmeticOperation, values: list[float], first: Finding
) -> tuple[float, str]:
    if first.unit in ("degC", "degF"):
        raise misformed("ratio_of_temperatures", "invalid_form")
    if abs(values[1]) < 1e-12:
        raise refusal("ratio", "no_value")
    ratio = values[0] / values[1]
    match operation:
        case ArithmeticOperation.DIVIDE:
            return ratio, "1"
        case ArithmeticOperation.PERCENT:
            return 100.0 * ratio, "%"
        case _:
            return 100.0 * (ratio - 1.0), "%"


def same_unit(finding: Finding, other: Finding) -> float:
    """Return a number in the unit of another.

    Raises
    ------
    ArgumentError
        ``unit_mismatch``.
    """
    if finding.unit == other.unit or {finding.unit, other.unit} <= {"", "1"}:
        return finding.number
    delta = finding.difference or other.difference
    if delta and {finding.unit, other.unit} <= {"degC", "K"}:
        return finding.number
    try:
        return float(
            convert(finding.number, finding.unit, other.unit, delta, water_equivalent=True)
        )
    except Exception as reason:
        raise misformed(
            "unit_fits", "unit_mismatch", stated=finding.unit or "1", unit=other.unit or "1"
        ) from reason


def _distance(form: Distance, work: Workspace) -> Finding:
    ends = [position_of(item, work) for item in (form.start, form.end)]
    value = float(great_circle_km(*ends[0].value, *ends[1].value))
    return Finding(
        AnswerKind.NUMBER,
        value,
        "km",
        sort="distance",
        detail={"points": [list(item.value) for item in ends]},
        **origins(ends),
    )


def _coordinate(form: Coordinate, work: Workspace) -> Finding:
    found = position_of(form.position, work)
    if form.axis == "bearing":
        if form.to is None:
            raise misformed("two_positions", "invalid_form")
        to = position_of(form.to, work)
        value = float(initial_bearing(*found.value, *to.value))
        return Finding(AnswerKind.NUMBER, value, "deg", sort="direction", **origins([found, to]))
    value = found.value[0 if form.axis == "latitude" else 1]
    return replace(found, kind=AnswerKind.NUMBER, value=value, unit="deg", sort="position")


def _elapsed(form: Elapsed, work: Workspace) -> Finding:
    moments: list[datetime] = []
    findings: list[Finding] = []
    for item in (form.start, form.end):
        if isinstance(item, TimeQuery):
            found = when(item, work)
            findings.append(found)
            if not isinstance(found.time, datetime):
                raise misformed("single_time", "invalid_form")
            moments.append(found.time)
        elif isinstance(item.base, ExtremeTime):
            spans = times_of(item, work).spans
            assert spans is not None
            moments.append(spans[0].start)
        else:
            moments.append(ends_of(item, work))
    hours = (moments[1] - moments[0]) / timedelta(hours=1)
    return Finding(
        AnswerKind.NUMBER,
        hours,
        "h",
        sort="count",
        time=moments[1],
        detail={"from": moments[0].isoformat(), "to": moments[1].isoformat()},
        **origins(findings),
    )
