"""Django's ASGI handler for views that are all synchronous.

A request goes once to one of a few lasting threads, in which everything of it happens: signals,
middleware, view and the return of its connection. The others wait in the event loop, where they
cost nothing, so that a flood of requests leaves the interpreter, and connections to the database,
to the sockets of the same process. (Django's own handler makes a thread for each request and goes
there three times, which costs more than most of our views do.)
"""

from __future__ import annotations

import asyncio
import gc
import logging
import sys
from collections.abc import Awaitable, Callable, Mapping
from concurrent.futures import ThreadPoolExecutor
from contextvars import copy_context
from functools import partial
from io import BytesIO
from typing import Any, cast
from weakref import WeakKeyDictionary

from django.core import signals
from django.core.cache import caches
from django.core.exceptions import RequestAborted
from django.core.handlers.asgi import ASGIHandler, get_script_prefix
from django.db import connections
from django.http import HttpRequest, JsonResponse
from django.http.response import HttpResponseBase
from django.urls import set_script_prefix

from hvrmet.core.errors import ApplicationError
from hvrmet.core.http.limits import LONGEST_BODY, LONGEST_UNKNOWN_BODY
from hvrmet.core.http.parsers import too_large
from hvrmet.core.http.problems import MEDIA_TYPE, problem_answer, problem_document, problem_page
from hvrmet.core.request_context import HEADER, numbered

log = logging.getLogger(__name__)
AT_ONCE = 2  # threads: more would only take the interpreter from one another, and from the loop
MOST_WAITING = 400
RETRY_SECONDS = 2
LONGEST_FORGOTTEN = 2**24
UNAUTHORIZED = 401
SWITCH_SECONDS = 0.0001
_ALLOCATIONS_BETWEEN_COLLECTIONS = 20_000

Send = Callable[[Mapping[str, Any]], Awaitable[None]]
Receive = Callable[[], Awaitable[Mapping[str, Any]]]


def settle() -> None:
    """Set the interpreter up for serving, when everything has been imported.

    What has been loaded stays, so the garbage collector need not walk through it again and again;
    and the event loop, which gives its turn away with each message that it sends, gets it back from
    a busy thread after a tenth of a millisecond instead of five.
    """
    gc.collect()
    gc.freeze()
    gc.set_threshold(_ALLOCATIONS_BETWEEN_COLLECTIONS, 20, 50)
    sys.setswitchinterval(SWITCH_SECONDS)


class Handler(ASGIHandler):
    """Serves requests by turns, and refuses those that would wait far too long.

    A body is read into memory up to a limit, and beyond its first 64 KiB only from somebody known.

    Parameters
    ----------
    known : callable
        Says from a request's headers whether it is of somebody who may send a long body.
    """

    def __init__(self, known: Callable[[HttpRequest], bool] = lambda _request: False) -> None:
        super(ASGIHandler, self).__init__()
        self.load_middleware(is_async=False)
        self._known = known
        self._threads = ThreadPoolExecutor(AT_ONCE, thread_name_prefix="request")
        self._turns: WeakKeyDictionary[asyncio.AbstractEventLoop, asyncio.Semaphore] = (
            WeakKeyDictionary()
        )
        self._waiting = 0

    async def handle(self, scope: Mapping[str, Any], receive: Receive, send: Send) -> None:
        """Answer one request; a client that leaves while it waits gives its turn up."""
        try:
            body = await self._body(scope, receive)
        except RequestAborted:
            return
        except ApplicationError as error:
            await self.send_response(_early(scope, partial(_refused, scope, error)), send)
            return
        with body:
            request, refusal = self.create_request(scope, body)
            if request is None:
                await self.send_response(_early(scope, partial(_unread, refusal)), send)
                return
            serving = asyncio.create_task(self._serve(scope, request, send))
            leaving = asyncio.create_task(_left(receive))
            try:
                await asyncio.wait((serving, leaving), return_when=asyncio.FIRST_COMPLETED)
            finally:
                leaving.cancel()
                if not serving.done():
                    serving.cancel()
            try:
                await serving
            except asyncio.CancelledError:
                if not serving.cancelled():
                    raise

    async def _body(self, scope: Mapping[str, Any], receive: Receive) -> BytesIO:
        """Read the body, unless it is too long or longer than strangers may send.

        Raises
        ------
        RequestAborted
            When the client leaves before its end.
        ApplicationError
            With code ``body_too_large`` (413) or ``not_authenticated`` (401).
        """
        declared = _declared_length(scope)
        if declared > LONGEST_BODY:
            raise too_large()
        trusted = False
        body = BytesIO()
        while True:
            if not trusted and max(declared, body.tell()) > LONGEST_UNKNOWN_BODY:
                trusted = await self._is_known(scope)
                if not trusted:
                    raise ApplicationError(
                        f"sign in before you send more than {LONGEST_UNKNOWN_BODY} bytes",
                        code="not_authenticated",
                        http_status=401,
                    )
            message = await receive()
            if message["type"] == "http.disconnect":
                raise RequestAborted
            body.write(message.get("body", b""))
            if body.tell() > LONGEST_BODY:
                raise too_large()
            if not message.get("more_body", False):
                body.seek(0)
                return body

    async def _is_known(self, scope: Mapping[str, Any]) -> bool:
        request, _ = self.create_request(scope, BytesIO())
        if request is None:
            return False
        async with self._turns_here():
            return bool(await self._in_thread(self._ask_known, scope, request))

    def _ask_known(self, scope: Mapping[str, Any], request: HttpRequest) -> bool:
        signals.request_started.send(sender=self.__class__, scope=scope)
        try:
            return self._known(request)
        finally:
            signals.request_finished.send(sender=self.__class__)

    def _turns_here(self) -> asyncio.Semaphore:
        return self._turns.setdefault(asyncio.get_running_loop(), asyncio.Semaphore(AT_ONCE))

    async def _serve(self, scope: Mapping[str, Any], request: HttpRequest, send: Send) -> None:
        response = await self._in_turn(scope, request)
        if not response.streaming:
            await self.send_response(response, send)
            return
        try:
            await self.send_response(response, send)
        finally:
            await self._in_thread(response.close)

    async def _in_turn(self, scope: Mapping[str, Any], request: HttpRequest) -> HttpResponseBase:
        if self._waiting >= MOST_WAITING:
            return _early(scope, partial(_busy, request))
        turns = self._turns_here()
        self._waiting += 1
        try:
            await turns.acquire()
        finally:
            self._waiting -= 1
        answer = self._in_thread(self._respond, scope, request)
        # The turn ends with the thread's work, even if nobody waits for the answer any more.
        answer.add_done_callback(lambda _answer: turns.release())
        return cast("HttpResponseBase", await asyncio.shield(answer))

    def _in_thread(self, function: Callable[..., Any], *args: Any) -> asyncio.Future[Any]:
        loop = asyncio.get_running_loop()
        return loop.run_in_executor(self._threads, _in_own_context, function, *args)

    def _respond(self, scope: Mapping[str, Any], request: HttpRequest) -> HttpResponseBase:
        set_script_prefix(get_script_prefix(scope))
        signals.request_started.send(sender=self.__class__, scope=scope)
        response: HttpResponseBase = self.get_response(request)
        vars(response)["_handler_class"] = self.__class__  # the sender of `request_finished`
        if response.streaming:
            # Reads the store only: a slow client holds no connection.
            for connection in connections.all(initialized_only=True):
                connection.close_if_unusable_or_obsolete()
        else:
            response.close()  # gives the connection back; the content is whole, and stays
        return response


async def _left(receive: Receive) -> None:
    # The body has been read: nothing else can come.
    await receive()


def _in_own_context(function: Callable[..., Any], *args: Any) -> Any:
    # Context variables end with the request, but the thread's connection to the cache stays.
    caches["default"]
    return copy_context().run(function, *args)


def _declared_length(scope: Mapping[str, Any]) -> int:
    lengths = [value for name, value in scope["headers"] if name == b"content-length"]
    return max((int(value) for value in lengths if value.isdigit()), default=0)


def _early(scope: Mapping[str, Any], refusal: Callable[[], HttpResponseBase]) -> HttpResponseBase:
    """Answer before the middleware is reached, under a number that the log has as well."""
    given = [value for name, value in scope["headers"] if name == HEADER.lower().encode()]
    client = scope.get("client") or ("",)
    with numbered(b",".join(given).decode("latin-1"), client[0]) as number:
        response = refusal()
        log.warning("refused: status %d at %r", response.status_code, scope["path"])
    response[HEADER] = number
    return response


def _unread(refusal: HttpResponseBase | None) -> HttpResponseBase:
    # Django could make no request of what came, and says so in a page of its own.
    status = refusal.status_code if refusal else 400
    return problem_page(status, "bad_request", "the request cannot be read: write it in UTF-8")


def _refused(scope: Mapping[str, Any], error: ApplicationError) -> JsonResponse:
    document = problem_document(error.http_status, error.code, error.message)
    response = JsonResponse(document, status=error.http_status, content_type=MEDIA_TYPE)
    if error.http_status == UNAUTHORIZED:
        response["WWW-Authenticate"] = "Bearer"
    # The server reads on and forgets, so that a client that sends before it listens gets the
    # answer; of a body without a length, or of a very long one, nothing more is taken.
    if not 0 < _declared_length(scope) <= LONGEST_FORGOTTEN:
        response["Connection"] = "close"
    return response


def _busy(request: HttpRequest) -> HttpResponseBase:
    return problem_answer(
        request,
        503,
        "too_busy",
        "too many requests are waiting: try again",
        data={"retry_after": RETRY_SECONDS},
        retry_after=RETRY_SECONDS,
    )
