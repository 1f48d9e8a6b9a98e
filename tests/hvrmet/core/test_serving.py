"""The handler of requests: a few at a time, nobody forgotten, no connection for slow clients."""

from __future__ import annotations

import asyncio
import json
import threading
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from contextvars import ContextVar
from typing import Any

import pytest
from django.core.cache import caches
from django.db import connection, connections
from django.http import HttpResponse
from hvrmet.core.http import serving
from hvrmet.core.http.limits import LONGEST_BODY, LONGEST_UNKNOWN_BODY


class Calls:
    """Sends requests to a handler whose view waits until it is let go."""

    def __init__(self, monkeypatch: pytest.MonkeyPatch) -> None:
        self.handler = serving.Handler()
        self.inside = 0
        self.most = 0
        self.last: list[dict[str, Any]] = []
        self.go = threading.Event()
        self.lock = threading.Lock()
        monkeypatch.setattr(self.handler, "get_response", self._respond)

    def _respond(self, _request: Any) -> HttpResponse:
        with self.lock:
            self.inside += 1
            self.most = max(self.most, self.inside)
        self.go.wait()
        with self.lock:
            self.inside -= 1
        return HttpResponse(b"done")

    async def ask(self, leaves: asyncio.Event | None = None) -> int | None:
        """Send one request and return its status, or None for a client that leaves before."""
        sent: list[dict[str, Any]] = []
        asked = False

        async def receive() -> dict[str, Any]:
            nonlocal asked
            if asked:
                await (leaves or asyncio.Event()).wait()
                return {"type": "http.disconnect"}
            asked = True
            return {"type": "http.request", "body": b"", "more_body": False}

        async def send(message: dict[str, Any]) -> None:
            sent.append(message)

        connection_scope = {
            "type": "http",
            "http_version": "1.1",
            "method": "GET",
            "path": "/healthz",
            "query_string": b"",
            "headers": [(b"host", b"localhost")],
        }
        await self.handler(connection_scope, receive, send)
        self.last = sent
        return sent[0]["status"] if sent else None


@pytest.fixture
def calls(monkeypatch: pytest.MonkeyPatch) -> Iterator[Calls]:
    """Calls that are let go at the end at the latest, so that no thread stays behind."""
    found = Calls(monkeypatch)
    yield found
    found.go.set()


def numbered(sent: list[dict[str, Any]]) -> str:
    """The number of a refused request: the same in the answer and in its header."""
    said: str = json.loads(sent[1]["body"])["request_id"]
    assert len(said) >= 8
    assert dict(sent[0]["headers"])[b"X-Request-ID"].decode() == said
    return said


async def until(condition: Any) -> None:
    while not condition():
        await asyncio.sleep(0)


async def test_a_few_at_a_time_and_all_in_the_end(calls) -> None:
    asked = [asyncio.create_task(calls.ask()) for _ in range(30)]
    await until(
        lambda: calls.inside == serving.AT_ONCE and calls.handler._waiting == 30 - serving.AT_ONCE
    )
    calls.go.set()
    assert await asyncio.gather(*asked) == [200] * 30
    assert calls.most == serving.AT_ONCE


async def test_too_many_are_told_to_come_again(calls, monkeypatch) -> None:
    monkeypatch.setattr(serving, "MOST_WAITING", 5)
    asked = [asyncio.create_task(calls.ask()) for _ in range(serving.AT_ONCE + 5)]
    await until(lambda: calls.handler._waiting == 5)
    assert await calls.ask() == 503
    numbered(calls.last)
    calls.go.set()
    assert await asyncio.gather(*asked) == [200] * (serving.AT_ONCE + 5)


async def test_who_leaves_while_waiting_keeps_no_turn(calls) -> None:
    asked = [asyncio.create_task(calls.ask()) for _ in range(serving.AT_ONCE)]
    await until(lambda: calls.inside == serving.AT_ONCE)
    leaves = asyncio.Event()
    gone = [asyncio.create_task(calls.ask(leaves)) for _ in range(3)]
    await until(lambda: calls.handler._waiting == 3)
    leaves.set()
    assert await asyncio.gather(*gone) == [None] * 3
    assert calls.handler._waiting == 0
    calls.go.set()
    assert await asyncio.gather(*asked) == [200] * serving.AT_ONCE
    assert (
        await asyncio.gather(*(calls.ask() for _ in range(serving.AT_ONCE)))
        == [200] * serving.AT_ONCE
    )


async def test_who_leaves_while_a_thread_works_gives_no_turn_away(calls) -> None:
    leaves = asyncio.Event()
    gone = [asyncio.create_task(calls.ask(leaves)) for _ in range(serving.AT_ONCE)]
    await until(lambda: calls.inside == serving.AT_ONCE)
    leaves.set()
    assert await asyncio.gather(*gone) == [None] * serving.AT_ONCE
    late = asyncio.create_task(calls.ask())
    await until(lambda: calls.handler._waiting == 1)
    calls.go.set()
    assert await late == 200
    assert calls.most == serving.AT_ONCE


@pytest.mark.django_db(transaction=True)
async def test_an_answer_holds_no_connection_while_it_is_sent(monkeypatch) -> None:
    handler = serving.Handler()
    states: list[bool] = []

    def respond(_request: Any) -> HttpResponse:
        with connection.cursor() as cursor:
            cursor.execute("SELECT 1")
        states.append(connection.connection is None)
        return HttpResponse(b"done")

    def look() -> None:
        states.append(connection.connection is None)

    monkeypatch.setattr(handler, "get_response", respond)
    monkeypatch.setattr(handler, "_threads", ThreadPoolExecutor(1))
    answer = await handler._in_thread(handler._respond, {}, None)
    await handler._in_thread(look)
    await handler._in_thread(connections.close_all)
    assert answer.content == b"done"
    assert states == [False, True]


async def test_a_thread_keeps_its_cache_and_forgets_what_a_request_left(monkeypatch) -> None:
    handler = serving.Handler()
    left: ContextVar[str] = ContextVar("left", default="")
    found: list[tuple[str, int]] = []

    def respond(_request: Any) -> HttpResponse:
        found.append((left.get(), id(caches["default"])))
        left.set("behind")
        return HttpResponse(b"done")

    monkeypatch.setattr(handler, "get_response", respond)
    monkeypatch.setattr(handler, "_threads", ThreadPoolExecutor(1))
    for _ in range(2):
        await handler._in_thread(handler._respond, {}, None)
    (first, cache), (second, same) = found
    assert (first, second) == ("", "")
    assert cache == same


class Body:
    """A client that sends a body piece by piece, and counts how much was taken of it."""

    def __init__(self, pieces: list[bytes], *headers: tuple[bytes, bytes]) -> None:
        self.pieces = pieces
        self.headers = [(b"host", b"testserver"), *headers]
        self.taken = 0

    async def send_to(self, handler: serving.Handler) -> tuple[int, dict[bytes, bytes]]:
        """Return the status and the headers of the answer."""
        sent: list[dict[str, Any]] = []

        async def receive() -> dict[str, Any]:
            if not self.pieces:
                await asyncio.Event().wait()
            piece = self.pieces.pop(0)
            self.taken += len(piece)
            return {"type": "http.request", "body": piece, "more_body": bool(self.pieces)}

        async def send(message: dict[str, Any]) -> None:
            sent.append(message)

        scope = {
            "type": "http",
            "http_version": "1.1",
            "method": "POST",
            "path": "/api/v1/diagnoses/",
            "query_string": b"",
            "headers": self.headers,
        }
        await handler(scope, receive, send)
        if sent[0]["status"] != 200:
            self.number = numbered(sent)
        return sent[0]["status"], dict(sent[0]["headers"])


def length(number: int) -> tuple[bytes, bytes]:
    return b"content-length", str(number).encode()


class TestBodies:
    @pytest.fixture
    def handler(self, monkeypatch: pytest.MonkeyPatch) -> serving.Handler:
        handler = serving.Handler(lambda request: "Authorization" in request.headers)
        monkeypatch.setattr(
            handler, "get_response", lambda request: HttpResponse(str(len(request.body)))
        )
        return handler

    KNOWN = (b"authorization", b"Bearer x")
    PIECE = b"a" * 2**15

    @pytest.mark.parametrize("declared", [LONGEST_BODY + 1, 300_000_000, 10**30])
    async def test_that_are_declared_too_long_are_not_read(self, handler, declared) -> None:
        body = Body([self.PIECE], length(declared), self.KNOWN)
        status, headers = await body.send_to(handler)
        assert (status, body.taken) == (413, 0)
        assert (headers.get(b"Connection") == b"close") == (declared > serving.LONGEST_FORGOTTEN)

    async def test_without_a_length_are_read_up_to_the_limit(self, handler) -> None:
        body = Body([self.PIECE] * 100, self.KNOWN)
        status, headers = await body.send_to(handler)
        assert (status, headers[b"Connection"]) == (413, b"close")
        assert body.taken == LONGEST_BODY + len(self.PIECE)

    async def test_that_are_refused_keep_the_number_that_the_caller_gave(self, handler) -> None:
        body = Body([], length(10**9), (b"x-request-id", b"forecast-0042"))
        assert (await body.send_to(handler))[0] == 413
        assert body.number == "forecast-0042"
        other = Body([], length(10**9), (b"x-request-id", b"no\xff\n"))
        await other.send_to(handler)
        assert len(other.number) == 32

    async def test_of_strangers_are_not_read(self, handler) -> None:
        body = Body([self.PIECE] * 8, length(8 * len(self.PIECE)))
        status, headers = await body.send_to(handler)
        assert (status, headers[b"WWW-Authenticate"], body.taken) == (401, b"Bearer", 0)

    async def test_of_strangers_without_a_length_are_cut_off(self, handler) -> None:
        body = Body([self.PIECE] * 8)
        assert (await body.send_to(handler))[0] == 401
        assert body.taken == LONGEST_UNKNOWN_BODY + len(self.PIECE)

    async def test_of_the_known_and_short_ones_are_read(self, handler) -> None:
        whole = Body([self.PIECE] * 32, length(LONGEST_BODY), self.KNOWN)
        assert (await whole.send_to(handler))[0] == 200
        short = Body([self.PIECE] * 2)
        assert (await short.send_to(handler))[0] == 200
        assert (whole.taken, short.taken) == (LONGEST_BODY, LONGEST_UNKNOWN_BODY)
