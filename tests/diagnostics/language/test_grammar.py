"""What the grammar reads, and that it refuses what it does not."""

from __future__ import annotations

from datetime import UTC, datetime, timedelta
from typing import Any

import pytest

from diagnostics.contracts.forms import Form
from diagnostics.contracts.space_time import Region
from diagnostics.language.grammar.items import NotReadError
from diagnostics.language.grammar.reader import read_question
from diagnostics.language.grammar.sentence_context import Context

TIMES = tuple(datetime(2023, 9, 1, tzinfo=UTC) + timedelta(hours=3 * n) for n in range(60))
CONTEXT = Context(TIMES, None, None)
BRITAIN = Context(TIMES, Region(west=-11, south=49, east=2, north=61), None)

PAIRS = (
    (
        "What was the highest temperature in Berlin on 4 September?",
        "柏林9月4日最高气温是多少？",
    ),
    (
        "How many hours was the temperature in Berlin above 30 °C?",
        "柏林有多少个小时气温高于30℃？",
    ),
    (
        "How many degrees hotter was Berlin than Paris?",
        "柏林比巴黎热多少度？",
    ),
    ("Which was hotter, Berlin or Paris?", "柏林和巴黎哪个更热？"),
    ("Did the wind gust in Paris exceed 20 m/s?", "巴黎的阵风有没有超过20米每秒？"),
    (
        "What was the minimum 500 hPa geopotential height in 35N to 55N, 110W to 80W?",
        "35N到55N、110W到80W范围内500百帕位势高度的最小值是多少？",
    ),
    (
        "How much rain fell in Berlin between 18 and 21 UTC on 4 September 2023?",
        "2023年9月4日18时至21时（世界时）柏林的降水量是多少？",
    ),
    ("Which countries had temperatures above 35 °C?", "哪些国家的气温超过35℃？"),
    ("When was it hottest in Berlin?", "柏林什么时候最热？"),
    ("Where was the lowest temperature?", "最低气温出现在哪里？"),
)
SENTENCES = tuple(text for pair in PAIRS for text in pair)


def _meaning(form: Form) -> Any:
    """The query without words, order of writing and the zone's spelling."""

    def plain(value: Any) -> Any:
        if isinstance(value, dict):
            return {k: plain(v) for k, v in value.items() if k not in ("words", "resolution")}
        return [plain(one) for one in value] if isinstance(value, list) else value

    return plain(form.query.model_dump(mode="json"))


@pytest.mark.parametrize(("english", "chinese"), PAIRS)
def test_both_languages_mean_the_same(english: str, chinese: str) -> None:
    assert _meaning(read_question(english, CONTEXT)) == _meaning(read_question(chinese, CONTEXT))


@pytest.mark.parametrize("text", SENTENCES)
def test_a_word_that_nothing_knows_is_refused_wherever_it_stands(text: str) -> None:
    word = "qwyxel" if text.isascii() or "°" in text else "龘龘"
    places = [
        at
        for at, one in enumerate(text)
        if (one == " " or not one.isascii())
        and not text[at - 1 : at].isdigit()
        and text[at : at + 1] not in "°℃"
    ]
    assert places
    for at in places:
        joined = (
            f"{text[:at]} {word} {text[at:]}" if word.isascii() else text[:at] + word + text[at:]
        )
        with pytest.raises(NotReadError) as refused:
            read_question(joined, CONTEXT)
        assert refused.value.message.id


@pytest.mark.parametrize(
    ("plain", "negated"),
    [
        (
            "Did the temperature in Berlin exceed 30 °C?",
            "Did the temperature in Berlin not exceed 30 °C?",
        ),
        ("柏林的气温超过30℃吗？", "柏林的气温没有超过30℃吗？"),
    ],
)
def test_a_negation_turns_the_answer(plain: str, negated: str) -> None:
    twin = read_question(negated, CONTEXT).query
    assert twin.kind == "negation"
    inner = twin.statement.model_dump(exclude={"words"})
    assert inner == read_question(plain, CONTEXT).query.model_dump(exclude={"words"})


@pytest.mark.parametrize(
    "texts",
    [
        (
            "What was the highest temperature in Berlin on 4 September 2023?",
            "On 4 September 2023, what was the highest temperature in Berlin?",
            "In Berlin on 4 September 2023, what was the highest temperature?",
        ),
        ("柏林2023年9月4日最高气温是多少？", "2023年9月4日柏林最高气温是多少？"),
    ],
)
def test_the_order_of_clauses_changes_nothing(texts: tuple[str, ...]) -> None:
    first, *others = (_meaning(read_question(text, CONTEXT)) for text in texts)
    assert all(other == first for other in others)


@pytest.mark.parametrize(
    ("text", "unit"),
    [
        ("What was the highest temperature in Berlin in Fahrenheit?", "degF"),
        ("柏林的最高气温是多少，用华氏度表示？", "degF"),
        ("What was the strongest gust in Paris in knots?", "kt"),
        ("巴黎最大阵风是多少节？", "kt"),
    ],
)
def test_a_unit_that_is_asked_for_is_kept(text: str, unit: str) -> None:
    assert read_question(text, CONTEXT).unit == unit


@pytest.mark.parametrize(
    "text",
    [
        "What was the highest temperature in Berlin in knots?",
        "What was the strongest wind in Paris in Fahrenheit?",
        "Did the temperature in Berlin exceed 20 m/s?",
        "Largest surface CAPE?",
        "What was the 850 hPa sea level pressure in Berlin?",
        "How much hotter was Berlin?",
        "Did the temperature in Berlin and Paris exceed 30 °C?",
        "What was the temperature in Berlin at 12 UTC?",
    ],
)
def test_what_was_read_and_has_no_part_is_refused(text: str) -> None:
    with pytest.raises(NotReadError):
        read_question(text, CONTEXT)


def test_what_is_repeated_in_brackets_keeps_the_order_of_a_difference() -> None:
    plain = "How much warmer was Berlin than Paris at 06 UTC on 4 September 2023"
    bracketed = read_question(f"{plain} (Berlin minus Paris)?", CONTEXT)
    assert _meaning(bracketed) == _meaning(read_question(f"{plain}?", CONTEXT))


def test_a_town_with_a_namesake_nearly_as_large_is_asked_back() -> None:
    text = "Temperature in Portsmouth at 12 UTC on 4 September 2023?"
    with pytest.raises(NotReadError) as refused:
        read_question(text, CONTEXT)
    assert refused.value.code == "ambiguous"
    assert len(refused.value.choices) > 1
    assert read_question(text, BRITAIN).query.kind == "measure"
