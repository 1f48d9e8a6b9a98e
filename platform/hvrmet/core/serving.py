"""Django's ASGI handler for views that are all synchronous.

Each request takes one thread, once, and a few at a time have one: the rest wait in the event loop,
where they cost nothing. So a flood of requests leaves connections to the database, and the
interpreter, to the sockets of the same process.
"""

from __future__ import annotations

import asyncio
from weakref import WeakKeyDictionary

from asgiref.sync import sync_to_async
from django.core.handlers.asgi import ASGIHandler
from django.db import connections
from django.http import HttpRequest, JsonResponse
from django.http.response import HttpResponseBase

from hvrmet.core.problems import MEDIA_TYPE, problem_document

AT_ONCE = 8  # of the twelve connections in the process's pool
MOST_WAITING = 400
RETRY_SECONDS = 2


class Handler(ASGIHandler):
    """Serves requests by turns, and refuses those that would wait far too long."""

    def __init__(self) -> None:
        super(ASGIHandler, self).__init__()
        self.load_middleware(is_async=False)
        self._turns: WeakKeyDictionary[asyncio.AbstractEventLoop, asyncio.Semaphore] = (
            WeakKeyDictionary()
        )
        self._waiting = 0

    async def get_response_async(self, request: HttpRequest) -> HttpResponseBase:
        """Answer in a thread, when it is this request's turn."""
        if self._waiting >= MOST_WAITING:
            return _busy()
        turns = self._turns.setdefault(asyncio.get_running_loop(), asyncio.Semaphore(AT_ONCE))
        self._waiting += 1
        try:
            await turns.acquire()
        finally:
            self._waiting -= 1
        try:
            answer: HttpResponseBase = await sync_to_async(self._respond)(request)
        finally:
            turns.release()
        return answer

    def _respond(self, request: HttpRequest) -> HttpResponseBase:
        response: HttpResponseBase = self.get_response(request)
        # The answer is whole, or reads the store only: a slow client holds no connection.
        for connection in connections.all(initialized_only=True):
            connection.close_if_unusable_or_obsolete()
        return response


def _busy() -> JsonResponse:
    document = problem_document(
        503, "too_busy", "too many requests are waiting: try again", {"retry_after": RETRY_SECONDS}
    )
    return JsonResponse(
        document, status=503, content_type=MEDIA_TYPE, headers={"Retry-After": str(RETRY_SECONDS)}
    )
