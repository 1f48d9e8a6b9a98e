"""Statements on coarse data that stations probably see more, against the finer original."""

from __future__ import annotations

import os
from collections.abc import Iterator
from dataclasses import dataclass
from datetime import UTC
from pathlib import Path
from typing import TYPE_CHECKING

import numpy as np

from diagnostics.bench.known_cases import DATA_VARIABLE
from diagnostics.bench.planted.fields import CaseFields
from diagnostics.bench.region_days.sources import S11, boxes, periods
from diagnostics.bench.region_days.truth import is_met
from diagnostics.contracts.enums import EventType, Firing
from diagnostics.contracts.space_time import Region, TimeWindow
from diagnostics.detection.events import classify
from diagnostics.errors import DiagnosticsError
from diagnostics.fields import open_source
from diagnostics.fields.memory import MemorySource
from diagnostics.ports import FieldRequest

if TYPE_CHECKING:
    import xarray as xr

FACTORS = (2, 4)
"""Cells of a block whose mean is one cell of the coarse data."""


@dataclass(frozen=True)
class FineSource:
    """A file, the fields that are thinned, the type that they test, and the boxes and days."""

    path: str
    fields: tuple[str, ...]
    event: EventType
    box: tuple[float, float]
    days: int


SOURCES = (
    FineSource(S11, ("tp",), EventType.RAINSTORM, (1.0, 1.0), 1),
    FineSource(
        "S05_turkey_seaeffect_snow_20210215_era5/single_level.nc",
        ("u10", "v10"), EventType.GALE, (2.0, 2.0), 0,
    ),
    FineSource(
        "S07_joachim_20111216_ecmwf/joachim_wind_gust.grib",
        ("fg10",), EventType.GALE, (8.0, 6.0), 0,
    ),
)  # fmt: skip


def likely_statements() -> Iterator[tuple[Firing, bool]]:
    """Yield what is said on thinned data, and whether a cell of the original reaches the limit."""
    root = os.environ.get(DATA_VARIABLE)
    for item in SOURCES if root else ():
        path = Path(str(root)) / item.path
        if path.exists():
            yield from _of_source(item, path)


def _of_source(item: FineSource, path: Path) -> Iterator[tuple[Firing, bool]]:
    dataset = open_source(path).load(FieldRequest(variables=item.fields))
    fine = _fields(dataset)
    step = float(np.diff(dataset["latitude"].values)[0])
    for factor in FACTORS:
        blocks = dataset.coarsen(latitude=factor, longitude=factor, boundary="trim")
        coarse = blocks.mean(keep_attrs=True)
        source, reach = MemorySource(coarse), step * factor / 2
        thin = _fields(coarse)
        for box in boxes(thin, item.box):
            for start, end in periods(thin, item.days):
                region = Region.model_validate(tuple(box))
                try:
                    found = classify(source, region, TimeWindow(start=start, end=end))
                except DiagnosticsError:
                    continue  # a box on which the data have no cell
                said = found.assessment(item.event).firing
                west, south, east, north = box
                wide = [west - reach, south - reach, east + reach, north + reach]
                met = is_met(item.event.value, fine, wide, start, end, anywhere=True)
                if met is not None and said is not Firing.NOT_ASSESSABLE:
                    yield said, met


def _fields(dataset: xr.Dataset) -> CaseFields:
    stamps = dataset["time"].values.astype("datetime64[s]").astype(object)
    hours = max(float(item.attrs.get("interval_hours", 0.0)) for item in dataset.data_vars.values())
    return CaseFields(
        times=tuple(stamp.replace(tzinfo=UTC) for stamp in stamps),
        latitude=np.asarray(dataset["latitude"].values, dtype=np.float64),
        longitude=np.asarray(dataset["longitude"].values, dtype=np.float64),
        surface={
            str(name): np.asarray(item.values, dtype=np.float64)
            for name, item in dataset.data_vars.items()
        },
        upper={},
        levels={},
        interval_hours=hours,
    )
