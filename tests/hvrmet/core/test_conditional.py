"""ETags: what has not changed is not sent again."""

from __future__ import annotations

import pytest
from django.test import Client
from hvrmet.accounts.roles import TenantRole
from hvrmet.testing import queue_job

from tests.hvrmet.furnishing import QUERIES, Things, furnish, person, routes

pytestmark = pytest.mark.django_db
# Their addresses are signed with the time, so that they differ each second.
EVER_NEW = {"diagnoses/<uuid:job_id>/artifacts/"}


@pytest.fixture
def things(alpha, release, sent) -> Things:
    return furnish(alpha, release)


@pytest.fixture
def reader(client, things) -> Client:
    """A person, who sees drafts too."""
    client.force_login(person(things.centre, "reader", *TenantRole))
    return client


@pytest.mark.parametrize(
    "route",
    sorted(route for method, route in routes() if method == "GET" and route not in EVER_NEW),
)
def test_every_answer_has_a_strong_etag_and_is_not_sent_twice(reader, things, route) -> None:
    address = things.address(route) + QUERIES.get(route, "")
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


def test_the_etag_changes_with_the_answer(client, alpha, sent) -> None:
    job_id = queue_job(alpha)
    address = f"/api/v1/diagnoses/{job_id}/"
    before = client.get(address, headers=alpha.headers)["ETag"]
    client.post(f"{address}cancel/", {}, content_type="application/json", headers=alpha.headers)
    after = client.get(address, headers={**alpha.headers, "If-None-Match": before})
    assert (after.status_code, after.json()["status"]) == (200, "cancelled")


def test_errors_have_no_etag(client, alpha) -> None:
    assert "ETag" not in client.get("/api/v1/catalog/nothing/", headers=alpha.headers)


def test_the_openapi_document_is_not_sent_twice(client) -> None:
    first = client.get("/api/v1/schema/")
    again = client.get("/api/v1/schema/", headers={"If-None-Match": first["ETag"]})
    assert (first.status_code, again.status_code, again.content) == (200, 304, b"")
