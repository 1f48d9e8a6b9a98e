"""Answers that come a little later: a view answers at once, and what it waits for fills it in.

A view that asked a worker returns what it would say if nothing came (`202 Accepted`), and attaches
what it waits for. The server waits in the event loop, holding neither a thread nor a connection to
the database, and has the answer filled in when it arrives in time.
"""

from __future__ import annotations

from typing import Protocol, cast

from django.http import HttpResponse
from django.http.response import HttpResponseBase

_ATTRIBUTE = "soon"


class Soon(Protocol):
    """What an answer waits for."""

    async def arrived(self) -> bool:
        """Wait for it, for a short while; False where it has not come."""

    def fill(self, response: HttpResponseBase) -> None:
        """Put it into the answer; runs in a thread, outside any scope or transaction."""


def attach(response: HttpResponse, soon: Soon) -> None:
    """Let the server wait for `soon` before it sends the answer."""
    setattr(response, _ATTRIBUTE, soon)


def soon_of(response: HttpResponseBase) -> Soon | None:
    """Return what an answer waits for, None for one that is whole."""
    return cast("Soon | None", getattr(response, _ATTRIBUTE, None))


def replace_content(
    response: HttpResponseBase, *, status: int, content: bytes, media_type: str
) -> None:
    """Replace the body of an answer that has passed all middleware."""
    assert isinstance(response, HttpResponse)
    response.status_code = status
    response.content = content
    response["Content-Type"] = media_type
    if "Content-Length" in response.headers:
        response["Content-Length"] = str(len(content))
