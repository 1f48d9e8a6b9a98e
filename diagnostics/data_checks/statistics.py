"""Small statistics that several rules share: all of them skip missing values."""

from __future__ import annotations

import warnings
from typing import Any

import numpy as np
from numpy.typing import NDArray

Array = NDArray[np.float64]


def mean(values: NDArray[Any], axis: int | tuple[int, ...] | None = None) -> Any:
    """Return the mean; NaN where nothing is given."""
    with warnings.catch_warnings():
        warnings.simplefilter("ignore", RuntimeWarning)
        return np.nanmean(values, axis=axis, dtype=np.float64)


def median(values: NDArray[Any], axis: int | tuple[int, ...] | None = None) -> Any:
    """Return the median; NaN where nothing is given."""
    with warnings.catch_warnings():
        warnings.simplefilter("ignore", RuntimeWarning)
        return np.nanmedian(values, axis=axis)


def rms(values: NDArray[Any], axis: int | tuple[int, ...] | None = None) -> Any:
    """Return the root of the mean square; NaN where nothing is given."""
    return np.sqrt(mean(np.square(values, dtype=np.float64), axis=axis))


def correlation(first: NDArray[Any], second: NDArray[Any]) -> float:
    """Return the correlation of two fields; 0 where one does not vary."""
    both = np.isfinite(first) & np.isfinite(second)
    if both.sum() < 8:
        return 0.0
    one = first[both].astype(np.float64)
    other = second[both].astype(np.float64)
    one -= one.mean()
    other -= other.mean()
    scale = float(np.sqrt((one * one).sum() * (other * other).sum()))
    return float((one * other).sum()) / scale if scale > 0 else 0.0


def worst(values: NDArray[Any]) -> tuple[int, ...]:
    """Return the position of the largest value."""
    filled = np.where(np.isfinite(values), values, -np.inf)
    return tuple(int(place) for place in np.unravel_index(int(np.argmax(filled)), values.shape))
