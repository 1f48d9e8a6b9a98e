"""Questions of columns, sections, series and whole circles, planted and absent."""

from __future__ import annotations

import numpy as np
import pytest

from diagnostics.contracts.quantities import QuantityRef
from diagnostics.figures.questions import (
    evaluate,
)
from diagnostics.messages import render
from tests.diagnostics.figures.planted import (
    HEIGHTS,
    LAT,
    LEVELS,
    days,
    hill,
    same,
    scene_of,
)


def test_profiles_sections_and_series():
    column = {level: 300 - 65 * (1 - level / 1000) for level in LEVELS}
    field = {level: np.full(LAT.shape, column[level]) for level in LEVELS}
    wet = {level: np.full(LAT.shape, 0.020 * (level / 1000) ** 2.2) for level in LEVELS}
    dry = {level: np.full(LAT.shape, 0.004 * (level / 1000) ** 3.2) for level in LEVELS}
    test = {"profile": "spread", "top": 500, "value": 6}
    assert evaluate(test, scene_of(t=field, q=wet)).answer is True
    assert evaluate(test, scene_of(t=field, q=dry)).answer is False
    humid = {"section": "moist_top", "value": 60, "top": 500}
    assert evaluate(humid, scene_of(t=field, q=wet)).answer is True
    assert evaluate(humid, scene_of(t=field, q=dry)).answer is False

    def front(latitude, width):
        air = {level: field[level] - 6 * np.tanh((LAT - latitude) / width) for level in LEVELS}
        return scene_of(t=air, q=dry, w=same(500, 400, value=-1.0 * hill(latitude, 115, 1.5, 30)))

    tight = {"section": "front", "value": 2.0, "times": 1.5}
    assert evaluate(tight, front(35, 1.5)).answer is True
    assert evaluate(tight, front(35, 30.0)).answer is False
    assert evaluate({"section": "ascent", "value": -0.3}, front(35, 1.5)).answer is True
    assert evaluate({"section": "ascent", "value": -3.0}, front(35, 1.5)).answer is False

    times = ("2026-07-01T00:00", "2026-07-02T00:00")
    cold = scene_of(times=times, t2m=[300.0, 288.0], msl=[1e5, 101200.0], u10=12.0, v10=0.0)
    mild = scene_of(times=times, t2m=[300.0, 298.0], msl=[1e5, 101200.0], u10=2.0, v10=0.0)
    for test in (
        {"series": "cooling", "value": 8},
        {"series": "rise_with_wind", "value": 8, "wind": 10.8},
    ):
        assert evaluate(test, cold).answer is True
        assert evaluate(test, mild).answer is False


def test_a_ridge_into_the_polar_cap_needs_the_whole_circle():
    lat, lon = np.meshgrid(np.arange(40.0, 90.0, 2.0), np.arange(0.0, 360.0, 3.0), indexing="ij")

    def heights(longitude):
        away = (lon - longitude + 180) % 360 - 180
        return 9.80665 * (5300 + 300 * np.exp(-((away / 15) ** 2) - ((lat - 70) / 8) ** 2))

    test = {
        "departure": 150,
        "quantity": QuantityRef("height", 500.0),
        "latitude": [62, 80],
        "longitude": [-60, 150],
    }
    region = (100, 60, 120, 70)
    assert evaluate(test, scene_of(region, grid=(lat, lon), z=heights(60))).answer is True
    assert evaluate(test, scene_of(region, grid=(lat, lon), z=heights(-120))).answer is False
    part = evaluate(test, scene_of(z=HEIGHTS))
    assert part.answer is None
    assert "zonal mean" in render(part.message, "en")


def test_longitude_against_time():
    grid = np.meshgrid(np.arange(35.0, 66.0), np.arange(60.0, 141.0), indexing="ij")
    lon = grid[1]
    times = days(9)  # to 2 July, 00 UTC

    def ask(kind, value, scene):
        test = {"sector": kind, "quantity": QuantityRef("height", 500.0), "value": value}
        return evaluate(test, scene)

    standing = scene_of(
        (110, 45, 120, 55),
        times=times,
        grid=grid,
        z=[9.80665 * 120 * np.exp(-(((lon - 115) / 9) ** 2))] * 9,
    )
    assert ask("steady", 3, standing).answer is True
    assert ask("eastward", 5, standing).answer is False
    moving = scene_of(
        (110, 45, 120, 55),
        times=times,
        grid=grid,
        z=[9.80665 * 120 * np.exp(-(((lon - 75 - 5 * k) / 9) ** 2)) for k in range(9)],
    )
    assert ask("steady", 3, moving).answer is False
    assert ask("eastward", 5, moving).value == pytest.approx(10.0)
    fresh = scene_of(
        (110, 45, 120, 55),
        times=times,
        grid=grid,
        z=[9.80665 * 30 * max(0, k - 4) * np.exp(-(((lon - 80) / 9) ** 2)) for k in range(9)],
    )
    found = ask("new_centre", 100, fresh)
    assert found.answer is True
    assert found.place[1] == pytest.approx(80.0)
    assert ask("new_centre", 100, standing).answer is False
    assert ask("steady", 6, standing).answer is None


def test_the_column_against_time():
    times = days(5, "2026-07-01T00:00", 6)
    column = {level: np.full(LAT.shape, 300 - 65 * (1 - level / 1000)) for level in LEVELS}

    def humid(depth):
        wet = {level: 0.018 * (level / 1000) ** 2.2 for level in LEVELS}
        return {level: wet[level] if level >= 1000 - depth else 0.0005 for level in LEVELS}

    def scene(omega, depths, turn):
        low, high = 10.0, 20.0
        return scene_of(
            times=times,
            t=column,
            w=[same(500, 700, value=part) for part in omega],
            q=[humid(part) for part in depths],
            u=[{level: high * np.sin(turn) if level <= 500 else 0.0 for level in LEVELS}] * 5,
            v=[{level: high * np.cos(turn) if level <= 500 else low for level in LEVELS}] * 5,
        )

    active = scene([-0.8] * 5, [100, 100, 200, 350, 550], np.pi / 3)
    calm = scene([-0.8, -0.8, -0.8, -0.8, 0.1], [550] * 5, -np.pi / 3)
    for test in (
        {"column": "ascent", "value": -0.5, "hours": 6},
        {"column": "veering", "value": 15, "hours": 24},
        {"column": "moistening", "value": 100, "hours": 24},
    ):
        assert evaluate(test, active).answer is True, test
        assert evaluate(test, calm).answer is False, test
