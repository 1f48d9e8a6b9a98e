"""TCP ports of this machine."""

from __future__ import annotations

import socket

from hvrmet.embedded.errors import EmbeddedError

LOOPBACK = "127.0.0.1"
_PORTS_TRIED = 100


def is_free(port: int, host: str = LOOPBACK) -> bool:
    """Say whether a server could listen on `port` now."""
    with socket.socket(socket.AF_INET, socket.SOCK_STREAM) as probe:
        probe.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
        try:
            probe.bind((host, port))
        except OSError:
            return False
    return True


def free_port(preferred: int = 0, host: str = LOOPBACK) -> int:
    """Return a free port: the first from `preferred` upwards, or any where that is 0.

    Raises
    ------
    EmbeddedError
        When a hundred ports in a row are taken.
    """
    if preferred == 0:
        with socket.socket(socket.AF_INET, socket.SOCK_STREAM) as probe:
            probe.bind((host, 0))
            port: int = probe.getsockname()[1]
            return port
    for port in range(preferred, min(preferred + _PORTS_TRIED, 65536)):
        if is_free(port, host):
            return port
    raise EmbeddedError(
        f"no free port on {host} from {preferred} on",
        cure="stop programs that listen there, or name a port: PORT=9000",
        code="port_taken",
    )


def require_free_port(port: int, purpose: str, host: str = LOOPBACK) -> None:
    """Refuse a port that is taken.

    Raises
    ------
    EmbeddedError
        With code ``port_taken``.
    """
    if not is_free(port, host):
        raise EmbeddedError(
            f"port {port} on {host}, meant for {purpose}, is taken by another program",
            cure=f"stop it ('ss -ltnp | grep {port}' shows which), or name another port",
            code="port_taken",
        )
