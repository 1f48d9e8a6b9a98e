"""Time series at the event point, and what can be read from them."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np

from diagnostics.constants import ZERO_CELSIUS
from diagnostics.contracts.quantities import QuantityRef
from diagnostics.detection.features.answers import Detection, detection, feature, graded
from diagnostics.errors import InputDataError
from diagnostics.grid.sections import sample_bilinear
from diagnostics.messages import Listing, Message, Term
from diagnostics.quantities.registry import values
from diagnostics.quantities.scene import Array, Scene

TOGETHER_HOURS = 12.0


@dataclass(frozen=True, eq=False)
class Series:
    """Surface fields at the event point.

    Attributes
    ----------
    hours : array, shape (n,)
        Since the first time.
    temperature, pressure, wind, east, north, precipitation : array, shape (n,)
        °C, hPa, m s-1 and mm per interval; NaN where a field is unknown.
    """

    hours: Array
    temperature: Array
    pressure: Array
    wind: Array
    east: Array
    north: Array
    precipitation: Array


def point_series(scene: Scene) -> Series:
    """Return the series at the region's centre over every loaded time."""
    made: Series = scene.keep("series", lambda: _point_series(scene))
    return made


def _point_series(scene: Scene) -> Series:
    latitude, longitude = (np.array([part]) for part in scene.region.center)
    times = scene.dataset["time"].values
    hours = (times - times[0]) / np.timedelta64(1, "h")

    def series(name: str) -> Array:
        if not scene.has(name):
            return np.full(times.size, np.nan)
        block = np.asarray(scene.dataset[name].values, dtype=np.float64)
        return sample_bilinear(block, scene.grid, latitude, longitude)[:, 0]

    east, north = series("u10"), series("v10")
    return Series(
        hours=np.asarray(hours, dtype=np.float64),
        temperature=series("t2m") - ZERO_CELSIUS,
        pressure=series("msl") / 100.0,
        wind=np.hypot(east, north),
        east=east,
        north=north,
        precipitation=series("tp"),
    )


def change_24h(hours: Array, series: Array) -> Array:
    """Difference from the value exactly 24 hours before; NaN where there is none."""
    place = {round(float(hour), 3): k for k, hour in enumerate(hours)}
    result = np.full(series.size, np.nan)
    for k, hour in enumerate(hours):
        before = place.get(round(float(hour) - 24.0, 3))
        if before is not None:
            result[k] = series[k] - series[before]
    return result


def series_drop(
    scene: Scene, *, dT: float = -8.0, dp: float = 8.0, wind: float = 10.8
) -> Detection:
    """Abrupt change at the event point: two of cooling, pressure rise and wind within 12 hours.

    `dT` and `dp` are changes over 24 hours in K and hPa, `wind` is in m/s.
    """
    data = point_series(scene)
    cooling = change_24h(data.hours, data.temperature)
    rising = change_24h(data.hours, data.pressure)
    if not (np.isfinite(cooling).any() or np.isfinite(rising).any()):
        raise InputDataError(Message(id="detectionerror-short_series"), code="incomplete_window")
    tests = [
        (np.nan_to_num(cooling, nan=0.0) <= dT, "cooling"),
        (np.nan_to_num(rising, nan=0.0) >= dp, "pressure rise"),
        (np.nan_to_num(data.wind, nan=0.0) >= wind, "wind"),
    ]
    best: int = 0
    named: list[str] = []
    for hour in data.hours:
        close = np.abs(data.hours - hour) <= TOGETHER_HOURS / 2
        names = [name for flags, name in tests if flags[close].any()]
        if len(names) > best:
            best, named = len(names), names
    coldest = float(np.nanmin(cooling)) if np.isfinite(cooling).any() else 0.0
    latitude, longitude = scene.region.center
    found = feature(
        "abrupt_change",
        latitude,
        longitude,
        value=coldest,
        unit="K",
        strength=float(best),
        score=graded(best, 2.0),
        extra={"signs": ", ".join(named)},
    )
    message = Message(
        id="detect-abrupt_change",
        params={
            "count": str(best),
            "signs": Listing(items=tuple(Term(term=f"sign_{name}") for name in named or ("none",))),
            "change": f"{coldest:.1f}",
        },
    )
    return detection(best >= 2, (found,) if best else (), message)


def persistence(
    scene: Scene,
    *,
    field: QuantityRef = QuantityRef("temperature_2m"),
    op: str = ">=",
    threshold: float = 35.0,
    threshold_coarse: float | None = None,
    min_days: int = 3,
) -> Detection:
    """Longest run of days on which the region's extreme passes a threshold.

    The largest of a day's 90th percentiles over the region's cells is used (``>=``), or the
    smallest of its 10th (``<=``); days are those of UTC. Times without values are passed over; a
    day without any, or missing from the data, ends a run. Standardised anomalies are judged where
    a climatology is given.
    """
    inside = scene.inside()
    limit = scene.coarse(threshold, threshold_coarse)
    share = 90.0 if op == ">=" else 10.0
    by_day: dict[int, list[float]] = {}
    for time in scene.times:
        data = values(scene.at(time), field)[inside]
        known = data[np.isfinite(data)]
        if known.size:
            by_day.setdefault(time.toordinal(), []).append(float(np.percentile(known, share)))
    if not by_day:
        raise InputDataError(
            Message(id="detectionerror-no_value_ever", params={"field": field.text}),
            code="missing_input",
        )
    extremes = {day: max(item) if op == ">=" else min(item) for day, item in by_day.items()}
    run = longest = 0
    for day, value in extremes.items():
        run = run if day - 1 in extremes else 0
        run = run + 1 if (value >= limit if op == ">=" else value <= limit) else 0
        longest = max(longest, run)
    latitude, longitude = scene.region.center
    found = feature(
        "persistence",
        latitude,
        longitude,
        value=float(longest),
        unit="d",
        strength=float(longest),
        score=graded(longest, min_days),
    )
    message = Message(
        id="detect-consecutive_days",
        params={"count": str(longest), "limit": f"{op} {limit:g}", "all": str(len(extremes))},
    )
    return detection(longest >= min_days, (found,) if longest else (), message)
