"""A field source over a canonical dataset that is already in memory."""

from __future__ import annotations

from collections.abc import Sequence
from functools import cached_property
from typing import TYPE_CHECKING

import numpy as np

from diagnostics.contracts.inventory import Finding, Inventory, VariableInfo
from diagnostics.errors import InputDataError
from diagnostics.fields.canonical import CANONICAL, FieldKind
from diagnostics.fields.digest import field_digest
from diagnostics.fields.horizontal import HorizontalGrid
from diagnostics.fields.select import missing_variable, select_levels, select_times, to_instant
from diagnostics.messages import Message
from diagnostics.ports import FieldRequest

if TYPE_CHECKING:
    import xarray as xr


class MemorySource:
    """A `FieldSource` over a canonical dataset.

    Parameters
    ----------
    dataset : xarray.Dataset
        Canonical: dims ``time, level, latitude, longitude`` (or ``y, x`` with 2-D ``latitude``
        and ``longitude`` and a grid-mapping variable), axes ascending, SI units.
    title, attribution, origin : str, optional
        For the inventory; taken from the dataset's attributes where not given.
    findings : sequence of Finding, optional
        What a reader noticed while the dataset was made.

    Raises
    ------
    InputDataError
        ``not_canonical`` when the dataset breaks the contract.
    """

    def __init__(
        self,
        dataset: xr.Dataset,
        title: str = "",
        *,
        attribution: str = "",
        origin: str = "",
        findings: Sequence[Finding] = (),
    ) -> None:
        self._dataset = dataset
        self._title = title or str(dataset.attrs.get("title", ""))
        self._attribution = attribution or str(dataset.attrs.get("attribution", ""))
        self._origin = origin or str(dataset.attrs.get("origin", "unknown"))
        self._findings = tuple(findings)
        self._names = tuple(name for name in CANONICAL if name in dataset.data_vars)
        self._grid = grid_of_canonical(dataset)
        self._check()

    def _check(self) -> None:
        horizontal = self._grid.dims
        for name in self._names:
            expected = CANONICAL[name].dims(horizontal)
            if self._dataset[name].dims != expected:
                raise _not_canonical(
                    f"{name} has dims {self._dataset[name].dims}, expected {expected}"
                )
        for axis in ("time", "level"):
            if axis in self._dataset.variables:
                values = self._dataset[axis].values
                if values.ndim != 1 or np.any(values[1:] <= values[:-1]):
                    raise _not_canonical(f"the axis {axis} does not ascend")
        if "time" not in self._dataset.variables:
            raise _not_canonical("there is no time axis")

    @cached_property
    def _times(self) -> np.ndarray[tuple[int, ...], np.dtype[np.datetime64]]:
        return np.asarray(self._dataset["time"].values.astype("datetime64[ns]"))

    @cached_property
    def _levels(self) -> tuple[float, ...]:
        if "level" not in self._dataset.variables:
            return ()
        return tuple(float(item) for item in self._dataset["level"].values)

    def inventory(self) -> Inventory:
        """Say what the dataset holds."""
        return Inventory(
            title=self._title,
            attribution=self._attribution,
            format="memory",
            origin=self._origin,
            variables=tuple(self._variable(name) for name in self._names),
            levels_hpa=self._levels,
            times=tuple(to_instant(item) for item in self._times),
            step_hours=step_hours(self._times),
            grid=self._grid.info(),
            findings=self._findings,
        )

    def _variable(self, name: str) -> VariableInfo:
        array = self._dataset[name]
        interval = array.attrs.get("interval_hours")
        has_levels = CANONICAL[name].kind is FieldKind.LEVEL
        return VariableInfo(
            name=name,
            long_name=CANONICAL[name].long_name,
            unit=CANONICAL[name].unit,
            source_name=str(array.attrs.get("source_name", name)),
            levels_hpa=self._levels if has_levels else (),
            times=int(array.sizes.get("time", 1)),
            interval_hours=None if interval is None else float(interval),
        )

    def load(self, request: FieldRequest) -> xr.Dataset:
        """Return a window of the dataset; see `diagnostics.ports.FieldSource.load`."""
        for name in request.variables:
            if name not in self._names:
                raise missing_variable(name, self._names)
        times = select_times(self._times, request.window)
        cells = self._grid.select(request.region, request.halo)
        y_name, x_name = self._grid.dims
        window = self._dataset[list(request.variables)]
        if "time" in window.dims:
            window = window.isel(time=times)
        else:
            window = window.assign_coords(time=self._dataset["time"].isel(time=times))
        if "level" in window.dims:
            window = window.isel(level=select_levels(self._levels, request.levels_hpa))
        columns = np.concatenate([np.arange(part.start, part.stop) for part in cells.columns])
        window = window.isel({y_name: cells.rows, x_name: columns})
        window = window.assign_coords(
            {
                key: (dims, values, dict(self._dataset[key].attrs))
                for key, (dims, values) in cells.coordinates.items()
                if key in self._dataset.variables
            }
        )
        for array in window.data_vars.values():
            mapping = array.attrs.get("grid_mapping")
            if mapping in self._dataset.variables:
                window = window.assign_coords({mapping: self._dataset[mapping]})
        return window

    def digest(self) -> str:
        """Sha256 of the dataset's content."""
        return self._digest

    def check_unchanged(self) -> None:
        """Do nothing: nobody else can change what is in memory."""

    @cached_property
    def _digest(self) -> str:
        return field_digest(self._dataset)


def step_hours(times: np.ndarray[tuple[int, ...], np.dtype[np.datetime64]]) -> float | None:
    """Return the step of a time axis in hours; None where it is uneven or a single time."""
    if times.size < 2:
        return None
    steps = np.diff(times.astype("datetime64[s]").astype(np.int64))
    return float(steps[0]) / 3600.0 if np.all(steps == steps[0]) else None


def grid_of_canonical(dataset: xr.Dataset) -> HorizontalGrid:
    """Return the horizontal grid of a canonical dataset.

    Raises
    ------
    InputDataError
        ``not_canonical`` when coordinates are missing or descend.
    """
    for name in ("latitude", "longitude"):
        if name not in dataset.variables:
            raise _not_canonical(f"the coordinate {name} is missing")
    latitude = np.asarray(dataset["latitude"].values, dtype=np.float64)
    longitude = np.asarray(dataset["longitude"].values, dtype=np.float64)
    if latitude.ndim == 1:
        grid = HorizontalGrid("latitude_longitude", latitude, longitude)
    else:
        mapping = _mapping_of(dataset)
        if mapping is None or not {"y", "x"} <= set(dataset.variables):
            raise _not_canonical("a projected grid needs y, x and a grid-mapping variable")
        grid = HorizontalGrid(
            str(mapping["grid_mapping_name"]),
            np.asarray(dataset["y"].values, dtype=np.float64),
            np.asarray(dataset["x"].values, dtype=np.float64),
            latitude,
            longitude,
            mapping,
        )
    if np.any(np.diff(grid.y) <= 0) or np.any(np.diff(grid.x) <= 0):
        raise _not_canonical("latitude (or y) and longitude (or x) must ascend")
    return grid


def _mapping_of(dataset: xr.Dataset) -> dict[str, object] | None:
    for variable in dataset.variables.values():
        if "grid_mapping_name" in variable.attrs:
            return {str(key): value for key, value in variable.attrs.items()}
    return None


def _not_canonical(what: str) -> InputDataError:
    return InputDataError(
        Message(id="dataerror-not_canonical", params={"what": what}),
        code="not_canonical",
    )
