"""Moisture: fractions taken as percent, more vapour than air can hold, dewpoints too high."""

from __future__ import annotations

from collections.abc import Iterator

import numpy as np

from diagnostics.contracts.checking import Weight
from diagnostics.data_checks.registry import NotCheckableError, RuleFinding, rule
from diagnostics.data_checks.rule_inputs import Array, RuleInputs, Times, as_datetime
from diagnostics.data_checks.statistics import mean, median, worst
from diagnostics.messages import Measure
from diagnostics.physics.saturation import saturation_vapor_pressure
from diagnostics.physics.thermodynamics import vapor_pressure

LOW_LEVELS = 600.0


def humidity_of(material: RuleInputs) -> tuple[Array, Times, Array]:
    """Relative humidity (fraction) from q and t, shape (time, level, y, x), with times and levels.

    A few planes are enough: of long periods every n-th time is taken.
    """
    known = material.shared.get("relative_humidity")
    if isinstance(known, tuple):
        return known
    q, t = material.fields["q"], material.fields["t"]
    times, left, right = np.intersect1d(q.times, t.times, return_indices=True)
    levels, at_q, at_t = np.intersect1d(q.levels, t.levels, return_indices=True)
    every = max(1, times.size // 6)
    left, right, times = left[::every], right[::every], times[::every]
    stride = max(1, int(np.sqrt(q.values[0, 0].size / 6000)))
    vapour = q.values[np.ix_(left, at_q)][..., ::stride, ::stride].astype(np.float64)
    air = t.values[np.ix_(right, at_t)][..., ::stride, ::stride].astype(np.float64)
    pressure = 100.0 * levels[:, None, None]
    with np.errstate(invalid="ignore", divide="ignore"):
        humidity = vapor_pressure(pressure, vapour) / saturation_vapor_pressure(air)
    found = (np.asarray(humidity), times, levels)
    material.shared["relative_humidity"] = found
    return found


@rule("humidity_too_low", Weight.REFUSE, "humidity", "t q")
def humidity_too_low(material: RuleInputs) -> Iterator[RuleFinding]:
    """Air that is bone dry everywhere: a fraction was taken as percent, or q has another unit."""
    humidity, _, levels = humidity_of(material)
    low = levels >= LOW_LEVELS
    if not low.any() or not humidity.size:
        raise NotCheckableError("levels")
    high = float(np.nanpercentile(humidity[:, low], 98.0))
    if high < 0.12:
        yield RuleFinding(("q",), {"value": _percent(high)}, value=high, limit=0.12, unit="1")


@rule("supersaturated", Weight.DOUBT, "humidity", "t q")
def supersaturated(material: RuleInputs) -> Iterator[RuleFinding]:
    """Much more vapour than the air can hold at its temperature, in the warm part of the column."""
    humidity, times, levels = humidity_of(material)
    low = levels >= 500.0
    if not low.any() or not humidity.size:
        raise NotCheckableError("levels")
    with np.errstate(invalid="ignore"):
        over = np.asarray(humidity[:, low] > 1.15)
    share = over.mean(axis=(2, 3))
    place = worst(share)
    if share[place] < 0.02:
        return
    value = float(np.nanpercentile(humidity[:, low][place], 99.0))
    yield RuleFinding(
        ("q", "t"),
        {
            "value": _percent(value),
            "share": _percent(float(share[place])),
            "level": Measure(measure=float(levels[low][place[1]]), unit="hPa", digits=0),
        },
        value=value,
        limit=1.15,
        unit="1",
        time=as_datetime(np.datetime64(times[place[0]], "s")),
        level_hpa=float(levels[low][place[1]]),
        weight=Weight.REFUSE if float(over.mean()) > 0.3 else Weight.DOUBT,
    )


@rule("humidity_grows_with_height", Weight.REFUSE, "levels", "q")
def humidity_grows_with_height(material: RuleInputs) -> Iterator[RuleFinding]:
    """More vapour high up than near the ground: the levels are in the wrong order."""
    item = material.fields["q"]
    low = item.levels >= 800.0
    high = (item.levels <= 500.0) & (item.levels >= 200.0)
    if not low.any() or not high.any():
        raise NotCheckableError("levels")
    below = float(mean(item.values[:, low]))
    above = float(mean(item.values[:, high]))
    if above > below > -1:
        yield RuleFinding(
            ("q",),
            {
                "value": Measure(measure=1000.0 * above, unit="g kg-1"),
                "limit": Measure(measure=1000.0 * below, unit="g kg-1"),
            },
            value=above,
            limit=below,
            unit="kg kg-1",
        )


@rule("dewpoint_above_temperature", Weight.DOUBT, "humidity", "t2m d2m")
def dewpoint_above_temperature(material: RuleInputs) -> Iterator[RuleFinding]:
    """A dewpoint above the temperature of the same air."""
    both = material.together("d2m", "t2m")
    if not both.times.size:
        raise NotCheckableError("times")
    excess = both.first - both.second
    with np.errstate(invalid="ignore"):
        share = float((excess > 0.6).mean())
    time, row, column = worst(excess)
    value = float(excess[time, row, column])
    if share < 0.01 and not (value > 4.0 and share > 0.0005):
        return
    yield RuleFinding(
        ("d2m", "t2m"),
        {"value": Measure(measure=value, unit="K"), "share": _percent(share)},
        value=value,
        limit=0.6,
        unit="K",
        time=as_datetime(both.times[time]),
        weight=Weight.REFUSE if share > 0.5 else Weight.DOUBT,
        place=material.place(row, column),
    )


@rule("dewpoint_far_below", Weight.DOUBT, "humidity", "t2m d2m")
def dewpoint_far_below(material: RuleInputs) -> Iterator[RuleFinding]:
    """Dewpoints so far below the temperature everywhere that no desert has them."""
    both = material.together("d2m", "t2m")
    if not both.times.size:
        raise NotCheckableError("times")
    gap = float(median(both.second - both.first))
    if gap > 38.0:
        yield RuleFinding(
            ("d2m",), {"value": Measure(measure=gap, unit="K")}, value=gap, limit=38.0, unit="K"
        )


@rule("surface_humidity_apart", Weight.DOUBT, "humidity", "d2m q")
def surface_humidity_apart(material: RuleInputs) -> Iterator[RuleFinding]:
    """Vapour at 2 m and on the lowest level that have nothing in common."""
    item = material.fields["q"]
    lowest = float(item.levels[-1])
    if lowest < 900.0:
        raise NotCheckableError("levels")
    times, left, right = np.intersect1d(
        item.times, material.fields["d2m"].times, return_indices=True
    )
    low = material.low_ground
    if not times.size or low.sum() < 20:
        raise NotCheckableError("low_ground")
    vapour = item.values[left, -1][:, low].astype(np.float64)
    dew = material.fields["d2m"].values[right][:, low].astype(np.float64)
    with np.errstate(invalid="ignore", divide="ignore"):
        surface = 0.622 * saturation_vapor_pressure(dew) / 101000.0
        ratio = np.log(np.clip(vapour, 1e-6, None) / surface)
    gap = float(median(ratio))
    if abs(gap) > np.log(1.9):
        yield RuleFinding(
            ("d2m", "q"),
            {"ratio": round(float(np.exp(abs(gap))), 2)},
            value=float(np.exp(gap)),
            limit=1.9,
        )


def _percent(fraction: float) -> Measure:
    return Measure(measure=100.0 * fraction, unit="%")
