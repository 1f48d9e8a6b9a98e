"""How long sign-in waits after failures: a little at first, longer with every further one.

Wrong passwords count for a name at an address, until the right password or a day without a failure:
nobody locks another person out from elsewhere, and guesses at one name from many addresses are
slowed down by the sign-in library. Wrong codes of the second factor count for the person, from all
addresses together, for who guesses them knows the password. After the limit each failure begins a
wait that is twice as long as the one before. An attempt while it lasts is refused without a look at
the password, counts for nothing and prolongs nothing, so that nobody keeps another person out by
knocking.
"""

from __future__ import annotations

from collections.abc import Mapping
from datetime import timedelta
from typing import Any

from axes.handlers.database import AxesDatabaseHandler
from axes.handlers.proxy import AxesProxyHandler
from django.conf import settings
from django.contrib.auth.signals import user_login_failed
from django.db.models import Max, Sum
from django.http import HttpRequest, HttpResponse
from django.utils import timezone

from hvrmet.core.http.problems import problem_answer
from hvrmet.core.names import name_key
from hvrmet.settings.sign_in import FIRST_WAIT, LONGEST_WAIT

_CODE = "second_factor"
_OF_CODES = " CODES"
"""Capitals: no name has them where it is counted."""


def counted_name(request: HttpRequest, credentials: Mapping[str, Any] | None = None) -> str | None:
    """Return the name under which a failure counts: one for all ways to write it."""
    given = request.POST if credentials is None else credentials
    name = given.get("username")
    if name is None:
        return None
    key = name_key(str(name))
    return f"{key}{_OF_CODES}" if given.get(_CODE) is True else key


def counted_by(_: object, credentials: Mapping[str, Any] | None = None) -> list[str | list[str]]:
    """Return what failures are counted by: a password's by name and address, a code's by name."""
    is_code = credentials is not None and credentials.get(_CODE) is True
    return ["username"] if is_code else [["username", "ip_address"]]


def code_refused(request: HttpRequest, username: str) -> None:
    """Count a wrong code of the second factor like a wrong password."""
    user_login_failed.send(__name__, credentials=_of_code(username), request=request)


def code_accepted(request: HttpRequest, username: str) -> None:
    """Forget the wrong codes of a person who gave a right one."""
    GrowingWait().reset_user_attempts(request, _of_code(username))


def codes_wait(request: HttpRequest, username: str) -> bool:
    """Say whether codes of a person are not looked at now, and have the request answered so."""
    credentials = _of_code(username)
    if AxesProxyHandler.is_allowed(request, credentials):
        return False
    vars(request).update(axes_locked_out=True, axes_credentials=credentials)
    return True


def _of_code(username: str) -> dict[str, Any]:
    return {"username": username, _CODE: True}


def wait_after(failures: int) -> timedelta:
    """Return how long sign-in waits after the last of so many failures.

    Examples
    --------
    >>> [wait_after(count).total_seconds() / 60 for count in (4, 5, 6, 7, 10, 11, 500)]
    [0.0, 1.0, 2.0, 4.0, 32.0, 60.0, 60.0]
    """
    beyond = failures - settings.AXES_FAILURE_LIMIT
    if beyond < 0:
        return timedelta()
    # No further than the longest wait: a power of many failures is no length of time any more.
    return min(LONGEST_WAIT, FIRST_WAIT * 2 ** min(beyond, 16))


class GrowingWait(AxesDatabaseHandler):
    """Counts failures as the sign-in library does, and locks for `wait_after` of them."""

    def is_locked(self, request: HttpRequest, credentials: dict[str, Any] | None = None) -> bool:
        """Whether the wait after the last failure is not over."""
        return self.remaining(request, credentials) > timedelta()

    def remaining(
        self, request: HttpRequest, credentials: Mapping[str, Any] | None = None
    ) -> timedelta:
        """Return what is left of the wait, zero where there is none."""
        longest = timedelta()
        for attempts in self.get_user_attempts(request, credentials):
            found = attempts.aggregate(count=Sum("failures_since_start"), last=Max("attempt_time"))
            if found["last"] is not None:
                over = found["last"] + wait_after(found["count"])
                longest = max(longest, over - timezone.now())
        return longest


def locked_out(
    request: HttpRequest,
    reply: HttpResponse | None = None,
    credentials: Mapping[str, Any] | None = None,
) -> HttpResponse:
    """Answer a sign-in after too many failures."""
    left = GrowingWait().remaining(request, credentials)
    seconds = max(1, int(left.total_seconds()))
    return problem_answer(
        request,
        429,
        "locked_out",
        f"too many failed attempts: wait {seconds} seconds, or ask the operator. Attempts before "
        "that change nothing.",
        data={"retry_after": seconds},
        retry_after=seconds,
    )
