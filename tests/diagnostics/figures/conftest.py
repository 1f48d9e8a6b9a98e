"""A small synthetic source for charts."""

from __future__ import annotations

from datetime import UTC, datetime

import numpy as np
import pytest
import xarray as xr

from diagnostics.fields.memory import MemorySource

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


@pytest.fixture(scope="session")
def source() -> MemorySource:
    return MemorySource(synthetic_dataset())


@pytest.fixture(scope="session")
def make_source():
    return lambda **kwargs: MemorySource(synthetic_dataset(**kwargs))
