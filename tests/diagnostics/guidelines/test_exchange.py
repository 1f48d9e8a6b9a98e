"""The library as files: the same bytes again, and every mistake with its line."""

from __future__ import annotations

import csv
import io
import json
from pathlib import Path
from typing import Any

import pytest
import yaml
from hypothesis import given
from hypothesis import strategies as st
from pydantic import ValidationError

from diagnostics.catalog import get_catalog
from diagnostics.contracts.enums import ReferenceStatus
from diagnostics.contracts.guidelines import Experience
from diagnostics.contracts.library import (
    CheckOutcome,
    Citation,
    Library,
    LibraryEntry,
    LibraryReference,
)
from diagnostics.errors import InputDataError
from diagnostics.guidelines import load_library, load_release, release_of
from diagnostics.guidelines.exchange import (
    ENTRY_TABLE,
    REFERENCE_TABLE,
    Reading,
    entry_document,
    folder_files,
    library_problems,
    plain_document,
    read_folder,
    read_table_text,
    read_yaml_text,
    tool_problems,
    yaml_document,
)

SEED = Path(__file__).resolve().parents[3] / "diagnostics" / "guidelines" / "library"
TEXTS = st.text(st.characters(exclude_categories=("Cs",), exclude_characters="\0"), min_size=1)
NAMES = st.from_regex(r"[a-z][a-z0-9_]{0,12}", fullmatch=True)
NUMBERS = st.floats(-1e6, 1e6).map(lambda value: 0.0 if value == 0 else value)
PAIRS = st.tuples(NUMBERS, NUMBERS).map(sorted)


def problems_of(act: Any) -> list[dict[str, Any]]:
    with pytest.raises(InputDataError) as caught:
        act()
    assert caught.value.code == "invalid_library"
    found: list[dict[str, Any]] = caught.value.data["problems"]
    return found


def written(folder: Path, library: Library) -> Path:
    for name, text in folder_files(library).items():
        (folder / name).write_bytes(text.encode())
    return folder


def first_of(kind: str) -> LibraryEntry:
    return next(entry for entry in load_library().entries if entry.expected.kind == kind)


class TestSeed:
    def test_is_in_canonical_form(self):
        files = folder_files(load_library())
        assert set(files) == {path.name for path in SEED.glob("*.yaml")}
        for name, text in files.items():
            assert (SEED / name).read_bytes() == text.encode(), name

    def test_comes_back_from_its_files_the_same(self, tmp_path):
        again = read_folder(written(tmp_path, load_library())).library
        assert again == load_library()
        assert release_of(again).digest == load_release().digest

    def test_comes_back_from_tables_and_documents_the_same(self):
        library = load_library()
        entries = ENTRY_TABLE.write(entry_document(entry) for entry in library.entries)
        assert read_table_text(entries, "e", ENTRY_TABLE, {}).library.entries == library.entries
        rows = REFERENCE_TABLE.write(plain_document(item) for item in library.references)
        read = read_table_text(rows, "r", REFERENCE_TABLE, {}).library
        assert read.references == library.references
        whole = read_yaml_text(yaml_document(library), "w").library
        assert whole.entries == library.entries
        assert (whole.causes, whole.references) == (library.causes, library.references)

    def test_holds_nothing_that_the_catalogue_does_not_offer(self):
        tools = {spec.name: spec for spec in get_catalog().specs()}
        found = [item for entry in load_library().entries for item in tool_problems(entry, tools)]
        assert found == []
        assert library_problems(load_library()) == []

    def test_says_of_every_publication_what_came_of_checking_it(self):
        for item in load_library().references:
            assert item.outcome is not CheckOutcome.UNCHECKED, item.key
            assert item.outcome is not CheckOutcome.CONTRADICTED, item.key
            verified = item.status is ReferenceStatus.VERIFIED
            assert verified is (item.outcome in (CheckOutcome.AGREES, CheckOutcome.CORRECTED))


BASES = st.none() | st.fixed_dictionaries(
    {},
    optional={
        "reference": st.sampled_from([item.key for item in load_library().references]),
        "page": TEXTS,
        "effective": st.dates().map(str),
        "region": TEXTS,
        "season": TEXTS,
        "resolution_deg": st.floats(0.01, 10),
    },
)
TESTS = st.builds(
    lambda op, value, basis: {"op": op, "value": value} | ({"basis": basis} if basis else {}),
    st.sampled_from([">=", "<="]),
    NUMBERS,
    BASES,
) | PAIRS.map(lambda pair: {"op": "in", "value": pair})


@st.composite
def entries(draw: st.DrawFn) -> LibraryEntry:
    """Draw an entry of the seed with parts of every kind exchanged."""
    base = draw(st.sampled_from([entry_document(first_of(kind)) for kind in ("index", "figure")]))
    changed = json.loads(json.dumps(base))
    expected = changed["expected"]
    if expected["kind"] == "index":
        expected |= draw(
            st.fixed_dictionaries(
                {"direction": st.text(max_size=5).filter(lambda text: "\0" not in text)},
                optional={
                    "absolute": TESTS,
                    "floor": TESTS,
                    "blows_from": st.sampled_from(["inflow", "cold_side", "warm_side"]),
                    "level": NUMBERS,
                    "params": st.dictionaries(NAMES, st.lists(NUMBERS) | TEXTS | st.booleans()),
                    "bands": st.lists(
                        st.fixed_dictionaries({"abs_lat_range": PAIRS, "absolute": TESTS}),
                        max_size=2,
                    ),
                    "also": st.lists(
                        st.fixed_dictionaries({"output": NAMES, "test": TESTS}), max_size=2
                    ),
                },
            )
        )
    else:
        expected["detectors"] = draw(
            st.lists(
                st.fixed_dictionaries(
                    {"detector": NAMES},
                    optional={"params": st.dictionaries(NAMES, NUMBERS), "finding": NAMES},
                ),
                max_size=3,
            )
        )
    citations = st.fixed_dictionaries(
        {"reference": st.sampled_from([item.key for item in load_library().references])},
        optional={"passage": TEXTS, "page": TEXTS, "quoted": TEXTS},
    ).map(_quoted_within)
    changed |= draw(
        st.fixed_dictionaries(
            {"citations": st.lists(citations, min_size=1, max_size=3)},
            optional={
                "timing": TEXTS,
                "note": TEXTS,
                "note_zh": TEXTS,
                "tags": st.lists(TEXTS, max_size=3),
                "alternatives": st.lists(TEXTS, max_size=3),
                "conditions": st.dictionaries(
                    st.sampled_from(["season", "region", "level"]), TEXTS | st.just("")
                ),
                "rationale": TEXTS.map(lambda text: text * 60),
                "experience": st.fixed_dictionaries({"tested": st.integers(0, 99)}),
                "revision": st.integers(1, 99),
            },
        )
    )
    return LibraryEntry.model_validate(changed)


def _quoted_within(citation: dict[str, str]) -> dict[str, str]:
    """Let a passage hold the number that is quoted from it."""
    if "passage" not in citation:
        return citation
    return {**citation, "passage": citation["passage"] + citation.get("quoted", "")}


@given(st.lists(entries(), max_size=3))
def test_what_was_written_is_read_again(drawn):
    table = ENTRY_TABLE.write(entry_document(entry) for entry in drawn)
    assert read_table_text(table, "t", ENTRY_TABLE, {}).library.entries == tuple(drawn)
    text = yaml_document(Library(entries=tuple(drawn)))
    read = read_yaml_text(text, "t").library
    assert read.entries == tuple(drawn)
    assert yaml_document(read) == text


@given(entries())
def test_no_cell_is_a_formula(entry):
    table = ENTRY_TABLE.write([entry_document(entry)])
    _, row, *_ = csv.reader(io.StringIO(table, newline=""))
    for cell in row:
        number = cell.lstrip("-").replace(".", "", 1).replace("e-", "", 1).isdigit()
        assert number or not cell.startswith(("=", "+", "-", "@", "\t", "\r")), cell


def test_pages_are_no_date_and_checked_days_stay():
    item = next(item for item in load_library().references if item.checked_on)
    item = item.model_copy(update={"pages": "1-12", "volume": "3/4", "note": "'1-12"})
    table = REFERENCE_TABLE.write([plain_document(item)])
    _, row = csv.reader(io.StringIO(table, newline=""))
    assert {"'1-12", "'3/4", "''1-12", f"'{item.checked_on}"} <= set(row)
    assert read_table_text(table, "t", REFERENCE_TABLE, {}).library.references == (item,)


def test_counts_of_nothing_come_back_from_a_table() -> None:
    entry = first_of("figure").model_copy(update={"experience": Experience()})
    table = ENTRY_TABLE.write([entry_document(entry)])
    assert read_table_text(table, "t", ENTRY_TABLE, {}).library.entries == (entry,)


@given(entries(), st.sets(st.sampled_from(ENTRY_TABLE.columns[1:])))
def test_a_column_that_is_left_out_keeps_what_was_there(entry, gone):
    document = entry_document(entry)
    table = ENTRY_TABLE.write([document])
    rows = list(csv.DictReader(io.StringIO(table.removeprefix("\ufeff"), newline="")))
    kept = [name for name in ENTRY_TABLE.columns if name not in gone]
    out = io.StringIO(newline="")
    writer = csv.DictWriter(out, kept, extrasaction="ignore")
    writer.writeheader()
    writer.writerows(rows)
    read = read_table_text(out.getvalue(), "t", ENTRY_TABLE, {entry.id: document})
    assert read.library.entries == (entry,)


class TestMistakes:
    def test_one_bad_line_of_many_is_named_and_nothing_is_taken(self):
        document = entry_document(first_of("index"))
        many = [{**document, "id": f"g_{number}"} for number in range(2000)]
        many[1234] = {**many[1234], "weight": 9}
        table = ENTRY_TABLE.write(many)
        (problem,) = problems_of(lambda: read_table_text(table, "t.csv", ENTRY_TABLE, {}))
        assert (problem["file"], problem["line"]) == ("t.csv", 1236)
        assert (problem["key"], problem["field"]) == ("g_1234", "weight")

    def test_every_mistake_of_a_document_has_its_line(self):
        one = entry_document(first_of("index"))
        expected = {**one["expected"], "clim": {"stat": "rank", "threshold": 3}}
        other = {**one, "id": "g_other", "expected": expected, "weight": 0}
        text = yaml.safe_dump({"entries": [one, other]}, sort_keys=False)
        found = problems_of(lambda: read_yaml_text(text, "x.yaml"))
        lines = text.splitlines()
        assert {item["field"] for item in found} == {"expected.clim.stat", "weight"}
        for item in found:
            assert item["field"].rpartition(".")[2] in lines[item["line"] - 1]
            assert item["line"] > lines.index("- id: g_other")

    @pytest.mark.parametrize(
        ("change", "field", "word"),
        [
            ({"factor": "low_level_jte"}, "factor", "low_level_jet"),
            ({"alternatives": ["low_level_jet"]}, "alternatives.0", "itself"),
            ({"modality": "figure"}, "modality", "index"),
            ({"category": "moisture"}, "category", "dynamics"),
            ({"expected.unit": "kt"}, "expected.unit", "m/s"),
            ({"expected.reduction": "most"}, "expected.reduction", "most"),
            ({"expected.params": {"colour": 3}}, "expected.params.colour", "colour"),
            ({"expected.absolute": {"op": ">=", "value": 400}}, "expected.absolute.value", "400"),
        ],
    )
    def test_what_the_catalogue_does_not_offer(self, change, field, word):
        document = entry_document(first_of("index"))
        for path, value in change.items():
            *outer, last = path.split(".")
            target = document
            for name in outer:
                target = target[name]
            target[last] = value
        entry = LibraryEntry.model_validate(document)
        tools = {spec.name: spec for spec in get_catalog().specs()}
        found = tool_problems(entry, tools)
        assert field in [item.path for item in found]
        assert any(word in item.document()["problem"] for item in found if item.path == field)

    def test_a_limit_that_the_quantity_cannot_reach(self):
        tools = {spec.name: spec for spec in get_catalog().specs()}
        differences = {"std", "range", "excess"}
        held = 0
        for entry in load_library().entries:
            spec, document = tools[entry.factor], entry_document(entry)
            absolute = document["expected"].get("absolute")
            reductions = {item.name: item.unit for item in spec.reductions}
            if absolute is None or spec.valid_range is None or absolute["op"] == "in":
                continue
            reduction = document["expected"]["reduction"]
            if reductions[reduction] != spec.unit or reduction in differences:
                continue
            absolute["value"] = spec.valid_range[1] + 1
            found = tool_problems(LibraryEntry.model_validate(document), tools)
            assert [item.path for item in found] == ["expected.absolute.value"], entry.id
            held += 1
        assert held > 100

    def test_a_number_that_the_passage_does_not_hold(self):
        cited = {"reference": "knox2011", "passage": "winds of 17.2 m/s", "quoted": "17.2"}
        assert Citation.model_validate(cited).quoted == "17.2"
        with pytest.raises(ValidationError, match=r"18\.2"):
            Citation.model_validate({**cited, "quoted": "18.2"})
        assert Citation.model_validate({**cited, "passage": ""}).quoted == "17.2"

    def test_names_that_the_library_does_not_hold(self, tmp_path):
        entry = load_library().entries[0]
        wrong = entry.model_copy(
            update={"supports": ("frontal_liftin",), "opposes": ("upper_trough",)}
        )
        document = {**entry_document(wrong), "citations": ["nobody1900"]}
        wrong = LibraryEntry.model_validate(document)
        library = load_library().model_copy(
            update={"entries": (wrong, *load_library().entries[1:])}
        )
        reading = read_folder(written(tmp_path, library))
        found = problems_of(lambda: reading.refuse(library_problems(reading.library)))
        assert {item["field"] for item in found} == {"supports.0", "citations.0"}
        assert all(item["file"] == "rainstorm.yaml" and item["line"] > 2 for item in found)
        assert any("frontal_lifting" in item["problem"] for item in found)

    def test_a_name_that_stands_twice(self):
        library = load_library()
        twice = library.model_copy(update={"entries": (*library.entries, library.entries[0])})
        (problem,) = library_problems(twice)
        assert problem.key == library.entries[0].id

    def test_a_character_that_no_database_keeps(self):
        library = load_library()
        entry = library.entries[0].model_copy(update={"note": "a\0b"})
        wrong = library.model_copy(update={"entries": (entry, *library.entries[1:])})
        (problem,) = library_problems(wrong)
        assert (problem.key, problem.path) == (entry.id, "note")

    @pytest.mark.parametrize("text", ["", "- 1", "a: [", "entries: 3", "graphs: []"])
    def test_what_is_no_document_of_the_library(self, text):
        with pytest.raises(InputDataError):
            read_yaml_text(text, "x.yaml")

    @pytest.mark.parametrize(
        "text",
        ["", "factor\r\nx\r\n", "id,colour\r\n", "id,id\r\n", 'id,weight\r\n"x', "id\r\nx,y"],
    )
    def test_what_is_no_table_of_the_library(self, text):
        assert problems_of(lambda: read_table_text(text, "x.csv", ENTRY_TABLE, {}))

    def test_a_missing_file_of_a_folder(self, tmp_path):
        written(tmp_path, load_library())
        (tmp_path / "gale.yaml").unlink()
        with pytest.raises(InputDataError, match=r"gale\.yaml"):
            read_folder(tmp_path)

    def test_a_check_without_a_name_or_a_place(self):
        base = plain_document(load_library().references[0])
        for change in ({"checked_by": ""}, {"outcome": "unchecked"}, {"authors": ["A; B"]}):
            with pytest.raises(ValueError, match="validation error"):
                LibraryReference.model_validate({**base, **change})


def test_a_library_of_no_file_has_problems_without_lines():
    library = load_library()
    broken = library.model_copy(update={"references": ()})
    found = problems_of(lambda: Reading.of(broken).refuse(library_problems(broken)))
    assert {item["line"] for item in found} == {0}
