"""The page that a metrics server reads. It belongs to no tenant and has a secret of its own."""

from __future__ import annotations

from django.conf import settings
from django.http import HttpRequest, HttpResponse
from django.utils.crypto import constant_time_compare
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_safe
from prometheus_client import CONTENT_TYPE_LATEST, CollectorRegistry

from hvrmet.core.http.problems import closed
from hvrmet.core.observability.metrics import exposition
from hvrmet.operations.collector import PlatformCollector


@never_cache
@require_safe
def scrape(request: HttpRequest) -> HttpResponse:
    """Return all metrics to whoever sends ``HVRMET_METRICS_TOKEN`` as a bearer token."""
    token = settings.ENVIRONMENT.hvrmet_metrics_token
    given = request.headers.get("Authorization", "")
    if not token or not constant_time_compare(given, f"Bearer {token}"):
        return closed(request)
    asked = CollectorRegistry()
    asked.register(PlatformCollector())
    return HttpResponse(exposition(asked), content_type=CONTENT_TYPE_LATEST)
