"""What a detector or a chart sees: the fields around a region at one time."""

from __future__ import annotations

from collections.abc import Iterable
from datetime import UTC, datetime
from typing import TYPE_CHECKING, Any

import numpy as np
from numpy.typing import NDArray

from diagnostics.contracts.base import format_instant
from diagnostics.contracts.space_time import Region
from diagnostics.errors import InputDataError
from diagnostics.grid.geometry import Grid, grid_of
from diagnostics.grid.regions import region_mask
from diagnostics.messages import Message
from diagnostics.quantities.scene_context import ALONE, SceneContext

if TYPE_CHECKING:
    import xarray

Array = NDArray[np.float64]
Mask = NDArray[np.bool_]

LEVEL_TOLERANCE_HPA = 1e-3
ENOUGH = 0.5
"""Share of an area that must have values before a mean may speak for it."""


def to_datetime64(time: datetime) -> np.datetime64:
    """Return a zoned `time` as the UTC ``datetime64[ns]`` that canonical datasets use."""
    return np.datetime64(time.astimezone(UTC).replace(tzinfo=None), "ns")


def to_datetime(time: np.datetime64) -> datetime:
    """Return a dataset's time as a UTC ``datetime``."""
    seconds = int(time.astype("datetime64[s]").astype(np.int64))
    return datetime.fromtimestamp(seconds, UTC)


class Scene:
    """Canonical fields around a region at one time, with earlier times where they were loaded.

    Derived quantities are computed once and kept, so that a chart and the detectors that judge it
    share them.

    Parameters
    ----------
    dataset : xarray.Dataset
        Canonical dataset (dims time, level, y, x) that holds at least `time`.
    region : Region
        The event region, ``W,S,E,N`` in degrees.
    time : datetime
        The valid time, with a zone.
    grid : Grid, optional
        The dataset's grid; built from the dataset by default.
    scene_context : SceneContext, optional
        Climatologies, and operators of the catalogue.
    """

    def __init__(
        self,
        dataset: xarray.Dataset,
        region: Region,
        time: datetime,
        *,
        grid: Grid | None = None,
        scene_context: SceneContext = ALONE,
    ) -> None:
        self.dataset = dataset
        self.region = region
        self.time = time.astimezone(UTC)
        self.grid = grid if grid is not None else grid_of(dataset)
        self.scene_context = scene_context
        self._kept: dict[Any, Any] = {}
        self._index = self._time_index(to_datetime64(time))

    def _time_index(self, time: np.datetime64) -> int:
        times = self.dataset["time"].values
        found = np.flatnonzero(times == time)
        if found.size == 0:
            first, last = (format_instant(to_datetime(item)) for item in times[[0, -1]])
            span = first if times.size == 1 else f"{first} to {last} ({times.size} times)"
            raise InputDataError(
                Message(
                    id="quantityerror-missing_time",
                    params={"time": f"{format_instant(to_datetime(time))}", "span": f"{span}"},
                ),
                code="missing_time",
            )
        return int(found[0])

    @property
    def times(self) -> tuple[datetime, ...]:
        """Every valid time that was loaded, ascending, in UTC."""
        return tuple(to_datetime(value) for value in self.dataset["time"].values)

    def at(self, time: datetime) -> Scene:
        """Return the same fields at another loaded time."""
        return Scene(
            self.dataset, self.region, time, grid=self.grid, scene_context=self.scene_context
        )

    @property
    def hemisphere(self) -> int:
        """1 where the region's centre lies north of the equator, -1 south of it."""
        return 1 if self.region.center[0] >= 0 else -1

    # -- fields ---------------------------------------------------------------------------------

    def has(self, name: str) -> bool:
        """Whether the canonical field `name` was loaded."""
        return name in self.dataset

    @property
    def levels_hpa(self) -> Array:
        """Pressure levels in hPa, ascending."""
        if "level" not in self.dataset.coords:
            return np.empty(0)
        return np.asarray(self.dataset["level"].values, dtype=np.float64)

    def field(self, name: str, level: float | None = None, *, hours: float = 0.0) -> Array:
        """Return one canonical field.

        Parameters
        ----------
        name : str
            Canonical name.
        level : float, optional
            Pressure level in hPa, for a three-dimensional field.
        hours : float
            Offset from the scene's time; -24 is the same hour of the day before.

        Returns
        -------
        ndarray, shape (y, x)
            SI units, float64.

        Raises
        ------
        InputDataError
            With code ``missing_input``, ``missing_level`` or ``missing_time``.
        """
        key = ("field", name, level, hours)
        if key not in self._kept:
            block = self._block(name, hours)
            if level is not None:
                block = block[self._level_index(level)]
            if block.ndim != 2:
                raise InputDataError(
                    Message(id="quantityerror-name_a_level", params={"name": name}),
                    code="missing_level",
                )
            self._kept[key] = np.asarray(block, dtype=np.float64)
        kept: Array = self._kept[key]
        return kept

    def column(self, name: str, *, hours: float = 0.0) -> Array:
        """Return a three-dimensional field, shape (level, y, x), SI units, float64."""
        key = ("column", name, hours)
        if key not in self._kept:
            self._kept[key] = np.asarray(self._block(name, hours), dtype=np.float64)
        kept: Array = self._kept[key]
        return kept

    def _block(self, name: str, hours: float) -> NDArray[Any]:
        if name not in self.dataset:
            held = ", ".join(sorted(str(item) for item in self.dataset.data_vars))
            raise InputDataError(
                Message(
                    id="quantityerror-field_missing", params={"name": name, "there": f"{held}"}
                ),
                code="missing_input",
                data={"missing": [name]},
            )
        variable = self.dataset[name]
        if "time" not in variable.dims:
            return np.asarray(variable.values)
        index = self._index
        if hours:
            offset = np.timedelta64(round(hours * 3600), "s")
            index = self._time_index(self.dataset["time"].values[self._index] + offset)
        return np.asarray(variable.isel(time=index).values)

    def _level_index(self, level: float) -> int:
        levels = self.levels_hpa
        found = np.flatnonzero(np.abs(levels - level) <= LEVEL_TOLERANCE_HPA)
        if found.size == 0:
            held = ", ".join(f"{value:g}" for value in levels)
            raise InputDataError(
                Message(
                    id="quantityerror-level_missing",
                    params={"level": f"{level:g}", "there": f"{held or 'no levels'}"},
                ),
                code="missing_level",
                data={"level": level},
            )
        return int(found[0])

    def window_sum(self, name: str, hours: float) -> Array:
        """Sum an interval field over the `hours` that end at the scene's time.

        The intervals must tile the period without gap or overlap.

        Returns
        -------
        ndarray, shape (y, x)

        Raises
        ------
        InputDataError
            With code ``incomplete_window`` when the data do not cover the whole period.
        """
        if name not in self.dataset:
            self._block(name, 0.0)
        variable = self.dataset[name]
        interval = float(variable.attrs.get("interval_hours", 0.0))
        times = self.dataset["time"].values
        end = times[self._index]
        start = end - np.timedelta64(round(hours * 3600), "s")
        chosen = np.flatnonzero((times > start) & (times <= end))
        values = np.asarray(variable.isel(time=chosen).values, dtype=np.float64)
        # a forecast has no rain before its start: that time is there, its values are not
        covered = interval * int(np.isfinite(values).any(axis=(1, 2)).sum())
        if interval <= 0 or abs(covered - hours) > 1e-6:
            raise InputDataError(
                Message(
                    id="quantityerror-window_incomplete",
                    params={
                        "name": name,
                        "covered": f"{covered:g}",
                        "hours": f"{hours:g}",
                        "time": f"{format_instant(self.time)}",
                    },
                ),
                code="incomplete_window",
            )
        total: Array = values.sum(axis=0)
        return total

    # -- places ---------------------------------------------------------------------------------

    def inside(self, margin_deg: float = 0.0) -> Mask:
        """Cells of the region grown by `margin_deg` on every side, shape (y, x).

        A region smaller than a cell means its nearest cell.
        """
        key = ("inside", margin_deg)
        if key not in self._kept:
            region = self.region.padded(margin_deg) if margin_deg else self.region
            try:
                mask = np.asarray(region_mask(self.grid, region), dtype=bool)
            except InputDataError:
                mask = np.zeros(self.grid.shape, dtype=bool)
                mask[self.grid.nearest(*self.region.center)] = True
            self._kept[key] = mask
        kept: Mask = self._kept[key]
        return kept

    def mean(self, data: Array, mask: Mask) -> float:
        """Area-weighted mean of `data` (y, x) over the cells of `mask` that have a value.

        Raises
        ------
        InputDataError
            ``missing_input`` where less than half of the area has one.
        """
        weights = self.grid.weights[mask]
        values = data[mask]
        known = np.isfinite(values)
        if weights[known].sum() < ENOUGH * weights.sum() or not known.any():
            raise InputDataError(
                Message(id="quantityerror-mostly_missing"),
                code="missing_input",
            )
        return float(np.average(values[known], weights=weights[known]))

    def coarse(self, fine_value: float, coarse_value: float | None) -> float:
        """Blend a threshold between grids of 0.5 degrees and finer and of 1 degree and coarser."""
        if coarse_value is None:
            return fine_value
        weight = min(1.0, max(0.0, (self.grid.spacing_deg - 0.5) / 0.5))
        return fine_value + weight * (coarse_value - fine_value)

    def keep(self, key: Any, make: Any) -> Any:
        """Return the value kept under `key`, computing it with `make()` the first time."""
        if key not in self._kept:
            self._kept[key] = make()
        return self._kept[key]


def require(scene: Scene, names: Iterable[str]) -> None:
    """Raise ``missing_input`` naming every one of `names` that the scene lacks."""
    lacking = [name for name in names if not scene.has(name)]
    if lacking:
        raise InputDataError(
            Message(id="quantityerror-missing_input", params={"lacking": ", ".join(lacking)}),
            code="missing_input",
            data={"missing": lacking},
        )
