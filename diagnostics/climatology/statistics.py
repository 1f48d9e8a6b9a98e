"""Statistics of many years at several cells: by hour and day of the year, in a sliding window.

Every function takes a table (time, cell) and gives statistics in float32, as they are stored.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence

import numpy as np
import numpy.typing as npt

from diagnostics.climatology.calendar import HALF_WINDOW_DAYS, day_of_leap_year
from diagnostics.climatology.excess import thresholds
from diagnostics.climatology.gamma import fit_gamma

FloatArray = npt.NDArray[np.float64]
Stored = npt.NDArray[np.float32]
Times = npt.NDArray[np.datetime64]
Indices = npt.NDArray[np.int64]

YEAR_DAYS = 366
QUANTILES = (
    0.0, 1.0, 2.5, 5.0, 10.0, 15.0, 20.0, 40.0, 50.0, 60.0,
    80.0, 85.0, 90.0, 95.0, 97.0, 97.5, 98.0, 99.0, 100.0,
)  # fmt: skip
"""Percentages of rule C1, and both ends of the sample."""
MIN_VALUES = 2
"""Fewer values have no standard deviation."""


def windows(dates: Times, half_width: int) -> Iterator[tuple[int, Indices]]:
    """Yield each day of a leap year that has samples around it, with their places in time order.

    Parameters
    ----------
    dates : ndarray of datetime64 (sample,)
        Ascending.
    half_width : int
        Days on each side; the year is a circle of 366 days.
    """
    own = day_of_leap_year(dates)
    members = [np.flatnonzero(own == day) for day in range(YEAR_DAYS)]
    for day in range(YEAR_DAYS):
        around = [(day + shift) % YEAR_DAYS for shift in range(-half_width, half_width + 1)]
        found = np.sort(np.concatenate([members[item] for item in around]))
        if found.size and members[day].size:
            yield day, found


def hourly_statistics(
    values: npt.NDArray[np.floating], times: Times, quantiles: Sequence[float]
) -> tuple[FloatArray, dict[str, Stored]]:
    """Mean, standard deviation, counts and quantiles for each hour and day of the year.

    Parameters
    ----------
    values : ndarray (time, cell)
        NaN where nothing is known.
    times : ndarray of datetime64 (time,)
        UTC, ascending.
    quantiles : sequence of float
        Per cent, ascending; none for no quantiles.

    Returns
    -------
    hours : ndarray (hour,)
        Hours of the day that occur.
    statistics : dict
        ``mean``, ``std`` (ddof=1), ``count`` and ``effective`` with dims (hour, day, cell), and
        ``quantile`` with dims (quantile, hour, day, cell) in front; NaN (count: 0) where a day
        has no sample of its own.
    """
    days = times.astype("datetime64[D]")
    minutes = (times.astype("datetime64[m]") - days.astype("datetime64[m]")).astype(np.int64)
    hours, rows = np.unique(minutes, return_inverse=True)
    found = [
        daily_statistics(values[rows == row], days[rows == row], quantiles)
        for row in range(hours.size)
    ]
    names = found[0] if found else {}
    stacked = {
        name: np.stack([item[name] for item in found], axis=1 if name == "quantile" else 0)
        for name in names
    }
    return hours / 60.0, stacked


def daily_statistics(
    values: npt.NDArray[np.floating],
    dates: Times,
    quantiles: Sequence[float],
    half_width: int = HALF_WINDOW_DAYS,
    least: float | None = None,
) -> dict[str, Stored]:
    """Statistics for each day of the year of one value a day.

    Parameters
    ----------
    values : ndarray (day, cell)
    dates : ndarray of datetime64 (day,)
        Ascending.
    quantiles : sequence of float
    half_width : int
    least : float, optional
        Only values at or above it enter the quantiles (wet days).

    Returns
    -------
    dict
        As :func:`hourly_statistics`, without hours.
    """
    cells = values.shape[1]
    empty = np.full((YEAR_DAYS, cells), np.nan, dtype=np.float32)
    found = {name: empty.copy() for name in ("mean", "std", "count", "effective")}
    found["count"][:] = 0.0
    if quantiles:
        found["quantile"] = np.full((len(quantiles), YEAR_DAYS, cells), np.nan, dtype=np.float32)
    days = dates.astype("datetime64[D]").astype(np.int64)
    for day, members in windows(dates, half_width):
        # one cell's sample after the other in memory: sorting is most of the work
        sample = np.ascontiguousarray(values[members].T, dtype=np.float32)
        moments = _moments(sample.astype(np.float64), days[members])
        for name, result in zip(("mean", "std", "count", "effective"), moments, strict=True):
            found[name][day] = result
        if quantiles:
            chosen = sample if least is None else np.where(sample >= least, sample, np.nan)
            found["quantile"][:, day] = sample_quantiles(chosen, quantiles)
    return found


def _moments(
    sample: FloatArray, days: Indices
) -> tuple[FloatArray, FloatArray, FloatArray, FloatArray]:
    """Mean, standard deviation, count and effective number of each row (cell, sample)."""
    known = np.isfinite(sample)
    if known.all():
        return _moments_of_whole(sample, days)
    count = known.sum(axis=1).astype(np.float64)
    with np.errstate(invalid="ignore", divide="ignore"):
        mean = np.where(known, sample, 0.0).sum(axis=1) / count
        departure = np.where(known, sample - mean[:, np.newaxis], 0.0)
        squares = (departure**2).sum(axis=1)
        std = np.sqrt(squares / (count - 1.0))
    few = count < MIN_VALUES
    effective = _effective(departure, known, squares, count, days)
    return (
        np.where(count > 0, mean, np.nan),
        np.where(few, np.nan, std),
        count,
        effective,
    )


def _moments_of_whole(
    sample: FloatArray, days: Indices
) -> tuple[FloatArray, FloatArray, FloatArray, FloatArray]:
    """The same where nothing is missing: four passes over the sample instead of a dozen."""
    size = sample.shape[1]
    mean = sample.mean(axis=1)
    departure = sample - mean[:, np.newaxis]
    squares = np.einsum("ij,ij->i", departure, departure)
    follows = (np.diff(days) == 1).astype(np.float64)
    pairs = float(follows.sum())
    products = np.einsum("ij,ij,j->i", departure[:, 1:], departure[:, :-1], follows)
    count = np.full(mean.shape, float(size))
    with np.errstate(invalid="ignore", divide="ignore"):
        std = np.sqrt(squares / (size - 1.0))
        effective = _size(products, pairs, squares, count)
    return mean, np.where(size < MIN_VALUES, np.nan, std), count, effective


def _size(
    products: FloatArray, pairs: FloatArray | float, squares: FloatArray, count: FloatArray
) -> FloatArray:
    """Effective number from sums of squares and of products of consecutive days."""
    memory = np.clip((products / pairs) / (squares / count), 0.0, 0.999)
    size = np.maximum(2.0, count * (1.0 - memory) / (1.0 + memory))
    plain = (count < 3) | (np.asarray(pairs) == 0) | (squares <= 0.0)
    return np.asarray(np.where(plain, count, size))


def _effective(
    departure: FloatArray,
    known: npt.NDArray[np.bool_],
    squares: FloatArray,
    count: FloatArray,
    days: Indices,
) -> FloatArray:
    """Effective number by the lag-one autocorrelation over consecutive days.

    As :func:`~diagnostics.climatology.significance.effective_sample_size`, for many cells.
    """
    follows = np.diff(days) == 1
    pairs = known[:, 1:] & known[:, :-1] & follows
    number = pairs.sum(axis=1)
    products = np.where(pairs, departure[:, 1:] * departure[:, :-1], 0.0).sum(axis=1)
    with np.errstate(invalid="ignore", divide="ignore"):
        return _size(products, number.astype(np.float64), squares, count)


def sample_quantiles(
    sample: npt.NDArray[np.float32], quantiles: Sequence[float]
) -> npt.NDArray[np.float64]:
    """Quantiles of each row (cell, sample) with linear interpolation; NaN values do not count.

    Returns
    -------
    ndarray (quantile, cell)
    """
    ordered = np.sort(sample, axis=1)
    # NaN goes to the end
    whole = bool(np.isfinite(ordered[:, -1]).all())
    count = np.full(len(sample), sample.shape[1]) if whole else np.isfinite(sample).sum(axis=1)
    last = np.maximum(count - 1, 0)
    cells = np.arange(len(sample))
    found = np.empty((len(quantiles), len(sample)))
    for row, percent in enumerate(quantiles):
        position = percent / 100.0 * last
        low = np.floor(position).astype(np.int64)
        below = ordered[cells, low].astype(np.float64)
        above = ordered[cells, np.minimum(low + 1, last)].astype(np.float64)
        found[row] = np.where(count > 0, below + (position - low) * (above - below), np.nan)
    return found


def accumulation_statistics(
    totals: npt.NDArray[np.floating], dates: Times, half_width: int = HALF_WINDOW_DAYS
) -> dict[str, Stored]:
    """Gamma distribution for each day of the year of the amount that ends on a day.

    Parameters
    ----------
    totals : ndarray (day, cell)
        kg m-2; NaN for days without a whole window before them.
    dates : ndarray of datetime64 (day,)
    half_width : int

    Returns
    -------
    dict
        ``shape``, ``scale``, ``dry_share`` and ``count``, dims (day, cell).
    """
    names = ("shape", "scale", "dry_share", "count")
    found = {
        name: np.full((YEAR_DAYS, totals.shape[1]), np.nan, dtype=np.float32) for name in names
    }
    found["count"][:] = 0.0
    for day, members in windows(dates, half_width):
        sample = totals[members].astype(np.float64)
        shape, scale, dry = fit_gamma(sample)
        for name, result in zip(
            names, (shape, scale, dry, np.isfinite(sample).sum(axis=0)), strict=True
        ):
            found[name][day] = result
    return found


def excess_heat_statistics(means: npt.NDArray[np.floating], dates: Times) -> dict[str, Stored]:
    """T95 and EHF85 of daily mean temperatures (day, cell), and the number of days, dims (cell).

    See :func:`~diagnostics.climatology.excess.thresholds`.
    """
    values = means.astype(np.float64)
    t95, ehf85 = thresholds(values, dates.astype("datetime64[D]").astype(np.int64))
    count = np.isfinite(values).sum(axis=0)
    return {
        "t95": t95.astype(np.float32),
        "ehf85": ehf85.astype(np.float32),
        "count": count.astype(np.float32),
    }
