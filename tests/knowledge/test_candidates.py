"""Releases made from the library: two people approve what they saw, and centres adopt it."""

from __future__ import annotations

from typing import Any
from uuid import uuid4

import pytest
from django.db import DatabaseError, IntegrityError
from hvrmet.core.db.scope import SYSTEM, scope

from diagnostics.contracts.library import Library
from diagnostics.guidelines import pack_release, release_digest, unpack_release
from diagnostics.guidelines.exchange import Reading
from knowledge.models import Approval, Candidate, Release
from knowledge.selectors import current_release_digest, library_in_force, release_document
from knowledge.services import library_import, package_import
from tests.knowledge.conftest import Curator, change

pytestmark = pytest.mark.django_db
NEW = {"version": "2026.1", "note": "gust limits"}


@pytest.fixture
def release(seed: Library) -> Release:
    """The one that was taken in with the library is all that there is."""
    return Release.objects.get()


@pytest.fixture
def changed(author: Curator, reviewer: Curator, entry: Any) -> Any:
    """The entry, after a reviewed change of its weight."""
    reviewer.decide(author.hand_in(change(entry, "weight", 5), change(entry, "note", "rare")))
    return entry


def approve(person: Curator, candidate: Any) -> Any:
    person.get(f"candidates/{candidate['id']}/")
    return person.post(f"candidates/{candidate['id']}/approve/", {"digest": candidate["digest"]})


class TestFlight:
    def test_two_people_release_and_a_centre_adopts(
        self, changed, alpha, author, reviewer, second, seed
    ) -> None:
        with scope(alpha.id):
            before = current_release_digest()
        candidate = reviewer.post("candidates/", NEW)
        (item,) = candidate["difference"]["items"]
        assert (item["key"], item["change"]) == (changed.id, "changed")
        fields = {field["path"]: field for field in item["fields"]}
        assert (fields["weight"]["before"], fields["weight"]["after"]) == (3, 5)
        assert (fields["weight"]["touches"], fields["note"]["touches"]) == ("choice", "text")
        assert (candidate["unreviewed"], candidate["since_version"]) == ([], seed.version)
        assert not approve(reviewer, candidate)["released"]
        assert Release.objects.filter(digest=candidate["digest"]).count() == 0
        released = approve(second, candidate)
        assert released["released"]
        assert [item["by"] for item in released["approvals"]] == [reviewer.label, second.label]
        release = author.get(f"releases/{candidate['digest']}/")
        assert (release["version"], release["note"]) == ("2026.1", "gust limits")
        assert release["approved_by"] == sorted([reviewer.label, second.label])
        with scope(alpha.id):
            assert current_release_digest() == before, "who never chose it does not get it"
        adoption = author.post("adoptions/", {"digest": candidate["digest"], "reason": "r"})
        second.get(f"releases/{candidate['digest']}/difference/{before}/")
        second.post(f"adoptions/{adoption['id']}/confirm/")
        with scope(alpha.id):
            assert current_release_digest() == candidate["digest"]
        pinned = release_document(candidate["digest"])
        assert pinned.entry(changed.id).weight == 5
        assert pinned.approval is not None
        assert pinned.approval.by == (reviewer.label, second.label)
        assert release_digest(pinned) == pinned.digest
        assert unpack_release(pack_release(pinned), pinned.digest) == pinned
        assert release_document(before).approval is None, "that of the package"

    def test_an_entry_is_released_as_reviewed_as_a_whole(
        self, author, reviewer, second, entry
    ) -> None:
        path = author.hand_in(change(entry, "reviewed", True))
        assert author.refused("post", f"{path}decisions/", {"decisions": []})[0] == 400
        reviewer.decide(path)
        candidate = reviewer.post("candidates/", NEW)
        (item,) = candidate["difference"]["items"]
        assert [(one["path"], one["touches"]) for one in item["fields"]] == [("reviewed", "text")]
        approve(reviewer, candidate)
        approve(second, candidate)
        states = {
            item.id: item.curation.status for item in release_document(candidate["digest"]).entries
        }
        assert states.pop(entry.id) == "reviewed"
        assert set(states.values()) == {"draft"}
        found = author.get("library/entries/?reviewed=true")["results"]
        assert [item["entry"]["id"] for item in found] == [entry.id]
        left = author.get("library/entries/?reviewed=false")["results"]
        assert len(left) == len(states)

    def test_going_back_is_adopting_an_older_one(
        self, changed, alpha, author, reviewer, second
    ) -> None:
        with scope(alpha.id):
            first = current_release_digest()
        candidate = reviewer.post("candidates/", NEW)
        approve(reviewer, candidate)
        approve(second, candidate)
        for digest in (candidate["digest"], first):
            adoption = author.post("adoptions/", {"digest": digest})
            second.get(f"releases/{digest}/entries/")
            second.post(f"adoptions/{adoption['id']}/confirm/")
        with scope(alpha.id):
            assert current_release_digest() == first
        back = author.get(f"releases/{first}/difference/{candidate['digest']}/")
        there = author.get(f"releases/{candidate['digest']}/difference/{first}/")
        (one,), (other,) = back["items"], there["items"]
        assert [field["before"] for field in one["fields"]] == [
            field["after"] for field in other["fields"]
        ]

    def test_what_came_from_files_without_a_review_is_named(self, changed, reviewer, seed) -> None:
        other = next(item for item in seed.entries if item.id != changed.id)
        rated = other.model_copy(update={"weight": other.weight % 5 + 1})
        library = library_in_force().model_copy(update={"entries": (rated,)})
        with scope(SYSTEM):
            library_import(Reading.of(library), origin="file", name="x", actor="operator:li")
        candidate = reviewer.post("candidates/", NEW)
        assert candidate["unreviewed"] == [f"entry {other.id}"]
        assert len(candidate["difference"]["items"]) == 2


class TestRefusals:
    def test_there_is_nothing_to_release(self, reviewer) -> None:
        assert reviewer.refused("post", "candidates/", NEW) == (409, "nothing_to_release")

    def test_a_version_is_given_once(self, changed, reviewer, seed) -> None:
        taken = {**NEW, "version": seed.version}
        assert reviewer.refused("post", "candidates/", taken) == (409, "version_taken")
        candidate = reviewer.post("candidates/", NEW)
        assert reviewer.refused("post", "candidates/", NEW) == (409, "version_taken")
        reviewer.post(f"candidates/{candidate['id']}/withdraw/")
        assert reviewer.post("candidates/", NEW)["version"] == "2026.1"

    def test_one_person_is_not_two(self, changed, reviewer) -> None:
        candidate = reviewer.post("candidates/", NEW)
        approve(reviewer, candidate)
        again = {"digest": candidate["digest"]}
        path = f"candidates/{candidate['id']}/approve/"
        assert reviewer.refused("post", path, again) == (409, "already_approved")
        second_word = Approval.objects.get()
        second_word.pk, second_word._state.adding = uuid4(), True
        with pytest.raises(IntegrityError), scope(SYSTEM):
            second_word.save()

    def test_an_approval_is_of_what_was_prepared_and_seen(self, changed, reviewer, second) -> None:
        candidate = reviewer.post("candidates/", NEW)
        path = f"candidates/{candidate['id']}/approve/"
        unseen = second.refused("post", path, {"digest": candidate["digest"]})
        assert unseen == (409, "release_not_opened")
        assert second.refused("post", path, {"digest": "0" * 64}) == (409, "another_digest")

    def test_what_ended_is_not_approved(self, changed, reviewer, second) -> None:
        candidate = reviewer.post("candidates/", NEW)
        path = f"candidates/{candidate['id']}/"
        second.post(f"{path}withdraw/")
        body = {"digest": candidate["digest"]}
        assert reviewer.refused("post", f"{path}approve/", body) == (409, "candidate_closed")
        assert reviewer.refused("post", f"{path}withdraw/") == (409, "candidate_closed")

    def test_a_document_that_was_tampered_with_is_not_released(
        self, changed, reviewer, second
    ) -> None:
        candidate = reviewer.post("candidates/", NEW)
        approve(reviewer, candidate)
        row = Candidate.objects.get()
        row.document["entries"][0]["weight"] = row.document["entries"][0]["weight"] % 5 + 1
        with scope(SYSTEM):
            row.save(update_fields=("document",))
        second.get(f"candidates/{candidate['id']}/")
        status, answer = second.send(
            "post", f"candidates/{candidate['id']}/approve/", {"digest": candidate["digest"]}
        )
        assert (status, answer["code"]) == (500, "release_damaged")
        assert Approval.objects.count() == 1

    def test_a_library_upgrade_is_no_release_of_curators(self, changed, alpha, reviewer) -> None:
        release, _, _ = package_import()
        assert reviewer.get(f"releases/{release.digest}/")["approved_by"] == []
        with pytest.raises(DatabaseError), scope(alpha.id):
            Candidate.objects.create(
                version="x",
                title="t",
                note="n",
                digest=release.digest,
                document={},
                since=release,
                prepared_by="x",
                prepared_by_id=reviewer.user.pk,
            )


class TestAdoptionProposals:
    def test_are_made_once_and_taken_back_by_who_made_them(
        self, changed, alpha, author, reviewer, second
    ) -> None:
        candidate = reviewer.post("candidates/", NEW)
        approve(reviewer, candidate)
        approve(second, candidate)
        body = {"digest": candidate["digest"]}
        first = author.post("adoptions/", body)
        assert second.refused("post", "adoptions/", body) == (409, "already_proposed")
        path = f"adoptions/{first['id']}/"
        assert second.refused("post", f"{path}withdraw/") == (403, "not_yours")
        assert author.post(f"{path}withdraw/")["withdrawn_by"] == author.label
        assert second.refused("post", f"{path}confirm/") == (409, "adoption_withdrawn")
        again = second.post("adoptions/", body)
        author.get(f"releases/{candidate['digest']}/entries/")
        author.post(f"adoptions/{again['id']}/confirm/")
        assert author.refused("post", "adoptions/", body) == (409, "already_in_force")
        refusal = second.refused("post", f"adoptions/{again['id']}/withdraw/")
        assert refusal == (409, "already_adopted")


def test_a_centre_sees_prepared_releases_and_prepares_none(changed, alpha, author) -> None:
    assert author.get("candidates/")["results"] == []
    assert author.refused("post", "candidates/", NEW) == (403, "permission_denied")
