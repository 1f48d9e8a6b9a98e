"""Linear trends, with a significance that allows for the memory of the weather."""

from __future__ import annotations

from dataclasses import dataclass
from math import sqrt

import numpy as np
import numpy.typing as npt
from scipy import stats

LEVEL = 0.05
"""A trend is called significant below this probability."""
_FEWEST = 4


@dataclass(frozen=True)
class Fitted:
    """A least-squares line and how far it may be chance.

    Parameters
    ----------
    slope_per_hour : float
    p_value : float or None
        Two-sided, with the effective sample size; None where that leaves no degree of freedom.
    effective : float
        Number of independent values.
    count : int
    """

    slope_per_hour: float
    p_value: float | None
    effective: float
    count: int

    @property
    def significant(self) -> bool:
        """Whether the trend is unlikely to be chance, at 5 %."""
        return self.p_value is not None and self.p_value < LEVEL


def linear_trend(
    times: npt.NDArray[np.datetime64], values: npt.NDArray[np.float64]
) -> Fitted | None:
    """Fit a line; None with fewer than four values.

    Parameters
    ----------
    times : ndarray of datetime64 (time,)
    values : ndarray (time,)
        NaN where there is none.

    Notes
    -----
    The number of independent values is ``n (1 - r) / (1 + r)`` with the lag-one autocorrelation r
    of the residuals, where it is positive (Santer et al. 2000, doi:10.1029/1999JD901105).
    """
    known = np.isfinite(values)
    count = int(known.sum())
    if count < _FEWEST:
        return None
    hours = (times[known] - times[known][0]) / np.timedelta64(3600, "s")
    numbers = values[known]
    slope, intercept = np.polyfit(hours, numbers, 1)
    rest = numbers - (slope * hours + intercept)
    spread = float(np.sum(rest**2))
    memory = 0.0
    if spread > 1e-20:
        memory = max(0.0, min(0.99, float(np.sum(rest[1:] * rest[:-1]) / spread)))
    effective = count * (1.0 - memory) / (1.0 + memory)
    if effective <= 2.0:
        return Fitted(float(slope), None, effective, count)
    error = sqrt(spread / (effective - 2.0) / float(np.sum((hours - hours.mean()) ** 2)))
    if error < 1e-15:
        return Fitted(float(slope), 0.0 if abs(slope) > 0 else 1.0, effective, count)
    p_value = 2.0 * float(stats.t.sf(abs(slope) / error, effective - 2.0))
    return Fitted(float(slope), p_value, effective, count)
