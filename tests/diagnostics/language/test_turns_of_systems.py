"""Lows and highs as nouns: pressure or temperature by what stands beside them, else refused."""

from __future__ import annotations

from datetime import UTC, datetime, timedelta
from typing import Any

import pytest

from diagnostics.contracts.space_time import Region
from diagnostics.language.grammar.items import NotReadError
from diagnostics.language.grammar.reader import read_question
from diagnostics.language.grammar.sentence_context import Context

TIMES = [datetime(2010, 10, 26, tzinfo=UTC) + timedelta(hours=6 * n) for n in range(5)]
GLOBE = Region(west=-180, south=-90, east=180, north=90)
MANY, TEMPERATURE = Context(TIMES, GLOBE), Context(TIMES, GLOBE, only="temperature")


def read(text: str, context: Context = MANY) -> dict[str, Any]:
    return read_question(text, context).query.model_dump(mode="json", exclude_defaults=True)


@pytest.mark.parametrize(
    "text",
    [
        "Pin down the surface low at 12Z on 26 October 2010",
        "Locate the surface low at 12Z on 26 October 2010",
        "Where was the surface low at 12Z on 26 October 2010?",
        "2010年10月26日12UTC低压蹲在哪？",
    ],
)
def test_a_low_that_is_looked_for_is_the_lowest_pressure(text: str) -> None:
    form = read(text)
    assert form["position"]["quantity"]["id"] == "low_centre"
    assert form["position"]["end"] == "min"


def test_a_stated_box_says_where_the_named_low_is() -> None:
    form = read(
        "What was the central pressure of the Great Plains low (lowest MSLP in 30-52N, 110-85W)"
        " on 26 October 2010 at 12Z?"
    )
    assert form["place"]["region"] == [-110.0, 30.0, -85.0, 52.0]
    with pytest.raises(NotReadError):
        read("What was the lowest MSLP of the Great Plains low in 50-60N, 0-10E at 12Z?")


@pytest.mark.parametrize(
    "text",
    [
        "35-50N，110-80W的500百帕低涡中心位势高度是多少？",
        "35-50N，110-80W的500百帕低涡中心位势高度最低是多少？",
    ],
)
def test_the_height_of_a_vortex_is_its_lowest(text: str) -> None:
    form = read(text)
    assert form["quantity"]["id"] == "geopotential_height"
    assert form["space"]["reduce"] == "min"


@pytest.mark.parametrize(("word", "end"), [("high", "max"), ("low", "min")])
def test_the_high_of_a_day_is_a_temperature_where_the_data_or_the_unit_say_so(
    word: str, end: str
) -> None:
    for text, context in (
        (f"What was London's {word} on 26 October 2010?", TEMPERATURE),
        (f"26 October 2010, London {word} in Fahrenheit?", MANY),
    ):
        form = read(text, context)
        assert form["quantity"]["id"] == "temperature"
        assert form["over"]["reduce"] == end
    with pytest.raises(NotReadError):
        read(f"26 October 2010, London {word}?", MANY)


@pytest.mark.parametrize(
    "text",
    [
        "What was the highest pressure of the low?",
        "What was the wind speed at the low?",
        "Is the pressure low in Chicago?",
        "What was the average high in Leeds?",
        "How low was London high?",
    ],
)
def test_what_a_low_does_not_settle_is_refused(text: str) -> None:
    with pytest.raises(NotReadError):
        read(text, MANY)


def test_a_jet_that_is_explained_is_one_quantity() -> None:
    form = read("850hPa低空急流中心（风速最大处）在什么位置？")
    assert form["position"]["quantity"]["id"] == "lower_jet"
    one = read("What was the jet level wind at 300 hPa over Paris at 12Z on 26 October 2010?")
    assert (one["quantity"]["id"], one["quantity"]["level"]) == ("wind_speed", 300.0)


@pytest.mark.parametrize("words", ["degrees true", "degrees from north"])
def test_degrees_true_belong_to_a_direction(words: str) -> None:
    form = read(f"850 hPa wind direction over Paris at 12Z on 26 October 2010, {words}?")
    assert form["quantity"]["component"] == "direction"
    with pytest.raises(NotReadError):
        read(f"850 hPa temperature over Paris at 12Z on 26 October 2010, {words}?")
