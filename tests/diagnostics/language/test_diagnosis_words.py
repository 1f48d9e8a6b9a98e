"""Requests for a diagnosis: place, period and event by the grammar, or a doubt."""

from __future__ import annotations

from datetime import UTC, datetime

import pytest

from diagnostics.contracts.questions import RequestReading, Scenario
from diagnostics.contracts.space_time import Region
from diagnostics.language import LanguageContext, read_asked_diagnosis

GLOBE = Region(west=-180, south=-90, east=180, north=90)
NOW = datetime(2022, 2, 18, 15, tzinfo=UTC)


def read(text: str) -> RequestReading:
    return read_asked_diagnosis(text, LanguageContext(times=(), region=GLOBE, now=NOW))


def _times(reading: RequestReading) -> str:
    if reading.window is None:
        return " ".join(f"{one:%m-%dT%H}" for one in reading.instants)
    return f"{reading.window.start:%m-%dT%H} {reading.window.end:%m-%dT%H}"


@pytest.mark.parametrize(
    ("text", "event", "place", "times"),
    [
        ("Explain the heavy rain in Hamburg over the last 24 hours", "rainstorm", "Hamburg",
         "02-17T15 02-18T15"),
        ("过去24小时汉堡的强降水是怎么造成的？", "rainstorm", "Hamburg", "02-17T15 02-18T15"),
        ("Tonight, London, wind - what's the cause?", "gale", "London", "02-18T18 02-19T06"),
        ("Cold surge over Japan at 23 JST on 17 January 2011", "cold_wave", "Japan", "01-17T14"),
        ("请对今天和明天伦敦的大风作出诊断", "gale", "London", "02-18T00 02-20T00"),
        ("snow in Sapporo, 06-12 JST, 13 January 2022", "snowstorm", "Sapporo",
         "01-12T21 01-13T03"),
        ("Diagnose the gale in the box 2E to 12E and 44N to 50N on 16 December 2011 UTC", "gale",
         "2E to 12E and 44N to 50N", "12-16T00 12-17T00"),
        ("Rain over the Carolinas on 7 August 2005", "rainstorm", "Carolinas",
         "08-07T00 08-08T00"),
    ],
)  # fmt: skip
def test_place_period_and_event(text: str, event: str, place: str, times: str) -> None:
    reading = read(text)
    assert not reading.ambiguities, reading.ambiguities
    assert reading.event == event
    assert [one.name for one in reading.places] == [place]
    assert _times(reading) == times
    assert {note.part for note in reading.understood} >= {"place", "time", "event"}


@pytest.mark.parametrize(
    "text",
    [
        "Diagnose the gale over Snorbuckle on 16 December 2011",
        "Diagnose the gale over Germany on 16 December 2011 unless it was weak",
        "前天日本海旮旯的大雪,原因是什么?",
        "Diagnose the rain in Rome and in Oslo on 3 May 2021",
    ],
)
def test_what_is_not_read_whole_is_a_doubt(text: str) -> None:
    assert read(text).ambiguities


@pytest.mark.parametrize(
    ("text", "events", "periods"),
    [
        ("Diagnose wind and rain in North Carolina at 00Z 17 September 2018",
         ["gale", "rainstorm"], 1),
        ("请解释2021年2月15日伊斯坦布尔的降雪和降温。", ["snowstorm", "cold_wave"], 1),
        ("分别分析2023年9月3日、5日瓦朗加尔的暴雨", ["rainstorm"], 2),
        ("Diagnose the heavy rain in Oslo on 3 May 2021 and on 9 May 2021", ["rainstorm"], 2),
    ],
)  # fmt: skip
def test_several_events_and_periods_are_all_read(
    text: str, events: list[str], periods: int
) -> None:
    reading = read(text)
    assert not reading.ambiguities
    assert list(reading.events) == events
    assert len(reading.windows) == periods
    assert (reading.event is None) == (len(events) > 1)
    assert (reading.window is None and not reading.instants) == (periods > 1)


@pytest.mark.parametrize(
    ("text", "chart"),
    [
        ("draw the 850 hPa temperature chart for Germany at 12 UTC on 3 May 2021", "t850_map"),
        ("画一张2021年5月3日12时德国500百帕高度场图", "gh500_map"),
        ("plot 2 m temperature over Japan on 3 May 2021", "t2m_map"),
        ("skew-t for Berlin at 12 UTC on 3 May 2021", "skewt_point"),
        ("2021年5月3日12时柏林的探空图", "skewt_point"),
        ("地面形势图，2021年5月3日，日本", "mslp_map"),
    ],
)
def test_a_chart_is_known_by_its_name_or_what_it_shows(text: str, chart: str) -> None:
    reading = read(text)
    assert not reading.ambiguities
    assert reading.scenario is Scenario.CHART
    assert reading.charts == (chart,)
    assert not reading.events


@pytest.mark.parametrize(
    ("mentioned", "listed"),
    [
        ("Diagnose the snow caused by the cold wave in Paris on 3 May 2021",
         "Diagnose the snow and the cold wave in Paris on 3 May 2021"),
        ("诊断2021年5月3日巴黎暴雨引起的大风", "诊断2021年5月3日巴黎的暴雨、大风"),
        ("诊断2021年5月3日巴黎的寒潮大风", "诊断2021年5月3日巴黎的寒潮和大风"),
        ("Explain why the rain came of the gale in Paris on 3 May 2021",
         "Explain the rain with a gale in Paris on 3 May 2021"),
    ],
)  # fmt: skip
def test_an_event_mentioned_with_another_is_in_doubt_and_a_list_is_read(
    mentioned: str, listed: str
) -> None:
    assert read(mentioned).ambiguities
    assert len(read(listed).events) == 2


@pytest.mark.parametrize(
    "text",
    [
        "Explain the gale in Paris between 12 and 18 UTC on 3 May 2021 and on 4 May 2021",
        "诊断2021年5月3日、5日12时至18时巴黎的大风",
        "Explain the gale in Paris 3-5 May 2021 at 06 UTC",
    ],
)
def test_hours_beside_whole_days_are_in_doubt(text: str) -> None:
    assert read(text).ambiguities


@pytest.mark.parametrize(
    "text",
    [
        "Diagnose the gale in Paris on 30 December and 2 January 2022",
        "诊断巴黎2021年12月31日和1月2日的大风",
    ],
)
def test_dates_that_go_back_without_a_year_are_in_doubt(text: str) -> None:
    assert read(text).ambiguities


@pytest.mark.parametrize(
    ("text", "periods"),
    [
        ("Diagnose the rain in Paris from 3 to 5 May 2021 and the gale from 6 to 7 May 2021",
         ["05-03 05-06", "05-06 05-08"]),
        ("诊断巴黎2021年5月3日的暴雨和2021年5月4日的大风", ["05-03 05-04", "05-04 05-05"]),
        ("Diagnose the rain in Paris on 3 May 2021 and on 4 May 2021", ["05-03 05-05"]),
        ("分别诊断巴黎2021年5月3日和4日的大风", ["05-03 05-04", "05-04 05-05"]),
        ("分别诊断巴黎2021年5月3日至4日和5日至6日的大风", ["05-03 05-05", "05-05 05-07"]),
    ],
)  # fmt: skip
def test_periods_that_meet_are_one_unless_each_is_asked_for(text: str, periods: list[str]) -> None:
    reading = read(text)
    assert [f"{one.start:%m-%d} {one.end:%m-%d}" for one in reading.windows] == periods


@pytest.mark.parametrize(
    "text",
    [
        "draw a map of Germany on 3 May 2021",
        "plot sea surface temperature over Germany on 3 May 2021",
        "chart of 850 hPa temperature and CAPE over Germany on 3 May 2021",
        "画2021年5月3日德国的海温图",
    ],
)
def test_a_chart_that_does_not_show_all_that_is_named_is_not_drawn(text: str) -> None:
    assert read(text).ambiguities


def test_the_event_of_a_chart_is_kept() -> None:
    reading = read("draw the 500 hPa height chart of the cold wave over Germany on 3 May 2021")
    assert (reading.charts, reading.event) == (("gh500_map",), "cold_wave")


@pytest.mark.parametrize(
    ("text", "days"),
    [
        ("Diagnose the gale in Paris in the early hours of 16 October 2021", 1),
        ("Diagnose the gale in Paris on the afternoon of 16 October 2021", 1),
        ("2010年8月7日夜里巴黎大风的成因", 2),
    ],
)
def test_a_dated_part_of_a_day_stands_for_its_days(text: str, days: int) -> None:
    (window,) = read(text).windows
    assert (window.end - window.start).days == days


def test_neighbours_named_together_are_one_box() -> None:
    (place,) = read("Why was it so hot in Pakistan and northwest India on 28 April 2022?").places
    west, south, _, north = place.region.bounds()
    assert west < 62.0
    assert north < 40.0
    assert south < 25.0
    assert read("Why was it so hot in Spain and Japan on 28 April 2022?").ambiguities


def test_the_centre_of_a_country_is_not_that_of_its_far_islands() -> None:
    (place,) = read("Diagnose the cold wave in the central United States on 18 January 1996").places
    assert place.region.west > -112.0
