"""Reading a request's body: bounded, and free of what no database or reader could keep."""

from __future__ import annotations

import json
import math
from collections.abc import Iterable, Mapping
from typing import IO, Any

from django.core.exceptions import RequestDataTooBig
from rest_framework.exceptions import ParseError
from rest_framework.parsers import JSONParser

from hvrmet.core.errors import ApplicationError
from hvrmet.core.http.limits import LONGEST_BODY, MOST_VALUES

LARGEST_INTEGER = 2**63 - 1
LONGEST_QUOTE = 80


class StrictJSONParser(JSONParser):
    """JSON in UTF-8 of bounded length, with bounded numbers, each field once, texts storable."""

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
        try:
            data = stream.read(LONGEST_BODY + 1)
        except RequestDataTooBig as error:
            raise too_large() from error
        if len(data) > LONGEST_BODY:
            raise too_large()
        try:
            document = json.loads(
                data.decode("utf-8"),
                parse_constant=_no_constant,
                parse_int=_integer,
                parse_float=_number,
                object_pairs_hook=_each_once,
            )
        except RecursionError as error:
            raise ParseError("the body is nested too deeply") from error
        except ValueError as error:
            raise ParseError(f"the body is no JSON: {error}") from error
        _require_storable(document)
        return document


def too_large(what: str = f"is longer than {LONGEST_BODY} bytes") -> ApplicationError:
    """Return the refusal of a body that nobody needs to send."""
    return ApplicationError(f"the body {what}: send less", code="body_too_large", http_status=413)


def quoted(text: str, longest: int = LONGEST_QUOTE) -> str:
    """Return a client's own words for an error message, shortened where they are long."""
    return text if len(text) <= longest else f"{text[:longest]}..."


def storable(text: str) -> bool:
    """Say whether a text can be kept: no NUL, and nothing that UTF-8 cannot write."""
    return "\0" not in text and not any("\ud800" <= letter <= "\udfff" for letter in text)


def _require_storable(document: Any) -> None:
    waiting = [("", document)]
    count = 0
    while waiting:
        at, value = waiting.pop()
        count += 1
        if count > MOST_VALUES:
            raise too_large(f"holds more than {MOST_VALUES} values")
        if isinstance(value, str) and not storable(value):
            raise ParseError(
                f"the text at {quoted(at) or 'the document'} holds a NUL or half a surrogate pair: "
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
            raise ValueError(f"the field {quoted(name)!r} comes twice")
        found[name] = value
    return found


def _integer(text: str) -> int:
    if len(text) > len(str(-LARGEST_INTEGER)) or abs(number := int(text)) > LARGEST_INTEGER:
        raise ValueError(f"the number {quoted(text)} is beyond 64 bits: send a smaller one")
    return number


def _number(text: str) -> float:
    if math.isinf(number := float(text)):
        raise ValueError(f"the number {quoted(text)} is beyond 1e308: send a smaller one")
    return number


def _no_constant(name: str) -> Any:
    raise ValueError(f"{name} is no JSON number: leave the field out, or send null")
