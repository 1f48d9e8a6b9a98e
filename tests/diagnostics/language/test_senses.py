"""Words of strength and quantities with a sense: the sign is in the form, or nothing is chosen."""

from __future__ import annotations

from datetime import UTC, datetime, timedelta
from typing import Any

import pytest

from diagnostics.contracts.space_time import Region
from diagnostics.language.grammar.items import NotReadError
from diagnostics.language.grammar.reader import read_question
from diagnostics.language.grammar.sentence_context import Context
from diagnostics.language.lexicon import Entry, entries

CONTEXT = Context(
    times=[datetime(2023, 9, 1, tzinfo=UTC) + timedelta(hours=6 * n) for n in range(28)],
    extent=Region(west=-180, south=-90, east=180, north=90),
)
SIGNED = [entry for entry in entries().values() if entry.sense in ("negative", "positive")]
OPEN = [entry for entry in entries().values() if entry.sense in ("open", "signed")]
COMPONENTS = {"eastward_wind": "eastward", "northward_wind": "northward"}
NAMES = [(entry, name) for entry in SIGNED for name in entry.names]
STRONGEST = {True: "Strongest {} over France", False: "法国最强的{}"}
STRONGER = {True: "Was {} over France stronger than 2 {}?", False: "法国的{}是否超过2{}？"}


UNITS = {"Pa/s": "Pa/s", "1e-5 s-1": "s-1", "1e-5 K/s": "K/day", "m/s": "m/s"}
MEASURED = [(entry, name) for entry, name in NAMES if entry.unit in UNITS]


def _bare(value: Any) -> Any:
    if isinstance(value, dict):
        return {key: _bare(part) for key, part in value.items() if key != "words"}
    return [_bare(part) for part in value] if isinstance(value, list) else value


def read(text: str) -> Any:
    form = read_question(text, CONTEXT)
    return _bare(form.query.model_dump(mode="json", exclude_defaults=True))


def _is_of(quantity: dict[str, Any], entry: Entry) -> bool:
    component = COMPONENTS.get(entry.of)
    return quantity["id"] == ("wind_speed" if component else entry.of) and (
        component is None or quantity["component"] == component
    )


def _named(name: str) -> bool:
    return name.isascii() or "-" in name


@pytest.mark.parametrize(("entry", "name"), NAMES, ids=lambda one: str(one)[:40])
def test_the_strongest_of_one_sign_is_that_end(entry: Entry, name: str) -> None:
    form = read(STRONGEST[_named(name)].format(name))
    end = "min" if entry.sense == "negative" else "max"
    assert _is_of(form["quantity"], entry)
    assert form["space"]["reduce"] == form["over"]["reduce"] == end


@pytest.mark.parametrize(("entry", "name"), MEASURED, ids=lambda one: str(one)[:40])
def test_a_limit_of_one_sign_has_that_sign(entry: Entry, name: str) -> None:
    form = read(STRONGER[_named(name)].format(name, UNITS[entry.unit]))
    condition = form["condition"]
    negative = entry.sense == "negative"
    assert _is_of(condition["quantity"], entry)
    assert condition["relation"] == ("below" if negative else "above")
    assert condition["limit"]["amount"]["value"] == (-2.0 if negative else 2.0)


@pytest.mark.parametrize("word", ["Weakest", "Mean", "Lowest", "Total", "Area-mean"])
@pytest.mark.parametrize("entry", SIGNED, ids=lambda one: one.id)
def test_other_statistics_of_one_sign_are_refused(entry: Entry, word: str) -> None:
    with pytest.raises(NotReadError):
        read(f"{word} {entry.names[0]} over France")


@pytest.mark.parametrize("entry", OPEN, ids=lambda one: one.id)
def test_strength_without_a_sign_is_asked_back(entry: Entry) -> None:
    words = ("Strongest", "Maximum") if entry.sense == "open" else ("Strongest", "Most intense")
    assert words
    for word in words:
        with pytest.raises(NotReadError) as refused:
            read(f"{word} {entry.names[0]} over France")
        assert refused.value.message.id == "grammar-which_sense"


def test_the_area_of_upward_motion_is_that_of_negative_omega() -> None:
    form = read("What share of the area has upward motion at 500 hPa?")
    limit = form["condition"]
    assert (limit["relation"], limit["limit"]["amount"]["value"]) == ("below", 0.0)


@pytest.mark.parametrize(
    ("text", "end"),
    [
        ("When was the low strongest?", "min"),
        ("When was the high strongest?", "max"),
        ("When was the low deepest?", "min"),
        ("When was the snow depth deepest?", "max"),
        ("上升运动什么时候最强？", "min"),
        ("When was the wind strongest?", "max"),
    ],
)
def test_strength_and_depth_follow_the_quantity(text: str, end: str) -> None:
    assert read(text)["end"] == end


@pytest.mark.parametrize(
    ("text", "relation"),
    [
        ("Was the low deeper than 970 hPa?", "below"),
        ("Was the low stronger than 970 hPa?", "below"),
        ("Was the low weaker than 970 hPa?", "above"),
        ("Did the low deepen to 970 hPa?", "at_most"),
        ("Did the low weaken to 990 hPa?", "at_least"),
        ("Was the snow depth in Oslo deeper than 20 cm?", "above"),
        ("Did the high strengthen to 1040 hPa?", "at_least"),
    ],
)
def test_comparisons_of_strength_follow_the_quantity(text: str, relation: str) -> None:
    assert read(text)["condition"]["relation"] == relation


def test_a_low_that_weakens_rises() -> None:
    times = "between 00 and 12 UTC on 4 September 2023"
    assert read(f"Did the low weaken {times}?")["direction"] == "rise"
    assert read(f"Did the low strengthen {times}?")["direction"] == "fall"
    assert read(f"Did the upward motion in Paris strengthen {times}?")["direction"] == "fall"


def test_the_weaker_of_two_convergences_is_the_higher_divergence() -> None:
    weaker = read("Was the convergence weaker over Japan than over China?")
    stronger = read("Was the convergence stronger over Japan than over China?")
    assert weaker["relation"] == "above"
    assert stronger["relation"] == "below"
    assert weaker["left"]["space"]["reduce"] == "min"


def test_how_much_colder_is_the_other_way_round() -> None:
    colder = read("柏林9月2日18时比9月2日12时（世界时）冷了多少度？")
    warmer = read("柏林9月2日18时比9月2日12时（世界时）热了多少度？")
    assert colder["numbers"] == warmer["numbers"][::-1]
