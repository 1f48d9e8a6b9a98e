"""The sessions of people: which there are, and ending them."""

from __future__ import annotations

from allauth.usersessions.models import UserSession
from django.contrib.auth import HASH_SESSION_KEY
from django.contrib.sessions.models import Session
from django.db.models.functions import Now
from django.utils import timezone
from django.utils.crypto import constant_time_compare

from diagnostics.messages import message
from hvrmet.accounts.models import User
from hvrmet.accounts.principals import Principal
from hvrmet.accounts.selectors import member_get
from hvrmet.accounts.sign_in import TENANT_SESSION_KEY, session_over
from hvrmet.audit.services import Action, audit_record
from hvrmet.core.errors import NotFoundError


def session_list(user: User) -> list[UserSession]:
    """Return the sessions by which a person is signed in now, the last used first."""
    rows = list(UserSession.objects.filter(user=user).order_by("-last_seen_at", "-pk"))
    stored = Session.objects.filter(
        session_key__in=[row.session_key for row in rows], expire_date__gt=Now()
    )
    lasting = {item.session_key for item in stored if _lasts(item, user)}
    return [row for row in rows if row.session_key in lasting]


def session_get(user: User, number: int) -> UserSession:
    """Return one of a person's sessions.

    Raises
    ------
    NotFoundError
        When this person has no such session.
    """
    found = next((row for row in session_list(user) if row.pk == number), None)
    if found is None:
        raise NotFoundError(message("refusal-a_session"))
    return found


def session_end(*, principal: Principal, user: User, row: UserSession) -> None:
    """End one of a person's sessions, on record; its sockets close within seconds."""
    _end(principal, user, [row])


def other_sessions_end(*, principal: Principal, user: User, present: str | None) -> int:
    """End all sessions of a person but the present one, and return how many there were."""
    return _end(principal, user, [row for row in session_list(user) if row.session_key != present])


def member_sessions_end(*, principal: Principal, username: str) -> int:
    """End a member's sessions in the open scope's tenant, and return how many worked there.

    Sessions that work in another centre go on there, and may not be used here any more.

    Raises
    ------
    NotFoundError
        When the open scope's tenant has no such member.
    """
    member = member_get(username)
    member.sessions_from = timezone.now()
    member.save(update_fields=("sessions_from",))
    rows = session_list(member.user)
    stored = Session.objects.filter(session_key__in=[row.session_key for row in rows])
    here = {
        item.session_key
        for item in stored
        if item.get_decoded().get(TENANT_SESSION_KEY) == str(member.tenant_id)
    }
    return _end(principal, member.user, [row for row in rows if row.session_key in here])


def _end(principal: Principal, user: User, rows: list[UserSession]) -> int:
    Session.objects.filter(session_key__in=[row.session_key for row in rows]).delete()
    UserSession.objects.filter(pk__in=[row.pk for row in rows]).delete()
    if rows or user.pk != principal.id:
        audit_record(
            action=Action.SESSION_REVOKED,
            actor=principal.label,
            actor_id=principal.id,
            subject_id=user.pk,
            data={"name": user.get_username(), "sessions": len(rows)},
        )
    return len(rows)


def _lasts(stored: Session, user: User) -> bool:
    session = stored.get_decoded()
    given = session.get(HASH_SESSION_KEY, "")
    return not session_over(session) and constant_time_compare(given, user.get_session_auth_hash())
