"""A file of the library proposed by a person: what it says otherwise, field by field."""

from __future__ import annotations

from typing import Any

import pytest

from diagnostics.guidelines.exchange import entry_document
from knowledge.models import Proposal
from knowledge.selectors import library_in_force
from knowledge.services.field_edits import FieldEdit
from knowledge.services.proposed_files import _edits
from tests.knowledge.conftest import API, Curator

pytestmark = pytest.mark.django_db


def exported(person: Curator, name: str = "entries.csv") -> str:
    reply = person.client.get(f"{API}library/export/{name}/")
    assert reply.status_code == 200
    return str(reply.content.decode())


def proposed(person: Curator, text: str, name: str = "entries.csv") -> dict[str, Any]:
    document: dict[str, Any] = person.post("proposals/file/", {"name": name, "text": text})
    return document


@pytest.mark.parametrize("name", ["entries.csv", "entries.yaml", "references.csv"])
def test_what_was_exported_says_nothing_otherwise(author: Curator, name: str) -> None:
    body = {"name": name, "text": exported(author, name)}
    assert author.refused("post", "proposals/file/", body) == (400, "nothing_proposed")


def test_a_narrow_table_proposes_its_columns(author: Curator, reviewer: Curator, entry) -> None:
    draft = proposed(author, f"id,revision,weight\n{entry.id},1,5\n", "weights.csv")
    (field,) = draft["changes"]
    assert (field["item"], field["path"], field["was"], field["value"]) == (
        *(entry.id, "weight"),
        *(entry.weight, 5),
    )
    assert draft["state"] == "draft"
    path = f"proposals/{draft['id']}/"
    author.client.patch(f"{API}{path}", {"reason": "as a table"}, content_type="application/json")
    author.post(f"{path}submit/")
    assert reviewer.decide(path)["state"] == "accepted"


def test_new_items_are_proposed_whole_without_what_is_counted(author: Curator, entry) -> None:
    other = entry.model_copy(update={"id": "g_other"})
    library = library_in_force().model_copy(update={"entries": (other,), "references": ()})
    (edit,) = (edit for edit in _edits(library) if edit.kind == "entry")
    held = entry_document(other)
    counted = {"revision", "experience"}
    wanted = {name: value for name, value in held.items() if name not in counted}
    assert edit == FieldEdit("entry", "g_other", "", 0, wanted)


def test_a_limit_has_its_unit(author: Curator, entry) -> None:
    value = entry.expected.absolute.value + 1
    text = f"id,revision,expected.absolute.value\n{entry.id},1,{value}\n"
    (field,) = proposed(author, text, "limits.csv")["changes"]
    assert (field["path"], field["value"]) == ("expected.absolute.value", value)
    assert field["unit"] == entry.expected.unit


@pytest.mark.parametrize(
    ("text", "code", "line"),
    [
        ("id,revision,weight\n{entry},1,9\n", "invalid_library", 2),
        ("id,revision,weight\n{entry},1,4\nnobody,1,4\n", "invalid_library", 3),
        ("id,revision,wieght\n{entry},1,4\n", "invalid_library", 1),
        ("id,revision,weight\n{entry},7,4\n", "invalid_library", 2),
    ],
)
def test_one_bad_line_keeps_nothing_and_is_named(
    author: Curator, entry, text: str, code: str, line: int
) -> None:
    before = Proposal.objects.count()
    body = {"name": "weights.csv", "text": text.format(entry=entry.id)}
    status, problem = author.send("post", "proposals/file/", body)
    assert (status, problem["code"]) == (400, code)
    assert {item["line"] for item in problem["data"]["problems"]} == {line}
    assert all(set(item["texts"]) == {"en", "zh"} for item in problem["data"]["problems"])
    assert Proposal.objects.count() == before


def test_other_kinds_of_files_are_refused(author: Curator) -> None:
    body = {"name": "weights.xlsx", "text": "PK"}
    assert author.refused("post", "proposals/file/", body) == (400, "unknown_format")


def test_a_wide_file_takes_no_more_statements_for_each_field(
    author: Curator, seed, django_assert_max_num_queries: Any
) -> None:
    rows = "".join(f"{entry.id},1,{1 if entry.weight != 1 else 2}\n" for entry in seed.entries)
    body = {"name": "weights.csv", "text": f"id,revision,weight\n{rows}"}
    # Each field is kept by a statement that looks for it and one that writes it, in a savepoint.
    with django_assert_max_num_queries(60 + 6 * len(seed.entries)):
        draft = author.post("proposals/file/", body)
    assert draft["fields"] == len(seed.entries)
