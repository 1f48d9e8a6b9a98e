"""Conditions at cells and times, and the statistics that turn many values into one."""

from __future__ import annotations

import warnings
from collections.abc import Callable
from dataclasses import dataclass

import numpy as np
import numpy.typing as npt

from diagnostics.contracts.form_terms import Amount, Approximation, QuantityTerm, Reduce, Statistic
from diagnostics.contracts.forms import (
    AllOf,
    AmountLimit,
    AnyOf,
    Condition,
    Limit,
    NotOf,
    PercentileLimit,
    PercentileOf,
    Quantifier,
    QuantityLimit,
    Relation,
    Where,
)
from diagnostics.errors import UnitsError
from diagnostics.grid.reduction import area_percentile, area_std
from diagnostics.questions.evaluate.cube import Array, Cube
from diagnostics.questions.evaluate.cubes import common_times
from diagnostics.questions.evaluate.kinds import towards
from diagnostics.questions.evaluate.workspace import misformed, refusal
from diagnostics.units import convert, same_quantity

Bools = npt.NDArray[np.bool_]
Reader = Callable[[QuantityTerm], Cube]
"""Gives a quantity over the place and times at hand."""
_TOLERANCES = {
    "pressure": 2.0,
    "temperature": 1.0,
    "height": 20.0,
    "percent": 5.0,
    "direction": 22.5,
}
"""How far about, nearly and just over reach, in the unit of the quantity."""
RELATIVE = 0.1
"""The same for winds, amounts and counts, as a share of the stated number."""


@dataclass(frozen=True)
class Truth:
    """Where and when a condition holds.

    Parameters
    ----------
    holds, known : ndarray of bool (time, y, x)
        `known` is False where an input has no value, and outside the place.
    cube : Cube
        One of the quantities, for its times and cells.
    """

    holds: Bools
    known: Bools
    cube: Cube
    cubes: tuple[Cube, ...]


def truth_of(condition: Condition, read: Reader) -> Truth:
    """Evaluate a condition over the place and times at hand.

    Raises
    ------
    InputDataError, ArgumentError
        As `diagnostics.questions.evaluate.cubes.cube`.
    """
    terms: dict[str, QuantityTerm] = {}
    condition = _aimed(condition)
    _collect(condition, terms)
    cubes = dict(zip(terms, common_times([read(item) for item in terms.values()]), strict=True))
    first = next(iter(cubes.values()))
    known = np.broadcast_to(first.mask, first.values.shape).copy()
    for item in cubes.values():
        known &= np.isfinite(item.values)
    holds = _holds(condition, cubes) & known
    return Truth(holds, known, first, tuple(cubes.values()))


def _aimed(condition: Condition) -> Condition:
    """Let each quantity know at which end the condition looks."""
    match condition:
        case Where():
            over = condition.over.reduce.value if condition.over is not None else None
            high = condition.relation in (Relation.ABOVE, Relation.AT_LEAST)
            low = condition.relation in (Relation.BELOW, Relation.AT_MOST)
            end = over or ("max" if high else "min" if low else None)
            return condition.model_copy(update={"quantity": towards(condition.quantity, end)})
        case NotOf():
            return condition.model_copy(update={"condition": _aimed(condition.condition)})
        case _:
            parts = tuple(_aimed(item) for item in condition.conditions)
            return condition.model_copy(update={"conditions": parts})


def _key(quantity: QuantityTerm) -> str:
    return quantity.model_copy(update={"words": ""}).model_dump_json()


def _collect(condition: Condition, found: dict[str, QuantityTerm]) -> None:
    match condition:
        case Where():
            found.setdefault(_key(condition.quantity), condition.quantity)
            other = _other(condition)
            if other is not None:
                found.setdefault(_key(other), other)
        case NotOf():
            _collect(condition.condition, found)
        case AllOf() | AnyOf():
            for item in condition.conditions:
                _collect(item, found)


def _other(condition: Where) -> QuantityTerm | None:
    """Return the quantity that a condition is compared with: another one, or its own normal."""
    limit = condition.limit
    if isinstance(limit, QuantityLimit):
        return limit.quantity
    if isinstance(limit, PercentileLimit) and limit.of is PercentileOf.CLIMATOLOGY:
        normal = {**condition.quantity.params, "normal": f"p{limit.percentile:g}"}
        return condition.quantity.model_copy(update={"params": normal})
    return None


def _holds(condition: Condition, cubes: dict[str, Cube]) -> Bools:
    match condition:
        case Where():
            return _where(condition, cubes)
        case NotOf():
            return np.asarray(~_holds(condition.condition, cubes))
        case AllOf():
            return np.asarray(
                np.logical_and.reduce([_holds(item, cubes) for item in condition.conditions])
            )
        case AnyOf():
            return np.asarray(
                np.logical_or.reduce([_holds(item, cubes) for item in condition.conditions])
            )


def _where(condition: Where, cubes: dict[str, Cube]) -> Bools:
    found = cubes[_key(condition.quantity)]
    left = _reduced(found, condition.space, condition.over)
    with np.errstate(invalid="ignore"):
        lower, upper, tolerance = _limits(condition, found, left, cubes)
        held = related(left, condition.relation, lower, upper, tolerance, angle=found.angle)
    return np.broadcast_to(held, found.values.shape)


def _reduced(found: Cube, space: Statistic | None, over: Statistic | None) -> Array:
    """Return a quantity whose cells share a statistic in space, or times one in time."""
    values = found.inside
    if over is not None:
        values = over_time(found, values, over)[None]
    if space is not None:
        values = in_space(found, values, space)[:, None, None]
    return values


def _limits(
    condition: Where, found: Cube, left: Array, cubes: dict[str, Cube]
) -> tuple[Array | float, Array | float | None, float]:
    limit: Limit = condition.limit
    other = _other(condition)
    match limit:
        case AmountLimit():
            lower = in_unit(limit.amount, found.unit, found.difference)
            upper = (
                None if limit.upper is None else in_unit(limit.upper, found.unit, found.difference)
            )
            return lower, upper, tolerance_of(limit.amount, found.unit, found.sort)
        case PercentileLimit():
            if other is not None:
                return cubes[_key(other)].inside, None, 0.0
            return _percentile(limit, found, left), None, 0.0
        case QuantityLimit():
            other_cube = cubes[_key(limit.quantity)]
            values = _reduced(other_cube, limit.space, limit.over)
            if other_cube.unit != found.unit:
                values = convert(values, other_cube.unit, found.unit, water_equivalent=True)
            plus = 0.0
            if limit.plus is not None:
                plus = in_unit(limit.plus, found.unit, difference=True)
            return values + plus, None, 0.0


def _percentile(limit: PercentileLimit, found: Cube, left: Array) -> Array | float:
    percent = limit.percentile
    match limit.of:
        case PercentileOf.AREA:
            rows = [_area_percentile(found, layer, percent) for layer in left]
            return np.array(rows)[:, None, None]
        case PercentileOf.TIME:
            with warnings.catch_warnings():
                warnings.simplefilter("ignore", RuntimeWarning)
                return np.asarray(np.nanpercentile(left, percent, axis=0, keepdims=True))
        case _:
            weights = np.broadcast_to(found.weights, left.shape)
            usable = np.isfinite(left)
            return float(area_percentile(left[usable], percent, weights[usable]))


def _area_percentile(found: Cube, layer: Array, percent: float) -> float:
    usable = np.isfinite(layer)
    if not usable.any():
        return float("nan")
    return float(area_percentile(layer[usable], percent, found.weights[usable]))


def related(
    left: Array | float,
    relation: Relation,
    lower: Array | float,
    upper: Array | float | None,
    tolerance: float,
    *,
    angle: bool = False,
) -> Bools:
    """Say whether values stand so to a limit; equality is within a tolerance."""
    match relation:
        case Relation.ABOVE:
            return np.asarray(left > lower)
        case Relation.AT_LEAST:
            return np.asarray(left >= lower)
        case Relation.BELOW:
            return np.asarray(left < lower)
        case Relation.AT_MOST:
            return np.asarray(left <= lower)
        case Relation.EQUAL:
            apart = np.abs(left - lower)
            if angle:
                apart = np.minimum(apart % 360.0, 360.0 - apart % 360.0)
            return np.asarray(apart <= tolerance + 1e-9)
    if upper is None:
        raise misformed("upper", "invalid_form")
    if angle:
        # from the first to the second, clockwise
        span = np.mod(np.asarray(upper) - lower, 360.0)
        inside = np.mod(np.asarray(left) - lower, 360.0) <= span
    else:
        low, high = np.minimum(lower, upper), np.maximum(lower, upper)
        inside = (left >= low) & (left <= high)
    return np.asarray(inside if relation is Relation.BETWEEN else ~inside)


def in_unit(amount: Amount, unit: str, difference: bool) -> float:
    """Return a stated number in the unit of a quantity.

    Raises
    ------
    ArgumentError
        ``unit_mismatch`` where the units measure different things.
    """
    stated = amount.unit or unit
    if stated == unit or {stated, unit} <= {"sigma", "1"}:
        return amount.value
    delta = difference or amount.difference
    if delta and {stated, unit} <= {"degC", "K"}:
        return amount.value
    if not same_quantity(stated, unit) and not _water(stated, unit):
        raise misformed("unit_fits", "unit_mismatch", stated=stated, unit=unit)
    return float(convert(amount.value, stated, unit, delta, water_equivalent=True))


def _water(stated: str, unit: str) -> bool:
    try:
        convert(1.0, stated, unit, water_equivalent=True)
    except UnitsError:
        return False
    return True


def tolerance_of(amount: Amount, unit: str, sort: str) -> float:
    """Return how far a value may lie from a stated number and still be it, in `unit`.

    Half of the last digit written; about, nearly and just over reach as far as the quantity's
    sort does, or a share of the number.
    """
    size = abs(_size(amount.value, amount, unit))
    wide = max(_TOLERANCES.get(sort, 0.0), RELATIVE * size if sort not in _TOLERANCES else 0.0)
    resolution = amount.resolution if amount.resolution is not None else _resolution(amount.value)
    written = abs(_size(resolution, amount, unit)) / 2.0
    if resolution > 1.0:
        # 1010 hPa may be rounded to tens, but is not meant that loosely
        written = min(written, wide)
    match amount.approximation:
        case Approximation.EXACT:
            return 0.0
        case Approximation.AS_WRITTEN | Approximation.ROUNDED:
            return written
        case _:
            return max(wide, written)


def _size(value: float, amount: Amount, unit: str) -> float:
    """Convert the size of a number, without the zero of its unit."""
    stated = amount.unit or unit
    if stated == unit or {stated, unit} <= {"sigma", "1", "degC", "K"}:
        return value
    return float(convert(value, stated, unit, True, water_equivalent=True))


def _resolution(value: float) -> float:
    """Return the last digit of a number as it would be written."""
    text = f"{value:.10g}"
    return 10.0 ** -len(text.partition(".")[2]) if "." in text else 1.0


# -- many values to one ------------------------------------------------------------------------


def in_space(found: Cube, values: Array, statistic: Statistic) -> Array:
    """Reduce the cells of each time, weighted by area.

    Parameters
    ----------
    found : Cube
    values : ndarray (time, y, x)
        NaN where a cell does not count.
    statistic : Statistic

    Returns
    -------
    ndarray (time,)
        NaN at times without a value.
    """
    numbers = np.full(len(values), np.nan)
    for step, layer in enumerate(values):
        usable = np.isfinite(layer)
        if usable.any():
            numbers[step] = _one(layer[usable], found.weights[usable], statistic, found)
    return numbers


def over_time(found: Cube, values: Array, statistic: Statistic) -> Array:
    """Reduce the times of each cell (or of numbers), NaN where there are none.

    Days that the data cut may reach a maximum (for daily minima: a minimum), and are left out of
    every other statistic.
    """
    if statistic.reduce is Reduce.SUM:
        if not found.accumulated:
            raise misformed("sum", "invalid_form", quantity=found.operator)
        _check_gaps(found)
        return np.asarray(values.sum(axis=0))
    if found.angle:
        return _mean_direction(values, statistic)
    keep = np.ones(len(values), dtype=bool)
    own_end = found.daily is not None and found.daily is statistic.reduce
    if found.whole is not None and found.whole.any() and not own_end:
        keep = found.whole
    values = values[keep]
    with warnings.catch_warnings():
        warnings.simplefilter("ignore", RuntimeWarning)
        match statistic.reduce:
            case Reduce.MAX:
                return np.asarray(np.nanmax(values, axis=0))
            case Reduce.MIN:
                return np.asarray(np.nanmin(values, axis=0))
            case Reduce.MEAN:
                return np.asarray(np.nanmean(values, axis=0))
            case Reduce.MEDIAN:
                return np.asarray(np.nanmedian(values, axis=0))
            case Reduce.RANGE:
                return np.asarray(np.nanmax(values, axis=0) - np.nanmin(values, axis=0))
            case Reduce.STD:
                return np.asarray(np.nanstd(values, axis=0))
            case Reduce.PERCENTILE:
                return np.asarray(np.nanpercentile(values, statistic.percentile or 0.0, axis=0))
            case Reduce.FIRST:
                return np.asarray(values[0])
            case _:
                return np.asarray(values[-1])


def _check_gaps(found: Cube) -> None:
    """Refuse a total over a period that the increments do not cover."""
    if found.daily is None and not found.gapless:
        raise refusal("whole_sum", "incomplete_window", length=f"{found.length_hours:g}")


def _one(values: Array, weights: Array, statistic: Statistic, found: Cube) -> float:
    if found.angle:
        return float(_mean_direction(values, statistic, weights))
    match statistic.reduce:
        case Reduce.MAX:
            return float(values.max())
        case Reduce.MIN:
            return float(values.min())
        case Reduce.MEAN:
            return float(np.average(values, weights=weights))
        case Reduce.MEDIAN:
            return float(area_percentile(values, 50.0, weights))
        case Reduce.PERCENTILE:
            return float(area_percentile(values, statistic.percentile or 0.0, weights))
        case Reduce.RANGE:
            return float(np.ptp(values))
        case Reduce.STD:
            return float(area_std(values, weights))
        case _:
            raise misformed("space_statistic", "invalid_form", statistic=statistic.reduce.value)


def _mean_direction(
    values: Array, statistic: Statistic, weights: Array | None = None
) -> npt.NDArray[np.float64]:
    """Return the mean of directions, as that of their unit vectors, along the first axis."""
    if statistic.reduce is Reduce.FIRST:
        return np.asarray(values[0])
    if statistic.reduce is Reduce.LAST:
        return np.asarray(values[-1])
    if statistic.reduce is not Reduce.MEAN:
        raise misformed("direction_statistic", "invalid_form")
    size = np.ones_like(values) if weights is None else weights
    usable = np.isfinite(values)
    turned = np.where(usable, size * np.exp(1j * np.radians(np.nan_to_num(values))), 0.0)
    total = turned.sum(axis=0)
    mean = np.degrees(np.angle(total)) % 360.0
    return np.asarray(np.where(usable.any(axis=0) & (np.abs(total) > 1e-9), mean, np.nan))


def enough(
    truth: Truth, quantifier: Quantifier | None, *, share: float | None = None
) -> tuple[Bools, Bools]:
    """Say at which times a condition holds at enough cells.

    Returns
    -------
    holds, known : ndarray of bool (time,)

    Raises
    ------
    ArgumentError
        ``invalid_form`` where the place has several cells and the form does not say how many.
    """
    known: Bools = np.asarray(truth.known.any(axis=(1, 2)))
    weights = truth.cube.weights
    if quantifier is None and share is None:
        if not truth.cube.single and not _uniform(truth):
            raise misformed("space_quantifier", "invalid_form")
        quantifier = Quantifier.ANY
    if share is not None or quantifier is Quantifier.MOST:
        total = np.where(truth.known, weights, 0.0).sum(axis=(1, 2))
        held = np.where(truth.holds, weights, 0.0).sum(axis=(1, 2)) / np.maximum(total, 1e-12)
        reached = held >= share - 1e-9 if share is not None else held > 0.5
        return np.asarray(reached & known), known
    match quantifier:
        case Quantifier.ANY:
            return np.asarray(truth.holds.any(axis=(1, 2))), known
        case Quantifier.ALL:
            return np.asarray((truth.holds | ~truth.known).all(axis=(1, 2)) & known), known
        case _:
            return np.asarray(~truth.holds.any(axis=(1, 2)) & known), known


def _uniform(truth: Truth) -> bool:
    """Whether the condition is the same at every cell, as for area means."""
    first = truth.holds[:, truth.cube.mask][:, :1]
    held = truth.holds[:, truth.cube.mask]
    return bool((held == first).all())


def quantified(values: Bools, quantifier: Quantifier, axis: int = 0) -> Bools:
    """Reduce truths by a quantifier; more than half for most."""
    match quantifier:
        case Quantifier.ANY:
            return np.asarray(values.any(axis=axis))
        case Quantifier.ALL:
            return np.asarray(values.all(axis=axis))
        case Quantifier.MOST:
            return np.asarray(values.mean(axis=axis) > 0.5)
        case Quantifier.NONE:
            return np.asarray(~values.any(axis=axis))
