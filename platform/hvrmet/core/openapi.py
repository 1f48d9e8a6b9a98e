"""What every operation declares: its success and the error answers it can give."""

from __future__ import annotations

from typing import Any

from drf_spectacular.utils import OpenApiParameter, OpenApiResponse

from hvrmet.core.problems import MEDIA_TYPE, Problem

ALWAYS = (401, 403, 406, 429)


def answers(success: dict[Any, Any], *errors: int) -> dict[Any, Any]:
    """Return the ``responses`` of an operation: its successes, and a Problem for each error."""
    found: dict[Any, Any] = dict(success)
    for status in sorted({*ALWAYS, *errors}):
        found[(status, MEDIA_TYPE)] = OpenApiResponse(Problem)
    return found


TENANT_PARAMETER = OpenApiParameter(
    "X-HVRMET-Tenant",
    str,
    OpenApiParameter.HEADER,
    description="Slug or id of the active tenant; for sessions only",
)
PAGE_PARAMETERS = [
    OpenApiParameter("cursor", str, description="From `next` or `previous` of another page"),
    OpenApiParameter("page_size", int, description="1 to 200, 50 by default"),
]
