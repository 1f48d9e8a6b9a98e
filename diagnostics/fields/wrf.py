"""Native output of WRF (wrfout): what has to be made of several of its variables.

=============  ===========================  ==================================================
ingredient     from                         how
=============  ===========================  ==================================================
pressure       P + PB, or P_HYD             perturbation and base state
``t``          T, pressure                  potential temperature T + 300 K
``z``          PH + PHB                     mean of the faces above and below
``u``, ``v``   U, V                         mean of the two faces; turned to east and north later
``mr``         QVAPOR                       as it is (a mixing ratio)
``w``          W, pressure, T, QVAPOR       omega = -rho g w, hydrostatic
``tp``         RAINC, RAINNC, RAINSH        sum since the start of the simulation, with the
                                            counters of emptied buckets I_RAINC, I_RAINNC
``sf``         SNOWNC, GRAUPELNC            sum since the start of the simulation; HAILNC falls
                                            in warm air and is left with the rain
``lsm``        XLAND                        1 is land, 2 is water
=============  ===========================  ==================================================

Definitions: Skamarock et al. (2019), A Description of the Advanced Research WRF Model Version 4,
NCAR/TN-556+STR, and the registry of the model.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import TYPE_CHECKING

import numpy as np
from numpy.typing import NDArray

from diagnostics.constants import EPSILON, GAS_CONSTANT_DRY, GRAVITY, KAPPA, REFERENCE_PRESSURE
from diagnostics.errors import InputDataError
from diagnostics.fields.axes import GridAxes, horizontal_axes
from diagnostics.fields.blocks import Block, Hints, Opener, Scan
from diagnostics.fields.horizontal import HorizontalSelection
from diagnostics.fields.limits import SourceLimits
from diagnostics.fields.packing import unpack
from diagnostics.fields.pressure_interpolation import (
    Column,
    ColumnReader,
    Columns,
    blocks_on_pressure,
)
from diagnostics.fields.time_axes import TimeAxis, time_axis
from diagnostics.messages import Message

if TYPE_CHECKING:
    import xarray as xr

Floats = NDArray[np.float64]
_BASE_THETA = 300.0
_ROWS, _COLUMNS = "south_north", "west_east"
_RAIN = ("RAINC", "RAINNC", "RAINSH")
_SNOW = ("SNOWNC", "GRAUPELNC")
_COUNTERS = {"RAINC": "I_RAINC", "RAINNC": "I_RAINNC"}
_LEVEL = {"T": "t", "PH": "z", "U": "u", "V": "v", "QVAPOR": "q", "W": "w"}
MADE_HERE = frozenset(
    {*_RAIN, *_COUNTERS.values(), *_LEVEL, "P", "PB", "P_HYD", "PHB", *_SNOW, "XLAND"}
    | {f"{name}_{side}" for name in ("XLAT", "XLONG") for side in "UV"}
)
"""Variables that `wrf_blocks` reads, or says why not."""


def is_wrf(dataset: xr.Dataset) -> bool:
    """Whether a file is native output of WRF."""
    return "MAP_PROJ" in dataset.attrs or "bottom_top" in dataset.dims


def wrf_blocks(
    dataset: xr.Dataset,
    opener: Opener,
    path: str,
    hints: Hints,
    scan: Scan,
    limits: SourceLimits,
    grids: dict[tuple[str, ...], GridAxes | InputDataError],
) -> list[Block]:
    """Return the blocks that are made of several variables of a wrfout file.

    Raises
    ------
    InputDataError
        ``unknown_projection`` and others, as for every file.
    BudgetError
        When the columns of one time are larger than the limit.
    """
    sample = next((str(name) for name in dataset.variables if _is_flat(dataset, str(name))), None)
    axes = None if sample is None else horizontal_axes(dataset, sample, grids)
    times = None if sample is None else time_axis(dataset, sample, hints, scan)
    if sample is None or axes is None or times is None:
        return []
    _require_native_order(axes)
    reader = _Reader(opener, times)
    fields = _fields_on_levels(dataset, reader, scan)
    blocks: list[Block] = []
    if fields is not None:
        pressure, columns = fields
        depth = int(dataset.sizes["bottom_top"])
        native = Columns(axes.grid, times.times, times.runs, depth, pressure, columns, path)
        blocks += blocks_on_pressure(native, limits, scan)
    blocks += _amounts(dataset, reader, axes, times, path, scan)
    if "XLAND" in dataset.variables and "LANDMASK" not in dataset.variables:
        blocks.append(_flat("lsm", "XLAND", "1", reader.land, axes, times, path))
    return blocks


def _is_flat(dataset: xr.Dataset, name: str) -> bool:
    variable = dataset.variables[name]
    is_position = name.startswith(("XLAT", "XLONG"))
    return variable.dims[-2:] == (_ROWS, _COLUMNS) and variable.ndim == 3 and not is_position


def _require_native_order(axes: GridAxes) -> None:
    """Neighbouring faces are found by position, so rows and columns must not be turned round."""
    for order in (axes.y_order, axes.x_order):
        if not np.array_equal(order, np.arange(order.size)):
            raise InputDataError(
                Message(id="dataerror-wrf_turned"),
                code="irregular_axis",
            )


class _Reader:
    """Reads windows of the variables of one file."""

    def __init__(self, opener: Opener, times: TimeAxis) -> None:
        self._opener = opener
        self._times = times

    def window(
        self,
        name: str,
        position: int,
        cells: HorizontalSelection,
        *,
        rows: int = 0,
        columns: int = 0,
    ) -> Floats:
        """Read one time of a variable; `rows` and `columns` are added at the end for faces."""
        with self._opener() as dataset:
            variable = dataset.variables[name]
            time = dict(zip(self._times.dims, self._times.positions[position], strict=True))
            keys: list[object] = [int(time[str(dim)]) for dim in variable.dims if dim in time]
            keys += [slice(None)] * (variable.ndim - len(keys) - 2)
            south, north = cells.rows.start, cells.rows.stop + rows
            west, east = cells.columns[0].start, cells.columns[0].stop + columns
            part = variable[(*keys, slice(south, north), slice(west, east))]
            return unpack(np.asarray(part.values), dict(variable.attrs), None)

    def pressure(self, position: int, cells: HorizontalSelection) -> Floats:
        return self.window("P", position, cells) + self.window("PB", position, cells)

    def hydrostatic_pressure(self, position: int, cells: HorizontalSelection) -> Floats:
        return self.window("P_HYD", position, cells)

    def geopotential(self, position: int, cells: HorizontalSelection) -> Floats:
        faces = self.window("PH", position, cells) + self.window("PHB", position, cells)
        return 0.5 * (faces[:-1] + faces[1:])

    def along_x(self, position: int, cells: HorizontalSelection) -> Floats:
        faces = self.window("U", position, cells, columns=1)
        return 0.5 * (faces[..., :-1] + faces[..., 1:])

    def along_y(self, position: int, cells: HorizontalSelection) -> Floats:
        faces = self.window("V", position, cells, rows=1)
        return 0.5 * (faces[..., :-1, :] + faces[..., 1:, :])

    def vapour(self, position: int, cells: HorizontalSelection) -> Floats:
        return self.window("QVAPOR", position, cells)

    def land(self, position: int, cells: HorizontalSelection) -> Floats:
        return 2.0 - self.window("XLAND", position, cells)

    def temperature(self, pressure: ColumnReader) -> ColumnReader:
        def read(position: int, cells: HorizontalSelection) -> Floats:
            theta = self.window("T", position, cells) + _BASE_THETA
            return theta * (pressure(position, cells) / REFERENCE_PRESSURE) ** KAPPA

        return read

    def omega(self, pressure: ColumnReader) -> ColumnReader:
        temperature = self.temperature(pressure)

        def read(position: int, cells: HorizontalSelection) -> Floats:
            faces = self.window("W", position, cells)
            ratio = self.vapour(position, cells)
            virtual = temperature(position, cells) * (1.0 + ratio / EPSILON) / (1.0 + ratio)
            density = pressure(position, cells) / (GAS_CONSTANT_DRY * virtual)
            return -density * GRAVITY * 0.5 * (faces[:-1] + faces[1:])

        return read

    def amount(self, parts: Sequence[str], bucket: float) -> ColumnReader:
        def read(position: int, cells: HorizontalSelection) -> Floats:
            total = np.zeros(cells.shape)
            for name in parts:
                total += self.window(name, position, cells)
                if bucket > 0 and name in _COUNTERS:
                    total += bucket * self.window(_COUNTERS[name], position, cells)
            return total

        return read


def _fields_on_levels(
    dataset: xr.Dataset, reader: _Reader, scan: Scan
) -> tuple[ColumnReader, list[Column]] | None:
    have = set(map(str, dataset.variables))
    pressure: ColumnReader
    if {"P", "PB"} <= have:
        pressure = reader.pressure
    elif "P_HYD" in have:
        pressure = reader.hydrostatic_pressure
    else:
        for name, field in _LEVEL.items():
            if name in have:
                scan.refuse(
                    field,
                    "native_model_levels",
                    Message(id="reader-wrf_without_pressure", params={"name": f"{name}"}),
                )
        return None
    columns = [Column("t", "T", "K", reader.temperature(pressure))] if "T" in have else []
    if {"PH", "PHB"} <= have:
        columns.append(Column("z", "PH + PHB", "m2 s-2", reader.geopotential))
    if "U" in have:
        columns.append(Column("u", "U", "m s-1", reader.along_x, grid_relative=True))
    if "V" in have:
        columns.append(Column("v", "V", "m s-1", reader.along_y, grid_relative=True))
    if "QVAPOR" in have:
        columns.append(Column("mr", "QVAPOR", "kg kg-1", reader.vapour))
    if {"W", "T", "QVAPOR"} <= have:
        columns.append(Column("w", "W", "Pa s-1", reader.omega(pressure)))
        scan.note("omega_from_w", Message(id="reader-omega_from_w"))
    return pressure, columns


def _amounts(
    dataset: xr.Dataset, reader: _Reader, axes: GridAxes, times: TimeAxis, path: str, scan: Scan
) -> list[Block]:
    have = set(map(str, dataset.variables))
    parts = [name for name in _RAIN if name in have]
    snow = [name for name in _SNOW if name in have] if "SNOWNC" in have else []
    if not parts and not snow:
        return []
    if times.runs is None:
        _refuse(scan, parts, "simulation_start_unknown")
        _refuse(scan, snow, "simulation_start_unknown")
        return []
    attributes = {str(key).upper(): value for key, value in dataset.attrs.items()}
    bucket = float(attributes.get("BUCKET_MM", -1.0))
    has_cumulus = int(dataset.attrs.get("CU_PHYSICS", 0)) > 0
    counters = {_COUNTERS[name] for name in parts if name in _COUNTERS}
    blocks = []
    if snow:
        name = " + ".join(snow)
        blocks.append(_flat("sf", name, "mm", reader.amount(snow, -1.0), axes, times, path))
    if parts and ("RAINNC" not in parts or (has_cumulus and "RAINC" not in parts)):
        _refuse(scan, parts, "rain_incomplete")
    elif parts and bucket > 0 and not counters <= have:
        _refuse(scan, parts, "buckets_uncounted")
    elif parts and "BUCKET_MM" not in attributes and _emptied(dataset, counters & have):
        _refuse(scan, parts, "bucket_size_unknown")
    elif parts:
        name = " + ".join(parts)
        blocks.append(_flat("tp", name, "mm", reader.amount(parts, bucket), axes, times, path))
    return blocks


def _emptied(dataset: xr.Dataset, counters: Iterable[str]) -> bool:
    """Whether buckets were emptied at any place and time, as their counters say."""
    return any(bool((dataset.variables[name].values > 0).any()) for name in counters)


def _refuse(scan: Scan, parts: Sequence[str], why: str) -> None:
    if not parts:
        return
    field = "sf" if set(parts) <= set(_SNOW) else "tp"
    scan.refuse(
        field,
        "unknown_accumulation",
        Message(
            id="reader-wrf_accumulation",
            params={"names": f"{', '.join(parts)}", "why": Message(id=f"reader-{why}")},
        ),
    )


def _flat(
    ingredient: str,
    source_name: str,
    unit: str,
    read_one: ColumnReader,
    axes: GridAxes,
    times: TimeAxis,
    path: str,
) -> Block:
    def read(time_positions: Sequence[int], _: Sequence[int], cells: HorizontalSelection) -> Floats:
        slabs = [read_one(int(position), cells) for position in time_positions]
        return np.stack(slabs)[:, np.newaxis]

    is_amount = ingredient in {"tp", "sf"}
    return Block(
        ingredient=ingredient,
        source_name=source_name,
        unit=unit,
        grid=axes.grid,
        times=times.times,
        starts=times.runs if is_amount else None,
        runs=times.runs,
        read=read,
        path=path,
    )
