"""A transaction that lasts for many tests and their requests."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager

import pytest
from django.conf import settings
from django.db import DEFAULT_DB_ALIAS, connections, transaction


@contextmanager
def lasting_transaction() -> Iterator[None]:
    """Open a transaction as the runtime role, keep it open whoever asks, and roll it back.

    Where a request begins or ends, Django closes a connection that is inside a transaction: outside
    of tests somebody forgot it. Disconnecting `close_old_connections` does not last, for the test
    client connects it again with each of its requests. The next request through a handler of
    production would then close the connection under all tests that follow: so the connection is
    told to stay.
    """
    connection = connections[DEFAULT_DB_ALIAS]
    with pytest.MonkeyPatch.context() as patch, transaction.atomic():
        connection.atomic_blocks[-1]._from_testcase = True
        patch.setitem(vars(connection), "close_if_unusable_or_obsolete", lambda: None)
        with connection.cursor() as cursor:
            cursor.execute(f'SET LOCAL ROLE "{settings.RUNTIME_ROLE}"')
        yield
        transaction.set_rollback(True)
