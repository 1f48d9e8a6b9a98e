"""Every address of the platform."""

from allauth.account.decorators import secure_admin_login
from django.contrib import admin
from django.urls import URLPattern, URLResolver, include, path

from hvrmet.accounts.home import answer_invitation, home, invitations
from hvrmet.core.http import documentation, health, problems
from hvrmet.core.http.language import choose_language
from hvrmet.dashboard.api import SituationView
from hvrmet.dashboard.runs.api import DiagnosisRunView
from hvrmet.operations.views import scrape

api_v1: list[URLPattern | URLResolver] = [
    path("", include("hvrmet.accounts.urls")),
    path("", include("hvrmet.places.urls")),
    path("", include("hvrmet.jobs.urls")),
    path("", include("hvrmet.evidence.urls")),
    path("", include("hvrmet.reports.urls")),
    path("", include("hvrmet.reviews.urls")),
    path("", include("knowledge.urls")),
    path("", include("hvrmet.webhooks.urls")),
    path("", include("hvrmet.audit.urls")),
    path("situation/", SituationView.as_view(), name="situation"),
    path("diagnoses/<uuid:job_id>/run/", DiagnosisRunView.as_view(), name="diagnosis-run"),
    path("schema/", documentation.schema, name="schema"),
    path("docs/", documentation.page, name="api-docs"),
]

admin.site.login = secure_admin_login(admin.site.login)  # type: ignore[method-assign]

# The sign-in library's pages that have no place here: accounts are made by operators, nothing is
# sent by mail, and sessions are ended through the API, which audits it.
closed = [
    path(f"accounts/{route}", problems.closed)
    for route in (
        *("signup/", "email/", "password/reset/", "confirm-email/", "inactive/"),
        *("3rdparty/signup/", "3rdparty/", "sessions/"),
    )
]

urlpatterns = [
    *closed,
    path("accounts/", include("allauth.urls")),
    path("", home, name="home"),
    path("language/", choose_language, name="language"),
    path("invitations/", invitations, name="invitations"),
    path("invitations/<uuid:invitation_id>/", answer_invitation, name="invitation-answer"),
    path("", include("hvrmet.dashboard.urls")),
    path("api/v1/", include(api_v1)),
    path("admin/", admin.site.urls),
    path("healthz", health.live, name="healthz"),
    path("readyz", health.ready, name="readyz"),
    path("metrics", scrape, name="metrics"),
]

handler400 = "hvrmet.core.http.problems.bad_request"
handler403 = "hvrmet.core.http.problems.forbidden"
handler404 = "hvrmet.core.http.problems.not_found"
handler429 = "hvrmet.core.http.problems.too_many"
handler500 = "hvrmet.core.http.problems.server_error"
