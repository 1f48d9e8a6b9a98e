"""Patterns in the horizontal that no weather has: patches, spikes, seams, noise, cut-off peaks."""

from __future__ import annotations

from collections.abc import Iterator

import numpy as np
from numpy.typing import NDArray

from diagnostics.contracts.checking import Weight
from diagnostics.data_checks.registry import RuleFinding, rule
from diagnostics.data_checks.rule_inputs import FieldData, RuleInputs, Values
from diagnostics.data_checks.rules.values import MAY_BE_CONSTANT, SMOOTH
from diagnostics.data_checks.statistics import mean, median, worst
from diagnostics.fields.canonical import CANONICAL
from diagnostics.messages import Measure, Param

TIED = frozenset({"t2m", "d2m", "mx2t", "mn2t"})
"""Fields that stay near those of their neighbours as time goes on; the core of a cyclone moves."""
LEAST_TIMES = 6
"""Of a field whose spikes are looked for in time."""
MOST_PLANES = 48
"""Planes of a field that are looked at; more would say the same."""
LEAST_CELLS = 40
SEAM = 9.0
"""Times the usual step that a whole row or column jumps at a seam."""

SPIKE = {
    "t": 12.0,
    "t2m": 22.0,
    "d2m": 25.0,
    "mx2t": 22.0,
    "mn2t": 22.0,
    "msl": 1200.0,
    "z": 2500.0,
    "u": 25.0,
    "v": 25.0,
    "u10": 22.0,
    "v10": 22.0,
    "sp": 40000.0,
}
"""A cell that differs so much from all its neighbours, and so far beyond them, is no weather."""


def some_planes(item: FieldData) -> tuple[Values, NDArray[np.intp]]:
    """Return planes spread over a field, and their numbers."""
    planes = item.planes
    count = planes.shape[0]
    chosen = np.unique(np.linspace(0, count - 1, min(count, MOST_PLANES)).round().astype(int))
    return planes[chosen], chosen


def smooth_fields(material: RuleInputs) -> Iterator[FieldData]:
    """Yield the fields that vary from cell to cell, over areas with an inside."""
    for item in material.of_kind():
        rows, columns = item.values.shape[-2:]
        if item.name in SMOOTH and rows >= 5 and columns >= 5 and rows * columns >= LEAST_CELLS:
            yield item


@rule("patch_of_one_value", Weight.DOUBT, "fill")
def patch_of_one_value(material: RuleInputs) -> Iterator[RuleFinding]:
    """A patch of one value with a jump at its edge: missing values written as a number."""
    for item in smooth_fields(material):
        planes, numbers = some_planes(item)
        east = np.abs(np.diff(planes, axis=2))
        north = np.abs(np.diff(planes, axis=1))
        same = np.zeros(planes.shape, dtype=bool)
        same[:, 1:-1, 1:-1] = (
            (east[:, 1:-1, 1:] == 0)
            & (east[:, 1:-1, :-1] == 0)
            & (north[:, 1:, 1:-1] == 0)
            & (north[:, :-1, 1:-1] == 0)
        )
        share = same.mean(axis=(1, 2))
        for plane in np.flatnonzero(share > 0.002)[:40]:
            value, jump, usual, place = _edge(planes[plane], same[plane])
            if not np.isfinite(jump) or jump < 6.0 * usual or jump < 3.5 * _quantum(planes[plane]):
                continue
            time, level = item.where(int(numbers[plane]))
            yield RuleFinding(
                (item.name,),
                {"value": Measure(measure=value, unit=CANONICAL[item.name].unit)},
                value=value,
                time=time,
                level_hpa=level,
                unit=CANONICAL[item.name].unit,
                place=material.place(*place),
            )
            break


def _quantum(plane: Values) -> float:
    """The step in which values are rounded: the smallest difference that is common."""
    steps = np.abs(np.diff(plane, axis=1))
    steps = steps[steps > 0]
    return float(np.percentile(steps, 5.0)) if steps.size else 0.0


def _edge(plane: Values, same: NDArray[np.bool_]) -> tuple[float, float, float, tuple[int, int]]:
    """Value of the commonest patch, the usual jump at its edge, and the usual step elsewhere."""
    found, counts = np.unique(plane[same], return_counts=True)
    value = float(found[int(np.argmax(counts))])
    patch = plane == value
    row, column = (int(place) for place in np.argwhere(patch & same)[0])
    jumps = []
    steps = []
    for axis in (0, 1):
        step = np.abs(np.diff(plane, axis=axis))
        first = np.take(patch, range(plane.shape[axis] - 1), axis=axis)
        second = np.take(patch, range(1, plane.shape[axis]), axis=axis)
        jumps.append(step[first != second])
        steps.append(step[~first & ~second])
    rest = np.concatenate(steps)
    rest = rest[np.isfinite(rest)]
    edge = np.concatenate(jumps)
    edge = edge[np.isfinite(edge)]
    if edge.size < 6 or rest.size < 20:
        return value, np.nan, 1.0, (row, column)
    usual = float(np.percentile(rest, 75)) or float(rest.mean()) or 1e-9
    return value, float(np.median(edge)), usual, (row, column)


@rule("single_spike", Weight.DOUBT, "values")
def single_spike(material: RuleInputs) -> Iterator[RuleFinding]:
    """One cell far from all its neighbours."""
    for item in smooth_fields(material):
        if item.name not in SPIKE:
            continue
        planes, numbers = some_planes(item)
        centre = planes[:, 1:-1, 1:-1]
        around = np.stack(
            [
                planes[:, 1 + i : planes.shape[1] - 1 + i, 1 + j : planes.shape[2] - 1 + j]
                for i in (-1, 0, 1)
                for j in (-1, 0, 1)
                if i or j
            ]
        )
        low, high = around.min(axis=0), around.max(axis=0)
        beyond = np.maximum(centre - high, low - centre)
        spread = high - low
        with np.errstate(invalid="ignore"):
            spiky = np.where(beyond > 2.0 * spread, beyond, 0.0)
        place = worst(spiky)
        size = float(spiky[place])
        if size < SPIKE[item.name]:
            lonely = _spike_in_time(item)
            if lonely is not None:
                yield _spike(material, item, *lonely)
            continue
        time, level = item.where(int(numbers[place[0]]))
        yield RuleFinding(
            (item.name,),
            {"value": Measure(measure=size, unit=CANONICAL[item.name].unit)},
            value=size,
            limit=SPIKE[item.name],
            unit=CANONICAL[item.name].unit,
            time=time,
            level_hpa=level,
            place=material.place(place[1] + 1, place[2] + 1),
        )


def _spike_in_time(item: FieldData) -> tuple[float, tuple[int, int, int]] | None:
    """Return a cell that leaves its neighbours and its course at a single time, and by how much.

    Steep ground makes a cell differ from its neighbours; it does so at every time.
    """
    values = item.values
    if item.name not in TIED or values.shape[0] < LEAST_TIMES or not item.whole:
        return None
    centre = values[:, 1:-1, 1:-1].astype(np.float64)
    around = 0.25 * (
        values[:, :-2, 1:-1] + values[:, 2:, 1:-1] + values[:, 1:-1, :-2] + values[:, 1:-1, 2:]
    )
    apart = centre - around
    bend = np.abs(apart[1:-1] - 0.5 * (apart[:-2] + apart[2:]))
    place = worst(bend)
    size = float(bend[place])
    least = 0.6 * SPIKE[item.name]
    others = bend[:, place[1], place[2]].copy()
    others[max(0, place[0] - 1) : place[0] + 2] = np.nan
    if size < least or not np.isfinite(others).any():
        return None
    wide = float(np.nanpercentile(bend[place[0]], 99.0))
    if size < 6.0 * float(np.nanmax(others)) or size < 4.0 * wide:
        return None
    return size, (place[0] + 1, place[1] + 1, place[2] + 1)


def _spike(
    material: RuleInputs, item: FieldData, size: float, place: tuple[int, int, int]
) -> RuleFinding:
    unit = CANONICAL[item.name].unit
    return RuleFinding(
        (item.name,),
        {"value": Measure(measure=size, unit=unit)},
        value=size,
        limit=0.6 * SPIKE[item.name],
        unit=unit,
        time=item.where(place[0])[0],
        place=material.place(place[1], place[2]),
    )


@rule("seam_in_field", Weight.DOUBT, "axes")
def seam_in_field(material: RuleInputs) -> Iterator[RuleFinding]:
    """Two columns or rows between which the whole field jumps: parts in the wrong order."""
    for item in smooth_fields(material):
        if item.name == "sp":
            continue
        planes, numbers = some_planes(item)
        for axis, side in ((2, "column"), (1, "row")):
            if planes.shape[axis] < 8:
                continue
            steps = np.diff(planes, axis=axis)
            other = 3 - axis
            size = np.sqrt(mean(np.square(steps, dtype=np.float64), axis=other))
            # a seam jumps at most places along it, a front or coast only somewhere
            typical = median(np.abs(steps), axis=other)
            spread = median(np.abs(planes - median(planes, axis=(1, 2))[:, None, None]), (1, 2))
            floor = np.maximum(0.06 * spread, 1e-9)
            usual = np.maximum(median(size, axis=1), floor)
            usual_typical = np.maximum(median(typical, axis=1), floor)
            with np.errstate(invalid="ignore", divide="ignore"):
                ratio = np.minimum(size / usual[:, None], typical / usual_typical[:, None])
            # neighbours of the seam are as usual: a front is wider than one step
            ratio = np.where(np.isfinite(ratio), ratio, 0.0)
            padded = np.pad(ratio, ((0, 0), (1, 1)), constant_values=0.0)
            beside = np.maximum(padded[:, :-2], padded[:, 2:])
            sharp = np.where(ratio > 2.2 * np.maximum(beside, 1.0), ratio, 0.0)
            given = np.isfinite(steps).mean(axis=other)
            sharp = np.where(given > 0.6, sharp, 0.0)
            # the outermost step is that of the edge
            sharp[:, [0, -1]] = 0.0
            sharp = np.where(typical > 0.35 * spread[:, None], sharp, 0.0)
            place = worst(sharp)
            if sharp[place] < SEAM:
                continue
            where = (0, place[1]) if side == "column" else (place[1], 0)
            time, level = item.where(int(numbers[place[0]]))
            coordinate = material.longitude[where] if side == "column" else material.latitude[where]
            yield RuleFinding(
                (item.name,),
                {"ratio": round(float(sharp[place]), 1), "edge": round(float(coordinate), 2)},
                value=float(sharp[place]),
                limit=SEAM,
                time=time,
                level_hpa=level,
                variant=side,
                place=material.place(*where),
            )
            break


@rule("repeated_rows", Weight.DOUBT, "order")
def repeated_rows(material: RuleInputs) -> Iterator[RuleFinding]:
    """Whole rows that repeat another row: a block was written twice."""
    for item in smooth_fields(material):
        plane = item.planes[item.planes.shape[0] // 2]
        inner = plane[1:-1]
        least = max(4, inner.shape[1] // 4)
        telling = np.array(
            [np.isfinite(row).all() and np.unique(row).size > least for row in inner]
        )
        if telling.sum() < 4:
            continue
        _, counts = np.unique(inner[telling], axis=0, return_counts=True)
        if counts.max() < 2:
            continue
        yield RuleFinding((item.name,), {"count": int((counts - 1).sum())})


@rule("noise", Weight.DOUBT, "order")
def noise(material: RuleInputs) -> Iterator[RuleFinding]:
    """Neighbours have nothing to do with each other: cells in a wrong order, or noise."""
    for item in smooth_fields(material):
        if item.name == "sp":
            continue
        planes, numbers = some_planes(item)
        spread = planes.astype(np.float64) - median(planes, axis=(1, 2))[:, None, None]
        variance = mean(np.square(spread), axis=(1, 2))
        step = 0.5 * (
            mean(np.square(np.diff(spread, axis=1)), axis=(1, 2))
            + mean(np.square(np.diff(spread, axis=2)), axis=(1, 2))
        )
        with np.errstate(invalid="ignore", divide="ignore"):
            # white noise gives 2, a smooth field far below 1
            rough = np.where(variance > 0, step / variance, 0.0)
        place = worst(rough)
        if rough[place] < 1.3:
            continue
        time, level = item.where(int(numbers[place[0]]))
        yield RuleFinding(
            (item.name,),
            {"ratio": round(float(rough[place]), 2)},
            value=float(rough[place]),
            limit=1.3,
            time=time,
            level_hpa=level,
        )


@rule("row_of_one_value", Weight.DOUBT, "values")
def row_of_one_value(material: RuleInputs) -> Iterator[RuleFinding]:
    """A whole row or column of one value between rows that vary: a stripe."""
    for item in smooth_fields(material):
        planes, numbers = some_planes(item)
        for axis, side in ((2, "row"), (1, "column")):
            with np.errstate(invalid="ignore"):
                spread = np.ptp(planes, axis=axis)
            usual = median(spread, axis=1)
            inner = np.isfinite(planes).all(axis=axis)
            beside = np.minimum(np.roll(spread, 1, axis=1), np.roll(spread, -1, axis=1))
            with np.errstate(invalid="ignore"):
                flat = inner & (spread == 0.0) & (beside > 0.5 * usual[:, None])
            flat &= usual[:, None] > 0.0
            flat[:, [0, -1]] = False
            # poles are one point
            if side == "row":
                flat &= ~np.asarray((np.abs(material.latitude) > 89.0).any(axis=1))[None, :]
            lonely = flat.sum(axis=1) <= 0.1 * flat.shape[1]
            flat &= lonely[:, None]
            for plane, line in np.argwhere(flat):
                # in rounded values a row may have one value by chance
                near = planes[plane, line - 1] if side == "row" else planes[plane, :, line - 1]
                flat[plane, line] = np.unique(near).size >= max(6, near.size // 4)
            if not flat.any():
                continue
            place = worst(flat.astype(np.float64))
            time, level = item.where(int(numbers[place[0]]))
            where = (place[1], 0) if side == "row" else (0, place[1])
            edge = material.latitude[where] if side == "row" else material.longitude[where]
            yield RuleFinding(
                (item.name,),
                {"edge": round(float(edge), 2)},
                value=0.0,
                limit=float(usual[place[0]]),
                time=time,
                level_hpa=level,
                variant=side,
                place=material.place(*where),
            )
            break


@rule("cut_off_peak", Weight.DOUBT, "packing")
def cut_off_peak(material: RuleInputs) -> Iterator[RuleFinding]:
    """Many cells that share exactly the highest value: what lies above was cut off."""
    for item in material.of_kind():
        if item.name in MAY_BE_CONSTANT - {"tp", "sf"} or item.name in {"q", "w"}:
            continue
        found = _cut_off(item.name, item.values[np.isfinite(item.values)])
        if found is not None:
            yield _cut_finding((item.name,), *found, CANONICAL[item.name].unit)
    for east, north in (("u10", "v10"), ("u", "v")):
        if not material.has(east, north):
            continue
        wind = material.together(east, north)
        speed: Values = np.hypot(wind.first, wind.second).astype(np.float32)
        # components are stored apart, so that a limit of the speed holds to their digits
        found = _cut_off("fg10", speed[np.isfinite(speed)].round(2))
        if found is not None and found[1] > CUT_WIND * speed.size:
            yield _cut_finding((east, north), *found, "m s-1")


CUT_WIND = 0.005
"""Part of the cells that share the highest speed of the wind."""


def _cut_off(name: str, finite: Values) -> tuple[float, int] | None:
    """Return the value at which a field is cut off, and how often it stands there."""
    if finite.size < 200:
        return None
    for value, side in ((float(finite.max()), "high"), (float(finite.min()), "low")):
        if name in {"tp", "sf", "fg10"} and (side == "low" or value <= 0):
            continue
        equal = int((finite == value).sum())
        if equal < 12 or equal / finite.size < 2e-4:
            continue
        if equal >= 8 * max(1, _near(finite, value, side)):
            return value, equal
    return None


def _cut_finding(names: tuple[str, ...], value: float, count: int, unit: str) -> RuleFinding:
    params: dict[str, Param] = {"value": Measure(measure=value, unit=unit), "count": count}
    return RuleFinding(names, params, value=value, unit=unit)


def _near(finite: Values, value: float, side: str) -> int:
    """Return how often the values next to the peak stand: the commonest of the six nearest."""
    edge = np.percentile(finite, 97.0 if side == "high" else 3.0)
    beyond = finite[finite >= edge] if side == "high" else finite[finite <= edge]
    known, counts = np.unique(beyond[beyond != value], return_counts=True)
    nearest = counts[-6:] if side == "high" else counts[:6]
    return int(nearest.max()) if known.size else 1
