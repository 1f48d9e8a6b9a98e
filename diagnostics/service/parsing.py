"""Words that people write in requests: regions, times, levels and names of a closed set."""

from __future__ import annotations

import difflib
import math
import re
from collections.abc import Callable, Sequence
from datetime import datetime
from enum import StrEnum
from typing import TypeVar

from pydantic import TypeAdapter, ValidationError

from diagnostics.contracts.base import Instant
from diagnostics.contracts.space_time import Region, TimeWindow
from diagnostics.errors import ArgumentError
from diagnostics.messages import Listing, Message, Param

Choice = TypeVar("Choice", bound=StrEnum)
_instant: TypeAdapter[datetime] = TypeAdapter(Instant)
_BOX = re.compile(r"^[\s\d.,+eE-]+$")


def parse_region(
    text: str | None, extent: Callable[[], Region | None] | None = None
) -> Region | None:
    """Read a region: four numbers, or the name of a place, as words are read.

    Parameters
    ----------
    text : str, optional
    extent : callable, optional
        Gives the region of the data, which decides between namesakes; called for names only.

    Raises
    ------
    ArgumentError
        With code ``invalid_region``; ``unknown_place`` with the nearest spellings,
        ``ambiguous_place`` with the candidates, ``region_outside_data`` with the distance.
    """
    if text is None:
        return None
    if _BOX.match(text):
        try:
            return Region.model_validate(text)
        except ValidationError as error:
            raise _invalid_region(text) from error
        except ValueError as error:
            raise _invalid_region(text) from error
    return _named_region(text.strip(), None if extent is None else extent())


def _named_region(name: str, extent: Region | None) -> Region:
    from diagnostics.grid.gazetteer import resolve_region
    from diagnostics.language.grammar.gazetteer import lies_in, outside_data, spot_of
    from diagnostics.language.grammar.items import NotReadError

    try:
        spot = spot_of(name, extent)
        if extent is not None and not lies_in(spot, extent):
            raise outside_data(name, [spot], extent)
    except NotReadError as error:
        if error.code == "unknown_words":
            return resolve_region(name).region
        wording = error.message
        if error.code == "outside_the_data":
            raise ArgumentError(wording, code="region_outside_data", data={"name": name}) from error
        candidates = list(error.choices)
        raise ArgumentError(
            wording, code="ambiguous_place", data={"name": name, "candidates": candidates}
        ) from error
    return spot.region


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
        raise _invalid_region(text) from error


def _invalid_region(text: str) -> ArgumentError:
    return ArgumentError(
        Message(id="error-invalid_region", params={"text": text}), code="invalid_region"
    )


def _invalid_time(option: str, text: str) -> ArgumentError:
    return ArgumentError(
        Message(id="error-invalid_time", params={"option": option, "text": text}),
        code="invalid_time",
    )


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
        return _instant.validate_python(datetime.fromisoformat(candidate))
    except ValueError as error:
        raise _invalid_time(option, text) from error


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
            Message(id="error-half_a_period"),
            code="invalid_time",
        )
    try:
        return TimeWindow(start=first, end=last)
    except ValidationError as error:
        raise ArgumentError(
            Message(id="error-period_reversed", params={"start": str(start), "end": str(end)}),
            code="invalid_time",
        ) from error


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
        raise _invalid_level(text) from error
    if not math.isfinite(level) or level <= 0.0:
        raise _invalid_level(text)
    return level


def _invalid_level(text: str) -> ArgumentError:
    return ArgumentError(
        Message(id="error-invalid_level", params={"text": text}), code="invalid_level"
    )


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
        raise unknown_choice(option, text, [item.value for item in kind]) from error


def unknown_choice(option: str, text: str, names: Sequence[str]) -> ArgumentError:
    """Return the error for a value that is none of `names`, with the nearest of them."""
    near = difflib.get_close_matches(text.lower(), names, n=1)
    params: dict[str, Param] = {
        "option": option,
        "text": text,
        "choices": Listing(items=tuple(names)),
    }
    wording = (
        Message(id="error-unknown_choice_near", params={**params, "near": near[0]})
        if near
        else Message(id="error-unknown_choice", params=params)
    )
    return ArgumentError(wording, code="invalid_argument")
