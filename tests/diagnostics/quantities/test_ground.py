"""Parcels, sums and layers begin at the ground, whatever tells where it is."""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np
import pytest
import xarray as xr

from diagnostics.catalog import compute_field
from diagnostics.constants import GAS_CONSTANT_DRY, GRAVITY
from diagnostics.contracts.enums import Mode
from diagnostics.fields.memory import MemorySource
from diagnostics.ports import FieldRequest
from diagnostics.quantities.cache import FieldCache
from diagnostics.quantities.ground import height_is_known, with_ground

LEVELS = np.array([100, 150, 200, 250, 300, 400, 500, 600, 700, 850, 925, 1000], dtype=np.float64)
LAPSE = 0.0065
COLUMNS = ("cape", "cin", "pwat", "ivt")


def atmosphere(seed: int) -> xr.Dataset:
    """Hydrostatic air with one lapse rate over hills and a low, moist below."""
    random = np.random.default_rng(seed)
    latitude, longitude = np.arange(38.0, 48.1, 1.0), np.arange(250.0, 264.1, 1.0)
    y, x = np.meshgrid(np.linspace(0, 1, 11), np.linspace(0, 1, 15), indexing="ij")
    msl = 100.0 * (random.uniform(960.0, 1030.0) + 20.0 * x - 15.0 * y)
    warm = random.uniform(278.0, 300.0) - 8.0 * y
    ground = np.clip(random.uniform(800.0, 2600.0) * np.sin(np.pi * x) ** 2 - 200.0, 0.0, None)
    exponent = GRAVITY / (GAS_CONSTANT_DRY * LAPSE)
    ratio = (100.0 * LEVELS[:, None, None] / msl) ** (1.0 / exponent)
    z = GRAVITY * warm / LAPSE * (1.0 - ratio)
    t = warm * ratio
    q = 0.012 * (LEVELS[:, None, None] / 1000.0) ** 3 * np.ones_like(t)
    planes = {"msl": msl, "orog": ground, "sp": msl * (1.0 - LAPSE * ground / warm) ** exponent}
    columns = {"z": z, "t": t, "q": q, "u": 10.0 + 0.0 * t, "v": 5.0 + 0.0 * t}
    dims = ("time", "latitude", "longitude")
    data = {name: (dims, values[None].astype(np.float32)) for name, values in planes.items()} | {
        name: (("time", "level", "latitude", "longitude"), values[None].astype(np.float32))
        for name, values in columns.items()
    }
    data["orog"] = (dims[1:], ground.astype(np.float32))
    time = [np.datetime64("2026-05-01T12", "ns")]
    coords = {"time": time, "level": LEVELS, "latitude": latitude, "longitude": longitude}
    return xr.Dataset(data, coords=coords)


def told(data: xr.Dataset) -> np.ndarray:
    source = with_ground(MemorySource(data))
    return np.asarray(source.load(FieldRequest(variables=("sp",)))["sp"].values)


@pytest.mark.parametrize(
    ("left_out", "within_hpa"),
    [(("sp",), 0.8), (("sp", "msl"), 0.8), (("sp", "z"), 22.0), (("sp", "z", "msl"), 65.0)],
)
@pytest.mark.parametrize("seed", range(6))
def test_height_and_sea_level_pressure_tell_the_pressure_at_the_ground(
    seed: int, left_out: Sequence[str], within_hpa: float
) -> None:
    data = atmosphere(seed)
    apart = told(data.drop_vars(list(left_out))) - data["sp"].values
    assert np.abs(apart).max() < 100.0 * within_hpa


@pytest.mark.parametrize("seed", range(6))
def test_without_a_height_the_ground_is_at_sea_level(seed: int) -> None:
    data = atmosphere(seed).drop_vars(["sp", "orog"])
    np.testing.assert_allclose(told(data), data["msl"].values, rtol=1e-6)
    np.testing.assert_allclose(told(data.drop_vars("msl")), data["msl"].values, atol=60.0)
    assert not height_is_known(with_ground(MemorySource(data)).inventory())


def test_where_nothing_tells_of_the_ground_there_is_no_pressure_of_it() -> None:
    source = MemorySource(atmosphere(0)[["t", "q"]])
    assert with_ground(source) is source


@pytest.mark.parametrize("name", COLUMNS)
@pytest.mark.parametrize("seed", range(3))
def test_what_lies_below_the_ground_changes_no_number_of_a_diagnosis(name: str, seed: int) -> None:
    data = atmosphere(seed).drop_vars("sp")
    below = 100.0 * data["level"] > xr.DataArray(told(data)[0], dims=("latitude", "longitude"))
    assert bool(below.any())
    changed = data.copy(deep=True)
    for field, value in (("q", 0.03), ("t", 320.0), ("u", 60.0)):
        changed[field] = data[field].where(~below, value).transpose(*data[field].dims)
        changed[field].attrs = data[field].attrs
    before, after = (
        compute_field(name, MemorySource(item), mode=Mode.DIAGNOSE).values
        for item in (data, changed)
    )
    np.testing.assert_allclose(after, before, rtol=2e-3, equal_nan=True)
    literal = compute_field(name, MemorySource(changed), mode=Mode.QA).values
    assert not np.allclose(literal, before, rtol=0.05, equal_nan=True)


def test_a_cache_grounds_a_source_once() -> None:
    source, cache = MemorySource(atmosphere(0).drop_vars("sp")), FieldCache()
    assert cache.grounded(source) is cache.grounded(source)
    cache.forget(source)
    assert cache.inventory(source).variable("sp") is None


def test_values_at_2_m_are_left_out_where_their_height_is_not_known() -> None:
    data = atmosphere(2).drop_vars(["sp", "orog"])
    plane = xr.ones_like(data["msl"])
    warm = data.assign(t2m=305.0 * plane, d2m=298.0 * plane)
    plain, given = (
        compute_field("cape", MemorySource(item), mode=Mode.DIAGNOSE).values
        for item in (data, warm)
    )
    np.testing.assert_array_equal(given, plain)
    known = warm.assign(orog=atmosphere(2)["orog"])
    assert np.nanmax(compute_field("cape", MemorySource(known), mode=Mode.DIAGNOSE).values) > (
        np.nanmax(plain)
    )
