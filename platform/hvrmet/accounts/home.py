"""The page at ``/``: where one is, who invites one, and what to do next."""

from __future__ import annotations

from typing import Any
from uuid import UUID

from django import forms
from django.contrib import messages
from django.contrib.auth.decorators import login_required
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.utils.functional import SimpleLazyObject
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_POST, require_safe

from hvrmet.accounts.authentication import choose_membership, factor_is_missing
from hvrmet.accounts.invitations import invitation_accept, invitation_decline
from hvrmet.accounts.models import User
from hvrmet.accounts.selectors import MembershipInfo, invitations_of, memberships_of
from hvrmet.accounts.sign_in import TENANT_SESSION_KEY
from hvrmet.core.errors import ApplicationError
from hvrmet.tenants.models import Tenant


class AnswerForm(forms.Form):
    """What a person says to an invitation."""

    answer = forms.ChoiceField(choices=[("accept", "Accept"), ("decline", "Decline")])


def active_centre(request: HttpRequest) -> dict[str, Any]:
    """Give the platform's pages the active centre of the person (a context processor)."""
    return {"active_centre": SimpleLazyObject(lambda: _active(request))}


@never_cache
@require_safe
def home(request: HttpRequest) -> HttpResponse:
    """Say how to make the first centre, how to sign in, or what there is to see."""
    context: dict[str, Any] = {"centre_exists": Tenant.objects.exists() and User.objects.exists()}
    if isinstance(request.user, User):
        context["factor_missing"] = factor_is_missing(request.session)
        if not context["factor_missing"]:
            context["invitations"] = invitations_of(request.user.pk)
    return render(request, "core/home.html", context)


@never_cache
@login_required
@require_POST
def answer_invitation(request: HttpRequest, invitation_id: UUID) -> HttpResponse:
    """Accept or decline an invitation from the form of the page, and go back there."""
    form = AnswerForm(request.POST)
    if factor_is_missing(request.session):
        messages.warning(request, "Add a second factor before you answer an invitation.")
        return redirect("mfa_index")
    if not form.is_valid():
        messages.error(request, "Choose Accept or Decline.")
        return redirect("home")
    accepts = form.cleaned_data["answer"] == "accept"
    answer = invitation_accept if accepts else invitation_decline
    assert isinstance(request.user, User)
    try:
        answer(user=request.user, invitation_id=invitation_id)
    except ApplicationError as error:
        messages.error(request, f"Nothing was changed: {error.message}.")
    else:
        messages.success(request, f"You have {'accepted' if accepts else 'declined'}.")
    return redirect("home")


def _active(request: HttpRequest) -> MembershipInfo | None:
    user = getattr(request, "user", None)
    if not isinstance(user, User):
        return None
    remembered = request.session.get(TENANT_SESSION_KEY)
    return choose_membership(memberships_of(user.pk), None, remembered)
