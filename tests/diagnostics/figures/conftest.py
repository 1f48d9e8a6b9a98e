"""A small synthetic source for charts."""

from __future__ import annotations

from datetime import UTC, datetime

import numpy as np
import pytest
import xarray as xr

from diagnostics.climatology import GridClimatology, GridItem, GridKey, GridKind
from diagnostics.fields.memory import MemorySource
from diagnostics.quantities.scene_context import chart_scene_context

TIME = datetime(2026, 7, 2, 12, tzinfo=UTC)
LEVELS = np.array([200.0, 300.0, 400.0, 500.0, 700.0, 850.0, 925.0, 1000.0])


def synthetic_dataset(south=15.0, west=85.0, sign=1.0, step=1.0) -> xr.Dataset:
    """A westerly current with a wave, moist in the south; mirrored where `sign` is -1."""
    latitude = np.arange(south, south + 45.1, step)
    longitude = np.arange(west, west + 60.1, step)
    lat, lon = np.meshgrid(latitude, longitude, indexing="ij")
    polar, middle = sign * lat, west + 30.0
    wave = np.cos(2 * np.pi * (lon - middle + 5) / 30.0)
    height = 44331 * (1 - (LEVELS / 1013.25) ** 0.190263)
    shape = (LEVELS.size, *lat.shape)
    z = height[:, None, None] + 12 * (40 - polar) + 60 * wave
    t = np.maximum(303 - 0.0065 * height[:, None, None] - 0.5 * (polar - 20), 205)
    u = (8 + 35 * (1000 - LEVELS) / 800)[:, None, None] * np.exp(-(((polar - 38) / 12) ** 2))
    v = -8 * np.sin(2 * np.pi * (lon - middle + 5) / 30.0) + 0 * u
    q = 0.016 * (LEVELS / 1000)[:, None, None] ** 3 * np.exp(-np.maximum(polar - 22, 0) / 15)
    w = -0.6 * np.exp(-(((polar - 34) / 5) ** 2) - ((lon - middle) / 8) ** 2) + 0 * u
    low = np.exp(-(((polar - 36) / 6) ** 2) - ((lon - middle) / 8) ** 2)
    times = np.array(["2026-07-01T12:00", "2026-07-02T00:00", "2026-07-02T12:00"], "datetime64[ns]")
    three = ("time", "level", "latitude", "longitude")
    two = ("time", "latitude", "longitude")

    def levels(block, unit):
        return three, np.stack([np.broadcast_to(block, shape)] * 3).astype("f4"), {"units": unit}

    def surface(*blocks, unit):
        blocks = blocks * 3 if len(blocks) == 1 else blocks
        return two, np.stack(blocks).astype("f4"), {"units": unit}

    t2m = 303 - 0.5 * (polar - 20)
    rain = surface(0 * low, 20 * low, 45 * low, unit="kg m-2")
    rain[2]["interval_hours"] = 12.0
    return xr.Dataset(
        {
            "z": levels(9.80665 * z, "m2 s-2"),
            "t": levels(t, "K"),
            "q": levels(q, "kg kg-1"),
            "u": levels(u, "m s-1"),
            "v": levels(sign * v, "m s-1"),
            "w": levels(w, "Pa s-1"),
            "msl": surface(101200 - 600 * low, 101200 - 1000 * low, 101200 - 1800 * low, unit="Pa"),
            "t2m": surface(t2m, t2m - 2, t2m - 9 * low, unit="K"),
            "d2m": surface(t2m - 14, unit="K"),
            "u10": surface(6 + 8 * low, unit="m s-1"),
            "v10": surface(sign * 3 * low, unit="m s-1"),
            "tp": rain,
        },
        coords={"time": times, "level": LEVELS, "latitude": latitude, "longitude": longitude},
        attrs={"title": "Synthetic case"},
    )


def synthetic_climatology(dataset: xr.Dataset) -> GridClimatology:
    """Means and deviations at every hour of the day, the same on every day of the year."""
    latitude, longitude = dataset["latitude"].values, dataset["longitude"].values
    dims = ("hour", "dayofyear", "latitude", "longitude")
    hours = np.array([0.0, 6.0, 12.0, 18.0])

    def item(name, level, kind, unit, **statistics):
        wanted = dims if kind is GridKind.HOURLY else dims[1:]
        shape = [{"hour": hours.size, "dayofyear": 366}.get(dim, 0) for dim in wanted[:-2]]
        arrays = {
            key: xr.DataArray(
                np.broadcast_to(value, (*shape, latitude.size, longitude.size)),
                dims=wanted,
                coords={"hour": hours} if "hour" in wanted else {},
            )
            for key, value in statistics.items()
        }
        return GridItem(GridKey(name=name, level=level), kind, unit, arrays, years=30)

    hourly, daily = GridKind.HOURLY, GridKind.DAILY
    thickness = (dataset["z"].sel(level=500) - dataset["z"].sel(level=1000)).isel(time=0)
    return GridClimatology(
        [
            item("t2m", None, hourly, "K", mean=dataset["t2m"].values[0] + 4.0, std=2.0),
            item("z", 500.0, hourly, "m2 s-2", mean=54900.0, std=900.0),
            item(
                "thickness_1000_500",
                None,
                hourly,
                "gpm",
                mean=thickness.values / 9.80665 + 80.0,
                std=40.0,
            ),
            item("precipitation_90d", None, daily, "mm", shape=4.0, scale=50.0, dry_share=0.0),
        ],
        latitude,
        longitude,
        name="synthetic",
        digest="synthetic",
    )


def wet_dataset(days=91) -> xr.Dataset:
    """Ninety days of daily rain, heavier to the east."""
    base = synthetic_dataset(step=2.0)
    times = np.datetime64("2026-04-03T12:00", "ns") + np.arange(days) * np.timedelta64(1, "D")
    rain = np.linspace(0.5, 5.0, base.sizes["longitude"])
    shape = (days, base.sizes["latitude"], base.sizes["longitude"])
    return xr.Dataset(
        {
            "tp": (
                ("time", "latitude", "longitude"),
                np.broadcast_to(rain, shape).astype("f4"),
                {"units": "kg m-2", "interval_hours": 24.0},
            )
        },
        coords={"time": times, "latitude": base["latitude"], "longitude": base["longitude"]},
    )


@pytest.fixture(scope="session")
def around(source):
    """A gridded climatology on the grid of `source`, and the operators."""
    return chart_scene_context(synthetic_climatology(source._dataset))


@pytest.fixture(scope="session")
def wet():
    """A source of ninety days of rain, and its climatology."""
    dataset = wet_dataset()
    full = synthetic_dataset(step=2.0)
    return MemorySource(dataset), chart_scene_context(synthetic_climatology(full))


@pytest.fixture
def dataset() -> xr.Dataset:
    """What `source` holds."""
    return synthetic_dataset()


@pytest.fixture(scope="session")
def source() -> MemorySource:
    return MemorySource(synthetic_dataset())


@pytest.fixture(scope="session")
def make_source():
    return lambda **kwargs: MemorySource(synthetic_dataset(**kwargs))


@pytest.fixture(scope="session")
def make_dataset():
    """The maker of the synthetic case, for tests that change it."""
    return synthetic_dataset
