"""What charts answer: in both languages, with reasons where the fields cannot tell."""

from __future__ import annotations

from datetime import UTC, datetime

import numpy as np
import pytest

from diagnostics.contracts.enums import Language
from diagnostics.contracts.space_time import Region
from diagnostics.errors import ArgumentError
from diagnostics.fields.memory import MemorySource
from diagnostics.figures import chart_ids, get_chart
from diagnostics.figures.chart_detectors import read_figure
from diagnostics.figures.questions import (
    answer_questions,
    evaluate,
    question_hours,
    question_reads,
)
from diagnostics.figures.questions.places import coast_distance_km
from diagnostics.messages import render
from tests.diagnostics.figures.planted import (
    HEIGHTS,
    scene_of,
)


def test_what_cannot_be_told_says_why():
    far = {"connects": [20, 45, 30, 65], "quantity": "temperature_2m", "op": "<=", "value": 0}
    assert evaluate(far, scene_of(t2m=270.0)).answer is None
    polar = {"detector": "polar_low_center", "count": 2, "data_to": 75}
    told = evaluate(polar, scene_of(z=HEIGHTS))
    assert told.answer is None and "55°" in render(told.message, "en")
    asian = {"detector": "wpsh_588", "region_longitude": [80, 180]}
    abroad = scene_of(region=(110, 30, 120, 40), z=HEIGHTS)
    assert evaluate(asian, abroad).answer is not None
    assert evaluate({"detector": "wpsh_588", "region_longitude": [-90, 0]}, abroad).answer is None
    told = evaluate(
        {"trend": "max", "quantity": "temperature_2m", "hours": 3, "op": ">=", "value": 1},
        scene_of(t2m=280.0),
    )
    assert told.answer is None and "no time within" in render(told.message, "en")
    assert render(told.message, "zh") == "资料不足：此前3小时内没有资料"
    with pytest.raises(ArgumentError, match="reduce") as caught:
        evaluate({"guess": 1}, scene_of(t2m=280.0))
    assert caught.value.code == "unknown_test"


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
