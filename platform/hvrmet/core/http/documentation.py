"""The OpenAPI document, and a page that lists its operations: no script from elsewhere."""

from __future__ import annotations

import json
from functools import lru_cache
from typing import Any

from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.views.decorators.http import condition, require_safe
from drf_spectacular.generators import SchemaGenerator

from hvrmet.core.http.conditional import etag_of

MEDIA_TYPE = "application/vnd.oai.openapi+json"


@lru_cache(maxsize=1)
def openapi_document() -> dict[str, Any]:
    """Return the document of every operation, as plain JSON data."""
    document = SchemaGenerator().get_schema(request=None, public=True)
    found: dict[str, Any] = json.loads(json.dumps(document, default=str))
    return found


@lru_cache(maxsize=1)
def _served() -> bytes:
    return json.dumps(openapi_document(), ensure_ascii=False).encode()


@require_safe
@condition(etag_func=lambda request: etag_of(_served()))
def schema(request: HttpRequest) -> HttpResponse:
    """Return the OpenAPI document; it changes with the version of the platform only."""
    return HttpResponse(_served(), content_type=MEDIA_TYPE)


@lru_cache(maxsize=1)
def _operations() -> list[dict[str, Any]]:
    return [
        {
            "method": method.upper(),
            "path": path,
            "sunset": operation.get("x-sunset", "")[:10],
            "summary": operation["summary"],
            "description": operation.get("description", ""),
            "parameters": operation.get("parameters", []),
            "statuses": ", ".join(sorted(operation.get("responses", {}))),
        }
        for path, methods in sorted(openapi_document()["paths"].items())
        for method, operation in methods.items()
    ]


@require_safe
def page(request: HttpRequest) -> HttpResponse:
    """List every operation with its parameters and answers."""
    return render(request, "core/api.html", {"operations": _operations()})
