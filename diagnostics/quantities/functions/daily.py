"""Daily extremes of the 2-m temperature and the fall of the minimum from day to day.

Days are those of the zone asked for, UTC by default. Extremes over intervals (mx2t, mn2t) are
used where the data have them; from samples alone the true extreme is missed by some tenths of a
kelvin, which is flagged and never corrected.
"""

from __future__ import annotations

from dataclasses import dataclass
from datetime import date
from typing import Annotated

import numpy as np
import numpy.typing as npt

from diagnostics.constants import ZERO_CELSIUS
from diagnostics.contracts.zones import zone_of
from diagnostics.messages import Message
from diagnostics.quantities.inputs import Field, Limits, OptionalTemperature2m
from diagnostics.quantities.operator_record import Operator, Reading
from diagnostics.quantities.reductions import Reduction
from diagnostics.quantities.results import Array, Maps, Scene
from diagnostics.quantities.timeline import Times, local_days

Maxima = Annotated[Array | None, Field("mx2t", "K")]
Minima = Annotated[Array | None, Field("mn2t", "K")]
Timezone = Annotated[str, Limits("IANA name or offset such as +08:00")]
DayStart = Annotated[float, Limits("local hour at which a day starts", "h", -12.0, 23.0)]

HOT_DAY = ZERO_CELSIUS + 35.0
"""From this daily maximum on a day is hot, K."""
ENOUGH = 0.75
"""A day needs this share of its samples before a diagnosis counts it."""


@dataclass(frozen=True)
class Days:
    """Daily extremes: values (day, y, x), UTC starts and local dates, and what to warn of."""

    values: Array
    starts: Times
    dates: tuple[date, ...]
    asked: npt.NDArray[np.bool_]
    complete: npt.NDArray[np.bool_]
    warnings: tuple[str, ...]


def daily_extremes(
    samples: Array | None,
    extremes: Array | None,
    scene: Scene,
    variable: str,
    timezone: str,
    day_start_hour: float,
    *,
    highest: bool,
) -> Days:
    """Return the extreme of every local day.

    Parameters
    ----------
    samples : ndarray (time, y, x), optional
        2-m temperature, K.
    extremes : ndarray (time, y, x), optional
        Extremes over the interval that ends at each time, K. One of the two is there.
    scene : Scene
    variable : str
        Canonical name of `extremes`.
    timezone : str
    day_start_hour : float
    highest : bool
        Maxima, or minima.
    """
    zone = zone_of(timezone)
    day, starts = local_days(scene.times, zone, day_start_hour)
    step = _step_hours(scene.times)
    interval = scene.interval_hours.get(variable, step) if extremes is not None else 0.0
    later, _ = local_days(scene.times, zone, day_start_hour, interval_hours=interval)
    if samples is None:
        day = later
    reduce = np.fmax if highest else np.fmin
    days = np.unique(day)
    shape = next(item.shape[-2:] for item in (samples, extremes) if item is not None)
    values = np.full((len(days), *shape), np.nan)
    complete = np.zeros(len(days), dtype=bool)
    for row, ordinal in enumerate(days):
        members = day == ordinal
        for part, chosen in ((samples, members), (extremes, later == ordinal)):
            if part is not None and chosen.any():
                values[row] = reduce(values[row], reduce.reduce(part[chosen], axis=0))
        complete[row] = members.sum() * step >= ENOUGH * 24.0
    first = np.array([np.flatnonzero(day == ordinal)[0] for ordinal in days])
    asked = np.isin(days, day[scene.asked])
    name = "tmax_undersampled" if highest else "tmin_undersampled"
    gaps = step > 1.0 if extremes is None else samples is None and interval < step
    dates = tuple(date.fromordinal(int(ordinal)) for ordinal in days)
    return Days(values, starts[first], dates, asked, complete, (name,) if gaps else ())


def _step_hours(times: Times) -> float:
    if len(times) < 2:
        return 24.0
    return float(np.median(np.diff(times.astype("datetime64[s]").astype(np.int64))) / 3600.0)


def _maps(days: Days, scene: Scene, layers: dict[str, Array] | None = None) -> Maps:
    wanted = days.asked
    warnings = days.warnings
    if not days.complete[wanted].all():
        warnings = (*warnings, "incomplete_window")
    present = days.complete[wanted] if scene.diagnosing else np.ones(int(wanted.sum()), dtype=bool)
    return Maps(
        days.values[wanted],
        times=days.starts[wanted],
        layers={name: values[wanted] for name, values in (layers or {}).items()},
        extra={"date": _dates(days)},
        present=present,
        lacking=Message(id="lack-no_whole_day"),
        warnings=warnings,
    )


def _dates(days: Days) -> list[str]:
    """Local dates of the days asked for."""
    return [day.isoformat() for day, asked in zip(days.dates, days.asked, strict=True) if asked]


def _run_length(days: Days, least: float) -> Array:
    """Count the days in a row, asked for and up to each, that reach `least`; NaN if unknown."""
    length = np.where(np.isfinite(days.values), 0.0, np.nan)
    for row, values in enumerate(days.values):
        follows = row > 0 and days.asked[row - 1] and (days.dates[row] - days.dates[row - 1]).days
        before = np.nan_to_num(length[row - 1]) if follows == 1 else 0.0
        length[row] = np.where(values >= least, before + 1.0, length[row])
    return length


def tmax_daily(
    temperature: OptionalTemperature2m,
    maxima: Maxima,
    scene: Scene,
    *,
    timezone: Timezone = "UTC",
    day_start_hour: DayStart = 0.0,
) -> Maps:
    """Daily maximum of the 2-m temperature.

    Parameters
    ----------
    temperature : ndarray (time, y, x), optional
        K; may be absent where the extremes over intervals are there.
    maxima : ndarray (time, y, x), optional
        Maximum since the previous time, K.
    scene : Scene
    timezone : str
        Zone of the days.
    day_start_hour : float
        Local hour at which a day starts.

    Returns
    -------
    Maps
        K, one map per local day; the time is the start of the day, ``date`` its local date. The
        reduction ``run_length_ge_35`` is the longest run of days from 35 degC on at any place.
    """
    days = daily_extremes(
        temperature, maxima, scene, "mx2t", timezone, day_start_hour, highest=True
    )
    return _maps(days, scene, {"hot_run": _run_length(days, HOT_DAY)})


def tmin_daily(
    temperature: OptionalTemperature2m,
    minima: Minima,
    scene: Scene,
    *,
    timezone: Timezone = "UTC",
    day_start_hour: DayStart = 0.0,
) -> Maps:
    """Daily minimum of the 2-m temperature.

    Parameters
    ----------
    temperature : ndarray (time, y, x), optional
        K; may be absent where the extremes over intervals are there.
    minima : ndarray (time, y, x), optional
        Minimum since the previous time, K.
    scene : Scene
    timezone : str
        Zone of the days.
    day_start_hour : float
        Local hour at which a day starts.

    Returns
    -------
    Maps
        K, one map per local day; the time is the start of the day, ``date`` its local date.
    """
    return _maps(
        daily_extremes(temperature, minima, scene, "mn2t", timezone, day_start_hour, highest=False),
        scene,
    )


def tmin_drop(
    temperature: OptionalTemperature2m,
    minima: Minima,
    scene: Scene,
    *,
    timezone: Timezone = "UTC",
    day_start_hour: DayStart = 0.0,
) -> Maps:
    """Fall of the daily minimum temperature from the day before.

    Parameters
    ----------
    temperature : ndarray (time, y, x), optional
        K; may be absent where the extremes over intervals are there.
    minima : ndarray (time, y, x), optional
        Minimum since the previous time, K.
    scene : Scene
    timezone : str
        Zone of the days.
    day_start_hour : float
        Local hour at which a day starts.

    Returns
    -------
    Maps
        K, positive for a fall, one map per local day. The falls over 48 and 72 hours count only
        where the minimum fell on each of the days; a national grade is not given for values of a
        grid. Only days with three quarters of their samples
        are compared: half a day has another minimum.
    """
    days = daily_extremes(
        temperature, minima, scene, "mn2t", timezone, day_start_hour, highest=False
    )
    usable = np.where(days.complete[:, np.newaxis, np.newaxis], days.values, np.nan)
    numbers = np.round(days.starts.astype("datetime64[s]").astype(np.int64) / 86400.0)
    falls = [_fall(usable, numbers, span) for span in (1, 2, 3)]
    wanted = days.asked
    return Maps(
        falls[0][wanted],
        layers={
            "drop_8k": (falls[0] >= 8.0).astype(float)[wanted],
            "drop_48h": falls[1][wanted],
            "drop_72h": falls[2][wanted],
        },
        at_point={
            "drop_48h_k": falls[1][wanted],
            "drop_72h_k": falls[2][wanted],
            "minimum_degc": days.values[wanted] - ZERO_CELSIUS,
        },
        times=days.starts[wanted],
        extra={"date": _dates(days)},
        present=_has_day_before(numbers, days.complete)[wanted],
        lacking=Message(id="lack-no_two_days"),
        warnings=days.warnings,
    )


def _has_day_before(
    numbers: npt.NDArray[np.float64], complete: npt.NDArray[np.bool_]
) -> npt.NDArray[np.bool_]:
    before = np.concatenate([[False], complete[:-1] & (np.diff(numbers) == 1.0)])
    return np.asarray(complete & before)


def _fall(values: Array, numbers: npt.NDArray[np.float64], span: int) -> Array:
    """Return the fall over `span` days, NaN unless the value fell on each of them."""
    fall = np.full(values.shape, np.nan)
    for row in range(span, len(values)):
        if numbers[row] - numbers[row - span] != span:
            continue
        steps = np.diff(values[row - span : row + 1], axis=0)
        steady = (steps < 0.0).all(axis=0) if span > 1 else np.isfinite(steps[0])
        fall[row] = np.where(steady, values[row - span] - values[row], np.nan)
    return fall


OPERATORS = (
    Operator(
        tmax_daily,
        category="thermodynamics",
        difficulty="easy",
        events=("heat_wave",),
        unit="degC",
        valid_range=(-60.0, 58.0),
        reductions=(
            "max",
            "mean",
            "p95",
            Reduction("run_length_ge_35", "day", of="hot_run", how="max"),
        ),
        formula="max of t2m (and mx2t) over each local day",
        references=("perkins2013", "zhang2011", "dingqian2010"),
        extra_outputs=("date",),
        reading=Reading(whole_days=True),
    ),
    Operator(
        tmin_daily,
        category="thermodynamics",
        difficulty="easy",
        events=("snowstorm", "heat_wave", "cold_wave"),
        unit="degC",
        valid_range=(-90.0, 45.0),
        reductions=("min", "mean", "p05"),
        formula="min of t2m (and mn2t) over each local day",
        references=("zhang2011", "walsh2001"),
        extra_outputs=("date",),
        reading=Reading(whole_days=True),
    ),
    Operator(
        tmin_drop,
        category="thermodynamics",
        difficulty="medium",
        events=("cold_wave",),
        unit="K",
        valid_range=(-30.0, 50.0),
        reductions=(
            "max",
            "mean",
            Reduction("area_fraction_drop_8k", "1", of="drop_8k", how="mean"),
            Reduction("max_48h", "K", of="drop_48h", how="max"),
            Reduction("max_72h", "K", of="drop_72h", how="max"),
        ),
        formula="Tmin(d - 1) - Tmin(d); D2 and D3 over 2 and 3 days of steady fall",
        references=("tao1959", "zhu2007"),
        extra_outputs=("drop_48h_k", "drop_72h_k", "minimum_degc", "date"),
        reading=Reading(look_back=96.0, whole_days=True),
    ),
)
