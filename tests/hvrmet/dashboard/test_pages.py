"""The application's page: whose it is, what it tells, what it loads, and the way to a report."""

from __future__ import annotations

import json
import re
from pathlib import Path
from typing import Any

import pytest
import time_machine
from django.test import Client, override_settings
from django.urls import reverse
from hvrmet.accounts.models import User
from hvrmet.accounts.roles import TenantRole
from hvrmet.accounts.services import curator_set, member_add
from hvrmet.accounts.sign_in import TENANT_SESSION_KEY
from hvrmet.core.db.scope import scope
from hvrmet.dashboard import build, middleware, views
from hvrmet.jobs.events.log import lock_job
from hvrmet.reports.services import report_version_create
from hvrmet.testing import Centre, diagnosis_document, queue_job, sample_report

from diagnostics.contracts.request import DiagnosisRequest
from tests.hvrmet.factories import person

pytestmark = pytest.mark.django_db

MANIFEST = {
    "src/main.tsx": {
        "file": "assets/main-1.js",
        "isEntry": True,
        "css": ["assets/main-1.css"],
        "imports": ["_shared.js"],
        "dynamicImports": ["src/later.tsx"],
    },
    "_shared.js": {"file": "assets/shared-1.js", "css": ["assets/shared-1.css"]},
    "src/later.tsx": {"file": "assets/later-1.js"},
}
JOB = "9b7e0a52-5d3a-4b5c-9f0e-3f8f6c7d1a11"


@pytest.fixture(autouse=True)
def built(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A build of its own: the suite does not wait for npm."""
    (tmp_path / "manifest.json").write_text(json.dumps(MANIFEST))
    for user in (views, middleware):
        monkeypatch.setattr(user, "built_pages", lambda: build.built_pages(tmp_path))
    return tmp_path


@pytest.fixture
def fan(alpha: Centre, client: Client) -> User:
    user = person(alpha, "fan", TenantRole.VIEWER)
    client.force_login(user)
    return user


def start_of(reply: Any) -> dict[str, Any]:
    found = re.search(r'<script id="start"[^>]*>(.*?)</script>', reply.content.decode(), re.DOTALL)
    assert found is not None
    start: dict[str, Any] = json.loads(found[1])
    return start


def test_whoever_is_not_signed_in_signs_in_first_and_comes_back(client, alpha) -> None:
    reply = client.get("/c/alpha/reports?status=draft")
    assert reply.status_code == 302
    assert reply["Location"] == "/accounts/login/?next=/c/alpha/reports%3Fstatus%3Ddraft"


def test_the_page_names_the_person_and_their_own_centres_only(client, fan, beta) -> None:
    start = start_of(client.get("/c/alpha/diagnoses"))
    assert start["person"] == "fan"
    (centre,) = start["centres"]
    assert (centre["slug"], centre["name"], centre["home"]) == ("alpha", "Alpha", True)
    assert "report.view" in centre["verbs"]
    assert "diagnosis.create" not in centre["verbs"]
    assert centre["grants"] == ["viewer"]
    assert start["operator"] is False
    assert (start["mode"], centre["own_boundaries"]) == ("operational", False)
    assert start["csrf"]


def test_the_right_to_curate_the_installation_is_there_in_every_centre(client, fan) -> None:
    curates = {"library.edit", "library.review"}
    (before,) = start_of(client.get("/c/alpha/"))["centres"]
    curator_set(username="fan", curates=True)
    (after,) = start_of(client.get("/c/alpha/"))["centres"]
    assert not curates & {*before["verbs"]}
    assert {*after["verbs"]} - {*before["verbs"]} == curates
    assert after["grants"] == before["grants"], "nobody can hand it on"


def test_an_address_in_another_centre_tells_nothing_about_it(client, fan, beta) -> None:
    there, nowhere = client.get("/c/beta/reports"), client.get("/c/no-such/reports")
    assert there.status_code == nowhere.status_code == 200
    assert "Beta" not in there.content.decode()
    assert start_of(there)["centres"] == start_of(nowhere)["centres"]


def test_every_address_of_the_application_gets_the_page(client, fan) -> None:
    for path in ("/c/alpha/", "/c/alpha/diagnoses", "/c/alpha/a/b/c", "/components/"):
        assert start_of(client.get(path))["person"] == "fan", path
    assert client.post("/c/alpha/diagnoses").status_code == 405


def test_the_page_loads_what_the_build_made_and_no_inline_script(client, fan) -> None:
    text = client.get("/c/alpha/").content.decode()
    styles = re.findall(r'<link rel="stylesheet" href="([^"]+)"', text)
    assert styles == [
        "/static/core/fonts.css",
        "/static/core/start.css",
        *(f"/static/dashboard/assets/{name}-1.css" for name in ("main", "shared")),
    ]
    assert re.findall(r'rel="modulepreload" href="([^"]+)"', text) == [
        "/static/dashboard/assets/shared-1.js"
    ]
    assert '<script type="module" src="/static/dashboard/assets/main-1.js">' in text
    assert "later-1.js" not in text
    inline = re.findall(r"<script(?![^>]* src=)([^>]*)>", text)
    assert [("application/json" in found) for found in inline] == [True]


def test_its_policy_allows_its_own_files_and_nothing_else(client, fan) -> None:
    policy = client.get("/c/alpha/")["Content-Security-Policy"]
    rules = dict(rule.strip().split(" ", 1) for rule in policy.split(";"))
    assert rules["default-src"] == rules["base-uri"] == rules["frame-ancestors"] == "'none'"
    assert rules["script-src"] == rules["connect-src"] == rules["font-src"] == "'self'"
    assert re.fullmatch(r"'self' 'nonce-[^']+'", rules["style-src"])
    assert "unsafe" not in policy


def test_it_is_never_kept_for_it_names_a_person(client, fan) -> None:
    assert "no-store" in client.get("/c/alpha/")["Cache-Control"]


def test_a_new_build_is_seen_at_once(client, fan, built: Path) -> None:
    client.get("/c/alpha/")
    entry = {**MANIFEST["src/main.tsx"], "file": "assets/main-2.js"}
    (built / "manifest.json").write_text(json.dumps({**MANIFEST, "src/main.tsx": entry}))
    assert "main-2.js" in client.get("/c/alpha/").content.decode()


def test_answers_tell_pages_of_an_earlier_build_that_there_is_a_new_one(
    client, fan, built: Path
) -> None:
    own = start_of(client.get("/c/alpha/"))["build"]
    assert client.get("/api/v1/session/")[middleware.HEADER] == own
    assert client.get("/api/v1/no-such-address/")[middleware.HEADER] == own
    later = {**MANIFEST["src/later.tsx"], "file": "assets/later-2.js"}
    (built / "manifest.json").write_text(json.dumps({**MANIFEST, "src/later.tsx": later}))
    renewed = client.get("/api/v1/session/")[middleware.HEADER]
    assert renewed != own
    assert start_of(client.get("/c/alpha/"))["build"] == renewed
    (built / "manifest.json").unlink()
    assert middleware.HEADER not in client.get("/api/v1/session/")


def test_the_page_brings_the_time_of_the_server(client, fan) -> None:
    with time_machine.travel("2026-07-05T06:00:00+00:00", tick=False):
        assert start_of(client.get("/c/alpha/"))["now"] == "2026-07-05T06:00:00+00:00"


def test_without_a_build_it_says_how_to_make_one(client, fan, built: Path) -> None:
    (built / "manifest.json").unlink()
    reply = client.get("/c/alpha/")
    assert reply.status_code == 503
    assert "make pages-build" in reply.content.decode()


def test_a_second_factor_comes_first_where_it_is_required(client, fan) -> None:
    report = f"/c/alpha/diagnoses/{JOB}/report/2/"
    for path in ("/c/alpha/", report, f"{report}export/md/", f"/c/alpha/reports/{JOB}/"):
        with override_settings(REQUIRE_SECOND_FACTOR=True):
            reply = client.get(path)
        assert (reply.status_code, reply["Location"]) == (302, "/accounts/2fa/"), path


def test_a_name_that_holds_markup_stays_a_name(client, alpha) -> None:
    user = person(alpha, "x</script><b>", TenantRole.VIEWER)
    client.force_login(user)
    reply = client.get("/c/alpha/")
    assert start_of(reply)["person"] == "x</script><b>"
    assert "<b>" not in reply.content.decode()


class TestReport:
    """The addresses of a report that lists, webhooks and people pass on."""

    READING = f"/c/alpha/diagnoses/{JOB}/report/2/"

    def test_a_version_is_read_in_the_application(self, client, fan) -> None:
        assert reverse("report-page", args=["alpha", JOB, 2]) == self.READING
        assert start_of(client.get(self.READING))["person"] == "fan"

    def test_whoever_follows_the_link_signs_in_first(self, client, alpha) -> None:
        reply = client.get(self.READING)
        assert reply["Location"] == f"/accounts/login/?next={self.READING}"

    def test_a_version_is_found_by_its_own_key_in_its_centre_only(
        self, client, alpha, beta, fan, sent
    ) -> None:
        member_add(tenant_id=beta.id, user=fan, roles=(TenantRole.VIEWER,))
        job_id = queue_job(alpha)
        report = sample_report(DiagnosisRequest.model_validate(diagnosis_document()))
        with scope(alpha.id):
            version = report_version_create(
                job=lock_job(job_id), report=report, markdown="# A", html="", author="hvrmet"
            )
        reply = client.get(f"/c/alpha/reports/{version.pk}/")
        assert reply["Location"] == f"/c/alpha/diagnoses/{job_id}/report/{version.number}/"
        for slug, key in (("beta", version.pk), ("alpha", JOB), ("no-such", version.pk)):
            assert client.get(f"/c/{slug}/reports/{key}/").status_code == 404

    def test_a_file_is_fetched_in_the_centre_of_the_address(self, client, fan, beta) -> None:
        member_add(tenant_id=beta.id, user=fan, roles=(TenantRole.VIEWER,))
        for slug in ("beta", "alpha"):
            reply = client.get(f"/c/{slug}/diagnoses/{JOB}/report/2/export/md/")
            assert reply["Location"] == f"/api/v1/diagnoses/{JOB}/report/versions/2/export/md/"
            me = client.get("/api/v1/me/").json()
            assert [item["slug"] for item in me["tenants"] if item["active"]] == [slug]

    def test_a_file_of_another_centre_is_not_fetched(self, client, fan, beta) -> None:
        before = client.session.get(TENANT_SESSION_KEY)
        addresses = [f"/c/{slug}/diagnoses/{JOB}/report/2/export/md/" for slug in ("beta", "no")]
        assert [client.get(address).status_code for address in addresses] == [404, 404]
        assert client.session.get(TENANT_SESSION_KEY) == before


def test_the_page_costs_few_queries(client, fan, django_assert_max_num_queries) -> None:
    client.get("/c/alpha/")
    with django_assert_max_num_queries(4):
        client.get("/c/alpha/")
