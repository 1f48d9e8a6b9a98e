"""What a variable of a NetCDF or Zarr source stands for."""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING

from diagnostics.fields import names, unused_fields
from diagnostics.fields.axes import VerticalAxis, text_of, vertical_axis
from diagnostics.fields.blocks import Scan, shown
from diagnostics.fields.conversion import tidy_unit
from diagnostics.fields.names import called
from diagnostics.fields.wgrib2 import read_name
from diagnostics.fields.wrf import is_wrf
from diagnostics.messages import Message

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
    """Say what a variable is, by name, standard name, level and unit.

    Returns
    -------
    Meaning or None
        None for what is not used; the scan lists it with the reason.
    """
    before = len(scan.findings)
    meaning = _meaning_of(dataset, name, path, scan)
    if meaning is None and len(scan.findings) == before:
        _list_unused(dataset, name, scan)
    return meaning


def _list_unused(dataset: xr.Dataset, name: str, scan: Scan) -> None:
    """Say that the quantity is not used at its level, or that the name is unknown."""
    tool = read_name(name)
    bare, place = names.split_name(name)
    bare = tool.bare if tool else bare
    standard = text_of(dataset.variables[name], "standard_name")
    shorts = [bare, name.lower(), *_other_names(dataset.variables[name])]
    if standard not in names.STANDARD_NAMES and not any(
        unused_fields.is_known(item) for item in shorts
    ):
        scan.leave_out(name, unused_fields.unknown_name(), unused_fields.nearest_names(bare))
        return
    vertical = vertical_axis(dataset, name)
    level = tool.level if tool else place or vertical.dim or vertical.kind
    scan.leave_out(name, unused_fields.unused_level(level))


def _meaning_of(dataset: xr.Dataset, name: str, path: str, scan: Scan) -> Meaning | None:
    variable = dataset.variables[name]
    unit = tidy_unit(text_of(variable, "units"))
    vertical = vertical_axis(dataset, name)
    if is_wrf(dataset):
        found = names.WRF_NAMES.get(name) if vertical.kind != "model" else None
        return Meaning(found) if found else None
    bare, place = names.split_name(name)
    tool = read_name(name)
    if tool is not None:
        bare, place = tool.bare, tool.place
        vertical = tool.vertical if vertical.kind == "none" else vertical
    short = [name.lower(), bare, *_other_names(variable)]
    standard = text_of(variable, "standard_name")
    level_name = _first(names.LEVEL_NAMES, short) or names.STANDARD_NAMES.get(standard, ("",))[0]
    if level_name == "q" and _is_mixing_ratio(variable, name, scan):
        level_name = "mr"
    if vertical.kind == "model":
        if level_name:
            _refuse_model_levels(level_name, name, scan)
        return None
    if vertical.kind == "pressure":
        return _level_meaning(level_name, unit, name, vertical, standard, scan)
    if vertical.kind == "height" and level_name:
        return _height_meaning(level_name, vertical, name, scan)
    surface = _surface_meaning(short, standard, place, unit)
    if surface == "q2" and _is_mixing_ratio(variable, name, scan):
        surface = "mr2"
    if surface:
        fixed = ((vertical.dim, 0),) if vertical.dim in variable.dims and vertical.dim else ()
        return Meaning(surface, fixed=fixed)
    key = level_name or (bare if bare in names.NEAR_SURFACE else "")
    if place or not key or variable.attrs.get("GRIB_typeOfLevel") is not None:
        return None
    return _bare_meaning(key, name, path, scan)


def _is_mixing_ratio(variable: xr.Variable, name: str, scan: Scan) -> bool:
    """Whether what is named as specific humidity calls itself a mixing ratio, and note it."""
    said = " ".join(text_of(variable, key) for key in ("standard_name", "long_name", "description"))
    if "mixing ratio" not in said.lower().replace("_", " "):
        return False
    scan.warn(
        "mixing_ratio_named_specific",
        Message(id="reader-mixing_ratio_named_specific", params={"name": f"{name}"}),
    )
    return True


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
        if unit in {"m", "dam", "km"} or (not unit and says_height):
            level_name = "gh"
    if level_name == "w" and unit in {"m s-1", "cm s-1"}:
        scan.refuse(
            "w",
            "geometric_vertical_velocity",
            Message(
                id="reader-geometric_vertical_velocity",
                params={"name": f"{name}", "unit": f"{unit}"},
            ),
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
        Message(id="reader-height_not_used", params={"name": f"{name}", "heights": f"{listed}"}),
    )
    return None


def _surface_meaning(short: Sequence[str], standard: str, place: str, unit: str) -> str:
    if place in {"isbl", "other"}:
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
                Message(
                    id="reader-level_from_file_name",
                    params={"name": f"{name}", "file": f"{stem}", "level": f"{digits}"},
                ),
            )
            return Meaning(key, (float(digits),))
    surface = names.NEAR_SURFACE.get(key)
    if surface is None:
        return None
    scan.warn(
        "level_assumed",
        Message(
            id="reader-level_assumed",
            params={
                "name": f"{name}",
                "file": f"{stem}",
                "surface": f"{surface}",
                "field": called(surface),
            },
        ),
    )
    return Meaning(surface)


def _refuse_model_levels(level_name: str, name: str, scan: Scan) -> None:
    scan.refuse(
        level_name,
        "native_model_levels",
        Message(id="reader-native_model_levels", params={"name": f"{name}"}),
    )
