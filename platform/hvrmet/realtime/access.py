"""Who opens a socket: the holder of an API key or a ticket, or a person from an allowed origin."""

from __future__ import annotations

from typing import Any
from urllib.parse import parse_qs, urlsplit

from django.conf import settings
from django.contrib.auth import BACKEND_SESSION_KEY, HASH_SESSION_KEY, SESSION_KEY
from django.http.request import validate_host
from django.utils.crypto import constant_time_compare

from hvrmet.accounts.authentication import bearer_token, principal_of_user
from hvrmet.accounts.models import User
from hvrmet.accounts.principals import Principal
from hvrmet.accounts.selectors import principal_by_key
from hvrmet.accounts.services import ticket_redeem
from hvrmet.core.errors import ApplicationError


class SocketRefusedError(Exception):
    """The socket's actor is unknown, or comes from a page that is not ours."""


def socket_principal(connection: dict[str, Any]) -> Principal:
    """Return the actor of a socket (an ASGI connection scope).

    An API key comes in ``Authorization: Bearer``, a ticket as ``?ticket=``. A browser sends its
    session cookie, to whichever page asked for the socket, so its ``Origin`` must be an allowed
    host; ``?tenant=`` (slug or id) overrides the session's tenant.

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
    if token:
        principal = principal_by_key(token)
    elif "ticket" in query:
        principal = ticket_redeem(query["ticket"][-1])
    else:
        principal = _person(connection, headers, query.get("tenant", [None])[-1])
    if principal is None:
        raise SocketRefusedError
    return principal


def _person(
    connection: dict[str, Any], headers: dict[str, str], named: str | None
) -> Principal | None:
    if not _origin_allowed(headers.get("origin", "")):
        return None
    session = connection["session"]
    if SESSION_KEY not in session or session.get(BACKEND_SESSION_KEY) not in (
        settings.AUTHENTICATION_BACKENDS
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


def _origin_allowed(origin: str) -> bool:
    if origin in settings.CSRF_TRUSTED_ORIGINS:
        return True
    host = urlsplit(origin).hostname
    return host is not None and validate_host(host, settings.ALLOWED_HOSTS)
