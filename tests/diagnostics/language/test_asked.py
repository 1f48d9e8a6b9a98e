"""Requests in words read as far as they can be: parts with their words, and what is open."""

from __future__ import annotations

import ast
from collections.abc import Iterator
from dataclasses import replace
from datetime import UTC, datetime, timedelta
from importlib.resources import files
from itertools import pairwise
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from diagnostics.contracts.asked_words import ReadSentence, SlotName, Span, WhatSlot, WhereSlot
from diagnostics.contracts.enums import Language
from diagnostics.contracts.questions import Scenario
from diagnostics.contracts.space_time import Region
from diagnostics.documents import read_yaml
from diagnostics.language import LanguageContext, read_asked_diagnosis
from diagnostics.language.asked import read_request
from diagnostics.language.asked_context import AskedContext, KnownSource

GLOBE = Region(west=-180, south=-90, east=180, north=90)
NOW = datetime(2022, 2, 18, 15, tzinfo=UTC)
HENAN = KnownSource(
    name="era5-henan",
    title="ERA5, Henan, July 2021",
    title_zh="ERA5河南2021年7月",
    times=tuple(datetime(2021, 7, 17, tzinfo=UTC) + timedelta(hours=3 * n) for n in range(48)),
    region=Region.model_validate((105, 28, 120, 40)),
)
FRANCE = KnownSource(
    name="storm-2011",
    title="A storm over France",
    times=tuple(datetime(2011, 12, 15, tzinfo=UTC) + timedelta(hours=3 * n) for n in range(16)),
    region=Region.model_validate((-20, 35, 20, 60)),
)
WORLD = KnownSource(name="world", region=GLOBE)


def read(text: str, *sources: KnownSource, **context: Any) -> ReadSentence:
    return read_request(text, AskedContext(sources=sources or (HENAN,), **context))


def words(found: ReadSentence) -> dict[str, list[str]]:
    return {slot.slot: [span.words for span in slot.spans] for slot in found.slots}


def unread(found: ReadSentence) -> list[tuple[str, str]]:
    return [(one.span.words if one.span else "", one.code) for one in found.unread]


def _spans(found: ReadSentence) -> Iterator[list[Span]]:
    """Yield the spans that stand together: of the parts and one reading, with what is unread."""
    left = [one.span for one in found.unread if one.span is not None]
    settled = [span for slot in found.slots for span in slot.spans]
    yield [*settled, *left]
    for reading in found.readings:
        own = [span for slot in reading.slots for span in slot.spans]
        replaced = {slot.slot for slot in reading.slots}
        kept = [span for slot in found.slots if slot.slot not in replaced for span in slot.spans]
        yield [*kept, *own, *left]


def assert_true_spans(found: ReadSentence) -> None:
    for together in _spans(found):
        ordered = sorted(together, key=lambda span: span.start)
        for span in ordered:
            assert span.words
            assert span.words == found.text[span.start : span.end]
        for one, following in pairwise(ordered):
            assert one.end <= following.start


def assert_ready_or_open(found: ReadSentence) -> None:
    is_open = bool(found.unread or found.missing or found.readings)
    assert (found.request is None) == is_open
    if found.unread or found.readings:
        assert found.form is None
    names = [slot.slot for slot in found.slots]
    assert len(names) == len(set(names))


# -- what stands where -------------------------------------------------------------------------


def test_what_was_understood_stands_beside_what_was_not() -> None:
    found = read("Rainstorm in Henan 19 to 21 July 2021 with blorps")
    assert words(found) == {
        "what": [],
        "where": ["Henan"],
        "when": ["19 to 21 July 2021"],
        "event": ["Rainstorm"],
        "source": [],
    }
    assert unread(found) == [("blorps", "unknown_words")]
    assert "blorps" in found.unread[0].message
    assert (found.form, found.request) == (None, None)


def test_a_whole_request_can_be_sent() -> None:
    found = read("Diagnose the rainstorm in Henan from 19 to 21 July 2021, nws criteria")
    request = found.request
    assert request is not None
    assert request.region.bounds() == pytest.approx([110.3, 31.4, 116.7, 36.4])
    assert (request.source, request.event, request.preset) == ("era5-henan", "rainstorm", "nws")
    assert request.window is not None
    assert (request.window.start.day, request.window.end.day) == (19, 22)
    assert (request.timezone, request.language) == (None, Language.EN)
    assert words(found)["preset"] == ["nws"]
    assert words(found)["what"] == ["Diagnose"]


def test_chinese_is_read_and_answered_in_chinese() -> None:
    found = read("诊断2021年7月19日至21日河南的暴雨旮旯")
    assert words(found) == {
        "what": ["诊断"],
        "where": ["河南"],
        "when": ["2021年7月19日至21日"],
        "event": ["暴雨"],
        "source": [],
    }
    assert unread(found) == [("旮旯", "unknown_words")]
    assert found.unread[0].message.startswith("无法理解“旮旯”")
    assert [slot.meaning for slot in found.slots][-2:] == ["暴雨", "ERA5河南2021年7月"]


def test_the_answer_may_be_in_another_language() -> None:
    found = read("Rain in Henan on 20 July 2021 with blorps", language=Language.ZH)
    (where,) = (slot for slot in found.slots if isinstance(slot, WhereSlot))
    assert where.name == "河南"
    assert found.unread[0].message.startswith("无法理解")


def test_characters_beyond_the_basic_plane_count_as_one() -> None:
    found = read("🌧 Rain in Henan on 20 July 2021 🌧")
    assert unread(found) == [("🌧", "unknown_words"), ("🌧", "unknown_words")]
    assert words(found)["event"] == ["Rain"]
    assert_true_spans(found)


# -- what no word says --------------------------------------------------------------------------


def test_what_no_word_says_is_assumed_from_the_data() -> None:
    found = read("rain")
    assumed = {slot.slot for slot in found.slots if slot.assumed}
    assert assumed == {"what", "where", "when", "source"}
    assert found.request is not None
    assert HENAN.region is not None
    assert found.request.region == HENAN.region
    assert found.request.window is not None
    assert found.request.window.start == HENAN.times[0]
    assert found.request.window.end == HENAN.times[-1]


def test_a_town_and_a_moment_stand_for_a_box_and_a_period() -> None:
    found = read("Rain in Zhengzhou at 12 UTC on 20 July 2021")
    assert found.request is not None
    assert found.request.region.north - found.request.region.south == pytest.approx(5.0)
    window = found.request.window
    assert window is not None
    assert (window.end - window.start) == timedelta(hours=48)


def test_without_a_place_a_globe_needs_one() -> None:
    found = read("rain on 20 July 2021", WORLD)
    assert [one.slot for one in found.missing] == [SlotName.WHERE]
    assert found.request is None
    assert found.form is not None


def test_of_several_sources_one_is_to_be_chosen_the_fitting_first() -> None:
    found = read("Rain in Henan on 20 July 2021", FRANCE, HENAN)
    (missing,) = found.missing
    assert missing.slot == SlotName.SOURCE
    fitting = [one.source for one in missing.choices if one.slot == "source"]
    assert fitting == ["era5-henan", "storm-2011"]
    found = read("Gale in France on 16 December 2011", HENAN, FRANCE)
    fitting = [one.source for one in found.missing[0].choices if one.slot == "source"]
    assert fitting == ["storm-2011", "era5-henan"]


@pytest.mark.parametrize(
    ("text", "said"),
    [
        ("Rain in Henan on 20 July from era5-henan", "era5-henan"),
        ("Rain in Henan on 20 July with ERA5", "ERA5"),
        ("用ERA5河南2021年7月诊断7月20日河南暴雨", "ERA5河南2021年7月"),
    ],
)
def test_a_source_is_named_in_words_and_its_times_count(text: str, said: str) -> None:
    found = read(text, FRANCE, HENAN)
    assert words(found)["source"] == [said]
    assert found.request is not None, (found.unread, found.missing)
    assert found.request.source == "era5-henan"
    assert found.request.window is not None
    assert found.request.window.start.year == 2021


def test_a_title_that_is_a_request_is_no_name_of_data() -> None:
    data = replace(WORLD, name="cold-wave", title="Cold wave over China")
    found = read("Cold wave over China on 20 January 2016", data)
    assert words(found)["event"] == ["Cold wave"]
    assert words(found)["where"] == ["China"]


def test_two_sources_with_one_title_are_two_readings() -> None:
    found = read("Rain in Henan on 20 July from xyz data", *(
        replace(HENAN, name=name, title="XYZ", title_zh="") for name in ("one-a", "two-a")
    ))  # fmt: skip
    assert [slot.source for one in found.readings for slot in one.slots
            if slot.slot == "source"] == ["one-a", "two-a"]  # fmt: skip


def test_data_that_are_not_here_are_named() -> None:
    found = read("Rain in Henan on 20 July 2021 with GFS data")
    assert unread(found) == [("GFS", "unused_words")]
    assert "era5-henan" in found.unread[0].message
    assert "source" not in words(found)


def test_nothing_is_known_of_the_data() -> None:
    found = read("rain", KnownSource(name="new"))
    assert [one.slot for one in found.missing] == [SlotName.WHERE, SlotName.WHEN]
    assert read_request("rain").missing[-1].slot == SlotName.SOURCE


@pytest.mark.parametrize("text", ["?", "please", "请"])
def test_a_text_that_names_nothing_asks_for_nothing(text: str) -> None:
    found = read(text)
    assert [(one.span, one.code) for one in found.unread] == [(None, "incomplete")]
    assert found.request is None


# -- several meanings ---------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("text", "part", "said"),
    [
        ("rain and wind in Henan on 20 July 2021", "event", [["rain"], ["wind"]]),
        ("snow caused by the cold wave in Henan on 20 July 2021", "event",
         [["snow"], ["cold wave"]]),
        ("诊断2021年7月20日河南暴雨引起的大风", "event", [["暴雨"], ["大风"]]),
        ("Rain in Henan on 3/4/2021", "when", [["3/4/2021"], ["3/4/2021"]]),
        ("Rain in Henan on 3/4", "when", [["3/4"], ["3/4"]]),
        ("rain in Rome and in Oslo on 3 May 2021", "where", [["Rome"], ["Oslo"]]),
        ("rain in Henan on 9 May 2021 and on 3 May 2021", "when",
         [["3 May 2021"], ["9 May 2021"]]),
        ("2021年7月20日郑州和北京的暴雨", "where", [["郑州"], ["北京"]]),
    ],
)  # fmt: skip
def test_each_meaning_is_a_reading(text: str, part: str, said: list[list[str]]) -> None:
    found = read(text)
    assert not found.unread
    assert part not in words(found)
    assert [
        [span.words for slot in one.slots for span in slot.spans] for one in found.readings
    ] == said
    assert all([slot.slot for slot in one.slots] == [part] for one in found.readings)
    assert len({one.meaning for one in found.readings}) == len(found.readings)
    assert_true_spans(found)
    assert_ready_or_open(found)


def test_namesakes_are_readings_with_the_place_as_it_is_said() -> None:
    found = read("Rain over southern Georgia on 20 July 2021", WORLD)
    places = [slot for one in found.readings for slot in one.slots if isinstance(slot, WhereSlot)]
    assert len(places) > 1
    assert {span.words for slot in places for span in slot.spans} == {"southern Georgia"}
    assert len({tuple(slot.region.bounds()) for slot in places}) == len(places)


@pytest.mark.parametrize("text", ["Rain in Springfield", "斯普林菲尔德的暴雨"])
def test_each_namesake_has_its_label(text: str) -> None:
    found = read(text, WORLD)
    names = [
        slot.name for one in found.readings for slot in one.slots if isinstance(slot, WhereSlot)
    ]
    assert len(set(names)) == len(names) > 1
    assert all("Springfield (" in name for name in names)


@pytest.mark.parametrize(
    "text", ["31 June 2021, " * 140, "6月31日，" * 400, "Springfield 3/4, " * 115]
)
def test_a_long_text_that_cannot_be_read_is_given_up(text: str) -> None:
    found = read(text, WORLD)
    assert [(one.code, one.span.words if one.span else "") for one in found.unread] == [
        ("incomplete", text.strip())
    ]
    assert found.request is None


def test_two_parts_with_two_meanings_each() -> None:
    found = read("rain and wind in Rome and in Oslo on 3 May 2021")
    assert len(found.readings) == 4
    assert {slot.slot for one in found.readings for slot in one.slots} == {"event", "where"}


def test_too_many_meanings_are_to_be_said_in_other_words() -> None:
    towns = "Rome, Oslo, Paris, Berlin, Madrid, Vienna, Warsaw, Prague, Athens, Cairo, Tunis"
    found = read(f"rain, snow, wind, heat wave in {towns} on 3 May 2021")
    assert len(found.readings) <= 40
    assert {code for _, code in unread(found)} == {"ambiguous"}
    assert [one for one, _ in unread(found)] == towns.split(", ")
    assert_true_spans(found)


def test_a_chart_is_offered_as_a_diagnosis() -> None:
    found = read("draw the 850 hPa temperature chart for Henan at 12 UTC on 20 July 2021")
    (what,) = (slot for slot in found.slots if isinstance(slot, WhatSlot))
    assert (what.scenario, what.charts) == (Scenario.CHART, ("t850_map",))
    assert what.spans[-1].words == "850 hPa temperature chart"
    (reading,) = found.readings
    (other,) = reading.slots
    assert isinstance(other, WhatSlot)
    assert other.scenario is Scenario.DIAGNOSIS
    assert found.request is None


@pytest.mark.parametrize(
    ("text", "left", "part"),
    [
        ("rain in Henan on 31 June 2021", "31 June 2021", "when"),
        ("rain south of Zhengzhou and in southern Zhengzhou on 20 July 2021",
         "southern Zhengzhou", ""),
        ("Gale in Henan on 20 July 2021 at force 15", "force 15", ""),
    ],
)  # fmt: skip
def test_a_part_that_cannot_be_read_is_set_aside_alone(text: str, left: str, part: str) -> None:
    found = read(text)
    assert left in [said for said, _ in unread(found)]
    assert part not in words(found)
    assert part not in [one.slot for one in found.missing]
    assert words(found)["event"]


# -- parts that are given beside the text -------------------------------------------------------


@pytest.mark.parametrize("name", [SlotName.WHERE, SlotName.WHEN, SlotName.EVENT, SlotName.SOURCE])
def test_a_part_that_is_given_is_read_and_not_used(name: SlotName) -> None:
    text = "Rain and wind in Rome and in Springfield on 3 May 2021 and on 9 May 2021"
    found = read(text, FRANCE, HENAN, given=frozenset({name}))
    assert not found.unread
    assert name not in {slot.slot for slot in found.slots}
    assert name not in {one.slot for one in found.missing}
    assert name not in {slot.slot for one in found.readings for slot in one.slots}
    assert found.request is None


def test_all_but_the_text_may_be_given() -> None:
    found = read("rain", given=frozenset(SlotName))
    assert (found.slots, found.missing, found.readings, found.unread) == ((), (), (), ())


# -- for every sentence -------------------------------------------------------------------------

ENGLISH = {
    "place": ["in Henan", "over France", "in Zhengzhou", "near Berlin", "over southern Japan",
              "in Springfield", "in the box 110E-120E, 30N-40N", "at 35N 115E", ""],
    "time": ["on 20 July 2021", "from 19 to 21 July 2021", "yesterday", "on 3/4/2021",
             "at 12 UTC on 20 July 2021", "on 31 June 2021", "on 3 May and 9 May 2021", ""],
    "event": ["rainstorm", "the gale", "heavy rain", "rain and wind", "cold wave", ""],
    "junk": ["blorps", "zzyzx quux", "frobnicated", "grault plugh"],
}  # fmt: skip
CHINESE = {
    "place": ["河南", "法国", "郑州市", "日本南部", "北京和上海", ""],
    "time": ["2021年7月20日", "2021年7月19日至21日", "昨天", "2021年6月31日", ""],
    "event": ["暴雨", "大风", "暴雨和大风", "寒潮", ""],
    "junk": ["旮旯", "囧", "龘龘"],
}


@st.composite
def sentences(draw: st.DrawFn) -> tuple[str, list[str]]:
    """A sentence of parts in some order, and the words in it that mean nothing."""
    table, joint = draw(st.sampled_from([(ENGLISH, " "), (CHINESE, "")]))
    parts = [draw(st.sampled_from(table[name])) for name in ("event", "place", "time")]
    junk = draw(st.lists(st.sampled_from(table["junk"]), max_size=2, unique=True))
    text = joint.join(part for part in draw(st.permutations([*parts, *junk])) if part)
    return text or "?", junk


CONTEXTS = [
    AskedContext(),
    AskedContext(sources=(HENAN,)),
    AskedContext(sources=(FRANCE, HENAN), now=NOW, timezone="Asia/Shanghai"),
    AskedContext(sources=(WORLD,), now=NOW),
]


@settings(max_examples=400, deadline=None)
@given(sentences(), st.sampled_from(CONTEXTS))
def test_no_word_is_lost_and_no_character_counts_twice(
    sentence: tuple[str, list[str]], context: AskedContext
) -> None:
    text, junk = sentence
    found = read_request(text, context)
    assert_true_spans(found)
    assert_ready_or_open(found)
    left = [one.span for one in found.unread if one.span is not None]
    for word in (part for one in junk for part in one.split()):
        start = text.index(word)
        assert any(one.start <= start and start + len(word) <= one.end for one in left), found
    if found.request is not None:
        type(found.request).model_validate_json(found.request.model_dump_json())


@pytest.mark.parametrize(
    "text",
    [
        "rain in Henan at 2200-12-31T12:00Z",
        "rain in Henan on 9999-12-31",
        "rain in Henan on 0001-01-01",
        "rain in the next 99999999999 days",
        "rain in the last 99999999999 days",
    ],
)
def test_times_beyond_all_documents_are_no_fault(text: str) -> None:
    found = read(text, WORLD, now=NOW)
    assert_true_spans(found)
    assert_ready_or_open(found)


def _labelled() -> list[str]:
    """The requests of the tests of the strict reading."""
    found = []
    for name in ("test_diagnosis_words.py", "test_request_wordings.py"):
        tree = ast.parse((Path(__file__).parent / name).read_text(encoding="utf-8"))
        found += [
            node.value
            for node in ast.walk(tree)
            if isinstance(node, ast.Constant)
            and isinstance(node.value, str)
            and len(node.value) > 15
            and not node.value.endswith(".\n")
        ]
    return sorted(set(found))


VOCABULARY = sorted(
    str(word)
    for name in ("vocabulary.yaml", "request_words.yaml")
    for meanings in read_yaml(
        files("diagnostics.language").joinpath("data", name).read_text(encoding="utf-8")
    ).values()
    for said in meanings.values()
    for word in said
)
OTHERS = ["Henan", "Springfield", "河南", "3", "12", "2021", "20 July 2021", "7月", "20日", "3/4",
          "9999-12-31", "110E-120E", "30N", "(", ")", "，", "-", "blorps", "龘", "ERA5", "UTC+8",
          "at 12:00", "Storm", "台风", "London (town, CA)"]  # fmt: skip


@settings(max_examples=400, deadline=None)
@given(
    st.lists(st.sampled_from(VOCABULARY) | st.sampled_from(OTHERS), min_size=1, max_size=9),
    st.sampled_from([" ", ""]),
    st.sampled_from(CONTEXTS),
    st.frozensets(st.sampled_from(SlotName), max_size=2),
)
def test_any_words_of_the_vocabulary_are_read_or_named(
    parts: list[str], joint: str, context: AskedContext, beside: frozenset[SlotName]
) -> None:
    found = read_request(joint.join(parts), replace(context, given=beside))
    assert_true_spans(found)
    if not beside:
        assert_ready_or_open(found)


@settings(max_examples=200, deadline=None)
@given(st.text(max_size=60))
def test_any_text_is_read_or_named(text: str) -> None:
    assert_true_spans(read_request(text, CONTEXTS[1]))


ADDRESSED = ("officer", "写材料")
"""Words that nothing knows may say who is addressed: these requests are left out."""
UNADDRESSED = [text for text in _labelled() if not any(word in text for word in ADDRESSED)]


@settings(max_examples=300, deadline=None)
@given(st.sampled_from(UNADDRESSED), st.data())
def test_a_word_put_anywhere_into_a_request_is_not_lost(text: str, data: st.DataObject) -> None:
    chinese = not text.isascii() and any(one >= "\u4e00" for one in text)
    junk = "龘" if chinese else " blorps "
    places = [n for n in range(len(text) + 1) if chinese or text[n : n + 1] in ("", " ")]
    at = data.draw(st.sampled_from(places))
    whole = text[:at] + junk + text[at:]
    found = read_request(whole, AskedContext(sources=(WORLD,), now=NOW))
    assert_true_spans(found)
    assert_ready_or_open(found)
    start = at + len(junk) - len(junk.lstrip())
    left = [one.span for one in found.unread if one.span is not None]
    assert any(one.start <= start < one.end for one in left), found


@pytest.mark.parametrize("text", _labelled())
def test_the_strict_reading_and_this_one_agree(text: str) -> None:
    strict = read_asked_diagnosis(text, LanguageContext(times=(), region=GLOBE, now=NOW))
    found = read_request(text, AskedContext(sources=(WORLD,), now=NOW, source="world"))
    assert_true_spans(found)
    assert_ready_or_open(found)
    assert found.language == strict.language
    if strict.ambiguities:
        assert found.request is None
        assert found.unread or found.readings
        return
    data_elsewhere = [one for one in found.unread if "world" in one.message]
    assert len(data_elsewhere) == len(found.unread)
    slots = [*found.slots, *(slot for one in found.readings for slot in one.slots)]
    assert {slot.event for slot in slots if slot.slot == "event"} == set(strict.events)
    windows = {slot.window for slot in slots if slot.slot == "when"}
    assert {one for one in strict.windows if one.start != one.end} <= windows
    places = [slot for slot in slots if isinstance(slot, WhereSlot)]
    assert [(one.point, one.country) for one in places[:1]] == [
        (one.point, one.country) for one in strict.places
    ]
    assert [one.region for one in places[:1] if not one.point] == [
        one.region for one in strict.places if not one.point
    ]
    assert strict.charts == next(
        (slot.charts for slot in found.slots if isinstance(slot, WhatSlot)), ()
    )


@pytest.mark.parametrize(
    ("where", "name"),
    [
        ("the lower Yangtze", "Lower Yangtze"),
        ("the lower reaches of the Yangtze River", "Lower Yangtze"),
        ("the middle and lower reaches of the Yangtze", "Middle and Lower Yangtze"),
        ("the upper Mississippi valley", "Upper Mississippi"),
        ("长江下游", "长江下游"),
        ("黄河中游", "黄河中游"),
    ],
)
def test_the_reaches_of_a_river_are_places(where: str, name: str) -> None:
    chinese = not where.isascii()
    text = f"2021年7月20日{where}暴雨" if chinese else f"Heavy rain in {where} on 20 July 2021"
    found = read_request(text, AskedContext(now=NOW))
    assert [slot.name for slot in found.slots if slot.slot == "where"] == [name]
    assert not found.unread
