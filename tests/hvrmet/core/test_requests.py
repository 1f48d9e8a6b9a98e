"""What a request may hold, and how refusals say what, where and what to do."""

from __future__ import annotations

import json

import pytest
from hvrmet.accounts.authentication import is_known
from hvrmet.core.http.limits import LONGEST_BODY, MOST_VALUES
from hvrmet.core.http.schemas import LISTED_ERRORS
from hvrmet.testing import diagnosis_document

pytestmark = pytest.mark.django_db
URL = "/api/v1/diagnoses/"
LONGEST_ANSWER = 20_000


def post(client, centre, body, content_type="application/json"):
    data = body if isinstance(body, bytes) else json.dumps(body).encode()
    return client.generic("POST", URL, data, content_type, headers=centre.headers)


def problem(reply, status: int, code: str) -> str:
    assert (reply.status_code, reply["Content-Type"]) == (status, "application/problem+json")
    document = reply.json()
    assert document["code"] == code, document
    detail: str = document["detail"]
    return detail


class TestBodies:
    @pytest.mark.parametrize(
        ("body", "words"),
        [
            (b"{", "no JSON"),
            (b"\xff\xfe", "no JSON"),
            (b'{"region": [NaN, 1, 2, 3]}', "NaN is no JSON number"),
            (b'{"source": "a", "source": "b"}', "'source' comes twice"),
            (b"[" * 100_000, "too deeply"),
            (b'{"source": "a\\u0000"}', "source holds a NUL"),
            (b'{"options": {"without": ["\\ud800"]}}', "options.without.0 holds a NUL or half"),
            (b'{"so\\u0000urce": "a"}', "(name)"),
        ],
    )
    def test_that_cannot_be_read(self, client, alpha, body, words) -> None:
        assert words in problem(post(client, alpha, body), 400, "malformed_json")

    def test_that_are_too_large(self, client, alpha) -> None:
        body = b'{"source": "' + b"a" * LONGEST_BODY + b'"}'
        assert str(LONGEST_BODY) in problem(post(client, alpha, body), 413, "body_too_large")

    def test_that_are_too_large_for_the_framework(self, client, alpha) -> None:
        body = b'{"source": "' + b"a" * 3 * LONGEST_BODY + b'"}'
        problem(post(client, alpha, body), 413, "body_too_large")
        reply = client.post("/accounts/login/", {"login": "a" * 3 * LONGEST_BODY})
        problem(reply, 413, "body_too_large")

    def test_that_hold_too_many_values(self, client, alpha) -> None:
        for body in ({f"a{n}": 1 for n in range(60_000)}, [[1] * 60_000], {"a": [{}] * 60_000}):
            assert str(MOST_VALUES) in problem(post(client, alpha, body), 413, "body_too_large")

    @pytest.mark.parametrize(
        "number", ["1e309", "-1e400", "9" * 20, "-" + "9" * 400, "9" * 5000, str(2**63)]
    )
    def test_with_a_number_that_is_beyond_all_bounds(self, client, alpha, number) -> None:
        body = f'{{"region": [{number}, 1, 2, 3]}}'.encode()
        assert "send a smaller one" in problem(post(client, alpha, body), 400, "malformed_json")

    def test_with_thousands_of_mistakes_get_a_short_answer(self, client, alpha) -> None:
        unknown = {f"unknown_{n}": 1 for n in range(9_000)}
        reply = post(client, alpha, diagnosis_document(**unknown))
        assert "9000 mistakes, the first 20" in problem(reply, 400, "invalid_request")
        document = reply.json()["data"]
        assert (len(document["errors"]), document["count"]) == (LISTED_ERRORS, 9_000)
        assert len(reply.content) < LONGEST_ANSWER

    @pytest.mark.parametrize("where", ["source", "event", "climatology", "question", "unheard_of"])
    def test_of_long_words_get_a_short_answer(self, client, alpha, where) -> None:
        words = "a" * 400_000
        for change in ({where: words}, {where: [words]}, {words: 1}, {"options": {words: words}}):
            reply = post(client, alpha, diagnosis_document(**change))
            assert reply.status_code == 400
            assert len(reply.content) < LONGEST_ANSWER

    def test_of_another_kind(self, client, alpha) -> None:
        reply = post(client, alpha, b"a: 1", "application/yaml")
        problem(reply, 415, "unsupported_media_type")

    @pytest.mark.parametrize(
        ("change", "at", "words"),
        [
            ({"sorce": "a"}, "sorce", "did you mean 'source'?"),
            ({"options": {"turns": 1}}, "options.turns", "fields are max_turns"),
            ({"source": None}, "source", "must be a text"),
            ({"options": []}, "options", "JSON object with named fields"),
            ({"options": {"max_turns": True}}, "options.max_turns", "must be a whole number"),
            ({"options": {"max_turns": "5"}}, "options.max_turns", "must be a whole number"),
            ({"region": [None, 1, 2, 3]}, "region", "not a number of degrees"),
            ({"window": {"start": 5, "end": "6"}}, "window.start", "not a time"),
            ({"window": {"end": "2026-01-01T00:00Z"}}, "window.start", "missing: add it"),
        ],
    )
    def test_with_a_mistake_that_is_named(self, client, alpha, change, at, words) -> None:
        reply = post(client, alpha, diagnosis_document(**change))
        problem(reply, 400, "invalid_request")
        found = {item["at"]: item["message"] for item in reply.json()["data"]["errors"]}
        assert words in found[at], found


class TestAddresses:
    @pytest.mark.parametrize(
        ("query", "code", "words"),
        [
            ("?statsu=queued", "unknown_parameter", "did you mean 'status'?"),
            ("?since=2026-01-01T00:00Z&since=x", "repeated_parameter", "comes 2 times"),
            ("?source=%00", "invalid_request", "NUL"),
            ("?status=asleep", "invalid_request", "'queued'"),
            ("?page_size=0", "invalid_request", "at least 1"),
            ("?page_size=201", "invalid_request", "at most 200"),
            ("?since=1700000000", "invalid_request", "not a time"),
            ("?since=2026-01-01T00:00", "invalid_request", "no zone"),
            ("?region=1,2,3", "invalid_request", "four numbers"),
            ("?cursor=made-up", "invalid_cursor", "first page"),
        ],
    )
    def test_with_a_wrong_parameter(self, client, alpha, query, code, words) -> None:
        assert words in problem(client.get(URL + query, headers=alpha.headers), 400, code)

    def test_name_what_there_is(self, client, alpha) -> None:
        reply = client.get(f"{URL}?nothing=1", headers=alpha.headers)
        assert {"cursor", "region", "status"} <= set(reply.json()["data"]["known"])
        reply = client.get("/api/v1/usage/?nothing=1", headers=alpha.headers)
        assert "takes none" in problem(reply, 400, "unknown_parameter")

    def test_with_a_nul_lead_nowhere(self, client, alpha) -> None:
        reply = client.get("/api/v1/guidelines/releases/%00/", headers=alpha.headers)
        problem(reply, 404, "not_found")

    @pytest.mark.parametrize("method", ["PUT", "PATCH", "OPTIONS", "TRACE", "QUERY"])
    @pytest.mark.parametrize("known", [True, False])
    def test_with_a_method_that_is_not_there(self, client, alpha, method, known) -> None:
        reply = client.generic(method, URL, headers=alpha.headers if known else {})
        problem(reply, 405, "method_not_allowed")
        assert {"GET", "POST"} <= set(reply["Allow"].split(", "))


class TestCookies:
    @pytest.mark.parametrize("name", ["hvrmet_session", "csrftoken", "messages", "x"])
    @pytest.mark.parametrize("address", [URL, "/", "/accounts/login/", "/admin/", "/healthz"])
    @pytest.mark.parametrize("character", ["\\000", "\\001", "\\012", "\\177", "\\200"])
    def test_with_characters_that_no_header_can_have(
        self, client, name, address, character
    ) -> None:
        cookie = f'{name}="{character}aaaaaaaaaaaaaaaa"'
        reply = client.get(address, headers={"Cookie": cookie})
        if character == "\\000":
            assert "a NUL" in problem(reply, 400, "invalid_request")
        else:
            assert reply.status_code == client.get(address).status_code
        login = client.post("/accounts/login/", {"login": "a"}, headers={"Cookie": cookie})
        assert login.status_code in (200, 400)

    def test_of_a_long_body_say_nobody(self, rf) -> None:
        request = rf.post(URL, headers={"Cookie": 'hvrmet_session="\\000aaaaaaaaaaaaaaaa"'})
        assert not is_known(request)


class TestPages:
    @pytest.mark.parametrize(
        ("address", "status"),
        [
            ("/accounts/oidc/%00/login/", 404),
            ("/accounts/confirm-email/%00a/", 404),
            ("/%00", 404),
            ("/accounts/login/?next=/%00", 400),
            ("/admin/login/?next=%00", 400),
        ],
    )
    def test_with_a_nul_in_their_address_are_refused(self, client, address, status) -> None:
        code = {404: "not_found", 400: "invalid_request"}[status]
        problem(client.get(address), status, code)
