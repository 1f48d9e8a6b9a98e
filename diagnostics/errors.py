"""The error families of the science core.

Every error carries a stable code, one sentence that says what was wrong, where, and what to do,
and JSON data for programs. Callers catch a family, users read the message.
"""

from __future__ import annotations

import errno
import math
from collections.abc import Iterable, Mapping
from enum import StrEnum
from itertools import islice
from typing import Any, ClassVar

from diagnostics.messages import Message, legible, render
from diagnostics.messages.catalogue import SOURCE

LONGEST_TEXT = 10_000
"""Characters of an error's text, and of a text in its data."""
MOST_ITEMS = 1_000
"""Of one list or mapping in an error's data."""
_DEEPEST = 8
_LARGEST_INTEGER = 2**53 - 1
"""What every reader of JSON takes exactly (RFC 8259, section 6)."""


def stated(value: object) -> str:
    """Return an object as a text that can be written and stored, whatever it is.

    An object that cannot be written as text is named by its type.
    """
    try:
        text = str(value)
    except Exception:  # noqa: BLE001 - an error is reported although its text fails
        text = type(value).__name__
    text = legible(text)
    return (
        text if len(text) <= LONGEST_TEXT else f"{text[: LONGEST_TEXT - 1]}\N{HORIZONTAL ELLIPSIS}"
    )


def json_values(value: object, depth: int = _DEEPEST) -> Any:
    """Return any object as JSON that can be written, stored and digested.

    A number that is not finite becomes null; what JSON does not know becomes text; lists and
    mappings keep their first `MOST_ITEMS`, to a limited depth.

    Examples
    --------
    >>> json_values({"minimum": float("nan"), "levels": (850, 500)})
    {'minimum': None, 'levels': [850, 500]}
    """
    try:
        if value is None or isinstance(value, bool):
            return value
        if isinstance(value, int):
            return int(value) if abs(value) <= _LARGEST_INTEGER else stated(value)
        if isinstance(value, float):
            return float(value) if math.isfinite(value) else None
        if depth and isinstance(value, Mapping):
            pairs = islice(value.items(), MOST_ITEMS)
            return {stated(name): json_values(inner, depth - 1) for name, inner in pairs}
        if depth and isinstance(value, Iterable) and not isinstance(value, str | bytes):
            return [json_values(inner, depth - 1) for inner in islice(value, MOST_ITEMS)]
        item = getattr(value, "item", None)
        if callable(item):
            return json_values(item(), 0)
    except Exception:  # noqa: BLE001 - an error is reported although its data fail
        return stated(value)
    return stated(value)


class Fault(StrEnum):
    """What an error is due to, and so what becomes of the work that met it.

    What is due to the data or the question is a finding, and what is due to a tool ends its own
    step, visibly. What the source's storage, the network or the limits of the machine did says
    nothing of the weather: it ends the run, which can be tried again, and never a factor.
    """

    DATA = "data"
    SOURCE = "source"
    PROGRAM = "program"


class DiagnosticsError(Exception):
    """A failure that the user or the operator can act on.

    Parameters
    ----------
    message : str or Message
        What was wrong, where, and what to do. A message of the catalogue is kept as `wording`, and
        its English rendering is the error's `message`.
    code : str, optional
        Stable identifier in ``snake_case``; the family's own by default.
    data : mapping, optional
        Details; what is not JSON is made so.
    """

    default_code: ClassVar[str] = "diagnostics_error"
    fault: ClassVar[Fault] = Fault.PROGRAM

    def __init__(
        self,
        message: str | Message,
        *,
        code: str | None = None,
        data: Mapping[str, Any] | None = None,
    ) -> None:
        text = render(message, SOURCE) if isinstance(message, Message) else message
        self.wording = (
            message if isinstance(message, Message) and len(text) <= LONGEST_TEXT else None
        )
        self.message = stated(text)
        super().__init__(self.message)
        self.code = code or self.default_code
        self.data: dict[str, Any] = json_values(data or {})

    @property
    def text(self) -> Message:
        """The message as another message quotes it: in every language where it is known in them."""
        return self.wording or Message(id="error-quoted", params={"text": self.message})

    @property
    def ends_run(self) -> bool:
        """Whether the source or the machine failed, so that nothing can be concluded."""
        return self.fault is Fault.SOURCE

    def written(self, language: str) -> str:
        """Return the message in a language.

        An error whose text is not in the catalogue names its code in that language, and adds the
        English text as a quotation.
        """
        if self.wording is not None:
            return render(self.wording, language)
        if language == SOURCE:
            return self.message
        untranslated = Message(
            id="error-untranslated", params={"code": self.code, "text": self.message}
        )
        return render(untranslated, language)

    def as_document(self) -> dict[str, Any]:
        """Return the JSON document ``{"error": {"code", "message", "data"}}``."""
        return {"error": {"code": self.code, "message": self.message, "data": self.data}}


_REASONS = {
    getattr(errno, name): name.lower()
    for name in (
        *("ENOENT", "EACCES", "EPERM", "EISDIR", "ENOTDIR", "ENOSPC", "EROFS", "EEXIST", "EIO"),
        *("EMFILE", "ENAMETOOLONG", "EDQUOT", "EFBIG", "ENOTEMPTY", "ETIMEDOUT", "ECONNREFUSED"),
    )
}


def reason_of(error: OSError) -> Message | str:
    """Return what the system says of a failure, in every language where it is a common one."""
    known = _REASONS.get(error.errno) if isinstance(error.errno, int) else None
    if known is not None:
        return Message(id=f"error-system_{known}")
    return stated(error.strerror or type(error).__name__)


class ArgumentError(DiagnosticsError):
    """A request that cannot be understood: an unknown id, a malformed region or time."""

    default_code = "invalid_argument"
    fault = Fault.DATA


class InputDataError(DiagnosticsError):
    """Data that cannot be read, are damaged, or do not hold what was asked for."""

    default_code = "invalid_data"
    fault = Fault.DATA


class SourceError(DiagnosticsError):
    """Data that vanished, changed or could not be read although they were there when opened.

    The storage, the network or the memory failed, or somebody replaced the data. It is no
    `InputDataError`, so that nothing takes it for a gap in the data: the run ends, and can be
    tried again.
    """

    default_code = "source_failed"
    fault = Fault.SOURCE


class UnitsError(DiagnosticsError):
    """A unit that is unknown, or does not fit the quantity."""

    default_code = "invalid_unit"
    fault = Fault.DATA


class DomainError(DiagnosticsError):
    """An input outside the range in which a method is valid."""

    default_code = "outside_domain"
    fault = Fault.DATA


class ExecutionError(DiagnosticsError):
    """A tool that failed although its input was in order."""

    default_code = "execution_failed"


class ModelOutputError(DiagnosticsError):
    """A policy's answer that does not hold against the catalogue, the data or the evidence."""

    default_code = "invalid_model_output"


class BudgetError(DiagnosticsError):
    """A limit on size, time or number that was reached."""

    default_code = "budget_exceeded"
    fault = Fault.SOURCE
