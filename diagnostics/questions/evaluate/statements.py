"""What holds or not: comparisons, quantified conditions, tendencies, and their combinations."""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import Any

import numpy as np

from diagnostics.contracts.form_terms import Amount, Approximation
from diagnostics.contracts.forms import (
    AnswerKind,
    ArithmeticOperation,
    Both,
    Compare,
    Constant,
    Direction,
    Either,
    EventPresent,
    FeaturePresent,
    Holds,
    Negation,
    Number,
    Quantifier,
    Relation,
    Statement,
    Tendency,
)
from diagnostics.errors import DiagnosticsError
from diagnostics.questions.evaluate.conditions import enough, in_unit, quantified, related
from diagnostics.questions.evaluate.conditions import tolerance_of as tolerance
from diagnostics.questions.evaluate.measures import held, period, place_of, series_of, truth_origin
from diagnostics.questions.evaluate.numbers import number_of, same_unit
from diagnostics.questions.evaluate.weather import event, feature
from diagnostics.questions.evaluate.workspace import Finding, Workspace, misformed, origins, refusal

_STEADY = 1e-9


@dataclass(frozen=True)
class Judged:
    """A comparison: the number that was found, and what it was compared with."""

    holds: bool
    left: Finding
    right: Finding
    tolerance: float
    upper: float | None = None


def statement_of(statement: Statement, work: Workspace) -> Finding:
    """Say whether a statement holds.

    Raises
    ------
    InputDataError, ArgumentError
        Where the data cannot tell.
    """
    match statement:
        case Compare():
            return _compare(statement, work)
        case Holds():
            return _holds(statement, work)
        case Tendency():
            return _tendency(statement, work)
        case EventPresent():
            return event(statement, work)
        case FeaturePresent():
            return feature(statement, work)
        case Both():
            return _joined(statement.statements, work, every=True)
        case Either():
            return _joined(statement.statements, work, every=False)
        case Negation():
            found = statement_of(statement.statement, work)
            if found.kind is not AnswerKind.BOOLEAN:
                raise misformed("negation", "invalid_form")
            return replace(found, value=not found.value)


def judged(compare: Compare, work: Workspace) -> Judged:
    """Evaluate both sides of a comparison and judge it.

    A stated number is met within its rounding where it is said to equal what was found; `nearly`
    and `just over` allow a number on their side only.
    """
    left = number_of(compare.left, work)
    right, upper, slack, side = _right(compare, left, work)
    value = left.number
    relation = compare.relation
    if side is Approximation.NEARLY and relation is Relation.EQUAL:
        holds = right.number - slack <= value < right.number + 1e-9
    elif side is Approximation.JUST_OVER and relation is Relation.EQUAL:
        holds = right.number - 1e-9 < value <= right.number + slack
    else:
        about = side in (
            Approximation.ABOUT,
            Approximation.NEARLY,
            Approximation.JUST_OVER,
            Approximation.ROUNDED,
        )
        low, high = right.number, upper
        if about and relation is Relation.BETWEEN and high is not None:
            low, high = low - slack, high + slack
        if about and relation in (Relation.AT_LEAST, Relation.ABOVE):
            low -= slack
        if about and relation in (Relation.AT_MOST, Relation.BELOW):
            low += slack
        angle = left.sort == "direction"
        holds = bool(related(value, relation, low, high, slack, angle=angle))
    if compare.significant:
        holds = holds and left.detail.get("significant") is True
    return Judged(holds, left, right, slack, upper)


def _right(
    compare: Compare, left: Finding, work: Workspace
) -> tuple[Finding, float | None, float, Approximation]:
    form = compare.right
    if not isinstance(form, Constant):
        found = number_of(form, work)
        return (
            replace(found, value=same_unit(found, left), unit=left.unit),
            None,
            0.0,
            (Approximation.EXACT),
        )
    amount = form.amount
    value = _stated(amount, left, compare.left)
    upper = None if form.upper is None else _stated(form.upper, left, compare.left)
    slack = _slack(amount, left)
    return (
        Finding(AnswerKind.NUMBER, value, left.unit, difference=left.difference, sort=left.sort),
        upper,
        slack,
        amount.approximation,
    )


def _stated(amount: Amount, left: Finding, form: Number) -> float:
    """Return a stated number in the unit of what was found."""
    unit = amount.unit
    counted = {"h": 1.0, "day": 24.0, "days": 24.0}
    if unit in counted and left.unit in counted:
        return amount.value * counted[unit] / counted[left.unit]
    if unit in ("", left.unit) or (unit in ("cells", "times") and left.unit in ("cells", "times")):
        return amount.value
    if unit == "x" or (unit == "1" and _is_ratio(form)):
        return amount.value
    if "/" in left.unit and unit in ("K", "degC") and left.unit.startswith("K/"):
        return amount.value
    return in_unit(amount, left.unit, left.difference)


def _is_ratio(form: Number) -> bool:
    return getattr(form, "operation", None) in (
        ArithmeticOperation.DIVIDE,
        ArithmeticOperation.PERCENT,
    )


def _slack(amount: Amount, left: Finding) -> float:
    try:
        return tolerance(amount, left.unit, left.sort)
    except DiagnosticsError:  # counts and ratios have no unit to convert
        return tolerance(amount.model_copy(update={"unit": left.unit}), left.unit, left.sort)


def _compare(compare: Compare, work: Workspace) -> Finding:
    found = judged(compare, work)
    return Finding(
        AnswerKind.BOOLEAN,
        found.holds,
        time=found.left.time,
        place=found.left.place,
        region=found.left.region,
        latitude=found.left.latitude,
        longitude=found.left.longitude,
        sort=found.left.sort,
        detail={
            **found.left.detail,
            "found": found.left.number,
            "compared_with": found.right.number,
            "unit": found.left.unit,
            "tolerance": found.tolerance,
        },
        **origins([found.left, found.right]),
    )


def _holds(form: Holds, work: Workspace) -> Finding:
    spot = place_of(form.place, work)
    truth = held(form.condition, spot, form.time, work)
    over = form.over
    if over is None:
        if len(truth.cube.times) > 1:
            raise misformed("time_quantifier", "invalid_form")
        over = Quantifier.ANY
    if form.nested == "space_in_time":
        holds, known = enough(truth, form.space, share=form.share)
        value = bool(quantified(holds[known], over))
        shown = int(holds.sum())
    else:
        if form.space is None:
            raise misformed("space_quantifier", "invalid_form")
        cells = truth.known.any(axis=0)
        filled = truth.holds if over is not Quantifier.ALL else truth.holds | ~truth.known
        each = quantified(filled, over) & cells
        value = _over_cells(each, cells, truth.cube.weights, form)
        shown = int(each.sum())
    cell, moment = _example(truth)
    latitude, longitude = cell or (None, None)
    whole = over in (Quantifier.ALL, Quantifier.NONE, Quantifier.MOST)
    return Finding(
        AnswerKind.BOOLEAN,
        value,
        time=period(truth.cube) if whole or moment is None else moment,
        place=spot.name,
        country=spot.country,
        region=spot.region,
        latitude=None if whole else latitude,
        longitude=None if whole else longitude,
        detail={
            "held_at": shown,
            "times": len(truth.cube.times),
            "cells": int(truth.cube.mask.sum()),
        },
        **truth_origin(truth),
    )


def _over_cells(each: Any, cells: Any, weights: Any, form: Holds) -> bool:
    total = float(weights[cells].sum())
    share = float(weights[each].sum()) / max(total, 1e-12)
    if form.share is not None:
        return share >= form.share - 1e-9
    assert form.space is not None
    if form.space is Quantifier.MOST:
        return share > 0.5
    return bool(quantified(each[cells], form.space))


def _example(truth: Any) -> tuple[tuple[float, float] | None, Any]:
    """Return the first time at which a condition holds somewhere, and where."""
    steps = np.flatnonzero(truth.holds.any(axis=(1, 2)))
    if not steps.size:
        return None, None
    step = int(steps[0])
    rows, columns = np.nonzero(truth.holds[step])
    return truth.cube.at((int(rows[0]), int(columns[0]))), truth.cube.moment(step)


def _tendency(form: Tendency, work: Workspace) -> Finding:
    found, series = series_of(form.measure, work)
    known = np.flatnonzero(np.isfinite(series))
    if len(known) < 2:
        raise refusal("two_times", "time_needed")
    change = float(series[known[-1]] - series[known[0]])
    if found.angle:
        change = (change + 180.0) % 360.0 - 180.0
    if abs(change) < _STEADY:
        direction = Direction.STEADY
    else:
        direction = Direction.RISE if change > 0 else Direction.FALL
    detail: dict[str, Any] = {
        "from": float(series[known[0]]),
        "to": float(series[known[-1]]),
        "change": change,
        "unit": found.unit,
        "direction": direction.value,
    }
    known_: dict[str, Any] = {
        "operators": (found.operator,),
        "provenance": found.provenance,
        "notes": found.notes,
        "sort": found.sort,
        "time": period(found),
        "detail": detail,
    }
    if form.direction is None:
        return Finding(AnswerKind.LABEL, direction.value, **known_)
    return Finding(AnswerKind.BOOLEAN, direction is form.direction, **known_)


def _joined(statements: tuple[Statement, ...], work: Workspace, *, every: bool) -> Finding:
    findings = [statement_of(item, work) for item in statements]
    if any(item.kind is not AnswerKind.BOOLEAN for item in findings):
        raise misformed("negation", "invalid_form")
    values = [bool(item.value) for item in findings]
    return Finding(
        AnswerKind.BOOLEAN,
        all(values) if every else any(values),
        time=findings[0].time,
        place=findings[0].place,
        detail={"parts": list(values)},
        **origins(findings),
    )
