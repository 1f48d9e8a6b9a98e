"""Files in the conventions of climate models, satellites and reanalyses give their fields."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path
from typing import Any

import numpy as np
import pyproj
import pytest
import xarray as xr

from diagnostics.errors import InputDataError
from diagnostics.fields import open_source
from diagnostics.ports import FieldRequest, FieldSource

Write = Callable[..., Path]
LATITUDE = np.arange(50.0, 44.5, -0.5)
LONGITUDE = np.arange(5.0, 12.5, 0.5)
SURFACE = ("time", "lat", "lon")
SHAPE = (LATITUDE.size, LONGITUDE.size)
DRY = 287.04749097718457


def along_time(hours: Any, **attrs: Any) -> tuple[Any, ...]:
    values = np.asarray(hours, dtype=float)
    return "time", values, {"units": "hours since 2024-01-10 00:00:00", **attrs}


def made(data: dict[str, Any], hours: Any, *, attrs: Any = None, **time: Any) -> xr.Dataset:
    coords = {
        "time": along_time(hours, **time),
        "lat": ("lat", LATITUDE, {"units": "degrees_north"}),
        "lon": ("lon", LONGITUDE, {"units": "degrees_east"}),
    }
    dataset = xr.Dataset(data, coords=coords, attrs=attrs)
    for variable in dataset.variables.values():
        variable.encoding["_FillValue"] = None
    return dataset


def over_time(value: Any, count: int, **attrs: Any) -> tuple[Any, ...]:
    values = np.broadcast_to(np.asarray(value, dtype=float).reshape(-1, 1, 1), (count, *SHAPE))
    return SURFACE, values.copy(), attrs


def read(source: FieldSource, name: str, **more: Any) -> xr.DataArray:
    return source.load(FieldRequest(variables=(name,), **more))[name]


def codes(source: FieldSource) -> set[str]:
    return {item.code for item in source.inventory().findings}


@pytest.mark.parametrize(
    ("name", "unit", "factor"),
    [("pr", "kg m-2 s-1", 3600.0), ("PRECT", "m/s", 3.6e6), ("precipitation", "mm/hr", 1.0)],
)
@pytest.mark.parametrize("place", ["begin", "middle", "end"])
def test_rates_are_amounts_of_their_bounds(
    netcdf: Write, name: str, unit: str, factor: float, place: str
) -> None:
    bounds = np.array([[0.0, 6.0], [6.0, 12.0], [12.0, 18.0]])
    times = bounds @ {"begin": [1, 0], "middle": [0.5, 0.5], "end": [0, 1]}[place]
    data = {
        name: over_time(np.array([1.0, 2.0, 3.0]) / factor, 3, units=unit),
        "time_bnds": (("time", "nv"), bounds),
    }
    source = open_source([netcdf(made(data, times, bounds="time_bnds"))])
    rain = read(source, "tp")
    assert rain.attrs["interval_hours"] == 6.0
    assert str(rain["time"].values[0])[:13] == "2024-01-10T06"
    np.testing.assert_allclose(rain.values[:, 0, 0], [6.0, 12.0, 18.0], rtol=1e-6)


def test_a_rate_without_an_interval_is_refused(netcdf: Write) -> None:
    data = {"prate": over_time(1e-4, 3, units="kg m-2 s-1")}
    with pytest.raises(InputDataError) as caught:
        open_source([netcdf(made(data, [0, 6, 12]))])
    assert caught.value.code == "unknown_accumulation"
    assert "bounds" in str(caught.value)


def test_averages_of_merra_lie_around_their_times(netcdf: Write) -> None:
    data = {"PRECTOT": over_time(1.0 / 3600.0, 2, units="kg m-2 s-1")}
    title = {"Title": "MERRA2 tavg1_2d_flx_Nx: 1-Hourly, Time-Averaged"}
    dataset = made(data, [0.5, 1.5], attrs=title, time_increment=10000)
    rain = read(open_source([netcdf(dataset)]), "tp")
    assert rain.attrs["interval_hours"] == 1.0
    assert str(rain["time"].values[0])[:16] == "2024-01-10T01:00"
    np.testing.assert_allclose(rain, 1.0, rtol=1e-6)


def test_sums_over_time_fill_even_steps(netcdf: Write) -> None:
    data = {"tp": over_time(3.0, 4, units="kg m-2", cell_methods="time: sum")}
    source = open_source([netcdf(made(data, [0, 3, 6, 9]))])
    assert read(source, "tp").attrs["interval_hours"] == 3.0
    assert "interval_from_step" in codes(source)
    with pytest.raises(InputDataError):
        open_source([netcdf(made(data, [0, 3, 6, 10]), "uneven.nc")])


@pytest.mark.parametrize(("method", "field"), [("maximum", "mx2t"), ("minimum", "mn2t")])
@pytest.mark.parametrize("height", [1.5, 2.0])
def test_an_extreme_over_a_day_is_no_value_at_a_time(
    netcdf: Write, method: str, field: str, height: float
) -> None:
    attrs = {
        "standard_name": "air_temperature",
        "units": "K",
        "cell_methods": f"area: mean time: {method} within days",
        "coordinates": "height",
    }
    data = {
        "tas_extreme": over_time([280.0, 281.0], 2, **attrs),
        "height": ((), height, {"units": "m", "standard_name": "height"}),
        "time_bnds": (("time", "nv"), np.array([[0.0, 24.0], [24.0, 48.0]])),
    }
    source = open_source([netcdf(made(data, [12, 36], bounds="time_bnds"))])
    known = {item.name: item.interval_hours for item in source.inventory().variables}
    assert known == {field: 24.0}
    assert str(read(source, field)["time"].values[0])[:10] == "2024-01-11"


def test_a_mean_over_time_is_said(netcdf: Write) -> None:
    data = {"tas": over_time(280.0, 2, units="K", cell_methods="time: mean")}
    source = open_source([netcdf(made(data, [12, 36]))])
    assert read(source, "t2m").shape == (2, *SHAPE)
    assert "mean_over_time" in codes(source)


def test_an_extreme_that_no_field_stands_for_is_listed(netcdf: Write) -> None:
    data = {
        "tas": over_time(280.0, 2, units="K"),
        "psl": over_time(101000.0, 2, units="Pa", cell_methods="time: minimum"),
    }
    inventory = open_source([netcdf(made(data, [0, 6]))]).inventory()
    assert [item.name for item in inventory.variables] == ["t2m"]
    assert [item.name for item in inventory.left_out] == ["psl"]


def levels_of_sigma() -> np.ndarray:
    return np.linspace(0.05, 0.995, 24)


def profile(pressure: np.ndarray) -> np.ndarray:
    """A temperature that is linear in the logarithm of pressure."""
    return 288.0 + 45.0 * np.log(pressure / 1e5)


GROUND = np.linspace(96000.0, 102000.0, SHAPE[0])[:, None] + np.zeros(SHAPE)


def check_profile(source: FieldSource) -> None:
    found = read(source, "t", levels_hpa=(850.0, 500.0))
    wanted = profile(np.array([50000.0, 85000.0]))
    np.testing.assert_allclose(found.values[0, :, 3, 3], wanted, atol=0.05)


@pytest.mark.parametrize("style", ["hyam", "formula with p0", "formula with ap", "sigma"])
def test_levels_of_a_model_by_their_own_coefficients(netcdf: Write, style: str) -> None:
    sigma = levels_of_sigma()
    a, b = (np.zeros_like(sigma), sigma) if style == "sigma" else (9e3 * (1 - sigma), sigma**1.2)
    pressure = a[:, None, None] + b[:, None, None] * GROUND
    names = {
        "hyam": ("", {"hyam": ("lev", a / 1e5), "hybm": ("lev", b), "P0": ((), 1e5)}),
        "formula with p0": (
            "a: aa b: bb p0: p_zero ps: ps",
            {"aa": ("lev", a / 1e5), "bb": ("lev", b), "p_zero": ((), 1e5)},
        ),
        "formula with ap": ("ap: ap b: b ps: ps", {"ap": ("lev", a), "b": ("lev", b)}),
        "sigma": ("sigma: lev ps: ps ptop: top", {"top": ((), 0.0)}),
    }[style]
    kind = "sigma" if style == "sigma" else "hybrid_sigma_pressure"
    data = {
        "ta": (("time", "lev", "lat", "lon"), profile(pressure)[None], {"units": "K"}),
        "zg": (
            ("time", "lev", "lat", "lon"),
            -7500.0 * np.log(pressure / 1e5)[None],
            {"units": "m"},
        ),
        "ps": (SURFACE, GROUND[None], {"units": "Pa"}),
        **names[1],
    }
    dataset = made(data, [0])
    dataset = dataset.assign_coords(
        lev=(
            "lev",
            sigma,
            {
                "standard_name": f"atmosphere_{kind}_coordinate",
                **({"formula_terms": names[0]} if names[0] else {}),
            },
        )
    )
    source = open_source([netcdf(dataset)])
    check_profile(source)
    height = read(source, "z", levels_hpa=(500.0,)).values / 9.80665
    np.testing.assert_allclose(height, -7500.0 * np.log(0.5), atol=2.0)


def test_icon_on_its_levels_in_netcdf(netcdf: Write) -> None:
    faces = np.linspace(16000.0, 0.0, 33)
    middle = 0.5 * (faces[1:] + faces[:-1])
    column = np.broadcast_to((1e5 * np.exp(-middle / 7500.0))[:, None, None], (32, *SHAPE))
    on_levels = ("time", "height", "lat", "lon")
    data = {
        "temp": (on_levels, profile(column)[None], {"units": "K"}),
        "pres": (on_levels, column[None], {"units": "Pa"}),
        "qv": (on_levels, 0.0 * column[None], {"units": "kg kg-1"}),
        "w": (
            ("time", "height_4", "lat", "lon"),
            np.ones((1, 33, *SHAPE)),
            {"units": "m s-1", "standard_name": "upward_air_velocity"},
        ),
        "z_ifc": (
            ("height_4", "lat", "lon"),
            np.broadcast_to(faces[:, None, None], (33, *SHAPE)).copy(),
            {"units": "m"},
        ),
        "t_2m": over_time(280.0, 1, units="K"),
        "pres_msl": over_time(101000.0, 1, units="Pa"),
        "gust10": over_time(12.0, 1, units="m s-1"),
    }
    dataset = made(data, [0])
    generalized = {"standard_name": "height", "long_name": "generalized_height", "axis": "Z"}
    dataset = dataset.assign_coords(
        height=("height", np.arange(1.0, 33.0), generalized),
        height_4=("height_4", np.arange(1.0, 34.0), generalized),
    )
    source = open_source([netcdf(dataset)])
    check_profile(source)
    held = {item.name for item in source.inventory().variables}
    assert {"t", "q", "z", "w", "t2m", "msl", "fg10"} <= held
    height = read(source, "z", levels_hpa=(500.0,)).values / 9.80665
    np.testing.assert_allclose(height, -7500.0 * np.log(0.5), rtol=2e-3)
    omega = read(source, "w", levels_hpa=(500.0,)).values
    expected = -50000.0 / (DRY * profile(np.array(50000.0))) * 9.80665
    np.testing.assert_allclose(omega, expected, rtol=5e-3)


def test_totals_of_icon_run_from_their_dry_start(netcdf: Write) -> None:
    data = {"tot_prec": over_time([0.0, 2.0, 5.0], 3, units="kg m-2")}
    source = open_source([netcdf(made(data, [0, 3, 6]))])
    np.testing.assert_allclose(read(source, "tp").values[:, 0, 0], [2.0, 3.0])
    assert "interval_from_values" in codes(source)


def test_cells_without_rows_are_refused_with_a_cure(netcdf: Write) -> None:
    data = xr.Dataset(
        {"t_2m": (("time", "ncells"), np.full((1, 50), 280.0), {"units": "K"})},
        coords={"time": along_time([0])},
    )
    with pytest.raises(InputDataError) as caught:
        open_source([netcdf(data)])
    assert caught.value.code == "unsupported_grid"


@pytest.mark.parametrize(
    ("definition", "centre"),
    [
        ("+proj=lcc +lat_1=25 +lat_2=25 +lon_0=-95 +R=6371229", (-87.0, 40.0)),
        ("+proj=lcc +lat_1=30 +lat_2=60 +lat_0=45 +lon_0=10 +ellps=WGS84", (18.0, 50.0)),
        ("+proj=lcc +lat_1=-20 +lat_2=-50 +lon_0=140 +R=6371229", (150.0, -35.0)),
        ("+proj=stere +lat_0=90 +lat_ts=60 +lon_0=-105 +R=6371229", (-80.0, 65.0)),
        ("+proj=stere +lat_0=-90 +lat_ts=-60 +lon_0=170 +R=6371229", (-175.0, -70.0)),
    ],
)
def test_a_conformal_grid_is_known_by_its_coordinates(
    netcdf: Write, definition: str, centre: tuple[float, float]
) -> None:
    projection = pyproj.Proj(definition)
    x, y = projection(*centre)
    grid = np.meshgrid(x + 3e4 * np.arange(-15, 16), y + 3e4 * np.arange(-12, 13))
    longitude, latitude = projection(*grid, inverse=True)
    field = ("time", "y", "x")
    dataset = xr.Dataset(
        {
            "u10": (field, np.ones((1, 25, 31)), {"units": "m s-1", "standard_name": "x_wind"}),
            "v10": (field, np.zeros((1, 25, 31)), {"units": "m s-1", "standard_name": "y_wind"}),
        },
        coords={
            "time": along_time([0]),
            "latitude": (("y", "x"), latitude, {"units": "degrees_north"}),
            "longitude": (("y", "x"), longitude, {"units": "degrees_east"}),
        },
    )
    source = open_source([netcdf(dataset)])
    assert "projection_from_coordinates" in codes(source)
    wind = source.load(FieldRequest(variables=("u10", "v10")))
    # along the grid's x axis, as its own coordinates have it
    east = np.cos(np.deg2rad(latitude[12, 15])) * (longitude[12, 16] - longitude[12, 14])
    north = latitude[12, 16] - latitude[12, 14]
    angle = np.arctan2(wind["v10"].values[0, 12, 15], wind["u10"].values[0, 12, 15])
    assert float(angle) == pytest.approx(float(np.arctan2(north, east)), abs=2e-3)


def test_coordinates_on_no_known_map_stay_refused(netcdf: Write) -> None:
    y, x = np.meshgrid(np.arange(12.0), np.arange(15.0), indexing="ij")
    dataset = xr.Dataset(
        {"t2m": (("time", "y", "x"), np.full((1, 12, 15), 280.0), {"units": "K"})},
        coords={
            "time": along_time([0]),
            "latitude": (("y", "x"), 40 + y + 0.3 * np.sin(x), {"units": "degrees_north"}),
            "longitude": (("y", "x"), 5 + x + 0.3 * np.cos(y), {"units": "degrees_east"}),
        },
    )
    with pytest.raises(InputDataError) as caught:
        open_source([netcdf(dataset)])
    assert caught.value.code == "unknown_projection"


def test_radians_called_degrees_are_refused(netcdf: Write) -> None:
    dataset = made({"t2m": over_time(280.0, 1, units="K")}, [0])
    dataset = dataset.assign_coords(
        lat=("lat", np.deg2rad(LATITUDE), {"units": "degrees_north"}),
        lon=("lon", np.deg2rad(LONGITUDE), {"units": "degrees_east"}),
    )
    with pytest.raises(InputDataError) as caught:
        open_source([netcdf(dataset)])
    assert caught.value.code == "irregular_axis"
    assert "radians" in str(caught.value)


def test_a_fine_grid_at_the_equator_is_no_radians(netcdf: Write) -> None:
    dataset = made({"t2m": over_time(300.0, 1, units="K")}, [0])
    dataset = dataset.assign_coords(
        lat=("lat", np.arange(11) * 0.1 - 0.5, {"units": "degrees_north"}),
        lon=("lon", np.arange(15) * 0.1, {"units": "degrees_east"}),
    )
    assert open_source([netcdf(dataset)]).inventory().variable("t2m") is not None


def test_mean_rates_in_grib_are_amounts(grib_file: Write, box_keys: Callable[..., Any]) -> None:
    average = {"productDefinitionTemplateNumber": 8, "typeOfStatisticalProcessing": 0}
    messages = [
        (
            box_keys(
                **average,
                discipline=0,
                parameterCategory=1,
                parameterNumber=7,
                typeOfFirstFixedSurface=1,
                stepRange=f"{hour - 6}-{hour}",
            ),
            np.full((3, 4), 1e-4),
        )
        for hour in (6, 12)
    ]
    source = open_source([grib_file(messages)])
    rain = read(source, "tp")
    assert rain.attrs["interval_hours"] == 6.0
    np.testing.assert_allclose(rain, 2.16, rtol=1e-3)
