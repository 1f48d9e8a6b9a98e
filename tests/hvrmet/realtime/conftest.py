"""What every test of a socket needs."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator, Callable
from concurrent.futures import ThreadPoolExecutor

import pytest
from asgiref.sync import sync_to_async
from django.db import connections
from hvrmet.realtime import feeds

from tests.hvrmet.realtime.virtual_time import VirtualTimeLoop


def pytest_asyncio_loop_factories(
    item: pytest.Item,
) -> dict[str, Callable[[], asyncio.AbstractEventLoop]]:
    """Let time stand still, except where real processes or servers are used."""
    if item.get_closest_marker("processes") or item.get_closest_marker("services"):
        return {"real time": asyncio.SelectorEventLoop}
    return {"virtual time": VirtualTimeLoop}


@pytest.fixture(autouse=True)
async def _no_reader_is_left(monkeypatch: pytest.MonkeyPatch) -> AsyncIterator[None]:
    """End every socket and reader that a test left open, before tables are emptied."""
    threads = ThreadPoolExecutor(2, thread_name_prefix="sockets")
    monkeypatch.setattr(feeds, "_THREADS", threads)
    yield
    left = asyncio.all_tasks() - {asyncio.current_task()}
    for task in left:
        task.cancel()
    await asyncio.gather(*left, return_exceptions=True)
    threads.shutdown()
    await sync_to_async(connections.close_all)()
