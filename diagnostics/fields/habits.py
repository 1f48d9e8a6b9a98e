"""What producers are known to do where their files do not say it: one entry of data for each.

A habit is used only for what neither bounds, nor GRIB keys, nor names state. To add one, add an
entry: the marks by which the producer is known, where the interval begins, and the source.
"""

from __future__ import annotations

from collections.abc import Collection
from dataclasses import dataclass
from enum import StrEnum

import numpy as np

from diagnostics.contracts.field_record import TimeStatistic
from diagnostics.fields.blocks import Times


class Begin(StrEnum):
    """Where an interval begins of which the end is known."""

    HOURS = "hours"
    """A fixed number of hours before the end."""
    RUN = "run"
    """At the start of the forecast: a total that runs on."""
    DAY = "day"
    """At 00 UTC of the day before or at the end."""
    BUCKET = "bucket"
    """Again every few hours, which an end alone does not say: the field is refused."""
    VALUES = "values"
    """An hour before the end or at 00 UTC: the values show which, or the field is refused."""


@dataclass(frozen=True)
class Habit:
    """How a producer's intervals begin.

    Attributes
    ----------
    name : str
        As records and findings name the rule.
    marks : tuple of tuple of str
        Any of these; each is met when all of its marks are there. A mark is a fact
        (``class=ea``) or a word in what the file says of itself, in lower case.
    statistics : tuple of TimeStatistic
        What it holds for.
    begin : Begin
    source : str
        The document that says so.
    hours : float
        Of `Begin.HOURS`.
    """

    name: str
    marks: tuple[tuple[str, ...], ...]
    statistics: tuple[TimeStatistic, ...]
    begin: Begin
    source: str
    hours: float = 0.0


_EXTREMES = (TimeStatistic.MAXIMUM, TimeStatistic.MINIMUM)
_ERA5 = "ECMWF, ERA5: data documentation (mean rates, accumulations and extremes)"

_LAND = "ECMWF, ERA5-Land: data documentation (accumulations)"

HABITS: tuple[Habit, ...] = (
    Habit(
        "era5-land-since-00-utc",
        (("class=l5",), ("era5-land",), ("era5 land",), ("era5_land",), ("era5land",)),
        (TimeStatistic.SUM,),
        Begin.DAY,
        _LAND,
    ),
    Habit(
        "era5-members-3-hours",
        (
            ("class=ea", "stream=enda"),
            ("has=expver", "stream=enda"),
            ("has=store", "stream=enda"),
            ("era5", "stream=enda"),
            ("era5", "ensemble members"),
            ("era5", "ensemble_members"),
        ),
        (TimeStatistic.SUM, TimeStatistic.MEAN, *_EXTREMES),
        Begin.HOURS,
        _ERA5,
        hours=3.0,
    ),
    Habit(
        "era5-hour-before",
        (("class=ea",), ("era5",)),
        (TimeStatistic.SUM, TimeStatistic.MEAN, *_EXTREMES),
        Begin.HOURS,
        _ERA5,
        hours=1.0,
    ),
    Habit(
        "era5-or-era5-land",
        (("has=expver",), ("has=store",)),
        (TimeStatistic.SUM,),
        Begin.VALUES,
        f"{_ERA5}; {_LAND}",
    ),
    Habit(
        "era5-archive-hour-before",
        (("has=expver",), ("has=store",)),
        (TimeStatistic.MEAN, *_EXTREMES),
        Begin.HOURS,
        _ERA5,
        hours=1.0,
    ),
    Habit(
        "ecmwf-since-start",
        (("centre=ecmf",),),
        (TimeStatistic.SUM,),
        Begin.RUN,
        "ECMWF, Open data: real-time forecasts (total precipitation)",
    ),
    Habit(
        "dwd-since-start",
        (("centre=edzw",),),
        (TimeStatistic.SUM,),
        Begin.RUN,
        "DWD, ICON Database Reference Manual (TOT_PREC, accumulated since model start)",
    ),
    Habit(
        "ncep-buckets",
        (("centre=kwbc",),),
        (TimeStatistic.SUM,),
        Begin.BUCKET,
        "NCEP, GFS inventory (APCP: since the start, and since the last multiple of six hours)",
    ),
)
"""In order: the first that is met holds."""


def habit_of(facts: Collection[str], words: str, statistic: TimeStatistic) -> Habit | None:
    """Return the habit that a file's producer has for a statistic; None where none is known.

    Parameters
    ----------
    facts : collection of str
        ``key=value`` in lower case: GRIB's class, stream, type, centre.
    words : str
        What the file says of itself, in lower case.
    statistic : TimeStatistic

    Examples
    --------
    >>> habit_of({"class=ea", "stream=enda"}, "", TimeStatistic.SUM).hours
    3.0
    """
    for habit in HABITS:
        if statistic in habit.statistics and any(
            all(mark in facts if "=" in mark else mark in words for mark in marks)
            for marks in habit.marks
        ):
            return habit
    return None


def begins(habit: Habit, ends: Times, runs: Times | None) -> Times | None:
    """Return where intervals begin that end at given times.

    None without the run it needs, and where the end alone does not say it.

    Parameters
    ----------
    habit : Habit
    ends : ndarray of datetime64[ns]
    runs : ndarray of datetime64[ns] or None
        The run of each.
    """
    if habit.begin is Begin.RUN:
        return runs
    if habit.begin in {Begin.BUCKET, Begin.VALUES}:
        return None
    if habit.begin is Begin.DAY:
        before = ends - np.timedelta64(1, "s")
        return before.astype("datetime64[D]").astype("datetime64[ns]")
    return np.asarray(ends - np.timedelta64(round(habit.hours * 3600), "s"))
