"""NetCDF and Zarr: what a file holds, and how a window of it is read."""

from __future__ import annotations

import re
from collections.abc import Callable, Sequence
from contextlib import AbstractContextManager
from dataclasses import dataclass
from typing import TYPE_CHECKING

import numpy as np
from numpy.typing import NDArray

from diagnostics.errors import InputDataError, UnitsError
from diagnostics.fields import names
from diagnostics.fields.axes import (
    GridAxes,
    VerticalAxis,
    horizontal_axes,
    is_latitude,
    is_longitude,
    text_of,
    vertical_axis,
)
from diagnostics.fields.blocks import TIMELESS, Block, BlockReader, Hints, Scan, shown
from diagnostics.fields.canonical import INTERVAL_KINDS, FieldKind
from diagnostics.fields.conversion import tidy_unit
from diagnostics.fields.horizontal import HorizontalSelection
from diagnostics.fields.intervals import interval_starts, is_era5
from diagnostics.fields.names import INGREDIENTS
from diagnostics.fields.packing import trusted_range, unpack
from diagnostics.fields.time_axes import TimeAxis, member_position, time_axis
from diagnostics.fields.times import undated

if TYPE_CHECKING:
    import xarray as xr

Opener = Callable[[], "AbstractContextManager[xr.Dataset]"]
_STANDARD_LEVELS = (10, 20, 30, 50, 70, 100, 150, 200, 250, 300, 400, 500, 600, 700, 850, 925, 1000)
_EASTWARD = ("eastward", "northward")


@dataclass(frozen=True)
class Meaning:
    """What a variable stands for, and the levels and fixed positions that go with it."""

    ingredient: str
    levels: tuple[float, ...] = ()
    level_dim: str | None = None
    fixed: tuple[tuple[str, int], ...] = ()


def scan_arrays(opener: Opener, path: str, format_name: str, hints: Hints) -> Scan:
    """Read the structure of a NetCDF or Zarr source; no field is read.

    Raises
    ------
    InputDataError
        ``undated_data``, ``unknown_projection``, ``several_members`` and others, when no field
        can be used because of it.
    """
    scan = Scan(format=format_name)
    with opener() as dataset:
        attributes = {str(key).lower(): str(value) for key, value in dataset.attrs.items()}
        scan.title = attributes.get("title", "")
        scan.institution = attributes.get("institution", "")
        scan.history = " ".join(
            attributes.get(key, "") for key in ("history", "source", "references", "comment")
        )
        scan.attribution = attributes.get("attribution", "")
        stated = attributes.get("origin", "")
        scan.origin = stated if stated.isalpha() else scan.origin
        if is_era5(dataset, path):
            scan.history += " ERA5"
        grids: dict[tuple[str, ...], GridAxes | InputDataError] = {}
        problems: list[InputDataError] = []
        for item in dataset.variables:
            name = str(item)
            if not _is_field(dataset, name):
                continue
            try:
                block = _block_of(dataset, name, opener, path, hints, scan, grids)
            except (InputDataError, UnitsError) as error:
                problem = InputDataError(error.message, code=error.code, data=error.data)
                problems.append(problem)
                continue
            if block is not None:
                scan.blocks.append(block)
        for problem in problems:
            if not scan.blocks:
                raise problem
            scan.warn(problem.code, problem.message)
    return scan


def _is_field(dataset: xr.Dataset, name: str) -> bool:
    variable = dataset.variables[name]
    if variable.ndim < 2 or variable.dtype.kind not in "fiu" or name in dataset.dims:
        return False
    if is_latitude(name, variable) or is_longitude(name, variable):
        return False
    return not name.lower().endswith(("_bnds", "_bounds", "_stag"))


def _block_of(
    dataset: xr.Dataset,
    name: str,
    opener: Opener,
    path: str,
    hints: Hints,
    scan: Scan,
    grids: dict[tuple[str, ...], GridAxes | InputDataError],
) -> Block | None:
    meaning = _meaning(dataset, name, path, scan)
    if meaning is None:
        return None
    axes = horizontal_axes(dataset, name, grids)
    if axes is None:
        return None
    dims = [str(dim) for dim in dataset.variables[name].dims]
    fixed = dict(meaning.fixed)
    member = member_position(dataset, dims, hints)
    if member is not None:
        fixed[member[0]] = member[1]
    times = time_axis(dataset, name, hints, scan)
    if times is None and INGREDIENTS[meaning.ingredient].kind is FieldKind.STATIC:
        times = TimeAxis((), TIMELESS, np.zeros((1, 0), dtype=np.intp))
    if times is None:
        raise undated(
            shown(path), "neither units like 'hours since ...' nor a reference time are given"
        )
    known = {axes.y_dim, axes.x_dim, meaning.level_dim, *times.dims, *fixed, "expver"}
    for dim in dims:
        if dim not in known:
            if dataset.sizes[dim] > 1:
                scan.warn(
                    "unrecognised_dimension",
                    f"{name} is not used: its dimension {dim} ({dataset.sizes[dim]}) is not known.",
                )
                return None
            fixed[dim] = 0
    return _assemble(dataset, name, meaning, axes, times, fixed, opener, path, scan)


def _assemble(
    dataset: xr.Dataset,
    name: str,
    meaning: Meaning,
    axes: GridAxes,
    times: TimeAxis,
    fixed: dict[str, int],
    opener: Opener,
    path: str,
    scan: Scan,
) -> Block | None:
    variable = dataset.variables[name]
    unit = text_of(variable, "units")
    ingredient = INGREDIENTS[meaning.ingredient]
    starts = None
    if ingredient.kind in INTERVAL_KINDS:
        starts = interval_starts(dataset, name, ingredient.kind, times, axes.grid, path)
        if starts is None and ingredient.kind is FieldKind.ACCUMULATION:
            scan.refuse(
                meaning.ingredient,
                "unknown_accumulation",
                f"{name} is an accumulation over an interval that the file does not state, so it "
                "is not used. Give the variable an attribute interval_hours, e.g. 6 for the six "
                "hours before each time.",
            )
            return None
    limits = trusted_range(variable.attrs, unit, meaning.ingredient, meaning.levels, name, scan)
    reader = array_reader(opener, name, meaning, axes, times, fixed, limits)
    if meaning.ingredient in {"sd", "sf"} and tidy_unit(unit) == "m" and not _is_water(variable):
        scan.refuse(
            meaning.ingredient,
            "snow_depth_not_water",
            f"{name} has the unit m without saying whether it is snow or its water, so it is not "
            'used. Give it the unit "m of water equivalent" or kg m-2 if it is water.',
        )
        return None
    return Block(
        ingredient=meaning.ingredient,
        source_name=name,
        unit=unit,
        grid=axes.grid,
        times=times.times,
        levels=meaning.levels,
        starts=starts,
        runs=times.runs,
        read=reader,
        grid_relative=_grid_relative(dataset, name, meaning.ingredient),
        preference=names.PREFERENCE.get(name.lower(), 0),
        path=path,
    )


def _is_water(variable: xr.Variable) -> bool:
    said = " ".join(
        text_of(variable, key) for key in ("units", "standard_name", "long_name", "GRIB_units")
    ).lower()
    return "water" in said or "lwe" in said or variable.attrs.get("GRIB_paramId") in {141, 144}


def _grid_relative(dataset: xr.Dataset, name: str, ingredient: str) -> bool | None:
    if ingredient not in {"u", "v", "u10", "v10"}:
        return None
    variable = dataset.variables[name]
    if "GRIB_uvRelativeToGrid" in variable.attrs:
        return bool(int(variable.attrs["GRIB_uvRelativeToGrid"]))
    standard = text_of(variable, "standard_name")
    if standard.startswith(_EASTWARD):
        return False
    if standard in {"x_wind", "y_wind"} or "MAP_PROJ" in dataset.attrs:
        return True
    others = {text_of(item, "standard_name") for item in dataset.variables.values()}
    if others & {"eastward_wind", "northward_wind"}:
        return False
    if others & {"x_wind", "y_wind"}:
        return True
    return None


def _meaning(dataset: xr.Dataset, name: str, path: str, scan: Scan) -> Meaning | None:
    """Say what a variable is, by name, standard name, level and unit."""
    variable = dataset.variables[name]
    unit = tidy_unit(text_of(variable, "units"))
    vertical = vertical_axis(dataset, name)
    if "MAP_PROJ" in dataset.attrs or "bottom_top" in dataset.dims:
        return _wrf_meaning(name, vertical, scan)
    bare, place = names.split_name(name)
    short = [name.lower(), bare, *_other_names(variable)]
    standard = text_of(variable, "standard_name")
    level_name = _first(names.LEVEL_NAMES, short) or names.STANDARD_NAMES.get(standard, ("",))[0]
    if vertical.kind == "model":
        if level_name:
            _refuse_model_levels(level_name, name, scan)
        return None
    if vertical.kind == "pressure":
        return _level_meaning(level_name, unit, name, vertical, standard, scan)
    if vertical.kind == "height" and level_name:
        return _height_meaning(level_name, vertical, name, scan)
    surface = _surface_meaning(short, standard, place, unit)
    if surface:
        fixed = ((vertical.dim, 0),) if vertical.dim in variable.dims and vertical.dim else ()
        return Meaning(surface, fixed=fixed)
    key = level_name or (bare if bare in names.NEAR_SURFACE else "")
    if place or not key or variable.attrs.get("GRIB_typeOfLevel") is not None:
        return None
    return _bare_meaning(key, name, path, scan)


def _other_names(variable: xr.Variable) -> list[str]:
    keys = ("short_name", "GRIB_shortName", "GRIB_cfVarName")
    return [text_of(variable, key).lower() for key in keys if text_of(variable, key)]


def _first(table: object, wanted: Sequence[str]) -> str:
    if not hasattr(table, "get"):
        return ""
    return next((table.get(item) for item in wanted if table.get(item)), "") or ""


def _level_meaning(
    level_name: str, unit: str, name: str, vertical: VerticalAxis, standard: str, scan: Scan
) -> Meaning | None:
    if not level_name:
        return None
    if level_name == "z":
        says_height = standard == "geopotential_height" or "height" in name.lower()
        says_height = says_height or name.lower() in {"gh", "zg", "hgt"}
        if unit in {"m", "dam", "gpdam", "km"} or (not unit and says_height):
            level_name = "gh"
    if level_name == "w" and unit in {"m s-1", "cm s-1"}:
        scan.refuse(
            "w",
            "geometric_vertical_velocity",
            f"{name} is in {unit}: it is the geometric vertical velocity, not omega (Pa s-1), "
            "and is not used.",
        )
        return None
    return Meaning(level_name, vertical.values, vertical.dim)


def _height_meaning(
    level_name: str, vertical: VerticalAxis, name: str, scan: Scan
) -> Meaning | None:
    for position, height in enumerate(vertical.values):
        found = names.AT_HEIGHT.get((level_name, height))
        if found:
            return Meaning(found, fixed=((vertical.dim, position),) if vertical.dim else ())
    listed = ", ".join(f"{height:g}" for height in vertical.values)
    scan.note(
        "height_not_used",
        f"{name} at {listed} m above ground is not used: winds are wanted at 10 m, temperature "
        "and humidity at 2 m.",
    )
    return None


def _surface_meaning(short: Sequence[str], standard: str, place: str, unit: str) -> str:
    if place == "isbl":
        return ""
    table = {"sfc": names.AT_SURFACE, "msl": names.AT_SEA_LEVEL}.get(place)
    found = _first(table, short) if table is not None else ""
    found = found or _first(names.SURFACE_NAMES, short)
    found = found or names.STANDARD_NAMES.get(standard, ("", ""))[1]
    if found == "zs" and unit == "m":
        return "orog"
    if found == "zs" and unit not in {"m2 s-2", "J kg-1"}:
        return ""
    if found == "orog" and unit == "m2 s-2":
        return "zs"
    return found


def _bare_meaning(key: str, name: str, path: str, scan: Scan) -> Meaning | None:
    """A wind or temperature without any level: the file's name may tell it."""
    stem = shown(path).rsplit("/", 1)[-1]
    named = [
        int(item) for item in re.findall(rf"(?<![a-z\d]){key}_?(\d{{2,4}})(?!\d)", stem.lower())
    ]
    for digits in named:
        if digits in _STANDARD_LEVELS and key in {"u", "v", "t", "q", "z", "w", "r"}:
            scan.warn(
                "level_from_file_name",
                f"{name} in {stem} has no level: {digits} hPa is taken from the file's name.",
            )
            return Meaning(key, (float(digits),))
    surface = names.NEAR_SURFACE.get(key)
    if surface is None:
        return None
    scan.warn(
        "level_assumed",
        f"{name} in {stem} has no vertical coordinate: it is taken as {surface} "
        f"({INGREDIENTS[surface].long_name}). If it is not, give it a level coordinate in hPa.",
    )
    return Meaning(surface)


def _wrf_meaning(name: str, vertical: VerticalAxis, scan: Scan) -> Meaning | None:
    if vertical.kind == "model":
        level_name = {"QVAPOR": "q", "U": "u", "V": "v", "W": "w", "T": "t", "PH": "z"}.get(name)
        if level_name:
            _refuse_model_levels(level_name, name, scan)
        return None
    found = names.WRF_NAMES.get(name)
    if found is None and name in {"RAINC", "RAINNC", "RAINSH"}:
        scan.refuse(
            "tp",
            "unknown_accumulation",
            "RAINC, RAINNC and RAINSH are not used: they are parts of the rain since the start "
            "of the simulation. Write their sum as one variable tp with the attribute "
            "interval_hours.",
        )
    return Meaning(found) if found else None


def _refuse_model_levels(level_name: str, name: str, scan: Scan) -> None:
    scan.refuse(
        level_name,
        "native_model_levels",
        f"{name} is on model levels, not on pressure levels, and is not used. Interpolate it "
        "first (WRF: wrf-python or xwrf with xgcm; ICON and IFS: cdo ml2pl,100000,85000,50000).",
    )


def array_reader(
    opener: Opener,
    name: str,
    meaning: Meaning,
    axes: GridAxes,
    times: TimeAxis,
    fixed: dict[str, int],
    limits: tuple[float, float] | None,
) -> BlockReader:
    """Return the function that reads a window of one variable."""

    def read(
        time_positions: Sequence[int], level_positions: Sequence[int], cells: HorizontalSelection
    ) -> NDArray[np.float64]:
        with opener() as dataset:
            array = dataset[name].variable
            attributes = dict(array.attrs)
            parts = []
            for columns in cells.columns:
                keys: dict[str, object] = dict(fixed)
                keys[axes.y_dim] = _key(axes.y_order[cells.rows])
                keys[axes.x_dim] = _key(axes.x_order[columns])
                if meaning.level_dim:
                    keys[meaning.level_dim] = _key(np.asarray(level_positions))
                parts.append(_times_read(array, attributes, keys, times, time_positions))
            values = parts[0] if len(parts) == 1 else np.concatenate(parts, axis=-1)
        return np.asarray(values, dtype=np.float64)

    def _times_read(
        array: xr.Variable,
        attributes: dict[str, object],
        keys: dict[str, object],
        axis: TimeAxis,
        wanted: Sequence[int],
    ) -> NDArray[np.float64]:
        order = [*axis.dims, meaning.level_dim, axes.y_dim, axes.x_dim]
        positions = axis.positions[list(wanted)]
        if len(axis.dims) == 1:
            keys = {**keys, axis.dims[0]: _key(positions[:, 0])}
            return _tidy(_take(array, attributes, keys, order), meaning)
        slabs = []
        for row in positions:
            single = {**keys, **{dim: int(i) for dim, i in zip(axis.dims, row, strict=True)}}
            slab = _take(array, attributes, single, order[len(axis.dims) :])
            slabs.append(_tidy(slab[np.newaxis], meaning))
        return np.concatenate(slabs, axis=0)

    def _take(
        array: xr.Variable,
        attributes: dict[str, object],
        keys: dict[str, object],
        order: Sequence[str | None],
    ) -> NDArray[np.float64]:
        window = array.isel({dim: key for dim, key in keys.items() if dim in array.dims})
        values = unpack(np.asarray(window.values), attributes, limits)
        dims = list(window.dims)
        if "expver" in dims:
            # Final and preliminary ERA5 side by side: each time is filled in one of them.
            values = _first_valid(values, dims.index("expver"))
            dims.remove("expver")
        wanted = [dim for dim in order if dim is not None]
        return np.transpose(values, [dims.index(dim) for dim in wanted])

    return read


def _tidy(values: NDArray[np.float64], meaning: Meaning) -> NDArray[np.float64]:
    return values if meaning.level_dim else values[:, np.newaxis]


def _first_valid(values: NDArray[np.float64], axis: int) -> NDArray[np.float64]:
    stacked = np.moveaxis(values, axis, 0)
    merged = stacked[0]
    for layer in stacked[1:]:
        merged = np.where(np.isnan(merged), layer, merged)
    return np.asarray(merged)


def _key(positions: NDArray[np.intp]) -> object:
    """A slice where the positions are evenly spaced, which is far quicker to read."""
    if positions.size == 1:
        return slice(int(positions[0]), int(positions[0]) + 1)
    steps = np.diff(positions)
    if steps.size and np.all(steps == steps[0]) and steps[0] != 0:
        step = int(steps[0])
        stop = int(positions[-1]) + step
        return slice(int(positions[0]), stop if stop >= 0 else None, step)
    return positions
