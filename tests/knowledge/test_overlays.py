"""A centre says otherwise than the library, for itself alone."""

from __future__ import annotations

from typing import Any

import pytest
from django.core.cache import cache
from django.db import DatabaseError, connection, transaction
from hvrmet.accounts.roles import TenantRole
from hvrmet.celery_app import app
from hvrmet.core.db.scope import scope
from hvrmet.core.errors import NotFoundError
from hvrmet.jobs.models import Job

from diagnostics.contracts.guidelines import GuidelineEntry, GuidelineRelease
from diagnostics.contracts.request import PRESETS
from diagnostics.guidelines import editable_document, load_release
from knowledge.models import Adoption, MeasuredEffect, Overlay
from knowledge.selectors import current_release_digest, presets_in_use, release_document
from knowledge.services import release_import
from knowledge.services.sentences import Asked
from tests.knowledge.conftest import Curator, few_entries
from tests.knowledge.effects import work

pytestmark = pytest.mark.django_db
NOT_FOUND = (404, "not_found")


def is_plain(entry: GuidelineEntry) -> bool:
    """Whether an entry is judged by a limit in its own unit alone."""
    expected = entry.expected
    return getattr(expected, "absolute", None) is not None and expected.clim is None


@pytest.fixture
def base(alpha: Any, seed: Any) -> GuidelineRelease:
    """A loaded release of a few entries, which all centres work with."""
    names = {entry.id for entry in few_entries().entries}
    whole = load_release()
    kept = tuple(entry for entry in whole.entries if entry.id in names or is_plain(entry))
    release = whole.model_copy(update={"entries": kept, "digest": "a" * 64})
    release_import(release)
    return release


@pytest.fixture
def li(alpha: Any, base: GuidelineRelease) -> Curator:
    """A curator of the centre."""
    return Curator(alpha, "li", TenantRole.CURATOR)


@pytest.fixture
def wang(alpha: Any, base: GuidelineRelease) -> Curator:
    """Another curator of the centre."""
    return Curator(alpha, "wang", TenantRole.CURATOR)


@pytest.fixture
def entry(base: GuidelineRelease) -> GuidelineEntry:
    """A shared entry with a limit of its own unit."""
    return next(filter(is_plain, base.entries))


def said(entry: GuidelineEntry, path: str, value: Any, **more: Any) -> dict[str, Any]:
    return {"kind": "entry", "item": entry.id, "path": path, "value": value, **more}


def save(curator: Curator, base: GuidelineRelease, *fields: dict[str, Any]) -> Any:
    status, document = curator.send(
        "put", "overlay/fields/", {"release": base.digest, "fields": list(fields)}
    )
    assert status == 200, document
    return document


def refused(curator: Curator, base: GuidelineRelease, *fields: dict[str, Any]) -> tuple[int, str]:
    return curator.refused("put", "overlay/fields/", {"release": base.digest, "fields": [*fields]})


def unit(entry: GuidelineEntry) -> str:
    return getattr(entry.expected, "unit", "")


def own_entry(entry: GuidelineEntry) -> dict[str, Any]:
    """Return an entry of the centre's own, of the same factor as a shared one."""
    document = editable_document(entry)
    document |= {"citations": [few_entries().references[0].key], "weight": 5}
    return {"kind": "entry", "item": "our_own_entry", "path": "", "value": document}


def loaded(
    base: GuidelineRelease, version: str, changes: dict[str, Any], *added: GuidelineEntry
) -> GuidelineRelease:
    """Load a release with other values in some entries; None takes an entry out."""
    kept = [
        item.model_copy(update=changes.get(item.id, {}))
        for item in base.entries
        if changes.get(item.id, {}) is not None
    ]
    update = {"entries": (*kept, *added), "version": version, "digest": version * 64}
    release = base.model_copy(update=update)
    release_import(release)
    return release


def choose(curator: Curator, change: Any, release: GuidelineRelease, choice: str) -> Any:
    body = {"choose": choice, "release": release.digest}
    return curator.post(f"overlay/fields/{change['id']}/choice/", body)


def adopt(first: Curator, second: Curator, reason: str = "our mountains") -> Any:
    """Put the draft into force by two people."""
    proposal = first.post("overlay/propose/", {"reason": reason})
    second.get(f"releases/{proposal['digest']}/entries/")
    return second.post(f"adoptions/{proposal['id']}/confirm/")


class TestFlight:
    def test_two_people_put_a_limit_into_force_for_their_centre_alone(
        self, alpha, beta, base, entry, li, wang
    ) -> None:
        held = entry.expected.absolute.value
        shown = save(li, base, said(entry, "expected.absolute.value", held * 2))
        (change,) = shown["changes"]
        assert (change["was"], change["value"], change["in_force"]) == (held, held * 2, False)
        adopted = adopt(li, wang)
        assert adopted["overlay"] == 1
        assert adopted["version"] == f"{base.version}+centre.1"
        with scope(alpha.id):
            assert current_release_digest() == adopted["digest"]
            combined = release_document(adopted["digest"])
        assert combined.entry(entry.id).expected.absolute.value == held * 2
        with scope(beta.id):
            assert current_release_digest() == base.digest
            with pytest.raises(NotFoundError):
                release_document(adopted["digest"])
        now = li.get("overlay/")
        assert (now["number"], now["changed"], now["changes"][0]["in_force"]) == (1, False, True)

    def test_a_draft_decides_nothing(self, alpha, base, entry, li) -> None:
        save(li, base, said(entry, "weight", 5 if entry.weight < 5 else 4))
        with scope(alpha.id):
            assert current_release_digest() == base.digest

    def test_a_colleague_goes_on_with_the_draft(self, base, entry, li, wang) -> None:
        save(li, base, said(entry, "rationale_zh", "我们山区的经验表明这一限值偏低。"))
        shown = save(wang, base, said(entry, "weight", entry.weight % 5 + 1))
        assert [item["by"] for item in shown["changes"]] == ["person:li", "person:wang"]

    def test_a_limit_is_given_in_another_unit(self, base, li) -> None:
        of_wind = next(item for item in base.entries if unit(item) == "m/s")
        shown = save(li, base, said(of_wind, "expected.absolute.value", 72, unit="km/h"))
        (change,) = shown["changes"]
        assert (change["value"], change["unit"], change["given"]) == (20, "m/s", "72 km/h")

    def test_what_the_release_says_as_well_is_no_change(self, base, entry, li) -> None:
        save(li, base, said(entry, "weight", entry.weight % 5 + 1))
        shown = save(li, base, said(entry, "weight", entry.weight))
        assert (shown["changes"], shown["changed"]) == ([], False)

    def test_an_entry_is_not_used_and_used_again(self, alpha, base, entry, li, wang) -> None:
        save(li, base, said(entry, "", None))
        first = adopt(li, wang)
        with scope(alpha.id):
            names = {item.id for item in release_document(first["digest"]).entries}
        assert entry.id not in names
        (change,) = li.get("overlay/")["changes"]
        li.send("delete", f"overlay/fields/{change['id']}/")
        back = adopt(li, wang)
        assert (back["digest"], back["overlay"]) == (base.digest, None)

    def test_who_uses_an_entry_again_has_what_was_said_of_it(self, base, entry, li) -> None:
        save(li, base, said(entry, "weight", entry.weight % 5 + 1))
        (unused,) = save(li, base, said(entry, "", None))["changes"]
        _, shown = li.send("delete", f"overlay/fields/{unused['id']}/")
        assert [item["path"] for item in shown["changes"]] == ["weight"]

    def test_the_draft_starts_again_from_what_is_in_force(self, base, entry, li, wang) -> None:
        save(li, base, said(entry, "weight", entry.weight % 5 + 1), said(entry, "note", "Ours."))
        adopt(li, wang)
        changes = {item["path"]: item for item in li.get("overlay/")["changes"]}
        wang.send("delete", f"overlay/fields/{changes['note']['id']}/")
        save(wang, base, said(entry, "weight", entry.weight, seen=changes["weight"]["saved_at"]))
        save(wang, base, said(entry, "timing", "at night"))
        shown = wang.post("overlay/reset/")
        assert (shown["changed"], shown["undone"]) == (False, [])
        assert {item["path"] for item in shown["changes"]} == {"weight", "note"}

    def test_a_change_of_what_is_in_force_says_both(self, base, entry, li, wang) -> None:
        path, held = "expected.absolute.value", entry.expected.absolute.value
        save(li, base, said(entry, path, held * 2))
        adopt(li, wang)
        (change,) = save(li, base, said(entry, path, held * 3))["changes"]
        assert (change["theirs"], change["used"], change["value"]) == (held, held * 2, held * 3)

    def test_who_does_not_use_an_entry_adjusts_nothing_of_it(self, base, entry, li) -> None:
        save(li, base, said(entry, "weight", entry.weight % 5 + 1))
        shown = save(li, base, said(entry, "", None))
        assert [item["path"] for item in shown["changes"]] == [""]

    def test_what_is_in_force_and_taken_out_is_named(self, base, entry, li, wang) -> None:
        save(li, base, said(entry, "weight", entry.weight % 5 + 1))
        adopt(li, wang)
        shown = save(li, base, said(entry, "weight", entry.weight))
        (undone,) = shown["undone"]
        assert (undone["path"], undone["value"]) == ("weight", entry.weight % 5 + 1)
        assert undone["factor"] == entry.factor
        assert undone["event_types"] == [event.value for event in entry.event_types]

    def test_an_emptied_draft_is_a_proposal_of_the_release_as_it_is(
        self, base, entry, li, wang
    ) -> None:
        (change,) = save(li, base, said(entry, "weight", entry.weight % 5 + 1))["changes"]
        adopt(li, wang)
        li.send("delete", f"overlay/fields/{change['id']}/")
        back = li.post("overlay/propose/", {"reason": "it did no good"})
        assert li.get("overlay/")["proposed"]["id"] == back["id"]
        save(wang, base, said(entry, "note", "Seen on our coast."))
        newer = wang.post("overlay/propose/", {"reason": "a note"})
        listed = {item["id"]: item for item in li.get("adoptions/")["results"]}
        assert listed[back["id"]]["withdrawn_by"] == "person:wang"
        assert li.get("overlay/")["proposed"]["id"] == newer["id"]

    def test_an_entry_of_its_own_is_added(self, alpha, base, entry, li, wang) -> None:
        save(li, base, said(entry, "", None))
        own = own_entry(entry)
        shown = save(li, base, own)
        assert shown["problems"] == []
        assert {item["factor"] for item in shown["changes"]} == {entry.factor}
        adopted = adopt(li, wang)
        with scope(alpha.id):
            added = release_document(adopted["digest"]).entry("our_own_entry")
        assert added.curation.status == "own"
        assert added.references[0].text
        shown = save(li, base, {**own, "value": None})
        assert {item["item"] for item in shown["changes"]} == {entry.id}

    def test_the_newest_proposal_replaces_an_open_one(self, base, entry, li, wang) -> None:
        save(li, base, said(entry, "weight", entry.weight % 5 + 1))
        older = li.post("overlay/propose/", {"reason": "first"})
        save(wang, base, said(entry, "note", "Seen on our coast."))
        newer = wang.post("overlay/propose/", {"reason": "and this"})
        listed = {item["id"]: item for item in li.get("adoptions/")["results"]}
        assert listed[older["id"]]["withdrawn_by"] == "person:wang"
        assert li.get("overlay/")["proposed"]["id"] == newer["id"]

    def test_an_earlier_state_is_proposed_again(self, base, entry, li, wang) -> None:
        save(li, base, said(entry, "weight", entry.weight % 5 + 1))
        first = adopt(li, wang)
        save(li, base, said(entry, "note", "Seen on our coast."))
        second = adopt(li, wang)
        states = li.get("overlay/versions/")["results"]
        assert [item["digest"] for item in states] == [second["digest"], first["digest"]]
        assert [item["in_use"] for item in states] == [True, False]
        proposal = li.post("adoptions/", {"digest": first["digest"], "reason": "back"})
        assert (proposal["digest"], proposal["overlay"]) == (first["digest"], 1)


class TestCriteria:
    """The criteria of events are a centre's to set as well, number by number."""

    HEAVY = "criteria.rainstorm.windows.0.grades.0.value"

    def number(self, path: str, value: Any, **more: Any) -> dict[str, Any]:
        return {"kind": "preset", "item": "cma", "path": path, "value": value, **more}

    def test_a_centre_sets_what_is_a_rainstorm(self, alpha, beta, base, li, wang) -> None:
        listed = {item["name"]: item for item in li.get("overlay/presets/")["results"]}
        assert set(listed) == set(PRESETS)
        (fifty,) = [item for item in listed["cma"]["numbers"] if item["path"] == self.HEAVY]
        assert (fifty["value"], fifty["unit"], fifty["label"]) == (50, "mm", "S")
        assert set(fifty["names"]) == {"en", "zh"}
        shown = save(li, base, self.number(self.HEAVY, 4, unit="cm"))
        (change,) = shown["changes"]
        assert (change["theirs"], change["value"], change["given"]) == (50, 40, "4 cm")
        assert (change["event_types"], change["touches"]) == (["rainstorm"], "verdict")
        adopted = adopt(li, wang)
        with scope(alpha.id):
            (ours,) = presets_in_use()
        assert (ours.name, ours.adjusted) == ("cma", (self.HEAVY,))
        (item,) = li.get(f"releases/{adopted['digest']}/difference/{base.digest}/")["items"]
        assert (item["kind"], item["key"], item["fields"][0]["after"]) == ("preset", "cma", 40)
        with scope(beta.id):
            assert presets_in_use() == ()

    @pytest.mark.parametrize("value", [-5, "fifty", 120, None])
    def test_what_cannot_be_is_shown_at_its_number(self, base, li, value) -> None:
        shown = save(li, base, self.number(self.HEAVY, value))
        assert {item["kind"] for item in shown["problems"]} == {"preset"}
        assert li.refused("post", "overlay/propose/", {"reason": "r"}) == (400, "invalid_proposal")

    def test_all_that_is_wrong_is_said_at_once(self, base, li) -> None:
        shown = save(
            li, base, self.number(self.HEAVY, 260), self.number("area.min_object.value", -1)
        )
        fields = {item["field"] for item in shown["problems"]}
        assert fields == {self.HEAVY, "area.min_object.value"}

    @pytest.mark.parametrize(
        "path", ["", "title", "criteria.rainstorm.windows.0.hours", "criteria.flood.value"]
    )
    def test_nothing_but_numbers_is_set(self, base, li, path) -> None:
        assert refused(li, base, self.number(path, None)) == (400, "not_adjustable")

    def test_there_are_no_others(self, base, li) -> None:
        other = {"kind": "preset", "item": "ours", "path": self.HEAVY, "value": 3}
        assert refused(li, base, other) == (400, "not_adjustable")


class TestReading:
    def test_the_combination_is_read_like_a_release(self, base, entry, li, wang) -> None:
        save(li, base, said(entry, "weight", entry.weight % 5 + 1))
        digest = adopt(li, wang)["digest"]
        info = li.get(f"releases/{digest}/")
        assert (info["overlay"], info["base"], info["in_use"]) == (1, base.digest, True)
        assert info["entries"] == len(base.entries)
        listed = li.get(f"releases/{digest}/entries/?modality={entry.modality.value}")["results"]
        assert entry.id in {item["id"] for item in listed}
        one = li.get(f"releases/{digest}/entries/{entry.id}/")
        assert (one["weight"], one["curation"]["status"]) == (entry.weight % 5 + 1, "adjusted")
        difference = li.get(f"releases/{digest}/difference/{base.digest}/")
        (item,) = difference["items"]
        assert [field["path"] for field in item["fields"]] == ["weight"]

    def test_the_shared_release_stands_as_in_use_too(self, base, entry, li, wang) -> None:
        save(li, base, said(entry, "weight", entry.weight % 5 + 1))
        adopt(li, wang)
        used = [item["digest"] for item in li.get("releases/")["results"] if item["in_use"]]
        assert used == [base.digest]

    def test_no_other_centre_sees_any_of_it(self, beta, base, entry, li, wang) -> None:
        (change,) = save(li, base, said(entry, "weight", entry.weight % 5 + 1))["changes"]
        adopted = adopt(li, wang)
        other = Curator(beta, "ma", TenantRole.CURATOR)
        assert other.get("overlay/")["changes"] == []
        assert other.get("overlay/versions/")["results"] == []
        for path in ("", "entries/", f"entries/{entry.id}/", f"difference/{base.digest}/"):
            assert other.refused("get", f"releases/{adopted['digest']}/{path}") == NOT_FOUND
        assert other.refused("delete", f"overlay/fields/{change['id']}/") == NOT_FOUND
        choice = {"choose": "mine", "release": base.digest}
        assert other.refused("post", f"overlay/fields/{change['id']}/choice/", choice) == NOT_FOUND
        wanted = {"digest": adopted["digest"]}
        assert other.refused("post", "adoptions/", wanted) == NOT_FOUND


class TestRefusals:
    @pytest.mark.parametrize(
        "path",
        ["factor", "event_types", "expected.reduction", "supports", "category", "references"],
    )
    def test_what_an_entry_looks_for_is_the_same_for_all(self, base, entry, li, path) -> None:
        assert refused(li, base, said(entry, path, "x")) == (400, "not_adjustable")

    def test_names_and_hits_are_nobodys_to_write(self, base, entry, li) -> None:
        for path in ("id", "experience", "experience.tested"):
            assert refused(li, base, said(entry, path, 3)) == (400, "unknown_field")

    def test_explanations_and_publications_are_added_to_the_shared_library(self, base, li) -> None:
        new = {"kind": "reference", "item": "ours2026", "path": "title", "value": "Handbook"}
        assert refused(li, base, new)[0] == 400
        gone = {"kind": "cause", "item": base.causes[0].key, "path": "", "value": None}
        assert refused(li, base, gone) == (400, "not_adjustable")

    def test_a_value_that_a_colleague_saved_meanwhile_is_not_overwritten(
        self, base, entry, li, wang
    ) -> None:
        (theirs,) = save(li, base, said(entry, "weight", entry.weight % 5 + 1))["changes"]
        mine = said(entry, "weight", (entry.weight + 1) % 5 + 1)
        status, answer = wang.send(
            "put", "overlay/fields/", {"release": base.digest, "fields": [mine]}
        )
        assert (status, answer["code"]) == (409, "changed_since")
        assert (answer["data"]["by"], answer["data"]["value"]) == ("person:li", theirs["value"])
        save(wang, base, {**mine, "seen": theirs["saved_at"]})

    def test_nor_taken_out(self, base, entry, li, wang) -> None:
        (mine,) = save(li, base, said(entry, "weight", entry.weight % 5 + 1))["changes"]
        other = said(entry, "weight", (entry.weight + 1) % 5 + 1, seen=mine["saved_at"])
        save(wang, base, other)
        path = f"overlay/fields/{mine['id']}/?seen={mine['saved_at'].replace('+', '%2B')}"
        assert li.refused("delete", path) == (409, "changed_since")

    def test_a_slip_of_the_pen_begins_no_entry(self, base, entry, li) -> None:
        slip = {"kind": "entry", "item": f"{entry.id}s", "path": "weight", "value": 3}
        assert refused(li, base, slip) == NOT_FOUND

    def test_an_own_entry_brings_no_hits(self, base, entry, li) -> None:
        own = own_entry(entry)
        own["value"] |= {"experience": {"confirmed": 9, "tested": 9}, "id": "other"}
        paths = {item["path"] for item in save(li, base, own)["changes"]}
        assert not any(path.startswith(("experience", "id")) for path in paths)
        own["value"]["weight"] = "5"
        assert refused(li, base, own) == (400, "not_a_number")

    @pytest.mark.parametrize(("path", "value"), [("weight", True), ("weight", "3")])
    def test_what_only_looks_like_a_number_is_none(self, base, entry, li, path, value) -> None:
        assert refused(li, base, said(entry, path, value)) == (400, "not_a_number")

    @pytest.mark.parametrize(
        ("path", "value"),
        [
            ("conditions_machine.months_nh", [13]),
            ("conditions_machine.abs_lat_range", [80, 20]),
            ("conditions_machine.event_centre_in", [70, 60, 150, 15]),
            ("conditions_machine.subtype", ["nonsense"]),
            ("where.lag_hours", [-10000, 10000]),
            ("note", "x" * 5000),
        ],
    )
    def test_conditions_that_nothing_meets_are_wrong(self, base, entry, li, path, value) -> None:
        problems = save(li, base, said(entry, path, value))["problems"]
        assert problems
        assert all(item["field"].startswith(path) for item in problems)

    def test_all_fields_are_kept_or_none(self, base, entry, li) -> None:
        wrong = said(entry, "factor", "x")
        assert refused(li, base, said(entry, "weight", 1), wrong) == (400, "not_adjustable")
        assert li.get("overlay/")["changes"] == []

    def test_what_is_wrong_is_shown_and_not_proposed(self, base, entry, li) -> None:
        shown = save(li, base, said(entry, "weight", 9))
        assert [item["field"] for item in shown["problems"]] == ["weight"]
        assert li.refused("post", "overlay/propose/", {"reason": "r"}) == (400, "invalid_proposal")

    def test_an_own_entry_beside_a_shared_one_of_its_kind_is_wrong(self, base, entry, li) -> None:
        shown = save(li, base, own_entry(entry))
        assert [item["field"] for item in shown["problems"]] == ["factor"]

    def test_that_is_said_before_all_else_is_filled_in(self, base, entry, li) -> None:
        events = [event.value for event in entry.event_types]
        begun = {"kind": "entry", "item": "our_own_entry"}
        fields = {"factor": entry.factor, "event_types": events}
        shown = save(li, base, *({**begun, "path": x, "value": fields[x]} for x in fields))
        assert "factor" in [item["field"] for item in shown["problems"]]

    def test_nothing_new_is_proposed(self, base, entry, li, wang) -> None:
        assert li.refused("post", "overlay/propose/", {"reason": "r"}) == (409, "already_in_force")
        save(li, base, said(entry, "weight", entry.weight % 5 + 1))
        assert li.refused("post", "overlay/propose/", {"reason": " "}) == (400, "reason_missing")
        adopt(li, wang)
        assert li.refused("post", "overlay/propose/", {"reason": "r"}) == (409, "already_in_force")

    def test_nobody_adopts_what_they_proposed_or_have_not_seen(self, base, entry, li, wang) -> None:
        save(li, base, said(entry, "weight", entry.weight % 5 + 1))
        proposal = li.post("overlay/propose/", {"reason": "r"})
        confirm = f"adoptions/{proposal['id']}/confirm/"
        assert li.refused("post", confirm) == (403, "second_person_required")
        assert wang.refused("post", confirm) == (409, "release_not_opened")
        wang.get(f"releases/{proposal['digest']}/difference/{base.digest}/")
        wang.post(confirm)

    def test_who_only_reads_writes_nothing(self, alpha, base, entry, li) -> None:
        reader = Curator(alpha, "zhou", TenantRole.FORECASTER)
        reader.get("overlay/")
        assert refused(reader, base, said(entry, "weight", 1)) == (403, "permission_denied")


class TestNewerRelease:
    """The shared library goes on; what the centre has adjusted meets it entry by entry."""

    def test_the_overlay_goes_along(self, alpha, base, entry, li, wang) -> None:
        save(li, base, said(entry, "weight", entry.weight % 5 + 1))
        adopt(li, wang)
        other = next(item for item in base.entries if item.id != entry.id)
        newer = loaded(base, "b", {other.id: {"note": "Newly said."}})
        proposal = li.post("adoptions/", {"digest": newer.digest, "reason": "new"})
        assert (proposal["overlay"], proposal["version"]) == (2, "b+centre.2")
        wang.get(f"releases/{proposal['digest']}/entries/")
        wang.post(f"adoptions/{proposal['id']}/confirm/")
        with scope(alpha.id):
            now = release_document(current_release_digest())
        assert now.entry(entry.id).weight == entry.weight % 5 + 1
        assert now.entry(other.id).note == "Newly said."

    @pytest.mark.parametrize("choice", ["mine", "theirs"])
    def test_a_field_that_both_have_changed_is_chosen(self, base, entry, li, wang, choice) -> None:
        ours, theirs = entry.weight % 5 + 1, (entry.weight + 1) % 5 + 1
        save(li, base, said(entry, "weight", ours))
        adopt(li, wang)
        newer = loaded(base, "b", {entry.id: {"weight": theirs}})
        status, answer = li.send("post", "adoptions/", {"digest": newer.digest})
        assert (status, answer["code"]) == (409, "overlay_conflict")
        (found,) = answer["data"]["conflicts"]
        assert (found["was"], found["theirs"], found["mine"]) == (entry.weight, theirs, ours)
        (change,) = li.get(f"overlay/?release={newer.digest}")["changes"]
        assert (change["conflict"], change["theirs"]) == ("changed", theirs)
        assert li.get("overlay/")["changes"][0]["conflict"] is None
        shown = choose(li, change, newer, choice)
        assert [item["value"] for item in shown["changes"]] == ([ours] if choice == "mine" else [])
        # What is in use says what it said: nothing is open there.
        assert not any(item["conflict"] for item in li.get("overlay/")["changes"])
        wanted = {"reason": "the new release", "release": newer.digest}
        proposal = li.post("overlay/propose/", wanted)
        assert proposal["overlay"] == (2 if choice == "mine" else None)

    def test_what_both_say_alike_is_no_conflict(self, base, entry, li, wang) -> None:
        ours = entry.weight % 5 + 1
        save(li, base, said(entry, "weight", ours))
        adopt(li, wang)
        newer = loaded(base, "b", {entry.id: {"weight": ours}})
        proposal = li.post("adoptions/", {"digest": newer.digest})
        assert (proposal["digest"], proposal["overlay"]) == (newer.digest, None)

    @pytest.mark.parametrize("choice", ["mine", "theirs"])
    def test_a_removed_entry_is_kept_as_its_own_or_let_go(
        self, alpha, base, li, wang, choice
    ) -> None:
        entry = next(item for item in base.entries if item.id == few_entries().entries[0].id)
        ours = entry.weight % 5 + 1
        save(li, base, said(entry, "weight", ours))
        adopt(li, wang)
        newer = loaded(base, "b", {entry.id: None})
        (change,) = li.get(f"overlay/?release={newer.digest}")["changes"]
        assert change["conflict"] == "removed"
        shown = choose(li, change, newer, choice)
        assert shown["problems"] == []
        proposal = li.post("overlay/propose/", {"reason": "new", "release": newer.digest})
        with scope(alpha.id):
            names = {item.id: item for item in release_document(proposal["digest"]).entries}
        if choice == "theirs":
            assert entry.id not in names
        else:
            assert names[entry.id].weight == ours
            assert names[entry.id].expected == entry.expected
            assert names[entry.id].curation.status == "own"

    @pytest.mark.parametrize("choice", ["mine", "theirs"])
    def test_an_entry_that_the_library_adds_too_gets_another_name_or_goes(
        self, base, entry, li, wang, choice
    ) -> None:
        save(li, base, said(entry, "", None), own_entry(entry))
        adopt(li, wang)
        added = entry.model_copy(update={"id": "our_own_entry", "factor": "pwat", "weight": 1})
        newer = loaded(base, "b", {}, added)
        shown = li.get(f"overlay/?release={newer.digest}")["changes"]
        change = next(item for item in shown if item["item"] == "our_own_entry")
        assert change["conflict"] == "added"
        left = choose(li, change, newer, choice)["changes"]
        own = {item["path"]: item["value"] for item in left if item["own"]}
        assert {item["item"] for item in left} - {entry.id} == (
            {"our_own_entry_centre"} if choice == "mine" else set()
        )
        # No number of the centre's comes into an entry of another quantity.
        assert own.get("factor") == (entry.factor if choice == "mine" else None)
        li.post("overlay/propose/", {"reason": "new", "release": newer.digest})

    def test_a_removed_entry_is_kept_as_the_draft_has_it(
        self, alpha, base, entry, li, wang
    ) -> None:
        cited = next(item for item in base.entries if item.id == few_entries().entries[0].id)
        weight = cited.weight % 5 + 1
        save(li, base, said(cited, "where.reach_km", 444), said(cited, "weight", weight))
        adopt(li, wang)
        (reach,) = [x for x in li.get("overlay/")["changes"] if x["path"] == "where.reach_km"]
        li.send("delete", f"overlay/fields/{reach['id']}/")
        newer = loaded(base, "b", {cited.id: None})
        (change,) = li.get(f"overlay/?release={newer.digest}")["changes"]
        choose(li, change, newer, "mine")
        proposal = li.post("overlay/propose/", {"reason": "new", "release": newer.digest})
        with scope(alpha.id):
            ours = release_document(proposal["digest"]).entry(cited.id)
        assert (ours.where, ours.weight) == (cited.where, weight)

    def test_an_unused_entry_that_decides_otherwise_now_is_looked_at_again(
        self, base, entry, li, wang
    ) -> None:
        save(li, base, said(entry, "", None))
        adopt(li, wang)
        newer = loaded(base, "b", {entry.id: {"weight": entry.weight % 5 + 1}})
        (change,) = li.get(f"overlay/?release={newer.digest}")["changes"]
        assert change["conflict"] == "changed"
        same = loaded(base, "c", {entry.id: {"note": "Another word."}})
        assert li.get(f"overlay/?release={same.digest}")["changes"][0]["conflict"] is None
        shown = choose(li, change, newer, "mine")
        assert shown["changes"][0]["conflict"] is None

    def test_without_a_conflict_there_is_nothing_to_choose(self, base, entry, li) -> None:
        (change,) = save(li, base, said(entry, "weight", entry.weight % 5 + 1))["changes"]
        body = {"choose": "mine", "release": base.digest}
        path = f"overlay/fields/{change['id']}/choice/"
        assert li.refused("post", path, body) == (409, "no_conflict")


class TestDatabase:
    @pytest.mark.parametrize(
        "change",
        [
            "DELETE FROM knowledge_overlay",
            "UPDATE knowledge_overlay SET version = 'other'",
            "DELETE FROM knowledge_centreadjustment",
        ],
    )
    def test_keeps_every_state_and_loses_no_draft(self, alpha, base, entry, li, change) -> None:
        save(li, base, said(entry, "weight", entry.weight % 5 + 1))
        li.post("overlay/propose/", {"reason": "r"})
        with scope(alpha.id), connection.cursor() as cursor:
            cursor.execute("RESET ROLE")
            with pytest.raises(DatabaseError, match="never changed"), transaction.atomic():
                cursor.execute(change)

    def test_an_adoption_names_no_overlay_of_another_centre(
        self, alpha, beta, base, entry, li
    ) -> None:
        save(li, base, said(entry, "weight", entry.weight % 5 + 1))
        li.post("overlay/propose/", {"reason": "r"})
        with scope(alpha.id):
            overlay = Overlay.objects.get()
        named = {"release_id": overlay.base_id, "overlay_id": overlay.pk}
        with scope(beta.id), connection.cursor() as cursor:
            cursor.execute("SET CONSTRAINTS ALL IMMEDIATE")
            with pytest.raises(DatabaseError, match="same_tenant"), transaction.atomic():
                Adoption.objects.create(**named, proposed_by_id=li.user.pk)


class TestEffect:
    """What a centre's draft would do, measured for that centre alone."""

    def test_is_measured_beside_what_the_centre_works_with(
        self, alpha, beta, base, entry, li, wang, engine
    ) -> None:
        assert li.get("overlay/effect/")["entries"] == []
        assert li.refused("post", "overlay/effect/") == (409, "nothing_to_measure")
        save(li, base, said(entry, "weight", entry.weight % 5 + 1))
        adopt(li, wang)
        work(alpha.id)
        save(li, base, said(entry, "expected.absolute.value", entry.expected.absolute.value * 2))
        engine.wrong = 1
        status, asked = li.send("post", "overlay/effect/", {})
        assert (status, asked["entries"]) == (202, [entry.id])
        work(alpha.id)
        found = li.get("overlay/effect/")
        assert found["cases"]["result"]["verdicts"][0]["turned_wrong"]
        assert not found["reason_needed"]
        assert engine.release.entry(entry.id).weight == entry.weight % 5 + 1
        assert found["runs"]["status"] == "finished"
        assert not MeasuredEffect.objects.exists()
        other = Curator(beta, "ma", TenantRole.CURATOR)
        save(other, base, said(entry, "expected.absolute.value", 1.0))
        assert other.get("overlay/effect/")["cases"]["result"] is None

    def test_of_criteria_is_measured_beside_those_of_the_centre(
        self, alpha, base, li, wang, engine
    ) -> None:
        field = {"kind": "preset", "item": "cma", "path": "criteria.gale.sustained.0.value"}
        save(li, base, {**field, "value": 18})
        adopt(li, wang)
        work(alpha.id)
        save(li, base, {**field, "value": 19})
        status, asked = li.send("post", "overlay/effect/", {})
        assert (status, asked["entries"], asked["criteria"]) == (202, [], True)
        work(alpha.id)
        assert li.get("overlay/effect/")["cases"]["result"]["criteria"][0]["preset"] == "cma"
        with scope(alpha.id):
            request = Job.objects.filter(kind="effect").latest("created_at").request
        (change,) = request["criteria"]
        limits = [
            change[side]["criteria"]["gale"]["sustained"][0]["value"]
            for side in ("before", "after")
        ]
        assert limits == [18, 19]
        assert not MeasuredEffect.objects.exists()

    def test_who_adopts_it_is_shown_it(self, alpha, beta, base, entry, li, wang, engine) -> None:
        save(li, base, said(entry, "expected.absolute.value", entry.expected.absolute.value * 2))
        digest = li.get("overlay/effect/")["digest"]
        adoption = li.post("overlay/propose/", {"reason": "seen here"})
        path = f"adoptions/{adoption['id']}/effect/"
        waiting = wang.get(path)
        assert (waiting["digest"], waiting["entries"]) == (digest, [entry.id])
        assert {waiting[part]["status"] for part in ("cases", "runs")} == {"queued"}
        work(alpha.id)
        assert wang.get(path)["cases"]["result"]["digest"] == digest
        other = Curator(beta, "ma", TenantRole.CURATOR)
        assert other.refused("get", path) == NOT_FOUND
        li.post(f"adoptions/{adoption['id']}/withdraw/")
        assert wang.get(path)["digest"] == ""

    def test_a_sentence_of_it_is_judged_in_what_the_centre_works_with(
        self, alpha, base, entry, li, monkeypatch
    ) -> None:
        monkeypatch.setattr(app, "send_task", lambda *_, **__: None)
        cache.clear()
        save(li, base, said(entry, "expected.absolute.value", entry.expected.absolute.value * 2))
        status, asked = li.send("post", "overlay/sentence/", {"entry": entry.id})
        assert (status, asked["result"]) == (202, None)
        wanted = Asked(alpha.id, li.user.pk).take(asked["digest"])
        assert wanted is not None
        assert (wanted.release, wanted.change.entry_id) == (base.digest, entry.id)
