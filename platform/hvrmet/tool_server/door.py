"""The door over HTTP: ``/mcp``, with an API key, beside REST in the same process."""

from __future__ import annotations

import asyncio
from collections.abc import Awaitable, Callable, Mapping, MutableMapping
from typing import Any

import httpx
from mcp.server.transport_security import TransportSecuritySettings

from diagnostics.tool_server import tool_server
from hvrmet.tool_server.rest_backend import RestBackend

PATH = "/mcp"
LONGEST_BODY = 2**20

Scope = Mapping[str, Any]
Receive = Callable[[], Awaitable[MutableMapping[str, Any]]]
Send = Callable[[MutableMapping[str, Any]], Awaitable[None]]
Application = Callable[[Any, Any, Any], Awaitable[None]]


class ToolDoor:
    """Sends what comes to ``/mcp`` to the tool server, and everything else on.

    Whoever has no key is answered as REST answers them, before anything is read. The hosts that are
    served are those of Django: each call of a tool is a request to it.

    Parameters
    ----------
    http : ASGI application
        REST and pages.
    """

    def __init__(self, http: Application) -> None:
        self._http = http
        self._backend = RestBackend(httpx.ASGITransport(app=http), "http://localhost")
        self._server = tool_server(self._backend)
        # A request is whole in itself, so that any web process may answer it.
        self._tools = self._server.streamable_http_app(
            streamable_http_path=PATH,
            stateless_http=True,
            max_request_body_size=LONGEST_BODY,
            transport_security=TransportSecuritySettings(enable_dns_rebinding_protection=False),
        )
        self._running: asyncio.Task[None] | None = None
        self._ready = asyncio.Event()

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Serve one request."""
        if scope["type"] != "http" or scope["path"].rstrip("/") != PATH:
            await self._http(scope, receive, send)
            return
        headers = {
            name.decode("latin-1"): value.decode("latin-1") for name, value in scope["headers"]
        }
        known = await self._backend.require_key(headers)
        if known.is_error or "authorization" not in headers:
            await self._refuse(known, send)
            return
        await self._start()
        await self._tools({**scope, "path": PATH, "raw_path": PATH.encode()}, receive, send)

    async def _start(self) -> None:
        """Let the tool server run from the first request on: the web processes have no lifespan."""
        if self._running is None or self._running.done():
            self._ready.clear()
            self._running = asyncio.create_task(self._run(), name="tool-server")
        await self._ready.wait()

    async def _run(self) -> None:
        async with self._server.session_manager.run():
            self._ready.set()
            await asyncio.Event().wait()

    async def _refuse(self, reply: httpx.Response, send: Send) -> None:
        """Answer as REST does; a session alone opens no door to agents."""
        if not reply.is_error:
            reply = await self._backend.require_key({})
        kept = ("content-type", "www-authenticate", "x-request-id", "content-language")
        headers = [
            (name.encode(), reply.headers[name].encode()) for name in kept if name in reply.headers
        ]
        await send({"type": "http.response.start", "status": reply.status_code, "headers": headers})
        await send({"type": "http.response.body", "body": reply.content})
