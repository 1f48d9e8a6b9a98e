"""REST: invitations of a tenant, and a person's own centres."""

from __future__ import annotations

from datetime import datetime, timedelta
from typing import Any
from uuid import UUID

from drf_spectacular.utils import extend_schema
from pydantic import BaseModel, ConfigDict, Field
from rest_framework.request import Request
from rest_framework.response import Response

from hvrmet.accounts.authentication import (
    ApiKeyAuthentication,
    PersonAuthentication,
    choose_membership,
)
from hvrmet.accounts.invitations import (
    invitation_accept,
    invitation_create,
    invitation_decline,
    invitation_get,
    invitation_list,
    invitation_revoke,
    state_now,
)
from hvrmet.accounts.models import Invitation, InvitationState, User
from hvrmet.accounts.permissions import IsSignedIn
from hvrmet.accounts.roles import TenantRole, Verb, read_roles
from hvrmet.accounts.selectors import MembershipInfo, invitations_of, memberships_of
from hvrmet.accounts.services import home_choose, member_leave
from hvrmet.accounts.views import BaseView, TenantView, in_tenant_scope
from hvrmet.core.errors import NotFoundError
from hvrmet.core.http.openapi import TENANT_PARAMETER, answers, query_parameters
from hvrmet.core.http.pagination import NewestFirst, Page, PageQuery
from hvrmet.core.http.query_validation import require_declared_query
from hvrmet.core.http.schemas import parse_body, parse_query
from hvrmet.core.names import Name

MOST_DAYS = 60
BY_SESSION: Any = [{"session": []}]
"""How the OpenAPI document says that these operations are for people."""


class NewInvitation(BaseModel):
    """Whom to invite by sign-in name, and to which roles."""

    model_config = ConfigDict(extra="forbid")

    username: Name = Field(min_length=1, max_length=150)
    roles: tuple[TenantRole, ...]
    expires_in_days: int = Field(default=14, ge=1, le=MOST_DAYS)


class InvitationInfo(BaseModel):
    """An invitation as the centre sees it; `open` says nothing of whether somebody has the name."""

    id: UUID
    username: str
    roles: tuple[TenantRole, ...]
    state: InvitationState
    invited_by: str
    created_at: datetime
    expires_at: datetime
    decided_at: datetime | None


class InvitationPage(Page[InvitationInfo]):
    """The invitations of the tenant, newest first."""


class ReceivedInfo(BaseModel):
    """An open invitation as the invited person sees it."""

    id: UUID
    tenant: UUID
    slug: str
    name: str
    roles: tuple[TenantRole, ...]
    invited_by: str
    created_at: datetime
    expires_at: datetime


class ReceivedList(BaseModel):
    """The open invitations of the person who asks, the oldest first."""

    results: tuple[ReceivedInfo, ...]


class HomeDocument(BaseModel):
    """The centre (slug or id) that a sign-in without a name shall go to."""

    model_config = ConfigDict(extra="forbid")

    tenant: str = Field(min_length=1, max_length=100)


class Home(BaseModel):
    """The home of a person."""

    tenant: UUID
    slug: str


class InvitationListView(TenantView):
    """The invitations of the tenant."""

    verbs = {"GET": Verb.MEMBER_VIEW, "POST": Verb.MEMBER_MANAGE}
    confirmed = frozenset({"POST"})

    @extend_schema(
        operation_id="invitations_list",
        parameters=[TENANT_PARAMETER, *query_parameters(PageQuery)],
        responses=answers({200: InvitationPage}, 400),
    )
    @in_tenant_scope
    def get(self, request: Request) -> Response:
        """List invitations with what became of them, newest first."""
        parse_query(PageQuery, request)
        return NewestFirst().page(invitation_list(), request, _info)

    @extend_schema(
        operation_id="invitations_create",
        parameters=[TENANT_PARAMETER],
        request=NewInvitation,
        responses=answers({201: InvitationInfo}, 400, 409, 415),
    )
    @in_tenant_scope
    def post(self, request: Request) -> Response:
        """Invite a person, who becomes a member by accepting."""
        wanted = parse_body(NewInvitation, request)
        row = invitation_create(
            principal=self.principal(request),
            username=wanted.username,
            roles=wanted.roles,
            life=timedelta(days=wanted.expires_in_days),
        )
        return Response(_info(row), status=201)


class InvitationView(TenantView):
    """One invitation."""

    verbs = {"GET": Verb.MEMBER_VIEW, "DELETE": Verb.MEMBER_MANAGE}

    @extend_schema(
        operation_id="invitations_retrieve",
        parameters=[TENANT_PARAMETER],
        responses=answers({200: InvitationInfo}, 404),
    )
    @in_tenant_scope
    def get(self, request: Request, invitation_id: UUID) -> Response:
        """Return an invitation."""
        return Response(_info(invitation_get(invitation_id)))

    @extend_schema(
        operation_id="invitations_revoke",
        parameters=[TENANT_PARAMETER],
        responses=answers({204: None}, 404, 409),
    )
    @in_tenant_scope
    def delete(self, request: Request, invitation_id: UUID) -> Response:
        """Take an open invitation back."""
        invitation_revoke(principal=self.principal(request), invitation_id=invitation_id)
        return Response(status=204)


class PersonView(BaseView):
    """A view of what belongs to a person, who may work in no centre yet."""

    permission_classes = (IsSignedIn,)
    authentication_classes = (ApiKeyAuthentication, PersonAuthentication)

    def initial(self, request: Request, *args: Any, **kwargs: Any) -> None:
        """Refuse parameters that the operation does not declare."""
        super().initial(request, *args, **kwargs)
        require_declared_query(type(self), request)

    def finalize_response(
        self, request: Request, response: Response, *args: Any, **kwargs: Any
    ) -> Any:
        """Keep a person's data out of caches."""
        finished = super().finalize_response(request, response, *args, **kwargs)
        finished.headers.setdefault("Cache-Control", "no-store")
        return finished

    @staticmethod
    def person(request: Request) -> User:
        """Return who is signed in."""
        assert isinstance(request.user, User)
        return request.user


class ReceivedListView(PersonView):
    """Who invites the person."""

    @extend_schema(
        operation_id="me_invitations_list", auth=BY_SESSION, responses=answers({200: ReceivedList})
    )
    def get(self, request: Request) -> Response:
        """List one's own open invitations."""
        found = invitations_of(self.person(request).pk)
        return Response(
            ReceivedList(
                results=tuple(
                    ReceivedInfo(tenant=item.tenant_id, **_without_tenant(vars(item)))
                    for item in found
                )
            )
        )


class AcceptanceView(PersonView):
    """Saying yes."""

    @extend_schema(
        operation_id="me_invitations_accept",
        auth=BY_SESSION,
        request=None,
        responses=answers({204: None}, 404, 409),
    )
    def post(self, request: Request, invitation_id: UUID) -> Response:
        """Become a member of the centre that invites."""
        invitation_accept(user=self.person(request), invitation_id=invitation_id)
        return Response(status=204)


class RefusalView(PersonView):
    """Saying no."""

    @extend_schema(
        operation_id="me_invitations_decline",
        auth=BY_SESSION,
        request=None,
        responses=answers({204: None}, 404, 409),
    )
    def post(self, request: Request, invitation_id: UUID) -> Response:
        """Decline an invitation."""
        invitation_decline(user=self.person(request), invitation_id=invitation_id)
        return Response(status=204)


class HomeView(PersonView):
    """The home of the person."""

    @extend_schema(
        operation_id="me_home_set",
        auth=BY_SESSION,
        request=HomeDocument,
        responses=answers({200: Home}, 400, 404, 415),
    )
    def put(self, request: Request) -> Response:
        """Choose the centre that a sign-in without a name goes to."""
        wanted = parse_body(HomeDocument, request)
        user = self.person(request)
        chosen = _membership(user, wanted.tenant)
        home_choose(user=user, tenant_id=chosen.tenant_id)
        return Response(Home(tenant=chosen.tenant_id, slug=chosen.slug))


class OwnMembershipView(PersonView):
    """A person's membership of one centre (slug or id)."""

    @extend_schema(
        operation_id="me_memberships_leave",
        auth=BY_SESSION,
        responses=answers({204: None}, 404, 409),
    )
    def delete(self, request: Request, tenant: str) -> Response:
        """Leave a centre; the last administrator names another one first."""
        user = self.person(request)
        member_leave(user=user, tenant_id=_membership(user, tenant).tenant_id)
        return Response(status=204)


def _membership(user: User, named: str) -> MembershipInfo:
    found = choose_membership(memberships_of(user.pk), named, None)
    if found is None:
        raise NotFoundError("membership")
    return found


def _without_tenant(fields: dict[str, Any]) -> dict[str, Any]:
    return {name: value for name, value in fields.items() if name != "tenant_id"}


def _info(row: Invitation) -> InvitationInfo:
    return InvitationInfo(
        id=row.pk,
        username=row.username,
        roles=read_roles(row.roles),
        state=state_now(row),
        invited_by=row.invited_by,
        created_at=row.created_at,
        expires_at=row.expires_at,
        decided_at=row.decided_at,
    )
