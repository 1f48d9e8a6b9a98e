"""What no client has from us is refused before anything is looked up by it.

That is a NUL in a request, and anything but printable ASCII in a header: what else a header holds
has no agreed meaning, and is read in one way by a proxy and in another by a database.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping

from django.http import Http404, HttpRequest, HttpResponse

from hvrmet.core.http.parsers import storable
from hvrmet.core.http.problems import not_found, problem_answer

_IN_HEADERS = re.compile(r"[\t\x20-\x7e]*")
_UNPREFIXED = ("CONTENT_TYPE", "CONTENT_LENGTH")


class StorableRequestMiddleware:
    """Refuse a NUL in the path, in a cookie and in the query of a page, and other headers.

    Percent signs, and the quoting of cookies, write what no header and no database can hold. The
    API's own addresses say of their queries which parameter it is.
    """

    def __init__(self, get_response: Callable[[HttpRequest], HttpResponse]) -> None:
        self.get_response = get_response

    def __call__(self, request: HttpRequest) -> HttpResponse:
        """Serve the request, or refuse it."""
        if not storable(request.path):
            return not_found(request, Http404())
        if name := unreadable_header(request.META):
            said = f"the header {name} holds more than printable ASCII: encode it, or leave it out"
            return problem_answer(request, 400, "invalid_request", said)
        if not storable_cookies(request.COOKIES):
            said = "a cookie holds a NUL: delete the cookies of this address"
            return problem_answer(request, 400, "invalid_request", said)
        if not request.path.startswith("/api/") and "%00" in request.META.get("QUERY_STRING", ""):
            said = "the address holds a NUL: send characters only"
            return problem_answer(request, 400, "invalid_request", said)
        return self.get_response(request)


def unreadable_header(meta: Mapping[str, object]) -> str | None:
    """Return the name of a header that holds more than printable ASCII, None where none does."""
    for name, value in meta.items():
        if name.startswith("HTTP_") or name in _UNPREFIXED:
            shown = name.removeprefix("HTTP_")
            if not (_IN_HEADERS.fullmatch(str(value)) and _IN_HEADERS.fullmatch(shown)):
                return shown.replace("_", "-").title().encode("ascii", "replace").decode()
    return None


def storable_cookies(cookies: Mapping[str, str]) -> bool:
    """Say whether all cookies hold characters only."""
    return all(storable(text) for pair in cookies.items() for text in pair)
