"""What every request is given: its number, the language of its answer, and its time."""

from __future__ import annotations

import time
from collections.abc import Callable

from django.conf import settings
from django.http import HttpRequest, HttpResponse

from diagnostics.messages import message
from hvrmet.core.http.language import HEADER as LANGUAGE_HEADER
from hvrmet.core.http.language import declare, reading
from hvrmet.core.http.problems import problem_page
from hvrmet.core.observability import tracing
from hvrmet.core.observability.metrics import HTTP_SECONDS
from hvrmet.core.request_context import HEADER, current_request_id, numbered


class RequestIdMiddleware:
    """Take the caller's ``X-Request-ID`` if it is harmless, else make one."""

    def __init__(self, get_response: Callable[[HttpRequest], HttpResponse]) -> None:
        self.get_response = get_response

    def __call__(self, request: HttpRequest) -> HttpResponse:
        """Serve the request under its number."""
        address = request.META.get("REMOTE_ADDR")
        with numbered(request.headers.get(HEADER, ""), address) as number:
            response = self.get_response(request)
        response[HEADER] = number
        return response


class LanguageMiddleware:
    """Answer in the reader's language: that of the request, else the person's own."""

    def __init__(self, get_response: Callable[[HttpRequest], HttpResponse]) -> None:
        self.get_response = get_response

    def __call__(self, request: HttpRequest) -> HttpResponse:
        """Serve the request, and say in the answer which language it is in."""
        of_api = request.path.startswith("/api/")
        with reading(request.headers.get(LANGUAGE_HEADER, ""), frameworks=of_api) as reader:
            response = self.get_response(request)
        if of_api or reader.used:
            declare(response, reader)
        return response


class TimingMiddleware:
    """Time each answer, by method, route and status, and trace it."""

    def __init__(self, get_response: Callable[[HttpRequest], HttpResponse]) -> None:
        self.get_response = get_response

    def __call__(self, request: HttpRequest) -> HttpResponse:
        """Serve the request and note how long it took."""
        started = time.perf_counter()
        parent = request.headers.get("traceparent", "")
        with tracing.span(str(request.method), kind="server", parent=parent) as span:
            response = self.get_response(request)
            route = request.resolver_match.route if request.resolver_match else "unmatched"
            if span is not None:
                span.update_name(f"{request.method} {route}")
                span.set_attribute("http.request.method", str(request.method))
                span.set_attribute("http.route", route)
                span.set_attribute("http.response.status_code", response.status_code)
                span.set_attribute("hvrmet.request_id", current_request_id())
        HTTP_SECONDS.labels(request.method, route, response.status_code).observe(
            time.perf_counter() - started
        )
        return response


class ApiOverTlsMiddleware:
    """Refuse API requests without TLS instead of redirecting them: their key has been read already.

    A redirect would let the client go on sending its key in the clear, and never notice.
    """

    def __init__(self, get_response: Callable[[HttpRequest], HttpResponse]) -> None:
        self.get_response = get_response

    def __call__(self, request: HttpRequest) -> HttpResponse:
        """Serve the request, or refuse it where the installation has TLS."""
        if (
            settings.SECURE_SSL_REDIRECT
            and request.path.startswith("/api/")
            and not request.is_secure()
        ):
            return problem_page(403, "https_required", message("refusal-https_required"))
        return self.get_response(request)
