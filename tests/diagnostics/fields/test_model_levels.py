"""GRIB on levels of a model gives the numbers that the same weather has on levels of pressure."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path
from typing import Any

import numpy as np
import pytest
import xarray as xr

from diagnostics.errors import InputDataError
from diagnostics.fields import open_source
from diagnostics.fields.pressure_interpolation import hydrostatic_geopotential, to_pressure
from diagnostics.ports import FieldRequest

Keys = Callable[..., dict[str, Any]]
SHAPE = (3, 4)
DEPTH = 30
DRY = 287.04749097718457
UNITS = {"t": "K", "u": "m s-1", "q": "kg kg-1"}


def coefficients() -> tuple[np.ndarray, np.ndarray]:
    """A and B of half levels, from pure pressure at the top to pure sigma at the ground."""
    sigma = np.linspace(0.0, 1.0, DEPTH + 1)
    b = sigma**2
    return 9e4 * (sigma - b), b


def half_levels() -> np.ndarray:
    a, b = coefficients()
    return a[:, None, None] + b[:, None, None] * surface_pressure()


def surface_pressure() -> np.ndarray:
    return np.array([[101e3] * 4, [97e3] * 4, [70e3] * 4])


def write(path: Path, messages: list[tuple[dict[str, Any], np.ndarray]], edition: int = 2) -> Path:
    import pyproj  # noqa: F401  (before ecCodes, which may carry another PROJ)
    import eccodes  # isort: skip

    with path.open("wb") as stream:
        for keys, values in messages:
            handle = eccodes.codes_grib_new_from_samples(f"regular_ll_pl_grib{edition}")
            pv = keys.pop("pv", None)
            for key, value in keys.items():
                eccodes.codes_set(handle, key, value)
            if pv is not None:
                eccodes.codes_set(handle, "PVPresent", 1)
                eccodes.codes_set_array(handle, "pv", pv)
            eccodes.codes_set(handle, "bitsPerValue", 24)
            eccodes.codes_set_values(handle, values.ravel())
            eccodes.codes_write(handle, stream)
            eccodes.codes_release(handle)
    return path


def hybrid(box_keys: Keys, levels: range, *names: str) -> list[tuple[dict[str, Any], np.ndarray]]:
    """Messages of fields that are linear in the logarithm of pressure, on hybrid levels."""
    half = half_levels()
    full = 0.5 * (half[1:] + half[:-1])
    pv = np.concatenate(coefficients())
    made = {
        "t": 290.0 + 60.0 * np.log(full / 1e5) / np.log(10.0),
        "u": 10.0 - 20.0 * np.log(full / 1e5),
        "v": 5.0 + 0.0 * full,
        "q": 0.0 * full,
    }
    return [
        (box_keys(shortName=name, typeOfLevel="hybrid", level=level, pv=pv), made[name][level - 1])
        for name in names
        for level in levels
    ]


def of_ground(box_keys: Keys, **fields: np.ndarray) -> list[tuple[dict[str, Any], np.ndarray]]:
    pv = np.concatenate(coefficients())
    return [
        (box_keys(shortName=name, typeOfLevel="hybrid", level=1, pv=pv), values)
        for name, values in fields.items()
    ]


@pytest.mark.parametrize("edition", [1, 2])
def test_hybrid_levels_are_interpolated_to_pressure(
    tmp_path: Path, box_keys: Keys, edition: int
) -> None:
    messages = hybrid(box_keys, range(1, DEPTH + 1), "t", "u", "v", "q")
    messages += of_ground(box_keys, lnsp=np.log(surface_pressure()), z=np.full(SHAPE, 500.0))
    source = open_source(write(tmp_path / "levels.grib", messages, edition))
    found = source.load(FieldRequest(variables=("t", "u", "v", "z")))
    levels = found["level"].values
    assert {850.0, 500.0, 250.0} <= set(levels)
    logarithm = np.log(levels / 1000.0)[None, :, None, None]
    inside = np.isfinite(found["t"].values)
    expected = np.broadcast_to(290.0 + 60.0 * logarithm / np.log(10.0), inside.shape)
    np.testing.assert_allclose(found["t"].values[inside], expected[inside], atol=2e-3)
    wind = np.broadcast_to(10.0 - 20.0 * logarithm, inside.shape)
    np.testing.assert_allclose(found["u"].values[inside], wind[inside], atol=2e-3)
    # The southernmost row of the data comes first: there the ground is at 700 hPa.
    below = levels[None, :] > np.array([700.0, 970.0, 1010.0])[:, None]
    assert below.any()
    assert not inside[0].any(axis=-1)[below.T].any()
    # Above the ground to 500 hPa as the hypsometric equation has it.
    k = 60.0 / np.log(10.0)
    row = 2
    x0, x1 = np.log(1.01), np.log(0.5)
    thickness = DRY * (290.0 * (x0 - x1) + 0.5 * k * (x0**2 - x1**2))
    at_500 = found["z"].sel(level=500).isel(time=0).values[row]
    np.testing.assert_allclose(at_500, 500.0 + thickness, rtol=2e-3)
    said = {item.code: item.message for item in source.inventory().findings}
    assert "30 model levels" in said["interpolated_from_model_levels"]


def test_surface_pressure_and_a_part_of_the_levels_will_do(tmp_path: Path, box_keys: Keys) -> None:
    messages = hybrid(box_keys, range(15, DEPTH + 1), "t")
    messages.append((box_keys(shortName="sp", typeOfLevel="surface", level=0), surface_pressure()))
    found = open_source(write(tmp_path / "part.grib", messages)).load(
        FieldRequest(variables=("t",), levels_hpa=(850.0,))
    )
    expected = 290.0 + 60.0 * np.log10(0.85)
    values = found["t"].values[0, 0]
    np.testing.assert_allclose(values[1:], expected, atol=2e-3)
    assert np.isnan(values[0]).all()


def test_levels_by_height_need_their_pressure(tmp_path: Path, box_keys: Keys) -> None:
    half = half_levels()
    full = 0.5 * (half[1:] + half[:-1])
    made: list[tuple[dict[str, Any], np.ndarray]] = []
    for level in range(1, DEPTH + 1):
        keys = {"typeOfLevel": "generalVerticalLayer", "level": level}
        made.append((box_keys(shortName="t", **keys), 250.0 + 0.0 * full[level - 1]))
        made.append((box_keys(shortName="u", **keys), np.log(full[level - 1])))
        made.append((box_keys(shortName="pres", **keys), full[level - 1]))
    found = open_source(write(tmp_path / "icon.grib2", made)).load(
        FieldRequest(variables=("t", "u"), levels_hpa=(500.0,))
    )
    np.testing.assert_allclose(found["t"], 250.0, atol=1e-3)
    np.testing.assert_allclose(found["u"], np.log(50000.0), atol=1e-3)
    without = [item for item in made if item[0]["shortName"] != "pres"]
    path = write(tmp_path / "bare.grib2", without)
    with pytest.raises(InputDataError) as caught:
        open_source(path)
    assert caught.value.code == "native_model_levels"


def test_the_geopotential_of_an_isothermal_atmosphere_is_exact_at_half_levels() -> None:
    half = half_levels()
    temperature = np.full((DEPTH, *SHAPE), 250.0)
    found = hydrostatic_geopotential(half, temperature, 0.0 * temperature, np.zeros(SHAPE))
    full = 0.5 * (half[1:] + half[:-1])
    expected = DRY * 250.0 * np.log(half[-1] / full)
    np.testing.assert_allclose(found[3:], expected[3:], rtol=5e-3, atol=60.0)
    assert to_pressure(found, full, [500.0]).shape == (1, *SHAPE)


@pytest.mark.parametrize("style", ["numbers", "share of P0", "part"])
def test_hybrid_levels_in_netcdf_are_those_of_grib(
    tmp_path: Path, box_keys: Keys, netcdf: Callable[..., Path], style: str
) -> None:
    part = range(12 if style == "part" else 1, DEPTH + 1)
    messages = hybrid(box_keys, part, "t", "u", "q")
    messages += of_ground(box_keys, lnsp=np.log(surface_pressure()), z=np.full(SHAPE, 500.0))
    request = FieldRequest(variables=("t", "u", "z"), levels_hpa=(850.0, 500.0))
    expected = open_source(write(tmp_path / "levels.grib", messages)).load(request)
    a, b = coefficients()
    shares = style == "share of P0"
    stacks = {
        name: np.stack([values for keys, values in messages if keys["shortName"] == name])[None]
        for name in ("t", "u", "q")
    }
    dims = ("time", "lev", "latitude", "longitude")
    numbers = np.array(part) if not shares else np.linspace(3.2, 992.5, DEPTH)
    dataset = xr.Dataset(
        {
            **{name: (dims, values, {"units": UNITS[name]}) for name, values in stacks.items()},
            "aps": (dims[:1] + dims[2:], surface_pressure()[None], {"units": "Pa"}),
            "zs": (dims[2:], np.full(SHAPE, 500.0), {"units": "m2 s-2"}),
            "hyai": (("nhyi",), a / 1e5 if shares else a),
            "hybi": (("nhyi",), b),
        },
        coords={
            "time": ("time", [0], {"units": "hours since 2026-01-01"}),
            "lev": ("lev", numbers, {"standard_name": "hybrid_sigma_pressure"}),
            "latitude": ("latitude", [42.0, 41.0, 40.0], {"units": "degrees_north"}),
            "longitude": ("longitude", [10.0, 11.0, 12.0, 13.0], {"units": "degrees_east"}),
        },
    )
    for item in dataset.variables.values():
        item.encoding["_FillValue"] = None
    found = open_source(netcdf(dataset)).load(request)
    for name in request.variables:
        np.testing.assert_allclose(found[name], expected[name], rtol=2e-5, atol=1e-3)
    assert np.isfinite(found["z"].sel(level=500)).all()
    bare = open_source(netcdf(dataset.drop_vars(["aps"]).assign(msl=dataset["aps"]), "bare.nc"))
    with pytest.raises(InputDataError) as caught:
        bare.load(FieldRequest(variables=("t",)))
    assert caught.value.code == "native_model_levels"


def test_heights_and_vertical_velocity_of_icon_make_geopotential_and_omega(
    tmp_path: Path, box_keys: Keys
) -> None:
    faces = np.linspace(18000.0, 0.0, DEPTH + 1)
    middle = 0.5 * (faces[1:] + faces[:-1])
    made: list[tuple[dict[str, Any], np.ndarray]] = []
    for level in range(1, DEPTH + 1):
        keys = {"typeOfLevel": "generalVerticalLayer", "level": level}
        pressure = 1e5 * np.exp(-middle[level - 1] / 7500.0)
        for name, value in (("t", 256.0), ("q", 0.0), ("pres", pressure)):
            made.append((box_keys(shortName=name, **keys), np.full(SHAPE, value)))
    for level in range(1, DEPTH + 2):
        keys = {"typeOfLevel": "generalVertical", "level": level}
        made.append((box_keys(shortName="wz", **keys), np.full(SHAPE, 0.5)))
        made.append((box_keys(shortName="h", **keys), np.full(SHAPE, faces[level - 1])))
    source = open_source(write(tmp_path / "icon.grib2", made))
    found = source.load(FieldRequest(variables=("z", "w"), levels_hpa=(500.0,)))
    height = -7500.0 * np.log(0.5)
    geopotential = 9.80665 * height * 6371008.7714 / (6371008.7714 + height)
    np.testing.assert_allclose(found["z"], geopotential, rtol=2e-3)
    np.testing.assert_allclose(found["w"], -50000.0 / (DRY * 256.0) * 9.80665 * 0.5, rtol=5e-3)
