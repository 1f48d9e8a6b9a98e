"""Sessions that end, and the admin behind a second factor where the installation asks for one."""

from __future__ import annotations

from collections.abc import Callable

from django.conf import settings
from django.contrib import messages
from django.contrib.auth import logout
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect
from django.urls import reverse

from hvrmet.accounts.sign_in import has_second_factor, session_over, session_seen
from hvrmet.core.messages import page_text


class SessionEndMiddleware:
    """Sign people out when their session has lasted, or rested, long enough."""

    def __init__(self, get_response: Callable[[HttpRequest], HttpResponse]) -> None:
        self.get_response = get_response

    def __call__(self, request: HttpRequest) -> HttpResponse:
        """Serve the request, as nobody's where the session is over."""
        if session_over(request.session):
            logout(request)
        session_seen(request)
        return self.get_response(request)


class SecondFactorMiddleware:
    """Lead operators without a second factor from the admin to the page where they add one.

    Others get the admin's own answer: it is not for them, with a second factor or without.
    """

    def __init__(self, get_response: Callable[[HttpRequest], HttpResponse]) -> None:
        self.get_response = get_response

    def __call__(self, request: HttpRequest) -> HttpResponse:
        """Serve the page, or redirect."""
        if (
            settings.REQUIRE_SECOND_FACTOR
            and request.path.startswith(reverse("admin:index"))
            and getattr(request.user, "is_staff", False)
            and not has_second_factor(request.session)
        ):
            messages.warning(request, page_text("factor-operator"))
            return redirect("mfa_index")
        return self.get_response(request)
