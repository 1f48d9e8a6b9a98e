"""Each classic silent error of units, packing and orientation, fed to the door."""

from __future__ import annotations

import itertools
from collections.abc import Callable
from pathlib import Path
from typing import Any

import numpy as np
import pytest
import xarray as xr

from diagnostics.contracts.inventory import Inventory
from diagnostics.errors import DiagnosticsError, InputDataError
from diagnostics.fields import inspect_source, open_source
from diagnostics.fields.digest import field_digest
from diagnostics.ports import FieldRequest

Make = Callable[..., xr.Dataset]
Write = Callable[..., Path]
Field = Callable[..., tuple[Any, ...]]


def read(path: Path, name: str, **request: Any) -> xr.DataArray:
    return open_source([path]).load(FieldRequest(variables=(name,), **request))[name]


def error_of(path: Path, name: str, **request: Any) -> DiagnosticsError:
    with pytest.raises(DiagnosticsError) as caught:
        read(path, name, **request)
    return caught.value


def codes(inventory: Inventory) -> set[str]:
    return {item.code for item in inventory.findings}


@pytest.mark.parametrize("name", ["z", "hgt", "gh", "geopotential_height"])
@pytest.mark.parametrize("unit", ["m", "gpm", "geopotential meters", "dam"])
def test_p01_heights_become_geopotential(
    plain_dataset: Make, netcdf: Write, level_field: Field, name: str, unit: str
) -> None:
    heights = np.array([111.0, 1457.0, 5574.0]) / (10.0 if unit == "dam" else 1.0)
    path = netcdf(plain_dataset(**{"z": None, name: level_field(heights, unit)}))
    assert read(path, "z", levels_hpa=(500,)).values == pytest.approx(5574.0 * 9.80665, rel=1e-6)


def test_p01_a_mislabelled_height_is_refused_not_multiplied(
    plain_dataset: Make, netcdf: Write, level_field: Field
) -> None:
    as_height = netcdf(plain_dataset(z=level_field([111, 1457, 5574], "m2 s-2")), "a.nc")
    assert error_of(as_height, "z").code == "implausible_values"
    as_geopotential = level_field(np.array([111, 1457, 5574]) * 9.80665, "gpm")
    path = netcdf(plain_dataset(z=None, gh=as_geopotential), "b.nc")
    error = error_of(path, "z")
    assert error.code == "implausible_values"
    assert "geopotential height" in error.message


@pytest.mark.parametrize(
    ("unit", "factor"), [("Pa", 1.0), ("hPa", 100.0), ("millibars", 100.0), ("mb", 100.0)]
)
def test_p03_pressure_units(
    plain_dataset: Make, netcdf: Write, surface_field: Field, unit: str, factor: float
) -> None:
    path = netcdf(plain_dataset(msl=surface_field(101300.0 / factor, unit)))
    assert read(path, "msl").values == pytest.approx(101300.0)


def test_p03_hectopascals_called_pascals_are_refused(
    plain_dataset: Make, netcdf: Write, surface_field: Field
) -> None:
    path = netcdf(plain_dataset(msl=surface_field(1013.0, "Pa")))
    error = error_of(path, "msl")
    assert error.code == "implausible_values"
    assert "units attribute" in error.message
    assert "implausible_values" in codes(inspect_source(open_source([path])))


@pytest.mark.parametrize(
    ("coordinate", "unit"),
    [([100000, 85000, 50000], "Pa"), ([1000, 850, 500], "hPa"), ([1000, 850, 500], None)],
)
def test_p03_levels_in_pascal(
    plain_dataset: Make, netcdf: Write, coordinate: list[int], unit: str | None
) -> None:
    attrs = {"units": unit} if unit else {}
    dataset = plain_dataset().assign_coords(level=("level", coordinate, attrs))
    assert read(netcdf(dataset), "t")["level"].values.tolist() == [500.0, 850.0, 1000.0]


def test_p04_celsius_is_shifted_once(
    plain_dataset: Make, netcdf: Write, surface_field: Field
) -> None:
    path = netcdf(plain_dataset(t2m=surface_field(15.0, "degC")))
    assert read(path, "t2m").values == pytest.approx(288.15)
    bare = netcdf(plain_dataset(t2m=surface_field(15.0)), "bare.nc")
    assert error_of(bare, "t2m").code == "implausible_values"


def test_p05_specific_humidity_in_grams(
    plain_dataset: Make, netcdf: Write, level_field: Field
) -> None:
    good = netcdf(plain_dataset(q=level_field([12.0, 6.0, 1.0], "g/kg")), "a.nc")
    assert read(good, "q").values.max() == pytest.approx(0.012)
    bad = netcdf(plain_dataset(q=level_field([12.0, 6.0, 1.0], "kg/kg")), "b.nc")
    assert error_of(bad, "q").code == "implausible_values"


def test_p05_mixing_ratio_is_not_specific_humidity(
    plain_dataset: Make, netcdf: Write, level_field: Field
) -> None:
    path = netcdf(plain_dataset(mixing_ratio=level_field(0.02, "kg kg-1")))
    assert read(path, "q").values == pytest.approx(0.02 / 1.02)


def test_p06_relative_humidity_in_percent_or_as_fraction(
    plain_dataset: Make, netcdf: Write, level_field: Field
) -> None:
    percent = netcdf(plain_dataset(r=level_field(50.0, "%")), "a.nc")
    fraction = netcdf(plain_dataset(r=level_field(0.5, "1")), "b.nc")
    unlabelled = netcdf(plain_dataset(r=level_field(50.0)), "c.nc")
    first = read(percent, "q")
    np.testing.assert_allclose(read(fraction, "q"), first)
    np.testing.assert_allclose(read(unlabelled, "q"), first)
    # 50 % over liquid water at 290 K and 1000 hPa: vapour pressure 9.59 hPa.
    assert first.sel(level=1000).values == pytest.approx(0.00599, rel=0.01)
    info = open_source([percent]).inventory().variable("q")
    assert info is not None and info.derived_from == ("t", "r")


@pytest.mark.parametrize(("unit", "factor"), [("knots", 0.514444), ("km/h", 1 / 3.6), ("m/s", 1)])
def test_p07_winds_in_knots(
    plain_dataset: Make, netcdf: Write, surface_field: Field, unit: str, factor: float
) -> None:
    path = netcdf(plain_dataset(u10=surface_field(30.0, unit)))
    assert read(path, "u10").values == pytest.approx(30.0 * factor, rel=1e-5)


@pytest.mark.parametrize("name", ["fg10", "i10fg", "gust", "max_wind_gust", "10fg6"])
def test_p07_gusts_have_a_name_of_their_own(
    plain_dataset: Make, netcdf: Write, surface_field: Field, name: str
) -> None:
    path = netcdf(plain_dataset(**{name: surface_field(25.0, "m s-1")}))
    info = open_source([path]).inventory().variable("fg10")
    assert info is not None and info.source_name == name
    assert info.interval_hours == (6.0 if name == "10fg6" else None)


def test_p09_snow_depth_is_not_water(
    plain_dataset: Make, netcdf: Write, surface_field: Field
) -> None:
    depth = netcdf(plain_dataset(sd=surface_field(0.3, "m")), "a.nc")
    error = error_of(depth, "sd")
    assert error.code == "snow_depth_not_water"
    water = netcdf(plain_dataset(sd=surface_field(0.03, "m of water equivalent")), "b.nc")
    assert read(water, "sd").values == pytest.approx(30.0)


def test_p10_geometric_vertical_velocity_is_not_omega(
    plain_dataset: Make, netcdf: Write, level_field: Field
) -> None:
    path = netcdf(plain_dataset(w=level_field(0.1, "m s-1")), "a.nc")
    assert error_of(path, "w").code == "geometric_vertical_velocity"
    omega = netcdf(plain_dataset(w=level_field(-0.5, "Pa s**-1")), "b.nc")
    assert read(omega, "w").values == pytest.approx(-0.5)


def test_p16_p17_p18_orientation_never_matters(plain_dataset: Make, netcdf: Write) -> None:
    base = plain_dataset(times=1)
    digests = set()
    for number, (lat, lon, level, dims) in enumerate(itertools.product([False, True], repeat=4)):
        dataset = base
        if lat:
            dataset = dataset.isel(latitude=slice(None, None, -1))
        if lon:
            turned = ("longitude", dataset["longitude"].values - 360.0, {"units": "degrees_east"})
            dataset = dataset.assign_coords(longitude=turned)
        if level:
            dataset = dataset.isel(level=slice(None, None, -1))
        if dims:
            dataset = dataset.transpose("longitude", "level", "time", "latitude")
        path = netcdf(dataset, f"{number}.nc")
        request = FieldRequest(variables=("u", "msl"), region="102,31,108,38")
        digests.add(field_digest(open_source([path]).load(request)))
    assert len(digests) == 1


def test_p17_a_global_grid_from_minus_180_gives_the_pacific(netcdf: Write) -> None:
    longitude = np.arange(-180.0, 180.0, 2.0)
    latitude = np.arange(-90.0, 91.0, 2.0)
    values = np.broadcast_to(
        101325 + 10 * np.cos(np.deg2rad(longitude)), (1, latitude.size, longitude.size)
    )
    dataset = xr.Dataset(
        {"msl": (("time", "latitude", "longitude"), values, {"units": "Pa"})},
        coords={
            "time": ("time", [0], {"units": "hours since 2026-01-01"}),
            "latitude": latitude,
            "longitude": longitude,
        },
    )
    found = read(netcdf(dataset), "msl", region="170,-10,-170,10")
    assert found["longitude"].values.tolist() == np.arange(170.0, 191.0, 2.0).tolist()
    expected = 101325 + 10 * np.cos(np.deg2rad(found["longitude"].values))
    np.testing.assert_allclose(found.values[0, 0], expected, rtol=1e-6)


def test_a_repeated_cyclic_column_is_dropped(netcdf: Write) -> None:
    longitude = np.arange(0.0, 361.0, 10.0)
    dataset = xr.Dataset(
        {"msl": (("time", "lat", "lon"), np.full((1, 3, longitude.size), 1e5), {"units": "Pa"})},
        coords={
            "time": ("time", [0], {"units": "hours since 2026-01-01"}),
            "lat": ("lat", [10.0, 20.0, 30.0]),
            "lon": ("lon", longitude),
        },
    )
    grid = open_source([netcdf(dataset)]).inventory().grid
    assert grid is not None and grid.cyclic and grid.shape == (3, 36)


def test_p18_levels_match_exactly(plain_dataset: Make, netcdf: Write) -> None:
    path = netcdf(plain_dataset())
    assert read(path, "t", levels_hpa=(850.0,)).values == pytest.approx(280.0)
    error = error_of(path, "t", levels_hpa=(875.0,))
    assert error.code == "missing_level"
    assert "500, 850, 1000 hPa" in error.message


def test_p22_two_dimensional_coordinates_without_a_mapping_are_refused(netcdf: Write) -> None:
    lon, lat = np.meshgrid(np.linspace(100, 110, 5), np.linspace(30, 40, 4))
    dataset = xr.Dataset(
        {"msl": (("time", "y", "x"), np.full((1, 4, 5), 1e5), {"units": "Pa"})},
        coords={
            "time": ("time", [0], {"units": "hours since 2026-01-01"}),
            "lat": (("y", "x"), lat + 0.1 * lon, {"units": "degrees_north"}),
            "lon": (("y", "x"), lon - 0.1 * lat, {"units": "degrees_east"}),
        },
    )
    with pytest.raises(InputDataError) as caught:
        open_source([netcdf(dataset)])
    assert caught.value.code == "unknown_projection"


def test_p31_packed_values_fill_values_and_offsets(
    plain_dataset: Make, netcdf: Write, surface_field: Field
) -> None:
    packed = np.full((2, 11, 12), 1000, dtype="int16")
    packed[0, 0, 0] = -32767
    packed[1, 2, 3] = -32768
    attrs = {
        "units": "K",
        "scale_factor": 0.01,
        "add_offset": 270.0,
        "_FillValue": np.int16(-32767),
        "missing_value": np.int16(-32768),
    }
    dataset = plain_dataset(t2m=(("time", "latitude", "longitude"), packed, attrs))
    path = netcdf(dataset)
    found = read(path, "t2m")
    assert int(found.isnull().sum()) == 2
    assert float(found.max()) == float(found.min()) == pytest.approx(280.0)
    info = inspect_source(open_source([path])).variable("t2m")
    assert info is not None and info.missing_fraction == pytest.approx(2 / 264, abs=1e-3)


def test_p31_an_undeclared_fill_value_is_masked_with_a_note(
    plain_dataset: Make, netcdf: Write, surface_field: Field
) -> None:
    values = np.full((2, 11, 12), 280.0)
    values[:, :4] = 9999.0
    path = netcdf(plain_dataset(t2m=surface_field(values, "K")))
    found = open_source([path]).load(FieldRequest(variables=("t2m",)))
    assert float(found["t2m"].max()) == 280.0
    assert "undeclared fill value" in found.attrs["warnings"][0]


def test_p31_a_sound_valid_range_masks_and_a_wrong_one_does_not(
    plain_dataset: Make, netcdf: Write, surface_field: Field
) -> None:
    values = np.full((2, 11, 12), 280.0)
    values[0, 0] = 199.0
    sound = surface_field(values, "K", valid_range=np.array([200.0, 330.0]))
    assert int(read(netcdf(plain_dataset(t2m=sound), "a.nc"), "t2m").isnull().sum()) == 12
    wrong = surface_field(values, "K", valid_range=np.array([0.0, 100.0]))
    path = netcdf(plain_dataset(t2m=wrong), "b.nc")
    assert not bool(read(path, "t2m").isnull().any())
    assert "valid_range_ignored" in codes(open_source([path]).inventory())


def test_units_of_another_quantity_are_refused(
    plain_dataset: Make, netcdf: Write, surface_field: Field
) -> None:
    path = netcdf(plain_dataset(u10=surface_field(5.0, "kg m-3")))
    assert error_of(path, "u10").code == "invalid_unit"


def test_a_missing_field_names_what_there_is(plain_dataset: Make, netcdf: Write) -> None:
    error = error_of(netcdf(plain_dataset()), "sp")
    assert error.code == "missing_variable"
    assert "sea-level pressure (msl), 2-m temperature (t2m)" in error.message
