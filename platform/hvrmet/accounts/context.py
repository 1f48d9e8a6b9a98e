"""What the platform's own pages know of the person who reads them."""

from __future__ import annotations

from typing import Any

from django.http import HttpRequest
from django.utils.functional import SimpleLazyObject

from hvrmet.accounts.authentication import choose_membership
from hvrmet.accounts.models import User
from hvrmet.accounts.selectors import MembershipInfo, memberships_of
from hvrmet.accounts.sign_in import TENANT_SESSION_KEY


def active_centre(request: HttpRequest) -> dict[str, Any]:
    """Give the platform's pages the active centre of the person (a context processor)."""
    return {"active_centre": SimpleLazyObject(lambda: _active(request))}


def _active(request: HttpRequest) -> MembershipInfo | None:
    user = getattr(request, "user", None)
    if not isinstance(user, User):
        return None
    remembered = request.session.get(TENANT_SESSION_KEY)
    return choose_membership(memberships_of(user.pk), None, remembered)
