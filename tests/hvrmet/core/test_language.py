"""Answers are in the reader's language: what the request asks for, the person's own, or English."""

from __future__ import annotations

import ast
import json
import re
from functools import cache
from pathlib import Path
from typing import Any

import pytest
from django.db import connection
from django.test import Client
from django.test.utils import CaptureQueriesContext
from hvrmet.accounts.roles import TenantRole
from hvrmet.audit.models import AuditRecord
from hvrmet.core.db.scope import SYSTEM, scope
from hvrmet.core.errors import ApplicationError
from hvrmet.core.http.documentation import openapi_document
from hvrmet.core.http.language import LONGEST_HEADER, negotiated, reading
from hvrmet.core.http.problems import problem_handler
from hvrmet.testing import diagnosis_document, queue_job
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st
from rest_framework import exceptions

from diagnostics.contracts.events import RunFailed
from diagnostics.errors import InputDataError
from diagnostics.messages import Message, catalogue, message, render
from tests.diagnostics.messages.made_up_language import source_text
from tests.hvrmet.accounts.test_invitations import send, signed_in
from tests.hvrmet.factories import person
from tests.hvrmet.jobs.test_lifecycle import fail

pytestmark = pytest.mark.django_db
ROOT = Path(__file__).resolve().parents[3]
URL = "/api/v1/diagnoses/"
ZH = {"Accept-Language": "zh-CN"}
QUOTED = re.compile(r"`[^`]*`|“[^”]*”|\S*/\S+|\{[^}]*\}")
OF_SENTENCES = {
    *(
        "the",
        "is",
        "are",
        "was",
        "has",
        "this",
        "that",
        "there",
        "it",
        "you",
        "be",
        "must",
        "should",
    ),
    *(
        "not",
        "no",
        "of",
        "to",
        "in",
        "on",
        "for",
        "with",
        "and",
        "or",
        "did",
        "mean",
        "valid",
        "value",
    ),
    *("send", "leave", "out", "than", "greater", "less", "input", "character", "found", "allowed"),
}
NAMES = {"JSON", "UUID", "ISO", "UTC", "IANA", "Asia", "Shanghai", "Cookie", "ASCII", "UTF"}
ANY = HealthCheck.function_scoped_fixture
REFUSALS = sorted(re.findall(r"^((?:refusal|problem)-\S+) =", source_text(), re.MULTILINE))
"""Read as text: to parse every text of the catalogue takes a second of every collection."""


@cache
def variables() -> dict[str, frozenset[str]]:
    return catalogue("en").variables()


FILLED: dict[str, Any] = {"seconds": 2, "count": 3}


def english(text: str) -> set[str]:
    """The English words of a text, without names, quotations and addresses."""
    return set(re.findall(r"[A-Za-z]{2,}", QUOTED.sub("", text))) - NAMES


def remnants(text: str) -> set[str]:
    """The words of a text that an English sentence holds, and no list of names does."""
    return english(text) & OF_SENTENCES


def assert_same_in_both(reply: Any, in_chinese: Any) -> dict[str, Any]:
    """Compare a problem in both languages, and return the Chinese one."""
    first, second = reply.json(), in_chinese.json()
    for name in ("type", "status", "code"):
        assert first[name] == second[name]
    assert set(first["data"]) == set(second["data"])
    assert reply.status_code == in_chinese.status_code == second["status"]
    assert (reply["Content-Language"], in_chinese["Content-Language"]) == ("en", "zh")
    assert "Accept-Language" in reply["Vary"]
    assert "Accept-Language" in in_chinese["Vary"]
    assert english(second["title"]) == set()
    assert remnants(second["detail"]) == set()
    assert first["detail"] != second["detail"]
    return second


class TestNegotiation:
    @pytest.mark.parametrize(
        ("header", "language"),
        [
            *((text, "zh") for text in ("zh", "zh-CN", "ZH-hans-CN", "zh-TW", "zh-Hant")),
            *((text, "en") for text in ("en", "en-GB, zh;q=0.9", "EN;q=0.1", "zh;q=0")),
            ("en;q=0.5, zh-CN;q=0.8", "zh"),
            ("fr, zh;q=0.1", "zh"),
            ("zh, en", "zh"),
            ("zh;q=0, en;q=0.001", "en"),
            ("*, zh;q=0.3", "zh"),
            *(
                (text, None)
                for text in ("", "*", "fr", "english", "zh;q=2", "zh;q=x", "q=1", ";,;")
            ),
            ("en;q=0, zh;q=0", None),
            ("zh," * LONGEST_HEADER, None),
        ],
    )
    def test_takes_the_best_of_what_there_is(self, header: str, language: str | None) -> None:
        assert negotiated(header) == language

    @given(st.text(max_size=200) | st.from_regex(r"(zh|en|\*)(-\w+)?(;q=[\d.]*)?,?.*"))
    def test_makes_something_of_every_text(self, header: str) -> None:
        assert negotiated(header) in ("en", "zh", None)


class TestProblems:
    @pytest.mark.parametrize("identifier", REFUSALS)
    def test_are_the_same_in_both_languages(self, identifier: str) -> None:
        params = {name: FILLED.get(name, "7") for name in variables()[identifier]}
        wording = Message(id=identifier, params=params)
        error = ApplicationError(wording, code="x", http_status=409, data={"errors": [wording]})
        said = {}
        for language in ("en", "zh"):
            with reading(language):
                reply = problem_handler(error, {})
            assert reply is not None
            assert (reply.status_code, reply.data["code"]) == (409, "x")
            assert reply.data["data"]["errors"] == [reply.data["detail"]]
            said[language] = reply.data
        assert said["en"]["detail"] == render(wording, "en", "api")
        assert said["zh"]["title"] == "冲突"
        assert len(english(said["zh"]["detail"])) <= 1, said["zh"]["detail"]

    @pytest.mark.parametrize(
        "error",
        [
            lambda: exceptions.ParseError(),
            lambda: exceptions.AuthenticationFailed(),
            lambda: exceptions.NotAuthenticated(),
            lambda: exceptions.PermissionDenied(),
            lambda: exceptions.NotFound(),
            lambda: exceptions.MethodNotAllowed("PUT"),
            lambda: exceptions.NotAcceptable(),
            lambda: exceptions.UnsupportedMediaType("a/b"),
            lambda: exceptions.Throttled(wait=3),
            lambda: InputDataError(message("question-no_such_quantity", name="x")),
        ],
    )
    def test_of_the_framework_and_the_science_are_too(self, error: Any) -> None:
        replies = {}
        for language in ("en", "zh"):
            with reading(language):
                replies[language] = problem_handler(error(), {})
        assert replies["en"].status_code == replies["zh"].status_code
        assert replies["en"].data["code"] == replies["zh"].data["code"]
        assert len(english(replies["zh"].data["detail"])) <= 1, replies["zh"].data
        assert "hvrmet" not in replies["en"].data["detail"]

    @pytest.mark.parametrize(
        ("body", "kind"),
        [
            (b"{", "application/json"),
            (b"\xff", "application/json"),
            (b'{"source": 1, "source": 2}', "application/json"),
            (b'{"region": [NaN]}', "application/json"),
            (b'{"region": [1e999]}', "application/json"),
            (b'{"source": "\\u0000"}', "application/json"),
            (b"[" * 100_000, "application/json"),
            (b"[]", "application/json"),
            (b"a: 1", "application/yaml"),
            *(
                (json.dumps(diagnosis_document(**change)).encode(), "application/json")
                for change in (
                    {"source": "nowhere"},
                    {"sorce": "a", "priority": "soon", "event": 7, "deadline": "x"},
                    {"region": [1, 2, 3]},
                    {"region": [1, 30, 3, 20]},
                    {"window": {"start": 5, "end": "6"}},
                    {"options": {"max_turns": 0, "figures": "?"}},
                    {"timezone": "Mars/North"},
                    {"preset": "x"},
                    {f"unknown_{number}": 1 for number in range(40)},
                )
            ),
        ],
    )
    def test_of_bodies(self, client, alpha, body: bytes, kind: str) -> None:
        def post(**headers: str) -> Any:
            return client.generic("POST", URL, body, kind, headers={**alpha.headers, **headers})

        found = assert_same_in_both(post(), post(**ZH))
        messages = [item["message"] for item in found["data"].get("errors", ())]
        assert [message for message in messages if remnants(message)] == []

    @pytest.mark.parametrize(
        ("method", "address"),
        [
            ("GET", "/api/v1/nothing/"),
            ("GET", "/api/nothing/"),
            ("PATCH", URL),
            ("GET", f"{URL}?stauts=queued"),
            ("GET", f"{URL}?status=queued&source=a&source=b"),
            ("GET", f"{URL}?page_size=0"),
            ("GET", f"{URL}?cursor=x"),
            ("GET", f"{URL}?region=1,2"),
            ("GET", f"{URL}00000000-0000-0000-0000-000000000000/"),
            ("GET", "/api/v1/catalog/capee/"),
            ("GET", "/api/v1/sessions/"),
        ],
    )
    def test_of_addresses(self, client, alpha, method: str, address: str) -> None:
        def ask(**headers: str) -> Any:
            return client.generic(method, address, headers={**alpha.headers, **headers})

        assert_same_in_both(ask(), ask(**ZH))

    def test_of_strangers_to_every_operation(self, client, platform_settings) -> None:
        asked = 0
        for path, methods in openapi_document()["paths"].items():
            address = re.sub(r"\{\w+\}", "00000000-0000-0000-0000-000000000000", path)
            for method, operation in methods.items():
                if operation.get("security") and "number" not in path:
                    replies = [
                        client.generic(method.upper(), address, headers=headers)
                        for headers in ({}, ZH)
                    ]
                    assert_same_in_both(*replies)
                    asked += 1
        assert asked > 60

    def test_of_keys_and_formats(self, client, alpha) -> None:
        wrong = {"Authorization": "Bearer hvr_x"}
        replies = [client.get(URL, headers={**wrong, **more}) for more in ({}, ZH)]
        assert assert_same_in_both(*replies)["code"] == "authentication_failed"
        image = {**alpha.headers, "Accept": "image/png"}
        replies = [client.get(URL, headers={**image, **more}) for more in ({}, ZH)]
        assert assert_same_in_both(*replies)["code"] == "not_acceptable"

    def test_of_forms_without_a_token(self, alpha) -> None:
        person(alpha, "li", TenantRole.VIEWER)
        client = Client(enforce_csrf_checks=True)
        client.force_login(person(alpha, "wu", TenantRole.VIEWER))
        address = "/api/v1/ws-tickets/"
        replies = [client.post(address, headers=headers) for headers in ({}, ZH)]
        assert assert_same_in_both(*replies)["code"] == "csrf_failed"

    @settings(max_examples=60, deadline=None, suppress_health_check=[ANY, HealthCheck.too_slow])
    @given(
        header=st.text(st.characters(min_codepoint=32, max_codepoint=126), max_size=2000)
        | st.from_regex(r"(zh|en|fr|\*)(-[a-z]{2})?(;q=0(\.\d)?)?(, ?(zh|en)(;q=\S*)?)?")
        | st.sampled_from(["*", "zh;q=0", "en;q=0,zh;q=0", "," * 5000, "zh-" * 3000])
    )
    def test_are_no_fault_of_ours_whatever_the_header(self, header: str) -> None:
        for address in ("/api/v1/me/", "/api/nothing/", "/api/v1/session/"):
            reply = Client().get(address, headers={"Accept-Language": header})
            assert reply.status_code < 500


class TestOwnLanguage:
    @pytest.fixture
    def li(self, alpha) -> Client:
        return signed_in(person(alpha, "li", TenantRole.VIEWER))

    def test_is_read_and_chosen_by_the_person(self, li) -> None:
        assert li.get("/api/v1/me/language/").json() == {"language": None}
        assert send(li, "put", "me/language/", {"language": "zh"}).json() == {"language": "zh"}
        assert li.get("/api/v1/me/").json()["language"] == "zh"
        with scope(SYSTEM):
            record = AuditRecord.objects.get(action="person.language_chosen")
        assert (record.before, record.after) == ({"language": None}, {"language": "zh"})
        assert send(li, "put", "me/language/", {"language": None}).json() == {"language": None}
        wrong = send(li, "put", "me/language/", {"language": "tlh"})
        assert (wrong.status_code, wrong.json()["code"]) == (400, "invalid_request")

    def test_is_that_of_answers_where_the_request_chooses_none(self, li) -> None:
        address = f"{URL}?stauts=queued"
        assert li.get(address)["Content-Language"] == "en"
        send(li, "put", "me/language/", {"language": "zh"})
        for header, language in ((None, "zh"), ("fr, *", "zh"), ("en", "en"), ("zh;q=0", "en")):
            headers = {} if header is None else {"Accept-Language": header}
            reply = li.get(address, headers=headers)
            assert reply["Content-Language"] == language
            assert (english(reply.json()["title"]) == set()) is (language == "zh")

    def test_costs_no_statement(self, li) -> None:
        with CaptureQueriesContext(
            connection,
        ) as before:
            li.get(f"{URL}?stauts=queued")
        send(li, "put", "me/language/", {"language": "zh"})
        with CaptureQueriesContext(connection) as after:
            li.get(f"{URL}?stauts=queued")
        assert len(after) == len(before)

    def test_is_for_people(self, client, alpha) -> None:
        assert client.get("/api/v1/me/language/").status_code == 401
        reply = client.get("/api/v1/me/language/", headers=alpha.headers)
        assert (reply.status_code, reply.json()["code"]) == (403, "person_required")
        assert client.get("/api/v1/me/", headers=alpha.headers).json()["language"] is None


class TestFailures:
    def test_are_in_the_language_of_who_reads(self, client, alpha, sent, monkeypatch) -> None:
        wording = message("looperror-no_known_fields")
        failed = RunFailed(code="no_fields", message=render(wording, "en"), wording=wording)
        monkeypatch.setattr("tests.hvrmet.jobs.test_lifecycle.ev.RunFailed", lambda **_: failed)
        job_id = queue_job(alpha)
        fail(alpha, job_id)
        said = {}
        for language in ("en", "zh"):
            headers = {**alpha.headers, "Accept-Language": language}
            reply = client.get(f"{URL}{job_id}/", headers=headers)
            assert reply["Content-Language"] == language
            failure = reply.json()["state"]["failure"]
            assert (failure["code"], failure["wording"]["id"]) == ("no_fields", wording.id)
            said[language] = failure["message"]
            listed = client.get(URL, headers=headers).json()["results"][0]["state"]["failure"]
            assert listed == failure
        assert said == {language: render(wording, language, "api") for language in said}
        assert "hvrmet" not in said["en"] + said["zh"]

    def test_of_an_older_release_are_said_as_they_were(
        self, client, alpha, sent, monkeypatch
    ) -> None:
        """The entry has gone since, or takes other parameters: the job can still be read."""
        old = message("griderror-point_outside_data", latitude="1", longitude="2")
        failed = RunFailed(code="no_fields", message="outside the data", wording=old)
        monkeypatch.setattr("tests.hvrmet.jobs.test_lifecycle.ev.RunFailed", lambda **_: failed)
        job_id = queue_job(alpha)
        fail(alpha, job_id)
        reply = client.get(f"{URL}{job_id}/", headers=alpha.headers)
        assert reply.json()["state"]["failure"]["message"] == "outside the data"
        assert client.get(f"{URL}{job_id}/events/", headers=alpha.headers).status_code == 200

    def test_that_were_stored_without_a_wording_are_shown_as_they_are(
        self, client, alpha, sent
    ) -> None:
        job_id = queue_job(alpha)
        fail(alpha, job_id)
        reply = client.get(f"{URL}{job_id}/", headers={**alpha.headers, **ZH})
        failure = reply.json()["state"]["failure"]
        assert (failure["message"], failure["wording"]) == ("the disk was not there", None)


def test_every_refusal_takes_an_entry_of_the_catalogue() -> None:
    makers = {"message", "wording", "_nowhere", "problem", "what", "joined"}
    found, seen = set(), 0
    folders = [ROOT / name for name in ("platform", "knowledge", "tasks")]
    paths = [path for folder in folders for path in folder.rglob("*.py")]
    for path in paths:
        for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
            name = getattr(getattr(node, "func", None), "id", "")
            if name in ("ApplicationError", "NotFoundError", "BudgetError", "Refused"):
                first = node.args[-1 if name == "Refused" else 0]  # type: ignore[attr-defined]
                made_by = getattr(getattr(first, "func", first), "id", "")
                seen += 1
                # A worker that has lost its job says so to nobody but its own log.
                if made_by not in makers and "lease_lost" not in ast.unparse(node):
                    found.add(f"{path.relative_to(ROOT)}: {ast.unparse(first)}")
    assert seen > 100
    assert found == set()
