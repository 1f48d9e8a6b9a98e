"""Cursors: where a page of a list ends, signed, so that nothing else comes in.

A cursor says nothing of the time when it was made: the same page of the same list has the same
address, so that an answer has the same ETag as long as its rows are the same.
"""

from __future__ import annotations

from typing import Any

from django.core import signing

from diagnostics.messages import message
from hvrmet.core.errors import ApplicationError


def sealed(edge: list[Any], *, salt: str) -> str:
    """Return a cursor that stands for `edge` (what JSON can write) in lists of one kind."""
    return signing.Signer(salt=salt).sign_object(edge, compress=True)


def opened(cursor: str, *, salt: str) -> list[Any]:
    """Return the edge that a cursor stands for.

    Raises
    ------
    ApplicationError
        `invalid_cursor` for one that this installation did not make for lists of this kind.
    """
    try:
        edge = signing.Signer(salt=salt).unsign_object(cursor)
    except (signing.BadSignature, ValueError) as error:
        raise invalid_cursor() from error
    if not isinstance(edge, list):
        raise invalid_cursor()
    return edge


def invalid_cursor() -> ApplicationError:
    """Return the refusal of a cursor that does not belong to the list."""
    return ApplicationError(message("refusal-invalid_cursor"), code="invalid_cursor")
