"""Reading a request's body: bounded, and free of what no database or reader could keep."""

from __future__ import annotations

import json
import math
from collections.abc import Iterable, Mapping
from typing import IO, Any

from rest_framework.parsers import BaseParser

from diagnostics.messages import Message, message
from hvrmet.core.errors import ApplicationError
from hvrmet.core.http.limits import LONGEST_BODY, MOST_VALUES, longest_body

LARGEST_INTEGER = 2**63 - 1
LONGEST_QUOTE = 80


class StrictJSONParser(BaseParser):
    """JSON in UTF-8 of bounded length, with bounded numbers, each field once, texts storable.

    No subclass of the framework's parser: to that it gives a body which it has read whole, within
    the one limit that the framework knows.
    """

    media_type = "application/json"

    def parse(
        self,
        stream: IO[bytes],
        media_type: str | None = None,
        parser_context: Mapping[str, Any] | None = None,
    ) -> Any:
        """Return the document.

        Raises
        ------
        ApplicationError
            With code ``malformed_json`` (400) or ``body_too_large`` (413).
        """
        request = (parser_context or {}).get("request")
        longest = LONGEST_BODY if request is None else longest_body(request.path)
        data = stream.read(longest + 1)
        if len(data) > longest:
            raise too_large(longest)
        try:
            document = json.loads(
                data.decode("utf-8"),
                parse_constant=_no_constant,
                parse_int=_integer,
                parse_float=_number,
                object_pairs_hook=_each_once,
            )
        except RecursionError as error:
            raise _malformed(message("refusal-body_too_deep")) from error
        except ValueError as error:
            reason = message("refusal-body_no_json", reason=_reason(error))
            raise _malformed(reason) from error
        _require_storable(document)
        return document


def too_large(longest: int = LONGEST_BODY) -> ApplicationError:
    """Return the refusal of a body that is longer than so many bytes."""
    return _too_large(message("refusal-body_too_long", most=str(longest)))


def _too_large(wording: Message) -> ApplicationError:
    return ApplicationError(wording, code="body_too_large", http_status=413)


def _malformed(wording: Message) -> ApplicationError:
    return ApplicationError(wording, code="malformed_json")


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
            raise _too_large(message("refusal-body_too_full", most=str(MOST_VALUES)))
        if isinstance(value, str) and not storable(value):
            place = quoted(at) if at else message("refusal-the_document")
            raise _malformed(message("refusal-json_unstorable", at=place))
        if isinstance(value, dict):
            for name, inner in value.items():
                waiting += [(f"{at}.(name)", name), (f"{at}.{name}".lstrip("."), inner)]
        elif isinstance(value, list):
            waiting += [(f"{at}.{number}".lstrip("."), inner) for number, inner in enumerate(value)]


class _JsonError(ValueError):
    """What else is wrong with a JSON document, beside its grammar."""

    def __init__(self, wording: Message) -> None:
        super().__init__(wording.id)
        self.wording = wording


def _reason(error: ValueError) -> Message:
    if isinstance(error, _JsonError):
        return error.wording
    if isinstance(error, json.JSONDecodeError):
        return message("refusal-json_broken", line=str(error.lineno), column=str(error.colno))
    return message("refusal-json_no_utf8")


def _each_once(pairs: Iterable[tuple[str, Any]]) -> dict[str, Any]:
    found: dict[str, Any] = {}
    for name, value in pairs:
        if name in found:
            raise _JsonError(message("refusal-json_twice", name=quoted(name)))
        found[name] = value
    return found


def _integer(text: str) -> int:
    if len(text) > len(str(-LARGEST_INTEGER)) or abs(number := int(text)) > LARGEST_INTEGER:
        raise _JsonError(message("refusal-json_integer", number=quoted(text)))
    return number


def _number(text: str) -> float:
    if math.isinf(number := float(text)):
        raise _JsonError(message("refusal-json_number", number=quoted(text)))
    return number


def _no_constant(name: str) -> Any:
    raise _JsonError(message("refusal-json_constant", name=name))
