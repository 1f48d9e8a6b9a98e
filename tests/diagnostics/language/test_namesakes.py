"""Namesakes beside other places, events that are taken back, months with a point or a dash."""

from __future__ import annotations

from datetime import UTC, datetime

import pytest

from diagnostics.contracts.space_time import Region
from diagnostics.language.diagnosis import LanguageContext, read_asked_diagnosis
from diagnostics.language.directions import is_side

WORLD = LanguageContext(
    times=(),
    region=Region(west=-180, south=-90, east=180, north=90),
    now=datetime(2026, 11, 23, 12, tzinfo=UTC),
)


@pytest.mark.parametrize(
    ("text", "inside"),
    [
        ("Gale over Brest and Quimper on 16 December 2011", (48.4, -4.4)),
        ("lake-effect snow between Cleveland and Erie on 17 November 2022", (42.0, -80.5)),
        ("Heat in Oregon and Washington on 26 June 2021", (47.0, -120.0)),
    ],
)
def test_a_namesake_near_another_place_is_meant(text: str, inside: tuple[float, float]) -> None:
    reading = read_asked_diagnosis(text, WORLD)
    assert not reading.ambiguities
    assert any(place.region.padded(0.2).holds(*inside) for place in reading.places)


@pytest.mark.parametrize("text", ["Gale over Brest on 16 December 2011", "Rain in Springfield"])
def test_a_namesake_alone_is_asked_for(text: str) -> None:
    assert read_asked_diagnosis(text, WORLD).ambiguities


@pytest.mark.parametrize(
    "text",
    [
        "Oslo was hit by heavy snow in mid-Sept. 2024? No: by heavy rain, 12 to 16 Sept. 2024.",
        "Heavy snow in Oslo in mid-September 2024? No: heavy rain, 12 to 16 September 2024.",
    ],
)
def test_an_event_that_is_denied_is_dropped(text: str) -> None:
    reading = read_asked_diagnosis(text, WORLD)
    assert [event.value for event in reading.events] == ["rainstorm"]
    asked = read_asked_diagnosis(text.replace("? No:", " and"), WORLD)
    assert [event.value for event in asked.events] != ["rainstorm"]


@pytest.mark.parametrize(
    ("short", "full"), [("5 Jan. 2024", "5 January 2024"), ("mid-Sept. 2024", "mid September 2024")]
)
def test_a_month_may_be_short(short: str, full: str) -> None:
    windows = [read_asked_diagnosis(f"Rain in Oslo, {day}", WORLD).windows for day in (short, full)]
    assert windows[0] == windows[1] != ()


def test_a_side_is_no_part() -> None:
    assert is_side("west of Ireland = -20,51,-8,55")
    assert is_side("日本以南 = 120,20,140,30")
    assert not is_side("southern Japan = 130,30,140,34")
    assert not is_side("Erie = Erie (42.1, -80.1)")
