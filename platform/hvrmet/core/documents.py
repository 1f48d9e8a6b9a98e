"""From a request's JSON to a typed value, with every mistake named."""

from __future__ import annotations

from typing import Any, TypeVar

from pydantic import BaseModel, ValidationError

from diagnostics.contracts.validation import plain_message
from hvrmet.core.errors import ApplicationError

M = TypeVar("M", bound=BaseModel)


def parse_document(model: type[M], document: Any) -> M:
    """Validate a request's body or query.

    Raises
    ------
    ApplicationError
        With code ``invalid_request`` and ``data.errors`` (where, and what is wrong).
    """
    try:
        return model.model_validate(document)
    except ValidationError as error:
        found = [
            {
                "at": ".".join(str(part) for part in item["loc"]),
                "message": plain_message(item["msg"]),
            }
            for item in error.errors(include_url=False, include_context=False, include_input=False)
        ]
        raise ApplicationError(
            "; ".join(f"{item['at'] or 'document'}: {item['message']}" for item in found),
            code="invalid_request",
            data={"errors": found},
        ) from error
