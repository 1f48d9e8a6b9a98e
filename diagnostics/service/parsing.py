"""Words that people write in requests: regions, times, levels and names of a closed set."""

from __future__ import annotations

import difflib
import math
import re
from datetime import datetime
from enum import StrEnum
from typing import TypeVar

from pydantic import TypeAdapter, ValidationError

from diagnostics.contracts.base import Instant
from diagnostics.contracts.space_time import Region, TimeWindow
from diagnostics.contracts.validation import describe_problems
from diagnostics.errors import ArgumentError

Choice = TypeVar("Choice", bound=StrEnum)
_instant: TypeAdapter[datetime] = TypeAdapter(Instant)
_BOX = re.compile(r"^[\s\d.,+eE-]+$")


def parse_region(text: str | None) -> Region | None:
    """Read a region: four numbers, or the name of a place.

    Raises
    ------
    ArgumentError
        With code ``invalid_region``; an ambiguous name is refused with its candidates.
    """
    if text is None:
        return None
    if _BOX.match(text):
        try:
            return Region.model_validate(text)
        except ValidationError as error:
            raise ArgumentError(
                f"--region {text}: {'; '.join(_messages(error))}", code="invalid_region"
            ) from error
        except ValueError as error:
            raise ArgumentError(
                f"--region {text}: not four numbers W,S,E,N in degrees", code="invalid_region"
            ) from error
    from diagnostics.grid.gazetteer import resolve_region

    return resolve_region(text).region


def box_region(edges: tuple[float, float, float, float]) -> Region:
    """Return the region with these edges, W, S, E and N in degrees.

    Raises
    ------
    ArgumentError
        With code ``invalid_region``.
    """
    try:
        return Region.model_validate(edges)
    except ValidationError as error:
        text = ",".join(repr(edge) for edge in edges)
        raise ArgumentError(
            f"--region {text}: {'; '.join(_messages(error))}", code="invalid_region"
        ) from error


def _messages(error: ValidationError) -> list[str]:
    return [problem.removeprefix("the document: ") for problem in describe_problems(error)]


def parse_time(text: str | None, option: str = "--time") -> datetime | None:
    """Read an ISO 8601 time with a zone.

    Raises
    ------
    ArgumentError
        With code ``invalid_time``: not ISO 8601, or without a zone.
    """
    if text is None:
        return None
    candidate = text.strip()
    try:
        return _instant.validate_python(_parse_iso(candidate))
    except ValidationError as error:
        raise ArgumentError(
            f"{option} {text}: {'; '.join(_messages(error))}", code="invalid_time"
        ) from error


def _parse_iso(text: str) -> datetime:
    try:
        return datetime.fromisoformat(text)
    except ValueError as error:
        raise ArgumentError(
            f"{text!r} is not an ISO 8601 time such as 2026-07-01T12:00Z", code="invalid_time"
        ) from error


def parse_window(start: str | None, end: str | None) -> TimeWindow | None:
    """Read ``--start`` and ``--end``; both or none.

    Raises
    ------
    ArgumentError
        With code ``invalid_time``.
    """
    first, last = parse_time(start, "--start"), parse_time(end, "--end")
    if first is None and last is None:
        return None
    if first is None or last is None:
        raise ArgumentError(
            "give both --start and --end, or neither for the whole period of the data",
            code="invalid_time",
        )
    try:
        return TimeWindow(start=first, end=last)
    except ValidationError as error:
        raise ArgumentError("; ".join(_messages(error)), code="invalid_time") from error


def parse_time_or_window(text: str | None) -> datetime | TimeWindow | None:
    """Read one time, or a period written as ``START/END``."""
    if text is not None and "/" in text:
        start, _, end = text.partition("/")
        return parse_window(start, end)
    return parse_time(text)


def parse_level(text: str | None) -> float | None:
    """Read a pressure level in hPa."""
    if text is None:
        return None
    try:
        level = float(text.lower().removesuffix("hpa"))
    except ValueError as error:
        raise ArgumentError(
            f"--level {text}: not a pressure in hPa", code="invalid_level"
        ) from error
    if not math.isfinite(level) or level <= 0.0:
        raise ArgumentError(f"--level {text}: not a pressure in hPa", code="invalid_level")
    return level


def parse_index_level(text: str | None) -> float | str | None:
    """Read the level of an index: a pressure in hPa, or ``2m`` for the air near the ground."""
    if text is not None and text.strip().lower() in ("2m", "2 m"):
        return "2m"
    return parse_level(text)


def parse_choice(kind: type[Choice], text: str, option: str) -> Choice:
    """Read one of a closed set of names.

    Raises
    ------
    ArgumentError
        With code ``invalid_argument``; the message names the choices.
    """
    try:
        return kind(text.lower())
    except ValueError as error:
        names = [item.value for item in kind]
        near = difflib.get_close_matches(text.lower(), names, n=1)
        hint = f" (did you mean {near[0]}?)" if near else ""
        raise ArgumentError(
            f"{option} {text}: choose from {', '.join(names)}{hint}", code="invalid_argument"
        ) from error
