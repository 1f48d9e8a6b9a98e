"""Tests about fields against time: the column above the event point, and longitude against time."""

from __future__ import annotations

import numpy as np

from diagnostics.contracts.space_time import wrap_longitude
from diagnostics.detection.features.sections import longest_run
from diagnostics.detection.features.timelines import (
    ColumnSeries,
    column_series,
    latitude_band,
    longitude_time,
)
from diagnostics.errors import InputDataError
from diagnostics.figures.questions.finding import QuestionResult, Test, at_place, measure, rounded
from diagnostics.messages import Message
from diagnostics.quantities.scene import Array, Scene

MOIST = 80.0
STEADY = 50.0
"""A height anomaly from which it counts, gpm."""


def _now(scene: Scene) -> int:
    return scene.times.index(scene.time)


def column(test: Test, scene: Scene) -> QuestionResult:
    """``{column: ascent|veering|moistening, value, hours}`` above the event point.

    ``ascent``: at most ``value`` Pa/s somewhere in the column at every time within ``hours`` of
    the valid time. ``veering``: the wind turns by at least ``value`` degrees from 850 to 500 hPa,
    to the right north of the equator and to the left south of it, on the mean of the ``hours``
    before. ``moistening``: the depth with relative humidity of at least 80 % has grown by
    ``value`` hPa within ``hours``.
    """
    series = column_series(scene)
    now, hours = _now(scene), float(test["hours"])
    ago = series.hours - series.hours[now]
    place = (series.latitude, series.longitude)
    kind, limit = test["column"], float(test["value"])
    if kind == "ascent":
        near = np.abs(ago) <= hours
        strongest = np.nanmin(series.field("w")[:, near], axis=0)
        weakest = float(np.max(strongest))
        return QuestionResult(
            weakest <= limit,
            Message(
                id="chart-ascent",
                params={"value": measure(weakest, "Pa s-1", 2), "number": int(near.sum())},
            ),
            place,
            round(weakest, 3),
            "Pa s⁻¹",
        )
    before = (ago <= 0) & (ago >= -hours)
    if before.sum() < 2:
        raise InputDataError(
            Message(id="chart-no_time_before", params={"span": measure(hours, "h")}),
            code="missing_time",
        )
    if kind == "veering":
        turned = scene.hemisphere * float(np.nanmean(_turning(series)[before]))
        return QuestionResult(
            turned >= limit,
            Message(id="chart-veering", params={"turned": rounded(turned, "deg")}),
            place,
            round(turned, 1),
            "°",
        )
    depth = _moist_depth(series)
    first = int(np.flatnonzero(before)[0])
    grown = float(depth[now] - depth[first])
    return QuestionResult(
        grown >= limit,
        Message(
            id="chart-moistening",
            params={
                "then": rounded(depth[first], "hPa"),
                "now": rounded(depth[now], "hPa"),
                "span": rounded(-ago[first], "h"),
            },
        ),
        place,
        round(grown, 1),
        "hPa",
    )


def _turning(series: ColumnSeries) -> Array:
    """Turn of the wind from 850 to 500 hPa at every time, degrees, positive to the right."""
    low, high = (int(np.argmin(np.abs(series.pressure - level))) for level in (850.0, 500.0))
    east, north = series.field("u"), series.field("v")
    direction = [np.arctan2(east[k], north[k]) for k in (low, high)]
    turn = (direction[1] - direction[0] + np.pi) % (2 * np.pi) - np.pi
    return np.asarray(np.degrees(turn))


def _moist_depth(series: ColumnSeries) -> Array:
    humid = np.nan_to_num(series.relative_humidity(), nan=0.0) >= MOIST
    thickness = np.gradient(series.pressure)
    return np.asarray((humid * thickness[:, None]).sum(axis=0))


def sector(test: Test, scene: Scene) -> QuestionResult:
    """``{sector: steady|eastward|new_centre, quantity, value}`` in longitude against time.

    ``steady``: one sign of at least 50 gpm over the region's longitudes for ``value`` days on end.
    ``eastward``: the pattern moves east by more than ``value`` degrees a day, by the shift that
    fits successive times best. ``new_centre``: an anomaly of ``value`` now, within 80 degrees
    west of the region, where two days before there was less than half of it.
    """
    field = longitude_time(scene, test["quantity"])
    longitude = latitude_band(scene).longitude
    hours = np.array([(time - scene.times[0]).total_seconds() / 3600.0 for time in scene.times])
    limit = float(test["value"])
    if test["sector"] == "steady":
        return _steady(field, longitude, hours, scene, limit)
    if test["sector"] == "eastward":
        return _eastward(field, longitude, hours, limit)
    return _new_centre(field, longitude, hours, scene, limit)


def _steady(
    field: Array, longitude: Array, hours: Array, scene: Scene, days: float
) -> QuestionResult:
    away = (longitude - scene.region.center[1] + 180.0) % 360.0 - 180.0
    mean = np.nanmean(field[:, np.abs(away) <= max(5.0, scene.region.width / 2)], axis=1)
    if hours[-1] - hours[0] < 24.0 * days:
        return QuestionResult(
            None,
            Message(
                id="chart-too_few_days",
                params={
                    "covered": rounded((hours[-1] - hours[0]) / 24, "d", 1),
                    "wanted": measure(days, "d"),
                },
            ),
        )
    runs = [longest_run(sign * mean >= STEADY) for sign in (1, -1)]
    start, end = max(runs, key=lambda run: run[1] - run[0])
    lasted = (hours[end - 1] - hours[start]) / 24.0 if end > start else 0.0
    value = float(np.mean(mean[start:end])) if end > start else 0.0
    return QuestionResult(
        bool(lasted >= days),
        Message(
            id="chart-steady",
            params={"value": rounded(value, "gpm"), "lasted": rounded(lasted, "d", 1)},
        ),
        scene.region.center,
        round(lasted, 2),
        "d",
    )


def _eastward(field: Array, longitude: Array, hours: Array, limit: float) -> QuestionResult:
    step = float(np.median(np.diff(longitude)))
    lag = next((k for k in range(1, hours.size) if hours[k] - hours[0] >= 12.0), 0)
    if lag == 0 or not np.isfinite(field).all():
        raise InputDataError(Message(id="chart-too_short"), code="incomplete_window")
    day = (hours[lag] - hours[0]) / 24.0
    reach = min(field.shape[1] // 3, round(30.0 * day / step))
    fits = []
    for shift in range(-reach, reach + 1):
        early = field[:-lag, max(0, -shift) : field.shape[1] - max(0, shift)]
        late = field[lag:, max(0, shift) : field.shape[1] + min(0, shift)]
        fits.append(float(np.mean((early - late) ** 2)))
    speed = float((int(np.argmin(fits)) - reach) * step / day)
    return QuestionResult(
        speed > limit,
        Message(id="chart-eastward", params={"speed": rounded(speed, "deg", 1)}),
        value=round(speed, 2),
        unit="° d⁻¹",
    )


def _new_centre(
    field: Array, longitude: Array, hours: Array, scene: Scene, limit: float
) -> QuestionResult:
    now = _now(scene)
    earlier = np.flatnonzero(hours <= hours[now] - 48.0)
    if earlier.size == 0:
        raise InputDataError(
            Message(id="chart-no_time_before", params={"span": rounded(48.0, "h")}),
            code="missing_time",
        )
    then = field[earlier[-1]]
    west = (scene.region.west - longitude) % 360.0
    fresh = (np.abs(field[now]) >= limit) & (np.abs(then) < limit / 2) & (west <= 80.0)
    if not fresh.any():
        return QuestionResult(False, Message(id="chart-no_new_centre"))
    k = int(np.argmax(np.where(fresh, np.abs(field[now]), 0.0)))
    band = latitude_band(scene)
    place = ((band.south + band.north) / 2, wrap_longitude(float(longitude[k])))
    return QuestionResult(
        True,
        Message(
            id="chart-new_centre",
            params={
                "then": rounded(then[k], "gpm"),
                "now": rounded(field[now, k], "gpm"),
                "place": at_place(place),
            },
        ),
        place,
        round(float(field[now, k]), 1),
        "gpm",
    )
