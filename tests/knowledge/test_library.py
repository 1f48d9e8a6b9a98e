"""The library in tables: the same files again, every state kept, all of a file or nothing."""

from __future__ import annotations

import csv
import io
from io import StringIO
from pathlib import Path
from typing import Any

import pytest
import yaml
from django.core.management import CommandError, call_command
from django.db import DatabaseError, IntegrityError, connection, transaction
from django.test import Client
from hvrmet.core.db.scope import scope
from hvrmet.testing import make_operator
from hypothesis import HealthCheck, given, settings

from diagnostics.contracts.library import Library, LibraryEntry
from diagnostics.guidelines import load_library, load_release, release_of
from diagnostics.guidelines.exchange import (
    Reading,
    yaml_document,
)
from knowledge import models
from knowledge.catalog import tools_by_name
from knowledge.models import EntryRevision, LibraryImport
from knowledge.selectors import (
    LibraryFilter,
    entries_in_force,
    entries_of,
    item_history,
    library_in_force,
    library_selection,
)
from knowledge.selectors.rows import entry_columns, entry_of, entry_parts
from knowledge.services import library_import, package_import
from tests.diagnostics.guidelines.test_exchange import entries

pytestmark = pytest.mark.django_db
SEED = Path(__file__).resolve().parents[2] / "diagnostics" / "guidelines" / "library"
URL = "/api/v1/guidelines/library/"
TABLES = (
    models.LibraryImport, models.LibraryEntry, models.EntryRevision, models.Threshold,
    models.Detector, models.Citation, models.LibraryReference, models.ReferenceRevision,
    models.LibraryExplanation, models.ExplanationRevision,
)  # fmt: skip


@pytest.fixture
def whole() -> Library:
    """The library of the package, taken in."""
    package_import()
    return load_library()


def changed(library: Library, **update: Any) -> Library:
    """Return a library whose first entry says something else."""
    first = library.entries[0].model_copy(update=update)
    return library.model_copy(update={"entries": (first, *library.entries[1:])})


def take(library: Library, **options: Any) -> Any:
    given = {"origin": LibraryImport.Origin.FILE, "name": "x", "actor": "operator:li"}
    return library_import(Reading.of(library), **{**given, **options})


def command(name: str, *args: Any, **options: Any) -> str:
    said = StringIO()
    call_command(name, *map(str, args), stdout=said, **options)
    return said.getvalue()


class TestSeed:
    def test_comes_back_from_the_tables_byte_for_byte(self, whole, tmp_path) -> None:
        command("export_library", tmp_path)
        assert {path.name for path in tmp_path.iterdir()} == {p.name for p in SEED.glob("*.yaml")}
        for path in tmp_path.iterdir():
            assert path.read_bytes() == (SEED / path.name).read_bytes(), path.name
        said = command("import_library", tmp_path, by="li", whole=True)
        assert "0 added, 0 changed, 0 removed" in said
        assert LibraryImport.objects.count() == 1

    def test_makes_the_release_that_jobs_are_pinned_to(self, whole) -> None:
        assert release_of(library_in_force()) == load_release()

    def test_is_taken_in_once(self, whole) -> None:
        _, created, outcome = package_import()
        assert not created
        assert not outcome.wrote
        assert EntryRevision.objects.count() == len(whole.entries)


@pytest.mark.parametrize("form", ["csv", "yaml"])
@pytest.mark.parametrize("what", ["entries", "references"])
def test_a_selection_comes_back_unchanged(seed, tmp_path, form, what) -> None:
    path = tmp_path / f"x.{form}"
    command("export_library", path, what=what)
    assert "0 added, 0 changed, 0 removed" in command("import_library", path, by="li")


@given(entries())
@settings(suppress_health_check=[HealthCheck.function_scoped_fixture], max_examples=20)
def test_rows_say_what_the_entry_says(db, drawn: LibraryEntry) -> None:
    rows = entry_parts(EntryRevision(), drawn, _Ids())
    columns = {**entry_columns(drawn), "number": drawn.revision or 1}
    columns["parameters"] = dict(reversed(columns.get("parameters", {}).items()))
    again = entry_of(drawn.id, EntryRevision(**columns), rows, _Keys())
    again = again.model_copy(update={"revision": drawn.revision})
    assert again == drawn
    first, second = (yaml_document(Library(entries=(item,))) for item in (drawn, again))
    assert first == second


class _Ids(dict[str, Any]):
    def __missing__(self, key: str) -> str:
        return key


class _Keys(dict[Any, str]):
    def __missing__(self, key: Any) -> str:
        return str(key)


class TestPackage:
    def test_leaves_alone_what_was_changed_here(self, seed, monkeypatch) -> None:
        own = changed(seed, weight=1)
        take(Library(entries=own.entries[:1]))
        newer = changed(seed, weight=2)
        newer = newer.model_copy(
            update={
                "version": "3",
                "entries": (
                    *newer.entries[:-2],
                    newer.entries[-2].model_copy(update={"weight": 1}),
                ),
            }
        )
        monkeypatch.setattr("knowledge.services.library.load_library", lambda: newer)
        _, created, outcome = package_import()
        assert created
        assert outcome.kept == [seed.entries[0].id]
        assert outcome.changed == [seed.entries[-2].id]
        assert outcome.removed == [seed.entries[-1].id]
        now = library_in_force()
        assert (now.entries[0].weight, now.version) == (1, "3")
        assert seed.entries[-1].id not in {entry.id for entry in now.entries}
        assert item_history("entry", seed.entries[-1].id).first().removed
        assert seed.entries[0].id in outcome.summary()

    def test_an_entry_that_was_removed_comes_back_as_a_further_state(self, seed) -> None:
        fewer = seed.model_copy(update={"entries": seed.entries[:-1]})
        assert take(fewer, whole=True).removed == [seed.entries[-1].id]
        assert take(seed, whole=True).changed == [seed.entries[-1].id]
        history = item_history("entry", seed.entries[-1].id)
        assert [row.removed for row in history] == [False, True, False]
        last, gone, _ = (
            entry.model_copy(update={"revision": None}) for entry in entries_of(history)
        )
        assert gone == last, "it still says what it said"
        assert library_in_force().entries == seed.entries


class TestFile:
    def test_a_change_is_a_further_state_with_who_and_why(self, seed, tmp_path) -> None:
        path = tmp_path / "x.csv"
        command("export_library", path, event="gale")
        rows = list(csv.DictReader(io.StringIO(path.read_text("utf-8-sig"), newline="")))
        assert {row["event_types"] for row in rows} == {"gale"}
        rows[0]["weight"] = "1" if rows[0]["weight"] != "1" else "2"
        _write(path, [{name: rows[0][name] for name in ("id", "revision", "weight")}])
        checked = command("import_library", path, by="li", reason="r", check=True)
        assert checked.startswith("checked, nothing was changed")
        assert EntryRevision.objects.count() == len(seed.entries)
        command("import_library", path, by="li", reason="too heavy")
        last, first = item_history("entry", rows[0]["id"])
        assert (last.number, last.actor, last.reason) == (2, "operator:li", "too heavy")
        assert (first.number, first.actor) == (1, "system:package")
        kept = {**entry_columns(_entry(seed, rows[0]["id"])), "weight": last.weight}
        assert {name: getattr(last, name) for name in kept} == kept

    def test_what_a_file_changes_is_reviewed_no_longer(self, seed) -> None:
        first, second = (entry.model_copy(update={"reviewed": True}) for entry in seed.entries[:2])
        take(Library(entries=(first, second)))
        heavier = first.model_copy(update={"weight": first.weight % 5 + 1})
        take(Library(entries=(heavier, second)))
        now = library_in_force().entries
        assert [entry.reviewed for entry in now[:2]] == [False, True]
        assert now[0].weight == heavier.weight

    def test_what_was_changed_since_is_not_overwritten(self, seed, tmp_path) -> None:
        path = tmp_path / "x.yaml"
        command("export_library", path)
        take(Library(entries=changed(seed, weight=1).entries[:1]))
        document = yaml.safe_load(path.read_text())
        document["entries"] = document["entries"][:1]
        path.write_text(yaml.safe_dump(document))
        with pytest.raises(CommandError, match=r"x\.yaml:\d+: .* revision: .*revision 1"):
            command("import_library", path, by="wang")
        assert library_in_force().entries[0].weight == 1

    def test_one_bad_line_of_many_and_nothing_is_taken(self, seed, tmp_path) -> None:
        path = tmp_path / "x.csv"
        command("export_library", path)
        rows = list(csv.DictReader(io.StringIO(path.read_text("utf-8-sig"), newline="")))
        for row in rows:
            row["note"] = "all of them"
        line = next(n for n in range(10, len(rows)) if rows[n]["expected.kind"] == "index")
        rows[line]["expected.unit"] = "furlong"
        _write(path, rows)
        with pytest.raises(CommandError, match="furlong") as caught:
            command("import_library", path, by="li")
        assert str(caught.value).splitlines()[0].startswith(f"x.csv:{line + 2}: ")
        assert EntryRevision.objects.count() == len(seed.entries)

    def test_a_reference_that_is_cited_cannot_be_left_out(self, seed) -> None:
        fewer = seed.model_copy(update={"references": seed.references[1:]})
        cited = [item.reference for entry in seed.entries for item in entry.citations]
        assert seed.references[0].key in cited
        with pytest.raises(Exception, match=seed.references[0].key):
            take(fewer, whole=True)

    @pytest.mark.parametrize("name", ["x.txt", "gone.yaml", "gone.csv"])
    def test_a_file_of_another_kind_is_refused(self, seed, tmp_path, name) -> None:
        (tmp_path / "x.txt").write_text("entries: []")
        with pytest.raises(CommandError, match=name):
            command("import_library", tmp_path / name, by="li")
        with pytest.raises(CommandError):
            command("export_library", tmp_path / "x.txt")
        command("export_library", tmp_path / "part.csv")
        with pytest.raises(CommandError, match="folder"):
            command("import_library", tmp_path / "part.csv", by="li", whole=True)
        with pytest.raises(CommandError, match="filters"):
            command("export_library", tmp_path / "folder", event="gale")


class TestTables:
    def test_no_state_is_changed_or_deleted(self, seed) -> None:
        with connection.cursor() as cursor:
            cursor.execute("RESET ROLE")
        for model in TABLES:
            row = model.objects.first()
            for change in (row.save, row.delete) if model not in _CITED else (row.save,):
                with pytest.raises(DatabaseError, match="never changed"), transaction.atomic():
                    change()

    def test_all_tenants_read_and_none_writes(self, seed, alpha) -> None:
        with scope(alpha.id):
            for model in TABLES:
                row = model.objects.first()
                assert row is not None, model
                row.pk = row._meta.pk.get_default()
                with pytest.raises(DatabaseError, match="row-level"), transaction.atomic():
                    row.save(force_insert=True)

    def test_a_number_is_given_once(self, seed) -> None:
        row = EntryRevision.objects.first()
        row.pk = row._meta.pk.get_default()
        with pytest.raises(IntegrityError), transaction.atomic():
            row.save(force_insert=True)


_CITED = {models.LibraryReference, models.LibraryEntry, models.LibraryImport}
_CITED |= {models.EntryRevision, models.LibraryExplanation}
"""Rows that others name: Django refuses before the database does."""


class TestApi:
    def test_entries_are_listed_and_filtered(self, seed, alpha, client) -> None:
        page = client.get(f"{URL}entries/?event=gale&page_size=200", headers=alpha.headers).json()
        expected = {entry.id for entry in seed.entries if "gale" in entry.event_types}
        assert {item["entry"]["id"] for item in page["results"]} == expected
        for filters, count in _filters(seed):
            address = f"{URL}entries/?page_size=200&{filters}"
            found = client.get(address, headers=alpha.headers).json()["results"]
            assert len(found) == count > 0, filters

    def test_an_entry_says_who_changed_it(self, seed, alpha, client) -> None:
        entry = seed.entries[0]
        take(Library(entries=changed(seed, weight=1).entries[:1]), reason="too heavy")
        state = client.get(f"{URL}entries/{entry.id}/", headers=alpha.headers).json()
        assert (state["revision"], state["changed_by"]) == (2, "operator:li")
        assert (state["reason"], state["entry"]["weight"]) == ("too heavy", 1)
        states = client.get(f"{URL}entries/{entry.id}/revisions/", headers=alpha.headers).json()
        assert [item["revision"] for item in states["results"]] == [2, 1]
        assert states["results"][1]["imported_from"] == f"{seed.id} {seed.version}"

    def test_a_reference_names_who_cites_it(self, seed, alpha, client) -> None:
        key = seed.entries[0].citations[0].reference
        found = client.get(f"{URL}references/{key}/", headers=alpha.headers).json()
        assert seed.entries[0].id in found["cited_by"]
        assert found["text"].startswith(found["reference"]["authors"][0])
        missing = client.get(
            f"{URL}references/?outcome=not_found&page_size=200", headers=alpha.headers
        ).json()["results"]
        assert {item["reference"]["outcome"] for item in missing} == {"not_found"}
        named = found["reference"]["authors"][-1].partition(" ")[0].upper()
        for words in (named, found["reference"]["title"][:20], key):
            held = client.get(f"{URL}references/", {"text": words}, headers=alpha.headers).json()
            assert key in {item["reference"]["key"] for item in held["results"]}, words
        none = client.get(f"{URL}references/?text=no such words", headers=alpha.headers).json()
        assert none["results"] == []

    def test_the_library_is_had_as_files(self, seed, alpha, client, tmp_path) -> None:
        for name in ("entries.csv", "entries.yaml", "references.csv", "references.yaml"):
            reply = client.get(f"{URL}export/{name}/", headers=alpha.headers)
            assert reply["Content-Disposition"] == f'attachment; filename="library-{name}"'
            (tmp_path / name).write_bytes(reply.content)
            said = command("import_library", tmp_path / name, by="li")
            assert "0 added, 0 changed, 0 removed" in said, name
        factor = seed.entries[0].factor
        one = client.get(f"{URL}export/entries.yaml/?factor={factor}", headers=alpha.headers)
        assert {item["factor"] for item in yaml.safe_load(one.content)["entries"]} == {factor}
        gone = client.get(f"{URL}export/entries.xlsx/", headers=alpha.headers)
        assert (gone.status_code, gone.json()["code"]) == (404, "not_found")

    def test_imports_are_listed(self, seed, alpha, client) -> None:
        (only,) = client.get(f"{URL}imports/", headers=alpha.headers).json()["results"]
        assert (only["origin"], only["by"]) == ("package", "system:package")
        assert only["created"] == len(seed.items)

    def test_what_is_not_there_is_not_found(self, seed, alpha, client) -> None:
        for address in ("entries/g_no/", "entries/g_no/revisions/", "references/no/"):
            reply = client.get(f"{URL}{address}", headers=alpha.headers)
            assert (reply.status_code, reply.json()["code"]) == (404, "not_found")


def test_lists_take_no_more_queries_for_more_entries(seed, django_assert_max_num_queries) -> None:
    with django_assert_max_num_queries(5):
        assert len(library_selection(LibraryFilter()).entries) == len(seed.entries)
    assert entries_in_force().count() == len(seed.entries)


def test_the_admin_shows_every_table(seed) -> None:
    admin_client = Client()
    admin_client.force_login(make_operator())
    for name in _NAMES:
        listed = admin_client.get(f"/admin/knowledge/{name}/")
        assert listed.status_code == 200
        row = _NAMES[name].objects.first()
        assert admin_client.get(f"/admin/knowledge/{name}/{row.pk}/change/").status_code == 200


_NAMES: dict[str, Any] = {
    "entryrevision": models.EntryRevision,
    "referencerevision": models.ReferenceRevision,
    "explanationrevision": models.ExplanationRevision,
    "libraryimport": models.LibraryImport,
}


def _filters(library: Library) -> list[tuple[str, int]]:
    key = library.entries[0].citations[0].reference
    citing = [e for e in library.entries if key in {item.reference for item in e.citations}]
    factor = library.entries[0].factor
    alike = [entry for entry in library.entries if entry.factor == factor]
    figures = [e for e in library.entries if e.modality == "figure" and e.category == "dynamics"]
    title = tools_by_name()[factor].title_en.casefold()
    return [
        (f"reference={key}", len(citing)),
        (f"factor={factor}", len(alike)),
        ("modality=figure&category=dynamics", len(figures)),
        ("text=低空急流", len([e for e in library.entries if _says(e, "低空急流")])),
        (f"text={title}", len([e for e in library.entries if _says(e, title)])),
    ]


def _says(entry: LibraryEntry, text: str) -> bool:
    specs = [tools_by_name()[name] for name in (entry.factor, *entry.alternatives)]
    titles = [title for spec in specs for title in (spec.title_en, spec.title_zh)]
    texts = (entry.id, entry.factor, entry.rationale, entry.rationale_zh, entry.note, entry.note_zh)
    return any(text in part.casefold() for part in (*texts, *titles))


def _entry(library: Library, key: str) -> LibraryEntry:
    return next(entry for entry in library.entries if entry.id == key)


def _write(path: Path, rows: list[dict[str, str]]) -> None:
    out = StringIO(newline="")
    writer = csv.DictWriter(out, list(rows[0]))
    writer.writeheader()
    writer.writerows(rows)
    path.write_bytes(out.getvalue().encode())
