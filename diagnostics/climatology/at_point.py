"""What climatologies of either kind say of one place, hour and season."""

from __future__ import annotations

from collections.abc import Iterator

import numpy as np
import numpy.typing as npt

from diagnostics.climatology.baseline import MODE, Baseline
from diagnostics.climatology.collection import Climatologies
from diagnostics.climatology.gridded import GridClimatology, GridItem, GridKind
from diagnostics.climatology.series import MIN_SAMPLES
from diagnostics.climatology.summary import summarise_grid
from diagnostics.contracts.climatology import (
    ClimatologyAtPoint,
    ClimatologyPoint,
    HeldClimatologies,
    PointStatistics,
    Quantile,
)

PERCENTS = (5.0, 25.0, 50.0, 75.0, 95.0)
"""Of the quantiles that are taken of a sample; grid climatologies have their own."""


def held_climatologies(known: Climatologies) -> HeldClimatologies:
    """Return what climatologies hold, without reading arrays of grids."""
    return HeldClimatologies(
        baselines=tuple(baseline.summary() for baseline in known.reduced),
        grids=tuple(summarise_grid(held) for held in known.gridded),
    )


def climatology_at_point(known: Climatologies, point: ClimatologyPoint) -> ClimatologyAtPoint:
    """Return the statistics of every quantity that a climatology has for a place and moment.

    Parameters
    ----------
    known : Climatologies
    point : ClimatologyPoint
        Degrees and UTC.

    Raises
    ------
    SourceError
        When a file or store vanished, changed or could not be read.
    """
    found = [
        *(one for baseline in known.reduced for one in _reduced(baseline, point)),
        *(one for held in known.gridded for one in _gridded(held, point)),
    ]
    return ClimatologyAtPoint(point=point, results=tuple(found))


def _wanted(point: ClimatologyPoint, name: str, level: float | None) -> bool:
    return point.name in (None, name) and point.level in (None, level)


def _reduced(baseline: Baseline, point: ClimatologyPoint) -> Iterator[PointStatistics]:
    for series in baseline.series:
        key = series.key
        if not _wanted(point, key.name, key.level):
            continue
        if not series.region.holds(point.latitude, point.longitude):
            continue
        sample = series.sample(point.time)
        if sample is None or sample[0].size < MIN_SAMPLES:
            continue
        values, dates = sample
        yield PointStatistics(
            climatology=baseline.name,
            mode=MODE,
            name=key.name,
            level=key.level,
            unit=series.unit,
            resolved_by=GridKind.HOURLY.value,
            reduction=key.reduction,
            region=series.region,
            years=len(set(dates.astype("datetime64[Y]").tolist())),
            statistics={
                "mean": float(values.mean()),
                "std": max(float(values.std(ddof=1)), series.std_floor),
                "count": float(values.size),
            },
            quantiles=_quantiles(PERCENTS, np.percentile(values, PERCENTS)),
        )


def _gridded(held: GridClimatology, point: ClimatologyPoint) -> Iterator[PointStatistics]:
    cell = held.cell_at(point.latitude, point.longitude)
    if cell is None:
        return
    row, column = cell
    flat = held.latitude.ndim == 1
    for item in held.items:
        if not _wanted(point, item.key.name, item.key.level):
            continue
        found = _of_cell(held, item, point, cell)
        if found is None:
            continue
        statistics, quantiles = found
        yield PointStatistics(
            climatology=held.name,
            mode=held.mode,
            name=item.key.name,
            level=item.key.level,
            unit=item.unit,
            resolved_by=item.kind.value,
            latitude=float(held.latitude[row] if flat else held.latitude[cell]),
            longitude=float(held.longitude[column] if flat else held.longitude[cell]),
            years=item.years or None,
            statistics=statistics,
            quantiles=quantiles,
        )


def _of_cell(
    held: GridClimatology, item: GridItem, point: ClimatologyPoint, cell: tuple[int, int]
) -> tuple[dict[str, float | None], tuple[Quantile, ...]] | None:
    """Read all statistics of a cell; None where the climatology has no such hour."""
    moment = np.datetime64(point.time.replace(tzinfo=None), "m")
    statistics: dict[str, float | None] = {}
    quantiles: tuple[Quantile, ...] = ()
    for name in sorted(item.arrays):
        values = held.at_point(item, name, moment, cell)
        if values is None:
            return None
        if name == "quantile":
            quantiles = _quantiles(item.quantiles, values)
        elif values.ndim == 0:
            statistics[name] = _number(float(values))
    return statistics, quantiles


def _quantiles(
    percents: tuple[float, ...] | npt.NDArray[np.float64], values: npt.NDArray[np.floating]
) -> tuple[Quantile, ...]:
    return tuple(
        Quantile(percent=round(float(percent), 6), value=_number(float(value)))
        for percent, value in zip(percents, values, strict=True)
    )


def _number(value: float) -> float | None:
    return value if np.isfinite(value) else None
