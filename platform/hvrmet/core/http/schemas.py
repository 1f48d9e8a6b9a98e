"""From a request's JSON or address to a typed value, with every mistake named."""

from __future__ import annotations

import difflib
import json
from collections.abc import Callable
from typing import Annotated, Any, TypeVar, get_args

from pydantic import BaseModel, BeforeValidator, ConfigDict, ValidationError, WithJsonSchema
from pydantic_core import ErrorDetails
from rest_framework.request import Request

from diagnostics.contracts.space_time import Region
from diagnostics.contracts.validation import plain_message
from hvrmet.core.errors import ApplicationError
from hvrmet.core.http.parsers import quoted

M = TypeVar("M", bound=BaseModel)
LISTED_ERRORS = 20
FORMS = frozenset({"multipart/form-data", "application/x-www-form-urlencoded"})
LONGEST_MESSAGE = 500
_DEGREES = r"-?[0-9]{1,3}(?:\.[0-9]{1,12})?"


def _is_text(value: Any) -> Any:
    if not isinstance(value, str):
        raise ValueError("a region is written W,S,E,N in degrees, e.g. 100,20,120,40")
    return value


RegionText = Annotated[
    Region,
    BeforeValidator(_is_text),
    WithJsonSchema({"type": "string", "pattern": f"^{_DEGREES}(?:,{_DEGREES}){{3}}$"}),
]
"""A region as an address writes it, ``W,S,E,N``."""


def _is_flag(value: Any) -> Any:
    if value not in ("true", "false"):
        raise ValueError("this is true or false")
    return value


Flag = Annotated[bool, BeforeValidator(_is_flag)]
"""A yes or no as an address writes it: one spelling, as the document of the API declares."""


class Query(BaseModel):
    """What an address may say after its question mark; the base of all filters.

    `core.openapi.query_parameters` declares the fields, and `accounts.views.TenantView` refuses
    every name that is not declared.
    """

    model_config = ConfigDict(extra="ignore", frozen=True)


def parse_query(model: type[M], request: Request) -> M:
    """Validate the parameters of an address; a name that takes several values may be repeated.

    Raises
    ------
    ApplicationError
        With code ``invalid_request`` and ``data.errors``.
    """
    given = request.query_params
    return parse_document(
        model,
        {
            name: given.getlist(name) if _takes_several(model, name) else given[name]
            for name in given
            if name in model.model_fields
        },
    )


def _takes_several(model: type[BaseModel], name: str) -> bool:
    return "tuple" in str(model.model_fields[name].annotation)


def parse_body(model: type[M], request: Request) -> M:
    """Validate a request's body; types are those of JSON, so that no ``false`` passes for 0.

    Raises
    ------
    ApplicationError
        With code ``invalid_request`` and ``data.errors`` (where, and what is wrong).
    """
    text = json.dumps(request.data)
    return _validated(model, lambda: model.model_validate_json(text, strict=True))


class NoFields(BaseModel):
    """The body of an operation that takes none: nothing, null, or an object without fields."""

    model_config = ConfigDict(extra="forbid")


def refuse_body(request: Request) -> None:
    """Refuse fields that would be ignored, in JSON or as a form posts them.

    Raises
    ------
    ApplicationError
        With code ``invalid_request``.
    """
    sent = request._request
    if sent.method == "POST" and sent.content_type in FORMS:
        parse_document(NoFields, {**sent.POST.dict(), **sent.FILES.dict()})
    elif request.data is not None:
        parse_body(NoFields, request)


def parse_document(model: type[M], document: Any) -> M:
    """Validate texts, as of an address.

    Raises
    ------
    ApplicationError
        With code ``invalid_request`` and ``data.errors`` (where, and what is wrong).
    """
    return _validated(model, lambda: model.model_validate(document))


def _validated(model: type[M], validate: Callable[[], M]) -> M:
    try:
        return validate()
    except OverflowError as error:
        raise ApplicationError(
            f"a number or a time is out of range: {error}", code="invalid_request"
        ) from error
    except ValidationError as error:
        items = error.errors(include_url=False, include_context=False, include_input=False)
        found = [
            {
                "at": ".".join(quoted(str(part)) for part in item["loc"]),
                "message": quoted(_message(model, item), LONGEST_MESSAGE),
            }
            for item in items[:LISTED_ERRORS]
        ]
        words = [f"{item['at'] or 'document'}: {item['message']}" for item in found]
        if len(items) > LISTED_ERRORS:
            words[0] = f"{len(items)} mistakes, the first {LISTED_ERRORS} of them: {words[0]}"
        raise ApplicationError(
            "; ".join(words),
            code="invalid_request",
            data={"errors": found, "count": len(items)},
        ) from error


def _message(model: type[BaseModel], item: ErrorDetails) -> str:
    """Say what is wrong and what would be right."""
    if item["type"] == "missing":
        return "this field is missing: add it"
    if item["type"] in {"model_type", "model_attributes_type", "dict_type"}:
        return "this must be a JSON object with named fields, like {...}"
    if item["type"].startswith(("datetime_", "date_from_")):
        return "this must be a time in ISO 8601 with a zone, e.g. 2026-07-01T12:00Z"
    if item["type"] == "extra_forbidden":
        return _unknown_field(model, item["loc"])
    return plain_message(item["msg"])


def _unknown_field(model: type[BaseModel], location: tuple[int | str, ...]) -> str:
    owner = _model_at(model, location[:-1])
    if owner is None:
        return "there is no such field here: leave it out"
    names = sorted(owner.model_fields)
    if not names:
        return "there is no such field: this operation takes none"
    near = difflib.get_close_matches(quoted(str(location[-1])), names, n=1)
    hint = f"did you mean {near[0]!r}? " if near else ""
    return f"there is no such field: {hint}fields are {', '.join(names)}"


def _model_at(model: type[BaseModel], location: tuple[int | str, ...]) -> type[BaseModel] | None:
    for part in location:
        field = model.model_fields.get(str(part))
        if field is None:
            return None
        inner = [
            kind
            for kind in (field.annotation, *get_args(field.annotation))
            if isinstance(kind, type) and issubclass(kind, BaseModel)
        ]
        if not inner:
            return None
        model = inner[0]
    return model
