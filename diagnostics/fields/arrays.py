"""What the fields of a NetCDF or Zarr source are: one block for each variable that can be used."""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING

import numpy as np

from diagnostics.errors import InputDataError, UnitsError
from diagnostics.fields import names, unused_fields
from diagnostics.fields.array_windows import array_reader
from diagnostics.fields.axes import GridAxes, horizontal_axes, is_latitude, is_longitude, text_of
from diagnostics.fields.blocks import TIMELESS, Block, Hints, Opener, Scan, shown
from diagnostics.fields.canonical import INTERVAL_KINDS, FieldKind
from diagnostics.fields.conversion import tidy_unit
from diagnostics.fields.hybrid import hybrid_levels
from diagnostics.fields.intervals import interval_starts, is_era5
from diagnostics.fields.limits import SourceLimits
from diagnostics.fields.model_levels import blocks_from_levels
from diagnostics.fields.names import INGREDIENTS
from diagnostics.fields.packing import trusted_range
from diagnostics.fields.rates import (
    SNOW,
    as_amount,
    is_mean,
    is_rate_of,
    is_snow_depth,
    refuse_moment,
)
from diagnostics.fields.stated_times import WESTWARD
from diagnostics.fields.time_axes import TimeAxis, member_position, time_axis
from diagnostics.fields.times import undated
from diagnostics.fields.variable_identification import Meaning, meaning_of
from diagnostics.fields.wrf import MADE_HERE, is_wrf, wrf_blocks
from diagnostics.messages import Message

if TYPE_CHECKING:
    import xarray as xr

_EASTWARD = ("eastward", "northward")
_ALONG_GRID = {"x_wind", "y_wind", "grid_eastward_wind", "grid_northward_wind"}


def scan_arrays(
    opener: Opener, path: str, format_name: str, hints: Hints, limits: SourceLimits
) -> Scan:
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
        is_native = is_wrf(dataset)
        if is_native:
            scan.blocks += wrf_blocks(dataset, opener, path, hints, scan, limits, grids)
        levels = hybrid_levels(dataset)
        native: dict[str, Block] = {}
        for item in dataset.variables:
            name = str(item)
            if not _is_field(dataset, name) or (is_native and name in MADE_HERE):
                continue
            try:
                own = None if levels is None else levels.meaning(dataset, name)
                block = _block_of(dataset, name, opener, path, hints, scan, grids, own)
            except (InputDataError, UnitsError) as error:
                problem = InputDataError(error.text, code=error.code, data=error.data)
                problems.append(problem)
                continue
            if block is not None and own is not None:
                native[block.ingredient] = block
            elif block is not None:
                scan.blocks.append(block)
        if levels is not None and native:
            surface = {item.ingredient: item for item in scan.blocks}
            made = blocks_from_levels(native, surface, levels.coefficients, limits, scan)
            scan.blocks += made
        for problem in problems:
            if not scan.blocks:
                raise problem
            scan.warn(problem.code, problem.text)
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
    native: Meaning | None = None,
) -> Block | None:
    meaning = native or meaning_of(dataset, name, path, scan)
    if meaning is None:
        return None
    axes = horizontal_axes(dataset, name, grids)
    if axes is None:
        scan.leave_out(name, unused_fields.no_grid())
        return None
    if axes.westward:
        scan.warn(
            WESTWARD,
            Message(id="reader-westward", params={"path": f"{shown(path)}"}),
        )
    if axes.pole_from_coordinates:
        scan.warn(
            "pole_from_coordinates",
            Message(id="reader-pole_from_coordinates", params={"path": f"{shown(path)}"}),
        )
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
                scan.leave_out(name, unused_fields.unknown_dimension(dim, dataset.sizes[dim]))
                scan.warn(
                    "unrecognised_dimension",
                    Message(
                        id="reader-unrecognised_dimension",
                        params={
                            "name": f"{name}",
                            "dim": f"{dim}",
                            "size": f"{dataset.sizes[dim]}",
                        },
                    ),
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
    is_rate = is_rate_of(meaning.ingredient, unit)
    # A mean has its interval as an extreme has: it does not run on from the start of a forecast.
    kind = FieldKind.EXTREME if is_rate else ingredient.kind
    starts = None
    if ingredient.kind in INTERVAL_KINDS:
        times = times.at_ends()
        if is_rate and is_snow_depth(meaning.ingredient, unit, _said(variable)):
            _refuse_depth(meaning.ingredient, name, scan)
            return None
        if not is_rate or is_mean(variable, name):
            starts = interval_starts(dataset, name, kind, times, axes.grid, path, scan)
        if is_rate and starts is None:
            refuse_moment(meaning.ingredient, name, scan)
            return None
        if starts is None and ingredient.kind is FieldKind.ACCUMULATION:
            scan.refuse(
                meaning.ingredient,
                "unknown_accumulation",
                Message(id="reader-unknown_accumulation", params={"name": f"{name}"}),
            )
            return None
    limits = None
    if not is_rate:
        limits = trusted_range(variable.attrs, unit, meaning.ingredient, meaning.levels, name, scan)
    reader = array_reader(opener, name, meaning, axes, times, fixed, limits)
    snow = meaning.ingredient in SNOW or meaning.ingredient == "sd"
    if snow and tidy_unit(unit) == "m" and not _is_water(variable):
        _refuse_depth(meaning.ingredient, name, scan)
        return None
    block = Block(
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
    return as_amount(block) if is_rate else block


def _refuse_depth(ingredient: str, name: str, scan: Scan) -> None:
    wording = Message(id="reader-snow_depth_not_water", params={"name": name})
    scan.refuse(ingredient, "snow_depth_not_water", wording)


def _said(variable: xr.Variable) -> str:
    """What a variable says of itself, in lower case."""
    keys = ("units", "standard_name", "long_name", "GRIB_units")
    return " ".join(text_of(variable, key) for key in keys).lower()


def _is_water(variable: xr.Variable) -> bool:
    said = _said(variable)
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
    if standard in _ALONG_GRID or "MAP_PROJ" in dataset.attrs:
        return True
    others = {text_of(item, "standard_name") for item in dataset.variables.values()}
    if others & {"eastward_wind", "northward_wind"}:
        return False
    if others & _ALONG_GRID:
        return True
    return None
