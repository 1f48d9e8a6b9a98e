"""Scenes made of analytic fields."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from datetime import UTC, datetime
from typing import Any

import numpy as np
import pytest
import xarray as xr

from diagnostics.contracts.space_time import Region
from diagnostics.quantities.scene import Scene

TIME = datetime(2026, 7, 1, 12, tzinfo=UTC)
SURFACE = {"msl", "t2m", "d2m", "u10", "v10", "tp", "sf", "sp", "orog", "lsm"}


def lat_lon_dataset(
    fields: Mapping[str, Any], latitude: Any, longitude: Any, levels: Any, times: Any
) -> xr.Dataset:
    """Canonical dataset from functions of (latitude, longitude, level, time index)."""
    lat, lon = np.meshgrid(latitude, longitude, indexing="ij")
    data = {}
    for name, function in fields.items():
        if name in SURFACE:
            block = np.stack(
                [np.broadcast_to(function(lat, lon, None, k), lat.shape) for k in range(len(times))]
            )
            dims = ("time", "latitude", "longitude")
        else:
            block = np.stack(
                [
                    np.stack(
                        [
                            np.broadcast_to(function(lat, lon, level, k), lat.shape)
                            for level in levels
                        ]
                    )
                    for k in range(len(times))
                ]
            )
            dims = ("time", "level", "latitude", "longitude")
        data[name] = (dims, block.astype(np.float32))
    return xr.Dataset(
        data,
        coords={
            "time": np.array(times, dtype="datetime64[ns]"),
            "level": np.asarray(levels, float),
            "latitude": np.asarray(latitude, float),
            "longitude": np.asarray(longitude, float),
        },
    )


@pytest.fixture
def make_scene() -> Callable[..., Scene]:
    """Return a maker of scenes on a latitude-longitude grid."""

    def make(
        fields: Mapping[str, Any],
        *,
        region: tuple[float, float, float, float] = (105, 30, 115, 40),
        latitude: Any = None,
        longitude: Any = None,
        levels: Any = (850.0,),
        times: Any = ("2026-07-01T12:00",),
        time: datetime = TIME,
    ) -> Scene:
        latitude = np.arange(10.0, 60.1, 1.0) if latitude is None else latitude
        longitude = np.arange(80.0, 140.1, 1.0) if longitude is None else longitude
        west, south, east, north = region
        dataset = lat_lon_dataset(fields, latitude, longitude, levels, times)
        return Scene(dataset, Region(west=west, south=south, east=east, north=north), time)

    return make


def bump(lat: Any, lon: Any, lat0: float, lon0: float, width: float) -> Any:
    """Gaussian hill of height 1 with a width in degrees of a great circle."""
    offset = (lon - lon0 + 180.0) % 360.0 - 180.0
    return np.exp(-(((lat - lat0) ** 2) + (offset * np.cos(np.radians(lat0))) ** 2) / width**2)
