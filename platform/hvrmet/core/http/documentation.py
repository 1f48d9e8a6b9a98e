"""The OpenAPI document, and a page to read and to try its operations: no script from elsewhere."""

from __future__ import annotations

import json
from functools import lru_cache
from typing import Any

from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.utils.html import format_html, format_html_join
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
def _groups() -> list[dict[str, Any]]:
    document = openapi_document()
    operations = [
        _shown(path, method, operation)
        for path, methods in sorted(document["paths"].items())
        for method, operation in methods.items()
    ]
    return [
        {**tag, "operations": [one for one in operations if one["tag"] == tag["name"]]}
        for tag in document["tags"]
    ]


def _shown(path: str, method: str, operation: dict[str, Any]) -> dict[str, Any]:
    body = operation.get("requestBody", {}).get("content", {})
    request = _written(body.get("application/json", {}).get("example"))
    return {
        "id": operation["operationId"],
        "tag": operation["tags"][0],
        "method": method.upper(),
        "path": path,
        "sunset": operation.get("x-sunset", "")[:10],
        "summary": _with_code(operation["summary"]),
        "paragraphs": [_with_code(part) for part in operation["description"].split("\n\n")],
        "parameters": [
            {
                **one,
                "said": _with_code(one["description"]),
                "many": one["schema"].get("type") == "array",
            }
            for one in operation.get("parameters", ())
        ],
        "takes_body": "application/json" in body,
        "request": request,
        "rows": min(max(3, request.count("\n") + 1), 20),
        "answers": [
            {"status": status, "media": media, "text": _written(content["example"])}
            for status, answer in operation["responses"].items()
            for media, content in answer.get("content", {}).items()
            if "example" in content
        ],
        "statuses": ", ".join(sorted(operation["responses"])),
    }


def _written(example: Any) -> str:
    if example is None or isinstance(example, str):
        return example or ""
    return json.dumps(example, ensure_ascii=False, indent=2)


def _with_code(text: str) -> str:
    """Return a text of the document as HTML: what stands between backticks is code."""
    parts = text.split("`")
    marked = (
        format_html("<code>{}</code>" if at % 2 else "{}", part) for at, part in enumerate(parts)
    )
    return format_html_join("", "{}", ((part,) for part in marked))


@require_safe
def page(request: HttpRequest) -> HttpResponse:
    """Show every operation with its parameters and answers, by group, to read and to try."""
    return render(request, "core/api.html", {"groups": _groups()})
