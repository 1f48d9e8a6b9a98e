"""Thresholds, bands, fronts, shear lines, vortices on analytic fields."""

from __future__ import annotations

import numpy as np
import pytest

from diagnostics.contracts.enums import IndexStatus
from diagnostics.detection.features import run_detector
from diagnostics.errors import ArgumentError


def zero(lat, lon, level, k):
    return 0 * lat


def test_a_threshold_object_has_the_area_of_its_disc(make_scene):
    def temperature(lat, lon, level, k):
        offset = (lon - 110) * np.cos(np.radians(35))
        return 273.15 + 45 - 2.0 * np.hypot(lat - 35, offset)

    grid = {"latitude": np.arange(20, 50.1, 0.25), "longitude": np.arange(95, 125.1, 0.25)}
    scene = make_scene({"t2m": temperature}, **grid)
    answer = run_detector(
        "threshold_object", scene, {"field": "temperature_2m", "op": ">=", "threshold": 35}
    )
    assert answer.passed
    assert answer.features[0].area_km2 == pytest.approx(np.pi * (5 * 111.195) ** 2, rel=0.03)
    assert answer.features[0].value == pytest.approx(45.0, abs=0.2)
    away = make_scene({"t2m": temperature}, region=(96, 21, 98, 23), **grid)
    assert (
        run_detector("threshold_object", away, {"field": "t2m", "op": ">=", "threshold": 35}).passed
        is False
    )


@pytest.mark.parametrize(("spacing", "passes"), [(0.25, False), (1.0, True)])
def test_coarse_grids_use_the_coarse_threshold(make_scene, spacing, passes):
    scene = make_scene(
        {"t2m": lambda lat, lon, level, k: 273.15 + 34.0 + zero(lat, lon, level, k)},
        latitude=np.arange(28, 42.1, spacing),
        longitude=np.arange(103, 117.1, spacing),
    )
    params = {"field": "t2m", "op": ">=", "threshold": 35, "threshold_coarse": 33.5}
    assert run_detector("threshold_object", scene, params).passed is passes


def test_an_object_joins_across_the_seam_of_a_global_grid(make_scene):
    def pressure(lat, lon, level, k):
        offset = (lon + 180) % 360 - 180
        return 100000.0 + 1000.0 * (np.abs(offset) < 6) * (np.abs(lat - 40) < 4)

    scene = make_scene(
        {"msl": pressure},
        region=(-2, 38, 2, 42),
        latitude=np.arange(-80.0, 80.1, 2.0),
        longitude=np.arange(0.0, 360.0, 2.0),
    )
    answer = run_detector(
        "threshold_object", scene, {"field": "msl", "op": ">=", "threshold": 1005}
    )
    assert len(answer.features) == 1
    assert abs(answer.features[0].extra["centroid"][1]) < 0.5


def front(lat, lon, level, k):
    """Cold air north of 36 N: the zone is 4 degrees wide."""
    return 285.0 - 8.0 * np.tanh((lat - 36.0) / 2.0)


@pytest.mark.parametrize(("wind", "kind"), [(-8.0, "cold"), (8.0, "warm"), (0.0, "stationary")])
def test_a_front_lies_on_the_warm_side_and_knows_its_kind(make_scene, wind, kind):
    scene = make_scene(
        {"t": front, "u": zero, "v": lambda lat, lon, level, k: wind + zero(lat, lon, level, k)},
        latitude=np.arange(20, 55.1, 0.5),
        longitude=np.arange(90, 130.1, 0.5),
    )
    answer = run_detector("front_tfp", scene)
    assert answer.passed
    line = answer.features[0]
    assert line.extra["type"] == kind
    assert 33.0 < line.latitude < 36.0
    assert line.length_km > 3000
    assert run_detector("front_tfp", scene, {"type": kind}).passed
    other = "cold" if kind != "cold" else "warm"
    assert run_detector("front_tfp", scene, {"type": other}).passed is False


def test_a_tight_gradient_is_a_band(make_scene):
    scene = make_scene(
        {"t": front}, latitude=np.arange(20, 55.1, 0.5), longitude=np.arange(90, 130.1, 0.5)
    )
    answer = run_detector("gradient_band", scene, {"field": "temperature@850", "grad_min": 2.5})
    assert answer.passed
    # 8 K over an e-folding of 2 degrees: 3.6 K per 100 km in the middle, less after smoothing
    assert 2.5 < answer.features[0].value < 3.6
    assert (
        run_detector("gradient_band", scene, {"field": "temperature@850", "grad_min": 5.0}).passed
        is False
    )


def test_wind_that_turns_across_a_line_is_a_shear_line(make_scene):
    scene = make_scene(
        {
            "u": lambda lat, lon, level, k: -10.0 * np.tanh((lat - 35) / 1.5),
            "v": lambda lat, lon, level, k: 4.0 + zero(lat, lon, level, k),
        },
        latitude=np.arange(25, 45.1, 0.5),
        longitude=np.arange(95, 125.1, 0.5),
    )
    answer = run_detector("shear_line", scene)
    assert answer.passed
    assert answer.features[0].latitude == pytest.approx(35.0, abs=0.6)
    anticyclonic = make_scene(
        {"u": lambda lat, lon, level, k: 10.0 * np.tanh((lat - 35) / 1.5), "v": zero},
        latitude=np.arange(25, 45.1, 0.5),
        longitude=np.arange(95, 125.1, 0.5),
    )
    assert run_detector("shear_line", anticyclonic).passed is False


@pytest.mark.parametrize("hemisphere", [1, -1])
def test_a_rotating_wind_is_a_vortex_in_either_hemisphere(make_scene, hemisphere):
    lat0 = 30.0 * hemisphere

    def turn(lat, lon, level, k, part):
        dy, dx = lat - lat0, (lon - 110) * np.cos(np.radians(lat0))
        radius = np.hypot(dx, dy)
        speed = 18.0 * (radius / 2.0) * np.exp(0.5 * (1 - (radius / 2.0) ** 2)) * hemisphere
        safe = np.where(radius > 0, radius, 1.0)
        return -speed * dy / safe if part == "u" else speed * dx / safe

    scene = make_scene(
        {"u": lambda *a: turn(*a, "u"), "v": lambda *a: turn(*a, "v")},
        region=(106, lat0 - 4, 114, lat0 + 4),
        latitude=np.arange(lat0 - 12, lat0 + 12.1, 0.5),
        longitude=np.arange(98, 122.1, 0.5),
    )
    answer = run_detector("vortex", scene)
    assert answer.passed
    assert answer.features[0].latitude == pytest.approx(lat0, abs=0.3)
    reverse = make_scene(
        {"u": lambda *a: -turn(*a, "u"), "v": lambda *a: -turn(*a, "v")},
        region=(106, lat0 - 4, 114, lat0 + 4),
        latitude=np.arange(lat0 - 12, lat0 + 12.1, 0.5),
        longitude=np.arange(98, 122.1, 0.5),
    )
    assert run_detector("vortex", reverse).passed is False


def test_southerly_wind_over_a_northward_fall_is_warm_advection(make_scene):
    fields = {
        "t": lambda lat, lon, level, k: 300.0 - 1.0 * lat,
        "u": zero,
        "v": lambda lat, lon, level, k: 30.0 * np.exp(-((lat - 35) ** 2 + (lon - 110) ** 2) / 20),
    }
    scene = make_scene(
        fields, latitude=np.arange(20, 50.1, 0.5), longitude=np.arange(95, 125.1, 0.5)
    )
    warm = run_detector("advection_center", scene, {"op": ">=", "threshold": 15})
    assert warm.passed
    # 30 m/s over 1 K per 111 km is 27e-5 K/s, a little less after smoothing
    assert warm.features[0].value == pytest.approx(25.0, abs=2.0)
    assert run_detector("advection_center", scene, {"op": "<=", "threshold": -15}).passed is False


def test_the_couplet_needs_both_centres(make_scene):
    def pressure(lat, lon, level, k):
        rise = 1200 * np.exp(-((lat - 35) ** 2 + (lon - 100) ** 2) / 30)
        fall = 900 * np.exp(-((lat - 35) ** 2 + (lon - 118) ** 2) / 30)
        return 101000.0 + k * (rise - fall)

    scene = make_scene({"msl": pressure}, times=("2026-06-30T12:00", "2026-07-01T12:00"))
    answer = run_detector("allobaric_couplet", scene)
    assert answer.passed
    assert answer.features[0].extra["separation_km"] == pytest.approx(1640, rel=0.02)
    # where it stands is where the pressure rises
    assert [item.kind for item in answer.features if item.score >= 0.5] == ["pressure_rise"]
    assert run_detector("allobaric_couplet", scene, {"rise_min": 15}).passed is False


def test_what_is_missing_is_said_and_not_guessed(make_scene):
    scene = make_scene({"msl": lambda lat, lon, level, k: 1e5 + zero(lat, lon, level, k)})
    answer = run_detector("trough_axis", scene)
    assert answer.passed is None
    assert answer.status is IndexStatus.MISSING_INPUT
    assert "z" in answer.message
    assert run_detector("allobaric_couplet", scene).passed is None


def test_unknown_names_are_refused_with_what_there_is(make_scene):
    scene = make_scene({"msl": lambda lat, lon, level, k: 1e5 + zero(lat, lon, level, k)})
    with pytest.raises(ArgumentError, match="closed_extremum") as caught:
        run_detector("closed_extremun", scene)
    assert caught.value.code == "unknown_detector"
    with pytest.raises(ArgumentError, match="it has") as caught:
        run_detector("closed_extremum", scene, {"radius": 3})
    assert caught.value.code == "unknown_parameter"
    with pytest.raises(ArgumentError, match="must be a number"):
        run_detector("closed_extremum", scene, {"radius_km": "far"})
