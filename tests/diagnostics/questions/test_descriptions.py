"""What was understood of a text, in the language of its reader."""

from __future__ import annotations

import re
from datetime import UTC, datetime

import pytest

from diagnostics.contracts.enums import Language
from diagnostics.contracts.questions import ClaimCheck, ClaimVerdict, RequestReading, Understanding
from diagnostics.contracts.space_time import Region
from diagnostics.language import LanguageContext, read_asked_diagnosis
from diagnostics.questions.descriptions import (
    describe_check,
    format_lines,
    in_language,
    in_reader_language,
)

EN, ZH = Language.EN, Language.ZH
WORLD_IN_JUNE = LanguageContext(
    times=tuple(datetime(2020, 6, day, hour, tzinfo=UTC) for day in (1, 2, 3) for hour in (0, 12)),
    region=Region.model_validate("-180,-90,180,90"),
)


@pytest.mark.parametrize(
    ("meaning", "chinese"),
    [
        ("Sea of Okhotsk: W,S,E,N 136, 44, 163, 62", "鄂霍次克海，西、南、东、北 136, 44, 163, 62"),
        (
            "Georgia (state, US): W,S,E,N -86, 30, -81, 35",
            "佐治亚州（美国的州），西、南、东、北 -86, 30, -81, 35",
        ),
        (
            "London (town, GB), by far the largest of its name",
            "伦敦（英国的城镇），同名地点中以它最大",
        ),
        (
            "2010-10-26T06:00:00Z to 2010-10-27T00:00:00Z",
            "2010年10月26日06:00（UTC）至2010年10月27日00:00（UTC）",
        ),
        (">= 35 degC", "不低于35 ℃"),
        ("temperature_level at 850 hPa", "算子“气温”（temperature_level），850 hPa"),
        ("temperature_level at 2m", "算子“气温”（temperature_level），2米"),
        ("10 m above ground: no level is named", "距地10米（未指明层次）"),
        ("max", "最大值"),
        ("p90", "第90百分位"),
        ("cold_wave", "寒潮"),
        ("words that no template knows", "words that no template knows"),
    ],
)
def test_meanings_in_chinese(meaning: str, chinese: str) -> None:
    assert in_reader_language(meaning, ZH) == chinese
    assert in_reader_language(meaning, EN) == meaning


def _reading(item: Understanding) -> RequestReading:
    return read_asked_diagnosis("diagnose the rain", WORLD_IN_JUNE).model_copy(
        update={"understood": (item,)}
    )


def test_a_line_names_the_part_and_the_words() -> None:
    item = Understanding(part="level", words="850百帕", meaning="850 hPa")
    assert format_lines(_reading(item), ZH) == ["理解：层次“850百帕”：850 hPa"]
    assert format_lines(_reading(item), EN) == ["understood: level '850百帕': 850 hPa"]


@pytest.mark.parametrize(
    "text",
    [
        "过去48小时斐济附近的大风",
        "佐治亚州和佛罗里达州的暴雨",
        "昨天夜间安徽的强降水",
        "福巴维尔州的暴雨",
        "6月1日到3日南京有没有暴雨？",
        "画一张6月1日佐治亚州850百帕气温图",
    ],
)
def test_no_english_sentence_is_left_in_a_chinese_reading(text: str) -> None:
    spoken = in_language(read_asked_diagnosis(text, WORLD_IN_JUNE), ZH)
    said = " ".join(format_lines(spoken, ZH))
    assert said
    assert re.search(r"[A-Za-z]{2,} +[A-Za-z]{2,}", said) is None


def test_a_check_tells_its_numbers_in_the_language_of_the_sentence() -> None:
    check = ClaimCheck(
        words="968百帕", verdict=ClaimVerdict.SUPPORTED, operator="surface_low_pressure",
        statistic="min", found=967.61, unit="hPa", latitude=47.0, longitude=-94.0,
    )  # fmt: skip
    assert describe_check(check, ZH).startswith(
        "数据支持：算子“地面低压中心气压”（surface_low_pressure）最小值为967.6 hPa"
    )
    assert describe_check(check, EN) == (
        "supported: lowest surface_low_pressure is 967.6 hPa (47.00°N 94.00°W)"
    )
