"""Criteria of events of the shared library: set number by number, approved, released, adopted."""

from __future__ import annotations

from typing import Any

import pytest
from hvrmet.core.db.scope import scope

from diagnostics.contracts.library import Library, LibraryPreset
from diagnostics.contracts.request import PRESETS
from diagnostics.guidelines.exchange import Reading, folder_files, read_folder, read_yaml_text
from knowledge.models import PresetRevision
from knowledge.selectors import current_release_digest, library_in_force, presets_in_use
from knowledge.services import library_import
from tests.knowledge.conftest import Curator

pytestmark = pytest.mark.django_db
GALE = "criteria.gale.sustained.0.value"
SOURCE = "criteria.gale.sustained.0.source"
RAIN = "criteria.rainstorm.windows.0.grades"


def number(path: str, value: Any, revision: int = 1, item: str = "cma", **more: Any) -> Any:
    named = {"kind": "preset", "item": item, "path": path}
    return {**named, "revision": revision, "value": value, **more}


def shown(person: Curator, name: str = "cma") -> Any:
    found = person.get("library/presets/")["results"]
    assert [one["preset"]["name"] for one in found] == list(PRESETS)
    return found[PRESETS.index(name)]


def said(person: Curator, path: str) -> Any:
    return next(one for one in shown(person)["preset"]["numbers"] if one["path"] == path)


def adopt(author: Curator, second: Curator, digest: str) -> None:
    adoption = author.post("adoptions/", {"digest": digest, "reason": "r"})
    second.get(f"releases/{digest}/difference/{digest}/")
    second.get(f"releases/{digest}/entries/")
    second.post(f"adoptions/{adoption['id']}/confirm/")


def released(reviewer: Curator, second: Curator, version: str) -> Any:
    candidate = reviewer.post("candidates/", {"version": version, "note": "criteria"})
    for person in (reviewer, second):
        person.get(f"candidates/{candidate['id']}/")
        body = {"digest": candidate["digest"]}
        person.post(f"candidates/{candidate['id']}/approve/", body)
    return candidate


def test_are_those_of_the_package_at_first(author: Curator) -> None:
    for name in PRESETS:
        state = shown(author, name)
        assert (state["revision"], state["package"]) == (1, {})
        assert {one["label"] for one in state["preset"]["numbers"]} <= {"S", "K", "D", ""}


def test_a_number_is_proposed_approved_released_and_adopted(
    alpha: Any, author: Curator, reviewer: Curator, second: Curator
) -> None:
    before = said(author, GALE)
    path = author.hand_in(number(GALE, 36, unit="kt"), number(f"{RAIN}.0.value", 60))
    fields = {one["path"]: one for one in author.get(path)["changes"]}
    assert (fields[GALE]["unit"], fields[GALE]["given"]) == (before["unit"], "36 kt")
    assert fields[GALE]["was"] == before["value"]
    assert fields[GALE]["touches"] == "verdict"
    assert shown(author)["revision"] == 1
    reviewer.decide(path)
    state = shown(author)
    assert (state["revision"], state["changed_by"]) == (2, author.label)
    assert state["approved_by"] == [reviewer.label]
    assert state["package"] == {GALE: before["value"], f"{RAIN}.0.value": 50.0}
    assert said(author, GALE)["value"] == pytest.approx(18.52, abs=0.01)
    assert (said(author, GALE)["label"], said(author, GALE)["source"]) == ("L", "")
    last, first = author.get("library/presets/cma/revisions/")["results"]
    assert (sorted(last["numbers"]), first["numbers"]) == ([GALE, f"{RAIN}.0.value"], {})
    candidate = released(reviewer, second, "2026.1")
    items = candidate["difference"]["items"]
    assert [item["key"] for item in items if item["kind"] == "preset"] == ["cma"]
    with scope(alpha.id):
        assert presets_in_use() == ()
    adopt(author, second, candidate["digest"])
    with scope(alpha.id):
        assert current_release_digest() == candidate["digest"]
        (used,) = presets_in_use()
        assert (used.name, used.revised) == ("cma", (GALE, f"{RAIN}.0.value"))


def test_a_centre_says_them_otherwise_and_hears_of_changes(
    alpha: Any, author: Curator, reviewer: Curator, second: Curator
) -> None:
    field = {"kind": "preset", "item": "cma", "path": f"{RAIN}.0.value", "value": 70}
    body = {"release": author.get("overlay/")["release"], "fields": [field]}
    assert author.send("put", "overlay/fields/", body)[0] == 200
    reviewer.decide(author.hand_in(number(f"{RAIN}.0.value", 60), number(GALE, 18)))
    candidate = released(reviewer, second, "2026.1")
    changes = author.get(f"overlay/?release={candidate['digest']}")["changes"]
    (conflict,) = [one for one in changes if one["conflict"]]
    assert conflict["path"] == f"{RAIN}.0.value"
    author.post(
        f"overlay/fields/{conflict['id']}/choice/",
        {"choose": "mine", "release": candidate["digest"]},
    )
    proposed = author.post("overlay/propose/", {"reason": "wet", "release": candidate["digest"]})
    second.get(f"releases/{proposed['digest']}/entries/")
    second.post(f"adoptions/{proposed['id']}/confirm/")
    with scope(alpha.id):
        (used,) = presets_in_use()
    assert (used.revised, used.adjusted) == ((GALE, f"{RAIN}.0.value"), (f"{RAIN}.0.value",))
    grades = used.document["criteria"]["rainstorm"]["windows"][0]["grades"]
    assert (grades[0]["value"], grades[0]["label"]) == (70.0, "C")
    assert used.document["criteria"]["gale"]["sustained"][0]["label"] == "L"


def test_a_number_says_where_it_is_from(author: Curator, reviewer: Curator) -> None:
    assert said(author, GALE)["source_path"] == SOURCE
    reviewer.decide(author.hand_in(number(GALE, 18), number(SOURCE, "Station record, 2026")))
    assert (said(author, GALE)["label"], said(author, GALE)["source"]) == (
        "L",
        "Station record, 2026",
    )
    last = author.get("library/presets/cma/revisions/")["results"][0]
    assert last["sources"] == {SOURCE: "Station record, 2026"}
    assert author.get("library/search/?q=Station record&kind=preset")["results"]
    # a new number is not from where the old one was, until somebody says so
    path = author.hand_in(number(SOURCE, "", revision=2))
    (change,) = author.get(path)["changes"]
    assert (change["was"], change["touches"]) == ("Station record, 2026", "text")
    reviewer.decide(path)
    assert said(author, GALE)["source"] == ""


@pytest.mark.slow
def test_the_number_of_the_package_is_no_change_any_more(
    author: Curator, reviewer: Curator
) -> None:
    reviewer.decide(author.hand_in(number(GALE, 18)))
    package = shown(author)["package"][GALE]
    reviewer.decide(author.hand_in(number(GALE, package, revision=2)))
    assert (shown(author)["revision"], shown(author)["package"]) == (3, {})
    assert said(author, GALE)["label"] != "L"


@pytest.mark.slow
def test_somebody_elses_other_number_is_no_conflict(author: Curator, reviewer: Curator) -> None:
    mine = author.hand_in(number(GALE, 18))
    reviewer.decide(author.hand_in(number(f"{RAIN}.0.value", 60)))
    reviewer.decide(mine)
    assert sorted(shown(author)["package"]) == [GALE, f"{RAIN}.0.value"]
    again = author.hand_in(number(GALE, 19, revision=3))
    reviewer.decide(author.hand_in(number(GALE, 20, revision=3)))
    assert author.get(again)["state"] == "returned"
    (field,) = author.get(again)["changes"]
    assert field["conflict"]["theirs"] == 20


def test_are_found_by_whose_they_are_and_by_their_numbers(author: Curator) -> None:
    for words in ("Meteorological Administration", "中国气象局", "blizzard", "暴雪"):
        assert author.get(f"library/search/?q={words}&kind=preset")["results"], words
    (first, *_) = author.get("library/search/?q=ETCCDI&kind=preset")["results"]
    assert first["key"] == "etccdi"


def test_a_history_says_whose_the_value_is(author: Curator, reviewer: Curator) -> None:
    path = author.hand_in(number(GALE, 18), number(f"{RAIN}.0.value", 60))
    (field, other) = reviewer.get(path)["changes"]
    said = [
        {
            "wording": field["wordings"][-1]["id"],
            "verdict": "correct",
            "value": 19,
            "reason": "seen",
        },
        {"wording": other["wordings"][-1]["id"], "verdict": "approve"},
    ]
    reviewer.post(f"{path}decisions/", {"decisions": said})
    author.decide(path)
    last, first = author.get("library/presets/cma/revisions/")["results"]
    corrected = {"path": GALE, "by": reviewer.label, "reason": "seen"}
    assert (last["changed_by"], last["corrections"]) == (author.label, [corrected])
    assert last["approved_by"] == sorted([author.label, reviewer.label])
    assert first["corrections"] == []
    assert author.get(f"{path}effect/")["criteria"]


class TestRefusals:
    @pytest.mark.parametrize(
        ("field", "code"),
        [
            (number("title", 3), "unknown_field"),
            (number("criteria.rainstorm.windows.0.hours", 3), "unknown_field"),
            (number("", None), "unknown_field"),
            (number(GALE, 18, item="ncep"), "unknown_field"),
            (number(GALE, "18"), "not_a_number"),
            (number(GALE, True), "not_a_number"),
            (number(GALE, None), "not_a_number"),
            (number(SOURCE, 3), "not_a_text"),
            (number(SOURCE, None), "not_a_text"),
            (number("days.source", "x"), "unknown_field"),
            (number(GALE, 3, unit="mm"), "unit_refused"),
            (number(GALE, 18, revision=7), "changed_since"),
        ],
    )
    def test_what_is_no_number_of_criteria(self, author: Curator, field: Any, code: str) -> None:
        body = {"reason": "r", "fields": [field]}
        assert author.refused("post", "proposals/", body)[1] == code

    @pytest.mark.parametrize(
        ("fields", "wrong"),
        [
            ([number(GALE, 400)], GALE),
            ([number(f"{RAIN}.0.value", 5000)], f"{RAIN}.0.value"),
            ([number(f"{RAIN}.0.value", 120)], f"{RAIN}.0.value"),
        ],
    )
    def test_what_cannot_be_is_named_with_its_field(
        self, author: Curator, fields: Any, wrong: str
    ) -> None:
        path = author.propose(*fields)
        assert wrong in {one["field"] for one in author.get(path)["problems"]}
        status, answer = author.send("post", f"{path}submit/", {})
        assert (status, answer["code"]) == (400, "invalid_proposal")


class TestFiles:
    def test_come_back_the_same(self, author: Curator, reviewer: Curator, tmp_path: Any) -> None:
        changes = (number(GALE, 18), number(f"{RAIN}.0.value", 60), number(SOURCE, "table 1"))
        reviewer.decide(author.hand_in(*changes))
        files = folder_files(library_in_force())
        assert "presets.yaml" in files
        for name, text in files.items():
            (tmp_path / name).write_text(text)
        again = read_folder(tmp_path).library
        assert folder_files(again) == files
        assert {one.name: one for one in again.presets} == {
            one.name: one for one in library_in_force().presets
        }
        outcome = library_import(
            Reading.of(again), origin="file", name="x", actor="operator:li", whole=True
        )
        assert not outcome.wrote

    def test_without_them_nothing_is_written(self, seed: Library) -> None:
        assert "presets.yaml" not in folder_files(library_in_force())

    def test_a_file_says_what_cannot_be(self, seed: Library) -> None:
        text = f"presets:\n  - name: cma\n    numbers: {{{GALE}: 400}}\n"
        with pytest.raises(Exception, match=r"x\.yaml, line 2: preset cma, criteria\.gale"):
            library_import(
                read_yaml_text(text, "x.yaml"), origin="file", name="x", actor="operator:li"
            )
        with pytest.raises(Exception, match="cma, nws, etccdi"):
            read_yaml_text("presets:\n  - name: ncep\n", "x.yaml")

    def test_the_package_leaves_alone_what_was_set_here(
        self, author: Curator, reviewer: Curator
    ) -> None:
        reviewer.decide(author.hand_in(number(GALE, 18)))
        library = library_in_force()
        plain = library.model_copy(update={"presets": (LibraryPreset(name="cma"),)})
        outcome = library_import(
            Reading.of(plain), origin="package", name="x", actor="system:package", whole=True
        )
        assert outcome.kept == ["cma"]
        assert PresetRevision.objects.filter(item__key="cma").count() == 2
