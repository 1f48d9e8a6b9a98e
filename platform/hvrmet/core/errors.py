"""Errors that a client of the platform can act on."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from diagnostics.errors import json_values, stated


class ApplicationError(Exception):
    """A refusal with a stable code and an HTTP status.

    Parameters
    ----------
    message : str
        What was wrong, where, and what to do.
    code : str
        Stable identifier in ``snake_case``.
    http_status : int, optional
        Status of the answer; 400 by default.
    data : mapping, optional
        Details; what is not JSON is made so.
    """

    def __init__(
        self,
        message: str,
        *,
        code: str,
        http_status: int = 400,
        data: Mapping[str, Any] | None = None,
    ) -> None:
        self.message = stated(message)
        super().__init__(self.message)
        self.code = code
        self.http_status = http_status
        self.data: dict[str, Any] = json_values(data or {})


class NotFoundError(ApplicationError):
    """An object that does not exist, or belongs to another tenant: the answer is the same."""

    def __init__(self, what: str) -> None:
        super().__init__(f"there is no {what} here", code="not_found", http_status=404)
