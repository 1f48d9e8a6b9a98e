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
    STEP = "step"
    """At the time before, where times are the habit's hours apart; else the field is refused."""
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
        Of `Begin.HOURS` and `Begin.STEP`.
    fields : tuple of str
        Names in the file that it holds for; every field without any.
    """

    name: str
    marks: tuple[tuple[str, ...], ...]
    statistics: tuple[TimeStatistic, ...]
    begin: Begin
    source: str
    hours: float = 0.0
    fields: tuple[str, ...] = ()


_EXTREMES = (TimeStatistic.MAXIMUM, TimeStatistic.MINIMUM)
_TABLE = "ECMWF, Conversion table for accumulated variables, confluence.ecmwf.int/x/DI4fDw"
_ERA5 = f"{_TABLE} (ERA5: over the hour that ends at the validity time)"

_LAND = f"{_TABLE} (ERA5-Land: since 00 UTC, as forecasts of 24 h that start then)"

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
        "ECMWF, TIGGE parameters, confluence.ecmwf.int/x/thWiAQ (total precipitation: accumulated "
        "from the beginning of the forecast)",
    ),
    Habit(
        "dwd-since-start",
        (("centre=edzw",),),
        (TimeStatistic.SUM,),
        Begin.RUN,
        "Reinert et al. 2021, DWD Database Reference for the Global and Regional ICON and "
        "ICON-EPS Forecasting System 2.1.7, doi:10.5676/DWD_pub/nwv/icon_2.1.7 (TOT_PREC)",
    ),
    Habit(
        "ncep-buckets",
        (("centre=kwbc",),),
        (TimeStatistic.SUM,),
        Begin.BUCKET,
        "NCEP, wgrib2: -ncep_norm, www.cpc.ncep.noaa.gov/products/wesley/wgrib2/ncep_norm.html "
        "(APCP of GFS: 0-3, 0-6, 6-9, 6-12 h)",
    ),
    Habit(
        "met-norway-since-the-time-before",
        (("centre=enmi",),),
        (TimeStatistic.SUM,),
        Begin.STEP,
        "MET Norway, gridpp, src/File/File.cpp (precipitation_amount is the difference of "
        "precipitation_amount_acc to the time before); NWPdocs, MET Nordic dataset (hourly)",
        hours=1.0,
        fields=("precipitation_amount",),
    ),
)
"""In order: the first that is met holds."""


def habit_of(
    facts: Collection[str], words: str, statistic: TimeStatistic, field: str = ""
) -> Habit | None:
    """Return the habit that a file's producer has for a statistic; None where none is known.

    Parameters
    ----------
    facts : collection of str
        ``key=value`` in lower case: GRIB's class, stream, type, centre.
    words : str
        What the file says of itself, in lower case.
    statistic : TimeStatistic
    field : str
        Its name in the file.

    Examples
    --------
    >>> habit_of({"class=ea", "stream=enda"}, "", TimeStatistic.SUM).hours
    3.0
    """
    for habit in HABITS:
        if statistic not in habit.statistics or (habit.fields and field not in habit.fields):
            continue
        if any(
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
    starts = np.asarray(ends - np.timedelta64(round(habit.hours * 3600), "s"))
    if habit.begin is Begin.STEP:
        # nothing fell before the run
        return starts if runs is None else np.maximum(starts, runs)
    return starts
