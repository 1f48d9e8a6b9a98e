"""Several grids as one source: on the main grid, with what was interpolated said."""

from __future__ import annotations

import pickle
from collections.abc import Callable
from datetime import UTC, datetime
from pathlib import Path

import numpy as np
import pytest
import xarray as xr
from hypothesis import given
from hypothesis import strategies as st

from diagnostics.contracts.space_time import Region, TimeWindow
from diagnostics.fields import inspect_source, open_source
from diagnostics.fields.grid_set import interpolate
from diagnostics.ports import FieldRequest

Write = Callable[..., Path]


def grid_file(
    names: tuple[str, ...], step: float, times: tuple[int, ...] = (0, 6), west: float = 100.0
) -> xr.Dataset:
    """Fields that are linear in latitude and longitude, so that interpolation is exact."""
    latitude = np.arange(30.0, 40.0 + step / 2, step)
    longitude = west + np.arange(0.0, 10.0 + step / 2, step)
    plane = latitude[:, None] + 2.0 * np.mod(longitude, 360.0)[None, :]
    data = {}
    for name in names:
        if name in {"t", "u"}:
            values = np.stack([plane * 0.3 + 150.0, plane * 0.3 + 160.0])
            dims = ("time", "level", "latitude", "longitude")
        else:
            dims = ("time", "latitude", "longitude")
            made = {"lsm": (plane > 250).astype(float), "msl": 90000 + 20 * plane}
            values = made.get(name, 150 + 0.3 * plane if name == "t2m" else 0.1 * plane)
        data[name] = (dims, np.stack([values] * len(times)))
    units = {"t": "K", "u": "m s-1", "t2m": "K", "msl": "Pa", "lsm": "1", "u10": "m s-1"}
    dataset = xr.Dataset(
        {name: (*value, {"units": units[name]}) for name, value in data.items()},
        coords={
            "time": ("time", np.array(times), {"units": "hours since 2026-01-01"}),
            "latitude": ("latitude", latitude, {"units": "degrees_north"}),
            "longitude": ("longitude", longitude, {"units": "degrees_east"}),
        },
    )
    if {"t", "u"} & set(names):
        dataset = dataset.assign_coords(level=("level", [850.0, 500.0], {"units": "hPa"}))
    for item in dataset.variables.values():
        item.encoding["_FillValue"] = None
    return dataset


def test_fields_of_another_grid_are_interpolated_to_the_surface_s(netcdf: Write) -> None:
    paths = [
        netcdf(grid_file(("t", "msl"), 1.0), "levels.nc"),
        netcdf(grid_file(("t2m", "msl", "u10", "lsm"), 0.25), "surface.nc"),
    ]
    source = open_source(paths)
    found = source.load(FieldRequest(variables=("t", "t2m", "msl")))
    latitude, longitude = np.meshgrid(found["latitude"], found["longitude"], indexing="ij")
    plane = latitude + 2.0 * longitude
    np.testing.assert_allclose(found["t2m"].isel(time=0), 150 + 0.3 * plane, rtol=1e-6)
    np.testing.assert_allclose(found["msl"].isel(time=0), 90000 + 20 * plane, rtol=1e-6)
    np.testing.assert_allclose(found["t"].sel(level=850).isel(time=1), 0.3 * plane + 150, rtol=1e-6)
    inventory = source.inventory()
    assert inventory.variable("t2m").grid is None  # type: ignore[union-attr]
    assert inventory.variable("t").grid.spacing_deg == 1.0  # type: ignore[union-attr]
    said = {item.code: item.message for item in inventory.findings}
    assert "t: interpolated bilinearly from a grid of 1 degrees" in said["resampled"]
    assert said["two_grids"].startswith("msl: on two grids")
    assert open_source(paths[::-1]).inventory().variables == inventory.variables
    assert open_source(paths[::-1]).digest() == source.digest()
    assert pickle.loads(pickle.dumps(source)).digest() == source.digest()
    assert inspect_source(source).variable("t").missing_fraction == 0.0  # type: ignore[union-attr]


def test_a_window_of_two_grids_has_the_numbers_of_the_whole(netcdf: Write) -> None:
    paths = [
        netcdf(grid_file(("t",), 1.0, times=(0, 12), west=175.0), "levels.nc"),
        netcdf(grid_file(("t2m",), 0.4, west=-185.0), "surface.nc"),
    ]
    source = open_source(paths)
    every = source.load(FieldRequest(variables=("t", "t2m"), levels_hpa=(850.0,)))
    assert np.isnan(every["t"].sel(time="2026-01-01T06")).all()
    assert not np.isnan(every["t"].sel(time="2026-01-01T12")).any()
    assert np.isnan(every["t2m"].sel(time="2026-01-01T12")).all()
    box = Region(west=178.0, south=33.0, east=182.0, north=36.0)
    part = source.load(FieldRequest(variables=("t", "t2m"), levels_hpa=(850.0,), region=box))
    same = every.sel(latitude=part["latitude"]).assign_coords(longitude=every["longitude"] % 360.0)
    same = same.sel(longitude=part["longitude"] % 360.0, method="nearest", tolerance=1e-9)
    for name in ("t", "t2m"):
        np.testing.assert_allclose(part[name], same[name], rtol=1e-6)
    moment = datetime(2026, 1, 1, 6, tzinfo=UTC)
    window = TimeWindow(start=moment, end=moment)
    single = source.load(FieldRequest(variables=("t", "t2m"), window=window))
    assert single["t"].shape[1] == 2
    assert np.isnan(single["t"]).all()
    assert not np.isnan(single["t2m"]).any()


def test_a_projected_grid_and_a_global_one(real_data: Callable[[str], Path], netcdf: Write) -> None:
    nam = real_data("S17_nam_lambert_20180917/nam.t00z.awp21100.tm00.grib2")
    alone = open_source(nam)
    request = FieldRequest(variables=("t2m", "u", "v"), levels_hpa=(500.0,))
    data = alone.load(request)
    longitude = np.arange(0.0, 360.0, 1.5)
    latitude = np.arange(-90.0, 91.0, 1.5)
    smooth = 280.0 + 10.0 * np.cos(np.deg2rad(longitude)) * np.cos(np.deg2rad(latitude))[:, None]
    made = xr.Dataset(
        {"d2m": (("time", "latitude", "longitude"), smooth[None], {"units": "K"})},
        coords={
            "time": ("time", [0], {"units": "hours since 2018-09-17"}),
            "latitude": ("latitude", latitude, {"units": "degrees_north"}),
            "longitude": ("longitude", longitude, {"units": "degrees_east"}),
        },
    )
    # d2m of the file itself wins: it is on the grid of the other fields at the surface.
    twice = open_source([nam, netcdf(made)])
    same = twice.load(request)
    for name in ("t2m", "u", "v"):
        np.testing.assert_array_equal(same[name], data[name])
    sea = made.rename(d2m="msl")
    sea["msl"] = sea["msl"] + 100_000.0
    sea["msl"].attrs["units"] = "Pa"
    other = netcdf(sea.assign(sp=sea["msl"]), "global.nc")
    joined = open_source([other, nam])
    moved = joined.load(FieldRequest(variables=("t2m", "u")))
    assert moved["t2m"].dims == ("time", "y", "x")
    assert moved["t2m"].attrs["grid_mapping"] == "projection"


@given(st.floats(-5, 5), st.floats(-5, 5), st.floats(0, 7), st.floats(0, 4), st.floats(-3, 3))
def test_interpolation_is_exact_for_planes(
    slope_y: float, slope_x: float, y: float, x: float, base: float
) -> None:
    rows, columns = np.linspace(0.0, 7.0, 8), np.linspace(0.0, 4.0, 9)
    values = base + slope_y * rows[:, None] + slope_x * columns
    found = interpolate(values, rows, columns, np.array([[y]]), np.array([[x]]))
    assert found[0, 0] == pytest.approx(base + slope_y * y + slope_x * x, abs=1e-4)
    outside = interpolate(values, rows, columns, np.array([[7.5]]), np.array([[x]]))
    assert np.isnan(outside[0, 0])
