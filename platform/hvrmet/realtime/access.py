"""Who opens a socket, and whether they still may have it open.

The holder of an API key or of a ticket opens one, or a person from an allowed origin.
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from io import BytesIO
from typing import Any
from urllib.parse import parse_qs, urlsplit

from django.conf import settings
from django.contrib.auth import BACKEND_SESSION_KEY, HASH_SESSION_KEY, SESSION_KEY
from django.contrib.sessions.backends.base import SessionBase
from django.contrib.sessions.backends.db import SessionStore
from django.core.exceptions import DisallowedHost
from django.core.handlers.asgi import ASGIRequest
from django.utils.crypto import constant_time_compare
from django.utils.http import is_same_domain

from hvrmet.accounts.authentication import bearer_token, principal_of_user
from hvrmet.accounts.keys import hash_key
from hvrmet.accounts.models import User
from hvrmet.accounts.principals import Principal
from hvrmet.accounts.roles import Verb
from hvrmet.accounts.selectors import key_holder_by_hash, principal_by_key
from hvrmet.accounts.services import ticket_redeem
from hvrmet.accounts.sign_in import session_over
from hvrmet.core.errors import ApplicationError

_PORTS = {"http": 80, "https": 443}


class SocketRefusedError(Exception):
    """The socket's actor is unknown, or comes from a page that is not ours."""


@dataclass(frozen=True)
class Access:
    """The right by which a socket is open: its actor, and by what it came.

    `credential` is the hash of a key's secret, or the key of a person's session; of a socket that a
    ticket opened it is the one by which the ticket was asked for.
    """

    principal: Principal
    credential: str

    @property
    def key(self) -> tuple[Any, ...]:
        """What two sockets of the same right have in common."""
        actor = self.principal
        return actor.tenant_id, actor.kind, actor.id, self.credential


def socket_access(connection: dict[str, Any]) -> Access:
    """Return by which right a socket (an ASGI connection scope) is opened.

    An API key comes in ``Authorization: Bearer``, a ticket as ``?ticket=``. A browser sends its
    session cookie, to whichever page asked for the socket, so its ``Origin`` must be that of the
    platform (scheme, host and port) or a trusted one; ``?tenant=`` (slug or id) overrides the
    session's tenant.

    Raises
    ------
    SocketRefusedError
        When neither says who it is.
    """
    headers = {
        name.decode("latin-1"): value.decode("latin-1") for name, value in connection["headers"]
    }
    token = bearer_token(headers.get("authorization", ""))
    query = parse_qs(connection.get("query_string", b"").decode("latin-1"))
    principal, credential = None, ""
    if token:
        principal, credential = principal_by_key(token), hash_key(token)
    elif "ticket" in query:
        principal, credential = ticket_redeem(query["ticket"][-1]) or (None, "")
    elif _origin_allowed(headers.get("origin", ""), connection):
        session: SessionBase = connection["session"]
        principal = _person(session, query.get("tenant", [None])[-1])
        credential = str(session.session_key)
    if principal is None:
        raise SocketRefusedError
    return Access(principal, credential)


def access_holds(access: Access, verb: Verb) -> bool:
    """Say whether a right still allows something now.

    It ends with the membership, the key or the secret of it, the session it came from, or the
    person's account, and when the roles or scopes that are left do not include the verb.
    """
    actor = access.principal
    if actor.is_person:
        now = _person(SessionStore(access.credential), str(actor.tenant_id))
    else:
        holder = key_holder_by_hash(access.credential)
        now = holder.principal if holder else None
    return now is not None and now.id == actor.id and verb in now.verbs


def lost_accesses(accesses: Iterable[Access], verb: Verb) -> set[tuple[Any, ...]]:
    """Return the keys of those rights that have ended."""
    return {access.key for access in accesses if not access_holds(access, verb)}


def _person(session: SessionBase, named: str | None) -> Principal | None:
    if (
        session_over(session)
        or SESSION_KEY not in session
        or session.get(BACKEND_SESSION_KEY) not in (settings.AUTHENTICATION_BACKENDS)
    ):
        return None
    user = User.objects.filter(pk=session[SESSION_KEY], is_active=True).first()
    if user is None or not constant_time_compare(
        session.get(HASH_SESSION_KEY, ""), user.get_session_auth_hash()
    ):
        return None
    try:
        return principal_of_user(user, named=named, session=session)
    except ApplicationError:
        return None


def _origin_allowed(origin: str, connection: dict[str, Any]) -> bool:
    """Compare scheme, host and port, as Django does for forms."""
    asked = _origin_parts(origin)
    if asked is None:
        return False
    request = ASGIRequest(
        {"method": "GET", **connection, "type": "http", "path": "/", "query_string": b""},
        BytesIO(),
    )
    try:
        own = f"{'https' if _is_secure(request) else 'http'}://{request.get_host()}"
    except DisallowedHost:
        own = ""
    return any(
        asked == trusted or _is_subdomain(asked, trusted)
        for trusted in map(_origin_parts, (own, *settings.CSRF_TRUSTED_ORIGINS))
        if trusted is not None
    )


def _is_secure(request: ASGIRequest) -> bool:
    # A server names the scheme of a socket ws or wss; a proxy's header speaks of http.
    return request.scope.get("scheme") == "wss" or request.is_secure()


def _origin_parts(origin: str) -> tuple[str, str, int] | None:
    try:
        parts = urlsplit(origin)
        port = parts.port
    except ValueError:
        return None
    plain = f"{parts.scheme}://{parts.netloc}" == origin
    if not plain or parts.scheme not in _PORTS or not parts.hostname or "@" in origin:
        return None
    return parts.scheme, parts.hostname, _PORTS[parts.scheme] if port is None else port


def _is_subdomain(asked: tuple[str, str, int], trusted: tuple[str, str, int]) -> bool:
    pattern = trusted[1].removeprefix("*")
    same = (asked[0], asked[2]) == (trusted[0], trusted[2])
    return same and pattern != trusted[1] and is_same_domain(asked[1], pattern)
