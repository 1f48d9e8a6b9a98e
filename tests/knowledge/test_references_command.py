"""``manage.py references check``: from files, and from a Crossref of our own on this machine."""

from __future__ import annotations

import json
import threading
from collections.abc import Iterator
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from io import StringIO
from pathlib import Path
from typing import Any
from urllib.parse import parse_qs, unquote, urlsplit

import pytest
from django.core.management import CommandError, call_command
from hvrmet.core.db.scope import scope
from hvrmet.testing import Centre

from diagnostics.contracts.guidelines import Reference
from diagnostics.guidelines import load_release
from knowledge.crossref import Crossref, RecordsError, read_records
from knowledge.services.workspaces import workspace_open
from tests.knowledge.test_entry_tables import curator


def references() -> list[Reference]:
    found = {one.text: one for entry in load_release().entries for one in entry.references}
    return [found[text] for text in sorted(found)]


def work_of(reference: Reference, **changed: Any) -> dict[str, Any]:
    """A record that a Crossref could give of a reference, made from its fields."""
    return {
        "DOI": reference.doi or f"10.9999/{abs(hash(reference.text))}",
        "title": [reference.title],
        "author": [{"family": name.rsplit(" ", 1)[0]} for name in reference.authors],
        "issued": {"date-parts": [[reference.year]]},
        "container-title": [reference.journal],
        "volume": reference.volume or None,
        "page": reference.pages or None,
        **changed,
    }


def check(*args: str) -> str:
    out = StringIO()
    call_command("references", "check", *args, stdout=out)
    return out.getvalue()


def test_files_of_crossref_are_compared_offline(tmp_path: Path) -> None:
    found = references()
    half = len(found) // 2
    (tmp_path / "a.json").write_text(json.dumps([work_of(one) for one in found[:half]]))
    (tmp_path / "b.json").write_text(
        json.dumps({"message": {"items": [work_of(one) for one in found[half:-1]]}})
    )
    text = check("--records", str(tmp_path))
    assert f"not_found: {found[-1].text}" in text
    assert text.splitlines()[-1].startswith(f"{len(found)} references: ")
    assert "contradicted" not in text


def test_a_reference_that_differs_ends_with_an_error_and_both_sides(tmp_path: Path) -> None:
    wrong = next(one for one in references() if one.doi and one.volume)
    file = tmp_path / "one.json"
    file.write_text(json.dumps({"message": work_of(wrong, volume="999")}))
    out = StringIO()
    with pytest.raises(CommandError, match="differ from their records"):
        call_command("references", "check", "--records", str(file), stdout=out)
    assert f"contradicted: {wrong.text}" in out.getvalue()
    assert f"volume: '{wrong.volume}', record: '999'" in out.getvalue()


def test_the_comparison_is_written_as_json(tmp_path: Path) -> None:
    file = tmp_path / "all.json"
    file.write_text(json.dumps([work_of(one) for one in references()]))
    found = json.loads(check("--records", str(file), "--json"))
    assert len(found) == len(references())
    assert {one["outcome"] for one in found} <= {"agrees", "partly"}


@pytest.mark.parametrize(
    ("name", "content", "said"),
    [
        ("missing.json", None, "cannot be read"),
        ("text.json", "no JSON", "no answer of Crossref"),
        ("other.json", '{"title": []}', "a work without DOI"),
    ],
)
def test_what_is_no_file_of_crossref_is_named(
    tmp_path: Path, name: str, content: str | None, said: str
) -> None:
    file = tmp_path / name
    if content is not None:
        file.write_text(content)
    with pytest.raises(CommandError, match=said) as caught:
        check("--records", str(file))
    assert name in str(caught.value)
    with pytest.raises(RecordsError, match="no JSON file"):
        read_records(tmp_path.joinpath("empty").mkdir() or tmp_path / "empty")


@pytest.mark.django_db
def test_a_centres_own_references_are_compared(alpha: Centre, tmp_path: Path) -> None:
    with pytest.raises(CommandError, match="no centre 'nowhere'"):
        check("--records", str(tmp_path), "--centre", "nowhere")
    with scope(alpha.id):
        workspace_open(principal=curator(alpha))
    file = tmp_path / "all.json"
    file.write_text(json.dumps([work_of(one) for one in references()]))
    text = check("--records", str(file), "--centre", alpha.slug)
    assert "references:" in text


class _Handler(BaseHTTPRequestHandler):
    works: dict[str, dict[str, Any]]
    asked: list[str]
    busy: int = 0

    def do_GET(self) -> None:
        split = urlsplit(self.path)
        type(self).asked.append(self.path)
        if type(self).busy:
            type(self).busy -= 1
            self.send_error(429)
            return
        query = parse_qs(split.query)
        if "query.bibliographic" in query:
            items = [
                one
                for one in self.works.values()
                if one["title"][0] in query["query.bibliographic"][0]
            ]
            self._answer({"message-type": "work-list", "message": {"items": items}})
            return
        work = self.works.get(unquote(split.path.removeprefix("/works/")))
        if work is None:
            self.send_error(404)
        else:
            self._answer({"message-type": "work", "message": work})

    def _answer(self, document: dict[str, Any]) -> None:
        body = json.dumps(document).encode()
        self.send_response(200)
        self.send_header("Content-Length", str(len(body)))
        self.end_headers()
        self.wfile.write(body)

    def log_message(self, *_: object) -> None:
        """Say nothing."""


@pytest.fixture
def crossref() -> Iterator[tuple[type[_Handler], Crossref]]:
    """A server that answers as Crossref does, with records of our own."""
    handler = type(
        "Handler",
        (_Handler,),
        {"works": {work_of(one)["DOI"].lower(): work_of(one) for one in references()}, "asked": []},
    )
    server = ThreadingHTTPServer(("127.0.0.1", 0), handler)
    thread = threading.Thread(target=server.serve_forever, daemon=True)
    thread.start()
    address = f"http://127.0.0.1:{server.server_port}"
    yield handler, Crossref(address=address, mail="a@example.org", pause=lambda seconds: None)
    server.shutdown()
    server.server_close()
    thread.join()


def test_crossref_is_asked_by_doi_and_else_by_the_text(
    crossref: tuple[type[_Handler], Crossref],
) -> None:
    handler, client = crossref
    with_doi = next(one for one in references() if one.doi and "<" in one.doi)
    without = next(one for one in references() if not one.doi)
    assert client.ask(with_doi)["message"]["title"] == [with_doi.title]
    assert client.ask(without)["message"]["items"][0]["title"] == [without.title]
    assert client.ask(with_doi.model_copy(update={"doi": "10.1/none"})) is None
    assert all("mailto=a%40example.org" in path for path in handler.asked)


def test_a_busy_crossref_is_asked_again_and_then_given_up(
    crossref: tuple[type[_Handler], Crossref],
) -> None:
    handler, client = crossref
    reference = next(one for one in references() if one.doi)
    handler.busy = 2
    assert client.ask(reference) is not None
    handler.busy = 3
    with pytest.raises(RecordsError, match="did not serve it in 3 attempts"):
        client.ask(reference)
    elsewhere = Crossref(address="http://127.0.0.1:9", pause=lambda seconds: None)
    with pytest.raises(RecordsError, match="not reached"):
        elsewhere.ask(reference)


def test_answers_are_kept_and_read_again_offline(
    crossref: tuple[type[_Handler], Crossref],
    tmp_path: Path,
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr("knowledge.crossref._PAUSE_S", 0.0)
    _, client = crossref
    kept = tmp_path / "kept"
    online = check("--online", "--address", client.address, "--save", str(kept), "--json")
    assert len(list(kept.glob("*.json"))) == len(references())
    assert check("--records", str(kept), "--json") == online
