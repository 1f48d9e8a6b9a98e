"""The page at ``/``: what to do next."""

from __future__ import annotations

from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_safe

from hvrmet.accounts.models import User
from hvrmet.tenants.models import Tenant


@never_cache
@require_safe
def home(request: HttpRequest) -> HttpResponse:
    """Say how to make the first centre, how to sign in, or what there is to see."""
    ready = Tenant.objects.exists() and User.objects.exists()
    return render(request, "core/home.html", {"centre_exists": ready})
