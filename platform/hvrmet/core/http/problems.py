"""Every error answer: ``application/problem+json`` (RFC 9457) with a stable code, or a page.

Pages are for browsers that open an address; `hvrmet.core.http.error_pages` says which those are.
"""

from __future__ import annotations

import logging
import math
import sys
from typing import Any

from django.core.exceptions import PermissionDenied, RequestDataTooBig
from django.db import DataError, IntegrityError, InterfaceError, OperationalError
from django.http import Http404, HttpRequest, HttpResponse, JsonResponse
from pydantic import BaseModel, Field, JsonValue
from rest_framework import exceptions
from rest_framework.response import Response

from diagnostics.errors import DiagnosticsError
from hvrmet.core.db.uniqueness import broken_constraint
from hvrmet.core.errors import ApplicationError
from hvrmet.core.http.error_pages import error_page, reads_pages
from hvrmet.core.http.parsers import quoted, too_large
from hvrmet.core.request_context import current_request_id

log = logging.getLogger(__name__)
MEDIA_TYPE = "application/problem+json"
RETRY_SECONDS = 5
LONGEST_DETAIL = 4000
LONGEST_TEXT = 1000
_NO_DATABASE = "the database cannot be reached now: ask again, with the same Idempotency-Key"

_CODES = {
    exceptions.ParseError: "malformed_json",
    exceptions.AuthenticationFailed: "authentication_failed",
    exceptions.NotAuthenticated: "not_authenticated",
    exceptions.PermissionDenied: "permission_denied",
    exceptions.NotFound: "not_found",
    exceptions.MethodNotAllowed: "method_not_allowed",
    exceptions.NotAcceptable: "not_acceptable",
    exceptions.UnsupportedMediaType: "unsupported_media_type",
    exceptions.Throttled: "throttled",
}
_TITLES = {
    400: "Bad request",
    401: "Not signed in",
    403: "Not allowed",
    404: "Not found",
    405: "Method not allowed",
    406: "Not acceptable",
    409: "Conflict",
    410: "Gone",
    412: "Precondition failed",
    413: "Too large",
    415: "Unsupported media type",
    422: "Cannot be processed",
    429: "Too many requests",
    500: "Internal error",
    503: "Not available",
}


class Problem(BaseModel):
    """The body of every error answer."""

    type: str = Field(
        default="about:blank", description="Always `about:blank`: the code says which error it is"
    )
    title: str = Field(description="The HTTP status in words")
    status: int = Field(description="The HTTP status")
    code: str = Field(description="Stable name of the error, for programs")
    detail: str = Field(description="What was wrong and what to do, for people")
    request_id: str = Field(description="As in `X-Request-ID`, for questions to the operator")
    data: dict[str, JsonValue] = Field(
        default={}, description="What belongs to the code, such as the mistakes of a request"
    )


def problem_document(
    status: int, code: str, detail: str, data: dict[str, Any] | None = None
) -> dict[str, Any]:
    """Return the body of an error answer for the present request."""
    return Problem(
        title=_TITLES.get(status, "Error"),
        status=status,
        code=code,
        detail=quoted(detail, LONGEST_DETAIL),
        request_id=current_request_id(),
        data=_bounded(data or {}),
    ).model_dump(mode="json")


def _bounded(value: Any) -> Any:
    # A refusal quotes what was sent: its size is ours to decide, not the sender's.
    if isinstance(value, str):
        return quoted(value, LONGEST_TEXT)
    if isinstance(value, dict):
        return {quoted(str(name)): _bounded(inner) for name, inner in value.items()}
    return [_bounded(inner) for inner in value] if isinstance(value, list) else value


def problem_handler(error: Exception, context: dict[str, Any]) -> HttpResponse | None:
    """Translate an exception of a view (REST framework's ``EXCEPTION_HANDLER``)."""
    headers: dict[str, str] = {}
    if isinstance(error, Http404):
        error = exceptions.NotFound()
    elif isinstance(error, PermissionDenied):
        error = exceptions.PermissionDenied()
    if isinstance(error, ApplicationError):
        status, code, detail, data = error.http_status, error.code, error.message, error.data
        if "retry_after" in data:
            headers["Retry-After"] = str(data["retry_after"])
    elif isinstance(error, DiagnosticsError):
        status, code, detail, data = 400, error.code, error.message, error.data
    elif isinstance(error, exceptions.APIException):
        status, code, data = error.status_code, _CODES.get(type(error), "invalid_request"), {}
        detail = str(error.detail)
        if header := getattr(error, "auth_header", None):
            headers["WWW-Authenticate"] = header
        if wait := getattr(error, "wait", None):
            headers["Retry-After"] = str(math.ceil(wait))
    elif isinstance(error, RequestDataTooBig):
        refusal = too_large()
        status, code, detail, data = refusal.http_status, refusal.code, refusal.message, {}
    elif isinstance(error, DataError):
        log.error("the database refused a value: %s", error)
        status, code, data = 400, "invalid_request", {}
        detail = "a value is beyond what can be stored: send a smaller or shorter one"
    elif isinstance(error, IntegrityError) and (broken := broken_constraint(error)):
        log.error("two requests made the same thing: %s", error)
        status, code, data = 409, "made_meanwhile", {"constraint": broken}
        detail = "another request made the same thing at this moment: look what is there now"
    elif isinstance(error, OperationalError | InterfaceError):
        log.error("the database failed: %s", error)
        status, code, data, detail = 503, "database_unavailable", {}, _NO_DATABASE
        headers["Retry-After"] = str(RETRY_SECONDS)
    else:
        return None
    request: Any = context.get("request")
    if status in (401, 403, 429):
        log.warning("refused: %s %r", code, getattr(request, "path", "-"))
    if request is not None and reads_pages(request._request, status):
        page = error_page(request._request, status, code)
        for name, value in headers.items():
            page[name] = value
        return page
    document = problem_document(status, code, detail, data)
    return Response(document, status=status, headers=headers, content_type=MEDIA_TYPE)


def problem_page(
    status: int, code: str, detail: str, data: dict[str, Any] | None = None
) -> JsonResponse:
    """Return an error answer from outside the views, as a program reads it."""
    return JsonResponse(
        problem_document(status, code, detail, data), status=status, content_type=MEDIA_TYPE
    )


def problem_answer(
    request: HttpRequest,
    status: int,
    code: str,
    detail: str,
    *,
    data: dict[str, Any] | None = None,
    retry_after: int | None = None,
) -> HttpResponse:
    """Return an error answer from outside the views of the API: a page for a browser.

    Parameters
    ----------
    request : HttpRequest
    status : int
    code : str
    detail : str
        For programs; a page has a text of its own for each code.
    data : dict, optional
        For programs.
    retry_after : int, optional
        Seconds, for the header and the page.
    """
    if reads_pages(request, status):
        return error_page(request, status, code, retry_after=retry_after)
    reply = problem_page(status, code, detail, data)
    if retry_after is not None:
        reply["Retry-After"] = str(retry_after)
    return reply


def bad_request(request: HttpRequest, exception: Exception) -> HttpResponse:
    """Answer a request that Django itself refused."""
    if isinstance(exception, RequestDataTooBig):
        refusal = too_large()
        return problem_answer(request, refusal.http_status, refusal.code, refusal.message)
    said = "the request was refused before it reached the API"
    return problem_answer(request, 400, "bad_request", said)


def forbidden(request: HttpRequest, exception: Exception) -> HttpResponse:
    """Answer a refused request outside the API."""
    return problem_answer(request, 403, "permission_denied", "this is not allowed")


def csrf_failure(request: HttpRequest, reason: str = "") -> HttpResponse:
    """Answer a form or session request without a valid CSRF token."""
    said = f"{reason} Read the token from GET /api/v1/session/.".strip()
    return problem_answer(request, 403, "csrf_failed", said)


def closed(request: HttpRequest) -> HttpResponse:
    """Answer at an address that this installation does not serve."""
    return not_found(request, Http404())


def not_found(request: HttpRequest, exception: Exception) -> HttpResponse:
    """Answer an unknown address."""
    return problem_answer(request, 404, "not_found", f"there is nothing at {request.path}")


def too_many(request: HttpRequest) -> HttpResponse:
    """Answer when the sign-in library has counted too many attempts or requests."""
    return problem_answer(
        request, 429, "throttled", "too many requests in a short time: wait a few minutes"
    )


def server_error(request: HttpRequest) -> HttpResponse:
    """Answer after a fault of ours; the log holds the rest under the request id.

    Without a database not even a session can be looked up, before any view.
    """
    if isinstance(sys.exc_info()[1], OperationalError | InterfaceError):
        return problem_answer(
            request, 503, "database_unavailable", _NO_DATABASE, retry_after=RETRY_SECONDS
        )
    said = "a fault of the platform; quote the request id"
    return problem_answer(request, 500, "internal_error", said)
