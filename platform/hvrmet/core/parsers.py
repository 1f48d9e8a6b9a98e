"""Reading a request's body: bounded, and free of what no database or reader could keep."""

from __future__ import annotations

import json
from collections.abc import Iterable, Mapping
from typing import IO, Any

from rest_framework.exceptions import ParseError
from rest_framework.parsers import JSONParser

from hvrmet.core.errors import ApplicationError

LONGEST_BODY = 2**20


class StrictJSONParser(JSONParser):
    """JSON in UTF-8 of at most a megabyte, each field once, every text storable."""

    def parse(
        self,
        stream: IO[bytes],
        media_type: str | None = None,
        parser_context: Mapping[str, Any] | None = None,
    ) -> Any:
        """Return the document.

        Raises
        ------
        ParseError
            When the body is no JSON (``malformed_json``).
        ApplicationError
            With code ``body_too_large`` (413).
        """
        data = stream.read(LONGEST_BODY + 1)
        if len(data) > LONGEST_BODY:
            raise ApplicationError(
                f"the body is longer than {LONGEST_BODY} bytes: send less",
                code="body_too_large",
                http_status=413,
            )
        try:
            document = json.loads(
                data.decode("utf-8"), parse_constant=_no_constant, object_pairs_hook=_each_once
            )
        except RecursionError as error:
            raise ParseError("the body is nested too deeply") from error
        except ValueError as error:
            raise ParseError(f"the body is no JSON: {error}") from error
        _require_storable(document)
        return document


def storable(text: str) -> bool:
    """Say whether a text can be kept: no NUL, and nothing that UTF-8 cannot write."""
    return "\0" not in text and not any("\ud800" <= letter <= "\udfff" for letter in text)


def _require_storable(document: Any) -> None:
    waiting = [("", document)]
    while waiting:
        at, value = waiting.pop()
        if isinstance(value, str) and not storable(value):
            raise ParseError(
                f"the text at {at or 'the document'} holds a NUL or half a surrogate pair: "
                "send characters only"
            )
        if isinstance(value, dict):
            for name, inner in value.items():
                waiting += [(f"{at}.(name)", name), (f"{at}.{name}".lstrip("."), inner)]
        elif isinstance(value, list):
            waiting += [(f"{at}.{number}".lstrip("."), inner) for number, inner in enumerate(value)]


def _each_once(pairs: Iterable[tuple[str, Any]]) -> dict[str, Any]:
    found: dict[str, Any] = {}
    for name, value in pairs:
        if name in found:
            raise ValueError(f"the field {name!r} comes twice")
        found[name] = value
    return found


def _no_constant(name: str) -> Any:
    raise ValueError(f"{name} is no JSON number: leave the field out, or send null")
