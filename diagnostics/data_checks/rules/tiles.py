"""Rectangles that do not belong to the field around them: all four edges are straight seams."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import product
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from diagnostics.contracts.checking import Weight
from diagnostics.data_checks.registry import RuleFinding, rule
from diagnostics.data_checks.rule_inputs import Mask, RuleInputs, Values
from diagnostics.data_checks.rules.pattern import smooth_fields, some_planes

SHARP = 0.5
"""Of the usual step: by so much the step across a seam exceeds those on either side of it."""
STEEP = 1.2
"""Times those on either side: a front that a coarse grid draws is steep over more than a step."""
RUN = 5
"""Cells of the shortest edge."""
LEAST = 7
"""Cells of the shortest side of a rectangle."""
SHARES = (0.4, 0.75)
"""Of each edge, and of the four together, that must be sharp; chance gives about a sixth."""
ROUND = 40
"""Cells around a rectangle from which on the share need not grow."""
ALIKE = 0.6
"""Of two edges side by side, that both cover."""
MOST_VALUES = 400_000
"""Of a field that are looked at, and at least the planes that other rules look at."""
MOST_RUNS = 60
"""Of a plane; one that has more is rough, and its seams mean nothing."""


class _Run(NamedTuple):
    """A straight seam: the line that it lies on, and where it begins and ends."""

    line: int
    begin: int
    end: int


@rule("rectangle_apart", Weight.DOUBT, "order")
def rectangle_apart(material: RuleInputs) -> Iterator[RuleFinding]:
    """A rectangle of another time, member or unit set into the field."""
    for item in smooth_fields(material):
        if item.name == "sp":
            continue  # it follows the ground
        planes, numbers = some_planes(item)
        if item.planes.size <= MOST_VALUES:
            planes, numbers = item.planes, np.arange(item.planes.shape[0])
        for plane, number in zip(planes, numbers, strict=True):
            found = _rectangle(plane)
            if found is None:
                continue
            rows, columns = found
            time, level = item.where(int(number))
            yield RuleFinding(
                (item.name,),
                {"rows": rows.end - rows.begin, "columns": columns.end - columns.begin},
                time=time,
                level_hpa=level,
                place=material.place(rows.begin, columns.begin),
            )
            break


def _rectangle(plane: Values) -> tuple[_Run, _Run] | None:
    """Return the first rectangle whose four edges are sharp, as its rows and its columns."""
    upright = _sharp(plane)
    level = _sharp(plane.T).T
    runs = _runs(upright)
    if len(runs) < 2 or len(runs) > MOST_RUNS:
        return None
    for number, left in enumerate(runs):
        for right in runs[number + 1 :]:
            both = min(left.end, right.end) - max(left.begin, right.begin)
            either = max(left.end, right.end) - min(left.begin, right.begin)
            if both < ALIKE * either or right.line - left.line < LEAST:
                continue
            for begin, end in product({left.begin, right.begin}, {left.end, right.end}):
                shares = (
                    _along(level, begin - 1, left.line, right.line),
                    _along(level, end - 1, left.line, right.line),
                    float(upright[begin:end, left.line].mean()),
                    float(upright[begin:end, right.line].mean()),
                )
                # short edges are sharp by chance more often
                around = 2 * (end - begin + right.line - left.line)
                needed = SHARES[1] + 0.01 * max(0, ROUND - around)
                sharp = min(shares) >= SHARES[0] and sum(shares) >= 4 * needed
                if sharp and end - begin >= LEAST:
                    return _Run(0, begin, end), _Run(0, left.line + 1, right.line + 1)
    return None


def _sharp(plane: Values) -> Mask:
    """Where the step to the next column exceeds the steps before and after it."""
    step = np.abs(np.diff(plane.astype(np.float64), axis=1))
    padded = np.pad(step, ((0, 0), (1, 1)), mode="edge")
    beside = np.maximum(padded[:, :-2], padded[:, 2:])
    with np.errstate(invalid="ignore"):
        usual = float(np.nanmedian(step)) if np.isfinite(step).any() else 0.0
        above = np.maximum(beside + SHARP * max(usual, 1e-12), STEEP * beside)
        found: Mask = np.asarray(step > above)
    found[:, [0, -1]] = False
    return found


def _runs(sharp: Mask) -> list[_Run]:
    """Return the straight seams along the columns, from left to right."""
    if sharp.shape[0] < RUN + 2:
        return []
    kernel = np.ones(RUN) / RUN
    found: list[_Run] = []
    for line in np.flatnonzero(sharp.sum(axis=0) >= 0.7 * RUN):
        column = sharp[:, line].astype(np.float64)
        dense = np.convolve(column, kernel, mode="same") >= 0.6
        found += _stretches(dense & _filled(column), int(line))
    return found


def _filled(column: NDArray[np.float64]) -> Mask:
    """Sharp cells, and single ones between two of them."""
    sharp = column > 0.0
    between = np.zeros_like(sharp)
    between[1:-1] = sharp[:-2] & sharp[2:]
    return np.asarray(sharp | between)


def _stretches(dense: Mask, line: int) -> list[_Run]:
    edges = np.flatnonzero(np.diff(np.concatenate([[False], dense, [False]]).astype(np.int8)))
    pairs = zip(edges[::2].tolist(), edges[1::2].tolist(), strict=True)
    return [_Run(line, begin, end) for begin, end in pairs if end - begin >= RUN - 1]


def _along(level: Mask, row: int, first: int, last: int) -> float:
    """Return the share of an edge between two columns that is sharp, at the best of three rows."""
    shares = [
        float(level[near, first + 1 : last + 1].mean())
        for near in (row - 1, row, row + 1)
        if 0 <= near < level.shape[0]
    ]
    return max(shares, default=0.0)
