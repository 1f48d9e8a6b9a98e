"""What stands beside a criterion: where winds blow from, gusts, temperatures."""

from __future__ import annotations

import numpy as np
import pandas as pd
import pytest
from pyproj import Proj

from diagnostics.contracts.enums import EventType, Firing
from diagnostics.detection.events.beside import (
    AT_PEAK,
    HIGHEST,
    HIGHEST_AT_PEAK,
    LOWEST,
    LOWEST_AT_PEAK,
)

GALE = EventType.GALE


def hourly(count: int, step: str = "1h"):
    return pd.date_range("2024-01-01T00:00", periods=count, freq=step)


def apart(one: float, other: float) -> float:
    return abs((one - other + 180.0) % 360.0 - 180.0)


@pytest.mark.parametrize("south", [30.0, -33.0])
@pytest.mark.parametrize("angle", range(0, 360, 40))
def test_a_turned_wind_has_a_turned_direction(dataset, classified, south, angle):
    speed = np.random.default_rng(7).uniform(18.0, 30.0, (3, 12, 16))
    came_from = np.random.default_rng(8).uniform(0.0, 360.0, (3, 12, 16)) + angle
    flow = np.radians(came_from + 180.0)
    data = dataset(hourly(3), south=south, u10=speed * np.sin(flow), v10=speed * np.cos(flow))
    found = classified(data).assessment(GALE)
    at = np.unravel_index(speed.argmax(), speed.shape)
    assert found.metrics.peak == pytest.approx(speed.max(), rel=1e-5)
    assert apart(found.metrics.peak_from_deg, came_from[at]) < 0.1
    assert apart(found.objects[0].peak_from_deg, came_from[at]) < 0.1
    assert found.measured.from_deg == found.metrics.peak_from_deg


def test_a_gale_has_its_strongest_gust_beside_it(dataset, classified):
    gust = np.full((4, 12, 16), 22.0)
    gust[2, 5, 6] = 31.0
    data = dataset(hourly(4), u10=19.0, v10=0.0, fg10=gust, intervals={"fg10": 1.0})
    found = classified(data).assessment(GALE)
    other = {"10-m wind": "10-m gust", "10-m gust": "10-m wind"}[found.metrics.quantity]
    values = {found.metrics.quantity: found.measured, other: found.beside[0]}
    assert found.beside[0].quantity == other
    strongest = values["10-m gust"]
    assert strongest.value == pytest.approx(31.0)
    assert strongest.time == pd.Timestamp("2024-01-01T02:00Z")
    assert (strongest.latitude, strongest.longitude) == (31.25, 111.5)
    assert strongest.from_deg == values["10-m wind"].from_deg == 270.0


def test_a_gust_of_an_interval_in_which_the_wind_turns_has_no_direction(dataset, classified):
    times = hourly(3, "6h")
    turning = dataset(
        times, u10=[0, 0, 9.0], v10=[9.0, 9, 0], fg10=[0, 20, 25.0], intervals={"fg10": 6.0}
    )
    found = classified(turning).assessment(GALE)
    assert found.metrics.quantity == "10-m gust"
    assert found.metrics.peak_from_deg is None
    steady = dataset(times, u10=0.0, v10=9.0, fg10=[0, 20, 25.0], intervals={"fg10": 6.0})
    assert classified(steady).assessment(GALE).metrics.peak_from_deg == 180.0


def test_gusts_alone_have_no_direction(dataset, classified):
    found = classified(dataset(hourly(3), fg10=25.0)).assessment(GALE)
    assert found.firing is Firing.FIRED
    assert found.metrics.peak_from_deg is None
    assert found.beside == ()


def test_snow_has_the_temperature_of_its_place(dataset, classified):
    times = hourly(13)
    warmth = 273.15 + np.linspace(-6.0, -3.0, 13)
    snow = np.full(13, 1.0)
    snow[6] = 4.0
    fields = {"tp": snow, "sf": snow}
    data = dataset(times, t2m=warmth, intervals={"tp": 1.0, "sf": 1.0}, **fields)
    found = classified(data).assessment(EventType.SNOWSTORM)
    values = {item.quantity: item.value for item in found.beside}
    assert found.firing is Firing.FIRED
    assert values[AT_PEAK] == pytest.approx(-4.5, abs=1e-3)
    assert values[LOWEST_AT_PEAK] == pytest.approx(-6.0, abs=0.3)
    assert values[HIGHEST_AT_PEAK] == pytest.approx(-3.0, abs=1e-3)


def test_a_cold_wave_has_its_lowest_and_highest_temperature(dataset, classified):
    times = hourly(24 * 5)
    warmth = np.where(np.arange(times.size) < 48, 285.0, 265.0)[:, None, None] + np.zeros((12, 16))
    warmth[100, 3, 4] = 255.0
    warmth[10, 2, 5] = 290.0
    found = classified(dataset(times, t2m=warmth), timezone="UTC").assessment(EventType.COLD_WAVE)
    lowest, highest = found.beside
    assert (lowest.quantity, highest.quantity) == (LOWEST, HIGHEST)
    assert lowest.value == pytest.approx(255.0 - 273.15, abs=1e-3)
    assert lowest.time == pd.Timestamp(times[100], tz="UTC")
    assert (lowest.latitude, lowest.longitude) == (30.75, 111.0)
    assert highest.value == pytest.approx(290.0 - 273.15, abs=1e-3)


def test_winds_of_a_projected_grid_are_given_by_true_north(tmp_path):
    import xarray as xr

    from diagnostics.contracts.space_time import TimeWindow
    from diagnostics.detection.events import classify
    from diagnostics.fields import open_source

    mapping = {
        "grid_mapping_name": "lambert_conformal_conic",
        "standard_parallel": 35.0,
        "longitude_of_central_meridian": 262.0,
        "latitude_of_projection_origin": 35.0,
        "earth_radius": 6371229.0,
    }
    lambert = Proj(proj="lcc", lat_1=35, lat_2=35, lat_0=35, lon_0=262, R=6371229)
    x, y = 1.5e6 + 5e4 * np.arange(14.0), -2e5 + 5e4 * np.arange(12.0)
    longitude, latitude = lambert(*np.meshgrid(x, y), inverse=True)
    along = {"grid_mapping": "crs", "units": "m s-1", "coordinates": "latitude longitude"}
    size = (2, y.size, x.size)
    data = xr.Dataset(
        {
            "u": (("time", "y", "x"), np.full(size, 20.0), {**along, "standard_name": "x_wind"}),
            "v": (("time", "y", "x"), np.zeros(size), {**along, "standard_name": "y_wind"}),
            "crs": ((), 0, mapping),
        },
        coords={
            "time": pd.date_range("2024-01-01", periods=2, freq="6h"),
            "y": ("y", y, {"standard_name": "projection_y_coordinate", "units": "m"}),
            "x": ("x", x, {"standard_name": "projection_x_coordinate", "units": "m"}),
            "latitude": (("y", "x"), latitude, {"units": "degrees_north"}),
            "longitude": (("y", "x"), longitude, {"units": "degrees_east"}),
            "height": ((), 10.0, {"standard_name": "height", "units": "m", "positive": "up"}),
        },
    )
    data["u"].attrs["long_name"] = "10 m wind along x"
    path = tmp_path / "lambert.nc"
    data.rename(u="u10", v="v10").to_netcdf(path)
    source = open_source([path])
    known = source.inventory()
    window = TimeWindow(start=known.times[0], end=known.times[-1])
    found = classify(source, known.grid.region, window).assessment(GALE)
    east_of_axis = found.metrics.peak_longitude + 98.0
    assert east_of_axis > 10.0
    turned = np.sin(np.radians(35.0)) * east_of_axis
    assert found.metrics.peak == pytest.approx(20.0, rel=1e-4)
    assert apart(found.metrics.peak_from_deg, 270.0 + turned) < 0.2
