"""Requests as people write them: chat, storms, what is left out, days with names, stated boxes."""

from __future__ import annotations

from datetime import UTC, datetime

import pytest

from diagnostics.contracts.questions import RequestReading
from diagnostics.contracts.space_time import Region
from diagnostics.language import LanguageContext, read_asked_diagnosis

GLOBE = Region(west=-180, south=-90, east=180, north=90)
NOW = datetime(2024, 6, 20, 12, tzinfo=UTC)


def read(text: str) -> RequestReading:
    return read_asked_diagnosis(text, LanguageContext(times=(), region=GLOBE, now=NOW))


def days(reading: RequestReading) -> list[str]:
    return [f"{one.start:%Y-%m-%d} {one.end:%Y-%m-%d}" for one in reading.windows]


@pytest.mark.parametrize(
    ("text", "events", "period"),
    [
        ("Morning team, could somebody please run the usual diagnosis for the downpour over "
         "Valencia, Spain on 29 October 2023? Thanks!", ["rainstorm"], "2023-10-29 2023-10-30"),
        ("Walk me through the cold snap that gripped Texas from 13 to 17 February 2021.",
         ["cold_wave"], "2021-02-13 2021-02-18"),
        ("Explain the flooding rains in the Ahr valley, 14 July 2021, to a county civil "
         "protection officer.", ["rainstorm"], "2021-07-14 2021-07-15"),
        ("Can I get a diagnosis of the rain and wind from Storm Ciara over Wales, "
         "8-9 February 2020, please?", ["rainstorm", "gale"], "2020-02-08 2020-02-10"),
        ("Typhoon Doksuri: diagnose the rain in Beijing from 29 July to 1 August 2023.",
         ["rainstorm"], "2023-07-29 2023-08-02"),
        ("Diagnose the wind on Christmas Day 2009 in Brittany", ["gale"],
         "2009-12-25 2009-12-26"),
        ("It has been boiling in Seville since Monday. Explain.", ["heat_wave"],
         "2024-06-17 2024-06-20"),
        ("Explain the heat wave in Europe in summer 2003.", ["heat_wave"],
         "2003-06-01 2003-09-01"),
        ("Temperatures soared in London on 18 and 19 July 2022. Diagnose this.", ["heat_wave"],
         "2022-07-18 2022-07-20"),
        ("Blizzard of '96: diagnose the snow in New York City on 7 and 8 January", ["snowstorm"],
         "1996-01-07 1996-01-09"),
        ("Derecho/gale over Iowa on 10 August 2020", ["gale"], "2020-08-10 2020-08-11"),
        ("Storm winds along the coast of New Jersey on 29 October 2012, why?", ["gale"],
         "2012-10-29 2012-10-30"),
        ("老师您好，想请您诊断2018年1月3日至4日合肥的暴雪，谢谢！", ["snowstorm"],
         "2018-01-03 2018-01-05"),
        ("给领导写材料用：2021年11月7日沈阳暴雪和大风的成因分析", ["snowstorm", "gale"],
         "2021-11-07 2021-11-08"),
        ("台风“杜苏芮”残余环流造成的华北暴雨，2023年7月29日至8月1日，请诊断", ["rainstorm"],
         "2023-07-29 2023-08-02"),
        ("2020年国庆期间北京的强降温，什么原因", ["cold_wave"], "2020-10-01 2020-10-08"),
        ("春节期间武汉的大雪，2024年2月3日到6日", ["snowstorm"], "2024-02-03 2024-02-07"),
        ("本周一到周三南京有没有暴雨，分析一下", ["rainstorm"], "2024-06-17 2024-06-20"),
        ("分析2016年1月那次寒潮，主要看南京，22到25号", ["cold_wave"], "2016-01-22 2016-01-26"),
        ("南京2008年1月10日至20日低温雨雪冰冻的成因", ["cold_wave", "snowstorm"],
         "2008-01-10 2008-01-21"),
        ("2023年12月13日至16日河南、山东先后出现暴雪，诊断暴雪", ["snowstorm"],
         "2023-12-13 2023-12-17"),
        ("昨天杭州热得不行，咋回事", ["heat_wave"], "2024-06-19 2024-06-20"),
    ],
)  # fmt: skip
def test_what_people_write_is_read(text: str, events: list[str], period: str) -> None:
    reading = read(text)
    assert not reading.ambiguities, reading.ambiguities
    assert list(reading.events) == events
    assert len(reading.places) == 1
    assert days(reading) == [period]


@pytest.mark.parametrize(
    ("text", "event"),
    [
        ("Rain but not wind, Slovenia, 3-4 August 2023.", "rainstorm"),
        ("Wind but not rain, Slovenia, 3-4 August 2023.", "gale"),
        ("Skip the wind; I only care about the rain in Slovenia, 3-4 August 2023.", "rainstorm"),
        ("Skip the rain; I only care about the wind in Slovenia, 3-4 August 2023.", "gale"),
        ("只看风不看雨：2018年9月16日山竹影响下的珠三角", "gale"),
        ("只看雨不看风：2018年9月16日山竹影响下的珠三角", "rainstorm"),
    ],
)
def test_an_event_that_is_left_out_is_not_diagnosed(text: str, event: str) -> None:
    reading = read(text)
    assert not reading.ambiguities, reading.ambiguities
    assert list(reading.events) == [event]


@pytest.mark.parametrize(
    "text",
    [
        "Not only rain but also wind, Slovenia, 3-4 August 2023.",
        "Not just the rain but the wind, Slovenia, 3-4 August 2023.",
        "No rain and wind, only snow, Slovenia, 3-4 August 2023.",
        "Why was there no rain in Slovenia on 3 August 2023?",
        "不是暴雪，就是冷空气，2020年10月1日北京",
        "Will there be a heat wave in Paris next month?",
        "Would the 2003 heatwave in France have happened without warming?",
        "Explain the flooding rains of 14 July 2021 to a Snorbuckle officer.",
        "Explain the rain of 14 July 2021 in Rome for a couple of brittle zorks.",
        "Diagnose the rain in the same box as given on 14 July 2021",
        "春节期间武汉的大雪",
    ],
)
def test_what_may_mean_something_else_is_in_doubt(text: str) -> None:
    assert read(text).ambiguities


@pytest.mark.parametrize(
    ("text", "box"),
    [
        ("box: west 110, south 30, east 120, north 40; rain; 20 July 2021", (110, 30, 120, 40)),
        ("box: N 40, W 110, S 30, E 120; rain; 20 July 2021", (110, 30, 120, 40)),
        ("rain in the box 52N 105W 40N 85W (north west south east) on 20 July 2021",
         (-105, 40, -85, 52)),
        ("45.5N, 100W to 38N, 84W: rain on 20 July 2021", (-100, 38, -84, 45.5)),
        ("北界40、南界30、西界110、东界120，2021年7月20日的暴雨", (110, 30, 120, 40)),
    ],
)  # fmt: skip
def test_boxes_stated_by_edges_and_corners(text: str, box: tuple[float, ...]) -> None:
    (place,) = read(text).places
    assert place.region.bounds() == pytest.approx(box)


def test_edges_of_which_one_is_named_twice_are_no_box() -> None:
    assert read("box: west 110, south 30, west 120, north 40; rain; 20 July 2021").ambiguities


def test_a_zone_in_brackets_behind_a_range_is_kept() -> None:
    reading = read("Gale review: Bass Strait, 9 to 11 May 2016 (AEST days)")
    assert reading.timezone == "Australia/Sydney"


def test_the_first_hours_of_a_day() -> None:
    reading = read("Diagnose the wind in Lyon in the first six hours of 16 December 2011 UTC")
    (window,) = reading.windows
    assert (window.start.hour, window.end.hour) == (0, 6)


def test_listed_days_share_the_month_of_the_last() -> None:
    reading = read("Diagnose the rain in Lyon on 3, 5 and 9 May 2021.")
    assert days(reading) == [
        "2021-05-03 2021-05-04",
        "2021-05-05 2021-05-06",
        "2021-05-09 2021-05-10",
    ]
    behind = read("Diagnose the rain in Lyon on July 18 and 20, 2021.")
    assert days(behind) == ["2021-07-18 2021-07-19", "2021-07-20 2021-07-21"]
