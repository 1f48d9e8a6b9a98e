"""A scripted server that speaks the OpenAI chat protocol on loopback: the real wire path."""

from __future__ import annotations

import json
import re
import threading
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from typing import Any

import pytest

_DATA = re.compile(r"<data>(.*?)</data>", re.DOTALL)
_ROLE = re.compile(r"You are the ([A-Z][A-Za-z ]+?) of a team|You read one (weather chart)")


@dataclass(frozen=True)
class Asked:
    """One request as the server saw it."""

    body: dict[str, Any]

    @property
    def role(self) -> str:
        found = _ROLE.search(self.texts("system"))
        assert found is not None
        return found[1] or found[2]

    @property
    def task(self) -> str:
        return self.texts("user")

    @property
    def data(self) -> list[Any]:
        return [json.loads(item) for item in _DATA.findall(self.task)]

    @property
    def sent_back(self) -> int:
        """How many answers have been sent back before this one."""
        return sum(item["role"] == "tool" for item in self.body["messages"])

    def texts(self, role: str) -> str:
        parts = []
        for message in self.body["messages"]:
            content = message.get("content")
            if message["role"] != role or content is None:
                continue
            if isinstance(content, str):
                parts.append(content)
            else:
                parts.extend(item["text"] for item in content if item["type"] == "text")
        return "\n".join(parts)


@dataclass(frozen=True)
class Say:
    """What the server does: a tool call, a text, an HTTP status, bytes, silence or a cut."""

    arguments: dict[str, Any] | str | None = None
    tool: str = "decide"
    text: str | None = None
    status: int = 200
    raw: bytes | None = None
    silent: bool = False
    cut: bool = False
    tokens: tuple[int, int] = (100, 10)


Script = Callable[[Asked], Say]


@dataclass
class ModelServer:
    """The server; `script` says what it does with each request."""

    script: Script
    asked: list[Asked] = field(default_factory=list)
    address: str = ""
    closing: threading.Event = field(default_factory=threading.Event)

    def handle(self, body: dict[str, Any]) -> Say:
        asked = Asked(body)
        self.asked.append(asked)
        return self.script(asked)


class _Handler(BaseHTTPRequestHandler):
    server: Any
    protocol_version = "HTTP/1.1"

    def log_message(self, *args: Any) -> None:
        pass

    def do_POST(self) -> None:
        model: ModelServer = self.server.model
        body = json.loads(self.rfile.read(int(self.headers["Content-Length"])))
        say = model.handle(body)
        if say.silent:
            model.closing.wait(30)
            self.close_connection = True
            return
        if say.raw is not None or say.status != 200:
            self._send(say.status, "application/json", say.raw or b'{"error": {"message": "no"}}')
            return
        if body.get("stream"):
            self._send(200, "text/event-stream", _streamed(say, body), cut=say.cut)
        else:
            self._send(200, "application/json", _whole(say, body), cut=say.cut)

    def _send(self, status: int, kind: str, data: bytes, *, cut: bool = False) -> None:
        self.send_response(status)
        self.send_header("Content-Type", kind)
        self.send_header("Content-Length", str(len(data)))
        self.end_headers()
        self.wfile.write(data[: len(data) // 2] if cut else data)
        self.close_connection = self.close_connection or cut


def _message(say: Say) -> dict[str, Any]:
    if say.arguments is None:
        return {"role": "assistant", "content": say.text or ""}
    given = say.arguments if isinstance(say.arguments, str) else json.dumps(say.arguments)
    call = {"id": "call_1", "type": "function", "function": {"name": say.tool, "arguments": given}}
    return {"role": "assistant", "content": None, "tool_calls": [call]}


def _usage(say: Say) -> dict[str, int]:
    given, made = say.tokens
    return {"prompt_tokens": given, "completion_tokens": made, "total_tokens": given + made}


def _head(body: dict[str, Any], kind: str) -> dict[str, Any]:
    return {"id": "answer-1", "object": kind, "created": 1_700_000_000, "model": body["model"]}


def _finish(say: Say) -> str:
    return "stop" if say.arguments is None else "tool_calls"


def _whole(say: Say, body: dict[str, Any]) -> bytes:
    choice = {"index": 0, "message": _message(say), "finish_reason": _finish(say)}
    document = {**_head(body, "chat.completion"), "choices": [choice], "usage": _usage(say)}
    return json.dumps(document).encode()


def _streamed(say: Say, body: dict[str, Any]) -> bytes:
    head = _head(body, "chat.completion.chunk")
    delta = _message(say)
    for number, call in enumerate(delta.get("tool_calls", ())):
        call["index"] = number
    chunks = [
        {**head, "choices": [{"index": 0, "delta": delta, "finish_reason": None}]},
        {**head, "choices": [{"index": 0, "delta": {}, "finish_reason": _finish(say)}]},
        {**head, "choices": [], "usage": _usage(say)},
    ]
    lines = [f"data: {json.dumps(chunk)}\n\n" for chunk in chunks]
    return "".join([*lines, "data: [DONE]\n\n"]).encode()


def obliging(asked: Asked) -> Say:
    """Answer as a model that works: something offered, in another order than the library's."""
    role, data = asked.role, asked.data
    if role == "Decomposer":
        wanted = int(re.search(r"Choose exactly (\d+)", asked.task)[1])  # type: ignore[index]
        rows = sorted(data[-1], key=lambda row: row["weight"])
        return Say({"entry_ids": _corrected(asked, [row["id"] for row in rows[:wanted]])})
    if role == "Plotter":
        return Say({"times": data[-1][::-1][:3]})
    if role == "Reporter":
        return Say({"mechanisms": [row["id"] for row in data[-1]][::-1]})
    if role == "Diagnostician" and "Rank these" in asked.task:
        return Say({"entry_ids": [row["id"] for row in data[-1]][::-1][:12]})
    if role == "weather chart":
        return Say({"answers": [True for _ in data[0]]})
    raise AssertionError(f"nobody answers for {role}")


def _corrected(asked: Asked, ids: list[str]) -> list[str]:
    """Follow the reasons with which earlier answers were sent back."""
    for reason in re.findall(r"[^\n]*cannot stand beside[^\n]*", asked.texts("tool")):
        lost, instead = reason.split(" cannot stand", 1)[0], reason.split("for example ", 1)[1]
        named = [
            re.findall(r"g_[a-z0-9_]+|[a-z]+(?:_[a-z0-9]+)+", part) for part in (lost, instead)
        ]
        ids = [*(name for name in ids if name not in named[0]), *named[1]][: len(ids)]
    return ids


@contextmanager
def serving(script: Script = obliging) -> Iterator[ModelServer]:
    """Serve on a free port of the loopback address."""
    model = ModelServer(script)
    server = ThreadingHTTPServer(("127.0.0.1", 0), _Handler)
    server.daemon_threads = True
    server.model = model  # type: ignore[attr-defined]
    model.address = f"http://127.0.0.1:{server.server_address[1]}/v1"
    thread = threading.Thread(target=server.serve_forever, kwargs={"poll_interval": 0.02})
    thread.start()
    try:
        yield model
    finally:
        model.closing.set()
        server.shutdown()
        server.server_close()
        thread.join()


@pytest.fixture
def model_server() -> Iterator[ModelServer]:
    """Start the server with a model that works; a test changes its script."""
    with serving() as model:
        yield model
