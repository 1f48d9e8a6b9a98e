"""Climatologies of grid points (rule C1, mode B): the statistics of a block.

A grid is worked in blocks of rows: all years of a block are in memory at once, and no more.
"""

from __future__ import annotations

from dataclasses import dataclass, field
from datetime import datetime

import numpy as np
import numpy.typing as npt
import xarray

from diagnostics.catalog.grid_climatology_quantities import (
    DAILY,
    EXCESS_HEAT,
    PRECIPITATION_INDEX,
    GridQuantity,
)
from diagnostics.catalog.index_climatology_build import STRETCH_TIMES, Fingerprinted, stretches_of
from diagnostics.catalog.run_operator import compute_field
from diagnostics.climatology import GridKind
from diagnostics.climatology.alignment import place_on
from diagnostics.climatology.gridfile import ItemHead
from diagnostics.climatology.statistics import (
    QUANTILES,
    accumulation_statistics,
    daily_statistics,
    excess_heat_statistics,
    hourly_statistics,
)
from diagnostics.contracts.space_time import Region, TimeWindow
from diagnostics.errors import ArgumentError, InputDataError
from diagnostics.grid.geometry import Grid, grid_of, latitude_longitude_grid
from diagnostics.messages import Message
from diagnostics.ports import FieldRequest, FieldSource
from diagnostics.quantities.cache import FieldCache
from diagnostics.quantities.days import daily_temperature, daily_totals, trailing_totals

Table = npt.NDArray[np.float32]
Times = npt.NDArray[np.datetime64]

TEMPERATURE_WINDOW = 2
"""Days on each side for daily temperatures: the five-day window of the ETCCDI indices."""
WET_DAY = 1.0
"""kg m-2; days with less do not enter the quantiles of daily precipitation."""


@dataclass(frozen=True)
class Block:
    """Rows of one quantity: the piece that one worker works at once."""

    quantity: int
    first_row: int
    rows: int
    label: str


@dataclass(frozen=True, eq=False)
class Gridding:
    """Makes the statistics of a block; travels to other processes.

    Parameters
    ----------
    source : FieldSource
    digest : str
        Of the source's content.
    region : Region or None
    latitude, longitude : ndarray
        Of the whole grid of the climatology.
    quantities : tuple of GridQuantity
    times : tuple of datetime
        Of the base period.
    quantiles : tuple of float
        Per cent.
    timezone : str
        Zone of days.
    """

    source: FieldSource
    digest: str
    region: Region | None
    latitude: npt.NDArray[np.float64]
    longitude: npt.NDArray[np.float64]
    quantities: tuple[GridQuantity, ...]
    times: tuple[datetime, ...]
    quantiles: tuple[float, ...] = QUANTILES
    timezone: str = "UTC"
    stretch: int = field(default=4 * STRETCH_TIMES)

    def __call__(self, block: Block) -> dict[str, Table]:
        """Return the statistics of a block, dims (..., row, column), and ``hours``."""
        item = self.quantities[block.quantity]
        parts, times, grid, intervals = self._series(item, block)
        shape = grid.shape
        if item.kind is GridKind.HOURLY:
            table = parts[item.name].reshape(len(times), -1)
            hours, found = hourly_statistics(table, times, self.quantiles)
            return {"hours": hours.astype(np.float32), **_spread(found, shape)}
        return _spread(self._of_days(item, parts, times, grid, intervals), shape)

    def _of_days(
        self,
        item: GridQuantity,
        parts: dict[str, Table],
        times: Times,
        grid: Grid,
        intervals: dict[str, float],
    ) -> dict[str, Table]:
        if item.name in ("daily_precipitation", PRECIPITATION_INDEX):
            totals, dates = daily_totals(parts["tp"], times, intervals.get("tp"), self.timezone)
            totals = totals.reshape(len(totals), -1)
            if item.days is not None:
                return accumulation_statistics(trailing_totals(totals, dates, item.days), dates)
            return daily_statistics(totals, dates, self.quantiles, least=WET_DAY)
        extremes = {
            high: daily_temperature(parts, times, grid, intervals, self.timezone, highest=high)
            for high in (True, False)
            if item.name == EXCESS_HEAT or high == (item.name == DAILY[0])
        }
        dates = next(iter(extremes.values()))[1]
        tables = [values.reshape(len(values), -1) for values, _ in extremes.values()]
        if item.name == EXCESS_HEAT:
            return excess_heat_statistics((tables[0] + tables[1]) / 2.0, dates)
        return daily_statistics(tables[0], dates, self.quantiles, TEMPERATURE_WINDOW)

    def _series(
        self, item: GridQuantity, block: Block
    ) -> tuple[dict[str, Table], Times, Grid, dict[str, float]]:
        """Read all years of a block, by field or under the name of the index."""
        if item.is_index:
            return self._index_series(item, block)
        held = [variable.name for variable in self.source.inventory().variables]
        names = item.sources(held)
        parts: dict[str, list[Table]] = {name: [] for name in names}
        moments: list[Times] = []
        intervals: dict[str, float] = {}
        grid: Grid | None = None
        region = self._region_of(block)
        for stretch in stretches_of(self.times, self.stretch):
            data = self.source.load(
                FieldRequest(
                    variables=names,
                    levels_hpa=() if item.level is None else (item.level,),
                    window=stretch.window,
                    region=region,
                )
            )
            if grid is None:
                grid = self._check(grid_of(data), block)
            moments.append(np.asarray(data["time"].values, dtype="datetime64[ns]"))
            for name in names:
                array = data[name]
                if "level" in array.dims:
                    array = array.isel(level=0)
                parts[name].append(np.asarray(array.values, dtype=np.float32))
                interval = array.attrs.get("interval_hours")
                if interval is not None:
                    intervals[name] = float(interval)
        assert grid is not None
        times = np.concatenate(moments)
        tables = {name: np.concatenate(part) for name, part in parts.items()}
        return tables, times, grid, intervals

    def _index_series(
        self, item: GridQuantity, block: Block
    ) -> tuple[dict[str, Table], Times, Grid, dict[str, float]]:
        source = Fingerprinted(self.source, self.digest)
        region = self._region_of(block)
        found: dict[np.datetime64, Table] = {}
        target: Grid | None = None
        for stretch in stretches_of(self.times, STRETCH_TIMES):
            field_map = compute_field(
                item.name,
                source,
                time=stretch.window,
                region=region,
                level=item.level,
                mode=item.mode,
                params=dict(item.params),
                cache=FieldCache(),
            )
            if target is None:
                target = self._target(field_map, block)
            latitude, longitude = (
                np.asarray(field_map[name].values, dtype=np.float64)
                for name in ("latitude", "longitude")
            )
            place = place_on(target, latitude, longitude, item.label)
            cut = field_map.values[:, place.rows, place.columns]
            for moment, values in zip(field_map["time"].values, cut, strict=True):
                found[moment] = place.spread(values).astype(np.float32)
        assert target is not None
        times = np.array(sorted(found), dtype="datetime64[ns]")
        table = np.stack([found[moment] for moment in times])
        return {item.name: table}, times, target, {}

    def _target(self, field_map: xarray.DataArray, block: Block) -> Grid:
        """The grid of the block itself: the map of a diagnosis may be larger."""
        whole = grid_of(field_map)
        if self.latitude.ndim == 2:
            return whole
        rows = slice(block.first_row, block.first_row + block.rows)
        return latitude_longitude_grid(self.latitude[rows], self.longitude)

    def _region_of(self, block: Block) -> Region | None:
        """Return a box that holds exactly the rows of a block."""
        if self.latitude.ndim == 2:
            return self.region
        rows = self.latitude[block.first_row : block.first_row + block.rows]
        margin_y, margin_x = (_quarter(axis) for axis in (self.latitude, self.longitude))
        east = float(self.longitude[-1]) + margin_x
        return Region(
            west=float(self.longitude[0]) - margin_x,
            south=max(float(rows[0]) - margin_y, -90.0),
            east=min(east, float(self.longitude[0]) - margin_x + 360.0),
            north=min(float(rows[-1]) + margin_y, 90.0),
        )

    def _check(self, grid: Grid, block: Block) -> Grid:
        wanted = (
            self.latitude.shape if self.latitude.ndim == 2 else (block.rows, self.longitude.size)
        )
        if grid.shape != wanted:
            raise InputDataError(
                Message(
                    id="catalogerror-inconsistent_grid",
                    params={
                        "rows": f"{grid.shape[0]}",
                        "columns": f"{grid.shape[1]}",
                        "wanted_rows": f"{wanted[0]}",
                        "wanted_columns": f"{wanted[1]}",
                    },
                ),
                code="inconsistent_grid",
            )
        return grid


def _quarter(axis: npt.NDArray[np.float64]) -> float:
    return 0.25 * float(np.min(np.diff(axis))) if axis.size > 1 else 0.05


def _spread(tables: dict[str, Table], shape: tuple[int, int]) -> dict[str, Table]:
    return {
        name: table.reshape(*table.shape[:-1], *shape).astype(np.float32)
        for name, table in tables.items()
    }


def plane_of(source: FieldSource, region: Region | None) -> Grid:
    """Return the grid of a source over a region, from one field at one time."""
    inventory = source.inventory()
    if not inventory.variables or not inventory.times:
        raise InputDataError(Message(id="catalogerror-nothing_with_time"), code="nothing_to_build")
    variable = min(inventory.variables, key=lambda item: len(item.levels_hpa))
    first = inventory.times[0]
    data = source.load(
        FieldRequest(
            variables=(variable.name,),
            levels_hpa=variable.levels_hpa[-1:],
            window=TimeWindow(start=first, end=first),
            region=region,
        )
    )
    return grid_of(data)


def blocks_of(
    gridding: Gridding, limit_bytes: float, stored_per_cell: int = 400_000
) -> tuple[Block, ...]:
    """Cut each quantity into blocks of rows whose years and statistics fit into memory.

    Parameters
    ----------
    gridding : Gridding
    limit_bytes : float
        Of one block; a single row is the least.
    stored_per_cell : int
        Bytes of statistics of one cell with what makes them.
    """
    whole = gridding.latitude.ndim == 2
    rows = gridding.latitude.shape[0]
    columns = gridding.latitude.shape[1] if whole else gridding.longitude.size
    cell = 12.0 * len(gridding.times) + stored_per_cell
    per_block = max(1, int(limit_bytes / (cell * columns)))
    if whole:
        if per_block < rows:
            raise ArgumentError(
                Message(
                    id="catalogerror-block_too_large",
                    params={
                        "rows": f"{rows}",
                        "columns": f"{columns}",
                        "megabytes": f"{cell * columns * rows / 1000000.0:.0f}",
                    },
                ),
                code="block_too_large",
            )
        per_block = rows
    found = []
    for number, item in enumerate(gridding.quantities):
        for first in range(0, rows, per_block):
            count = min(per_block, rows - first)
            label = f"{item.label} rows {first + 1} to {first + count} of {rows}"
            found.append(Block(number, first, count, label))
    return tuple(found)


def heads_of(gridding: Gridding) -> tuple[ItemHead, ...]:
    """Return what the file says of each quantity."""
    years = len({moment.year for moment in gridding.times})
    found = []
    for item in gridding.quantities:
        attributes = {}
        if item.kind is not GridKind.HOURLY:
            attributes["timezone"] = gridding.timezone
        if item.name == "daily_precipitation":
            attributes["wet_day"] = f"{WET_DAY:g} {item.unit}"
        found.append(ItemHead(item.key, item.kind, item.unit, years, attributes))
    return tuple(found)
