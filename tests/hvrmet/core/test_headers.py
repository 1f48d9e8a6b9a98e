"""Headers hold printable ASCII; a request fails well where the database is away."""

from __future__ import annotations

import pytest
from django.contrib.sessions.backends.db import SessionStore
from django.db import InterfaceError, OperationalError
from django.test import Client
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

pytestmark = pytest.mark.django_db
ADDRESSES = ("/", "/healthz", "/api/v1/diagnoses/", "/accounts/login/", "/nothing/")
READ_HERE = (
    *("Authorization", "X-HVRMet-Tenant", "Idempotency-Key", "X-Request-ID", "traceparent"),
    *("If-None-Match", "If-Match", "User-Agent", "Referer", "Origin", "Cookie", "Accept"),
    *("Accept-Language", "Content-Type", "Range", "X-Forwarded-Proto", "X-CSRFToken"),
)
names = st.sampled_from(READ_HERE) | st.from_regex(r"X-[A-Za-z][A-Za-z-]{0,20}", fullmatch=True)
# As the server hands them over: bytes of a header, as Latin-1.
texts = st.text(st.characters(max_codepoint=255), max_size=60)
bad = st.sampled_from([chr(code) for code in (*range(9), *range(10, 32), *range(127, 256))])
EXAMPLES = settings(
    max_examples=60, deadline=None, suppress_health_check=[HealthCheck.function_scoped_fixture]
)


@EXAMPLES
@given(address=st.sampled_from(ADDRESSES), name=names, left=texts, wrong=bad, right=texts)
def test_a_header_with_anything_but_printable_ascii_is_refused(
    address: str, name: str, left: str, wrong: str, right: str
) -> None:
    reply = Client().get(address, headers={name: left + wrong + right})
    assert (reply.status_code, reply["Content-Type"]) == (400, "application/problem+json")
    assert reply.json()["code"] == "invalid_request"
    assert name.lower() in reply.json()["detail"].lower()


@EXAMPLES
@given(
    address=st.sampled_from(ADDRESSES),
    name=names,
    text=st.text(st.characters(min_codepoint=32, max_codepoint=126), max_size=60),
)
def test_no_printable_header_is_a_fault_of_ours(address: str, name: str, text: str) -> None:
    assert Client().get(address, headers={name: text}).status_code < 500


@pytest.mark.parametrize("kind", [OperationalError, InterfaceError])
@pytest.mark.parametrize("address", ["/", "/api/v1/diagnoses/", "/accounts/login/", "/admin/"])
def test_without_a_database_a_session_cannot_be_looked_up_and_the_answer_says_so(
    monkeypatch: pytest.MonkeyPatch, kind: type[Exception], address: str
) -> None:
    def fail(self: SessionStore) -> None:
        raise kind("the server closed the connection unexpectedly")

    monkeypatch.setattr(SessionStore, "load", fail)
    client = Client(raise_request_exception=False)
    client.cookies["hvrmet_session"] = "a" * 32
    reply = client.get(address)
    assert (reply.status_code, reply["Content-Type"]) == (503, "application/problem+json")
    assert (reply.json()["code"], reply["Retry-After"]) == ("database_unavailable", "5")


@pytest.mark.parametrize(
    "address",
    ["/static/core/fonts.css", "/", "/api/v1/diagnoses/", "/accounts/login/", "/nothing/"],
)
def test_no_answer_is_for_scripts_of_other_sites(client: Client, address: str) -> None:
    reply = client.get(address, headers={"Origin": "https://elsewhere.example"})
    assert not [name for name in reply.headers if name.startswith("Access-Control-")]
