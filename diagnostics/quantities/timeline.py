"""Changes over hours, sums over windows, and days: always by the coordinate, never by position."""

from __future__ import annotations

from datetime import UTC, datetime, timedelta, tzinfo

import numpy as np
import numpy.typing as npt

from diagnostics.quantities.results import Array

Times = npt.NDArray[np.datetime64]
_HOUR = np.timedelta64(3600, "s")


def earlier(values: Array, times: Times, hours: float) -> tuple[Array, npt.NDArray[np.bool_]]:
    """Return the values `hours` before each time.

    Parameters
    ----------
    values : ndarray (time, ...)
    times : ndarray of datetime64 (time,)
        Ascending.
    hours : float

    Returns
    -------
    shifted : ndarray (time, ...)
        NaN where there is no sample at exactly that time.
    present : ndarray of bool (time,)
    """
    seconds = times.astype("datetime64[s]")
    wanted = seconds - np.timedelta64(round(hours * 3600.0), "s")
    position = np.clip(np.searchsorted(seconds, wanted), 0, len(seconds) - 1)
    present = seconds[position] == wanted
    shifted = np.array(values[position])
    shifted[~present] = np.nan
    return shifted, np.asarray(present)


def interval_of(times: Times, interval_hours: float | None) -> timedelta | None:
    """Return the length of the intervals of increments: as given, else the step of the times."""
    if interval_hours is not None:
        return timedelta(hours=interval_hours)
    return None if len(times) < 2 else timedelta(hours=float((times[1] - times[0]) / _HOUR))


def trailing_sum(
    increments: Array, times: Times, interval_hours: float | None, hours: float
) -> tuple[Array, npt.NDArray[np.bool_]]:
    """Sum increments over the `hours` that end at each time.

    Parameters
    ----------
    increments : ndarray (time, ...)
        Each over the interval that ends at its time.
    times : ndarray of datetime64 (time,)
    interval_hours : float or None
        Length of that interval; the step of `times` where it is not known.
    hours : float

    Returns
    -------
    total : ndarray (time, ...)
        NaN where the window is not covered by increments without a gap.
    complete : ndarray of bool (time,)
    """
    total = np.full(increments.shape, np.nan)
    complete = np.zeros(len(times), dtype=bool)
    interval = interval_of(times, interval_hours)
    if interval is None:
        return total, complete
    step = round(interval.total_seconds())
    count = round(3600.0 * hours / step)
    if count < 1 or abs(count * step - 3600.0 * hours) > 1e-3:
        return total, complete
    seconds = times.astype("datetime64[s]").astype(np.int64)
    known = {int(second): index for index, second in enumerate(seconds)}
    for index, second in enumerate(seconds):
        members = [known.get(int(second) - step * back) for back in range(count)]
        if None not in members:
            total[index] = sum(increments[member] for member in members if member is not None)
            complete[index] = True
    return total, complete


def local_days(
    times: Times, zone: tzinfo, start_hour: float = 0.0, *, interval_hours: float = 0.0
) -> tuple[npt.NDArray[np.int64], Times]:
    """Assign each time to its local day.

    Parameters
    ----------
    times : ndarray of datetime64 (time,)
        UTC.
    zone : tzinfo
    start_hour : float
        Local hour at which a day starts.
    interval_hours : float
        Of fields that belong to the interval ending at their time: its middle decides.

    Returns
    -------
    day : ndarray of int (time,)
        Ordinal of the day of each time.
    starts : ndarray of datetime64 (time,)
        UTC start of that day.
    """
    ordinals: list[int] = []
    starts: list[np.datetime64] = []
    for second in times.astype("datetime64[s]").astype(np.int64):
        moment = datetime.fromtimestamp(int(second), tz=UTC) - timedelta(hours=interval_hours / 2)
        local = moment.astimezone(zone) - timedelta(hours=start_hour)
        ordinals.append(local.toordinal())
        midnight = datetime(local.year, local.month, local.day, tzinfo=zone)
        begin = (midnight + timedelta(hours=start_hour)).astimezone(UTC)
        starts.append(np.datetime64(begin.replace(tzinfo=None), "ns"))
    return np.array(ordinals), np.array(starts, dtype="datetime64[ns]")
