"""Two furnished centres, made once for all tests of a module."""

from __future__ import annotations

import json
from collections.abc import Iterator
from dataclasses import dataclass
from typing import Any

import pytest
from django.conf import settings as django_settings
from django.db import connection
from django.test import override_settings

from tests.hvrmet.factories import Things, furnish
from tests.hvrmet.transactions import lasting_transaction


@dataclass(frozen=True)
class Furnished:
    """What two centres have, their release, and the settings under which they were made."""

    alpha: Things
    beta: Things
    release: Any
    settings: dict[str, Any]


@pytest.fixture(scope="module")
def furnished(
    django_db_setup: None, django_db_blocker: Any, tmp_path_factory: pytest.TempPathFactory
) -> Iterator[Furnished]:
    """A transaction with two furnished centres in it, rolled back after the last test.

    What a test changes is undone to a savepoint. Only for modules without real transactions.
    """
    from hvrmet.testing import SOURCES, make_centre, small_release

    store = {
        "BACKEND": "hvrmet.evidence.storage.AtomicFileStorage",
        "OPTIONS": {"location": str(tmp_path_factory.mktemp("store"))},
    }
    changed = {
        "ENVIRONMENT": django_settings.ENVIRONMENT.model_copy(
            update={"hvrmet_sources": json.dumps(SOURCES), "hvrmet_lease_seconds": 30}
        ),
        "STORAGES": {**django_settings.STORAGES, "default": store},
    }
    with django_db_blocker.unblock(), lasting_transaction():
        with override_settings(**changed), pytest.MonkeyPatch.context() as patch:
            patch.setattr("hvrmet.celery_app.app.send_task", lambda *_, **__: None)
            release = small_release()
            alpha, beta = (furnish(make_centre(name), release) for name in ("alpha", "beta"))
        with connection.cursor() as cursor:
            cursor.execute("SET LOCAL app.tenant_id = ''")
        yield Furnished(alpha, beta, release, changed)


@pytest.fixture
def furnished_settings(furnished: Furnished, settings: Any) -> Furnished:
    """The two centres, in a test with the settings and the store that they were made with."""
    for name, value in furnished.settings.items():
        setattr(settings, name, value)
    return furnished


@pytest.fixture
def mine(furnished_settings: Furnished, sent: Any) -> Things:
    """What the first centre has."""
    return furnished_settings.alpha


@pytest.fixture
def theirs(furnished_settings: Furnished, sent: Any) -> Things:
    """What the second centre has."""
    return furnished_settings.beta
