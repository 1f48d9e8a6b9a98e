"""What two releases do not say alike, and the fields of documents."""

from __future__ import annotations

import random
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from diagnostics.contracts.guidelines import EntryText, GuidelineEntry
from diagnostics.contracts.library import ChangeKind, LibraryEntry, Touch
from diagnostics.errors import ArgumentError
from diagnostics.guidelines import (
    load_library,
    load_release,
    release_difference,
    release_of,
    touch_of,
)
from diagnostics.guidelines.exchange import (
    entry_document,
    field_value,
    fields_of,
    patched,
    read_items,
    within,
)
from tests.diagnostics.guidelines.test_exchange import entries


def test_a_release_differs_not_from_itself_in_another_order() -> None:
    release = load_release()
    mixed = list(release.entries)
    random.Random(1).shuffle(mixed)
    causes = tuple(reversed(release.causes))
    other = release.model_copy(update={"entries": tuple(mixed), "causes": causes})
    assert release_difference(release, other).items == ()


def test_what_came_and_what_went() -> None:
    release = load_release()
    fewer = release.model_copy(
        update={"entries": release.entries[1:], "causes": release.causes[1:]}
    )
    gone = release_difference(release, fewer)
    assert [(item.kind, item.change) for item in gone.items] == [
        ("entry", ChangeKind.REMOVED),
        ("cause", ChangeKind.REMOVED),
    ]
    came = release_difference(fewer, release)
    assert came.count(ChangeKind.ADDED) == 2
    assert all(field.before is None for item in came.items for field in item.fields)
    assert [field.after for field in came.items[0].fields] == [
        field.before for field in gone.items[0].fields
    ]


@given(changed=entries())
def test_says_every_field_that_differs_and_no_other(changed: LibraryEntry) -> None:
    library = load_library()
    own = next(entry for entry in library.entries if entry.id == changed.id)
    other = changed.model_copy(update={"citations": own.citations, "revision": None})
    before, after = (
        dict(fields_of(entry.model_dump(mode="json", exclude_defaults=True, exclude={"citations"})))
        for entry in (own, other)
    )
    wanted = {path for path in {*before, *after} if before.get(path) != after.get(path)}
    releases = (release_of(library.model_copy(update={"entries": (one,)})) for one in (own, other))
    found = release_difference(*releases)
    assert {field.path for item in found.items for field in item.fields} == wanted


def test_a_publication_that_was_corrected_is_a_difference_of_what_cites_it() -> None:
    library = load_library()
    first = library.references[0]
    other = first.model_copy(update={"year": first.year - 1})
    references = (other, *library.references[1:])
    found = release_difference(
        load_release(), release_of(library.model_copy(update={"references": references}))
    )
    citing = {
        entry.id
        for entry in library.entries
        if first.key in {citation.reference for citation in entry.citations}
    }
    assert {item.key for item in found.items} == citing
    assert {field.path for item in found.items for field in item.fields} == {"references"}


def test_every_field_of_an_entry_touches_something() -> None:
    names = {*GuidelineEntry.model_fields, *EntryText.model_fields}
    shown = {name for name in names if touch_of(name) is Touch.TEXT}
    assert shown == {
        *("id", "rationale", "rationale_zh", "timing", "timing_zh", "conditions", "conditions_zh"),
        *("note", "note_zh", "tags", "references", "curation"),
    }


class TestPatches:
    @given(data=st.data(), entry=entries())
    def test_change_the_fields_that_they_name_and_no_other(self, data: Any, entry: Any) -> None:
        document = entry_document(entry)
        paths = [path for path, _ in fields_of(document)]
        chosen = data.draw(st.lists(st.sampled_from(paths), unique=True, max_size=5))
        values = {path: data.draw(st.sampled_from([None, 1, "x", ["y"]])) for path in chosen}
        changed = patched(document, values)
        for path in paths:
            expected = values[path] if path in values else field_value(document, path)
            assert field_value(changed, path) == expected
        assert document == entry_document(entry)

    def test_back_again_is_what_there_was(self) -> None:
        document = entry_document(load_library().entries[0])
        values = dict(fields_of(document))
        assert patched(patched(document, dict.fromkeys(values)), values) == document

    def test_a_map_that_is_empty_by_itself_stays(self) -> None:
        document = {"experience": {}, "conditions": {"season": "all"}}
        assert patched(document, {"conditions.season": None}) == {"experience": {}}
        assert patched(document, {"experience.tested": None}) == document

    def test_a_value_has_no_parts(self) -> None:
        with pytest.raises(ArgumentError, match="holds a value"):
            patched({"weight": 3}, {"weight.of": 1})

    @pytest.mark.parametrize(
        ("paths", "path", "found"),
        [
            (["a.b"], "a", "a.b"),
            (["a"], "a.b", "a"),
            (["a.b"], "a.b", None),
            (["ab"], "a", None),
            (["a.b", "a.bc"], "a.bc.d", "a.bc"),
            ([], "a", None),
        ],
    )
    def test_one_lies_in_the_other(self, paths, path, found) -> None:
        assert within(paths, path) == found


def test_items_are_read_one_by_one() -> None:
    entry = load_library().entries[0]
    library, problems = read_items([("entry", {"id": "x"}), ("entry", entry_document(entry))])
    assert library.entries == (entry,)
    assert {problem.key for problem in problems} == {"x"}
    assert "factor" in {problem.path for problem in problems}
