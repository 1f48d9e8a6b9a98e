"""A tenant works with the release that two of its people chose; no tenant writes a release."""

from __future__ import annotations

from typing import Any
from uuid import uuid4

import pytest
from django.db import DatabaseError, transaction
from django.test import Client
from hvrmet.accounts.models import User
from hvrmet.accounts.roles import TenantRole
from hvrmet.accounts.services import api_key_create, member_add
from hvrmet.audit.models import AuditRecord
from hvrmet.core.db.scope import scope
from hvrmet.jobs.models import Job
from hvrmet.testing import queue_job

from diagnostics.guidelines import load_release
from knowledge.models import Adoption, Entry, Release
from knowledge.services import release_import

pytestmark = pytest.mark.django_db
PATH = "/api/v1/guidelines/adoptions/"


@pytest.fixture
def newer(release: Any) -> Release:
    """A release that was loaded after the one in `release`."""
    whole = load_release()
    update = {"entries": whole.entries[:2], "digest": uuid4().hex + uuid4().hex}
    return release_import(whole.model_copy(update=update))[0]


def curator(centre: Any, name: str) -> Client:
    user = User.objects.create_user(username=name, password="a-long-password")
    member_add(tenant_id=centre.id, user=user, roles=[TenantRole.CURATOR])
    client = Client()
    client.force_login(user)
    return client


def propose(client: Client, digest: str, **headers: str) -> Any:
    return client.post(
        PATH, {"digest": digest, "reason": "r"}, content_type="application/json", headers=headers
    )


def test_takes_two_people(newer, release, alpha, sent) -> None:
    li, wang = curator(alpha, "li"), curator(alpha, "wang")
    proposal = propose(li, release.digest).json()
    assert (proposal["proposed_by"], proposal["adopted_at"]) == ("person:li", None)
    confirm = f"{PATH}{proposal['id']}/confirm/"
    own = li.post(confirm)
    assert (own.status_code, own.json()["code"]) == (403, "second_person_required")
    unread = wang.post(confirm)
    assert (unread.status_code, unread.json()["code"]) == (409, "release_not_opened")
    wang.get(f"{unread.json()['data']['open']}?modality=index")
    assert wang.post(confirm).json()["code"] == "release_not_opened"
    wang.get(unread.json()["data"]["open"])
    adopted = wang.post(confirm)
    assert (adopted.status_code, adopted.json()["adopted_by"]) == (200, "person:wang")
    again = wang.post(confirm)
    assert (again.status_code, again.json()["code"]) == (409, "already_adopted")
    with scope(alpha.id):
        record = AuditRecord.objects.latest("seq")
        assert record.action == "library.adopted"
        assert (record.before, record.after) == (None, {"release": release.digest})


def test_a_key_is_nobody(newer, alpha, client) -> None:
    roles = [TenantRole.CURATOR]
    key = api_key_create(tenant_id=alpha.id, name="robot", roles=roles)
    headers = {"Authorization": f"Bearer {key.text}"}
    reply = propose(client, newer.digest, **headers)
    assert (reply.status_code, reply.json()["code"]) == (403, "person_required")
    proposal = propose(curator(alpha, "li"), newer.digest).json()
    confirmed = client.post(f"{PATH}{proposal['id']}/confirm/", headers=headers)
    assert (confirmed.status_code, confirmed.json()["code"]) == (403, "person_required")


def test_new_jobs_are_pinned_to_it_and_those_of_others_are_not(
    newer, release, alpha, beta, sent
) -> None:
    proposal = propose(curator(alpha, "li"), release.digest).json()
    assert pinned(alpha) == newer.digest
    wang = curator(alpha, "wang")
    wang.get(f"/api/v1/guidelines/releases/{release.digest}/entries/")
    wang.post(f"{PATH}{proposal['id']}/confirm/")
    assert pinned(alpha) == in_use(wang) == release.digest
    assert pinned(beta) == in_use(curator(beta, "chen")) == newer.digest


def in_use(client: Client) -> str:
    """Return the one release of which both the list and its own page say that it is in use."""
    listed = client.get("/api/v1/guidelines/releases/").json()["results"]
    (found,) = (item["digest"] for item in listed if item["in_use"])
    assert client.get(f"/api/v1/guidelines/releases/{found}/").json()["in_use"]
    digest: str = found
    return digest


def pinned(centre: Any) -> str:
    job_id = queue_job(centre)
    with scope(centre.id):
        digest: str = Job.objects.get(pk=job_id).release_digest
    return digest


def test_an_unknown_release_is_not_found(alpha) -> None:
    assert propose(curator(alpha, "li"), "0" * 64).status_code == 404


def test_the_database_wants_two_people_too(newer, alpha) -> None:
    with scope(alpha.id), pytest.raises(DatabaseError, match="two_people"), transaction.atomic():
        Adoption.objects.create(
            release=newer,
            proposed_by="x",
            proposed_by_id=alpha.id,
            adopted_by="x",
            adopted_by_id=alpha.id,
        )


@pytest.mark.django_db(transaction=True)
def test_releases_are_read_by_all_and_written_by_no_tenant(alpha, beta) -> None:
    release = Release.objects.get()
    for centre in (alpha, beta):
        with scope(centre.id):
            assert Release.objects.get().digest == release.digest
            assert Entry.objects.count() == 1
            for row in (
                Release(release_id="x", version="1", title="x", digest="1" * 64, document={}),
                Entry(
                    release=release, entry_id="x", factor="x", modality="index", weight=1,
                    category="moisture", event_types=[], document={},
                ),
            ):  # fmt: skip
                with pytest.raises(DatabaseError, match="row-level"), transaction.atomic():
                    row.save(force_insert=True)
                with pytest.raises(DatabaseError, match="denied"), transaction.atomic():
                    type(row).objects.update(document={})
