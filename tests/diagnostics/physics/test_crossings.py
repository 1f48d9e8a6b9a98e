"""Heights of isotherms: inversions, ground and gaps."""

from __future__ import annotations

import numpy as np
import pytest

from diagnostics.errors import ArgumentError
from diagnostics.physics.crossings import height_of_isotherm

LEVELS = np.array([100, 300, 500, 700, 850, 925, 1000]) * 100.0
HEIGHT = np.array([16000.0, 9000, 5500, 3000, 1500, 800, 100]).reshape(-1, 1, 1)


def column(*celsius):
    return np.array(celsius, dtype=float).reshape(-1, 1, 1) + 273.15


def test_a_single_crossing_is_linear_in_temperature():
    t = column(-70, -40, -10, 5, 12, 16, 20)
    for which in ("highest", "lowest"):
        found = height_of_isotherm(t, HEIGHT, LEVELS, which=which)
        assert found.height[0, 0] == pytest.approx(3000.0 + 2500.0 * 5.0 / 15.0)
        assert found.crossings[0, 0] == 1
    turned = height_of_isotherm(t[::-1], HEIGHT[::-1], LEVELS[::-1])
    assert turned.height[0, 0] == pytest.approx(3000.0 + 2500.0 / 3.0)


def test_an_inversion_gives_three_crossings_and_a_choice():
    t = column(-70, -40, -10, 4, -2, 1, 3)
    highest = height_of_isotherm(t, HEIGHT, LEVELS)
    lowest = height_of_isotherm(t, HEIGHT, LEVELS, which="lowest")
    assert highest.crossings[0, 0] == lowest.crossings[0, 0] == 3
    assert highest.height[0, 0] == pytest.approx(3000.0 + 2500.0 * 4.0 / 14.0)
    assert lowest.height[0, 0] == pytest.approx(800.0 + 700.0 / 3.0)


def test_a_column_colder_throughout_gives_the_ground():
    t = column(-70, -40, -20, -12, -8, -5, -3)
    found = height_of_isotherm(t, HEIGHT, LEVELS)
    assert found.all_colder[0, 0]
    assert found.height[0, 0] == 100.0
    ground = height_of_isotherm(t, HEIGHT, LEVELS, surface_height=np.array([[40.0]]))
    assert ground.height[0, 0] == 40.0


def test_levels_below_ground_are_not_scanned():
    t = column(-70, -40, -20, -12, -8, 5, 9)
    found = height_of_isotherm(t, HEIGHT, LEVELS, surface_pressure=np.array([[90000.0]]))
    assert found.all_colder[0, 0]
    assert found.height[0, 0] == 1500.0
    ended = height_of_isotherm(
        t,
        HEIGHT,
        LEVELS,
        surface_pressure=np.array([[90000.0]]),
        surface_height=np.array([[1000.0]]),
        surface_temperature=np.array([[273.15 + 2.0]]),
    )
    assert ended.height[0, 0] == pytest.approx(1000.0 + 500.0 * 2.0 / 10.0)


def test_the_scan_stops_where_asked():
    t = column(3, -40, -10, 5, 12, 16, 20)
    assert height_of_isotherm(t, HEIGHT, LEVELS).crossings[0, 0] == 2
    stopped = height_of_isotherm(t, HEIGHT, LEVELS, scan_top=30000.0)
    assert stopped.crossings[0, 0] == 1
    assert np.isnan(height_of_isotherm(t, HEIGHT, LEVELS, scan_top=70000.0).height[0, 0])


def test_missing_input_gives_no_number():
    t = column(-70, -40, np.nan, 5, 12, 16, 20)
    found = height_of_isotherm(t, HEIGHT, LEVELS)
    assert np.isnan(found.height[0, 0])
    assert not found.all_colder[0, 0]
    t = column(-70, -40, -10, 5, 12, 16, np.nan)
    kept = height_of_isotherm(t, HEIGHT, LEVELS, surface_pressure=np.array([[95000.0]]))
    assert np.isfinite(kept.height[0, 0])
    unknown = height_of_isotherm(t, HEIGHT, LEVELS, surface_pressure=np.array([[np.nan]]))
    assert np.isnan(unknown.height[0, 0])


def test_an_unknown_choice_is_refused():
    with pytest.raises(ArgumentError, match="'highest' or 'lowest'"):
        height_of_isotherm(column(*range(7)), HEIGHT, LEVELS, which="middle")
