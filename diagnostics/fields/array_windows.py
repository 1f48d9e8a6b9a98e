"""How a window of one NetCDF or Zarr variable is read."""

from __future__ import annotations

import errno
from collections.abc import Sequence
from typing import TYPE_CHECKING

import numpy as np
from numpy.typing import NDArray

from diagnostics.errors import DiagnosticsError
from diagnostics.fields.array_records import expver_numbers
from diagnostics.fields.axes import GridAxes
from diagnostics.fields.blocks import BlockReader, Opener
from diagnostics.fields.horizontal import HorizontalSelection
from diagnostics.fields.packing import unpack
from diagnostics.fields.time_axes import TimeAxis
from diagnostics.fields.variable_identification import Meaning

if TYPE_CHECKING:
    import xarray as xr


def array_reader(
    opener: Opener,
    name: str,
    meaning: Meaning,
    axes: GridAxes,
    times: TimeAxis,
    fixed: dict[str, int],
    limits: tuple[float, float] | None,
) -> BlockReader:
    """Return the function that reads a window of one variable."""

    def read(
        time_positions: Sequence[int], level_positions: Sequence[int], cells: HorizontalSelection
    ) -> NDArray[np.float64]:
        with opener() as dataset:
            array = dataset[name].variable
            attributes = dict(array.attrs)
            if "expver" in array.dims and "expver" in dataset.variables:
                final_first = np.argsort(expver_numbers(dataset.variables["expver"]), kind="stable")
                array = array.isel(expver=final_first)
            parts = []
            for columns in cells.columns:
                keys: dict[str, object] = dict(fixed)
                keys[axes.y_dim] = _key(axes.y_order[cells.rows])
                keys[axes.x_dim] = _key(axes.x_order[columns])
                if meaning.level_dim:
                    keys[meaning.level_dim] = _key(np.asarray(level_positions))
                parts.append(_times_read(array, attributes, keys, times, time_positions))
            values = parts[0] if len(parts) == 1 else np.concatenate(parts, axis=-1)
        return np.asarray(values, dtype=np.float64)

    def _times_read(
        array: xr.Variable,
        attributes: dict[str, object],
        keys: dict[str, object],
        axis: TimeAxis,
        wanted: Sequence[int],
    ) -> NDArray[np.float64]:
        order = [*axis.dims, meaning.level_dim, axes.y_dim, axes.x_dim]
        positions = axis.positions[list(wanted)]
        if len(axis.dims) == 1:
            keys = {**keys, axis.dims[0]: _key(positions[:, 0])}
            return _tidy(_take(array, attributes, keys, order), meaning)
        slabs = []
        for row in positions:
            single = {**keys, **{dim: int(i) for dim, i in zip(axis.dims, row, strict=True)}}
            slab = _take(array, attributes, single, order[len(axis.dims) :])
            slabs.append(_tidy(slab[np.newaxis], meaning))
        return np.concatenate(slabs, axis=0)

    def _take(
        array: xr.Variable,
        attributes: dict[str, object],
        keys: dict[str, object],
        order: Sequence[str | None],
    ) -> NDArray[np.float64]:
        window = array.isel({dim: key for dim, key in keys.items() if dim in array.dims})
        values = unpack(_decoded(window), attributes, limits)
        dims = list(window.dims)
        if "expver" in dims:
            # Final and preliminary ERA5 side by side: each time is filled in one of them.
            values = _first_valid(values, dims.index("expver"))
            dims.remove("expver")
        wanted = [dim for dim in order if dim is not None]
        return np.transpose(values, [dims.index(dim) for dim in wanted])

    return read


def _decoded(window: xr.Variable) -> NDArray[np.generic]:
    """Read and decode; a codec raises whatever it likes where its input is damaged."""
    try:
        return np.asarray(window.values)
    except (OSError, MemoryError, DiagnosticsError):
        raise
    except Exception as error:
        raise OSError(errno.EIO, f"decoding failed: {type(error).__name__}") from error


def _tidy(values: NDArray[np.float64], meaning: Meaning) -> NDArray[np.float64]:
    return values if meaning.level_dim else values[:, np.newaxis]


def _first_valid(values: NDArray[np.float64], axis: int) -> NDArray[np.float64]:
    stacked = np.moveaxis(values, axis, 0)
    merged = stacked[0]
    for layer in stacked[1:]:
        merged = np.where(np.isnan(merged), layer, merged)
    return np.asarray(merged)


def _key(positions: NDArray[np.intp]) -> object:
    """A slice where the positions are evenly spaced, which is far quicker to read."""
    if positions.size == 1:
        return slice(int(positions[0]), int(positions[0]) + 1)
    steps = np.diff(positions)
    if steps.size and np.all(steps == steps[0]) and steps[0] != 0:
        step = int(steps[0])
        stop = int(positions[-1]) + step
        return slice(int(positions[0]), stop if stop >= 0 else None, step)
    return positions
