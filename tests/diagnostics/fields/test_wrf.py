"""Native WRF output: the same weather as wrfout and on levels of pressure gives the same fields."""

from __future__ import annotations

from collections.abc import Callable
from datetime import UTC, datetime
from pathlib import Path
from typing import Any

import numpy as np
import pyproj
import pytest
import xarray as xr

from diagnostics.contracts.space_time import Region, TimeWindow
from diagnostics.errors import BudgetError, InputDataError
from diagnostics.fields import SourceLimits, open_source
from diagnostics.fields.pressure_interpolation import PRESSURE_LEVELS, to_pressure
from diagnostics.ports import FieldRequest

Write = Callable[..., Path]
SPHERE = "+R=6370000 +units=m"
SCALE = 8000.0
RATIO = 0.01
PROJECTIONS = {
    1: f"+proj=lcc +lat_1=30 +lat_2=60 +lat_0=45 +lon_0=10 {SPHERE}",
    2: f"+proj=stere +lat_ts=60 +lat_0=90 +lon_0=10 {SPHERE}",
    3: f"+proj=merc +lat_ts=30 +lon_0=10 {SPHERE}",
}


def positions(kind: int, rows: int, columns: int) -> tuple[np.ndarray, np.ndarray]:
    """Latitude and longitude of the mass points of a small grid about 45N 13E."""
    steps_y, steps_x = np.arange(rows) - rows // 2, np.arange(columns) - columns // 2
    if kind == 6:
        crs = pyproj.CRS.from_cf(
            {
                "grid_mapping_name": "rotated_latitude_longitude",
                "grid_north_pole_latitude": 45.0,
                "grid_north_pole_longitude": -167.0,
                "earth_radius": 6370000.0,
            }
        )
        x, y = np.meshgrid(0.3 * steps_x, 0.3 * steps_y)
    else:
        crs = pyproj.CRS.from_proj4(PROJECTIONS[kind])
        to_plane = pyproj.Transformer.from_crs(crs.geodetic_crs, crs, always_xy=True)
        x0, y0 = to_plane.transform(13.0, 45.0)
        x, y = np.meshgrid(x0 + 3e4 * steps_x, y0 + 3e4 * steps_y)
    to_earth = pyproj.Transformer.from_crs(crs, crs.geodetic_crs, always_xy=True)
    longitude, latitude = to_earth.transform(x, y)
    return latitude, longitude


def wrfout(kind: int = 1, times: int = 3, **change: Any) -> xr.Dataset:
    """Make native output of an atmosphere in which height is linear in the logarithm of pressure.

    Temperature is 288 K - 0.0065 K/m, wind 10 m/s from the west on Lambert grids (along the rows
    elsewhere), omega -1 Pa/s, and rain falls at 3 and 1 mm/h (grid scale and cumulus).
    """
    rows, columns, depth = 7, 8, 24
    latitude, longitude = positions(kind, rows, columns)
    terrain = 1500.0 * np.exp(-(((np.arange(columns) - 4) / 2.0) ** 2)) * np.ones((rows, 1))
    stretch = np.linspace(0.0, 1.0, depth + 1)[:, None, None] ** 1.5
    faces = terrain + (18000.0 - terrain) * stretch
    height = 0.5 * (faces[:-1] + faces[1:])
    pressure = 1e5 * np.exp(-height / SCALE)
    temperature = 288.0 - 0.0065 * height
    theta = temperature * (1e5 / pressure) ** (2.0 / 7.0)
    virtual = temperature * (1.0 + RATIO / 0.6219569100577033) / (1.0 + RATIO)
    density = pressure / (287.04749097718457 * virtual)
    lift = 1.0 / (density * 9.80665)
    edges = np.concatenate([lift[:1], 0.5 * (lift[:-1] + lift[1:]), lift[-1:]])
    # Faces whose means are the lift at the mass points, from the ground up.
    for level in range(depth):
        edges[level + 1] = 2.0 * lift[level] - edges[level]
    cone = np.sin(np.deg2rad(45.0))
    if kind == 1:
        crs = pyproj.CRS.from_proj4(PROJECTIONS[1])
        cone = float(
            np.log(np.cos(np.deg2rad(30)) / np.cos(np.deg2rad(60)))
            / np.log(np.tan(np.deg2rad(75)) / np.tan(np.deg2rad(60)))
        )
        assert crs.is_projected
    turn = np.deg2rad(cone * (longitude - 10.0)) if kind == 1 else np.zeros_like(longitude)

    def stacked(values: np.ndarray) -> np.ndarray:
        return np.repeat(values[None], times, axis=0).astype("float64")

    def on_faces(values: np.ndarray, axis: int) -> np.ndarray:
        """Values at faces whose means are those at the mass points."""
        moved = np.moveaxis(values, axis, 0)
        made = [moved[0]]
        for item in moved:
            made.append(2.0 * item - made[-1])
        return np.moveaxis(np.array(made), 0, axis)

    mass, flat = (
        ("Time", "bottom_top", "south_north", "west_east"),
        (
            "Time",
            "south_north",
            "west_east",
        ),
    )
    u, v = (np.ones((depth, 1, 1)) * 10.0 * part(turn) for part in (np.cos, np.sin))
    hours = 6.0 * np.arange(times)[:, None, None] * np.ones((rows, columns))
    text = [f"2026-01-01_{int(h):02d}:00:00" for h in 6 * np.arange(times)]
    base = 0.9 * pressure
    data: dict[str, Any] = {
        "Times": (("Time",), np.array(text, dtype="S19")),
        "XLAT": (flat, stacked(latitude), {"units": "degree_north"}),
        "XLONG": (flat, stacked(longitude), {"units": "degree_east"}),
        "P": (mass, stacked(pressure - base), {"units": "Pa"}),
        "PB": (mass, stacked(base), {"units": "Pa"}),
        "T": (mass, stacked(theta - 300.0), {"units": "K"}),
        "QVAPOR": (mass, stacked(np.full_like(height, RATIO)), {"units": "kg kg-1"}),
        "PH": (("Time", "bottom_top_stag", *flat[1:]), stacked(faces * 9.80665 * 0.1)),
        "PHB": (("Time", "bottom_top_stag", *flat[1:]), stacked(faces * 9.80665 * 0.9)),
        "W": (("Time", "bottom_top_stag", *flat[1:]), stacked(edges), {"units": "m s-1"}),
        "U": (("Time", "bottom_top", "south_north", "west_east_stag"), stacked(on_faces(u, 2))),
        "V": (("Time", "bottom_top", "south_north_stag", "west_east"), stacked(on_faces(v, 1))),
        "T2": (flat, stacked(288.0 - 0.0065 * terrain), {"units": "K"}),
        "Q2": (flat, stacked(np.full_like(terrain, RATIO)), {"units": "kg kg-1"}),
        "PSFC": (flat, stacked(1e5 * np.exp(-terrain / SCALE)), {"units": "Pa"}),
        "U10": (flat, stacked(10.0 * np.cos(turn)), {"units": "m s-1"}),
        "V10": (flat, stacked(10.0 * np.sin(turn)), {"units": "m s-1"}),
        "HGT": (flat, stacked(terrain), {"units": "m"}),
        "XLAND": (flat, stacked(1.0 + (longitude > 13.0)), {"units": ""}),
        "RAINC": (flat, hours * 1.0, {"units": "mm"}),
        "RAINNC": (flat, hours * 3.0, {"units": "mm"}),
        "SNOWNC": (flat, hours * 0.5, {"units": "mm"}),
        **change,
    }
    attributes = {
        "TITLE": " OUTPUT FROM WRF V4.4 MODEL",
        "SIMULATION_START_DATE": "2026-01-01_00:00:00",
        "MAP_PROJ": np.int32(kind),
        "TRUELAT1": np.float32(60.0 if kind == 2 else 30.0),
        "TRUELAT2": np.float32(60.0),
        "STAND_LON": np.float32(-13.0 if kind == 6 else 10.0),
        "MOAD_CEN_LAT": np.float32(45.0),
        "POLE_LAT": np.float32(45.0 if kind == 6 else 90.0),
        "POLE_LON": np.float32(180.0 if kind == 6 else 0.0),
        "CU_PHYSICS": np.int32(1),
        "BUCKET_MM": np.float32(-1.0),
    }
    kept = {name: value for name, value in data.items() if value is not None}
    dataset = xr.Dataset(kept, attrs=attributes)
    for item in dataset.variables.values():
        item.encoding["_FillValue"] = None
    return dataset


def at(path: Path, *names: str, hour: int = 6, **request: Any) -> xr.Dataset:
    moment = datetime(2026, 1, 1, hour, tzinfo=UTC)
    window = TimeWindow(start=moment, end=moment)
    return open_source(path).load(FieldRequest(variables=names, window=window, **request))


@pytest.mark.parametrize("kind", [1, 2, 3, 6])
def test_levels_are_interpolated_in_the_logarithm_of_pressure(netcdf: Write, kind: int) -> None:
    path = netcdf(wrfout(kind))
    found = at(path, "t", "z", "q", "w", "u", "v", "orog", "sp")
    levels = found["level"].values
    assert {850.0, 500.0, 150.0} <= set(levels)
    height = -SCALE * np.log(levels / 1000.0)[None, :, None, None]
    inside = np.isfinite(found["t"].values)
    share = np.broadcast_to(height, inside.shape)
    np.testing.assert_allclose(found["z"].values[inside], 9.80665 * share[inside], rtol=1e-5)
    np.testing.assert_allclose(found["t"].values[inside], 288 - 0.0065 * share[inside], rtol=1e-5)
    np.testing.assert_allclose(found["q"].values[inside], RATIO / (1 + RATIO), rtol=1e-5)
    # omega is linear in nothing simple: -1 at every level of the model.
    np.testing.assert_allclose(found["w"].values[inside], -1.0, rtol=1e-4)
    speed = np.hypot(found["u"].values, found["v"].values)[inside]
    np.testing.assert_allclose(speed, 10.0, rtol=1e-4)
    if kind == 1:
        np.testing.assert_allclose(found["u"].values[inside], 10.0, rtol=1e-3)
        assert np.abs(found["v"].values[inside]).max() < 0.05
    # Nothing below ground.
    below = np.broadcast_to(height < found["orog"].values, inside.shape)
    assert below.any()
    assert not inside[below].any()


def test_winds_at_10_m_are_turned_like_those_aloft(netcdf: Write) -> None:
    found = at(netcdf(wrfout(1)), "u10", "v10", "lsm", "t2m", "d2m")
    np.testing.assert_allclose(found["u10"], 10.0, rtol=1e-3)
    assert float(np.abs(found["v10"]).max()) < 0.05
    east = found["longitude"].values > 13.0
    np.testing.assert_array_equal(found["lsm"].values, np.where(east, 0.0, 1.0))


def test_rain_is_the_sum_of_its_parts_with_emptied_buckets(netcdf: Write) -> None:
    plain = open_source(netcdf(wrfout()))
    found = plain.load(FieldRequest(variables=("tp", "sf")))
    assert found["tp"].attrs["interval_hours"] == 6.0
    np.testing.assert_allclose(found["tp"].isel(time=slice(1, None)), 24.0)
    np.testing.assert_allclose(found["sf"].isel(time=slice(1, None)), 3.0)
    whole = wrfout()
    emptied = whole.copy()
    emptied["I_RAINNC"] = (whole["RAINNC"] // 10.0).astype("int32")
    emptied["I_RAINC"] = (whole["RAINC"] // 10.0).astype("int32")
    for name in ("RAINC", "RAINNC"):
        emptied[name] = whole[name] % 10.0
        emptied[name].encoding["_FillValue"] = None
    emptied.attrs["BUCKET_MM"] = np.float32(10.0)
    source = open_source(netcdf(emptied, "buckets.nc"))
    again = source.load(FieldRequest(variables=("tp",)))
    np.testing.assert_allclose(again["tp"].values, found["tp"].values, rtol=1e-6)
    assert source.inventory().init_time == datetime(2026, 1, 1, tzinfo=UTC)
    lost = emptied.drop_vars("I_RAINC")
    refused = open_source(netcdf(lost, "lost.nc"))
    with pytest.raises(InputDataError, match="counters") as caught:
        refused.load(FieldRequest(variables=("tp",)))
    assert caught.value.code == "unknown_accumulation"


@pytest.mark.parametrize("lost", ["RAINC", "RAINNC"])
def test_half_of_the_rain_is_not_taken_for_all(netcdf: Write, lost: str) -> None:
    source = open_source(netcdf(wrfout(**{lost: None})))
    with pytest.raises(InputDataError) as caught:
        source.load(FieldRequest(variables=("tp",)))
    assert caught.value.code == "unknown_accumulation"


def test_a_model_without_cumulus_scheme_needs_no_cumulus_rain(netcdf: Write) -> None:
    dataset = wrfout(RAINC=None)
    dataset.attrs["CU_PHYSICS"] = np.int32(0)
    found = open_source(netcdf(dataset)).load(FieldRequest(variables=("tp",)))
    np.testing.assert_allclose(found["tp"].isel(time=slice(1, None)), 18.0)


def test_levels_without_their_pressure_are_refused(netcdf: Write) -> None:
    source = open_source(netcdf(wrfout(PB=None)))
    with pytest.raises(InputDataError, match="P and PB") as caught:
        source.load(FieldRequest(variables=("t",)))
    assert caught.value.code == "native_model_levels"


def test_a_window_has_the_numbers_of_the_whole(netcdf: Write) -> None:
    path = netcdf(wrfout())
    every = at(path, "t", "u", "v", levels_hpa=(850.0, 500.0))
    box = Region(west=12.5, south=44.5, east=13.6, north=45.4)
    part = at(path, "t", "u", "v", levels_hpa=(850.0, 500.0), region=box)
    assert 0 < part.sizes["y"] < every.sizes["y"]
    for name in ("t", "u", "v"):
        np.testing.assert_array_equal(part[name], every[name].sel(y=part["y"], x=part["x"]))


def test_columns_keep_to_the_limit_of_a_window(netcdf: Write) -> None:
    path = netcdf(wrfout())
    with pytest.raises(BudgetError) as caught:
        open_source(path, limits=SourceLimits(max_bytes=20_000))
    assert caught.value.code == "source_too_large"


@pytest.mark.filterwarnings("ignore:Interpolation point out of data bounds")
def test_interpolation_is_that_of_metpy(real_data: Callable[[str], Path]) -> None:
    from metpy.interpolate import log_interpolate_1d

    path = real_data("S02_katrina_2005_wrf/mercator_sample.nc")
    with xr.open_dataset(path, decode_times=False) as raw:
        pressure = (raw["P"] + raw["PB"]).isel(Time=2).values.astype("float64")
        theta = raw["T"].isel(Time=2).values.astype("float64") + 300.0
    temperature = theta * (pressure / 1e5) ** (2.0 / 7.0)
    levels = [level for level in PRESSURE_LEVELS if 550 <= level <= 975]
    ours = to_pressure(temperature, pressure, levels)
    theirs = log_interpolate_1d(np.array(levels) * 100.0, pressure, temperature, axis=0)
    known = np.isfinite(ours)
    assert known.mean() > 0.95
    np.testing.assert_array_equal(known, np.isfinite(theirs))
    np.testing.assert_allclose(ours[known], theirs[known], rtol=1e-12)


def test_a_moving_nest_offers_what_each_time_has(real_data: Callable[[str], Path]) -> None:
    source = open_source(real_data("S02_katrina_2005_wrf/mercator_sample.nc"))
    inventory = source.inventory()
    assert 850.0 in inventory.variable("u").levels_hpa  # type: ignore[union-attr]
    moment = inventory.times[1]
    window = TimeWindow(start=moment, end=moment)
    found = source.load(FieldRequest(variables=("u", "v", "t"), levels_hpa=(850.0,), window=window))
    assert 40.0 < float(np.hypot(found["u"], found["v"]).max()) < 80.0
