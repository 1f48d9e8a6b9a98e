"""Words of daily life frame a question, and are refused where they may change it."""

from __future__ import annotations

from datetime import UTC, datetime, timedelta
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from diagnostics.contracts.forms import Form
from diagnostics.contracts.space_time import Region
from diagnostics.language.grammar.inflections import forms_of
from diagnostics.language.grammar.items import NotReadError
from diagnostics.language.grammar.reader import read_question
from diagnostics.language.grammar.sentence_context import Context

WEEK = Context(
    times=[datetime(2023, 9, 1, tzinfo=UTC) + timedelta(hours=n) for n in range(7 * 24)],
    extent=Region(west=-180, south=-90, east=180, north=90),
)
PLAIN = "How cold did it get in Berlin on 4 September?"
PLAIN_ZH = "9月4日柏林最低气温是多少？"


def bare(form: Form) -> Any:
    def stripped(value: Any) -> Any:
        if isinstance(value, dict):
            return {key: stripped(one) for key, one in value.items() if key != "words"}
        return [stripped(one) for one in value] if isinstance(value, list) else value

    return stripped(form.query.model_dump(mode="json"))


def read(text: str) -> Any:
    return bare(read_question(text, WEEK))


@pytest.mark.parametrize(
    ("verb", "forms"),
    [
        ("walk", ("walk", "walks", "walked", "walking")),
        ("bake", ("bake", "bakes", "baked", "baking")),
        ("carry", ("carry", "carries", "carried", "carrying")),
        ("plan", ("plan", "plans", "planned", "planning")),
        ("visit", ("visit", "visits", "visited", "visiting")),
        ("tie", ("tie", "ties", "tied", "tying")),
        ("wash", ("wash", "washes", "washed", "washing")),
    ],
)
def test_regular_forms_follow_by_rule(verb: str, forms: tuple[str, ...]) -> None:
    assert forms_of(verb) == forms


FRAMES = (
    "For our insurance claim: {}",
    "{} It is for my daughter's homework.",
    "I run a small bakery. {}",
    "Because of a neighbour's complaint: {}",
    "My landlord is asking. {}",
    "{} Thanks in advance, my boss is waiting!",
    "{} We are preparing a lecture for our students.",
    "To settle a bet with my brother: {}",
    "As a plumber, I am curious: {}",
)
FRAMES_ZH = (
    "我家有个果园，{}", "{}写论文用", "老板催得急，{}", "为了理赔，{}", "{}谢谢各位老师！",
    "我们公司要写报告，{}",
)  # fmt: skip


@pytest.mark.parametrize("frame", FRAMES)
def test_frames_of_daily_life_change_nothing(frame: str) -> None:
    assert read(frame.format(PLAIN)) == read(PLAIN)


@pytest.mark.parametrize("frame", FRAMES_ZH)
def test_chinese_frames_of_daily_life_change_nothing(frame: str) -> None:
    assert read(frame.format(PLAIN_ZH)) == read(PLAIN_ZH)


@pytest.mark.parametrize(
    "text",
    [
        "How cold did the greenhouse get in Berlin on 4 September?",
        "What was the lowest office temperature in Berlin on 4 September?",
        "What was the lowest temperature of the swimming pool in Berlin on 4 September?",
        "How cold was it in the cellar in Berlin on 4 September?",
        "How cold did it get for greenhouse temperature in Berlin on 4 September?",
        "9月4日柏林温室里最低气温是多少？",
        "9月4日柏林办公室最低气温是多少？",
    ],
)
def test_what_may_be_another_temperature_is_refused(text: str) -> None:
    with pytest.raises(NotReadError):
        read(text)


TOLD = (
    "We had a wedding in Cork on Saturday 2 September 2023 - how cold was it at 15 UTC?",
    "We had a wedding in Cork on 2 September 2023. How cold was it at 15 UTC?",
    "My fence blew down in Cork on 2 September 2023. How cold was it at 15 UTC that day?",
)


@pytest.mark.parametrize("text", TOLD)
def test_a_told_place_and_day_are_those_of_the_question(text: str) -> None:
    assert read(text) == read("How cold was it in Cork on 2 September 2023 at 15 UTC?")


@pytest.mark.parametrize(
    "told",
    [
        "We had a party in Paris.", "We had a party on 2 September.", "We had a party at 850 hPa.",
        "We had a party below 20 °C.", "We never had a party.", "We only had a party at night.",
    ],
)  # fmt: skip
def test_what_a_told_clause_may_change_is_never_dropped(told: str) -> None:
    with pytest.raises(NotReadError):
        read(f"{told} {PLAIN}")


QUANTITIES = ("temperature", "wind speed", "pressure", "dew point")
OBJECTS = ("kitchen", "engine", "aquarium", "tyre", "oven", "reactor", "blanket", "bathroom")


@settings(max_examples=40, deadline=None)
@given(st.sampled_from(OBJECTS), st.sampled_from(QUANTITIES), st.booleans())
def test_a_thing_that_has_the_quantity_is_refused(thing: str, quantity: str, behind: bool) -> None:
    named = f"{quantity} of the {thing}" if behind else f"{thing} {quantity}"
    with pytest.raises(NotReadError):
        read(f"What was the highest {named} in Berlin on 4 September?")
