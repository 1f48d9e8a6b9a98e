"""ETags: what has not changed is not sent again."""

from __future__ import annotations

from typing import Any

import pytest
from django.test import Client
from hvrmet.accounts.roles import TenantRole
from hvrmet.testing import queue_job

from tests.hvrmet.factories import QUERIES, person, routes

pytestmark = pytest.mark.django_db
# Their addresses are signed with the time, so that they differ each second.
EVER_NEW = {"diagnoses/<uuid:job_id>/artifacts/"}


@pytest.fixture
def reader(client, mine) -> Client:
    """A person, who sees drafts too."""
    client.force_login(person(mine.centre, "reader", *TenantRole))
    return client


@pytest.mark.slow
def test_every_answer_has_a_strong_etag_and_is_not_sent_twice(reader, mine, subtests) -> None:
    reading = {route for method, route in routes() if method == "GET"} - EVER_NEW
    assert len(reading) > 30
    for route in sorted(reading):
        with subtests.test(route):
            is_sent_once(reader, mine.address(route + QUERIES.get(route, "")))


def is_sent_once(reader: Client, address: str) -> None:
    reader.get(address)
    first = reader.get(address)
    assert first.status_code == 200, first.content
    etag = first["ETag"]
    assert etag.startswith('"') and etag.endswith('"')
    for given in (etag, f'"other", {etag}', f"W/{etag}", "*"):
        again = reader.get(address, headers={"If-None-Match": given})
        assert (again.status_code, again.content) == (304, b""), given
        assert (again["ETag"], again["Cache-Control"]) == (etag, first["Cache-Control"])
        assert again.headers.get("Content-Type") is None
    for given in ('"other"', "nonsense"):
        assert reader.get(address, headers={"If-None-Match": given}).content
    assert reader.head(address)["ETag"] == etag


def test_the_etag_changes_with_the_answer(client, mine) -> None:
    job_id = queue_job(mine.centre)
    address = f"/api/v1/diagnoses/{job_id}/"
    before = client.get(address, headers=mine.centre.headers)["ETag"]
    client.post(
        f"{address}cancel/", {}, content_type="application/json", headers=mine.centre.headers
    )
    after = client.get(address, headers={**mine.centre.headers, "If-None-Match": before})
    assert (after.status_code, after.json()["status"]) == (200, "cancelled")


def test_errors_have_no_etag(client, mine) -> None:
    assert "ETag" not in client.get("/api/v1/catalog/nothing/", headers=mine.centre.headers)


def test_the_openapi_document_is_not_sent_twice(client) -> None:
    first = client.get("/api/v1/schema/")
    again = client.get("/api/v1/schema/", headers={"If-None-Match": first["ETag"]})
    assert (first.status_code, again.status_code, again.content) == (200, 304, b"")


class TestIfMatch:
    """Of two who change the same thing, the second has to look again."""

    def change(self, reader, mine, what: str, etag: str) -> Any:
        address, call, body = {
            "member": (
                mine.address("members/<str:username>/"),
                reader.put,
                {"roles": ["auditor"]},
            ),
            "key": (mine.address("api-keys/<uuid:key_id>/rotate/"), reader.post, {}),
        }[what]
        return call(address, body, content_type="application/json", headers={"If-Match": etag})

    @pytest.mark.parametrize(
        ("what", "route"),
        [("member", "members/<str:username>/"), ("key", "api-keys/<uuid:key_id>/")],
    )
    def test_takes_the_first_change_only(self, reader, mine, what, route) -> None:
        etag = reader.get(mine.address(route))["ETag"]
        assert self.change(reader, mine, what, etag).status_code == 200
        late = self.change(reader, mine, what, etag)
        assert (late.status_code, late.json()["code"]) == (412, "precondition_failed")
        assert late.json()["data"]["etag"] == reader.get(mine.address(route))["ETag"]
        assert self.change(reader, mine, what, "*").status_code == 200

    @pytest.mark.parametrize("route", ["members/<str:username>/", "api-keys/<uuid:key_id>/"])
    def test_holds_for_taking_away(self, reader, mine, route) -> None:
        address = mine.address(route)
        assert reader.delete(address, headers={"If-Match": '"former"'}).status_code == 412
        etag = reader.get(address)["ETag"]
        assert reader.delete(address, headers={"If-Match": etag}).status_code == 204

    def test_finds_no_member_where_there_is_none(self, reader, mine) -> None:
        reply = reader.put(
            "/api/v1/members/nobody/",
            {"roles": []},
            content_type="application/json",
            headers={"If-Match": "*"},
        )
        assert reply.status_code == 412
