"""Webhooks to a real receiver on loopback, which the operator has named for the test."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from typing import Any

import pytest
from django.test import Client
from hvrmet.accounts.roles import TenantRole
from hvrmet.testing import Centre

from tests.hvrmet.factories import person
from tests.hvrmet.webhooks.receiver import PATIENCE, Receiver, serving


@pytest.fixture
def receiver() -> Iterator[Receiver]:
    with serving(Receiver()) as found:
        yield found


@pytest.fixture
def configure(platform_settings: Any) -> Callable[..., None]:
    """Return a function that changes settings by the names of their variables."""

    def change(**values: Any) -> None:
        update = {f"hvrmet_webhook_{name}": value for name, value in values.items()}
        environment = platform_settings.ENVIRONMENT
        platform_settings.ENVIRONMENT = environment.model_copy(update=update)

    change(networks=("127.0.0.0/8",), timeout_seconds=PATIENCE)
    return change


@pytest.fixture
def admin(alpha: Centre, configure: Any, sent: Any) -> Client:
    """The centre's administrator."""
    client = Client()
    client.force_login(person(alpha, "sun", TenantRole.TENANT_ADMIN))
    return client


EVERYTHING = (
    *("report.published", "report.superseded", "report.withdrawn"),
    *("diagnosis.finished", "diagnosis.failed"),
)


@pytest.fixture
def register(admin: Client, receiver: Receiver) -> Callable[..., Any]:
    """Return a function that registers a webhook and returns the answer's document."""

    def make(**changes: Any) -> Any:
        body = {"name": "bulletins", "url": receiver.url, "events": EVERYTHING, **changes}
        reply = admin.post("/api/v1/webhooks/", body, content_type="application/json")
        assert reply.status_code == 201, reply.content
        return reply.json()

    return make
