"""Grids about a rotated pole: where their cells are, and which way their winds blow."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path
from typing import Any

import eccodes
import numpy as np
import pytest
import xarray as xr

from diagnostics.constants import EARTH_RADIUS
from diagnostics.errors import InputDataError
from diagnostics.fields import open_source
from diagnostics.grid.geometry import grid_of
from diagnostics.grid.metric import projected_metric
from diagnostics.ports import FieldRequest

ROTATED = "rotated_latitude_longitude"
POLE = (39.25, -162.0)
"""Latitude and longitude of the north pole of the grid of EURO-CORDEX."""
RLAT, RLON = np.arange(-6.0, 6.1, 0.5), np.arange(-5.0, 5.1, 0.5)


def on_earth(rlat: Any, rlon: Any) -> tuple[Any, Any]:
    """Latitude and longitude by turning unit vectors, without any code for projections."""
    phi, lam = np.deg2rad(rlat), np.deg2rad(rlon)
    x, y, z = np.cos(phi) * np.cos(lam), np.cos(phi) * np.sin(lam), np.sin(phi)
    # The grid's equator crosses its meridian 0 on the side of the earth's equator.
    tilt = np.deg2rad(90.0 - POLE[0])
    x, z = np.cos(tilt) * x - np.sin(tilt) * z, np.sin(tilt) * x + np.cos(tilt) * z
    longitude = np.rad2deg(np.arctan2(y, x)) + POLE[1] + 180.0
    return np.rad2deg(np.arcsin(z)), np.mod(longitude + 180.0, 360.0) - 180.0


def west_wind(rlat: Any, rlon: Any, speed: float = 10.0) -> tuple[Any, Any]:
    """Components along the grid of a wind from the west, from small steps along its rows."""
    step = 1e-4
    lat_0, lon_0 = on_earth(rlat, rlon - step)
    lat_1, lon_1 = on_earth(rlat, rlon + step)
    east = (lon_1 - lon_0) * np.cos(np.deg2rad(0.5 * (lat_0 + lat_1)))
    angle = np.arctan2(lat_1 - lat_0, east)
    return speed * np.cos(angle), -speed * np.sin(angle)


def rotated(
    pole: tuple[float, float] = POLE,
    *,
    along_grid: bool = True,
    own: bool = True,
    radians: bool = False,
) -> xr.Dataset:
    columns, rows = np.meshgrid(RLON, RLAT)
    latitude, longitude = on_earth(rows, columns)
    u, v = west_wind(rows, columns)
    if not along_grid:
        u, v = np.full_like(u, 10.0), np.zeros_like(v)
    side = (
        ("grid_eastward_wind", "grid_northward_wind")
        if along_grid
        else (
            "eastward_wind",
            "northward_wind",
        )
    )
    scale, unit = (np.deg2rad(1.0), "radians") if radians else (1.0, "degrees")
    mapping = {
        "grid_mapping_name": ROTATED,
        "grid_north_pole_latitude": pole[0],
        "grid_north_pole_longitude": pole[1],
    }
    fields = {
        name: (
            ("time", "rlat", "rlon"),
            values[np.newaxis],
            {"units": "m s-1", "standard_name": standard, "grid_mapping": "rotated_pole"},
        )
        for name, values, standard in zip(("U_10M", "V_10M"), (u, v), side, strict=True)
    }
    data = xr.Dataset(
        {**fields, "rotated_pole": ((), 0, mapping)},
        coords={
            "time": ("time", np.array(["2026-07-05T00"], "datetime64[ns]")),
            "rlat": ("rlat", RLAT * scale, {"standard_name": "grid_latitude", "units": unit}),
            "rlon": ("rlon", RLON * scale, {"standard_name": "grid_longitude", "units": unit}),
        },
    )
    if not own:
        return data
    return data.assign_coords(
        lat=(("rlat", "rlon"), latitude, {"units": "degrees_north"}),
        lon=(("rlat", "rlon"), longitude, {"units": "degrees_east"}),
    )


def check_west_wind(source: Any) -> None:
    columns, rows = np.meshgrid(RLON, RLAT)
    latitude, longitude = on_earth(rows, columns)
    found = source.load(FieldRequest(variables=("u10", "v10")))
    np.testing.assert_allclose(found["latitude"], latitude, atol=2e-3)
    np.testing.assert_allclose(found["longitude"], longitude, atol=2e-3)
    np.testing.assert_allclose(found["u10"][0], 10.0, atol=0.01)
    np.testing.assert_allclose(found["v10"][0], 0.0, atol=0.01)


@pytest.mark.parametrize(
    "options",
    [{}, {"own": False}, {"along_grid": False}, {"radians": True}],
    ids=["own latitudes", "mapping alone", "winds to the compass", "radians"],
)
def test_cells_and_winds_are_those_of_the_earth(
    netcdf: Callable[..., Path], options: dict[str, bool]
) -> None:
    source = open_source(netcdf(rotated(**options)))
    assert source.inventory().findings == ()
    check_west_wind(source)


@pytest.mark.parametrize("pole", [(-39.25, 18.0), (39.25, 18.0)], ids=["south", "other side"])
def test_the_latitudes_of_the_file_say_which_pole_is_meant(
    netcdf: Callable[..., Path], pole: tuple[float, float]
) -> None:
    source = open_source(netcdf(rotated(pole)))
    assert [item.code for item in source.inventory().findings] == ["pole_from_coordinates"]
    check_west_wind(source)


def test_a_mapping_that_no_pole_of_the_file_explains_is_refused(
    netcdf: Callable[..., Path],
) -> None:
    with pytest.raises(InputDataError, match="do not fit its grid_mapping"):
        open_source(netcdf(rotated((39.25, -150.0))))


def test_a_grib_message_about_a_rotated_pole_lies_where_its_decoder_says(
    grib_file: Callable[..., Path], box_keys: Callable[..., dict[str, Any]]
) -> None:
    columns, rows = np.meshgrid(RLON, RLAT)
    u, v = west_wind(rows, columns)
    keys = {
        "gridType": "rotated_ll",
        **box_keys(),
        "Ni": RLON.size,
        "Nj": RLAT.size,
        "latitudeOfFirstGridPointInDegrees": float(RLAT[0]),
        "latitudeOfLastGridPointInDegrees": float(RLAT[-1]),
        "longitudeOfFirstGridPointInDegrees": float(RLON[0]) % 360.0,
        "longitudeOfLastGridPointInDegrees": float(RLON[-1]),
        "iDirectionIncrementInDegrees": 0.5,
        "jDirectionIncrementInDegrees": 0.5,
        "jScansPositively": 1,
        "latitudeOfSouthernPoleInDegrees": -POLE[0],
        "longitudeOfSouthernPoleInDegrees": POLE[1] + 180.0,
        "uvRelativeToGrid": 1,
    }
    path = grib_file(
        [
            ({**keys, "shortName": "10u"}, u),
            ({**keys, "shortName": "10v"}, v),
        ]
    )
    with path.open("rb") as stream:
        handle = eccodes.codes_grib_new_from_file(stream)
        decoded = eccodes.codes_get_array(handle, "latLonValues").reshape(-1, 3)
        eccodes.codes_release(handle)
    latitude, _ = on_earth(rows, columns)
    np.testing.assert_allclose(decoded[:, 0].reshape(latitude.shape), latitude, atol=1e-3)
    check_west_wind(open_source(path))


def test_the_metric_is_that_of_the_sphere_about_the_other_pole() -> None:
    columns, rows = np.meshgrid(RLON, RLAT)
    latitude, longitude = on_earth(rows, columns)
    mapping = {
        "grid_mapping_name": ROTATED,
        "grid_north_pole_latitude": POLE[0],
        "grid_north_pole_longitude": POLE[1],
        "earth_radius": 6371229.0,
    }
    metric = projected_metric(latitude, longitude, mapping)
    np.testing.assert_allclose(np.rad2deg(metric.y / EARTH_RADIUS), RLAT, atol=1e-6)
    np.testing.assert_allclose(np.rad2deg(metric.x / EARTH_RADIUS), RLON, atol=1e-6)
    along, across = west_wind(rows, columns, 1.0)
    np.testing.assert_allclose(metric.cos_angle, along, atol=1e-4)
    np.testing.assert_allclose(metric.sin_angle, across, atol=1e-4)


def test_derivatives_are_those_of_the_sphere(netcdf: Callable[..., Path]) -> None:
    # A wind that turns with the earth: vorticity 2 w sin(latitude), no divergence; the Laplacian
    # of sin(latitude) is -2 sin(latitude) / a**2 (analytic, on the sphere).
    columns, rows = np.meshgrid(RLON, RLAT)
    latitude, _ = on_earth(rows, columns)
    found = open_source(netcdf(rotated())).load(FieldRequest(variables=("u10", "v10")))
    grid = grid_of(found)
    sine = np.sin(np.deg2rad(latitude))
    spin = 20.0 / EARTH_RADIUS
    u, v = 20.0 * np.cos(np.deg2rad(latitude)), np.zeros_like(latitude)
    inner = np.s_[2:-2, 2:-2]
    np.testing.assert_allclose(grid.vorticity(u, v)[inner], 2 * spin * sine[inner], rtol=2e-3)
    np.testing.assert_allclose(grid.divergence(u, v)[inner], 0.0, atol=2e-3 * spin)
    curved = grid.laplacian(sine)[inner] * EARTH_RADIUS**2
    np.testing.assert_allclose(curved, -2.0 * sine[inner], rtol=1e-2)
    area = np.cos(np.deg2rad(rows)) * (np.deg2rad(0.5) * EARTH_RADIUS) ** 2
    np.testing.assert_allclose(grid.cell_area[inner], area[inner], rtol=1e-3)
