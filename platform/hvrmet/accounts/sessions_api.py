"""REST: one's own sessions, and ending those of a member."""

from __future__ import annotations

from datetime import datetime

from allauth.usersessions.models import UserSession
from django.contrib.auth import logout
from drf_spectacular.utils import extend_schema
from pydantic import BaseModel
from rest_framework.request import Request
from rest_framework.response import Response

from hvrmet.accounts.models import User
from hvrmet.accounts.permissions import IsPerson
from hvrmet.accounts.roles import Verb
from hvrmet.accounts.sessions import (
    member_sessions_end,
    other_sessions_end,
    session_end,
    session_get,
    session_list,
)
from hvrmet.accounts.sign_in import UNKNOWN_ADDRESS
from hvrmet.accounts.views import TenantView, in_tenant_scope
from hvrmet.core.db.scope import scope
from hvrmet.core.http.openapi import TENANT_PARAMETER, answers


class SessionInfo(BaseModel):
    """A session of the person who asks; `last_used_at` is exact to a minute.

    `address` and `browser` are those of the last use and of the sign-in, as far as they are known.
    """

    id: int
    present: bool
    began_at: datetime
    last_used_at: datetime
    address: str | None
    browser: str | None


class SessionList(BaseModel):
    """The sessions by which a person is signed in, the last used first."""

    results: tuple[SessionInfo, ...]


class EndedSessions(BaseModel):
    """How many sessions were ended."""

    ended: int


class SessionListView(TenantView):
    """The sessions of the person who asks."""

    permission_classes = (IsPerson,)
    confirmed = frozenset({"DELETE"})

    @extend_schema(
        operation_id="sessions_list",
        parameters=[TENANT_PARAMETER],
        responses=answers({200: SessionList}),
    )
    def get(self, request: Request) -> Response:
        """List the sessions of the person who asks, in whichever centre they work."""
        rows = session_list(_person(request))
        return Response(SessionList(results=tuple(_info(request, row) for row in rows)))

    @extend_schema(
        operation_id="sessions_end_others",
        parameters=[TENANT_PARAMETER],
        responses=answers({200: EndedSessions}),
    )
    @in_tenant_scope
    def delete(self, request: Request) -> Response:
        """End all sessions of the person who asks but the present one."""
        ended = other_sessions_end(
            principal=self.principal(request),
            user=_person(request),
            present=request.session.session_key,
        )
        return Response(EndedSessions(ended=ended))


class SessionDetailView(TenantView):
    """One session of the person who asks."""

    permission_classes = (IsPerson,)
    confirmed = frozenset({"DELETE"})

    @extend_schema(
        operation_id="sessions_retrieve",
        parameters=[TENANT_PARAMETER],
        responses=answers({200: SessionInfo}, 404),
    )
    def get(self, request: Request, number: int) -> Response:
        """Return a session of the person who asks."""
        return Response(_info(request, session_get(_person(request), number)))

    @extend_schema(
        operation_id="sessions_end",
        parameters=[TENANT_PARAMETER],
        responses=answers({204: None}, 404),
    )
    def delete(self, request: Request, number: int) -> Response:
        """End a session of the person who asks; to end the present one is to sign out."""
        row = session_get(_person(request), number)
        if row.session_key == request.session.session_key:
            logout(request._request)
        else:
            principal = self.principal(request)
            with scope(principal.tenant_id):
                session_end(principal=principal, user=_person(request), row=row)
        return Response(status=204)


class MemberSessionsView(TenantView):
    """The sessions of a member."""

    verbs = {"DELETE": Verb.MEMBER_MANAGE}
    confirmed = frozenset({"DELETE"})

    @extend_schema(
        operation_id="members_end_sessions",
        parameters=[TENANT_PARAMETER],
        responses=answers({200: EndedSessions}, 404),
    )
    @in_tenant_scope
    def delete(self, request: Request, username: str) -> Response:
        """Sign a member out of this centre, as after a theft; their roles stay."""
        ended = member_sessions_end(principal=self.principal(request), username=username)
        return Response(EndedSessions(ended=ended))


def _person(request: Request) -> User:
    assert isinstance(request.user, User)
    return request.user


def _info(request: Request, row: UserSession) -> SessionInfo:
    return SessionInfo(
        id=row.pk,
        present=row.session_key == request.session.session_key,
        began_at=row.created_at,
        last_used_at=row.last_seen_at,
        address=None if row.ip == UNKNOWN_ADDRESS else row.ip,
        browser=row.user_agent or None,
    )
