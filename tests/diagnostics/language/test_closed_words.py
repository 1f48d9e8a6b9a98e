"""The words without meaning are a reviewed list: nothing that may change an answer is in it."""

from __future__ import annotations

import hashlib
from datetime import UTC, datetime, timedelta
from importlib.resources import files
from typing import Any

import pytest

from diagnostics.contracts.space_time import Region
from diagnostics.documents import read_yaml
from diagnostics.language.grammar.inflections import forms_of
from diagnostics.language.grammar.items import NotReadError
from diagnostics.language.grammar.reader import read_question
from diagnostics.language.grammar.sentence_context import Context
from diagnostics.language.lexicon import entries

DOCUMENT, REQUESTS, EVERYDAY, COMMON = (
    read_yaml(files("diagnostics.language").joinpath("data", name).read_text("utf-8"))
    for name in (
        "vocabulary.yaml",
        "request_words.yaml",
        "everyday_words.yaml",
        "common_words.yaml",
    )
)
EMPTY = [str(word) for document in (DOCUMENT, REQUESTS, COMMON) for word in document["EMPTY"][""]]
LIFE = [
    form
    for kind in ("LIFE", "LOCALE")
    for group, words in COMMON[kind].items()
    for word in words
    for form in (forms_of(str(word)) if group == "verbs" else (str(word),))
]
SILENT = EMPTY + [
    str(word) for kind in ("PREP", "BE") for words in DOCUMENT[kind].values() for word in words
]
CHANGING = (
    "ALL", "ANY", "MOST", "NOT", "NEVER", "NOWHERE", "CMP", "CMP_AFTER", "COMPARE", "STAT",
    "AREA_STAT", "TIME_STAT", "DAILY", "SUPER", "ADJ", "RISE", "FALL", "DIFFERENCE", "MINUS",
    "FRACTION", "UNIT", "DEGREE", "MONTH", "WEEKDAY", "ZONE", "PART", "RELDAY", "LASTN", "NEXTN",
    "SEASON", "HALFMONTH", "FIRST_MINUS", "BOTH", "NOQUANT", "WHAT_IF", "ADVICE",
)  # fmt: skip
WORDS = frozenset([
    "all", "every", "each", "any", "none", "no", "not", "never", "nowhere", "only", "except",
    "unless", "without", "both", "most", "least", "more", "less", "fewer", "until", "throughout",
    "always", "sometimes", "first", "last", "second", "minus", "than", "above", "below",
])  # fmt: skip
CHARACTERS = frozenset("都各每均不没未无非勿莫仅除最更较超低高")
FOUR = Context(
    times=[datetime(2023, 9, 1, tzinfo=UTC) + timedelta(hours=6 * n) for n in range(4)],
    extent=Region(west=-180, south=-90, east=180, north=90),
)
REVIEWED = "8f3a538b6fe18f31"
"""Of the sorted list as it was last read through word by word."""


def read(text: str) -> Any:
    return read_question(text, FOUR).query.model_dump(mode="json", exclude_defaults=True)


def test_the_list_is_the_one_that_was_reviewed() -> None:
    digest = hashlib.sha256("\n".join(sorted(SILENT)).encode()).hexdigest()[:16]
    assert digest == REVIEWED, "read the words that were added, then renew the digest"


@pytest.mark.parametrize("kind", CHANGING)
def test_no_silent_word_has_a_meaning_that_changes_an_answer(kind: str) -> None:
    meaning = {str(word).lower() for words in DOCUMENT[kind].values() for word in words}
    assert not meaning & {word.lower() for word in EMPTY}


@pytest.mark.parametrize("kind", [*CHANGING, "EXCLUDE", "EVENT", "LOCAL", "FIRST", "WHOLE_TIME"])
def test_no_word_of_daily_life_is_a_time_a_place_an_amount_or_an_event(kind: str) -> None:
    daily = {str(word).lower() for words in EVERYDAY["REQUEST"].values() for word in words}
    documents = (DOCUMENT, REQUESTS, EVERYDAY)
    assert not daily & {
        str(word).lower()
        for document in documents
        for words in document.get(kind, {}).values()
        for word in words
    }


OF_POLITENESS = frozenset([
    "any idea", "any idea of", "any clue", "one more question", "dear all", "hi all", "no rush",
    "no hurry", "by any chance", "all told", "all things considered", "最近格点", "各位好",
    "不好意思", "各位", "非常感谢", "能不能告诉我", "能不能帮我", "可不可以告诉我", "可不可以",
    "知不知道",
])  # fmt: skip
"""Turns whose quantifier or negation is of no weather."""


def test_no_silent_word_holds_a_quantifier_or_a_negation() -> None:
    held = {word for word in EMPTY if WORDS & set(word.lower().split()) or CHARACTERS & set(word)}
    assert held == OF_POLITENESS


@pytest.mark.parametrize(
    "kind", [*CHANGING, "EVENT", "QUANT", "FIRST", "TO", "OR", "THAN", "APPROX"]
)
def test_no_word_of_the_general_vocabulary_has_a_meaning_of_its_own(kind: str) -> None:
    meaning = {
        str(word).lower()
        for document in (DOCUMENT, REQUESTS)
        for words in document.get(kind, {}).values()
        for word in words
    }
    assert not meaning & {word.lower() for word in LIFE}


def test_no_word_of_the_general_vocabulary_is_a_quantity_or_a_number() -> None:
    named = {name.lower() for entry in entries().values() for name in entry.names}
    assert not named & {word.lower() for word in LIFE}
    assert not [word for word in LIFE if any(sign.isdigit() for sign in word)]
    assert not [word for word in LIFE if WORDS & set(word.lower().split())]
    assert len(LIFE) > 4000


@pytest.mark.parametrize(
    ("every", "some"),
    [
        ("Was the wind in Paris above 5 m/s at all four times?",
         "Was the wind in Paris above 5 m/s at any of the four times?"),
        ("Was the wind in Paris above 5 m/s at each of the four times?",
         "Was the wind in Paris ever above 5 m/s?"),
        ("Was the wind in Paris above 5 m/s throughout?",
         "Was the wind in Paris above 5 m/s at some point?"),
        ("巴黎四个时次风速都超过5米每秒吗？", "巴黎风速有没有超过5米每秒？"),
        ("巴黎风速始终超过5米每秒吗？", "巴黎风速是否曾超过5米每秒？"),
        ("巴黎每个时次风速都超过5米每秒吗？", "巴黎风速是否超过5米每秒？"),
        ("Did it rain in Paris at all four times?", "Did it rain in Paris?"),
    ],
)  # fmt: skip
def test_every_time_is_not_some_time(every: str, some: str) -> None:
    assert read(every)["over"] == "all"
    assert read(some).get("over", "any") == "any"


def test_all_of_an_area_is_not_some_of_it() -> None:
    assert read("全区气温都低于零下3℃吗？")["space"] == "all"
    assert read("9月1日法国气温都低于3℃吗？")["space"] == "all"
    assert read("Was it below 3 °C throughout France?")["space"] == "all"
    assert read("Was it below 3 °C in France?")["space"] == "any"


@pytest.mark.parametrize(
    "text",
    [
        "For how many hours was it above 5 °C in Paris throughout?",
        "When was it first above 5 °C all day in Paris?",
        "巴黎最高气温都是多少？",
        "How many hours was it below 5 °C in both Paris and Berlin?",
        "How much colder was Berlin than Paris (first minus second)?",
    ],
)
def test_a_quantifier_without_a_part_in_the_form_is_refused(text: str) -> None:
    with pytest.raises(NotReadError):
        read(text)


def test_days_with_all_of_their_hours_below_have_a_highest_below() -> None:
    form = read("On how many days was it below 0 °C all day in Paris?")
    assert form["condition"]["quantity"]["daily"]["statistic"] == "max"


@pytest.mark.parametrize(
    ("text", "edges"),
    [
        ("Highest temperature around Beijing (30-35N, 110-120E)", [110, 30, 120, 35]),
        ("Highest temperature near Beijing: 39-41N, 115-118E", [115, 39, 118, 41]),
        ("Highest temperature in southern Japan (30–35N, 130–135E)", [130, 30, 135, 35]),
        ("Highest temperature around 30–35N, 130–135E", [130, 30, 135, 35]),
        ("北京附近（39-41N，115-118E）的最高气温", [115, 39, 118, 41]),
        ("Highest temperature off Japan (30-35N, 130-135E)", [130, 30, 135, 35]),
    ],
)
def test_a_stated_box_is_exact(text: str, edges: list[float]) -> None:
    place = read(text)["place"]
    assert place["region"] == edges
    assert "surface" not in place


@pytest.mark.parametrize(
    "text",
    [
        "Temperature in Hyderabad (17.5N, 78.5E) at 12 UTC",
        "Temperature near the Qwyxel Hills (17.5N, 78.5E) at 12 UTC",
        "Temperature at 17.5N 78.5E (Qwyxel area) at 12 UTC",
        "12时（世界时）海得拉巴附近（17.5N，78.5E）的气温",
    ],
)
def test_stated_coordinates_name_their_label(text: str) -> None:
    place = read(text)["place"]
    assert (place["latitude"], place["longitude"]) == (17.5, 78.5)


@pytest.mark.parametrize(
    "text",
    [
        "Temperature in Oslo (17.5N, 78.5E) at 12 UTC",
        "qwyxel temperature (17.5N, 78.5E) at 12 UTC",
        "Temperature at 17.5N 78.5E (not the qwyxel) at 12 UTC",
    ],
)
def test_what_cannot_be_the_label_of_coordinates_is_refused(text: str) -> None:
    with pytest.raises(NotReadError):
        read(text)


def test_the_highest_of_each_cell_is_meant_where_it_is_said_of_everywhere() -> None:
    form = read("全区的最大阵风都在25米每秒以上吗？")
    assert form["space"] == "all"
    assert form["condition"]["over"]["reduce"] == "max"


def test_two_limits_on_one_side_of_one_quantity_are_refused() -> None:
    with pytest.raises(NotReadError):
        read("Was Paris above 28 °C with a dew point above 25 °C?")


@pytest.mark.parametrize(
    "text",
    [
        "Where and when was the 850 hPa wind strongest, and how strong was it?",
        "850百帕风什么时候、在哪里最强？多少米每秒？",
        "What was the highest 850 hPa wind, in m/s, and where?",
    ],
)
def test_where_when_and_how_much_are_one_question(text: str) -> None:
    form = read(text)
    assert form["position"]["end"] == "max"
    assert form["position"]["quantity"]["level"] == 850.0
