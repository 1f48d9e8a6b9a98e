"""What no data of one event hold is refused by name, and never set aside as an empty word."""

from __future__ import annotations

from datetime import UTC, datetime, timedelta

import pytest

from diagnostics.contracts.enums import Language
from diagnostics.contracts.space_time import Region
from diagnostics.language.diagnosis import LanguageContext, read_asked_diagnosis
from diagnostics.language.grammar.claims import read_claim
from diagnostics.language.grammar.items import NotReadError
from diagnostics.language.grammar.reader import read_question
from diagnostics.language.grammar.sentence_context import Context
from diagnostics.messages import render

GLOBE = Region(west=-180, south=-90, east=180, north=90)
DAY = Context(
    times=[datetime(2023, 9, 4, tzinfo=UTC) + timedelta(hours=n) for n in range(24)], extent=GLOBE
)
REQUESTED = LanguageContext(region=GLOBE, now=datetime(2026, 11, 23, 12, tzinfo=UTC))
RARE = [
    "return period", "return level", "recurrence interval", "1-in-50-year event",
    "1 in 100 year event", "one in a hundred year event", "one-in-fifty-year event",
    "once in a century event", "once-in-a-century event", "once in 200 years event",
    "100-year storm", "fifty-year flood", "rarity",
]  # fmt: skip
COASTS = [
    "within 50 km of the coast", "within 50km of the shore", "20 miles from the coastline",
    "100 kilometres off the Norwegian coast", "in the 50 km wide coastal strip", "50 km inland",
    "off the coast by 50 km",
]  # fmt: skip
ELSE = {
    "predictability": "grammar-no_forecast_quality",
    "forecast bust": "grammar-no_forecast_quality",
    "verification": "grammar-no_forecast_quality",
    "link to climate change": "grammar-no_climate_change",
    "comparison with similar events": "grammar-no_other_events",
}


def refusal(text: str) -> NotReadError:
    with pytest.raises(NotReadError) as caught:
        read_question(text, DAY)
    return caught.value


@pytest.mark.parametrize("words", RARE)
def test_how_rare_a_value_is_no_question_of_one_event(words: str) -> None:
    doubt = refusal(f"What is the {words} of the 24-hour rain at Hyderabad?")
    assert (doubt.code, doubt.message.id) == ("outside_the_data", "grammar-no_return_period")
    assert "many years" in render(doubt.message, Language.EN)
    with pytest.raises(NotReadError) as caught:
        read_claim(f"The rain at Hyderabad on 4 September 2023 was a {words}.", DAY)
    assert caught.value.message.id == "grammar-no_return_period"


@pytest.mark.parametrize(
    "words", ["重现期", "百年一遇", "50年一遇", "五十年一遇", "百年不遇", "罕见程度"]
)
def test_how_rare_a_value_is_is_refused_in_chinese(words: str) -> None:
    doubt = refusal(f"海得拉巴24小时降水的{words}是多少？")
    assert (doubt.message.id, doubt.words) == ("grammar-no_return_period", words)
    assert words in render(doubt.message, Language.ZH)


@pytest.mark.parametrize("words", COASTS)
def test_a_distance_to_a_coast_is_no_box_around_a_place(words: str) -> None:
    assert refusal(f"What was the highest rain {words} on 4 September 2023?").message.id == (
        "grammar-no_coast_distance"
    )
    read = read_asked_diagnosis(
        f"Diagnose the heavy rain {words} in Kerala on 4 May 2023", REQUESTED
    )
    (doubt,) = read.ambiguities
    assert doubt.part == "outside_the_data" and "coastline" in doubt.message and not read.places


@pytest.mark.parametrize(
    "words", ["距海岸100公里以内", "离海边50公里内", "海岸线50公里内", "距离海岸不远处"]
)
def test_a_distance_to_a_coast_is_refused_in_chinese(words: str) -> None:
    (doubt,) = read_asked_diagnosis(f"分析2018年8月15日{words}的大风", REQUESTED).ambiguities
    assert doubt.part == "outside_the_data" and "海岸线" in doubt.message
    assert refusal(f"{words}最大的小时雨量是多少？").message.id == "grammar-no_coast_distance"


@pytest.mark.parametrize("words", [*RARE[:2], *ELSE])
def test_a_request_does_not_drop_what_it_asks_for_besides(words: str) -> None:
    read = read_asked_diagnosis(
        f"Diagnose the heat wave in France in July 2019 and its {words}", REQUESTED
    )
    (doubt,) = read.ambiguities
    assert doubt.part == "outside_the_data" and doubt.words in words
    if words in ELSE:
        assert refusal(f"What is the {words} of the rain at Hyderabad?").message.id == ELSE[words]


@pytest.mark.parametrize(
    "text",
    [
        "Diagnose the heavy rain on the coast of Kerala on 15 August 2018",
        "Diagnose the heavy rain off the coast of Kerala on 15 August 2018",
        "For a climate change course, diagnose the heat wave in France in July 2019",
        "For verification, diagnose the heat wave in France in July 2019",
        "What was the highest rain within 50 km of Berlin?",
        "分析2018年1月18日德国的大风",
    ],
)
def test_what_only_sounds_alike_is_read(text: str) -> None:
    if text.endswith("?"):
        assert read_question(text, DAY).query.kind == "measure"
    else:
        assert not read_asked_diagnosis(text, REQUESTED).ambiguities


@pytest.mark.parametrize(
    "text",
    [
        "What caused the once-in-a-century rain in Zhengzhou on 20 July 2021?",
        "Why did the 1-in-200-year flood hit Zhengzhou on 20 July 2021?",
        "Explain the 100-year flood in Zhengzhou on 20 July 2021",
        "2021年7月20日郑州百年一遇的暴雨是怎么回事",
        "2021年7月20日郑州五十年一遇特大暴雨，分析成因",
    ],
)
def test_what_an_event_is_called_asks_nothing(text: str) -> None:
    read = read_asked_diagnosis(text, REQUESTED)
    assert not read.ambiguities
    assert [event.value for event in read.events] == ["rainstorm"]
    assert len(read.places) == 1


@pytest.mark.parametrize(
    "text",
    [
        "Was the rain in Zhengzhou on 20 July 2021 a once-in-a-century flood?",
        "How much rain fell in the 100-year flood in Zhengzhou on 20 July 2021?",
        "2021年7月20日郑州暴雨是不是百年一遇",
        "2021年7月20日郑州百年一遇的暴雨是多少毫米",
    ],
)
def test_whether_an_event_was_rare_is_asked_and_refused(text: str) -> None:
    (doubt,) = read_asked_diagnosis(text, REQUESTED).ambiguities
    assert doubt.part == "outside_the_data"


@pytest.mark.parametrize("words", ["its attribution", "its context", "a comparison with Beijing"])
def test_a_request_does_not_drop_a_task_that_no_diagnosis_does(words: str) -> None:
    read = read_asked_diagnosis(
        f"Diagnose the heavy rain in Zhengzhou on 20 July 2021 and {words}", REQUESTED
    )
    assert read.ambiguities


@pytest.mark.parametrize("words", ["near the coast of", "near the shores of"])
def test_near_a_coast_is_no_wider_than_along_it(words: str) -> None:
    (along,) = read_asked_diagnosis(
        "Diagnose the heavy rain along the coast of Kerala on 15 August 2018", REQUESTED
    ).places
    (near,) = read_asked_diagnosis(
        f"Diagnose the heavy rain {words} Kerala on 15 August 2018", REQUESTED
    ).places
    assert near.region == along.region
