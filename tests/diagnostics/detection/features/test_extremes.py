"""Closed lows and highs of analytic pressure fields."""

from __future__ import annotations

import numpy as np
import pytest

from diagnostics.detection.features import run_detector
from diagnostics.detection.features.extremes import closed_extrema
from diagnostics.grid.distance import great_circle_km


def hill(lat, lon, lat0, lon0, width):
    offset = (lon - lon0 + 180.0) % 360.0 - 180.0
    return np.exp(-(((lat - lat0) ** 2) + (offset * np.cos(np.radians(lat0))) ** 2) / width**2)


@pytest.mark.parametrize(
    ("lat0", "lon0", "west"),
    [(35.0, 110.0, 80.0), (-35.0, 110.0, 80.0), (35.0, 179.0, 150.0)],
)
def test_a_closed_low_is_found_where_it_is(make_scene, lat0, lon0, west):
    sign = np.sign(lat0)
    scene = make_scene(
        {"msl": lambda lat, lon, level, k: 101500.0 - 2000.0 * hill(lat, lon, lat0, lon0, 6.0)},
        region=(lon0 - 5, lat0 - 5, lon0 + 5, lat0 + 5),
        latitude=np.arange(10.0, 60.1) if sign > 0 else np.arange(-60.0, -9.9),
        longitude=np.arange(west, west + 60.1),
    )
    answer = run_detector("closed_extremum", scene, {"sign": "low"})
    assert answer.passed
    (low,) = answer.features
    assert low.latitude == pytest.approx(lat0)
    assert abs((low.longitude - lon0 + 180) % 360 - 180) < 0.01
    assert low.value == pytest.approx(995.0, abs=0.1)
    assert low.unit == "hPa"
    # the contour that closes farthest out stays below the 20-hPa depth of the smoothed hill
    assert 5 <= low.extra["closed_contours"] <= 7


def test_two_contours_are_asked_for(make_scene):
    scene = make_scene(
        {"msl": lambda lat, lon, level, k: 101500.0 - 400.0 * hill(lat, lon, 35, 110, 6.0)}
    )
    answer = run_detector("closed_extremum", scene, {"sign": "low"})
    assert answer.passed is False
    assert answer.features[0].extra["closed_contours"] == 1
    assert run_detector("closed_extremum", scene, {"sign": "low", "min_closed": 1}).passed


def test_a_high_needs_its_central_value(make_scene):
    scene = make_scene(
        {"msl": lambda lat, lon, level, k: 102000.0 + 1500.0 * hill(lat, lon, 35, 110, 8.0)}
    )
    passed = {
        limit: run_detector("closed_extremum", scene, {"sign": "high", "min_value": limit}).passed
        for limit in (1030, 1040)
    }
    assert passed == {1030: True, 1040: False}


def test_a_slope_without_centre_has_none(make_scene):
    scene = make_scene({"msl": lambda lat, lon, level, k: 100000.0 + 50.0 * lat})
    answer = run_detector("closed_extremum", scene, {"sign": "low"})
    assert answer.passed is False
    assert answer.features == ()
    assert answer.score == 0.0


def test_a_low_at_the_edge_of_the_data_is_not_closed(make_scene):
    scene = make_scene(
        {"msl": lambda lat, lon, level, k: 101500.0 - 2000.0 * hill(lat, lon, 11, 110, 6.0)},
        region=(105, 11, 115, 20),
    )
    assert run_detector("closed_extremum", scene, {"sign": "low"}).features == ()


def test_a_cut_off_low_lies_equatorward_of_the_westerlies(make_scene):
    def height(lat, lon, level, k):
        return 9.80665 * (5700 - 400 * np.tanh((lat - 50) / 4) - 200 * hill(lat, lon, 32, 110, 5))

    def cold(lat, lon, level, k):
        return 255.0 - 5 * hill(lat, lon, 32, 110, 5) - 0.1 * lat

    scene = make_scene({"z": height, "t": cold}, levels=(500.0,), region=(105, 28, 115, 36))
    answer = run_detector("cutoff_low", scene)
    assert answer.passed
    assert answer.features[0].latitude == pytest.approx(32.0, abs=1.0)
    warm = make_scene(
        {"z": height, "t": lambda lat, lon, level, k: 255.0 - 0.5 * lat},
        levels=(500.0,),
        region=(105, 28, 115, 36),
    )
    assert run_detector("cutoff_low", warm).passed is False


@pytest.mark.parametrize("seed", range(6))
@pytest.mark.parametrize("sign", ["low", "high"])
def test_the_central_value_is_the_extreme_of_the_field_itself(make_scene, seed, sign):
    """Not that of the smoothed centre's cell: a report, a chart and a table say one number."""
    noise = np.random.default_rng(seed).normal(0.0, 150.0, (61, 61))
    size = -2500.0 if sign == "low" else 2500.0
    scene = make_scene(
        {"msl": lambda lat, lon, level, k: 101500.0 + size * hill(lat, lon, 35.0, 110.0, 8.0)},
        latitude=np.linspace(20.0, 50.0, 61),
        longitude=np.linspace(95.0, 125.0, 61),
    )
    pressure = scene.field("msl") / 100.0 + noise / 100.0
    smooth = scene.grid.smooth(pressure, 100.0)
    at = np.unravel_index((smooth.argmin if sign == "low" else smooth.argmax)(), smooth.shape)
    away = great_circle_km(
        scene.grid.latitude[at], scene.grid.longitude[at], scene.grid.latitude, scene.grid.longitude
    )
    around = pressure[away <= 150.0]
    found = next(iter(closed_extrema(pressure, scene.grid, low=sign == "low", interval=2.0)))
    assert found.value == (around.min() if sign == "low" else around.max())
    assert pressure[found.row, found.column] == found.value
