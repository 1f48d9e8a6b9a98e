"""Compute a field to keep: an index or a quantity of charts at every cell, as a file.

The numbers are those of the operator and of the chart: the same functions compute them.
"""

from __future__ import annotations

from dataclasses import dataclass
from datetime import datetime
from typing import TYPE_CHECKING

import numpy as np

from diagnostics.contracts.base import format_instant
from diagnostics.contracts.computations import FieldAnswer
from diagnostics.contracts.space_time import Region, TimeWindow
from diagnostics.errors import ArgumentError, InputDataError
from diagnostics.messages import Message, render
from diagnostics.messages.catalogue import SOURCE
from diagnostics.ports import FieldSource
from diagnostics.service.checks import check_reads, doubts_of
from diagnostics.service.data import OpenSource, whole_region
from diagnostics.service.requests import IndexRequest

if TYPE_CHECKING:
    import xarray

    from diagnostics.climatology import Climatologies
    from diagnostics.quantities.refs import QuantityRef

MOST_VALUES = 5_000_000
"""Values of a field that is kept: five times of a global grid of a quarter of a degree."""


@dataclass(frozen=True)
class KeptField:
    """What a field holds, and the bytes of its NetCDF-3 file."""

    answer: FieldAnswer
    file: bytes


def compute_kept_field(
    request: IndexRequest, open_source: OpenSource, *, climatology: Climatologies | None = None
) -> KeptField:
    """Compute the values of an index, or of a quantity that charts draw, at every cell of a region.

    Parameters
    ----------
    request : IndexRequest
        Its name is that of an index, or of a quantity; where both have it, the index is meant.
        Without a time, every time of the data.
    open_source : callable
        Opens the source.
    climatology : Climatologies, optional
        For anomalies.

    Raises
    ------
    ArgumentError
        ``field_too_large``, ``no_map``, ``unknown_quantity``, ``missing_level``, and as
        `diagnostics.catalog.compute_field`.
    InputDataError
        As `diagnostics.catalog.compute_field` and `diagnostics.quantities.load_scene`.
    """
    from diagnostics.data_checks import RecordingSource
    from diagnostics.fields.write import field_to_netcdf
    from diagnostics.grid.geometry import grid_of
    from diagnostics.quantities.operators import operators
    from diagnostics.quantities.scene import to_datetime

    source = RecordingSource(open_source())
    region = request.region or whole_region(source)
    times = _times(source, request.time)
    _require_room(source, region, len(times))
    compute = _of_index if request.name in operators() else _of_quantity
    field = compute(request, source, region, times, climatology)
    _require(field.size)
    times_count, rows, columns = field.shape
    warnings = str(field.attrs["warnings"])
    answer = FieldAnswer(
        name=request.name,
        title=str(field.attrs["long_name"]),
        unit=str(field.attrs["units"]),
        level=request.level,
        times=tuple(to_datetime(value) for value in field["time"].values),
        shape=(times_count, rows, columns),
        region=grid_of(field).bounds,
        path=f"fields/{request.name}.nc",
        warnings=tuple(warnings.split(", ")) if warnings else (),
        doubts=doubts_of(check_reads(source)),
    )
    return KeptField(answer, field_to_netcdf(field))


def quantity_of(name: str, level: float | str | None) -> QuantityRef:
    """Return the reference to an index or a quantity by which charts draw it.

    Parameters
    ----------
    name : str
        Of an index, or of a quantity; where both have it, the index is meant.
    level : float, "2m" or None
    """
    from diagnostics.quantities.operators import operators
    from diagnostics.quantities.refs import QuantityRef

    index = name in operators()
    if index and isinstance(level, str):
        return QuantityRef(name, params=(("level", level),), index=True)
    return QuantityRef(name, level if isinstance(level, float) else None, index=index)


def _times(source: FieldSource, time: datetime | TimeWindow | None) -> tuple[datetime, ...]:
    """Return the times of the data that are asked for; an instant itself, for the reader to judge.

    Raises
    ------
    InputDataError
        ``missing_time`` for a period that holds none of them.
    """
    if isinstance(time, datetime):
        return (time,)
    inventory = source.inventory()
    times = inventory.times_in(time)
    if not times:
        assert time is not None, "data without a time cannot be opened"
        first, last = (format_instant(inventory.times[edge]) for edge in (0, -1))
        raise InputDataError(
            Message(
                id="error-missing_time",
                params={
                    "asked": format_instant(time.start),
                    "count": str(len(inventory.times)),
                    "first": first,
                    "last": last,
                },
            ),
            code="missing_time",
        )
    return times


def _require_room(source: FieldSource, region: Region, times: int) -> None:
    """Refuse before anything is read what is certainly too large: by half of the cells there."""
    grid = source.inventory().grid
    shared = None if grid is None else grid.region.overlap(region)
    if grid is None or shared is None or grid.kind != "latitude_longitude":
        return
    rows = (shared.north - shared.south) / max(grid.spacing_deg, 1e-6)
    columns = grid.shape[1] * shared.width / max(grid.region.width, 1e-6)
    _require(int(times * min(rows, grid.shape[0]) * columns / 2))


def _require(values: int) -> None:
    if values > MOST_VALUES:
        raise ArgumentError(
            Message(
                id="error-field_too_large",
                params={"values": f"{values:,}", "limit": f"{MOST_VALUES:,}"},
            ),
            code="field_too_large",
            data={"values": values, "limit": MOST_VALUES},
        )


def _of_index(
    request: IndexRequest,
    source: FieldSource,
    region: Region,
    times: tuple[datetime, ...],
    climatology: Climatologies | None,
) -> xarray.DataArray:
    from diagnostics.catalog import compute_field

    return compute_field(
        request.name,
        source,
        time=request.time,
        region=region,
        level=request.level,
        mode=request.mode,
        params=request.params,
        baseline=climatology,
    )


def _of_quantity(
    request: IndexRequest,
    source: FieldSource,
    region: Region,
    times: tuple[datetime, ...],
    climatology: Climatologies | None,
) -> xarray.DataArray:
    from diagnostics.quantities.field_array import field_array
    from diagnostics.quantities.registry import label_message, resolve, values
    from diagnostics.quantities.scene import to_datetime64
    from diagnostics.quantities.scene_context import chart_scene_context
    from diagnostics.quantities.scene_loading import load_scene

    if request.params:
        raise ArgumentError(
            Message(id="error-quantity_parameters", params={"name": request.name}),
            code="invalid_parameter",
        )
    asked = quantity_of(request.name, request.level)
    found = resolve(asked)
    if not found.quantity.compute and not found.quantity.vector:
        raise ArgumentError(
            Message(id="error-no_map", params={"name": request.name}), code="no_map"
        )
    around = chart_scene_context(climatology)
    planes = []
    for time in times:
        scene = load_scene(source, [asked], region=region, time=time, scene_context=around)
        planes.append(values(scene, asked))
    return field_array(
        np.stack(planes),
        np.array([to_datetime64(time) for time in times]),
        scene.grid,
        scene.inside(),
        name=request.name,
        unit=found.quantity.unit,
        title=render(label_message(found), SOURCE),
    )
