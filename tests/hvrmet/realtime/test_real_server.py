"""Sockets on the server that production uses, over TCP: codes, dead peers, readers that stop."""

from __future__ import annotations

import asyncio
import base64
import os
import socket as network
from collections.abc import AsyncIterator
from typing import Any

import pytest
import uvicorn
from asgiref.sync import sync_to_async
from channels.routing import URLRouter
from channels.sessions import CookieMiddleware, SessionMiddleware
from django.urls import path
from hvrmet.core.db.scope import scope
from hvrmet.jobs.events.log import append, lock_job
from hvrmet.realtime import feeds, sockets
from hvrmet.realtime.consumers import DiagnosisSocket
from hvrmet.testing import Centre, queue_job
from websockets.asyncio.client import connect
from websockets.exceptions import ConnectionClosed

from diagnostics.contracts.events import StepFailed

pytestmark = [
    pytest.mark.processes,
    pytest.mark.django_db(transaction=True),
    pytest.mark.usefixtures("sent"),
]
PATIENCE = 200.0
PING_SECONDS = 10
SLOW = sockets.Durations(send=3.0, drop=1.0)
"""Of clients: short beside those of an installation, so that a test sees them pass."""


@pytest.fixture
async def server() -> AsyncIterator[uvicorn.Server]:
    """Run the ASGI server in this event loop, with a socket that gives clients up sooner."""
    route = path("ws/v1/diagnoses/<uuid:job_id>/", DiagnosisSocket.as_asgi(SLOW))
    config = uvicorn.Config(
        sockets.Droppable(CookieMiddleware(SessionMiddleware(URLRouter([route])))),
        port=0,
        lifespan="off",
        log_config=None,
        ws_ping_interval=PING_SECONDS,
        ws_ping_timeout=PING_SECONDS,
    )
    server = uvicorn.Server(config)
    server.install_signal_handlers = lambda: None
    running = asyncio.create_task(server.serve())
    while not server.started:
        await asyncio.sleep(0.05)
    yield server
    server.should_exit = True
    await running


@pytest.fixture
def port(server: uvicorn.Server) -> int:
    found: int = server.servers[0].sockets[0].getsockname()[1]
    return found


def address(port: int, job_id: Any) -> str:
    return f"ws://127.0.0.1:{port}/ws/v1/diagnoses/{job_id}/"


async def test_a_refusal_reaches_the_client(alpha, beta, port) -> None:
    theirs = await sync_to_async(queue_job)(beta)
    for headers, code in (({}, 4403), (alpha.headers, 4404)):
        async with connect(address(port, theirs), additional_headers=headers) as client:
            with pytest.raises(ConnectionClosed) as caught:
                await client.recv()
            assert caught.value.rcvd.code == code


async def silent_peer(port: int, job_id: Any, centre: Centre) -> network.socket:
    """Open a socket and return its connection, which answers no ping."""
    peer = network.socket()
    peer.setsockopt(network.SOL_SOCKET, network.SO_RCVBUF, 4096)
    peer.setblocking(False)
    loop = asyncio.get_running_loop()
    await loop.sock_connect(peer, ("127.0.0.1", port))
    lines = (
        f"GET /ws/v1/diagnoses/{job_id}/ HTTP/1.1",
        f"Host: 127.0.0.1:{port}",
        "Upgrade: websocket",
        "Connection: Upgrade",
        f"Sec-WebSocket-Key: {base64.b64encode(os.urandom(16)).decode()}",
        "Sec-WebSocket-Version: 13",
        f"Authorization: Bearer {centre.key}",
    )
    await loop.sock_sendall(peer, ("\r\n".join(lines) + "\r\n\r\n").encode())
    assert (await loop.sock_recv(peer, 12)).startswith(b"HTTP/1.1 101")
    return peer


async def until_no_feed() -> None:
    async with asyncio.timeout(PATIENCE):
        while feeds.Feed._running.get(asyncio.get_running_loop()):
            await asyncio.sleep(0.05)


async def until_gone(peer: network.socket) -> None:
    """Read what is left, until the connection has ended."""
    loop = asyncio.get_running_loop()
    async with asyncio.timeout(PATIENCE):
        try:
            while await loop.sock_recv(peer, 2**20):
                continue
        except ConnectionResetError:
            pass


async def test_a_peer_that_answers_no_ping_is_closed(alpha, port) -> None:
    peer = await silent_peer(port, await sync_to_async(queue_job)(alpha), alpha)
    await until_gone(peer)
    await until_no_feed()
    peer.close()


@sync_to_async
def say_much(centre: Centre, job_id: Any) -> None:
    with scope(centre.id):
        job = lock_job(job_id)
        for turn in range(800):
            append(job, StepFailed(turn=turn, entry_id=None, code="x", message="x" * 10_000))


async def test_a_peer_that_stops_reading_is_dropped(alpha, server, port) -> None:
    job_id = await sync_to_async(queue_job)(alpha)
    await say_much(alpha, job_id)
    peer = await silent_peer(port, job_id, alpha)
    loop = asyncio.get_running_loop()
    async with asyncio.timeout(PATIENCE):
        while not feeds.Feed._running.get(loop):
            await asyncio.sleep(0.05)
    await until_no_feed()
    async with asyncio.timeout(PATIENCE):  # although the peer has read nothing of it
        while server.server_state.connections:
            await asyncio.sleep(0.05)
    peer.close()
