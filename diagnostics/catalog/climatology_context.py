"""Where a value stands in its climatology: of the reduced index (mode A), else of its cell (B).

Mode B compares the value at the cell of the extremum with the statistics of that cell. Because
the extremum was looked for among many cells, it also says what three contiguous cells with it
reach, which is what a verdict asks of it (rule C1).
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

import numpy as np
import numpy.typing as npt

from diagnostics.constants import GRAVITY
from diagnostics.contracts.enums import Mode
from diagnostics.contracts.evidence import ClimatologyContext, SeriesPoint
from diagnostics.contracts.space_time import Region
from diagnostics.errors import InputDataError
from diagnostics.quantities.arguments import Call, parameters_digest
from diagnostics.quantities.compute import Computed
from diagnostics.quantities.index_tool import IndexTool
from diagnostics.quantities.reduce import Reduced
from diagnostics.quantities.results import Array, Maps

if TYPE_CHECKING:
    from diagnostics.climatology import Climatologies, GridClimatology, GridItem, IndexKey

WITH_A_PLACE = frozenset({"max", "min", "point"})
"""Reductions whose value is that of one cell."""
FLOOR_SHARE = 0.1
"""Least standard deviation of a cell, as a share of the region's median."""
_SAME_FIELD = {"temperature_level": ("t", 1.0), "specific_humidity_level": ("q", 1.0),
               "gh500": ("z", 1.0 / GRAVITY)}  # fmt: skip
"""Indices whose map is a field at a level: its name, and the factor to the index in SI units."""


@dataclass(frozen=True)
class Placed:
    """A series with its climatology: the context of the decisive value and of each, and notes."""

    series: tuple[SeriesPoint, ...]
    context: ClimatologyContext | None = None
    contexts: tuple[ClimatologyContext | None, ...] = ()
    warnings: tuple[str, ...] = ()


def level_of(call: Call) -> float | None:
    """Return the pressure level of a call, None for 2 m and where there is none."""
    return call.level if isinstance(call.level, float) else None


def key_of(tool: IndexTool, call: Call, mode: Mode | None) -> IndexKey:
    """Return the key of the reduced index."""
    from diagnostics.climatology import IndexKey

    return IndexKey(
        name=tool.name,
        level=level_of(call),
        reduction=call.reduction.name,
        params_digest=parameters_digest(tool, call),
        mode=mode.value if mode else "",
    )


def place_in_climatology(
    tool: IndexTool,
    call: Call,
    computed: Computed,
    reduced: Reduced,
    known: Climatologies | None,
    region: Region | None,
    mode: Mode,
    *,
    outlined: bool = False,
) -> Placed:
    """Place the value at every time in the climatology.

    Parameters
    ----------
    tool, call, computed, reduced
        Of the answer.
    known : Climatologies or None
    region : Region or None
        As it was named; the domain that was reduced is looked up first.
    mode : Mode
    outlined : bool
        The cells are those of an outline and not of the whole box, whose reduced index is another.
    """
    if not known:
        return Placed(reduced.series, contexts=(None,) * len(reduced.series))
    contexts: list[ClimatologyContext | None] = [None] * len(reduced.series)
    warnings: tuple[str, ...] = ()
    if known.reduced and computed.domain is not None and not outlined:
        key = key_of(tool, call, mode)
        contexts = [_of_index(known, key, computed, region, point) for point in reduced.series]
    if known.gridded and not tool.spec.climatology and not all(contexts):
        try:
            cells = _of_cells(tool, call, computed, reduced, known, mode)
        except InputDataError as error:
            if error.code != "climatology_grid_differs":
                raise
            cells, warnings = [None] * len(contexts), (error.code,)
        contexts = [own or cell for own, cell in zip(contexts, cells, strict=True)]
    series = tuple(
        point if context is None else _joined(point, context)
        for point, context in zip(reduced.series, contexts, strict=True)
    )
    # a mean over several times has no sample of its own kind in the climatology
    decisive = contexts[reduced.decisive] if reduced.decisive is not None else None
    return Placed(series, decisive, tuple(contexts), warnings)


def _joined(point: SeriesPoint, context: ClimatologyContext) -> SeriesPoint:
    return point.model_copy(
        update={
            "z": context.z,
            "percentile": context.percentile,
            "sample_count": context.sample_count,
            "effective_sample_size": context.effective_sample_size,
            "climatology_mode": context.mode,
            "cluster_z": context.cluster_z,
            "cluster_percentile": context.cluster_percentile,
        }
    )


def _of_index(
    known: Climatologies,
    key: IndexKey,
    computed: Computed,
    region: Region | None,
    point: SeriesPoint,
) -> ClimatologyContext | None:
    """Look under the domain that was reduced, and under the region that was named."""
    for box in (computed.domain, region):
        if box is not None and point.value is not None:
            found = known.context(key, box, point.time, point.value)
            if found is not None:
                return found
    return None


def _of_cells(
    tool: IndexTool,
    call: Call,
    computed: Computed,
    reduced: Reduced,
    known: Climatologies,
    mode: Mode,
) -> list[ClimatologyContext | None]:
    """Place the value at each time in the climatology of its cell."""
    nothing: list[ClimatologyContext | None] = [None] * len(reduced.series)
    found = _item_of(tool, call, known, mode)
    maps = computed.result
    if (
        found is None
        or not isinstance(maps, Maps)
        or not call.generic
        or call.reduction.how not in WITH_A_PLACE
    ):
        return nothing
    held, item, scale = found
    statistics = _Statistics(held, item, computed, tool, scale)
    shown = tool.unit.show(maps.value)
    return [
        None
        if point.value is None or point.latitude is None or point.longitude is None
        else statistics.context(index, shown[index], point)
        for index, point in enumerate(reduced.series)
    ]


def _item_of(
    tool: IndexTool, call: Call, known: Climatologies, mode: Mode
) -> tuple[GridClimatology, GridItem, float | None] | None:
    """Return the item of the index's own map, or of the field that it is; with a factor then."""
    from diagnostics.climatology import GridKey

    digest = parameters_digest(tool, call)
    key = GridKey(name=tool.name, level=level_of(call), params_digest=digest, mode=mode.value)
    found = known.grid_item(key) or known.grid_item(key.model_copy(update={"mode": ""}))
    if found is not None:
        return *found, None
    field, factor = _SAME_FIELD.get(tool.name, ("", 1.0))
    if not field or digest:
        return None
    name = "t2m" if call.level == "2m" else field
    found = known.grid_item(GridKey(name=name, level=level_of(call)))
    return None if found is None else (*found, factor)


class _Statistics:
    """Statistics of an item at every time of a result, in the unit of the index."""

    def __init__(
        self,
        held: GridClimatology,
        item: GridItem,
        computed: Computed,
        tool: IndexTool,
        scale: float | None,
    ) -> None:
        self._held, self._item, self._computed = held, item, computed
        self._mean = self._read("mean", tool, scale, spread=False)
        self._std = self._read("std", tool, scale, spread=True)
        self._quantile = self._read("quantile", tool, scale, spread=False)
        self._count = self._plain("count")
        self._effective = self._plain("effective")
        self._percents = item.quantiles

    def _plain(self, name: str) -> Array | None:
        if name not in self._item.arrays:
            return None
        times, grid = self._computed.times, self._computed.grid
        return self._held.at_times(self._item, name, times, grid)[0]

    def _read(
        self, name: str, tool: IndexTool, scale: float | None, *, spread: bool
    ) -> Array | None:
        values = self._plain(name)
        if values is None or scale is None:
            return values
        unit = tool.unit
        return unit.show_difference(values * scale) if spread else unit.show(values * scale)

    def context(self, index: int, values: Array, point: SeriesPoint) -> ClimatologyContext | None:
        """Return the context of the value at one time, None where the cell has no climatology."""
        from diagnostics.climatology.series import MIN_SAMPLES

        if self._mean is None or self._std is None:
            return None
        place = self._cell(point)
        mean, std = self._mean[index], self._std[index]
        inside = self._computed.mask & np.isfinite(std)
        if not inside[place] or not np.isfinite(mean[place]):
            return None
        count = None if self._count is None else float(self._count[index][place])
        if count is not None and count < MIN_SAMPLES:
            return None
        std = np.maximum(std, FLOOR_SHARE * float(np.median(std[inside])))
        with np.errstate(invalid="ignore", divide="ignore"):
            z = np.where(std > 0, (values - mean) / std, np.nan)
        if not np.isfinite(z[place]):
            return None
        ranks = (
            None
            if self._quantile is None
            else percentile_ranks(values, self._quantile[index], self._percents)
        )
        effective = None if self._effective is None else float(self._effective[index][place])
        return ClimatologyContext(
            baseline=self._held.name,
            baseline_digest=self._held.digest,
            mode=self._held.mode,
            mean=float(mean[place]),
            std=float(std[place]),
            z=float(z[place]),
            percentile=None if ranks is None else _number(ranks[place]),
            sample_count=None if count is None else int(count),
            effective_sample_size=effective,
            index_mode=self._item.key.mode,
            cluster_z=self._cluster(z, place, 0.0),
            cluster_percentile=None if ranks is None else self._cluster(ranks, place, 50.0),
        )

    def _cell(self, point: SeriesPoint) -> tuple[int, int]:
        grid = self._computed.grid
        assert point.latitude is not None
        assert point.longitude is not None
        turn = (grid.longitude - point.longitude + 180.0) % 360.0 - 180.0
        away = (grid.latitude - point.latitude) ** 2 + turn**2
        row, column = np.unravel_index(int(away.argmin()), away.shape)
        return int(row), int(column)

    def _cluster(self, values: Array, place: tuple[int, int], middle: float) -> float | None:
        inside = np.where(self._computed.mask, values, np.nan)
        return cluster_value(inside, place, middle, cyclic=self._computed.grid.cyclic)


def _number(value: float) -> float | None:
    return float(value) if np.isfinite(value) else None


def percentile_ranks(values: Array, quantiles: Array, percents: npt.NDArray[np.float64]) -> Array:
    """Return the percentile rank of each value among the quantiles of its cell.

    Parameters
    ----------
    values : ndarray (y, x)
    quantiles : ndarray (quantile, y, x)
    percents : ndarray (quantile,)
        Ascending. Beyond the outermost quantile the rank is that quantile's: a sample says no
        more. Among equal quantiles it is their middle.

    Returns
    -------
    ndarray (y, x)
        Per cent; NaN where the value or a quantile is missing.
    """
    last = len(percents) - 1
    with np.errstate(invalid="ignore"):
        below = (quantiles < values).sum(axis=0)
        reached = (quantiles <= values).sum(axis=0)
    tied = reached > below
    low, high = np.clip(below - 1, 0, last), np.clip(below, 0, last)
    lower, upper = (np.take_along_axis(quantiles, at[np.newaxis], axis=0)[0] for at in (low, high))
    with np.errstate(invalid="ignore", divide="ignore"):
        share = np.where(upper > lower, (values - lower) / (upper - lower), 0.0)
    between = percents[low] + np.clip(share, 0.0, 1.0) * (percents[high] - percents[low])
    equal = (percents[np.clip(below, 0, last)] + percents[np.clip(reached - 1, 0, last)]) / 2.0
    known = np.isfinite(values) & np.isfinite(quantiles).all(axis=0)
    return np.where(known, np.where(tied, equal, between), np.nan)


def cluster_value(
    values: Array, place: tuple[int, int], middle: float, *, cells: int = 3, cyclic: bool = False
) -> float | None:
    """Return what so many contiguous cells reach together, that of `place` among them.

    The set grows from the place by its most extreme neighbour (of eight), on the side of `middle`
    on which the place lies: the result is the largest bound that a connected set of that size
    attains. None where no such set is known.
    """
    sign = 1.0 if values[place] >= middle else -1.0
    rows, columns = values.shape
    chosen = {place}
    bound = sign * float(values[place])
    while len(chosen) < cells:
        around: dict[tuple[int, int], float] = {}
        for row, column in chosen:
            for step_y in (-1, 0, 1):
                for step_x in (-1, 0, 1):
                    j, i = row + step_y, column + step_x
                    i = i % columns if cyclic else i
                    inside = 0 <= j < rows and 0 <= i < columns and (j, i) not in chosen
                    if inside and np.isfinite(values[j, i]):
                        around[j, i] = sign * float(values[j, i])
        if not around:
            return None
        best = max(around, key=lambda cell: around[cell])
        bound = min(bound, around[best])
        chosen.add(best)
    return sign * bound
