"""What a variable of a NetCDF or Zarr source stands for."""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import dataclass, field, replace
from typing import TYPE_CHECKING

import numpy as np

from diagnostics.contracts.field_record import RecordItem, inferred, stated
from diagnostics.fields import names, unused_fields
from diagnostics.fields.axes import text_of
from diagnostics.fields.blocks import Scan, shown
from diagnostics.fields.conversion import tidy_unit
from diagnostics.fields.levels import (
    STANDARD_HPA,
    VerticalAxis,
    level_in_name,
    level_in_words,
    scalar_level,
    vertical_axis,
)
from diagnostics.fields.names import called
from diagnostics.fields.wgrib2 import read_name
from diagnostics.fields.wrf import is_wrf
from diagnostics.messages import Message

if TYPE_CHECKING:
    import xarray as xr

_SCREEN_M = (1.2, 2.0)
"""Heights of thermometers (WMO-No. 8): temperatures there are those at 2 m."""
_HEIGHTS = {"u10": (10.0, 10.0), "v10": (10.0, 10.0), "fg10": (10.0, 10.0)}
_AT_SCREEN = ("t2m", "d2m", "mx2t", "mn2t", "r2", "q2", "mr2")
_EXTREMES = ("mx2t", "mn2t")
_HEIGHTS_ALOFT = {"hgt", "gh", "geopotential_height"}
_PACKING = 1e-5
_MOST_LEVELS = 40
_MOST_NUMBERS = 6
"""Levels that records and messages list."""
_UPPER_BY_STANDARD = frozenset({"u10", "v10"})
"""What a standard name alone does not make of a wind: it may be at any height."""


Known = dict[str, VerticalAxis | None]
"""Vertical coordinates of a file that were looked at before."""


@dataclass(frozen=True)
class Meaning:
    """What a variable stands for, and the levels and fixed positions that go with it."""

    ingredient: str
    levels: tuple[float, ...] = ()
    level_dim: str | None = None
    fixed: tuple[tuple[str, int], ...] = ()
    level: RecordItem = field(default_factory=RecordItem)
    by: str = "name"


def meaning_of(
    dataset: xr.Dataset, name: str, path: str, scan: Scan, known: Known
) -> Meaning | None:
    """Say what a variable is, by name, standard name, level and unit.

    Returns
    -------
    Meaning or None
        None for what is not used; the scan lists it with the reason.
    """
    before = len(scan.findings)
    meaning = _meaning_of(dataset, name, path, scan, known)
    if meaning is None and len(scan.findings) == before:
        _list_unused(dataset, name, scan, known)
    return meaning


def _list_unused(dataset: xr.Dataset, name: str, scan: Scan, known: Known) -> None:
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
    vertical = vertical_axis(dataset, name, known)
    level = tool.level if tool else place or vertical.dim or vertical.kind
    scan.leave_out(name, unused_fields.unused_level(level))


def _meaning_of(
    dataset: xr.Dataset, name: str, path: str, scan: Scan, known: Known
) -> Meaning | None:
    variable = dataset.variables[name]
    unit = tidy_unit(text_of(variable, "units"))
    vertical = vertical_axis(dataset, name, known)
    if is_wrf(dataset):
        found = names.WRF_NAMES.get(name) if vertical.kind != "model" else None
        return Meaning(found) if found else None
    bare, place = names.split_name(name)
    tool = read_name(name)
    if tool is not None:
        bare, place = tool.bare, tool.place
        vertical = tool.vertical if vertical.kind == "none" else vertical
    short = [name.lower(), bare, *_other_names(variable)]
    standard = text_of(variable, "standard_name").split(" ")[0]
    is_scalar = vertical.kind == "pressure" and vertical.dim is None and vertical.by != "GRIB_level"
    if is_scalar and tool is None and _is_named_surface(short):
        # A tool may note the one level of a file at its surface fields, too.
        vertical = VerticalAxis("none")
    surface = _surface_meaning(short, standard, place, unit)
    if vertical.kind == "none" and not place and not _first(names.SURFACE_NAMES, short[:2]):
        vertical, short = _named_level(dataset, name, short)
    level_name = _first(names.LEVEL_NAMES, short) or names.STANDARD_NAMES.get(standard, ("",))[0]
    by = "name" if _first(names.LEVEL_NAMES, short) or not standard else "standard_name"
    if level_name == "q" and _is_mixing_ratio(variable, name, scan):
        level_name = "mr"
    is_upper = bool(level_name) and not place
    is_bare = is_upper or name.lower() in names.NEAR_SURFACE
    if vertical.kind == "none" and is_bare and not _is_named_surface(short):
        vertical = _described_level(dataset, name, path, scan)
    if vertical.kind in {"model", "doubtful"}:
        if vertical.kind == "model" and level_name:
            _refuse_model_levels(level_name, name, scan)
        elif level_name:
            _refuse_levels(level_name, name, vertical, scan)
        return None
    if vertical.kind == "pressure":
        found_level = _level_meaning(level_name, unit, name, vertical, standard, scan)
        return None if found_level is None else replace(found_level, by=by)
    if surface == "q2" and _is_mixing_ratio(variable, name, scan):
        surface = "mr2"
    if vertical.kind == "height" and level_name and surface not in _EXTREMES:
        found_height = _height_meaning(level_name, vertical, name, scan)
        return None if found_height is None else replace(found_height, by=by)
    if surface in _UPPER_BY_STANDARD and not _first(names.SURFACE_NAMES, short):
        surface = ""
    is_heights = surface in {"zs", "orog"} and vertical.kind == "none" and is_upper
    if is_heights and not _is_ground(dataset, name, standard):
        surface = ""
    if surface:
        if _contradicts(surface, variable, vertical, name, scan):
            return None
        fixed = ((vertical.dim, 0),) if vertical.dim in variable.dims and vertical.dim else ()
        return Meaning(surface, fixed=fixed, level=_level_statement(vertical))
    assumed = _assumed_surface(name, variable, path, scan)
    if assumed is None and is_upper and variable.attrs.get("GRIB_typeOfLevel") is None:
        _refuse_unknown_level(level_name, name, scan)
    return assumed


def _is_ground(dataset: xr.Dataset, name: str, standard: str) -> bool:
    """Whether geopotential or heights without any level may be those of the ground.

    By the standard name, or because they do not change from the first to the last time.
    Heights of one time alone need a word for it; ECMWF's ``z`` has none.
    """
    variable = dataset.variables[name]
    described = text_of(variable, "long_name").lower()
    says = standard.startswith("surface_") or "surface" in described or "orograph" in described
    sizes = [int(dataset.sizes[dim]) for dim in variable.dims[:-2]]
    if says or not sizes or variable.attrs.get("GRIB_typeOfLevel") == "surface":
        return True
    if max(sizes) == 1:
        return name.lower() not in _HEIGHTS_ALOFT
    row = (..., int(variable.shape[-2]) // 2, slice(None))
    first, last = (
        np.asarray(variable[(*(place,) * len(sizes), *row[1:])].values, dtype=np.float64)
        for place in (0, -1)
    )
    with np.errstate(invalid="ignore"):
        return not bool((np.abs(first - last) > _PACKING * np.abs(first)).any())


def _assumed_surface(name: str, variable: xr.Variable, path: str, scan: Scan) -> Meaning | None:
    """Take ``u``, ``v``, ``t`` or ``p`` that nothing at all describes as the field near the ground.

    What has a unit or a description was described by somebody who had a level to name: such a
    field is refused instead.
    """
    surface = names.NEAR_SURFACE.get(name.lower())
    if surface is None or set(variable.attrs) - {"_FillValue", "missing_value"}:
        return None
    scan.warn(
        "level_assumed",
        Message(
            id="reader-level_assumed",
            params={
                "name": f"{name}",
                "file": shown(path).rsplit("/", 1)[-1],
                "surface": f"{surface}",
                "field": called(surface),
            },
        ),
    )
    return Meaning(surface, level=inferred("near the ground", "nothing-describes-it"))


def _named_level(
    dataset: xr.Dataset, name: str, short: list[str]
) -> tuple[VerticalAxis, list[str]]:
    """Return the level in a name, and the names without it."""
    others = [str(item).lower() for item in dataset.variables]
    words = text_of(dataset.variables[name], "long_name")
    base, vertical = level_in_name(name, tuple(names.LEVEL_NAMES), others, words)
    return vertical, list(dict.fromkeys((base, *short)))


def _is_named_surface(short: Sequence[str]) -> bool:
    """Whether a name alone says that a field is at the surface; ``z`` and ``hgt`` do not."""
    named = _first(names.SURFACE_NAMES, short)
    return bool(named) and not (named in {"zs", "orog"} and _first(names.LEVEL_NAMES, short))


def _described_level(dataset: xr.Dataset, name: str, path: str, scan: Scan) -> VerticalAxis:
    """Return the level that a description, a scalar, the title or the file's name states."""
    variable = dataset.variables[name]
    for key in ("long_name", "description", "level", "GRIB_name"):
        found = level_in_words(text_of(variable, key))
        if found.kind != "none":
            return replace(found, by=key)
    found = scalar_level(dataset, name)
    if found.kind != "none":
        return found
    found = level_in_words(str(dataset.attrs.get("title", "")))
    if found.kind == "pressure":
        return replace(found, by="title")
    return _level_of_file_name(name, path, scan)


def _level_of_file_name(name: str, path: str, scan: Scan) -> VerticalAxis:
    stem = shown(path).rsplit("/", 1)[-1]
    key = names.LEVEL_NAMES.get(name.lower(), "")
    for item in sorted({key, name.lower()} - {""}):
        for digits in re.findall(rf"(?<![a-z\d]){item}[_.-]?(\d{{2,4}})(?!\d)", stem.lower()):
            if int(digits) in STANDARD_HPA:
                scan.warn(
                    "level_from_file_name",
                    Message(
                        id="reader-level_from_file_name",
                        params={"name": f"{name}", "file": f"{stem}", "level": f"{digits}"},
                    ),
                )
                return VerticalAxis("pressure", None, (float(digits),), "file name")
    return VerticalAxis("none")


def _level_statement(vertical: VerticalAxis) -> RecordItem:
    """Return what is said of a level, for the record."""
    if vertical.kind not in {"pressure", "height"}:
        return RecordItem()
    unit = "hPa" if vertical.kind == "pressure" else "m"
    shown_levels = ", ".join(f"{value:g}" for value in vertical.values[:_MOST_LEVELS])
    more = " ..." if len(vertical.values) > _MOST_LEVELS else ""
    text = f"{shown_levels}{more} {unit}"
    if vertical.corrected:
        return inferred(text, "numbers-against-their-unit")
    return stated(text, vertical.by or "name")


def _contradicts(
    surface: str, variable: xr.Variable, vertical: VerticalAxis, name: str, scan: Scan
) -> bool:
    """Whether a coordinate or description puts a surface field at another height; note it then."""
    low, high = _HEIGHTS.get(surface, _SCREEN_M if surface in _AT_SCREEN else (0.0, np.inf))
    described = level_in_words(text_of(variable, "long_name"))
    stated_heights = [item for item in (vertical, described) if item.kind == "height"]
    heights = [value for item in stated_heights for value in item.values]
    if surface == "fg10" or all(low <= value <= high for value in heights):
        return False
    _note_height(surface, name, heights, scan)
    return True


def _refuse_levels(level_name: str, name: str, vertical: VerticalAxis, scan: Scan) -> None:
    """Refuse levels whose numbers are none in their unit, or none at all."""
    listed = ", ".join(f"{value:g}" for value in vertical.values[:_MOST_NUMBERS])
    scan.refuse(
        level_name,
        "levels_not_understood",
        Message(
            id="reader-levels_not_understood",
            params={
                "name": name,
                "levels": f"{listed} {vertical.corrected}".strip(),
            },
        ),
    )


def _refuse_unknown_level(level_name: str, name: str, scan: Scan) -> None:
    scan.refuse(
        level_name, "level_unknown", Message(id="reader-level_unknown", params={"name": name})
    )


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
    if vertical.corrected:
        listed = ", ".join(f"{value:g}" for value in vertical.values[:_MOST_NUMBERS])
        scan.warn(
            "level_unit_corrected",
            Message(
                id="reader-level_unit_corrected",
                params={"name": name, "levels": listed, "unit": vertical.corrected},
            ),
        )
    return Meaning(level_name, vertical.values, vertical.dim, level=_level_statement(vertical))


def _height_meaning(
    level_name: str, vertical: VerticalAxis, name: str, scan: Scan
) -> Meaning | None:
    for position, height in enumerate(vertical.values):
        is_screen = _SCREEN_M[0] <= height <= _SCREEN_M[1]
        found = names.AT_HEIGHT.get((level_name, _SCREEN_M[1] if is_screen else height))
        if found:
            fixed = ((vertical.dim, position),) if vertical.dim else ()
            level = stated(f"{height:g} m", vertical.by or "name")
            return Meaning(found, fixed=fixed, level=level)
    _note_height(level_name, name, vertical.values, scan)
    return None


def _note_height(quantity: str, name: str, heights: Sequence[float], scan: Scan) -> None:
    """Say that a quantity is there at a height at which it is not used."""
    listed = ", ".join(f"{height:g}" for height in heights)
    wording = Message(id="reader-height_not_used", params={"name": name, "heights": listed})
    scan.note("height_not_used", wording)
    at_ground = names.NEAR_SURFACE.get(quantity, quantity)
    scan.refused.setdefault(at_ground, ("height_not_used", wording))


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


def _refuse_model_levels(level_name: str, name: str, scan: Scan) -> None:
    scan.refuse(
        level_name,
        "native_model_levels",
        Message(id="reader-native_model_levels", params={"name": f"{name}"}),
    )
