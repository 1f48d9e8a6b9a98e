"""Patterns in the horizontal that no weather has: patches, spikes, seams, noise, cut-off peaks."""

from __future__ import annotations

from collections.abc import Iterator

import numpy as np
from numpy.typing import NDArray

from diagnostics.contracts.checking import Weight
from diagnostics.data_checks.registry import NotCheckableError, RuleFinding, rule
from diagnostics.data_checks.rule_inputs import FieldData, RuleInputs, Values
from diagnostics.data_checks.rules.values import AMOUNTS, DRY, MAY_BE_CONSTANT, SMOOTH
from diagnostics.data_checks.statistics import correlation, mean, median, worst
from diagnostics.fields.canonical import CANONICAL
from diagnostics.messages import Measure

MOST_PLANES = 48
"""Planes of a field that are looked at; more would say the same."""
LEAST_CELLS = 40
NOISE = 1.55
"""Roughness in both directions from which neighbours have nothing in common; noise has 2.

Roughness is the mean square difference of neighbours over the variance. In a box of few cells a
cyclone on a coarse grid has as much as noise, so smaller ones cannot be judged.
"""
NOISE_CELLS = 150
NOISE_SIDE = 10
SMOOTHER = 1.0
"""Roughness of the planes beside a single one that is noise."""
COARSE = 12.0
"""Steps of packing from the quarter of a field to its peak with which a peak is no plateau."""
SEAM = 9.0
"""Times the usual step that a whole row or column jumps at a seam."""
SEAM_CELLS = 16
"""Along a seam; the vortex of a cyclone on a coarse grid fills most of fewer."""
NEAR_GROUND_HPA = 700.0
MOUNTAIN_HPA = 35.0
"""Below this level a coast, or a mountain that rises by 35 hPa in one cell, makes a jump."""

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
        planes = np.where(material.at_pole[:, None], np.nan, planes)
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
    patch = np.pad(same & (plane == value), 1)
    # a patch is what lies round its inner cells; one value along a steep slope is none
    patch[1:-1, 1:-1] |= patch[2:, 1:-1] | patch[:-2, 1:-1] | patch[1:-1, 2:] | patch[1:-1, :-2]
    patch = patch[1:-1, 1:-1]
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


@rule("seam_in_field", Weight.DOUBT, "axes")
def seam_in_field(material: RuleInputs) -> Iterator[RuleFinding]:
    """Two columns or rows between which the whole field jumps: parts in the wrong order."""
    for item in smooth_fields(material):
        if item.name == "sp":
            continue
        planes, numbers = some_planes(item)
        for axis, side in ((2, "column"), (1, "row")):
            if planes.shape[axis] < 8 or planes.shape[3 - axis] < SEAM_CELLS:
                continue
            steps = np.diff(planes, axis=axis)
            other = 3 - axis
            size = np.sqrt(mean(np.square(steps, dtype=np.float64), axis=other))
            # a seam jumps at most places along it, a front or coast only somewhere
            typical = median(np.abs(steps), axis=other)
            spread = median(np.abs(planes - median(planes, axis=(1, 2))[:, None, None]), (1, 2))
            steps_of_packing = np.array([_quantum(plane) for plane in planes])
            floor = np.maximum(0.06 * spread, np.maximum(steps_of_packing, 1e-9))
            usual = np.maximum(median(size, axis=1), floor)
            usual_typical = np.maximum(median(typical, axis=1), floor)
            with np.errstate(invalid="ignore", divide="ignore"):
                ratio = np.minimum(size / usual[:, None], typical / usual_typical[:, None])
            # neighbours of the seam are as usual: a front is wider than one step
            ratio = np.where(np.isfinite(ratio), ratio, 0.0)
            padded = np.pad(ratio, ((0, 0), (1, 1)), constant_values=0.0)
            beside = np.maximum(padded[:, :-2], padded[:, 2:])
            sharp = np.where(ratio > 2.2 * np.maximum(beside, 1.0), ratio, 0.0)
            near = np.array([_near_ground(item, int(number)) for number in numbers])
            explained = near[:, None, None] & _across_coast(material, axis)
            given = (np.isfinite(steps) & ~explained).mean(axis=other)
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


def _near_ground(item: FieldData, number: int) -> bool:
    """Whether a plane shows the coast and the mountains."""
    level = item.where(number)[1]
    return item.name != "msl" and (level is None or level >= NEAR_GROUND_HPA)


def _across_coast(material: RuleInputs, axis: int) -> NDArray[np.bool_]:
    """Steps from land to sea, and up or down a mountain: all on land that no field tells of."""
    land = np.moveaxis(material.on_land, axis - 1, 0)
    if material.ground_pressure is None:
        crossed = land[1:] | land[:-1]
    else:
        ground = np.moveaxis(material.ground_pressure, axis - 1, 0)
        crossed = (land[1:] != land[:-1]) | (np.abs(np.diff(ground, axis=0)) > MOUNTAIN_HPA)
    return np.moveaxis(crossed, 0, axis - 1)


@rule("repeated_rows", Weight.DOUBT, "order")
def repeated_rows(material: RuleInputs) -> Iterator[RuleFinding]:
    """Whole rows that repeat another row: a block was written twice."""
    for item in smooth_fields(material):
        plane = item.planes[item.planes.shape[0] // 2]
        inner = plane[1:-1]
        least = max(4, inner.shape[1] // 4)
        telling = np.array([np.unique(row[np.isfinite(row)]).size > least for row in inner])
        if telling.sum() < 4:
            continue
        # missing values are alike only when they are written as one number
        filled = np.nan_to_num(inner[telling], nan=float(np.finfo(np.float32).min))
        _, counts = np.unique(filled, axis=0, return_counts=True)
        # rows of values in coarse steps are the same where the field hardly changes
        change = np.abs(np.diff(inner, axis=0))
        if counts.max() < 2 or float(np.nanmedian(change)) < 2.0 * _quantum(plane):
            continue
        yield RuleFinding((item.name,), {"count": int((counts - 1).sum())})


@rule("noise", Weight.DOUBT, "order")
def noise(material: RuleInputs) -> Iterator[RuleFinding]:
    """Neighbours have nothing to do with each other: cells in a wrong order, or noise."""
    looked = False
    for item in smooth_fields(material):
        shape = item.values.shape[-2:]
        if item.name == "sp" or min(shape) < NOISE_SIDE or shape[0] * shape[1] < NOISE_CELLS:
            continue
        looked = True
        planes, numbers = some_planes(item)
        rough = _roughness(planes)
        if np.percentile(rough, 25) < NOISE:
            # cells in a wrong order are so in every plane: here a single one must stand apart
            apart = [_nothing_in_common(item, int(number)) for number in numbers]
            rough = np.where(apart, rough, 0.0)
        place = worst(rough)[0]
        if rough[place] < NOISE:
            continue
        time, level = item.where(int(numbers[place]))
        yield RuleFinding(
            (item.name,),
            {"ratio": round(float(rough[place]), 2)},
            value=float(rough[place]),
            limit=NOISE,
            time=time,
            level_hpa=level,
        )
    if not looked:
        raise NotCheckableError("area")


def _roughness(planes: Values) -> NDArray[np.float64]:
    """Roughness along the smoother of both directions: round a vortex one of them is smooth."""
    spread = planes.astype(np.float64) - median(planes, axis=(1, 2))[:, None, None]
    variance = mean(np.square(spread), axis=(1, 2))
    step = np.minimum(*(mean(np.square(np.diff(spread, axis=k)), axis=(1, 2)) for k in (1, 2)))
    with np.errstate(invalid="ignore", divide="ignore"):
        return np.where((variance > 0) & np.isfinite(step), step / variance, 0.0)


def _nothing_in_common(item: FieldData, number: int) -> bool:
    """Whether a plane is unlike those before and after it, which are smooth."""
    beside = [k for k in (number - 1, number + 1) if 0 <= k < item.planes.shape[0]]
    return len(beside) == 2 and all(
        abs(correlation(item.planes[number], item.planes[k])) < 0.3
        and _roughness(item.planes[k : k + 1])[0] < SMOOTHER
        for k in beside
    )


@rule("cut_off_peak", Weight.DOUBT, "packing")
def cut_off_peak(material: RuleInputs) -> Iterator[RuleFinding]:
    """Many cells that share exactly the highest value: what lies above was cut off."""
    for item in material.of_kind():
        if item.name in MAY_BE_CONSTANT - AMOUNTS or item.name in {"q", "w"}:
            continue
        away = item.values[..., ~material.at_pole, :]
        finite = away[np.isfinite(away)]
        if finite.size < 200:
            continue
        high = float(finite.max())
        low = float(finite.min())
        lower, upper = np.percentile(finite, (25.0, 75.0))
        step = _step_of_packing(item)
        for value, name in ((high, "high"), (low, "low")):
            if item.name in {"tp", "sf", "fg10"} and (name == "low" or value <= DRY):
                continue
            equal = int((finite == value).sum())
            if equal < 12 or equal / finite.size < 2e-4:
                continue
            # in whole numbers the highest class is one of few, and as common as others
            if abs(value - upper if name == "high" else value - lower) < COARSE * step:
                continue
            if equal < 8 * max(1, _near(finite, value, name)):
                continue
            yield RuleFinding(
                (item.name,),
                {
                    "value": Measure(measure=value, unit=CANONICAL[item.name].unit),
                    "count": equal,
                },
                value=value,
                unit=CANONICAL[item.name].unit,
            )
            break


def _step_of_packing(item: FieldData) -> float:
    """The step in which the values of a field are rounded."""
    planes, _ = some_planes(item)
    return float(np.median([_quantum(plane) for plane in planes]))


def _near(finite: Values, value: float, side: str) -> int:
    """Return how often the values next to the peak stand: the commonest of the six nearest."""
    edge = np.percentile(finite, 97.0 if side == "high" else 3.0)
    beyond = finite[finite >= edge] if side == "high" else finite[finite <= edge]
    known, counts = np.unique(beyond[beyond != value], return_counts=True)
    nearest = counts[-6:] if side == "high" else counts[:6]
    return int(nearest.max()) if known.size else 1
