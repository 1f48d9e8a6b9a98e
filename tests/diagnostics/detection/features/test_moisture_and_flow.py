"""Moist tongues, vapour corridors, blocking, the subtropical high, profiles, sections, series."""

from __future__ import annotations

from datetime import UTC, datetime, timedelta

import numpy as np
import pytest

from diagnostics.detection.features import DETECTORS, get_detector, run_detector
from diagnostics.detection.features.sections import cross_section
from diagnostics.detection.features.series import change_24h
from diagnostics.detection.features.soundings import most_unstable, sounding
from diagnostics.quantities.needs import input_specs

GRAVITY = 9.80665
LEVELS = (200.0, 300.0, 400.0, 500.0, 600.0, 700.0, 850.0, 925.0, 1000.0)


def zero(lat, lon, level, k):
    return 0 * lat


def test_a_meridional_tongue_that_ends_in_the_region(make_scene):
    def humid(lat, lon, level, k):
        across = np.exp(-(((lon - 110) / 3) ** 2))
        return 1e-3 * (4 + 12 * across / (1 + np.exp((lat - 34) / 1.0)))

    scene = make_scene({"q": humid}, region=(106, 31, 114, 37))
    answer = run_detector("moisture_tongue", scene, {"field": "specific_humidity@850"})
    assert answer.passed
    tongue = answer.features[0]
    assert tongue.extra["tip"][0] == pytest.approx(33.0, abs=2.0)
    assert tongue.extra["bearing"] in (0, 180, 1, 179)
    dry = make_scene({"q": humid}, region=(124, 31, 132, 37))
    assert run_detector("moisture_tongue", dry, {"field": "q850"}).passed is False


def test_a_long_poleward_corridor_is_an_atmospheric_river(make_scene):
    def wind(lat, lon, level, k):
        return 25.0 * np.exp(-(((lon - lat - 75) / 3.0) ** 2))

    scene = make_scene(
        {
            "q": lambda lat, lon, level, k: (
                0.010 * (level / 1000.0) ** 3 + zero(lat, lon, level, k)
            ),
            "u": wind,
            "v": wind,
        },
        levels=LEVELS,
        region=(107, 32, 113, 38),
    )
    answer = run_detector("ivt_object", scene)
    assert answer.passed
    river = answer.features[0]
    assert river.kind == "atmospheric_river"
    assert river.extra["direction_to"] == pytest.approx(45, abs=1)
    assert river.length_km > 2000


@pytest.mark.parametrize("hemisphere", [1, -1])
def test_a_reversed_gradient_is_a_block(make_scene, hemisphere):
    def height(lat, lon, level, k):
        polar = hemisphere * lat
        normal = 5700 - 10 * (polar - 40)
        offset = (lon - 100 + 180) % 360 - 180
        high = 500 * np.exp(-(((polar - 60) / 8) ** 2) - (offset / 12) ** 2)
        return GRAVITY * (normal + high)

    low, top = (20.0, 88.0) if hemisphere > 0 else (-88.0, -20.0)
    scene = make_scene(
        {"z": height},
        levels=(500.0,),
        latitude=np.arange(low, top + 0.1, 2.0),
        longitude=np.arange(0.0, 360.0, 2.0),
        region=(110, hemisphere * 45 - 5, 120, hemisphere * 45 + 5),
    )
    answer = run_detector("blocked_sector", scene)
    assert answer.passed
    assert answer.features[0].longitude == pytest.approx(100.0, abs=1.0)
    assert answer.features[0].latitude == hemisphere * 60.0


def test_blocking_cannot_be_told_without_high_latitudes(make_scene):
    scene = make_scene({"z": lambda lat, lon, level, k: GRAVITY * (5700 - lat)}, levels=(500.0,))
    answer = run_detector("blocked_sector", scene)
    assert answer.passed is None
    assert "36 to 84" in answer.message


def test_the_region_lies_under_or_beside_the_subtropical_high(make_scene):
    def height(lat, lon, level, k):
        return GRAVITY * (5953 - 12 * np.abs(lat - 22) - 0.01 * np.abs(lon - 110))

    fields = {"z": height}
    inside = make_scene(fields, levels=(500.0,), region=(108, 22, 112, 26))
    assert run_detector("wpsh_588", inside, {"position": "inside", "coarse": 5880}).passed
    rim = make_scene(fields, levels=(500.0,), region=(108, 31, 112, 35))
    answer = run_detector("wpsh_588", rim, {"position": "rim", "coarse": 5880})
    assert answer.passed
    assert answer.features[0].extra["distance_deg"] == pytest.approx(5.0, abs=0.1)
    far = make_scene(fields, levels=(500.0,), region=(108, 45, 112, 49))
    assert run_detector("wpsh_588", far, {"coarse": 5880}).passed is False


def atmosphere(warmth=0.0, lapse=6.5, surface=300.0):
    def temperature(lat, lon, level, k):
        height = 44331 * (1 - (level / 1013.25) ** 0.190263)
        return np.maximum(surface - lapse * height / 1000.0, 210.0) + warmth + 0 * lat

    return temperature


def test_a_warm_moist_column_is_unstable_and_a_cold_one_is_not(make_scene):
    from diagnostics.physics.thermodynamics import specific_humidity_from_relative_humidity

    def scene_of(surface, humidity):
        warm = atmosphere(surface=surface, lapse=7.2)
        return make_scene(
            {
                "t": warm,
                "q": lambda lat, lon, level, k: specific_humidity_from_relative_humidity(
                    np.full(lat.shape, 100.0 * level), warm(lat, lon, level, k), humidity
                ),
            },
            levels=LEVELS,
        )

    humid = scene_of(302.0, 0.8)
    answer = run_detector("profile_unstable", humid)
    assert answer.passed
    assert answer.features[0].value > 1000
    lifted = most_unstable(sounding(humid))
    assert lifted.lifted_index < -2
    assert lifted.pressure[0] == pytest.approx(1000.0)
    assert run_detector("profile_unstable", scene_of(270.0, 0.3)).passed is False


def test_an_inversion_is_seen_from_the_ground(make_scene):
    base = atmosphere(surface=275.0)
    fields = {
        "t": lambda lat, lon, level, k: base(lat, lon, level, k) + (12.0 if level == 850 else 0.0),
        "q": lambda lat, lon, level, k: 0.001 + 0 * lat,
    }
    assert run_detector("profile_inversion", make_scene(fields, levels=LEVELS)).passed
    plain = make_scene({**fields, "t": base}, levels=LEVELS)
    assert run_detector("profile_inversion", plain).passed is False


def dome(lat, lon, level, k):
    height = 44331 * (1 - (level / 1013.25) ** 0.190263)
    front = 36.0 - 0.0025 * (height - 1500.0)
    return 290.0 - 0.0055 * height - 14.0 / (1 + np.exp(-(lat - front) / 0.7)) + 0 * lon


def test_the_section_crosses_the_front_and_finds_the_dome(make_scene):
    scene = make_scene(
        {"t": dome, "w": lambda lat, lon, level, k: -0.8 * (np.abs(lat - 35) < 1.1) + 0 * lon},
        levels=LEVELS,
        latitude=np.arange(22, 50.1, 0.5),
        longitude=np.arange(95, 125.1, 0.5),
        region=(108, 33, 112, 38),
    )
    plane = cross_section(scene)
    assert plane.points.latitude[0] > plane.points.latitude[-1]  # northern end first
    assert abs(plane.distance[plane.centre]) < 60
    assert plane.points.longitude == pytest.approx(110.0, abs=0.3)
    answer = run_detector("cold_dome", scene)
    assert answer.passed
    assert answer.features[0].latitude > 35.5
    ascent = run_detector("ascent_column", scene)
    assert ascent.passed
    assert ascent.features[0].latitude == pytest.approx(35.0, abs=1.2)


def test_the_series_notes_what_happens_together(make_scene):
    start = datetime(2026, 7, 1, tzinfo=UTC)
    times = [np.datetime64((start + timedelta(hours=6 * k)).replace(tzinfo=None)) for k in range(9)]
    scene = make_scene(
        {
            "t2m": lambda lat, lon, level, k: 290.0 - 12.0 * (k >= 5) + 0 * lat,
            "msl": lambda lat, lon, level, k: 100500.0 + 1200.0 * (k >= 5) + 0 * lat,
            "u10": lambda lat, lon, level, k: 5.0 + 0 * lat,
            "v10": zero,
        },
        times=times,
        time=start,
    )
    answer = run_detector("series_drop", scene)
    assert answer.passed
    assert answer.features[0].extra["signs"] == "cooling, pressure rise"
    assert answer.features[0].value == pytest.approx(-12.0)
    assert run_detector("series_drop", scene, {"dT": -15.0}).passed is False


def test_a_change_over_24_hours_is_by_the_clock_not_by_the_count():
    hours = np.array([0.0, 6.0, 24.0, 30.0, 36.0])
    change = change_24h(hours, np.array([1.0, 2.0, 5.0, 8.0, 9.0]))
    assert np.isnan(change[[0, 1, 4]]).all()
    assert change[2:4] == pytest.approx([4.0, 6.0])


def test_heat_must_last_three_days(make_scene):
    times = [np.datetime64("2026-07-01T06:00") + np.timedelta64(24 * k, "h") for k in range(5)]
    heat = {"t2m": lambda lat, lon, level, k: 273.15 + (36.0 if 1 <= k <= 3 else 30.0) + 0 * lat}
    scene = make_scene(heat, times=times, time=datetime(2026, 7, 1, 6, tzinfo=UTC))
    assert run_detector("persistence", scene, {"threshold": 35}).passed
    assert run_detector("persistence", scene, {"threshold": 35, "min_days": 4}).passed is False


@pytest.mark.parametrize("name", sorted(DETECTORS))
def test_every_detector_says_what_it_reads(name):
    detector = get_detector(name)
    params = {"field": "temperature_2m"} if name == "threshold_object" else {}
    assert input_specs(detector.quantities(params))
    assert (detector.function.__doc__ or "").strip().endswith((".", "region."))
    assert all(spec.kind in ("number", "text", "quantity") for spec in detector.parameters)


def test_the_gentle_slope_of_westerlies_is_no_dome(make_scene):
    def slope(lat, lon, level, k):
        return dome(36.0 + 0 * lat, lon, level, k) - 0.9 * (lat - 36.0)

    scene = make_scene(
        {"t": slope},
        levels=LEVELS,
        latitude=np.arange(22, 50.1, 0.5),
        longitude=np.arange(95, 125.1, 0.5),
        region=(108, 33, 112, 38),
    )
    assert run_detector("cold_dome", scene, {"min_depth_hpa": 150}).passed is False
