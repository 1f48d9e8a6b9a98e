"""Refusals of the API."""

from __future__ import annotations

from typing import Any


class HvrmetError(Exception):
    """A refusal, with what a program and a person need of it.

    Attributes
    ----------
    code : str
        Stable identifier, such as ``unknown_source``.
    detail : str
        What was wrong, where, and what to do.
    status : int
        Of the answer; 0 where there was none.
    data : dict
        Details for programs.
    request_id : str
        For questions to the operator.
    """

    def __init__(
        self,
        code: str,
        detail: str,
        *,
        status: int = 0,
        data: dict[str, Any] | None = None,
        request_id: str = "",
    ) -> None:
        super().__init__(f"{code}: {detail}")
        self.code, self.detail, self.status = code, detail, status
        self.data = dict(data or {})
        self.request_id = request_id
