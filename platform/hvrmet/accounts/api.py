"""Signing in and out, and who one is."""

from __future__ import annotations

from uuid import UUID

from django.contrib.auth import authenticate, login, logout
from django.middleware.csrf import get_token
from django.utils.decorators import method_decorator
from django.views.decorators.cache import never_cache
from drf_spectacular.utils import extend_schema
from pydantic import BaseModel, Field
from rest_framework.permissions import AllowAny
from rest_framework.request import Request
from rest_framework.response import Response
from rest_framework.views import APIView

from hvrmet.accounts.authentication import (
    TENANT_SESSION_KEY,
    BrowserAuthentication,
    choose_membership,
)
from hvrmet.accounts.permissions import IsMember
from hvrmet.accounts.principals import Principal, PrincipalKind
from hvrmet.accounts.roles import TenantRole
from hvrmet.accounts.selectors import memberships_of
from hvrmet.accounts.views import TenantView
from hvrmet.audit.services import Action, audit_record
from hvrmet.core.documents import parse_document
from hvrmet.core.errors import ApplicationError
from hvrmet.core.openapi import TENANT_PARAMETER, answers
from hvrmet.core.scope import scope


class TenantInfo(BaseModel):
    """A tenant that the actor works in, and its roles there."""

    id: UUID
    slug: str
    name: str
    roles: tuple[TenantRole, ...]


class Me(BaseModel):
    """Who the actor is, where, and what it may do."""

    kind: PrincipalKind
    id: UUID
    name: str
    tenant: UUID
    roles: tuple[TenantRole, ...]
    verbs: tuple[str, ...]
    tenants: tuple[TenantInfo, ...] = ()


class SignIn(BaseModel):
    """A person's name and password; `tenant` (slug or id) becomes the session's tenant."""

    username: str = Field(max_length=150)
    password: str = Field(max_length=1000)
    tenant: str | None = Field(default=None, max_length=100)


class SessionState(BaseModel):
    """Whether this browser is signed in, and the token for its next unsafe request."""

    signed_in: bool
    csrf_token: str


@method_decorator(never_cache, name="dispatch")
class SessionView(APIView):
    """The session of a browser."""

    permission_classes = (AllowAny,)
    authentication_classes = (BrowserAuthentication,)

    @extend_schema(operation_id="session_retrieve", auth=[], responses=answers({200: SessionState}))
    def get(self, request: Request) -> Response:
        """Return whether one is signed in, with a CSRF token."""
        return Response(_state(request))

    @extend_schema(
        operation_id="session_create",
        auth=[],
        request=SignIn,
        responses=answers({200: SessionState}, 400, 415),
    )
    def post(self, request: Request) -> Response:
        """Sign in with name and password."""
        wanted = parse_document(SignIn, request.data)
        user = authenticate(request._request, username=wanted.username, password=wanted.password)
        if user is None:
            raise ApplicationError(
                "the name or the password is wrong", code="authentication_failed", http_status=401
            )
        chosen = choose_membership(memberships_of(user.pk), wanted.tenant, None)
        if chosen is None:
            raise ApplicationError(
                "you are not a member of this tenant", code="no_tenant", http_status=403
            )
        login(request._request, user)
        request._request.session[TENANT_SESSION_KEY] = str(chosen.tenant_id)
        with scope(chosen.tenant_id):
            audit_record(
                action=Action.SESSION_STARTED,
                actor=f"person:{user.get_username()}",
                actor_id=user.pk,
            )
        return Response(_state(request))

    @extend_schema(operation_id="session_delete", auth=[], responses=answers({204: None}))
    def delete(self, request: Request) -> Response:
        """Sign out; harmless when nobody is signed in."""
        user = request._request.user
        tenant_id = request._request.session.get(TENANT_SESSION_KEY)
        if user.is_authenticated and tenant_id:
            with scope(tenant_id):
                audit_record(
                    action=Action.SESSION_ENDED,
                    actor=f"person:{user.get_username()}",
                    actor_id=user.pk,
                )
        logout(request._request)
        return Response(status=204)


class MeView(TenantView):
    """The actor of the request."""

    permission_classes = (IsMember,)

    @extend_schema(
        operation_id="me_retrieve", parameters=[TENANT_PARAMETER], responses=answers({200: Me})
    )
    def get(self, request: Request) -> Response:
        """Return who one is, the active tenant, and what one may do there."""
        actor = self.principal(request)
        me = Me(
            kind=actor.kind,
            id=actor.id,
            name=actor.name,
            tenant=actor.tenant_id,
            roles=actor.roles,
            verbs=tuple(sorted(actor.verbs)),
            tenants=_tenants(actor),
        )
        return Response(me.model_dump(mode="json"))


def _tenants(actor: Principal) -> tuple[TenantInfo, ...]:
    if actor.kind is not PrincipalKind.PERSON:
        return ()
    return tuple(
        TenantInfo(id=item.tenant_id, slug=item.slug, name=item.name, roles=item.roles)
        for item in memberships_of(actor.id)
    )


def _state(request: Request) -> dict[str, object]:
    django_request = request._request
    state = SessionState(
        signed_in=django_request.user.is_authenticated, csrf_token=get_token(django_request)
    )
    return state.model_dump(mode="json")
