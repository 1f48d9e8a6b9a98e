"""A synthetic canonical dataset with every field, smooth and physically ordinary."""

from __future__ import annotations

from collections.abc import Callable

import numpy as np
import pytest
import xarray

from diagnostics.fields.canonical import CANONICAL, attributes
from diagnostics.fields.memory import MemorySource

LEVELS = np.array([100, 150, 200, 250, 300, 400, 500, 600, 700, 850, 925, 1000], dtype=np.float64)
DatasetMaker = Callable[..., xarray.Dataset]


def make_dataset(
    *,
    west: float = 100.0,
    south: float = 20.0,
    step: float = 1.0,
    shape: tuple[int, int] = (21, 31),
    times: int = 9,
    step_hours: int = 6,
    seed: int = 3,
    mirrored: bool = False,
) -> xarray.Dataset:
    """Build a dataset of all canonical fields; `mirrored` reflects it at the equator."""
    ny, nx = shape
    latitude = south + step * np.arange(ny)
    longitude = west + step * np.arange(nx)
    time = np.datetime64("2026-01-10T00:00", "ns") + np.timedelta64(step_hours, "h") * np.arange(
        times
    )
    phase = np.random.default_rng(seed).uniform(0, 2 * np.pi, 6)
    tt = np.arange(times)[:, None, None] / max(times, 1)
    yy = np.linspace(0, 1, ny)[None, :, None]
    xx = np.linspace(0, 1, nx)[None, None, :]
    wave = np.sin(2 * np.pi * (xx - 0.4 * tt) + phase[0]) * np.sin(np.pi * yy)
    other = np.cos(2 * np.pi * (1.5 * xx + yy - 0.3 * tt) + phase[1])
    p = LEVELS[None, :, None, None]
    ratio = p / 1000.0
    four = (slice(None), None)
    t2m = 297.0 - 24.0 * yy + 4.0 * wave + 2.0 * other
    t = np.maximum(t2m[four] * ratio**0.18, 205.0 + 0.5 * wave[four])
    q = np.clip(0.014 * ratio**3 * (1.0 - 0.6 * yy + 0.15 * other)[four], 2e-6, None)
    z = 9.80665 * (
        44330.0 * (1 - (ratio / 1.01325) ** 0.19) + (60.0 * wave - 150.0 * yy)[four] * (2 - ratio)
    )
    u = (8.0 + 6.0 * wave)[four] + 32.0 * (1 - ratio) * (0.6 + 0.4 * yy)[four]
    v = (5.0 * other)[four] + 9.0 * (1 - ratio) * wave[four]
    w = -0.6 * wave[four] * np.sin(np.pi * ratio)
    fields = {
        "u": u, "v": v, "t": t, "q": q, "z": z, "w": w,
        "msl": 101300.0 - 900.0 * wave + 500.0 * yy + 0 * tt,
        "sp": 101000.0 - 900.0 * wave + 400.0 * yy + 0 * tt,
        "t2m": t2m, "d2m": t2m - 4.0 - 3.0 * yy + other,
        "u10": 6.0 + 5.0 * wave, "v10": 4.0 * other, "fg10": 11.0 + 6.0 * wave**2,
        "mx2t": t2m + 1.5, "mn2t": t2m - 1.5,
        "tp": np.clip(6.0 * wave + 2.0, 0, None), "sf": np.clip(1.5 * wave, 0, None),
        "sd": 0.0 * t2m,
        "sst": np.where(xx < 0.5, np.nan, 299.0 - 16.0 * yy) + 0.0 * t2m,
        "lsm": np.broadcast_to(xx[0] < 0.5, shape).astype(float),
        "orog": np.broadcast_to(50.0 + 100.0 * xx[0] * yy[0], shape),
    }  # fmt: skip
    if mirrored:
        latitude = -latitude[::-1]
        for name, values in fields.items():
            flipped = values[..., ::-1, :]
            fields[name] = -flipped if name in ("v", "v10") else flipped
    dims = ("latitude", "longitude")
    data = {}
    for name, values in fields.items():
        extra = {"interval_hours": float(step_hours)} if name in INTERVALS else {}
        expected = CANONICAL[name].dims(dims)
        data[name] = (expected, values.astype(np.float32), attributes(name, **extra))
    return xarray.Dataset(
        data,
        coords={
            "time": time, "level": ("level", LEVELS, {"units": "hPa"}),
            "latitude": latitude, "longitude": longitude,
        },
    )  # fmt: skip


INTERVALS = ("tp", "sf", "fg10", "mx2t", "mn2t")


@pytest.fixture(scope="session")
def dataset() -> xarray.Dataset:
    """The default dataset: 100-130E, 20-40N, nine times."""
    return make_dataset()


@pytest.fixture(scope="session")
def source(dataset: xarray.Dataset) -> MemorySource:
    """The default dataset as a field source."""
    return MemorySource(dataset, title="synthetic")


@pytest.fixture(scope="session")
def maker() -> DatasetMaker:
    """The function that builds datasets, for other grids and periods."""
    return make_dataset
