"""Climatologies of grid points (rule C1, mode B): what can be built, and its values in a block.

A grid is worked in blocks of rows: all years of a block are in memory at once, and no more.
"""

from __future__ import annotations

import re
from collections.abc import Iterable
from dataclasses import dataclass, field
from datetime import datetime

import numpy as np
import numpy.typing as npt
import xarray
from pydantic import JsonValue

from diagnostics.catalog.arguments import check_call, parameters_digest
from diagnostics.catalog.baselines import STRETCH_TIMES, Fingerprinted, stretches_of
from diagnostics.catalog.cache import FieldCache
from diagnostics.catalog.days import daily_temperature, daily_totals, trailing_totals
from diagnostics.catalog.execute import compute_field, index_tool
from diagnostics.climatology import GridKey, GridKind
from diagnostics.climatology.alignment import place_on
from diagnostics.climatology.gridfile import ItemHead
from diagnostics.climatology.statistics import (
    QUANTILES,
    accumulation_statistics,
    daily_statistics,
    excess_heat_statistics,
    hourly_statistics,
)
from diagnostics.contracts.enums import Mode
from diagnostics.contracts.space_time import Region, TimeWindow
from diagnostics.errors import ArgumentError, InputDataError
from diagnostics.fields.canonical import CANONICAL, FieldKind
from diagnostics.grid.geometry import Grid, grid_of, latitude_longitude_grid
from diagnostics.ports import FieldRequest, FieldSource

Table = npt.NDArray[np.float32]
Times = npt.NDArray[np.datetime64]

DAILY = ("daily_maximum_temperature", "daily_minimum_temperature", "daily_precipitation")
EXCESS_HEAT = "excess_heat"
PRECIPITATION_INDEX = "spi"
STANDARD = (
    "t@850", "t2m", "z@500", "msl", "pwat", *DAILY, EXCESS_HEAT, "spi:30", "spi:90",
)  # fmt: skip
"""What the indices and presets of the package look for."""
TEMPERATURE_WINDOW = 2
"""Days on each side for daily temperatures: the five-day window of the ETCCDI indices."""
WET_DAY = 1.0
"""kg m-2; days with less do not enter the quantiles of daily precipitation."""

_FIELD = re.compile(r"(?P<name>\w+)(@(?P<level>[^:]+))?(:(?P<days>\d+))?$")


@dataclass(frozen=True)
class GridQuantity:
    """One quantity whose climatology is built at each grid point.

    Parameters
    ----------
    name : str
        A canonical field, an index with a map, or one of the quantities of days.
    level : float or None
        hPa.
    days : int or None
        Of ``spi``: length of the accumulation.
    mode : Mode
        Of an index: masked and smoothed as in a diagnosis, or literal.
    params : tuple
        Of an index.
    """

    name: str
    level: float | None = None
    days: int | None = None
    mode: Mode = Mode.DIAGNOSE
    params: tuple[tuple[str, JsonValue], ...] = ()

    @property
    def label(self) -> str:
        """The quantity as it is asked for."""
        level = "" if self.level is None else f"@{self.level:g}"
        return f"{self.name}{level}" + (f":{self.days}" if self.days else "")

    @property
    def is_index(self) -> bool:
        """Whether it is the map of an index of the catalogue."""
        return self.name not in (*CANONICAL, *DAILY, EXCESS_HEAT, PRECIPITATION_INDEX)

    @property
    def key(self) -> GridKey:
        """Key under which the statistics are found."""
        if self.name == PRECIPITATION_INDEX:
            return GridKey(name=f"precipitation_{self.days}d")
        if not self.is_index:
            return GridKey(name=self.name, level=self.level)
        tool = index_tool(self.name)
        call = check_call(tool, level=self.level, params=dict(self.params))
        level = call.level if isinstance(call.level, float) else None
        return GridKey(
            name=self.name,
            level=level,
            params_digest=parameters_digest(tool, call),
            mode=self.mode.value,
        )

    @property
    def kind(self) -> GridKind:
        """What its statistics are resolved by."""
        if self.name in (*DAILY, PRECIPITATION_INDEX):
            return GridKind.DAILY
        return GridKind.ALL_DAYS if self.name == EXCESS_HEAT else GridKind.HOURLY

    @property
    def unit(self) -> str:
        """Unit of the quantity: SI for fields, the index's own for indices."""
        if self.name in ("daily_precipitation", PRECIPITATION_INDEX):
            return "kg m-2"
        if self.name in (*DAILY, EXCESS_HEAT):
            return "K"
        if self.is_index:
            return index_tool(self.name).spec.unit or "1"
        return CANONICAL[self.name].unit

    def sources(self, held: Iterable[str]) -> tuple[str, ...]:
        """Return the canonical fields that are read, of those that there are."""
        there = set(held)
        wanted = {
            "daily_maximum_temperature": ("t2m", "mx2t"),
            "daily_minimum_temperature": ("t2m", "mn2t"),
            EXCESS_HEAT: ("t2m", "mx2t", "mn2t"),
            "daily_precipitation": ("tp",),
            PRECIPITATION_INDEX: ("tp",),
        }.get(self.name, (self.name,))
        return tuple(name for name in wanted if name in there)


def read_quantity(text: str, mode: Mode = Mode.DIAGNOSE) -> GridQuantity:
    """Read ``NAME``, ``NAME@LEVEL`` or ``spi:DAYS``.

    Raises
    ------
    ArgumentError
        ``invalid_argument``; ``unknown_tool`` with the nearest names of indices.
    """
    match = _FIELD.match(text)
    if match is None:
        raise ArgumentError(
            f"--field {text}: write NAME, NAME@LEVEL or spi:DAYS, for example t@850",
            code="invalid_argument",
        )
    name, days = match["name"], match["days"]
    try:
        level = None if match["level"] is None else float(match["level"])
    except ValueError:
        raise ArgumentError(
            f"--field {text}: the level is a pressure in hPa", code="invalid_argument"
        ) from None
    if days is not None and name != PRECIPITATION_INDEX:
        raise ArgumentError(
            f"--field {text}: only spi takes a number of days", code="invalid_argument"
        )
    if name == PRECIPITATION_INDEX:
        return GridQuantity(name, days=int(days or 30))
    found = GridQuantity(name, level, mode=mode)
    if found.is_index:
        if index_tool(name).spec.climatology:
            raise ArgumentError(
                f"--field {text}: this index is itself a departure from a climatology; build that "
                "of its field",
                code="invalid_argument",
            )
        # raises where the index takes no such level
        check_call(index_tool(name), level=level)
    elif level is None and name in CANONICAL and CANONICAL[name].kind is FieldKind.LEVEL:
        raise ArgumentError(
            f"--field {text}: name the level, for example {name}@500", code="invalid_argument"
        )
    return found


def why_not(item: GridQuantity, source: FieldSource) -> str | None:
    """Say what the data lack for a quantity; None where they give it."""
    inventory = source.inventory()
    held = [variable.name for variable in inventory.variables]
    if item.is_index:
        from diagnostics.catalog.feasible import feasibility

        found = next(tool for tool in feasibility(inventory) if tool.name == item.name)
        return found.note if found.feasibility.value == "blocked" else None
    if not item.sources(held):
        return f"they hold no {item.name if item.name in CANONICAL else 'field for it'}"
    if item.level is not None:
        variable = inventory.variable(item.name)
        levels = variable.levels_hpa if variable else ()
        if not any(abs(item.level - level) < 1e-6 for level in levels):
            return f"they hold {item.name} at {', '.join(f'{p:g}' for p in levels) or 'no level'}"
    return None


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
                f"the data give {grid.shape[0]} x {grid.shape[1]} cells where {wanted[0]} x "
                f"{wanted[1]} were expected; their grid is not the same at all times",
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
        raise InputDataError("the data hold no field with a time", code="nothing_to_build")
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
                f"{rows} x {columns} cells of a projected grid are worked at once and need about "
                f"{cell * columns * rows / 1e6:.0f} MB: give more with --memory, or a smaller "
                "--region",
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
