"""The page of the application, and the addresses of reports that do not change."""

from __future__ import annotations

from typing import Any
from uuid import UUID

from django.conf import settings
from django.contrib.auth.decorators import login_required
from django.http import Http404, HttpRequest, HttpResponse
from django.middleware.csrf import get_token
from django.shortcuts import redirect, render
from django.utils import timezone
from django.utils.translation import get_language
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_safe

from hvrmet.accounts.authentication import factor_is_missing
from hvrmet.accounts.granting import grantable_roles
from hvrmet.accounts.home import to_second_factor
from hvrmet.accounts.models import User
from hvrmet.accounts.roles import verbs_held
from hvrmet.accounts.selectors import MembershipInfo, memberships_of
from hvrmet.accounts.sign_in import TENANT_SESSION_KEY
from hvrmet.core.db.scope import scope
from hvrmet.core.errors import NotFoundError
from hvrmet.dashboard.build import built_pages
from hvrmet.jobs.registries.boundaries import boundaries_for
from hvrmet.reports.selectors import publication_by_id


@never_cache
@login_required
@require_safe
def page(request: HttpRequest, slug: str | None = None, **address: object) -> HttpResponse:
    """Return the application's page: one for all its addresses, its script finds the way.

    `address` is what follows the centre. One that names another person's centre is answered alike:
    nothing of a centre is in the page.
    """
    if factor_is_missing(request.session):
        return to_second_factor(request, "factor-required")
    pages = built_pages()
    if pages is None:
        return render(request, "dashboard/not_built.html", status=503)
    memberships = memberships_of(_person(request).pk)
    context = {
        "start": _start(request, memberships, pages.digest),
        "script": _address(pages.script),
        "styles": [_address(name) for name in pages.styles],
        "preloads": [_address(name) for name in pages.preloads],
    }
    return render(request, "dashboard/page.html", context)


@never_cache
@login_required
@require_safe
def report(request: HttpRequest, slug: str, version_id: UUID) -> HttpResponse:
    """Go to the page of a report by the key of one of its versions.

    Raises
    ------
    Http404
        When the person is no member of the centre, or it has no such version.
    """
    if factor_is_missing(request.session):
        return to_second_factor(request, "factor-required")
    with scope(_centre(request, slug).tenant_id):
        try:
            row = publication_by_id(version_id, drafts=True)
        except NotFoundError as error:
            raise Http404("there is no such report") from error
    return redirect("report-page", slug=slug, job_id=row.report.job_id, number=row.version.number)


@never_cache
@login_required
@require_safe
def report_file(
    request: HttpRequest, slug: str, job_id: UUID, number: int, kind: str
) -> HttpResponse:
    """Enter a centre and go to a version as a file.

    A browser that follows a link names no centre, so the session has to: two windows may work in
    two centres, and the address says which is meant.

    Raises
    ------
    Http404
        When the person is no member of the centre.
    """
    if factor_is_missing(request.session):
        return to_second_factor(request, "factor-required")
    request.session[TENANT_SESSION_KEY] = str(_centre(request, slug).tenant_id)
    return redirect("diagnosis-report-export", job_id=job_id, number=number, kind=kind)


def _centre(request: HttpRequest, slug: str) -> MembershipInfo:
    found = next((item for item in memberships_of(_person(request).pk) if item.slug == slug), None)
    if found is None:
        raise Http404("there is no such report")
    return found


def _person(request: HttpRequest) -> User:
    assert isinstance(request.user, User)
    return request.user


def _address(name: str) -> str:
    # Not `static()`: it would add a second digest in production, and a script that is loaded under
    # two addresses runs twice.
    return f"{settings.STATIC_URL}{name}"


def _start(
    request: HttpRequest, memberships: tuple[MembershipInfo, ...], build: str
) -> dict[str, Any]:
    """Return what the application needs to begin, as `frontend/src/start.ts` declares it."""
    person = _person(request)
    active = request.session.get(TENANT_SESSION_KEY)
    return {
        "person": person.get_username(),
        "centres": [
            {
                "slug": item.slug,
                "name": item.name,
                "home": item.home,
                "verbs": sorted(verbs_held(item.roles, curates=person.curates)),
                "grants": sorted(grantable_roles(item.roles)),
                "own_boundaries": boundaries_for(item.slug) is not None,
            }
            for item in memberships
        ],
        "active": next((item.slug for item in memberships if str(item.tenant_id) == active), None),
        "csrf": get_token(request),
        "language": "zh" if (get_language() or "").startswith("zh") else "en",
        "operator": person.is_staff,
        "mode": settings.ENVIRONMENT.hvrmet_mode,
        "build": build,
        "now": timezone.now().isoformat(),
    }
