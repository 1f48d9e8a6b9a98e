"""A receiver on loopback that answers as it is told and keeps what it was sent."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from threading import Thread
from typing import Any

from standardwebhooks import Webhook

PATIENCE = 120.0
"""Seconds for a receiver that answers: a guard against a hang."""


@dataclass
class Receiver:
    """What came in; `answers` are the statuses to come, 204 when there are none left."""

    port: int = 0
    received: list[tuple[dict[str, str], bytes]] = field(default_factory=list)
    answers: list[int] = field(default_factory=list)
    behave: Callable[[BaseHTTPRequestHandler], None] | None = None

    @property
    def url(self) -> str:
        return f"http://127.0.0.1:{self.port}/hook?from=hvrmet"

    def read(self, secret: str, index: int = -1) -> Any:
        """Verify a message with the library, as a receiver does, and return it."""
        headers, body = self.received[index]
        return Webhook(secret).verify(body, headers)


@contextmanager
def serving(receiver: Receiver) -> Iterator[Receiver]:
    """Serve on a free port until the block ends."""

    class Handler(BaseHTTPRequestHandler):
        def do_POST(self) -> None:
            body = self.rfile.read(int(self.headers["content-length"]))
            receiver.received.append((dict(self.headers), body))
            if receiver.behave is not None:
                receiver.behave(self)
                return
            self.send_response(receiver.answers.pop(0) if receiver.answers else 204)
            self.end_headers()

        def do_GET(self) -> None:
            receiver.received.append((dict(self.headers), b"GET"))
            self.send_response(200)
            self.end_headers()

        def log_message(self, *_: object) -> None:
            pass

    server = ThreadingHTTPServer(("127.0.0.1", 0), Handler)
    server.daemon_threads = True
    receiver.port = server.server_address[1]
    thread = Thread(target=server.serve_forever, kwargs={"poll_interval": 0.02}, daemon=True)
    thread.start()
    try:
        yield receiver
    finally:
        server.shutdown()
        server.server_close()
        thread.join()
