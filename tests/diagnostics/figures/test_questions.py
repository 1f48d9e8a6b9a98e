"""Every form of a question's test, with the feature planted and absent."""

from __future__ import annotations

import numpy as np
import pytest

from diagnostics.contracts.quantities import QuantityRef
from diagnostics.figures.questions import (
    TESTS,
    QuestionResult,
    evaluate,
)
from diagnostics.messages import render
from tests.diagnostics.figures.planted import (
    LAT,
    LON,
    hill,
    same,
    scene_of,
    wave,
)

PLANTED = {
    "reduce": (
        {"reduce": "max", "quantity": QuantityRef("temperature_2m"), "op": ">=", "value": 35},
        {"t2m": 300.0 + 12 * hill(35, 115)},
        {"t2m": 300.0 + 12 * hill(50, 135)},
    ),
    "reduce over": (
        {
            "reduce": "mean",
            "quantity": QuantityRef("temperature_2m"),
            "op": "<=",
            "value": 0,
            "over": {"quantity": QuantityRef("precipitation_24h"), "op": ">=", "value": 5},
        },
        {"t2m": 280.0 - 20 * hill(35, 115), "tp": [20 * hill(35, 115)] * 2},
        {"t2m": 280.0 - 20 * hill(35, 115), "tp": [20 * hill(50, 135)] * 2},
    ),
    "share": (
        {"share": 0.5, "quantity": QuantityRef("temperature_2m"), "op": ">=", "value": 20},
        {"t2m": 285.0 + 15 * hill(35, 115, 8)},
        {"t2m": 285.0 + 15 * hill(35, 115, 2)},
    ),
    "wind_from": (
        {"wind_from": [180, 270], "quantity": QuantityRef("wind_10m"), "speed": 2},
        {"u10": 5.0, "v10": 5.0},
        {"u10": -5.0, "v10": 5.0},
    ),
    "extreme_inside": (
        {"extreme_inside": "max", "quantity": QuantityRef("temperature_2m")},
        {"t2m": 290 + hill(35, 115)},
        {"t2m": 290 + hill(25, 130)},
    ),
    "at_extreme": (
        {
            "at_extreme": "max",
            "of": QuantityRef("temperature_2m"),
            "field": "lsm",
            "op": "<=",
            "value": 0.5,
        },
        {"t2m": 290 + hill(33, 118), "lsm": (LON < 115) * 1.0},
        {"t2m": 290 + hill(33, 112), "lsm": (LON < 115) * 1.0},
    ),
    "steep": (
        {
            "steep": 0.8,
            "of": QuantityRef("wind_speed_10m"),
            "quantity": QuantityRef("mean_sea_level_pressure"),
        },
        {"u10": 20 * hill(35, 115), "v10": 0.0, "msl": 1e5 + 800 * np.tanh((LAT - 35) / 2)},
        {"u10": 20 * hill(43, 115), "v10": 0.0, "msl": 1e5 + 800 * np.tanh((LAT - 30) / 2)},
    ),
    "trend": (
        {
            "trend": "min",
            "quantity": QuantityRef("mean_sea_level_pressure"),
            "hours": 24,
            "op": "<=",
            "value": -12,
        },
        {"msl": [1e5 - 800 * hill(35, 115), 1e5 - 1600 * hill(35, 115)]},
        {"msl": [1e5 - 1600 * hill(35, 115), 1e5 - 1700 * hill(35, 115)]},
    ),
    "approaches": (
        {"approaches": "max", "quantity": QuantityRef("mean_sea_level_pressure"), "hours": 12},
        {"msl": [1e5 + 900 * hill(45, 100), 1e5 + 900 * hill(41, 106)]},
        {"msl": [1e5 + 900 * hill(41, 106), 1e5 + 900 * hill(45, 100)]},
    ),
    "agree": (
        {
            "agree": 0.5,
            "quantity": QuantityRef("temperature_2m"),
            "other": QuantityRef("mean_sea_level_pressure"),
        },
        {"t2m": 280 + hill(35, 115), "msl": 1e5 + 500 * hill(35, 115)},
        {"t2m": 280 + hill(35, 115), "msl": 1e5 - 500 * hill(35, 115)},
    ),
    "zonal_band": (
        {"zonal_band": 10, "quantity": QuantityRef("precipitation_24h")},
        {"tp": 20 * hill(35, 115, 2, 8)},
        {"tp": 20 * hill(35, 115, 8, 2)},
    ),
    "shape": (
        {"shape": "core", "quantity": QuantityRef("temperature_2m"), "value": 20},
        {"t2m": 285 + 20 * hill(35, 115, 3, 3.6)},
        {"t2m": 285 + 20 * hill(35, 115, 1.5, 9)},
    ),
    "shape zonal": (
        {"shape": "zonal", "quantity": QuantityRef("temperature_2m"), "value": 20, "degrees": 15},
        {"t2m": 285 + 20 * hill(35, 115, 1.5, 12)},
        {"t2m": 285 + 20 * hill(35, 115, 1.5, 4)},
    ),
    "aligned": (
        {
            "aligned": [
                {"quantity": QuantityRef("temperature_2m"), "value": 20},
                {"quantity": QuantityRef("precipitation_24h"), "value": 5},
            ]
        },
        {"t2m": 285 + 20 * hill(35, 115, 1.5, 8), "tp": 20 * hill(36, 115, 2, 9)},
        {"t2m": 285 + 20 * hill(35, 115, 1.5, 8), "tp": 20 * hill(36, 115, 9, 2)},
    ),
    "connects": (
        {
            "connects": [95, 45, 105, 52],
            "quantity": QuantityRef("temperature_2m"),
            "op": "<=",
            "value": 0,
        },
        {"t2m": 285 - 25 * hill(43, 108, 6, 9)},
        {"t2m": 285 - 25 * hill(36, 115, 3)},
    ),
    "relative": (
        {
            "relative": {"detector": "closed_extremum", "params": {"min_closed": 1}},
            "to": {"quantity": QuantityRef("precipitation_24h"), "value": 5},
            "bearing": [45, 225],
        },
        {"msl": 101000 - 2000 * hill(33, 117), "tp": 20 * hill(38, 113, 2)},
        {"msl": 101000 - 2000 * hill(38, 113), "tp": 20 * hill(33, 117, 2)},
    ),
    "side": (
        {
            "side": "low",
            "quantity": QuantityRef("temperature_2m"),
            "of": {"quantity": QuantityRef("precipitation_24h"), "value": 5},
        },
        {"t2m": 285 - 10 * np.tanh((LAT - 35) / 2), "tp": 20 * hill(38, 115, 1.5)},
        {"t2m": 285 - 10 * np.tanh((LAT - 35) / 2), "tp": 20 * hill(32, 115, 1.5)},
    ),
    "part": (
        {"part": ["south", "coast"], "quantity": QuantityRef("temperature_2m")},
        {"t2m": 290 - (LAT - 30)},
        {"t2m": 290 + (LAT - 30) - 0.5 * np.abs(LON - 112)},
    ),
    "dipole": (
        {"dipole": 0.1, "quantity": QuantityRef("omega", 500.0)},
        {"w": 0.5 * hill(35, 108, 4) - 0.5 * hill(35, 120, 4)},
        {"w": 0.5 * hill(35, 120, 4) - 0.5 * hill(35, 108, 4)},
    ),
    "overlap_moves": (
        {
            "overlap_moves": {
                "quantity": QuantityRef("mean_sea_level_pressure"),
                "op": "<=",
                "value": 1000,
            },
            "detector": "closed_extremum",
            "params": {"min_closed": 1},
            "hours": 12,
        },
        {"msl": [101000 - 2000 * hill(33, 113), 101000 - 2000 * hill(35, 117)]},
        {"msl": [101000 - 200 * hill(33, 113), 101000 - 2000 * hill(35, 117)]},
    ),
    "upstream": (
        {
            "upstream": QuantityRef("wind_10m"),
            "quantity": QuantityRef("temperature_2m"),
            "op": ">=",
            "value": 20,
        },
        {"u10": 8.0, "v10": 0.0, "t2m": 285 + 20 * hill(35, 105, 5, 8)},
        {"u10": -8.0, "v10": 0.0, "t2m": 285 + 20 * hill(35, 105, 5, 8)},
    ),
    "advected": (
        {
            "advected": QuantityRef("wind", 500.0),
            "quantity": QuantityRef("cyclonic_vorticity", 500.0),
            "op": ">=",
            "value": 0.01,
        },
        {"u": same(500, value=20 - 12 * (LAT - 35) * hill(35, 105, 5, 7)), "v": 0.0},
        {"u": same(500, value=20 + 12 * (LAT - 35) * hill(35, 105, 5, 7)), "v": 0.0},
    ),
    "jet_side": (
        {
            "jet_side": ["right_entrance"],
            "quantity": QuantityRef("temperature", 850.0),
            "level": 200,
        },
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
        {
            "ahead": "trough_axis",
            "quantity": QuantityRef("omega", 500.0),
            "op": "<=",
            "value": -0.1,
        },
        {"z": wave(90), "w": -0.5 * hill(36, 114, 8, 5)},
        {"z": wave(90), "w": 0.5 * hill(36, 114, 8, 5)},
    ),
    "along_coast": (
        {"along_coast": 150, "quantity": QuantityRef("wind_speed_10m"), "value": 10, "margin": 12},
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


def english(found: QuestionResult) -> str:
    return render(found.message, "en")


def chinese(found: QuestionResult) -> str:
    return render(found.message, "zh")


@pytest.mark.parametrize("name", PLANTED)
def test_a_planted_feature_is_seen_and_its_absence_too(name):
    test, present, absent = PLANTED[name]
    there, gone = (evaluate(test, scene_of(**fields)) for fields in (present, absent))
    assert there.answer is True, english(there)
    assert gone.answer is False, english(gone)
    for found in (there, gone):
        assert english(found) and chinese(found)
        assert "nan" not in english(found)
    characters = [character for character in chinese(there) if "\u4e00" <= character <= "\u9fff"]
    assert characters, chinese(there)


def test_a_decision_carries_its_place():
    found = evaluate(*PLANTED["reduce"][:1], scene_of(**PLANTED["reduce"][1]))
    assert found.place == (35.0, 115.0)
    assert found.value == pytest.approx(38.85, abs=0.01)
    assert "35.0°N 115.0°E" in english(found) and "35.0°N 115.0°E" in chinese(found)


def test_every_form_is_tested_and_used():
    planted = {next(key for key in TESTS if key in test) for test, _, _ in PLANTED.values()}
    elsewhere = {"all", "any", "not", "profile", "section", "series", "departure"}
    elsewhere |= {"sector", "column"}
    assert planted | elsewhere == set(TESTS)
