"""The options of the web processes."""

from __future__ import annotations

import socket

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
