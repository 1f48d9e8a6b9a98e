"""A page that lists the API's operations, rendered here: no script from elsewhere."""

from __future__ import annotations

from functools import lru_cache
from typing import Any

from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.views.decorators.http import require_safe
from drf_spectacular.generators import SchemaGenerator


@lru_cache(maxsize=1)
def _operations() -> list[dict[str, Any]]:
    schema: dict[str, Any] = SchemaGenerator().get_schema(request=None, public=True)
    return [
        {
            "method": method.upper(),
            "path": path,
            "summary": operation.get("description", ""),
            "parameters": operation.get("parameters", []),
            "statuses": ", ".join(sorted(operation.get("responses", {}))),
        }
        for path, methods in sorted(schema["paths"].items())
        for method, operation in methods.items()
    ]


@require_safe
def page(request: HttpRequest) -> HttpResponse:
    """List every operation with its parameters and answers."""
    return render(request, "core/api.html", {"operations": _operations()})
