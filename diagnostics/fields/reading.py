"""One read: ingredients to canonical fields, turned, derived and checked.

Files are read and computed with as float64, part by part in time; only the float32 of the result
is ever there as a whole.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from diagnostics.fields.blocks import Times
from diagnostics.fields.canonical import CANONICAL, WIND_PAIRS, FieldKind
from diagnostics.fields.checks import RangeCheck
from diagnostics.fields.derive import Rule
from diagnostics.fields.horizontal import HorizontalGrid, HorizontalSelection
from diagnostics.fields.index import IngredientIndex
from diagnostics.fields.projections import turn_to_earth

Floats = NDArray[np.float64]
PART_BYTES = 64 * 2**20
"""Of one ingredient at a time, as float64; a single time may be larger."""


_NONE: Floats = np.array([])


@dataclass(frozen=True)
class FieldPlan:
    """How a canonical field is had: from an ingredient of its own, or by a rule."""

    name: str
    inputs: tuple[str, ...]
    rule: Rule | None
    times: Times
    levels: Floats
    interval_hours: float | None


class Reading:
    """One call of `load`: reads each ingredient once."""

    def __init__(
        self,
        indices: Mapping[str, IngredientIndex],
        plans: Mapping[str, FieldPlan],
        grid: HorizontalGrid,
        times: Times,
        levels: Floats,
        cells: HorizontalSelection,
    ) -> None:
        self._indices = indices
        self._plans = plans
        self._grid = grid
        self._times = times
        self._levels = levels
        self._cells = cells
        self._kept: dict[str, Floats] = {}
        self._uses: Counter[str] = Counter()
        self.warnings: list[str] = []

    def fields(self, names: Sequence[str]) -> dict[str, NDArray[np.float32]]:
        """Return canonical fields in canonical shape, checked."""
        first = {name: self._indices[self._plans[name].inputs[-1]].blocks[0] for name in names}
        checks = {
            name: RangeCheck(name, block.source_name, block.unit) for name, block in first.items()
        }
        made = {name: np.empty(self._shape(name), np.float32) for name in names}
        on_levels = [name for name in names if CANONICAL[name].kind is FieldKind.LEVEL]
        others = [name for name in names if name not in on_levels]
        for group, parts in ((on_levels, self._parts(on_levels)), (others, [slice(None)])):
            for part in parts:
                self._uses = Counter(item for name in group for item in self._plans[name].inputs)
                for name in group:
                    made[name][part] = checks[name].part(self._part(name, self._times[part]))
                self._kept.clear()
        for name in names:
            note = checks[name].whole(made[name], self._levels if name in on_levels else _NONE)
            if note:
                self.warnings.append(note)
        return {name: self._canonical(name, values) for name, values in made.items()}

    def _shape(self, name: str) -> tuple[int, ...]:
        kind = CANONICAL[name].kind
        times = 1 if kind is FieldKind.STATIC else self._times.size
        return times, self._levels.size if kind is FieldKind.LEVEL else 1, *self._cells.shape

    @staticmethod
    def _canonical(name: str, values: NDArray[np.float32]) -> NDArray[np.float32]:
        kind = CANONICAL[name].kind
        if kind is FieldKind.STATIC:
            return np.asarray(values[0, 0])
        return values if kind is FieldKind.LEVEL else values[:, 0]

    def _parts(self, names: Sequence[str]) -> Iterator[slice]:
        """Divide the times of level fields."""
        inputs = {item for name in names for item in self._plans[name].inputs}
        one = 8 * self._levels.size * int(np.prod(self._cells.shape))
        step = max(1, PART_BYTES // max(1, one))
        if any(self._indices[item].unit_from_values for item in inputs):
            step = max(1, self._times.size)
        return (slice(at, at + step) for at in range(0, self._times.size, step))

    def _part(self, name: str, times: Times) -> Floats:
        plan = self._plans[name]
        inputs = {item: self._ingredient(item, times) for item in plan.inputs}
        for item in plan.inputs:
            self._uses[item] -= 1
            if not self._uses[item]:
                del self._kept[item]
        if plan.rule is None:
            return inputs[name]
        pressure = (self._levels * 100.0).reshape(1, -1, 1, 1)
        return plan.rule.apply(inputs, pressure)

    def _ingredient(self, name: str, times: Times) -> Floats:
        if name not in self._kept:
            pair = next((item for item in WIND_PAIRS if name in item), None)
            if pair is not None and self._grid.is_projected and follows_grid(self._indices[name]):
                self._read_pair(pair, times)
            else:
                self._kept[name] = self._read(name, times)
        return self._kept[name]

    def _read(self, name: str, times: Times) -> Floats:
        index = self._indices[name]
        if index.kind is FieldKind.STATIC:
            return index.read(index.times[:1], (), self._cells)
        levels = tuple(self._levels) if index.kind is FieldKind.LEVEL else ()
        return index.read(times, levels, self._cells)

    def _read_pair(self, pair: tuple[str, str], times: Times) -> None:
        along_x, along_y = (self._read(name, times) for name in pair)
        columns = self._cells.columns[0]
        turned = turn_to_earth(self._grid, self._cells.rows, columns, along_x, along_y)
        self._kept.update(zip(pair, turned, strict=True))


def follows_grid(index: IngredientIndex | None) -> bool | None:
    """Whether a wind follows the grid; None where no file says it."""
    if index is None:
        return False
    said = {block.grid_relative for block in index.blocks}
    return True if True in said else (None if None in said else False)
