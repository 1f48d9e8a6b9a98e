"""The bibliography beside Crossref's answers: what agrees, what differs, what nobody answers."""

from __future__ import annotations

import csv
import io
import json
import urllib.error
from email.message import Message
from io import StringIO
from typing import Any

import pytest
from django.core.management import CommandError, call_command

from diagnostics.contracts.library import Library, LibraryReference
from diagnostics.guidelines import load_library
from diagnostics.guidelines.exchange import Reading
from knowledge.crossref import Network, UnansweredError, compare
from knowledge.selectors import library_in_force
from knowledge.services import library_import

OWN = LibraryReference(
    key="rothlis2023",
    authors=("R\u00f6thlisberger M.", "Papritz L."),
    year=2023,
    title="Quantifying the physical processes: hot extremes",
    container="Q. J. R. Meteorol. Soc.",
    volume="149",
    pages="351-366",
)
WORK = {
    "DOI": "10.1002/qj.1",
    "title": ["Quantifying the Physical Processes: <i>Hot</i> Extremes"],
    "author": [{"family": "Ro\u0308thlisberger", "given": "Matthias"}, {"family": "Papritz"}],
    "published-print": {"date-parts": [[2023, 4]]},
    "issued": {"date-parts": [[2022, 12]]},
    "volume": "149",
    "page": "351\u2013366",
    "container-title": ["Quarterly Journal of the Royal Meteorological Society"],
}


def fields(work: dict[str, Any]) -> list[str]:
    return [item.field for item in compare(OWN, {"message": work}).differences]


class TestComparison:
    def test_case_accents_markup_and_abbreviations_are_no_difference(self) -> None:
        assert fields(WORK) == []
        assert compare(OWN, WORK).doi == "10.1002/qj.1"

    @pytest.mark.parametrize(
        ("change", "field"),
        [
            ({"title": ["Quantifying the chemical processes: hot extremes"]}, "title"),
            ({"author": [{"family": "R\u00f6thlis"}]}, "authors"),
            ({"published-print": {"date-parts": [[2022]]}}, "year"),
            ({"volume": "148"}, "volume"),
            ({"page": "351-367"}, "pages"),
            ({"container-title": ["Quarterly Journal of Economics"]}, "container"),
        ],
    )
    def test_each_field_that_differs_is_named(self, change: Any, field: str) -> None:
        (found,) = compare(OWN, WORK | change).differences
        assert found.field == field
        assert found.ours != found.theirs

    @pytest.mark.parametrize(
        "gone", ["published-print", "volume", "page", "container-title", "DOI"]
    )
    def test_what_the_answer_leaves_out_is_no_difference(self, gone: str) -> None:
        rest = {name: value for name, value in WORK.items() if name != gone}
        assert fields(rest) == (["year"] if gone == "published-print" else [])

    @pytest.mark.parametrize("gone", [("title",), ("author",), ("published-print", "issued")])
    def test_what_is_not_compared_does_not_agree(self, gone: tuple[str, ...]) -> None:
        rest = {name: value for name, value in WORK.items() if name not in gone}
        with pytest.raises(UnansweredError, match="lacks"):
            compare(OWN, {"message": rest})

    def test_of_a_search_the_work_with_the_title_is_taken(self) -> None:
        other = WORK | {"title": ["Something else"], "DOI": "10.1000/1"}
        answer = {"message": {"items": [other, None, WORK]}}
        assert compare(OWN, answer).doi == "10.1002/qj.1"
        with pytest.raises(UnansweredError, match="title"):
            compare(OWN, {"message": {"items": [other]}})

    @pytest.mark.parametrize("answer", [None, [], "x", {"message": 3}])
    def test_what_is_no_answer_is_said_to_be_none(self, answer: Any) -> None:
        with pytest.raises(UnansweredError):
            compare(OWN, answer)

    def test_every_publication_of_the_seed_agrees_with_itself(self) -> None:
        for item in load_library().references:
            work = {
                "title": [item.title],
                "author": [{"family": item.authors[0].rpartition(" ")[0] or item.authors[0]}],
                "issued": {"date-parts": [[item.year]]},
                "volume": item.volume,
                "page": item.pages,
                "container-title": [item.container],
            }
            assert compare(item, work).differences == (), item.key


class TestNetwork:
    def test_asks_for_the_doi_and_else_searches(self, monkeypatch: pytest.MonkeyPatch) -> None:
        asked: list[str] = []

        def answered(request: Any, timeout: float) -> Any:
            asked.append(request.full_url)
            return io.BytesIO(json.dumps({"message": WORK}).encode())

        monkeypatch.setattr("urllib.request.urlopen", answered)
        network = Network("li@example.org")
        assert compare(OWN, network.of(OWN)).differences == ()
        network.of(OWN.model_copy(update={"doi": "10.1002/qj.1"}))
        assert "query.bibliographic=" in asked[0]
        assert asked[1].startswith("https://api.crossref.org/works/10.1002%2Fqj.1?")

    @pytest.mark.parametrize(
        "error",
        [
            urllib.error.HTTPError("u", 404, "gone", Message(), None),
            urllib.error.URLError("no network"),
            TimeoutError(),
        ],
    )
    def test_an_absence_is_no_verdict(
        self, monkeypatch: pytest.MonkeyPatch, error: Exception
    ) -> None:
        def refused(request: Any, timeout: float) -> Any:
            raise error

        monkeypatch.setattr("urllib.request.urlopen", refused)
        with pytest.raises(UnansweredError, match="Crossref"):
            Network("li@example.org").of(OWN)


@pytest.mark.django_db
class TestCommand:
    @pytest.fixture
    def answers(self, tmp_path: Any) -> Any:
        """Three publications, of which one agrees, one differs and one has no answer."""
        others = [OWN.model_copy(update={"key": f"other{number}"}) for number in (1, 2)]
        library = Library(references=(OWN, *others))
        library_import(Reading.of(library), origin="file", name="x", actor="operator:li")
        folder = tmp_path / "answers"
        folder.mkdir()
        (folder / f"{OWN.key}.json").write_text(json.dumps({"message": WORK}))
        (folder / "other1.json").write_text(json.dumps({"message": WORK | {"volume": "7"}}))
        return folder

    def run(self, *args: str, **options: Any) -> str:
        said = StringIO()
        call_command("check_references", *args, stdout=said, **options)
        return said.getvalue()

    def test_says_what_differs_and_what_has_no_answer(self, answers: Any) -> None:
        said = self.run("--answers", str(answers))
        assert "other1: volume: '149', not '7'" in said
        assert "other2: no answer" in said
        assert "1 agree, 1 differ, 1 without an answer" in said
        assert "0 agree, 0 differ, 0 without" in self.run(
            "--answers", str(answers), "--outcome", "not_found"
        )

    def test_writes_a_table_that_can_be_taken_in(self, answers: Any, tmp_path: Any) -> None:
        table = tmp_path / "agreed.csv"
        self.run("--answers", str(answers), "--table", str(table), "--by", "Li Na")
        (row,) = csv.DictReader(io.StringIO(table.read_text("utf-8-sig"), newline=""))
        assert (row["key"], row["outcome"], row["checked_by"]) == (OWN.key, "agrees", "Li Na")
        call_command("import_library", str(table), by="li", stdout=StringIO())
        kept = {item.key: item for item in library_in_force().references}
        assert kept[OWN.key].status == "verified"
        assert kept[OWN.key].seen == ("https://doi.org/10.1002/qj.1",)
        assert kept["other1"].status == "from_knowledge"

    def test_wants_to_know_whom_and_where(self, answers: Any, tmp_path: Any) -> None:
        with pytest.raises(CommandError, match="--by"):
            self.run("--answers", str(answers), "--table", str(tmp_path / "x.csv"))
        with pytest.raises(CommandError, match="no folder"):
            self.run("--answers", str(tmp_path / "gone"))
