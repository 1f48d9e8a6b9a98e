"""The order of times: gaps, fields that stand still, times pasted in, sudden steps."""

from __future__ import annotations

import zlib
from collections.abc import Iterator

import numpy as np
from numpy.typing import NDArray

from diagnostics.contracts.checking import Weight
from diagnostics.data_checks.registry import NotCheckableError, RuleFinding, rule
from diagnostics.data_checks.rule_inputs import FieldData, RuleInputs, as_datetime
from diagnostics.data_checks.rules.values import AMOUNTS, MAY_BE_CONSTANT
from diagnostics.data_checks.statistics import mean, median, rms
from diagnostics.fields.canonical import CANONICAL, FieldKind
from diagnostics.messages import Measure, Moment

LONG_GAP_HOURS = 6.0
LEAST_KM2 = 3e5
"""Weather crosses a smaller area from one time to the next."""


def moving(material: RuleInputs) -> Iterator[FieldData]:
    """Yield the fields that change with time."""
    for item in material.of_kind():
        if CANONICAL[item.name].kind is not FieldKind.STATIC:
            yield item


def wide(material: RuleInputs) -> bool:
    """Whether the area is so large that the weather in it lasts from time to time."""
    return bool(material.fields) and float(material.cell_area_km2.sum()) >= LEAST_KM2


def times_given(item: FieldData) -> NDArray[np.bool_]:
    """Tell at which times a field has any value."""
    return np.asarray(np.isfinite(item.values).any(axis=tuple(range(1, item.values.ndim))))


@rule("gap_in_time", Weight.DOUBT, "gaps")
def gap_in_time(material: RuleInputs) -> Iterator[RuleFinding]:
    """Times that the usual step promises and that are missing, of the source or of one field."""
    looked = False
    told: set[tuple[object, ...]] = set()
    for item in moving(material):
        if not item.whole or item.times.size < 3:
            continue
        looked = True
        given = times_given(item)
        hours = item.hours[given]
        if hours.size < 3:
            continue
        steps = np.diff(hours)
        usual = float(np.median(steps))
        place = int(np.argmax(steps))
        gap = float(steps[place])
        missing = round(gap / usual) - 1
        if missing < 1 or gap < 1.5 * usual:
            continue
        key = (round(hours[place]), round(gap, 2))
        if key in told:
            continue
        told.add(key)
        start = np.datetime64(int(hours[place] * 3600), "s")
        long = gap >= LONG_GAP_HOURS + usual and missing >= 3
        yield RuleFinding(
            (item.name,),
            {
                "count": missing,
                "start": Moment(moment=as_datetime(start)),
                "gap": Measure(measure=gap, unit="h", digits=0),
            },
            value=gap,
            limit=usual,
            unit="h",
            time=as_datetime(start),
            weight=Weight.DOUBT if long else Weight.TELL,
        )
    if not looked:
        raise NotCheckableError("times")


@rule("missing_where_extreme", Weight.DOUBT, "gaps")
def missing_where_extreme(material: RuleInputs) -> Iterator[RuleFinding]:
    """Cells without a value right beside the highest values: the peak may be among them."""
    for item in material.of_kind(FieldKind.ACCUMULATION, FieldKind.EXTREME, FieldKind.SURFACE):
        if item.name in {"sp", "sd"}:
            continue
        absent = ~np.isfinite(item.values)
        never = absent.all(axis=0)
        whole = np.asarray(absent.all(axis=(1, 2)))
        moves = absent & ~never & ~whole[:, None, None]
        if not never.any() and item.values.shape[0] == 1:
            continue
        if not moves.any():
            continue
        beside = np.zeros_like(moves)
        beside[:, 1:] |= moves[:, :-1]
        beside[:, :-1] |= moves[:, 1:]
        beside[:, :, 1:] |= moves[:, :, :-1]
        beside[:, :, :-1] |= moves[:, :, 1:]
        beside &= ~absent
        finite = item.values[~absent]
        if beside.sum() < 10 or finite.size < 50:
            continue
        tail = _extreme_share(item.name, item.values[beside], finite)
        if tail < 0.4:
            continue
        time, row, column = (int(place) for place in np.argwhere(moves)[0])
        yield RuleFinding(
            (item.name,),
            {"count": int(moves.sum())},
            value=tail,
            limit=0.4,
            time=as_datetime(item.times[time]),
            place=material.place(row, column),
        )


def _extreme_share(name: str, beside: NDArray[np.float32], finite: NDArray[np.float32]) -> float:
    """Share of the values beside the gaps that are among the most extreme of the field."""
    signed = name in {"u10", "v10"}
    # where it rains in few cells the usual value is none
    usual = np.median(finite)
    high = np.percentile(np.abs(finite) if signed else finite, 97.0)
    top = float(
        (np.abs(beside) >= high).mean() if signed else ((beside >= high) & (beside > usual)).mean()
    )
    if signed or name in {"tp", "sf", "fg10", "mx2t"}:
        return top
    low = np.percentile(finite, 3.0)
    return max(top, float((beside <= low).mean()))


@rule("stands_still", Weight.DOUBT, "times")
def stands_still(material: RuleInputs) -> Iterator[RuleFinding]:
    """The same values at times that follow each other, or again at a later time."""
    looked = False
    for item in moving(material):
        if item.times.size < 2 or item.values[0].size < 12:
            continue
        looked = True
        places = _repeats(item)
        if not places:
            continue
        count = len(places)
        first = places[0]
        share = count / max(1, item.times.size - 1)
        yield RuleFinding(
            (item.name,),
            {
                "count": count,
                "start": Moment(moment=as_datetime(item.times[first[0]])),
                "end": Moment(moment=as_datetime(item.times[first[1]])),
            },
            value=float(count),
            time=as_datetime(item.times[first[1]]),
            # amounts that somebody spread evenly over hours repeat, and their sum is right
            weight=Weight.REFUSE if share > 0.3 and item.name not in AMOUNTS else Weight.DOUBT,
            variant="" if first[1] == first[0] + 1 else "again",
        )
    if not looked:
        raise NotCheckableError("times")


def _repeats(item: FieldData) -> list[tuple[int, int]]:
    """Pairs of times with the same values; fields that are one value there do not count."""
    seen: dict[tuple[int, int], int] = {}
    found: list[tuple[int, int]] = []
    for place in range(item.times.size):
        slab = item.values[place]
        layers = slab if slab.ndim == 3 else slab[None]
        for number, layer in enumerate(layers):
            key = (number, zlib.crc32(layer.tobytes()))
            if seen.get(key, place) != place and _telling(item.name, layer):
                found.append((seen[key], place))
                break
            seen[key] = place
    return found


def _telling(name: str, layer: NDArray[np.float32]) -> bool:
    """Whether a plane has so many different values that a repeat is no chance."""
    finite = layer[np.isfinite(layer)]
    if finite.size < 12:
        return False
    if name in MAY_BE_CONSTANT:
        if name == "sd":
            return False
        finite = finite[finite > 0.05]
        if finite.size < 12:
            return False
    return bool(np.unique(finite).size > 8)


@rule("sudden_step", Weight.DOUBT, "times")
def sudden_step(material: RuleInputs) -> Iterator[RuleFinding]:
    """A time that differs from both its neighbours far more than other times do."""
    looked = False
    for item in moving(material):
        if not item.whole or item.name in {"sd", "w"}:
            continue
        if CANONICAL[item.name].kind is FieldKind.ACCUMULATION:
            continue
        given = times_given(item)
        values = item.values[given]
        if values.shape[0] < 6:
            continue
        looked = True
        found = _odd_time(values, item.hours[given])
        if found is None:
            continue
        place, ratio = found
        yield RuleFinding(
            (item.name,),
            {"ratio": round(ratio, 1)},
            value=ratio,
            limit=STEP_RATIO,
            time=as_datetime(item.times[given][place]),
        )
    if not looked:
        raise NotCheckableError("times")


STEP_RATIO = 5.0
STEP_SIZE = 0.9
"""Of the spread in time: a day that was pasted in has nothing to do with the one before."""


def _odd_time(values: NDArray[np.float32], hours: NDArray[np.float64]) -> tuple[int, float] | None:
    """The time at which a field jumps away from the course of the others, and back or for good."""
    cells = values.reshape(values.shape[0], -1)
    stride = max(1, cells.shape[1] // 4000)
    cells = cells[:, ::stride].astype(np.float64)
    steps = np.diff(hours)
    usual = float(np.median(steps))
    even = np.isclose(steps, usual, rtol=0.01)
    change = rms(np.diff(cells, axis=0), axis=1)
    change[~even] = np.nan
    # the diurnal cycle makes some hours of the day change more than others
    per_day = max(1, round(24.0 / usual))
    expected = np.array(change)
    if change.size >= 3 * per_day > 3:
        for hour in range(per_day):
            expected[hour::per_day] = median(change[hour::per_day])
    else:
        expected[:] = median(change)
    floor = 0.5 * float(median(change))
    with np.errstate(invalid="ignore", divide="ignore"):
        ratio = change / np.maximum(expected, max(floor, 1e-12))
    ratio = np.where(np.isfinite(ratio), ratio, 0.0)
    spread = rms(cells - mean(cells, axis=0))
    ratio = np.where(np.nan_to_num(change) >= STEP_SIZE * spread, ratio, 0.0)
    place = int(np.argmax(ratio))
    # one jump away and one back, or a jump that stands alone
    others = np.delete(ratio, place)
    if ratio[place] < STEP_RATIO or np.percentile(others, 90) > 0.6 * ratio[place]:
        return None
    return place + 1, float(ratio[place])


@rule("alternating_times", Weight.DOUBT, "series")
def alternating_times(material: RuleInputs) -> Iterator[RuleFinding]:
    """Times that go to and fro: two series, runs or members were taken for one."""
    looked = False
    if not wide(material):
        raise NotCheckableError("area")
    for item in moving(material):
        if not item.whole or CANONICAL[item.name].kind not in (FieldKind.SURFACE, FieldKind.LEVEL):
            continue
        if item.name in {"sd", "w"} or item.times.size < 6:
            continue
        steps = np.diff(item.hours)
        # the tide of the atmosphere goes to and fro in twelve hours
        most = 3.0 if item.name in {"z", "msl", "sp"} else 6.0
        if not np.allclose(steps, steps[0]) or steps[0] > most:
            continue
        looked = True
        cells = item.values.reshape(item.values.shape[0], -1)
        stride = max(1, cells.shape[1] // 4000)
        cells = cells[:, ::stride].astype(np.float64)
        one = np.square(cells[1:] - cells[:-1])
        two = np.square(cells[2:] - cells[:-2])
        ratio = float(mean(one) / max(1e-12, float(mean(two))))
        # a wave of the diurnal cycle in steps of 12 h would do this, and of 6 h not
        if not ratio >= 1.15:
            continue
        yield RuleFinding((item.name,), {"ratio": round(ratio, 2)}, value=ratio, limit=1.15)
    if not looked:
        raise NotCheckableError("times")


@rule("times_in_disorder", Weight.DOUBT, "times")
def times_in_disorder(material: RuleInputs) -> Iterator[RuleFinding]:
    """Times that have no more in common with the next one than with any other."""
    looked = False
    if not wide(material):
        raise NotCheckableError("area")
    for item in moving(material):
        if not item.whole or CANONICAL[item.name].kind not in (FieldKind.SURFACE, FieldKind.LEVEL):
            continue
        if item.name in {"sd", "w"} or item.times.size < 12:
            continue
        steps = np.diff(item.hours)
        # in steps of six hours the daily wave and the tide look so
        most = 6.0 if item.name in {"u", "v"} else 3.0
        if not np.allclose(steps, steps[0]) or steps[0] > most:
            continue
        looked = True
        cells = item.values.reshape(item.values.shape[0], -1)
        cells = cells[:, :: max(1, cells.shape[1] // 4000)].astype(np.float64)
        variance = float(mean(np.square(cells - mean(cells, axis=0))))
        # 2 where the order says nothing
        ratio = float(mean(np.square(np.diff(cells, axis=0)))) / max(variance, 1e-12)
        if ratio > 1.5:
            yield RuleFinding((item.name,), {"ratio": round(ratio, 2)}, value=ratio, limit=1.5)
    if not looked:
        raise NotCheckableError("times")
