"""One change in many entries: what is shown is what is kept, and nothing bypasses the review."""

from __future__ import annotations

from typing import Any

import pytest

from diagnostics.contracts.library import Library
from knowledge.models import Proposal, ProposedField
from knowledge.selectors import entry_in_force
from tests.knowledge.conftest import Curator, change

pytestmark = pytest.mark.django_db
BULK = "proposals/bulk/"


def show(curator: Curator, path: str, act: str, value: Any = None, **more: Any) -> Any:
    return curator.post(BULK, {"path": path, "act": act, "value": value, **more})


def keep(curator: Curator, path: str, act: str, value: Any = None, **more: Any) -> Any:
    digest = show(curator, path, act, value, **more)["digest"]
    return show(curator, path, act, value, **more, preview=False, digest=digest)


def limited(seed: Library, unit: str) -> list[Any]:
    expected = ((entry, entry.expected) for entry in seed.entries if entry.modality == "index")
    return [entry for entry, said in expected if said.absolute and said.unit == unit]


class TestShown:
    def test_counts_what_changes_and_what_says_so_already(self, author, seed) -> None:
        answer = show(author, "weight", "set", 3)
        said = {entry.id for entry in seed.entries if entry.weight == 3}
        assert answer["met"] == len(seed.entries)
        assert set(answer["same"]) == said
        assert {row["item"] for row in answer["changed"]} == {e.id for e in seed.entries} - said
        assert {row["value"] for row in answer["changed"]} == {3}
        assert answer["proposal"] is None
        assert not Proposal.objects.exists()

    def test_a_filter_that_meets_nothing_changes_nothing(self, author) -> None:
        nothing = {"filter": {"text": "xyzzy"}}
        assert show(author, "weight", "set", 3, **nothing)["met"] == 0
        refused = author.refused(
            "post",
            BULK,
            {
                "path": "weight",
                "act": "set",
                "value": 3,
                **nothing,
                "preview": False,
                "digest": show(author, "weight", "set", 3, **nothing)["digest"],
            },
        )
        assert refused == (400, "nothing_proposed")

    def test_what_would_be_wrong_is_left_out_and_named(self, author, seed) -> None:
        (entry, *_) = limited(seed, "m/s")
        among = {"filter": {"factor": entry.factor}}
        answer = show(author, "expected.absolute.value", "scale", -1000, **among)
        assert (answer["changed"], answer["same"]) == ([], [])
        left = {one["item"]: one["problems"] for one in answer["left_out"]}
        assert left[entry.id][0]["field"].startswith("expected")
        assert set(left[entry.id][0]["texts"]) == {"en", "zh"}

    def test_entries_without_the_limit_are_left_out(self, author, seed) -> None:
        figure = next(entry for entry in seed.entries if entry.modality == "figure")
        among = {"filter": {"factor": figure.factor}}
        (left, *_) = show(author, "expected.absolute.value", "shift", 1, **among)["left_out"]
        assert (left["item"], left["problems"]) == (figure.id, [])

    def test_numbers_of_several_units_are_refused(self, author) -> None:
        body = {"path": "expected.absolute.value", "act": "shift", "value": 1}
        assert author.refused("post", BULK, body) == (400, "mixed_units")

    @pytest.mark.parametrize(
        ("path", "act", "value", "refusal"),
        [
            ("weight", "scale", 2, (400, "not_changed_so")),
            ("tags", "add", "", (400, "not_changed_so")),
            ("citations", "replace", "x", (400, "not_changed_so")),
            ("citations", "add", "nobody1900", (404, "not_found")),
            ("expected.floor.value", "scale", "2", (400, "not_a_number")),
            ("weight", "set", "3", (400, "not_a_number")),
            ("rationale", "set", "x", (400, "invalid_request")),
        ],
    )
    def test_what_no_field_takes_is_refused(self, author, path, act, value, refusal) -> None:
        body = {"path": path, "act": act, "value": value}
        assert author.refused("post", BULK, body) == refusal


class TestKept:
    def test_goes_through_the_review_into_the_library(self, author, reviewer, seed) -> None:
        (entry, *_) = limited(seed, "m/s")
        among = {"filter": {"factor": entry.factor}}
        was = entry.expected.absolute.value
        answer = keep(author, "expected.absolute.value", "scale", 1.01, **among, reason="Newer.")
        assert all(row["value"] == pytest.approx(row["was"] * 1.01) for row in answer["changed"])
        path = f"proposals/{answer['proposal']}/"
        assert author.get(path)["fields"] == len(answer["changed"])
        author.post(f"{path}submit/")
        reviewer.decide(path)
        now = entry_in_force(entry.id).thresholds.get(role="absolute")
        assert now.value == pytest.approx(was * 1.01)

    def test_a_publication_takes_the_place_of_another(self, author, seed) -> None:
        old = seed.entries[0].citations[0].reference
        new = next(item.key for item in seed.references if item.key != old)
        among = {"filter": {"reference": old}, "former": old}
        answer = keep(author, "citations", "replace", new, **among)
        citing = {e.id for e in seed.entries if old in {c.reference for c in e.citations}}
        assert {row["item"] for row in answer["changed"]} == citing
        for row in answer["changed"]:
            names = [one if isinstance(one, str) else one["reference"] for one in row["value"]]
            assert old not in names
            assert names.count(new) == 1

    def test_only_what_was_shown_is_kept(self, author, reviewer, second, entry) -> None:
        among = {"filter": {"factor": entry.factor}}
        shown = show(author, "weight", "set", 5, **among)
        second.decide(reviewer.hand_in(change(entry, "weight", 4)))
        body = {"path": "weight", "act": "set", "value": 5, **among, "preview": False}
        kept = author.refused("post", BULK, {**body, "digest": shown["digest"]})
        assert kept == (409, "changed_since")
        assert not ProposedField.objects.filter(proposal__owner=author.label).exists()

    def test_goes_on_with_a_draft_of_ones_own_alone(self, author, second, entry) -> None:
        among = {"filter": {"factor": entry.factor}}
        first = keep(author, "tags", "add", "coast", **among)
        more = {**among, "proposal": first["proposal"]}
        again = keep(author, "tags", "add", "island", **more)
        assert again["proposal"] == first["proposal"]
        assert {tuple(row["value"]) for row in again["changed"]} == {("coast", "island")}
        assert show(author, "tags", "add", "coast", **more)["changed"] == []
        body = {"path": "tags", "act": "add", "value": "sea", **more}
        assert second.refused("post", BULK, body) == (403, "not_yours")

    def test_removes_all_that_a_filter_meets(self, author, entry) -> None:
        answer = keep(author, "", "remove", filter={"factor": entry.factor})
        rows = author.get(f"proposals/{answer['proposal']}/")["changes"]
        assert {(row["item"], row["path"], row["value"]) for row in rows} == {
            (row["item"], "", None) for row in answer["changed"]
        }
        assert entry.id in {row["item"] for row in answer["changed"]}

    def test_a_need_of_the_queue_is_a_filter(self, author, seed) -> None:
        queue = author.get("queue/?need=unverified")["results"]
        answer = show(author, "tags", "add", "check", filter={"need": "unverified"})
        assert {row["item"] for row in answer["changed"]} == {row["id"] for row in queue}
