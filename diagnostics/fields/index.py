"""All blocks of one ingredient, from however many files, as one array in time and level."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field, replace
from datetime import datetime

import numpy as np
from numpy.typing import NDArray

from diagnostics.contracts.base import format_instant
from diagnostics.errors import InputDataError
from diagnostics.fields.accumulation import IncrementPlan, difference, plan_increments
from diagnostics.fields.blocks import Block, Scan, Times
from diagnostics.fields.canonical import FieldKind
from diagnostics.fields.conversion import to_ingredient_unit
from diagnostics.fields.duplicates import Duplicates, Place, version_rank
from diagnostics.fields.horizontal import HorizontalSelection
from diagnostics.fields.names import INGREDIENTS, called
from diagnostics.fields.select import to_instant
from diagnostics.messages import Message, Moment

Floats = NDArray[np.float64]
DAMAGE_OF_VALUES = frozenset({"damaged_file", "truncated_file"})
"""What a reader says of a block whose description is whole and whose values are not."""


@dataclass(frozen=True)
class _Row:
    block: int
    position: int


@dataclass
class IngredientIndex:
    """Where each (time, level) of an ingredient is.

    Attributes
    ----------
    name : str
    blocks : list of Block
        In order of preference.
    times : ndarray of datetime64[ns]
        Ascending; for accumulations the ends of the increments.
    levels : ndarray of float
        hPa, ascending; empty without levels.
    interval_hours : float or None
    """

    name: str
    blocks: list[Block]
    times: Times = field(init=False)
    levels: Floats = field(init=False)
    interval_hours: float | None = field(init=False, default=None)
    _pieces: list[tuple[int, NDArray[np.intp], tuple[int, ...]]] = field(init=False)
    _plan: IncrementPlan | None = field(init=False, default=None)
    _rows: list[_Row] = field(init=False, default_factory=list)

    def __post_init__(self) -> None:
        self.blocks = sorted(self.blocks, key=lambda item: item.preference)
        self.levels = np.unique(
            np.array([level for block in self.blocks for level in block.levels], dtype=np.float64)
        )

    @property
    def kind(self) -> FieldKind:
        """How the ingredient extends in time and height."""
        return INGREDIENTS[self.name].kind

    @property
    def source_names(self) -> tuple[str, ...]:
        """Names in the files: of the preferred one, and of those that add levels to it."""
        first = self.blocks[0]
        more = [
            item.source_name for item in self.blocks[1:] if set(item.levels) - set(first.levels)
        ]
        return tuple(dict.fromkeys([first.source_name, *more]))

    @property
    def unit_from_values(self) -> bool:
        """Whether the unit is told from the values, of which many are needed then."""
        return self.name in {"r", "r2"} and any(not block.unit for block in self.blocks)

    def build(self, scan: Scan) -> None:
        """Resolve what is there twice; accumulations become increments."""
        if self.kind is FieldKind.ACCUMULATION:
            self._build_increments(scan)
            return
        if self.kind is FieldKind.EXTREME:
            self._build_extremes(scan)
        self._pieces = self._resolve(scan)
        found = [self.blocks[block].times[rows] for block, rows, _ in self._pieces]
        self.times = np.unique(np.concatenate(found)) if found else _no_times()

    def _resolve(self, scan: Scan) -> list[tuple[int, NDArray[np.intp], tuple[int, ...]]]:
        """Pieces (block, time positions, level positions) without anything twice."""
        crowded = self._crowded()
        pieces: list[tuple[int, NDArray[np.intp], tuple[int, ...]]] = []
        rows: list[tuple[int, int, float, int, int]] = []
        offset = 0
        for number, block in enumerate(self.blocks):
            here = crowded[offset : offset + block.times.size]
            offset += block.times.size
            free = np.flatnonzero(~here)
            if free.size:
                pieces.append((number, free, tuple(range(len(block.levels)))))
            lead = _lead(block)
            first = (block.preference, version_rank(block))
            rows += [(*first, lead[i], number, int(i)) for i in np.flatnonzero(here)]
        taken: dict[np.datetime64, dict[float, Place]] = {}
        twice = Duplicates(self.name)
        for *_, number, position in sorted(rows):
            block = self.blocks[number]
            have = taken.setdefault(block.times[position], {})
            wanted = block.levels or (-1.0,)
            fresh = tuple(i for i, level in enumerate(wanted) if level not in have)
            again = next((i for i, level in enumerate(wanted) if level in have), None)
            if again is not None:
                twice.add(have[wanted[again]], Place(block, position, again), scan)
            if fresh:
                have.update({wanted[i]: Place(block, position, i) for i in fresh})
                kept = fresh if block.levels else ()
                pieces.append((number, np.array([position], dtype=np.intp), kept))
        twice.compare(scan)
        return pieces

    def _crowded(self) -> NDArray[np.bool_]:
        """Tell for each time of each block whether another block may have the same values.

        Blocks of other levels do not count: a field may come level by level.
        """
        groups: dict[tuple[float, ...], list[int]] = {}
        for number, block in enumerate(self.blocks):
            groups.setdefault(block.levels, []).append(number)
        levels = [level for group in groups for level in group]
        if len(levels) > len(set(levels)):
            groups = {(): list(range(len(self.blocks)))}
        found: list[NDArray[np.bool_]] = [np.array([], dtype=bool)] * len(self.blocks)
        for members in groups.values():
            times = np.concatenate([self.blocks[number].times for number in members])
            _, inverse, counts = np.unique(times, return_inverse=True, return_counts=True)
            ends = np.cumsum([self.blocks[number].times.size for number in members])[:-1]
            for number, part in zip(members, np.split(counts[inverse] > 1, ends), strict=True):
                found[number] = part
        return np.concatenate(found)

    def _build_extremes(self, scan: Scan) -> None:
        """Keep one length of interval, the commonest; shorter ones win where they tie."""
        lengths: list[int] = []
        for block in self.blocks:
            if block.starts is not None:
                lengths += (_seconds(block.times) - _seconds(block.starts)).tolist()
        if not lengths:
            return
        values, counts = np.unique(np.array(lengths), return_counts=True)
        length = int(values[np.argmax(counts)])
        self.interval_hours = length / 3600.0
        if values.size == 1:
            return
        scan.warn(
            "uneven_intervals",
            Message(
                id="reader-uneven_intervals",
                params={"field": called(self.name), "hours": f"{length / 3600.0:g}"},
            ),
        )
        kept = []
        for block in self.blocks:
            if block.starts is not None:
                rows = np.flatnonzero(_seconds(block.times) - _seconds(block.starts) == length)
                if rows.size:
                    kept.append(rows_of(block, rows))
        self.blocks = kept

    def _build_increments(self, scan: Scan) -> None:
        intervals: list[tuple[int, int]] = []
        ranks: list[tuple[int, float]] = []
        for number, block in enumerate(self.blocks):
            starts = block.starts if block.starts is not None else block.times
            pairs = zip(_seconds(starts).tolist(), _seconds(block.times).tolist(), strict=True)
            intervals += list(pairs)
            ranks += [(version_rank(block), lead) for lead in _lead(block).tolist()]
            self._rows += [_Row(number, position) for position in range(block.times.size)]
        order = sorted(range(len(intervals)), key=lambda item: (ranks[item], item))
        self._rows = [self._rows[item] for item in order]
        intervals = [intervals[item] for item in order]
        self._compare_amounts(intervals, scan)
        self._plan = plan_increments(intervals)
        self.times = np.array(
            [np.datetime64(item.end, "s") for item in self._plan.increments],
            dtype="datetime64[ns]",
        )
        self._pieces = []
        self.interval_hours = None if self._plan.interval is None else self._plan.interval / 3600.0
        self._note_plan(scan)

    def _compare_amounts(self, intervals: list[tuple[int, int]], scan: Scan) -> None:
        """Say what is there twice of the amounts of one interval and one run."""
        if len(set(intervals)) == len(intervals):
            return
        places = [Place(self.blocks[row.block], row.position, 0) for row in self._rows]
        taken: dict[tuple[int, int], Place] = {}
        twice = Duplicates(self.name)
        for interval, place in zip(intervals, places, strict=True):
            first = taken.setdefault(interval, place)
            if first is not place and interval[0] < interval[1]:
                twice.add(first, place, scan)
        twice.compare(scan)

    def _note_plan(self, scan: Scan) -> None:
        if self._plan is None:
            return
        field = called(self.name)
        if self._plan.overlapping:
            scan.refuse(
                self.name,
                "overlapping_accumulations",
                Message(id="reader-overlapping_accumulations", params={"field": field}),
            )
        elif not self._plan.increments:
            scan.refuse(
                self.name,
                "no_increments",
                Message(id="reader-no_increments", params={"field": field}),
            )
        if self._plan.dropped:
            scan.warn(
                "uneven_intervals",
                Message(
                    id="reader-uneven_increments",
                    params={
                        "field": field,
                        "hours": f"{self.interval_hours:g}",
                        "dropped": f"{len(self._plan.dropped)}",
                    },
                ),
            )
        if any(item.minus is not None for item in self._plan.increments):
            scan.note(
                "accumulation_differenced",
                Message(
                    id="reader-accumulation_differenced",
                    params={"field": field, "hours": f"{self.interval_hours:g}"},
                ),
            )

    def read(self, times: Times, levels: Sequence[float], cells: HorizontalSelection) -> Floats:
        """Read (time, level, y, x) in the ingredient's unit; what is absent is NaN.

        Without levels the second axis has length one.
        """
        if self._plan is not None:
            return self._read_increments(times, cells)
        depth = max(1, len(levels))
        values = np.full((times.size, depth, *cells.shape), np.nan)
        for number, rows, kept in self._pieces:
            block = self.blocks[number]
            target, source = _match(times, block.times[rows])
            if not target.size:
                continue
            floors = [
                (i, j)
                for i, level in enumerate(levels)
                for j in kept
                if np.isclose(block.levels[j], level, rtol=1e-6, atol=1e-6)
            ]
            if levels and not floors:
                continue
            into = [i for i, _ in floors] if levels else [0]
            part = self._of_block(block, rows[source].tolist(), [j for _, j in floors], cells)
            part = to_ingredient_unit(part, block.unit, self.name, block.source_name)
            values[np.ix_(target, np.array(into))] = self._tidied(part, block)
        return values

    def _of_block(
        self, block: Block, rows: list[int], levels: list[int], cells: HorizontalSelection
    ) -> Floats:
        """Read of one block; of values that are damaged the field and the time are named."""
        try:
            return block.read(rows, levels, cells)
        except InputDataError as error:
            if error.code not in DAMAGE_OF_VALUES:
                raise
            time = self._first_damaged(block, rows, levels, cells)
            params = {"field": called(self.name), "time": Moment(moment=time), "reason": error.text}
            raise InputDataError(
                Message(id="dataerror-damaged_values", params=params),
                code=error.code,
                data={**error.data, "field": self.name, "time": format_instant(time)},
            ) from error

    @staticmethod
    def _first_damaged(
        block: Block, rows: list[int], levels: list[int], cells: HorizontalSelection
    ) -> datetime:
        """Return the first time of a block that cannot be read."""
        for row in rows[:-1]:
            try:
                block.read([row], levels, cells)
            except InputDataError:
                return to_instant(block.times[row])
        return to_instant(block.times[rows[-1]])

    def _tidied(self, values: Floats, block: Block) -> Floats:
        """Relative humidity without a unit: percent where it goes far beyond one."""
        if self.name in {"r", "r2"} and not block.unit:
            finite = values[np.isfinite(values)]
            if finite.size and float(np.percentile(finite, 95)) > 2.0:
                return values / 100.0
        return values

    def _read_increments(self, times: Times, cells: HorizontalSelection) -> Floats:
        plan = self._plan
        if plan is None:
            raise ValueError("not an accumulation")
        wanted, found = _match(times, self.times)
        values = np.full((times.size, 1, *cells.shape), np.nan)
        chosen = [plan.increments[position] for position in found]
        needed = {item.plus for item in chosen}
        needed |= {item.minus for item in chosen if item.minus is not None}
        amounts = self._read_rows(sorted(needed), cells)
        for target, item in zip(wanted, chosen, strict=True):
            when = format_instant(to_instant(np.datetime64(item.end, "s")))
            minus = None if item.minus is None else amounts[item.minus]
            values[target, 0] = difference(amounts[item.plus], minus, self.name, when)
        return values

    def _read_rows(self, needed: list[int], cells: HorizontalSelection) -> dict[int, Floats]:
        amounts: dict[int, Floats] = {}
        by_block: dict[int, list[int]] = {}
        for item in needed:
            by_block.setdefault(self._rows[item].block, []).append(item)
        for number, items in by_block.items():
            block = self.blocks[number]
            ordered = sorted(items, key=lambda item: self._rows[item].position)
            positions = [self._rows[item].position for item in ordered]
            part = self._of_block(block, positions, [], cells)
            part = to_ingredient_unit(part, block.unit, self.name, block.source_name)
            amounts.update({item: part[i, 0] for i, item in enumerate(ordered)})
        return amounts

    def runs_of(self) -> Times:
        """Initialisation times of all blocks that know theirs."""
        runs = [block.runs for block in self.blocks if block.runs is not None]
        return np.unique(np.concatenate(runs)) if runs else _no_times()


def _match(wanted: Times, have: Times) -> tuple[NDArray[np.intp], NDArray[np.intp]]:
    """Positions in `wanted` and `have` of equal times, ascending in `have`."""
    _, left, right = np.intersect1d(wanted, have, return_indices=True)
    order = np.argsort(right, kind="stable")
    return left[order], right[order]


def _lead(block: Block) -> NDArray[np.float64]:
    if block.runs is None:
        return np.zeros(block.times.size)
    return (block.times - block.runs) / np.timedelta64(1, "s")


def rows_of(block: Block, rows: NDArray[np.intp]) -> Block:
    """Return a block with some of its times only."""

    def read(positions: Sequence[int], levels: Sequence[int], cells: HorizontalSelection) -> Floats:
        return block.read([int(rows[item]) for item in positions], levels, cells)

    return replace(
        block,
        times=block.times[rows],
        starts=None if block.starts is None else block.starts[rows],
        runs=None if block.runs is None else block.runs[rows],
        read=read,
    )


def _seconds(times: Times) -> NDArray[np.int64]:
    return times.astype("datetime64[s]").astype(np.int64)


def _no_times() -> Times:
    return np.array([], dtype="datetime64[ns]")
