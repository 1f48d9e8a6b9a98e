"""Answers to questions against numbers computed with numpy alone."""

from __future__ import annotations

import re
from collections.abc import Callable
from datetime import UTC, datetime
from functools import lru_cache
from pathlib import Path
from typing import Any

import numpy as np
import pytest

from diagnostics.contracts.enums import Language
from diagnostics.contracts.questions import QuestionReply
from diagnostics.contracts.space_time import Region
from diagnostics.fields import open_source
from diagnostics.fields.memory import MemorySource
from diagnostics.questions import answer
from diagnostics.samples import sample_info

LAKES = [-93.0, 40.0, -75.0, 50.0]
PLAINS = [-106.0, 30.0, -94.0, 49.0]
GFS = "S03_octobomb_20101026_gfs"
UK = "S15_uk_t2m_march2019_era5"
COARSE = "S20_wb2_style_era5_19590102"
RAIN = "S11_telangana_rain_sep2023_era5"


@lru_cache(maxsize=8)
def _source(path: Path) -> Any:
    return open_source([str(path)])


@pytest.fixture(scope="module")
def ask(real_data: Callable[[str], Path]) -> Callable[..., QuestionReply]:
    def put(case: str, question: str, **options: Any) -> QuestionReply:
        return answer(question, _source(real_data(case)), **options)

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
               "how warm was it at 850 hPa in chicago"),
         "t", 850, {"point": [41.88, -87.63], "stat": "max"}),
        (GFS, ("How strong was the strongest wind at 300 hPa over the Great Plains?",
               "What is the maximum 300 hPa wind speed over the Great Plains?",
               "北美大平原300百帕最大风速"),
         "wind", 300, {"box": PLAINS, "stat": "max"}),
        (GFS, ("What was the lowest sea level pressure over the Great Lakes?",
               "五大湖地区海平面气压最低值是多少"),
         "msl", None, {"box": LAKES, "stat": "min"}),
        (GFS, ("mean 500 hPa geopotential height over the Great Lakes",
               "五大湖地区500百帕平均位势高度"),
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
        (RAIN, ("What was the heaviest 1-h rainfall?", "1小时最大降水量"),
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
    hours = ask(
        UK, "How many hours after 00 UTC on 30 March 2019 did London reach its maximum temperature?"
    )
    assert (hours.template, hours.value) == ("Q04", 14.0)
    assert ask(GFS, "Where was the lowest sea level pressure?").value == [47.0, -94.0]
    assert ask(GFS, "海平面气压最低值在哪里？").value == [47.0, -94.0]
    assert ask(GFS, "Which state contains the minimum sea level pressure?").value == "Minnesota"


def test_areas_shares_and_counts(
    ask: Callable[..., QuestionReply], raw_case: Callable[[str], Any]
) -> None:
    raw = raw_case(GFS).quantity("wind", 850)
    rows = (raw.latitude >= 40) & (raw.latitude <= 50)
    columns = (raw.longitude >= -93) & (raw.longitude <= -75)
    speed = raw.values[0][np.ix_(rows, columns)]
    latitude = np.radians(raw.latitude[rows])
    half = np.radians(0.5)
    cell = 6371.0087714**2 * np.radians(1.0) * (np.sin(latitude + half) - np.sin(latitude - half))
    size = np.broadcast_to(cell[:, None], speed.shape)
    expected = float(size[speed > 30].sum())
    question = "over the Great Lakes with 850 hPa wind above 30 m/s"
    assert _number(ask, GFS, f"What is the area {question}?") == pytest.approx(expected, rel=2e-3)
    assert _number(ask, GFS, "五大湖地区850百帕风速超过30米/秒的面积有多大？") == pytest.approx(
        expected, rel=2e-3
    )
    assert _number(ask, GFS, f"How many cells {question}?") == int((speed > 30).sum())
    share = 100 * expected / float(size.sum())
    asked = "Does the area above 30 m/s of 850 hPa wind cover more than {} % of the Great Lakes?"
    assert ask(GFS, asked.format(int(share) - 2)).value is True
    assert ask(GFS, asked.format(int(share) + 2)).value is False


def test_comparisons_of_places(
    ask: Callable[..., QuestionReply],
    raw_case: Callable[[str], Any],
    measure_raw: Callable[..., float],
) -> None:
    raw = raw_case(GFS).quantity("t", 850)
    lakes, plains = (measure_raw(raw, {"box": box, "stat": "mean"}) for box in (LAKES, PLAINS))
    asked = "between the Great Lakes and the Great Plains"
    gap = _number(ask, GFS, f"What is the difference of mean 850 hPa temperature {asked}?")
    assert gap == pytest.approx(lakes - plains, rel=1e-3)
    reply = ask(
        GFS,
        "Which of the Great Lakes and the Great Plains had the highest mean 850 hPa temperature?",
    )
    assert reply.value == "Great Lakes"
    statement = (
        "Does the mean 850 hPa temperature in the Great Lakes exceed that in the Great "
        "Plains by more than {} K?"
    )
    assert ask(GFS, statement.format(4)).value is True
    assert ask(GFS, statement.format(6)).value is False


@pytest.mark.parametrize(
    ("question", "assumed"),
    [
        ("What was the 500 hPa temperature in Beijing?", "Beijing: the nearest cell"),
        ("北京500 hPa气温是多少？", "北京：取最近的格点"),
    ],
)
def test_a_place_smaller_than_a_cell_is_the_nearest_cell(
    ask: Callable[..., QuestionReply],
    raw_case: Callable[[str], Any],
    measure_raw: Callable[..., float],
    question: str,
    assumed: str,
) -> None:
    raw = raw_case(COARSE).quantity("t", 500)
    nearest = measure_raw(raw, {"point": [40.25, 116.45], "stat": "max"})
    reply = ask(COARSE, question)
    assert reply.value == pytest.approx(nearest, abs=0.01)
    told = [item.meaning for item in reply.reading.understood if item.assumed]
    assert any(meaning.startswith(assumed) for meaning in told)


def test_yes_and_no(ask: Callable[..., QuestionReply]) -> None:
    assert ask(GFS, "Does the 850 hPa wind exceed 30 m/s anywhere over the Great Lakes?").value
    assert ask(GFS, "五大湖地区850百帕风速是否超过40米/秒？").value is False
    assert ask(GFS, "Is the K index above 30 over the Great Lakes?").value is True
    assert ask(RAIN, "Is there a rainstorm over Telangana between 3 and 6 September 2023?").value
    assert ask(UK, "Which event types are present over England?").value == []
    assert ask(GFS, "Is there a jet core over the Great Plains at 200 hPa?").value is True


def test_features_are_looked_for_where_they_are_named(ask: Callable[..., QuestionReply]) -> None:
    near = ask(GFS, "Is there a short-wave trough at 500 hPa near 95W?")
    assert near.operator == "trough_axis"
    assert near.region is not None
    assert near.region.bounds()[::2] == [-100.0, -90.0]
    closed = ask(GFS, "Does a closed contour enclose a low over Minnesota?")
    assert (closed.operator, closed.value) == ("closed_extremum", True)
    gap = ask(
        GFS,
        "How many degrees apart are the latitudes of the centroids of high 500 hPa wind "
        "speed in the Great Lakes and the Great Plains?",
    )
    assert (gap.template, gap.operator) == ("Q34", "jet_intensity")


def test_one_quantity_where_another_is_extreme(
    ask: Callable[..., QuestionReply], raw_case: Callable[[str], Any]
) -> None:
    wind, height = (raw_case(GFS).quantity(name, 500).values[0] for name in ("wind", "gh"))
    expected = float(height.flat[int(np.nanargmax(wind))])
    question = "What is the 500 hPa height where the 500 hPa wind speed is highest?"
    assert _number(ask, GFS, question) == pytest.approx(expected, rel=1e-4)


@pytest.mark.parametrize(
    ("case", "question", "reason"),
    [
        (GFS, "What is the snow depth in Minnesota?", "sd"),
        (GFS, "What is the temperature at 777 hPa in Chicago?", "777"),
        (GFS, "What is the temperature in Tokyo?", "Tokyo"),
        (GFS, "What was the temperature in Chicago at 12 UTC on 1 May 2012?", "2010-10-26 12:00"),
        (GFS, "What was the temperature in Chicago at 12 UTC on 1 May 2009?", "no time"),
        (GFS, "Will the temperature in Chicago be higher tomorrow?", "future"),
        (GFS, "Which ENSO phase does the state suggest?", "sea surface"),
        (GFS, "Write a temperature outlook for the next season", "seasonal"),
        (
            GFS,
            "Standardised anomaly of the 850 hPa temperature over the Great Lakes",
            "climatology",
        ),
        (UK, "What was the temperature in London at 12 UTC?", "which day"),
        (UK, "What was the temperature in Foobarville in March 2019?", "no such place"),
    ],
)
def test_what_cannot_be_answered_is_said_with_its_reason(
    ask: Callable[..., QuestionReply], case: str, question: str, reason: str
) -> None:
    reply = ask(case, question)
    assert not reply.answered
    assert reply.value is None
    assert reason.lower() in reply.sentence.lower()
    assert reply.sentence.startswith("I cannot answer this because")


def test_the_sentence_is_in_the_language_asked_for(ask: Callable[..., QuestionReply]) -> None:
    reply = ask(GFS, "What is the temperature at 850 hPa in Chicago?", language=Language.ZH)
    assert "芝加哥850百帕气温为12.4 ℃" in reply.sentence
    assert ask(GFS, "芝加哥850百帕气温是多少？", language=Language.EN).sentence.endswith("12.4 °C.")


def test_a_generated_sample_answers_as_its_arrays(sample: Any) -> None:
    name = "rainstorm"
    dataset = sample(name)
    source = MemorySource(dataset, title=name)
    info = sample_info(name)
    region = info.region
    inside = dataset.sel(
        latitude=slice(region.south, region.north), longitude=slice(region.west, region.east)
    )
    box = ",".join(f"{edge:g}" for edge in region.bounds())
    moment = inside.time.values[len(inside.time) // 2]
    stamp = f"{np.datetime_as_string(moment, unit='m')}Z"
    pressure = inside["msl"].sel(time=moment) / 100.0
    weights = np.cos(np.radians(inside.latitude))
    low = answer(f"What is the lowest sea level pressure over {box} at {stamp}?", source)
    assert low.value == pytest.approx(float(pressure.min()), rel=1e-6)
    mean = answer(f"{box} {stamp} 平均海平面气压的平均值", source)
    assert mean.value == pytest.approx(float(pressure.weighted(weights).mean()), rel=1e-5)
    speed = np.hypot(inside["u"], inside["v"]).sel(time=moment, level=850)
    wind = answer(f"maximum 850 hPa wind speed over {box} at {stamp}", source)
    assert wind.value == pytest.approx(float(speed.max()), rel=1e-6)
    hourly = answer("lowest sea level pressure", source, region=region)
    assert hourly.value == pytest.approx(float(inside["msl"].min()) / 100.0, rel=1e-6)


def test_defaults_hold_where_the_question_is_silent(sample: Any) -> None:
    source = MemorySource(sample("rainstorm"), title="rainstorm")
    region = Region.model_validate("112,28,118,33")
    silent = answer("highest 850 hPa wind speed", source, region=region)
    said = answer("highest 850 hPa wind speed over 112,28,118,33", source)
    assert silent.value == said.value
    times = source.inventory().times
    now = answer("lowest pressure in the last 6 hours", source, now=times[4])
    assert now.reading.window is not None
    assert now.reading.window.end == times[4]
    assert datetime.now(UTC) > times[0]


@pytest.mark.parametrize(
    ("english", "chinese", "template", "value"),
    [
        (
            "Does the sea-level pressure increase from Minneapolis to Denver?",
            "从明尼阿波利斯到丹佛海平面气压是否升高？",
            "V05",
            True,
        ),
        (
            "Does the sea-level pressure decrease from Minneapolis to Denver?",
            "从明尼阿波利斯到丹佛海平面气压是否降低？",
            "V05",
            False,
        ),
        (
            "Are the contours of sea-level pressure denser over Minnesota than over Florida?",
            "明尼苏达州的海平面气压等值线是否比佛罗里达州更密集？",
            "V09",
            True,
        ),
        (
            "What is the temperature at 850 hPa in Chicago?",
            "芝加哥850百帕温度是多少？",
            "Q05",
            pytest.approx(12.35, abs=0.01),
        ),
        (
            "At which cell is the 850 hPa temperature lowest over Minnesota?",
            "明尼苏达州850百帕温度最低的格点在哪里？",
            "Q07",
            [44.0, -96.0],
        ),
    ],
)
def test_both_languages_get_the_same_answer(
    ask: Callable[..., QuestionReply], english: str, chinese: str, template: str, value: object
) -> None:
    for question in (english, chinese):
        reply = ask(GFS, question)
        assert (reply.template, reply.value) == (template, value), question


@pytest.mark.parametrize(
    "question",
    [
        "明天芝加哥850百帕温度是多少？",
        "芝加哥777百帕温度是多少？",
        "明尼苏达州是否有暴雨？",
        "北京850百帕温度是多少？",
        "哪些地区850百帕温度高于气候第90百分位？",
        "2009年1月1日芝加哥850百帕温度是多少？",
    ],
)
def test_a_chinese_refusal_is_wholly_chinese(
    ask: Callable[..., QuestionReply], question: str
) -> None:
    reply = ask(GFS, question)
    assert not reply.answered
    assert re.search(r"[A-Za-z]{2,} +[A-Za-z]{2,}", reply.sentence) is None


@pytest.mark.parametrize(
    "text", ["Where is the strongest 850 hPa cold advection?", "850百帕最强冷平流在哪里？"]
)
def test_the_strongest_cold_advection_is_cold(ask: Callable[..., QuestionReply], text: str) -> None:
    reply = ask(GFS, text)
    value = reply.detail["value"]
    assert isinstance(value, float)
    assert value < 0
    assert "×10⁻⁵ K/s" in reply.sentence


def test_the_states_of_a_ranking_have_their_names_in_the_language_of_the_answer(
    ask: Callable[..., QuestionReply],
) -> None:
    reply = ask(GFS, "明尼苏达州和威斯康星州哪个海平面气压更低？", language=Language.ZH)
    assert "Minnesota" not in reply.sentence


@pytest.mark.parametrize(
    ("text", "said"),
    [
        ("What was the largest 48-h precipitation?", "48-h precipitation"),
        ("48小时降水量最大是多少？", "48小时降水量最大值"),
    ],
)
def test_an_amount_is_told_with_the_hours_that_were_asked_for(
    sample: Any, text: str, said: str
) -> None:
    source = MemorySource(sample("rainstorm"), title="rainstorm")
    assert said in answer(text, source).sentence
