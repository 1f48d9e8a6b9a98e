"""ETags and conditional requests, in one place for every view."""

from __future__ import annotations

import hashlib
from collections.abc import Callable
from typing import Any

from django.http import HttpResponse
from django.http.response import HttpResponseBase
from django.utils.http import parse_etags
from rest_framework.request import Request

from diagnostics.messages import message
from hvrmet.core.errors import ApplicationError
from hvrmet.core.http.deprecation import HEADERS as DEPRECATION
from hvrmet.core.http.rendering import json_bytes


def etag_of(content: bytes) -> str:
    """Return the strong ETag of an answer: the digest of its bytes."""
    return f'"{hashlib.sha256(content).hexdigest()[:40]}"'


def not_modified(request: Request, response: HttpResponseBase) -> HttpResponseBase:
    """Give a rendered answer its ETag, or answer 304 to a client that has it already."""
    if request.method not in ("GET", "HEAD") or response.status_code != 200:
        return response
    if response.streaming:
        return response
    assert isinstance(response, HttpResponse)
    if "ETag" not in response.headers:
        response.headers["ETag"] = etag_of(response.content)
    etag = response.headers["ETag"]
    given = {text.removeprefix("W/") for text in parse_etags(_header(request, "If-None-Match"))}
    if etag not in given and "*" not in given:
        return response
    unchanged = HttpResponse(status=304)
    del unchanged.headers["Content-Type"]
    for name in ("ETag", "Cache-Control", "Vary", "Content-Location", "Date", *DEPRECATION):
        if name in response.headers:
            unchanged.headers[name] = response.headers[name]
    return unchanged


def require_match(request: Request, present: Callable[[], Any]) -> None:
    """Refuse a change by a client that has seen another state than the present one.

    Parameters
    ----------
    request : Request
        Its ``If-Match`` is what the client has seen; without it there is no condition.
    present : callable
        Returns the present state as a GET would answer it, from rows that it locks, or None where
        there is nothing. It is asked only where there is a condition.

    Raises
    ------
    ApplicationError
        With code ``precondition_failed`` (412).
    """
    given = parse_etags(_header(request, "If-Match"))
    if not given:
        return
    document = present()
    etag = None if document is None else etag_of(json_bytes(document))
    if etag is None or (etag not in given and "*" not in given):
        raise ApplicationError(
            message("refusal-precondition_failed"),
            code="precondition_failed",
            http_status=412,
            data={"etag": etag},
        )


def _header(request: Request, name: str) -> str:
    return str(request.headers.get(name, ""))
