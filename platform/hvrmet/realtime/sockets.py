"""What every socket does, whatever it sends: who may open it, how it stays open, how it ends."""

from __future__ import annotations

import asyncio
from collections.abc import Awaitable, Callable
from contextlib import suppress
from itertools import chain
from typing import Any, ClassVar, NamedTuple
from urllib.parse import parse_qs

from django.db import DatabaseError, InterfaceError
from pydantic import BaseModel

from hvrmet.accounts.principals import Principal
from hvrmet.core.http.parsers import storable
from hvrmet.core.http.storable import storable_cookies
from hvrmet.core.observability.metrics import SOCKETS_CLOSED, SOCKETS_OPEN
from hvrmet.realtime.access import Access, SocketRefusedError, socket_access
from hvrmet.realtime.feeds import in_thread
from hvrmet.realtime.limits import TooManySocketsError, counted
from hvrmet.realtime.rights_checks import VERB, rights_watch

MALFORMED, RIGHTS_ENDED, NOT_ALLOWED, NOT_FOUND = 4400, 4401, 4403, 4404
TOO_SLOW, TOO_MANY, NORMAL, TRY_AGAIN = 4408, 4429, 1000, 1013
LEFT = 1001  # what is counted when the client went first

Message = dict[str, Any]


class Durations(NamedTuple):
    """How long a socket waits, in seconds of the event loop's clock.

    Attributes
    ----------
    heartbeat : float
        Of silence, until the client is told that the socket is open.
    send : float
        For the client to take a message.
    drop : float
        For the client to take the closing frame.
    """

    heartbeat: float = 15.0
    send: float = 20.0
    drop: float = 2.0


DURATIONS = Durations()


class Closing(NamedTuple):
    """How a socket ends."""

    code: int
    reason: str = ""


class Refused(Exception):  # noqa: N818 - an answer, not a fault
    """The socket is not opened."""

    def __init__(self, code: int, reason: str) -> None:
        super().__init__(reason)
        self.closing = Closing(code, reason)


class Droppable:
    """Lets a socket drop its connection: a peer that reads nothing never gets a closing frame.

    Wraps the whole ASGI application, because only the server's own `send` knows the connection.
    """

    def __init__(self, application: Callable[..., Awaitable[None]]) -> None:
        self._application = application

    async def __call__(self, scope: Message, receive: Any, send: Any) -> None:
        """Serve a connection that can be dropped."""
        if scope["type"] == "websocket":
            transport = getattr(getattr(send, "__self__", None), "transport", None)
            scope = {**scope, "hvrmet.drop": getattr(transport, "abort", lambda: None)}
        await self._application(scope, receive, send)


class Socket:
    """One client: an ASGI application whose subclasses say what is followed.

    Nothing is queued for a client. `follow` reads on when the client has taken what was sent; one
    that takes nothing for twenty seconds is closed with 4408 and resumes from where it was.
    A refused socket is opened and closed at once, because only so a browser learns the code.
    """

    kind: ClassVar[str]

    def __init__(
        self, scope: Message, receive: Any, send: Any, durations: Durations = DURATIONS
    ) -> None:
        self.scope, self._receive, self._send = scope, receive, send
        self.durations = durations
        self.query = parse_qs(scope.get("query_string", b"").decode("latin-1"))
        self.principal: Principal

    @classmethod
    def as_asgi(cls, durations: Durations = DURATIONS) -> Callable[..., Any]:
        """Return the application that serves each connection with a socket of its own."""

        async def application(scope: Message, receive: Any, send: Any) -> None:
            await cls(scope, receive, send, durations).serve()

        return application

    async def prepare(self) -> None:
        """Read the address, before anybody is asked who they are.

        Raises
        ------
        Refused
            When it makes no sense.
        """

    async def admit(self) -> None:
        """Look at what is asked for, as the principal.

        Raises
        ------
        Refused
            When it is not there for this tenant.
        """

    async def follow(self) -> Closing:
        """Send everything, until there is nothing more to come."""
        raise NotImplementedError

    def position(self) -> str:
        """Return what the client resumes from."""
        raise NotImplementedError

    async def left(self) -> None:
        """Do what is to be done when the socket has ended."""

    async def serve(self) -> None:
        """Open the socket, follow, and close it."""
        await self._receive()
        SOCKETS_OPEN.labels(self.kind).inc()
        try:
            await self._serve_connection()
        finally:
            SOCKETS_OPEN.labels(self.kind).dec()

    async def _serve_connection(self) -> None:
        subprotocol = next(iter(self.scope.get("subprotocols", [])), None)
        await self._send({"type": "websocket.accept", "subprotocol": subprotocol})
        try:
            closing = await self._serve()
        except Refused as refusal:
            closing = refusal.closing
        except TooManySocketsError as error:
            closing = Closing(TOO_MANY, str(error))
        except (DatabaseError, InterfaceError):
            closing = Closing(TRY_AGAIN, "the database did not answer: try again in a few seconds")
        SOCKETS_CLOSED.labels(self.kind, closing.code if closing else LEFT).inc()
        if closing is not None:
            await self._close(closing)

    async def _serve(self) -> Closing | None:
        if not all(map(storable, chain(self.query, *self.query.values()))):
            raise Refused(MALFORMED, "the address holds a NUL or half a surrogate pair")
        if not storable_cookies(self.scope.get("cookies", {})):
            raise Refused(MALFORMED, "a cookie holds a NUL")
        await self.prepare()
        access = await self._authenticate()
        with counted(self.principal):
            await self.admit()
            with rights_watch().watched(access) as ended:
                closing = await self._run(ended)
            await self.left()
        return closing

    async def send(self, message: BaseModel | str) -> None:
        """Send one message, when the client has taken the ones before."""
        text = message if isinstance(message, str) else message.model_dump_json()
        async with asyncio.timeout(self.durations.send):
            await self._send({"type": "websocket.send", "text": text})

    async def _authenticate(self) -> Access:
        try:
            access: Access = await in_thread(socket_access, self.scope)
        except SocketRefusedError as error:
            raise Refused(NOT_ALLOWED, "not signed in") from error
        self.principal = access.principal
        if VERB not in self.principal.verbs:
            raise Refused(NOT_ALLOWED, "not allowed")
        return access

    async def _run(self, ended: asyncio.Event) -> Closing | None:
        """Follow until the end, the client's leaving or the loss of its right."""
        tasks: dict[str, asyncio.Task[Any]] = {
            "left": asyncio.create_task(self._until_left()),
            "rights": asyncio.create_task(ended.wait()),
            "follow": asyncio.create_task(self.follow()),
        }
        try:
            await asyncio.wait(tasks.values(), return_when=asyncio.FIRST_COMPLETED)
        finally:
            for task in tasks.values():
                task.cancel()
            await asyncio.gather(*tasks.values(), return_exceptions=True)
        return self._outcome(tasks)

    def _outcome(self, tasks: dict[str, asyncio.Task[Any]]) -> Closing | None:
        done = {name: task for name, task in tasks.items() if not task.cancelled()}
        if "left" in done:
            return None
        if "rights" in done:
            return Closing(RIGHTS_ENDED, "your right to see this has ended")
        failure = done["follow"].exception()
        if isinstance(failure, TimeoutError):
            return Closing(TOO_SLOW, f"too slow: resume with after={self.position()}")
        if isinstance(failure, OSError):  # the client went away while something was sent
            return None
        if isinstance(failure, (DatabaseError, InterfaceError)):
            return Closing(TRY_AGAIN, f"try again with after={self.position()}")
        closing: Closing = done["follow"].result()
        return closing

    async def _until_left(self) -> None:
        # What clients say is read, so that their pings are answered, and ignored.
        while (await self._receive())["type"] != "websocket.disconnect":
            continue

    async def _close(self, closing: Closing) -> None:
        message = {"type": "websocket.close", "code": closing.code, "reason": closing.reason}
        try:
            async with asyncio.timeout(self.durations.drop):
                await self._send(message)
        except TimeoutError:
            self.scope.get("hvrmet.drop", lambda: None)()
        except OSError:
            pass


async def until(changed: asyncio.Event, seconds: float) -> bool:
    """Wait for an event, and say whether it came in time."""
    with suppress(TimeoutError):
        async with asyncio.timeout(seconds):
            await changed.wait()
    return changed.is_set()
