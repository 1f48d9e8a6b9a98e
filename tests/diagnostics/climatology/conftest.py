"""Twenty-one Januaries on a small grid, and climatologies of them held in memory."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import numpy as np
import pytest
import xarray as xr

from diagnostics.climatology import GridClimatology, GridItem, GridKey, GridKind
from diagnostics.climatology.statistics import hourly_statistics
from diagnostics.fields.canonical import CANONICAL, attributes

LEVELS = np.array([300.0, 500.0, 700.0, 850.0, 1000.0])
LATITUDE = np.arange(30.0, 36.0)
LONGITUDE = np.arange(110.0, 117.0)

_MEAN = {"t": 270.0, "z": 55000.0, "q": 0.005, "msl": 101500.0, "t2m": 275.0, "tp": 1.0}
_SPREAD = {"t": 4.0, "z": 800.0, "q": 0.001, "msl": 900.0, "t2m": 5.0, "tp": 2.0}


def many_times(times: np.ndarray, seed: int = 2, **shift: float) -> xr.Dataset:
    """Random weather at the given times, each field moved by what is asked."""
    generator = np.random.default_rng(seed)
    dims = ("latitude", "longitude")
    sizes = {"time": times.size, "level": LEVELS.size, "latitude": 6, "longitude": 7}
    data: dict[str, Any] = {}
    for name, mean in _MEAN.items():
        over = CANONICAL[name].dims(dims)
        noise = generator.standard_normal([sizes[dim] for dim in over])
        values = mean + shift.get(name, 0.0) + _SPREAD[name] * noise
        if name == "tp":
            values = np.maximum(values, 0.0)
        extra = {"interval_hours": 6.0} if name == "tp" else {}
        data[name] = (over, values.astype(np.float32), attributes(name, **extra))
    return xr.Dataset(
        data,
        coords={
            "time": times.astype("datetime64[ns]"),
            "level": ("level", LEVELS, {"units": "hPa"}),
            "latitude": LATITUDE,
            "longitude": LONGITUDE,
        },
    )


def januaries(first: int = 1991, last: int = 2010, days: int = 31, step: int = 12) -> np.ndarray:
    """Twice a day through each January."""
    starts = [np.datetime64(f"{year}-01-01T00", "h") for year in range(first, last + 1)]
    return np.concatenate([start + np.arange(0, 24 * days, step) for start in starts])


def climatology_of(
    fields: dict[GridKey, np.ndarray],
    times: np.ndarray,
    *,
    quantiles: tuple[float, ...] = (5.0, 50.0, 95.0),
    years: int = 20,
    latitude: np.ndarray = LATITUDE,
    longitude: np.ndarray = LONGITUDE,
) -> GridClimatology:
    """Hold the statistics of fields (time, y, x) in memory."""
    items = []
    for key, values in fields.items():
        hours, found = hourly_statistics(values.reshape(len(values), -1), times, quantiles)
        arrays = {}
        for name, table in found.items():
            lead = ("quantile",) if name == "quantile" else ()
            shape = (*table.shape[:-1], latitude.size, longitude.size)
            arrays[name] = xr.DataArray(
                table.reshape(shape),
                dims=(*lead, "hour", "dayofyear", "latitude", "longitude"),
                coords={"hour": hours, **({"quantile": np.array(quantiles) / 100} if lead else {})},
            )
        items.append(GridItem(key, GridKind.HOURLY, "", arrays, years))
    return GridClimatology(items, latitude, longitude, name="januaries", digest="d" * 64)


@pytest.fixture(scope="session")
def base() -> xr.Dataset:
    """The base period."""
    return many_times(januaries())


@pytest.fixture(scope="session")
def case_maker() -> Callable[..., xr.Dataset]:
    """Make the weather of a case."""
    return many_times


@pytest.fixture(scope="session")
def gridded(base: xr.Dataset) -> GridClimatology:
    """Temperature, water, height and pressure of the base period."""
    from diagnostics.catalog import compute_field
    from diagnostics.contracts.enums import Mode
    from diagnostics.fields.memory import MemorySource

    times = base["time"].values
    water = compute_field("pwat", MemorySource(base), mode=Mode.QA)
    return climatology_of(
        {
            GridKey(name="t", level=850.0): base["t"].sel(level=850.0).values,
            GridKey(name="t2m"): base["t2m"].values,
            GridKey(name="z", level=500.0): base["z"].sel(level=500.0).values,
            GridKey(name="msl"): base["msl"].values,
            GridKey(name="pwat", mode="qa"): water.values,
        },
        times,
    )


@pytest.fixture(scope="session")
def hold() -> Callable[..., GridClimatology]:
    """Make a climatology in memory."""
    return climatology_of
