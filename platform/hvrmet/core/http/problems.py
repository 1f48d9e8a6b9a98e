"""Every error answer of the API: ``application/problem+json`` (RFC 9457) with a stable code."""

from __future__ import annotations

import logging
import math
import sys
from typing import Any

from django.core.exceptions import PermissionDenied, RequestDataTooBig
from django.db import DataError, IntegrityError, InterfaceError, OperationalError
from django.http import Http404, HttpRequest, HttpResponse, JsonResponse
from django.middleware import csrf
from pydantic import BaseModel, JsonValue
from rest_framework import exceptions
from rest_framework.request import Request
from rest_framework.response import Response

from diagnostics.errors import DiagnosticsError
from diagnostics.messages import API, Message, message
from hvrmet.core.db.uniqueness import broken_constraint
from hvrmet.core.errors import ApplicationError
from hvrmet.core.http.language import in_reader_language, reader_language
from hvrmet.core.http.parsers import quoted, too_large
from hvrmet.core.request_context import current_request_id

log = logging.getLogger(__name__)
MEDIA_TYPE = "application/problem+json"
RETRY_SECONDS = 5
LONGEST_DETAIL = 4000
LONGEST_TEXT = 1000

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
_DEFAULTS = {
    exceptions.ParseError: "refusal-malformed_json",
    exceptions.AuthenticationFailed: "refusal-authentication_failed",
    exceptions.NotAuthenticated: "refusal-not_authenticated",
    exceptions.PermissionDenied: "refusal-permission_denied",
    exceptions.NotFound: "refusal-not_found",
    exceptions.NotAcceptable: "refusal-not_acceptable",
}
"""What the REST framework says of these by default, in our catalogue."""
_TITLED = frozenset({400, 401, 403, 404, 405, 406, 409, 410, 412, 413, 415, 422, 429, 500, 503})
_CSRF = {
    csrf.REASON_NO_CSRF_COOKIE: "refusal-csrf_cookie_missing",
    csrf.REASON_CSRF_TOKEN_MISSING: "refusal-csrf_token_missing",
}


class Problem(BaseModel):
    """The body of every error answer."""

    type: str = "about:blank"
    title: str
    status: int
    code: str
    detail: str
    request_id: str
    data: dict[str, JsonValue] = {}


def problem_document(
    status: int, code: str, detail: str | Message, data: dict[str, Any] | None = None
) -> dict[str, Any]:
    """Return the body of an error answer for the present request, in its reader's language."""
    title = message(f"refusal-title_{status if status in _TITLED else 'other'}")
    return Problem(
        title=in_reader_language(title),
        status=status,
        code=code,
        detail=_bounded(detail, LONGEST_DETAIL),
        request_id=current_request_id(),
        data=_bounded(data or {}),
    ).model_dump(mode="json")


def _bounded(value: Any, longest: int = LONGEST_TEXT) -> Any:
    # A refusal quotes what was sent: its size is ours to decide, not the sender's.
    if isinstance(value, Message):
        value = in_reader_language(value)
    if isinstance(value, str):
        return quoted(value, longest)
    if isinstance(value, dict):
        return {quoted(str(name)): _bounded(inner) for name, inner in value.items()}
    return [_bounded(inner) for inner in value] if isinstance(value, list) else value


def problem_handler(error: Exception, context: dict[str, Any]) -> Response | None:
    """Translate an exception of a view (REST framework's ``EXCEPTION_HANDLER``)."""
    headers: dict[str, str] = {}
    detail: str | Message
    if isinstance(error, Http404):
        error = exceptions.NotFound()
    elif isinstance(error, PermissionDenied):
        error = exceptions.PermissionDenied()
    if isinstance(error, ApplicationError):
        status, code, detail, data = error.http_status, error.code, error.wording, error.data
        if "retry_after" in data:
            headers["Retry-After"] = str(data["retry_after"])
    elif isinstance(error, DiagnosticsError):
        status, code, data = 400, error.code, error.data
        detail = error.written(reader_language(), API)
    elif isinstance(error, exceptions.APIException):
        status, code, data = error.status_code, _CODES.get(type(error), "invalid_request"), {}
        detail = _said(error, context.get("request"))
        if header := getattr(error, "auth_header", None):
            headers["WWW-Authenticate"] = header
        if wait := getattr(error, "wait", None):
            headers["Retry-After"] = str(math.ceil(wait))
    elif isinstance(error, RequestDataTooBig):
        refusal = too_large()
        status, code, detail, data = refusal.http_status, refusal.code, refusal.wording, {}
    elif isinstance(error, DataError):
        log.error("the database refused a value: %s", error)
        status, code, data = 400, "invalid_request", {}
        detail = message("refusal-beyond_storage")
    elif isinstance(error, IntegrityError) and (broken := broken_constraint(error)):
        log.error("two requests made the same thing: %s", error)
        status, code, data = 409, "made_meanwhile", {"constraint": broken}
        detail = message("refusal-made_meanwhile")
    elif isinstance(error, OperationalError | InterfaceError):
        log.error("the database failed: %s", error)
        status, code, data = 503, "database_unavailable", {}
        detail = message("refusal-database_unavailable")
        headers["Retry-After"] = str(RETRY_SECONDS)
    else:
        return None
    if status in (401, 403, 429):
        request = context.get("request")
        log.warning("refused: %s %r", code, getattr(request, "path", "-"))
    document = problem_document(status, code, detail, data)
    return Response(document, status=status, headers=headers, content_type=MEDIA_TYPE)


def _said(error: exceptions.APIException, request: Request | None) -> str | Message:
    """Return what an exception of the REST framework says, from our catalogue where it is there."""
    match error:
        case exceptions.MethodNotAllowed():
            return message(
                "refusal-method_not_allowed", method=getattr(request, "method", "") or ""
            )
        case exceptions.UnsupportedMediaType():
            sent = getattr(request, "content_type", "") or ""
            return message("refusal-unsupported_media_type", media_type=quoted(sent))
        case exceptions.Throttled():
            seconds = math.ceil(getattr(error, "wait", None) or 1)
            return message("refusal-throttled", seconds=seconds)
    entry = _DEFAULTS.get(type(error))
    if entry is not None and str(error.detail) == str(error.default_detail):
        return message(entry)
    return str(error.detail)


def csrf_reason(said: str) -> Message:
    """Return why Django refused a request for its CSRF token, from its English sentence."""
    for text, entry in _CSRF.items():
        if said.endswith(text):
            return message(entry)
    elsewhere = "Origin checking" in said or "Referer checking" in said
    return message("refusal-csrf_origin" if elsewhere else "refusal-csrf_token_wrong")


def problem_page(status: int, code: str, detail: Message) -> JsonResponse:
    """Return an error answer from outside the views."""
    return JsonResponse(
        problem_document(status, code, detail), status=status, content_type=MEDIA_TYPE
    )


def bad_request(request: HttpRequest, exception: Exception) -> HttpResponse:
    """Answer a request that Django itself refused."""
    if isinstance(exception, RequestDataTooBig):
        refusal = too_large()
        return problem_page(refusal.http_status, refusal.code, refusal.wording)
    return problem_page(400, "bad_request", message("refusal-bad_request"))


def forbidden(request: HttpRequest, exception: Exception) -> HttpResponse:
    """Answer a refused request outside the API."""
    return problem_page(403, "permission_denied", message("refusal-not_allowed"))


def csrf_failure(request: HttpRequest, reason: str = "") -> HttpResponse:
    """Answer a form or session request without a valid CSRF token."""
    return problem_page(
        403, "csrf_failed", message("refusal-csrf_page", reason=csrf_reason(reason))
    )


def closed(request: HttpRequest) -> HttpResponse:
    """Answer at an address that this installation does not serve."""
    return not_found(request, Http404())


def not_found(request: HttpRequest, exception: Exception) -> HttpResponse:
    """Answer an unknown address."""
    return problem_page(404, "not_found", message("refusal-nothing_at", path=request.path))


def server_error(request: HttpRequest) -> HttpResponse:
    """Answer after a fault of ours; the log holds the rest under the request id.

    Without a database not even a session can be looked up, before any view.
    """
    if isinstance(sys.exc_info()[1], OperationalError | InterfaceError):
        reply = problem_page(503, "database_unavailable", message("refusal-database_unavailable"))
        reply["Retry-After"] = str(RETRY_SECONDS)
        return reply
    return problem_page(500, "internal_error", message("refusal-internal_error"))
