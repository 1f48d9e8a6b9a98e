"""What every curation page shares: who asks, in which centre and language, how refusals look."""

from __future__ import annotations

from collections.abc import Callable
from functools import wraps
from typing import Any, Concatenate, ParamSpec

from django.contrib.auth.decorators import login_required
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.views.decorators.cache import never_cache
from hvrmet.accounts.authentication import principal_of_user
from hvrmet.accounts.models import User
from hvrmet.accounts.principals import Principal
from hvrmet.accounts.roles import Verb
from hvrmet.core.db.scope import acting, scope
from hvrmet.core.errors import ApplicationError
from hvrmet.core.http.language import choose, in_reader_language, reader_language

from diagnostics.messages import localise, message
from knowledge.pages.kept import kept_form

_MAY_NOT = 403
P = ParamSpec("P")
View = Callable[Concatenate[HttpRequest, Principal, P], HttpResponse]


def page(verb: Verb = Verb.LIBRARY_CURATE) -> Callable[[View[P]], Callable[..., HttpResponse]]:
    """Serve a view to people with a verb, in the scope of their centre and in their language.

    The answer is rendered inside the scope. A refusal is a page that says what was wrong.
    """

    def decorate(view: View[P]) -> Callable[..., HttpResponse]:
        @never_cache
        @login_required
        @wraps(view)
        def served(request: HttpRequest, *args: P.args, **kwargs: P.kwargs) -> HttpResponse:
            assert isinstance(request.user, User)
            choose(request.user.language)
            try:
                principal = principal_of_user(request.user, named=None, session=request.session)
                if principal is None or verb not in principal.verbs:
                    raise ApplicationError(
                        message("refusal-curators_only"), code="permission_denied", http_status=403
                    )
                with (
                    acting(principal.label, principal.id),
                    scope(principal.tenant_id),
                ):
                    return view(request, principal, *args, **kwargs)
            except ApplicationError as error:
                return refused(request, error)

        return served

    return decorate


def shown(
    request: HttpRequest,
    template: str,
    context: dict[str, Any] | None = None,
    *,
    place: str = "",
    status: int = 200,
) -> HttpResponse:
    """Render a page of curation.

    Parameters
    ----------
    request : HttpRequest
    template : str
        Its name in `templates/curation`, without ending.
    context : dict, optional
    place : str, optional
        Which part of the navigation it belongs to.
    status : int, optional
    """
    language = reader_language()
    other = "en" if language == "zh" else "zh"
    values = {
        **(context or {}),
        "place": place,
        "language": language,
        "html_language": {"zh": "zh-Hans"}.get(language, language),
        "other_language": other,
        "other_name": localise(f"curation-ui_language_{other}", other),
    }
    return render(request, f"curation/{template}.html", values, status=status)


def refused(request: HttpRequest, error: ApplicationError) -> HttpResponse:
    """Say what was wrong, and how to go on; what a form had sent is shown to be corrected."""
    problems = [
        {"at": one["at"], "text": in_reader_language(one["message"])}
        for one in error.data.get("problems", ())
        if isinstance(one, dict) and "at" in one
    ]
    context = {
        "said": in_reader_language(error.wording),
        "code": error.code,
        "problems": problems,
        "kept": None if error.http_status == _MAY_NOT else kept_form(request),
    }
    return shown(request, "refused", context, status=error.http_status)


def back(address: str, **more: Any) -> HttpResponse:
    """Lead to another page after something was done."""
    return redirect(address, **more)
