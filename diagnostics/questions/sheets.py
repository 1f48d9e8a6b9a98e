"""Maps of one quantity, and their reduction to a number with its place and time."""

from __future__ import annotations

from dataclasses import dataclass
from datetime import datetime

import numpy as np
import numpy.typing as npt

from diagnostics.contracts.enums import IndexStatus
from diagnostics.contracts.evidence import ClimatologyContext, Provenance
from diagnostics.contracts.space_time import TimeWindow, wrap_longitude
from diagnostics.errors import InputDataError
from diagnostics.grid.geometry import Grid
from diagnostics.quantities.reductions import place_of, reduce_times, reduce_values

Array = npt.NDArray[np.float64]


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
    values = maps.inside[0]
    flat = np.nanargmin(values) if low else np.nanargmax(values)
    row, column = np.unravel_index(int(flat), values.shape)
    return maps.at((int(row), int(column)))
