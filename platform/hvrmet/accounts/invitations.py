"""Membership by consent: a centre invites, the person decides."""

from __future__ import annotations

from collections.abc import Iterable
from datetime import timedelta
from uuid import UUID

from django.db.models.functions import Now
from django.utils import timezone

from diagnostics.messages import Message, message
from hvrmet.accounts.granting import member_rights, require_rights
from hvrmet.accounts.models import Invitation, InvitationState, User
from hvrmet.accounts.principals import Principal, PrincipalKind
from hvrmet.accounts.roles import TenantRole, Verb, read_roles
from hvrmet.accounts.selectors import (
    ReceivedInvitation,
    invitations_of,
    member_find,
    principal_now,
)
from hvrmet.accounts.services import home_begin, lock_administrators
from hvrmet.audit.services import Action, audit_record
from hvrmet.core.db.models import OwnedQuerySet
from hvrmet.core.db.scope import scope
from hvrmet.core.errors import ApplicationError, NotFoundError
from hvrmet.tenants.models import Membership

MOST_OPEN = 200


def invitation_list() -> OwnedQuerySet:
    """Return the tenant's invitations, newest first, whatever became of them."""
    found: OwnedQuerySet = Invitation.objects.order_by("-created_at", "-pk")
    return found


def invitation_get(invitation_id: UUID, *, lock: bool = False) -> Invitation:
    """Return an invitation of the open scope's tenant, locked if asked.

    Raises
    ------
    NotFoundError
        When there is none.
    """
    rows = Invitation.objects.select_for_update() if lock else Invitation.objects
    row: Invitation | None = rows.filter(pk=invitation_id).first()
    if row is None:
        raise NotFoundError(message("refusal-an_invitation"))
    return row


def state_now(row: Invitation) -> InvitationState:
    """Return what became of an invitation by now."""
    state = InvitationState(row.state)
    expired = state is InvitationState.OPEN and row.expires_at <= timezone.now()
    return InvitationState.EXPIRED if expired else state


def invitation_create(
    *, principal: Principal, username: str, roles: Iterable[TenantRole], life: timedelta
) -> Invitation:
    """Invite whoever has this sign-in name, in the open scope.

    No person is looked up, so the answer is the same whether or not somebody has the name.

    Raises
    ------
    ApplicationError
        ``already_member``, ``already_invited`` or ``too_many_invitations`` (409), or
        ``beyond_own_rights`` (403).
    """
    roles, name = tuple(roles), str(User.normalize_username(username))
    require_rights(principal, member_rights(roles), to=message("refusal-act_invite"))
    lock_administrators()  # of two who invite the same person, the second sees the first's
    if member_find(name) is not None:
        raise ApplicationError(
            message("refusal-already_member", name=name),
            code="already_member",
            http_status=409,
        )
    waiting = Invitation.objects.filter(state=InvitationState.OPEN)
    waiting.filter(expires_at__lte=Now()).update(state=InvitationState.EXPIRED)
    if waiting.filter(username=name).exists():
        raise ApplicationError(
            message("refusal-already_invited", name=name),
            code="already_invited",
            http_status=409,
        )
    if waiting.count() >= MOST_OPEN:
        raise ApplicationError(
            message("refusal-too_many_invitations", most=MOST_OPEN),
            code="too_many_invitations",
            http_status=409,
        )
    row: Invitation = Invitation.objects.create(
        username=name,
        roles=sorted(role.value for role in roles),
        invited_by=principal.label,
        inviter_kind=principal.kind,
        inviter_id=principal.id,
        expires_at=timezone.now() + life,
    )
    _record(Action.MEMBER_INVITED, row, principal.label, principal.id)
    return row


def invitation_revoke(*, principal: Principal, invitation_id: UUID) -> None:
    """Take an open invitation back.

    Raises
    ------
    NotFoundError
        When there is none.
    ApplicationError
        With code ``invitation_closed`` (409).
    """
    row = _open(invitation_id)
    _decide(row, InvitationState.REVOKED)
    _record(Action.INVITATION_REVOKED, row, principal.label, principal.id)


def invitation_accept(*, user: User, invitation_id: UUID) -> None:
    """Become a member of the centre that invites; the first centre becomes the home.

    Raises
    ------
    NotFoundError
        When this person has no such open invitation.
    ApplicationError
        With code ``invitation_closed`` (409) when it was decided in the meantime, or when whoever
        invited may not do so any more.
    """
    received = _received(user, invitation_id)
    with scope(received.tenant_id):
        row = _open(invitation_id)
        inviter = principal_now(PrincipalKind(row.inviter_kind), row.inviter_id)
        roles = read_roles(row.roles)
        able = inviter is not None and Verb.MEMBER_MANAGE in inviter.verbs
        if inviter is None or not able or not member_rights(roles) <= inviter.rights:
            raise _closed(message("refusal-inviter_may_not"))
        _decide(row, InvitationState.ACCEPTED)
        home_begin(user_id=user.pk, tenant_id=received.tenant_id)
        Membership.objects.get_or_create(
            user_id=user.pk, tenant_id=received.tenant_id, defaults={"roles": row.roles}
        )
        _record(Action.INVITATION_ACCEPTED, row, f"person:{user.get_username()}", user.pk)


def invitation_decline(*, user: User, invitation_id: UUID) -> None:
    """Refuse an invitation.

    Raises
    ------
    NotFoundError
        When this person has no such open invitation.
    ApplicationError
        With code ``invitation_closed`` (409) when it was decided in the meantime.
    """
    received = _received(user, invitation_id)
    with scope(received.tenant_id):
        row = _open(invitation_id)
        _decide(row, InvitationState.DECLINED)
        _record(Action.INVITATION_DECLINED, row, f"person:{user.get_username()}", user.pk)


def _received(user: User, invitation_id: UUID) -> ReceivedInvitation:
    found = next((item for item in invitations_of(user.pk) if item.id == invitation_id), None)
    if found is None:
        raise NotFoundError(message("refusal-an_invitation"))
    return found


def _open(invitation_id: UUID) -> Invitation:
    row = invitation_get(invitation_id, lock=True)
    state = state_now(row)
    if state is not InvitationState.OPEN:
        raise _closed(
            message("refusal-invitation_closed", status=message(f"refusal-status_{state}"))
        )
    return row


def _closed(wording: Message) -> ApplicationError:
    return ApplicationError(wording, code="invitation_closed", http_status=409)


def _decide(row: Invitation, state: InvitationState) -> None:
    row.state, row.decided_at = state, timezone.now()
    row.save(update_fields=("state", "decided_at"))


def _record(action: Action, row: Invitation, actor: str, actor_id: UUID) -> None:
    audit_record(
        action=action,
        actor=actor,
        actor_id=actor_id,
        subject_id=row.pk,
        data={"name": row.username},
        after={"roles": row.roles} if action is not Action.INVITATION_DECLINED else None,
    )
