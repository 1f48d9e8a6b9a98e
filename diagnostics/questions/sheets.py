"""Maps of one quantity, and their reduction to a number with its place and time."""

from __future__ import annotations

from dataclasses import dataclass, replace
from datetime import datetime
from functools import cached_property

import numpy as np
import numpy.typing as npt

from diagnostics.contracts.enums import IndexStatus
from diagnostics.contracts.evidence import ClimatologyContext, Provenance
from diagnostics.contracts.space_time import TimeWindow, wrap_longitude
from diagnostics.errors import InputDataError
from diagnostics.grid.geometry import Grid
from diagnostics.quantities.reductions import place_of, reduce_times, reduce_values

Array = npt.NDArray[np.float64]
_CELL_DIGITS = 6
"""Decimals of a degree that tell the cells of a grid apart."""


@dataclass(frozen=True)
class Sheet:
    """Maps of one quantity over a region at some times, in the quantity's unit."""

    values: Array
    times: tuple[datetime, ...]
    grid: Grid
    mask: npt.NDArray[np.bool_]
    unit: str
    operator: str
    provenance: Provenance

    @property
    def inside(self) -> Array:
        """The maps with NaN outside the region."""
        return np.where(self.mask[None], self.values, np.nan)

    @property
    def known(self) -> npt.NDArray[np.bool_]:
        """The cells of the region that have a value in the first map."""
        usable: npt.NDArray[np.bool_] = self.mask & np.isfinite(self.values[0])
        return usable

    @cached_property
    def cells(self) -> npt.NDArray[np.complex128]:
        """What names each cell in every map of one source: longitude and latitude, degrees."""
        longitude = np.round(self.grid.longitude % 360.0, _CELL_DIGITS) % 360.0
        return longitude + 1j * np.round(self.grid.latitude, _CELL_DIGITS)

    def at(self, cell: tuple[int, int]) -> tuple[float, float]:
        """Return latitude and longitude of a cell."""
        return (float(self.grid.latitude[cell]), wrap_longitude(float(self.grid.longitude[cell])))


@dataclass(frozen=True)
class Measured:
    """A number, where and when it was found, and how it came to be."""

    value: float
    unit: str
    operator: str
    provenance: Provenance
    latitude: float | None = None
    longitude: float | None = None
    time: datetime | TimeWindow | None = None
    series: tuple[tuple[datetime, float | None], ...] = ()
    anomaly: ClimatologyContext | None = None
    status: IndexStatus = IndexStatus.OK


def reduced(maps: Sheet, statistic: str) -> Measured:
    """Reduce maps in space and then in time with the same statistic.

    Raises
    ------
    InputDataError
        ``no_value`` where nothing in the region has a value.
    """
    numbers: list[float] = []
    places: list[tuple[int, int] | None] = []
    for layer in maps.values:
        usable = maps.mask & np.isfinite(layer)
        if not usable.any():
            numbers.append(np.nan)
            places.append(None)
            continue
        weights = np.maximum(maps.grid.weights[usable], 1e-12)
        numbers.append(reduce_values(layer[usable], weights, statistic))
        places.append(place_of(layer, statistic, maps.mask))
    series = np.array(numbers)
    if not np.isfinite(series).any():
        raise InputDataError("no cell of the region has a value", code="no_value")
    value, decisive = reduce_times(series, statistic)
    cell = places[decisive] if decisive is not None else None
    if cell is None and maps.mask.sum() == 1:
        rows, columns = np.nonzero(maps.mask)
        cell = (int(rows[0]), int(columns[0]))
    latitude, longitude = maps.at(cell) if cell is not None else (None, None)
    period: datetime | TimeWindow = TimeWindow(start=maps.times[0], end=maps.times[-1])
    if len(maps.times) == 1:
        period = maps.times[0]
    elif decisive is not None:
        period = maps.times[decisive]
    return Measured(
        value=value,
        unit=maps.unit,
        operator=maps.operator,
        provenance=maps.provenance,
        latitude=latitude,
        longitude=longitude,
        time=period,
        series=tuple(
            (moment, float(number) if np.isfinite(number) else None)
            for moment, number in zip(maps.times, numbers, strict=True)
        ),
    )


def extreme_of(maps: Sheet, *, low: bool) -> tuple[float, float]:
    """Return where the first map is lowest or highest: latitude and longitude."""
    return maps.at(extreme_cell(maps, low=low))


def extreme_cell(maps: Sheet, *, low: bool) -> tuple[int, int]:
    """Return the row and column at which the first map is lowest or highest.

    Raises
    ------
    InputDataError
        ``no_value`` where nothing in the region has a value.
    """
    if not maps.known.any():
        raise InputDataError("no cell of the region has a value", code="no_value")
    values = maps.inside[0]
    flat = np.nanargmin(values) if low else np.nanargmax(values)
    row, column = np.unravel_index(int(flat), values.shape)
    return int(row), int(column)


def at_one_time(one: Sheet, two: Sheet) -> tuple[Sheet, Sheet]:
    """Return the maps of two quantities at the first time that both have.

    Raises
    ------
    InputDataError
        ``no_common_time`` where they have none.
    """
    moment = next((item for item in one.times if item in two.times), None)
    if moment is None:
        raise InputDataError(
            f"{one.operator} and {two.operator} have no time in common", code="no_common_time"
        )
    return _only(one, moment), _only(two, moment)


def _only(maps: Sheet, moment: datetime) -> Sheet:
    step = maps.times.index(moment)
    return replace(maps, values=maps.values[step : step + 1], times=(moment,))


def on_cells_of(target: Sheet, maps: Sheet, chosen: npt.NDArray[np.bool_]) -> npt.NDArray[np.bool_]:
    """Return where the chosen cells of one quantity lie on the maps of another.

    The maps of two quantities of one region reach beyond it by different widths, so that their
    rows and columns differ; the cells are those of one source.

    Parameters
    ----------
    target, maps : Sheet
    chosen : array of bool, shape of `maps`

    Returns
    -------
    array of bool, shape of `target`
    """
    return target.mask & np.isin(target.cells, maps.cells[chosen])
