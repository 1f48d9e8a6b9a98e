"""Operations that are to go: said in every answer, in the OpenAPI document, in log and metrics."""

from __future__ import annotations

import logging
from collections.abc import Callable
from dataclasses import dataclass
from datetime import UTC, datetime, timedelta
from typing import Any, TypeVar

from django.http.response import HttpResponseBase
from django.utils.http import http_date
from drf_spectacular.utils import extend_schema
from rest_framework.request import Request

from hvrmet.core.observability.metrics import DEPRECATED_REQUESTS

log = logging.getLogger(__name__)
F = TypeVar("F", bound=Callable[..., Any])
LEAST_NOTICE = timedelta(days=365)
HEADERS = ("Deprecation", "Sunset", "Link")
_ATTRIBUTE = "deprecation"


@dataclass(frozen=True)
class Deprecation:
    """From when an operation is not to be used any more, and when it goes.

    Attributes
    ----------
    since : datetime
        When it was said, with a zone.
    sunset : datetime
        When the operation may go; at least twelve months later.
    link : str
        Where it says what to use instead.
    """

    since: datetime
    sunset: datetime
    link: str

    def __post_init__(self) -> None:
        if self.since.tzinfo is None or self.sunset.tzinfo is None:
            raise ValueError("a deprecation needs times with a zone")
        if self.sunset - self.since < LEAST_NOTICE:
            raise ValueError(
                f"from {self.since:%Y-%m-%d} to {self.sunset:%Y-%m-%d} is less than twelve months: "
                "docs/use/api.md promises that much notice"
            )

    def headers(self) -> dict[str, str]:
        """Return what every answer says (RFC 9745, RFC 8594)."""
        relations = ("deprecation", "sunset")
        return {
            "Deprecation": f"@{int(self.since.timestamp())}",
            "Sunset": http_date(self.sunset.timestamp()),
            "Link": ", ".join(f'<{self.link}>; rel="{name}"' for name in relations),
        }


def deprecated(*, since: datetime, sunset: datetime, link: str) -> Callable[[F], F]:
    """Declare that a view's method is to go; the outermost decorator of the method.

    Raises
    ------
    ValueError
        When the notice is shorter than the API promises.
    """
    deprecation = Deprecation(since, sunset, link)
    gone = deprecation.sunset.astimezone(UTC).strftime("%Y-%m-%dT%H:%M:%SZ")

    def mark(method: F) -> F:
        described = extend_schema(deprecated=True, extensions={"x-sunset": gone})
        marked: F = described(method)
        setattr(marked, _ATTRIBUTE, deprecation)
        return marked

    return mark


def announce(view: Any, request: Request, response: HttpResponseBase) -> None:
    """Say in an answer that its operation is to go, and note who still uses it."""
    name = "get" if request.method == "HEAD" else str(request.method).lower()
    found: Deprecation | None = getattr(getattr(view, name, None), _ATTRIBUTE, None)
    if found is None:
        return
    for header, value in found.headers().items():
        response.headers[header] = value
    match = request._request.resolver_match
    route = match.route if match else "unmatched"
    DEPRECATED_REQUESTS.labels(request.method, route).inc()
    actor = getattr(request.auth, "label", "nobody")
    log.info("%s uses %s %s, which goes on %s", actor, request.method, route, found.sunset.date())
