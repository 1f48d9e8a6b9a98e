"""Talk in requests: skipped where it says nothing of event, place and period, and said back."""

from __future__ import annotations

from datetime import UTC, datetime
from importlib import resources

import pytest

from diagnostics.contracts.enums import Language
from diagnostics.contracts.questions import RequestReading
from diagnostics.contracts.space_time import Region
from diagnostics.documents import read_yaml
from diagnostics.language.diagnosis import LanguageContext, read_asked_diagnosis
from diagnostics.messages.catalogue import catalogue

_GLOBE = Region(west=-180, south=-90, east=180, north=90)
_NOW = datetime(2026, 11, 23, 12, tzinfo=UTC)


def read(text: str) -> RequestReading:
    return read_asked_diagnosis(text, LanguageContext(region=_GLOBE, now=_NOW))


def meaning(text: str) -> tuple[object, ...]:
    """Return what a request is read as, without its words."""
    reading = read(text)
    assert not reading.ambiguities, reading.ambiguities
    places = tuple(place.region for place in reading.places)
    return reading.events, places, reading.windows


_PLAIN = "Diagnose the rain in Malawi, 12-14 March 2023"
_TOLD = [
    "Our bridge cracked and the goats escaped. {}",
    "{}. No maths please.",
    "{} if ERA5 isn't available use what you have",
    "{}. My flumpish uncle keeps asking.",
    "{}, ranked",
    "Main moisture source? {}",
    "{} -> causes",
]
_SIMPLE = "2021年7月20日郑州暴雨，请诊断"
_TOLD_CHINESE = [
    "{}，那座桥都裂了缝",
    "{}，写详细些",
    "{}，嵝江水位猛涨",
    "{}，渔船回不来",
    "{}，水汽从哪来",
]


@pytest.mark.parametrize("told", _TOLD)
def test_what_is_told_beside_a_request_changes_nothing_and_is_said_back(told: str) -> None:
    text = told.format(_PLAIN)
    assert meaning(text) == meaning(_PLAIN)
    notes = read(text).understood
    assert [one for one in notes if one.part in ("aside", "looked_at", "named_source")]


@pytest.mark.parametrize("told", _TOLD_CHINESE)
def test_what_is_told_in_chinese_changes_nothing(told: str) -> None:
    assert meaning(told.format(_SIMPLE)) == meaning(_SIMPLE)


@pytest.mark.parametrize(
    "text",
    [
        "Llanfairfechan, Wales, rain on 3 December 2015",
        "heavy rain llanfairfechan wales 3 dec 2015",
        "Snow in Llanfairfechan on 3 December 2015, Wales",
        "heat in Paris, end of July 2019",
        "Snow in the week before 5 March 2020, Oslo",
        "Rain in Leeds rather than Bradford, 5 May 2020",
        "Heavy rain upstream of Dresden 12-13 August 2002",
        "Rain inland of Valencia, Spain, 29 October 2024",
        "Rain in Oslo on 5 May 2020 except the morning",
        "Diagnose the rain in Leeds, not much wind, 5 May 2020",
        "Why was the snow in Oslo on 3 Jan 2024 not forecast?",
        "Would the rain of 5 May 2020 in Oslo have fallen without the warm sea?",
        "Rain from noon 5 May 2020 in Oslo",
        "北京不是天津，2012年7月21日暴雨",
        "十渡的暴雨，北京，2012年7月21日",
        "大雨，除了上午，2020年5月5日广州",
        "雨不大但风很大，2020年5月5日广州",
    ],
)
def test_what_may_change_event_place_or_period_is_never_skipped(text: str) -> None:
    assert read(text).ambiguities


@pytest.mark.parametrize(
    ("said", "meant"),
    [
        ("Rain in Sydney, on the 3rd, sorry, the 4th of July 2022", "Rain in Sydney, 4 July 2022"),
        ("Heat in Rome on 3 July, no wait, 5 July 2022", "Heat in Rome on 5 July 2022"),
        ("Gale in Rome, I mean Milan, 5 July 2022", "Gale in Milan, 5 July 2022"),
        ("16日，不对，是17日，2021年7月，广州下大雨", "2021年7月17日广州下大雨"),
    ],
)
def test_what_is_taken_back_is_not_meant(said: str, meant: str) -> None:
    assert meaning(said) == meaning(meant)


def test_no_denies_what_is_behind_it_and_takes_nothing_back() -> None:
    reading = read("Rain, no wind, in Leeds on 5 May 2020")
    assert [event.value for event in reading.events] == ["rainstorm"]


@pytest.mark.parametrize(
    ("said", "meant"),
    [
        ("arctic outbreak, Chicago, end of January 2019 (29-31)", ("29", "31")),
        ("heat in Chicago at the end of May 2024, 26 to 30", ("26", "30")),
        ("rain in Chicago for three days from 5 May 2020", ("05", "07")),
        ("heat in Chicago, weekend of 5 July 2019", ("06", "07")),
        ("芝加哥2022年8月中旬高温（15到20日）", ("15", "20")),
        ("芝加哥降温太猛，4月20日至22日，2024年", ("20", "22")),
    ],
)
def test_days_beside_a_month_are_its_days(said: str, meant: tuple[str, str]) -> None:
    (window,) = read(said).windows
    first, last = meant
    assert window.start.strftime("%d") == first
    assert int(window.end.strftime("%d")) in (int(last) + 1, 1)


def test_last_friday_is_the_one_before_the_day_of_asking() -> None:
    (window,) = read("heavy rain last Friday in Oslo").windows
    assert window.start.date().isoformat() == "2026-11-20"


def test_a_year_that_stands_apart_is_that_of_the_dates_and_of_no_others() -> None:
    (window,) = read("Cold in Oslo 2024 (1-7 Jan)").windows
    assert window.start.date().isoformat() == "2024-01-01"
    assert read("Cold in Oslo 2024 (1-7 Jan 2023)").ambiguities


def test_a_quoted_name_before_storm_is_no_place() -> None:
    reading = read("比斯开湾1999年12月27日“马丁”风暴")
    assert [place.name for place in reading.places] == ["Bay of Biscay"]


def test_where_an_amount_was_measured_is_told_and_where_it_fell_is_not() -> None:
    told = "Mumbai deluge of 26 July 2005, 944 mm at Llanfairfechan"
    assert meaning(told) == meaning("Mumbai deluge of 26 July 2005")
    assert read("Deluge of 26 July 2005 in Llanfairfechan, 944 mm").ambiguities


def test_a_direction_of_wind_is_told_and_one_of_a_place_is_not() -> None:
    plain = "strong winds in the Bay of Biscay on 24 January 2009"
    assert meaning(plain.replace("strong", "strong NW")) == meaning(plain)
    assert read("strong winds on 24 January 2009, Oslo, the northern islets").ambiguities


def test_two_towns_and_a_town_in_an_area_are_one_place() -> None:
    both = read("2018年9月16日深圳、广州大风，请诊断")
    assert not both.ambiguities
    assert both.places[0].region.holds(23.1, 113.2)
    assert both.places[0].region.holds(22.6, 114.0)
    inner = read("2008年初南方雨雪冰冻，1月10日到2月2日，湖南")
    assert [place.name for place in inner.places] == ["Hunan"]


def test_millimetres_alone_are_rain() -> None:
    reading = read("What produced 300 mm in a day at Valencia (Spain), 29 October 2024?")
    assert [event.value for event in reading.events] == ["rainstorm"]


def test_charts_that_are_wished_beside_an_event_are_those_of_its_diagnosis() -> None:
    reading = read("Explain the windstorm Kyrill, Germany, 18 January 2007. Charts please.")
    assert not reading.ambiguities
    assert reading.charts == ()


def test_everything_that_is_said_back_has_a_name_in_both_languages() -> None:
    """The dashboard and the command line write it before what was understood."""
    folder = resources.files("diagnostics.bench").joinpath("data")
    found: set[str] = set()
    for file in folder.iterdir():
        if file.name.endswith("_open_requests.yaml"):
            for item in read_yaml(file.read_text(encoding="utf-8")):
                found |= {one.part for one in read(item["text"]).understood}
    assert found >= {"aside", "event", "place", "time"}
    for part in (*found, "data_source", "question"):
        assert all(catalogue(language).has(f"question-part_{part}") for language in Language), part
