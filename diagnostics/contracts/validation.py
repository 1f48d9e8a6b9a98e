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
        message = item["msg"].removeprefix("Value error, ")
        problems.append(f"{path}: {message[0].lower()}{message[1:]}")
    return problems
