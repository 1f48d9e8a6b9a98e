"""One read: ingredients to canonical fields, turned, derived and checked."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from diagnostics.fields.blocks import Times
from diagnostics.fields.canonical import CANONICAL, WIND_PAIRS, FieldKind
from diagnostics.fields.checks import check_values
from diagnostics.fields.derive import Rule
from diagnostics.fields.horizontal import HorizontalGrid, HorizontalSelection
from diagnostics.fields.index import IngredientIndex
from diagnostics.fields.projections import turn_to_earth

Floats = NDArray[np.float64]


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
        self.warnings: list[str] = []

    def field(self, name: str) -> NDArray[np.float32]:
        """Return a canonical field in canonical shape, checked."""
        plan = self._plans[name]
        if plan.rule is None:
            values = self._ingredient(name)
        else:
            inputs = {item: self._ingredient(item) for item in plan.inputs}
            pressure = (self._levels * 100.0).reshape(1, -1, 1, 1)
            values = plan.rule.apply(inputs, pressure)
        first = self._indices[plan.inputs[-1]].blocks[0]
        kind = CANONICAL[name].kind
        heights = self._levels if kind is FieldKind.LEVEL else np.array([])
        values, note = check_values(name, values, heights, first.source_name, first.unit)
        if note:
            self.warnings.append(note)
        if kind is FieldKind.STATIC:
            values = values[0, 0]
        elif kind is not FieldKind.LEVEL:
            values = values[:, 0]
        return np.ascontiguousarray(values, dtype=np.float32)

    def _ingredient(self, name: str) -> Floats:
        if name not in self._kept:
            pair = next((item for item in WIND_PAIRS if name in item), None)
            if pair is not None and self._grid.is_projected and follows_grid(self._indices[name]):
                self._read_pair(pair)
            else:
                self._kept[name] = self._read(name)
        return self._kept[name]

    def _read(self, name: str) -> Floats:
        index = self._indices[name]
        if index.kind is FieldKind.STATIC:
            return index.read(index.times[:1], (), self._cells)
        levels = tuple(self._levels) if index.kind is FieldKind.LEVEL else ()
        return index.read(self._times, levels, self._cells)

    def _read_pair(self, pair: tuple[str, str]) -> None:
        along_x, along_y = (self._read(name) for name in pair)
        columns = self._cells.columns[0]
        turned = turn_to_earth(self._grid, self._cells.rows, columns, along_x, along_y)
        self._kept.update(zip(pair, turned, strict=True))


def follows_grid(index: IngredientIndex | None) -> bool | None:
    """Whether a wind follows the grid; None where no file says it."""
    if index is None:
        return False
    said = {block.grid_relative for block in index.blocks}
    return True if True in said else (None if None in said else False)
