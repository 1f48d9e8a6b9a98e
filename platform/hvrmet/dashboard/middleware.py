"""Which build of the pages the server has, on every answer of the API."""

from __future__ import annotations

from collections.abc import Callable

from django.http import HttpRequest, HttpResponse

from hvrmet.core.http.language import API
from hvrmet.dashboard.build import built_pages

HEADER = "X-HVRMET-Build"


class BuildMiddleware:
    """Let pages that were open during an upgrade notice that they belong to an earlier build."""

    def __init__(self, get_response: Callable[[HttpRequest], HttpResponse]) -> None:
        self.get_response = get_response

    def __call__(self, request: HttpRequest) -> HttpResponse:
        """Serve the request and name the build."""
        response = self.get_response(request)
        if request.path.startswith(API) and (pages := built_pages()):
            response[HEADER] = pages.digest
        return response
