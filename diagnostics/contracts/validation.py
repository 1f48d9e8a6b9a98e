"""Pydantic's complaints in plain words."""

from __future__ import annotations

from pydantic import ValidationError


def describe_problems(error: ValidationError) -> list[str]:
    """List each problem as ``field.path: what is wrong``, without Python's own words.

    Parameters
    ----------
    error : pydantic.ValidationError

    Returns
    -------
    list of str
        One line per problem, in the order of the fields.
    """
    problems = []
    for item in error.errors(include_url=False, include_context=False):
        path = ".".join(str(part) for part in item["loc"]) or "the document"
        problems.append(f"{path}: {plain_message(item['msg'])}")
    return problems


def plain_message(text: str) -> str:
    """Return pydantic's message without its own prefix, beginning in lower case."""
    message = text.removeprefix("Value error, ")
    return f"{message[:1].lower()}{message[1:]}"
