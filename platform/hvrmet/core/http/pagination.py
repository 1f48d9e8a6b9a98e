"""Cursor pagination: stable while rows arrive, and the same cost on every page.

A cursor names the row at the edge of a page, not a count of rows: what is added or removed
elsewhere neither repeats nor hides a row. It is signed, so that nothing else comes in.
"""

from __future__ import annotations

from collections.abc import Callable
from datetime import datetime
from typing import Any, Generic, TypeVar

from django.core import signing
from django.core.exceptions import ValidationError
from django.db import DataError
from django.db.models import Model, Q, QuerySet
from pydantic import BaseModel, Field
from rest_framework.request import Request
from rest_framework.response import Response
from rest_framework.utils.urls import replace_query_param

from hvrmet.core.errors import ApplicationError
from hvrmet.core.http.schemas import Query, parse_query

T = TypeVar("T")
SALT = "hvrmet.core.cursor"
PAGE_SIZE, LARGEST_PAGE = 50, 200


class PageQuery(Query):
    """Which page, and how many rows on it."""

    cursor: str | None = Field(
        default=None, max_length=1000, description="From `next` or `previous` of another page"
    )
    page_size: int = Field(default=PAGE_SIZE, ge=1, le=LARGEST_PAGE, description="Rows on a page")


class Page(BaseModel, Generic[T]):
    """One page of a list; `next` and `previous` are addresses, or null at the ends."""

    next: str | None = Field(default=None, description="Address of the next page; null on the last")
    previous: str | None = Field(
        default=None, description="Address of the page before; null on the first"
    )
    results: list[T] = Field(description="What is on this page")


class NewestFirst:
    """Pages of 50, newest rows first; ``?page_size=`` up to 200.

    `fields` order the rows, all in one direction, and end with a unique one.
    """

    fields: tuple[str, ...] = ("created_at", "id")
    descending = True

    def __init__(self) -> None:
        self._address = ""
        self._next: str | None = None
        self._previous: str | None = None

    def paginate_queryset(
        self, queryset: QuerySet[Any], request: Request, view: object = None
    ) -> list[Any]:
        """Return the rows of the page that the address asks for.

        Raises
        ------
        ApplicationError
            With code ``invalid_cursor`` or ``invalid_request`` (400).
        """
        query = parse_query(PageQuery, request)
        self._address = request.build_absolute_uri()
        edge, backward = self._read(query.cursor)
        downward = self.descending is not backward
        rows = queryset.order_by(*(f"-{name}" if downward else name for name in self.fields))
        if edge is not None:
            try:
                rows = rows.filter(_beyond(dict(zip(self.fields, edge, strict=True)), downward))
            except (ValueError, ValidationError) as error:
                raise _invalid_cursor() from error
        try:
            found = list(rows[: query.page_size + 1])
        except DataError as error:
            raise _invalid_cursor() from error
        more = len(found) > query.page_size
        page = found[: query.page_size]
        if backward:
            page.reverse()
        if page:
            self._next = self._link(page[-1], backward=False) if more or backward else None
            before = more if backward else edge is not None
            self._previous = self._link(page[0], backward=True) if before else None
        return page

    def page(
        self, queryset: QuerySet[Any], request: Request, show: Callable[[Any], Any]
    ) -> Response:
        """Answer with the page that the address asks for, each row as `show` gives it.

        Raises
        ------
        ApplicationError
            As `paginate_queryset`.
        """
        rows = self.paginate_queryset(queryset, request)
        return Response(self.envelope([show(row) for row in rows]))

    def envelope(self, results: list[Any]) -> dict[str, Any]:
        """Return the envelope with already serialised results."""
        return {"next": self._next, "previous": self._previous, "results": results}

    def _link(self, row: Model, *, backward: bool) -> str:
        edge = [_written(getattr(row, name)) for name in self.fields]
        cursor = signing.dumps([*self.fields, backward, *edge], salt=SALT, compress=True)
        return replace_query_param(self._address, "cursor", cursor)

    def _read(self, cursor: str | None) -> tuple[list[str] | None, bool]:
        if cursor is None:
            return None, False
        try:
            parts = signing.loads(cursor, salt=SALT)
        except signing.BadSignature:
            parts = []
        names, rest = parts[: len(self.fields)], parts[len(self.fields) :]
        if tuple(names) != self.fields or len(rest) != len(self.fields) + 1:
            raise _invalid_cursor()
        return rest[1:], rest[0]


def _invalid_cursor() -> ApplicationError:
    return ApplicationError(
        "this cursor is not of this list: take it from `next` or `previous` of a page, or "
        "leave it out for the first page",
        code="invalid_cursor",
    )


def _beyond(edge: dict[str, str], downward: bool) -> Q:
    """Select the rows that come after an edge, in the order of its fields."""
    step = "lt" if downward else "gt"
    names = list(edge)
    beyond = Q()
    for number, name in enumerate(names):
        same = Q(**{earlier: edge[earlier] for earlier in names[:number]})
        beyond |= same & Q(**{f"{name}__{step}": edge[name]})
    # The first field alone, so that an index on it bounds the search.
    return Q(**{f"{names[0]}__{step}e": edge[names[0]]}) & beyond


def _written(value: Any) -> str:
    return value.isoformat() if isinstance(value, datetime) else str(value)
