"""Releases are loaded once, shared by all tenants and never changed."""

from __future__ import annotations

import json
from io import StringIO
from uuid import uuid4

import pytest
from django.core.management import call_command
from django.db import DatabaseError, connection, transaction
from hvrmet.audit.models import AuditRecord
from hvrmet.audit.services import Action
from hvrmet.core.db.scope import scope
from hvrmet.core.errors import ApplicationError

from diagnostics.documentation import packaged
from diagnostics.errors import DiagnosticsError
from diagnostics.guidelines import load_release
from knowledge.models import Entry, Release
from knowledge.selectors import current_release_digest, release_document

pytestmark = pytest.mark.django_db
URL = "/api/v1/guidelines/releases/"


@pytest.fixture
def seed() -> Release:
    call_command("load_library", stdout=StringIO())
    return Release.objects.get(digest=load_release().digest)


def test_loading_twice_changes_nothing(seed) -> None:
    said = StringIO()
    call_command("load_library", stdout=said)
    assert "already there" in said.getvalue()
    assert Release.objects.count() == 1
    assert Entry.objects.count() == len(load_release().entries)
    with scope(uuid4()):
        assert current_release_digest() == seed.digest


def test_the_loop_reads_what_was_loaded(seed) -> None:
    assert release_document(seed.digest) == load_release()
    with scope(uuid4()), pytest.raises((ApplicationError, DiagnosticsError)):
        release_document("0" * 64)


def test_the_database_refuses_to_change_a_release(seed) -> None:
    with connection.cursor() as cursor:
        cursor.execute("RESET ROLE")
    seed.title = "Other"
    for change in (seed.save, Entry.objects.all().delete):
        with pytest.raises(DatabaseError, match="never changed"), transaction.atomic():
            change()


def test_every_tenant_reads_releases_and_entries(client, alpha, beta, seed) -> None:
    for centre in (alpha, beta):
        listed = client.get(URL, headers=centre.headers).json()["results"]
        assert seed.digest in [item["digest"] for item in listed]
    info = client.get(f"{URL}{seed.digest}/", headers=alpha.headers).json()
    assert (info["id"], info["entries"]) == (seed.release_id, len(load_release().entries))
    gales = client.get(
        f"{URL}{seed.digest}/entries/?event=gale&category=dynamics", headers=alpha.headers
    ).json()["results"]
    assert gales
    assert all("gale" in entry["event_types"] for entry in gales)
    assert all(entry["category"] == "dynamics" for entry in gales)


def test_one_entry_is_read_without_opening_the_release(client, alpha, seed) -> None:
    entry = load_release().entries[3]
    reply = client.get(f"{URL}{seed.digest}/entries/{entry.id}/", headers=alpha.headers)
    assert reply.json() == entry.model_dump(mode="json")
    with scope(alpha.id):
        assert not AuditRecord.objects.filter(action=Action.LIBRARY_VIEWED).exists()
    for address in (f"{seed.digest}/entries/g_no_such/", f"{'0' * 64}/entries/{entry.id}/"):
        reply = client.get(f"{URL}{address}", headers=alpha.headers)
        assert (reply.status_code, reply.json()["code"]) == (404, "not_found")


def test_unknown_releases_and_filters_are_refused(client, alpha) -> None:
    assert client.get(f"{URL}{'0' * 64}/", headers=alpha.headers).status_code == 404
    reply = client.get(f"{URL}{'0' * 64}/entries/?event=tornado", headers=alpha.headers)
    assert (reply.status_code, reply.json()["code"]) == (400, "invalid_request")


class TestCatalog:
    def test_is_the_packaged_document(self, client, alpha, monkeypatch, tmp_path) -> None:
        (tmp_path / "catalog.json").write_text(json.dumps({"digest": "d", "tools": []}))
        monkeypatch.setattr(packaged, "files", lambda _: tmp_path)
        packaged.catalog_document.cache_clear()
        reply = client.get("/api/v1/catalog/", headers=alpha.headers)
        assert reply.json() == {"digest": "d", "tools": []}
        packaged.catalog_document.cache_clear()

    def test_says_when_it_is_missing(self, client, alpha, monkeypatch, tmp_path) -> None:
        monkeypatch.setattr(packaged, "files", lambda _: tmp_path)
        packaged.catalog_document.cache_clear()
        reply = client.get("/api/v1/catalog/", headers=alpha.headers)
        assert (reply.status_code, reply.json()["code"]) == (503, "catalog_missing")
        assert "make catalog" in reply.json()["detail"]
        packaged.catalog_document.cache_clear()


class TestCatalogPage:
    def test_is_the_page_with_its_text(self, client, alpha) -> None:
        reply = client.get("/api/v1/catalog/k_index/", headers=alpha.headers)
        assert reply.status_code == 200
        page = reply.json()
        assert page["example"]["value"] > 0
        assert page["example"]["unit"] == "degC"
        assert "K index" in page["markdown"]
        assert page["metpy"] == "Equivalent: `metpy.calc.k_index`."

    def test_names_the_nearest_for_an_unknown_tool(self, client, alpha) -> None:
        reply = client.get("/api/v1/catalog/kindex/", headers=alpha.headers)
        assert (reply.status_code, reply.json()["code"]) == (404, "not_found")
        assert "k_index" in reply.json()["detail"]

    def test_needs_a_key(self, client) -> None:
        assert client.get("/api/v1/catalog/k_index/").status_code == 401
