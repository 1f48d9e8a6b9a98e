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
from diagnostics.contracts.validation import ContractError, joined, what
from diagnostics.messages import Listing, Message, message
from hvrmet.core.errors import ApplicationError
from hvrmet.core.http.parsers import quoted

M = TypeVar("M", bound=BaseModel)
LISTED_ERRORS = 20
LONGEST_MESSAGE = 500
_DEGREES = r"-?[0-9]{1,3}(?:\.[0-9]{1,12})?"


def _is_text(value: Any) -> Any:
    if not isinstance(value, str):
        raise ContractError("region_text")
    return value


RegionText = Annotated[
    Region,
    BeforeValidator(_is_text),
    WithJsonSchema({"type": "string", "pattern": f"^{_DEGREES}(?:,{_DEGREES}){{3}}$"}),
]
"""A region as an address writes it, ``W,S,E,N``."""


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
        raise ApplicationError(message("refusal-out_of_range"), code="invalid_request") from error
    except ValidationError as error:
        items = error.errors(include_url=False, include_input=False)
        found: list[dict[str, Any]] = [
            {
                "at": ".".join(quoted(str(part)) for part in item["loc"]),
                "message": _shortened(_mistake(model, item)),
            }
            for item in items[:LISTED_ERRORS]
        ]
        lines = [
            message(
                "problem-line",
                path=item["at"] or message("refusal-document"),
                problem=item["message"],
            )
            for item in found
        ]
        wording = joined(lines)
        if len(items) > LISTED_ERRORS:
            wording = message(
                "refusal-many_mistakes",
                count=str(len(items)),
                shown=str(LISTED_ERRORS),
                problems=wording,
            )
        raise ApplicationError(
            wording,
            code="invalid_request",
            data={"errors": found, "count": len(items)},
        ) from error


def _mistake(model: type[BaseModel], item: ErrorDetails) -> Message:
    """Say what is wrong and what would be right."""
    if item["type"] == "missing":
        return message("refusal-field_missing")
    if item["type"] in {"model_type", "model_attributes_type", "dict_type"}:
        return message("refusal-no_object")
    if item["type"].startswith(("datetime_", "date_from_")):
        return message("problem-no_time")
    if item["type"] == "extra_forbidden":
        return _unknown_field(model, item["loc"])
    return what(item)


def _shortened(wording: Message) -> Message:
    """Cut what a message quotes of the request: its size is ours to decide."""
    cut = {
        name: quoted(value, LONGEST_MESSAGE) if isinstance(value, str) else value
        for name, value in wording.params.items()
    }
    return wording.model_copy(update={"params": cut})


def _unknown_field(model: type[BaseModel], location: tuple[int | str, ...]) -> Message:
    owner = _model_at(model, location[:-1])
    if owner is None:
        return message("refusal-field_unknown_here")
    names = sorted(owner.model_fields)
    near = difflib.get_close_matches(quoted(str(location[-1])), names, n=1)
    fields = Listing(items=tuple(names))
    if near:
        return message("refusal-field_unknown_near", near=near[0], fields=fields)
    return message("refusal-field_unknown", fields=fields)


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
