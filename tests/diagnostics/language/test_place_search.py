"""Places by a part of their name, and what their labels mean in a request."""

from __future__ import annotations

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from diagnostics.contracts.asked_words import WhereSlot
from diagnostics.contracts.space_time import Region
from diagnostics.language.asked import read_request
from diagnostics.language.asked_context import AskedContext, KnownSource
from diagnostics.language.grammar.gazetteer import labelled
from diagnostics.language.place_search import fold, search_places

WORLD = AskedContext(
    sources=(KnownSource(name="world", region=Region(west=-180, south=-90, east=180, north=90)),)
)


def labels(text: str, limit: int = 10) -> list[str]:
    return [place.label for place in search_places(text, limit)]


@pytest.mark.parametrize(
    ("text", "first"),
    [
        ("Henan", "Henan (province, CN)"),
        ("河南", "Henan (province, CN)"),
        ("河南省", "Henan (province, CN)"),
        ("zhengz", "Zhengzhou (town, CN)"),
        ("郑州", "Zhengzhou (town, CN)"),
        ("LONDON", "London (town, GB)"),
        ("georgia", "Georgia (country, GE)"),
        ("佐治亚", "Georgia (state, US)"),
        ("uk", "United Kingdom (country, GB)"),
        ("München", "Munich (town, DE)"),
        ("munchen", "Munich (town, DE)"),
        ("curacao", "Curaçao (country, CW)"),
        ("渤海湾", "Bohai Bay (water)"),
        ("bohai b", "Bohai Bay (water)"),
        ("tonkin", "Beibu Gulf (water)"),
        ("Cardiff", "Cardiff (town, GB)"),
        ("卡迪夫", "Cardiff (town, GB)"),
    ],
)
def test_the_likeliest_is_first(text: str, first: str) -> None:
    assert labels(text)[0] == first


def test_exact_names_then_begins_then_words() -> None:
    found = labels("york", 50)
    words = [label for label in found if not fold(label).startswith("york")]
    assert found[0] == "York (town, GB)"
    assert "Yorkshire (region)" in found
    assert found.index("Yorkshire (region)") < found.index(words[0])
    assert "New York (state, US)" in words


def test_namesakes_follow_by_population() -> None:
    towns = [place for place in search_places("springfield", 50) if place.name == "Springfield"]
    assert len(towns) > 3
    assert [one.population for one in towns] == sorted(
        (one.population for one in towns), reverse=True
    )
    assert len({one.label for one in towns}) == len(towns)


@pytest.mark.parametrize(
    ("text", "meant"),
    [("Hennan", "Henan"), ("Beijng", "Beijing"), ("Zhengzhuo", "Zhengzhou"), ("Pariss", "Paris")],
)
def test_a_name_that_is_nearly_so_is_found_where_nothing_fits(text: str, meant: str) -> None:
    assert meant in [place.name for place in search_places(text, 3)]


@pytest.mark.parametrize("text", ["", " ", "?!", "xqzzyvw", "x" * 100])
def test_what_is_like_no_name_finds_nothing(text: str) -> None:
    assert search_places(text) == ()


def test_a_place_says_all_that_a_form_shows() -> None:
    (town,) = search_places("郑州", 1)
    assert (town.name, town.name_zh, town.matched) == ("Zhengzhou", "郑州", "郑州")
    assert (town.country, town.country_name, town.country_name_zh) == ("CN", "China", "中国")
    assert town.population > 1_000_000
    assert town.region.north - town.region.south == pytest.approx(5.0)
    assert town.region.holds(town.latitude, town.longitude)
    (sea,) = search_places("南海", 1)
    assert (sea.kind, sea.country, sea.country_name, sea.population) == ("water", "", "", 0)


def test_no_more_than_asked_for() -> None:
    assert len(search_places("a", 7)) == 7


@settings(max_examples=300, deadline=None)
@given(st.data())
def test_a_label_in_a_request_means_that_place(data: st.DataObject) -> None:
    rows = tuple(labelled().values())
    row = rows[data.draw(st.integers(0, len(rows) - 1))]
    form = data.draw(st.sampled_from(["Rain in {} on 20 July 2021", "2021年7月20日{}的暴雨"]))
    found = read_request(form.format(row.label), WORLD)
    assert not found.unread
    assert not found.readings
    (where,) = (slot for slot in found.slots if isinstance(slot, WhereSlot))
    assert [span.words for span in where.spans] == [row.label]
    place = next(one for one in search_places(row.name, 200) if one.label == row.label)
    assert where.region == place.region
