"""Which request is being served: its number and where it came from, for logs, audit and errors."""

from __future__ import annotations

import re
import uuid
from collections.abc import Iterator
from contextlib import contextmanager
from contextvars import ContextVar

HEADER = "X-Request-ID"
_ACCEPTED = re.compile(r"[A-Za-z0-9._-]{8,64}")
_request_id: ContextVar[str] = ContextVar("request_id", default="-")
_address: ContextVar[str] = ContextVar("address", default="-")


def current_request_id() -> str:
    """Return the number of the request being served, or ``-``."""
    return _request_id.get()


def current_address() -> str:
    """Return the network address that the request came from, or ``-``."""
    return _address.get()


@contextmanager
def numbered(given: str, address: str | None) -> Iterator[str]:
    """Serve a request under the number that its caller gave, if it is harmless, else a new one.

    Parameters
    ----------
    given : str
        The caller's ``X-Request-ID``.
    address : str, optional
        Where the request came from.
    """
    number = given if _ACCEPTED.fullmatch(given) else uuid.uuid4().hex
    number_token = _request_id.set(number)
    address_token = _address.set(address or "-")
    try:
        yield number
    finally:
        _request_id.reset(number_token)
        _address.reset(address_token)
