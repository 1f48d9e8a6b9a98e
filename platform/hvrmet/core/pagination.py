"""Cursor pagination: stable while rows arrive, and the same cost on every page."""

from __future__ import annotations

from typing import Any, Generic, TypeVar

from pydantic import BaseModel
from rest_framework.pagination import CursorPagination

T = TypeVar("T")


class Page(BaseModel, Generic[T]):
    """One page of a list; `next` and `previous` are addresses, or null at the ends."""

    next: str | None = None
    previous: str | None = None
    results: list[T]


class NewestFirst(CursorPagination):
    """Pages of 50, newest rows first; ``?page_size=`` up to 200."""

    page_size = 50
    max_page_size = 200
    page_size_query_param = "page_size"
    ordering = ("-created_at", "-id")

    def envelope(self, results: list[Any]) -> dict[str, Any]:
        """Return the envelope with already serialised results."""
        return {
            "next": self.get_next_link(),
            "previous": self.get_previous_link(),
            "results": results,
        }
