"""Small canonical cases."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import numpy as np
import pandas as pd
import pytest
import xarray as xr

from diagnostics.contracts.detection import Classification
from diagnostics.contracts.space_time import Region, TimeWindow
from diagnostics.detection.events import classify
from diagnostics.fields.memory import MemorySource

UNITS = {
    "tp": "kg m-2",
    "sf": "kg m-2",
    "lsm": "1",
    "u10": "m s-1",
    "v10": "m s-1",
    "fg10": "m s-1",
    "crain": "1",
    "csnow": "1",
    "ptype": "1",
}


def make_dataset(
    times: Any,
    *,
    west: float = 110.0,
    south: float = 30.0,
    spacing: float = 0.25,
    shape: tuple[int, int] = (12, 16),
    land: float | None = 1.0,
    intervals: dict[str, float] | None = None,
    **fields: Any,
) -> xr.Dataset:
    """Make a canonical dataset; a field is a scalar, one value per time, or a whole array."""
    moments = pd.DatetimeIndex(times)
    latitude = south + spacing * np.arange(shape[0])
    longitude = west + spacing * np.arange(shape[1])
    coords = {"time": moments.values, "latitude": latitude, "longitude": longitude}
    size = (moments.size, *shape)
    variables = {}
    for name, values in fields.items():
        array = np.asarray(values, dtype=np.float64)
        if array.ndim == 1:
            array = array[:, None, None]
        attrs: dict[str, Any] = {"units": UNITS.get(name, "K")}
        if name in (intervals or {}):
            attrs["interval_hours"] = (intervals or {})[name]
        variables[name] = (
            ("time", "latitude", "longitude"),
            np.broadcast_to(array, size).astype(np.float32),
            attrs,
        )
    if land is not None:
        mask = np.broadcast_to(np.asarray(land, np.float32), shape).copy()
        variables["lsm"] = (("latitude", "longitude"), mask, {"units": "1"})
    return xr.Dataset(variables, coords=coords)


def run(dataset: xr.Dataset, **options: Any) -> Classification:
    """Classify over the whole dataset unless given otherwise."""
    source = MemorySource(dataset)
    inventory = source.inventory()
    assert inventory.grid is not None
    region = options.pop("region", None) or inventory.grid.region
    window = options.pop("window", None) or TimeWindow(
        start=inventory.times[0], end=inventory.times[-1]
    )
    if isinstance(region, str):
        region = Region.model_validate(region)
    return classify(source, region, window, **options)


@pytest.fixture
def dataset() -> Callable[..., xr.Dataset]:
    return make_dataset


@pytest.fixture
def classified() -> Callable[..., Classification]:
    return run
