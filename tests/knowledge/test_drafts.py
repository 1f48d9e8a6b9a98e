"""Drafts: each save is a revision, two curators lose nothing, and only what can run is stored."""

from __future__ import annotations

from typing import Any

import pytest
from hvrmet.audit.models import AuditRecord
from hvrmet.core.db.scope import scope
from hvrmet.core.errors import ApplicationError
from hvrmet.testing import Centre

from diagnostics.contracts.guidelines import AbsoluteTest, GuidelineEntry
from diagnostics.guidelines import load_release
from knowledge.models import Draft, Revision
from knowledge.selectors.workspaces import (
    draft_open,
    head_entries,
    library_entry_get,
    revision_get,
)
from knowledge.services.drafts import (
    Author,
    draft_drop,
    entry_change,
    entry_create,
    entry_remove,
)
from knowledge.services.workspaces import workspace_open
from knowledge.states import ChangeKind, DraftStatus, Origin
from tests.knowledge.test_entry_tables import curator

pytestmark = pytest.mark.django_db
LI, WANG = Author("person:li"), Author("person:wang")


@pytest.fixture
def opened(alpha: Centre) -> Any:
    """A scope of a centre with a workspace of one entry."""
    with scope(alpha.id):
        workspace_open(principal=curator(alpha))
        yield alpha


def first() -> GuidelineEntry:
    return next(iter(head_entries().values()))


def changed(**fields: Any) -> GuidelineEntry:
    return first().model_copy(update=fields)


def test_a_save_is_a_revision_and_a_draft(opened) -> None:
    before = first()
    saved = entry_change(author=LI, entry=changed(weight=2), based_on=1, reason="too high")
    assert (saved.number, saved.author, saved.reason) == (2, "person:li", "too high")
    draft = Draft.objects.get()
    assert (draft.kind, draft.status) == (ChangeKind.CHANGE, DraftStatus.OPEN)
    assert first() == before.model_copy(update={"weight": 2, "curation": first().curation})
    record = AuditRecord.objects.latest("seq")
    assert (record.action, record.data["revision"]) == ("library.entry_changed", 2)


def test_the_same_text_is_no_revision(opened) -> None:
    entry_change(author=LI, entry=changed(weight=2), based_on=1)
    again = entry_change(author=LI, entry=first(), based_on=2)
    assert again.number == 2
    assert Revision.objects.count() == 2


def test_of_two_curators_the_second_sees_the_difference_and_loses_nothing(opened) -> None:
    mine = changed(weight=2, note="mine")
    entry_change(author=LI, entry=changed(weight=1, confidence=0.5), based_on=1)
    with pytest.raises(ApplicationError) as caught:
        entry_change(author=WANG, entry=mine, based_on=1)
    assert caught.value.code == "entry_changed"
    data = caught.value.data
    assert (data["revision"], data["author"], data["conflicts"]) == (2, "person:li", ["weight"])
    assert {item["field"] for item in data["yours"]} == {"weight", "note"}
    merged = GuidelineEntry.model_validate(data["newest"]).model_copy(update={"note": "mine"})
    assert entry_change(author=WANG, entry=merged, based_on=2).number == 3
    assert (first().weight, first().confidence, first().note) == (1, 0.5, "mine")


@pytest.mark.parametrize(
    ("update", "at", "said"),
    [
        ({"factor": "low_level_jett"}, "factor", "near are"),
        ({"factor": "unheard_of_xyz"}, "factor", "nothing called"),
        ({"category": "moisture"}, "category", "dynamic"),
        ({"alternatives": ("low_level_jet",)}, "alternatives", "itself"),
        ({"supports": ("magic",)}, "supports", "no explanation"),
        ({"event_types": ()}, "event_types", "at least one"),
        ({"expected": {"reduction": "bergeron"}}, "expected.reduction", "max"),
        ({"expected": {"unit": "kg"}}, "expected.unit", "m/s"),
        ({"expected": {"level": 5000.0}}, "expected.level", "1100"),
        ({"expected": {"params": {"mood": 1}}}, "expected.params.mood", "nothing called"),
        ({"expected": {"params": {"any_direction": 3}}}, "expected.params.any_direction", "yes"),
        ({"expected": {"clim": None, "absolute": None}}, "expected", "threshold"),
        (
            {"expected": {"absolute": AbsoluteTest(op=">=", value=900.0)}},
            "expected.absolute.value",
            "70",
        ),
        (
            {"expected": {"absolute": AbsoluteTest(op="in", value=(20.0, 10.0))}},
            "expected.absolute.value",
            "first",
        ),
    ],
)
def test_what_cannot_be_executed_is_refused_with_its_field(opened, update, at, said) -> None:
    if isinstance(update.get("expected"), dict):
        update = {"expected": first().expected.model_copy(update=update["expected"])}
    with pytest.raises(ApplicationError) as caught:
        entry_change(author=LI, entry=changed(**update), based_on=1)
    assert caught.value.code == "invalid_entry"
    assert at in [one["at"] for one in caught.value.data["problems"]]
    assert said in str(caught.value)
    assert Revision.objects.count() == 1


def test_a_threshold_in_another_unit_is_converted_before_its_range_is_looked_at(opened) -> None:
    expected = first().expected.model_copy(
        update={"unit": "km/h", "absolute": AbsoluteTest(op=">=", value=43.2)}
    )
    assert entry_change(author=LI, entry=changed(expected=expected), based_on=1).number == 2


def test_every_entry_of_the_seed_release_can_be_executed() -> None:
    from knowledge.executable import problems_of

    release = load_release()
    found = {entry.id: problems_of(entry, release.causes) for entry in release.entries}
    assert {name: problems for name, problems in found.items() if problems} == {}


def test_a_new_entry_is_a_draft_with_what_it_was_drawn_from(opened) -> None:
    other = load_release().entries[1]
    draft = entry_create(
        author=Author("process:literature"),
        entry=other,
        origin=Origin.LITERATURE,
        evidence={"doi": "10.1000/182", "spans": [[3, 12]]},
    )
    assert (draft.kind, draft.opened_by_id) == (ChangeKind.ADD, None)
    row = library_entry_get(other.id)
    revision = revision_get(row)
    assert (revision.origin, revision.evidence["doi"]) == ("literature", "10.1000/182")
    with pytest.raises(ApplicationError, match="already"):
        entry_create(author=LI, entry=other)
    draft_drop(author=LI, entry_id=other.id, reason="a mistake")
    assert other.id not in head_entries()


def test_dropping_a_draft_brings_the_released_state_back(opened) -> None:
    before = first()
    entry_change(author=LI, entry=changed(weight=1), based_on=1)
    draft_drop(author=LI, entry_id=before.id, reason="no")
    assert first() == before
    row = library_entry_get(before.id)
    assert revision_get(row).origin == Origin.RESTORED
    assert draft_open(row.pk) is None


def test_a_removal_is_a_draft_until_it_is_released(opened) -> None:
    name = first().id
    draft = entry_remove(author=LI, entry_id=name, reason="wrong")
    assert (draft.kind, draft.status) == (ChangeKind.REMOVE, DraftStatus.OPEN)
    assert name in head_entries()
