"""Kinds of gale by their structure, estimated gusts, and freezing rain by its positive area."""

from __future__ import annotations

from typing import Any

import numpy as np
import pytest
import xarray as xr

from diagnostics.contracts.enums import EventType, Firing
from diagnostics.contracts.space_time import Region, TimeWindow
from diagnostics.detection.events import classify
from diagnostics.fields.memory import MemorySource
from diagnostics.grid.distance import great_circle_km

GALE = EventType.GALE
TIMES = np.array(["2020-08-01T00", "2020-08-02T00"], dtype="datetime64[ns]")
PERIOD = TimeWindow(start="2020-08-01T00:00:00Z", end="2020-08-02T00:00:00Z")
LEVELS = np.array([300.0, 500.0, 700.0, 850.0, 925.0, 1000.0])


def state(**surface: Any) -> xr.Dataset:
    """Two days over a quarter of a million square kilometres, fields given at the surface."""
    latitude = 10.0 + 0.5 * np.arange(41)
    longitude = 130.0 + 0.5 * np.arange(41)
    coords = {"time": TIMES, "level": LEVELS, "latitude": latitude, "longitude": longitude}
    size = (2, latitude.size, longitude.size)
    data: dict[str, Any] = {}
    for name, (values, unit) in surface.items():
        array = np.asarray(values, dtype=np.float64)
        if array.ndim == 4 or name in ("u", "v", "t", "z", "q"):
            dims: tuple[str, ...] = ("time", "level", "latitude", "longitude")
            shaped = np.broadcast_to(array, (2, LEVELS.size, *size[1:]))
        elif name in ("orog", "lsm"):
            dims, shaped = ("latitude", "longitude"), np.broadcast_to(array, size[1:])
        else:
            dims, shaped = ("time", "latitude", "longitude"), np.broadcast_to(array, size)
        data[name] = (dims, shaped.astype(np.float32), {"units": unit})
    return xr.Dataset(data, coords=coords)


def assessed(data: xr.Dataset) -> Any:
    region = Region(west=133, south=13, east=147, north=27)
    return classify(MemorySource(data), region, PERIOD, preset="cma").assessment(GALE)


def cyclone(*, warm: bool) -> xr.Dataset:
    latitude = (10.0 + 0.5 * np.arange(41))[:, None]
    longitude = (130.0 + 0.5 * np.arange(41))[None, :]
    distance = great_circle_km(20.0, 140.0, latitude, longitude)
    wind = 40.0 * (distance / 100.0) * np.exp(1.0 - distance / 100.0)
    bearing = np.arctan2(latitude - 20.0, longitude - 140.0)
    u, v = -wind * np.sin(bearing), wind * np.cos(bearing)
    core = np.exp(-((distance / 250.0) ** 2))
    profile = np.array([240.0, 268.0, 283.0, 292.0, 296.0, 300.0])[:, None, None]
    temperature = profile + (6.0 if warm else -6.0) * core
    return state(
        msl=(101000.0 - 4000.0 * core, "Pa"),
        u10=(0.8 * u, "m s-1"), v10=(0.8 * v, "m s-1"),
        u=(u, "m s-1"), v=(v, "m s-1"), t=(temperature, "K"),
    )  # fmt: skip


def test_a_warm_core_makes_a_tropical_cyclone_and_a_cold_one_does_not():
    warm, cold = assessed(cyclone(warm=True)), assessed(cyclone(warm=False))
    assert warm.firing is cold.firing is Firing.FIRED
    assert warm.subtype == "tropical_cyclone"
    assert cold.subtype != "tropical_cyclone"


@pytest.mark.parametrize("field", ["sst", "t2m"])
@pytest.mark.parametrize("warmth", [285.0, 292.0, 296.0, 297.5, 299.0, 303.0])
def test_a_tropical_cyclone_lives_on_warm_water(field: str, warmth: float) -> None:
    surface = (("time", "latitude", "longitude"), np.full((2, 41, 41), warmth), {"units": "K"})
    found = assessed(cyclone(warm=True).assign({field: surface}))
    assert found.firing is Firing.FIRED
    least = {"sst": 298.65, "t2m": 296.65}[field]
    assert (found.subtype == "tropical_cyclone") == (warmth >= least)


@pytest.mark.parametrize("far", [True, False])
def test_a_gale_far_from_a_tropical_cyclone_is_none_of_it(far: bool) -> None:
    """A deep warm-cored low whose own wind is cut out of the field near the ground."""
    data = cyclone(warm=True)
    latitude, longitude = np.meshgrid(data["latitude"], data["longitude"], indexing="ij")
    corner = great_circle_km(13.0, 133.0, latitude, longitude) <= 200.0
    gale = corner if far else great_circle_km(20.0, 140.0, latitude, longitude) <= 400.0
    calm = {name: data[name].dims for name in ("u10", "v10")}
    found = assessed(
        data.assign(
            {
                name: (dims, np.broadcast_to(np.where(gale, 25.0, 2.0), data[name].shape),
                       {"units": "m s-1"})
                for name, dims in calm.items()
            }
        )
    )  # fmt: skip
    assert found.firing is Firing.FIRED
    assert (found.subtype == "tropical_cyclone") == (not far)


@pytest.mark.parametrize("warm", [True, False])
@pytest.mark.parametrize("sea", [True, False])
def test_without_sea_level_pressure_the_surface_pressure_over_the_sea_shows_the_low(
    warm: bool, sea: bool
) -> None:
    whole = cyclone(warm=warm)
    levels = {300.0: 550.0, 500.0: 600.0, 700.0: 700.0, 850.0: 900.0, 925.0: 950.0}
    data = whole.assign_coords(level=[levels.get(level, level) for level in LEVELS])
    data = data.rename(msl="sp").assign(
        orog=(("latitude", "longitude"), np.full((41, 41), 0.0 if sea else 300.0), {"units": "m"})
    )
    named = assessed(data).subtype == "tropical_cyclone"
    assert named == (warm and sea)


@pytest.mark.parametrize("edge", [20.0, 21.0])
def test_a_tropical_cyclone_cut_by_the_edge_of_the_data_is_one(edge: float) -> None:
    inside = cyclone(warm=True).sel(latitude=slice(None, edge))
    region = Region(west=133, south=13, east=147, north=edge)
    found = classify(MemorySource(inside), region, PERIOD, preset="cma").assessment(GALE)
    assert found.subtype == "tropical_cyclone"


@pytest.mark.parametrize(
    ("slope", "dewpoint", "warming", "subtype"),
    [(-1, 275.0, 4.0, "foehn"), (1, 275.0, 4.0, None), (-1, 299.0, 4.0, None),
     (-1, 275.0, -4.0, None)],
)  # fmt: skip
def test_a_foehn_blows_downhill_dry_and_warmer(
    slope: int, dewpoint: float, warming: float, subtype: str | None
) -> None:
    height = 3500.0 + slope * 150.0 * (np.arange(41) - 20)[None, :] + np.zeros((41, 1))
    temperature = np.array([300.0, 300.0 + warming])[:, None, None]
    found = assessed(
        state(
            u10=(np.array([2.0, 22.0])[:, None, None], "m s-1"),
            v10=(0.0, "m s-1"),
            t2m=(temperature, "K"),
            d2m=(dewpoint, "K"),
            orog=(height, "m"),
            lsm=(1.0, "1"),
        )
    )
    assert found.firing is Firing.FIRED
    assert found.subtype == subtype


def mixed(inversion: float) -> xr.Dataset:
    """A light wind below a strong one; the layer between is mixed unless an inversion parts it."""
    pressure = LEVELS[:, None, None] * 100.0
    theta = np.where(LEVELS >= 850.0, 300.0, 310.0)[:, None, None]
    theta = theta + np.where(LEVELS < 925.0, inversion, 0.0)[:, None, None]
    speed = np.array([45.0, 40.0, 35.0, 30.0, 18.0, 11.0])[:, None, None]
    height = 44330.8 * (1.0 - (pressure / 101325.0) ** 0.190263)
    return state(
        u10=(9.0, "m s-1"), v10=(0.0, "m s-1"),
        u=(speed, "m s-1"), v=(0.0, "m s-1"),
        t=(theta * (pressure / 1e5) ** (2 / 7), "K"), z=(9.80665 * height, "m2 s-2"),
    )  # fmt: skip


def test_gusts_from_the_layer_mixed_with_the_ground_are_likely_but_not_met():
    found = assessed(mixed(0.0))
    assert found.firing is Firing.LIKELY_AT_STATIONS
    assert "suggests gusts up to 30.0" in found.reason
    assert found.stations is not None
    assert not found.stations.calibrated
    assert found.stations.low is None
    assert (found.grade, found.objects) == (0, ())
    direct = mixed(0.0)
    direct["fg10"] = direct["u10"].copy()
    assert assessed(direct).firing is Firing.NOT_FIRED


def test_an_inversion_keeps_the_wind_aloft_from_the_ground():
    assert assessed(mixed(8.0)).firing is Firing.NOT_FIRED


@pytest.mark.parametrize(
    ("warmest", "flags"),
    [(0.1, set()), (0.3, {"freezing_or_sleet", "freezing_or_sleet_ambiguous"}),
     (1.0, {"freezing_or_sleet", "freezing_rain"})],
)  # fmt: skip
def test_freezing_rain_is_graded_by_the_positive_area(warmest: float, flags: set[str]) -> None:
    profile = 273.15 + np.array([-40.0, -15.0, -4.0, warmest, warmest, -3.0])[:, None, None]
    data = state(
        t2m=(271.15, "K"), d2m=(270.15, "K"), sp=(101325.0, "Pa"), tp=(10.0, "kg m-2"),
        t=(profile, "K"), lsm=(1.0, "1"),
    )  # fmt: skip
    data["tp"].attrs["interval_hours"] = 24.0
    region = Region(west=133, south=13, east=147, north=27)
    found = classify(MemorySource(data), region, PERIOD, preset="cma")
    named = {"freezing_or_sleet", "freezing_or_sleet_ambiguous", "freezing_rain"}
    assert set(found.warnings) & named == flags
