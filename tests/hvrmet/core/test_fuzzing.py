"""Every operation, fuzzed from the OpenAPI document, by everyone who may call it."""

from __future__ import annotations

import json
import os
import re
from collections.abc import Iterator
from functools import cache
from pathlib import Path
from typing import Any
from urllib.parse import quote

import pytest
import schemathesis
from django.conf import settings as django_settings
from django.core import signing
from django.core.handlers.wsgi import WSGIHandler
from django.db import transaction
from django.test import Client
from hvrmet.accounts.roles import TenantRole
from hvrmet.accounts.services import api_key_create
from hvrmet.core.http.pagination import SALT
from hvrmet.core.http.problems import MEDIA_TYPE
from hypothesis import HealthCheck, Phase, given, settings
from hypothesis import strategies as st
from schemathesis.checks import not_a_server_error
from schemathesis.config import SchemathesisConfig
from schemathesis.core.parameters import ParameterLocation
from schemathesis.generation import GenerationMode
from schemathesis.generation.hypothesis.builder import (
    HypothesisTestConfig,
    HypothesisTestMode,
    create_test,
)
from schemathesis.specs.openapi.checks import (
    content_type_conformance,
    negative_data_rejection,
    response_headers_conformance,
    response_schema_conformance,
    status_code_conformance,
    unsupported_method,
)

from tests.hvrmet.factories import Things, furnish, person
from tests.hvrmet.transactions import lasting_transaction

pytestmark = [pytest.mark.fuzzing, pytest.mark.django_db]

ROOT = Path(__file__).resolve().parents[3]
# A part of the suite takes few examples; `HVRMET_FUZZ_EXAMPLES=200` looks harder.
EXAMPLES = int(os.environ.get("HVRMET_FUZZ_EXAMPLES", "4"))
CHECKS = (
    not_a_server_error,
    status_code_conformance,
    content_type_conformance,
    response_headers_conformance,
    response_schema_conformance,
    negative_data_rejection,
    unsupported_method,
)
APPLICATION = WSGIHandler()
NESTED = ("Form", "ClaimForm")
"""Documents that nest without end: any object stands for one. They have tests of their own."""


@cache
def document() -> dict[str, Any]:
    """Return the document of the API, with a plain object for what nests without end."""
    whole: dict[str, Any] = json.loads((ROOT / "docs" / "openapi.json").read_text(encoding="utf-8"))
    schemas = whole["components"]["schemas"]
    schemas.update({name: {"type": "object", "title": name} for name in NESTED})
    return whole


def operations() -> list[str]:
    """Name every operation of the document, as `GET /api/v1/me/`: cheap, at collection."""
    paths = document()["paths"]
    methods = {"get", "post", "put", "patch", "delete"}
    return [
        f"{method.upper()} {path}"
        for path, described in paths.items()
        for method in described
        if method in methods
    ]


@cache
def load(*, boundaries: bool) -> Any:
    """Read the document; with `boundaries`, every limit and every method is tried as well."""
    config = SchemathesisConfig.from_dict(
        {
            "generation": {"with-security-parameters": False, "deterministic": True},
            "phases": {"coverage": {"enabled": boundaries}},
        }
    )
    return schemathesis.openapi.from_dict(document(), config=config)


def fuzzed(examples: int) -> settings:
    return settings(
        max_examples=examples,
        derandomize=True,
        database=None,
        deadline=None,
        phases=[Phase.explicit, Phase.generate],
        suppress_health_check=list(HealthCheck),
    )


class World:
    """A furnished centre and the headers of each actor."""

    def __init__(self, things: Things) -> None:
        tenant_id = things.centre.id
        full = api_key_create(tenant_id=tenant_id, name="all", roles=list(TenantRole))
        viewer = api_key_create(tenant_id=tenant_id, name="view", roles=[TenantRole.VIEWER])
        client = Client()
        client.force_login(person(things.centre, "all-of-it", *TenantRole))
        session = client.cookies[django_settings.SESSION_COOKIE_NAME].value
        token = "a" * 32
        cookies = {
            django_settings.SESSION_COOKIE_NAME: session,
            django_settings.CSRF_COOKIE_NAME: token,
        }
        cookie = "; ".join(f"{name}={value}" for name, value in cookies.items())
        self.things = things
        self.headers: dict[str, dict[str, str]] = {
            "service": {"Authorization": f"Bearer {full.text}"},
            "viewer": {"Authorization": f"Bearer {viewer.text}"},
            "person": {"Cookie": cookie, "X-CSRFToken": token},
            "stranger": {},
        }


@pytest.fixture(scope="module")
def world(
    django_db_setup: None, django_db_blocker: Any, tmp_path_factory: pytest.TempPathFactory
) -> Iterator[World]:
    """A transaction with a furnished centre in it, rolled back after the last operation."""
    from hvrmet.testing import SOURCES, make_centre

    from diagnostics.guidelines import load_release
    from knowledge.services import release_import

    environment = django_settings.ENVIRONMENT.model_copy(
        update={
            "hvrmet_sources": json.dumps(SOURCES),
            "hvrmet_rate_per_actor": 10**9,
            "hvrmet_rate_per_tenant": 10**9,
            "hvrmet_rate_per_address": 10**9,
        }
    )
    store = {
        "BACKEND": "hvrmet.evidence.storage.AtomicFileStorage",
        "OPTIONS": {"location": str(tmp_path_factory.mktemp("store"))},
    }
    with (
        pytest.MonkeyPatch.context() as patch,
        django_db_blocker.unblock(),
        lasting_transaction(),
    ):
        patch.setattr(django_settings, "ENVIRONMENT", environment)
        patch.setattr(django_settings, "STORAGES", {**django_settings.STORAGES, "default": store})
        patch.setattr("hvrmet.celery_app.app.send_task", lambda *_, **__: None)
        release = release_import(load_release())[0]
        yield World(furnish(make_centre("alpha"), release))


@pytest.mark.parametrize("label", operations())
def test_an_operation_answers_what_it_declares(label: str, world: World) -> None:
    fuzz(label, world, "service", boundaries=True)


@pytest.mark.parametrize("actor", ["viewer", "person", "stranger"])
@pytest.mark.parametrize("label", operations())
def test_whoever_asks(label: str, actor: str, world: World) -> None:
    fuzz(label, world, actor, boundaries=False)


def fuzz(label: str, world: World, actor: str, *, boundaries: bool) -> None:
    """Generate one operation's requests and send them; nothing is generated at collection."""
    schema = load(boundaries=boundaries)
    operation = schema.find_operation_by_label(label)
    assert operation is not None, label
    asked = []

    @fuzzed(EXAMPLES if boundaries else max(EXAMPLES // 3, 1))
    def requests(case: Any) -> None:
        asked.append(case)
        ask(case, world, actor)

    modes = [HypothesisTestMode.EXAMPLES, HypothesisTestMode.FUZZING]
    if boundaries:
        modes.append(HypothesisTestMode.COVERAGE)
    config = HypothesisTestConfig(project=schema.config, modes=modes)
    create_test(operation=operation, test_func=requests, config=config)()
    assert asked, f"no request was generated for {label}"


def ask(case: Any, world: World, actor: str) -> None:
    """Send a request, undo what it did, and hold the answer against the document."""
    path = case.meta.components.get(ParameterLocation.PATH)
    if path is not None and path.mode is GenerationMode.POSITIVE:
        known = world.things.values_of(case.path)
        for name in case.path_parameters:
            case.path_parameters[name] = str(known.get(name, "no-such"))
    before = transaction.savepoint()
    try:
        response = case.call(headers=world.headers[actor], app=APPLICATION)
    finally:
        transaction.savepoint_rollback(before)
    case.validate_response(response, checks=list(CHECKS))
    if response.status_code >= 400:
        assert response.headers["content-type"] == [MEDIA_TYPE]


@pytest.mark.parametrize(
    ("actor", "status"), [("service", 200), ("viewer", 200), ("person", 200), ("stranger", 401)]
)
def test_the_actors_are_who_they_should_be(world: World, actor: str, status: int) -> None:
    assert Client().get("/api/v1/me/", headers=world.headers[actor]).status_code == status


DOCUMENT = document()
OPERATIONS = [
    (method.upper(), path)
    for path, operations in DOCUMENT["paths"].items()
    for method in operations
    if method in {"get", "post", "put", "patch", "delete"}
]
# What lies at or beyond the bounds of times, numbers and texts, as addresses and headers write it.
EXTREME_TEXTS = (
    *("9999-12-31T23:59:59-14:00", "0001-01-01T00:00:00+14:00", "0001-01-01T00:00:00Z"),
    *("9999-12-31T23:59:59.999999Z", "2026-01-01T00:00:00+23:59", "2026-06-31T00:00Z"),
    *("1e308", "1e309", "-1e309", "NaN", "-1", "0", str(2**31), str(2**63), "9" * 400, "9" * 5000),
    *("", "\0", "\ud800", "\ufffd", "é" * 300, "*", 'W/"', '""', ",", "%", "..", "a" * 2000),
    *("180,90,-180,-90", "1e308,0,0,1", "-999,0,999,1", "00000000-0000-0000-0000-000000000000"),
)
EXTREME_NUMBERS = (0, -1, 1, 2**31, -(2**31) - 1, 2**53, 2**63 - 1, -(2**63), 1e308, -1e308, 5e-324)
texts = st.one_of(
    st.sampled_from(EXTREME_TEXTS),
    st.datetimes().map(lambda moment: f"{moment.isoformat()}+14:00"),
    st.datetimes().map(lambda moment: f"{moment.isoformat()}-23:59"),
    st.text(max_size=20),
)
# A body's own texts hold characters only: the parser refuses the others, at every place alike.
body_texts = texts.filter(lambda text: text.isprintable() and len(text) < 100)


def values_of(schema: dict[str, Any], depth: int = 0) -> st.SearchStrategy[Any]:
    """Give documents in the form of a schema with extreme values in its leaves."""
    if "$ref" in schema:
        name = schema["$ref"].rsplit("/", 1)[-1]
        return values_of(DOCUMENT["components"]["schemas"][name], depth)
    for word in ("anyOf", "oneOf", "allOf"):
        if word in schema:
            return st.one_of([values_of(inner, depth) for inner in schema[word]])
    if "const" in schema or "enum" in schema:
        return st.sampled_from(schema.get("enum", [schema.get("const")]))
    kind = schema.get("type")
    if depth > 4 or kind == "null":
        return st.none()
    if kind == "array":
        fixed = schema.get("prefixItems")
        if fixed:
            return st.tuples(*(values_of(item, depth + 1) for item in fixed)).map(list)
        inner = values_of(schema.get("items", {}), depth + 1)
        least = schema.get("minItems", 0)
        return st.lists(inner, min_size=least, max_size=max(least, 2))
    if kind == "object":
        fields = schema.get("properties", {})
        inside = {name: values_of(fields[name], depth + 1) for name in sorted(fields)}
        required = {name: inside.pop(name) for name in schema.get("required", ()) if name in inside}
        return st.fixed_dictionaries(required, optional=inside)
    if kind in {"integer", "number"}:
        return st.sampled_from(EXTREME_NUMBERS) | st.integers(-5, 10)
    if kind == "boolean":
        return st.booleans()
    return body_texts


def request_of(method: str, path: str) -> st.SearchStrategy[dict[str, Any]]:
    """Give requests for an operation: each parameter, header and body at its extremes or none."""
    operation = DOCUMENT["paths"][path][method.lower()]
    declared: dict[str, list[str]] = {"path": [], "query": [], "header": []}
    for item in operation.get("parameters", ()):
        declared[item["in"]].append(item["name"])
    body = operation.get("requestBody", {}).get("content", {}).get("application/json")
    # Few at a time: with one mistake in each place nothing beyond the first would be reached.
    return st.fixed_dictionaries(
        {
            "path": st.dictionaries(st.sampled_from(declared["path"] or ["-"]), texts, max_size=1),
            "query": st.dictionaries(
                st.sampled_from(declared["query"] or ["-"]), texts, max_size=1
            ),
            "header": st.dictionaries(
                st.sampled_from([*declared["header"], "Cookie", "traceparent", "X-Request-ID"]),
                texts.filter(lambda text: text.isprintable() and len(text) < 1000),
                max_size=1,
            ),
            "body": values_of(body["schema"]) if body else st.none(),
        }
    )


@pytest.mark.parametrize(("method", "path"), OPERATIONS)
def test_extreme_values_are_refused_with_a_reason(method: str, path: str, world: World) -> None:
    @given(request_of(method, path))
    @fuzzed(max(2 * EXAMPLES, 8))
    def ask_extremes(wanted: dict[str, Any]) -> None:
        names = re.findall(r"\{(\w+)\}", path)
        known = {name: world.things.values_of(path).get(name, "x") for name in names}
        parts = {name: written(str(part)) for name, part in {**known, **wanted["path"]}.items()}
        query = "&".join(f"{name}={written(text)}" for name, text in wanted["query"].items())
        headers = {**world.headers["service"], **wanted["header"]}
        before = transaction.savepoint()
        try:
            reply = Client(raise_request_exception=False).generic(
                method,
                f"{path.format(**parts)}?{query}",
                json.dumps(wanted["body"]) if wanted["body"] is not None else "",
                content_type="application/json",
                headers=headers,
            )
        finally:
            transaction.savepoint_rollback(before)
        assert reply.status_code < 500, reply.content
        if reply.status_code >= 400:
            problem = reply.json()
            assert (reply["Content-Type"], bool(problem["detail"])) == (MEDIA_TYPE, True)

    ask_extremes()


def written(text: str) -> str:
    return quote(text.encode("utf-8", "surrogatepass"), safe="")


def test_a_cursor_of_another_list_is_refused(world: World) -> None:
    client = Client(raise_request_exception=False)
    lists = [path for method, path in OPERATIONS if method == "GET" and "{" not in path]
    cursors = [
        signing.dumps([*fields, False, *edge], salt=SALT, compress=True)
        for fields in (("created_at", "id"), ("at", "id"), ("id",), ("number",), ("seq",))
        for edge in (["x"] * len(fields), ["0001-01-01T00:00:00+14:00", "-1"][: len(fields)])
    ]
    for path in lists:
        for cursor in cursors:
            url = f"{path}?cursor={written(cursor)}"
            reply = client.get(url, headers=world.headers["service"])
            assert reply.status_code < 500, (path, reply.content)


TIME_FILTERS = [
    (path, item["name"])
    for method, path in OPERATIONS
    if method == "GET"
    for item in DOCUMENT["paths"][path]["get"].get("parameters", ())
    if item["in"] == "query" and "date-time" in json.dumps(item["schema"])
]


@pytest.mark.parametrize(("path", "name"), TIME_FILTERS)
def test_a_time_filter_refuses_times_beyond_all_data(path: str, name: str, world: World) -> None:
    client = Client(raise_request_exception=False)
    parts = {key: world.things.values_of(path)[key] for key in re.findall(r"\{(\w+)\}", path)}
    for moment in EXTREME_TEXTS[:4]:
        url = f"{path.format(**parts)}?{name}={written(moment)}"
        reply = client.get(url, headers=world.headers["service"])
        assert (reply.status_code, "from 1700 to 2200" in reply.json()["detail"]) == (400, True)
