"""Turns of asking are read as the plain question; near ones that ask something else are not."""

from __future__ import annotations

from datetime import UTC, datetime, timedelta
from typing import Any

import pytest

from diagnostics.contracts.space_time import Region
from diagnostics.language.grammar.items import NotReadError
from diagnostics.language.grammar.reader import read_question
from diagnostics.language.grammar.sentence_context import Context

GLOBE = Region(west=-180, south=-90, east=180, north=90)
SIX_HOURLY = Context(
    times=[datetime(2019, 3, 1, tzinfo=UTC) + timedelta(hours=6 * n) for n in range(124)],
    extent=GLOBE,
)
SAME = [
    ("When was the rain in Leeds heaviest?", [
        "In which hour was the rain in Leeds heaviest?",
        "In which six-hour slot was the rain in Leeds heaviest?",
    ]),
    ("On how many days did Leeds drop below freezing?", [
        "On how many separate days did Leeds drop below freezing?",
    ]),
    ("Of Chicago, Denver and Boston, whose average temperature was highest?", [
        "Of Chicago, Denver and Boston, whose average temperature came out highest?",
    ]),
    ("利兹、约克、赫尔哪个气温最低？", ["利兹、约克、赫尔三个城市哪个气温最低？"]),
    ("3月1日00时到2日00时利兹海平面气压下降了多少百帕？", [
        "3月1日00时到2日00时利兹海平面气压降了多少百帕？",
        "3月1日00时到2日00时利兹海平面气压一共降了多少百帕？",
    ]),
    ("利兹有没有哪天雨量超过5毫米？", ["利兹有哪天雨量超过5毫米吗？"]),
    ("Where was the lowest 850 mb temperature?", ["Find me the coldest 850 mb cell"]),
    ("风速最大的格点在哪里？", ["风速最大的格点是哪个？"]),
    ("What percentage of the area saw gusts of 30 m/s or more?", [
        "Roughly what percentage of the area saw gusts of 30 m/s or more?",
        "What percentage of this tile saw a peak gust of 30 m/s or more?",
        "What percentage of the area saw gusts of 30 m/s or more? I'm checking a damage threshold.",
        "What percentage of the area saw gusts of 30 m/s or more? A public-health desk is asking.",
    ]),
    ("How many readings at Leeds were below zero?", [
        "In the six-hourly series, how many readings at Leeds came in below zero?",
        "How many of the 6-hourly values at Leeds were below zero?",
    ]),
    ("中国东北平均气温多少度？", ["我国东北平均气温多少度？"]),
    ("中国平均气温多少度？", ["我国平均气温多少度？"]),
]  # fmt: skip


def read(text: str) -> Any:
    form = read_question(text, SIX_HOURLY)
    return bare({"query": form.query.model_dump(mode="json", exclude_defaults=True)})


def bare(form: Any) -> Any:
    if isinstance(form, dict):
        return {key: bare(part) for key, part in form.items() if key not in ("words", "name")}
    return [bare(part) for part in form] if isinstance(form, list) else form


@pytest.mark.parametrize(
    ("plain", "turned"), [(plain, one) for plain, rows in SAME for one in rows]
)
def test_a_turn_of_asking_is_the_plain_question(plain: str, turned: str) -> None:
    assert read(turned) == read(plain)


def test_an_average_maximum_is_a_mean_of_days() -> None:
    for text in (
        "What was the mean maximum in Leeds?",
        "What was the average of the maximum in Leeds?",
    ):
        query = read(text)["query"]
        assert query["quantity"]["id"] == "maximum_temperature"
        assert query["over"] == {"reduce": "mean"}


def test_the_heaviest_hourly_fall_is_of_rain() -> None:
    query = read("The hour (UTC) in which Leeds got its heaviest hourly fall")["query"]
    assert query["measure"]["quantity"] == {"id": "precipitation", "hours": 1.0}
    assert query["end"] == "max"


@pytest.mark.parametrize(
    "text",
    [
        "In the three-hourly series, how many readings at Leeds were below zero?",
        "利兹、约克、赫尔四个城市哪个气温最低？",
        "How many different readings were there at Leeds?",
        "I want the casualties.",
        "What was the average maximum gust in the region in each of the days?",
    ],
)
def test_what_is_not_so_is_refused(text: str) -> None:
    with pytest.raises(NotReadError):
        read(text)


@pytest.mark.parametrize(
    ("text", "relation"),
    [
        ("Did Leeds touch minus five?", "at_most"),
        ("Did Leeds reach -5 C?", "at_most"),
        ("Did Leeds reach 15 C?", "at_least"),
        ("Did the temperature in Leeds climb to -5 C?", "at_least"),
        ("利兹气温有没有达到过零下5度？", "at_most"),
        ("利兹气温有没有升到零下5度？", "at_least"),
        ("利兹气温有没有达到过15度？", "at_least"),
    ],
)
def test_what_is_reached_below_zero_is_reached_by_a_fall(text: str, relation: str) -> None:
    """ "Hit minus two on 31 days" was a count of the days that were warmer."""
    condition = read(text)["query"]["condition"]
    assert condition["relation"] == relation


@pytest.mark.parametrize(
    "text",
    [
        "In which hour and where was the rain heaviest?",
        "Where and when was the rain heaviest?",
        "哪个小时雨最大？在哪里？",
    ],
)
def test_when_and_where_of_rain_is_of_a_step_of_the_data(text: str) -> None:
    assert read(text)["query"]["position"]["quantity"] == {"id": "precipitation", "hours": 6.0}


def test_which_day_and_where_of_rain_is_of_sums_of_days() -> None:
    quantity = read("Which day and where was the rain heaviest?")["query"]["position"]["quantity"]
    assert quantity["daily"]["statistic"] == "sum"
