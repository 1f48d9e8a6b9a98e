"""What the fields of a NetCDF or Zarr source are: one block for each variable that can be used."""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING

import numpy as np

from diagnostics.errors import InputDataError, UnitsError
from diagnostics.fields import names
from diagnostics.fields.array_windows import Opener, array_reader
from diagnostics.fields.axes import GridAxes, horizontal_axes, is_latitude, is_longitude, text_of
from diagnostics.fields.blocks import TIMELESS, Block, Hints, Scan, shown
from diagnostics.fields.canonical import INTERVAL_KINDS, FieldKind
from diagnostics.fields.conversion import tidy_unit
from diagnostics.fields.intervals import interval_starts, is_era5
from diagnostics.fields.meaning import Meaning, meaning_of
from diagnostics.fields.names import INGREDIENTS
from diagnostics.fields.packing import trusted_range
from diagnostics.fields.time_axes import TimeAxis, member_position, time_axis
from diagnostics.fields.times import undated

if TYPE_CHECKING:
    import xarray as xr

_EASTWARD = ("eastward", "northward")


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
                problem = InputDataError(
                    error.wording or error.message, code=error.code, data=error.data
                )
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
    meaning = meaning_of(dataset, name, path, scan)
    if meaning is None:
        return None
    axes = horizontal_axes(dataset, name, grids)
    if axes is None:
        return None
    dims = [str(dim) for dim in dataset.variables[name].dims]
    fixed = dict(meaning.fixed)
    member_dim, place, member = member_position(dataset, dims, hints)
    if member_dim is not None:
        fixed[member_dim] = place
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
    block = _assemble(dataset, name, meaning, axes, times, fixed, opener, path, scan)
    return None if block is None else replace(block, member=member)


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
