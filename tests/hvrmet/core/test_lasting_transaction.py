"""The transaction of a module's tests outlives every way in which a request is sent."""

from __future__ import annotations

import pytest
from django.core.handlers.wsgi import WSGIHandler
from django.db import DEFAULT_DB_ALIAS, connection, connections
from django.test import Client, RequestFactory
from hvrmet.testing import Centre

from tests.hvrmet.transactions import lasting_transaction

pytestmark = pytest.mark.django_db


def test_stays_open_for_a_handler_of_production_after_the_test_client(alpha: Centre) -> None:
    environ = RequestFactory().get("/api/v1/me/", headers=alpha.headers).environ
    answers: list[str] = []
    with lasting_transaction():
        driver = connection.connection
        for _ in range(2):
            assert Client().get("/api/v1/me/", headers=alpha.headers).status_code == 200
            response = WSGIHandler()(environ, lambda status, *_: answers.append(status))
            response.close()
        assert (answers, driver.closed, connection.in_atomic_block) == (["200 OK"] * 2, False, True)
    assert "close_if_unusable_or_obsolete" not in vars(connections[DEFAULT_DB_ALIAS])
