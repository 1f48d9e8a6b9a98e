"""Streamers, cut-offs and a low tropopause in columns built to have a given potential vorticity."""

from __future__ import annotations

from datetime import UTC, datetime

import numpy as np
import pyproj
import pytest
import xarray as xr

from diagnostics.constants import EARTH_ROTATION, GRAVITY, KAPPA
from diagnostics.contracts.enums import IndexStatus
from diagnostics.contracts.quantities import QuantityRef
from diagnostics.contracts.space_time import Region
from diagnostics.detection.features import detect_features, run_detector
from diagnostics.errors import ArgumentError
from diagnostics.fields.source_opening import open_source
from diagnostics.grid.distance import great_circle_km
from diagnostics.grid.geometry import latitude_longitude_grid, projected_grid
from diagnostics.grid.morphology import open_mask
from diagnostics.quantities.registry import values
from diagnostics.quantities.scene import Scene

TIME = datetime(2026, 7, 1, 12, tzinfo=UTC)
LEVELS = (300.0, 400.0, 490.0, 510.0, 600.0, 700.0)


def zero(lat, lon, level, k):
    return 0 * lat


def column(vorticity):
    """Temperature of columns at rest whose potential vorticity on 315 K, at 500 hPa, is given."""

    def temperature(lat, lon, level, k):
        spin = 2.0 * EARTH_ROTATION * np.abs(np.sin(np.radians(lat)))
        slope = 1e-6 * vorticity(np.abs(lat), lon) / (GRAVITY * np.maximum(spin, 1e-5))
        return (315.0 + slope * (500.0 - level) * 100.0) * (level / 1000.0) ** KAPPA

    return temperature


def offset(lon, centre):
    return (lon - centre + 180.0) % 360.0 - 180.0


def reservoir(lat, lon):
    return np.where(lat >= 55.0, 4.0, 0.5)


def with_tongue(centre, half_width_deg=3.0, tip=38.0):
    """A reservoir north of 55 N with a tongue down to `tip`, widths in degrees of longitude."""

    def field(lat, lon):
        tongue = (np.abs(offset(lon, centre)) <= half_width_deg) & (lat >= tip)
        return np.where(tongue, 3.0, reservoir(lat, lon))

    return field


def with_island(centre, radius=4.0, at=42.0):
    def field(lat, lon):
        away = np.hypot(lat - at, offset(lon, centre) * np.cos(np.radians(at)))
        return np.where(away <= radius, 3.5, reservoir(lat, lon))

    return field


def scene_of(make_scene, field, *, south=1, step=0.5, west=70.0, region=(105, 32, 115, 44)):
    latitude = np.arange(20.0, 75.1, step)
    box = region if south > 0 else (region[0], -region[3], region[2], -region[1])
    return make_scene(
        {"t": column(field), "u": zero, "v": zero},
        region=box,
        latitude=latitude if south > 0 else -latitude[::-1],
        longitude=np.arange(west, west + 70.1, step),
        levels=LEVELS,
    )


@pytest.mark.parametrize("hemisphere", [1, -1])
def test_a_tongue_of_the_reservoir_is_a_streamer_in_either_hemisphere(make_scene, hemisphere):
    scene = scene_of(make_scene, with_tongue(102.0), south=hemisphere)
    answer = run_detector("pv_streamer", scene)
    assert answer.passed
    (streamer,) = answer.features
    assert streamer.kind == "pv_streamer"
    assert streamer.value == pytest.approx(3.0, rel=0.02)
    assert streamer.extra["tip"][0] == pytest.approx(hemisphere * 38.0, abs=0.6)
    assert streamer.longitude == pytest.approx(102.0, abs=3.6)
    # it leaves the reservoir at 55, less what a disc of 250 km radius reaches into its mouth
    assert 12.0 < streamer.extra["extension_deg"] < 17.5
    assert streamer.length_km == pytest.approx(17.0 * 111.2, rel=0.2)


def test_a_wide_trough_and_a_short_tongue_are_no_streamers(make_scene):
    wide = scene_of(make_scene, with_tongue(102.0, half_width_deg=8.0))
    assert run_detector("pv_streamer", wide).passed is False
    short = scene_of(make_scene, with_tongue(102.0, tip=51.0), region=(105, 40, 115, 54))
    assert run_detector("pv_streamer", short).passed is False
    assert run_detector("pv_streamer", short, {"min_extension_deg": 2.0}).passed


def test_a_wide_end_on_a_thin_neck_belongs_to_the_streamer(make_scene):
    def field(lat, lon):
        bulb = np.hypot(lat - 40.0, offset(lon, 102.0) * np.cos(np.radians(40.0))) <= 5.0
        return np.where(bulb, 3.0, with_tongue(102.0, 1.5)(lat, lon))

    answer = run_detector("pv_streamer", scene_of(make_scene, field))
    assert [item.kind for item in answer.features] == ["pv_streamer"]
    assert answer.features[0].extra["tip"][0] == pytest.approx(35.0, abs=0.6)


@pytest.mark.parametrize("hemisphere", [1, -1])
def test_an_island_is_a_cutoff_with_its_area(make_scene, hemisphere):
    answer = run_detector("pv_streamer", scene_of(make_scene, with_island(103.0), south=hemisphere))
    (cutoff,) = answer.features
    assert (answer.passed, cutoff.kind) == (True, "pv_cutoff")
    assert cutoff.area_km2 == pytest.approx(np.pi * (4.0 * 111.2) ** 2, rel=0.03)
    assert cutoff.extra["centroid"] == [
        pytest.approx(hemisphere * 42.0, abs=0.2),
        pytest.approx(103.0, abs=0.2),
    ]


def test_what_lies_downstream_or_far_away_does_not_count(make_scene):
    assert run_detector("pv_streamer", scene_of(make_scene, with_island(125.0))).passed is False
    assert run_detector("pv_streamer", scene_of(make_scene, with_island(80.0))).passed is False
    assert run_detector("pv_streamer", scene_of(make_scene, reservoir)).passed is False


def test_the_seam_and_the_date_line_make_no_difference(make_scene):
    plain = run_detector("pv_streamer", scene_of(make_scene, with_tongue(102.0)))
    for shift in (78.0, -102.0):  # the tongue on 180, then on 0
        moved = scene_of(
            make_scene,
            with_tongue(102.0 + shift),
            west=70.0 + shift,
            region=(105 + shift, 32, 115 + shift, 44),
        )
        answer = run_detector("pv_streamer", moved)
        assert answer.features[0].area_km2 == pytest.approx(plain.features[0].area_km2, rel=1e-6)
        tip = answer.features[0].extra["tip"]
        assert offset(tip[1], 102.0 + shift) == pytest.approx(
            plain.features[0].extra["tip"][1] - 102.0, abs=1e-6
        )
    latitude, longitude = np.arange(-88.0, 88.1, 2.0), np.arange(0.0, 360.0, 2.0)
    whole = make_scene(
        {"t": column(with_tongue(0.0, 3.0)), "u": zero, "v": zero},
        region=(2, 32, 12, 44),
        latitude=latitude,
        longitude=longitude,
        levels=LEVELS,
    )
    assert run_detector("pv_streamer", whole).passed


def test_the_quantity_is_the_vorticity_that_the_columns_were_given(make_scene):
    scene = scene_of(make_scene, with_island(103.0))
    field = values(scene, QuantityRef("isentropic_potential_vorticity", 315.0))
    expected = with_island(103.0)(scene.grid.latitude, scene.grid.longitude)
    assert field == pytest.approx(expected, rel=0.02)
    assert values(scene, QuantityRef("isentropic_pressure", 315.0)) == pytest.approx(
        500.0, abs=0.25
    )
    with pytest.raises(ArgumentError, match="in K, for example isentropic_wind@315"):
        values(scene, QuantityRef("isentropic_wind"))


def test_a_surface_outside_the_data_leaves_it_open(make_scene):
    scene = scene_of(make_scene, with_island(103.0))
    answer = run_detector("pv_streamer", scene, {"theta_k": 420.0})
    assert (answer.passed, answer.status) == (None, IndexStatus.MISSING_INPUT)
    assert "420 K surface lies outside" in answer.message
    only_t = make_scene({"t": column(reservoir)}, levels=LEVELS)
    assert run_detector("pv_streamer", only_t).status is IndexStatus.MISSING_INPUT
    shallow = make_scene({"t": column(reservoir), "u": zero, "v": zero}, levels=(850.0, 1000.0))
    assert run_detector("dt_depression", shallow).status is IndexStatus.MISSING_INPUT


def test_opening_keeps_what_is_wide_enough_at_any_latitude():
    grid = latitude_longitude_grid(np.arange(-80.0, 80.1, 0.5), np.arange(0.0, 360.0, 0.5))
    for latitude in (0.0, 50.0, -70.0):
        for width, stays in ((400.0, False), (600.0, True)):
            disc = great_circle_km(latitude, 0.0, grid.latitude, grid.longitude) <= 0.5 * width
            opened = open_mask(disc, grid, 500.0)
            assert opened.any() == stays, (latitude, width)
            assert not (opened & ~disc).any()
    half = grid.latitude >= 40.0
    assert (open_mask(half, grid, 500.0) == half).all()
    assert not open_mask(np.zeros_like(half), grid, 500.0).any()
    assert open_mask(np.ones_like(half), grid, 500.0).all()


def low_tropopause(fold, hemisphere=1):
    """Columns at rest, stable above the tropopause and not below; it lies at `fold` hPa."""

    def temperature(lat, lon, level, k):
        spin = 2.0 * EARTH_ROTATION * np.abs(np.sin(np.radians(lat)))
        place = fold(np.abs(lat), lon)
        weak, strong = (1e-6 * pvu / (GRAVITY * spin) for pvu in (0.5, 6.0))
        theta = 300.0 + 100.0 * weak * (700.0 - np.maximum(level, place))
        theta = theta + 100.0 * strong * np.maximum(place - level, 0.0)
        return theta * (level / 1000.0) ** KAPPA

    return temperature


DEEP = tuple(float(level) for level in range(100, 750, 50))


def dent(lat, lon):
    away = np.hypot(lat - 42.0, offset(lon, 104.0) * np.cos(np.radians(42.0)))
    return 250.0 + 225.0 * np.exp(-((away / 4.0) ** 2))


@pytest.mark.parametrize("hemisphere", [1, -1])
def test_a_dent_of_the_tropopause_is_found_and_the_low_below_it(make_scene, hemisphere):
    def pressure(lat, lon, level, k):
        away = np.hypot(np.abs(lat) - 42.0, offset(lon, 108.0) * np.cos(np.radians(42.0)))
        return 101000.0 - 3000.0 * np.exp(-((away / 4.0) ** 2))

    latitude = np.arange(25.0, 65.1, 0.5)
    scene = make_scene(
        {"t": low_tropopause(dent), "u": zero, "v": zero, "msl": pressure},
        region=(105, hemisphere * 38 - 4, 115, hemisphere * 38 + 6),
        latitude=latitude if hemisphere > 0 else -latitude[::-1],
        longitude=np.arange(80.0, 135.1, 0.5),
        levels=DEEP,
    )
    answer = run_detector("dt_depression", scene)
    assert answer.passed
    (found,) = answer.features
    assert found.value == pytest.approx(475.0, abs=25.0)  # half the spacing of the levels
    assert found.extra["centroid"] == [
        pytest.approx(hemisphere * 42.0, abs=0.3),
        pytest.approx(104.0, abs=0.3),
    ]
    assert found.extra["surface_low_distance_km"] == pytest.approx(330.0, abs=80.0)
    assert run_detector("dt_depression", scene, {"p_min": 550.0}).passed is False


def test_a_high_tropopause_is_a_no_and_not_unknown(make_scene):
    scene = make_scene(
        {"t": low_tropopause(lambda lat, lon: 50.0 + 0 * lat), "u": zero, "v": zero},
        latitude=np.arange(25.0, 60.1, 1.0),
        levels=DEEP,
    )
    assert not np.isfinite(values(scene, QuantityRef("dynamic_tropopause_pressure"))).any()
    answer = run_detector("dt_depression", scene)
    assert (answer.passed, answer.status) == (False, IndexStatus.OK)


def test_a_dent_east_of_the_region_is_not_upstream(make_scene):
    fields = {"t": low_tropopause(dent), "u": zero, "v": zero}
    grid = {"latitude": np.arange(25.0, 65.1, 0.5), "levels": DEEP}
    assert run_detector(
        "dt_depression", make_scene(fields, region=(110, 36, 120, 46), **grid)
    ).passed
    west = make_scene(fields, region=(84, 36, 94, 46), **grid)
    assert run_detector("dt_depression", west).passed is False


LAMBERT = {
    "grid_mapping_name": "lambert_conformal_conic",
    "standard_parallel": 40.0,
    "longitude_of_central_meridian": 105.0,
    "latitude_of_projection_origin": 40.0,
    "earth_radius": 6371229.0,
}


def lambert_scene(temperature, levels, region):
    x, y = np.meshgrid(np.arange(-2.4e6, 2.41e6, 50e3), np.arange(-1.6e6, 2.6e6, 50e3))
    crs = pyproj.CRS.from_cf(LAMBERT)
    back = pyproj.Transformer.from_crs(crs, crs.geodetic_crs, always_xy=True)
    longitude, latitude = back.transform(x, y)
    fields = {
        "t": np.stack([temperature(latitude, longitude, level, 0) for level in levels]),
        "u": np.zeros((len(levels), *x.shape)),
        "v": np.zeros((len(levels), *x.shape)),
    }
    dims = ("time", "level", "y", "x")
    dataset = xr.Dataset(
        {name: (dims, block[np.newaxis].astype(np.float32)) for name, block in fields.items()},
        coords={"time": np.array(["2026-07-01T12:00"], "datetime64[ns]"), "level": list(levels)},
    )
    return Scene(dataset, region, TIME, grid=projected_grid(latitude, longitude, LAMBERT))


@pytest.mark.slow
def test_both_find_the_same_on_a_projected_grid():
    region = Region(west=105, south=32, east=115, north=44)
    answer = run_detector("pv_streamer", lambert_scene(column(with_island(103.0)), LEVELS, region))
    assert [item.kind for item in answer.features] == ["pv_cutoff"]
    assert answer.features[0].area_km2 == pytest.approx(np.pi * (4.0 * 111.2) ** 2, rel=0.05)
    tongue = run_detector("pv_streamer", lambert_scene(column(with_tongue(102.0)), LEVELS, region))
    assert [item.kind for item in tongue.features] == ["pv_streamer"]
    assert tongue.features[0].extra["tip"][0] == pytest.approx(38.0, abs=0.6)
    found = run_detector("dt_depression", lambert_scene(low_tropopause(dent), DEEP, region))
    assert found.passed
    assert found.features[0].extra["centroid"][1] == pytest.approx(104.0, abs=0.5)


def test_the_record_low_of_2010_lies_below_a_deep_tropopause_depression(real_data):
    """The cyclone of 26 October 2010 over the Great Plains, at 47 N 94 W with 967.6 hPa."""
    source = open_source([real_data("S03_octobomb_20101026_gfs")])
    time = source.inventory().times[0]
    region = Region(west=-100, south=40, east=-85, north=50)
    found = detect_features("dt_depression", source, time=time, region=region)
    assert found.passed
    deepest = found.features[0]
    assert deepest.value > 450.0
    assert deepest.extra["surface_low_hpa"] == pytest.approx(967.6, abs=1.5)
    assert deepest.extra["surface_low_distance_km"] < 1000.0
    streamer = detect_features("pv_streamer", source, time=time, region=region)
    assert streamer.passed
    assert all(-15.0 - 100.0 <= item.extra["tip"][1] <= -80.0 for item in streamer.features)


def test_a_global_forecast_has_answers_in_both_hemispheres(real_data):
    source = open_source([real_data("S04_gfs_global_20110115")])
    time = source.inventory().times[0]
    for south, north in ((40, 55), (-55, -40)):
        for west in (-175, 170):  # to the date line and across it
            region = Region(west=west, south=south, east=west + 20, north=north)
            low = detect_features("dt_depression", source, time=time, region=region)
            cut = detect_features("pv_streamer", source, time=time, region=region)
            assert low.status is cut.status is IndexStatus.OK
            for item in (*low.features, *cut.features):
                assert item.latitude * south > 0
