"""The base of all views that work in a tenant."""

from __future__ import annotations

from collections.abc import Callable
from functools import wraps
from http import HTTPStatus
from typing import Any, ClassVar, Concatenate, ParamSpec, TypeVar
from uuid import UUID

from django.db import transaction
from django.http.response import HttpResponseBase
from rest_framework.exceptions import MethodNotAllowed
from rest_framework.permissions import SAFE_METHODS
from rest_framework.request import Request
from rest_framework.response import Response
from rest_framework.views import APIView

from hvrmet.accounts.confirmation import require_confirmation
from hvrmet.accounts.principals import Principal
from hvrmet.accounts.roles import Verb
from hvrmet.core.db.scope import SYSTEM, acting, scope
from hvrmet.core.http.conditional import not_modified
from hvrmet.core.http.deprecation import announce
from hvrmet.core.http.openapi import declared_body
from hvrmet.core.http.query_validation import require_declared_query
from hvrmet.core.http.schemas import refuse_body
from hvrmet.core.observability.logs import log_fields

P = ParamSpec("P")
R = TypeVar("R", bound=HttpResponseBase)
V = TypeVar("V", bound="TenantView")


class BaseView(APIView):
    """A view that says first whether it knows the method, and takes no body that it ignores."""

    def initial(self, request: Request, *args: Any, **kwargs: Any) -> None:
        """Refuse a method that is not there before asking who calls, and then fields of no use.

        Raises
        ------
        MethodNotAllowed
            Whoever calls.
        ApplicationError
            With code ``invalid_request`` for a body where the operation declares none.
        """
        if request.method not in self.allowed_methods or request.method == "OPTIONS":
            raise MethodNotAllowed(str(request.method))
        super().initial(request, *args, **kwargs)
        view: Any = type(self)
        method = str(request.method)
        if method not in SAFE_METHODS and declared_body(view, method) is None:
            refuse_body(request)

    def finalize_response(
        self, request: Request, response: Response, *args: Any, **kwargs: Any
    ) -> Any:
        """Say in every answer of an operation that is to go that it is."""
        finished = super().finalize_response(request, response, *args, **kwargs)
        announce(self, request, finished)
        return finished


class TenantView(BaseView):
    """A view whose methods each need a verb and work in the actor's tenant."""

    verbs: ClassVar[dict[str, Verb]] = {}
    confirmed: ClassVar[frozenset[str]] = frozenset()
    """Methods before which a person says again who they are, if that was long ago."""

    @staticmethod
    def principal(request: Request) -> Principal:
        """Return the actor, whom the permission check has already required."""
        actor: Any = request.auth
        assert isinstance(actor, Principal)
        return actor

    def initial(self, request: Request, *args: Any, **kwargs: Any) -> None:
        """Check the actor, then refuse parameters that the operation does not declare.

        Raises
        ------
        ApplicationError
            With code ``unknown_parameter``, ``repeated_parameter`` or ``invalid_request`` (400), or
            ``confirmation_required`` (403).
        """
        super().initial(request, *args, **kwargs)
        if request.method in self.confirmed and self.principal(request).is_person:
            require_confirmation(request._request)
        require_declared_query(type(self), request)

    def sends_body(self, request: Request, response: HttpResponseBase) -> bool:
        """Say whether an answer has a body: not one to HEAD, and no 304."""
        if request.method == "HEAD":
            return False
        if "If-None-Match" not in request.headers:
            return True
        if isinstance(response, Response):
            super().finalize_response(request, response).render()
        return not_modified(request, response).status_code != HTTPStatus.NOT_MODIFIED

    def finalize_response(
        self, request: Request, response: Response, *args: Any, **kwargs: Any
    ) -> Any:
        """Keep a tenant's data out of caches, and answer conditional requests."""
        finished = super().finalize_response(request, response, *args, **kwargs)
        finished.headers.setdefault("Cache-Control", "no-store")
        if isinstance(finished, Response):
            finished.render()
        return not_modified(request, finished)


def in_tenant_scope(
    method: Callable[Concatenate[V, Request, P], R],
) -> Callable[Concatenate[V, Request, P], R]:
    """Run a view's method in one transaction, in the scope of the actor's tenant."""
    return _scoped(method, lambda principal: principal.tenant_id)


def in_installation_scope(
    method: Callable[Concatenate[V, Request, P], R],
) -> Callable[Concatenate[V, Request, P], R]:
    """Run a view's method in one transaction, where no tenant's rows are seen.

    For what belongs to the installation: its acts are on record in the system's chain.
    """
    return _scoped(method, lambda _: SYSTEM)


def _scoped(
    method: Callable[Concatenate[V, Request, P], R], where: Callable[[Principal], UUID]
) -> Callable[Concatenate[V, Request, P], R]:
    @wraps(method)
    def scoped(view: V, request: Request, /, *args: P.args, **kwargs: P.kwargs) -> R:
        principal = view.principal(request)
        with (
            log_fields(tenant_id=principal.tenant_id, job_id=kwargs.get("job_id")),
            acting(principal.label, principal.id),
            scope(where(principal)),
        ):
            response = method(view, request, *args, **kwargs)
            if request.method in SAFE_METHODS and not view.sends_body(request, response):
                transaction.set_rollback(True)  # what nobody was shown is not on record
            return response

    return scoped
