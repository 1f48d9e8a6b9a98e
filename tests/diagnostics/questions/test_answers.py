"""Answers to questions against numbers computed with numpy alone."""

from __future__ import annotations

import re
from collections.abc import Callable
from functools import lru_cache
from pathlib import Path
from typing import Any

import numpy as np
import pytest
import xarray as xr

from diagnostics.contracts.enums import Language
from diagnostics.contracts.questions import QuestionReply
from diagnostics.contracts.space_time import Region
from diagnostics.fields import open_source
from diagnostics.messages import Message, render, term
from diagnostics.questions import Workspace, answer

LAKES = [-93.0, 40.0, -75.0, 50.0]
PLAINS = [-106.0, 30.0, -94.0, 49.0]
GFS = "S03_octobomb_20101026_gfs"
UK = "S15_uk_t2m_march2019_era5"
RAIN = "S11_telangana_rain_sep2023_era5"


@lru_cache(maxsize=8)
def _source(path: Path) -> Any:
    return open_source([str(path)])


@pytest.fixture(scope="module")
def ask(real_data: Callable[[str], Path]) -> Callable[..., QuestionReply]:
    def put(case: str, question: str, **options: Any) -> QuestionReply:
        language = options.pop("language", None)
        return answer(question, Workspace(_source(real_data(case)), **options), language=language)

    return put


def _number(ask: Callable[..., QuestionReply], case: str, question: str) -> float:
    reply = ask(case, question)
    assert reply.answered, reply.reason
    assert isinstance(reply.value, int | float), reply.value
    assert reply.operator
    assert reply.provenance
    return float(reply.value)


@pytest.mark.parametrize(
    ("case", "questions", "quantity", "level", "proof"),
    [
        (GFS, ("What is the temperature at 850 hPa in Chicago at 12 UTC on 26 October 2010?",
               "850-hPa temperature, Chicago", "芝加哥850百帕气温是多少？",
               "temperature at 850 hPa in Chicago"),
         "t", 850, {"point": [41.88, -87.63], "stat": "max"}),
        (GFS, ("How strong was the strongest wind at 300 hPa over the Great Plains?",
               "What is the maximum 300 hPa wind speed over the Great Plains?",
               "北美大平原300百帕风速最大是多少？"),
         "wind", 300, {"box": PLAINS, "stat": "max"}),
        (GFS, ("What was the lowest sea level pressure over the Great Lakes?",
               "五大湖地区海平面气压最低值是多少"),
         "msl", None, {"box": LAKES, "stat": "min"}),
        (GFS, ("mean 500 hPa geopotential height over the Great Lakes",
               "五大湖地区500百帕位势高度平均是多少？"),
         "gh", 500, {"box": LAKES, "stat": "mean"}),
        (UK, ("What was the highest temperature in London in the last 48 hours?",
              "过去48小时伦敦2米气温最大是多少？"),
         "t2m", None, {"point": [51.51, -0.13], "stat": "max",
                       "window": ["2019-03-29T23:00", "2019-03-31T23:00"]}),
        (UK, ("What was the mean temperature in London in March 2019?",
              "2019年3月伦敦平均气温是多少？"),
         "t2m", None, {"point": [51.51, -0.13], "stat": "mean"}),
        (UK, ("How did the temperature in London change from 06 UTC to 15 UTC on 30 March 2019?",
              "2019年3月30日06时到15时（UTC）伦敦气温变化多少？"),
         "t2m", None, {"point": [51.51, -0.13], "stat": "change",
                       "window": ["2019-03-30T06:00", "2019-03-30T15:00"]}),
        (RAIN, ("How much rain fell in 24 hours at most?", "24小时最大降水量是多少？",
                "maximum 24-h precipitation"),
         "rain_24h", None, {"stat": "max"}),
        (RAIN, ("What was the heaviest 1-h rainfall?", "小时降水量最大是多少？"),
         "rain_1h", None, {"stat": "max"}),
    ],
)  # fmt: skip
def test_paraphrases_give_the_number_of_the_file(
    ask: Callable[..., QuestionReply],
    raw_case: Callable[[str], Any],
    measure_raw: Callable[..., float],
    case: str,
    questions: tuple[str, ...],
    quantity: str,
    level: float | None,
    proof: dict[str, Any],
) -> None:
    expected = measure_raw(raw_case(case).quantity(quantity, level), proof)
    for question in questions:
        assert _number(ask, case, question) == pytest.approx(expected, rel=1e-3, abs=2e-3), question


def test_times_and_places_of_extremes(ask: Callable[..., QuestionReply]) -> None:
    assert ask(UK, "When was London warmest in March 2019?").value == "2019-03-30T14:00:00Z"
    assert ask(UK, "伦敦什么时候气温最高？").value == "2019-03-30T14:00:00Z"
    assert ask(GFS, "Where was the lowest sea level pressure?").value == [47.0, -94.0]
    assert ask(GFS, "海平面气压最低值在哪里？").value == [47.0, -94.0]


def test_which_of_two_days_is_answered_by_the_day(ask: Callable[..., QuestionReply]) -> None:
    more = ask(RAIN, "9月4日和9月5日哪天雨更大（全区平均）？")
    less = ask(RAIN, "9月4日和9月5日哪天雨更小（全区平均）？")
    assert str(more.value)[:10] == "2023-09-04"
    assert str(less.value)[:10] == "2023-09-05"


@pytest.mark.parametrize(
    ("case", "question", "code"),
    [
        (GFS, "What is the snow depth in Chicago?", "missing_input"),
        (GFS, "What is the temperature at 777 hPa in Chicago?", "missing_level"),
        (GFS, "What is the temperature in Tokyo?", "region_outside_data"),
        (GFS, "What is the temperature in Chicago at 12 UTC on 1 May 2012?", "future_time"),
        (GFS, "What is the temperature in Chicago at 12 UTC on 1 May 2009?", "missing_time"),
        (GFS, "Which ENSO phase does the state suggest?", "outside_the_data"),
        (GFS, "Write a temperature outlook for the next season", "outside_the_data"),
        (UK, "What was the temperature in Foobarville in March 2019?", "unknown_words"),
        (UK, "What was the glorp temperature in London in March 2019?", "unknown_words"),
        (GFS, "明天芝加哥850百帕温度是多少？", "future_time"),
        (GFS, "芝加哥777百帕温度是多少？", "missing_level"),
        (GFS, "北京850百帕温度是多少？", "region_outside_data"),
        (GFS, "2009年1月1日芝加哥850百帕温度是多少？", "period_without_data"),
    ],
)
def test_what_cannot_be_answered_is_said_with_its_reason(
    ask: Callable[..., QuestionReply], case: str, question: str, code: str
) -> None:
    reply = ask(case, question)
    assert (reply.answered, reply.value, reply.code) == (False, None, code), reply.sentence
    assert reply.reason in reply.sentence
    if reply.language is Language.ZH:
        assert re.search(r"[A-Za-z]{2,} +[A-Za-z]{2,}", reply.sentence) is None


def test_the_answer_is_in_the_language_asked_for(ask: Callable[..., QuestionReply]) -> None:
    chinese = ask(GFS, "What is the temperature at 850 hPa in Chicago?", language=Language.ZH)
    assert chinese.sentence.startswith("理解为：芝加哥")
    english = ask(GFS, "芝加哥850百帕气温是多少？", language=Language.EN)
    assert english.sentence.startswith("Read as: 850-hPa temperature")
    assert english.value == chinese.value


def test_a_country_reads_its_own_unit_beside_ours(ask: Callable[..., QuestionReply]) -> None:
    reply = ask(GFS, "What is the temperature at 850 hPa in Chicago?")
    assert reply.unit == "degC"
    assert reply.display is not None
    assert (reply.display.unit, reply.display.value) == (
        "degF",
        pytest.approx(32 + 1.8 * reply.value),
    )
    asked = ask(GFS, "What is the temperature at 850 hPa in Chicago in kelvin?")
    assert asked.display is not None
    assert asked.display.value == pytest.approx(273.15 + reply.value)


def test_what_was_not_said_is_named(ask: Callable[..., QuestionReply]) -> None:
    reply = ask(UK, "When was London warmest?")
    assert "all times of the data" in reply.restated
    assert any(item.assumed for item in reply.reading.understood)


@pytest.mark.parametrize(
    ("hours", "question", "amount"),
    [
        ([24], "What was the most rain on 5 July 2026?", 60.0),
        ([24], "2026年7月5日最大降水量", 60.0),
        ([24, 24], "What was the most rain on 6 July 2026?", 60.0),
        ([24], "What was the most rain from 00 UTC on 5 July 2026 to 00 UTC on 6 July 2026?", 60.0),
        ([6, 6, 6, 6], "What was the most rain on 5 July 2026?", 240.0),
        ([24], "What was the most rain on 4 July 2026?", None),
        ([24], "How much rain fell from 00 to 12 UTC on 5 July 2026?", None),
        ([24], "How warm was it on 5 July 2026?", None),
    ],
)
def test_a_day_is_covered_by_the_interval_that_ends_with_it(
    tmp_path: Path, hours: list[int], question: str, amount: float | None
) -> None:
    begin = np.datetime64("2026-07-05T00", "ns")
    ends = begin + np.cumsum(hours).astype("timedelta64[h]")
    bounds = np.stack([ends - np.array(hours).astype("timedelta64[h]"), ends], axis=-1)
    rain = np.full((ends.size, 9, 9), 5.0)
    rain[:, 4, 4] = 60.0
    data = xr.Dataset(
        {
            "tp": (("time", "lat", "lon"), rain, {"units": "mm"}),
            "time_bnds": (("time", "nv"), bounds),
        },
        coords={
            "time": ("time", ends, {"bounds": "time_bnds"}),
            "lat": ("lat", np.linspace(28.0, 32.0, 9), {"units": "degrees_north"}),
            "lon": ("lon", np.linspace(108.0, 112.0, 9), {"units": "degrees_east"}),
        },
    )
    data.to_netcdf(tmp_path / "rain.nc")
    reply = answer(question, Workspace(open_source(tmp_path / "rain.nc")))
    assert reply.value == (None if amount is None else pytest.approx(amount))


@pytest.mark.parametrize("language", ["en", "zh"])
def test_likely_at_stations_is_no_no(real_data: Callable[[str], Path], language: str) -> None:
    """The verdict of the report, in the answer to a question as well."""
    source = _source(real_data("S04_gfs_global_20110115/gfs.t12z.pgrbf120.2p5deg.grib2"))
    work = Workspace(source, region=Region(west=-180.0, south=40.0, east=-160.0, north=52.0))
    words = {
        "en": ("Was there a gale?", "Which events occurred?"),
        "zh": ("有没有大风？", "发生了哪些事件？"),
    }
    one, which = (answer(text, work, language=Language(language)) for text in words[language])
    likely = render(Message(id="term-likely_at_stations"), language)
    assert (one.answered, one.code) == (False, "likely_at_stations")
    assert likely in one.reason.lower()
    assert "gale" not in which.value
    assert which.answered
    assert term("gale", language) in which.sentence.lower()
