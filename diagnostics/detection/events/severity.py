"""Severity numbers: 0 below the threshold, 1, 2 and 3 at the grades, fractions between."""

from __future__ import annotations

from collections.abc import Sequence
from math import floor, log

import numpy as np


def amount_severity(value: float, thresholds: Sequence[float], tolerance: float = 0.0) -> float:
    """Severity of an amount, by the logarithm between the grades.

    Parameters
    ----------
    value : float
    thresholds : sequence of three float
        Of the grades, ascending, in the unit of `value`.
    tolerance : float
        A value this little below a threshold reaches it.

    Notes
    -----
    ``1 + ln(x/T1)/ln(T2/T1)``, ``2 + ln(x/T2)/ln(T3/T2)``, ``3 + min(1, ln(x/T3)/ln 2)``.
    """
    first, second, third = thresholds
    if value < first - tolerance:
        return 0.0
    if value < second - tolerance:
        return 1.0 + max(0.0, log(value / first) / log(second / first))
    if value < third - tolerance:
        return 2.0 + max(0.0, log(value / second) / log(third / second))
    return 3.0 + min(1.0, max(0.0, log(value / third) / log(2.0)))


def beaufort(speed: float) -> float:
    """Fractional Beaufort number ``(V / 0.836)**(2/3)`` of a wind speed in m s-1."""
    return float((max(speed, 0.0) / 0.836) ** (2.0 / 3.0))


def wind_severity(speed: float, thresholds: Sequence[float], tolerance: float = 0.0) -> float:
    """Severity of a wind, linear in the Beaufort number between the grades, at most 4.

    Parameters
    ----------
    speed : float
        m s-1.
    thresholds : sequence of three float
        Of the grades, m s-1.
    tolerance : float
        A speed this little below a threshold reaches it.
    """
    if speed < thresholds[0] - tolerance:
        return 0.0
    numbers = [beaufort(threshold) for threshold in thresholds]
    number = beaufort(max(speed, thresholds[0]))
    for grade, threshold in enumerate(thresholds, start=1):
        if abs(speed - threshold) <= tolerance:
            return float(grade)
    if number <= numbers[2]:
        return float(np.interp(number, numbers, (1.0, 2.0, 3.0)))
    return min(4.0, 3.0 + (number - numbers[2]) / (numbers[2] - numbers[1]))


def grade_of(severity: float) -> int:
    """Whole grade of a severity: 0 to 3."""
    return min(3, floor(severity + 1e-9))
