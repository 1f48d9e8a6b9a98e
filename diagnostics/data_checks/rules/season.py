"""The calendar and the clock: temperature against the season, its daily wave against the sun."""

from __future__ import annotations

from collections.abc import Iterator
from datetime import datetime, timedelta

import numpy as np

from diagnostics.contracts.checking import Weight
from diagnostics.data_checks.climate import near_surface_temperature
from diagnostics.data_checks.registry import NotCheckableError, RuleFinding, rule
from diagnostics.data_checks.rule_inputs import Array, FieldData, Mask, RuleInputs, as_datetime
from diagnostics.data_checks.statistics import correlation, mean, median
from diagnostics.messages import Measure

LEAST_CELLS = 40
LIMIT = 16.5
"""Mean distance (K) from the climate of season and place that weather does not reach."""
SUN = (12.0, 18.5)
"""Local solar hours between which the daily maximum of the air near the ground comes on land."""


@rule("not_of_the_season", Weight.DOUBT, "dates", "t2m", "mx2t", "mn2t", "t")
def not_of_the_season(material: RuleInputs) -> Iterator[RuleFinding]:
    """Temperatures of the opposite season or hemisphere."""
    looked = False
    for name in ("t2m", "mx2t", "mn2t", "t"):
        item = material.fields.get(name)
        if item is None:
            continue
        values = item.values
        if name == "t":
            if item.levels[-1] < 925.0 or looked:
                continue
            values = values[:, -1]
        low = material.low_ground if name == "t" or not material.has("orog") else None
        part = np.ones(material.geometry.shape, dtype=bool) if low is None else low
        part = part & np.isfinite(values).any(axis=0)
        if part.sum() < 30:
            continue
        looked = True
        middle = as_datetime(item.times[item.times.size // 2])
        mean_here = mean(values, axis=0)[part]
        gaps = {}
        latitude, land = material.latitude[part], material.on_land[part]
        weight = np.cos(np.radians(latitude))
        for reading, sign, days in (
            ("own", 1.0, 0),
            ("half_a_year", 1.0, 182),
            ("hemisphere", -1.0, 0),
        ):
            clim = near_surface_temperature(sign * latitude, land, middle + timedelta(days=days))
            gaps[reading] = float(
                np.sqrt(np.sum(weight * np.square(mean_here - clim)) / np.sum(weight))
            )
        best = min(gaps, key=lambda key: gaps[key])
        if best != "own" and gaps["own"] > LIMIT and gaps[best] < 0.5 * gaps["own"]:
            yield RuleFinding(
                (name,),
                {
                    "value": Measure(measure=gaps["own"], unit="K", digits=0),
                    "better": Measure(measure=gaps[best], unit="K", digits=0),
                },
                value=gaps["own"],
                limit=LIMIT,
                unit="K",
                variant=best,
            )
        elif np.ptp(latitude) > 100.0 and _mirrored(mean_here, latitude, land, middle):
            yield RuleFinding(
                (name,),
                {
                    "value": Measure(measure=gaps["own"], unit="K", digits=0),
                    "better": Measure(measure=gaps["hemisphere"], unit="K", digits=0),
                },
                value=gaps["own"],
                unit="K",
                variant="hemisphere",
            )
    if not looked:
        raise NotCheckableError("area")


def _mirrored(values: Array, latitude: Array, land: Mask, time: datetime) -> bool:
    """Whether the difference between both hemispheres has the wrong sign."""
    clim = near_surface_temperature(latitude, land, time)
    north, south = latitude > 50.0, latitude < -50.0
    if north.sum() < 20 or south.sum() < 20:
        return False
    expected = float(clim[north].mean() - clim[south].mean())
    given = float(values[north].mean() - values[south].mean())
    return abs(expected) > 6.0 and given * expected < 0 and abs(given) > 5.0


@rule("not_of_the_hour", Weight.DOUBT, "dates", "t2m", "d2m")
def not_of_the_hour(material: RuleInputs) -> Iterator[RuleFinding]:
    """A daily wave of temperature that does not follow the sun: hours or longitudes are off."""
    item = material.fields.get("t2m")
    if item is None:
        raise NotCheckableError("times")
    found = _warmest_hour(material, item)
    if found is None:
        raise NotCheckableError("times")
    hour, size = found
    if SUN[0] - 3.0 <= hour <= SUN[1] + 2.5:
        return
    yield RuleFinding(
        (item.name,),
        {
            "hour": Measure(measure=hour, unit="h", digits=0),
            "size": Measure(measure=size, unit="K"),
        },
        value=hour,
        limit=SUN[0],
        unit="h",
    )


def _warmest_hour(material: RuleInputs, item: FieldData) -> tuple[float, float] | None:
    """Local solar hour of the maximum of the daily wave over land, and its size, if clear."""
    steps = np.diff(item.hours)
    if item.times.size < 4 or not item.whole or steps.max() > 8.01:
        return None
    span = item.hours[-1] - item.hours[0] + steps[0]
    days = int(span // 24)
    if days < 1:
        return None
    # whole days, so that a trend does not pass for a wave
    last = item.hours[0] + 24.0 * days - 0.01
    rows = item.hours < last
    hours = item.hours[rows]
    land = material.on_land & (np.abs(material.latitude) < 62.0)
    # over few cells passing air makes the wave
    if land.sum() < LEAST_CELLS:
        return None
    values = item.values[rows][:, land].astype(np.float64)
    time = hours - hours.mean()
    change = values - mean(values, axis=0)
    slope = np.nansum(change * time[:, None], axis=0) / np.sum(time**2)
    change = change - slope * time[:, None]
    if days < 2:
        # one day cannot tell a trend from a wave
        change = values - mean(values, axis=0)
    local = hours[:, None] + material.longitude[land][None, :] / 15.0
    angle = 2 * np.pi * local / 24.0
    east, north = mean(change * np.cos(angle), axis=0), mean(change * np.sin(angle), axis=0)
    size = 2.0 * np.hypot(east, north)
    mean_east, mean_north = float(mean(east)), float(mean(north))
    # cells must agree with each other, or passing air makes the wave
    alone = max(1e-9, float(mean(np.hypot(east, north))))
    together = float(np.hypot(mean_east, mean_north)) / alone
    if float(median(size)) < 2.0 or together < (0.75 if days >= 2 else 0.85):
        return None
    explained = correlation(change, (east * np.cos(angle) + north * np.sin(angle)) * 2.0)
    if explained < 0.6:
        return None
    hour = float(np.degrees(np.arctan2(mean_north, mean_east)) / 15.0) % 24.0
    return hour, float(median(size))
