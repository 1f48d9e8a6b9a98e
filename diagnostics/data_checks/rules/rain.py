"""Precipitation: units, negative amounts, records, and totals that are taken as increments."""

from __future__ import annotations

from collections.abc import Iterator

import numpy as np
from numpy.typing import NDArray

from diagnostics.contracts.checking import Weight
from diagnostics.data_checks.registry import NotCheckableError, RuleFinding, rule
from diagnostics.data_checks.rule_inputs import FieldData, RuleInputs, as_datetime
from diagnostics.data_checks.rules.values import DRY
from diagnostics.data_checks.statistics import worst
from diagnostics.messages import Measure

RECORD_FACTOR, RECORD_POWER = 425.0, 0.47
"""The envelope of the greatest point rainfalls, mm: 425 D**0.47 with D in hours (WMO 1045)."""
AREAL_24H = (
    (30.0, 1200.0),
    (300.0, 1100.0),
    (3e3, 950.0),
    (1.3e4, 700.0),
    (2.6e4, 580.0),
    (5.2e4, 440.0),
    (1.3e5, 280.0),
    (2.6e5, 200.0),
    (1e6, 110.0),
    (1e7, 45.0),
    (1e8, 15.0),
    (5.2e8, 8.0),
)
"""Area (km2) and the mean of 24 h over it (mm) that no storm is known to have passed [D].

About 1.3 times the depth-area curves of the largest storms on record; over continents, what the
budgets of water and energy allow.
"""
LEAST_WET = 0.1
"""Share of a part of a day that is wet where 1 mm in some place is all but certain."""
MANY_STEPS = 8
"""Steps in which rain grows everywhere and falls nowhere: the onset of rain has fewer [D]."""
NOISE = 0.05
"""Negative amounts of this size (kg m-2) are what packing leaves."""


def _amounts(material: RuleInputs) -> Iterator[FieldData]:
    for name in ("tp", "sf"):
        item = material.fields.get(name)
        if item is not None and item.values.size and np.isfinite(item.values).any():
            yield item


def _as_stated(material: RuleInputs) -> Iterator[FieldData]:
    """Yield amounts that are as in the file: differences of totals do not overlap."""
    made = {
        name
        for item in material.inventory.findings
        if item.code == "accumulation_differenced"
        for name in item.fields
    }
    yield from (item for item in _amounts(material) if item.name not in made)


@rule("unit_not_given", Weight.DOUBT, "units", "tp", "sf")
def unit_not_given(material: RuleInputs) -> Iterator[RuleFinding]:
    """An amount of water without a unit: it may be in m, mm or per second."""
    for item in _amounts(material):
        info = material.inventory.variable(item.name)
        if info is not None and info.source_unit == "":
            yield RuleFinding((item.name,))


@rule("negative_rain", Weight.DOUBT, "increments", "tp", "sf")
def negative_rain(material: RuleInputs) -> Iterator[RuleFinding]:
    """Amounts below zero beyond what packing leaves."""
    for item in _amounts(material):
        with np.errstate(invalid="ignore"):
            share = float((item.values < -NOISE).mean())
        low = float(np.nanmin(item.values))
        if low >= -NOISE:
            continue
        time, row, column = worst(-item.values)
        yield RuleFinding(
            (item.name,),
            {"value": Measure(measure=low, unit="kg m-2"), "share": _percent(share)},
            value=low,
            limit=-NOISE,
            unit="kg m-2",
            time=as_datetime(item.times[time]),
            weight=Weight.REFUSE if share > 0.01 else Weight.DOUBT,
            place=material.place(row, column),
        )


def _percent(share: float) -> Measure:
    return Measure(measure=100.0 * share, unit="%")


def _interval(item: FieldData) -> float:
    """Hours of one increment."""
    if item.interval_hours:
        return item.interval_hours
    return float(np.median(np.diff(item.hours))) if item.times.size > 1 else 24.0


@rule("rain_beyond_records", Weight.REFUSE, "units", "tp", "sf")
def rain_beyond_records(material: RuleInputs) -> Iterator[RuleFinding]:
    """Sums that pass the greatest known of their duration, at a cell or over an area."""
    for item in _amounts(material):
        interval = _interval(item)
        values = np.nan_to_num(item.values.astype(np.float64), nan=0.0)
        count = values.shape[0] if item.whole else 1
        summed = np.concatenate([np.zeros((1, *values.shape[1:])), np.cumsum(values, axis=0)])
        for width in _widths(count, interval):
            totals = summed[width:] - summed[:-width]
            hours = width * interval
            limit = RECORD_FACTOR * hours**RECORD_POWER
            place = worst(totals)
            value = float(totals[place])
            if value > limit:
                yield _too_much(material, item, value, limit, hours, place, width, "")
                break
            plane = totals[int(np.argmax(totals.sum(axis=(1, 2))))]
            excess, area, depth, allowed = _over_area(plane, material.cell_area_km2, hours)
            if excess > 1.0:
                found = _too_much(material, item, depth, allowed, hours, place, width, "area")
                found.params["area"] = Measure(measure=area, unit="km2", digits=0)
                yield found
                break


def _widths(count: int, interval: float) -> list[int]:
    hours = (interval, 3.0, 6.0, 12.0, 24.0, 48.0, 72.0, 120.0, 240.0, 720.0)
    widths = {max(1, round(length / interval)) for length in hours} | {count}
    return sorted(width for width in widths if width <= count)


def _over_area(
    totals: NDArray[np.float64], areas: NDArray[np.float64], hours: float
) -> tuple[float, float, float, float]:
    """Compare the mean over the wettest part, for every size of part, with what is known."""
    order = np.argsort(totals, axis=None)[::-1]
    area = np.cumsum(areas.ravel()[order])
    depth = np.cumsum((totals * areas).ravel()[order]) / area
    known, limits = (np.log(np.array(column)) for column in zip(*AREAL_24H, strict=True))
    # the areal curves flatten with time as the point records do
    scale = (max(hours, 1.0) / 24.0) ** RECORD_POWER
    if hours > 24.0:
        # for large areas a steady month is near 24 h times its days
        scale = hours / 24.0 if area[-1] > 1e7 else scale
    allowed = np.exp(np.interp(np.log(area), known, limits)) * scale
    place = int(np.argmax(depth / allowed))
    return (
        float(depth[place] / allowed[place]),
        float(area[place]),
        float(depth[place]),
        float(allowed[place]),
    )


def _too_much(
    material: RuleInputs,
    item: FieldData,
    value: float,
    limit: float,
    hours: float,
    place: tuple[int, ...],
    width: int,
    variant: str,
) -> RuleFinding:
    end = min(place[0] + width - 1, item.times.size - 1)
    return RuleFinding(
        (item.name,),
        {
            "value": Measure(measure=value, unit="kg m-2"),
            "limit": Measure(measure=limit, unit="kg m-2", digits=0),
            "hours": Measure(measure=hours, unit="h"),
        },
        value=value,
        limit=limit,
        unit="kg m-2",
        time=as_datetime(item.times[end]),
        variant=variant,
        place=material.place(*place[1:]),
    )


@rule("rain_too_small", Weight.DOUBT, "units", "tp", "sf")
def rain_too_small(material: RuleInputs) -> Iterator[RuleFinding]:
    """It rains widely and long, and nowhere more than a trace: metres or rates taken as mm."""
    looked = False
    for item in _amounts(material):
        interval = _interval(item)
        values = np.nan_to_num(item.values.astype(np.float64), nan=0.0)
        high = float(values.max())
        exposure = float(material.cell_area_km2.sum()) * interval * item.times.size
        if high <= DRY or exposure < 1e6:
            continue
        looked = True
        wet = float((values > 0.02 * high).mean())
        total = float(values.sum(axis=0).max())
        if item.name == "sf" and material.has("tp"):
            continue
        expected = 0.6 if exposure > 1e7 else 0.06
        # in a part of a day there may be drizzle only, but not over half of the earth
        day = interval * item.times.size >= 24.0 or exposure > 1e9
        if total < expected and wet > (0.01 if day else LEAST_WET):
            yield RuleFinding(
                (item.name,),
                {
                    "value": Measure(measure=total, unit="kg m-2"),
                    "share": _percent(wet),
                },
                value=total,
                limit=expected,
                unit="kg m-2",
            )
    if not looked:
        raise NotCheckableError("area")


@rule("rain_is_a_running_total", Weight.REFUSE, "increments", "tp", "sf")
def rain_is_a_running_total(material: RuleInputs) -> Iterator[RuleFinding]:
    """Amounts that never fall from one time to the next: totals since a start, not increments."""
    looked = False
    for item in _as_stated(material):
        if item.times.size < 4 or not item.whole:
            continue
        values = item.values
        step = np.diff(values, axis=0)
        wet = np.nan_to_num(values).max(axis=0) > 0.5
        if int(wet.sum()) < 12:
            continue
        looked = True
        changing = np.abs(step[:, wet]) > 0.005
        falling = (step[:, wet] < -0.005).sum(axis=1) / np.maximum(1, changing.sum(axis=1))
        falling = falling[changing.sum(axis=1) >= 6]
        if falling.size < 3:
            continue
        # totals fall nowhere but where the counter starts again, and then almost everywhere
        steady = falling < 0.02
        restart = falling > 0.9
        if steady.mean() >= 0.6 and (steady | restart).mean() > 0.9:
            few = falling.size < MANY_STEPS
            yield RuleFinding(
                (item.name,),
                {"count": int(steady.sum()), "all": int(falling.size)},
                value=float(steady.mean()),
                limit=0.6,
                weight=Weight.DOUBT if few else Weight.REFUSE,
                variant="perhaps" if few else "",
            )
    if not looked:
        raise NotCheckableError("rain")


@rule("rain_is_a_running_sum", Weight.REFUSE, "increments", "tp", "sf")
def rain_is_a_running_sum(material: RuleInputs) -> Iterator[RuleFinding]:
    """Increments that overlap: each holds the rain of the hours before once more."""
    looked = False
    for item in _as_stated(material):
        if item.times.size < 8 or not item.whole:
            continue
        interval = _interval(item)
        spacing = float(np.median(np.diff(item.hours)))
        values = np.nan_to_num(item.values.astype(np.float64), nan=0.0)
        cells = values.reshape(values.shape[0], -1)
        wet = cells[:, cells.sum(axis=0) > 1.0]
        if wet.shape[1] < 12:
            continue
        looked = True
        if interval > 1.01 * spacing:
            yield RuleFinding((item.name,), {"hours": Measure(measure=interval, unit="h")})
            continue
        width = _window_of(wet, spacing)
        if width:
            yield RuleFinding(
                (item.name,),
                {"hours": Measure(measure=width * spacing, unit="h")},
                value=width * spacing,
                limit=interval,
                unit="h",
            )
    if not looked:
        raise NotCheckableError("rain")


def _window_of(cells: NDArray[np.float64], spacing: float) -> int:
    """Length of the running window that explains a series, in steps; 0 where none does.

    A running sum of N steps changes by what comes in and what goes out. From a dry start the
    amounts that came in follow step by step and are never negative; amounts of single steps,
    taken apart in this way, give many negatives.
    """
    dry = cells < 0.01
    start = int(np.argmax(dry[: max(1, cells.shape[0] // 3)].sum(axis=1)))
    chosen = cells[start:, dry[start]]
    if chosen.shape[1] < 8:
        return 0
    change = np.diff(chosen, axis=0)
    # without rain that ends, nothing goes out and every window fits
    if np.clip(-change, 0.0, None).sum() < 0.15 * chosen.max(axis=0).sum():
        return 0
    for hours in (3.0, 6.0, 12.0, 24.0, 48.0):
        width = round(hours / spacing)
        if width < 3 or chosen.shape[0] < width + 3:
            continue
        came = np.zeros_like(change)
        for step in range(change.shape[0]):
            came[step] = change[step] + (came[step - width] if step >= width else 0.0)
        negative = float(np.clip(-came - 0.02, 0.0, None).sum())
        if negative < 0.05 * float(np.clip(came, 0.0, None).sum()):
            return width
    return 0


@rule("snow_beyond_rain", Weight.DOUBT, "units", "tp sf")
def snow_beyond_rain(material: RuleInputs) -> Iterator[RuleFinding]:
    """More snow than precipitation in all."""
    both = material.together("sf", "tp")
    if not both.times.size:
        raise NotCheckableError("times")
    intervals = {material.fields[name].interval_hours for name in ("sf", "tp")}
    if len(intervals) > 1:
        raise NotCheckableError("times")
    excess = both.first - both.second
    with np.errstate(invalid="ignore"):
        more = (excess > 0.5) & (both.first > 1.2 * both.second)
        snowing = both.first > 0.5
    if more.sum() < 6 or more.sum() < 0.1 * snowing.sum():
        return
    time, row, column = worst(excess)
    value = float(both.first[time, row, column])
    yield RuleFinding(
        ("sf", "tp"),
        {
            "value": Measure(measure=value, unit="kg m-2"),
            "limit": Measure(measure=float(both.second[time, row, column]), unit="kg m-2"),
        },
        value=value,
        limit=float(both.second[time, row, column]),
        unit="kg m-2",
        time=as_datetime(both.times[time]),
        place=material.place(row, column),
    )
