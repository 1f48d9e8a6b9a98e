"""Why a field of a file is not used, with the known names that are spelt alike."""

from __future__ import annotations

from collections.abc import Callable
from difflib import get_close_matches
from functools import cache
from typing import TYPE_CHECKING

from diagnostics.fields import names
from diagnostics.fields.axes import is_latitude, is_longitude, text_of
from diagnostics.fields.blocks import Scan
from diagnostics.messages import Message

if TYPE_CHECKING:
    import xarray as xr

_ALIKE = 0.6


@cache
def known_names() -> tuple[str, ...]:
    """Return every name that a field may have, in order."""
    tables = (names.LEVEL_NAMES, names.SURFACE_NAMES, names.AT_SURFACE, names.AT_SEA_LEVEL)
    wrf = (item.lower() for item in names.WRF_NAMES)
    return tuple(sorted({*(alias for table in tables for alias in table), *wrf}))


def is_known(name: str) -> bool:
    """Whether a bare lower-case name stands for a quantity at some level."""
    return name in known_names()


@cache
def nearest_names(name: str) -> tuple[str, ...]:
    """Return at most three known names that are spelt like a bare lower-case name."""
    return tuple(get_close_matches(name, known_names(), n=3, cutoff=_ALIKE))


def unknown_name() -> Message:
    """Say that nobody knows the name."""
    return Message(id="data-unknown_name")


def unused_level(level: str) -> Message:
    """Say that the quantity is known, but not used at this level."""
    return Message(id="data-unused_level", params={"level": level})


def unknown_dimension(dimension: str, size: int) -> Message:
    """Say that a dimension is not understood."""
    return Message(id="data-unknown_dimension", params={"dimension": dimension, "size": size})


def leave_out_without_grid(dataset: xr.Dataset, name: str, ingredient: str, scan: Scan) -> None:
    """List a field without a grid as what it is: points, the cells of triangles, or neither."""
    dims = {str(dim) for dim in dataset.variables[name].dims}
    shared = _dims_of(dataset, is_latitude) & _dims_of(dataset, is_longitude) & dims
    kind = "no_grid"
    if shared:
        (dim,) = sorted(shared)[:1]
        is_mesh = dim.lower() in _CELLS or any(
            text_of(item, "cf_role") == "mesh_topology" or "mesh" in item.attrs
            for item in dataset.variables.values()
        )
        kind = "triangles" if is_mesh else "points"
    wording = Message(id=f"data-{kind}")
    scan.leave_out(name, wording, quantity=ingredient)
    if shared:
        code = "unstructured_grid" if kind == "triangles" else "points_without_grid"
        scan.refused.setdefault(
            ingredient, (code, Message(id=f"reader-{kind}", params={"name": name, "dim": dim}))
        )


_CELLS = {"ncells", "cell", "cells", "ncell", "nmesh2d_face", "face"}


def _dims_of(dataset: xr.Dataset, test: Callable[[str, xr.Variable], bool]) -> set[str]:
    found = (item for item in dataset.variables.items() if test(str(item[0]), item[1]))
    return {str(variable.dims[0]) for _, variable in found if variable.ndim == 1}
