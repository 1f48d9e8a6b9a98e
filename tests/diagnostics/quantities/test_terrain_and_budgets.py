"""Terrain, water surfaces and budgets on fields whose answer is known."""

from __future__ import annotations

from typing import Any

import numpy as np
import pytest
import xarray

from diagnostics.catalog import compute_field, compute_index
from diagnostics.constants import GAS_CONSTANT_DRY, GRAVITY, KAPPA
from diagnostics.contracts.enums import IndexStatus
from diagnostics.contracts.space_time import Region
from diagnostics.fields.canonical import CANONICAL, attributes
from diagnostics.fields.memory import MemorySource

LEVELS = np.array([100, 200, 300, 400, 500, 600, 700, 850, 925, 1000], float)
LATITUDE = 40.0 + 0.5 * np.arange(21)
LONGITUDE = 0.5 * np.arange(41)
KM_PER_DEGREE = 111.19493
MIDDLE = Region(west=5.0, south=43.0, east=15.0, north=47.0)


def grid_km() -> tuple[np.ndarray, np.ndarray]:
    """Eastward distance from 10 E and northward from 45 N, km, (y, x)."""
    lat, lon = np.meshgrid(LATITUDE, LONGITUDE, indexing="ij")
    return (lon - 10.0) * KM_PER_DEGREE * np.cos(np.radians(lat)), (lat - 45.0) * KM_PER_DEGREE


def source(mirrored: bool = False, times: int = 1, **given: Any) -> MemorySource:
    """Fields of a standard atmosphere at rest with others in their place; numbers are spread."""
    ratio = LEVELS / 1000.0
    height = 44330.0 * (1.0 - ratio**0.19)
    shape3, shape2 = (times, len(LEVELS), 21, 41), (times, 21, 41)

    def column(values: np.ndarray) -> np.ndarray:
        return np.broadcast_to(values[None, :, None, None], shape3).astype(float)

    fields: dict[str, np.ndarray] = {
        "u": np.zeros(shape3), "v": np.zeros(shape3), "w": np.zeros(shape3),
        "t": column(288.0 - 0.0065 * np.minimum(height, 11000.0)),
        "q": column(0.008 * ratio**3), "z": column(GRAVITY * height),
        "msl": np.full(shape2, 100000.0), "sp": np.full(shape2, 100000.0),
        "t2m": np.full(shape2, 288.0), "u10": np.zeros(shape2), "v10": np.zeros(shape2),
        "orog": np.zeros((21, 41)), "lsm": np.ones((21, 41)),
    }  # fmt: skip
    for name, value in given.items():
        if value is None:
            fields.pop(name)
            continue
        target = fields.get(name, np.zeros(shape2)).shape
        fields[name] = np.broadcast_to(np.asarray(value, float), target).copy()
    latitude = LATITUDE
    if mirrored:
        latitude = -LATITUDE[::-1]
        for name, values in fields.items():
            flipped = values[..., ::-1, :]
            fields[name] = -flipped if name in ("v", "v10") else flipped
    data = {
        name: (
            CANONICAL[name].dims(("latitude", "longitude")),
            values,
            attributes(name, **({"interval_hours": 6.0} if name == "tp" else {})),
        )
        for name, values in fields.items()
    }
    time = np.datetime64("2026-01-10", "ns") + np.timedelta64(6, "h") * np.arange(times)
    coordinates = {
        "time": time, "level": ("level", LEVELS, {"units": "hPa"}),
        "latitude": latitude, "longitude": LONGITUDE,
    }  # fmt: skip
    return MemorySource(xarray.Dataset(data, coords=coordinates))


def index(name: str, of: MemorySource, region: Region = MIDDLE, **how: Any) -> Any:
    return compute_index(name, of, region=region, **how)


def ridge(height_m: float = 1500.0, width_km: float = 120.0) -> np.ndarray:
    east, _ = grid_km()
    return height_m * np.exp(-((east / width_km) ** 2))


# terrain


def test_wind_against_a_slope_rises_and_sinks_in_the_lee():
    """The steepest part of a Gaussian ridge rises by sqrt(2/e) of its height in its width."""
    of = source(u=10.0, orog=ridge())
    expected = 100.0 * 10.0 * 1500.0 * np.sqrt(2.0 / np.e) / 120e3
    up = index("orographic_vertical_velocity", of)
    down = index("orographic_vertical_velocity", of, reduction="min")
    assert up.value == pytest.approx(expected, rel=0.1)
    assert down.value == pytest.approx(-expected, rel=0.1)
    assert up.longitude < 10.0 < down.longitude
    assert up.extra["wind_from_deg"] == pytest.approx(270.0)
    along = index("orographic_vertical_velocity", source(v=10.0, orog=ridge()))
    assert abs(along.value) < 0.1 * expected


def test_terrain_comes_from_pressure_where_its_height_is_missing_and_is_marked():
    ratio = (1.0 - ridge() / 44330.0) ** (1.0 / 0.19)
    of = source(u=10.0, orog=None, sp=1e5 * ratio)
    known = index("orographic_vertical_velocity", source(u=10.0, orog=ridge()))
    derived = index("orographic_vertical_velocity", of)
    assert derived.value == pytest.approx(known.value, rel=0.08)
    assert "terrain_from_pressure" in derived.provenance.warnings
    assert "terrain_from_pressure" not in known.provenance.warnings


def test_without_height_and_pressure_of_the_ground_nothing_is_said_of_it():
    answer = index("orographic_vertical_velocity", source(u=10.0, orog=None, sp=None))
    assert answer.value is None
    assert answer.status is IndexStatus.MISSING_INPUT


@pytest.mark.parametrize("mirrored", [False, True])
def test_a_barrier_wind_has_the_high_ground_on_its_right(mirrored):
    """West of a ridge a southerly has it on the right; south of the equator the mirror image."""
    region = Region(west=7.5, south=43.0, east=9.5, north=47.0)
    if mirrored:
        region = Region(west=7.5, south=-47.0, east=9.5, north=-43.0)
    along = index("barrier_wind", source(mirrored, v=15.0, orog=ridge(2500.0)), region)
    against = index(
        "barrier_wind", source(mirrored, v=-15.0, orog=ridge(2500.0)), region, reduction="min"
    )
    assert along.value == pytest.approx(15.0, abs=0.5)
    assert against.value == pytest.approx(-15.0, abs=0.5)


def test_on_level_ground_there_is_no_barrier_gap_nor_basin():
    for name in ("barrier_wind", "gap_pressure_fall", "basin_inversion", "cold_air_damming"):
        answer = index(name, source(u10=2.0))
        assert answer.value is None, name
        assert answer.message, name


def test_pressure_that_falls_along_a_gap_is_found_with_the_sign_of_the_wind():
    """A valley from west to east between two ridges, pressure falling to the east."""
    east, north = grid_km()
    walls = 1500.0 * (1.0 - np.exp(-((north / 60.0) ** 2)))
    pressure = 101000.0 - 3.0 * east
    down = index("gap_pressure_fall", source(orog=walls, msl=pressure, u10=8.0))
    against = index("gap_pressure_fall", source(orog=walls, msl=pressure, u10=-8.0))
    assert down.value == pytest.approx(3.0, rel=0.05)
    assert against.value == pytest.approx(-3.0, rel=0.05)
    assert abs(down.latitude - 45.0) <= 0.5


def test_cold_air_at_the_foot_of_a_barrier_is_dammed_and_away_from_it_is_not():
    of = source(t2m=272.0, v10=5.0, orog=ridge(2000.0))
    foot = index("cold_air_damming", of, Region(west=7.5, south=43.0, east=9.5, north=47.0))
    assert foot.value > 10.0
    assert foot.longitude < 10.0
    turned = index(
        "cold_air_damming",
        source(t2m=272.0, v10=-5.0, orog=ridge(2000.0)),
        Region(west=7.5, south=43.0, east=9.0, north=47.0),
    )
    assert turned.value is None


def test_an_inversion_fills_a_basin_in_weak_wind_only():
    east, north = grid_km()
    bowl = 1200.0 * (1.0 - np.exp(-((east**2 + north**2) / 80.0**2)))
    calm = index("basin_inversion", source(t2m=268.0, u10=1.0, orog=bowl))
    windy = index("basin_inversion", source(t2m=268.0, u10=8.0, orog=bowl))
    assert calm.value > 8.0
    assert abs(calm.latitude - 45.0) <= 1.0
    assert windy.value is None


def test_air_near_the_ground_is_colder_than_above_by_the_inversion():
    """The made air has 288 K less 6.5 K in 1 km, and its next level lies at 650 m."""
    answer = index("surface_inversion", source(t2m=275.0))
    assert answer.value == pytest.approx(
        288.0 - 0.0065 * 44330.0 * (1.0 - 0.925**0.19) - 275.0, abs=0.1
    )
    assert index("surface_inversion", source()).value < 0.0


def test_rain_on_the_windward_side_alone_has_a_share_of_one():
    east, _ = grid_km()
    of = source(u=12.0, orog=ridge(), tp=np.where(east < 0.0, 10.0, 0.0))
    assert index("upslope_rain_share", of).value == pytest.approx(100.0)
    lee = source(u=-12.0, orog=ridge(), tp=np.where(east < 0.0, 10.0, 0.0))
    assert index("upslope_rain_share", lee).value == pytest.approx(0.0)
    even = source(u=12.0, orog=ridge(), tp=5.0)
    assert index("upslope_rain_share", even).value == pytest.approx(50.0, abs=5.0)


# water


def test_cold_air_over_water_upwind_is_found_downwind_of_it():
    east, _ = grid_km()
    sst = np.where(east < 0.0, 288.0, np.nan)
    cold = 264.0
    of = source(u=10.0, sst=sst, t=cold)
    shore = Region(west=10.5, south=43.0, east=11.5, north=47.0)
    answer = index("water_effect_difference", of, shore)
    assert answer.value == pytest.approx(288.0 - cold, abs=0.1)
    assert answer.extra["fetch_km"] > 150.0
    from_land = index("water_effect_difference", source(u=-10.0, sst=sst, t=cold), shore)
    assert from_land.value is None
    assert from_land.message


def test_a_warm_coast_in_weak_wind_has_a_breeze_and_in_strong_wind_none():
    east, _ = grid_km()
    land = (east > 0.0).astype(float)
    warm = np.where(east > 0.0, 300.0, 292.0)
    weak = index("breeze_ratio", source(lsm=land, t2m=warm, u10=2.0))
    strong = index("breeze_ratio", source(lsm=land, t2m=warm, u10=15.0))
    assert 0.0 < weak.value < 3.0 < strong.value
    cool = index("breeze_ratio", source(lsm=land, t2m=warm[:, ::-1], u10=2.0))
    assert cool.value is None


# budgets


def test_a_gradient_that_the_wind_carries_past_warms_by_advection_alone():
    """t = a - b x moving east at u: the change in six hours is b u times that."""
    east, _ = grid_km()
    steps = np.array([0.0, 6.0])[:, None, None, None]
    moved = east[None, None] - 10.0 * 3.6 * steps
    of = source(times=2, u=10.0, t=280.0 - 0.01 * moved)
    answer = index("temperature_change_by_advection", of, level=850.0, reduction="max")
    assert answer.value == pytest.approx(2.16, rel=0.02)
    assert answer.extra["change_k"] == pytest.approx(2.16, rel=0.02)
    assert answer.extra["remainder_k"] == pytest.approx(0.0, abs=0.05)


def test_descent_warms_by_the_adiabatic_rate_less_the_lapse():
    """In isothermal air that sinks, the whole change is omega kappa t / p."""
    omega, t = 0.2, 270.0
    rate = omega * KAPPA * t / 85000.0 * 6.0 * 3600.0
    of = source(times=2, w=omega, t=np.array([t, t + rate])[:, None, None, None])
    answer = index("temperature_change_by_advection", of, level=850.0, reduction="max")
    assert answer.value == pytest.approx(0.0, abs=1e-6)
    assert answer.extra["vertical_motion_k"] == pytest.approx(rate, rel=0.01)
    assert answer.extra["remainder_k"] == pytest.approx(0.0, abs=0.05 * rate)


def test_a_single_time_has_no_budget():
    for name in (
        "temperature_change_by_advection",
        "water_from_convergence",
        "pressure_change_by_warming",
    ):
        answer = index(name, source())
        assert answer.value is None, name
        assert answer.message, name


def test_water_that_converges_is_rain_where_the_column_keeps_its_water():
    """u = -c x in uniform moisture: convergence c times the water of the column, for six hours."""
    east, _ = grid_km()
    c = 2e-5
    of = source(times=2, u=-c * 1000.0 * east, tp=0.0)
    brought = float(compute_field("water_from_convergence", of).values[-1, 10, 20])
    water = float(compute_index("pwat", of, region=MIDDLE, reduction="mean").value)
    assert brought == pytest.approx(c * water * 6.0 * 3600.0, rel=0.02)
    rained = source(times=2, u=-c * 1000.0 * east, tp=brought)
    answer = index("water_from_convergence", rained)
    assert answer.extra["rain_mm"] == pytest.approx(brought, rel=1e-6)
    assert answer.extra["remainder_mm"] == pytest.approx(0.0, abs=0.05 * brought)


def test_a_column_that_warms_under_a_fixed_top_lowers_the_pressure_below():
    """The whole column 1 K warmer: dp = -rho Rd ln(1000/100), and each layer has its share."""
    warmer = np.array([0.0, 1.0])[:, None, None, None]
    base = 288.0 - 0.0065 * np.minimum(44330.0 * (1.0 - (LEVELS / 1000.0) ** 0.19), 11000.0)
    warm = base[None, :, None, None] + warmer
    answer = index("pressure_change_by_warming", source(times=2, t=warm, q=0.0), reduction="mean")
    density = 100000.0 / (GAS_CONSTANT_DRY * (base[-1] + 1.0))
    expected = -density * GAS_CONSTANT_DRY * np.log(10.0) / 100.0
    assert answer.value == pytest.approx(expected, rel=1e-3)
    point = index("pressure_change_by_warming", source(times=2, t=warm, q=0.0), reduction="min")
    parts = [point.extra[f"{name}_hpa"] for name in ("low", "middle", "high")]
    assert sum(parts) == pytest.approx(point.value, rel=1e-6)
    assert all(part < 0.0 for part in parts)
