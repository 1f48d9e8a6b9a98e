"""What a variable of a NetCDF or Zarr source stands for."""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING

from diagnostics.fields import names
from diagnostics.fields.axes import VerticalAxis, text_of, vertical_axis
from diagnostics.fields.blocks import Scan, shown
from diagnostics.fields.conversion import tidy_unit
from diagnostics.fields.names import INGREDIENTS

if TYPE_CHECKING:
    import xarray as xr

_STANDARD_LEVELS = (10, 20, 30, 50, 70, 100, 150, 200, 250, 300, 400, 500, 600, 700, 850, 925, 1000)


@dataclass(frozen=True)
class Meaning:
    """What a variable stands for, and the levels and fixed positions that go with it."""

    ingredient: str
    levels: tuple[float, ...] = ()
    level_dim: str | None = None
    fixed: tuple[tuple[str, int], ...] = ()


def meaning_of(dataset: xr.Dataset, name: str, path: str, scan: Scan) -> Meaning | None:
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
