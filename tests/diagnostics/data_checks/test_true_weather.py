"""Weather that looks like a fault raises no doubt, and the fault that it looks like does."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

import numpy as np
import pytest
import xarray as xr

from diagnostics.constants import EARTH_RADIUS, EARTH_ROTATION, GAS_CONSTANT_DRY
from diagnostics.contracts.checking import CheckFinding, Weight
from diagnostics.data_checks import examine
from diagnostics.fields.memory import MemorySource

LEVELS = np.array([200.0, 300.0, 400.0, 500.0, 700.0, 850.0, 925.0])
SEEDS = range(8)


def dataset(
    latitude: Any, longitude: Any, fields: Mapping[str, Any], *, times: int = 1, **attrs: Any
) -> xr.Dataset:
    """Canonical data: planes stand for every time, arrays of one dimension more for levels."""
    data = {}
    for name, values in fields.items():
        array = np.asarray(values, dtype=np.float32)
        dims = ("time", "level", "latitude", "longitude") if array.ndim == 3 else None
        dims = dims or ("time", "latitude", "longitude")
        data[name] = (dims, np.repeat(array[None], times, axis=0), attrs.get(name, {}))
    moments = np.datetime64("2026-01-15T00", "ns") + np.arange(times) * np.timedelta64(6, "h")
    coords = {"time": moments, "latitude": latitude, "longitude": longitude}
    if any("level" in dims for dims, _, _ in data.values()):
        coords["level"] = LEVELS
    return xr.Dataset(data, coords=coords)


def doubts(data: xr.Dataset) -> list[CheckFinding]:
    return list(examine(MemorySource(data)).of(Weight.DOUBT, Weight.REFUSE))


def cyclone(seed: int, spacing: float = 2.5) -> xr.Dataset:
    """A vortex of one to two cells in a box of the size of a request, somewhere in it."""
    random = np.random.default_rng(seed)
    rows, columns = random.integers(7, 13, size=2)
    south = -34.0 if seed % 2 else 12.0
    latitude = south + spacing * np.arange(rows)
    longitude = 150.0 + spacing * np.arange(columns)
    lat, lon = np.meshgrid(latitude, longitude, indexing="ij")
    lat0 = south + spacing * random.uniform(2.0, rows - 3.0)
    lon0 = 150.0 + spacing * random.uniform(2.0, columns - 3.0)
    y = np.radians(lat - lat0) * EARTH_RADIUS
    x = np.radians(lon - lon0) * np.cos(np.radians(lat)) * EARTH_RADIUS
    radius = spacing * random.uniform(1.0, 2.0) * 111e3
    speed = random.uniform(18.0, 45.0) * np.exp(-(np.hypot(x, y) ** 2) / radius**2) / radius
    turn = np.sign(lat0)
    u, v = -turn * speed * y * 1.6 - 3.0, turn * speed * x * 1.6
    depth = random.uniform(1500.0, 4500.0)
    msl = 101200.0 - depth * np.exp(-(np.hypot(x, y) ** 2) / radius**2) + 20.0 * (lat - lat0)
    return dataset(latitude, longitude, {"u10": u, "v10": v, "msl": msl})


@pytest.mark.parametrize("seed", range(24))
def test_a_compact_cyclone_on_a_coarse_grid_is_weather(seed: int) -> None:
    assert doubts(cyclone(seed)) == []


def test_cells_in_a_wrong_order_are_found_round_a_cyclone_too() -> None:
    data = cyclone(2, spacing=0.5).reindex(
        latitude=np.arange(8.0, 24.1, 0.5), longitude=np.arange(148.0, 164.1, 0.5), method="nearest"
    )
    order = np.random.default_rng(3).permutation(data["msl"].size)
    data["msl"].values[:] = data["msl"].values.ravel()[order].reshape(data["msl"].shape)
    assert "noise" in {item.rule for item in doubts(data)}


def ridge(seed: int, *, box: bool = True, wind: bool = True) -> xr.Dataset:
    """A warm high that stands poleward of colder air, in hydrostatic and geostrophic balance."""
    random = np.random.default_rng(seed)
    latitude, longitude = np.arange(30.0, 80.1, 1.0), np.arange(90.0, 190.1, 1.0)
    lat, lon = np.meshgrid(latitude, longitude, indexing="ij")
    north = random.uniform(60.0, 68.0)
    hill = np.exp(-(((lat - north) / random.uniform(8.0, 12.0)) ** 2) - ((lon - 140.0) / 18.0) ** 2)
    warm = -0.55 * (lat - 50.0) + random.uniform(20.0, 32.0) * hill
    t = np.stack([np.maximum(288.0 - 8.0 * np.log(1000.0 / p) * 4.5, 215.0) + warm for p in LEVELS])
    column = np.stack(
        [
            np.trapezoid(
                GAS_CONSTANT_DRY
                * np.maximum(
                    288.0 - 36.0 * np.log(1000.0 / (steps := np.geomspace(p, 1000, 99))), 215
                ),
                np.log(steps),
            )
            + GAS_CONSTANT_DRY * np.log(1000.0 / p) * warm
            for p in LEVELS
        ]
    )
    z = column + 1200.0 + 500.0 * hill
    f = 2.0 * EARTH_ROTATION * np.sin(np.radians(lat))
    u = -np.gradient(z, np.radians(latitude) * EARTH_RADIUS, axis=1) / f
    east = np.radians(1.0) * EARTH_RADIUS * np.cos(np.radians(lat))
    v = np.gradient(z, axis=2) / east / f
    fields = {"t": t, "z": z} | ({"u": u, "v": v} if wind else {})
    data = dataset(latitude, longitude, fields)
    if not box:
        return data
    south = random.uniform(44.0, 48.0)
    west = random.uniform(122.0, 130.0)
    return data.sel(latitude=slice(south, south + 16.0), longitude=slice(west, west + 24.0))


@pytest.mark.parametrize("wind", [True, False])
@pytest.mark.parametrize("seed", SEEDS)
def test_a_warm_ridge_poleward_of_colder_air_is_weather(seed: int, wind: bool) -> None:
    data = ridge(seed, wind=wind)
    south, north = data["z"].sel(level=500.0).mean(("time", "longitude")).values[[0, -1]]
    assert north > south, "the case does not show what it should"
    assert doubts(data) == []


@pytest.mark.parametrize("wind", [True, False])
@pytest.mark.parametrize("seed", SEEDS)
def test_latitudes_that_run_the_wrong_way_are_found(seed: int, wind: bool) -> None:
    data = ridge(seed, box=False, wind=wind).sel(longitude=slice(90.0, 190.0))
    bad = data.isel(latitude=slice(None, None, -1)).assign_coords(latitude=data.latitude)
    found = {item.rule for item in doubts(bad)}
    assert found & {"warmer_toward_the_pole", "wind_against_balance"}


def showers(seed: int) -> np.ndarray:
    """Rain in steps of packing, and zero to the precision of packing elsewhere."""
    random = np.random.default_rng(seed)
    rain = np.zeros((24, 30))
    rain[4:12, 6:16] = random.gamma(0.8, 4.0, (8, 10)) * (seed % 2)
    return np.round(rain / 0.01) * 0.01 + random.choice([0.0, 1e-16, -1e-16, 3e-17], rain.shape)


@pytest.mark.parametrize("times", [1, 8])
@pytest.mark.parametrize("seed", SEEDS)
def test_zero_to_the_precision_of_packing_is_zero(seed: int, times: int) -> None:
    latitude, longitude = 20.0 + 0.25 * np.arange(24), 100.0 + 0.25 * np.arange(30)
    attrs = {"interval_hours": 6.0, "units": "kg m-2"}
    rain = dataset(latitude, longitude, {"tp": showers(seed)}, times=times, tp=attrs)
    rain["tp"] = rain["tp"] * (1.0 - 0.05 * xr.DataArray(np.arange(times), dims="time"))
    rain["tp"].attrs = attrs
    assert doubts(rain) == []
    dry = {"tp": np.full((24, 30), 1e-16)}
    assert doubts(dataset(latitude, longitude, dry, times=times, tp=attrs)) == []


@pytest.mark.parametrize("seed", SEEDS)
def test_weather_in_whole_numbers_is_weather(seed: int) -> None:
    """A plateau at the highest class, calm air between two winds, a level that is all but flat."""
    random = np.random.default_rng(seed)
    latitude, longitude = 38.0 + 0.5 * np.arange(24), 290.0 + 0.5 * np.arange(30)
    y, x = np.meshgrid(np.linspace(-1, 1, 24), np.linspace(-1, 1, 30), indexing="ij")
    tilt = random.uniform(-1.0, 1.0, 2)
    msl = 102000.0 + 100.0 * np.round(6.0 - 7.0 * (x - tilt[0]) ** 2 - 4.0 * y**2)
    u = 20.0 * y + 4.0 * tilt[1] * x
    u10 = np.round(np.where(np.abs(u) < 3.0, 0.0, u))
    assert doubts(dataset(latitude, longitude, {"msl": msl, "u10": u10})) == []
    levels = [225.0 + 0.4 * k + 0.4 * y for k in range(3)] + [
        240.0 + 8.0 * k - 6 * y for k in range(4)
    ]
    warm = dataset(latitude, longitude, {"t": np.round(levels)})
    assert "constant_field" not in {item.rule for item in doubts(warm)}


def test_the_row_of_the_pole_is_one_value() -> None:
    latitude, longitude = np.arange(-90.0, -59.9, 2.5), np.arange(0.0, 60.1, 2.5)
    lat, lon = np.meshgrid(latitude, longitude, indexing="ij")
    t2m = 240.0 + 0.6 * (lat + 90.0) + 3.0 * np.sin(np.radians(3 * lon)) * np.cos(np.radians(lat))
    assert np.ptp(t2m[0]) < 1e-6
    found = {item.rule for item in doubts(dataset(latitude, longitude, {"t2m": t2m}))}
    assert not found & {"cut_off_peak", "patch_of_one_value"}


def test_layers_below_the_ground_are_no_balance() -> None:
    data = ridge(1)
    ground = xr.where(data.longitude > float(data.longitude.mean()), 2500.0, 100.0)
    data["orog"] = ground.broadcast_like(data["t"].isel(time=0, level=0, drop=True))
    data["t"].values[:, -2:, :, data["orog"].values[0] > 1000.0] += 25.0
    assert "thickness_against_temperature" not in {item.rule for item in doubts(data)}
    data["orog"] = xr.full_like(data["orog"], 100.0)
    assert "thickness_against_temperature" in {item.rule for item in doubts(data)}
