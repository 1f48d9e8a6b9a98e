"""Climatologies of grid points: what one holds, and reading it on the grid of a case.

An item is one field (a canonical one in SI units, or the map of an index in its own unit) with its
statistics by hour and day of the year, by day of the year alone, or over all days. Arrays are read
when they are asked for, the days and cells that are wanted and no more.
"""

from __future__ import annotations

import contextlib
from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field
from enum import StrEnum
from typing import Any

import numpy as np
import numpy.typing as npt
import xarray

from diagnostics.climatology.alignment import Placement, place_on
from diagnostics.climatology.calendar import HOUR_TOLERANCE, day_of_leap_year, hour_distance
from diagnostics.contracts.base import Contract
from diagnostics.errors import InputDataError
from diagnostics.fields.file_access import is_storage_failure
from diagnostics.fields.identity import Identity
from diagnostics.grid.distance import great_circle_km
from diagnostics.grid.geometry import Grid
from diagnostics.messages import Message

FloatArray = npt.NDArray[np.float64]
Times = npt.NDArray[np.datetime64]

YEARS_NEEDED = 20
"""Of rule C1; what has fewer is marked wherever it is used."""


class GridKind(StrEnum):
    """What the statistics of an item are resolved by."""

    HOURLY = "hourly"
    DAILY = "daily"
    ALL_DAYS = "all_days"


class GridKey(Contract):
    """Which field an item is of.

    Parameters
    ----------
    name : str
        A canonical field, an index of the catalogue, or a daily quantity.
    level : float or None
        hPa; None where it has none.
    params_digest : str
        Of an index: digest of the parameters that differ from their defaults.
    mode : str
        Of an index: ``qa`` or ``diagnose`` (masked and smoothed); empty for fields.
    """

    name: str
    level: float | None = None
    params_digest: str = ""
    mode: str = ""

    @property
    def label(self) -> str:
        """Text for people: the name, and the level where there is one."""
        return self.name if self.level is None else f"{self.name}@{self.level:g}"


@dataclass(frozen=True, eq=False)
class GridItem:
    """The statistics of one field.

    Parameters
    ----------
    key : GridKey
    kind : GridKind
    unit : str
        Of the field and of all statistics that have its unit.
    arrays : mapping of DataArray
        By statistic (``mean``, ``std``, ``count``, ``effective``, ``quantile``, or others of a
        quantity's own), dims among (quantile, hour, dayofyear, y, x), read lazily.
    years : int
        Years that the statistics rest on; 0 where nobody says.
    attributes : mapping
        Further facts as text: the zone of days, the length of a window.
    """

    key: GridKey
    kind: GridKind
    unit: str
    arrays: Mapping[str, xarray.DataArray]
    years: int = 0
    attributes: Mapping[str, str] = field(default_factory=dict)

    @property
    def quantiles(self) -> FloatArray:
        """Percentages of the statistic ``quantile``, ascending; empty without one."""
        if "quantile" not in self.arrays:
            return np.empty(0)
        return np.asarray(100.0 * self.arrays["quantile"]["quantile"].values, dtype=np.float64)

    @property
    def hours(self) -> FloatArray:
        """Analysis hours, UTC; empty for items without hours."""
        array = next(iter(self.arrays.values()))
        return np.asarray(array["hour"].values if "hour" in array.dims else (), dtype=np.float64)

    @property
    def is_short(self) -> bool:
        """Whether fewer years are behind it than a climatology should have."""
        return 0 < self.years < YEARS_NEEDED


class GridClimatology:
    """Statistics of several fields at the points of one grid.

    Parameters
    ----------
    items : iterable of GridItem
    latitude, longitude : ndarray
        Degrees: one-dimensional of rows and columns, or two-dimensional over (y, x).
    name, digest : str
    attributes : mapping, optional
        ``base_period``, ``provenance`` and whatever else the file says.
    leap_calendar : bool
        Whether day 60 is always 29 February (as built here), or the ordinary day of the year.
    identity : Identity, optional
        Of the file or store that the arrays are read from: what it does in mid-run is an error of
        its own, and no gap in the climatology. Without one the arrays are in memory.
    """

    mode = "B"

    def __init__(
        self,
        items: Iterable[GridItem],
        latitude: FloatArray,
        longitude: FloatArray,
        *,
        name: str,
        digest: str,
        attributes: Mapping[str, str] | None = None,
        leap_calendar: bool = True,
        identity: Identity | None = None,
    ) -> None:
        self.items = tuple(items)
        self.latitude = np.asarray(latitude, dtype=np.float64)
        self.longitude = np.asarray(longitude, dtype=np.float64)
        self.name = name
        self.digest = digest
        self.attributes = dict(attributes or {})
        self.leap_calendar = leap_calendar
        self._identity = identity

    def find(self, key: GridKey, kind: GridKind = GridKind.HOURLY) -> GridItem | None:
        """Return the item of exactly this key and kind, or None."""
        return next((item for item in self.items if item.key == key and item.kind is kind), None)

    def days_of(self, times: Times) -> npt.NDArray[np.int64]:
        """Return the position of each time on the axis ``dayofyear``."""
        if self.leap_calendar:
            return day_of_leap_year(times)
        days = times.astype("datetime64[D]")
        return np.asarray((days - days.astype("datetime64[Y]")).astype(np.int64))

    def placement(self, grid: Grid) -> Placement:
        """Find the cells of `grid` among those of the climatology.

        Raises
        ------
        InputDataError
            ``climatology_grid_differs`` when the two are not cells of one grid.
        """
        return place_on(grid, self.latitude, self.longitude, self.name)

    def at_times(
        self, item: GridItem, statistic: str, times: Times, grid: Grid
    ) -> tuple[FloatArray, npt.NDArray[np.bool_]]:
        """Read a statistic for each of several times.

        Parameters
        ----------
        item : GridItem
        statistic : str
        times : ndarray of datetime64 (time,)
            UTC.
        grid : Grid
            On which it is wanted.

        Returns
        -------
        values : ndarray (time, [quantile,] y, x)
            NaN where the climatology has no such cell.
        spoken : ndarray of bool (time,)
            False where the climatology has no hour within one hour of the time.

        Raises
        ------
        InputDataError
            As :meth:`placement`.
        SourceError
            When the file or store vanished, changed or could not be read.
        """
        place = self.placement(grid)
        with self._identity.guarded() if self._identity else contextlib.nullcontext():
            return self._read_times(item, statistic, times, place, grid.shape)

    def at_point(
        self, item: GridItem, statistic: str, time: np.datetime64, cell: tuple[int, int]
    ) -> FloatArray | None:
        """Read a statistic of one cell, as :meth:`cell_at` finds it.

        Returns
        -------
        ndarray ([quantile]) or None
            None where the climatology has no hour within one hour of the time.

        Raises
        ------
        SourceError
            When the file or store vanished, changed or could not be read.
        """
        row, column = cell
        only = np.zeros(1, dtype=np.int64)
        place = Placement(slice(row, row + 1), slice(column, column + 1), only, only)
        with self._identity.guarded() if self._identity else contextlib.nullcontext():
            values, spoken = self._read_times(item, statistic, np.array([time]), place, (1, 1))
        return values[0, ..., 0, 0] if spoken[0] else None

    def cell_at(self, latitude: float, longitude: float) -> tuple[int, int] | None:
        """Return row and column of the cell nearest to a place, degrees; None outside the grid.

        Outside is what is farther from the nearest cell than that is from its neighbours.
        """
        rows, columns = self.latitude, self.longitude
        if rows.ndim == 1:
            rows, columns = np.meshgrid(rows, columns, indexing="ij")
        distance = great_circle_km(latitude, longitude, rows, columns)
        row, column = (int(at) for at in np.unravel_index(distance.argmin(), distance.shape))
        around = (
            slice(max(row - 1, 0), row + 2),
            slice(max(column - 1, 0), column + 2),
        )
        spacing = great_circle_km(
            rows[row, column], columns[row, column], rows[around], columns[around]
        )
        return (row, column) if distance[row, column] <= spacing.max() else None

    def _read_times(
        self,
        item: GridItem,
        statistic: str,
        times: Times,
        place: Placement,
        cells: tuple[int, ...],
    ) -> tuple[FloatArray, npt.NDArray[np.bool_]]:
        array = item.arrays[statistic]
        days = self.days_of(times) if "dayofyear" in array.dims else np.zeros(len(times), int)
        hours, spoken = self._hours_of(item, times)
        depth = array.sizes.get("quantile")
        shape = (*((depth,) if depth is not None else ()), *cells)
        values = np.full((len(times), *shape), np.nan)
        known: dict[tuple[int, int], FloatArray] = {}
        for index, (day, hour) in enumerate(zip(days.tolist(), hours, strict=True)):
            if not spoken[index]:
                continue
            # 31 December of a leap year, where a file has 365 days
            day = min(day, array.sizes.get("dayofyear", 1) - 1)
            if (day, hour) not in known:
                chosen = {"dayofyear": day, "hour": hour}
                wanted = {dim: at for dim, at in chosen.items() if dim in array.dims}
                known[day, hour] = _read(array, wanted, place)
            values[index] = known[day, hour]
        return values, spoken

    def _hours_of(self, item: GridItem, times: Times) -> tuple[list[int], npt.NDArray[np.bool_]]:
        if item.kind is not GridKind.HOURLY:
            return [0] * len(times), np.ones(len(times), dtype=bool)
        found: list[int] = []
        spoken = np.zeros(len(times), dtype=bool)
        for index, minute in enumerate(times.astype("datetime64[m]").astype(np.int64)):
            distances = [hour_distance(minute % 1440 / 60.0, known) for known in item.hours]
            best = int(np.argmin(distances))
            found.append(best)
            spoken[index] = distances[best] <= HOUR_TOLERANCE
        return found, spoken


def _read(array: xarray.DataArray, chosen: Mapping[str, int], place: Placement) -> FloatArray:
    """Read one day and hour over the cells of a placement, dims ([quantile,] y, x)."""
    dims = [dim for dim in array.dims if dim not in chosen]
    y_dim, x_dim = spatial_dims(array)
    part = array.isel({**chosen, y_dim: place.rows, x_dim: place.columns})
    ordered = part.transpose(*(dim for dim in dims if dim not in (y_dim, x_dim)), y_dim, x_dim)
    return place.spread(np.asarray(_values_of(ordered), dtype=np.float64))


def _values_of(array: xarray.DataArray) -> npt.NDArray[Any]:
    """Read an array; libraries of files and codecs have errors of many kinds."""
    try:
        return np.asarray(array.values)
    except (OSError, MemoryError):
        raise
    except Exception as error:
        if not is_storage_failure(error):
            raise
        raise InputDataError(
            Message(
                id="climatologyerror-damaged_in_use", params={"kind": f"{type(error).__name__}"}
            ),
            code="damaged_climatology",
        ) from error


def spatial_dims(array: xarray.DataArray) -> tuple[Any, Any]:
    """Return the names of the dims along rows and columns."""
    return ("latitude", "longitude") if "latitude" in array.dims else ("y", "x")
