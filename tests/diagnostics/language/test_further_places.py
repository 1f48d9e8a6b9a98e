"""Counties, districts and small towns: found by their names, and never inside other words."""

from __future__ import annotations

import pytest

from diagnostics.contracts.space_time import Region
from diagnostics.language.diagnosis import LanguageContext, read_asked_diagnosis
from diagnostics.language.grammar.gazetteer import cities, spot_of
from diagnostics.language.grammar.items import NotReadError

_GLOBE = Region(west=-180, south=-90, east=180, north=90)


def _place(text: str) -> Region | None:
    reading = read_asked_diagnosis(text, LanguageContext(region=_GLOBE))
    assert not reading.ambiguities, reading.ambiguities
    return reading.places[0].region if reading.places else None


@pytest.mark.parametrize(
    ("words", "latitude", "longitude"),
    [
        ("Northumberland", 55.2, -2.1),
        ("Devon", 50.7, -3.8),
        ("Tuscany", 43.4, 11.1),
        ("Miyagi", 38.3, 140.9),
        ("Hawke's Bay", -39.5, 176.8),
        ("Marin County", 38.0, -122.6),
        ("涿州", 39.5, 116.0),
        ("漠河", 53.0, 122.5),
        ("会宁", 35.7, 105.1),
        ("重庆綦江", 29.0, 106.7),
        ("广州天河区", 23.1, 113.4),
    ],
)
def test_counties_and_districts_have_boxes(words: str, latitude: float, longitude: float) -> None:
    joint = "的" if not words.isascii() else " "
    text = f"{words}2021年7月20日{joint}大雨" if joint == "的" else f"Rain in {words}, 20 July 2021"
    region = _place(text)
    assert region is not None
    assert region.padded(0.6).holds(latitude, longitude)


def test_a_county_is_an_area_and_a_town_in_it_a_point() -> None:
    assert spot_of("Devon", _GLOBE).point is None
    assert spot_of("Exeter", _GLOBE).point is not None


def test_small_namesakes_leave_a_town_as_it_was() -> None:
    """Places below 15,000 people were not known before, and are meant only where none is larger."""
    assert spot_of("Palermo", _GLOBE).country == "IT"
    assert spot_of("Mandalay", _GLOBE).country == "MM"
    rows = [row for row in cities()["truro"] if row.population >= 15_000]
    assert [row.country for row in rows] == ["GB"]
    assert spot_of("Truro", _GLOBE).country == "GB"
    assert spot_of("Truro", _GLOBE, "Canada").country == "CA"


def test_two_counties_of_a_name_are_not_chosen_between() -> None:
    with pytest.raises(NotReadError) as refused:
        spot_of("Jefferson County", _GLOBE)
    assert refused.value.code == "ambiguous"


@pytest.mark.parametrize("word", ["合作", "资源", "比如", "南部", "西区", "城区", "无为", "友谊"])
def test_a_county_named_like_a_word_needs_its_rank(word: str) -> None:
    rows = cities().get(word, ())
    assert not [row for row in rows if row.country == "CN"]
