"""Tests about profiles, cross sections and time series."""

from __future__ import annotations

import numpy as np

from diagnostics.contracts.space_time import wrap_longitude
from diagnostics.detection.features.sections import cross_section
from diagnostics.detection.features.series import change_24h, point_series
from diagnostics.detection.features.soundings import sounding
from diagnostics.errors import InputDataError
from diagnostics.figures.questions.finding import QuestionResult, Test, at_place, measure, rounded
from diagnostics.messages import Message, Moment, Param
from diagnostics.quantities.scene import Scene

NEAR_KM = 300.0


def profile(test: Test, scene: Scene) -> QuestionResult:
    """``{profile: spread, top, value}``: mean T - Td from the ground up to a level, K."""
    column = sounding(scene)
    top = float(test.get("top", 500.0))
    low = column.pressure >= top - 1e-6
    spread = column.temperature[low] - column.dewpoint[low]
    if low.sum() < 3 or not np.isfinite(spread).all():
        raise InputDataError(
            Message(id="chart-profile_short", params={"top": measure(top, "hPa", 4)}),
            code="missing_input",
        )
    depth = np.abs(np.gradient(column.pressure[low]))
    value = float(np.average(spread, weights=depth))
    return QuestionResult(
        value <= float(test["value"]),
        Message(
            id="chart-spread",
            params={"value": rounded(value, "K", 1), "top": measure(top, "hPa", 4)},
        ),
        (column.latitude, column.longitude),
        round(value, 2),
        "K",
    )


def section(test: Test, scene: Scene) -> QuestionResult:
    """``{section: front|ascent|moist_top, ...}``: what the cross section shows.

    ``front``: the horizontal gradient of potential temperature below 850 hPa reaches ``value`` K
    per 100 km within 300 km of the event point and ``times`` the plane's median. ``ascent``: the
    strongest ascent lies within 300 km of that gradient. ``moist_top``: relative humidity of at
    least 80 % without a gap from below 700 hPa up to ``top`` at the event point.
    """
    plane = cross_section(scene)
    kind = test["section"]
    if kind == "moist_top":
        return _moist_top(test, scene)
    theta = plane.potential_temperature()
    low = plane.pressure >= 850.0 - 1e-6
    with np.errstate(invalid="ignore"):
        slope = np.abs(np.gradient(theta[low], plane.distance, axis=1)) * 100.0
    known = np.isfinite(slope).any(axis=0)
    if not known.any():
        raise InputDataError(Message(id="chart-no_low_air"), code="missing_input")
    steepest = np.where(known, np.nanmax(np.where(np.isfinite(slope), slope, -1.0), axis=0), np.nan)
    at = int(np.nanargmax(steepest))
    peak, usual = float(steepest[at]), float(np.nanmedian(steepest))
    place = plane.place(at)
    place = (place[0], wrap_longitude(place[1]))
    away = abs(float(plane.distance[at]))
    if kind == "front":
        tight = peak >= float(test["value"]) and peak >= float(test.get("times", 1.5)) * usual
        return QuestionResult(
            tight and away <= NEAR_KM,
            Message(
                id="chart-front",
                params={
                    "peak": rounded(peak, "K", 1),
                    "place": at_place(place),
                    "median": rounded(usual, "K", 1),
                    "away": rounded(away, "km"),
                },
            ),
            place,
            round(peak, 2),
            "K (100 km)⁻¹",
        )
    rising = plane.field("w")
    j, i = np.unravel_index(int(np.nanargmin(rising)), rising.shape)
    gap = abs(float(plane.distance[i] - plane.distance[at]))
    strongest, up = float(rising[j, i]), plane.place(int(i))
    return QuestionResult(
        strongest <= float(test["value"]) and gap <= NEAR_KM,
        Message(
            id="chart-section_ascent",
            params={
                "value": measure(strongest, "Pa s-1", 2),
                "level": rounded(float(plane.pressure[j]), "hPa"),
                "gap": rounded(gap, "km"),
            },
        ),
        (up[0], wrap_longitude(up[1])),
        round(strongest, 3),
        "Pa s⁻¹",
    )


def _moist_top(test: Test, scene: Scene) -> QuestionResult:
    plane = cross_section(scene)
    humid = plane.relative_humidity()[:, plane.centre]
    order = np.argsort(-plane.pressure)
    top, seen = None, False
    for k in order:
        moist = bool(np.isfinite(humid[k]) and humid[k] >= float(test.get("value", 80.0)))
        if moist:
            top, seen = float(plane.pressure[k]), True
        elif seen or plane.pressure[k] < 700.0:
            break
    limit = float(test["top"])
    place = plane.place(plane.centre)
    message = Message(id="chart-not_moist")
    if top is not None:
        message = Message(id="chart-moist_to", params={"top": rounded(top, "hPa")})
    return QuestionResult(
        top is not None and top <= limit,
        message,
        (place[0], wrap_longitude(place[1])),
        top,
        "hPa" if top is not None else "",
    )


def series(test: Test, scene: Scene) -> QuestionResult:
    """``{series: cooling|rise_with_wind, value, wind}`` at the event point.

    ``cooling``: the temperature falls by ``value`` K within 24 h. ``rise_with_wind``: the pressure
    rises by ``value`` hPa within 24 h, with wind of at least ``wind`` m/s at that time.
    """
    data = point_series(scene)
    source = data.temperature if test["series"] == "cooling" else data.pressure
    change = change_24h(data.hours, source)
    if not np.isfinite(change).any():
        raise InputDataError(Message(id="chart-no_day_apart"), code="incomplete_window")
    if test["series"] == "cooling":
        k = int(np.nanargmin(change))
        hit = change[k] <= -float(test["value"])
        unit, name = "K", "chart-cooling"
    else:
        windy = np.where(data.wind >= float(test["wind"]), change, np.nan)
        k = int(np.nanargmax(windy if np.isfinite(windy).any() else change))
        hit = np.isfinite(windy).any() and windy[k] >= float(test["value"])
        unit, name = "hPa", "chart-rise_with_wind"
    params: dict[str, Param] = {
        "change": rounded(float(change[k]), unit, 1),
        "time": Moment(moment=scene.times[k]),
    }
    if test["series"] != "cooling":
        params["wind"] = rounded(float(data.wind[k]), "m s-1", 1)
    return QuestionResult(
        bool(hit),
        Message(id=name, params=params),
        scene.region.center,
        round(float(change[k]), 2),
        unit,
    )
