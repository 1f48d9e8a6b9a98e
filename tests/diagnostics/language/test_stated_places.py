"""Places that are stated in words keep what was stated, and questions of whether stay such."""

from __future__ import annotations

from datetime import UTC, datetime, timedelta

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from diagnostics.contracts.space_time import Region
from diagnostics.language.grammar.items import NotReadError
from diagnostics.language.grammar.reader import read_question
from diagnostics.language.grammar.sentence_context import Context

GLOBE = Region(west=-180, south=-90, east=180, north=90)
DAY = Context(
    times=[datetime(2023, 9, 4, tzinfo=UTC) + timedelta(hours=n) for n in range(24)], extent=GLOBE
)


@given(
    south=st.integers(1, 60), west=st.integers(1, 150), tall=st.integers(1, 20),
    wide=st.integers(1, 25), joint=st.sampled_from([", ", " and ", ", and "]),
)  # fmt: skip
@settings(max_examples=25, deadline=None)
def test_a_box_between_two_latitudes_and_two_longitudes_has_their_edges(
    south: int, west: int, tall: int, wide: int, joint: str
) -> None:
    latitudes, longitudes = f"{south}N and {south + tall}N", f"{west + wide}W and {west}W"
    text = f"What was the mean temperature between {latitudes}{joint}{longitudes}?"
    place = read_question(text, DAY).query.place
    assert place.region.bounds() == [-west - wide, south, -west, south + tall]


@pytest.mark.parametrize("joint", [", ", " ", ": "])
@pytest.mark.parametrize(
    ("town", "latitude", "longitude"),
    [("Hyderabad", 17.5, 78.5), ("Glasgow", 55.75, -4.25), ("Valencia", 39.5, -0.5)],
)
def test_coordinates_behind_a_town_are_exact_and_tell_namesakes_apart(
    joint: str, town: str, latitude: float, longitude: float
) -> None:
    side = "E" if longitude > 0 else "W"
    stated = f"{town}{joint}{latitude}N {abs(longitude)}{side}"
    place = read_question(f"What was the mean temperature at {stated}?", DAY).query.place
    assert (place.latitude, place.longitude, place.name) == (latitude, longitude, town)


def test_coordinates_far_from_a_town_are_another_place() -> None:
    with pytest.raises(NotReadError):
        read_question("What was the mean temperature at Berlin, 48N 11E?", DAY)


@pytest.mark.parametrize("lead", ["At map time", "On 4 September 2023", "In Berlin"])
@pytest.mark.parametrize("asked", ["is it below 0 °C", "was the temperature above 30 °C"])
def test_whether_something_holds_is_never_counted(lead: str, asked: str) -> None:
    place = "" if lead == "In Berlin" else " in Berlin"
    assert read_question(f"{lead}, {asked}{place}?", DAY).query.kind == "holds"


@pytest.mark.parametrize(
    ("words", "quantity"),
    [
        ("海面的温度", "field:sst"),
        ("海水温度", "field:sst"),
        ("海面气温", "temperature"),
        ("temperature of the sea", "field:sst"),
    ],
)
def test_the_temperature_of_the_sea_is_not_that_of_the_air_over_it(
    words: str, quantity: str
) -> None:
    text = f"{words}最高多少？" if not words.isascii() else f"What was the highest {words}?"
    assert read_question(text, DAY).query.quantity.id == quantity


def test_the_cell_at_coordinates_is_their_point() -> None:
    plain = "What was the 2-m temperature at 48.0N, 0.0E at 12 UTC on 16 December 2011?"
    for word in ("cell", "grid point"):
        said = read_question(plain.replace("0.0E", f"0.0E {word}"))
        assert said.query == read_question(plain).query


@pytest.mark.parametrize(
    "label", ["Godavari", "the Godavari catchment", "the Upper Manair basin", "Deccan plateau"]
)
def test_a_label_with_the_noun_of_a_landform_does_not_widen_its_box(label: str) -> None:
    plain = read_question("Mean rain in 18-19N 78-79E on 5 September 2023?").query
    labelled = read_question(f"Mean rain in {label} (18-19N, 78-79E) on 5 September 2023?").query
    assert labelled.place.region == plain.place.region
