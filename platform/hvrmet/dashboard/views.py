"""The page that every address of the dashboard answers with: its script finds the way."""

from __future__ import annotations

from functools import lru_cache
from pathlib import Path

from django.conf import settings
from django.db import InterfaceError, OperationalError
from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_safe

from hvrmet.accounts.models import User
from hvrmet.tenants.models import Tenant

NONCE_PLACE = "__NONCE__"
OTHERS = (
    *("api", "ws", "admin", "accounts", "curation", "static"),
    *("healthz", "readyz", "metrics"),
)
"""First parts of addresses that are not the dashboard's: there, unknown is 404."""
ADDRESSES = rf"^(?!(?:{'|'.join(OTHERS)})(?:/|$))"


@never_cache
@require_safe
def page(request: HttpRequest) -> HttpResponse:
    """Return the built page; before there is a centre, say how to make the first one."""
    if not _centre_exists():
        return render(request, "core/no_centre.html")
    built = read_page(settings.DASHBOARD_PAGE)
    if built is None:
        return render(request, "core/no_dashboard.html", status=503)
    nonce = str(getattr(request, "csp_nonce", ""))
    return HttpResponse(built.replace(NONCE_PLACE, nonce))


def _centre_exists() -> bool:
    try:
        return Tenant.objects.exists() and User.objects.exists()
    except (OperationalError, InterfaceError):
        return True  # the page itself says that the database does not answer


@lru_cache(maxsize=2)
def _read(path: Path, _changed: int) -> str:
    return path.read_text(encoding="utf-8")


def read_page(path: Path) -> str | None:
    """Return the built page, or None where nobody has built it."""
    try:
        return _read(path, path.stat().st_mtime_ns)
    except FileNotFoundError:
        return None
