"""Severity numbers: 0 below the threshold, 1, 2 and 3 at the grades, fractions between."""

from __future__ import annotations

from collections.abc import Sequence
from math import floor

import numpy as np
from numpy.typing import ArrayLike, NDArray

Array = NDArray[np.float64]


def amount_severity(value: ArrayLike, thresholds: Sequence[float], tolerance: float = 0.0) -> Array:
    """Severity of an amount, by the logarithm between the grades.

    Parameters
    ----------
    value : array_like
        NaN counts as nothing.
    thresholds : sequence of three float
        Of the grades, ascending, in the unit of `value`.
    tolerance : float
        A value this little below a threshold reaches it.

    Returns
    -------
    array, shape of `value`

    Notes
    -----
    ``1 + ln(x/T1)/ln(T2/T1)``, ``2 + ln(x/T2)/ln(T3/T2)``, ``3 + min(1, ln(x/T3)/ln 2)``.
    """
    amount = np.nan_to_num(np.asarray(value, dtype=np.float64))
    first, second, third = thresholds
    log = np.log(np.maximum(amount, 1e-9))
    result = np.zeros(amount.shape)
    ends = ((first, second, 1.0), (second, third, 2.0), (third, 2.0 * third, 3.0))
    for low, high, grade in ends:
        beyond = np.clip((log - np.log(low)) / np.log(high / low), 0.0, 1.0)
        if grade < 3.0:
            beyond = np.minimum(beyond, np.where(amount < high - tolerance, 1.0 - 1e-9, 1.0))
        result = np.where(amount >= low - tolerance, grade + beyond, result)
    return np.asarray(result, dtype=np.float64)


def beaufort(speed: ArrayLike) -> Array:
    """Fractional Beaufort number ``(V / 0.836)**(2/3)`` of a wind speed in m s-1."""
    return np.asarray((np.maximum(speed, 0.0) / 0.836) ** (2.0 / 3.0), dtype=np.float64)


def wind_severity(speed: ArrayLike, thresholds: Sequence[float], tolerance: float = 0.0) -> Array:
    """Severity of a wind, linear in the Beaufort number between the grades, at most 4.

    Parameters
    ----------
    speed : array_like
        m s-1; NaN counts as calm.
    thresholds : sequence of three float
        Of the grades, m s-1.
    tolerance : float
        A speed this little below a threshold reaches it.

    Returns
    -------
    array, shape of `speed`
    """
    wind = np.nan_to_num(np.asarray(speed, dtype=np.float64))
    numbers = beaufort(np.asarray(thresholds))
    number = beaufort(np.maximum(wind, thresholds[0]))
    result = np.interp(number, numbers, (1.0, 2.0, 3.0))
    above = 3.0 + (number - numbers[2]) / (numbers[2] - numbers[1])
    result = np.where(number > numbers[2], np.minimum(4.0, above), result)
    for grade, threshold in enumerate(thresholds, start=1):
        near = np.abs(wind - threshold) <= tolerance
        result = np.where(near, float(grade), result)
    return np.where(wind >= thresholds[0] - tolerance, result, 0.0)


def grade_of(severity: float) -> int:
    """Whole grade of a severity: 0 to 3."""
    return min(3, floor(float(severity) + 1e-10))
