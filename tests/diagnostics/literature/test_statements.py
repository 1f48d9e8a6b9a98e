"""What the rules find in sentences, where it stands, and what becomes a draft."""

from __future__ import annotations

from dataclasses import asdict

import pytest
from hypothesis import given
from hypothesis import strategies as st

from diagnostics.contracts.enums import EventType
from diagnostics.literature import Licence, Page, Paper, draft_entries, find_statements, licence_of
from diagnostics.literature.drafts import PaperDrafts
from diagnostics.literature.passages import Statement

SENTENCE = "Heavy rain usually falls where precipitable water exceeds 50 mm in summer."


def statements(text: str) -> list[Statement]:
    return find_statements([Page(1, text)])


def of(*texts: str) -> Paper:
    pages = tuple(Page(number, text) for number, text in enumerate(texts, start=1))
    return Paper("a.pdf", "ab" * 32, "A study", "10.1234/5", pages, ())


def drafted(*texts: str, licence: Licence | None = None) -> PaperDrafts:
    paper = of(*texts)
    return draft_entries(paper, find_statements(paper.pages), licence or licence_of(paper))


@pytest.mark.parametrize(
    ("text", "wanted"),
    [
        (SENTENCE, ("pwat", ">=", 50.0, ())),
        (
            "For heavy rainfall the 850-hPa specific humidity must be at least 14 g kg\u22121.",
            ("specific_humidity", ">=", 14.0, (850.0,)),
        ),
        ("Cold waves typically have a lifted index below 8 K.", ("lifted_index", "<=", 8.0, ())),
        ("CAPE > 1 500 J kg-1 is usual in heavy rain.", None),
        (
            "Heavy rain usually has 850-hPa vorticity above 8 × 10−5 s−1.",
            ("vorticity", ">=", 8e-5, (850.0,)),
        ),
        ("暴雨通常出现在整层可降水量超过50毫米时。", ("pwat", ">=", 50.0, ())),
        ("K指数在35℃以上有利于暴雨。", ("k_index", ">=", 35.0, ())),
        (
            "Cold waves share 850-hPa temperature advection of -3 × 10-5 K s-1 or more negative "
            "as a rule.",
            ("temperature_advection", "<=", -3e-5, (850.0,)),
        ),
        (
            "A gale is likely when sea-level pressure here is more than 9 hPa higher than there.",
            None,
        ),
        ("Gales usually follow a pressure rise of more than 4 hPa.", None),
        ("Flash floods need CAPE of 1000 J/kg or more, typically.", ("cape", ">=", 1000.0, ())),
    ],
)
def test_a_criterion_is_read_with_its_parts(
    text: str, wanted: tuple[str, str, float, tuple[float, ...]] | None
) -> None:
    found = [one for one in statements(text) if one.kind == "criterion"]
    read = [(one.quantity, one.relation, one.value, one.levels) for one in found]
    assert read == ([] if wanted is None else [wanted])


def test_each_quantity_of_a_sentence_has_its_own_level() -> None:
    found = statements("850 hPa比湿不低于12 g/kg，且整层可降\n水量大于50 mm有利于暴雨。")
    read = [(one.quantity, one.value, one.levels) for one in found]
    assert read == [("specific_humidity", 12.0, (850.0,)), ("pwat", 50.0, ())]


def test_a_sentence_may_refer_to_the_one_before() -> None:
    found = statements("Precipitable water marks heavy rain. Values above 50 mm are usual.")
    assert [(one.quantity, one.value) for one in found] == [("pwat", 50.0)]
    assert found[0].events == (EventType.RAINSTORM,)


def test_a_layer_is_not_taken_for_a_level() -> None:
    text = "Damaging winds need a 700\u2013500-hPa lapse rate above 7 K/km."
    assert [one.levels for one in statements(text)] == [(700.0, 500.0)]
    assert [one.reason for one in drafted(text).drafts] == ["level_not_taken"]


def test_event_season_and_area_are_of_the_sentence() -> None:
    (one,) = statements(
        "Snowstorms over Japan usually need precipitable water above 8 mm in winter."
    )
    assert one.events == (EventType.SNOWSTORM,)
    assert one.seasons == ("winter",)
    assert one.regions == ("Japan",)


def test_a_number_of_another_dimension_is_no_value_of_the_quantity() -> None:
    assert statements("Heavy rain usually has precipitable water greater than 50 K.") == []


def test_a_value_of_a_case_is_no_criterion() -> None:
    (one,) = statements("The precipitable water at Wuhan was greater than 60 mm.")
    assert one.kind == "value"


def test_a_mechanism_has_no_number() -> None:
    (one,) = statements("Warm advection at 850 hPa leads to heavy snow.")
    assert (one.kind, one.value, one.levels) == ("mechanism", None, (850.0,))
    assert one.events == (EventType.SNOWSTORM,)


def test_a_denied_criterion_is_no_draft() -> None:
    made = drafted("Heavy rain does usually not need precipitable water greater than 50 mm.")
    assert [one.reason for one in made.drafts] == [None]
    made = drafted("In heavy rain precipitable water is usually not greater than 50 mm.")
    assert [one.reason for one in made.drafts] == ["denied"]


@given(
    before=st.text(st.sampled_from("ab \n,"), max_size=30),
    after=st.text(st.sampled_from("ab \n,"), max_size=30),
)
def test_the_place_of_a_passage_is_where_it_stands(before: str, after: str) -> None:
    page = f"{before}. {SENTENCE}\nA{after}"
    (one,) = statements(page)
    assert page[one.offset :].startswith("Heavy rain")
    assert one.text == SENTENCE


def test_lines_are_joined_and_words_too() -> None:
    (one,) = statements("Heavy rain usually falls where precipi-\ntable water\nexceeds 50 mm.")
    assert one.quantity == "pwat"
    assert "precipitable water exceeds" in one.text


def test_the_same_criterion_twice_is_one_draft_with_both_places() -> None:
    made = drafted(SENTENCE, f"As said, {SENTENCE}")
    (entry,) = made.release.entries
    assert [place.page for place in entry.references[0].passages] == ["1", "2"]
    assert entry.curation.status == "draft"


def test_two_thresholds_of_one_index_are_two_drafts() -> None:
    made = drafted(f"{SENTENCE} Flash floods typically need precipitable water above 60 mm.")
    assert len({entry.id for entry in made.release.entries}) == 2


@pytest.mark.parametrize(
    ("text", "reason"),
    [
        ("Usually precipitable water exceeds 50 mm.", "no_event"),
        ("Heavy rain usually needs specific humidity above 14 g/kg.", "no_level"),
        ("Heavy rain usually needs 850-hPa precipitable water above 50 mm.", "level_not_taken"),
        ("Heavy rain usually needs precipitable water above 500 mm.", "out_of_range"),
        ("Heavy rain usually needs a 2 m dewpoint above 22 °C.", "no_operator"),
        ("Heavy rain usually needs 700-hPa upward motion above 0.5 Pa/s.", "one_sign"),
    ],
)
def test_what_cannot_be_tested_is_said(text: str, reason: str) -> None:
    made = drafted(text)
    assert [one.reason for one in made.drafts] == [reason]
    assert made.release.entries == ()


def test_a_difference_of_temperatures_is_converted_as_one() -> None:
    made = drafted("Damaging winds usually have a lifted index below \u22124 °C.")
    (entry,) = made.release.entries
    assert entry.expected.kind == "index"
    assert entry.expected.absolute is not None
    assert (entry.expected.absolute.value, entry.expected.unit) == (-4.0, "K")


BY = "This article is distributed under the terms of the Creative Commons Attribution 4.0 License."


@pytest.mark.parametrize(
    ("said", "named", "quotes"),
    [
        (BY, None, True),
        ("© Authors 2020. CC BY 4.0", None, True),
        ("This work is published under licenses/by/3.0/", None, True),
        ("This paper is open access under CC0.", None, True),
        ("", "CC-BY-4.0", True),
        ("", "CC0-1.0", True),
        ("", None, False),
        ("", "other", False),
        ("© 2020 The Publisher. All rights reserved.", None, False),
        ("The data set of Li is available under CC BY 4.0.", None, False),
        ("This article is published under CC BY-NC 4.0.", None, False),
        ("This article is published under CC BY-NC-ND 4.0.", "CC-BY-4.0", False),
        ("This article is under licenses/by-sa/4.0/", None, False),
        (BY.replace("4.0", "NonCommercial 4.0"), None, False),
        (BY.replace("4.0", "4.0 NonCommercial"), "CC-BY-4.0", False),
        (BY.replace(" 4.0", ""), None, False),
        (f"{BY} This work is also under CC0.", None, False),
    ],
)
def test_words_are_kept_only_where_the_licence_lets_them(
    said: str, named: str | None, quotes: bool
) -> None:
    paper = of(f"{said}\n{SENTENCE}")
    licence = licence_of(paper, named)
    assert licence.quotes is quotes
    made = draft_entries(paper, find_statements(paper.pages), licence)
    (entry,) = made.release.entries
    (place,) = entry.references[0].passages
    assert (place.text != "") is quotes
    assert (place.licence != "") is quotes
    assert place.page == "1"
    written = made.release.model_dump_json() + str([asdict(one) for one in made.drafts])
    assert ("usually falls where" in written) is quotes
