"""What every test of a socket needs."""

from __future__ import annotations

from collections.abc import AsyncIterator

import pytest
from asgiref.sync import sync_to_async
from django.db import connections


@pytest.fixture(autouse=True)
async def _close_connections() -> AsyncIterator[None]:
    """Close what the event loop's own thread has opened."""
    yield
    await sync_to_async(connections.close_all)()
