"""A quantity through time at a cell or over a region, with what is normal there."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from datetime import datetime, timedelta

import numpy as np
import numpy.typing as npt

from diagnostics.climatology import Climatologies, GridKey
from diagnostics.constants import GRAVITY, ZERO_CELSIUS
from diagnostics.contracts.extracts import Point, SeriesValue
from diagnostics.contracts.quantities import QuantityRef
from diagnostics.contracts.space_time import Region, wrap_longitude
from diagnostics.errors import InputDataError
from diagnostics.grid.geometry import Grid
from diagnostics.grid.regions import box_mask
from diagnostics.ports import FieldSource
from diagnostics.quantities.reductions import reduce_values
from diagnostics.quantities.registry import resolve, values
from diagnostics.quantities.scene import Scene, to_datetime64
from diagnostics.quantities.scene_context import SceneContext
from diagnostics.quantities.scene_loading import load_scene

BLOCK = 48
"""Times that are in memory at once."""
POINT = "point"
LACKING = frozenset({"incomplete_window", "missing_time", "missing_input"})
"""Codes of a time that lacks something which other times may have."""

NORMALS: dict[str, tuple[str, float, float]] = {
    "temperature_2m": ("t2m", 1.0, -ZERO_CELSIUS),
    "temperature": ("t", 1.0, -ZERO_CELSIUS),
    "height": ("z", 1.0 / GRAVITY, 0.0),
    "specific_humidity": ("q", 1000.0, 0.0),
    "mean_sea_level_pressure": ("msl", 0.01, 0.0),
    "precipitable_water": ("pwat", 1.0, 0.0),
}
"""Field of a climatology behind a quantity, with the factor and offset to its unit."""


@dataclass(frozen=True)
class SeriesAt:
    """A series with the cell that stands for a point, and the climatology of its band."""

    values: tuple[SeriesValue, ...]
    cell: Point | None = None
    climatology: str = ""


def series_at(
    source: FieldSource,
    quantity: QuantityRef,
    times: Sequence[datetime],
    region: Region,
    reduction: str,
    context: SceneContext,
) -> SeriesAt:
    """Compute a quantity at each of several times.

    Parameters
    ----------
    source : FieldSource
    quantity : QuantityRef
    times : sequence of datetime
        Of the source, ascending, at least one.
    region : Region
        A box without extent stands for its nearest cell; a box between cells too.
    reduction : str
        ``point``, or a reducer over the area of cells that have a value.
    context : SceneContext
        Climatologies for anomalies and for the band.

    Raises
    ------
    DiagnosticsError
        As `load_scene`; ``point_outside_data``; as `values` where that holds for every time. A
        time that alone lacks something has no value.
    """
    lookback = resolve(quantity).quantity.lookback_hours
    found: list[SeriesValue] = []
    cell: Point | None = None
    name = ""
    lacks: list[InputDataError] = []
    for scene, block in _scenes(source, quantity, times, region, lookback, context):
        mask = _cells(scene.grid, region, reduction)
        numbers = [_reduced(scene.at(time), quantity, mask, reduction, lacks) for time in block]
        normal, name = _normals(scene.grid, mask, quantity, block, context.climatology)
        if reduction == POINT:
            row, column = np.argwhere(mask)[0]
            cell = Point(
                latitude=float(scene.grid.latitude[row, column]),
                longitude=wrap_longitude(float(scene.grid.longitude[row, column])),
            )
        for time, number, (mean, std) in zip(block, numbers, normal, strict=True):
            found.append(SeriesValue(time=time, value=number, normal_mean=mean, normal_std=std))
    if len(lacks) == len(times):
        raise lacks[0]
    return SeriesAt(tuple(found), cell, name)


def _scenes(
    source: FieldSource,
    quantity: QuantityRef,
    times: Sequence[datetime],
    region: Region,
    lookback: float,
    context: SceneContext,
) -> Iterator[tuple[Scene, Sequence[datetime]]]:
    """Load blocks of times around a region."""
    for first in range(0, len(times), BLOCK):
        block = times[first : first + BLOCK]
        middle = block[len(block) // 2]
        reach = max(middle - block[0] + timedelta(hours=lookback), block[-1] - middle)
        scene = load_scene(
            source,
            (quantity,),
            region=region,
            time=middle,
            domain=region,
            every_time=True,
            days=reach / timedelta(days=1),
            scene_context=context,
        )
        yield scene, block


def _cells(grid: Grid, region: Region, reduction: str) -> npt.NDArray[np.bool_]:
    """Return the cells of a region; of a point, and of a box between cells, the nearest one."""
    mask = np.zeros(grid.shape, dtype=bool)
    if reduction != POINT:
        mask = box_mask(grid.latitude, grid.longitude, region)
    if not mask.any():
        mask[grid.nearest(*region.center)] = True
    return np.asarray(mask)


def _reduced(
    scene: Scene,
    quantity: QuantityRef,
    mask: npt.NDArray[np.bool_],
    reduction: str,
    lacks: list[InputDataError],
) -> float | None:
    """Return the value at one time; None, with the reason in `lacks`, where the data lack it."""
    try:
        field = values(scene, quantity)
    except InputDataError as error:
        if error.code not in LACKING:
            raise
        lacks.append(error)
        return None
    known = mask & np.isfinite(field)
    if not known.any():
        return None
    reducer = "mean" if reduction == POINT else reduction
    return reduce_values(field[known], scene.grid.weights[known], reducer)


def _normals(
    grid: Grid,
    mask: npt.NDArray[np.bool_],
    quantity: QuantityRef,
    times: Sequence[datetime],
    climatology: Climatologies | None,
) -> tuple[list[tuple[float | None, float | None]], str]:
    """Return mean and standard deviation of a single cell by hour and day, and where from."""
    unknown: list[tuple[float | None, float | None]] = [(None, None)] * len(times)
    known = NORMALS.get(quantity.name)
    if climatology is None or known is None or mask.sum() != 1 or quantity.index:
        return unknown, ""
    field, scale, offset = known
    found = climatology.grid_item(GridKey(name=field, level=quantity.level))
    if found is None or not {"mean", "std"} <= found[1].arrays.keys():
        return unknown, ""
    held, item = found
    stamps = np.array([to_datetime64(time) for time in times])
    mean, std = (
        held.at_times(item, name, stamps, grid)[0][:, mask][:, 0] for name in ("mean", "std")
    )
    pairs: list[tuple[float | None, float | None]] = [
        (scale * float(a) + offset, scale * float(b)) if np.isfinite([a, b]).all() else (None, None)
        for a, b in zip(mean, std, strict=True)
    ]
    return pairs, held.name if any(pair[0] is not None for pair in pairs) else ""
