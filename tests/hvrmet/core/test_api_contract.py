"""The API as a whole: the OpenAPI document, error answers, health and the page of operations."""

from __future__ import annotations

import json
import re
import warnings
from collections import Counter, defaultdict
from pathlib import Path

import pytest
from django.core.management import call_command
from django.db import OperationalError
from django.urls import URLPattern, URLResolver, get_resolver
from drf_spectacular.generators import SchemaGenerator
from drf_spectacular.plumbing import ComponentRegistry
from drf_spectacular.validation import validate_schema
from hvrmet.accounts.invitations_api import PersonView
from hvrmet.accounts.permissions import IsSignedIn
from hvrmet.accounts.views import TenantView
from hvrmet.core.http import health
from hvrmet.core.http.problems import closed
from jsonschema import Draft202012Validator
from pydantic import BaseModel

FILE = Path(__file__).resolve().parents[3] / "docs" / "openapi.json"
OURS = ("diagnostics", "hvrmet", "knowledge")
OPEN = {
    *("session", "session-confirm", "session-list", "session-detail", "me"),
    *("artifact-download", "schema", "api-docs"),
    *("home", "invitations", "invitation-answer", "language", "healthz", "readyz", "metrics"),
    # The application's page, and the way to a report: both ask for a sign-in and give no data.
    *("dashboard", "dashboard-page", "components", "report", "report-page", "report-file"),
}


def patterns(resolver: URLResolver):
    for entry in resolver.url_patterns:
        if isinstance(entry, URLPattern):
            yield entry
        elif entry.app_name != "admin" and str(entry.pattern) != "accounts/":
            yield from patterns(entry)


@pytest.fixture(scope="module")
def generated():
    """The document, and the values of every enumeration that was met under each name."""
    met: dict[str, set[tuple[str, ...]]] = defaultdict(set)
    register = ComponentRegistry.register_on_missing

    def note(self, component):
        if "enum" in component.schema:
            met[component.name].add(tuple(component.schema["enum"]))
        register(self, component)

    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(ComponentRegistry, "register_on_missing", note)
        return SchemaGenerator().get_schema(request=None, public=True), met


@pytest.fixture(scope="module")
def schema(generated):
    return generated[0]


@pytest.mark.slow
def test_the_document_is_valid_openapi_3_1(schema, tmp_path) -> None:
    assert schema["openapi"].startswith("3.1")
    validate_schema(json.loads(json.dumps(schema, default=str)))
    with warnings.catch_warnings():
        warnings.simplefilter("error")
        call_command(
            "spectacular", validate=True, fail_on_warn=True, file=str(tmp_path / "api.yml")
        )


def test_the_file_is_what_is_served(client) -> None:
    """`make schemas` writes it."""
    reply = client.get("/api/v1/schema/")
    assert reply["Content-Type"] == "application/vnd.oai.openapi+json"
    assert reply.json() == json.loads(FILE.read_text(encoding="utf-8"))


def test_every_schema_is_of_the_dialect_and_every_reference_leads_somewhere(schema) -> None:
    document = json.loads(json.dumps(schema, default=str))
    for name, part in document["components"]["schemas"].items():
        Draft202012Validator.check_schema(part)
        assert "nullable" not in json.dumps(part), name
    for reference in re.findall(r'"\$ref": "#/([^"]+)"', json.dumps(document)):
        found = document
        for step in reference.split("/"):
            found = found[step]


def test_no_two_documents_share_a_name(schema) -> None:
    """One schema is kept for each name: a second class of that name would be shown as the first."""

    def models(base: type[BaseModel]) -> set[type[BaseModel]]:
        return {base}.union(*(models(model) for model in base.__subclasses__()))

    ours = [model for model in models(BaseModel) if model.__module__.startswith(OURS)]
    taken = Counter(model.__name__ for model in ours)
    assert {name: taken[name] for name in schema["components"]["schemas"] if taken[name] > 1} == {}


def test_no_two_enumerations_share_a_name(generated) -> None:
    """A client would be held to the values of the other one."""
    _, met = generated
    assert "DecisionVerdict" in met
    assert {name: values for name, values in met.items() if len(values) > 1} == {}


def test_every_operation_has_a_line_of_its_own(schema) -> None:
    """Lists of operations show the summary alone, by tag."""
    operations = [item for methods in schema["paths"].values() for item in methods.values()]
    met = Counter((tag, item["summary"]) for item in operations for tag in item["tags"])
    assert [key for key, count in met.items() if count > 1] == []
    lines = [item["summary"] for item in operations]
    assert len(lines) > 150
    assert [line for line in lines if not re.fullmatch(r"[A-Z].{5,78}[^.]", line)] == []


def test_every_operation_declares_its_errors(schema) -> None:
    for methods in schema["paths"].values():
        for operation in methods.values():
            assert {"400", "401", "403"} <= set(operation["responses"])
            for status, answer in operation["responses"].items():
                if status >= "400":
                    assert list(answer["content"]) == ["application/problem+json"]


def test_every_view_needs_a_verb_or_is_named_as_open() -> None:
    for pattern in patterns(get_resolver()):
        if pattern.name in OPEN or pattern.callback is closed:
            continue
        view = pattern.callback.view_class
        if issubclass(view, PersonView):  # what belongs to a person in whichever tenant
            assert view.permission_classes == (IsSignedIn,), pattern
            continue
        assert issubclass(view, TenantView), pattern
        written = {
            name.upper()
            for name in ("get", "post", "put", "patch", "delete")
            if hasattr(view, name)
        }
        assert written == set(view.verbs), pattern


@pytest.mark.django_db
class TestErrors:
    def test_an_unknown_address_is_a_problem(self, client) -> None:
        reply = client.get("/api/v1/nothing/")
        assert (reply.status_code, reply["Content-Type"]) == (404, "application/problem+json")
        assert reply.json()["code"] == "not_found"

    def test_the_method_is_checked(self, client, alpha) -> None:
        reply = client.put("/api/v1/diagnoses/", headers=alpha.headers)
        assert (reply.status_code, reply.json()["code"]) in {
            (405, "method_not_allowed"),
            (403, "permission_denied"),
        }

    def test_a_fault_of_ours_is_a_problem_without_details(self, client, alpha, monkeypatch) -> None:
        def broken(*_: object, **__: object) -> None:
            raise ValueError("secret detail")

        monkeypatch.setattr("hvrmet.jobs.api.diagnoses.job_list", broken)
        client.raise_request_exception = False
        reply = client.get("/api/v1/diagnoses/", headers=alpha.headers)
        assert (reply.status_code, reply["Content-Type"]) == (500, "application/problem+json")
        assert reply.json()["code"] == "internal_error"
        assert "secret" not in reply.content.decode()

    def test_a_tenants_answers_stay_out_of_caches(self, client, alpha) -> None:
        for headers in (alpha.headers, {}):
            reply = client.get("/api/v1/diagnoses/", headers=headers)
            assert reply["Cache-Control"] == "no-store"

    def test_refused_requests_are_logged_in_one_line(self, client, caplog) -> None:
        client.get("/api/v1/diagnoses/%0aforged/evidence/")
        client.get("/api/v1/members/%0aforged/")
        client.put("/api/v1/members/%0aforged/")
        lines = [r.getMessage() for r in caplog.records if r.name == "hvrmet.core.http.problems"]
        assert lines
        assert all(line.startswith("refused: not_authenticated") for line in lines)
        assert not [line for line in lines if "\n" in line]

    @pytest.mark.parametrize(
        ("given", "kept"), [("abcdefgh-1", True), ("short", False), ("evil\r\nx: y", False)]
    )
    def test_the_request_id_is_the_callers_if_harmless(self, client, given, kept) -> None:
        reply = client.get("/healthz", headers={"X-Request-ID": given})
        assert (reply["X-Request-ID"] == given) is kept


@pytest.mark.django_db
def test_health(client, platform_settings, monkeypatch) -> None:
    assert client.get("/healthz").json() == {"status": "ok"}
    reply = client.get("/readyz")
    assert (reply.status_code, reply.json()["parts"]["database"]) == (200, "ok")

    def broken() -> None:
        raise OSError("disk gone")

    monkeypatch.setitem(health.CHECKS, "storage", broken)
    reply = client.get("/readyz")
    assert (reply.status_code, reply.json()["parts"]["storage"]) == (503, "unavailable")


@pytest.mark.django_db
def test_a_database_that_cannot_be_reached_is_a_503(client, alpha, monkeypatch) -> None:
    def unreachable(*_: object, **__: object) -> None:
        raise OperationalError("the server has gone away: host=secret")

    monkeypatch.setattr("hvrmet.jobs.api.diagnoses.job_list", unreachable)
    reply = client.get("/api/v1/diagnoses/", headers=alpha.headers)
    assert (reply.status_code, reply.json()["code"]) == (503, "database_unavailable")
    assert reply["Retry-After"]
    assert "secret" not in reply.content.decode()


def test_the_page_of_operations_lists_them_all(client, schema) -> None:
    page = client.get("/api/v1/docs/").content.decode()
    assert all(path in page for path in schema["paths"])
    assert "Confirm with the password or a code. Sensitive acts are then allowed" in page
    assert "http" not in page.split("<style")[0]
