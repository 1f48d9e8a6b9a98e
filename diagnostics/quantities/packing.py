"""The step in which the values of a field are packed."""

from __future__ import annotations

from typing import Any

import numpy as np
from numpy.typing import NDArray

MOST_VALUES = 20_000
"""Values that are looked at."""
REPEATS = 4
"""Times that a value other than zero stands in a field on the mean where the step shows."""
EXACT = 1e-2
"""Share of a step by which values may lie beside their place in it."""


def packing_step(values: NDArray[Any]) -> float | None:
    """Return the step in which the values of a field are packed.

    Parameters
    ----------
    values : ndarray
        Of any shape; NaN is missing.

    Returns
    -------
    float or None
        In the unit of the values; None where they are as fine as they vary.
    """
    finite = values[np.isfinite(values)].ravel()
    finite = finite[:: max(1, finite.size // MOST_VALUES)]
    # where most is zero, it is the other values that must come again
    known, counts = np.unique(finite[finite != 0], return_counts=True)
    if known.size < 2 or counts.mean() < REPEATS:
        return None
    steps = np.diff(known)
    step = float(steps.min())
    whole = np.append(steps, known[0]) / step if 0 in finite else steps / step
    return step if np.all(np.abs(whole - np.round(whole)) < EXACT) else None
