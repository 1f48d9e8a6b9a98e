"""Every operation, fuzzed from the OpenAPI document, by everyone who may call it."""

from __future__ import annotations

import json
import os
from collections.abc import Iterator
from functools import cache
from pathlib import Path
from typing import Any

import pytest
import schemathesis
from django.conf import settings as django_settings
from django.core.handlers.wsgi import WSGIHandler
from django.core.signals import request_finished, request_started
from django.db import close_old_connections, connection, transaction
from django.test import Client
from hvrmet.accounts.roles import TenantRole
from hvrmet.accounts.services import api_key_create
from hvrmet.core.problems import MEDIA_TYPE
from hypothesis import HealthCheck, Phase, settings
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

from tests.hvrmet.furnishing import Things, furnish, person

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
FILE = ROOT / "docs" / "openapi.json"


def operations() -> list[str]:
    """Name every operation of the document, as `GET /api/v1/me/`: cheap, at collection."""
    paths = json.loads(FILE.read_text(encoding="utf-8"))["paths"]
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
    return schemathesis.openapi.from_path(FILE, config=config)


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
        transaction.atomic(),
    ):
        connection.atomic_blocks[-1]._from_testcase = True
        with connection.cursor() as cursor:
            cursor.execute(f'SET LOCAL ROLE "{django_settings.RUNTIME_ROLE}"')
        patch.setattr(django_settings, "ENVIRONMENT", environment)
        patch.setattr(django_settings, "STORAGES", {**django_settings.STORAGES, "default": store})
        patch.setattr("hvrmet.celery_app.app.send_task", lambda *_, **__: None)
        release = release_import(load_release())[0]
        for signal in (request_started, request_finished):
            signal.disconnect(close_old_connections)
        yield World(furnish(make_centre("alpha"), release))
        for signal in (request_started, request_finished):
            signal.connect(close_old_connections)
        transaction.set_rollback(True)


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
