"""How many requests an actor and a tenant may send in a minute.

Counts live in the shared cache, in windows of one minute. A cache that fails throttles nobody: the
platform rather serves too much than not at all.
"""

from __future__ import annotations

import logging
import time
from typing import TYPE_CHECKING

from django.conf import settings
from django.core.cache import cache
from redis import RedisError
from rest_framework.request import Request
from rest_framework.throttling import BaseThrottle

from hvrmet.accounts.principals import Principal

if TYPE_CHECKING:
    # The framework's settings load this module while its views are being imported.
    from rest_framework.views import APIView

log = logging.getLogger(__name__)
WINDOW_SECONDS = 60


class ActorThrottle(BaseThrottle):
    """Counts requests per key or person and per tenant; the anonymous ones per address."""

    def __init__(self) -> None:
        self._until: float | None = None

    def allow_request(self, request: Request, view: APIView) -> bool:
        """Count the request, and refuse it when one of its counts is over its limit."""
        now = time.time()
        try:
            counts = [(_count(name, now), limit) for name, limit in _buckets(request)]
        except (RedisError, OSError) as error:
            log.warning("requests are not counted: %s", error)
            return True
        self._until = WINDOW_SECONDS - now % WINDOW_SECONDS
        return all(count <= limit for count, limit in counts)

    def wait(self) -> float | None:
        """Return the seconds until the next window."""
        return self._until


def _buckets(request: Request) -> list[tuple[str, int]]:
    environment = settings.ENVIRONMENT
    actor = request.auth
    if isinstance(actor, Principal):
        return [
            (f"{actor.tenant_id.hex}.rate.{actor.id.hex}", environment.hvrmet_rate_per_actor),
            (f"{actor.tenant_id.hex}.rate", environment.hvrmet_rate_per_tenant),
        ]
    address = request.META.get("REMOTE_ADDR") or "-"
    return [(f"rate.{address.replace(':', '.')}", environment.hvrmet_rate_per_address)]


def _count(name: str, now: float) -> int:
    key = f"{name}.{int(now // WINDOW_SECONDS)}"
    try:
        return cache.incr(key)
    except ValueError:  # the first of its window, unless another one was faster
        return 1 if cache.add(key, 1, timeout=2 * WINDOW_SECONDS) else cache.incr(key)
