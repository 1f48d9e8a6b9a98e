"""Signing in and out, and who one is."""

from __future__ import annotations

from datetime import datetime
from uuid import UUID

from allauth.account.adapter import get_adapter
from allauth.account.internal.flows.login import record_authentication
from allauth.mfa.utils import is_mfa_enabled
from django.contrib.auth import login, logout
from django.core.exceptions import ValidationError
from django.http import HttpRequest
from django.middleware.csrf import get_token
from django.utils.decorators import method_decorator
from django.views.decorators.cache import never_cache
from drf_spectacular.utils import extend_schema
from pydantic import BaseModel, ConfigDict, Field, model_validator
from rest_framework.permissions import AllowAny
from rest_framework.request import Request
from rest_framework.response import Response

from hvrmet.accounts.authentication import BrowserAuthentication, choose_membership
from hvrmet.accounts.confirmation import (
    confirm_by_code,
    confirm_by_password,
    confirmed_until,
    too_many_attempts,
)
from hvrmet.accounts.models import User
from hvrmet.accounts.permissions import IsMember
from hvrmet.accounts.principals import Principal, PrincipalKind
from hvrmet.accounts.roles import TenantRole
from hvrmet.accounts.second_factor_codes import SignInCodeForm
from hvrmet.accounts.selectors import memberships_of
from hvrmet.accounts.sign_in import TENANT_SESSION_KEY
from hvrmet.accounts.views import BaseView, TenantView
from hvrmet.core.errors import ApplicationError
from hvrmet.core.http.openapi import TENANT_PARAMETER, answers
from hvrmet.core.http.schemas import parse_body


class TenantInfo(BaseModel):
    """A tenant that the actor works in, and its roles there."""

    id: UUID
    slug: str
    name: str
    roles: tuple[TenantRole, ...]
    active: bool = Field(description="this request worked here")
    home: bool = Field(description="a sign-in without a name goes here")


class Me(BaseModel):
    """Who the actor is, where, and what it may do.

    `tenant` is the active centre, `home` the one that a sign-in without a name goes to.
    """

    kind: PrincipalKind
    id: UUID
    name: str
    tenant: UUID
    home: UUID
    roles: tuple[TenantRole, ...]
    verbs: tuple[str, ...]
    tenants: tuple[TenantInfo, ...] = ()


class SignIn(BaseModel):
    """A person's name and password; `tenant` (slug or id) becomes the session's tenant.

    `code` is that of the second factor, or a recovery code, for people who have one.
    """

    model_config = ConfigDict(extra="forbid")

    username: str = Field(max_length=150)
    password: str = Field(max_length=1000)
    code: str | None = Field(default=None, max_length=20)
    tenant: str | None = Field(default=None, max_length=100)


class SessionState(BaseModel):
    """Whether this browser is signed in, and the token for its next unsafe request."""

    signed_in: bool
    person: str | None = Field(default=None, description="name of who is signed in")
    csrf_token: str
    confirmed_until: datetime | None = Field(
        default=None, description="from then on sensitive acts ask for a confirmation"
    )


class Confirmation(BaseModel):
    """The password, or a code of the second factor, of the person who is signed in."""

    model_config = ConfigDict(extra="forbid")

    password: str | None = Field(default=None, max_length=1000)
    code: str | None = Field(default=None, max_length=20)

    @model_validator(mode="after")
    def _is_one(self) -> Confirmation:
        if (self.password is None) == (self.code is None):
            raise ValueError("send the password or a code")
        return self


@method_decorator(never_cache, name="dispatch")
class SessionView(BaseView):
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
        wanted = parse_body(SignIn, request)
        django_request = request._request
        user = _checked(django_request, wanted)
        factor = _second_factor(user, wanted.code)
        chosen = choose_membership(memberships_of(user.pk), wanted.tenant, None)
        if chosen is None and wanted.tenant:
            raise ApplicationError(
                "you are not a member of this tenant", code="no_tenant", http_status=403
            )
        django_request.session.pop(TENANT_SESSION_KEY, None)
        if chosen is not None:
            django_request.session[TENANT_SESSION_KEY] = str(chosen.tenant_id)
        login(django_request, user)
        record_authentication(django_request, user, "password", username=user.get_username())
        if factor is not None:
            factor.save()
        return Response(_state(request))

    @extend_schema(operation_id="session_delete", auth=[], responses=answers({204: None}))
    def delete(self, request: Request) -> Response:
        """Sign out; harmless when nobody is signed in."""
        logout(request._request)
        return Response(status=204)


@method_decorator(never_cache, name="dispatch")
class ConfirmationView(BaseView):
    """Saying again who one is."""

    permission_classes = (AllowAny,)
    authentication_classes = (BrowserAuthentication,)

    @extend_schema(
        operation_id="session_confirm",
        auth=[],
        request=Confirmation,
        responses=answers({200: SessionState}, 415),
    )
    def post(self, request: Request) -> Response:
        """Confirm with the password or a code.

        Sensitive acts are then allowed for a while.
        """
        user = request._request.user
        if not isinstance(user, User):
            raise ApplicationError(
                "nobody is signed in here: sign in first", code="not_authenticated", http_status=401
            )
        given = parse_body(Confirmation, request)
        if given.password is not None:
            confirm_by_password(request._request, user, given.password)
        else:
            confirm_by_code(request._request, user, str(given.code))
        return Response(_state(request))


def _checked(request: HttpRequest, wanted: SignIn) -> User:
    """Return who has this name and password, unless there were too many attempts."""
    try:
        user: User | None = get_adapter().authenticate(
            request, username=wanted.username, password=wanted.password
        )
    except ValidationError as error:
        raise too_many_attempts() from error
    if user is None or not user.is_active:
        raise ApplicationError(
            "the name or the password is wrong", code="authentication_failed", http_status=401
        )
    return user


def _second_factor(user: User, code: str | None) -> SignInCodeForm | None:
    """Check the code of a person who has a second factor."""
    if not is_mfa_enabled(user):
        return None
    if not code:
        raise ApplicationError(
            "send the code of your second factor as well",
            code="second_factor_required",
            http_status=401,
        )
    form = SignInCodeForm(user=user, data={"code": code})
    if not form.is_valid():
        if form.was_not_looked_at:
            raise too_many_attempts()
        raise ApplicationError(
            "the code is wrong, or was used before", code="second_factor_failed", http_status=401
        )
    return form


class MeView(TenantView):
    """The actor of the request."""

    permission_classes = (IsMember,)

    @extend_schema(
        operation_id="me_retrieve", parameters=[TENANT_PARAMETER], responses=answers({200: Me})
    )
    def get(self, request: Request) -> Response:
        """Return who one is, the active tenant, and what one may do there."""
        actor = self.principal(request)
        tenants = _tenants(actor)
        me = Me(
            kind=actor.kind,
            id=actor.id,
            name=actor.name,
            tenant=actor.tenant_id,
            home=next((item.id for item in tenants if item.home), actor.tenant_id),
            roles=actor.roles,
            verbs=tuple(sorted(actor.verbs)),
            tenants=tenants,
        )
        return Response(me)


def _tenants(actor: Principal) -> tuple[TenantInfo, ...]:
    if actor.kind is not PrincipalKind.PERSON:
        return ()
    return tuple(
        TenantInfo(
            id=item.tenant_id,
            slug=item.slug,
            name=item.name,
            roles=item.roles,
            active=item.tenant_id == actor.tenant_id,
            home=item.home,
        )
        for item in memberships_of(actor.id)
    )


def _state(request: Request) -> SessionState:
    django_request = request._request
    return SessionState(
        signed_in=django_request.user.is_authenticated,
        person=django_request.user.get_username() or None,
        csrf_token=get_token(django_request),
        confirmed_until=confirmed_until(django_request),
    )
