"""Requests in everyday talk: scenery, storms, boxes beside names, what to look at."""

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


def events(text: str) -> list[str]:
    reading = read(text)
    assert not reading.ambiguities, reading.ambiguities[0].message
    return [event.value for event in reading.events]


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("The barn roof blew off near Leeds on 3 Feb 2022, gale?", ["gale"]),
        ("our orchard lost its blossom: cold snap over Provence, 6-8 april 2021. diagnose pls",
         ["cold_wave"]),
        ("half an hour ago the cellar flooded...", None),
        ("My cellar flooded in Cologne on 14 July 2021. Could you explain what happened?",
         ["rainstorm"]),
        ("Severe thunderstorms over Bavaria on 10 June 2019 smashed greenhouses, why?",
         ["rainstorm"]),
        ("Heatwave Spain, July 2022 - which days qualify, and where was the core?", ["heat_wave"]),
        ("3rd thru 5th Sept 2023, heavy rain in Telangana & what drove it", ["rainstorm"]),
        ("Two cold spells: 5-7 Jan and 18-20 Jan 2019. Diagnose each over the Midwest.",
         ["cold_wave"]),
        ("the 2003 heat wave in France, please explain", ["heat_wave"]),
        ("Diagnose the gale over the Danish coast, 55-58N 8-11E, 29 Oct 2013, around 12 UTC",
         ["gale"]),
        ("昨晚那场大风把大棚掀了，成都，给瞅瞅咋回事", ["gale"]),
        ("2021年7月20日郑州地铁进水，那场暴雨怎么来的", ["rainstorm"]),
        ("2018年3月初德国那几天有点冷，能不能按寒潮标准判一下", ["cold_wave"]),
        ("帮我看看重庆2022年8月中旬热成那样，农作物都死了", ["heat_wave"]),
        ("1996年1月18日到19日美国中部断崖式降温，重点看冷平流和地面高压", ["cold_wave"]),
    ],
)  # fmt: skip
def test_talk_around_a_request(text: str, expected: list[str] | None) -> None:
    reading = read(text)
    found = None if reading.ambiguities else [event.value for event in reading.events]
    assert found == expected


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("Diagnose Storm Ciara over Wales, 9 February 2020", ["gale"]),
        ("Diagnose Katrina on 28 Aug 2005", ["gale"]),
        ("诊断台风山竹，2018年9月16日，广东", ["gale"]),
        ("Remnants of Hurricane Ida over New Jersey, 1 September 2021: diagnose", ["rainstorm"]),
        ("台风杜苏芮残余环流，2023年7月30日，华北，请诊断", ["rainstorm"]),
        ("why did the low over Minnesota deepen on 26 Oct 2010", ["gale"]),
        ("Hurricane Harvey's rain in Houston, 26-28 August 2017", ["rainstorm"]),
        ("Diagnose yesterday's storm", []),
    ],
)
def test_a_storm_stands_for_its_wind_and_its_remnants_for_rain(
    text: str, expected: list[str]
) -> None:
    assert events(text) == expected


def test_what_a_storm_is_taken_for_is_said() -> None:
    notes = [item for item in read("Diagnose Katrina on 28 Aug 2005").understood if item.assumed]
    assert any(item.part == "event" and "gale" in item.meaning for item in notes)


@pytest.mark.parametrize(
    "text",
    [
        "Diagnose the nor'easter of 7-8 January 1996, 35-45N, 80-60W",
        "Explain the record low in Minnesota on 26 Oct 2010",
        "Temperature and vorticity over Spain on 3 May 2020",
        "Heavy rain along the Qwyxel on 3 Sept 2023",
        "Heavy rain in Telangana, 3 Sept 2023, near Qwyxel",
    ],
)
def test_what_may_mean_another_event_or_place_is_refused(text: str) -> None:
    assert read(text).ambiguities


@pytest.mark.parametrize(
    ("text", "edges"),
    [
        (
            "Why the mid-Atlantic was buried by snow on 6-8 Jan 1996. Box 30N-45N, 85W-65W.",
            (-85, 30, -65, 45),
        ),
        ("2011年1月15日西伯利亚冷得厉害，东经100到130、北纬50到65", (100, 50, 130, 65)),
    ],
)
def test_a_stated_box_wins_over_the_name_it_lies_in(text: str, edges: tuple[float, ...]) -> None:
    (place,) = read(text).places
    assert tuple(place.region.bounds()) == edges


def test_a_stated_box_far_from_the_name_is_refused() -> None:
    assert read("Snow in Spain on 6 Jan 1996. Box 30N-45N, 85W-65W.").ambiguities


def test_what_is_to_be_looked_at_is_listed() -> None:
    notes = read("Gale over Ireland on 3 Jan 2012, look at the vorticity").understood
    assert [item.meaning for item in notes if item.part == "looked_at"] == ["vorticity"]
