"""Levels below the ground: where they are, and how they are kept out of a result (rule M1)."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace
from typing import Any

import numpy as np
import numpy.typing as npt

from diagnostics.physics.columns import surface_pressure_from_orography
from diagnostics.quantities.declare import IndexTool
from diagnostics.quantities.reading import Fields, Need, columns_need_ground
from diagnostics.quantities.results import Array, Maps


def below_ground(
    tool: IndexTool, needs: Mapping[str, Need], fields: Fields, block: slice
) -> dict[tuple[float, ...], npt.NDArray[np.bool_]] | None:
    """Return, for each set of levels, where they lie below the surface (rule M1).

    Columns are among them where the operator itself does not look at the surface.

    Where only the height of the surface is known, its pressure is that of the standard
    atmosphere.
    """
    if fields.below_ground is None:
        return None
    kind, array = fields.below_ground
    values = np.asarray(
        (array.isel(time=block) if "time" in array.dims else array).values, dtype=np.float64
    )
    if kind == "orog":
        values = surface_pressure_from_orography(values)
    found: dict[tuple[float, ...], npt.NDArray[np.bool_]] = {}
    for name, need in needs.items():
        single = not tool.signature.fields[name].column
        if need.levels and (single or columns_need_ground(tool)) and need.levels not in found:
            pressures = 100.0 * np.array(need.levels)[:, np.newaxis, np.newaxis]
            found[need.levels] = pressures > values[..., np.newaxis, :, :]
    return found


def above_ground(values: Array, need: Need, below: npt.NDArray[np.bool_]) -> Array:
    """Take away what lies below ground, so that no stencil reaches into it."""
    hidden = below[..., 0, :, :] if need.single else below
    return np.where(hidden, np.nan, values)


def hidden_cells(
    needs: Mapping[str, Need],
    tool: IndexTool,
    below: Mapping[tuple[float, ...], npt.NDArray[np.bool_]] | None,
) -> npt.NDArray[np.bool_] | None:
    """Return the cells where a single level of the operator lies below ground."""
    hidden: Any = None
    for name, need in needs.items():
        if below is not None and need.single and not tool.signature.fields[name].column:
            lies_below = below[need.levels].any(axis=-3)
            hidden = lies_below if hidden is None else hidden | lies_below
    return hidden if hidden is None else np.asarray(hidden)


def masked(maps: Maps, hidden: npt.NDArray[np.bool_]) -> Maps:
    """Return maps and layers without their hidden cells."""

    def hide(array: Array) -> Array:
        return np.where(hidden, np.nan, array)

    return replace(
        maps,
        value=hide(maps.value),
        layers={name: hide(array) for name, array in maps.layers.items()},
        over_area={name: hide(array) for name, array in maps.over_area.items()},
    )
