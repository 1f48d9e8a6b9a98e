"""One HTTP request to a receiver, bounded in everything: address, time, and what is read."""

from __future__ import annotations

import http.client
import socket
import ssl
import threading
import time
from collections.abc import Callable, Mapping
from contextlib import suppress
from dataclasses import dataclass

from hvrmet.core.errors import ApplicationError
from hvrmet.webhooks.targets import Target, target_of

_READ_AT_MOST = 4096
_ERROR_LENGTH = 300


@dataclass(frozen=True)
class Outcome:
    """What came of an attempt: the receiver's status, or why there is none."""

    code: int | None
    duration_ms: int
    error: str = ""

    @property
    def delivered(self) -> bool:
        """Whether the receiver has taken the message."""
        return self.code is not None and 200 <= self.code < 300


class _PinnedConnection(http.client.HTTPConnection):
    """A connection to the address that was judged, whatever its name means by now."""

    def __init__(self, target: Target, timeout: float) -> None:
        super().__init__(target.host, target.port, timeout=timeout)
        self._target = target
        self.was_cut = False
        self.default_port = 443 if target.scheme == "https" else 80

    def connect(self) -> None:
        """Open the socket, with the name's certificate checked under https."""
        target = self._target
        self.sock = socket.create_connection((target.address, target.port), self.timeout)
        if target.scheme == "https":
            context = ssl.create_default_context()
            self.sock = context.wrap_socket(
                self.sock, server_hostname=target.host, do_handshake_on_connect=False
            )
            self.sock.do_handshake()

    def cut(self) -> None:
        """End the connection from another thread; what waits for it fails."""
        self.was_cut = True
        if self.sock is not None:
            # The plain socket's method: it must not touch the state of TLS in another thread.
            with suppress(OSError):  # it may have ended by itself
                socket.socket.shutdown(self.sock, socket.SHUT_RDWR)


def send(
    url: str,
    headers: Mapping[str, str],
    body: bytes,
    *,
    timeout: float,
    timer: Callable[[float, Callable[[], None]], threading.Timer] = threading.Timer,
) -> Outcome:
    """Post a message; no redirect is followed, no proxy used, and no answer kept.

    Parameters
    ----------
    url : str
        Resolved and judged here, at the moment of sending.
    headers : mapping
    body : bytes
    timeout : float
        Seconds after which the attempt is cut off, however busy the receiver looks.
    timer : callable, optional
        Makes the timer that cuts it off.
    """
    started = time.monotonic()
    code, error = None, ""
    try:
        target = target_of(url)
        connection = _PinnedConnection(target, timeout)
        code = _post(connection, target.path, headers, body, timer(timeout, connection.cut))
    except ApplicationError as refusal:
        error = refusal.message
    except ssl.SSLCertVerificationError as failure:
        error = f"the certificate is not valid: {failure.verify_message}"
    except TimeoutError:
        error = f"no answer within {timeout:g} seconds"
    except (OSError, http.client.HTTPException) as failure:
        error = f"{type(failure).__name__}: {failure}"
    duration_ms = int(1000 * (time.monotonic() - started))
    return Outcome(code, duration_ms, error[:_ERROR_LENGTH])


def _post(
    connection: _PinnedConnection,
    path: str,
    headers: Mapping[str, str],
    body: bytes,
    watch: threading.Timer,
) -> int:
    watch.daemon = True
    watch.start()
    try:
        connection.request("POST", path, body=body, headers=dict(headers))
        response = connection.getresponse()
        if connection.was_cut:
            raise TimeoutError
        response.read(_READ_AT_MOST)
        return response.status
    except (OSError, http.client.HTTPException) as failure:
        if connection.was_cut:  # whatever it looks like from this side
            raise TimeoutError from failure
        raise
    finally:
        watch.cancel()
        connection.close()
