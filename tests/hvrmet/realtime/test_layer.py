"""Messages to groups from threads that have no event loop, over a real server."""

from __future__ import annotations

import os
import socket as network
from collections.abc import AsyncIterator, Iterator
from uuid import uuid4

import pytest
from asgiref.sync import sync_to_async
from hvrmet.realtime import layer as layers
from hvrmet.realtime import notify
from hvrmet.realtime.layer import NotifyingLayer

TENANT, JOB = uuid4(), uuid4()


def refuse(*_: object) -> None:
    raise AssertionError("an event loop was made for a message")


@pytest.fixture
async def layer(
    embedded_services: None, monkeypatch: pytest.MonkeyPatch
) -> AsyncIterator[NotifyingLayer]:
    found = NotifyingLayer(hosts=[os.environ["CHANNEL_URL"]], prefix=uuid4().hex)
    monkeypatch.setattr(notify, "get_channel_layer", lambda: found)
    monkeypatch.setattr(notify, "async_to_sync", refuse)
    yield found
    await found.flush()


@pytest.fixture
def silent() -> Iterator[str]:
    """Give the address of a server that takes connections and says nothing."""
    with network.create_server(("127.0.0.1", 0)) as listening:
        yield f"redis://127.0.0.1:{listening.getsockname()[1]}/0"


@pytest.mark.services
async def test_readers_of_the_job_and_of_the_activity_are_woken(layer: NotifyingLayer) -> None:
    groups = (notify.group_of(TENANT, JOB), notify.activity_group_of(TENANT))
    readers = [await layer.new_channel() for _ in groups]
    for group, reader in zip(groups, readers, strict=True):
        await layer.group_add(group, reader)
    for seq, moved in ((1, False), (2, True)):
        await sync_to_async(notify.announce)(TENANT, JOB, seq, moved=moved)
    got = [await layer.receive(reader) for reader in readers]
    assert [message["seq"] for message in got] == [1, 2]
    assert await layer.receive(readers[0]) == {"type": "job.changed", "seq": 2}


def test_a_silent_server_holds_nobody_up(
    silent: str, monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    monkeypatch.setattr(layers, "WAKE_SECONDS", 0.05)
    found = NotifyingLayer(hosts=[silent])
    monkeypatch.setattr(notify, "get_channel_layer", lambda: found)
    notify.announce(TENANT, JOB, 7, moved=True)
    assert "were not woken for event 7" in caplog.text
