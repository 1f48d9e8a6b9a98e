"""Codes of the second factor: each works once, in its whole life and whichever way it came.

The sign-in library remembers a used code for one period of thirty seconds, but accepts it for
three, and does not remember the one that activated the factor. Here the counter of the last used
code is stored with the factor; a code counts when it is a later one (RFC 6238, 5.2).
"""

from __future__ import annotations

from typing import Any

from allauth.account.adapter import get_adapter as account_adapter
from allauth.core import context
from allauth.mfa.adapter import get_adapter
from allauth.mfa.base.forms import AuthenticateForm, ReauthenticateForm
from allauth.mfa.models import Authenticator
from allauth.mfa.totp.internal.auth import (
    format_hotp_value,
    hotp_value,
    yield_hotp_counters_from_time,
)
from allauth.mfa.utils import decrypt
from django.core.exceptions import ValidationError
from django.db import transaction

from hvrmet.accounts.lock_out import code_accepted, code_refused, codes_wait

TOO_MANY = "too_many_login_attempts"
_LAST = "last_counter"


def use_code(authenticator: Any, code: str) -> bool:
    """Use a code up; False when it, or a later one, was used before.

    A code of another kind of factor, such as a recovery code, is the library's to use up.
    """
    if authenticator.type != Authenticator.Type.TOTP:
        return True
    with transaction.atomic():
        row = Authenticator.objects.select_for_update().get(pk=authenticator.pk)
        secret, last = decrypt(row.data["secret"]), row.data.get(_LAST, -1)
        given = "".join(code.split())
        matching = [
            counter
            for counter in yield_hotp_counters_from_time()
            if counter > last and format_hotp_value(hotp_value(secret, counter)) == given
        ]
        if not matching:
            return False
        row.data = {**row.data, _LAST: matching[0]}
        row.save(update_fields=("data",))
        return True


class _UsedOnce:
    """A form whose right code is used up by the check, and whose wrong ones make the next wait."""

    def clean_code(self) -> str:
        """Check the code as the library does, then use it up; while codes wait, look at none.

        Raises
        ------
        ValidationError
            When the code is wrong or is not looked at; the request is answered with 429 then.
        """
        request, name = context.request, self.user.get_username()  # type: ignore[attr-defined]
        if codes_wait(request, name):
            raise account_adapter().validation_error(TOO_MANY)
        try:
            code: str = super().clean_code()  # type: ignore[misc]  # of the form beside
            if not use_code(self.authenticator, code):  # type: ignore[attr-defined]
                raise get_adapter().validation_error("incorrect_code")
        except ValidationError as error:
            if error.code != TOO_MANY:
                code_refused(request, name)
            raise
        code_accepted(request, name)
        return code

    @property
    def was_not_looked_at(self) -> bool:
        """Whether the code was refused because there were too many, right or wrong."""
        errors = self.errors.as_data().get("code", ())  # type: ignore[attr-defined]
        return any(error.code == TOO_MANY for error in errors)


class SignInCodeForm(_UsedOnce, AuthenticateForm):
    """The code at sign-in."""


class ConfirmationCodeForm(_UsedOnce, ReauthenticateForm):
    """The code of a confirmation."""
