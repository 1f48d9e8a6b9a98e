"""Every form of a question's test, with the feature planted and absent, in both languages."""

from __future__ import annotations

from datetime import UTC, datetime

import numpy as np
import pytest
import xarray as xr

from diagnostics.contracts.enums import Language
from diagnostics.contracts.space_time import Region
from diagnostics.detection.features.scene import Scene
from diagnostics.errors import ArgumentError, InputDataError
from diagnostics.fields.memory import MemorySource
from diagnostics.figures import chart_ids, get_chart
from diagnostics.figures.questions import (
    TESTS,
    answer_questions,
    evaluate,
    question_hours,
    question_reads,
)
from diagnostics.figures.questions.places import coast_distance_km
from diagnostics.figures.reading import read_figure

TIME = datetime(2026, 7, 2, 0, tzinfo=UTC)
LEVELS = (1000.0, 925.0, 850.0, 700.0, 500.0, 400.0, 300.0, 200.0)
LAT, LON = np.meshgrid(np.arange(15.0, 56.0), np.arange(90.0, 141.0), indexing="ij")
SURFACE = {"msl", "t2m", "d2m", "u10", "v10", "tp", "lsm", "orog", "sf"}
REGION = (110, 30, 120, 40)


def hill(lat, lon, width=3.0, wide=None):
    """Hill of height 1; `wide` is the width in longitude where it differs."""
    return np.exp(-(((LAT - lat) / width) ** 2) - (((LON - lon) / (wide or width)) ** 2))


def scene_of(region=REGION, times=("2026-07-01T12:00", "2026-07-02T00:00"), grid=None, **fields):
    """Scene of fields; a list holds one block per time, a dict one per level."""
    levels = np.array(sorted(LEVELS))
    lat, lon = grid or (LAT, LON)
    data = {}
    for name, content in fields.items():
        blocks = content if isinstance(content, list) else [content] * len(times)
        if name in SURFACE:
            data[name] = (
                ("time", "latitude", "longitude"),
                np.stack([np.broadcast_to(block, lat.shape) for block in blocks]).astype("f8"),
            )
            continue
        stacked = [
            np.stack(
                [
                    np.broadcast_to(b[level] if isinstance(b, dict) else b, lat.shape)
                    for level in levels
                ]
            )
            for b in blocks
        ]
        data[name] = (("time", "level", "latitude", "longitude"), np.stack(stacked).astype("f8"))
    dataset = xr.Dataset(
        data,
        coords={
            "time": np.array(times, dtype="datetime64[ns]"),
            "level": levels,
            "latitude": lat[:, 0],
            "longitude": lon[0],
        },
    )
    if "tp" in dataset:
        dataset["tp"].attrs["interval_hours"] = 12.0
    west, south, east, north = region
    return Scene(dataset, Region(west=west, south=south, east=east, north=north), TIME)


def same(*levels, value, other=0.0):
    """A field that is `value` on some levels and `other` elsewhere."""
    return {level: value if level in levels else other for level in LEVELS}


WARM_SOUTH = 288.0 - 0.8 * (LAT - 35.0)
HEIGHTS = 9.80665 * np.broadcast_to(5700.0, LAT.shape)


def wave(crest):
    return 9.80665 * (5600 - 12 * (LAT - 35) + 90 * np.cos(2 * np.pi * (LON - crest) / 40))


PLANTED = {
    "reduce": (
        {"reduce": "max", "quantity": "temperature_2m", "op": ">=", "value": 35},
        {"t2m": 300.0 + 12 * hill(35, 115)},
        {"t2m": 300.0 + 12 * hill(50, 135)},
    ),
    "reduce over": (
        {
            "reduce": "mean",
            "quantity": "temperature_2m",
            "op": "<=",
            "value": 0,
            "over": {"quantity": "precipitation_24h", "op": ">=", "value": 5},
        },
        {"t2m": 280.0 - 20 * hill(35, 115), "tp": [20 * hill(35, 115)] * 2},
        {"t2m": 280.0 - 20 * hill(35, 115), "tp": [20 * hill(50, 135)] * 2},
    ),
    "share": (
        {"share": 0.5, "quantity": "temperature_2m", "op": ">=", "value": 20},
        {"t2m": 285.0 + 15 * hill(35, 115, 8)},
        {"t2m": 285.0 + 15 * hill(35, 115, 2)},
    ),
    "wind_from": (
        {"wind_from": [180, 270], "quantity": "wind_10m", "speed": 2},
        {"u10": 5.0, "v10": 5.0},
        {"u10": -5.0, "v10": 5.0},
    ),
    "extreme_inside": (
        {"extreme_inside": "max", "quantity": "temperature_2m"},
        {"t2m": 290 + hill(35, 115)},
        {"t2m": 290 + hill(25, 130)},
    ),
    "at_extreme": (
        {"at_extreme": "max", "of": "temperature_2m", "field": "lsm", "op": "<=", "value": 0.5},
        {"t2m": 290 + hill(33, 118), "lsm": (LON < 115) * 1.0},
        {"t2m": 290 + hill(33, 112), "lsm": (LON < 115) * 1.0},
    ),
    "steep": (
        {"steep": 0.8, "of": "wind_speed_10m", "quantity": "mean_sea_level_pressure"},
        {"u10": 20 * hill(35, 115), "v10": 0.0, "msl": 1e5 + 800 * np.tanh((LAT - 35) / 2)},
        {"u10": 20 * hill(43, 115), "v10": 0.0, "msl": 1e5 + 800 * np.tanh((LAT - 30) / 2)},
    ),
    "trend": (
        {
            "trend": "min",
            "quantity": "mean_sea_level_pressure",
            "hours": 24,
            "op": "<=",
            "value": -12,
        },
        {"msl": [1e5 - 800 * hill(35, 115), 1e5 - 1600 * hill(35, 115)]},
        {"msl": [1e5 - 1600 * hill(35, 115), 1e5 - 1700 * hill(35, 115)]},
    ),
    "approaches": (
        {"approaches": "max", "quantity": "mean_sea_level_pressure", "hours": 12},
        {"msl": [1e5 + 900 * hill(45, 100), 1e5 + 900 * hill(41, 106)]},
        {"msl": [1e5 + 900 * hill(41, 106), 1e5 + 900 * hill(45, 100)]},
    ),
    "agree": (
        {"agree": 0.5, "quantity": "temperature_2m", "other": "mean_sea_level_pressure"},
        {"t2m": 280 + hill(35, 115), "msl": 1e5 + 500 * hill(35, 115)},
        {"t2m": 280 + hill(35, 115), "msl": 1e5 - 500 * hill(35, 115)},
    ),
    "zonal_band": (
        {"zonal_band": 10, "quantity": "precipitation_24h"},
        {"tp": 20 * hill(35, 115, 2, 8)},
        {"tp": 20 * hill(35, 115, 8, 2)},
    ),
    "shape": (
        {"shape": "core", "quantity": "temperature_2m", "value": 20},
        {"t2m": 285 + 20 * hill(35, 115, 3, 3.6)},
        {"t2m": 285 + 20 * hill(35, 115, 1.5, 9)},
    ),
    "shape zonal": (
        {"shape": "zonal", "quantity": "temperature_2m", "value": 20, "degrees": 15},
        {"t2m": 285 + 20 * hill(35, 115, 1.5, 12)},
        {"t2m": 285 + 20 * hill(35, 115, 1.5, 4)},
    ),
    "aligned": (
        {
            "aligned": [
                {"quantity": "temperature_2m", "value": 20},
                {"quantity": "precipitation_24h", "value": 5},
            ]
        },
        {"t2m": 285 + 20 * hill(35, 115, 1.5, 8), "tp": 20 * hill(36, 115, 2, 9)},
        {"t2m": 285 + 20 * hill(35, 115, 1.5, 8), "tp": 20 * hill(36, 115, 9, 2)},
    ),
    "connects": (
        {"connects": [95, 45, 105, 52], "quantity": "temperature_2m", "op": "<=", "value": 0},
        {"t2m": 285 - 25 * hill(43, 108, 6, 9)},
        {"t2m": 285 - 25 * hill(36, 115, 3)},
    ),
    "relative": (
        {
            "relative": {"detector": "closed_extremum", "params": {"min_closed": 1}},
            "to": {"quantity": "precipitation_24h", "value": 5},
            "bearing": [45, 225],
        },
        {"msl": 101000 - 2000 * hill(33, 117), "tp": 20 * hill(38, 113, 2)},
        {"msl": 101000 - 2000 * hill(38, 113), "tp": 20 * hill(33, 117, 2)},
    ),
    "side": (
        {
            "side": "low",
            "quantity": "temperature_2m",
            "of": {"quantity": "precipitation_24h", "value": 5},
        },
        {"t2m": 285 - 10 * np.tanh((LAT - 35) / 2), "tp": 20 * hill(38, 115, 1.5)},
        {"t2m": 285 - 10 * np.tanh((LAT - 35) / 2), "tp": 20 * hill(32, 115, 1.5)},
    ),
    "part": (
        {"part": ["south", "coast"], "quantity": "temperature_2m"},
        {"t2m": 290 - (LAT - 30)},
        {"t2m": 290 + (LAT - 30) - 0.5 * np.abs(LON - 112)},
    ),
    "dipole": (
        {"dipole": 0.1, "quantity": "omega@500"},
        {"w": 0.5 * hill(35, 108, 4) - 0.5 * hill(35, 120, 4)},
        {"w": 0.5 * hill(35, 120, 4) - 0.5 * hill(35, 108, 4)},
    ),
    "overlap_moves": (
        {
            "overlap_moves": {"quantity": "mean_sea_level_pressure", "op": "<=", "value": 1000},
            "detector": "closed_extremum",
            "params": {"min_closed": 1},
            "hours": 12,
        },
        {"msl": [101000 - 2000 * hill(33, 113), 101000 - 2000 * hill(35, 117)]},
        {"msl": [101000 - 200 * hill(33, 113), 101000 - 2000 * hill(35, 117)]},
    ),
    "upstream": (
        {"upstream": "wind_10m", "quantity": "temperature_2m", "op": ">=", "value": 20},
        {"u10": 8.0, "v10": 0.0, "t2m": 285 + 20 * hill(35, 105, 5, 8)},
        {"u10": -8.0, "v10": 0.0, "t2m": 285 + 20 * hill(35, 105, 5, 8)},
    ),
    "advected": (
        {
            "advected": "wind@500",
            "quantity": "cyclonic_vorticity@500",
            "op": ">=",
            "value": 0.01,
        },
        {"u": same(500, value=20 - 12 * (LAT - 35) * hill(35, 105, 5, 7)), "v": 0.0},
        {"u": same(500, value=20 + 12 * (LAT - 35) * hill(35, 105, 5, 7)), "v": 0.0},
    ),
    "jet_side": (
        {"jet_side": ["right_entrance"], "quantity": "temperature@850", "level": 200},
        {
            "u": same(200, value=80 * hill(36, 118, 5, 12)),
            "v": 0.0,
            "t": 280 + 5 * hill(32, 111, 2),
        },
        {
            "u": same(200, value=80 * hill(36, 118, 5, 12)),
            "v": 0.0,
            "t": 280 + 5 * hill(39.5, 111, 1),
        },
    ),
    "ahead": (
        {"ahead": "trough_axis", "quantity": "omega@500", "op": "<=", "value": -0.1},
        {"z": wave(90), "w": -0.5 * hill(36, 114, 8, 5)},
        {"z": wave(90), "w": 0.5 * hill(36, 114, 8, 5)},
    ),
    "along_coast": (
        {"along_coast": 150, "quantity": "wind_speed_10m", "value": 10, "margin": 12},
        {"u10": 20 * np.exp(-(((LON - 121.5) / 2) ** 2) - (((LAT - 28) / 5) ** 2)), "v10": 0.0},
        {"u10": 20 * np.exp(-(((LON - 105) / 2) ** 2) - (((LAT - 35) / 6) ** 2)), "v10": 0.0},
    ),
    "detector": (
        {
            "detector": "closed_extremum",
            "params": {"sign": "high", "min_closed": 1, "margin_deg": 15},
            "bearing": [260, 10],
            "within_km": 1500,
        },
        {"msl": 101000 + 3000 * hill(42, 106)},
        {"msl": 101000 + 3000 * hill(28, 126)},
    ),
}


@pytest.mark.parametrize("name", PLANTED)
def test_a_planted_feature_is_seen_and_its_absence_too(name):
    test, present, absent = PLANTED[name]
    there, gone = (evaluate(test, scene_of(**fields)) for fields in (present, absent))
    assert there.answer is True, there.en
    assert gone.answer is False, gone.en
    for found in (there, gone):
        assert found.en and found.zh
        assert "nan" not in found.en
    chinese = [character for character in there.zh if "\u4e00" <= character <= "\u9fff"]
    assert chinese, there.zh


def test_a_decision_carries_its_place():
    found = evaluate(*PLANTED["reduce"][:1], scene_of(**PLANTED["reduce"][1]))
    assert found.place == (35.0, 115.0)
    assert found.value == pytest.approx(38.85, abs=0.01)
    assert "35.0°N 115.0°E" in found.en and "35.0°N 115.0°E" in found.zh


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
        "quantity": "height@500",
        "latitude": [62, 80],
        "longitude": [-60, 150],
    }
    region = (100, 60, 120, 70)
    assert evaluate(test, scene_of(region, grid=(lat, lon), z=heights(60))).answer is True
    assert evaluate(test, scene_of(region, grid=(lat, lon), z=heights(-120))).answer is False
    part = evaluate(test, scene_of(z=HEIGHTS))
    assert part.answer is None
    assert "zonal mean" in part.en


def test_what_cannot_be_told_says_why():
    far = {"connects": [20, 45, 30, 65], "quantity": "temperature_2m", "op": "<=", "value": 0}
    assert evaluate(far, scene_of(t2m=270.0)).answer is None
    polar = {"detector": "polar_low_center", "count": 2, "data_to": 75}
    told = evaluate(polar, scene_of(z=HEIGHTS))
    assert told.answer is None and "55°" in told.en
    asian = {"detector": "wpsh_588", "region_longitude": [80, 180]}
    abroad = scene_of(region=(110, 30, 120, 40), z=HEIGHTS)
    assert evaluate(asian, abroad).answer is not None
    assert evaluate({"detector": "wpsh_588", "region_longitude": [-90, 0]}, abroad).answer is None
    with pytest.raises(InputDataError, match="no time within"):
        evaluate(
            {"trend": "max", "quantity": "temperature_2m", "hours": 3, "op": ">=", "value": 1},
            scene_of(t2m=280.0),
        )
    with pytest.raises(ArgumentError, match="reduce") as caught:
        evaluate({"guess": 1}, scene_of(t2m=280.0))
    assert caught.value.code == "unknown_test"


def test_every_form_is_tested_and_used():
    planted = {next(key for key in TESTS if key in test) for test, _, _ in PLANTED.values()}
    elsewhere = {"all", "any", "not", "profile", "section", "series", "departure"}
    elsewhere |= {"sector", "column"}
    assert planted | elsewhere == set(TESTS)


def test_every_question_of_the_catalogue_has_a_test_and_both_languages():
    for name in chart_ids():
        for item in get_chart(name).questions:
            assert item.test, (name, item.text)
            assert item.text_zh and item.text_zh != item.text, (name, item.text)


def test_and_or_not(source):
    del source
    scene = scene_of(t2m=290.0)
    warm = {"reduce": "mean", "quantity": "temperature_2m", "op": ">=", "value": 10}
    hot = {**warm, "value": 30}
    unknown = {"connects": [20, 45, 30, 65], "quantity": "temperature_2m", "value": 0}
    assert evaluate({"all": [warm, hot]}, scene).answer is False
    assert evaluate({"any": [warm, hot]}, scene).answer is True
    assert evaluate({"not": hot}, scene).answer is True
    assert evaluate({"all": [warm, unknown]}, scene).answer is None
    assert evaluate({"any": [warm, unknown]}, scene).answer is True
    assert evaluate({"any": [hot, unknown]}, scene).answer is None


def test_what_a_chart_asks_is_read_with_it():
    spec = get_chart("mslp_dp24")
    assert question_hours(spec) == 36.0
    assert "pressure_change_24h" in question_reads(spec)
    assert "wind@200" in question_reads(get_chart("div200_wind200"))


def test_answers_come_in_the_reader_s_language(source: MemorySource):
    region = Region(west=110, south=30, east=122, north=40)
    time = datetime(2026, 7, 2, 12, tzinfo=UTC)
    english = read_figure("precip_24h_map", source, time=time, region=region)
    chinese = read_figure("precip_24h_map", source, time=time, region=region, language=Language.ZH)
    assert [item.answer for item in english] == [item.answer for item in chinese]
    assert english[2].answer is True
    assert (english[2].latitude, english[2].longitude) == (36.0, 115.0)
    assert "东西向" in chinese[1].question and "走向" in chinese[1].detail


def test_missing_fields_are_an_answer_not_a_failure(source: MemorySource):
    scene = scene_of(t2m=290.0)
    replies = answer_questions(get_chart("wet_bulb_map"), scene, Language.ZH)
    assert [item.answer for item in replies] == [None, None, None]
    assert all(item.detail for item in replies)


def test_distance_to_a_coast():
    # Shanghai at the sea; Urumqi, far from every sea
    near, far = coast_distance_km(np.array([31.2, 43.8]), np.array([121.9, 87.6]))
    assert near < 40
    assert far > 2000


def days(count, start="2026-06-28T00:00", step=12):
    first = np.datetime64(start)
    return tuple(str(first + np.timedelta64(step * k, "h")) for k in range(count))


def test_longitude_against_time():
    grid = np.meshgrid(np.arange(35.0, 66.0), np.arange(60.0, 141.0), indexing="ij")
    lon = grid[1]
    times = days(9)  # to 2 July, 00 UTC

    def ask(kind, value, scene):
        test = {"sector": kind, "quantity": "height@500", "value": value}
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
