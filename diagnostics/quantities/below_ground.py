"""Where values are no measurement, and how they are kept out of a result (rule M1).

Levels below the ground, and sea-level pressure that was reduced over high ground: what stands there
follows from how the data were extrapolated.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace
from typing import Any

import numpy as np
import numpy.typing as npt

from diagnostics.grid.geometry import Grid
from diagnostics.physics.columns import surface_pressure_from_orography
from diagnostics.quantities.index_tool import IndexTool
from diagnostics.quantities.input_loading import Fields, Need, columns_need_ground
from diagnostics.quantities.results import Array, Maps, Series

HIGH_GROUND_M = 1000.0
"""Over higher ground sea-level pressure depends on how it was reduced [D]."""
_HIGH_GROUND_PA = float(surface_pressure_from_orography(HIGH_GROUND_M))


def pressure_at_ground(name: str, values: npt.ArrayLike) -> npt.NDArray[np.float64]:
    """Return the pressure above which a level surely lies below ground.

    Parameters
    ----------
    name : str
        ``sp``, ``orog`` (the standard atmosphere's pressure at that height), or ``msl``, where
        nothing is known of the ground: what lies below sea level lies below ground.
    values : array_like
        Pa, or m of `orog`.

    Returns
    -------
    ndarray
        Pa, of the shape of `values`.
    """
    given = np.asarray(values, dtype=np.float64)
    return np.asarray(surface_pressure_from_orography(given)) if name == "orog" else given


def high_ground(name: str, values: npt.ArrayLike) -> npt.NDArray[np.bool_]:
    """Return where sea-level pressure was reduced over more than 1000 m.

    Parameters
    ----------
    name : str
        ``orog`` or ``sp``; anything else says nothing of the ground's height.
    values : array_like
        m, or Pa.

    Returns
    -------
    ndarray of bool
    """
    given = np.asarray(values, dtype=np.float64)
    with np.errstate(invalid="ignore"):
        if name == "orog":
            return np.asarray(given > HIGH_GROUND_M)
        return np.asarray(given < _HIGH_GROUND_PA) & (name == "sp")


def below_ground(
    tool: IndexTool, needs: Mapping[str, Need], fields: Fields, block: slice
) -> dict[tuple[float, ...], npt.NDArray[np.bool_]] | None:
    """Return, for each set of levels, where they lie below the surface (rule M1).

    Columns are among them where the operator itself does not look at the surface.

    Where only the height of the surface is known, its pressure is that of the standard
    atmosphere; where nothing is known of it, sea level is the surface.
    """
    known = _ground(fields, block)
    if known is None:
        return None
    values = pressure_at_ground(*known)
    found: dict[tuple[float, ...], npt.NDArray[np.bool_]] = {}
    for name, need in needs.items():
        single = not tool.signature.fields[name].column
        if need.levels and (single or columns_need_ground(tool)) and need.levels not in found:
            pressures = 100.0 * np.array(need.levels)[:, np.newaxis, np.newaxis]
            found[need.levels] = pressures > values[..., np.newaxis, :, :]
    return found


def _ground(fields: Fields, block: slice) -> tuple[str, Array] | None:
    if fields.below_ground is None:
        return None
    kind, array = fields.below_ground
    chosen = array.isel(time=block) if "time" in array.dims else array
    return kind, np.asarray(chosen.values, dtype=np.float64)


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


def reduced_cells(
    needs: Mapping[str, Need], fields: Fields, block: slice
) -> npt.NDArray[np.bool_] | None:
    """Return the cells where sea-level pressure says nothing; None for what does not read it."""
    known = _ground(fields, block)
    if known is None or not any(need.variable == "msl" for need in needs.values()):
        return None
    return high_ground(*known)


def at_high_ground(series: Series, grid: Grid, reduced: npt.NDArray[np.bool_]) -> Series:
    """Mark the numbers of a series that were found where sea-level pressure says nothing."""
    if series.latitude is None or series.longitude is None:
        return series
    found = np.zeros(len(series.value), dtype=bool)
    for index in np.flatnonzero(np.isfinite(series.latitude) & np.isfinite(series.longitude)):
        cell = grid.nearest(float(series.latitude[index]), float(series.longitude[index]))
        found[index] = reduced[index][cell] if reduced.ndim > 2 else reduced[cell]
    return replace(series, reduced=found)


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
