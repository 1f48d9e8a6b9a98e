"""Wordings of one question give one form; what is not true of the data is not understood."""

from __future__ import annotations

from datetime import UTC, datetime, timedelta
from typing import Any

import pytest

from diagnostics.contracts.space_time import Region
from diagnostics.language.grammar.items import NotReadError
from diagnostics.language.grammar.reader import read_question
from diagnostics.language.grammar.sentence_context import Context

WEEK = Context(
    times=[datetime(2023, 9, 1, tzinfo=UTC) + timedelta(hours=n) for n in range(7 * 24)],
    extent=Region(west=66, south=5, east=96, north=36),
)
FOUR = Context(
    times=[datetime(2023, 9, 1, hour, tzinfo=UTC) for hour in (0, 6, 12, 18)],
    extent=Region(west=-180, south=-90, east=179, north=90),
)


def _bare(value: Any) -> Any:
    """Return a form without the words it was made of."""
    if isinstance(value, dict):
        return {
            key: _bare(part)
            for key, part in value.items()
            if key not in ("words", "name", "resolution", "label")
        }
    if isinstance(value, list):
        return [_bare(part) for part in value]
    return value


def read(text: str, context: Context = WEEK) -> Any:
    form = read_question(text, context)
    return _bare(form.query.model_dump(mode="json", exclude_defaults=True)), form.unit


@pytest.mark.parametrize(
    "wordings",
    [
        ("What was the highest temperature?", "highest temperature in the domain",
         "What is the highest temperature on the map over the whole period?",
         "全图最高气温是多少？", "整个时段区域内最高气温多少"),
        ("Did Delhi ever exceed 40 °C?", "Did Delhi top 40 °C in that month?",
         "那个月德里有没有超过40℃？", "德里气温是否曾超过40℃"),
        ("Where was it hottest?", "Where exactly (lat/lon) was the hottest grid point?",
         "最热的格点在哪里？", "最热的地方在什么位置（经纬度）？"),
        ("When was it hottest in Delhi?", "At which hour was it hottest in Delhi?",
         "德里最热是什么时候？", "德里最热出现在哪个时次？", "德里最热的时刻"),
        ("Was there a rainstorm (50 mm or more within 24 hours)?",
         "Any rainstorm, i.e. 50 mm in 24 hours?", "有没有暴雨（24小时≥50毫米）？"),
        ("Was there a heat wave (three days in a row with maxima of 35 °C or more)?",
         "有没有热浪（连续3天最高气温≥35℃）？", "Any heat wave (35 °C or more for 3 days)?"),
        ("T850 in Delhi at 06 UTC on 4 September 2023",
         "850 hPa temperature in Delhi at 06 UTC on 4 September 2023",
         "2023年9月4日06时（UTC）德里850百帕气温"),
        ("24 h pressure change in Delhi ending 12 UTC on 4 September 2023",
         "24-hour change of pressure in Delhi to 12 UTC 4 September 2023",
         "德里截至2023年9月4日12时（UTC）的24小时变压"),
        ("Mean temperature over lat 18 to 24, lon 80 to 87", "Mean temperature over 18-24N 80-87E",
         "mean temperature in the box 80E,18N,87E,24N", "纬度18~24、经度80~87的平均气温",
         "India (18-24N, 80-87E): mean temperature"),
        ("How much stronger is the wind at 500 hPa than at 850 hPa over Delhi?",
         "wind speed over Delhi: 500 minus 850 hPa", "德里500百帕风速比850百帕大多少？"),
        ("What share of the area is below 0 °C?", "Percentage of the area below 0 °C",
         "低于0℃的面积占多少？", "有百分之多少面积低于0℃？"),
        ("How many hours was it below 10 °C in Delhi?", "Number of hours under 10 °C in Delhi",
         "德里有多少小时气温低于10℃？", "德里共有多少个小时低于10度"),
        ("Which is hottest: Delhi, Mumbai or Chennai?",
         "Highest temperature: Delhi, Mumbai or Chennai?", "德里、孟买、金奈，哪里气温最高？"),
        ("Temperature near Delhi at 06Z on 4 September 2023",
         "Temperature in Delhi at the 06Z step on 4 September 2023",
         "2023年9月4日06时（UTC）时次德里附近的气温"),
    ],
)  # fmt: skip
def test_wordings_of_one_question_agree(wordings: tuple[str, ...]) -> None:
    first = read(wordings[0])
    assert wordings[1:]
    for other in wordings[1:]:
        assert read(other) == first, other


@pytest.mark.parametrize(
    "wordings",
    [
        ("At which of the four output times was the 10 m wind strongest?",
         "When was the 10 m wind strongest?", "四个时次中哪个时次10米风最强？"),
        ("Does the wind at 300 hPa exceed 70 m/s anywhere on the globe?",
         "Does the 300 hPa wind exceed 70 m/s anywhere at any of the four times?"),
    ],
)  # fmt: skip
def test_the_number_of_times_is_that_of_the_data(wordings: tuple[str, ...]) -> None:
    first = read(wordings[0], FOUR)
    assert wordings[1:]
    for other in wordings[1:]:
        assert read(other, FOUR) == first, other


@pytest.mark.parametrize(
    ("text", "context"),
    [
        ("What is the highest temperature on the globe?", WEEK),
        ("全球最高气温是多少？", WEEK),
        ("At which of the five output times was the 10 m wind strongest?", FOUR),
        ("五个时次中哪个时次10米风最强？", FOUR),
        ("Temperature in Delhi at that hour", WEEK),
        ("那天德里的气温", WEEK),
        ("What is the largest surface-based CAPE?", WEEK),
        ("地面CAPE最大是多少？", WEEK),
        ("Was there a gale (50 mm or more)?", WEEK),
        ("Was there a cold wave (8 K or more)?", WEEK),
        ("Is the southern part of the soup warmer?", WEEK),
    ],
)
def test_what_is_not_true_of_the_data_is_refused(text: str, context: Context) -> None:
    with pytest.raises(NotReadError):
        read(text, context)


@pytest.mark.parametrize(
    ("text", "twin"),
    [
        ("有没有地方6小时降水超过50毫米？", "是不是没有地方6小时降水超过50毫米？"),
        ("Did Delhi see 50 mm in any 24 hours?", "Did Delhi not see 50 mm in any 24 hours?"),
        ("德里是否超过40℃？", "德里是否从来没有超过40℃？"),
    ],
)
def test_a_negated_twin_is_another_form(text: str, twin: str) -> None:
    assert "negation" not in str(read_question(text, WEEK).query.kind)
    assert read(text) != read(twin)


def test_what_is_subtracted_is_what_stands_second() -> None:
    plain = read("How much warmer was Delhi than Mumbai?")
    assert read("How much warmer was Delhi than Mumbai (Delhi minus Mumbai)?") == plain
    assert read("Delhi minus Mumbai, temperature") == plain
    assert read("德里比孟买暖多少？") == plain
    assert read("How much warmer was Mumbai than Delhi?") != plain


def test_counts_of_two_places_are_subtracted() -> None:
    plain = read("How many more hours below 10 °C did Delhi have than Mumbai?")
    assert plain[0]["operation"] == "subtract"
    assert [one["of"] for one in plain[0]["numbers"]] == ["hours", "hours"]
    fewer = read("How many fewer hours below 10 °C did Mumbai have than Delhi?")
    assert fewer == plain
