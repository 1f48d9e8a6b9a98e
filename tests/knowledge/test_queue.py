"""The queue of a curator: each need comes and goes, in order, and in a fixed number of queries."""

from __future__ import annotations

from datetime import timedelta
from typing import Any

import pytest
from django.db import connection
from django.test.utils import CaptureQueriesContext
from hvrmet.accounts.roles import TenantRole
from hvrmet.core.db.scope import SYSTEM, scope

from diagnostics.contracts.guidelines import Experience
from diagnostics.contracts.library import CheckOutcome, Citation, LibraryReference
from diagnostics.guidelines.exchange import Reading
from knowledge.models import Candidate
from knowledge.selectors import library_in_force
from knowledge.selectors.queue import FEWEST_ENTRIES, FEWEST_TESTED, Need
from knowledge.services import library_import
from tests.knowledge.conftest import Curator, change

pytestmark = pytest.mark.django_db
OWN_WORK = (Need.CONFLICT, Need.RETURNED, Need.REVIEW, Need.RELEASE, Need.DRAFT)


def rows(person: Curator, need: Need, **filters: Any) -> list[dict[str, Any]]:
    """Return what waits for a person for one reason, and see that it is counted so."""
    asked = "&".join(f"{name}={value}" for name, value in filters.items())
    queue = person.get(f"queue/?need={need}&{asked}")
    counts = {item["need"]: item["count"] for item in queue["counts"]}
    assert list(counts) == list(Need)
    assert counts[need] == queue["total"] == len(queue["results"])
    assert {item["need"] for item in queue["results"]} <= {need}
    found: list[dict[str, Any]] = queue["results"]
    return found


def ids(person: Curator, need: Need, **filters: Any) -> list[str]:
    return [item["id"] for item in rows(person, need, **filters)]


def own_work(person: Curator) -> dict[str, list[str]]:
    """Return the addresses of what waits, by need, without what the library itself needs."""
    found: dict[str, list[str]] = {}
    for item in person.get("queue/")["results"]:
        if item["need"] in OWN_WORK:
            kind = "candidates" if item["kind"] == "candidate" else "proposals"
            found.setdefault(item["need"], []).append(f"{kind}/{item['id']}/")
    return found


def take_in(*items: Any) -> None:
    """Put other states of entries and publications into the library, as an operator does."""
    references = tuple(item for item in items if isinstance(item, LibraryReference))
    entries = tuple(item for item in items if not isinstance(item, LibraryReference))
    parts = {"entries": entries, "references": references, "causes": ()}
    with scope(SYSTEM):
        library = library_in_force().model_copy(update=parts)
        library_import(Reading.of(library), origin="file", name="x", actor="operator:li")


def cell_of(entry: Any) -> dict[str, str]:
    return {"event": entry.event_types[0], "category": entry.category, "modality": entry.modality}


class TestProposals:
    def test_a_draft_is_its_owners_until_it_is_handed_in(self, author, second, entry) -> None:
        path = author.propose(change(entry, "weight", 5), reason="seen often")
        (item,) = rows(author, Need.DRAFT)
        assert (item["kind"], item["title"], item["by"]) == ("proposal", "seen often", author.label)
        assert (item["items"], item["event"]) == ([f"entry {entry.id}"], None)
        assert own_work(second) == {}
        author.post(f"{path}submit/")
        assert own_work(author) == {}
        assert own_work(second) == {"review": [path]}

    def test_a_review_waits_for_who_may_decide_and_did_not(
        self, alpha, author, reviewer, second, entry
    ) -> None:
        colleague = Curator(alpha, "guo", TenantRole.CURATOR)
        path = author.hand_in(change(entry, "weight", 5))
        own = second.hand_in(change(entry, "note", "rare"))
        assert own_work(reviewer) == {"review": [path, own]}
        assert own_work(second) == {"review": [path]}, "nobody decides on their own words"
        assert own_work(colleague) == {}
        reviewer.decide(path, "correct", value=4, reason="not that often")
        assert own_work(author) == {"review": [path]}, "the first author decides on a correction"
        assert own_work(second) == {}
        author.decide(path)
        assert own_work(author) == {}

    def test_what_was_returned_waits_for_its_owner(self, author, reviewer, second, entry) -> None:
        path = author.hand_in(change(entry, "weight", 5))
        reviewer.decide(path, "return", reason="which standard?")
        assert own_work(author) == {"returned": [path]}
        assert own_work(reviewer) == own_work(second) == {}
        author.send("patch", path, {"reason": "the standard of 2025"})
        author.post(f"{path}submit/")
        assert own_work(author) == {}

    def test_a_conflict_waits_for_its_owner_and_stands_once(
        self, author, reviewer, second, entry
    ) -> None:
        draft = author.propose(change(entry, "weight", 4))
        in_review = author.hand_in(change(entry, "weight", 1))
        reviewer.decide(second.hand_in(change(entry, "weight", 5)))
        assert author.get(in_review)["state"] == "returned"
        found = own_work(author)
        assert list(found) == ["conflict"]
        assert set(found["conflict"]) == {draft, in_review}
        assert own_work(reviewer) == {}
        (field,) = author.get(in_review)["changes"]
        chosen = {"choose": "mine", "revision": 2}
        author.post(f"{in_review}fields/{field['id']}/choice/", chosen)
        assert own_work(author) == {"conflict": [draft], "returned": [in_review]}

    def test_who_waits_longest_comes_first(self, author, reviewer, second, entry) -> None:
        first = author.hand_in(change(entry, "weight", 5))
        later = second.hand_in(change(entry, "note", "rare"))
        assert own_work(reviewer)["review"] == [first, later]
        author.post(f"{first}recall/")
        author.post(f"{first}submit/")
        assert own_work(reviewer)["review"] == [later, first]

    def test_they_are_of_the_cells_whose_entries_they_change(self, author, seed, entry) -> None:
        path = author.propose(change(entry, "weight", 5))
        reference = seed.references[0]
        author.propose(
            {"kind": "reference", "item": reference.key, "path": "year", "revision": 1}
            | {"value": reference.year - 1}
        )
        assert len(ids(author, Need.DRAFT)) == 2
        (shown,) = ids(author, Need.DRAFT, **cell_of(entry))
        assert shown in path
        other = next(one for one in seed.entries if one.category != entry.category)
        assert ids(author, Need.DRAFT, category=other.category) == []


class TestReleases:
    def test_wait_for_each_who_may_approve_and_did_not(
        self, author, reviewer, second, entry
    ) -> None:
        reviewer.decide(author.hand_in(change(entry, "weight", 5)))
        made = reviewer.post("candidates/", {"version": "2026.1", "note": "weights"})
        path = f"candidates/{made['id']}/"
        (item,) = rows(reviewer, Need.RELEASE)
        assert (item["kind"], item["title"]) == ("candidate", "2026.1")
        assert (item["by"], item["at"]) == (reviewer.label, made["created_at"])
        assert own_work(author) == {}, "a centre's curator approves none"
        assert ids(reviewer, Need.RELEASE, event="gale") == []
        for person in (reviewer, second):
            assert own_work(person) == {"release": [path]}
            person.get(path)
            person.post(f"{path}approve/", {"digest": made["digest"]})
            assert own_work(person) == {}

    def test_no_longer_when_one_was_withdrawn(self, author, reviewer, second, entry) -> None:
        reviewer.decide(author.hand_in(change(entry, "weight", 5)))
        made = reviewer.post("candidates/", {"version": "2026.1", "note": "weights"})
        second.post(f"candidates/{made['id']}/withdraw/")
        assert Candidate.objects.count() == 1
        assert own_work(reviewer) == {}


class TestEntries:
    def test_are_unverified_while_a_citation_is(self, author, seed, entry) -> None:
        keys = [citation.reference for citation in entry.citations]
        cited = [item for item in seed.references if item.key in keys]
        for outcome in (CheckOutcome.NOT_FOUND, CheckOutcome.CONTRADICTED, CheckOutcome.UNCHECKED):
            take_in(*(_checked(item, outcome) for item in cited))
            found = {item["id"]: item for item in rows(author, Need.UNVERIFIED)}
            assert found[entry.id]["references"] == keys
            assert found[entry.id]["factor"] == entry.factor
        take_in(*(_checked(item, CheckOutcome.AGREES) for item in cited))
        assert entry.id not in ids(author, Need.UNVERIFIED)

    def test_without_any_verified_citation_come_first_then_the_heavy_ones(
        self, author, seed
    ) -> None:
        heaviest = max(seed.entries, key=lambda item: item.weight)
        cited = {citation.reference for citation in heaviest.citations}
        known = next(item for item in seed.references if item.key not in cited)
        take_in(
            *(
                _checked(item, CheckOutcome.AGREES if item is known else CheckOutcome.NOT_FOUND)
                for item in seed.references
            ),
            heaviest.model_copy(
                update={"citations": (*heaviest.citations, Citation(reference=known.key))}
            ),
        )
        verified = {heaviest.id} | {
            item.id for item in seed.entries if known.key in [c.reference for c in item.citations]
        }
        found = rows(author, Need.UNVERIFIED)
        of = {item.id: (item.id in verified, -item.weight, item.id) for item in seed.entries}
        assert [item["id"] for item in found] == sorted(
            (item["id"] for item in found), key=lambda name: of[name]
        )
        listed = next(item for item in found if item["id"] == heaviest.id)
        assert known.key not in listed["references"]
        assert found[0]["id"] != heaviest.id

    @pytest.mark.parametrize(
        ("confirmed", "tested", "low"),
        [(1, FEWEST_TESTED, True), (0, FEWEST_TESTED - 1, False), (2, 4, False), (0, 0, False)],
    )
    def test_have_low_hits_after_enough_tests(
        self, author, entry, confirmed: int, tested: int, low: bool
    ) -> None:
        take_in(_hit(entry, confirmed, tested))
        found = rows(author, Need.LOW_HITS)
        assert (entry.id in {item["id"] for item in found}) is low
        for item in found:
            if item["id"] == entry.id:
                assert item["hits"]["confirmed"] == confirmed
                assert item["hits"]["tested"] == tested

    def test_with_the_fewest_hits_come_first(self, author, seed) -> None:
        first, second, third, *rest = seed.entries
        take_in(_hit(first, 1, 4), _hit(second, 0, 4), _hit(third, 1, 3))
        take_in(*(_hit(item, 1, 1) for item in rest))
        assert ids(author, Need.LOW_HITS) == [second.id, first.id, third.id]

    def test_are_stale_when_nobody_changed_them_for_long(
        self, author, reviewer, seed, entry, monkeypatch
    ) -> None:
        assert ids(author, Need.STALE) == []
        monkeypatch.setattr("knowledge.selectors.queue.STALE_AFTER", timedelta(0))
        assert len(ids(author, Need.STALE)) == len(seed.entries)
        reviewer.decide(author.hand_in(change(entry, "weight", 5)))
        assert ids(author, Need.STALE)[-1] == entry.id, "the oldest come first"

    def test_pass_the_filters_of_their_cells(self, author, seed) -> None:
        take_in(*(_checked(item, CheckOutcome.NOT_FOUND) for item in seed.references))
        for entry in seed.entries:
            for event in entry.event_types:
                found = rows(author, Need.UNVERIFIED, **{**cell_of(entry), "event": event})
                (item,) = (one for one in found if one["id"] == entry.id)
                assert (item["event"], item["category"]) == (event, entry.category)
        wanted = {item.id for item in seed.entries if item.modality == "figure"}
        assert set(ids(author, Need.UNVERIFIED, modality="figure")) == wanted


class TestCells:
    def test_every_one_is_counted_whatever_is_listed(self, author, seed) -> None:
        take_in(*(_checked(item, CheckOutcome.NOT_FOUND) for item in seed.references))
        queue = author.get("queue/?event=gale&need=draft")
        assert queue["results"] == []
        assert len(queue["cells"]) == 5 * 3 * 2
        for cell in queue["cells"]:
            held = [item for item in seed.entries if _holds(cell, item)]
            assert cell["entries"] == cell["attention"] == len(held)

    def test_thin_ones_need_entries(self, author, seed) -> None:
        queue = author.get("queue/")
        few = [cell for cell in queue["cells"] if cell["entries"] < FEWEST_ENTRIES]
        found = rows(author, Need.THIN)
        names = {f"{one['event']}/{one['category']}/{one['modality']}" for one in few}
        assert {item["id"] for item in found} == names
        assert [item["entries"] for item in found] == sorted(cell["entries"] for cell in few)
        (one,) = rows(author, Need.THIN, event="gale", category="moisture", modality="figure")
        assert (one["id"], one["kind"], one["at"]) == ("gale/moisture/figure", "cell", None)

    def test_are_thin_no_longer_with_enough_entries(self, author, seed, monkeypatch) -> None:
        monkeypatch.setattr("knowledge.selectors.queue.FEWEST_ENTRIES", 1)
        cells = author.get("queue/")["cells"]
        empty = sum(cell["entries"] == 0 for cell in cells)
        assert 0 < len(ids(author, Need.THIN)) == empty < len(cells)


class TestList:
    def test_is_cut_and_counts_what_is_not_shown(self, author, seed, monkeypatch) -> None:
        whole = author.get("queue/")
        monkeypatch.setattr("knowledge.selectors.queue.MOST_ITEMS", 2)
        cut = author.get("queue/")
        assert cut["results"] == whole["results"][:2]
        assert cut["total"] == whole["total"] == sum(one["count"] for one in whole["counts"])

    def test_is_in_order_of_urgency(self, author, reviewer, second, seed, entry) -> None:
        take_in(*(_checked(item, CheckOutcome.NOT_FOUND) for item in seed.references))
        author.propose(change(entry, "weight", 4))
        reviewer.decide(author.hand_in(change(entry, "note", "rare")), "return", reason="why?")
        shown = [item["need"] for item in author.get("queue/")["results"]]
        assert shown[:3] == ["returned", "draft", "unverified"]
        assert shown == sorted(shown, key=list(Need).index)

    @pytest.mark.parametrize("wrong", ["need=all", "event=rain", "modality=both", "state=draft"])
    def test_wrong_filters_are_named(self, author, wrong: str) -> None:
        status, _ = author.refused("get", f"queue/?{wrong}")
        assert status == 400

    def test_costs_no_more_with_more(self, author, reviewer, second, seed, entry) -> None:
        author.propose(change(entry, "weight", 4))
        reference = seed.references[0]
        of_reference = {"kind": "reference", "item": reference.key, "revision": 1, "path": "note"}
        second.hand_in(change(entry, "note", "rare"), {**of_reference, "value": "seen"})
        with CaptureQueriesContext(connection) as few:
            reviewer.get("queue/")
        for item in seed.entries:
            author.propose(change(item, "note", "a note"))
            second.hand_in(change(item, "note", "another note"))
        with CaptureQueriesContext(connection) as many:
            assert len(ids(reviewer, Need.REVIEW)) == len(seed.entries) + 1
        assert len(many) == len(few)


def _checked(reference: LibraryReference, outcome: CheckOutcome) -> LibraryReference:
    by = {"checked_by": "li", "checked_on": "2026-11-29", "seen": ["x"]}
    if outcome is CheckOutcome.UNCHECKED:
        by = {"checked_by": "", "checked_on": None, "seen": []}
    return LibraryReference.model_validate(
        {**reference.model_dump(mode="json"), "outcome": outcome, **by}
    )


def _hit(entry: Any, confirmed: int, tested: int) -> Any:
    return entry.model_copy(
        update={"experience": Experience(confirmed=confirmed, tested=tested) if tested else None}
    )


def _holds(cell: dict[str, Any], entry: Any) -> bool:
    return cell["event"] in entry.event_types and (cell["category"], cell["modality"]) == (
        entry.category,
        entry.modality,
    )


def test_what_the_centre_is_to_adopt_waits_for_the_second_person(
    beta, release, author, second, reviewer
) -> None:
    second.post("adoptions/", {"digest": release.digest})
    (item,) = rows(author, Need.ADOPTION)
    assert (item["kind"], item["by"]) == ("adoption", second.label)
    assert item["title"] == release.version
    others = Curator(beta, "zhao", TenantRole.CURATOR)
    for person in (second, reviewer, others):
        assert rows(person, Need.ADOPTION) == []
    second.post(f"adoptions/{item['id']}/withdraw/")
    assert rows(author, Need.ADOPTION) == []
