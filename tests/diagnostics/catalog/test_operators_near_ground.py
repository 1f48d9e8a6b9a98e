"""Wind, fronts, pressure, days and rain of fields whose index is known beforehand."""

from __future__ import annotations

from collections.abc import Callable

import numpy as np
import pytest
import xarray

from diagnostics.catalog import compute_field, compute_index
from diagnostics.constants import EARTH_RADIUS, EARTH_ROTATION
from diagnostics.contracts.enums import IndexStatus, Mode, PlaceDoubt
from diagnostics.contracts.space_time import Region
from diagnostics.fields import open_source
from diagnostics.fields.memory import MemorySource
from tests.diagnostics.catalog.replaced import with_fields

Maker = Callable[..., xarray.Dataset]


def _latitude(dataset: xarray.Dataset) -> np.ndarray:
    return np.radians(dataset.latitude.values)[:, None]


# winds


@pytest.mark.parametrize("mirrored", [False, True])
def test_solid_rotation_is_cyclonic_and_free_of_divergence(maker: Maker, mirrored: bool) -> None:
    dataset = maker(times=1, mirrored=mirrored, south=30.0)
    lat = _latitude(dataset)
    sign = -1.0 if mirrored else 1.0
    source = with_fields(dataset, u=sign * 20.0 * np.cos(lat), v=0.0 * lat)
    vorticity = compute_field("positive_vorticity", source).values[0, 1:-1]
    expected = 1e5 * sign * 2.0 * 20.0 / EARTH_RADIUS * np.sin(lat)
    # westerlies on the sphere turn anticyclonically relative to the pole of their hemisphere
    np.testing.assert_allclose(
        vorticity, np.broadcast_to(sign * expected[1:-1], vorticity.shape), rtol=1e-3
    )
    divergence = compute_field("low_level_divergence_extrema", source).values
    assert np.abs(divergence).max() < 1e-6


def test_gale_directions_and_forces(maker: Maker) -> None:
    dataset = maker(times=1)
    for u, v, direction in ((0, -20, 360), (-20, 0, 90), (0, 20, 180), (20, 0, 270), (0, 0, 0)):
        source = with_fields(dataset, u10=np.float64(u), v10=np.float64(v))
        answer = compute_index("surface_wind_speed", source)
        assert answer.value == pytest.approx(np.hypot(u, v))
        assert answer.extra["direction_deg_from"] == pytest.approx(direction)
        assert answer.extra["beaufort"] == (8.0 if u or v else 0.0)


def test_the_low_level_jet_counts_poleward_winds(maker: Maker) -> None:
    dataset = maker(times=1)
    northerly = with_fields(dataset, u=np.float64(0), v=np.float64(-15))
    assert compute_index("low_level_jet", northerly).status is IndexStatus.UNDETERMINED
    either = compute_index("low_level_jet", northerly, params={"any_direction": True})
    assert either.value == pytest.approx(15.0)
    southerly = with_fields(dataset, u=np.float64(0), v=np.float64(15))
    assert compute_index("low_level_jet", southerly).value == pytest.approx(15.0)


def test_shear_is_a_vector_difference(maker: Maker) -> None:
    dataset = maker(times=1)
    u = np.where(dataset.level.values == 850, 10.0, -10.0)[:, None, None]
    answer = compute_index("vertical_wind_shear", with_fields(dataset, u=u, v=0 * u))
    assert answer.value == pytest.approx(20.0)
    assert answer.extra["direction_deg_to"] == pytest.approx(270.0)


# fronts and advection


def test_cold_advection_is_negative(maker: Maker) -> None:
    dataset = maker(times=1)
    lat = _latitude(dataset)
    gradient = -1e-5  # K m-1 northward: colder to the north
    warmth = 280.0 + gradient * EARTH_RADIUS * lat
    source = with_fields(dataset, t2m=warmth, u10=0 * lat, v10=np.float64(-10), orog=0 * lat)
    answer = compute_index("surface_negative_temp_advection", source)
    assert answer.value == pytest.approx(1e5 * -10.0 * 1e-5, rel=1e-6)
    source = with_fields(dataset, t=warmth, u=0 * lat, v=np.float64(10))
    warm = compute_index("warm_advection_center_intensity", source)
    assert warm.value == pytest.approx(10.0, rel=1e-6)
    steep = compute_index("horizontal_temperature_gradient", source)
    assert steep.value == pytest.approx(1.0, rel=1e-6)
    assert steep.extra["orientation_deg"] == pytest.approx(180.0)


def test_slopes_of_the_ground_are_no_advection(maker: Maker) -> None:
    dataset = maker(times=1)
    height = 2000.0 * np.linspace(0, 1, 21)[:, None] * np.ones((1, 31))
    slope = {"t2m": 290.0 - 0.0065 * height, "orog": height, "u10": 0 * height}
    source = with_fields(dataset, v10=np.float64(-10), **slope)
    assert compute_index("surface_negative_temp_advection", source).value == pytest.approx(0.0)
    raw = compute_index(
        "surface_negative_temp_advection", source, params={"lapse_correction": False}
    )
    assert raw.value is not None
    assert abs(raw.value) > 1.0
    bare = MemorySource(source._dataset.drop_vars("orog"))
    warnings = compute_index("surface_negative_temp_advection", bare).provenance.warnings
    assert "no_lapse_correction" in warnings


def test_confluence_makes_a_front_and_diffluence_destroys_it(maker: Maker) -> None:
    dataset = maker(times=1, south=-10.0, west=0.0)
    lat, lon = _latitude(dataset), np.radians(dataset.longitude.values)[None, :]
    rate = 2e-5
    # pure deformation near the equator, with contraction along the temperature gradient
    wind = {"u": rate * EARTH_RADIUS * (lon - lon.mean()), "v": -rate * EARTH_RADIUS * lat}
    warmth = 280.0 - 1e-5 * EARTH_RADIUS * lat
    field = compute_field("frontogenesis_center", with_fields(dataset, t=warmth, **wind))
    theta_gradient = 1e-5 * (1000.0 / 850.0) ** 0.28571428571428564
    middle = field.values[0, 10, 15]
    assert middle == pytest.approx(1.08e9 * rate * theta_gradient, rel=1e-3)
    reverse = {name: -values for name, values in wind.items()}
    field = compute_field("frontogenesis_center", with_fields(dataset, t=warmth, **reverse))
    assert field.values[0, 10, 15] == pytest.approx(-middle, rel=1e-6)
    calm = compute_field("frontogenesis_center", with_fields(dataset, t=0 * lat + 280.0, **wind))
    assert np.abs(calm.values).max() == pytest.approx(0.0, abs=1e-9)


# pressure


def _bump(dataset: xarray.Dataset, depth: float, j: int, i: int, width: float = 2.5) -> np.ndarray:
    jj, ii = np.meshgrid(np.arange(21), np.arange(31), indexing="ij")
    return depth * np.exp(-((jj - j) ** 2 + (ii - i) ** 2) / (2 * width**2))


def test_a_diagnosis_takes_the_closed_low_not_the_open_edge(maker: Maker) -> None:
    dataset = maker(times=1)
    # a deeper trough open at the southern edge, and a closed low inside
    open_trough = -3000.0 * np.exp(-np.arange(21.0)[:, None] / 1.5)
    pressure = 101300.0 + open_trough + _bump(dataset, -1500.0, 12, 15)
    source = with_fields(dataset, msl=pressure)
    literal = compute_index("surface_low_pressure", source)
    assert literal.latitude == 20.0
    assert literal.value == pytest.approx(pressure.min() / 100.0)
    found = compute_index("surface_low_pressure", source, mode=Mode.DIAGNOSE)
    assert (found.latitude, found.longitude) == (32.0, 115.0)
    assert found.value == pytest.approx(pressure[12, 15] / 100.0)
    assert found.extra["closed"] == 1
    assert 10.0 <= float(found.extra["depth_hpa"]) <= 15.0  # type: ignore[arg-type]
    nothing = compute_index(
        "surface_low_pressure", with_fields(dataset, msl=101300.0 + open_trough), mode=Mode.DIAGNOSE
    )
    assert nothing.extra["closed"] == 0


def test_an_open_trough_has_no_centre(maker: Maker) -> None:
    dataset = maker(times=1)
    # lowest along a line of the interior, and lower the farther west: no contour closes
    rows, columns = np.meshgrid(np.arange(21.0), np.arange(31.0), indexing="ij")
    trough = 101300.0 - 3000.0 * np.exp(-((rows - 10) ** 2) / 8.0) + 20.0 * columns
    source = with_fields(dataset, msl=trough)
    box = Region(west=105.0, south=24.0, east=120.0, north=36.0)
    found = compute_index("surface_low_pressure", source, mode=Mode.DIAGNOSE, region=box)
    assert found.series[0].doubt is PlaceDoubt.NO_CENTRE
    literal = compute_index("surface_low_pressure", source, region=box)
    assert literal.series[0].doubt is None
    low = with_fields(dataset, msl=101300.0 + _bump(dataset, -1500.0, 12, 15))
    centre = compute_index("surface_low_pressure", low, mode=Mode.DIAGNOSE, region=box)
    assert centre.series[0].doubt is None


def test_a_closed_high(maker: Maker) -> None:
    dataset = maker(times=1)
    source = with_fields(
        dataset, msl=101300.0 + _bump(dataset, 3000.0, 10, 15), t2m=np.float64(253.15)
    )
    found = compute_index("cold_high_intensity", source, mode=Mode.DIAGNOSE)
    assert found.value == pytest.approx(1043.0)
    assert found.extra["closed"] == 1
    assert found.extra["mean_t2m_within_500km_degc"] == pytest.approx(-20.0)


def test_a_high_without_temperatures_around_it(maker: Maker) -> None:
    # a whole field may be missing at a single time
    dataset = maker(times=1)
    source = with_fields(
        dataset, msl=101300.0 + _bump(dataset, 3000.0, 10, 15), t2m=np.float64(np.nan)
    )
    found = compute_index("cold_high_intensity", source, mode=Mode.DIAGNOSE)
    assert found.value == pytest.approx(1043.0)
    assert "mean_t2m_within_500km_degc" not in found.extra


def test_pressure_changes(maker: Maker) -> None:
    dataset = maker(times=5)
    change = _bump(dataset, 1200.0, 10, 5) + _bump(dataset, -800.0, 10, 25)
    pressure = 101300.0 + np.linspace(0, 1, 5)[:, None, None] * change
    source = with_fields(dataset, msl=pressure)
    answer = compute_index("pressure_change_24h_difference", source)
    assert answer.value == pytest.approx(20.0, rel=1e-3)
    assert answer.extra["max_rise"] == pytest.approx(12.0, rel=1e-3)
    assert answer.extra["fall_lon"] == 125.0
    assert [point.value is None for point in answer.series] == [True] * 4 + [False]
    tendency = compute_index("pressure_tendency_3h", source)
    # 12 hPa in 24 h are 1.5 hPa in 3 h
    assert tendency.value == pytest.approx(1.5, rel=1e-3)
    fall = compute_index("pressure_tendency_3h", source, reduction="min")
    assert fall.value == pytest.approx(-1.0, rel=1e-3)


def test_geostrophic_balance_of_the_pressure_gradient(maker: Maker) -> None:
    dataset = maker(times=1, south=35.0)
    lat = _latitude(dataset)
    source = with_fields(dataset, msl=101300.0 - 2e-2 * EARTH_RADIUS * lat)
    answer = compute_index("mslp_gradient", source)
    assert answer.value == pytest.approx(20.0, rel=1e-6)
    row = np.radians(float(answer.latitude or 0.0))
    expected = 2e-2 / (1.25 * 2 * EARTH_ROTATION * np.sin(row))
    assert answer.extra["vg_m_s"] == pytest.approx(expected, rel=1e-6)


def test_a_low_is_followed_not_replaced(maker: Maker) -> None:
    dataset = maker(times=5)
    steps = range(5)
    moving = [101300.0 + _bump(dataset, -1000.0 - 600.0 * k, 10, 8 + 2 * k) for k in steps]
    source = with_fields(dataset, msl=np.stack(moving))
    answer = compute_index("cyclone_pressure_change_rate", source)
    assert answer.value == pytest.approx(-1.0, rel=1e-6)  # 24 hPa in 24 h
    assert answer.extra["p_start"] == pytest.approx(1003.0)
    latitude = np.radians(30.0)
    bergeron = np.sin(np.radians(60.0)) / np.sin(latitude)
    assert answer.extra["bergeron"] == pytest.approx(bergeron, rel=1e-3)
    assert [place[1] for place in answer.extra["track"]] == [108, 110, 112, 114, 116]  # type: ignore[union-attr]
    # a new low far away is no deepening
    jump = [101300.0 + _bump(dataset, -1000.0, 10, 4) for _ in range(4)]
    jump.append(101300.0 + _bump(dataset, -5000.0, 10, 26))
    lost = compute_index("cyclone_pressure_change_rate", with_fields(dataset, msl=np.stack(jump)))
    assert lost.status is IndexStatus.UNDETERMINED


def _deepening(dataset: xarray.Dataset, columns_a_step: int = 2) -> np.ndarray:
    """Pressure of a low that moves east and deepens by 6 hPa from time to time, Pa."""
    return np.stack(
        [
            101300.0 + _bump(dataset, -1000.0 - 600.0 * k, 10, 3 + columns_a_step * k)
            for k in range(dataset.sizes["time"])
        ]
    )


@pytest.mark.parametrize(("step", "followed"), [(6, True), (12, True), (24, False), (48, False)])
def test_a_low_is_followed_in_steps_of_half_a_day_at_most(
    maker: Maker, step: int, followed: bool
) -> None:
    dataset = maker(times=5, step_hours=step)
    source = with_fields(dataset, msl=_deepening(dataset))
    answer = compute_index(
        "cyclone_pressure_change_rate", source, params={"dt_h": float(max(24, step))}
    )
    assert (answer.value is not None) is followed
    if not followed:
        assert answer.status is IndexStatus.MISSING_INPUT
        assert f"steps of {step} h" in answer.message


def test_one_long_step_among_short_ones_is_not_bridged(maker: Maker) -> None:
    dataset = maker(times=9)
    low = dataset["msl"].copy(data=_deepening(dataset, 1))
    # 18 h lie between the second time that is kept and the third
    kept = dataset.assign(msl=low).isel(time=[0, 1, 4, 5, 6, 7, 8])
    answer = compute_index("cyclone_pressure_change_rate", MemorySource(kept))
    assert [point.value is not None for point in answer.series] == [False] * 6 + [True]


def test_nothing_deepens_over_a_day_without_a_time_between(real_data) -> None:
    """The first step is 24 h: two lows round Antarctica passed for one of 2.5 Bergeron."""
    answer = compute_index(
        "cyclone_pressure_change_rate",
        open_source(real_data("S19_mslp_aug2022_global")),
        region=Region.model_validate((-180.0, -89.0, 180.0, -62.0)),
        reduction="bergeron",
    )
    assert [point.value is not None for point in answer.series] == [False, False, False, True]
    assert abs(answer.value or 0.0) < 0.5
    assert "height_of_ground_unknown" in answer.provenance.warnings


def test_a_low_is_not_sought_farther_than_1200_km(maker: Maker) -> None:
    dataset = maker(times=3, step_hours=12)
    fast = {"dt_h": 24.0, "max_speed_km_h": 150.0}
    near = with_fields(dataset, msl=_deepening(dataset, 12))
    answer = compute_index("cyclone_pressure_change_rate", near, params=fast)
    assert answer.value is not None
    assert "low_moves_far" not in answer.provenance.warnings
    far = with_fields(dataset, msl=_deepening(dataset, 13))
    lost = compute_index("cyclone_pressure_change_rate", far, params=fast)
    assert lost.status is IndexStatus.UNDETERMINED


def test_a_low_that_moves_faster_than_lows_do_is_noted(maker: Maker) -> None:
    dataset = maker(times=3)
    source = with_fields(dataset, msl=_deepening(dataset, 8))
    answer = compute_index(
        "cyclone_pressure_change_rate", source, params={"dt_h": 12.0, "max_speed_km_h": 150.0}
    )
    assert answer.value is not None
    assert "low_moves_far" in answer.provenance.warnings


@pytest.mark.parametrize(("height", "noted"), [(0.0, False), (499.0, False), (501.0, True)])
def test_a_track_over_high_ground_is_noted(maker: Maker, height: float, noted: bool) -> None:
    dataset = maker(times=5)
    ground = np.zeros(dataset["orog"].shape)
    # between two centres of the track, on neither of them
    ground[10, 6] = height
    source = with_fields(dataset, msl=_deepening(dataset), orog=ground)
    answer = compute_index("cyclone_pressure_change_rate", source)
    assert answer.value == pytest.approx(-1.0, rel=1e-6)
    assert ("low_over_high_ground" in answer.provenance.warnings) is noted


def test_without_the_height_of_the_ground_a_track_says_so(maker: Maker) -> None:
    dataset = maker(times=5)
    answer = compute_index(
        "cyclone_pressure_change_rate",
        with_fields(dataset.drop_vars("orog", errors="ignore"), msl=_deepening(dataset)),
    )
    assert "height_of_ground_unknown" in answer.provenance.warnings


# daily values and precipitation


def test_daily_extremes_in_the_zone_of_the_question(maker: Maker) -> None:
    dataset = maker(times=16, step_hours=3).drop_vars(["mx2t", "mn2t"])
    hours = 3 * np.arange(16)
    warmth = 280.0 + 8.0 * np.cos(2 * np.pi * (hours - 6) / 24) + hours / 24.0
    source = with_fields(dataset, t2m=warmth[:, None, None])
    answer = compute_index("tmax_daily", source, reduction="max")
    assert len(answer.series) == 2
    assert answer.value == pytest.approx(max(warmth[8:]) - 273.15)
    assert "tmax_undersampled" in answer.provenance.warnings
    local = compute_index("tmax_daily", source, params={"timezone": "Asia/Shanghai"})
    assert [point.time.hour for point in local.series] == [16, 16, 16]
    assert "incomplete_window" in local.provenance.warnings
    diagnosed = compute_index(
        "tmax_daily", source, params={"timezone": "+08:00"}, mode=Mode.DIAGNOSE
    )
    # six of eight samples are enough, two are not
    assert [point.value is None for point in diagnosed.series] == [False, False, True]


def test_interval_extremes_are_used_where_there_are_some(maker: Maker) -> None:
    dataset = maker(times=8)
    source = with_fields(dataset, t2m=np.float64(290), mx2t=np.float64(300), mn2t=np.float64(285))
    highest = compute_index("tmax_daily", source)
    assert highest.value == pytest.approx(300 - 273.15)
    assert "tmax_undersampled" not in highest.provenance.warnings
    assert compute_index("tmin_daily", source).value == pytest.approx(285 - 273.15)


def test_the_fall_of_the_minimum(maker: Maker) -> None:
    dataset = maker(times=16).drop_vars(["mx2t", "mn2t"])
    day = np.repeat([280.0, 275.0, 268.0, 266.0], 4)
    source = with_fields(dataset, t2m=day[:, None, None])
    answer = compute_index("tmin_drop", source)
    assert answer.value == pytest.approx(7.0)
    values = [point.value for point in answer.series]
    assert values[0] is None
    assert values[1:] == pytest.approx([5.0, 7.0, 2.0])
    assert answer.extra["drop_48h_k"] == pytest.approx(12.0)
    assert compute_index("tmin_drop", source, reduction="max_72h").value == pytest.approx(14.0)
    rising = np.repeat([280.0, 283.0, 268.0, 266.0], 4)
    source = with_fields(dataset, t2m=rising[:, None, None])
    # a day of warming between breaks the 48-hour fall
    assert compute_index("tmin_drop", source).extra["drop_48h_k"] is None


def test_the_best_day_of_rain(maker: Maker) -> None:
    dataset = maker(times=8)
    rain = np.array([0, 10, 20, 30, 5, 0, 0, 0.0])[:, None, None]
    source = with_fields(dataset, tp=rain)
    answer = compute_index("precip_24h", source)
    assert answer.value == pytest.approx(65.0)
    assert answer.extra["time"] == "2026-01-11T00:00:00Z"
    area = compute_index("precip_24h", source, reduction="area_km2_ge_50")
    assert area.unit == "km2"
    assert area.value is not None
    assert area.value > 5e6
    late = compute_index("precip_24h", source, time=source.inventory().times[1])
    assert late.status is IndexStatus.MISSING_INPUT
    six = compute_index("precip_24h", source, params={"hours": 6})
    assert six.value == pytest.approx(30.0)


def test_snow_and_its_share(maker: Maker) -> None:
    dataset = maker(times=4).drop_vars("sf")
    common = {"tp": np.float64(3.0), "sp": np.float64(101325)}
    for warmth, share in ((268.0, 1.0), (290.0, 0.0)):
        source = with_fields(dataset, t2m=np.float64(warmth), d2m=np.float64(warmth), **common)
        assert compute_index("snow_fraction", source).value == pytest.approx(share)
        snow = compute_index("snowfall_24h", source)
        assert snow.value == pytest.approx(12.0 * share)
        assert "snow_from_wet_bulb" in snow.provenance.warnings
    # saturated air at 1 degC: half of it
    source = with_fields(dataset, t2m=np.float64(274.15), d2m=np.float64(274.15), **common)
    assert compute_index("snow_fraction", source).value == pytest.approx(0.5, abs=2e-3)
    dry = with_fields(dataset, tp=np.float64(0.0))
    assert compute_index("snow_fraction", dry).status is IndexStatus.UNDETERMINED


def test_without_a_dewpoint_the_humidity_of_the_lowest_level_divides_rain_and_snow(
    maker: Maker,
) -> None:
    dataset = maker(times=4).drop_vars(["sf", "d2m"])
    common = {"tp": np.float64(3.0), "sp": np.float64(96000), "t2m": np.float64(275.15)}
    # 2 degC: rain where saturated, snow where the air is dry enough to cool below 0 degC
    for humidity, share in ((5e-3, 0.0), (1.5e-3, 1.0)):
        moist = 0.0 * dataset["q"] + humidity
        # the level below ground does not count
        moist = moist.where(moist.level < 960.0, 0.02).assign_attrs(dataset["q"].attrs)
        source = with_fields(dataset.assign(q=moist), **common)
        answer = compute_index("snow_fraction", source)
        assert answer.value == pytest.approx(share, abs=0.02)
        assert "wet_bulb_from_lowest_level" in answer.provenance.warnings
        assert compute_index("snowfall_24h", source).value == pytest.approx(12.0 * share, abs=0.3)
    dry = with_fields(dataset.drop_vars("q"), **common)
    assert "wet_bulb_from_temperature" in compute_index("snow_fraction", dry).provenance.warnings


def test_the_share_is_weighted_by_what_falls(maker: Maker) -> None:
    dataset = maker(times=4)
    rain = np.zeros((21, 31))
    rain[5, 5], rain[5, 6] = 30.0, 10.0
    snow = np.zeros((21, 31))
    snow[5, 6] = 10.0
    answer = compute_index("snow_fraction", with_fields(dataset, tp=rain, sf=snow))
    assert answer.value == pytest.approx(0.25)


def test_the_cold_pool_against_its_surroundings(maker: Maker) -> None:
    dataset = maker(times=1)
    source = with_fields(dataset, t2m=300.0 + _bump(dataset, -8.0, 10, 15, 1.0), orog=np.float64(0))
    answer = compute_index("cold_pool_central_temperature", source)
    assert answer.value == pytest.approx(292.0 - 273.15)
    deficit = compute_index("cold_pool_central_temperature", source, reduction="deficit")
    assert deficit.unit == "K"
    assert deficit.value is not None
    assert -8.0 < deficit.value < -5.0
    aloft = compute_index(
        "cold_pool_central_temperature", source, params={"variant": "synoptic", "level": 700}
    )
    expected = float(dataset.t.sel(level=700).min()) - 273.15
    assert aloft.value == pytest.approx(expected)
