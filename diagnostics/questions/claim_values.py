"""What the data say of a claim: the value, its place and time, and whether the claim holds."""

from __future__ import annotations

from dataclasses import dataclass
from datetime import datetime, timedelta

import numpy as np

from diagnostics.contracts.questions import (
    Comparator,
    PlaceMention,
    QuantityMention,
    RequestReading,
    Threshold,
)
from diagnostics.contracts.space_time import TimeWindow
from diagnostics.questions.measure import Desk, When, measure, sheet
from diagnostics.questions.sheets import Measured

NEAREST = "nearest"
"""The value that comes nearest to the stated one: "it was 17 °C" holds where it once was."""

NEGATIVE = frozenset(
    {"cold_advection", "surface_cold_advection", "vertical_velocity", "convergence"}
)
"""Quantities that people state as magnitudes of a negative number."""

ONE_END = frozenset({"low_centre", "high_centre", "warm_advection", *NEGATIVE})
"""Quantities whose word means one end: a low its lowest pressure."""


@dataclass(frozen=True)
class Bound:
    """A claim bound to numbers: what should hold of which statistic."""

    mention: QuantityMention
    threshold: Threshold
    comparator: Comparator
    value: float
    upper: float | None
    statistic: str
    tolerance: float | None


def found_value(
    reading: RequestReading, bound: Bound, place: PlaceMention | None, desk: Desk
) -> Measured:
    """Return the value that a claim is held against."""
    mention = bound.mention
    if bound.statistic == "change":
        return _change(reading, mention, place, desk)
    when = _when(reading, mention, desk)
    if bound.statistic == NEAREST:
        return _nearest(desk, mention, place, when, bound)
    return measure(desk, mention, place, when, bound.statistic, reading.hours)


def _when(reading: RequestReading, mention: QuantityMention, desk: Desk) -> When:
    """Return the period of a claim; for an amount over hours, the time at which they end."""
    amount = mention.operator in ("precip_24h", "snowfall_24h")
    if reading.window is not None:
        span = reading.window.end - reading.window.start
        if amount and reading.hours and span == timedelta(hours=reading.hours):
            return reading.window.end
        return reading.window
    if len(reading.instants) == 1:
        return reading.instants[0]
    if len(reading.instants) > 1:
        return TimeWindow(start=min(reading.instants), end=max(reading.instants))
    return desk.window


def _change(
    reading: RequestReading, mention: QuantityMention, place: PlaceMention | None, desk: Desk
) -> Measured:
    """Return the change of a quantity from the first to the last moment of a period."""
    window = reading.window or desk.window
    if window is None and len(reading.instants) == 2:
        window = TimeWindow(start=min(reading.instants), end=max(reading.instants))
    if window is None and len(reading.instants) == 1 and reading.hours:
        end = reading.instants[0]
        window = TimeWindow(start=end - timedelta(hours=reading.hours), end=end)
    if window is None:
        window = TimeWindow(start=desk.inventory.times[0], end=desk.inventory.times[-1])
    statistic = (
        mention.end if mention.id in ONE_END and mention.end else (reading.statistic or "mean")
    )
    daily = mention.operator in ("tmax_daily", "tmin_daily")
    first = measure(desk, mention, place, _day(window.start) if daily else window.start, statistic)
    last = measure(desk, mention, place, _day(window.end) if daily else window.end, statistic)
    return Measured(
        value=last.value - first.value,
        unit=last.unit,
        operator=last.operator,
        provenance=last.provenance,
        latitude=last.latitude,
        longitude=last.longitude,
        time=window,
    )


def _day(moment: datetime) -> TimeWindow:
    start = moment.replace(hour=0, minute=0, second=0, microsecond=0)
    return TimeWindow(start=start, end=start + timedelta(hours=23, minutes=59))


def _nearest(
    desk: Desk, mention: QuantityMention, place: PlaceMention | None, when: When, bound: Bound
) -> Measured:
    """Return the value of the region and period that comes nearest to the stated one."""
    maps = sheet(desk, mention, place, when)
    target = bound.value if bound.upper is None else (bound.value + bound.upper) / 2.0
    distance = np.abs(maps.inside - target)
    if not np.isfinite(distance).any():
        return measure(desk, mention, place, when, "mean")
    step, row, column = np.unravel_index(int(np.nanargmin(distance)), distance.shape)
    latitude, longitude = maps.at((int(row), int(column)))
    return Measured(
        value=float(maps.values[step, row, column]),
        unit=maps.unit,
        operator=maps.operator,
        provenance=maps.provenance,
        latitude=latitude,
        longitude=longitude,
        time=maps.times[int(step)],
    )


def holds(bound: Bound, found: float) -> bool:
    """Whether a value fulfils a claim, within its tolerance."""
    tolerance = bound.tolerance or 0.0
    match bound.comparator:
        case Comparator.ABOVE:
            return found >= bound.value
        case Comparator.BELOW:
            return found <= bound.value
        case Comparator.ABOUT:
            return abs(found - bound.value) <= tolerance
        case Comparator.BETWEEN:
            upper = bound.value if bound.upper is None else bound.upper
            return bound.value - tolerance <= found <= upper + tolerance
