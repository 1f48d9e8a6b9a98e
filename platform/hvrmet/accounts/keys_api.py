"""REST: the service keys of a tenant, its members, and tickets for sockets."""

from __future__ import annotations

from datetime import datetime, timedelta
from uuid import UUID

from drf_spectacular.utils import extend_schema
from pydantic import BaseModel, ConfigDict, Field
from rest_framework.request import Request
from rest_framework.response import Response

from hvrmet.accounts.authentication import credential_of
from hvrmet.accounts.models import ApiKey
from hvrmet.accounts.principals import Principal
from hvrmet.accounts.roles import TenantRole, Verb, read_roles
from hvrmet.accounts.selectors import (
    key_get,
    key_list,
    member_find,
    member_get,
    member_list,
    sees_rights,
)
from hvrmet.accounts.services import (
    TICKET_LIFE,
    api_key_issue,
    api_key_revoke,
    api_key_rotate,
    lock_administrators,
    member_remove,
    member_set,
    ticket_issue,
)
from hvrmet.accounts.views import TenantView, in_tenant_scope
from hvrmet.core.http.conditional import require_match
from hvrmet.core.http.openapi import IF_MATCH_PARAMETER, TENANT_PARAMETER, answers
from hvrmet.core.http.schemas import parse_body
from hvrmet.core.names import Name
from hvrmet.tenants.models import Membership

_HIDDEN = {"roles": None, "scopes": None}


class NewKeyDocument(BaseModel):
    """A key to make; `scopes` narrow what its roles allow, and an empty list narrows nothing.

    Without `expires_in_days` it lives 90 days or, where a key makes it and ends earlier, as long as
    that one.
    """

    model_config = ConfigDict(extra="forbid")

    name: Name = Field(min_length=1, max_length=100)
    roles: tuple[TenantRole, ...] = (TenantRole.SERVICE,)
    scopes: tuple[Verb, ...] = ()
    expires_in_days: int | None = Field(default=None, ge=1, le=366)


class RotationDocument(BaseModel):
    """How a key is renewed; the former secret works for `grace_minutes` more.

    It does not outlive the end that the key had before. Without `expires_in_days` the new life is
    90 days or, where a key renews it and ends earlier, as long as that one's.
    """

    model_config = ConfigDict(extra="forbid")

    expires_in_days: int | None = Field(default=None, ge=1, le=366)
    grace_minutes: int = Field(default=60, ge=0, le=7 * 24 * 60)


class KeyInfo(BaseModel):
    """A key without its secret.

    `roles` and `scopes` are null where the asking key does not hold what this one may do.
    """

    id: UUID = Field(description="Of the key")
    name: str = Field(description="As its maker called it")
    prefix: str = Field(description="The part of its text that is no secret")
    roles: tuple[str, ...] | None
    scopes: tuple[str, ...] | None
    created_by: str = Field(description="Label of who made it")
    created_at: datetime = Field(description="When it was made, UTC")
    expires_at: datetime | None = Field(description="When it ends by itself, UTC")
    revoked_at: datetime | None = Field(description="When it was revoked, UTC")
    last_used_at: datetime | None = Field(description="When it was last used, UTC")
    previous_until: datetime | None = Field(
        description="Until when the former secret works, UTC; null where none was replaced"
    )


class KeyList(BaseModel):
    """The keys of the tenant, by name."""

    results: tuple[KeyInfo, ...]


class IssuedKey(KeyInfo):
    """A key with its text, which is shown only now."""

    key: str


class RolesDocument(BaseModel):
    """The roles that a member shall have."""

    model_config = ConfigDict(extra="forbid")

    roles: tuple[TenantRole, ...]


class MemberInfo(BaseModel):
    """A person of the tenant; `last_sign_in` is the last one to this tenant."""

    username: str
    roles: tuple[TenantRole, ...]
    active: bool
    last_sign_in: datetime | None


class MemberList(BaseModel):
    """The members of the tenant, by name."""

    results: tuple[MemberInfo, ...]


class Ticket(BaseModel):
    """A right to open one socket with ``?ticket=``, once, within `expires_in` seconds."""

    ticket: str
    expires_in: int


class KeyListView(TenantView):
    """The service keys of the tenant."""

    verbs = {"GET": Verb.KEY_VIEW, "POST": Verb.KEY_MANAGE}
    confirmed = frozenset({"POST"})

    @extend_schema(
        operation_id="api_keys_list",
        parameters=[TENANT_PARAMETER],
        responses=answers({200: KeyList}),
    )
    @in_tenant_scope
    def get(self, request: Request) -> Response:
        """List the keys with their last use, without their secrets."""
        principal = self.principal(request)
        listed = KeyList(results=tuple(_info(key, principal) for key in key_list()))
        return Response(listed)

    @extend_schema(
        operation_id="api_keys_create",
        parameters=[TENANT_PARAMETER],
        request=NewKeyDocument,
        responses=answers({201: IssuedKey}, 400, 409, 415),
    )
    @in_tenant_scope
    def post(self, request: Request) -> Response:
        """Make a key; the answer is the only place where its text is shown."""
        wanted = parse_body(NewKeyDocument, request)
        principal = self.principal(request)
        row, key = api_key_issue(
            principal=principal,
            name=wanted.name,
            roles=wanted.roles,
            scopes=wanted.scopes,
            life=_life(wanted.expires_in_days),
        )
        issued = _issued(row, key.text, principal)
        return Response(issued, status=201, headers={"Cache-Control": "no-store"})


class KeyView(TenantView):
    """One service key."""

    verbs = {"GET": Verb.KEY_VIEW, "DELETE": Verb.KEY_MANAGE}

    @extend_schema(
        operation_id="api_keys_retrieve",
        parameters=[TENANT_PARAMETER],
        responses=answers({200: KeyInfo}, 404),
    )
    @in_tenant_scope
    def get(self, request: Request, key_id: UUID) -> Response:
        """Return a key without its secret."""
        return Response(_info(key_get(key_id), self.principal(request)))

    @extend_schema(
        operation_id="api_keys_revoke",
        parameters=[IF_MATCH_PARAMETER, TENANT_PARAMETER],
        responses=answers({204: None}, 404, 409, 412),
    )
    @in_tenant_scope
    def delete(self, request: Request, key_id: UUID) -> Response:
        """Revoke a key at once."""
        principal = self.principal(request)
        require_match(request, lambda: _present_key(key_id, principal))
        api_key_revoke(principal=principal, key_id=key_id)
        return Response(status=204)


class KeyRotationView(TenantView):
    """A new secret for a key."""

    verbs = {"POST": Verb.KEY_MANAGE}
    confirmed = frozenset({"POST"})

    @extend_schema(
        operation_id="api_keys_rotate",
        parameters=[IF_MATCH_PARAMETER, TENANT_PARAMETER],
        request=RotationDocument,
        responses=answers({200: IssuedKey}, 400, 404, 409, 412, 415),
    )
    @in_tenant_scope
    def post(self, request: Request, key_id: UUID) -> Response:
        """Renew a key; the former secret works for a while yet."""
        wanted = parse_body(RotationDocument, request)
        principal = self.principal(request)
        require_match(request, lambda: _present_key(key_id, principal))
        row, key = api_key_rotate(
            principal=principal,
            key_id=key_id,
            life=_life(wanted.expires_in_days),
            grace=timedelta(minutes=wanted.grace_minutes),
        )
        issued = _issued(row, key.text, principal)
        return Response(issued, headers={"Cache-Control": "no-store"})


class MemberListView(TenantView):
    """The people of the tenant."""

    verbs = {"GET": Verb.MEMBER_VIEW}

    @extend_schema(
        operation_id="members_list",
        parameters=[TENANT_PARAMETER],
        responses=answers({200: MemberList}),
    )
    @in_tenant_scope
    def get(self, request: Request) -> Response:
        """List the members with their roles."""
        listed = MemberList(results=tuple(_member(row) for row in member_list()))
        return Response(listed)


class MemberView(TenantView):
    """One person of the tenant."""

    verbs = {
        "GET": Verb.MEMBER_VIEW,
        "PUT": Verb.MEMBER_MANAGE,
        "DELETE": Verb.MEMBER_MANAGE,
    }
    confirmed = frozenset({"PUT", "DELETE"})

    @extend_schema(
        operation_id="members_retrieve",
        parameters=[TENANT_PARAMETER],
        responses=answers({200: MemberInfo}, 404),
    )
    @in_tenant_scope
    def get(self, request: Request, username: str) -> Response:
        """Return one member."""
        return Response(_member(member_get(username)))

    @extend_schema(
        operation_id="members_set",
        parameters=[IF_MATCH_PARAMETER, TENANT_PARAMETER],
        request=RolesDocument,
        responses=answers({200: MemberInfo}, 400, 404, 409, 412, 415),
    )
    @in_tenant_scope
    def put(self, request: Request, username: str) -> Response:
        """Give a member exactly these roles; `invitations/` is how somebody becomes one."""
        wanted = parse_body(RolesDocument, request)
        require_match(request, lambda: _present_member(username))
        member = member_set(
            principal=self.principal(request), username=username, roles=wanted.roles
        )
        return Response(_member(member))

    @extend_schema(
        operation_id="members_remove",
        parameters=[IF_MATCH_PARAMETER, TENANT_PARAMETER],
        responses=answers({204: None}, 404, 409, 412),
    )
    @in_tenant_scope
    def delete(self, request: Request, username: str) -> Response:
        """Take a person out of the tenant."""
        require_match(request, lambda: _present_member(username))
        member_remove(principal=self.principal(request), username=username)
        return Response(status=204)


class TicketView(TenantView):
    """Tickets for sockets."""

    verbs = {"POST": Verb.DIAGNOSIS_VIEW}

    @extend_schema(
        operation_id="ws_tickets_create",
        parameters=[TENANT_PARAMETER],
        request=None,
        responses=answers({201: Ticket}),
    )
    @in_tenant_scope
    def post(self, request: Request) -> Response:
        """Make a ticket for one socket, for clients that can send no header with it."""
        ticket = Ticket(
            ticket=ticket_issue(self.principal(request), credential_of(request)),
            expires_in=int(TICKET_LIFE.total_seconds()),
        )
        return Response(ticket, status=201, headers={"Cache-Control": "no-store"})


def _info(row: ApiKey, reader: Principal) -> KeyInfo:
    info = KeyInfo.model_validate(row, from_attributes=True)
    return info if sees_rights(reader, row) else info.model_copy(update=_HIDDEN)


def _life(days: int | None) -> timedelta | None:
    return None if days is None else timedelta(days=days)


def _present_key(key_id: UUID, reader: Principal) -> KeyInfo:
    return _info(key_get(key_id, lock=True), reader)


def _present_member(username: str) -> MemberInfo | None:
    lock_administrators()
    member = member_find(username, lock=True)
    return None if member is None else _member(member)


def _issued(row: ApiKey, text: str, reader: Principal) -> IssuedKey:
    return IssuedKey(**_info(row, reader).model_dump(), key=text)


def _member(row: Membership) -> MemberInfo:
    return MemberInfo(
        username=row.user.get_username(),
        roles=read_roles(row.roles),
        active=row.user.is_active,
        last_sign_in=row.last_sign_in_at,
    )
