"""Requests as people type them: dates in figures, chat, whose criteria, and what stays unread."""

from __future__ import annotations

from datetime import UTC, date, datetime, timedelta

import pytest
from hypothesis import given
from hypothesis import strategies as st

from diagnostics.contracts.asked_words import ReadSentence, SlotName
from diagnostics.contracts.enums import Language
from diagnostics.contracts.space_time import Region
from diagnostics.language.asked import read_request
from diagnostics.language.asked_context import AskedContext, KnownSource
from diagnostics.language.grammar.figure_dates import written_dates
from diagnostics.language.spelling import near_spellings

SUMMER = KnownSource(
    name="summer",
    times=tuple(datetime(2021, 6, 1, tzinfo=UTC) + timedelta(hours=6 * n) for n in range(400)),
    region=Region(west=-180, south=-90, east=180, north=90),
)


def read(text: str) -> ReadSentence:
    return read_request(text, AskedContext(sources=(SUMMER,)))


def unread(found: ReadSentence) -> list[str]:
    return [one.span.words if one.span else "" for one in found.unread]


def days(found: ReadSentence) -> list[str]:
    """The periods that were read, by their first and the day after their last."""
    slots = [*found.slots, *(slot for one in found.readings for slot in one.slots)]
    return [
        f"{slot.window.start:%m-%d} {slot.window.end:%m-%d}"
        for slot in slots
        if slot.slot == "when" and not slot.assumed
    ]


# -- dates in figures ---------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("said", "meant"),
    [
        ("14/08 - 17/08", "08-14 08-18"),
        ("14/8-17/8/2021", "08-14 08-18"),
        ("14/08/2021 to 17/08/2021", "08-14 08-18"),
        ("8/14-8/17", "08-14 08-18"),
        ("9/8-13/8", "08-09 08-14"),
        ("14-17/08", "08-14 08-18"),
        ("14 to 17/8/2021", "08-14 08-18"),
        ("8/14-17", "08-14 08-18"),
        ("14/08", "08-14 08-15"),
        ("14.08.2021 - 17.08.2021", "08-14 08-18"),
        ("14.08.-17.08.2021", "08-14 08-18"),
        ("14.8.2021", "08-14 08-15"),
        ("14.-17.08.2021", "08-14 08-18"),
        ("between 9/08 and 14/08", "08-09 08-15"),
        ("2021.08.14-2021.08.17", "08-14 08-18"),
        ("2021/8/14-8/17", "08-14 08-18"),
        ("2021-08-14 to 08-17", "08-14 08-18"),
        ("08-14 to 08-17", "08-14 08-18"),
    ],
)
def test_dates_in_figures_of_which_one_order_is_possible(said: str, meant: str) -> None:
    found = read(f"heavy rain in Bavaria {said}")
    assert (unread(found), days(found)) == ([], [meant])
    assert found.request is not None
    (when,) = (slot for slot in found.slots if slot.slot == "when")
    assert [span.words for span in when.spans] == [said]


@pytest.mark.parametrize(
    ("said", "meant"),
    [
        ("8/3-8/9", "08-03 08-10"),
        ("8/3", "08-03 08-04"),
        ("8/3~9", "08-03 08-10"),
        ("8/13", "08-13 08-14"),
        ("2021.08.03-2021.08.09", "08-03 08-10"),
        ("2021.8.3-8.9", "08-03 08-10"),
        ("2021/8/3–8/9", "08-03 08-10"),
        ("2021-08-03至08-09", "08-03 08-10"),
        ("08-03至08-09", "08-03 08-10"),
        ("08-03到08-09", "08-03 08-10"),
        ("8.3-8.9", "08-03 08-10"),
    ],
)
def test_in_chinese_the_month_stands_first(said: str, meant: str) -> None:
    found = read(f"湖北{said}暴雨")
    assert (unread(found), days(found)) == ([], [meant])
    assert found.request is not None


@pytest.mark.parametrize(
    ("text", "meant"),
    [
        ("heavy rain in Bavaria 06/07", ["07-06 07-07", "06-07 06-08"]),
        ("heavy rain in Bavaria 06/07 - 08/07", ["07-06 07-09", "06-07 08-08"]),
        ("heavy rain in Bavaria 6.7.2021", ["07-06 07-07", "06-07 06-08"]),
        ("湖北6/7/2021暴雨", ["07-06 07-07", "06-07 06-08"]),
    ],
)
def test_dates_of_which_both_orders_are_possible_are_readings(text: str, meant: list[str]) -> None:
    found = read(text)
    assert days(found) == meant
    assert found.request is None


@pytest.mark.parametrize(
    "said", ["24/7", "32/08", "31/06", "14/15", "1/4/8/9", "14.08", "17-14/08", "14/08 - 31/06"]
)
def test_figures_that_are_no_date_stay_unread(said: str) -> None:
    found = read(f"heavy rain in Bavaria {said}")
    assert found.unread
    assert found.request is None


@pytest.mark.parametrize(
    "text", ["850/500 hPa", "30-40N", "at 20/07 UTC hours 12:30", "8/10 - 12 UTC", "3/4 %"]
)
def test_other_figures_are_no_dates_of_a_range(text: str) -> None:
    assert all(len(one.spans) == 1 for one in written_dates(text))


@given(st.dates(date(2021, 6, 1), date(2021, 8, 20)), st.integers(1, 20))
def test_a_range_is_read_with_its_ends_in_one_order(first: date, length: int) -> None:
    last = first + timedelta(days=length)
    for shape in ("{0.day}/{0.month} - {1.day}/{1.month}", "{0:%d/%m}-{1:%d/%m}"):
        (written,) = written_dates(shape.format(first, last))
        pair = (None, first.month, first.day), (None, last.month, last.day)
        assert written.day_first == pair or written.month_first == pair
        assert written.doubtful or written.read(None) == pair


# -- words that say nothing of their own --------------------------------------------------------

SILENT = [
    "pls diagnose the gale in Normandy on 9 August 2021 thx",
    "Hiya, any chance you could run the heat wave in Sicily, 9 to 12 August 2021? Cheers",
    "Sorry to bother you, could you check if Normandy had a gale on 9 August 2021?",
    "We are trying to find out how extreme the heat in Sicily was on 9 August 2021",
    "I'd love to know whether the rain in Bavaria on 9 August 2021 qualifies as a rainstorm",
    "Would the rain in Bavaria on 9 August 2021 count as a rainstorm?",
    "Was the heat in Sicily on 9 August 2021 abnormal?",
    "And what about the gale in Normandy on 9 August 2021?",
    "Gale in Normandy on 9 August 2021. And thank you so much!",
    "麻烦帮忙诊断下8月9日湖北的暴雨，万分感谢",
    "老师您好，想弄清楚8月9日湖北的大雨够不够得上暴雨",
    "湖北8月9日的雨算不算极端？",
    "湖北8月9日的暴雨有多极端",
    "判断一下8月9日湖北降雨是否异常",
    "求助，8月9日湖北暴雨，方便的话看一下",
]


@pytest.mark.parametrize("text", SILENT)
def test_chat_and_what_a_diagnosis_answers_leave_nothing_open(text: str) -> None:
    found = read(text)
    assert unread(found) == []
    assert found.request is not None
    assert found.request.event is not None


@pytest.mark.parametrize(
    ("text", "preset"),
    [
        ("Heat wave in Sicily 9 to 12 August 2021 using the ETCCDI indices", "etccdi"),
        ("Heat wave in Sicily 9 to 12 August 2021, judged by ETCCDI definitions", "etccdi"),
        ("Does the heat in Sicily 9 to 12 August 2021 meet the NWS criteria?", "nws"),
        ("Use US National Weather Service criteria: gale in Normandy 9 August 2021", "nws"),
        ("Rain in Bavaria 9 August 2021 as per CMA standards", "cma"),
        ("用中国气象局标准诊断8月9日湖北暴雨", "cma"),
        ("参照美国国家气象局标准判定8月9日湖北大风", "nws"),
        ("湖北8月9日的雨是否达到中国气象局的暴雨标准", "cma"),
        ("采用ETCCDI指标看8月9日湖北高温", "etccdi"),
    ],
)
def test_whose_criteria_count(text: str, preset: str) -> None:
    found = read(text)
    assert unread(found) == []
    assert found.request is not None
    assert found.request.preset == preset


@pytest.mark.parametrize("text", ["又刮风又下雨", "既有大风又有暴雨"])
def test_two_events_that_are_said_together_are_two_readings(text: str) -> None:
    found = read(f"湖北8月9日{text}")
    assert unread(found) == []
    assert len(found.readings) == 2


@pytest.mark.parametrize(
    "text",
    ["Diagnose the storm in Normandy on 9 August 2021", "8月9日浙江的风暴", "浙江8月9日台风"],
)
def test_a_storm_alone_names_no_type(text: str) -> None:
    found = read(text)
    assert unread(found) == []
    assert found.request is not None
    assert found.request.event is None


# -- words that may change what is asked --------------------------------------------------------


@pytest.mark.parametrize(
    ("said", "left"),
    [
        ("not Paris", "not"),
        ("except Paris", "except"),
        ("over land", "over land"),
        ("at sea", "at sea"),
        ("compare with radar", "compare"),
        ("compared to last year", "compared to"),
        ("comparison with the model", "comparison"),
        ("above 40 degrees", "above 40 degrees"),
        ("at 850 hPa", "850 hPa"),
        ("on the radar", "radar"),
        ("send it to Bob", "send"),
        ("and email me the PDF", "email"),
        ("in red", "red"),
        ("if it exceeded 50 mm", "if"),
        ("unless dry", "unless"),
        ("without the coast", "without"),
        ("using WMO criteria", "using"),
        ("using the 95th percentile", "using"),
        ("use Fahrenheit", "Fahrenheit"),
        ("for each county", "each county"),
        ("and dry", "and"),
        ("as cold as Moscow", "as"),
        ("met 50 mm", "50 mm"),
    ],
)
def test_words_that_may_change_a_request_stay_unread(said: str, left: str) -> None:
    found = read(f"Gale in Normandy on 9 August 2021 {said}")
    assert any(left in one or one in left for one in unread(found)), unread(found)
    assert found.request is None


@pytest.mark.parametrize(
    ("said", "left"),
    [
        ("不含武汉", "不含"),
        ("除武汉外", "除"),
        ("仅看陆地", "陆地"),
        ("和雷达对比", "雷达"),
        ("与2016年对比分析", "对比"),
        ("对比一下预报", "对比"),
        ("超过40度", "40度"),
        ("850百帕", "850百帕"),
        ("发给老王", "发"),
        ("用红色画", "红"),
        ("如果没有台风", "如果"),
        ("用世界气象组织标准", "用"),
        ("达到50毫米", "50毫米"),
        ("未达标", "未"),
        ("用英文写", "英"),
        ("逐县", "逐"),
        ("8.3-8.9毫米", "8.3"),
    ],
)
def test_chinese_words_that_may_change_a_request_stay_unread(said: str, left: str) -> None:
    found = read(f"湖北8月9日暴雨，{said}")
    assert any(left in one or one in left for one in unread(found)), unread(found)
    assert found.request is None


@pytest.mark.parametrize("lead", ["using", "use", "per", "via", "following", "apply"])
def test_what_leads_to_criteria_says_more_elsewhere(lead: str) -> None:
    found = read(f"Gale in Normandy on 9 August 2021 {lead} frobs")
    assert found.request is None


def test_a_day_in_the_name_of_an_event_is_no_date_and_not_read_over() -> None:
    assert unread(read("8·9湖北特大暴雨")) == ["8·9"]
    assert unread(read("8月9日湖北8·9特大暴雨")) == []


# -- words that are written nearly so -----------------------------------------------------------


@pytest.mark.parametrize(
    ("said", "offered"),
    [
        ("Minesota", "Minnesota (state, US)"),
        ("minnesotta", "Minnesota (state, US)"),
        ("Normandie", "Normandy"),
        ("sothern", "southern"),
        ("Agust", "August"),
        ("heatwaave", "heatwave"),
        ("new orlens", "New Orleans (town, US)"),
    ],
)
def test_what_is_written_nearly_so_is_offered(said: str, offered: str) -> None:
    assert any(one.startswith(offered) for one in near_spellings(said, Language.EN))
    found = read(f"rain near {said}")
    assert any(offered in one.message for one in found.unread)
    assert found.request is None


@pytest.mark.parametrize(
    "said", ["blorp", "zzz", "the", "frobnicated", "x" * 50, "龘龘龘龘", "1234"]
)
def test_nothing_is_offered_for_what_is_like_nothing(said: str) -> None:
    assert near_spellings(said, Language.EN) == ()


def test_a_place_is_offered_in_the_language_of_the_answer() -> None:
    found = read("Kalifornia8月20日高温")
    assert "加利福尼亚州" in found.unread[0].message
    assert [one.slot for one in found.missing] == [SlotName.WHERE]
