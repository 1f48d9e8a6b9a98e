"""What an address may hold: declared parameters, each once, of characters that can be kept."""

from __future__ import annotations

import difflib
from typing import Any

from rest_framework.request import Request

from diagnostics.messages import Listing, message
from hvrmet.core.errors import ApplicationError
from hvrmet.core.http.openapi import declared_query
from hvrmet.core.http.parsers import quoted, storable


def require_declared_query(view: Any, request: Request) -> None:
    """Refuse what stands after the question mark and is not in the OpenAPI document.

    A filter that is misspelt would else be no filter, and the answer everything.

    Raises
    ------
    ApplicationError
        With code ``unknown_parameter``, ``repeated_parameter`` or ``invalid_request`` (400).
    """
    method = "GET" if request.method == "HEAD" else str(request.method)
    known = declared_query(view, method)
    for name, values in request.query_params.lists():
        if name not in known:
            raise _unknown(name, sorted(known))
        if len(values) > 1 and not known[name]:
            raise ApplicationError(
                message("refusal-parameter_repeated", name=name, count=len(values)),
                code="repeated_parameter",
                data={"parameter": name},
            )
        if not all(map(storable, values)):
            raise ApplicationError(
                message("refusal-parameter_unstorable", name=name),
                code="invalid_request",
            )


def _unknown(name: str, known: list[str]) -> ApplicationError:
    name = quoted(name)
    near = difflib.get_close_matches(name, known, n=1)
    names = Listing(items=tuple(known))
    if near:
        wording = message("refusal-parameter_unknown_near", name=name, near=near[0], known=names)
    elif known:
        wording = message("refusal-parameter_unknown", name=name, known=names)
    else:
        wording = message("refusal-parameter_none", name=name)
    return ApplicationError(
        wording,
        code="unknown_parameter",
        data={"parameter": name, "known": known},
    )
