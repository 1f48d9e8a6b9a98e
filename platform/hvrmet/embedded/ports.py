"""TCP ports of this machine."""

from __future__ import annotations

import socket
import sys
from dataclasses import dataclass

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


def free_port(host: str = LOOPBACK) -> int:
    """Return any free port."""
    with socket.socket(socket.AF_INET, socket.SOCK_STREAM) as probe:
        probe.bind((host, 0))
        port: int = probe.getsockname()[1]
        return port


@dataclass(frozen=True)
class ClaimedPort:
    """A port that no other platform of this machine takes until it is let go, or its process ends.

    Seconds pass between the choice of a port and the moment when a server listens there. A second
    platform that starts meanwhile would choose the same one, and each would take the answers of
    the other's web process for its own.
    """

    number: int
    claim: socket.socket

    def release(self) -> None:
        """Let another platform have it."""
        self.claim.close()


def claim_port(
    first: int, *, tried: int = _PORTS_TRIED, purpose: str = "", host: str = LOOPBACK
) -> ClaimedPort:
    """Claim the first free port of some.

    Parameters
    ----------
    first : int
    tried : int
        How many ports in a row are looked at; 1 for a port that is wanted and no other.
    purpose : str
        What a wanted port is for.
    host : str

    Raises
    ------
    EmbeddedError
        With code ``port_taken``.
    """
    for port in range(first, min(first + tried, 65536)):
        claim = _claim(port, host)
        if claim is None:
            continue
        if is_free(port, host):
            return ClaimedPort(port, claim)
        claim.close()
    if tried == 1:
        raise _taken(first, purpose, host)
    raise EmbeddedError(
        f"no free port on {host} from {first} on",
        cure="stop programs that listen there, or name a port: PORT=9000",
        code="port_taken",
    )


def _claim(port: int, host: str) -> socket.socket | None:
    """Take a name that only one process of this machine can have; None where another has it.

    It lies in Linux's abstract namespace of Unix sockets: no file, and gone with the process.
    """
    claim = socket.socket(socket.AF_UNIX, socket.SOCK_STREAM)
    if sys.platform != "linux":
        return claim
    try:
        claim.bind(f"\0hvrmet-port-{host}-{port}")
    except OSError:
        claim.close()
        return None
    return claim


def require_free_port(port: int, purpose: str, host: str = LOOPBACK) -> None:
    """Refuse a port that is taken.

    Raises
    ------
    EmbeddedError
        With code ``port_taken``.
    """
    if not is_free(port, host):
        raise _taken(port, purpose, host)


def _taken(port: int, purpose: str, host: str) -> EmbeddedError:
    return EmbeddedError(
        f"port {port} on {host}, meant for {purpose}, is taken by another program",
        cure=f"stop it ('ss -ltnp | grep {port}' shows which), or name another port",
        code="port_taken",
    )
