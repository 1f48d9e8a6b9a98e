"""The ways in for a person: the page at ``/``, the invitations, and one's centres."""

from __future__ import annotations

from typing import Any
from uuid import UUID

from django import forms
from django.contrib import messages
from django.contrib.auth.decorators import login_required
from django.contrib.auth.views import redirect_to_login
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.urls import reverse
from django.utils.functional import SimpleLazyObject
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_http_methods, require_safe

from hvrmet.accounts.authentication import choose_membership, factor_is_missing
from hvrmet.accounts.invitations import invitation_accept, invitation_decline
from hvrmet.accounts.models import User
from hvrmet.accounts.selectors import MembershipInfo, invitations_of, memberships_of
from hvrmet.accounts.sign_in import TENANT_SESSION_KEY
from hvrmet.core.errors import ApplicationError
from hvrmet.core.messages import page_text
from hvrmet.tenants.models import Tenant


class AnswerForm(forms.Form):
    """What a person says to an invitation."""

    answer = forms.ChoiceField(choices=[("accept", ""), ("decline", "")])


def centre_address(slug: str) -> str:
    """Return where the application of a centre is."""
    return reverse("dashboard", kwargs={"slug": slug})


def active_centre(request: HttpRequest) -> dict[str, Any]:
    """Give pages the active centre of the person, and whether it is closed to them for now.

    A context processor. It is closed as long as a second factor is missing.
    """
    return {
        "active_centre": SimpleLazyObject(lambda: _active(request)),
        "factor_missing": SimpleLazyObject(lambda: factor_is_missing(request.session)),
    }


@never_cache
@require_safe
def home(request: HttpRequest) -> HttpResponse:
    """Lead to the active centre, or to what comes before it."""
    if not (Tenant.objects.exists() and User.objects.exists()):
        return render(request, "core/first_centre.html")
    if not isinstance(request.user, User):
        return redirect_to_login(reverse("home"))
    if factor_is_missing(request.session):
        return to_second_factor(request, "factor-required")
    active = _active(request)
    return redirect(centre_address(active.slug)) if active else invitations(request)


@never_cache
@login_required
@require_safe
def invitations(request: HttpRequest) -> HttpResponse:
    """Show who invites the person, and the centres that they work in."""
    if factor_is_missing(request.session):
        return to_second_factor(request, "factor-required")
    assert isinstance(request.user, User)
    active = _active(request)
    context = {
        "centres": [
            {
                "slug": item.slug,
                "name": item.name,
                "roles": item.roles,
                "home": item.home,
                "active": active is not None and item.tenant_id == active.tenant_id,
                "address": centre_address(item.slug),
            }
            for item in memberships_of(request.user.pk)
        ],
        "invitations": invitations_of(request.user.pk),
    }
    return render(request, "core/invitations.html", context)


@never_cache
@login_required
@require_http_methods(["GET", "HEAD", "POST"])
def answer_invitation(request: HttpRequest, invitation_id: UUID) -> HttpResponse:
    """Accept or decline an invitation from the form of the page, and go back there.

    Whoever had to sign in again in between comes here without the form, and answers once more.
    """
    if request.method != "POST":
        return redirect("invitations")
    if factor_is_missing(request.session):
        return to_second_factor(request, "factor-answer")
    form = AnswerForm(request.POST)
    if not form.is_valid():
        messages.error(request, page_text("invitation-choose"))
        return redirect("invitations")
    assert isinstance(request.user, User)
    open_now = invitations_of(request.user.pk)
    centre = next((item.name for item in open_now if item.id == invitation_id), "")
    accepts = form.cleaned_data["answer"] == "accept"
    answer = invitation_accept if accepts else invitation_decline
    try:
        answer(user=request.user, invitation_id=invitation_id)
    except ApplicationError as error:
        closed = error.code == "invitation_closed"
        said = page_text("invitation-closed") if closed else page_text("invitation-gone")
        messages.error(request, said)
    else:
        done = "invitation-accepted" if accepts else "invitation-declined"
        messages.success(request, page_text(done, centre=centre))
    return redirect("invitations")


def to_second_factor(request: HttpRequest, reason: str) -> HttpResponse:
    """Lead to the page where a second factor is added, with the text that says why."""
    messages.warning(request, page_text(reason))
    return redirect("mfa_index")


def _active(request: HttpRequest) -> MembershipInfo | None:
    user = getattr(request, "user", None)
    if not isinstance(user, User):
        return None
    remembered = request.session.get(TENANT_SESSION_KEY)
    return choose_membership(memberships_of(user.pk), None, remembered)
