"""Whether the process is alive, and whether it can serve."""

from __future__ import annotations

import logging
from collections.abc import Callable

import redis
from celery.exceptions import OperationalError as CeleryOperationalError
from django.core.files.storage import default_storage
from django.db import DatabaseError, InterfaceError, connection
from django.http import HttpRequest, JsonResponse
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_safe
from kombu.exceptions import OperationalError as BrokerError

log = logging.getLogger(__name__)
_FAULTS = (
    DatabaseError,
    InterfaceError,
    BrokerError,
    CeleryOperationalError,
    redis.RedisError,
    OSError,
)


def _check_database() -> None:
    with connection.cursor() as cursor:
        cursor.execute("SELECT 1")


def _check_broker() -> None:
    from hvrmet.celery_app import app

    with app.connection_for_write(connect_timeout=2) as broker:
        broker.ensure_connection(max_retries=1, timeout=2)


def _check_storage() -> None:
    default_storage.exists("health-probe")


CHECKS: dict[str, Callable[[], None]] = {
    "database": _check_database,
    "broker": _check_broker,
    "storage": _check_storage,
}


@never_cache
@require_safe
def live(request: HttpRequest) -> JsonResponse:
    """Answer that the process runs."""
    return JsonResponse({"status": "ok"})


@never_cache
@require_safe
def ready(request: HttpRequest) -> JsonResponse:
    """Answer 200 when the database, broker and storage can be reached, else 503."""
    parts = {}
    for name, check in CHECKS.items():
        try:
            check()
        except _FAULTS as error:
            log.warning("readiness: %s is not available: %s", name, error)
            parts[name] = "unavailable"
        else:
            parts[name] = "ok"
    well = all(state == "ok" for state in parts.values())
    document = {"status": "ok" if well else "unavailable", "parts": parts}
    return JsonResponse(document, status=200 if well else 503)
