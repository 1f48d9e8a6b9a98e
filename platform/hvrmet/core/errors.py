"""Errors that a client of the platform can act on."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from diagnostics.messages import API, SOURCE, Message, message, render


class ApplicationError(Exception):
    """A refusal with a stable code and an HTTP status.

    Parameters
    ----------
    wording : Message
        What was wrong, where, and what to do. Its English rendering is the error's `message`.
    code : str
        Stable identifier in ``snake_case``.
    http_status : int, optional
        Status of the answer; 400 by default.
    data : mapping, optional
        JSON-compatible details; a `Message` among them is written in the reader's language.
    """

    def __init__(
        self,
        wording: Message,
        *,
        code: str,
        http_status: int = 400,
        data: Mapping[str, Any] | None = None,
    ) -> None:
        self.wording = wording
        self.message = render(wording, SOURCE)
        super().__init__(self.message)
        self.code = code
        self.http_status = http_status
        self.data: dict[str, Any] = dict(data or {})

    def written(self, language: str, door: str = API) -> str:
        """Return the message in a language, for those who come by a door."""
        return render(self.wording, language, door)


class NotFoundError(ApplicationError):
    """An object that does not exist, or belongs to another tenant: the answer is the same.

    Parameters
    ----------
    what : Message
        Names the kind of object.
    """

    def __init__(self, what: Message) -> None:
        wording = message("refusal-there_is_no", what=what)
        super().__init__(wording, code="not_found", http_status=404)
