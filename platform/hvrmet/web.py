"""The web processes: uvicorn with the options that every installation shares.

::

    python -m hvrmet.web --host 0.0.0.0 --port 8000 --workers 2
"""

from __future__ import annotations

import argparse
import socket

import uvicorn
from uvicorn.supervisors import Multiprocess

APPLICATION = "hvrmet.asgi:application"


class Configuration(uvicorn.Config):
    """Uvicorn's options, and the interpreter's, for a process that serves."""

    def load(self) -> None:
        """Load the application when the server starts, and then settle."""
        super().load()
        # Imported here: the process that only watches over the others loads no framework.
        from diagnostics.language.tables import load_tables
        from hvrmet.core.http.serving import settle

        # Before the interpreter settles, so that no collection of garbage ever walks through them.
        load_tables()
        settle()


def listening_socket(config: uvicorn.Config) -> socket.socket:
    """Bind the socket that all processes accept from.

    Connections take over TCP_NODELAY from it. Without that the second packet of an answer waits
    until the client has confirmed the first, which takes a client some 40 ms. (The event loop sets
    it only for sockets that it has made itself, which those of several processes are not.)
    """
    bound = config.bind_socket()
    bound.setsockopt(socket.IPPROTO_TCP, socket.TCP_NODELAY, 1)
    return bound


def configuration(arguments: list[str] | None = None) -> uvicorn.Config:
    """Read the command line."""
    parser = argparse.ArgumentParser(prog="hvrmet.web", description=__doc__)
    parser.add_argument("--host", default="127.0.0.1")
    parser.add_argument("--port", type=int, default=8000)
    parser.add_argument("--workers", type=int, default=2, help="processes")
    parser.add_argument(
        "--proxies", help="addresses of proxies whose X-Forwarded headers are believed; * for all"
    )
    parser.add_argument(
        "--stop-seconds", type=int, default=2, help="given to open requests when it stops"
    )
    options = parser.parse_args(arguments)
    return Configuration(
        APPLICATION,
        host=options.host,
        port=options.port,
        workers=options.workers,
        lifespan="off",
        ws_per_message_deflate=False,
        proxy_headers=options.proxies is not None,
        forwarded_allow_ips=options.proxies,
        timeout_graceful_shutdown=options.stop_seconds,
    )


def main() -> None:
    """Serve until a signal asks to stop."""
    config = configuration()
    Multiprocess(config, sockets=[listening_socket(config)]).run()


if __name__ == "__main__":
    main()
