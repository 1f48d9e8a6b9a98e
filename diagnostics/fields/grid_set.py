"""Several grids as one source: each field from the grid that has it, interpolated to one of them.

The main grid is the one with most fields at the surface, which criteria use as they are; of equals
the finest. A field that it has comes from it. Any other is interpolated to it bilinearly (the land
fraction: nearest cell), after winds were turned to east and north, and the inventory says so.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import TYPE_CHECKING, Any

import numpy as np
from numpy.typing import NDArray

from diagnostics.contracts.enums import Severity
from diagnostics.contracts.inventory import Finding, Inventory, VariableInfo
from diagnostics.contracts.space_time import Region
from diagnostics.fields.blocks import Block, Times, finding_of
from diagnostics.fields.canonical import CANONICAL, FieldKind, attributes
from diagnostics.fields.horizontal import HorizontalGrid, HorizontalSelection
from diagnostics.fields.memory import step_hours
from diagnostics.fields.projections import to_axes
from diagnostics.fields.select import select_times, to_datetime64
from diagnostics.fields.source import MAPPING_VARIABLE, FileSource, FixedGridSource, levels_of
from diagnostics.messages import Message, Param
from diagnostics.ports import FieldRequest

if TYPE_CHECKING:
    import xarray as xr

Floats = NDArray[np.float64]
_SURFACE = {FieldKind.SURFACE, FieldKind.ACCUMULATION, FieldKind.EXTREME}
_MARGIN = 2.0
"""Spacings of a grid that are read around the cells it is interpolated to."""
_ROUND = 300.0
"""Degrees of longitude from which on a grid is read all the way round."""


def by_grid(blocks: Sequence[Block]) -> list[list[Block]]:
    """Divide blocks by their grid; the main grid comes first.

    Parameters
    ----------
    blocks : sequence of Block

    Returns
    -------
    list of list of Block
    """
    groups: list[list[Block]] = []
    for block in blocks:
        for group in groups:
            if block.grid is group[0].grid or block.grid.same_as(group[0].grid):
                group.append(block)
                break
        else:
            groups.append([block])
    return sorted(groups, key=_rank)


def _rank(group: Sequence[Block]) -> tuple[int, float]:
    kinds = (CANONICAL[item.ingredient].kind for item in group if item.ingredient in CANONICAL)
    return -sum(kind in _SURFACE for kind in kinds), group[0].grid.spacing_deg


def overlap(one: HorizontalGrid, other: HorizontalGrid) -> bool:
    """Whether the boxes of two grids have a part in common."""
    a, b = one.region, other.region
    if a.south > b.north or b.south > a.north:
        return False
    apart = (b.west - a.west) % 360.0
    return apart <= a.width or 360.0 - apart <= b.width


class GridSetSource(FileSource):
    """A source of several grids that answers on the first of them.

    Parameters
    ----------
    parts : sequence of FixedGridSource
        One per grid, the main one first; all know the identity of all files.
    """

    def __init__(self, parts: Sequence[FixedGridSource]) -> None:
        self._parts = tuple(parts)
        self._owner: dict[str, FixedGridSource] = {}
        for part in self._parts:
            for item in part.inventory().variables:
                self._owner.setdefault(item.name, part)
        self._inventory = self._joined()
        self._times = np.array([to_datetime64(item) for item in self._inventory.times])

    def _joined(self) -> Inventory:
        main = self._parts[0].inventory()
        infos = [item for part in self._parts[::-1] for item in part.inventory().variables]
        known = {item.name: item for item in infos}
        variables = tuple(self._described(known[name]) for name in CANONICAL if name in known)
        times = tuple(sorted({time for part in self._parts for time in part.inventory().times}))
        stamps = np.array([to_datetime64(item) for item in times])
        findings = [item for part in self._parts for item in part.inventory().findings]
        said_once = {(item.code, item.message): item for item in findings}
        levels = sorted({level for item in variables for level in item.levels_hpa})
        return main.model_copy(
            update={
                "variables": variables,
                "times": times,
                "step_hours": step_hours(stamps),
                "levels_hpa": tuple(levels),
                "findings": (*said_once.values(), *self._choices()),
            }
        )

    def _described(self, info: VariableInfo) -> VariableInfo:
        part = self._owner[info.name]
        if part is self._parts[0]:
            return info
        return info.model_copy(update={"grid": part.grid.info()})

    def _choices(self) -> list[Finding]:
        """Say what was interpolated, and which of two was taken."""
        main, found = self._parts[0], []
        for part in self._parts[1:]:
            names = [item.name for item in part.inventory().variables]
            moved = [name for name in names if self._owner[name] is part]
            twice = [name for name in names if self._owner[name] is not part]
            if moved:
                params: dict[str, Param] = {
                    "names": ", ".join(moved),
                    "spacing": f"{part.grid.spacing_deg:.3g}",
                    "other": f"{main.grid.spacing_deg:.3g}",
                }
                wording = Message(id="reader-resampled", params=params)
                found.append(finding_of("resampled", Severity.WARNING, wording))
            if twice:
                params = {"names": ", ".join(twice), "spacing": f"{part.grid.spacing_deg:.3g}"}
                wording = Message(id="reader-two_grids", params=params)
                found.append(finding_of("two_grids", Severity.INFO, wording))
        return found

    def inventory(self) -> Inventory:
        """Say what the source holds, on the main grid."""
        return self._inventory

    def digest(self) -> str:
        """Sha256 of the content of all files."""
        return self._parts[0].digest()

    def check_unchanged(self) -> None:
        """Make sure that the data are still those that were opened."""
        self._parts[0].check_unchanged()

    def load(self, request: FieldRequest) -> xr.Dataset:
        """Read a window on the main grid; see `FixedGridSource.load`."""
        import xarray as xr

        main = self._parts[0]
        for name in request.variables:
            if name not in self._owner:
                raise main.missing(name, tuple(self._owner))
        times = self._times[select_times(self._times, request.window)]
        held = {item.name: item.levels_hpa for item in self._inventory.variables}
        levels = levels_of(request, held)
        cells = main.grid.select(request.region, request.halo)
        main.check_size(request.variables, times, levels, cells)
        variables: dict[str, Any] = {}
        warnings: list[str] = []
        for part in self._parts:
            names = tuple(name for name in request.variables if self._owner[name] is part)
            there = self._times_of(part, times)
            if not there.size:
                variables |= {name: self._absent(name, times, levels, cells) for name in names}
            elif names:
                dataset = self._read(part, names, request, levels, cells)
                warnings.extend(dataset.attrs["warnings"])
                variables |= {name: self._placed(dataset[name], times) for name in names}
        return xr.Dataset(
            {name: variables[name] for name in request.variables},
            coords=main.coordinates(times, levels, cells, request.variables),
            attrs={
                "title": self._inventory.title,
                "attribution": self._inventory.attribution,
                "origin": self._inventory.origin,
                "warnings": warnings,
            },
        )

    def _times_of(self, part: FixedGridSource, times: Times) -> Times:
        own = np.array([to_datetime64(item) for item in part.inventory().times])
        return np.intersect1d(own, times)

    def _read(
        self,
        part: FixedGridSource,
        names: tuple[str, ...],
        request: FieldRequest,
        levels: Floats,
        cells: HorizontalSelection,
    ) -> xr.Dataset:
        """Return fields of one grid on the cells of the main one."""
        import xarray as xr

        on_levels = any(CANONICAL[name].kind is FieldKind.LEVEL for name in names)
        update: dict[str, object] = {
            "variables": names,
            "levels_hpa": tuple(levels.tolist()) if on_levels else (),
        }
        if part is self._parts[0]:
            return part.load(request.model_copy(update=update))
        update |= {"region": _around(part.grid, cells), "halo": 0}
        dataset = part.load(request.model_copy(update=update))
        arrays = {name: _resampled(dataset, name, part.grid, cells) for name in names}
        return xr.Dataset(arrays, attrs=dataset.attrs)

    def _placed(self, array: xr.DataArray, times: Times) -> tuple[Any, ...]:
        """Return a field at the times of the source; NaN at those that its own grid lacks."""
        dims = CANONICAL[str(array.name)].dims(self._parts[0].grid.dims)
        values = array.values
        if "time" in array.dims:
            values = np.full((times.size, *array.shape[1:]), np.nan, dtype=np.float32)
            _, into, source = np.intersect1d(times, array["time"].values, return_indices=True)
            values[into] = array.values[source]
        return dims, values, self._attributes(array.attrs)

    def _absent(
        self, name: str, times: Times, levels: Floats, cells: HorizontalSelection
    ) -> tuple[Any, ...]:
        """Return a field whose own grid has none of the times."""
        sizes = {"time": times.size, "level": levels.size}
        dims = CANONICAL[name].dims(self._parts[0].grid.dims)
        shape = [*(sizes[dim] for dim in dims if dim in sizes), *cells.shape]
        return dims, np.full(shape, np.nan, dtype=np.float32), self._attributes(attributes(name))

    def _attributes(self, attrs: Mapping[Any, Any]) -> dict[str, Any]:
        kept = {str(key): value for key, value in attrs.items() if key != "grid_mapping"}
        if self._parts[0].grid.is_projected:
            kept["grid_mapping"] = MAPPING_VARIABLE
        return kept


def _targets(cells: HorizontalSelection) -> tuple[Floats, Floats]:
    """Latitude and longitude of each cell (y, x)."""
    latitude = np.asarray(cells.coordinates["latitude"][1])
    longitude = np.asarray(cells.coordinates["longitude"][1])
    if latitude.ndim == 2:
        return latitude, longitude
    rows, columns = np.meshgrid(latitude, longitude, indexing="ij")
    return rows, columns


def _around(grid: HorizontalGrid, cells: HorizontalSelection) -> Region | None:
    """Return the box of a grid that is needed around cells; None for all of it."""
    latitude, longitude = _targets(cells)
    margin = max(_MARGIN * grid.spacing_deg, 0.01)
    west, east = float(longitude.min()), float(longitude.max())
    wide = margin / max(0.1, float(np.cos(np.deg2rad(np.abs(latitude).max()))))
    if east - west + 2 * wide > _ROUND:
        return None
    return Region(
        west=west - wide,
        south=max(-90.0, float(latitude.min()) - margin),
        east=east + wide,
        north=min(90.0, float(latitude.max()) + margin),
    )


def _resampled(
    dataset: xr.Dataset, name: str, grid: HorizontalGrid, cells: HorizontalSelection
) -> xr.DataArray:
    import xarray as xr

    latitude, longitude = _targets(cells)
    y_name, x_name = grid.dims
    y, x = dataset[y_name].values, dataset[x_name].values
    values = dataset[name].values.astype(np.float64)
    if grid.is_projected:
        to_x, to_y = to_axes(grid, latitude, longitude)
    else:
        middle = 0.5 * (x[0] + x[-1])
        to_y, to_x = latitude, longitude - 360.0 * np.round((longitude - middle) / 360.0)
        if grid.is_cyclic and x.size == grid.x.size:
            x = np.concatenate([x[-1:] - 360.0, x, x[:1] + 360.0])
            values = np.concatenate([values[..., -1:], values, values[..., :1]], axis=-1)
    found = interpolate(values, y, x, to_y, to_x, nearest=name == "lsm")
    dims = (*dataset[name].dims[:-2], "row", "column")
    keep = {key: dataset[key] for key in ("time",) if key in dims}
    return xr.DataArray(found.astype(np.float32), coords=keep, dims=dims, attrs=dataset[name].attrs)


def interpolate(
    values: Floats, y: Floats, x: Floats, to_y: Floats, to_x: Floats, *, nearest: bool = False
) -> Floats:
    """Interpolate bilinearly in the axes of a grid; outside of it a value is missing.

    Parameters
    ----------
    values : ndarray (..., y, x)
    y, x : ndarray
        Ascending.
    to_y, to_x : ndarray (row, column)
    nearest : bool
        Take the nearest cell instead.

    Returns
    -------
    ndarray (..., row, column)

    Examples
    --------
    >>> axis = np.arange(3.0)
    >>> point = np.array([[0.25]])
    >>> interpolate(axis[:, None] + 10 * axis, axis, axis, point, point)[0, 0] == 2.75
    True
    """
    places = []
    inside = np.ones(to_y.shape, dtype=bool)
    for axis, target in ((y, to_y), (x, to_x)):
        slack = 1e-6 * max(1.0, float(np.abs(axis).max()))
        inside &= (target >= axis[0] - slack) & (target <= axis[-1] + slack)
        low = np.clip(np.searchsorted(axis, target, side="right") - 1, 0, max(0, axis.size - 2))
        high = np.minimum(low + 1, axis.size - 1)
        width = np.where(high > low, axis[high] - axis[low], 1.0)
        share = np.clip((target - axis[low]) / width, 0.0, 1.0)
        # A share that only rounding makes is none: a cell that both grids have keeps its value.
        share = np.where(share < 1e-6, 0.0, np.where(share > 1.0 - 1e-6, 1.0, share))
        places.append((low, high, np.round(share) if nearest else share))
    (south, north, up), (west, east, along) = places
    result = np.zeros((*values.shape[:-2], *to_y.shape))
    for row, across in ((south, 1.0 - up), (north, up)):
        for column, weight in ((west, 1.0 - along), (east, along)):
            part = across * weight
            result += np.where(part > 0, part * values[..., row, column], 0.0)
    return np.where(inside, result, np.nan)
