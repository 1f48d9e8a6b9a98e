"""From the levels of a model to levels of pressure.

Linear in the logarithm of pressure between the two model levels on either side, at the levels of
pressure that most analyses use. Nothing is extrapolated: below the lowest and above the highest
level of the model a value is missing, and with it everything below ground.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from diagnostics.constants import GAS_CONSTANT_DRY, GAS_CONSTANT_VAPOUR
from diagnostics.fields.blocks import Block, Scan, Times
from diagnostics.fields.horizontal import HorizontalGrid, HorizontalSelection
from diagnostics.fields.limits import SourceLimits
from diagnostics.messages import Message

Floats = NDArray[np.float64]
ColumnReader = Callable[[int, HorizontalSelection], Floats]
"""Position in the times and a window -> values (model level, y, x)."""

PRESSURE_LEVELS: tuple[float, ...] = (
    *(10.0, 20.0, 30.0, 50.0, 70.0, 100.0, 125.0, 150.0, 175.0, 200.0, 225.0, 250.0, 300.0),
    *(350.0, 400.0, 450.0, 500.0, 550.0, 600.0, 650.0, 700.0, 750.0, 775.0, 800.0, 825.0),
    *(850.0, 875.0, 900.0, 925.0, 950.0, 975.0, 1000.0),
)
"""hPa: what a field on model levels is interpolated to."""
_SHARE = 0.1
"""Of the cells must have a level between the lowest and the highest level of the model."""
_TOP = 0.1
"""Pa that stand for none at the upper face of the highest level (IFS)."""
_ARRAYS = 4
"""Arrays of whole columns that one interpolation needs at once."""


@dataclass(frozen=True)
class Column:
    """One quantity on model levels: an ingredient, as the file has it, and how it is read."""

    ingredient: str
    source_name: str
    unit: str
    read: ColumnReader
    grid_relative: bool | None = None


@dataclass(frozen=True)
class Columns:
    """The model levels of one file.

    Attributes
    ----------
    grid : HorizontalGrid
    times : ndarray of datetime64[ns]
    runs : ndarray of datetime64[ns] or None
    depth : int
        Number of model levels.
    pressure : ColumnReader
        Pa, in the order of the fields' levels, monotonic along each column.
    fields : sequence of Column
    path : str
    member : int or None
    """

    grid: HorizontalGrid
    times: Times
    runs: Times | None
    depth: int
    pressure: ColumnReader
    fields: Sequence[Column]
    path: str
    member: int | None = None


def to_pressure(values: Floats, pressure: Floats, levels_hpa: Sequence[float]) -> Floats:
    """Interpolate columns to levels of pressure, linearly in its logarithm.

    Parameters
    ----------
    values, pressure : ndarray (model level, y, x)
        Pressure in Pa, monotonic along the first axis, in either direction.
    levels_hpa : sequence of float

    Returns
    -------
    ndarray (level, y, x)
        NaN outside the levels of the model.

    Examples
    --------
    >>> column = np.array([1000e2, 800e2, 500e2]).reshape(3, 1, 1)
    >>> to_pressure(np.log(column), column, [850.0])[0, 0, 0] == np.log(850e2)
    True
    """
    if pressure.shape[0] > 1 and float(np.nanmean(pressure[-1] - pressure[0])) < 0.0:
        values, pressure = values[::-1], pressure[::-1]
    logarithm = np.log(pressure)
    result = np.full((len(levels_hpa), *values.shape[1:]), np.nan)
    for place, level in enumerate(levels_hpa):
        target = np.log(level * 100.0)
        # Position of the last model level above (at lower pressure than) the target.
        above = (logarithm <= target).sum(axis=0) - 1
        inside = (above >= 0) & ((above < len(values) - 1) | (logarithm[-1] == target))
        low = np.clip(above, 0, max(0, len(values) - 2))[None]
        high = np.minimum(low + 1, len(values) - 1)
        top, bottom = (np.take_along_axis(logarithm, item, axis=0)[0] for item in (low, high))
        first, last = (np.take_along_axis(values, item, axis=0)[0] for item in (low, high))
        with np.errstate(invalid="ignore", divide="ignore"):
            share = np.where(bottom > top, (target - top) / (bottom - top), 0.0)
        result[place] = np.where(inside, first + share * (last - first), np.nan)
    return result


def blocks_on_pressure(columns: Columns, limits: SourceLimits, scan: Scan) -> list[Block]:
    """Return a block on levels of pressure for each quantity on model levels.

    One time of pressure is read, to know which levels lie inside the model.
    """
    levels = _inside(columns, limits)
    if not levels or not columns.fields:
        return []
    names = ", ".join(item.source_name for item in columns.fields)
    scan.note(
        "interpolated_from_model_levels",
        Message(
            id="reader-interpolated_from_model_levels",
            params={"names": f"{names}", "levels": f"{columns.depth}"},
        ),
    )
    return [
        Block(
            ingredient=item.ingredient,
            source_name=item.source_name,
            unit=item.unit,
            grid=columns.grid,
            times=columns.times,
            levels=levels,
            runs=columns.runs,
            read=_reader(item, columns, levels, limits),
            grid_relative=item.grid_relative,
            # What the file has on levels of pressure is not replaced.
            preference=1,
            path=columns.path,
            member=columns.member,
        )
        for item in columns.fields
    ]


def _inside(columns: Columns, limits: SourceLimits) -> tuple[float, ...]:
    cells = columns.grid.select(None)
    _check(columns, cells, limits)
    pressure = columns.pressure(0, cells)
    ends = np.stack([pressure[0], pressure[-1]]) / 100.0
    top, bottom = ends.min(axis=0), ends.max(axis=0)
    known = np.isfinite(top) & np.isfinite(bottom)
    return tuple(
        level
        for level in PRESSURE_LEVELS
        if known.any() and ((top <= level) & (level <= bottom))[known].mean() >= _SHARE
    )


def _check(columns: Columns, cells: HorizontalSelection, limits: SourceLimits) -> None:
    rows, width = cells.shape
    limits.check("columns", _ARRAYS * columns.depth * rows * width * 8, limits.max_bytes)


def _reader(
    item: Column, columns: Columns, levels: tuple[float, ...], limits: SourceLimits
) -> Callable[[Sequence[int], Sequence[int], HorizontalSelection], Floats]:
    def read(
        time_positions: Sequence[int], level_positions: Sequence[int], cells: HorizontalSelection
    ) -> Floats:
        _check(columns, cells, limits)
        wanted = [levels[position] for position in level_positions]
        found = np.full((len(time_positions), len(wanted), *cells.shape), np.nan)
        for row, position in enumerate(time_positions):
            pressure = columns.pressure(int(position), cells)
            found[row] = to_pressure(item.read(int(position), cells), pressure, wanted)
        return found

    return read


def hydrostatic_geopotential(
    half_pressure: Floats, temperature: Floats, humidity: Floats, surface: Floats
) -> Floats:
    """Geopotential of full model levels from the ground up.

    The discretisation of the IFS (ECMWF, IFS Documentation, Part III, equations 2.21 to 2.23).

    Parameters
    ----------
    half_pressure : ndarray (level + 1, y, x)
        Pa, from the top down; the first may be zero.
    temperature, humidity : ndarray (level, y, x)
        K and kg kg-1, from the top down.
    surface : ndarray (y, x)
        Geopotential of the ground, m2 s-2.

    Returns
    -------
    ndarray (level, y, x)
        m2 s-2.
    """
    virtual = temperature * (1.0 + (GAS_CONSTANT_VAPOUR / GAS_CONSTANT_DRY - 1.0) * humidity)
    result = np.empty_like(temperature)
    half = np.array(surface, dtype=np.float64)
    for level in range(len(temperature) - 1, -1, -1):
        top, bottom = half_pressure[level], half_pressure[level + 1]
        thickness = np.log(bottom / np.maximum(top, _TOP))
        alpha = np.where(top > 0.0, 1.0 - top / (bottom - top) * thickness, np.log(2.0))
        result[level] = half + GAS_CONSTANT_DRY * virtual[level] * alpha
        half = half + GAS_CONSTANT_DRY * virtual[level] * thickness
    return result
