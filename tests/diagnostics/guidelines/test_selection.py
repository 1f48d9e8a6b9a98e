"""Which factors are tested first, and what replaces a refuted one."""

from __future__ import annotations

import pytest

from diagnostics.catalog import get_catalog
from diagnostics.contracts.enums import Category, EventType, Modality
from diagnostics.contracts.guidelines import Experience
from diagnostics.detection.events.registry import REGISTRY
from diagnostics.guidelines import (
    CaseProfile,
    beliefs_after,
    entry_value,
    hit_rate,
    inapplicable_reason,
    load_release,
    rank_replacements,
    select_hypothesis,
)


def entries_of(event):
    return [entry for entry in load_release().entries if event in entry.event_types]


@pytest.mark.parametrize("event", list(EventType))
def test_hypothesis_covers_categories_and_modalities(event):
    chosen = select_hypothesis(entries_of(event), size=5)
    assert len(chosen) == 5
    assert {entry.category for entry in chosen} == set(Category)
    indices = [entry for entry in chosen if entry.modality is Modality.INDEX]
    assert 2 <= len(indices) <= 4
    assert len({entry.factor for entry in chosen}) == 5
    assert not any(entry.restates_criterion for entry in chosen)


def test_near_duplicates_are_not_chosen_together(make_entry):
    one = make_entry(id="g_a", factor="pwat", weight=5)
    same = make_entry(id="g_b", factor="pwat_b", weight=5)
    other = make_entry(id="g_c", factor="ivt", weight=1)
    levels = frozenset({850.0, 700.0})
    inputs = {
        "pwat": {"q": levels},
        "pwat_b": {"q": frozenset({850.0})},
        "ivt": {"q": levels, "u": levels},
    }
    chosen = select_hypothesis([one, same, other], size=2, inputs=inputs)
    assert {entry.id for entry in chosen} == {"g_a", "g_c"}


def test_what_restates_the_criterion_comes_last_and_once(make_entry):
    amount = make_entry(id="g_a", factor="amount", weight=5, restates_criterion=True)
    chart = make_entry(id="g_b", factor="amount_map", weight=5, restates_criterion=True)
    cause = make_entry(id="g_c", factor="pwat", weight=1, category="dynamics")
    pool = [amount, chart, cause]
    assert select_hypothesis(pool, size=1) == (cause,)
    assert select_hypothesis(pool, size=3) == (cause, amount)
    assert select_hypothesis([chart], size=1, present=[amount]) == ()
    assert select_hypothesis(pool, size=3, ranked=True) == (cause, amount)


def test_what_restates_the_criterion_replaces_nothing_before_the_rest(make_entry):
    refuted = make_entry(id="g_r", factor="pwat", alternatives=["amount", "rh"])
    amount = make_entry(id="g_1", factor="amount", weight=5, restates_criterion=True)
    pool = [amount, make_entry(id="g_2", factor="wind", weight=1, category="dynamics")]
    assert rank_replacements([refuted], pool, [])[-1] is amount


def test_what_restates_a_criterion_is_marked_and_explains_nothing():
    marked = [entry for entry in load_release().entries if entry.restates_criterion]
    assert {entry.event_types for entry in marked} == {(event,) for event in EventType}
    for entry in marked:
        assert not entry.supports, entry.id
        assert not entry.opposes, entry.id


READS_THE_SAME = {
    ("gale", "shear_convergence_10m"): "the convergence of the wind, not its strength",
}
"""Factors that read the criterion's fields and measure something else."""


def test_what_reads_nothing_but_the_fields_of_a_criterion_restates_it():
    found = set()
    for entry in load_release().entries:
        (event,) = entry.event_types
        definition = REGISTRY.find(event)
        assert definition is not None
        criterion = {name for fields in definition.needs for name in fields}
        inputs = get_catalog().tool(entry.factor).spec.inputs
        needed = {item.name for item in inputs if not item.optional}
        read = needed or {item.name for item in inputs}
        if read and read <= criterion and not entry.restates_criterion:
            found.add((event.value, entry.factor))
    assert found == set(READS_THE_SAME)


def test_rules_give_way_when_nothing_else_is_left(make_entry):
    only = [make_entry(id=f"g_{name}", factor=name) for name in ("a", "b", "c")]
    assert len(select_hypothesis(only, size=3)) == 3


def test_alternatives_of_the_refuted_go_first(make_entry):
    refuted = make_entry(id="g_r", factor="pwat", alternatives=["ivt", "rh"])
    pool = [
        make_entry(id="g_1", factor="strong", weight=5, category="dynamics"),
        make_entry(id="g_2", factor="rh", weight=1),
        make_entry(id="g_3", factor="ivt", weight=1),
        make_entry(id="g_4", factor="moist", weight=4),
    ]
    ranked = rank_replacements([refuted], pool, [])
    assert [entry.factor for entry in ranked] == ["ivt", "rh", "moist", "strong"]


PROFILE = CaseProfile(event=EventType.RAINSTORM, month=7, latitude=30, longitude=115)


@pytest.mark.parametrize(
    ("conditions", "profile", "applies"),
    [
        ({"months_nh": [6, 7, 8]}, PROFILE, True),
        ({"months_nh": [6, 7, 8]}, PROFILE.model_copy(update={"month": 1}), False),
        (
            {"months_nh": [6, 7, 8]},
            PROFILE.model_copy(update={"month": 1, "latitude": -30.0}),
            True,
        ),
        ({"abs_lat_range": [25, 70]}, PROFILE.model_copy(update={"latitude": -30.0}), True),
        ({"abs_lat_range": [25, 70]}, PROFILE.model_copy(update={"latitude": 20.0}), False),
        ({"event_centre_in": [95, 15, 150, 50]}, PROFILE, True),
        (
            {"event_centre_in": [170, 0, -170, 50]},
            PROFILE.model_copy(update={"longitude": -175.0}),
            True,
        ),
        ({"event_centre_in": [170, 0, -170, 50]}, PROFILE, False),
        ({"subtype": ["convective"]}, PROFILE, True),
        (
            {"subtype": ["convective"]},
            PROFILE.model_copy(update={"subtypes": ("synoptic",)}),
            False,
        ),
    ],
)
def test_machine_conditions(make_entry, conditions, profile, applies):
    entry = make_entry(conditions_machine=conditions)
    assert (inapplicable_reason(entry, profile) is None) is applies


def test_measured_cases_move_the_curators_confidence(make_entry):
    entry = make_entry(id="g_a", factor="pwat", confidence=0.8)
    often = entry.model_copy(update={"experience": Experience(confirmed=12, tested=12)})
    never = entry.model_copy(update={"experience": Experience(confirmed=0, tested=12)})
    assert hit_rate(entry) == 0.8
    assert hit_rate(never) == pytest.approx(3.2 / 16)
    assert entry_value(never) < entry_value(entry) < entry_value(often)


def test_information_is_worth_its_weight_and_a_dear_entry_less(make_entry):
    entry = make_entry(id="g_a", factor="pwat")
    telling = entry.model_copy(update={"supports": ("one",)})
    beliefs = beliefs_after(("one", "two"), ())
    assert entry_value(telling, beliefs=beliefs) > entry_value(entry, beliefs=beliefs)
    assert entry_value(entry, beliefs=beliefs) == entry_value(entry)
    assert entry_value(entry, cost=1.0) == pytest.approx(0.9 * entry_value(entry))


def test_the_last_place_tests_an_explanation_that_nothing_else_does(make_entry):
    def speaking(name, cause, weight):
        made = make_entry(id=f"g_{name}", factor=name, weight=weight)
        return made.model_copy(update={"supports": (cause,)})

    pool = [speaking("a", "one", 5), speaking("b", "one", 5), speaking("c", "one", 4)]
    rival = speaking("d", "two", 4)
    chosen = select_hypothesis([*pool, rival], size=3)
    assert {entry.factor for entry in chosen} == {"a", "b", "d"}


def test_an_explanation_that_nothing_of_its_own_was_tested_for_goes_first(make_entry):
    def speaking(name, *causes, weight=3):
        made = make_entry(id=f"g_{name}", factor=name, weight=weight)
        return made.model_copy(update={"supports": causes})

    failed = speaking("failed", "one").model_copy(update={"alternatives": ("alternative",)})
    alternative, shared = speaking("alternative", "one"), speaking("shared", "one", "two")
    weak, strong = speaking("weak", "two", weight=2), speaking("strong", "two", weight=4)
    pool = [alternative, shared, weak, strong]
    ranked = rank_replacements([failed], pool, [], untouched={"two"})
    assert [entry.factor for entry in ranked[:2]] == ["strong", "alternative"]
    assert rank_replacements([failed], pool, [])[0] == alternative
