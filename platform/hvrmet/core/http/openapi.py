"""What every operation declares: its parameters, its success and the errors it can answer."""

from __future__ import annotations

import json
import re
from functools import lru_cache
from typing import Any

from drf_spectacular.utils import OpenApiParameter, OpenApiResponse
from pydantic import BaseModel

from hvrmet.core.http.deprecation import HEADERS as DEPRECATION
from hvrmet.core.http.pagination import PageQuery
from hvrmet.core.http.problems import MEDIA_TYPE, Problem
from hvrmet.core.http.property_words import describe_properties, words_of

ALWAYS = (400, 401, 403, 406, 429)
WITH_BODY = (413, 415)
_HEADERS: dict[str, dict[str, Any]] = {
    "X-Request-ID": {
        "description": "The request's number in logs, the audit log and problem documents",
        "schema": {"type": "string"},
    },
    "ETag": {
        "description": "Digest of the answer; send it as `If-None-Match` to be answered 304",
        "schema": {"type": "string"},
    },
    "Deprecation": {
        "description": "Since when the operation is to go (RFC 9745); `Link` leads to the reason",
        "schema": {"type": "string", "pattern": "^@[0-9]+$"},
    },
    "Sunset": {
        "description": "When the operation goes (RFC 8594)",
        "schema": {"type": "string"},
    },
    "Link": {
        "description": 'What to use instead, as `rel="deprecation"`',
        "schema": {"type": "string"},
    },
    "Retry-After": {
        "description": "Seconds to wait",
        "schema": {"type": "string", "pattern": "^[0-9]+$"},
    },
}


def answers(success: dict[Any, Any], *errors: int) -> dict[Any, Any]:
    """Return the ``responses`` of an operation: its successes, and a Problem for each error."""
    found: dict[Any, Any] = dict(success)
    for status in sorted({*ALWAYS, *errors, *(WITH_BODY if 415 in errors else ())}):
        found[(status, MEDIA_TYPE)] = OpenApiResponse(Problem)
    return found


def query_parameters(model: type[BaseModel]) -> list[OpenApiParameter]:
    """Declare the fields of a query's model, with their types and limits."""
    document = model.model_json_schema()
    definitions = document.get("$defs", {})
    words = words_of(model)
    return [
        OpenApiParameter(
            name,
            _plain(schema, definitions),
            required=name in document.get("required", ()),
            description=schema.get("description") or words.get(name, ""),
            deprecated=schema.get("deprecated", False),
        )
        for name, schema in document["properties"].items()
    ]


def _plain(schema: dict[str, Any], definitions: dict[str, Any]) -> dict[str, Any]:
    """Return a parameter's schema: an address cannot say null, and holds no references."""
    kinds = [kind for kind in schema.get("anyOf", ()) if kind.get("type") != "null"]
    if len(kinds) == 1:
        schema = {**schema, **kinds[0]}
        del schema["anyOf"]
    if "$ref" in schema:
        schema = {**schema, **definitions[schema["$ref"].rsplit("/", 1)[-1]]}
        del schema["$ref"]
    if "items" in schema:
        schema = {**schema, "items": _plain(schema["items"], definitions)}
    dropped = {"title", "description", "deprecated"} | (
        {"default"} if schema.get("default") is None else set()
    )
    return {name: value for name, value in schema.items() if name not in dropped}


TENANT_PARAMETER = OpenApiParameter(
    "X-HVRMET-Tenant",
    str,
    OpenApiParameter.HEADER,
    description="Slug or id of the active tenant; for sessions only",
)
IF_MATCH_PARAMETER = OpenApiParameter(
    "If-Match",
    str,
    OpenApiParameter.HEADER,
    description="ETag of what was read: refused with 412 if it has changed since",
)
PAGE_PARAMETERS = query_parameters(PageQuery)


@lru_cache(maxsize=1024)
def declared_query(view: Any, method: str) -> dict[str, bool]:
    """Return what a method of a view class declares: query parameters, and whether each repeats."""
    schema = _declared(view, method)
    return (
        {}
        if schema is None
        else {
            item.name: isinstance(item.type, dict) and item.type.get("type") == "array"
            for item in schema.get_override_parameters()
            if isinstance(item, OpenApiParameter) and item.location == OpenApiParameter.QUERY
        }
    )


@lru_cache(maxsize=1024)
def declared_body(view: Any, method: str) -> Any:
    """Return the model that a method of a view class takes as its body, or None."""
    schema = None if method == "DELETE" else _declared(view, method)
    return None if schema is None else schema.get_request_serializer()


def _declared(view: Any, method: str) -> Any:
    """Return what `extend_schema` says of a method of a view class, or None."""
    declared = getattr(getattr(view, method.lower(), None), "kwargs", {}).get("schema")
    if declared is None:
        return None
    schema = declared()
    schema.view = view()
    schema.view.request, schema.view.kwargs, schema.method = None, {}, method
    return schema


def complete(result: dict[str, Any], **_: Any) -> dict[str, Any]:
    """Add what holds for every operation: summaries, request numbers, ETags and how long to wait.

    Schemas are named for those who generate clients: a title is the name of its class.
    """
    result = _named(result)
    result["components"]["headers"] = _HEADERS
    describe_properties(result["components"]["schemas"])
    for methods in result["paths"].values():
        for method, operation in methods.items():
            _summarize(operation)
            if method == "get" and operation.get("security"):
                _add_conditional(operation)
            for status, answer in operation["responses"].items():
                named = ["X-Request-ID"]
                if method == "get" and status in ("200", "304") and operation.get("security"):
                    named.append("ETag")
                if operation.get("deprecated"):
                    named += DEPRECATION
                if status == "429":
                    named.append("Retry-After")
                headers = answer.setdefault("headers", {})
                headers.update({name: {"$ref": f"#/components/headers/{name}"} for name in named})
    return result


def _named(result: dict[str, Any]) -> dict[str, Any]:
    """Let no name say ``Request`` twice, and let each schema's title be its name."""
    text = json.dumps(result, default=str)
    named: dict[str, Any] = json.loads(
        re.sub(r"(?<=[/\"])(\w+)RequestRequest(?=\")", r"\1RequestBody", text)
    )
    for name, schema in named["components"]["schemas"].items():
        schema["title"] = name
    return named


def _summarize(operation: dict[str, Any]) -> None:
    """Make the first line of a docstring the summary, and the rest of it the description.

    A summary that a view declares itself stays, and the docstring is its description.
    """
    first, _, rest = operation.pop("description", "").partition("\n\n")
    if "summary" in operation:
        rest = "\n\n".join(filter(None, (first, rest)))
    operation.setdefault("summary", first.removesuffix("."))
    if rest:
        operation["description"] = rest


def _add_conditional(operation: dict[str, Any]) -> None:
    operation.setdefault("parameters", []).append(
        {
            "in": "header",
            "name": "If-None-Match",
            "schema": {"type": "string"},
            "description": "ETag of the answer that the client has",
        }
    )
    operation["responses"]["304"] = {"description": "The client has the present answer"}
