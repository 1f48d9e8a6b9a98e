"""What requests that queue a job have in common: the key that repeats nothing, and the answer."""

from __future__ import annotations

from typing import Protocol

from drf_spectacular.utils import OpenApiParameter
from rest_framework.request import Request
from rest_framework.response import Response

from hvrmet.core.errors import ApplicationError

IDEMPOTENCY_HEADER = "Idempotency-Key"
KEY_PARAMETER = OpenApiParameter(
    IDEMPOTENCY_HEADER,
    str,
    OpenApiParameter.HEADER,
    description="The same key with the same request gives the same job",
)


class Queued(Protocol):
    """A document of a job."""

    @property
    def url(self) -> str:
        """Its address."""

    def model_dump(self, *, mode: str) -> dict[str, object]:
        """Return it as JSON data."""


def idempotency_key(request: Request) -> str | None:
    """Return the key that a request carries.

    Raises
    ------
    ApplicationError
        With code ``invalid_request`` when it is too long or empty.
    """
    key: str | None = request.headers.get(IDEMPOTENCY_HEADER)
    if key is not None and not 1 <= len(key) <= 200:
        raise ApplicationError(
            f"{IDEMPOTENCY_HEADER} must have 1 to 200 characters", code="invalid_request"
        )
    return key


def queued(document: Queued, *, created: bool, status: int = 202) -> Response:
    """Return a job with its address, and say where it was there before."""
    headers = {"Location": document.url}
    if not created:
        headers["Idempotent-Replayed"] = "true"
    return Response(document, status=status, headers=headers)
