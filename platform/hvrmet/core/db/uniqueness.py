"""Names that only one row may have: of two requests at the same moment, one is refused."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager

from django.db import IntegrityError, transaction
from psycopg import errors

from hvrmet.core.errors import ApplicationError


def broken_constraint(error: IntegrityError) -> str | None:
    """Return the unique constraint that a statement broke, or None for another kind of fault."""
    cause = error.__cause__
    if not isinstance(cause, errors.UniqueViolation):
        return None
    return cause.diag.constraint_name


@contextmanager
def unique(constraint: str, *, otherwise: ApplicationError) -> Iterator[None]:
    """Let the database say whether a name is free, and keep the open transaction usable.

    A look beforehand would miss the row that another request is just writing.

    Parameters
    ----------
    constraint : str
        The unique constraint that the block may break.
    otherwise : ApplicationError
        What to raise then.
    """
    try:
        with transaction.atomic():
            yield
    except IntegrityError as error:
        if broken_constraint(error) != constraint:
            raise
        raise otherwise from error
