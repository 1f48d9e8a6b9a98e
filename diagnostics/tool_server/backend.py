"""What the tools stand on: local files, or a platform."""

from __future__ import annotations

from collections.abc import Callable, Coroutine, Mapping
from dataclasses import dataclass, field
from typing import Any, Protocol

Document = dict[str, Any]
Report = Callable[[float, float | None, str], Coroutine[Any, Any, None]]
"""Tells how far a call is: what was done, of how much, and in words."""


class ToolRefusedError(Exception):
    """A call that has no answer, in the same shape everywhere: code, message, data.

    Parameters
    ----------
    code : str
        Stable identifier in ``snake_case``.
    message : str
        What was wrong, where, and what to do.
    data : mapping, optional
        JSON-compatible details.
    """

    def __init__(self, code: str, message: str, data: Mapping[str, Any] | None = None) -> None:
        super().__init__(message)
        self.code, self.message, self.data = code, message, dict(data or {})

    def as_document(self) -> Document:
        """Return the JSON document ``{"error": {"code", "message", "data"}}``."""
        return {"error": {"code": self.code, "message": self.message, "data": self.data}}


@dataclass(frozen=True)
class Caller:
    """Who calls: what came with the request over HTTP, and how to tell of progress."""

    report: Report
    headers: Mapping[str, str] = field(default_factory=dict)


@dataclass(frozen=True)
class Picture:
    """A chart: what was found on it, and its PNG."""

    document: Document
    png: bytes


class Backend(Protocol):
    """Answers calls of tools; each raises `ToolRefusedError` where there is no answer."""

    async def sources(self, caller: Caller) -> Document:
        """List the data that a call may name."""

    async def inspect(self, caller: Caller, source: str) -> Document:
        """Say what a source holds."""

    async def compute(self, caller: Caller, request: Document) -> Document:
        """Compute an index, features or detections: a computation request of the platform."""

    async def figure(self, caller: Caller, request: Document) -> Picture:
        """Draw a chart."""

    async def ask(self, caller: Caller, request: Document) -> Document:
        """Answer a question, or check a claim."""

    async def diagnose(self, caller: Caller, request: Document) -> Document:
        """Run a diagnosis to its end, telling of progress."""

    async def search(self, caller: Caller, text: str, kinds: tuple[str, ...]) -> Document:
        """Search the catalogue and the library."""

    async def report(self, caller: Caller, diagnosis: str) -> Document:
        """Return the report of a diagnosis as Markdown."""
