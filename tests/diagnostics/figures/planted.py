"""Scenes with a feature planted, for the tests of what charts ask."""

from __future__ import annotations

from datetime import UTC, datetime

import numpy as np
import xarray as xr

from diagnostics.contracts.space_time import Region
from diagnostics.quantities.scene import Scene

TIME = datetime(2026, 7, 2, 0, tzinfo=UTC)
LEVELS = (1000.0, 925.0, 850.0, 700.0, 500.0, 400.0, 300.0, 200.0)
LAT, LON = np.meshgrid(np.arange(15.0, 56.0), np.arange(90.0, 141.0), indexing="ij")
SURFACE = {"msl", "t2m", "d2m", "u10", "v10", "tp", "lsm", "orog", "sf"}
REGION = (110, 30, 120, 40)


def hill(lat, lon, width=3.0, wide=None):
    """Hill of height 1; `wide` is the width in longitude where it differs."""
    return np.exp(-(((LAT - lat) / width) ** 2) - (((LON - lon) / (wide or width)) ** 2))


def scene_of(region=REGION, times=("2026-07-01T12:00", "2026-07-02T00:00"), grid=None, **fields):
    """Scene of fields; a list holds one block per time, a dict one per level."""
    levels = np.array(sorted(LEVELS))
    lat, lon = grid or (LAT, LON)
    data = {}
    for name, content in fields.items():
        blocks = content if isinstance(content, list) else [content] * len(times)
        if name in SURFACE:
            data[name] = (
                ("time", "latitude", "longitude"),
                np.stack([np.broadcast_to(block, lat.shape) for block in blocks]).astype("f8"),
            )
            continue
        stacked = [
            np.stack(
                [
                    np.broadcast_to(b[level] if isinstance(b, dict) else b, lat.shape)
                    for level in levels
                ]
            )
            for b in blocks
        ]
        data[name] = (("time", "level", "latitude", "longitude"), np.stack(stacked).astype("f8"))
    dataset = xr.Dataset(
        data,
        coords={
            "time": np.array(times, dtype="datetime64[ns]"),
            "level": levels,
            "latitude": lat[:, 0],
            "longitude": lon[0],
        },
    )
    if "tp" in dataset:
        dataset["tp"].attrs["interval_hours"] = 12.0
    west, south, east, north = region
    return Scene(dataset, Region(west=west, south=south, east=east, north=north), TIME)


def same(*levels, value, other=0.0):
    """A field that is `value` on some levels and `other` elsewhere."""
    return {level: value if level in levels else other for level in LEVELS}


WARM_SOUTH = 288.0 - 0.8 * (LAT - 35.0)
HEIGHTS = 9.80665 * np.broadcast_to(5700.0, LAT.shape)


def wave(crest):
    return 9.80665 * (5600 - 12 * (LAT - 35) + 90 * np.cos(2 * np.pi * (LON - crest) / 40))


def days(count, start="2026-06-28T00:00", step=12):
    first = np.datetime64(start)
    return tuple(str(first + np.timedelta64(step * k, "h")) for k in range(count))
