"""What no client has from us is refused before anything is looked up by it: a NUL in a request."""

from __future__ import annotations

from collections.abc import Callable, Mapping

from django.http import Http404, HttpRequest, HttpResponse

from hvrmet.core.parsers import storable
from hvrmet.core.problems import not_found, problem_page


class StorableRequestMiddleware:
    """Refuse a NUL in the path, in a cookie, and in the query of a page.

    Percent signs, and the quoting of cookies, write what no header and no database can hold. The
    API's own addresses say of their queries which parameter it is.
    """

    def __init__(self, get_response: Callable[[HttpRequest], HttpResponse]) -> None:
        self.get_response = get_response

    def __call__(self, request: HttpRequest) -> HttpResponse:
        """Serve the request, or refuse it."""
        if not storable(request.path):
            return not_found(request, Http404())
        if not storable_cookies(request.COOKIES):
            said = "a cookie holds a NUL: delete the cookies of this address"
            return problem_page(400, "invalid_request", said)
        if not request.path.startswith("/api/") and "%00" in request.META.get("QUERY_STRING", ""):
            said = "the address holds a NUL: send characters only"
            return problem_page(400, "invalid_request", said)
        return self.get_response(request)


def storable_cookies(cookies: Mapping[str, str]) -> bool:
    """Say whether all cookies hold characters only."""
    return all(storable(text) for pair in cookies.items() for text in pair)
