"""What is wrong with a document, as entries of the catalogue of messages."""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from typing import Any

from pydantic import ValidationError

from diagnostics.messages import Listing, Message, Param, render
from diagnostics.messages.catalogue import SOURCE

_BY_TYPE = {
    "missing": "problem-missing",
    "extra_forbidden": "problem-unknown_field",
    "literal_error": "problem-one_of",
    "enum": "problem-one_of",
    "greater_than_equal": "problem-at_least",
    "greater_than": "problem-greater",
    "less_than_equal": "problem-at_most",
    "less_than": "problem-less",
    "too_short": "problem-too_few",
    "too_long": "problem-too_many",
    "string_too_short": "problem-text_too_short",
    "string_too_long": "problem-text_too_long",
    "string_pattern_mismatch": "problem-pattern",
    "string_type": "problem-no_text",
    "float_type": "problem-no_number",
    "float_parsing": "problem-no_number",
    "finite_number": "problem-not_finite",
    "int_type": "problem-no_integer",
    "int_parsing": "problem-no_integer",
    "int_from_float": "problem-no_integer",
    "bool_type": "problem-no_truth",
    "bool_parsing": "problem-no_truth",
    "dict_type": "problem-no_mapping",
    "mapping_type": "problem-no_mapping",
    "model_type": "problem-no_mapping",
    "model_attributes_type": "problem-no_mapping",
    "list_type": "problem-no_list",
    "tuple_type": "problem-no_list",
    "datetime_type": "problem-no_time",
    "datetime_parsing": "problem-no_time",
    "datetime_from_date_parsing": "problem-no_time",
    "union_tag_invalid": "problem-unknown_kind",
    "union_tag_not_found": "problem-kind_missing",
    "none_required": "problem-not_allowed",
    "uuid_type": "problem-no_uuid",
    "uuid_parsing": "problem-no_uuid",
    "uuid_version": "problem-no_uuid",
    "int_parsing_size": "problem-no_integer",
    "string_unicode": "problem-no_text",
    "multiple_of": "problem-multiple_of",
}
"""Entries of the catalogue by the codes of pydantic's errors."""
_IN_CONTEXT = {
    "one_of": ("expected",),
    "at_least": ("ge",),
    "greater": ("gt",),
    "at_most": ("le",),
    "less": ("lt",),
    "too_few": ("min_length", "actual_length"),
    "too_many": ("max_length",),
    "text_too_short": ("min_length",),
    "text_too_long": ("max_length",),
    "pattern": ("pattern",),
    "unknown_kind": ("tag", "expected_tags"),
    "multiple_of": ("multiple_of",),
}
"""What of an error's context its entry shows."""


_CHOICE = re.compile(r"'[^']*'")


class ContractError(ValueError):
    """A rule of a contract that a value breaks, worded in the catalogue.

    Parameters
    ----------
    name : str
        Of the entry, after ``problem-``.
    **params : Param
    """

    def __init__(self, name: str, /, **params: Param) -> None:
        self.wording = Message(id=f"problem-{name}", params=params)
        super().__init__(render(self.wording, SOURCE))


def list_problems(error: ValidationError) -> tuple[Message, ...]:
    """List each problem with the path of its field, in the order of the fields."""
    return tuple(
        Message(id="problem-line", params={"path": path_of(item["loc"]), "problem": what(item)})
        for item in error.errors(include_url=False)
    )


def describe_problems(error: ValidationError, language: str = SOURCE) -> list[str]:
    """List each problem as ``field.path: what is wrong`` in a language."""
    return [render(problem, language) for problem in list_problems(error)]


def joined(problems: Sequence[Message]) -> Message:
    """Return several problems as one message."""
    return Message(
        id="problem-all", params={"problems": Listing(items=tuple(problems), style="clauses")}
    )


def path_of(places: Sequence[int | str]) -> Param:
    """Return the path of a field, or the document itself."""
    return ".".join(map(str, places)) or Message(id="problem-document")


def what(item: Mapping[str, Any]) -> Message:
    """Return the entry for one of pydantic's errors; one that is not known is quoted."""
    context = item.get("ctx") or {}
    broken = context.get("error")
    if isinstance(broken, ContractError):
        return broken.wording
    known = _BY_TYPE.get(item["type"])
    if known is None:
        return Message(id="problem-other", params={"text": plain_message(item["msg"])})
    shown = _IN_CONTEXT.get(known.removeprefix("problem-"), ())
    return Message(id=known, params={name: _shown(context.get(name, "")) for name in shown})


def _shown(value: object) -> Param:
    """Return a part of an error's context; a choice is joined as the language joins it."""
    text = str(value)
    choices = _CHOICE.findall(text)
    if choices and re.sub(_CHOICE, "", text).strip(" ,") in ("", "or"):
        return Listing(items=tuple(choices), style="or")
    return text


def plain_message(text: str) -> str:
    """Return pydantic's message without its own prefix, beginning in lower case."""
    message = text.removeprefix("Value error, ")
    return f"{message[:1].lower()}{message[1:]}"
