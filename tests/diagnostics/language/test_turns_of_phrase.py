"""Turns of phrase give the form of the plain wording, and their twins another one."""

from __future__ import annotations

from datetime import UTC, datetime, timedelta
from typing import Any

import pytest

from diagnostics.contracts.space_time import Region
from diagnostics.language.grammar.gazetteer import spot_of
from diagnostics.language.grammar.items import NotReadError
from diagnostics.language.grammar.reader import read_question
from diagnostics.language.grammar.sentence_context import Context

WEEK = Context(
    times=[datetime(2023, 9, 1, tzinfo=UTC) + timedelta(hours=n) for n in range(7 * 24)],
    extent=Region(west=66, south=5, east=96, north=36),
)


def _bare(value: Any) -> Any:
    if isinstance(value, dict):
        return {
            key: _bare(part) for key, part in value.items() if key not in ("words", "name", "label")
        }
    return [_bare(part) for part in value] if isinstance(value, list) else value


def read(text: str) -> Any:
    return _bare(read_question(text, WEEK).query.model_dump(mode="json", exclude_defaults=True))


@pytest.mark.parametrize(
    ("turned", "plain"),
    [
        ("Which was the warmest day in Delhi?", "Which day was warmest in Delhi?"),
        ("What was the coldest day in Delhi?", "Which day was coldest in Delhi?"),
        ("Which day of the week 1-7 September was warmest in Delhi?",
         "Which day of 1-7 September was warmest in Delhi?"),
        ("How cold did it get over Delhi on the night of 3 to 4 September 2023?",
         "How cold did it get in Delhi on the night of 3 September 2023?"),
        ("Did Delhi get colder than -8 °C?",
         "Was Delhi ever colder than -8 °C?"),
        ("Blizzard of 2023: how low did the sea level pressure get in Delhi?",
         "How low did the sea level pressure get in Delhi in 2023?"),
        ("17.5N、78.5E处9月3日至5日总共下了多少毫米雨？",
         "17.5N、78.5E处9月3日至5日总雨量多少毫米？"),
        ("9月4日降水量超过100毫米的格点有多少个？", "9月4日降水量超过100毫米的格点有多少？"),
        ("恒河到孟加拉湾（10-20N，80-90E）最高气温多少？", "10-20N，80-90E最高气温多少？"),
    ],
)  # fmt: skip
def test_a_turn_of_phrase_is_the_plain_wording(turned: str, plain: str) -> None:
    assert read(turned) == read(plain)


def test_a_chinese_name_of_a_town_of_the_further_table_is_found() -> None:
    assert spot_of("因弗内斯", None).name == "Inverness"


@pytest.mark.parametrize(
    ("one", "twin"),
    [
        ("Did Delhi get colder than 8 °C?", "Did Delhi get warmer than 8 °C?"),
        ("Which was the warmest day in Delhi?", "Which was the coldest day in Delhi?"),
        ("Did Delhi climb past 30 °C?", "Did Delhi drop below 30 °C?"),
    ],
)
def test_a_twin_is_another_form(one: str, twin: str) -> None:
    assert read(one) != read(twin)


@pytest.mark.parametrize(
    "text",
    [
        "Roofs torn off, how warm was it in Delhi?",
        "Which was the warmest week in Delhi?",
        "How warm was it from Delhi to Kolkata (10N, 80E)?",
        "Cold wave: did it occur in Delhi?",
    ],
)
def test_words_of_requests_and_unclear_turns_are_refused(text: str) -> None:
    with pytest.raises(NotReadError):
        read(text)
