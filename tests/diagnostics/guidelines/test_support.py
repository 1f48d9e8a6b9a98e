"""What confirms an explanation: its own factors, whatever else is confirmed."""

from __future__ import annotations

from dataclasses import dataclass

import pytest
from hypothesis import given
from hypothesis import strategies as st

from diagnostics.contracts.enums import CauseStanding, Modality, Role
from diagnostics.contracts.evidence import EvidenceItem
from diagnostics.contracts.guidelines import GuidelineEntry
from diagnostics.contracts.roles import BY_CLASSIFICATION, CauseWeight
from diagnostics.guidelines import load_release
from diagnostics.guidelines.support import Support, support_of

ENTRIES = {entry.id: entry for entry in load_release().entries if "gale" in entry.event_types}
CAUSES = sorted({cause for entry in ENTRIES.values() for cause in entry.supports})


@dataclass(frozen=True)
class Weighed:
    """A cause that leads, evidence that counts, and what speaks against the cause."""

    cause: str
    counting: tuple[EvidenceItem, ...]
    opposed_by: tuple[str, ...]

    @property
    def support(self) -> Support:
        weight = CauseWeight(
            cause=self.cause,
            standing=CauseStanding.LEADING,
            weight=0.5,
            opposed_by=self.opposed_by,
        )
        return support_of((weight,), self.counting, ENTRIES)


def evidence_for(entry: GuidelineEntry) -> EvidenceItem:
    return EvidenceItem(
        id=f"e_{entry.factor}",
        call_key=entry.id,
        entry_id=entry.id,
        modality=Modality.INDEX,
        role=Role.CODE_EXECUTOR,
    )


@st.composite
def weighed(draw: st.DrawFn) -> Weighed:
    """Any evidence that counts; against the cause any of it, and factors that were not found."""
    entries = draw(st.lists(st.sampled_from(sorted(ENTRIES)), unique=True, max_size=9))
    counting = tuple(evidence_for(ENTRIES[name]) for name in entries)
    choices = st.sampled_from([*(item.id for item in counting), "e_not_found", BY_CLASSIFICATION])
    opposed = draw(st.lists(choices, unique=True, max_size=2))
    return Weighed(draw(st.sampled_from(CAUSES)), counting, tuple(opposed))


@given(weighed())
def test_three_of_two_categories_confirm_with_none_against(case: Weighed) -> None:
    own = [item for item in case.counting if case.cause in ENTRIES[item.entry_id or ""].supports]
    kinds = {ENTRIES[item.entry_id or ""].category for item in own}
    against = set(case.opposed_by) - {"e_not_found"}
    assert list(case.support.own) == own
    assert set(case.support.against) == against
    assert case.support.confirms is (len(own) >= 3 and len(kinds) >= 2 and not against)


@given(weighed())
def test_what_speaks_for_others_changes_nothing(case: Weighed) -> None:
    others = tuple(
        item
        for item in case.counting
        if case.cause not in ENTRIES[item.entry_id or ""].supports
        and item.id not in case.opposed_by
    )
    without = Weighed(
        case.cause, tuple(item for item in case.counting if item not in others), case.opposed_by
    )
    assert without.support == case.support


@given(weighed())
def test_a_sign_that_was_not_found_is_not_against(case: Weighed) -> None:
    missed = Weighed(case.cause, case.counting, (*case.opposed_by, "e_of_a_rival"))
    assert missed.support == case.support


@given(weighed())
def test_as_many_more_of_its_own_as_are_lacking_confirm_it(case: Weighed) -> None:
    lacking = case.support.lacking
    now = Weighed(case.cause, case.counting, ())
    for number in range(lacking):
        assert not now.support.confirms
        assert now.support.lacking == lacking - number
        found = {item.entry_id for item in now.counting}
        left = [
            entry
            for entry in ENTRIES.values()
            if case.cause in entry.supports and entry.id not in found
        ]
        left.sort(key=lambda entry: entry.category in now.support.categories)  # others first
        now = Weighed(case.cause, (*now.counting, evidence_for(left[0])), ())
    assert now.support.confirms


@pytest.mark.parametrize(("cause", "in_part"), [("tropical_cyclone", True), ("gusts", False)])
def test_a_structure_that_was_found_is_the_cause_in_part(cause: str, in_part: bool) -> None:
    weight = CauseWeight(
        cause=cause,
        standing=CauseStanding.LEADING,
        weight=0.5,
        supported_by=(BY_CLASSIFICATION,),
    )
    support = support_of((weight,), (), ENTRIES)
    assert support.in_part is in_part
    assert not support.confirms


def test_where_nothing_leads_nothing_is_confirmed() -> None:
    support = support_of((), tuple(map(evidence_for, ENTRIES.values())), ENTRIES)
    assert not support.confirms
    assert not support.in_part
