"""The language and the theme of a page: what the person chose, else what the browser asks for."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from django.conf import settings
from django.http import HttpRequest, HttpResponse, HttpResponseRedirect
from django.urls import reverse
from django.utils import translation
from django.utils.cache import patch_vary_headers
from django.utils.http import url_has_allowed_host_and_scheme
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_POST

from hvrmet.core.messages import LANGUAGES

API = "/api/"
THEME_COOKIE = "hvrmet_theme"
THEMES = frozenset({"dark", "light"})
VARIES = ("Accept-Language", "Cookie")
COOKIE_SECONDS = 365 * 24 * 3600
_TAGS = {"en": "en", "zh-hans": "zh-Hans"}


class LanguageMiddleware:
    """Serve each page in its reader's language; answers of the API are in English."""

    def __init__(self, get_response: Callable[[HttpRequest], HttpResponse]) -> None:
        self.get_response = get_response

    def __call__(self, request: HttpRequest) -> HttpResponse:
        """Serve the request; whatever becomes of it, the next one begins without a language."""
        if request.path.startswith(API):
            return self.get_response(request)
        language = language_of(request)
        with translation.override(language, deactivate=True):
            response = self.get_response(request)
        if response.get("Content-Type", "").startswith("text/html"):
            name_language(response, language)
        return response


def language_of(request: HttpRequest) -> str:
    """Return the language of a request as Django names it: of its cookie, else of its header."""
    return translation.get_language_from_request(request)


def name_language(response: HttpResponse, language: str) -> None:
    """Say in an answer which language it is in, and what that depends on."""
    response.headers.setdefault("Content-Language", language_tag(language))
    patch_vary_headers(response, VARIES)


def language_tag(language: str) -> str:
    """Return the tag of a language in HTML (BCP 47).

    Examples
    --------
    >>> language_tag("zh-hans")
    'zh-Hans'
    """
    return _TAGS.get(language, "en")


def appearance(request: HttpRequest) -> dict[str, Any]:
    """Give a page language, theme, its own address, and what is no operational installation.

    A context processor.
    """
    theme = request.COOKIES.get(THEME_COOKIE, "")
    mode = settings.ENVIRONMENT.hvrmet_mode
    return {
        "language": language_tag(translation.get_language() or ""),
        "theme": theme if theme in THEMES else "",
        "here": request.get_full_path(),
        "mode_text": "" if mode == "operational" else f"site-mode_{mode}",
    }


@never_cache
@require_POST
def choose_language(request: HttpRequest) -> HttpResponse:
    """Remember the language that a person chose, and go back to the page where they were."""
    back = request.POST.get("next", "")
    if not url_has_allowed_host_and_scheme(
        back, allowed_hosts={request.get_host()}, require_https=request.is_secure()
    ):
        back = reverse("home")
    response = HttpResponseRedirect(back)
    chosen = request.POST.get("language", "")
    if chosen in LANGUAGES.values():
        response.set_cookie(
            settings.LANGUAGE_COOKIE_NAME,
            chosen,
            max_age=COOKIE_SECONDS,
            secure=settings.SESSION_COOKIE_SECURE,
            samesite="Lax",
        )
    return response
