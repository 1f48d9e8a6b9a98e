"""What the rules look at: the fields of a region and period, read once and kept in size."""

from __future__ import annotations

from collections.abc import Collection, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from datetime import UTC, datetime
from functools import cached_property
from typing import TYPE_CHECKING, NamedTuple

import numpy as np
from numpy.typing import NDArray

from diagnostics.contracts.inventory import Inventory
from diagnostics.contracts.space_time import Region, TimeWindow
from diagnostics.data_checks.land import land_at
from diagnostics.data_checks.statistics import median
from diagnostics.errors import DiagnosticsError
from diagnostics.fields.canonical import CANONICAL, WITNESSES, FieldKind
from diagnostics.fields.limits import TOO_LARGE
from diagnostics.grid.geometry import Grid, grid_of
from diagnostics.physics.columns import surface_pressure_from_orography
from diagnostics.ports import FieldRequest, FieldSource

if TYPE_CHECKING:
    import xarray as xr

Array = NDArray[np.float64]
Values = NDArray[np.float32]
Mask = NDArray[np.bool_]
Times = NDArray[np.datetime64]

MOST_VALUES = 2_500_000
"""Values that are read of one field; of a larger one, times spread over the period."""
LEAST_TIMES = 4
MOST_LEVELS = 12
"""Levels that are read of one field, the lowest and the standard ones first."""
STANDARD = (1000.0, 925.0, 850.0, 700.0, 500.0, 300.0, 250.0, 200.0, 600.0, 400.0, 100.0, 800.0)


@dataclass(frozen=True, eq=False)
class FieldData:
    """One field over the region and period.

    Attributes
    ----------
    name : str
    values : ndarray of float32, shape (time, y, x) or (time, level, y, x)
        SI units; NaN is missing. A fixed field has one time.
    times : ndarray of datetime64[s]
    levels : ndarray
        hPa, ascending; empty for a field without levels.
    interval_hours : float or None
    whole : bool
        Whether every time of the period is there.
    """

    name: str
    values: Values
    times: Times
    levels: Array
    interval_hours: float | None
    whole: bool

    @property
    def planes(self) -> Values:
        """All horizontal planes, shape (n, y, x)."""
        return self.values.reshape(-1, *self.values.shape[-2:])

    def at_level(self, level: float) -> Values:
        """Return the field on one of its levels, shape (time, y, x)."""
        position = int(np.argmin(np.abs(self.levels - level)))
        return self.values[:, position]

    def where(self, plane: int) -> tuple[datetime, float | None]:
        """Return time and level of a plane."""
        depth = max(1, self.levels.size)
        level = float(self.levels[plane % depth]) if self.levels.size else None
        return as_datetime(self.times[plane // depth]), level

    @property
    def hours(self) -> Array:
        """Hours of the times since 1970."""
        return np.asarray(self.times.astype("datetime64[s]").astype(np.int64) / 3600.0)


class Pair(NamedTuple):
    """Two fields at the times that both have."""

    first: Values
    second: Values
    times: Times


@dataclass(frozen=True, eq=False)
class RuleInputs:
    """What was read of a source, with its grid.

    Attributes
    ----------
    inventory : Inventory
    region, window
    fields : mapping
        Name to `FieldData`.
    failed : mapping
        Name to the error with which the reader refused the field.
    grid : Grid or None
        None where nothing could be read.
    notes : tuple of str
        What the reader masked or clipped.
    without_values : tuple of str
        Fields of which all was read and every value is missing; they are not among `fields`.
    """

    inventory: Inventory
    region: Region | None
    window: TimeWindow | None
    fields: Mapping[str, FieldData]
    failed: Mapping[str, DiagnosticsError]
    grid: Grid | None
    notes: tuple[str, ...] = ()
    without_values: tuple[str, ...] = ()
    shared: dict[str, object] = field(default_factory=dict)

    def has(self, *names: str) -> bool:
        """Whether all these fields were read."""
        return all(name in self.fields for name in names)

    def of_kind(self, *kinds: FieldKind) -> Iterator[FieldData]:
        """Yield the fields of these kinds; all of them without one, and witnesses never."""
        for name, item in self.fields.items():
            if name in WITNESSES:
                continue
            if not kinds or CANONICAL[name].kind in kinds:
                yield item

    def together(self, first: str, second: str) -> Pair:
        """Return two fields at their common times; a fixed one is repeated."""
        one, other = self.fields[first], self.fields[second]
        if CANONICAL[second].kind is FieldKind.STATIC:
            return Pair(one.values, np.broadcast_to(other.values, one.values.shape), one.times)
        times, left, right = np.intersect1d(one.times, other.times, return_indices=True)
        return Pair(one.values[left], other.values[right], times)

    @property
    def geometry(self) -> Grid:
        """The grid; a rule that asks for it has fields."""
        assert self.grid is not None
        return self.grid

    @cached_property
    def latitude(self) -> Array:
        """Latitudes of the cells, shape (y, x)."""
        return np.asarray(np.broadcast_to(self.geometry.latitude, self.geometry.shape))

    @cached_property
    def longitude(self) -> Array:
        """Longitudes of the cells, shape (y, x), -180 to 180."""
        raw = np.broadcast_to(self.geometry.longitude, self.geometry.shape)
        return np.asarray((raw + 180.0) % 360.0 - 180.0)

    @cached_property
    def on_land(self) -> Mask:
        """Cells whose centre is on land by the packaged outlines."""
        return land_at(self.latitude, self.longitude)

    @cached_property
    def low_ground(self) -> Mask:
        """Cells where the ground is known to lie below 300 m: by its height, or by pressure."""
        if self.has("orog"):
            return np.asarray(self.fields["orog"].values[0] < 300.0)
        if self.has("sp"):
            return np.asarray(median(self.fields["sp"].values, axis=0) > 97500.0)
        if self.has("lsm"):
            return np.asarray(self.fields["lsm"].values[0] < 0.1)
        return ~self.on_land

    @cached_property
    def ground_pressure(self) -> Array | None:
        """Pressure at the ground, hPa, shape (y, x): from the file's, or from the height."""
        if self.has("sp"):
            return np.asarray(median(self.fields["sp"].values, axis=0) / 100.0)
        if self.has("orog"):
            ground = self.fields["orog"].values[0].astype(np.float64)
            return surface_pressure_from_orography(ground) / 100.0
        return None

    @cached_property
    def at_pole(self) -> Mask:
        """Rows that are one point of the earth: their cells share one value."""
        return np.asarray((np.abs(self.latitude) > 89.99).all(axis=1))

    @cached_property
    def cell_area_km2(self) -> Array:
        """Area of the cells, km2, shape (y, x)."""
        return np.asarray(self.geometry.cell_area) / 1e6

    def place(self, row: int, column: int) -> tuple[float, float]:
        """Return latitude and longitude of a cell, as a finding names them."""
        return (
            round(float(self.latitude[row, column]), 3),
            round(float(self.longitude[row, column]), 3),
        )


def as_datetime(value: np.datetime64) -> datetime:
    """Return a numpy time (UTC) as an aware datetime."""
    return datetime.fromtimestamp(int(value.astype("datetime64[s]").astype(np.int64)), tz=UTC)


def gather(
    source: FieldSource,
    inventory: Inventory,
    region: Region | None = None,
    window: TimeWindow | None = None,
    fields: Collection[str] | None = None,
) -> RuleInputs:
    """Read what the rules look at.

    Parameters
    ----------
    source : FieldSource
    inventory : Inventory
        Of the source.
    region, window : optional
        All of the data by default.
    fields : collection of str, optional
        Canonical names; every field by default. Witnesses are read with them.

    Returns
    -------
    RuleInputs

    Raises
    ------
    DiagnosticsError
        When the source itself failed, or the region or period is not in the data.
    """
    found: dict[str, FieldData] = {}
    failed: dict[str, DiagnosticsError] = {}
    notes: dict[str, None] = {}
    grids: list[Grid] = []
    for reading, names in _readings(inventory, region, window, fields).items():
        for group in (names, *((name,) for name in names)):
            rest = tuple(name for name in group if name not in found and name not in failed)
            if not rest:
                continue
            try:
                parts = [
                    source.load(
                        FieldRequest(
                            variables=rest,
                            levels_hpa=reading.levels,
                            window=span,
                            region=region,
                        )
                    )
                    for span in reading.spans
                ]
            except DiagnosticsError as error:
                if error.ends_run and error.code != TOO_LARGE:
                    raise
                # of several fields each is read alone, so that one does not cost the others
                is_asked = fields is None or rest[0] in fields
                if len(rest) == 1 and is_asked and error.code not in _NOT_OF_THE_FIELD:
                    failed[rest[0]] = error
                continue
            found |= {name: _field(inventory, name, parts, whole=reading.whole) for name in rest}
            notes |= dict.fromkeys(text for part in parts for text in _warnings(part))
            if not grids:
                grids.append(grid_of(parts[0]))
    read = [found[item.name] for item in inventory.variables if item.name in found]
    given = {item.name: item for item in read if np.isfinite(item.values).any()}
    empty = tuple(item.name for item in read if item.name not in given and item.whole)
    return RuleInputs(
        inventory,
        region,
        window,
        given,
        failed,
        grids[0] if grids else None,
        tuple(notes),
        without_values=empty,
    )


_NOT_OF_THE_FIELD = frozenset({TOO_LARGE, "period_without_data", "region_outside_data"})


class _Reading(NamedTuple):
    """What is read in one go: levels and periods; and whether these are all times."""

    levels: tuple[float, ...]
    spans: tuple[TimeWindow | None, ...]
    whole: bool


def _readings(
    inventory: Inventory,
    region: Region | None,
    window: TimeWindow | None,
    fields: Collection[str] | None,
) -> dict[_Reading, tuple[str, ...]]:
    """Group the fields that can be read together: a file is opened once for each reading."""
    times = [
        time for time in inventory.times if window is None or window.start <= time <= window.end
    ]
    cells = _cells(inventory, region)
    found: dict[_Reading, tuple[str, ...]] = {}
    for item in inventory.variables:
        if fields is not None and item.name not in fields and item.name not in WITNESSES:
            continue
        small = cells * len(item.levels_hpa) * LEAST_TIMES <= MOST_VALUES
        floors = item.levels_hpa if small else _floors(item.levels_hpa)
        spans, whole = _chosen(cells * max(1, len(floors)), times)
        reading = _Reading(floors, spans if times else (window,), whole)
        found[reading] = (*found.get(reading, ()), item.name)
    return found


def _warnings(part: xr.Dataset) -> Iterator[str]:
    yield from (str(text) for text in part.attrs.get("warnings", ()))


def _field(
    inventory: Inventory, name: str, parts: Sequence[xr.Dataset], *, whole: bool
) -> FieldData:
    """Take one field from what was read."""
    info = inventory.variable(name)
    assert info is not None
    first = parts[0]
    arrays = [np.asarray(part[name].values, dtype=np.float32) for part in parts]
    if CANONICAL[name].kind is FieldKind.STATIC:
        values = arrays[0][None]
        stamps = np.asarray(first["time"].values[:1])
    else:
        values = np.concatenate(arrays) if len(arrays) > 1 else arrays[0]
        stamps = np.concatenate([np.asarray(part["time"].values) for part in parts])
        given = np.isfinite(values).any(axis=tuple(range(1, values.ndim)))
        if info.times and info.times < len(inventory.times):
            # a field at some of the source's times only
            values, stamps = values[given], stamps[given]
    levels = np.asarray(first["level"].values, dtype=np.float64) if info.levels_hpa else np.empty(0)
    interval = first[name].attrs.get("interval_hours", info.interval_hours)
    return FieldData(
        name=name,
        values=values,
        times=stamps.astype("datetime64[s]"),
        levels=levels,
        interval_hours=None if interval is None else float(interval),
        whole=whole,
    )


def _chosen(size: int, times: list[datetime]) -> tuple[tuple[TimeWindow, ...], bool]:
    """Return the periods to read of planes of a size, and whether they are all of the period."""
    if not times:
        return (), True
    most = max(LEAST_TIMES, MOST_VALUES // max(1, size))
    if len(times) <= most:
        return (TimeWindow(start=times[0], end=times[-1]),), True
    places = np.unique(np.linspace(0, len(times) - 1, most).round().astype(int))
    return tuple(TimeWindow(start=times[place], end=times[place]) for place in places), False


def _floors(levels: tuple[float, ...]) -> tuple[float, ...]:
    """Return the levels to read: all, or the lowest with the standard ones."""
    if len(levels) <= MOST_LEVELS:
        return levels
    named = [level for level in (max(levels), *STANDARD) if level in levels]
    rest = levels[:: max(1, len(levels) // MOST_LEVELS)]
    return tuple(sorted(list(dict.fromkeys((*named, *rest)))[:MOST_LEVELS]))


def _cells(inventory: Inventory, region: Region | None) -> int:
    grid = inventory.grid
    if grid is None:
        return 1
    whole = grid.shape[0] * grid.shape[1]
    if region is None:
        return whole
    share = (region.width * (region.north - region.south)) / max(
        1e-6, grid.region.width * (grid.region.north - grid.region.south)
    )
    return max(1, int(whole * min(1.0, share)))
