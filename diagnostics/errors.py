"""The error families of the science core.

Every error carries a stable code, one sentence that says what was wrong, where, and what to do,
and JSON data for programs. Callers catch a family, users read the message.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, ClassVar


class DiagnosticsError(Exception):
    """A failure that the user or the operator can act on.

    Parameters
    ----------
    message : str
        What was wrong, where, and what to do.
    code : str, optional
        Stable identifier in ``snake_case``; the family's own by default.
    data : mapping, optional
        JSON-compatible details.
    """

    default_code: ClassVar[str] = "diagnostics_error"

    def __init__(
        self, message: str, *, code: str | None = None, data: Mapping[str, Any] | None = None
    ) -> None:
        super().__init__(message)
        self.code = code or self.default_code
        self.message = message
        self.data: dict[str, Any] = dict(data or {})

    def as_document(self) -> dict[str, Any]:
        """Return the JSON document ``{"error": {"code", "message", "data"}}``."""
        return {"error": {"code": self.code, "message": self.message, "data": self.data}}


class ArgumentError(DiagnosticsError):
    """A request that cannot be understood: an unknown id, a malformed region or time."""

    default_code = "invalid_argument"


class InputDataError(DiagnosticsError):
    """Data that cannot be read, are damaged, or do not hold what was asked for."""

    default_code = "invalid_data"


class UnitsError(DiagnosticsError):
    """A unit that is unknown, or does not fit the quantity."""

    default_code = "invalid_unit"


class DomainError(DiagnosticsError):
    """An input outside the range in which a method is valid."""

    default_code = "outside_domain"


class ExecutionError(DiagnosticsError):
    """A tool that failed although its input was in order."""

    default_code = "execution_failed"


class ModelOutputError(DiagnosticsError):
    """A policy's answer that does not hold against the catalogue, the data or the evidence."""

    default_code = "invalid_model_output"


class BudgetError(DiagnosticsError):
    """A limit on size, time or number that was reached."""

    default_code = "budget_exceeded"
