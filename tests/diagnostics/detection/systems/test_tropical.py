"""Tropical cyclones and what lies around, on analytic fields."""

from __future__ import annotations

from datetime import UTC, datetime
from typing import Any

import numpy as np
import pytest
import xarray

from diagnostics.contracts.space_time import Region
from diagnostics.contracts.systems import SynopticSystems
from diagnostics.detection.systems import find_systems
from diagnostics.detection.systems.tropical import scale_of, warm_core
from diagnostics.fields.memory import MemorySource
from diagnostics.grid.distance import great_circle_km, initial_bearing
from diagnostics.grid.geometry import latitude_longitude_grid

TIME = datetime(2026, 9, 10, 12, tzinfo=UTC)
LEVELS = np.array([300.0, 500.0, 850.0])
LONGITUDE = np.arange(-75.0, -44.9, 0.5)
CENTRE_LONGITUDE = -60.0


def vortex(
    latitude: float, *, warm: float, aloft: float = 0.4, wind: float = 45.0
) -> SynopticSystems:
    """A vortex whose wind at 500 hPa is a share of that below, with a core so much warmer."""
    lat, lon = np.meshgrid(latitude + np.arange(-12.0, 12.1, 0.5), LONGITUDE, indexing="ij")
    distance = great_circle_km(latitude, CENTRE_LONGITUDE, lat, lon)
    bearing = np.radians(initial_bearing(latitude, CENTRE_LONGITUDE, lat, lon))
    turn = -np.sign(latitude) * wind * (distance / 100.0) * np.exp(1.0 - distance / 100.0)
    east, north = turn * np.cos(bearing), -turn * np.sin(bearing)
    core = np.exp(-((distance / 200.0) ** 2))
    share = np.array([0.5 * aloft, aloft, 1.0])[:, None, None]
    profile = np.array([240.0, 268.0, 292.0])[:, None, None]
    plane, column = ("time", "latitude", "longitude"), ("time", "level", "latitude", "longitude")
    data = xarray.Dataset(
        {
            "msl": (plane, (101300.0 - 4000.0 * core)[None]),
            "u10": (plane, 0.8 * east[None]),
            "v10": (plane, 0.8 * north[None]),
            "u": (column, (share * east)[None]),
            "v": (column, (share * north)[None]),
            "t": (column, (profile + warm * core)[None]),
        },
        coords={
            "time": [np.datetime64(TIME.replace(tzinfo=None), "ns")],
            "level": LEVELS,
            "latitude": lat[:, 0],
            "longitude": lon[0],
        },
    )
    region = Region(west=-66.0, south=latitude - 6.0, east=-54.0, north=latitude + 6.0)
    return find_systems(MemorySource(data), region=region, time=TIME, days=1.0)


def cyclones(found: SynopticSystems) -> list[Any]:
    return [item.cyclone for item in found.pressure if item.cyclone is not None]


@pytest.mark.parametrize("latitude", [20.0, -20.0])
def test_a_warm_core_and_wind_that_decreases_upward_make_a_tropical_cyclone(
    latitude: float,
) -> None:
    (cyclone,) = cyclones(vortex(latitude, warm=5.0))
    assert cyclone.wind_ms == pytest.approx(0.8 * 45.0, abs=1.5)
    away = great_circle_km(
        latitude, CENTRE_LONGITUDE, cyclone.wind_latitude, cyclone.wind_longitude
    )
    assert 60.0 <= away <= 140.0
    assert cyclone.warm_level_hpa == 300.0
    assert 3.0 <= cyclone.warm_core_k <= 5.0
    assert cyclone.scale == ("hurricane" if latitude > 0 else "cyclone")
    assert cyclone.category == ("hurricane_1" if latitude > 0 else "severe_tropical_cyclone")
    assert 100.0 <= cyclone.hurricane_radius_km < cyclone.gale_radius_km <= 400.0


@pytest.mark.parametrize(
    ("latitude", "changes"),
    [
        (20.0, {"warm": -5.0}),
        (20.0, {"warm": 0.3}),
        (20.0, {"warm": 5.0, "aloft": 1.2}),
        (20.0, {"warm": 5.0, "wind": 12.0}),
        (50.0, {"warm": 5.0}),
    ],
)
def test_another_structure_is_a_low_and_no_tropical_cyclone(
    latitude: float, changes: dict[str, float]
) -> None:
    found = vortex(latitude, **changes)
    assert [item.kind for item in found.pressure if not item.centres[0].at_data_edge] == ["low"]
    assert not cyclones(found)


def test_warm_air_on_one_side_is_no_warm_core() -> None:
    grid = latitude_longitude_grid(np.arange(10.0, 30.1, 0.5), np.arange(120.0, 140.1, 0.5))
    distance = great_circle_km(20.0, 130.0, grid.latitude, grid.longitude)
    core = 260.0 + 5.0 * np.exp(-((distance / 150.0) ** 2))
    contrast, alike = warm_core(grid, core, 20.0, 130.0) or (0.0, False)
    assert contrast > 2.5
    assert alike
    front = 260.0 - 1.0 * (grid.latitude - 20.0)
    assert not (warm_core(grid, front, 20.0, 130.0) or (0.0, True))[1]
    assert warm_core(grid, np.full(grid.shape, np.nan), 20.0, 130.0) is None


@pytest.mark.parametrize(
    ("latitude", "longitude", "scale"),
    [(20.0, 130.0, "typhoon"), (20.0, -150.0, "hurricane"), (15.0, 88.0, "cyclone"),
     (-18.0, 150.0, "cyclone"), (20.0, 200.0, "hurricane"), (20.0, 180.0, "hurricane")],
)  # fmt: skip
def test_the_scale_is_that_of_the_basin(latitude: float, longitude: float, scale: str) -> None:
    assert scale_of(latitude, longitude) == scale
