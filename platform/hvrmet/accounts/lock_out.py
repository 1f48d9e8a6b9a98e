"""How long sign-in waits after failures: a little at first, longer with every further one.

Failures count for a name at an address, until the right password or a day without a failure. After
the limit each failure begins a wait that is twice as long as the one before. An attempt while it
lasts is refused without a look at the password, counts for nothing and prolongs nothing, so that
nobody keeps another person out by knocking.
"""

from __future__ import annotations

from collections.abc import Mapping
from datetime import timedelta
from typing import Any

from axes.handlers.database import AxesDatabaseHandler
from django.conf import settings
from django.db.models import Max, Sum
from django.http import HttpRequest, HttpResponse
from django.utils import timezone

from hvrmet.core.http.problems import problem_answer
from hvrmet.settings.sign_in import FIRST_WAIT, LONGEST_WAIT


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
