"""Every address of the platform."""

from django.contrib import admin
from django.urls import URLPattern, URLResolver, include, path
from django.views.generic import RedirectView
from drf_spectacular.views import SpectacularAPIView

from hvrmet.core import documentation, health

api_v1: list[URLPattern | URLResolver] = [
    path("", include("hvrmet.accounts.urls")),
    path("", include("hvrmet.jobs.urls")),
    path("", include("hvrmet.evidence.urls")),
    path("", include("hvrmet.reports.urls")),
    path("", include("knowledge.urls")),
    path("", include("hvrmet.audit.urls")),
    path("schema/", SpectacularAPIView.as_view(), name="schema"),
    path("docs/", documentation.page, name="api-docs"),
]

urlpatterns = [
    path("", RedirectView.as_view(pattern_name="api-docs"), name="home"),
    path("api/v1/", include(api_v1)),
    path("admin/", admin.site.urls),
    path("healthz", health.live, name="healthz"),
    path("readyz", health.ready, name="readyz"),
]

handler400 = "hvrmet.core.problems.bad_request"
handler403 = "hvrmet.core.problems.forbidden"
handler404 = "hvrmet.core.problems.not_found"
handler500 = "hvrmet.core.problems.server_error"
