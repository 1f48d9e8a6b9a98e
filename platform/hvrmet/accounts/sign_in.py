"""The sign-in library's hooks: nobody registers alone, secrets are encrypted, all is audited."""

from __future__ import annotations

import time
from collections.abc import Mapping
from ipaddress import ip_address
from typing import Any
from uuid import UUID

from allauth.account.adapter import DefaultAccountAdapter
from allauth.mfa.adapter import DefaultMFAAdapter
from allauth.socialaccount.adapter import DefaultSocialAccountAdapter
from django.conf import settings
from django.contrib.auth import SESSION_KEY
from django.db.models.functions import Now
from django.http import HttpRequest
from django.utils import timezone

from hvrmet.audit.services import Action, audit_record
from hvrmet.core.db.encryption import decrypt, encrypt
from hvrmet.core.db.scope import SYSTEM, scope
from hvrmet.core.names import name_key

FACTORS = "second-factor"
RECORDS = "account_authentication_methods"
STRONG = frozenset({"mfa", "socialaccount"})
TENANT_SESSION_KEY = "tenant_id"
SIGNED_IN_SESSION_KEY = "signed_in_at"
SEEN_SESSION_KEY = "seen_at"
SEEN_SECONDS = 60
"""How exactly a session remembers its last request; each time costs two statements."""
UNKNOWN_ADDRESS = "::"
"""What the list of sessions keeps for a request without an address, as from a local socket."""


def has_second_factor(session: Mapping[str, Any]) -> bool:
    """Say whether a session began with a second factor, or at an organisation's own sign-in."""
    return any(record.get("method") in STRONG for record in session.get(RECORDS, ()))


def session_over(session: Mapping[str, Any]) -> bool:
    """Say whether it is longer than a session's life since its person signed in.

    The cookie's own age is counted from the last change of the session, so it does not end one.
    Where the installation limits inactivity, the last request counts as well.
    """
    if SESSION_KEY not in session:
        return False
    now = time.time()
    began = session.get(SIGNED_IN_SESSION_KEY, 0.0)
    idle = 60 * settings.ENVIRONMENT.hvrmet_session_idle_minutes
    if idle and now - session.get(SEEN_SESSION_KEY, began) > idle:
        return True
    return now - began > settings.SESSION_COOKIE_AGE


def session_seen(request: HttpRequest) -> None:
    """Remember when, and from where, a person's session was last used."""
    from allauth.usersessions.models import UserSession

    session = request.session
    if SESSION_KEY not in session:
        return
    now = time.time()
    if now - session.get(SEEN_SESSION_KEY, 0.0) > SEEN_SECONDS:
        session[SEEN_SESSION_KEY] = now
        UserSession.objects.filter(session_key=session.session_key).update(
            last_seen_at=timezone.now(), ip=AccountAdapter().get_client_ip(request)
        )


class AccountAdapter(DefaultAccountAdapter):
    """Accounts are made by operators and by trusted organisations, not by visitors."""

    def is_open_for_signup(self, request: HttpRequest) -> bool:
        """Refuse."""
        return False

    def get_client_ip(self, request: HttpRequest) -> str:
        """Return the address that limits and the list of sessions name."""
        return client_address(request) or UNKNOWN_ADDRESS

    def _get_login_attempts_cache_key(self, request: HttpRequest, **credentials: Any) -> str:
        """Count a name once, in whichever way it is written."""
        name = name_key(credentials.pop("username", ""))
        return str(super()._get_login_attempts_cache_key(request, username=name, **credentials))


class SocialAdapter(DefaultSocialAccountAdapter):
    """What an organisation's sign-in may do."""

    def is_open_for_signup(self, request: HttpRequest, sociallogin: Any) -> bool:
        """Let new people in where the operator has said so for this organisation."""
        return bool(sociallogin.provider.app.settings.get("new_people"))


class FactorAdapter(DefaultMFAAdapter):
    """Keeps the secrets of second factors encrypted with a key derived from the secret key."""

    def encrypt(self, text: str) -> str:
        """Encrypt with the present secret key."""
        return encrypt(text, purpose=FACTORS)

    def decrypt(self, encrypted_text: str) -> str:
        """Decrypt with the present key or a former one."""
        return decrypt(encrypted_text, purpose=FACTORS)


def client_address(request: HttpRequest) -> str | None:
    """Return the address that lock-out counts by; the server has resolved proxies already."""
    given = request.META.get("REMOTE_ADDR", "")
    try:
        return str(ip_address(given))
    except ValueError:
        return None


def note_sign_in(sender: Any, request: HttpRequest, user: Any, **_: Any) -> None:
    """Record a sign-in in the tenant that the session works in: the home if none was named."""
    now = time.time()
    request.session[SIGNED_IN_SESSION_KEY] = request.session[SEEN_SESSION_KEY] = now
    _list_session(request, user)
    _note(Action.SESSION_STARTED, user, _enter(request, user))


def follow_groups(
    sender: Any, request: HttpRequest, user: Any, sociallogin: Any = None, **_: Any
) -> None:
    """Let the memberships of a person follow the groups of the provider that they came from."""
    from hvrmet.accounts.groups import groups_named, memberships_follow

    if sociallogin is None:
        return
    account, options = sociallogin.account, sociallogin.provider.app.settings
    memberships_follow(
        user=user,
        provider=account.provider,
        groups=groups_named(account.extra_data, options.get("groups_claim", "groups")),
        mapped=options.get("groups", {}),
    )
    _enter(request, user)


def _enter(request: HttpRequest, user: Any) -> str | None:
    """Let a session work in the tenant that was named, or in the home, and return its id."""
    from hvrmet.accounts.selectors import memberships_of
    from hvrmet.tenants.models import Membership

    memberships = memberships_of(user.pk)
    wanted: str | None = request.session.get(TENANT_SESSION_KEY)
    known = {str(item.tenant_id) for item in memberships}
    if memberships and wanted not in known:
        wanted = next(str(item.tenant_id) for item in memberships if item.home)
        request.session[TENANT_SESSION_KEY] = wanted
    if wanted is None or wanted not in known:
        return None
    with scope(UUID(wanted)):
        Membership.objects.filter(user_id=user.pk).update(last_sign_in_at=Now())
    return wanted


def note_sign_out(sender: Any, request: HttpRequest, user: Any, **_: Any) -> None:
    """Record the end of a session."""
    if user is not None:
        _note(Action.SESSION_ENDED, user, request.session.get(TENANT_SESSION_KEY))


def note_confirmation(request: HttpRequest, user: Any) -> None:
    """Record that a signed-in person said again who they are."""
    _note(Action.SESSION_CONFIRMED, user, request.session.get(TENANT_SESSION_KEY))


def note_refusal(sender: Any, credentials: Mapping[str, Any], **_: Any) -> None:
    """Record a failed sign-in in the system's chain: the name may be nobody's."""
    with scope(SYSTEM):
        audit_record(action=Action.SESSION_REFUSED, actor=_claimed(credentials.get("username")))


def note_lock_out(sender: Any, username: str | None, **_: Any) -> None:
    """Record that sign-in was locked."""
    with scope(SYSTEM):
        audit_record(action=Action.SESSION_LOCKED_OUT, actor=_claimed(username))


def note_factor_added(
    sender: Any, request: HttpRequest, user: Any, authenticator: Any, **_: Any
) -> None:
    """Record a new second factor; its code was right, so this session has it, and is used up."""
    from allauth.account.internal.flows.login import record_authentication

    from hvrmet.accounts.second_factor_codes import use_code

    use_code(authenticator, request.POST.get("code", ""))
    record_authentication(request, user, "mfa", type="added")
    _note(Action.SECOND_FACTOR_ADDED, user, request.session.get(TENANT_SESSION_KEY))


def note_factor_removed(sender: Any, request: HttpRequest, user: Any, **_: Any) -> None:
    """Record that a second factor is gone."""
    _note(Action.SECOND_FACTOR_REMOVED, user, request.session.get(TENANT_SESSION_KEY))


def note_password(sender: Any, request: HttpRequest, user: Any, **_: Any) -> None:
    """Record a new password, not what it is."""
    _note(Action.PASSWORD_CHANGED, user, request.session.get(TENANT_SESSION_KEY))


def _claimed(name: Any) -> str:
    return f"person:{str(name or '')[:150]}"


def _note(action: Action, user: Any, tenant_id: str | None) -> None:
    with scope(UUID(tenant_id) if tenant_id else SYSTEM):
        audit_record(
            action=action,
            actor=f"person:{user.get_username()}",
            actor_id=user.pk,
            subject_id=user.pk,
        )


def _list_session(request: HttpRequest, user: Any) -> None:
    """Put a session on its person's list, and take off those that are not stored any more."""
    from allauth.usersessions.models import UserSession
    from django.contrib.sessions.models import Session

    agent = UserSession._meta.get_field("user_agent").max_length
    UserSession.objects.filter(user=user).exclude(
        session_key__in=Session.objects.filter(expire_date__gt=Now()).values("session_key")
    ).delete()
    UserSession.objects.get_or_create(
        session_key=request.session.session_key,
        defaults={
            "user": user,
            "ip": AccountAdapter().get_client_ip(request),
            "user_agent": request.META.get("HTTP_USER_AGENT", "")[:agent],
        },
    )


def connect() -> None:
    """Listen to every way in and out, whichever page or address it takes."""
    from allauth.account.signals import password_changed
    from allauth.account.signals import user_logged_in as user_came_in
    from allauth.mfa.signals import authenticator_added, authenticator_removed
    from axes.signals import user_locked_out
    from django.contrib.auth.signals import user_logged_in, user_logged_out, user_login_failed

    user_logged_in.connect(note_sign_in)
    user_came_in.connect(follow_groups)
    user_logged_out.connect(note_sign_out)
    user_login_failed.connect(note_refusal)
    user_locked_out.connect(note_lock_out)
    authenticator_added.connect(note_factor_added)
    authenticator_removed.connect(note_factor_removed)
    password_changed.connect(note_password)
