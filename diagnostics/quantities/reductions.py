"""From a map, or from values at several times, to one number.

Space is reduced first, time after it with the same reducer. Area means and percentiles are
weighted by cell area; see :mod:`diagnostics.grid.reduction` for the percentile.
"""

from __future__ import annotations

import re
from collections.abc import Callable
from dataclasses import dataclass

import numpy as np
import numpy.typing as npt

from diagnostics.grid.reduction import area_percentile, area_std
from diagnostics.quantities.results import Array

GENERIC = ("max", "min", "mean", "median", "p05", "p95", "std", "range", "point")
"""Reducers that every index with a map offers beside its own."""

SPREADS = frozenset({"std", "range"})
"""Reducers whose result is a difference, without the offset of the unit."""

_PERCENTILE = re.compile(r"p(\d{2})(?:\.(\d+))?$")


@dataclass(frozen=True)
class Reduction:
    """One way to reduce an index that is more than a reducer's name.

    Parameters
    ----------
    name : str
        Identifier.
    unit : str
        Unit of the result; `of` is already in it.
    of : str
        Layer that is reduced instead of the index itself.
    how : str
        Reducer in space; ignored where the operator returns numbers.
    over_time : str
        Reducer in time.
    is_index : bool
        Whether the result is the index itself, so that its valid range holds.
    """

    name: str
    unit: str
    of: str
    how: str = "mean"
    over_time: str = "max"
    is_index: bool = False


def percentile_of(reducer: str) -> float | None:
    """Return the percentile that a reducer such as ``p95`` names, or None."""
    match = _PERCENTILE.match(reducer)
    return float(f"{match[1]}.{match[2] or 0}") if match else None


def is_reducer(name: str) -> bool:
    """Whether `name` is a reducer that works on any map."""
    return name in GENERIC or name in _OTHERS or percentile_of(name) is not None


def _mean(values: Array, weights: Array) -> float:
    return float(np.average(values, weights=weights))


def _top_three(values: Array, weights: Array) -> float:
    best = np.argsort(values, kind="stable")[-3:]
    return _mean(values[best], weights[best])


_OTHERS: dict[str, Callable[[Array, Array], float]] = {
    "max_abs": lambda values, weights: float(np.max(np.abs(values))),
    "mean_of_top_3_cells": _top_three,
    "weighted_mean": _mean,
    "sum_area": lambda values, weights: float(np.sum(values * weights)),
}
_REDUCERS: dict[str, Callable[[Array, Array], float]] = {
    "max": lambda values, weights: float(np.max(values)),
    "min": lambda values, weights: float(np.min(values)),
    "mean": _mean,
    "median": lambda values, weights: area_percentile(values, 50.0, weights),
    "std": lambda values, weights: area_std(values, weights),
    "range": lambda values, weights: float(np.ptp(values)),
    **_OTHERS,
}


def reduce_values(values: Array, weights: Array, reducer: str) -> float:
    """Reduce finite values with their weights; see :data:`GENERIC` for the reducers.

    Parameters
    ----------
    values, weights : ndarray (n,)
        At least one finite value.
    reducer : str
        Not ``point``, which needs a place.
    """
    percent = percentile_of(reducer)
    if percent is not None:
        return area_percentile(values, percent, weights)
    return _REDUCERS[reducer](values, weights)


def place_of(values: Array, reducer: str, mask: npt.NDArray[np.bool_]) -> tuple[int, int] | None:
    """Return the cell (j, i) of an extremum of a map, or None where the reducer has no place.

    Ties go to the first cell in (y, x) order.
    """
    usable = mask & np.isfinite(values)
    if reducer in ("max", "mean_of_top_3_cells"):
        flat = np.where(usable, values, -np.inf).argmax()
    elif reducer == "min":
        flat = np.where(usable, values, np.inf).argmin()
    elif reducer == "max_abs":
        flat = np.where(usable, np.abs(values), -np.inf).argmax()
    else:
        return None
    j, i = np.unravel_index(flat, values.shape)
    return int(j), int(i)


def reduce_times(values: Array, reducer: str) -> tuple[float, int | None]:
    """Reduce the values at several times; return the number and the decisive time's index.

    A spread, a point and a total have no counterpart in time: their mean is taken.
    """
    finite = np.flatnonzero(np.isfinite(values))
    usable = values[finite]
    if reducer in ("max", "min", "max_abs"):
        keys = np.abs(usable) if reducer == "max_abs" else usable
        best = int(keys.argmin() if reducer == "min" else keys.argmax())
        return float(usable[best]), int(finite[best])
    if reducer == "median" or percentile_of(reducer) is not None:
        percent = percentile_of(reducer) or 50.0
        number = float(np.percentile(usable, 50.0 if reducer == "median" else percent))
    else:
        number = float(np.mean(usable))
    return number, int(finite[0]) if len(finite) == 1 else None
