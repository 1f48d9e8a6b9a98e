"""How a request says who it is from: an API key, or a session with an active tenant."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any
from uuid import UUID

from django.conf import settings
from django.contrib.auth import get_user
from django.contrib.sessions.backends.db import SessionStore
from django.http import HttpRequest
from rest_framework.authentication import BaseAuthentication, SessionAuthentication
from rest_framework.exceptions import AuthenticationFailed, PermissionDenied
from rest_framework.permissions import SAFE_METHODS
from rest_framework.request import Request

from hvrmet.accounts.keys import hash_key
from hvrmet.accounts.models import User
from hvrmet.accounts.principals import Principal, PrincipalKind
from hvrmet.accounts.selectors import MembershipInfo, key_holder, memberships_of
from hvrmet.accounts.services import api_key_touch
from hvrmet.accounts.sign_in import (
    SIGNED_IN_SESSION_KEY,
    TENANT_SESSION_KEY,
    has_second_factor,
    session_over,
)
from hvrmet.core.errors import ApplicationError
from hvrmet.core.http.storable import storable_cookies

TENANT_HEADER = "X-HVRMET-Tenant"
SCHEME = "Bearer"
ACCEPTED_SCHEMES = frozenset({"bearer", "api-key"})


def bearer_token(authorization: str) -> str | None:
    """Return the token of an ``Authorization`` header (``Bearer`` or ``Api-Key``), or None."""
    scheme, _, token = authorization.partition(" ")
    return token.strip() if scheme.lower() in ACCEPTED_SCHEMES else None


def credential_of(request: Request) -> str:
    """Return by what an authenticated request says who it is from: a key's hash, or a session."""
    token = bearer_token(request.headers.get("Authorization", ""))
    return str(request.session.session_key) if token is None else hash_key(token)


def choose_membership(
    memberships: tuple[MembershipInfo, ...], named: str | None, remembered: str | None
) -> MembershipInfo | None:
    """Pick the active tenant: the named one, else the session's, else the person's home.

    A session whose tenant is lost is led nowhere else: nobody lands unasked in another centre.
    """
    if named:
        return next((m for m in memberships if named in (m.slug, str(m.tenant_id))), None)
    if remembered:
        return next((m for m in memberships if str(m.tenant_id) == remembered), None)
    return next((m for m in memberships if m.home), None)


def factor_is_missing(session: Mapping[str, Any]) -> bool:
    """Say whether the installation asks for a second factor that this session began without."""
    return bool(settings.REQUIRE_SECOND_FACTOR) and not has_second_factor(session)


def require_second_factor(session: Mapping[str, Any]) -> None:
    """Refuse a session that began without a second factor, where the installation asks for one.

    Raises
    ------
    ApplicationError
        With code ``second_factor_required`` (403).
    """
    if factor_is_missing(session):
        raise ApplicationError(
            "this installation asks for a second factor: add one at /accounts/2fa/",
            code="second_factor_required",
            http_status=403,
        )


def principal_of_user(
    user: User, *, named: str | None, session: Mapping[str, Any]
) -> Principal | None:
    """Return the person in the active tenant, or None if that tenant is not theirs.

    Raises
    ------
    ApplicationError
        With code ``second_factor_required`` (403) where the installation asks for a second factor
        and the session began without one, or ``sessions_ended`` (403) where an administrator of
        the tenant has ended the person's sessions there since.
    """
    require_second_factor(session)
    chosen = choose_membership(memberships_of(user.pk), named, session.get(TENANT_SESSION_KEY))
    if chosen is None:
        return None
    began = float(session.get(SIGNED_IN_SESSION_KEY, 0.0))
    if chosen.sessions_from is not None and began < chosen.sessions_from.timestamp():
        raise ApplicationError(
            f"an administrator of {chosen.slug} has ended your sessions there: sign in again",
            code="sessions_ended",
            http_status=403,
        )
    return Principal(
        PrincipalKind.PERSON,
        UUID(str(user.pk)),
        user.username,
        chosen.tenant_id,
        chosen.roles,
        curates=user.curates,
    )


def is_known(request: HttpRequest) -> bool:
    """Say from its headers whether a request is of a key's holder or of a signed-in person."""
    token = bearer_token(request.headers.get("Authorization", ""))
    if token is not None:
        return key_holder(token) is not None
    if not storable_cookies(request.COOKIES):
        return False
    request.session = SessionStore(request.COOKIES.get(settings.SESSION_COOKIE_NAME))
    return get_user(request).is_authenticated and not session_over(request.session)


class ApiKeyAuthentication(BaseAuthentication):
    """``Authorization: Bearer hvr_...``; the key decides the tenant."""

    def authenticate(self, request: Request) -> tuple[None, Principal] | None:
        """Return the service, or None when the request holds no bearer token."""
        token = bearer_token(request.headers.get("Authorization", ""))
        if token is None:
            return None
        holder = key_holder(token)
        if holder is None:
            raise AuthenticationFailed("the API key is unknown, expired or revoked")
        if not holder.used_lately:
            api_key_touch(holder.principal)
        return None, holder.principal

    def authenticate_header(self, request: Request) -> str:
        """Name the scheme in 401 answers."""
        return SCHEME


class _CsrfCheckedSession(SessionAuthentication):
    """The framework's session, with our stable code when the CSRF token is missing."""

    def enforce_csrf(self, request: Request) -> None:
        """Require the token.

        Raises
        ------
        ApplicationError
            With code ``csrf_failed`` (403).
        """
        try:
            super().enforce_csrf(request)
        except PermissionDenied as error:
            raise ApplicationError(
                f"{error.detail} Send the token of GET /api/v1/session/ as X-CSRFToken.",
                code="csrf_failed",
                http_status=403,
            ) from error


class BrowserAuthentication(_CsrfCheckedSession):
    """Whoever the browser's session belongs to, signed in or not, in no tenant."""

    def authenticate(self, request: Request) -> tuple[Any, None]:
        """Return the session's user, after the CSRF check of every unsafe method."""
        if request.method not in SAFE_METHODS:
            self.enforce_csrf(request)
        return request._request.user, None


class TenantSessionAuthentication(_CsrfCheckedSession):
    """A signed-in person; ``X-HVRMET-Tenant`` (slug or id) overrides the session's tenant."""

    def authenticate(self, request: Request) -> tuple[User, Principal] | None:
        """Return the person, or None without a session."""
        found = super().authenticate(request)
        if found is None:
            return None
        user: User = found[0]
        named = request.headers.get(TENANT_HEADER)
        principal = principal_of_user(user, named=named, session=request.session)
        if principal is None:
            raise ApplicationError(
                _nowhere(named, request.session), code="no_tenant", http_status=403
            )
        return user, principal


class PersonAuthentication(_CsrfCheckedSession):
    """A signed-in person, whether or not they work in a tenant."""

    def authenticate(self, request: Request) -> tuple[User, None] | None:
        """Return the person, or None without a session."""
        found = super().authenticate(request)
        if found is None:
            return None
        require_second_factor(request.session)
        user: User = found[0]
        return user, None


def _nowhere(named: str | None, session: Mapping[str, Any]) -> str:
    if named:
        return f"you are not a member of {named!r}"
    if session.get(TENANT_SESSION_KEY):
        return (
            "you are not a member of this session's centre any more: name another one in "
            f"{TENANT_HEADER}, or sign in again"
        )
    return "you are in no centre yet: GET /api/v1/me/invitations/ lists who invites you"
