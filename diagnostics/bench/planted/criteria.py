"""The criteria of the five types, computed again from the fields alone.

The numbers are those of GB/T 28592-2012 (rain, snow), GB/T 28591-2012 (wind), GB/T 21987-2017 (cold
waves) and the warning signals of CMA (heat), written here a second time.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from datetime import datetime, timedelta

import numpy as np
import numpy.typing as npt

from diagnostics.bench.planted.fields import Array, CaseFields

_RAIN = {24: (50.0, 100.0, 250.0), 12: (30.0, 70.0, 140.0)}
_SNOW = {24: (10.0, 20.0, 30.0), 12: (6.0, 10.0, 15.0)}
_WIND = (17.2, 24.5, 32.7)
_GUST = (20.8, 28.5, 37.0)
_FALLS: Mapping[int, tuple[float, float, float]] = {
    1: (8.0, 10.0, 12.0),
    2: (10.0, 12.0, 14.0),
    3: (12.0, 14.0, 16.0),
}
_LOWEST = (4.0, 2.0, 0.0)
_DAY_STARTS = 12
"""UTC hour at which the days of these criteria begin: 20 h Beijing time."""
_EARTH_KM = 6371.0
_LEAST_KM2 = {"rainstorm": 2500, "snowstorm": 2500, "gale": 2500, "heat_wave": 50000}
_STORED = 1e-3


@dataclass(frozen=True)
class Reached:
    """What a type reaches in a region.

    Attributes
    ----------
    grade : int or None
        0 where the criterion is not met; None where these data cannot tell.
    peak : float or None
        The largest value of the quantity in the region.
    values : callable
        The quantity at a time of the data, (y, x), as the report's peak is written.
    """

    grade: int | None
    peak: float | None
    values: Callable[[datetime], Array] | None = None


def reached(
    event: str, fields: CaseFields, region: list[float], quantity: str, window: str
) -> Reached:
    """Test one type.

    Parameters
    ----------
    event : str
    fields : CaseFields
    region : list of float
    quantity, window : str
        In which the report states the peak, such as ``10-m gust`` and ``rolling 24 h``; the grade
        is taken from all that the criterion allows.
    """
    if event in ("rainstorm", "snowstorm"):
        return _amounts(event, fields, region, window)
    if event == "gale":
        return _gale(fields, region, quantity)
    return _heat(fields, region) if event == "heat_wave" else _cold(fields, region, window)


def _graded(
    parts: list[tuple[Array, tuple[float, float, float]]],
    fields: CaseFields,
    inside: npt.NDArray[np.bool_],
    event: str,
) -> int:
    """Return the highest grade of the first part that is met at all.

    It needs the type's least area at one time, or one cell that is larger.
    """
    dlat = np.radians(fields.spacing)
    rows = (dlat * _EARTH_KM) ** 2 * np.cos(np.radians(fields.latitude))
    cells = np.broadcast_to(rows[:, None], inside.shape)
    for series, limits in parts:
        best = 0
        for plane in series:
            met = inside & (plane >= limits[0] - _STORED)
            if cells[met].sum() < min(_LEAST_KM2[event], cells.max()):
                continue
            best = max(best, sum(float(plane[met].max()) >= one - _STORED for one in limits))
        if best:
            return best
    return 0


def _rolling(amounts: Array, count: int) -> Array:
    """Return sums over so many times, at the last of them."""
    total = np.cumsum(np.nan_to_num(amounts), axis=0)
    total[count:] = total[count:] - total[:-count]
    return total


def _amounts(event: str, fields: CaseFields, region: list[float], window: str) -> Reached:
    name, limits = ("tp", _RAIN) if event == "rainstorm" else ("sf", _SNOW)
    if name not in fields.surface or not fields.interval_hours:
        return Reached(None, None)
    amounts = fields.surface[name]
    if event == "rainstorm" and "sf" in fields.surface:
        amounts = amounts - fields.surface["sf"]
    inside = fields.inside(region)
    parts = []
    for hours, steps in limits.items():
        count = min(len(fields.times), round(hours / fields.interval_hours))
        if len(fields.times) > 1 or hours == 24:
            parts.append((_rolling(amounts, count), steps))
    stated = re.search(r"\d+", window)
    hours = int(stated[0]) if stated else 24
    count = min(len(fields.times), max(1, round(hours / fields.interval_hours)))
    sums = _rolling(amounts, count)

    def largest(time: datetime) -> Array:
        """The largest sum of a window that holds the time."""
        step = fields.step(time)
        return np.asarray(sums[step : step + count].max(axis=0))

    peak = float(sums[:, inside].max())
    return Reached(_graded(parts, fields, inside, event), peak, largest)


def _gale(fields: CaseFields, region: list[float], quantity: str) -> Reached:
    parts = []
    found: dict[str, Array] = {}
    if {"u10", "v10"} <= fields.surface.keys():
        found["10-m wind"] = np.hypot(fields.surface["u10"], fields.surface["v10"])
        parts.append((found["10-m wind"], _WIND))
    if "fg10" in fields.surface:
        found["10-m gust"] = fields.surface["fg10"]
        parts.append((found["10-m gust"], _GUST))
    if not parts:
        return Reached(None, None)
    inside = fields.inside(region)
    grade = max(_graded([part], fields, inside, "gale") for part in parts)
    if quantity not in found:
        return Reached(grade, None)
    series = found[quantity]
    return Reached(grade, float(series[:, inside].max()), lambda time: series[fields.step(time)])


def _days(fields: CaseFields, name: str, take: Callable[..., Array]) -> tuple[list[int], Array]:
    """Return the extreme of each whole or begun day, with the days' numbers."""
    numbers = [
        (time - timedelta(hours=_DAY_STARTS, seconds=1)).toordinal() for time in fields.times
    ]
    days = sorted(set(numbers))
    picked = np.array(numbers)
    planes = [take(fields.surface[name][picked == day], axis=0) for day in days]
    return days, np.stack(planes) - 273.15


def _heat(fields: CaseFields, region: list[float]) -> Reached:
    name = "mx2t" if "mx2t" in fields.surface else "t2m"
    if name not in fields.surface:
        return Reached(None, None)
    inside = fields.inside(region)
    _, highest = _days(fields, name, np.max)
    peak = float(highest[:, inside].max())

    def value(time: datetime) -> Array:
        return np.asarray(fields.surface[name][fields.step(time)] - 273.15)

    if len(highest) < 3:
        return Reached(None, peak, value)
    grade = 0
    for days, limit, rank in ((3, 35.0, 1), (5, 35.0, 2), (3, 37.0, 2)):
        run = _longest(highest >= limit - _STORED) >= days
        if _graded([(run[None].astype(float), (1.0, 2.0, 3.0))], fields, inside, "heat_wave"):
            grade = max(grade, rank)
            hot = highest[:, run & inside].max() >= 40.0 - _STORED
            grade = 3 if hot and limit == 35.0 and days == 3 else grade
    return Reached(grade, peak, value)


def _longest(holds: npt.NDArray[np.bool_]) -> npt.NDArray[np.int64]:
    best = run = np.zeros(holds.shape[1:], dtype=np.int64)
    for day in holds:
        run = np.where(day, run + 1, 0)
        best = np.maximum(best, run)
    return best


def _cold(fields: CaseFields, region: list[float], window: str) -> Reached:
    name = "mn2t" if "mn2t" in fields.surface else "t2m"
    if name not in fields.surface:
        return Reached(None, None)
    inside = fields.inside(region)
    days, lowest = _days(fields, name, np.min)
    if len(days) < 3:
        return Reached(None, None)
    grade = 0
    stated = re.search(r"\d+", window)
    asked = int(stated[0]) // 24 if stated else 1
    falls: Array = np.zeros_like(lowest)
    for apart, limits in _FALLS.items():
        for day in range(1, len(days)):
            first = max(0, day - apart)
            fall = lowest[first:day].max(axis=0) - lowest[day]
            if apart == asked:
                falls[day] = fall
            for rank, (drop, least) in enumerate(zip(limits, _LOWEST, strict=True), start=1):
                met = (fall >= drop - _STORED) & (lowest[day] <= least + _STORED)
                if inside[met & inside].sum() * fields.spacing**2 * 111.0**2 * 0.6 >= 50000:
                    grade = max(grade, rank)

    def value(time: datetime) -> Array:
        day = (time - timedelta(hours=_DAY_STARTS, seconds=1)).toordinal()
        return np.asarray(falls[days.index(day)])

    return Reached(grade, float(falls[:, inside].max()), value)
