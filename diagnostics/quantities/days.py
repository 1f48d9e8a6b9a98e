"""Daily values at each cell for a climatology: extremes of temperature and amounts of rain."""

from __future__ import annotations

from collections.abc import Mapping

import numpy as np
import numpy.typing as npt

from diagnostics.contracts.enums import Mode
from diagnostics.contracts.zones import zone_of
from diagnostics.grid.geometry import Grid
from diagnostics.quantities.functions.daily import daily_extremes
from diagnostics.quantities.results import Scene
from diagnostics.quantities.timeline import local_days

Table = npt.NDArray[np.float32]
Times = npt.NDArray[np.datetime64]


def daily_temperature(
    parts: Mapping[str, Table],
    times: Times,
    grid: Grid,
    intervals: Mapping[str, float],
    timezone: str,
    *,
    highest: bool,
) -> tuple[npt.NDArray[np.float64], Times]:
    """Return the extreme of every day that has three quarters of its samples.

    Parameters
    ----------
    parts : mapping of ndarray (time, y, x)
        ``t2m``, and ``mx2t`` or ``mn2t`` where there are such, K.
    times : ndarray of datetime64 (time,)
    grid : Grid
    intervals : mapping
        ``interval_hours`` by name.
    timezone : str
        Zone of the days.
    highest : bool
        Maxima, or minima.

    Returns
    -------
    values : ndarray (day, y, x)
        K; NaN on days with fewer samples.
    dates : ndarray of datetime64[D] (day,)
        Local dates.
    """
    scene = Scene(
        grid=grid,
        times=times,
        asked=np.ones(len(times), dtype=bool),
        mode=Mode.QA,
        region=None,
        mask=np.ones(grid.shape, dtype=bool),
        interval_hours=dict(intervals),
    )
    name = "mx2t" if highest else "mn2t"
    held = {key: part.astype(np.float64) for key, part in parts.items()}
    days = daily_extremes(
        held.get("t2m"), held.get(name), scene, name, timezone, 0.0, highest=highest
    )
    # noon of a local day lies in that day, whatever the zone
    zone = zone_of(timezone)
    noon = days.starts + np.timedelta64(12, "h")
    ordinals, _ = local_days(noon, zone)
    values = np.where(days.complete[:, np.newaxis, np.newaxis], days.values, np.nan)
    return values, dates_of(ordinals)


def dates_of(ordinals: npt.NDArray[np.int64]) -> Times:
    """Return the dates of proleptic ordinals (1 is 0001-01-01)."""
    return (ordinals - 719163).astype("datetime64[D]")


def daily_totals(
    increments: Table, times: Times, interval_hours: float | None, timezone: str
) -> tuple[Table, Times]:
    """Sum amounts over each local day that is wholly covered.

    Parameters
    ----------
    increments : ndarray (time, y, x)
        Amount of the interval that ends at each time, kg m-2.
    times : ndarray of datetime64 (time,)
    interval_hours : float or None
        The usual step of the times where it is not known.
    timezone : str

    Returns
    -------
    totals : ndarray (day, y, x)
        NaN where an interval is missing.
    dates : ndarray of datetime64[D] (day,)
    """
    if interval_hours is None:
        steps = np.diff(times.astype("datetime64[m]").astype(np.int64))
        interval_hours = float(np.median(steps)) / 60.0 if steps.size else 24.0
    ordinals, _ = local_days(times, zone_of(timezone), interval_hours=interval_hours)
    days = np.unique(ordinals)
    totals = np.full((days.size, *increments.shape[1:]), np.nan, dtype=np.float32)
    needed = round(24.0 / interval_hours)
    for row, day in enumerate(days):
        members = np.flatnonzero(ordinals == day)
        if members.size == needed:
            totals[row] = increments[members].sum(axis=0)
    return totals, dates_of(days)


def trailing_totals(totals: Table, dates: Times, count: int) -> Table:
    """Sum daily totals (day, cell) over the `count` days that end on each; NaN across a gap."""
    found = np.full(totals.shape, np.nan, dtype=np.float32)
    numbers = dates.astype("datetime64[D]").astype(np.int64)
    if len(totals) < count:
        return found
    known = np.isfinite(totals)
    running = np.cumsum(np.where(known, totals, 0.0), axis=0, dtype=np.float64)
    sums = np.concatenate([np.zeros((1, totals.shape[1])), running])
    gaps = np.concatenate(
        [np.zeros((1, totals.shape[1]), dtype=np.int64), np.cumsum(~known, axis=0)]
    )
    span = numbers[count - 1 :] - numbers[: len(numbers) - count + 1]
    whole = (span == count - 1)[:, np.newaxis] & (gaps[count:] == gaps[:-count])
    found[count - 1 :] = np.where(whole, np.maximum(sums[count:] - sums[:-count], 0.0), np.nan)
    # the running sum leaves traces of rounding on dry spells
    return np.where(found < 1e-4, 0.0, found)
