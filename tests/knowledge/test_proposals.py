"""A proposal becomes a release by two curators who wrote no part of it; then nothing changes it."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

import pytest
from django.db import DatabaseError, transaction
from hvrmet.accounts.principals import Principal, PrincipalKind
from hvrmet.accounts.roles import TenantRole
from hvrmet.core.db.scope import scope
from hvrmet.core.errors import ApplicationError
from hvrmet.testing import Centre

from diagnostics.guidelines import load_release, release_digest
from knowledge import executable
from knowledge.models import CentreRelease, Draft, Proposal, Release
from knowledge.selectors.proposals import proposal_difference, proposal_get
from knowledge.selectors.releases import current_release_digest, release_document
from knowledge.selectors.workspaces import head_entries, released_entries, workspace_get
from knowledge.services.drafts import Author, entry_change, entry_create, entry_remove
from knowledge.services.proposals import (
    proposal_create,
    proposal_explain,
    proposal_release,
    proposal_review,
    proposal_submit,
    proposal_withdraw,
)
from knowledge.services.releases import adoption_confirm, adoption_propose, release_viewed
from knowledge.services.workspaces import workspace_open
from knowledge.signatures import release_is_genuine
from knowledge.states import DraftStatus, ReviewWord
from tests.knowledge.test_entry_tables import curator

pytestmark = pytest.mark.django_db
APPROVE = ReviewWord.APPROVE


class People:
    """Four curators of a centre, and one of their proposals."""

    def __init__(self, centre: Centre) -> None:
        self.centre = centre
        self.li, self.wang, self.chen, self.zhao = (
            curator(centre, name) for name in ("li", "wang", "chen", "zhao")
        )

    def draft(self, **fields: Any) -> str:
        name, entry = next(iter(head_entries().items()))
        entry_change(author=Author.of(self.li), entry=entry.model_copy(update=fields), based_on=1)
        return name

    def propose(self, **fields: Any) -> Proposal:
        self.draft(**(fields or {"weight": 2}))
        made = proposal_create(principal=self.li, title="weights", reason="too high")
        return proposal_submit(principal=self.li, number=made.number)

    def approve(self, number: int) -> None:
        for principal in (self.wang, self.chen):
            proposal_review(principal=principal, number=number, verdict=APPROVE)


@pytest.fixture
def people(alpha: Centre) -> Iterator[People]:
    with scope(alpha.id):
        found = People(alpha)
        workspace_open(principal=found.li)
        yield found


def refused(code: str, function: Any, **arguments: Any) -> ApplicationError:
    with pytest.raises(ApplicationError) as caught:
        function(**arguments)
    assert caught.value.code == code
    return caught.value


def test_a_draft_becomes_an_immutable_signed_release(people) -> None:
    base = workspace_get().base_digest
    proposal = people.propose()
    people.approve(proposal.number)
    row = proposal_release(principal=people.wang, number=proposal.number)
    release = release_document(row.digest)
    assert release.digest == release_digest(release) == row.digest
    assert (row.base_digest, release.version) == (base, "2+1")
    entry = release.entries[0]
    assert entry.weight == 2
    assert entry.curation.status == "reviewed"
    assert entry.curation.reviewed_by == "person:chen, person:wang"
    assert released_entries()[entry.id] == entry == head_entries()[entry.id]
    assert Draft.objects.get().status == DraftStatus.RELEASED
    assert release_is_genuine(row)
    row.approvals = []
    assert not release_is_genuine(row)
    with pytest.raises(DatabaseError, match="denied"), transaction.atomic():
        row.save()
    assert workspace_get().version == "2+1"


def test_the_difference_is_by_entry_and_field(people) -> None:
    other = load_release().entries[1]
    entry_create(author=Author.of(people.li), entry=other)
    proposal = people.propose(weight=2, confidence=0.5)
    found = proposal_difference(proposal, workspace_get())
    assert [(one.entry, one.change) for one in found.entries] == [
        (load_release().entries[0].id, "changed"),
        (other.id, "added"),
    ]
    assert [(one.field, one.before, one.after) for one in found.entries[0].fields] == [
        ("weight", 5, 2),
        ("confidence", 0.9, 0.5),
    ]


def test_takes_two_who_wrote_no_part_of_it(people) -> None:
    proposal = people.propose()
    number = proposal.number
    refused(
        "second_person_required", proposal_review, principal=people.li, number=number,
        verdict=APPROVE,
    )  # fmt: skip
    refused("reviews_missing", proposal_release, principal=people.li, number=number)
    for _ in range(2):
        proposal_review(principal=people.wang, number=number, verdict=APPROVE)
    refused("reviews_missing", proposal_release, principal=people.li, number=number)
    proposal_review(principal=people.chen, number=number, verdict=APPROVE)
    assert proposal_release(principal=people.li, number=number).entry_count == 1


def test_who_saved_a_draft_after_another_is_an_author_too(people) -> None:
    name = people.draft(weight=2)
    entry = head_entries()[name].model_copy(update={"note": "seen"})
    entry_change(author=Author.of(people.wang), entry=entry, based_on=2)
    number = proposal_create(principal=people.li, title="t", reason="r").number
    proposal_submit(principal=people.li, number=number)
    refused(
        "second_person_required", proposal_review, principal=people.wang, number=number,
        verdict=APPROVE,
    )  # fmt: skip


def test_a_key_reviews_nothing(people) -> None:
    number = people.propose().number
    key = Principal(
        PrincipalKind.SERVICE, people.zhao.id, "robot", people.centre.id, (TenantRole.CURATOR,)
    )
    for function, more in ((proposal_review, {"verdict": APPROVE}), (proposal_release, {})):
        refused("person_required", function, principal=key, number=number, **more)


def test_changes_asked_for_open_the_drafts_and_approvals_are_of_what_was(people) -> None:
    number = people.propose().number
    proposal_review(principal=people.wang, number=number, verdict=APPROVE)
    word = ReviewWord.REQUEST_CHANGES
    refused("reason_required", proposal_review, principal=people.chen, number=number, verdict=word)
    proposal_review(principal=people.chen, number=number, verdict=word, text="why 2?")
    assert Draft.objects.get().status == DraftStatus.OPEN
    name, entry = next(iter(head_entries().items()))
    changed = entry.model_copy(update={"weight": 3})
    entry_change(author=Author.of(people.li), entry=changed, based_on=2)
    proposal_submit(principal=people.li, number=number)
    proposal_review(principal=people.chen, number=number, verdict=APPROVE)
    refused("reviews_missing", proposal_release, principal=people.li, number=number)
    proposal_review(principal=people.wang, number=number, verdict=APPROVE)
    release = proposal_release(principal=people.li, number=number)
    assert release_document(release.digest).entry(name).weight == 3


def test_what_is_under_review_is_not_edited(people) -> None:
    number = people.propose().number
    entry = next(iter(head_entries().values()))
    changed = entry.model_copy(update={"weight": 4})
    arguments = {"author": Author.of(people.li), "entry": changed, "based_on": 2}
    refused("entry_proposed", entry_change, **arguments)
    proposal_withdraw(principal=people.li, number=number)
    assert entry_change(**arguments).number == 3


def test_a_case_made_wrong_needs_a_reason(people) -> None:
    number = people.propose().number
    people.approve(number)
    arguments = {"principal": people.wang, "number": number, "wrong_cases": ("flood",)}
    assert "flood" in str(refused("reason_required", proposal_release, **arguments))
    proposal_explain(principal=people.li, number=number, reason="the case has no low-level jet")
    assert proposal_release(**arguments).entry_count == 1


def test_an_operator_that_is_gone_stops_the_release(people, monkeypatch) -> None:
    number = people.propose().number
    people.approve(number)
    left = {name: tool for name, tool in executable.tools().items() if name != "low_level_jet"}
    monkeypatch.setattr(
        executable,
        "tools",
        lambda kind=None: {n: t for n, t in left.items() if kind in (None, t["kind"])},
    )
    error = refused("invalid_entry", proposal_release, principal=people.wang, number=number)
    assert "low_level_jet" in str(error)
    assert CentreRelease.objects.count() == 0


def test_a_circle_of_alternatives_is_refused(people) -> None:
    entry = next(iter(head_entries().values()))
    other = load_release().entries[1]
    entry_create(
        author=Author.of(people.li),
        entry=other.model_copy(update={"alternatives": (entry.factor,)}),
    )
    people.draft(alternatives=(other.factor,))
    number = proposal_create(principal=people.li, title="t", reason="r").number
    error = refused("invalid_entry", proposal_submit, principal=people.li, number=number)
    assert "no other factor" in str(error)


def test_an_entry_that_is_removed_is_in_no_later_release(people) -> None:
    other = load_release().entries[1]
    entry_create(author=Author.of(people.li), entry=other)
    first = people.propose()
    people.approve(first.number)
    proposal_release(principal=people.li, number=first.number)
    entry_remove(author=Author.of(people.li), entry_id=other.id, reason="wrong")
    second = proposal_create(principal=people.li, title="t", reason="r")
    proposal_submit(principal=people.li, number=second.number)
    people.approve(second.number)
    row = proposal_release(principal=people.li, number=second.number)
    assert other.id not in {entry.id for entry in release_document(row.digest).entries}
    assert row.version == "2+2"


def test_jobs_use_it_once_two_people_adopted_it_and_going_back_is_adopting_the_older(
    people,
) -> None:
    number = people.propose().number
    people.approve(number)
    row = proposal_release(principal=people.li, number=number)
    older = Release.objects.get()
    digests = []
    for chosen in (row, older):
        adoption = adoption_propose(principal=people.li, digest=chosen.digest)
        release_viewed(people.wang, chosen)
        adoption_confirm(principal=people.wang, adoption_id=adoption.pk)
        digests.append(current_release_digest())
    assert digests == [row.digest, older.digest]
    assert proposal_get(number).release_digest == row.digest


@pytest.mark.django_db(transaction=True)
def test_another_centre_sees_nothing_of_it(alpha: Centre, beta: Centre) -> None:
    with scope(alpha.id):
        people = People(alpha)
        workspace_open(principal=people.li)
        number = people.propose().number
        people.approve(number)
        digest = proposal_release(principal=people.li, number=number).digest
    with scope(beta.id):
        refused("not_found", release_document, digest=digest)
        refused("not_found", proposal_get, number=number)
