"""The excess heat factor (Nairn and Fawcett 2015) of a series of days, and its thresholds."""

from __future__ import annotations

import numpy as np
import numpy.typing as npt

FloatArray = npt.NDArray[np.float64]
Days = npt.NDArray[np.int64]

SPELL_DAYS = 3
"""The day itself and the two before it."""
ACCLIMATISATION_DAYS = 30
"""The days before those three to which people have adapted."""
LOOK_BACK_DAYS = SPELL_DAYS + ACCLIMATISATION_DAYS - 1
"""How many days before a day its factor needs: 32."""


def spell_and_adapted(means: FloatArray, days: Days) -> tuple[FloatArray, FloatArray]:
    """Return the three-day mean and the mean of the 30 days before, for each day.

    Parameters
    ----------
    means : ndarray (day, ...)
        Daily mean temperature, K; NaN for a day that is not known.
    days : ndarray of int (day,)
        Ordinal of each day, ascending; a gap leaves the days after it without a value.

    Returns
    -------
    spell, adapted : ndarray (day, ...)
        K; NaN where one of the 33 days is missing.
    """
    spell = np.full(means.shape, np.nan)
    adapted = np.full(means.shape, np.nan)
    for row in range(LOOK_BACK_DAYS, len(means)):
        if days[row] - days[row - LOOK_BACK_DAYS] != LOOK_BACK_DAYS:
            continue
        first = row - SPELL_DAYS + 1
        spell[row] = means[first : row + 1].mean(axis=0)
        adapted[row] = means[row - LOOK_BACK_DAYS : first].mean(axis=0)
    return spell, adapted


def excess_heat_factor(spell: FloatArray, adapted: FloatArray, t95: FloatArray) -> FloatArray:
    """Return EHF = (spell - t95) * max(1, spell - adapted), K2.

    Parameters
    ----------
    spell, adapted : ndarray (day, ...)
        As :func:`spell_and_adapted` gives them, K.
    t95 : ndarray (...)
        95th percentile of all daily means of the base period, K.
    """
    return (spell - t95) * np.maximum(1.0, spell - adapted)


def thresholds(means: FloatArray, days: Days) -> tuple[FloatArray, FloatArray]:
    """Return T95 and EHF85 of a base period.

    Parameters
    ----------
    means : ndarray (day, ...)
        Daily mean temperature of all days of all seasons, K.
    days : ndarray of int (day,)

    Returns
    -------
    t95 : ndarray (...)
        95th percentile of the daily means, K.
    ehf85 : ndarray (...)
        85th percentile of the positive excess heat factors, K2; NaN where there are none.
    """
    t95 = _percentile(means, 95.0)
    factor = excess_heat_factor(*spell_and_adapted(means, days), t95)
    return t95, _percentile(np.where(factor > 0.0, factor, np.nan), 85.0)


def _percentile(values: FloatArray, percent: float) -> FloatArray:
    """Percentile along the first axis with linear interpolation; NaN where nothing is known."""
    ordered = np.sort(values, axis=0)
    count = np.isfinite(values).sum(axis=0)
    position = percent / 100.0 * np.maximum(count - 1, 0)
    low = np.floor(position).astype(np.int64)
    high = np.minimum(low + 1, np.maximum(count - 1, 0))
    below = np.take_along_axis(ordered, low[np.newaxis], axis=0)[0]
    above = np.take_along_axis(ordered, high[np.newaxis], axis=0)[0]
    return np.asarray(np.where(count > 0, below + (position - low) * (above - below), np.nan))
