"""The dashboard's page: every address of its own, none of the platform's."""

from __future__ import annotations

from pathlib import Path

import pytest
from django.db import OperationalError
from django.test import override_settings
from hvrmet.accounts.models import User
from hvrmet.dashboard.views import NONCE_PLACE
from hvrmet.tenants.models import Tenant

pytestmark = pytest.mark.django_db
PAGE = f'<meta property="csp-nonce" nonce="{NONCE_PLACE}"><div id="root"></div>'


@pytest.fixture
def built(tmp_path: Path, alpha):
    User.objects.create_user(username="fan", password="a-long-password")
    path = tmp_path / "index.html"
    path.write_text(PAGE, encoding="utf-8")
    with override_settings(DASHBOARD_PAGE=path):
        yield path


@pytest.mark.parametrize(
    "address", ["/", "/diagnoses/1/report", "/settings/keys", "/wsx", "/apis/"]
)
def test_an_address_of_the_dashboard_is_the_page(client, built, address) -> None:
    reply = client.get(address)
    assert reply.status_code == 200
    assert 'id="root"' in reply.content.decode()
    assert "no-store" in reply["Cache-Control"]


@pytest.mark.parametrize(
    "address",
    ["/api/v1/nothing/", "/api", "/ws/v1/nothing/", "/accounts/nothing/", "/static/no.js"],
)
def test_the_platforms_own_addresses_stay_its_own(client, built, address) -> None:
    reply = client.get(address)
    assert reply.status_code == 404
    assert 'id="root"' not in reply.content.decode()


def test_the_policy_allows_no_inline_code_and_one_nonce(client, built) -> None:
    reply = client.get("/")
    policy = reply["Content-Security-Policy"]
    assert "unsafe" not in policy
    nonce = policy.split("'nonce-")[1].split("'")[0]
    assert f'nonce="{nonce}"' in reply.content.decode()
    assert client.get("/")["Content-Security-Policy"] != policy


def test_only_reading_is_answered(client, built) -> None:
    assert client.post("/diagnoses").status_code == 405


def test_a_new_build_is_served_without_a_restart(client, built) -> None:
    assert "second" not in client.get("/").content.decode()
    built.write_text(PAGE + "second build", encoding="utf-8")
    assert "second build" in client.get("/").content.decode()


def test_without_a_build_the_page_says_what_to_do(client, built, tmp_path) -> None:
    with override_settings(DASHBOARD_PAGE=tmp_path / "nowhere.html"):
        reply = client.get("/")
    assert reply.status_code == 503
    assert "make dashboard" in reply.content.decode()


def test_before_the_first_centre_it_says_how_to_make_one(client) -> None:
    assert not Tenant.objects.exists()
    assert "create_tenant SLUG --admin NAME" in client.get("/").content.decode()


def test_without_a_database_the_page_comes_and_says_so_itself(client, built, monkeypatch) -> None:
    def fail() -> bool:
        raise OperationalError("the server closed the connection unexpectedly")

    monkeypatch.setattr(Tenant.objects, "exists", fail)
    assert 'id="root"' in client.get("/").content.decode()
