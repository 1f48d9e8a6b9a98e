"""Cookies that no client has from us are refused before a session is looked up by them."""

from __future__ import annotations

from collections.abc import Callable, Mapping

from django.http import HttpRequest, HttpResponse

from hvrmet.core.parsers import storable
from hvrmet.core.problems import problem_page


class StorableCookiesMiddleware:
    """Refuse a NUL in a cookie: its quoting can write what no header and no database can hold."""

    def __init__(self, get_response: Callable[[HttpRequest], HttpResponse]) -> None:
        self.get_response = get_response

    def __call__(self, request: HttpRequest) -> HttpResponse:
        """Serve the request, or refuse it."""
        if not storable_cookies(request.COOKIES):
            said = "a cookie holds a NUL: delete the cookies of this address"
            return problem_page(400, "invalid_request", said)
        return self.get_response(request)


def storable_cookies(cookies: Mapping[str, str]) -> bool:
    """Say whether all cookies hold characters only."""
    return all(storable(text) for pair in cookies.items() for text in pair)
