"""Saying again who one is, before acts that a stranger at an unlocked screen must not do."""

from __future__ import annotations

import time
from datetime import UTC, datetime, timedelta
from typing import Any

from allauth.account.adapter import get_adapter
from allauth.account.authentication import get_authentication_records
from allauth.account.internal.flows.reauthentication import (
    get_reauthentication_flows,
    reauthenticate_by_password,
)
from allauth.mfa.utils import is_mfa_enabled
from django.conf import settings
from django.core.exceptions import ValidationError
from django.http import HttpRequest

from hvrmet.accounts.models import User
from hvrmet.accounts.second_factor_codes import ConfirmationCodeForm
from hvrmet.accounts.sign_in import SIGNED_IN_SESSION_KEY, note_confirmation
from hvrmet.core.errors import ApplicationError

CONFIRM_ADDRESS = "/api/v1/session/confirm/"
_WAYS = {"reauthenticate": "password", "mfa_reauthenticate": "code"}


def confirmed_until(request: HttpRequest) -> datetime | None:
    """Return until when a session's person need not say again who they are; None without one.

    The sign-in counts, and so does each password, code or visit to an organisation since.
    """
    user: Any = request.user
    if not user.is_authenticated:
        return None
    times = [float(record["at"]) for record in get_authentication_records(request, user)]
    last = max(times, default=0.0)
    last = max(last, request.session.get(SIGNED_IN_SESSION_KEY, 0.0))
    minutes = settings.ENVIRONMENT.hvrmet_confirm_minutes
    return datetime.fromtimestamp(last, UTC) + timedelta(minutes=minutes)


def require_confirmation(request: HttpRequest) -> None:
    """Refuse a person who has not said lately who they are.

    Raises
    ------
    ApplicationError
        With code ``confirmation_required`` (403); ``data`` says where and how to do so.
    """
    until = confirmed_until(request)
    if until is not None and until.timestamp() > time.time():
        return
    minutes = settings.ENVIRONMENT.hvrmet_confirm_minutes
    ways = [_WAYS[flow["id"]] for flow in get_reauthentication_flows(request.user)]
    raise ApplicationError(
        f"you said who you are more than {minutes} minutes ago: confirm it, then ask again",
        code="confirmation_required",
        http_status=403,
        data={"confirm": CONFIRM_ADDRESS, "ways": ways or ["provider"]},
    )


def confirm_by_password(request: HttpRequest, user: User, password: str) -> None:
    """Note that a signed-in person knows the password; wrong ones count towards the lock-out.

    Raises
    ------
    ApplicationError
        With code ``confirmation_failed`` (403) or ``locked_out`` (429).
    """
    try:
        known = get_adapter().reauthenticate(user, password)
    except ValidationError as error:
        raise too_many_attempts() from error
    if not known:
        raise _failed("the password is wrong")
    reauthenticate_by_password(request)
    note_confirmation(request, user)


def confirm_by_code(request: HttpRequest, user: User, code: str) -> None:
    """Note that a signed-in person holds the second factor.

    Raises
    ------
    ApplicationError
        With code ``confirmation_failed`` (403) or ``locked_out`` (429).
    """
    form = ConfirmationCodeForm(user=user, data={"code": code}) if is_mfa_enabled(user) else None
    if form is None or not form.is_valid():
        if form is not None and form.was_not_looked_at:
            raise too_many_attempts()
        raise _failed("the code is wrong, was used before, or there is no second factor")
    form.save()
    note_confirmation(request, user)


def too_many_attempts() -> ApplicationError:
    """Return the refusal of somebody who has guessed too often."""
    return ApplicationError(
        "too many failed attempts: wait a few minutes",
        code="locked_out",
        http_status=429,
        data={"retry_after": 300},
    )


def _failed(said: str) -> ApplicationError:
    return ApplicationError(said, code="confirmation_failed", http_status=403)
