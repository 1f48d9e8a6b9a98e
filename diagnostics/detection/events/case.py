"""One case: a region and period of a source, read a field at a time."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, field, replace
from datetime import UTC, datetime, timedelta
from functools import cached_property
from math import cos, radians
from typing import TYPE_CHECKING, Any, TypeVar

import numpy as np
from numpy.typing import NDArray

from diagnostics.climatology import Climatologies
from diagnostics.contracts.inventory import Inventory
from diagnostics.contracts.space_time import Region, TimeWindow
from diagnostics.contracts.zones import Zone
from diagnostics.detection.events.presets import Preset
from diagnostics.detection.relative_position import KM_PER_DEGREE
from diagnostics.errors import InputDataError
from diagnostics.fields.snapshot import SnapshotSource
from diagnostics.grid.gazetteer import land_at
from diagnostics.grid.geometry import Grid, grid_of
from diagnostics.grid.regions import region_mask
from diagnostics.messages import Message
from diagnostics.ports import FieldRequest, FieldSource

if TYPE_CHECKING:
    import xarray

T = TypeVar("T")
Array = NDArray[np.float64]
Mask = NDArray[np.bool_]

ANTECEDENT = timedelta(days=3)
"""How far before the period daily extremes are read."""


@dataclass(frozen=True, eq=False)
class Series:
    """A field at consecutive times over the region.

    Attributes
    ----------
    values : array, shape (time, y, x)
    times : list of datetime
    interval_hours : float or None
        Of amounts and extremes, which belong to the interval that ends at each time.
    """

    values: Array
    times: list[datetime]
    interval_hours: float | None = None

    @property
    def step_hours(self) -> float | None:
        """Usual step between times; None for a single time."""
        if len(self.times) < 2:
            return None
        return float(np.median(np.diff([time.timestamp() for time in self.times]))) / 3600.0


@dataclass(frozen=True, eq=False)
class Case:
    """What the criteria are tested on.

    Attributes
    ----------
    source : FieldSource
    inventory : Inventory
    region : Region
        What is read.
    window : TimeWindow
    preset : Preset
    zone : Zone
    warnings : dict
        Flags raised on the way, in order.
    asked : str, optional
        Id of the object that is diagnosed; the strongest where there is none.
    climatology : Climatologies, optional
    within : Region, optional
        The part of `region` that is asked for, where more is read to see how far areas go on.
    """

    source: FieldSource
    inventory: Inventory
    region: Region
    window: TimeWindow
    preset: Preset
    zone: Zone
    warnings: dict[str, None] = field(default_factory=dict)
    asked: str | None = None
    climatology: Climatologies | None = None
    within: Region | None = None
    _shared: dict[str, Any] = field(default_factory=dict)

    def once(self, name: str, make: Callable[[], T]) -> T:
        """Return what several types need, made when it is first asked for."""
        if name not in self._shared:
            self._shared[name] = make()
        found: T = self._shared[name]
        return found

    def at(self, time: datetime) -> Case:
        """Return the case of one time by itself, for a grid that moves."""
        source = SnapshotSource(self.source, time)
        moment = TimeWindow(start=time, end=time)
        return replace(
            self,
            source=source,
            inventory=source.inventory(),
            window=moment,
            warnings={},
            _shared={},
        )

    def widened(self, by_km: float) -> Case | None:
        """Return the case that also reads what lies around the region; None without data there."""
        latitude = min(89.0, max(abs(self.region.south), abs(self.region.north)))
        degrees = by_km / KM_PER_DEGREE
        wide = replace(
            self,
            region=self.region.padded(degrees, east_west=degrees / cos(radians(latitude))),
            within=self.region,
            _shared={},
        )
        return wide if wide.grid.shape != self.grid.shape else None

    def alone(self) -> Case:
        """Return the case around whose region there is nothing to read."""
        return replace(self, within=self.region)

    @property
    def snapshot(self) -> bool:
        """Whether a single instant is asked for."""
        return self.window.start == self.window.end

    @property
    def opens_data(self) -> bool:
        """Whether the period begins with the data, so that their first interval counts whole."""
        return self.window.start <= self.inventory.times[0]

    def warn(self, flag: str) -> None:
        """Remember a flag for the record, once."""
        self.warnings[flag] = None

    def has(self, *names: str) -> bool:
        """Whether the source holds all these fields."""
        return all(self.inventory.variable(name) is not None for name in names)

    @cached_property
    def times(self) -> list[datetime]:
        """Times of the source inside the period."""
        return [t for t in self.inventory.times if self.window.start <= t <= self.window.end]

    @cached_property
    def _plane(self) -> xarray.Dataset:
        """Any field at one time, for the grid alone."""
        if not self.inventory.variables or not self.times:
            raise InputDataError(
                Message(id="detectionerror-period_empty"), code="period_without_data"
            )
        variable = min(self.inventory.variables, key=lambda item: len(item.levels_hpa))
        moment = self.times[0]
        return self.source.load(
            FieldRequest(
                variables=(variable.name,),
                levels_hpa=variable.levels_hpa[-1:],
                window=TimeWindow(start=moment, end=moment),
                region=self.region,
            )
        )

    @cached_property
    def grid(self) -> Grid:
        """The grid over the region."""
        return grid_of(self._plane)

    @cached_property
    def reach(self) -> Mask:
        """Cells of the grid in what is read."""
        return region_mask(self.grid, self.region)

    @cached_property
    def inside(self) -> Mask:
        """Cells of the grid in the region that is asked for."""
        return self.reach if self.within is None else region_mask(self.grid, self.within)

    @cached_property
    def land(self) -> Mask:
        """Land cells of the region that is asked for."""
        return self.inside & self.reach_land

    @cached_property
    def reach_land(self) -> Mask:
        """Land cells of what is read, for criteria that count land alone."""
        if not self.has("lsm"):
            self.warn("land_mask_missing")
        return self.ground

    @cached_property
    def ground(self) -> Mask:
        """Land cells of what is read: ``lsm >= 0.5``, or by the outlines of countries."""
        if not self.has("lsm"):
            cells = np.flatnonzero(self.reach)
            land = np.zeros(self.reach.size, dtype=bool)
            land[cells] = land_at(
                self.grid.latitude.ravel()[cells], self.grid.longitude.ravel()[cells]
            )
            return land.reshape(self.reach.shape)
        moment = self.times[0]
        data = self.source.load(
            FieldRequest(
                variables=("lsm",),
                window=TimeWindow(start=moment, end=moment),
                region=self.region,
            )
        )
        values = np.asarray(data["lsm"].values, dtype=np.float64)
        return self.reach & (values.reshape(self.grid.shape) >= 0.5)

    @cached_property
    def spacing(self) -> float:
        """Nominal spacing of the grid, degrees; of a region of one cell that of the data."""
        known = self.grid.spacing_deg
        if np.isfinite(known) or self.inventory.grid is None:
            return known
        return self.inventory.grid.spacing_deg

    def load(
        self,
        *names: str,
        start: datetime | None = None,
        end: datetime | None = None,
        levels_hpa: tuple[float, ...] = (),
        halo: int = 0,
    ) -> xarray.Dataset | None:
        """Read fields between two moments, by default the period; None without a time there."""
        first, last = start or self.window.start, end or self.window.end
        if not any(first <= time <= last for time in self.inventory.times):
            return None
        return self.source.load(
            FieldRequest(
                variables=names,
                levels_hpa=levels_hpa,
                window=TimeWindow(start=first, end=last),
                region=self.region,
                halo=halo,
            )
        )

    def series(
        self, name: str, *, start: datetime | None = None, end: datetime | None = None
    ) -> Series | None:
        """Read one surface field; times at which it is wholly missing are left out."""
        if not self.has(name):
            return None
        data = self.load(name, start=start, end=end)
        if data is None:
            return None
        return series_of(data, name)


def series_of(data: xarray.Dataset, name: str) -> Series | None:
    """Take one surface field from a dataset; None when it is missing at every time."""
    array = data[name]
    values = np.asarray(array.values)
    given = np.isfinite(values).any(axis=(-2, -1))
    if not given.any():
        return None
    times = [
        to_datetime(time) for time, keep in zip(data["time"].values, given, strict=True) if keep
    ]
    interval = array.attrs.get("interval_hours")
    return Series(
        values=values[given],
        times=times,
        interval_hours=None if interval is None else float(interval),
    )


def to_datetime(value: np.datetime64) -> datetime:
    """Return a numpy time (UTC) as an aware datetime."""
    seconds = int(value.astype("datetime64[s]").astype("int64"))
    return datetime.fromtimestamp(seconds, tz=UTC)
