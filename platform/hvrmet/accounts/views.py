"""The base of all views that work in a tenant."""

from __future__ import annotations

from collections.abc import Callable
from functools import wraps
from typing import Any, ClassVar, Concatenate, ParamSpec, TypeVar

from django.http.response import HttpResponseBase
from rest_framework.request import Request
from rest_framework.response import Response
from rest_framework.views import APIView

from hvrmet.accounts.principals import Principal
from hvrmet.accounts.roles import Verb
from hvrmet.core.scope import scope

P = ParamSpec("P")
R = TypeVar("R", bound=HttpResponseBase)
V = TypeVar("V", bound="TenantView")


class TenantView(APIView):
    """A view whose methods each need a verb and work in the actor's tenant."""

    verbs: ClassVar[dict[str, Verb]] = {}

    @staticmethod
    def principal(request: Request) -> Principal:
        """Return the actor, whom the permission check has already required."""
        actor: Any = request.auth
        assert isinstance(actor, Principal)
        return actor

    def finalize_response(
        self, request: Request, response: Response, *args: Any, **kwargs: Any
    ) -> Response:
        """Keep a tenant's data out of caches, unless the view has said otherwise."""
        finished: Response = super().finalize_response(request, response, *args, **kwargs)
        finished.headers.setdefault("Cache-Control", "no-store")
        return finished


def in_tenant_scope(
    method: Callable[Concatenate[V, Request, P], R],
) -> Callable[Concatenate[V, Request, P], R]:
    """Run a view's method in one transaction, in the scope of the actor's tenant."""

    @wraps(method)
    def scoped(view: V, request: Request, /, *args: P.args, **kwargs: P.kwargs) -> R:
        with scope(view.principal(request).tenant_id):
            return method(view, request, *args, **kwargs)

    return scoped
