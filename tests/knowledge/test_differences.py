"""What two people changed of one entry comes together, whoever saves first."""

from __future__ import annotations

from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from diagnostics.contracts.guidelines import GuidelineEntry
from diagnostics.guidelines import load_release
from knowledge.differences import merge_entries
from knowledge.overlaying import with_value
from tests.knowledge.test_entry_tables import rich

ENTRY = rich(load_release().entries[0])
BASE = ENTRY.model_dump(mode="json")
CHANGES: dict[str, Any] = {
    "weight": 2,
    "note": "changed",
    "timing": "twelve hours before",
    "confidence": 0.25,
    "tags": ["changed"],
    "expected.reduction": "mean",
    "expected.direction": "changed",
    "expected.level": 700.0,
    "conditions_machine.months_nh": [1],
    "where": None,
    "supports": [],
}
some = st.sets(st.sampled_from(sorted(CHANGES)))


def changed(paths: set[str]) -> dict[str, Any]:
    document = BASE
    for path in paths:
        document = with_value(document, path, CHANGES[path])
    return document


@given(some, some)
def test_the_changes_of_both_are_there(theirs: set[str], mine: set[str]) -> None:
    merged, fields = merge_entries(BASE, changed(theirs), changed(mine))
    assert merged == changed(theirs | mine)
    assert not any(one.both for one in fields)
    GuidelineEntry.model_validate(merged)


@pytest.mark.parametrize("path", ["weight", "expected.level", "conditions_machine.months_nh"])
def test_of_one_field_one_value_counts(path: str) -> None:
    theirs = with_value(BASE, path, [2] if path.endswith("months_nh") else 2)
    mine = with_value(BASE, path, [1] if path.endswith("months_nh") else 1)
    merged, (field,) = merge_entries(BASE, theirs, mine)
    assert (field.field, field.both) == (path, True)
    assert merged == mine
    assert merge_entries(BASE, theirs, mine, take_theirs={path})[0] == theirs


def test_references_that_two_people_add_are_both_there() -> None:
    first, second = ({**BASE["references"][0], "text": name, "doi": None} for name in "ab")
    theirs = {**BASE, "references": [*BASE["references"], first]}
    mine = {**BASE, "references": [second, *BASE["references"][1:]]}
    merged, _ = merge_entries(BASE, theirs, mine)
    assert {one["text"] for one in merged["references"]} == {
        *(one["text"] for one in BASE["references"][1:]), "a", "b",
    }  # fmt: skip


def test_a_part_that_one_removed_and_one_changed_collides() -> None:
    theirs = {**BASE, "where": None}
    mine = with_value(BASE, "where.reach_km", 123.0)
    merged, fields = merge_entries(BASE, theirs, mine)
    assert [one.field for one in fields if one.both] == ["where"]
    assert merged["where"]["reach_km"] == 123.0


def test_who_reviewed_it_is_not_merged() -> None:
    theirs = {**BASE, "curation": {**BASE["curation"], "reviewed_by": "li"}}
    merged, fields = merge_entries(BASE, theirs, BASE)
    assert merged["curation"]["reviewed_by"] == "li"
    assert fields == []
