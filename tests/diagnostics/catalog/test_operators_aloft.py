"""Columns, circulation, balance and storms of fields whose index is known beforehand."""

from __future__ import annotations

from collections.abc import Callable

import numpy as np
import pytest
import xarray

from diagnostics.catalog import compute_field, compute_index, get_catalog, index_key
from diagnostics.constants import EARTH_RADIUS, EARTH_ROTATION, GRAVITY
from diagnostics.contracts.enums import IndexStatus, Mode
from diagnostics.contracts.space_time import Region
from diagnostics.fields.memory import MemorySource
from diagnostics.grid.smoothing import smooth_gaussian
from tests.diagnostics.catalog.replaced import with_fields

Maker = Callable[..., xarray.Dataset]


def _latitude(dataset: xarray.Dataset) -> np.ndarray:
    return np.radians(dataset.latitude.values)[:, None]


# columns


def test_heights_of_isotherms(maker: Maker) -> None:
    dataset = maker(times=1)
    height = 44330.0 * (1 - (dataset.level.values / 1013.25) ** 0.19)[:, None, None]
    temperature = 293.15 - 0.0065 * height
    source = with_fields(
        dataset, t=temperature, z=GRAVITY * height, q=np.float64(1e-6), orog=np.float64(0)
    )
    answer = compute_index("freezing_level_height", source)
    # linear in height between levels: exact
    assert answer.value == pytest.approx(20.0 / 0.0065, rel=1e-9)
    assert answer.extra["crossings"] == pytest.approx(1.0)
    wet = compute_index("wet_bulb_zero_height", source)
    assert wet.value is not None
    assert wet.value < answer.value
    cold = {"t": temperature - 40.0, "z": GRAVITY * height, "q": np.float64(1e-6)}
    frozen = with_fields(dataset, orog=np.float64(120.0), **cold)
    answer = compute_index("freezing_level_height", frozen)
    assert answer.value == pytest.approx(120.0)
    assert answer.extra["all_frozen_fraction"] == pytest.approx(1.0)
    assert compute_index("snow_level_height", frozen).value == pytest.approx(0.0)


def test_of_several_crossings_the_highest(maker: Maker) -> None:
    dataset = maker(times=1)
    levels = dataset.level.values
    # a warm nose at 850 hPa above frozen air
    temperature = np.where(levels == 850, 275.15, np.where(levels > 850, 270.15, 255.0))
    source = with_fields(dataset, t=temperature[:, None, None])
    highest = compute_index("freezing_level_height", source).value
    assert compute_index("freezing_level_height", source).extra["crossings"] == 2.0
    height = {p: float(dataset.z.sel(level=p).mean()) / GRAVITY for p in (850, 700)}
    assert highest is not None
    assert height[850] < highest < height[700]


def test_water_of_a_uniform_column(maker: Maker) -> None:
    dataset = maker(times=1)
    source = with_fields(
        dataset, q=np.float64(0.01), u=np.float64(3), v=np.float64(4), sp=np.float64(1e5)
    )
    expected = 0.01 * 70000.0 / GRAVITY
    assert compute_index("pwat", source).value == pytest.approx(expected)
    answer = compute_index("ivt", source)
    assert answer.value == pytest.approx(5.0 * expected)
    assert answer.extra["direction_deg_to"] == pytest.approx(np.degrees(np.arctan2(3, 4)))
    high = with_fields(dataset, q=np.float64(0.01), sp=np.float64(8e4))
    assert compute_index("pwat", high).value == pytest.approx(0.01 * 50000.0 / GRAVITY)
    layer = compute_index("pwat", source, params={"p_top": 500, "p_bottom": 850})
    assert layer.value == pytest.approx(0.01 * 35000.0 / GRAVITY)
    assert compute_index("moisture_flux_850", source).value == pytest.approx(50.0 / GRAVITY)


def test_the_moist_layer_ends_where_it_dries(maker: Maker) -> None:
    from diagnostics.physics.thermodynamics import specific_humidity_from_relative_humidity

    dataset = maker(times=1)
    levels = dataset.level.values
    share = np.where(levels >= 700, 0.9, 0.3)[:, None, None]
    t = np.float64(280.0)
    q = specific_humidity_from_relative_humidity(levels[:, None, None] * 100, t, share)
    answer = compute_index(
        "moist_layer_depth", with_fields(dataset, t=t, q=q, sp=np.float64(1.005e5))
    )
    # 80 % lies a sixth of the way from 90 % at 700 to 30 % at 600 hPa, in ln p
    expected = 1000.0 - 700.0 * (600.0 / 700.0) ** (1 / 6)
    assert answer.value == pytest.approx(expected, rel=1e-6)
    dry = compute_index("moist_layer_depth", with_fields(dataset, q=np.float64(1e-6)))
    assert dry.value == 0.0


def test_ascent_is_negative_and_descent_is_told_too(maker: Maker) -> None:
    dataset = maker(times=1)
    w = np.zeros((12, 21, 31))
    levels = dataset.level.values.tolist()
    w[levels.index(600), 4, 7], w[levels.index(500), 9, 9] = -2.0, 1.5
    source = with_fields(dataset, w=w)
    answer = compute_index("max_vertical_velocity", source)
    assert answer.value == -2.0
    assert (answer.latitude, answer.longitude) == (24.0, 107.0)
    assert answer.extra["level_hpa"] == 600.0
    assert answer.extra["strongest_descent_pa_s"] == 1.5
    assert float(answer.extra["w_m_s"]) > 0  # type: ignore[arg-type]
    assert compute_index("max_vertical_velocity", source, level=700).value == 0.0
    assert compute_index("max_subsidence", source).value == 1.5
    assert compute_index("max_vertical_velocity", source, reduction="max").value == 1.5
    assert compute_index("max_subsidence", source, reduction="min").value == 0.0


def test_smoothing_goes_by_the_latitude_of_the_region_also_at_the_edge_of_the_data(
    maker: Maker,
) -> None:
    """The halo of this region is cut in the south: its middle lies three degrees to the north."""
    source = MemorySource(maker(times=1, shape=(41, 31)))
    region = Region(west=108, south=22, east=122, north=30)
    found = compute_index("positive_vorticity", source, region=region, mode=Mode.DIAGNOSE)
    literal = compute_field("positive_vorticity", source).isel(time=0)
    sigma = 75e3 / np.deg2rad(EARTH_RADIUS)
    smooth = literal.copy(
        data=smooth_gaussian(literal.values, sigma, sigma / np.cos(np.deg2rad(26.0)))
    )
    inside = smooth.sel(latitude=slice(22, 30), longitude=slice(108, 122))
    assert found.value == pytest.approx(float(inside.max()), rel=1e-7)


def test_the_strongest_ascent_and_descent_are_looked_for_on_every_level(maker: Maker) -> None:
    dataset = maker(times=1)
    levels = dataset.level.values.tolist()
    w = np.zeros((12, 21, 31))
    w[levels.index(700), 9, 9], w[levels.index(500), 9, 9] = -0.4, 0.7
    source = with_fields(dataset, w=w)
    for name in ("max_vertical_velocity", "max_subsidence"):
        assert compute_index(name, source, reduction="max").value == 0.7
        assert compute_index(name, source, reduction="min").value == -0.4


def test_descent_of_stable_air_warms(maker: Maker) -> None:
    dataset = maker(times=1)
    source = with_fields(dataset, t=np.float64(260.0), w=np.float64(0.2))
    answer = compute_index("adiabatic_warming_rate", source, params={"levels": [500]})
    assert answer.value == pytest.approx(0.2 * 0.2857142857 * 260 / 50000 * 86400, rel=1e-6)


# circulation


def _hemisphere(maker: Maker) -> xarray.Dataset:
    return maker(times=1, west=-180.0, south=10.0, step=2.0, shape=(40, 180))


def test_a_blocked_sector(maker: Maker) -> None:
    dataset = _hemisphere(maker)
    lat, lon = dataset.latitude.values[:, None], dataset.longitude.values[None, :]
    zonal = 5900.0 - 12.0 * (lat - 20.0)
    block = np.where(np.abs(lon) <= 20, 700.0 * np.exp(-(((lat - 60.0) / 9.0) ** 2)), 0.0)
    source = with_fields(dataset, z=GRAVITY * (zonal + block))
    sector = Region.model_validate((-60, 30, 58, 86))
    answer = compute_index("blocking_index", source, region=sector)
    assert answer.value == pytest.approx(21 / 60)
    assert answer.extra["longest_run_deg"] == pytest.approx(42.0)
    assert compute_index("blocking_index", with_fields(dataset, z=GRAVITY * zonal)).value == 0.0


def test_the_subtropical_high(maker: Maker) -> None:
    dataset = _hemisphere(maker)
    lat, lon = dataset.latitude.values[:, None], np.mod(dataset.longitude.values, 360)[None, :]
    high = np.where((lon >= 116) & (lon <= 178) & (np.abs(lat - 26) <= 8), 80.0, 0.0)
    islet = np.where((lon == 100) & (lat == 30), 80.0, 0.0)
    height = 5820.0 + high + islet
    u = (lat - 26.0) * np.ones_like(lon)
    source = with_fields(dataset, z=GRAVITY * height, u=u)
    west = compute_index("wpsh_west_point", source, mode=Mode.DIAGNOSE)
    assert west.value == pytest.approx(116.0)
    assert west.extra["northern_boundary_lat"] == 34.0
    ridge = compute_index("wpsh_ridge_latitude", source, mode=Mode.DIAGNOSE)
    assert ridge.value == pytest.approx(26.0)
    none = compute_index("wpsh_west_point", with_fields(dataset, z=GRAVITY * (0 * height + 5800)))
    assert none.status is IndexStatus.UNDETERMINED
    far = Region.model_validate((-100, 30, -80, 45))
    beyond = compute_index("wpsh_west_point", source, region=far, mode=Mode.DIAGNOSE)
    assert beyond.status is IndexStatus.UNDETERMINED
    assert "too far" in beyond.message


def test_the_polar_vortex_is_sought_round_the_pole(maker: Maker) -> None:
    dataset = _hemisphere(maker)
    lat, lon = dataset.latitude.values[:, None], dataset.longitude.values[None, :]
    height = 5600.0 - 400.0 * np.exp(-(((lat - 76) / 8) ** 2) - ((lon - 40) / 30) ** 2)
    source = with_fields(dataset, z=GRAVITY * height)
    region = Region.model_validate((-100, 30, -80, 45))
    answer = compute_index("polar_vortex_center_height", source, region=region, mode=Mode.DIAGNOSE)
    assert (answer.latitude, answer.longitude) == (76.0, 40.0)
    assert answer.extra["displacement_deg"] == pytest.approx(14.0)
    assert answer.value == pytest.approx(5200.0, abs=30.0)


# balance


def test_balanced_flow_has_no_ageostrophic_wind(maker: Maker) -> None:
    dataset = maker(times=1, south=35.0)
    lat = _latitude(dataset)
    f = 2 * EARTH_ROTATION * np.sin(lat)
    # H such that the geostrophic wind is 20 m/s: dH/dphi = -a f u / g
    height = 5500.0 + 20.0 * EARTH_RADIUS / GRAVITY * 2 * EARTH_ROTATION * np.cos(lat)
    source = with_fields(dataset, z=GRAVITY * height, u=np.float64(20), v=np.float64(0))
    field = compute_field("ageostrophic_wind_max", source).values[0, 1:-1]
    # second-order differences of one degree: 1e-4 of the wind
    assert np.abs(field).max() < 5e-3
    assert f.min() > 0


def test_eady_growth_of_a_known_layer(maker: Maker) -> None:
    dataset = maker(times=1)
    levels = dataset.level.values[:, None, None]
    height = np.where(levels == 850, 1500.0, np.where(levels == 500, 5500.0, 0.0))
    theta = np.where(levels == 850, 290.0, 310.0)
    temperature = theta * (levels / 1000.0) ** (2 / 7)
    u = np.where(levels == 500, 30.0, 10.0)
    source = with_fields(dataset, z=GRAVITY * height, t=temperature, u=u, v=0 * u)
    answer = compute_index("eady_growth_rate", source)
    lat = np.radians(float(answer.latitude or 0))
    f = 2 * EARTH_ROTATION * np.sin(lat)
    n = np.sqrt(GRAVITY / 300.0 * 20.0 / 4000.0)
    assert answer.value == pytest.approx(86400 * 0.31 * f * 20.0 / 4000.0 / n, rel=1e-9)


def test_deep_shear_reaches_six_kilometres(maker: Maker) -> None:
    dataset = maker(times=1)
    height = 44330.0 * (1 - (dataset.level.values / 1013.25) ** 0.19)[:, None, None]
    wind = {"u10": np.float64(0), "v10": np.float64(0), "orog": np.float64(500.0)}
    source = with_fields(dataset, z=GRAVITY * height, u=0.004 * height, v=0 * height, **wind)
    assert compute_index("bulk_shear_0_6km", source).value == pytest.approx(0.004 * 6500.0)


@pytest.mark.parametrize("mirrored", [False, True])
def test_severe_weather_threat_of_a_veering_wind(maker: Maker, mirrored: bool) -> None:
    dataset = maker(times=1, mirrored=mirrored)
    level = dataset.level.values[:, None, None]
    knot, sign = 1852.0 / 3600.0, -1.0 if mirrored else 1.0
    # from the south with 30 knots at 850 hPa, from the west with 50 at 500 hPa
    fields = {
        "t": np.where(level > 600.0, 293.15, 263.15),
        "u": np.where(level > 600.0, 0.0, 50.0 * knot),
        "v": np.where(level > 600.0, sign * 30.0 * knot, 0.0),
    }
    source = with_fields(dataset, q=np.float64(0.011), **fields)
    total = compute_index("total_totals", source).value
    assert total is not None
    dewpoint = total - 20.0 - 2 * 10.0
    expected = 12 * dewpoint + 20 * (total - 49) + 2 * 30 + 50 + 125 * 1.2
    answer = compute_index("sweat_index", source)
    assert answer.value == pytest.approx(expected, rel=1e-9)
    assert answer.extra["shear_term"] == pytest.approx(150.0)
    backing = with_fields(dataset, q=np.float64(0.011), **{**fields, "u": -fields["u"]})
    assert compute_index("sweat_index", backing).value == pytest.approx(expected - 150.0, rel=1e-9)
    dry = with_fields(dataset, q=np.float64(1e-4), **fields)
    assert compute_index("sweat_index", dry).value == pytest.approx(2 * 30 + 50 + 150.0)


def test_the_key_of_a_baseline_knows_the_parameters() -> None:
    plain = index_key("temperature_level")
    assert (plain.level, plain.reduction, plain.params_digest) == (850.0, "mean", "")
    assert index_key("temperature_level", level=500).level == 500.0
    assert index_key("cape", params={"parcel": "MU"}) == index_key("cape")
    assert index_key("cape", params={"parcel": "SB"}) != index_key("cape")
    assert all(index_key(tool.name).name == tool.name for tool in get_catalog().indices())


# storms


def test_a_straight_hodograph_has_helicity_of_the_deviation_only(maker: Maker) -> None:
    dataset = maker(times=1)
    height = 44330.0 * (1 - (dataset.level.values / 1013.25) ** 0.19)[:, None, None]
    shear = 0.005
    wind = {"u10": np.float64(0), "v10": np.float64(0), "orog": np.float64(0)}
    source = with_fields(dataset, z=GRAVITY * height, u=shear * height, v=0 * height, **wind)
    answer = compute_index("storm_relative_helicity", source)
    # right mover: 7.5 m/s south of the mean wind, times the shear over 3 km
    assert answer.extra["storm_v_m_s"] == pytest.approx(-7.5)
    assert answer.extra["storm_u_m_s"] == pytest.approx(shear * 3000.0)
    assert answer.value == pytest.approx(7.5 * shear * 3000.0)


def test_the_largest_belt_counts(maker: Maker) -> None:
    from diagnostics.physics.thermodynamics import specific_humidity_from_relative_humidity

    dataset = maker(times=1)
    levels = dataset.level.values[:, None, None]
    t = np.float64(280.0)
    q = specific_humidity_from_relative_humidity(levels * 100.0, t, 0.95)
    w = np.zeros((21, 31))
    w[4:8, 4:8], w[15, 20] = -0.6, -0.9
    source = with_fields(dataset, t=t, q=q, w=w, u=np.float64(10), v=np.float64(20))
    answer = compute_index("wcb_indicator", source)
    cells = source._dataset.latitude.values[4:8]
    expected = 16 * (111.195**2) * np.cos(np.radians(cells)).mean()
    assert answer.value == pytest.approx(expected, rel=1e-3)
    assert answer.extra["mean_omega"] == pytest.approx(-0.6)
    assert answer.latitude == pytest.approx(25.5, abs=0.1)
    southerly = with_fields(dataset, t=t, q=q, w=w, u=np.float64(10), v=np.float64(-20))
    assert compute_index("wcb_indicator", southerly).value == 0.0


def test_gusts_come_down_from_the_mixed_layer_only(maker: Maker) -> None:
    dataset = maker(times=1)
    pressure = 100.0 * dataset.level.values[:, None, None]
    height = 44330.0 * (1 - (dataset.level.values / 1013.25) ** 0.19)[:, None, None]
    # neutral up to 850 hPa, stable above
    theta = np.where(pressure >= 85000.0, 290.0, 290.0 + 5e-4 * (85000.0 - pressure))
    common = {
        "t": theta * (pressure / 1e5) ** (2 / 7),
        "z": GRAVITY * height,
        "u": 0.01 * height,
        "v": 0.0 * height,
        "u10": np.float64(3.0),
        "v10": np.float64(0.0),
        "sp": np.float64(101000.0),
        "orog": np.float64(0.0),
    }
    foot = 290.0 * 1.01 ** (2 / 7)
    source = with_fields(dataset, t2m=np.float64(foot), **common)
    answer = compute_index("gust_potential", source)
    at_850 = float(height[dataset.level.values.tolist().index(850), 0, 0])
    assert answer.value == pytest.approx(0.01 * at_850)
    assert answer.extra["mixed_layer_top_m"] == pytest.approx(at_850)
    # a cold ground keeps the wind aloft: 1.4 of the 10-m wind over land, 1.25 over sea
    cold = with_fields(dataset, t2m=np.float64(foot - 10.0), **common)
    assert compute_index("gust_potential", cold).value == pytest.approx(1.4 * 3.0)
    sea = with_fields(dataset, t2m=np.float64(foot - 10.0), lsm=np.float64(0.0), **common)
    assert compute_index("gust_potential", sea).value == pytest.approx(1.25 * 3.0)


def test_the_amplitude_of_a_wave(maker: Maker) -> None:
    dataset = _hemisphere(maker)
    lat, lon = dataset.latitude.values[:, None], np.radians(dataset.longitude.values)[None, :]
    height = 5600.0 - 5.0 * (lat - 50.0) + 120.0 * np.cos(3 * lon)
    source = with_fields(dataset, z=GRAVITY * height)
    region = Region.model_validate((-20, 40, 20, 55))
    answer = compute_index("meridional_ridge_amplitude", source, region=region, mode=Mode.DIAGNOSE)
    assert answer.value == pytest.approx(240.0, rel=2e-2)
    assert answer.extra["ridge_lon"] == pytest.approx(0.0)
    assert "sector_mean" in answer.provenance.warnings
    whole = compute_index("meridional_ridge_amplitude", source)
    assert "sector_mean" not in whole.provenance.warnings
    assert whole.value == pytest.approx(240.0, rel=1e-3)
