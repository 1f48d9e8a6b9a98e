"""Drafts of a paper come into the workspace as those of people do, and never into a release."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest
from hvrmet.core.db.scope import scope
from hvrmet.testing import Centre

from diagnostics.guidelines import release_yaml
from diagnostics.literature import (
    Licence,
    draft_entries,
    find_statements,
    licence_of,
    read_paper,
)
from knowledge.executable import problems_of
from knowledge.interchange import read_release_yaml
from knowledge.models import Draft, PassageRow, Revision
from knowledge.selectors.workspaces import (
    causes,
    head_entries,
    library_entry_get,
    revision_get,
    workspace_get,
)
from knowledge.services.drafts import Author, draft_drop, entry_change
from knowledge.services.imports import library_import
from knowledge.services.workspaces import workspace_open
from knowledge.states import DraftStatus, Origin
from tests.diagnostics.literature import papers
from tests.knowledge.test_entry_tables import curator

pytestmark = pytest.mark.django_db
LI = Author("person:li")
TEXT = (
    "Heavy rain usually falls where precipitable water exceeds 50 mm.",
    "Cold waves typically have a 500-hPa geopotential height below 5400 gpm.",
)


@pytest.fixture
def opened(alpha: Centre) -> Iterator[None]:
    """The scope of a centre with a workspace."""
    with scope(alpha.id):
        workspace_open(principal=curator(alpha))
        yield


def drawn(folder: Path, licence: Licence | None = None) -> str:
    """Return the file of drafts of a paper that is made here."""
    paper = read_paper(papers.paper(folder, *TEXT))
    statements = find_statements(paper.pages)
    made = draft_entries(paper, statements, licence or licence_of(paper), reference="Li 2020")
    return release_yaml(made.release)


def test_drafts_can_be_executed_and_wait_for_curators(opened: None, tmp_path: Path) -> None:
    base = workspace_get().base_digest
    release = read_release_yaml(drawn(tmp_path))
    report = library_import(author=LI, release=release, reason="Li 2020")
    assert len(report.added) == 2
    for name in report.added:
        assert problems_of(head_entries()[name], causes()) == []
        row = library_entry_get(name)
        assert revision_get(row).origin == Origin.LITERATURE
        assert row.released_id is None
    drafts = Draft.objects.filter(origin=Origin.LITERATURE)
    assert {draft.status for draft in drafts} == {DraftStatus.OPEN}
    assert workspace_get().base_digest == base
    places = PassageRow.objects.exclude(number="")
    assert {(place.page, place.number) for place in places} == {
        ("1", "50 mm"),
        ("2", "5400 gpm"),
    }
    assert {place.text for place in places} == {""}


def test_words_of_an_open_paper_are_kept_with_its_licence(opened: None, tmp_path: Path) -> None:
    release = read_release_yaml(drawn(tmp_path, Licence("CC-BY-4.0", "named")))
    library_import(author=LI, release=release, reason="Li 2020")
    places = PassageRow.objects.exclude(number="")
    assert {(place.text, place.licence) for place in places} == {
        (text, "CC-BY-4.0") for text in TEXT
    }


def test_a_paper_given_twice_undoes_nothing(opened: None, tmp_path: Path) -> None:
    release = read_release_yaml(drawn(tmp_path))
    kept, dropped = library_import(author=LI, release=release, reason="r").added
    corrected = head_entries()[kept].model_copy(update={"weight": 4})
    entry_change(author=LI, entry=corrected, based_on=1)
    draft_drop(author=LI, entry_id=dropped, reason="no")
    before = Revision.objects.count()
    again = library_import(author=LI, release=release, reason="again")
    assert (again.added, again.changed, again.unchanged) == ([], [], 2)
    assert Revision.objects.count() == before
    assert head_entries()[kept].weight == 4
    assert dropped not in head_entries()
