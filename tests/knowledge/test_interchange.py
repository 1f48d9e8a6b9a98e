"""Import and export: the same bytes every time, the line of each mistake, nothing half imported."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

import pytest
import yaml
from hvrmet.core.db.scope import scope
from hvrmet.core.errors import ApplicationError
from hvrmet.testing import Centre

from diagnostics.contracts.guidelines import GuidelineRelease
from diagnostics.guidelines import load_release, release_digest, release_yaml
from knowledge.interchange import read_release_yaml
from knowledge.models import Draft, LibraryEntry, Revision
from knowledge.selectors.workspaces import head_entries, workspace_get
from knowledge.services.drafts import Author, entry_change
from knowledge.services.imports import library_import, upstream_take
from knowledge.services.workspaces import workspace_open
from tests.knowledge.test_entry_tables import curator, rich
from tests.knowledge.test_overlays import import_outside, upstream

LI = Author("person:li")


def test_export_and_import_are_stable_to_the_byte() -> None:
    whole = load_release()
    full = whole.model_copy(update={"entries": (rich(whole.entries[0]), *whole.entries[1:])})
    full = full.model_copy(update={"digest": release_digest(full)})
    text = release_yaml(full)
    again = read_release_yaml(text)
    assert again == full
    assert release_yaml(again) == text


def refused(text: str) -> ApplicationError:
    with pytest.raises(ApplicationError) as caught:
        read_release_yaml(text)
    assert caught.value.code == "invalid_library"
    return caught.value


@pytest.mark.slow
def test_a_bad_line_among_ten_thousand_entries_is_named() -> None:
    entry = load_release().entries[0].model_dump(mode="json")
    head = {"id": "x", "version": "1", "title": "many"}
    one = yaml.safe_dump([{**entry, "id": "ENTRY"}], allow_unicode=True)
    parts = [one.replace("ENTRY", f"g_{number}") for number in range(10_000)]
    parts[7_000] = parts[7_000].replace("weight: 5", "weight: heavy")
    before = yaml.safe_dump(head) + "entries:\n"
    error = refused(before + "".join(parts))
    line = before.count("\n") + sum(part.count("\n") for part in parts[:7_000]) + 1
    assert error.data["count"] == 1
    assert f"line {line}, g_7000" in str(error)
    assert "weight" in str(error)


@pytest.mark.parametrize(
    ("text", "said"),
    [
        ("a: [1", "line 2: this is not YAML"),
        ("just words", "list of entries"),
        ("entries: 3", "list of entries"),
        ("id: x\nversion: '1'\ntitle: t\nentries:\n- &a {id: 1}\n- *a\n", "anchors"),
        ("entries: []\n", "version"),
    ],
)
def test_what_is_no_library_is_said_with_its_line(text, said) -> None:
    assert said in str(refused(text))


def test_an_entry_twice_is_named_with_both_lines() -> None:
    entry = load_release().entries[0]
    release = GuidelineRelease(id="x", version="1", title="t", entries=(entry, entry))
    assert "stands on line 5 already" in str(refused(release_yaml(release)))


@pytest.fixture
def opened(alpha: Centre) -> Iterator[Any]:
    with scope(alpha.id):
        workspace_open(principal=curator(alpha))
        yield alpha


@pytest.mark.django_db
class TestTaking:
    def test_what_differs_becomes_drafts(self, opened) -> None:
        whole = load_release()
        changed = whole.entries[0].model_copy(update={"weight": 1})
        release = whole.model_copy(update={"entries": (changed, *whole.entries[1:4])})
        report = library_import(author=LI, release=release, reason="from the archive")
        assert (report.changed, len(report.added)) == ([changed.id], 3)
        assert head_entries()[changed.id].weight == 1
        assert Draft.objects.count() == 4
        again = library_import(author=LI, release=release, reason="again")
        assert (again.added, again.changed, again.unchanged) == ([], [], 4)

    def test_one_entry_that_cannot_run_stops_all_of_it(self, opened) -> None:
        whole = load_release()
        bad = whole.entries[2].model_copy(update={"factor": "no_such_operator"})
        release = whole.model_copy(update={"entries": (*whole.entries[:2], bad)})
        with pytest.raises(ApplicationError, match="no_such_operator"):
            library_import(author=LI, release=release, reason="r")
        assert (LibraryEntry.objects.count(), Revision.objects.count()) == (1, 1)

    def test_a_later_shared_release_shows_what_both_sides_changed(self, opened) -> None:
        (entry,) = head_entries().values()
        mine = entry.model_copy(update={"weight": 2})
        entry_change(author=LI, entry=mine, based_on=1)
        later, _ = import_outside(upstream(weight=1, confidence=0.5))
        report = upstream_take(author=LI, digest=later.digest)
        assert report.conflicts == {entry.id: ["weight"]}
        assert head_entries()[entry.id].weight == 2
        report = upstream_take(author=LI, digest=later.digest, theirs=frozenset({entry.id}))
        assert workspace_get().upstream_digest == later.digest
        assert (report.conflicts, report.changed) == ({}, [entry.id])
        assert (head_entries()[entry.id].weight, head_entries()[entry.id].confidence) == (1, 0.5)
