"""No operation that writes ignores a field: what is misspelt would be left out without a word."""

from __future__ import annotations

import re
from collections.abc import Iterator
from typing import Any, get_args
from uuid import UUID

import pytest
from django.test import Client
from django.urls import get_resolver
from hvrmet.accounts.roles import FULL_RIGHTS
from hvrmet.accounts.services import curator_set
from hvrmet.core.http.openapi import declared_body
from pydantic import BaseModel

from tests.hvrmet.core.test_api_contract import patterns
from tests.hvrmet.factories import person

pytestmark = pytest.mark.django_db
UNSAFE = ("POST", "PUT", "PATCH", "DELETE")
FORMS = {"application/json": {400}, "application/x-www-form-urlencoded": {400, 415}}
VALUES = {"uuid": str(UUID(int=7)), "int": "1", "str": "name", "slug": "name", "path": "name"}


def operations() -> list[tuple[str, str, Any]]:
    """Return method, address and view class of every operation of the API that writes."""
    found = []
    for pattern in patterns(get_resolver()):
        view = getattr(pattern.callback, "cls", None)
        methods = [method for method in UNSAFE if hasattr(view, method.lower())]
        found += [(method, str(pattern.pattern), view) for method in methods]
    return found


OPERATIONS = operations()
WITHOUT_BODY = [one for one in OPERATIONS if declared_body(one[2], one[0]) is None]


def models_in(kind: Any, known: set[Any]) -> Iterator[type[BaseModel]]:
    """Give the models of a type and of its fields, however deep, each once."""
    if isinstance(kind, type) and issubclass(kind, BaseModel) and kind not in known:
        known.add(kind)
        yield kind
        for field in kind.model_fields.values():
            yield from models_in(field.annotation, known)
    for part in get_args(kind):
        yield from models_in(part, known)


def test_there_are_operations_of_both_kinds() -> None:
    assert len(WITHOUT_BODY) > 10
    assert len(OPERATIONS) - len(WITHOUT_BODY) > 30


@pytest.mark.parametrize(("method", "path", "view"), OPERATIONS, ids=lambda item: str(item)[-60:])
def test_every_body_forbids_what_it_does_not_know(method, path, view) -> None:
    loose = {
        model.__name__
        for model in models_in(declared_body(view, method), set())
        if model.model_config.get("extra") != "forbid"
    }
    assert not loose


@pytest.mark.parametrize(("content_type", "refused"), FORMS.items())
@pytest.mark.parametrize(("method", "path", "view"), WITHOUT_BODY, ids=lambda item: str(item)[-60:])
def test_what_takes_no_body_takes_no_field(
    alpha, method, path, view, content_type, refused
) -> None:
    client = Client()
    client.force_login(person(alpha, "boss", *FULL_RIGHTS))
    curator_set(username="boss", curates=True)
    where = re.sub(r"<(?:(\w+):)?\w+>", lambda found: VALUES[found[1] or "str"], path)
    body = '{"lifetime": 60}' if content_type == "application/json" else "lifetime=60"
    reply = client.generic(method, f"/api/v1/{where}", body, content_type=content_type)
    assert reply.status_code in refused, reply.json()


def test_the_field_is_named(alpha) -> None:
    reply = Client().post(
        "/api/v1/ws-tickets/",
        {"lifetime": 60},
        content_type="application/json",
        headers={"Authorization": f"Bearer {alpha.key}"},
    )
    assert (reply.status_code, reply.json()["code"]) == (400, "invalid_request")
    assert reply.json()["data"]["errors"][0]["at"] == "lifetime"


@pytest.mark.parametrize("body", ["", "{}", "null"])
def test_nothing_is_fine(alpha, body) -> None:
    headers = {"Authorization": f"Bearer {alpha.key}"}
    reply = Client().generic(
        "POST", "/api/v1/ws-tickets/", body, content_type="application/json", headers=headers
    )
    assert reply.status_code == 201
