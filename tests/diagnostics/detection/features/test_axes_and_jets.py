"""Troughs, ridges, jets on analytic waves."""

from __future__ import annotations

import numpy as np
import pytest

from diagnostics.detection.features import run_detector
from diagnostics.detection.features.axes import contour_curvature, shifted
from diagnostics.grid.geometry import latitude_longitude_grid

GRAVITY = 9.80665


def wave(lat, lon, crest, amplitude=90.0, length=40.0, sign=1):
    """Height of a westerly current with a wave whose ridge stands at `crest`."""
    return GRAVITY * (
        5600
        - sign * 12 * (lat - sign * 40)
        + amplitude * np.cos(2 * np.pi * (lon - crest) / length)
    )


@pytest.mark.parametrize("hemisphere", [1, -1])
def test_a_trough_stands_half_a_wave_from_the_ridge(make_scene, hemisphere):
    south = 25 if hemisphere > 0 else -55
    scene = make_scene(
        {"z": lambda lat, lon, level, k: wave(lat, lon, 90.0, sign=hemisphere)},
        levels=(500.0,),
        region=(112, hemisphere * 40 - 5, 122, hemisphere * 40 + 5),
        latitude=np.arange(south, south + 30.1),
        longitude=np.arange(70.0, 150.1),
    )
    trough = run_detector("trough_axis", scene)
    assert trough.passed
    assert trough.features[0].extra["longitude_at_region"] == pytest.approx(110.0, abs=1.0)
    # the mean over 15 degrees to either side is sin(x)/x = 0.30 of the amplitude, x = 135 degrees
    assert trough.features[0].value == pytest.approx(-0.70 * 90.0, rel=0.05)
    ridge = run_detector("ridge_axis", scene)
    assert ridge.passed
    assert ridge.features[0].extra["longitude_at_region"] == pytest.approx(130.0, abs=1.0)


def test_a_trough_far_away_or_flat_does_not_count(make_scene):
    far = make_scene(
        {"z": lambda lat, lon, level, k: wave(lat, lon, 112.0, length=60.0)},
        levels=(500.0,),
        region=(108, 35, 116, 45),
    )
    assert run_detector("trough_axis", far).passed is False
    flat = make_scene(
        {"z": lambda lat, lon, level, k: wave(lat, lon, 90.0, amplitude=10.0)}, levels=(500.0,)
    )
    assert run_detector("trough_axis", flat).passed is False


def test_curvature_of_circles_is_one_over_their_radius():
    grid = latitude_longitude_grid(np.arange(-10.0, 10.01, 0.25), np.arange(0.0, 20.01, 0.25))
    radius_m = np.hypot(grid.latitude, grid.longitude - 10.0) * 111.195e3
    curvature, _, _ = contour_curvature(radius_m**2, grid)
    j, i = grid.nearest(0.0, 15.0)
    assert curvature[j, i] == pytest.approx(1.0 / radius_m[j, i], rel=0.02)


def test_sampling_beside_a_cell_crosses_the_seam():
    grid = latitude_longitude_grid(np.arange(-60.0, 60.1, 2.0), np.arange(0.0, 360.0, 2.0))
    field = np.cos(np.radians(grid.longitude))
    east = np.full(grid.shape, 111.195e3 * 2) * np.cos(np.radians(grid.latitude))
    moved = shifted(field, grid, east, np.zeros(grid.shape))
    assert moved == pytest.approx(np.roll(field, -1, axis=1), abs=1e-3)


def jet(lat, lon, level, k):
    return 65.0 * np.exp(-(((lat - 40) / 4) ** 2)) * np.exp(-(((lon - 110) / 12) ** 2))


@pytest.mark.parametrize(
    ("region", "quadrant"),
    [
        ((96, 33, 102, 37), "right_entrance"),
        ((118, 43, 124, 47), "left_exit"),
        ((118, 32, 124, 35), "right_exit"),
    ],
)
def test_the_quadrant_of_a_westerly_streak(make_scene, region, quadrant):
    scene = make_scene(
        {"u": jet, "v": lambda lat, lon, level, k: 0 * lat}, levels=(200.0,), region=region
    )
    answer = run_detector("jet_core", scene)
    assert answer.features[0].extra["quadrant"] == quadrant
    assert answer.features[0].latitude == pytest.approx(40.0)
    assert answer.features[0].longitude == pytest.approx(110.0)
    assert answer.passed is (quadrant in ("right_entrance", "left_exit"))


def test_the_quadrants_are_mirrored_south_of_the_equator(make_scene):
    scene = make_scene(
        {
            "u": lambda lat, lon, level, k: jet(-lat, lon, level, k),
            "v": lambda lat, lon, level, k: 0 * lat,
        },
        levels=(200.0,),
        region=(96, -37, 102, -33),
        latitude=np.arange(-60.0, -9.9),
    )
    answer = run_detector("jet_core", scene)
    assert answer.features[0].extra["quadrant"] == "right_entrance"


def test_a_low_level_jet_reaches_the_region_at_its_downstream_end(make_scene):
    def southerly(lat, lon, level, k):
        return 20.0 * np.exp(-(((lon - 110) / 3) ** 2)) * np.exp(-(((lat - 28) / 7) ** 2))

    scene = make_scene(
        {"u": lambda lat, lon, level, k: 0 * lat, "v": southerly}, region=(107, 30, 113, 36)
    )
    answer = run_detector("llj_object", scene)
    assert answer.passed
    assert answer.features[0].extra["exit"][0] > 30
    assert answer.features[0].length_km == pytest.approx(1100, rel=0.15)
    away = make_scene(
        {"u": lambda lat, lon, level, k: 0 * lat, "v": lambda *a: -southerly(*a)},
        region=(107, 30, 113, 36),
    )
    assert run_detector("llj_object", away).passed is False
    assert run_detector("llj_object", away, {"direction": "any"}).passed
