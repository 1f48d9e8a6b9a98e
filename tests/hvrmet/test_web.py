"""The options of the web processes."""

from __future__ import annotations

import socket

import pytest
from hvrmet.web import configuration, listening_socket


def test_connections_send_small_answers_at_once() -> None:
    config = configuration(["--port", "0"])
    with listening_socket(config) as listener:
        listener.listen()
        with socket.create_connection(listener.getsockname()), listener.accept()[0] as connection:
            assert connection.getsockopt(socket.IPPROTO_TCP, socket.TCP_NODELAY)


def test_forwarded_headers_are_believed_only_where_proxies_are_named() -> None:
    assert not configuration([]).proxy_headers
    behind = configuration(["--proxies", "*", "--workers", "3", "--stop-seconds", "20"])
    assert (behind.proxy_headers, behind.forwarded_allow_ips) == (True, "*")
    assert (behind.workers, behind.timeout_graceful_shutdown) == (3, 20)


def test_what_lasts_is_loaded_before_the_interpreter_settles(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    done: list[str] = []
    monkeypatch.setattr("uvicorn.Config.load", lambda _: done.append("application"))
    monkeypatch.setattr("diagnostics.language.tables.load_tables", lambda: done.append("tables"))
    monkeypatch.setattr("hvrmet.core.http.serving.settle", lambda: done.append("settled"))
    configuration([]).load()
    assert done == ["application", "tables", "settled"]
