"""Errors as pages, for people: what happened, what to do and the number of the request.

A page of an error needs no database, session or context processor: it is also what a person sees
when one of these has failed. Programs get the same error as a problem document.
"""

from __future__ import annotations

import math
from functools import lru_cache

from django.http import HttpRequest, HttpResponse
from django.template.loader import render_to_string
from django.urls import reverse
from django.utils import translation
from django.utils.cache import patch_vary_headers
from django.utils.html import escape
from django.utils.http import urlencode

from hvrmet.core.http.language import API, appearance, language_of, name_language
from hvrmet.core.messages import page_text
from hvrmet.core.request_context import current_request_id

_POLICY = (
    "default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self'; font-src 'self'; "
    "base-uri 'none'; form-action 'none'; frame-ancestors 'none'"
)
"""Stricter than that of other pages, and there even if the middleware that writes it has failed."""
_NUMBER = "@request@"
"""Stands for the number of the request in a page that is kept."""
_KEPT = 64
FORBIDDEN = 403
UNAVAILABLE = 503
_AT_THE_API = frozenset({401, 403, 404})
"""What a person meets who opens an address of the API; all else there is for programs."""
_BY_CODE = {
    "csrf_failed": "csrf",
    "second_factor_required": "second_factor",
}
_BY_STATUS = {
    401: "not_authenticated",
    403: "forbidden",
    404: "not_found",
    410: "not_found",
    413: "too_large",
    429: "too_many",
    500: "internal",
    503: "unavailable",
}


def reads_pages(request: HttpRequest, status: int) -> bool:
    """Say whether an error goes to a person: to a browser that opens a page.

    Parameters
    ----------
    request : HttpRequest
        Browsers ask for HTML before all else, and say that they navigate. Scripts of a page do not.
    status : int
        Of the error. The API answers few of them with pages, and only to readers.
    """
    if request.headers.get("Sec-Fetch-Mode", "navigate") != "navigate":
        return False
    if request.path.startswith(API) and not (
        request.method in ("GET", "HEAD") and status in _AT_THE_API
    ):
        return False
    return request.get_preferred_type(["application/json", "text/html"]) == "text/html"


def error_page(
    request: HttpRequest, status: int, code: str, *, retry_after: float | None = None
) -> HttpResponse:
    """Return the page of an error.

    Parameters
    ----------
    request : HttpRequest
        Whose path, cookies and headers are looked at, and nothing else.
    status : int
    code : str
        Of the problem document that a program would get.
    retry_after : float, optional
        Seconds.
    """
    kind = _kind(request, status, code)
    language = language_of(request)
    wait = None if retry_after is None else math.ceil(retry_after)
    with translation.override(language, deactivate=True):
        frame = appearance(request)
        content = _written(kind, frame["language"], frame["theme"], wait, _link(request, kind))
    content = content.replace(_NUMBER, escape(current_request_id()))
    response = HttpResponse(content, status=status)
    response["Content-Security-Policy"] = _POLICY
    response["X-Content-Type-Options"] = "nosniff"
    response["Cache-Control"] = "no-store"
    if wait is not None:
        response["Retry-After"] = str(wait)
        if status == UNAVAILABLE and request.method == "GET":
            # What was asked for comes by itself, once it is there again.
            response["Refresh"] = str(wait)
    name_language(response, language)
    patch_vary_headers(response, ("Accept", "Sec-Fetch-Mode"))
    return response


def _kind(request: HttpRequest, status: int, code: str) -> str:
    """Return which of the pages says what an error is."""
    if code in _BY_CODE:
        return _BY_CODE[code]
    in_admin = request.resolver_match is not None and request.resolver_match.app_name == "admin"
    if status == FORBIDDEN and in_admin:
        return "operators"
    return _BY_STATUS.get(status, "bad_request")


def _link(request: HttpRequest, kind: str) -> str | None:
    """Return the address that an error leads to, beside the start page."""
    if kind == "not_authenticated":
        query = urlencode({"next": request.get_full_path()})
        return f"{reverse('account_login')}?{query}"
    return reverse("mfa_index") if kind == "second_factor" else None


@lru_cache(maxsize=_KEPT)
def _written(kind: str, language: str, theme: str, wait: int | None, link: str | None) -> str:
    """Write a page once: a flood of errors costs hardly more than one."""
    return render_to_string(
        "core/error.html",
        {
            "language": language,
            "theme": theme,
            "title": page_text(f"fault-{kind}-title"),
            "happened": page_text(f"fault-{kind}-happened"),
            "advice": page_text(f"fault-{kind}-do"),
            "wait": wait,
            "link": link,
            "link_text": page_text(f"fault-{kind}-link") if link else "",
            "request_id": _NUMBER,
        },
    )
