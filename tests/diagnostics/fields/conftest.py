"""Makers of small files in the ways that providers write them."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path
from typing import Any

import numpy as np
import pytest
import xarray as xr

Maker = Callable[..., Path]

LATITUDE = np.arange(40.0, 29.0, -1.0)
LONGITUDE = np.arange(100.0, 112.0, 1.0)
LEVEL = np.array([1000, 850, 500])


def standard_heights() -> np.ndarray:
    return np.array([111.0, 1457.0, 5574.0])


@pytest.fixture
def plain_dataset() -> Callable[..., xr.Dataset]:
    """Return a maker of a CDS-like dataset (old style names) with chosen variables."""

    def make(times: int = 2, **replace: Any) -> xr.Dataset:
        shape = (times, LEVEL.size, LATITUDE.size, LONGITUDE.size)
        wave = np.sin(np.deg2rad(LONGITUDE))[None, :] * np.cos(np.deg2rad(LATITUDE))[:, None]
        levels = ("time", "level", "latitude", "longitude")
        surface = ("time", "latitude", "longitude")
        ones = np.ones(shape)
        data = {
            "t": (
                levels,
                290.0 * ones - np.array([0, 10, 40])[None, :, None, None],
                {"units": "K"},
            ),
            "u": (levels, 10.0 * ones * wave, {"units": "m s**-1"}),
            "z": (
                levels,
                9.80665 * standard_heights()[None, :, None, None] * ones,
                {"units": "m**2 s**-2"},
            ),
            "msl": (surface, 101325.0 * ones[:, 0] + 100 * wave, {"units": "Pa"}),
            "t2m": (surface, 288.0 * ones[:, 0] + wave, {"units": "K"}),
        }
        data.update(replace)
        dataset = xr.Dataset(
            {name: value for name, value in data.items() if value is not None},
            coords={
                "time": (
                    "time",
                    np.arange(times) * 6,
                    {"units": "hours since 2026-01-01 00:00:00", "calendar": "standard"},
                ),
                "level": ("level", LEVEL, {"units": "millibars"}),
                "latitude": ("latitude", LATITUDE.astype("float32"), {"units": "degrees_north"}),
                "longitude": ("longitude", LONGITUDE.astype("float32"), {"units": "degrees_east"}),
            },
        )
        for variable in dataset.variables.values():
            variable.encoding["_FillValue"] = None
        return dataset

    return make


@pytest.fixture
def surface_field() -> Callable[..., tuple[Any, ...]]:
    """Return a maker of one surface variable with constant or given values."""

    def make(value: Any, units: str | None = None, times: int = 2, **attrs: Any) -> tuple[Any, ...]:
        values = np.broadcast_to(
            np.asarray(value, dtype=float), (times, LATITUDE.size, LONGITUDE.size)
        ).copy()
        extra = {"units": units} if units is not None else {}
        return ("time", "latitude", "longitude"), values, {**extra, **attrs}

    return make


@pytest.fixture
def level_field() -> Callable[..., tuple[Any, ...]]:
    """Return a maker of one level variable; `value` broadcasts over (level, 1, 1)."""

    def make(value: Any, units: str | None = None, times: int = 2, **attrs: Any) -> tuple[Any, ...]:
        column = np.asarray(value, dtype=float).reshape(-1, 1, 1)
        values = np.broadcast_to(column, (times, LEVEL.size, LATITUDE.size, LONGITUDE.size)).copy()
        extra = {"units": units} if units is not None else {}
        return ("time", "level", "latitude", "longitude"), values, {**extra, **attrs}

    return make


@pytest.fixture
def netcdf(tmp_path: Path) -> Maker:
    """Return a function that writes a dataset without any encoding of its own."""

    def write(dataset: xr.Dataset, name: str = "data.nc", **options: Any) -> Path:
        path = tmp_path / name
        dataset.to_netcdf(path, engine="netcdf4", **options)
        return path

    return write


@pytest.fixture
def grib_file(tmp_path: Path) -> Maker:
    """Return a function that writes GRIB messages: (keys, values) pairs, by ecCodes."""
    import pyproj  # noqa: F401  (before ecCodes, which may carry another PROJ)
    import eccodes  # isort: skip

    def write(
        messages: list[tuple[dict[str, Any], np.ndarray]], name: str = "data.grib", edition: int = 2
    ) -> Path:
        path = tmp_path / name
        with path.open("wb") as stream:
            for keys, values in messages:
                handle = eccodes.codes_grib_new_from_samples(f"regular_ll_pl_grib{edition}")
                for key, value in keys.items():
                    eccodes.codes_set(handle, key, value)
                eccodes.codes_set(handle, "bitmapPresent", 1)
                eccodes.codes_set(handle, "missingValue", 1e20)
                filled = np.where(np.isnan(values), 1e20, values)
                eccodes.codes_set_values(handle, filled.ravel())
                eccodes.codes_write(handle, stream)
                eccodes.codes_release(handle)
        return path

    return write


@pytest.fixture
def box_keys() -> Callable[..., dict[str, Any]]:
    """Return the GRIB keys of a small latitude-longitude grid."""

    def make(**more: Any) -> dict[str, Any]:
        return {
            "Ni": 4,
            "Nj": 3,
            "latitudeOfFirstGridPointInDegrees": 42.0,
            "latitudeOfLastGridPointInDegrees": 40.0,
            "longitudeOfFirstGridPointInDegrees": 10.0,
            "longitudeOfLastGridPointInDegrees": 13.0,
            "iDirectionIncrementInDegrees": 1.0,
            "jDirectionIncrementInDegrees": 1.0,
            "dataDate": 20260101,
            "dataTime": 0,
            **more,
        }

    return make
