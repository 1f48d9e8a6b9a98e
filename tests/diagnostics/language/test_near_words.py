"""Where a word is not understood, one near word is offered and nothing is answered by it."""

from __future__ import annotations

from datetime import UTC, datetime, timedelta

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from diagnostics.contracts.enums import Language
from diagnostics.contracts.space_time import Region
from diagnostics.language.diagnosis import LanguageContext, read_asked_diagnosis
from diagnostics.language.grammar.items import NotReadError
from diagnostics.language.grammar.near_words import near_word, slips_between
from diagnostics.language.grammar.reader import read_question
from diagnostics.language.grammar.sentence_context import Context
from diagnostics.language.grammar.vocabulary import words_known
from diagnostics.messages import render

GLOBE = Region(west=-180, south=-90, east=180, north=90)
DAY = Context(
    times=[datetime(2023, 9, 4, tzinfo=UTC) + timedelta(hours=n) for n in range(24)], extent=GLOBE
)


@pytest.mark.parametrize(
    ("text", "written", "near"),
    [
        ("What was the maximum rainfal in Berlin?", "rainfal", "rainfall"),
        ("What was the highest temperture in Berlin?", "temperture", "temperature"),
        ("How many huors of rain in Berlin?", "huors", "hours"),
        ("maximun hourly rain in Berlin", "maximun", "maximum"),
        ("What was the total rain at Hyderbad?", "Hyderbad", "Hyderabad"),
        ("the highest xylophone gust and rainfal in Berlin?", "rainfal", "rainfall"),
        ("wettest huor in Berlin", "huor", "hour"),
        ("柏林的rainfal是多少？", "rainfal", "rainfall"),
    ],
)
def test_a_question_is_refused_with_a_near_word(text: str, written: str, near: str) -> None:
    with pytest.raises(NotReadError) as caught:
        read_question(text, DAY)
    assert caught.value.code == "unknown_words"
    for language in Language:
        said = render(caught.value.message, language)
        assert near in said and written in said


@pytest.mark.parametrize(("slip", "near"), [("blizard", "blizzard"), ("heatwve", "heatwave")])
def test_a_request_is_refused_with_a_near_word(slip: str, near: str) -> None:
    read = read_asked_diagnosis(f"{slip} in France 22-24 July 2019", LanguageContext(region=GLOBE))
    (doubt,) = read.ambiguities
    assert (doubt.part, doubt.words, doubt.choices) == ("unknown_words", slip, ())
    assert f"'{near}'" in doubt.message and not read.events


@pytest.mark.parametrize(
    "word", ["fluxor", "rare", "xylophone", "coast", "attribution", "海港", "ab"]
)
def test_no_word_is_offered_for_one_that_is_well_written_or_far_from_all(word: str) -> None:
    assert near_word(word) is None


LONG = sorted(word for word in words_known(of_weather=True) if word.isascii() and len(word) > 5)


@settings(deadline=None, max_examples=50)
@given(word=st.sampled_from(LONG), at=st.integers(min_value=1), kind=st.sampled_from("dsa"))
def test_one_slip_in_a_word_of_weather_has_a_known_word_near(word: str, at: int, kind: str) -> None:
    at = 1 + at % (len(word) - 2)
    slip = {
        "d": word[:at] + word[at + 1 :],
        "s": word[:at] + word[at + 1] + word[at] + word[at + 2 :],
        "a": word[:at] + "q" + word[at:],
    }[kind]
    found = near_word(slip)
    if slip in words_known():
        assert found is None
    else:
        assert found is not None and found[1] in words_known(of_weather=True)
        assert slips_between(slip, found[1], 2) == 1


@pytest.mark.parametrize(
    ("one", "other", "count"),
    [("rain", "rain", 0), ("rian", "rain", 1), ("ran", "rain", 1), ("snow", "gale", 3)],
)
def test_slips_are_counted_up_to_a_bound(one: str, other: str, count: int) -> None:
    assert slips_between(one, other, 2) == slips_between(other, one, 2) == count


@pytest.mark.parametrize(
    ("text", "near"), [("郑州的爆雨", "暴雨"), ("郑州的寒朝", "寒潮"), ("郑州的台疯", "台风")]
)
def test_a_confused_character_is_offered_and_not_read(text: str, near: str) -> None:
    read = read_asked_diagnosis(f"2021年7月20日{text}", LanguageContext(region=GLOBE))
    (doubt,) = read.ambiguities
    assert doubt.part == "unknown_words" and near in doubt.message and not read.events
