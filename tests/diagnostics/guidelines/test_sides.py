"""What a cause puts on a side, each entry that speaks for it looks for on that side."""

from __future__ import annotations

from collections.abc import Iterator

import pytest

from diagnostics.contracts.enums import EventType
from diagnostics.contracts.guidelines import (
    FigureExpectation,
    GuidelineEntry,
    IndexExpectation,
    Place,
)
from diagnostics.guidelines import load_release

BEHIND_A_FRONT = {
    (EventType.GALE, "extratropical_cyclone"),
    (EventType.GALE, "cold_outbreak"),
    (EventType.COLD_WAVE, "polar_advection"),
    (EventType.SNOWSTORM, "cold_air_over_water"),
}
"""Explanations whose dry air, cold advection and rise of pressure come behind a cold front."""
AT_THE_PLACE = {
    (EventType.GALE, "convective_gusts"),
    (EventType.GALE, "downslope_wind"),
    (EventType.COLD_WAVE, "radiative_cooling"),
    (EventType.HEAT_WAVE, "ridge_subsidence"),
    (EventType.HEAT_WAVE, "dry_surface"),
}
"""Explanations whose dry air does its work where the event is."""
HUMIDITY = frozenset(
    {"average_relative_humidity", "pwat", "specific_humidity_level", "rh_2m", "q_change_24h",
     "pwat_standardized_anomaly"}
)  # fmt: skip
Looked = tuple[GuidelineEntry, str, Place]


def kind_of(name: str, tail: str, op: str) -> str:
    """Return what a factor or a detector shows, of what lies on a side."""
    if name in HUMIDITY and tail == "lower":
        return "dryness"
    if name == "dewpoint_depression_700" or name == "dry_intrusion":
        return "dryness"
    if name == "surface_negative_temp_advection" or (name == "advection_center" and op == "<="):
        return "cold_advection"
    if name == "warm_advection_center_intensity" or (name == "advection_center" and op == ">="):
        return "warm_advection"
    if name in {"pressure_tendency_3h", "pressure_change_24h_difference", "allobaric_couplet"}:
        return "" if tail == "lower" else "pressure_rise"
    if name == "temp_change_24h":
        return "cooling"
    if name in {"meridional_wind_850", "flow_northerly", "surface_wind_speed"}:
        return "wind"
    return ""


def looked_for(kind: str) -> Iterator[Looked]:
    """Give each entry that shows a kind, with where it is looked for."""
    for entry in load_release().entries:
        expected, where = entry.expected, entry.where
        assert where is not None
        if isinstance(expected, IndexExpectation):
            if kind_of(entry.factor, expected.tail, "") == kind:
                yield entry, entry.factor, where.place
            continue
        assert isinstance(expected, FigureExpectation)
        for part in expected.detectors:
            op = str(part.params.get("op", ">="))
            dry = str(part.params.get("field", "")).startswith("RH") and op == "<="
            if kind_of(part.detector, "", op) == kind or (dry and kind == "dryness"):
                yield entry, part.detector, (part.where or where).place


def causes_of(entry: GuidelineEntry) -> set[tuple[EventType, str]]:
    return {(event, cause) for event in entry.event_types for cause in entry.supports}


@pytest.mark.parametrize("kind", ["dryness", "cold_advection", "pressure_rise", "cooling"])
def test_what_comes_behind_a_cold_front_is_looked_for_on_the_cold_side(kind: str) -> None:
    found = 0
    for entry, name, place in looked_for(kind):
        if causes_of(entry) & BEHIND_A_FRONT:
            found += 1
            assert place is Place.COLD_SIDE, (entry.id, name)
            assert causes_of(entry) <= BEHIND_A_FRONT, entry.id
    assert found


def test_dry_air_of_other_causes_is_looked_for_where_it_does_its_work() -> None:
    found = 0
    for entry, name, place in looked_for("dryness"):
        if causes_of(entry) & AT_THE_PLACE:
            found += 1
            assert place in (Place.AT, Place.ABOVE), (entry.id, name)
    assert found


def test_warm_air_comes_with_the_wind() -> None:
    for entry, name, place in looked_for("warm_advection"):
        assert place is Place.INFLOW, (entry.id, name)


def test_a_wind_that_explains_says_where_it_comes_from() -> None:
    explaining = [one for one in looked_for("wind") if not one[0].restates_criterion]
    assert explaining
    for entry, name, place in explaining:
        assert place in (Place.COLD_SIDE, Place.INFLOW), (entry.id, name)
    surface = [entry for entry, *_ in explaining if entry.factor == "surface_wind_speed"]
    assert {getattr(entry.expected, "blows_from", None) for entry in surface} == {Place.COLD_SIDE}


def test_a_tendency_and_a_front_say_their_sign() -> None:
    entries = load_release().entries
    indices = [one for one in entries if isinstance(one.expected, IndexExpectation)]
    assert [one.id for one in indices if one.expected.reduction == "max_abs"] == []
    fronts = [
        part.params.get("type")
        for entry in entries
        if not isinstance(entry.expected, IndexExpectation) and causes_of(entry) & BEHIND_A_FRONT
        for part in entry.expected.detectors
        if part.detector == "front_tfp"
    ]
    assert set(fronts) == {"cold"}


def test_a_level_of_freezing_has_a_limit_that_the_climate_does_not_lift() -> None:
    limits = [
        (entry.id, entry.expected.floor, entry.expected.absolute)
        for entry in load_release().entries
        if isinstance(entry.expected, IndexExpectation) and entry.expected.tail == "lower"
        if entry.finding == "freezing_level" or entry.factor.startswith("freezing_level")
    ]
    assert limits
    assert [name for name, floor, absolute in limits if floor != absolute] == []


def test_entries_of_one_factor_speak_for_different_causes() -> None:
    held: dict[tuple[str, str], list[GuidelineEntry]] = {}
    for entry in load_release().entries:
        for event in entry.event_types:
            held.setdefault((event.value, entry.factor), []).append(entry)
    several = [group for group in held.values() if len(group) > 1]
    assert several
    for group in several:
        named = [cause for entry in group for cause in entry.supports]
        assert len(named) == len(set(named)), [entry.id for entry in group]
        assert len({(entry.where, entry.finding) for entry in group}) > 1
