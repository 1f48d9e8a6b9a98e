"""Whether the actor may do what the view needs."""

from __future__ import annotations

from typing import TYPE_CHECKING

from rest_framework.exceptions import NotAuthenticated
from rest_framework.permissions import BasePermission
from rest_framework.request import Request

from diagnostics.messages import message
from hvrmet.accounts.dual_control import require_person
from hvrmet.accounts.principals import Principal
from hvrmet.accounts.roles import Verb

if TYPE_CHECKING:
    # The framework's settings load this module while its views are being imported.
    from rest_framework.views import APIView


class HasVerb(BasePermission):
    """The view's ``verbs`` say which verb each method needs; a method left out is refused."""

    def has_permission(self, request: Request, view: APIView) -> bool:
        """Compare the actor's verbs with the one that the method needs."""
        principal = request.auth
        if not isinstance(principal, Principal):
            raise NotAuthenticated
        verbs: dict[str, Verb] = getattr(view, "verbs", {})
        needed = verbs.get("GET" if request.method == "HEAD" else request.method or "")
        return needed is not None and needed in principal.verbs


class IsPerson(BasePermission):
    """A person with a tenant, for what belongs to people."""

    whom = "A person who is signed in to a centre"

    def has_permission(self, request: Request, view: APIView) -> bool:
        """Refuse service keys, with the code ``person_required``."""
        if not isinstance(request.auth, Principal):
            raise NotAuthenticated
        require_person(request.auth, to=message("refusal-act_have_sessions"))
        return True


class IsSignedIn(BasePermission):
    """A person who is signed in, in a tenant or in none."""

    whom = "A person who is signed in"

    def has_permission(self, request: Request, view: APIView) -> bool:
        """Refuse service keys, with the code ``person_required``."""
        if isinstance(request.auth, Principal):
            require_person(request.auth, to=message("refusal-act_belong"))
        if not getattr(request.user, "is_authenticated", False):
            raise NotAuthenticated
        return True


class IsMember(BasePermission):
    """Any actor with a tenant."""

    whom = "A key, or a person who is signed in to a centre,"

    def has_permission(self, request: Request, view: APIView) -> bool:
        """Refuse those who have not said who they are."""
        if not isinstance(request.auth, Principal):
            raise NotAuthenticated
        return True
