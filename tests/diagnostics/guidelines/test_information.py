"""What a verdict is expected to say about which explanation is right."""

from __future__ import annotations

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from diagnostics.contracts.guidelines import Experience
from diagnostics.guidelines import beliefs_after, load_release
from diagnostics.guidelines.information import expected_information

CAUSES = ("one", "two", "three")


def speaking(make_entry, supports=(), opposes=(), **changes):
    made = make_entry(id="g_a", factor="pwat", **changes)
    return made.model_copy(update={"supports": supports, "opposes": opposes})


def test_before_the_first_verdict_all_are_alike():
    assert beliefs_after(CAUSES, ()) == pytest.approx(dict.fromkeys(CAUSES, 1.0 / 3.0))


def test_a_finding_raises_what_it_supports_and_lowers_what_it_opposes(make_entry):
    entry = speaking(make_entry, ("one",), ("two",))
    found = beliefs_after(CAUSES, [(entry, True, 0.9)])
    missed = beliefs_after(CAUSES, [(entry, False, 0.9)])
    assert found["one"] > found["three"] > found["two"]
    assert missed["one"] < missed["three"] < missed["two"]
    assert sum(found.values()) == pytest.approx(1.0)


def test_an_entry_for_one_explanation_tells_more_than_one_for_all_of_them(make_entry):
    beliefs = beliefs_after(CAUSES, ())
    one = expected_information(speaking(make_entry, ("one",)), beliefs, 0.9)
    every = expected_information(speaking(make_entry, CAUSES), beliefs, 0.9)
    both = expected_information(speaking(make_entry, ("one",), ("two",)), beliefs, 0.9)
    assert every == pytest.approx(0.0, abs=1e-9)
    assert every < one < both
    assert expected_information(speaking(make_entry), beliefs, 0.9) == 0.0


def test_what_is_settled_already_is_not_asked_again(make_entry):
    entry = speaking(make_entry, ("one",))
    open_question = beliefs_after(CAUSES, ())
    settled = beliefs_after(CAUSES, [(entry, True, 0.95)] * 8)
    assert expected_information(entry, settled, 0.9) < 0.1 * expected_information(
        entry, open_question, 0.9
    )


def test_what_is_found_without_the_event_as_well_tells_less(make_entry):
    entry = speaking(make_entry, ("one",))
    idle = entry.model_copy(
        update={"experience": Experience(confirmed_without=16, tested_without=16)}
    )
    beliefs = beliefs_after(CAUSES, ())
    assert expected_information(idle, beliefs, 0.9) < expected_information(entry, beliefs, 0.9)


@settings(deadline=None)
@given(
    st.lists(st.tuples(st.sets(st.sampled_from(CAUSES)), st.booleans()), max_size=6),
    st.floats(0.05, 1.0),
)
def test_information_is_never_negative_nor_more_than_one_bit(said, rate):
    base = load_release().entries[0]
    verdicts = [
        (base.model_copy(update={"supports": tuple(sorted(part)), "opposes": ()}), found, rate)
        for part, found in said
    ]
    beliefs = beliefs_after(CAUSES, verdicts)
    entry = base.model_copy(update={"supports": ("one",), "opposes": ("three",)})
    assert 0.0 <= expected_information(entry, beliefs, rate) <= 1.0
